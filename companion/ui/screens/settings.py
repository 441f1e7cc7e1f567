"""Language, text size, colours, vibration, the start player's draw; what the app is made of."""

from __future__ import annotations

from typing import Any

from companion.storage.errors import StorageError
from companion.translation import LANGUAGES, _, language_for, ngettext
from companion.ui.board.glyphs import colour_letter
from companion.ui.kv import load_kv
from companion.ui.screen import AppScreen, Sample
from companion.ui.settings import START_SECONDS
from companion.ui.widgets.badge import PlayerBadge
from companion.ui.widgets.choice import Chip
from companion.ui.widgets.overlay import Sheet
from companion.ui.widgets.text import SmallText, Text
from companion.version import VERSION

PHOTO_LIMITS_MB = (100, 250, 500, 1000, 2000)
SHOWN_COLOURS = ("red", "blue", "green", "yellow", "purple", "orange", "black", "white")


class SettingsScreen(AppScreen):
    """Every choice takes effect at once."""

    def setup(self) -> None:
        self.chosen = self.app.settings
        self.seconds_range = START_SECONDS
        self.photo_limit = self._photo_limit()

    def enter(self) -> None:
        system = LANGUAGES[language_for(self.app.platform.locale())]
        options = {"system": _("As the phone ({language})").format(language=system), **LANGUAGES}
        for key, name in options.items():
            chip = Chip(text=name, active=key == self.chosen.language)
            chip.bind(on_release=lambda _chip, key=key: self.change(language=key))
            self.ids.languages.add_widget(chip)
        for colour in SHOWN_COLOURS:
            self.ids.sample.add_widget(
                PlayerBadge(colour=colour, text=colour_letter(colour, SHOWN_COLOURS), size_hint=(None, None))
            )
        for limit in PHOTO_LIMITS_MB:
            chip = Chip(text=_("{size} MB").format(size=limit), active=limit == self.photo_limit)
            chip.bind(on_release=lambda _chip, limit=limit: self.set_photo_limit(limit))
            self.ids.limits.add_widget(chip)
        self.ids.body.body.scroll_y = self.params.get("scroll", 1.0)

    def remember(self) -> None:
        self.params["scroll"] = self.ids.body.body.scroll_y

    def change(self, **changes: Any) -> None:
        """Take a choice over, unless it is the one that holds already."""
        if any(getattr(self.app.settings, name) != value for name, value in changes.items()):
            self.app.change_settings(**changes)

    def change_vibration(self, active: bool) -> None:
        """Take it over, and let the player feel it."""
        self.change(vibration=active)
        self.app.vibrate(60)

    # Photos

    def _photo_limit(self) -> int:
        try:
            return self.app.store.photo_limit_mb
        except StorageError as error:
            self.app.report(error)
            return 0

    def set_photo_limit(self, limit: int) -> None:
        """How much room photos may take; what is over it is only removed after asking."""
        from companion.storage.store import PHOTO_LIMIT_KEY

        try:
            self.app.store.set_setting(PHOTO_LIMIT_KEY, limit)
        except StorageError as error:
            self.app.report(error)
        self.app.nav.rebuild()
        self.clean_up(ask_only_if_needed=True)

    def clean_up(self, ask_only_if_needed: bool = False) -> None:
        """Say what would go and ask."""
        try:
            proposal = self.app.store.propose_clean_up()
        except StorageError as error:
            self.app.report(error)
            return
        count = len(proposal.leftovers)
        if not count:
            if not ask_only_if_needed:
                self.app.toast(_("The photos fit; nothing has to go."))
            return

        def remove() -> None:
            try:
                freed = self.app.store.clean_up(proposal)
            except StorageError as error:
                self.app.report(error)
                return
            self.app.toast(_("{size} MB freed.").format(size=round(freed / 1e6)))

        self.app.overlay.ask(
            _("Remove old photos?"),
            ngettext(
                "{count} photo would go; its game and score stay.",
                "{count} photos would go; their games and scores stay.",
                count,
            ),
            _("Remove"),
            remove,
            _("Keep them"),
            danger=True,
        )

    # About

    def show_about(self) -> None:
        """What the app is, and whose work it uses."""
        sheet = Sheet("Marble Companion")
        sheet.add(Text(text=_("Version {version}").format(version=VERSION)))
        sheet.add(Text(text=_("Everything stays on this device: no account, no network, no advertising.")))
        sheet.add(
            SmallText(
                text=_(
                    "An unofficial helper for players who own the games. Made with Kivy, NumPy and OpenCV. "
                    "Fonts: Quattrocento (SIL Open Font License), Roboto and Material Icons "
                    "(Apache License), DejaVu Sans."
                )
            )
        )
        self.app.overlay.show(sheet)


SAMPLES = (Sample("settings"),)

load_kv(__file__)
