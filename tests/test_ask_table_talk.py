"""Asking as people do at a table: colloquially, with shared numbers, yes or no first, in three languages."""

from __future__ import annotations

import pytest

from companion.rulebook import Conversation, ask

# What is asked, in which game, the rule, and what the computed answer says.
SITUATIONS = [
    (
        "we're both on 71 with 9 buildings each, I hold 4 imperium and Tom 6. who takes it?",
        "marble",
        "tie-break",
        "Tom wins",
    ),
    (
        "Anna and I both have 58 points, both 7 buildings. I have 3 tokens, she has 1",
        "marble",
        "tie-break",
        "You win",
    ),
    ("tied on 66, 8 buildings each, 4 tokens each", "marble", "tie-break", "share"),
    (
        "Wir haben beide 64 Punkte und 8 Gebäude. Sie hat 5 Plättchen und ich habe 7",
        "marble",
        "tie-break",
        "Du gewinnst",
    ),
    (
        "wir beide 70 punkte und je 9 gebäude, ich 2 imperium, er 4, wer gewinnt",
        "marble",
        "tie-break",
        "Er gewinnt",
    ),
    ("gleichstand bei 61, ich habe 8 gebäude, sie 7", "marble", "tie-break", "Du gewinnst"),
    (
        "We hebben allebei 64 punten en 8 gebouwen. Zij heeft 5 fiches en ik heb er 7",
        "marble",
        "tie-break",
        "Jij wint",
    ),
    (
        "wij hebben beide 55 punten en elk 6 gebouwen, ik 3 imperium en hij 5",
        "marble",
        "tie-break",
        "Hij wint",
    ),
    ("gelijke stand op 60, ik heb 7 gebouwen en zij 9, wie wint", "marble", "tie-break", "Zij wint"),
    (
        "both of us have two magistrates on red, it is an arena. who builds?",
        "marble",
        "influence-tie",
        "fountain",
    ),
    ("4 markers of 3, 2 castles at 2 and the eagle, what's my total", "via_romana", "final-lines", "18"),
    (
        "2 markers of 4, 1 marker of 3, 2 castles at 3, no eagle, mission failed. total?",
        "via_romana",
        "final-lines",
        "17",
    ),
    ("markers 2, 2, 3 and 2 castles on 4. sum?", "via_romana", "final-lines", "15"),
    ("I have 3 markers of 2 and 1 castle at 4", "via_romana", "final-lines", "10"),
    (
        "3 Marker mit 2, 1 Burg auf 4, den Adler und Auftrag erfüllt. Gesamt?",
        "via_romana",
        "final-lines",
        "17",
    ),
    ("4 marker mit 3 und 2 burgen auf 2, wie viele punkte", "via_romana", "final-lines", "16"),
    ("2 marker mit 4, 1 burg auf 3, kein adler, insgesamt?", "via_romana", "final-lines", "11"),
    (
        "3 markers van 2, 1 kasteel op 4, de adelaar en de opdracht gehaald. totaal?",
        "via_romana",
        "final-lines",
        "17",
    ),
    ("2 markers van 3 en 3 kastelen op 2, hoeveel punten", "via_romana", "final-lines", "12"),
    ("ik heb 4 markers van 2, 2 kastelen op 1 en de adelaar, totaal", "via_romana", "final-lines", "12"),
    ("my brother and I both have 2-3-4-5 in the senatus, who is first?", "alea", "senatus-identical", "No"),
    ("two players with 5-5-5 in the castrum, who chooses first", "alea", "castrum-identical", "No"),
    ("can we both have 4-5-6 in the senate", "alea", "senatus-identical", "No"),
    (
        "we each put three fours in the castrum, who gets the first province",
        "alea",
        "castrum-identical",
        "No",
    ),
    ("zwei leute haben 3-4-5 im senat, wer ist zuerst dran", "alea", "senatus-identical", "Nein"),
    ("wir haben beide 2-3-4 im senat", "alea", "senatus-identical", "Nein"),
    ("zwei spieler haben 6-6 im castrum, wer wählt zuerst", "alea", "castrum-identical", "Nein"),
    ("twee spelers hebben 3-4-5 in de senaat, wie is eerst", "alea", "senatus-identical", "Nee"),
    ("we hebben allebei 1-2-3 in de senaat, wie kiest eerst", "alea", "senatus-identical", "Nee"),
    ("allebei 4-4-4 in het castrum, wie mag eerst", "alea", "castrum-identical", "Nee"),
    ("twee zessen in het castrum tegen drie vijven, wie eerst", "alea", "castrum-evaluation", "5-5-5"),
    ("fortuna 2, 2, 3 and 5 chips", "alea", "repete-points", "9"),
    ("tiles 3 and 1 plus 7 repete chips", "alea", "repete-points", "7"),
    ("fortuna tiles 3,2,2, total?", "alea", "final-fortuna", "7"),
    ("2 fortuna tiles of 3 and 6 chips", "alea", "repete-points", "9"),
    ("ich habe fortuna 3, 3, 1 und 4 chips", "alea", "repete-points", "9"),
    ("fortuna 2 und 1 und 3 chips, gesamt?", "alea", "repete-points", "4"),
    ("6 chips und fortuna 3, 2", "alea", "repete-points", "8"),
    ("ik heb fortuna 3, 3, 1 en 4 chips", "alea", "repete-points", "9"),
    ("fortuna 2, 1 en 8 chips, totaal?", "alea", "repete-points", "7"),
    ("5 chips en fortuna 3, 3", "alea", "repete-points", "8"),
    ("bridges 3, 1 and 5 coins, nobody has more coins. total?", "marble", "final-scoring", "11 points"),
    ("brücken 4 und 1 und 3 münzen, punkte?", "marble", "final-scoring", "8 Punkte"),
    ("ik heb 2 bruggen van 3 en 5 munten", "marble", "final-scoring", "11 punten"),
    ("6 münzen, kein anderer hat mehr, wie viele punkte", "marble", "most-coins", "8 Punkte"),
    ("coins: Leo 3, Mia 3, me 1. who scores what", "marble", "most-coins", "Leo 5 points"),
    (
        "my temple has an aqueduct and 3 fountains next to it, points?",
        "marble",
        "final-fountains",
        "5 points",
    ),
    ("if i spend 3 imperium how many actions do i have", "marble", "imperium-spend-many", "5 actions"),
    ("am i allowed to do 5 actions with 2 imperium", "marble", "imperium-spend-many", "No"),
    (
        "Claudia 1 on blue, me 2 on green, 4 buildings. Who builds?",
        "marble",
        "influence-most",
        "Claudia builds",
    ),
    ("six tiles meet, red: me 1, Anna 2, Ben 2", "marble", "influence-tie", "fountain"),
    (
        "we both got 66 pts, she has 8 buildings, i have 8, imperium 4 vs 2 for me",
        "marble",
        "tie-break",
        "She wins",
    ),
    (
        "castle in a 1/4 city, two markers were taken, how many points",
        "via_romana",
        "castle-points",
        "2 points",
    ),
    (
        "Kastell in einer 1/3 Stadt, keiner hat Marker genommen, Punkte?",
        "via_romana",
        "castle-points",
        "3 Punkte",
    ),
    ("Jo has 5 stones, Kim 5, I finished the road with 1", "via_romana", "road-tie", "clockwise from you"),
    ("mag ik 8 kaarten houden aan het begin van mn beurt", "via_romana", "hand-limit", "Nee"),
    ("markers 3 2 2, castles on cities worth 4 and 1", "via_romana", "final-lines", "12"),
    ("can i extend my 3-4 with a 2 AND a 5 in one turn", "alea", "senatus-extend", "2-3-4-5"),
    ("mag ik 3-3-3 leggen als er al 3-3-3 ligt", "alea", "castrum-identical", "Nee"),
    ("provinces red 3 and blue 2, red woman 2, blue man 1, 3 chips", "alea", "final-lines", "9 points"),
    ("provinces blue 4 with blue woman 3, red 2 empty. pts?", "alea", "province-empty", "8 points"),
    ("joker province with green man 3 and green woman 2 points?", "alea", "province-occupied", "5 points"),
    ("tied at 40, my unhoused patricians are worth 4, hers 5", "alea", "tie-break", "She wins"),
    ("gelijke stand, niet ondergebrachte patriciers: ik 3, hij 3", "alea", "tie-break", "delen"),
    (
        "I have one die in the temple and he has two dice with a sum of 9, how many more do I need",
        "alea",
        "templum-again",
        "you add 2",
    ),
    ("two dice with 7 in total lie in the temple. can i put three dice with 7?", "alea", "templum-sum", "No"),
]


