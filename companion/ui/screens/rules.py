"""Rules questions in one's own words, the rules by topic, and the way to the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.properties import ObjectProperty

from companion.translation import _, catalogue, mark, ngettext
from companion.ui.games import GAME_CARDS
from companion.ui.headless import Driver
from companion.ui.kv import load_kv
from companion.ui.rule_view import AnswerCard
from companion.ui.screen import AppScreen, Sample
from companion.ui.widgets.card import CardButton
from companion.ui.widgets.choice import Chip, ListRow
from companion.ui.widgets.text import Symbol

if TYPE_CHECKING:
    from companion.rulebook import Conversation

KEPT_QUESTIONS = 8
EXAMPLES: dict[str, tuple[str, ...]] = {
    "marble": (
        mark("Who builds if two players are tied?"),
        mark("May an aqueduct branch?"),
        mark("When does the game end?"),
    ),
    "via_romana": (
        mark("Who wins a tie?"),
        mark("What is a castle worth?"),
        mark("How many cards may I keep?"),
    ),
    "alea": (
        mark("What does the joker province do?"),
        mark("What are repete chips worth?"),
        mark("Who begins?"),
    ),
}


@dataclass(frozen=True, slots=True)
class Helper:
    """A screen that works a situation out."""

    screen: str
    icon: str
    title: str
    text: str


HELPERS: dict[str, Helper] = {
    "marble": Helper(
        "what_if",
        "grid_on",
        mark("Ask on the board"),
        mark("May a tile go here? Who would get this site? Where may the aqueduct go?"),
    ),
    "via_romana": Helper(
        "road",
        "route",
        mark("A road is complete"),
        mark("Who takes the marker, and who draws how many cards?"),
    ),
    "alea": Helper(
        "alea_round",
        "casino",
        mark("A round of dice"),
        mark("May these dice go there, and what does the round bring?"),
    ),
}


class HelperCard(CardButton):
    """The way to a helper."""

    helper = ObjectProperty(HELPERS["marble"])


class RulesScreen(AppScreen):
    """`params`: game; asked (the questions so far, oldest first); typed."""

    def setup(self) -> None:
        self.game = self.params.setdefault("game", self.app.settings.last_game)
        self.helper = HELPERS[self.game]
        self.params.setdefault("asked", [])
        names = {"marble": "City of Marble"}
        self.games = [(card.key, names.get(card.key, card.title)) for card in GAME_CARDS]
        self.conversation: Conversation | None = None

    def enter(self) -> None:
        self.ids.question.text = self.params.pop("typed", "")
        # The screen comes first; the book is opened in the frame after it.
        self._opening = Clock.schedule_once(self._show, 0)

    def leave(self) -> None:
        self._opening.cancel()

    def remember(self) -> None:
        self.params["typed"] = self.ids.question.text

    def choose_game(self, game: str) -> None:
        """Another game: its topics and questions."""
        if game and game != self.game:
            self.params.update(game=game, asked=[], typed=self.ids.question.text)
            self.app.nav.replace("rules", **self.params)

    def _show(self, _dt: float) -> None:
        from companion.rulebook import entries_of, topics

        for question in self.params["asked"]:
            self._answer(question)
        for text in () if self.params["asked"] else EXAMPLES[self.game]:
            chip = Chip(text=_(text))
            chip.bind(on_release=lambda chip: self.ask(chip.text))
            self.ids.examples.add_widget(chip)
        language = catalogue.language
        for topic in topics(self.game):
            count = len(entries_of(self.game, topic.id))
            rules = ngettext("{count} rule", "{count} rules", count)
            row = ListRow(title=topic.title(language), text=rules, divided=True)
            row.add_widget(Symbol(icon="chevron_right", pos_hint={"center_y": 0.5}))
            row.bind(on_release=lambda _row, key=topic.id: self._open_topic(key))
            self.ids.topics.add_widget(row)

    def _open_topic(self, topic: str) -> None:
        self.app.nav.open("rule_topic", game=self.game, topic=topic)

    def ask(self, question: str) -> None:
        """Answer a question; it stays on the screen, newest first."""
        question = " ".join(question.split())
        if not question:
            return
        self.ids.question.text = ""
        self.params["asked"] = [*self.params["asked"], question][-KEPT_QUESTIONS:]
        self._answer(question)
        self.ids.page.body.scroll_y = 1
        self.app.save()

    def _answer(self, question: str) -> None:
        from companion.rulebook import Conversation, ask

        if self.conversation is None:
            self.conversation = Conversation(game=self.game)
        answer = ask(question, self.game, catalogue.language, self.conversation)
        column = self.ids.page.column
        column.add_widget(AnswerCard(self.app, answer), column.children.index(self.ids.asking.__self__))
        self.ids.examples.clear_widgets()


def _ask_one(driver: Driver) -> None:
    screen = driver.app.nav.screen
    if isinstance(screen, RulesScreen):
        screen.ask(_("Who builds if two players are tied?"))


SAMPLES = (
    Sample("rules", {"game": "marble"}),
    Sample("rules_answer", {"game": "marble"}, arrange=_ask_one, flow_step=10),
    Sample("rules_alea", {"game": "alea"}),
)

load_kv(__file__)
