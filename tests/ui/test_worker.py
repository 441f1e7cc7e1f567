"""One worker thread: stale answers are dropped, errors and progress arrive in the app's thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue

import pytest

from companion.ui.worker import Ticket, Worker


class AppThread:
    """Stands in for Kivy's clock: calls wait until the test lets them happen."""

    def __init__(self) -> None:
        self.calls: SimpleQueue[Callable[[], None]] = SimpleQueue()

    def run(self, until: Callable[[], bool], within: float = 5.0) -> None:
        end = time.monotonic() + within
        while not until():
            assert time.monotonic() < end, "did not happen"
            try:
                self.calls.get(timeout=0.05)()
            except Empty:
                continue

    def drain(self) -> None:
        time.sleep(0.1)
        while not self.calls.empty():
            self.calls.get()()


@pytest.fixture
def app_thread() -> AppThread:
    return AppThread()


@pytest.fixture
def worker(app_thread: AppThread) -> Iterator[Worker]:
    running = Worker(app_thread.calls.put)
    yield running
    running.stop()


def test_answer_and_progress_arrive(worker: Worker, app_thread: AppThread) -> None:
    heard: list[object] = []

    def work(ticket: Ticket) -> int:
        ticket.progress("register", 0.5)
        assert threading.current_thread().name == "worker"
        return 42

    worker.submit(
        work,
        game_id="g",
        kind="reading",
        on_done=heard.append,
        on_progress=lambda stage, share: heard.append((stage, share)),
    )
    app_thread.run(lambda: 42 in heard)
    assert heard == [("register", 0.5), 42]
    assert worker.running("g", "reading") is None


def test_newer_job_replaces_older(worker: Worker, app_thread: AppThread) -> None:
    heard: list[str] = []
    gate = threading.Event()

    def slow(_ticket: Ticket) -> str:
        gate.wait(5)
        return "old"

    worker.submit(slow, game_id="g", kind="reading", on_done=heard.append)
    worker.submit(lambda _t: "new", game_id="g", kind="reading", on_done=heard.append)
    gate.set()
    app_thread.run(lambda: "new" in heard)
    app_thread.drain()
    assert heard == ["new"]


def test_game_that_was_closed_hears_nothing(worker: Worker, app_thread: AppThread) -> None:
    heard: list[str] = []
    gate = threading.Event()

    def slow(ticket: Ticket) -> str:
        gate.wait(5)
        ticket.check()
        return "never"

    worker.submit(slow, game_id="a", kind="reading", on_done=heard.append)
    worker.submit(lambda _t: "other game", game_id="b", kind="reading", on_done=heard.append)
    worker.drop_game("a")
    gate.set()
    app_thread.run(lambda: bool(heard))
    app_thread.drain()
    assert heard == ["other game"]


def test_answer_on_its_way_is_dropped_too(worker: Worker, app_thread: AppThread) -> None:
    heard: list[str] = []
    ticket = worker.submit(lambda _t: "late", game_id="g", kind="x", on_done=heard.append)
    time.sleep(0.1)  # the answer waits for the app's thread
    ticket.cancel()
    app_thread.drain()
    assert heard == []


def test_error_is_handed_on(worker: Worker, app_thread: AppThread) -> None:
    errors: list[Exception] = []

    def fail(_ticket: Ticket) -> None:
        raise ValueError("no board")

    worker.submit(fail, game_id="g", kind="x", on_done=lambda _a: None, on_error=errors.append)
    app_thread.run(lambda: bool(errors))
    assert str(errors[0]) == "no board"
    answers: list[int] = []
    worker.submit(lambda _t: 1, game_id="g", kind="x", on_done=answers.append)
    app_thread.run(lambda: bool(answers))
