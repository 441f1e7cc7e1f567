"""Rules as cards and rows; shared by the screens that show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.translation import _, catalogue
from companion.ui.kv import load_kv
from companion.ui.widgets.card import Card
from companion.ui.widgets.choice import ListRow

if TYPE_CHECKING:
    from companion.rulebook import Answer, Entry, Found
    from companion.ui.shell import MarbleApp


def source_text(rulebook: str, section: str) -> str:
    """Where a rule is printed, for people."""
    place = f"{rulebook}: {section}" if section else rulebook
    return _("Source: {place}").format(place=place)


class RuleRow(ListRow):
    """A rule by its title; a tap opens it."""

    def __init__(self, app: MarbleApp, game: str, rule: str, title: str, text: str = "") -> None:
        super().__init__(title=title, text=text, divided=True)
        self.bind(on_release=lambda _row: app.nav.open("rule", game=game, rule=rule))


class EntryCard(Card):
    """One rule in full: the short answer first."""

    def __init__(self, entry: Entry) -> None:
        wording = entry.wording(catalogue.language)
        self.rule_title = wording.title
        self.answer = wording.answer
        self.detail = wording.detail
        self.source_text = source_text(entry.source.rulebook, entry.source.section)
        self.note = {
            "silent": _("The rulebook is silent; this is a suggestion."),
            "disputed": _("The rulebooks differ here."),
        }.get(entry.kind, "")
        super().__init__()


class AnswerCard(Card):
    """A question and what the rulebook says to it."""

    def __init__(self, app: MarbleApp, answer: Answer) -> None:
        first: Found | None = answer.answers[0] if answer.answers else None
        self.question = answer.question
        refused = answer.status == "refused"
        self.note = {
            "silent": _("The rulebook is silent; this is a suggestion."),
            "refused": _("No rule of these games answers that."),
        }.get(answer.status, "")
        self.rule_title = "" if refused or first is None else first.title
        self.answer_text = "" if refused or first is None else first.text
        self.source_text = ""
        if first is not None and not refused:
            self.source_text = source_text(first.source.rulebook, first.source.section)
        others = answer.answers if refused else answer.answers[1:]
        self.others_title = "" if not others else _("Nearest rules") if refused else _("See also")
        super().__init__()
        for other in others:
            self.ids.others.add_widget(RuleRow(app, other.game, other.rule, other.title))


load_kv(__file__)
