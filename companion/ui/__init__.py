"""The app: Kivy is imported here and nowhere else."""
