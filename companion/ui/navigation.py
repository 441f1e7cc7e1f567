"""The stack of screens. A screen is built anew from its place whenever it comes to the front.

So going back, a change of language, and coming back after being killed are the same thing; whatever must
survive lives in the place's `params` or in the flow, never in widgets.
"""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING, Any

from kivy.uix.screenmanager import NoTransition, ScreenManager, SlideTransition

from companion.ui.session import Place
from companion.ui.theme import look

if TYPE_CHECKING:
    from companion.ui.screen import AppScreen
    from companion.ui.shell import MarbleApp


def screen_names() -> tuple[str, ...]:
    """Every screen there is: the modules of `companion.ui.screens`."""
    package = importlib.import_module("companion.ui.screens")
    return tuple(sorted(module.name for module in pkgutil.iter_modules(package.__path__)))


def screen_class(name: str) -> type[AppScreen]:
    """`start_player` is `StartPlayerScreen` in `screens/start_player.py`. Raises `ImportError`."""
    module = importlib.import_module(f"companion.ui.screens.{name}")
    found = getattr(module, "".join(part.capitalize() for part in name.split("_")) + "Screen")
    return found


class Navigator:
    """Moves along the stack and keeps the screen manager showing its top."""

    def __init__(self, app: MarbleApp, stack: list[Place]) -> None:
        self.app = app
        self.stack = stack
        self.manager = ScreenManager(transition=NoTransition())
        self.screen: AppScreen | None = None

    def open(self, name: str, **params: Any) -> None:
        """Put a screen on top."""
        self.stack.append(Place(name, params))
        self._show("left")

    def replace(self, name: str, **params: Any) -> None:
        """Put a screen in the place of the one on top: back does not return to that."""
        self.stack[-1] = Place(name, params)
        self._show("left")

    def home(self) -> None:
        """Back to the first screen."""
        self.stack[:] = [Place("home")]
        self._show("right")

    def reset(self, *places: Place) -> None:
        """Home with these screens on top of it."""
        self.stack[:] = [Place("home"), *places]
        self._show("left")

    def back_to(self, name: str) -> None:
        """Back to the last screen of that name; home if there is none."""
        while len(self.stack) > 1 and self.stack[-1].name != name:
            self.stack.pop()
        self._show("right")

    def back(self) -> bool:
        """What the back button does; False when there is nothing left to go back to."""
        if self.app.overlay.close_top():
            return True
        if self.screen is not None and self.screen.handle_back():
            return True
        if len(self.stack) < 2:
            return False
        self.stack.pop()
        self._show("right")
        return True

    def rebuild(self) -> None:
        """Build the front screen anew: another language, size or look."""
        if self.screen is not None:
            self.screen.remember()
        self._show(None)

    def show_first(self) -> None:
        """Show the top of the stack for the first time; a screen that fails then is left out, not fatal."""
        while len(self.stack) > 1:
            try:
                return self._show(None)
            except Exception as error:
                self.app.report(error)
                self.stack.pop()
        self._show(None)

    def _show(self, direction: str | None) -> None:
        place = self.stack[-1]
        if self.screen is not None:
            self.screen.leave()
        self.app.overlay.close_all()
        screen = screen_class(place.name)(self.app, place)
        self.screen = screen
        if direction is None or not look.motion:
            self.manager.switch_to(screen, transition=NoTransition())
        else:
            self.manager.switch_to(screen, transition=SlideTransition(duration=0.22), direction=direction)
        screen.enter()
        self.app.save()
