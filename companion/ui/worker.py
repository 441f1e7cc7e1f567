"""One thread for all long work: reading photos, exports, statistics.

A job belongs to a game (its id) and a kind. A newer job of the same kind and game replaces the older one.
What comes from a job that was replaced or cancelled, or whose game is closed, is dropped: `on_done` and
`on_progress` are then never called. They always run in the app's own thread.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any

log = logging.getLogger(__name__)

Progress = Callable[[str, float], None]


class Cancelled(Exception):
    """Raised inside a job by `Ticket.check` when nobody wants its answer any more."""


@dataclass(slots=True, eq=False)
class Ticket:
    """A job that was handed in."""

    game_id: str
    kind: str
    work: Callable[[Ticket], Any]
    on_done: Callable[[Any], None]
    on_error: Callable[[Exception], None] | None
    on_progress: Progress | None
    deliver: Callable[[Callable[[], None]], None]
    cancelled: threading.Event = field(default_factory=threading.Event)
    finished: bool = False

    def cancel(self) -> None:
        """Drop the job: it stops at its next `check`, and nobody hears of it again."""
        self.cancelled.set()

    def check(self) -> None:
        """Called by the work between its steps. Raises `Cancelled`."""
        if self.cancelled.is_set():
            raise Cancelled

    def progress(self, stage: str, share: float) -> None:
        """Called by the work: which stage it is in and how much is done, 0 to 1. Raises `Cancelled`."""
        self.check()
        if self.on_progress is not None:
            report = self.on_progress
            self.deliver(lambda: None if self.cancelled.is_set() else report(stage, share))


class Worker:
    """The thread, started with the first job.

    `deliver` passes a call on to the app's thread (Kivy's clock in the app).
    """

    def __init__(self, deliver: Callable[[Callable[[], None]], None]) -> None:
        self._deliver = deliver
        self._queue: SimpleQueue[Ticket | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._open: dict[tuple[str, str], Ticket] = {}

    def submit(
        self,
        work: Callable[[Ticket], Any],
        *,
        game_id: str,
        kind: str,
        on_done: Callable[[Any], None],
        on_error: Callable[[Exception], None] | None = None,
        on_progress: Progress | None = None,
    ) -> Ticket:
        """Hand in a job; `work` gets its ticket to report progress and to notice a cancel."""
        key = (game_id, kind)
        if key in self._open:
            self._open[key].cancel()
        ticket = Ticket(game_id, kind, work, on_done, on_error, on_progress, self._deliver)
        self._open[key] = ticket
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._run, name="worker", daemon=True)
            self._thread.start()
        self._queue.put(ticket)
        return ticket

    def running(self, game_id: str, kind: str) -> Ticket | None:
        """The job of that kind that is not finished yet, so that a screen can take up with it again."""
        ticket = self._open.get((game_id, kind))
        return None if ticket is None or ticket.finished or ticket.cancelled.is_set() else ticket

    def drop_game(self, game_id: str) -> None:
        """Cancel everything that belongs to a game."""
        for (game, _kind), ticket in self._open.items():
            if game == game_id:
                ticket.cancel()

    def stop(self) -> None:
        """Cancel everything; the thread ends after the step it is in."""
        for ticket in self._open.values():
            ticket.cancel()
        self._queue.put(None)

    def _run(self) -> None:
        while (ticket := self._queue.get()) is not None:
            if ticket.cancelled.is_set():
                continue
            try:
                answer = ticket.work(ticket)
            except Cancelled:
                continue
            except Exception as error:
                log.warning("the job %s failed", ticket.kind, exc_info=error)
                self._deliver(lambda ticket=ticket, error=error: self._fail(ticket, error))  # type: ignore[misc]
            else:
                self._deliver(lambda ticket=ticket, answer=answer: self._finish(ticket, answer))  # type: ignore[misc]
            del ticket

    def _close(self, ticket: Ticket) -> bool:
        """Whether somebody still wants to hear of the ticket."""
        ticket.finished = True
        if self._open.get((ticket.game_id, ticket.kind)) is ticket:
            del self._open[(ticket.game_id, ticket.kind)]
            return not ticket.cancelled.is_set()
        return False

    def _finish(self, ticket: Ticket, answer: Any) -> None:
        if self._close(ticket):
            ticket.on_done(answer)

    def _fail(self, ticket: Ticket, error: Exception) -> None:
        if self._close(ticket) and ticket.on_error is not None:
            ticket.on_error(error)