@pytest.mark.parametrize(
    ("question", "game", "rule", "said"), SITUATIONS, ids=[row[0][:40] for row in SITUATIONS]
)
def test_situations_in_three_languages(question: str, game: str, rule: str, said: str) -> None:
    first = ask(question, game).answers[0]
    assert first.rule == rule
    assert said in first.text


# The same question in three languages, and with what the answer begins in each.
YES_OR_NO = [
    (
        "marble",
        "last-round-one-action",
        (
            "can i take two actions in the last round",
            "darf ich in der letzten runde zwei aktionen machen",
            "mag ik in de laatste ronde twee acties doen",
        ),
        "No",
    ),
    (
        "marble",
        "influence-colour",
        (
            "must my magistrate be on a green tile to count for a temple",
            "muss der beamte auf dem grünen plättchen stehen um beim tempel zu zählen",
            "moet de magistraat op een groene tegel staan om te tellen voor een tempel",
        ),
        "Yes",
    ),
    (
        "marble",
        "place-in-grid",
        (
            "can a tile stick out of the grid",
            "darf ein plättchen aus dem raster ragen",
            "mag een tegel buiten het raster liggen",
        ),
        "No",
    ),
    (
        "marble",
        "aqueduct-no-owner",
        (
            "may i extend somebody else's aqueduct",
            "darf ich das aquädukt von jemand anderem verlängern",
            "mag ik het aquaduct van een ander uitbreiden",
        ),
        "Yes",
    ),
    (
        "via_romana",
        "hand-limit",
        (
            "do i have to discard when i hold more than 7 cards",
            "muss ich karten abwerfen wenn ich mehr als 7 hab",
            "moet ik kaarten afleggen als ik er meer dan 7 heb",
        ),
        "Yes",
    ),
    (
        "via_romana",
        "milestones-removed",
        (
            "do my milestones stay on the road after scoring",
            "bleiben die meilensteine nach der wertung auf der straße",
            "blijven de mijlpalen op de weg staan na de waardering",
        ),
        "No",
    ),
    (
        "via_romana",
        "castle-stays",
        (
            "do castles stay in the city after a scoring",
            "bleiben burgen nach der wertung in der stadt stehen",
            "blijven kastelen na de waardering in de stad staan",
        ),
        "Yes",
    ),
    (
        "via_romana",
        "scoring-cards",
        (
            "does second place get a marker too",
            "bekommt der zweite auch einen marker",
            "krijgt de tweede ook een marker",
        ),
        "No",
    ),
    (
        "alea",
        "repete-use",
        (
            "can i reroll with a repete chip",
            "darf ich mit einem repete chip neu würfeln",
            "mag ik met een repete fiche opnieuw gooien",
        ),
        "Yes",
    ),
    (
        "alea",
        "province-couple",
        (
            "do i need a man and a woman in each province",
            "brauche ich in jeder provinz einen mann und eine frau",
            "heb ik in elke provincie een man en een vrouw nodig",
        ),
        "No",
    ),
    (
        "alea",
        "senatus-straight",
        (
            "can i put two dice in the senate",
            "darf ich im senat 2 würfel legen",
            "mag ik twee dobbelstenen in de senaat leggen",
        ),
        "Yes",
    ),
]
WORDS = {"Yes": ("Yes", "Ja", "Ja"), "No": ("No", "Nein", "Nee")}


