"""Finished games for others: a text, a table, a picture, a play for BG Stats. None of it has a photo's EXIF
data.
"""
