"""One module and one kv file for each screen; a new screen is found by its name."""