@pytest.mark.parametrize(
    ("game", "rule", "questions", "verdict"), YES_OR_NO, ids=[row[1] for row in YES_OR_NO]
)
def test_yes_or_no_comes_first(game: str, rule: str, questions: tuple[str, ...], verdict: str) -> None:
    for question, word in zip(questions, WORDS[verdict], strict=True):
        first = ask(question, game).answers[0]
        assert first.rule == rule, question
        assert first.text.startswith(word), question


@pytest.mark.parametrize(
    ("game", "question", "begins"),
    [
        ("marble", "may the others look at my bridge tile", "No"),
        ("marble", "do I have to show my bridge tile", "No"),
        ("marble", "can I look at a bridge tile on the board before I take it", "No"),
        ("marble", "can I draw two tiles of the same colour", "No"),
        ("via_romana", "can I build a milestone out in the middle of nowhere", "No"),
        ("via_romana", "may I draw from the open cards at the end of my turn", "No"),
        ("alea", "can three dice go into the forum at the same time", "No"),
        ("alea", "is one patrician enough for the full province value", "Yes"),
        ("alea", "someone used his last die, is the round over immediately", "No"),
    ],
)
def test_yes_or_no_fits_what_else_is_asked(game: str, question: str, begins: str) -> None:
    assert ask(question, game).answers[0].text.startswith(begins)


