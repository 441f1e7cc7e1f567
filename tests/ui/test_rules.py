"""Asking, following up, browsing."""

from __future__ import annotations

import pytest
from harness import Driver

from companion.rulebook import GAMES, entries_of, topics
from companion.ui.screens.rules import EXAMPLES, HELPERS


def ask(driver: Driver, question: str) -> None:
    field = driver.app.nav.screen.ids.question
    driver.type(field, question)
    driver.tap(driver.find("Ask", kind="IconButton"))


def test_question_gets_an_answer_with_its_source(driver: Driver) -> None:
    driver.tap("Rules")
    driver.frames(3)
    ask(driver, "can an aqueduct go across a tile?")
    texts = driver.texts()
    assert "can an aqueduct go across a tile?" in texts
    assert any(text.startswith("No:") for text in texts)
    assert any(text.startswith("Source:") for text in texts)
    assert driver.app.nav.screen.ids.question.text == ""


def test_nonsense_is_refused(driver: Driver) -> None:
    driver.app.nav.open("rules", game="alea")
    driver.frames(3)
    ask(driver, "how do I bake a chocolate cake in Minecraft")
    assert "No rule of these games answers that." in driver.texts()


def test_questions_stay_after_a_restart_and_in_another_language(driver: Driver) -> None:
    driver.app.nav.open("rules", game="marble")
    driver.frames(3)
    ask(driver, "May an aqueduct branch?")
    driver.kill()
    driver.start()
    driver.frames(3)
    assert "May an aqueduct branch?" in driver.texts()
    driver.app.change_settings(language="de")
    driver.frames(3)
    assert "May an aqueduct branch?" in driver.texts()
    assert any(text.startswith("Quelle:") for text in driver.texts())


def test_browse_by_topic_to_a_rule_and_back(driver: Driver) -> None:
    driver.app.nav.open("rules", game="via_romana")
    driver.frames(3)
    topic = topics("via_romana")[1]
    entry = entries_of("via_romana", topic.id)[0]
    driver.tap(topic.title("en"))
    driver.tap(entry.wording("en").title)
    assert entry.wording("en").answer in driver.texts()
    driver.back()
    driver.back()
    assert driver.app.nav.stack[-1].name == "rules"


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_a_helper_for_situations(driver: Driver, game: str) -> None:
    driver.app.nav.open("rules", game=game)
    driver.frames(3)
    driver.tap(next(w for w in driver.widgets() if type(w).__name__ == "HelperCard"))
    assert driver.app.nav.stack[-1].name == HELPERS[game].screen


def test_other_game_by_segment(driver: Driver) -> None:
    driver.app.nav.open("rules", game="marble")
    driver.frames(3)
    driver.tap("Via Romana")
    driver.frames(3)
    assert driver.app.nav.screen.game == "via_romana"
    assert topics("via_romana")[0].title("en") in driver.texts()


def test_examples_are_answered_by_the_rulebook() -> None:
    from companion.rulebook import ask as ask_book
    from companion.translation import Catalogue

    for language in ("en", "de", "nl"):
        catalogue = Catalogue()
        catalogue.use(language)
        for game, questions in EXAMPLES.items():
            for question in questions:
                answer = ask_book(catalogue.get(question), game, language)
                assert answer.covered, (language, catalogue.get(question))
