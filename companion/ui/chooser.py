"""The draw among fingers on the screen, as a plain state machine without pixels or clocks of its own."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from enum import Enum

from scoring.start_player import choose

FEWEST, MOST = 2, 10
TOGETHER_SECONDS = (
    0.08  # fingers of people never leave within the same tenth of a second; a system gesture's do
)


class Phase(Enum):
    """Where the draw is."""

    WAITING = "waiting"  # too few fingers
    COUNTING = "counting"  # enough; drawn when nothing has changed for a while
    CHOSEN = "chosen"
    CANCELLED = "cancelled"  # fingers vanished together; all must leave before it begins again


@dataclass(slots=True)
class Finger:
    """A finger on the screen; `ring` is the number of its colour, lowest free one first."""

    key: Hashable
    x: float
    y: float
    ring: int


def draw_ring(rings: Sequence[int]) -> int:
    """One of the rings, each with the same chance."""
    return int(choose([str(ring) for ring in rings]).start)


class FingerDraw:
    """Takes fingers and the time; says who was chosen."""

    def __init__(self, seconds: float, draw: Callable[[Sequence[int]], int] = draw_ring) -> None:
        self.seconds = seconds
        self.fingers: dict[Hashable, Finger] = {}
        self.phase = Phase.WAITING
        self.chosen: Finger | None = None
        self._draw = draw
        self._changed = 0.0
        self._left: list[float] = []

    def down(self, key: Hashable, x: float, y: float, now: float) -> Finger | None:
        """A finger came; None if there is no room for it or the draw is over."""
        if self.phase in (Phase.CHOSEN, Phase.CANCELLED) or len(self.fingers) >= MOST:
            return None
        taken = {finger.ring for finger in self.fingers.values()}
        ring = next(number for number in range(MOST) if number not in taken)
        finger = self.fingers[key] = Finger(key, x, y, ring)
        self._change(now)
        return finger

    def move(self, key: Hashable, x: float, y: float) -> None:
        """A finger slid: it stays in the draw, and the count goes on."""
        if key in self.fingers:
            self.fingers[key].x, self.fingers[key].y = x, y

    def up(self, key: Hashable, now: float) -> None:
        """A finger left."""
        if key not in self.fingers:
            return
        del self.fingers[key]
        if self.phase in (Phase.CHOSEN, Phase.CANCELLED):
            if self.phase is Phase.CANCELLED and not self.fingers:
                self.phase = Phase.WAITING
            return
        self._left = [moment for moment in self._left if now - moment < TOGETHER_SECONDS] + [now]
        if len(self._left) >= 2:
            self.phase = Phase.CANCELLED if self.fingers else Phase.WAITING
            return
        self._change(now)

    def tick(self, now: float) -> bool:
        """Let time pass; True at the moment of the choice."""
        if self.phase is not Phase.COUNTING or now - self._changed < self.seconds:
            return False
        ring = self._draw(sorted(finger.ring for finger in self.fingers.values()))
        self.chosen = next(finger for finger in self.fingers.values() if finger.ring == ring)
        self.phase = Phase.CHOSEN
        return True

    def waited(self, now: float) -> float:
        """How much of the waiting is over, 0 to 1."""
        if self.phase is Phase.COUNTING:
            return min((now - self._changed) / self.seconds, 1.0)
        return 1.0 if self.phase is Phase.CHOSEN else 0.0

    def reset(self) -> None:
        """Begin again; fingers that are still there must leave first."""
        self.chosen = None
        self._left = []
        self.phase = Phase.CANCELLED if self.fingers else Phase.WAITING

    def _change(self, now: float) -> None:
        self._changed = now
        self.phase = Phase.COUNTING if len(self.fingers) >= FEWEST else Phase.WAITING
