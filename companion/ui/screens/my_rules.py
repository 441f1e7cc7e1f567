"""The values of the rules, with where they come from: whatever the box says otherwise can be changed."""

from __future__ import annotations

from typing import Any

from companion.my_copy import MyCopy, ruleset_or_shipped
from companion.ruleset_words import choice_word, status_word, value_note, value_title
from companion.translation import _
from companion.ui.kv import load_kv
from companion.ui.screen import AppScreen, Sample
from companion.ui.shell import MarbleApp
from companion.ui.theme import look
from companion.ui.widgets.card import Card, RowBox
from companion.ui.widgets.choice import Segmented, Stepper, Toggle
from companion.ui.widgets.text import Heading, SmallText, Text
from scoring.errors import BadInput
from scoring.ruleset import WORDS, Ruleset, default_ruleset

UNSURE = ("assumed", "disputed", "likely", "derived")
OWN_NAME = "my copy"


class MyRulesScreen(AppScreen):
    """Unsure values first, then the printed ones."""

    def setup(self) -> None:
        self.copy = MyCopy(self.app.folder)
        self.ruleset: Ruleset = ruleset_or_shipped(self.copy)
        self.shipped: Ruleset = default_ruleset()

    def enter(self) -> None:
        column = self.ids.column
        unsure = [key for key, value in self.shipped.values.items() if value.status in UNSURE]
        printed = [key for key in self.shipped.values if key not in unsure]
        for title, keys in ((_("Not certain"), unsure), (_("Printed"), printed)):
            column.add_widget(Heading(text=title))
            for key in keys:
                column.add_widget(self._card(key))

    def _card(self, key: str) -> Card:
        value = self.ruleset.values[key]
        shipped = self.shipped.values[key].value
        card = Card(spacing=look.gap_tiny)
        note = SmallText(text=self._provenance(key))
        if isinstance(shipped, str):
            card.add_widget(Text(text=value_title(key)))
            choice = Segmented(value=value.value)
            choice.options = [(word, choice_word(word)) for word in WORDS[key]]
            choice.bind(value=lambda _c, chosen: self.set(key, chosen, note))
            card.add_widget(choice)
        else:
            row = RowBox()
            row.add_widget(Text(text=value_title(key), pos_hint={"center_y": 0.5}))
            row.add_widget(self._control(key, value.value, isinstance(shipped, bool), note))
            card.add_widget(row)
        card.add_widget(note)
        return card

    def _control(self, key: str, value: Any, switch: bool, note: SmallText) -> Any:
        if switch:
            toggle = Toggle(active=bool(value), pos_hint={"center_y": 0.5})
            toggle.bind(active=lambda _t, active: self.set(key, bool(active), note))
            return toggle
        stepper = Stepper(value=int(value), pos_hint={"center_y": 0.5})
        stepper.bind(value=lambda _s, number: self.set(key, int(number), note))
        return stepper

    def _provenance(self, key: str) -> str:
        value, shipped = self.ruleset.values[key], self.shipped.values[key]
        text = _("{status}: {source}").format(
            status=status_word(shipped.status).capitalize(), source=value_note(key)
        )
        if value.value == shipped.value:
            return text
        if isinstance(shipped.value, bool):
            was = _("yes") if shipped.value else _("no")
        else:
            was = choice_word(str(shipped.value))
        return text + " " + _("House rule; shipped as: {value}.").format(value=was)

    def set(self, key: str, value: Any, note: SmallText) -> None:
        """Keep a house rule; one that is as shipped is none any more."""
        try:
            if value == self.shipped.values[key].value:
                values = {**self.ruleset.as_json(), key: self.shipped.as_json()[key]}
                from scoring.ruleset import read_ruleset

                ruleset = read_ruleset(values)
            else:
                ruleset = self.ruleset.with_value(key, value, OWN_NAME)
        except BadInput as error:
            self.app.toast(error.message)
            return
        self.ruleset = ruleset
        try:
            if ruleset.values == self.shipped.values:
                self.copy.forget(self.copy.ruleset_path)
            else:
                self.copy.save_ruleset(ruleset)
        except OSError as error:
            self.app.report(error)
        note.text = self._provenance(key)


def _one_changed(app: MarbleApp) -> None:
    MyCopy(app.folder).save_ruleset(default_ruleset().with_value("points_temple", 2, OWN_NAME))


def _fresh(app: MarbleApp) -> None:
    copy = MyCopy(app.folder)
    copy.forget(copy.ruleset_path)


SAMPLES = (Sample("my_rules_changed", prepare=_one_changed), Sample("my_rules", prepare=_fresh))

load_kv(__file__)
