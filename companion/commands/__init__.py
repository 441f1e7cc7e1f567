"""What each command of `marble` does; companion/cli.py parses the words and prints the results."""
