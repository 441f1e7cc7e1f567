"""What a photo of the board shows."""
