"""One rule with its source and the rules around it."""

from __future__ import annotations

from companion.translation import catalogue
from companion.ui.games import game_card
from companion.ui.kv import load_kv
from companion.ui.rule_view import EntryCard, RuleRow
from companion.ui.screen import AppScreen, Sample


class RuleScreen(AppScreen):
    """`params`: game, rule."""

    def setup(self) -> None:
        from companion.rulebook import entry

        self.game_title = game_card(self.params["game"]).title
        self.entry = entry(self.params["game"], self.params["rule"])

    def enter(self) -> None:
        from companion.rulebook import entry

        self.ids.place.add_widget(EntryCard(self.entry))
        for name in self.entry.related:
            wording = entry(self.entry.game, name).wording(catalogue.language)
            self.ids.related.add_widget(RuleRow(self.app, self.entry.game, name, wording.title))
        if not self.entry.related:
            self.ids.page.remove_widget(self.ids.related_card)


SAMPLES = (Sample("rule", {"game": "marble", "rule": "aqueduct-across-tile"}),)

load_kv(__file__)
