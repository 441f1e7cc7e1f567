"""What is true by the rules of the three games."""
