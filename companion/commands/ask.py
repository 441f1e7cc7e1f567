"""The command about rules questions: ask."""

from __future__ import annotations

from argparse import Namespace

from companion.commands.result import Result
from companion.rulebook import GAMES, LANGUAGES, ask, for_people
from scoring.fields import as_word


def run_ask(args: Namespace) -> Result:
    """`marble ask QUESTION [--game G] [--lang en|de|nl]`."""
    game = None if args.game is None else as_word(args.game, GAMES, "--game")
    lang = None if args.lang is None else as_word(args.lang, LANGUAGES, "--lang")
    answer = ask(args.question, game, lang)
    return Result(answer.as_json(), for_people(answer))
