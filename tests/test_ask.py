"""Asking: the form of answers, worked situations, conversations, and that no text ever breaks it."""

from __future__ import annotations

import sys
from subprocess import run

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rulebook import GAMES, LANGUAGES, Conversation, ask, for_people, run_ask


def test_answer_document() -> None:
    document = run_ask("can an aqueduct branch?", "marble")
    assert set(document) == {"format", "covered", "status", "answers"}
    assert document["format"] == "marble-answer/1"
    assert document["covered"] is True
    assert document["status"] == "answered"
    first = document["answers"][0]
    assert set(first) == {"rule", "title", "text", "source", "score"}
    assert first["rule"] == "aqueduct-no-branch"
    assert set(first["source"]) == {"rulebook", "section"}
    scores = [row["score"] for row in document["answers"]]
    assert all(0 <= score <= 1 for score in scores)
    assert scores == sorted(scores, reverse=True)
    assert 1 <= len(scores) <= 3


def test_silent_is_not_covered() -> None:
    answer = ask("what if we run out of fountains?", "marble")
    assert (answer.status, answer.covered) == ("silent", False)
    assert answer.answers[0].rule == "fountains-run-out"


@pytest.mark.parametrize(
    "question",
    ["how much wheat does a settlement cost", "asdf qwer zxcv", "", "?!", "wie wird das wetter", "🙂"],
)
def test_other_questions_are_refused(question: str) -> None:
    answer = ask(question)
    assert (answer.status, answer.covered) == ("refused", False)
    assert len(answer.answers) <= 3


@pytest.mark.parametrize(
    ("question", "lang"),
    [
        ("how many actions do I have", "en"),
        ("wie viele Aktionen habe ich", "de"),
        ("hoeveel acties heb ik", "nl"),
    ],
)
def test_answers_in_the_language_of_the_question(question: str, lang: str) -> None:
    answer = ask(question, "marble")
    assert answer.lang == lang
    assert answer.answers[0].rule == "two-actions"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_answers_in_the_language_asked_for(lang: str) -> None:
    texts = {other: ask("who gets the eagle", "via_romana", other).answers[0].text for other in LANGUAGES}
    assert ask("wer bekommt den Adler", "via_romana", lang).answers[0].text == texts[lang]
    assert len(set(texts.values())) == len(LANGUAGES)


@pytest.mark.parametrize(
    ("question", "game"),
    [
        ("how many magistrates do I have", "marble"),
        ("what is the legion eagle worth", "via_romana"),
        ("what may I place in the senate", "alea"),
        ("who starts in Via Romana", "via_romana"),
        ("wie viele Meilensteine hat jeder", "via_romana"),
        ("waarvoor dienen de repete chips", "alea"),
    ],
)
def test_the_game_is_guessed(question: str, game: str) -> None:
    assert ask(question).game == game


def test_unknown_game_or_language() -> None:
    with pytest.raises(ValueError, match="catan"):
        ask("who starts", "catan")
    with pytest.raises(ValueError, match="'fr'"):
        ask("who starts", None, "fr")


def test_yes_and_no_follow_the_question() -> None:
    assert ask("can I skip an action?", "marble").answers[0].text.startswith("No")
    assert ask("do I have to take both actions?", "marble").answers[0].text.startswith("Yes")
    assert ask("muss ich beide Aktionen machen?", "marble").answers[0].text.startswith("Ja")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_for_people(lang: str) -> None:
    answered = for_people(ask("can an aqueduct branch", "marble", lang))
    silent = for_people(ask("what if we run out of fountains?", "marble", lang))
    refused = for_people(ask("how much wheat is a settlement", "marble", lang))
    assert len({answered, silent, refused}) == 3
    assert all(len(text) > 20 for text in (answered, silent, refused))


