"""Who begins: fingers on the screen, or names on a wheel; the game's own rule beside it."""

from __future__ import annotations

import secrets
import time
from typing import Any

from companion.storage.errors import StorageError
from companion.translation import _
from companion.ui.chooser import FEWEST, Phase
from companion.ui.flow import Seat
from companion.ui.games import game_card
from companion.ui.headless import Driver
from companion.ui.kv import load_kv
from companion.ui.screen import AppScreen, Sample
from companion.ui.shell import MarbleApp
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.choice import Chip, ChipBox
from companion.ui.widgets.finger_pad import FingerPad
from companion.ui.widgets.overlay import Sheet
from companion.ui.widgets.text import SoftText, Text
from companion.ui.widgets.wheel import Wheel
from scoring.start_player import choose

MOST_NAMES = 10
COUNTED_NAMES = 12


class StartPlayerScreen(AppScreen):
    """`params`: game; way (fingers or wheel), names on the wheel, even (begin-least-often evens out)."""

    def setup(self) -> None:
        self.game = self.params.get("game") or (self.app.flow.game if self.app.flow else "marble")
        self.rule = _(game_card(self.game).start_rule)
        default = self.app.settings.start_way if self.app.platform.has_touch else "wheel"
        self.way = self.params.setdefault("way", default)
        if "names" not in self.params:
            flow = self.app.flow
            self.params["names"] = [seat.name for seat in flow.seats] if flow is not None else []

    def enter(self) -> None:
        # Only one of the two is in the tree at a time; ids alone would not keep the other one alive.
        self.pad: FingerPad = self.ids.pad.__self__
        self.wheel_box = self.ids.wheel_box.__self__
        pad = self.pad
        pad.draw.seconds = self.app.settings.start_seconds
        pad.on_choice = self._finger_chosen
        pad.on_phase = self._show_phase
        pad.on_finger = lambda: self.app.vibrate(15)
        self.ids.wheel.on_tap = self.spin
        self._show_way()

    def leave(self) -> None:
        self.pad.stop()
        self.ids.wheel.stop()

    def handle_back(self) -> bool:
        pad = self.pad
        if pad.draw.phase is Phase.CHOSEN:
            pad.reset()
            return True
        return False

    def set_way(self, way: str) -> None:
        """Fingers or wheel."""
        if way and way != self.params["way"]:
            self.params["way"] = self.way = way
            self.app.save()
            self._show_way()

    def _show_way(self) -> None:
        fingers = self.way == "fingers"
        self.ids.area.clear_widgets()
        self.ids.area.add_widget(self.pad if fingers else self.wheel_box)
        if fingers:
            self._show_phase(Phase.WAITING)
        else:
            self._show_wheel()

    # Fingers

    def _show_phase(self, phase: Phase) -> None:
        count = len(self.pad.draw.fingers)
        hint, more = "", ""
        if phase is Phase.WAITING:
            hint = _("Everybody puts a finger here")
            more = _("One more finger is needed.") if count else _("Keep still: the ring that grows begins.")
        elif phase is Phase.CANCELLED:
            hint = _("The fingers were lost")
            more = _("Lift all fingers, then put them down again.")
        elif phase is Phase.CHOSEN:
            hint = ""
        self.ids.hint.text, self.ids.hint_more.text = hint, more
        self.ids.hint_icon.opacity = 1 if phase is Phase.WAITING and count < FEWEST else 0

    def _finger_chosen(self, ring: int) -> None:
        self.app.vibrate(120)
        sheet = Sheet(_("Finger {number} begins").format(number=ring + 1), on_close=self.pad.reset)
        names = self._known_names()
        if self.app.flow is not None and self.app.flow.seats:
            sheet.add(SoftText(text=_("Who is that? The list of players then begins there.")))
            chips = ChipBox()
            for name in names:
                chip = Chip(text=name)
                chip.bind(on_release=lambda chip: self._settle(chip.text))
                chips.add_widget(chip)
            sheet.add(chips)
        else:
            sheet.add(SoftText(text=_("To score the game later, enter the players now, start player first.")))
            players = PushButton(text=_("Enter the players"), icon="groups", kind="tonal")
            players.bind(on_release=lambda _button: self._enter_players([]))
            sheet.add(players)
        again = PushButton(text=_("Once more"), icon="replay", kind="outline")
        again.bind(on_release=lambda _button: sheet.close())
        sheet.add(again)
        self.app.overlay.show(sheet)

    def _known_names(self) -> list[str]:
        return [seat.name for seat in self.app.flow.seats] if self.app.flow is not None else []

    # Wheel

    def _show_wheel(self) -> None:
        names = self.params["names"]
        self.ids.wheel.names = names
        box = self.ids.wheel_names
        box.clear_widgets()
        earlier = [name for name in self._earlier_names() if name not in names]
        for name in [*names, *earlier][:COUNTED_NAMES]:
            chip = Chip(text=name, active=name in names)
            chip.bind(on_release=lambda chip: self.toggle_name(chip.text))
            box.add_widget(chip)
        enough = len(names) >= FEWEST
        self.ids.spin.disabled = not enough
        self.ids.wheel.opacity = 1 if names else 0
        few = _("Type the names, or tap those of earlier games: at least two.")
        self.ids.wheel_hint.text = "" if enough else few

    def _earlier_names(self) -> list[str]:
        try:
            return list(self.app.store.player_names())
        except StorageError as error:
            self.app.report(error)
            return []

    def toggle_name(self, name: str) -> None:
        """Put a name on the wheel, or take it off."""
        names = self.params["names"]
        if name in names:
            names.remove(name)
        elif len(names) < MOST_NAMES:
            names.append(name)
        self.app.save()
        self._show_wheel()

    def add_name(self, name: str) -> None:
        """A name that was typed."""
        name = " ".join(name.split())
        self.ids.new_name.text = ""
        if name and name not in self.params["names"]:
            self.toggle_name(name)

    def set_even(self, even: bool) -> None:
        """Whether those who began least often are preferred."""
        self.params["even"] = even
        self.app.save()

    def spin(self) -> None:
        """Draw, then let the wheel turn to the one who was drawn."""
        names: list[str] = self.params["names"]
        wheel: Wheel = self.ids.wheel
        if len(names) < FEWEST or wheel.turning:
            return
        starts = None
        if self.params.get("even"):
            try:
                counted = self.app.store.starts()
                starts = {name: counted.get(name, 0) for name in names}
            except StorageError as error:
                self.app.report(error)
        chosen = choose(names, starts=starts).start
        offset = secrets.SystemRandom().uniform(-0.38, 0.38)
        wheel.spin_to(names.index(chosen), offset, lambda: self._name_chosen(chosen))

    def _name_chosen(self, name: str) -> None:
        self.app.vibrate(120)
        sheet = Sheet(_("{name} begins").format(name=name))
        flow = self.app.flow
        if flow is not None and name in [seat.name for seat in flow.seats]:
            take = PushButton(text=_("Take over"), icon="check")
            take.bind(on_release=lambda _button: self._settle(name))
        else:
            sheet.add(Text(text=_("The others follow clockwise.")))
            names = self.params["names"]
            first = names.index(name)
            take = PushButton(text=_("Score a game with these players"), icon="groups", kind="tonal")
            take.bind(on_release=lambda _button: self._enter_players(names[first:] + names[:first]))
        again = PushButton(text=_("Once more"), icon="replay", kind="outline")

        def on_again(_button: Any) -> None:
            sheet.close()
            self.spin()

        again.bind(on_release=on_again)
        sheet.add_choices(take, again)
        self.app.overlay.show(sheet)

    # What follows

    def _settle(self, name: str) -> None:
        """The start player of the game in the making is known."""
        flow = self.flow
        flow.start = [seat.name for seat in flow.seats].index(name)
        self.app.overlay.close_all()
        if len(self.app.nav.stack) > 2:
            self.app.nav.back()
        else:
            self.app.nav.replace("players")
        self.app.toast(_("{name} begins").format(name=name))

    def _enter_players(self, names: list[str]) -> None:
        flow = self.app.start_flow(self.game, [Seat(name) for name in names])
        flow.start = 0 if names else None
        self.app.nav.replace("players", first_begins=not names)


def _with_names(app: MarbleApp) -> None:
    app.start_flow("marble", [Seat("Julia", "purple"), Seat("Octavia", "black"), Seat("Marcus", "white")])


def _four_fingers(driver: Driver) -> None:
    screen = driver.app.nav.screen
    if not isinstance(screen, StartPlayerScreen):
        return
    pad = screen.pad
    pad.draw.seconds = 1000.0
    for across, up in ((0.2, 0.2), (0.75, 0.3), (0.3, 0.75), (0.8, 0.8)):
        at = (pad.x + pad.width * across, pad.y + pad.height * up)
        pad.draw.down(at, *at, time.monotonic() - 600.0)
    pad.tell()


SAMPLES = (
    Sample("start_fingers", {"game": "marble", "way": "fingers"}),
    Sample("start_rings", {"game": "marble", "way": "fingers"}, arrange=_four_fingers, flow_step=2),
    Sample(
        "start_wheel",
        {"game": "alea", "way": "wheel", "names": ["Julia", "Octavia", "Marcus", "Livia", "Titus"]},
    ),
    Sample("start_wheel_flow", {"way": "wheel"}, prepare=_with_names),
)

load_kv(__file__)
