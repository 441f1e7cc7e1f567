"""Errors of the vision package.

VisionError
└── BoardNotFound     the photo cannot be read: no board in it, another board, too blurred, cut off

A photo file that cannot be decoded at all is bad input: `scoring.errors.BadInput`.
"""

from __future__ import annotations


class VisionError(Exception):
    """Base of everything that this package raises on purpose."""


class BoardNotFound(VisionError):
    """The calibrated board was not found in the photo.

    reason: `too_blurred`, `cut_off`, `not_this_board` or `no_board`; the message tells a player what to do.
    """

    def __init__(self, reason: str, message: str, file: str | None = None) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.file = file
