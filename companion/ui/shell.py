"""The app itself: what is open and what it looks like."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout

from companion.platform import Platform, PlatformError, current_platform
from companion.translation import _, catalogue, language_for
from companion.ui.flow import Flow, Seat
from companion.ui.keeping import flow_of, saved_game_of
from companion.ui.navigation import Navigator
from companion.ui.session import Place, Session, load_session, save_session
from companion.ui.settings import Settings, load_settings, save_settings
from companion.ui.theme import look, register_fonts
from companion.ui.widgets.overlay import Overlay
from companion.ui.worker import Worker
from scoring.errors import BadInput

if TYPE_CHECKING:
    from companion.storage import Store

log = logging.getLogger(__name__)

BACK_KEYS = (27, 1001)  # escape, which is also what Kivy makes of Android's back button

# The screens that can follow home while a game is being entered; the others do not change where it goes on.
FLOW_SCREENS = ("players", "photo", "via_romana", "alea")


class MarbleApp(App):
    """Holds what all screens share: `nav`, `flow`, `settings`, `worker`, `platform`."""

    title = "Marble Companion"
    use_kivy_settings = False

    def __init__(self, platform: Platform | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.platform = platform or current_platform()
        self.folder: Path = self.platform.data_folder()
        self.settings: Settings = load_settings(self.folder / "settings.json")
        self.session: Session = load_session(self.folder / "session.json")
        self._store: Store | None = None
        self.worker = Worker(lambda call: Clock.schedule_once(lambda _dt: call(), 0))
        self.overlay: Overlay
        self.nav: Navigator

    # What is open

    @property
    def flow(self) -> Flow | None:
        return self.session.flow

    @property
    def store(self) -> Store:
        """The stored games, opened when first needed. Raises `StorageError`."""
        if self._store is None:
            from companion.storage import open_store

            self._store = open_store(self.folder)
        return self._store

    def close_store(self) -> None:
        """Let go of the stored games; the next use opens them again."""
        if self._store is not None:
            self._store.close()
            self._store = None

    def start_flow(self, game: str, seats: list[Seat] | None = None) -> Flow:
        """Begin a game; what the worker still does for the one before is dropped."""
        self._drop_jobs()
        self.session.flow = Flow(game, seats=seats or [])
        self.save()
        return self.session.flow

    def open_game(self, game_id: str) -> None:
        """Go on with a stored game on the screen where it was left. Raises `StorageError`."""
        flow = flow_of(self.store.game(game_id))
        self._drop_jobs()
        self.session.flow = flow
        self.resume_flow()

    def resume_flow(self) -> None:
        """Open the screen on which the game in the making was left."""
        if self.flow is not None:
            kept = self.flow.section("shell").get("places", [])
            places = [Place(name, params) for name, params in kept]
            self.nav.reset(*(places or [Place("players")]))

    def close_flow(self) -> Flow | None:
        """Leave the game in the making; gives it, so that this can be undone with `session.flow`."""
        flow = self.session.flow
        self._drop_jobs()
        self.session.flow = None
        self.save()
        return flow

    def save(self) -> None:
        """Write stack and flow where a restart finds them; called after every change."""
        flow, stack = self.session.flow, self.session.stack
        if flow is not None and len(stack) > 1 and stack[1].name in FLOW_SCREENS:
            flow.section("shell")["places"] = [[place.name, place.params] for place in stack[1:]]
        try:
            save_session(self.folder / "session.json", self.session)
        except OSError as error:
            self.report(error)

    def save_step(self, step: str) -> None:
        """A step of the flow is done (one of `storage.STEPS`): put the game into the store."""
        if self.flow is None:
            raise RuntimeError("no game is open")
        self.flow.step = step
        self.save()
        from companion.storage import GameNotFound, StorageError

        try:
            try:
                before = self.store.game(self.flow.id)
            except GameNotFound:
                before = None
            self.store.save_step(saved_game_of(self.flow, before))
        except StorageError as error:
            self.report(error)

    def _drop_jobs(self) -> None:
        if self.session.flow is not None:
            self.worker.drop_game(self.session.flow.id)

    # Choices of the player

    def change_settings(self, **changes: Any) -> None:
        """Take over and keep a setting; the screen is rebuilt in the new look."""
        self.settings = replace(self.settings, **changes)
        try:
            save_settings(self.folder / "settings.json", self.settings)
        except OSError as error:
            self.report(error)
        self.apply_settings()
        self.nav.rebuild()

    def apply_settings(self) -> None:
        """Language, colours and sizes as set."""
        chosen = self.settings.language
        catalogue.use(language_for(self.platform.locale()) if chosen == "system" else chosen)
        appearance = self.settings.appearance
        insets = self.platform.insets()
        look.apply(
            dark=self.platform.prefers_dark() if appearance == "system" else appearance == "dark",
            colour_blind=self.settings.colour_blind,
            text_size=self.settings.text_size,
            insets=(insets.left, insets.top, insets.right, insets.bottom),
        )
        look.wide = Window.width >= dp(600) and Window.width > Window.height
        Window.clearcolor = look.background
        self.platform.dress_bars(look.dark)

    def vibrate(self, milliseconds: int = 30) -> None:
        """If the player wants it."""
        if self.settings.vibration:
            self.platform.vibrate(milliseconds)

    def toast(self, text: str, action: str = "", on_action: Any = None) -> None:
        """A short message at the bottom, with one button if `action` names it."""
        self.overlay.toast(text, action, on_action)

    def in_app_thread(self, call: Callable[..., None]) -> Callable[..., None]:
        """The same call, passed on to the app's thread: for callbacks of the platform."""
        return lambda *values: Clock.schedule_once(lambda _dt: call(*values), 0) and None

    def report(self, error: Exception) -> None:
        """Something went wrong that is no reason to stop: log it, say so, go on."""
        log.error("went on after an error", exc_info=error)
        if not hasattr(self, "overlay"):
            return
        if isinstance(error, OSError):
            text = _("This could not be saved: {reason}").format(reason=error.strerror or str(error))
        elif isinstance(error, BadInput | PlatformError):
            text = str(error)
        else:
            text = _("Something went wrong. The app goes on; the log has the details.")
        self.overlay.toast(text)

    # Kivy's life

    def build(self) -> FloatLayout:
        register_fonts()
        self.apply_settings()
        Window.softinput_mode = "below_target"
        root = FloatLayout()
        self.overlay = Overlay()
        self.nav = Navigator(self, self.session.stack)
        root.add_widget(self.nav.manager)
        root.add_widget(self.overlay)
        self.nav.show_first()
        Window.bind(on_keyboard=self._on_key, on_resize=self._on_resize)
        return root

    def on_pause(self) -> bool:
        if self.nav.screen is not None:
            self.nav.screen.remember()
        self.save()
        return True

    def on_resume(self) -> None:
        self._on_resize()

    def on_stop(self) -> None:
        Window.unbind(on_keyboard=self._on_key, on_resize=self._on_resize)
        self.save()
        self.worker.stop()
        self.close_store()

    def _on_key(self, _window: Any, key: int, *_rest: Any) -> bool:
        if key not in BACK_KEYS:
            return False
        if not self.nav.back():
            self.platform.leave()
        return True

    def _on_resize(self, *_size: Any) -> None:
        """After a turn of the phone: rebuild only if margins or the kind of layout changed."""
        before = (look.wide, look.inset_left, look.inset_top, look.inset_right, look.inset_bottom)
        self.apply_settings()
        if before != (look.wide, look.inset_left, look.inset_top, look.inset_right, look.inset_bottom):
            self.nav.rebuild()
