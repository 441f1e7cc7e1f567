"""Dates as people write them, in the player's language and time zone."""

from __future__ import annotations

from datetime import datetime

from companion.translation import _, mark

MONTHS: tuple[str, ...] = (
    mark("January"),
    mark("February"),
    mark("March"),
    mark("April"),
    mark("May"),
    mark("June"),
    mark("July"),
    mark("August"),
    mark("September"),
    mark("October"),
    mark("November"),
    mark("December"),
)


def month_text(moment: datetime) -> str:
    """Such as `March 2025`."""
    local = moment.astimezone()
    return f"{_(MONTHS[local.month - 1])} {local.year}"


def day_text(moment: datetime) -> str:
    """Such as `1 March 2025`."""
    local = moment.astimezone()
    return _("{day} {month} {year}").format(day=local.day, month=_(MONTHS[local.month - 1]), year=local.year)


def time_text(moment: datetime) -> str:
    """The day with hour and minute."""
    return f"{day_text(moment)}, {moment.astimezone():%H:%M}"