# What is asked, in which game, the rule, and what the computed answer must say.
SITUATIONS = [
    (
        "I have 2 magistrates on yellow, she has 1 on yellow and 2 on red, it is a theatre: who builds?",
        "marble",
        "influence-most",
        "You build the theatre",
    ),
    (
        "arena: I have two guys on red and Anna also has two on red, who builds",
        "marble",
        "influence-tie",
        "fountain",
    ),
    ("bath: Tom has 1 on green and Eva 2 on red, who builds", "marble", "influence-none", "fountain"),
    (
        "ich habe zwei Beamte auf grün, er hat einen auf grün, es ist ein Tempel, wer baut",
        "marble",
        "influence-most",
        "Du baust den Tempel",
    ),
    (
        "ik heb 1 magistraat op geel en zij 2 op geel, het wordt een theater, wie bouwt?",
        "marble",
        "influence-most",
        "Zij bouwt het theater",
    ),
    ("we tie at 62, I have 9 buildings", "marble", "tie-break", "fewer than 9"),
    ("we are tied at 70 points, I have 8 buildings, Bob has 7, who wins", "marble", "tie-break", "You win"),
    (
        "I have 6 coins, Kim has 6 and Jo has 2. what do we score for coins",
        "marble",
        "most-coins",
        "Kim 8 points",
    ),
    ("I have 7 coins, how many points?", "marble", "final-coins", "7 points"),
    ("4 buildings of mine touch the aqueduct, how many points", "marble", "final-aqueducts", "8 points"),
    ("I've got bridges 3, 1 and 4, how many points is that", "marble", "final-bridges", "8 points"),
    (
        "imperium red: me 3, Eva 3, Jan 1 - points?",
        "marble",
        "final-imperium-tie",
        "Eva 2 points, Jan 0 points",
    ),
    (
        "I have 4 green imperium tokens and she has 2, how many points",
        "marble",
        "final-imperium",
        "You 5 points",
    ),
    (
        "my temple is next to 2 fountains and my arena next to 1, how many points do i get",
        "marble",
        "final-fountains",
        "3 points",
    ),
    ("how many points for 2 theatres and 1 arena", "marble", "building-points", "16 points"),
    ("vijf gebouwen op de bouwplaats, wat wordt dat", "marble", "site-type", "Theater"),
    ("scored road: blue has 3 pieces, red 2, yellow 2, who wins", "via_romana", "road-winner", "Blue wins"),
    (
        "red and blue both have 3 pieces on the road, red finished it, who wins",
        "via_romana",
        "road-tie",
        "Red wins",
    ),
    (
        "I have markers 4, 3, 2, castles on 3 and 1, and the eagle. how many points?",
        "via_romana",
        "final-lines",
        "15 points",
    ),
    (
        "ik heb markers 4 en 2, een kasteel op 3 en geen adelaar, hoeveel punten",
        "via_romana",
        "final-lines",
        "9 punten",
    ),
    ("I hold 10 cards at the start of my turn, how many must go", "via_romana", "hand-limit", "discard 3"),
    (
        "i have 3 stones on the scored road but didnt win, how many cards do i take",
        "via_romana",
        "scoring-cards",
        "3 cards",
    ),
    (
        "my castle city has no marker left, what is the castle worth",
        "via_romana",
        "castle-no-marker",
        "1 point",
    ),
    ("5 chips and tiles 3, 2, 1: how many points?", "alea", "repete-points", "8 points"),
    ("9 repete chips at the end of the game are how many points", "alea", "repete-points", "4 points"),
    (
        "I have 4-5-6 in the senate, she has 2-3-4-5, who gets to choose first",
        "alea",
        "senatus-evaluation",
        "She chooses first",
    ),
    ("castrum: me 5-5-5, him 3-3-3, who goes first", "alea", "castrum-tie", "You choose first"),
    ("i have an empty province worth 3, points?", "alea", "province-empty", "2 points"),
    (
        "red province 3 with a red man 2 and a red woman 1, how many points",
        "alea",
        "province-occupied",
        "6 points",
    ),
    (
        "the temple holds two dice with sum 9, I have three dice with sum 9, may i place them",
        "alea",
        "templum-sum",
        "No",
    ),
    ("can I put 1-2-4 in the senate", "alea", "senatus-straight", "No"),
    ("she has 4-4 in the castrum, can i place 4-4", "alea", "castrum-identical", "No"),
    ("can i place a 2 and a 4 in the forum", "alea", "forum-sum-five", "No"),
    ("forum has 1, 3 and 6, where does my 3 go", "alea", "forum-equal", "1-3-3-6"),
    ("I have 3-4-5 in the senate, can I add a 6", "alea", "senatus-extend", "3-4-5-6"),
]


