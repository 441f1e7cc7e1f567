"""What people touch: the command line, stored games, the rulebook and the app."""
