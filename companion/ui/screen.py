"""What every screen is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kivy.uix.screenmanager import Screen

from companion.ui.flow import Flow

if TYPE_CHECKING:
    from companion.ui.session import Place
    from companion.ui.shell import MarbleApp

_numbers = iter(range(1, 1 << 60))


class AppScreen(Screen):
    """Base of all screens: subclass, and write the layout in the .kv file of the same name.

    `setup` runs before the kv rule is applied: set what the rule reads there. `enter` runs when the screen is
    in front, `leave` when it goes. State that must survive belongs in `self.params` or `self.flow`.
    """

    def __init__(self, app: MarbleApp, place: Place) -> None:
        self.app = app
        self.place = place
        self.params: dict[str, Any] = place.params
        self.setup()
        super().__init__(name=f"{place.name}-{next(_numbers)}")

    def setup(self) -> None:
        """Prepare what the kv rule reads; plain attributes only, properties do not exist yet."""

    def enter(self) -> None:
        """The screen came to the front."""

    def leave(self) -> None:
        """The screen goes: stop clocks, close what is open."""

    def remember(self) -> None:
        """Put what is only in widgets (a half-typed text) into `params`: the screen will be rebuilt."""

    def handle_back(self) -> bool:
        """Whether the screen itself used the back button."""
        return False

    @property
    def flow(self) -> Flow:
        """The game in the making. Raises `RuntimeError` if none is open."""
        if self.app.flow is None:
            raise RuntimeError(f"the screen {self.place.name} needs an open game")
        return self.app.flow


@dataclass(frozen=True, slots=True)
class Sample:
    """A screen as the screenshots show it and as the tests open it: `SAMPLES` in each screen's module."""

    name: str
    params: dict[str, Any] = field(default_factory=dict)
    prepare: Callable[[MarbleApp], None] | None = None  # before the screen is opened: a flow, stored games
    arrange: Callable[[Any], None] | None = None  # with the open screen: taps that lead to the state shown
    flow_step: int | None = None  # its number in the contact sheet of the main flow
