"""The commands that need the rules only: score, check, move and start."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import Any

from companion.commands.result import Result
from companion.sheet_text import describe_sheet
from scoring.check import check
from scoring.errors import BadInput
from scoring.fields import as_name, as_word, load_json
from scoring.games import MARBLE, game_named
from scoring.layout import Layout, default_layout, load_layout
from scoring.move import MoveResult, move
from scoring.players import Player, read_game_name
from scoring.ruleset import Ruleset, default_ruleset, load_ruleset
from scoring.score import score
from scoring.start_player import choose
from scoring.state import AQUEDUCTS, TILE_COLOURS, State, load_state, read_cells

PHOTO_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp")
_PHOTO_MAGIC = (b"\xff\xd8\xff", b"\x89PNG", b"RIFF")


def chosen_layout(args: Namespace) -> Layout:
    return default_layout() if args.layout is None else load_layout(args.layout)


def chosen_ruleset(args: Namespace) -> Ruleset:
    return default_ruleset() if args.ruleset is None else load_ruleset(args.ruleset)


def chosen_state(path: str, layout: Layout) -> State:
    return load_state(path, tuple(dict.fromkeys((*AQUEDUCTS, *layout.sources))))


def looks_like_photo(path: str) -> bool:
    """By its first bytes where it can be read, else by its name."""
    head = b""
    try:
        if Path(path).is_file():  # what is read from a pipe is gone
            with Path(path).open("rb") as handle:
                head = handle.read(8)
    except (OSError, ValueError):
        pass
    return head.startswith(_PHOTO_MAGIC) or Path(path).suffix.lower() in PHOTO_SUFFIXES


def run_score(args: Namespace) -> Result:
    if args.players is None:
        return _score_without_board(args.state, chosen_ruleset(args))
    if looks_like_photo(args.state):
        from companion.commands.photos import run_score_photo

        return run_score_photo(args)
    layout, ruleset = chosen_layout(args), chosen_ruleset(args)
    sheet = score(chosen_state(args.state, layout), marble_players(args.players), layout, ruleset)
    return Result(sheet.as_json(), describe_sheet(sheet))


def marble_players(path: str) -> tuple[Player, ...]:
    """The players of City of Marble in a file. Raises BadInput."""
    document = load_json(path)
    try:
        players: tuple[Player, ...] = MARBLE.read_players(document)
    except BadInput as error:
        raise error.in_file(path) from None
    return players


def _score_without_board(path: str, ruleset: Ruleset) -> Result:
    document = load_json(path)
    try:
        game = game_named(read_game_name(document))
        if game.score is None:
            raise BadInput(
                "City of Marble is scored from a board: marble score STATE.json PLAYERS.json",
                reason="missing_state",
                field="game",
            )
        sheet = game.score(game.read_players(document), ruleset)
    except BadInput as error:
        raise error.in_file(path) from None
    return Result(sheet.as_json(), describe_sheet(sheet))


def run_check(args: Namespace) -> Result:
    layout, ruleset = chosen_layout(args), chosen_ruleset(args)
    problems = check(chosen_state(args.state, layout), layout, ruleset)
    document = {
        "format": "marble-check/1",
        "problems": [problem.as_json() for problem in problems],
        "ruleset": ruleset.name,
    }
    if not problems:
        return Result(document, "No problem: the board follows the rules.")
    lines = [f"- {problem.message} ({problem.rule})" for problem in problems]
    return Result(document, "\n".join([f"{len(problems)} problem(s):", *lines]))


def run_move(args: Namespace) -> Result:
    layout, ruleset = chosen_layout(args), chosen_ruleset(args)
    state = chosen_state(args.state, layout)
    try:
        value = json.loads(args.tile)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"is not valid JSON ({error})", reason="not_json", field="--tile") from None
    cells = read_cells(value, "--tile")
    colour = as_word(args.colour, TILE_COLOURS, "--colour")
    owner = None if args.magistrate is None else as_name(args.magistrate, "--magistrate")
    result = move(state, layout, ruleset, cells, colour, owner)
    return Result(result.as_json(), _describe_move(result))


def _describe_move(result: MoveResult) -> str:
    document: dict[str, Any] = result.as_json()
    if not document["legal"]:
        return "Forbidden by: " + ", ".join(document["forbidden_by"])
    lines = ["The tile may be laid there."]
    if document["bridges"]:
        lines.append(f"It takes the bridge at {', '.join(map(str, document['bridges']))}.")
    for colour, starts in document["aqueducts"].items():
        lines.append(f"It starts the {colour} aqueduct ({len(starts)} ways to lay the first sticks).")
    for site in document["sites"]:
        influence = ", ".join(f"{owner} {n}" for owner, n in site["influence"].items()) or "nobody"
        built = (
            f"a {site['kind']} for {site['builds']}, {site['points']} points"
            if site["builds"]
            else "a fountain"
        )
        lines.append(f"Site {site['at']} is finished: {built} (influence: {influence}).")
    if document["order_matters"]:
        lines.append(
            "The order in which the sites are finished matters; the player who lays the tile chooses."
        )
    return "\n".join(lines)


def run_start(args: Namespace) -> Result:
    if args.game is not None:
        game_named(args.game).check_count(len(args.names))
    starts = None
    if args.fair:
        from companion.storage import open_store

        with open_store() as store:
            starts = store.starts()
    choice = choose(args.names, seed=args.seed, starts=starts)
    text = f"{choice.start} starts. Order: {', '.join(choice.order)}."
    if args.game is not None:
        text += f"\nThe rulebook's own way: {game_named(args.game).start_rule}."
    return Result(choice.as_json(), text)
