"""Errors of the scoring package.

ScoringError
└── BadInput          a file or value from outside cannot be used

A board that breaks the rules is no error: it is a list of Problems (see problem.py).
"""

from __future__ import annotations


class ScoringError(Exception):
    """Base of everything that this package raises on purpose."""


class BadInput(ScoringError):
    """Input that cannot be used; the message says what was wrong, where, and what to do.

    reason: a short word for programs (`wrong_type`, `unknown_word`, `missing_field` ...).
    """

    def __init__(
        self, message: str, *, reason: str = "bad_input", file: str | None = None, field: str | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.reason = reason
        self.file = file
        self.field = field or None  # no path: the whole document is meant

    def in_file(self, file: str) -> BadInput:
        """The same error, with the file's name filled in where it is not known yet."""
        return BadInput(self.message, reason=self.reason, file=self.file or file, field=self.field)

    def within(self, field: str) -> BadInput:
        """The same error of a document that is itself a field of another."""
        path = f"{field}.{self.field}" if self.field else field
        return BadInput(self.message, reason=self.reason, file=self.file, field=path)

    def __str__(self) -> str:
        place = ", ".join(p for p in (self.file, self.field) if p)
        return f"{place}: {self.message}" if place else self.message