@pytest.mark.parametrize(
    ("question", "game", "rule", "said"), SITUATIONS, ids=[row[0][:40] for row in SITUATIONS]
)
def test_situations_are_worked_out(question: str, game: str, rule: str, said: str) -> None:
    for given_game in (game, None):
        first = ask(question, given_game).answers[0]
        assert (first.game, first.rule) == (game, rule)
        assert said in first.text


def test_a_situation_is_told_in_the_language_asked_for() -> None:
    text = ask("4 buildings of mine touch the aqueduct, how many points", "marble", "de").answers[0].text
    assert text.startswith("8 Punkte")


@pytest.mark.parametrize(
    ("turns", "game", "rule"),
    [
        (("how many actions do I have?", "and in the last round?"), "marble", "last-round-one-action"),
        (("wie viele Aktionen habe ich?", "und in der letzten Runde?"), "marble", "last-round-one-action"),
        (("hoeveel acties heb ik?", "en in de laatste ronde?"), "marble", "last-round-one-action"),
        (("how many points is a temple?", "and an arena?"), "marble", "building-points"),
        (("what does a castle cost?", "and a milestone?"), "via_romana", "milestone-build"),
        (("who wins a tie in the senate?", "and in the castrum?"), "alea", "castrum-tie"),
    ],
)
def test_follow_ups(turns: tuple[str, ...], game: str, rule: str) -> None:
    conversation = Conversation()
    first = ask(turns[0], game, None, conversation)
    assert not first.follow_up
    second = ask(turns[1], None, None, conversation)
    assert second.game == game
    assert second.answers[0].rule == rule
    assert [answer.question for answer in conversation.history] == list(turns)


def test_a_conversation_keeps_its_game() -> None:
    conversation = Conversation()
    ask("how many milestones do I have", "via_romana", None, conversation)
    assert ask("who starts?", None, None, conversation).game == "via_romana"
    assert ask("how many dice does everybody get?", None, None, conversation).game == "alea"


def test_a_refused_question_is_not_built_upon() -> None:
    conversation = Conversation()
    ask("how many actions do I have?", "marble", None, conversation)
    ask("how much wheat is a settlement?", None, None, conversation)
    assert conversation.rule == ("marble", "two-actions")


@settings(max_examples=150)
@given(st.text(max_size=200), st.sampled_from([None, *GAMES]), st.sampled_from([None, *LANGUAGES]))
def test_any_text_gets_an_answer(question: str, game: str | None, lang: str | None) -> None:
    conversation = Conversation()
    for _ in range(2):
        answer = ask(question, game, lang, conversation)
        assert answer.status in ("answered", "silent", "refused")
        assert for_people(answer)
        assert (
            run_ask(question, game, lang)["covered"] is (answer.status == "answered") or conversation.history
        )


VOCABULARY = """I me she Tom have has 0 1 2 3 7 12 99 2-3 4-4-4 0-9 red yellow magistrates on coins
bridges fountain temple arena aqueduct imperium tie points road pieces castle markers
eagle cards chips fortuna senate castrum forum temple province man woman who may how many
, . : ? and no"""


@settings(max_examples=300)
@given(st.lists(st.sampled_from(VOCABULARY.split()), max_size=25), st.sampled_from(GAMES))
def test_any_situation_gets_an_answer(words: list[str], game: str) -> None:
    answer = ask(" ".join(words), game)
    assert all(found.text for found in answer.answers)


def test_long_texts_are_cut() -> None:
    assert ask("coins " * 5000, "marble").status in ("answered", "silent", "refused")


def test_asking_needs_neither_numpy_nor_opencv_nor_kivy() -> None:
    code = (
        "import sys; from companion.rulebook import ask; ask('I have 3 coins, points?', 'marble'); "
        "sys.exit(bool({'numpy', 'cv2', 'kivy'} & set(sys.modules)))"
    )
    assert run([sys.executable, "-c", code], check=False).returncode == 0