@pytest.mark.parametrize(
    "question",
    [
        "nobody took a single coin all game, does everybody get the 2 bonus",
        "nobody has any blue tokens, do we all get 2?",
        "niemand hat eine Münze genommen, kriegen alle die 2",
    ],
)
def test_what_nobody_has_is_not_worked_out(question: str) -> None:
    assert ask(question, "marble").status == "silent"


def test_a_question_that_wants_more_than_yes_or_no_gets_the_plain_answer() -> None:
    text = (
        ask("how many cards does everybody else at the road get, the second too", "via_romana")
        .answers[0]
        .text
    )
    assert not text.startswith("No")


# Colloquial questions: game, question, rule.
COLLOQUIAL = [
    ("marble", "last round question - can we still burn tokens", "last-round-no-imperium"),
    ("marble", "Wie viele Männchen krieg ich am Anfang", "magistrate-count"),
    ("marble", "what does the purple player start with", "setup-player"),
    ("marble", "wie viele steine pro aquädukt", "aqueduct-piece-count"),
    ("marble", "mag je t aquaduct van een ander langer maken", "aqueduct-no-owner"),
    ("via_romana", "2p setup whats different", "two-players"),
    ("via_romana", "can you build a castle in the middle of nowhere", "castle-anywhere"),
    ("via_romana", "muss ein meilenstein neben nem anderen stehn", "milestone-adjacent"),
    ("via_romana", "hoeveel pts is de arend", "eagle"),
    ("via_romana", "3 blue stones vs 2 red on a finished road who takes it", "road-winner"),
    ("alea", "do i have to place in the templum with the same number of dice", "templum-later"),
    ("alea", "mein würfel fliegt ausm forum raus, was nu", "forum-displaced"),
    ("alea", "can my pal and me both have 2-3-4 in senate", "senatus-identical"),
    ("alea", "mag ik meer dan 1 chip in een beurt gebruiken", "repete-several"),
]


@pytest.mark.parametrize(("game", "question", "rule"), COLLOQUIAL, ids=[row[1][:40] for row in COLLOQUIAL])
def test_colloquial_questions(game: str, question: str, rule: str) -> None:
    answer = ask(question, game)
    assert answer.status == "answered"
    assert answer.answers[0].rule == rule


@pytest.mark.parametrize(
    ("game", "question"),
    [
        (None, "can i play a +4 on a +4"),
        (None, "darf man eine +4 auf eine +2 legen"),
        (None, "mag je een +2 op een +4 leggen"),
        ("marble", "kann ich eine brücke zweimal benutzen"),
        ("marble", "can i use the same bridge again"),
        ("marble", "kan ik een brug twee keer gebruiken"),
        (None, "hoe laat is het"),
    ],
)
def test_near_misses_are_refused(game: str | None, question: str) -> None:
    assert ask(question, game).status == "refused"


