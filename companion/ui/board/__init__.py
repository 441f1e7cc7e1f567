"""The board on the screen: a photo with the reading drawn on it, or a drawn board; zoom, pan, taps."""
