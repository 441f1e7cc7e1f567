"""Situations with numbers in them: what the rules make of them, computed by `scoring`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module

from companion.rulebook.lexicon import Lexicon
from companion.rulebook.situations.scene import Scene, Worked, read_scene
from scoring.errors import BadInput

__all__ = ["Worked", "work_out"]

Solver = Callable[[Scene, str], Worked | None]


def work_out(text: str, game: str, lexicon: Lexicon, lang: str) -> Worked | None:
    """What follows from a situation described in words, told in `lang`; None where none is recognised."""
    scene = read_scene(text, game, lexicon)
    if not scene.quantities and not scene.runs:
        return None
    for solve in _solvers(game):
        try:
            worked = solve(scene, lang)
        except BadInput:
            continue
        if worked is not None:
            return worked
    return None


def _solvers(game: str) -> Sequence[Solver]:
    """The game's situations, in the order in which they are tried; with them its scorer is loaded."""
    solvers: Sequence[Solver] = import_module(f"companion.rulebook.situations.{game}").SOLVERS
    return solvers