def test_a_sum_with_a_plus_is_no_card_of_another_game() -> None:
    for question in ("can i chuck 3+2 in the forum", "can i chuck 3 + 2 in the forum"):
        answer = ask(question, "alea")
        assert answer.answers[0].rule == "forum-sum-five"
        assert answer.answers[0].text.startswith("Yes")


# Two questions in a row, the rule that answers the second; the thing of the same kind is replaced.
FOLLOW_UPS = [
    ("marble", "how many points is a temple?", "and an arena?", "building-points"),
    ("marble", "wie viele Punkte gibt ein Tempel?", "und eine Arena?", "building-points"),
    ("marble", "hoeveel punten is een tempel?", "en een arena?", "building-points"),
    ("marble", "how many red tiles are there?", "and blue?", "district-tile-counts"),
    ("marble", "wie viele rote plättchen gibt es", "und blaue?", "district-tile-counts"),
    ("marble", "hoeveel rode tegels zijn er", "en blauwe?", "district-tile-counts"),
    ("marble", "may I extend somebody else's aqueduct?", "and can it branch?", "aqueduct-no-branch"),
    ("via_romana", "was kostet eine Burg?", "und ein Meilenstein?", "milestone-build"),
    ("via_romana", "wat kost een kasteel?", "en een mijlpaal?", "milestone-build"),
    ("via_romana", "what is the eagle worth?", "and the mission?", "mission-points"),
    ("via_romana", "was ist der adler wert?", "und der auftrag?", "mission-points"),
    ("via_romana", "hoeveel is de adelaar waard?", "en de opdracht?", "mission-points"),
    ("alea", "wer gewinnt bei Gleichstand im Senat?", "und im Castrum?", "castrum-tie"),
    ("alea", "wie wint bij gelijke stand in de senaat?", "en in het castrum?", "castrum-tie"),
    ("alea", "can i place a single die in the senate?", "and in the castrum?", "castrum-single"),
    ("alea", "how many rounds with 4 players?", "and with 2?", "round-count"),
    ("alea", "wie viele runden zu viert?", "und zu zweit?", "round-count"),
    ("alea", "hoeveel rondes met vier spelers?", "en met twee?", "round-count"),
]


@pytest.mark.parametrize(("game", "before", "question", "rule"), FOLLOW_UPS)
def test_follow_ups_replace_the_thing_of_the_same_kind(
    game: str, before: str, question: str, rule: str
) -> None:
    conversation = Conversation()
    ask(before, game, None, conversation)
    answer = ask(question, None, None, conversation)
    assert (answer.status, answer.game) == ("answered", game)
    assert answer.answers[0].rule == rule


@pytest.mark.parametrize(
    ("game", "before", "question", "said"),
    [
        ("alea", "5 chips: how many points?", "and 8?", "4 points"),
        ("alea", "5 Chips: wie viele Punkte?", "und 8?", "4 Punkte"),
        ("alea", "5 chips: hoeveel punten?", "en 8?", "4 punten"),
        ("marble", "how many points for 2 temples?", "and 3 arenas?", "18 points"),
        ("marble", "wie viele punkte für 2 tempel?", "und für 3 arenen?", "18 Punkte"),
        ("marble", "hoeveel punten voor 2 tempels?", "en 3 arenas?", "18 punten"),
        ("marble", "I have 7 coins, how many points?", "and 4 coins?", "4 points"),
    ],
)
def test_a_follow_up_works_the_situation_out_again(game: str, before: str, question: str, said: str) -> None:
    conversation = Conversation()
    ask(before, game, None, conversation)
    answer = ask(question, None, None, conversation)
    assert answer.question == question
    assert answer.answers[0].text.startswith(said)


def test_a_follow_up_about_another_thing_is_not_worked_out() -> None:
    conversation = Conversation()
    ask("5 chips: how many points?", "alea", None, conversation)
    assert "3 chips make" not in ask("and 3 provinces?", None, None, conversation).answers[0].text
