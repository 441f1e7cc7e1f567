"""The rules under one heading."""

from __future__ import annotations

from companion.translation import catalogue
from companion.ui.games import game_card
from companion.ui.kv import load_kv
from companion.ui.rule_view import RuleRow
from companion.ui.screen import AppScreen, Sample


class RuleTopicScreen(AppScreen):
    """`params`: game, topic."""

    def setup(self) -> None:
        from companion.rulebook import topics

        self.game = self.params["game"]
        topic = next(topic for topic in topics(self.game) if topic.id == self.params["topic"])
        self.heading = topic.title(catalogue.language)
        self.game_title = game_card(self.game).title

    def enter(self) -> None:
        from companion.rulebook import entries_of

        for number, entry in enumerate(entries_of(self.game, self.params["topic"])):
            wording = entry.wording(catalogue.language)
            row = RuleRow(self.app, self.game, entry.id, wording.title, wording.answer)
            row.divided = number > 0  # no line along the card's edge
            self.ids.rules.add_widget(row)


SAMPLES = (Sample("rule_topic", {"game": "via_romana", "topic": "setup"}),)

load_kv(__file__)
