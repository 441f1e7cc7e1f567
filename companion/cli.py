"""The command `marble`: reads its words, runs one command, prints for people or as JSON.

Exit codes: 0 done, 2 bad input, 3 no board found in the photo.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from companion.commands.result import Result
from scoring.errors import BadInput

Handler = Callable[[argparse.Namespace], Result]
DONE, BAD_INPUT, NO_BOARD = 0, 2, 3
INTERRUPTED = 130  # as shells count it: 128 and the signal's number


class _Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are bad input like any other."""

    def error(self, message: str) -> NoReturn:
        raise BadInput(f"{message}; see '{self.prog} --help'", reason="usage")


def _lazy(module: str, function: str) -> Handler:
    """A handler whose module is loaded only when its command is run, so that each starts fast."""

    def run(args: argparse.Namespace) -> Result:
        from importlib import import_module

        handler: Handler = getattr(import_module(f"companion.commands.{module}"), function)
        return handler(args)

    return run


def build_parser() -> argparse.ArgumentParser:
    """Every command with its arguments."""
    parser = _Parser(
        prog="marble",
        description="Reads, scores and explains Rome: City of Marble, Via Romana and Alea Iacta Est. "
        "Without a command it opens the app.",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)

    def add(name: str, module: str, function: str, summary: str) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        command.add_argument("--json", action="store_true", help="print one JSON document")
        command.set_defaults(handler=_lazy(module, function))
        return command

    def add_board(command: argparse.ArgumentParser, ruleset: bool = True) -> None:
        command.add_argument(
            "--layout", metavar="L.json", help="the board's layout (default: the shipped one)"
        )
        if ruleset:
            command.add_argument(
                "--ruleset", metavar="FILE", help="assumed values (default: the shipped ones)"
            )

    score = add("score", "rules", "run_score", "who has how many points, who wins and why")
    score.add_argument(
        "state", metavar="STATE.json|PHOTO", help="the board, or a photo of it; or PLAYERS.json alone"
    )
    score.add_argument("players", metavar="PLAYERS.json", nargs="?", help="what the players hold")
    score.add_argument("--profile", metavar="FILE", help="the profile of your copy, for a photo")
    score.add_argument("--corners", metavar="'x,y x,y x,y x,y'", help="the board's corners in the photo")
    add_board(score)

    check = add("check", "rules", "run_check", "what on a board breaks the rules")
    check.add_argument("state", metavar="STATE.json")
    add_board(check)

    move = add("move", "rules", "run_move", "may a tile be laid here, and what follows")
    move.add_argument("state", metavar="STATE.json")
    move.add_argument("--tile", required=True, metavar="[[q,r,k],[q,r,k]]", help="the two triangles")
    move.add_argument("--colour", required=True, help="red, yellow, green or blue")
    move.add_argument("--magistrate", metavar="OWNER", help="whose magistrate is put on the tile")
    add_board(move)

    start = add("start", "rules", "run_start", "choose the start player")
    start.add_argument("names", metavar="NAME", nargs="+", help="the players as they sit")
    start.add_argument("--game", help="marble, via_romana or alea")
    start.add_argument("--seed", type=int, help="makes the draw repeatable")
    start.add_argument(
        "--fair", action="store_true", help="prefer those who started least in the stored games"
    )

    calibrate = add("calibrate", "photos", "run_calibrate", "make a profile of your own copy of the game")
    calibrate.add_argument("--layout", required=True, metavar="L.json")
    calibrate.add_argument("--empty", required=True, metavar="E.jpg", help="a photo of the empty board")
    calibrate.add_argument("--corners", required=True, metavar="'x,y x,y x,y x,y'", help="its corners there")
    calibrate.add_argument(
        "--sample",
        action="append",
        default=[],
        metavar="P.jpg=STATE.json",
        help="a photo whose state is known",
    )
    calibrate.add_argument("-o", "--out", required=True, metavar="FILE")

    read = add("read", "photos", "run_read", "what lies on the board in a photo")
    read.add_argument("photos", metavar="PHOTO", nargs="+", help="one or more photos of the same position")
    read.add_argument("--profile", metavar="FILE")
    read.add_argument("--corners", metavar="'x,y x,y x,y x,y'", help="the board's corners in the photo")
    read.add_argument("--picture", metavar="OUT.png", help="save the photo with the reading drawn on it")
    add_board(read)

    evaluate = add("evaluate", "photos", "run_evaluate", "how accurate the reading is on labelled photos")
    evaluate.add_argument("folder", metavar="DIR")
    evaluate.add_argument("--profile", metavar="FILE")

    ask = add("ask", "ask", "run_ask", "a rules question in your own words")
    ask.add_argument("question", metavar="QUESTION")
    ask.add_argument("--game", help="marble, via_romana or alea")
    ask.add_argument("--lang", help="en, de or nl (default: that of the question)")

    _add_games(add)

    bench = add("bench", "bench", "run_bench", "measure speed as ratios to baselines of the same run")
    bench.add_argument("--only", action="append", metavar="NAME", help="just this row (may be repeated)")
    bench.add_argument("--plots", metavar="DIR", help="also draw how cost grows")
    return parser


def _add_games(add: Callable[[str, str, str, str], argparse.ArgumentParser]) -> None:
    games = add("games", "games", "run_games", "stored games: list, show, search")
    games.add_argument(
        "action", nargs="?", choices=("list", "show", "search"), default="list", help="default: list"
    )
    games.add_argument("what", nargs="*", help="a game's id, or words to search for")
    games.add_argument("--game", help="marble, via_romana or alea")
    stats = add("stats", "games", "run_stats", "wins, averages, categories and the start player's advantage")
    stats.add_argument("--game", help="marble, via_romana or alea")
    export = add("export", "games", "run_export", "games as a backup, text, CSV, picture or for BG Stats")
    export.add_argument("-o", "--out", required=True, metavar="FILE")
    export.add_argument("--id", metavar="GAME", help="one game (default: all)")
    export.add_argument(
        "--as",
        dest="kind",
        choices=("backup", "text", "csv", "bgstats", "picture"),
        default="backup",
        help="default: backup",
    )
    load = add("import", "games", "run_import", "merge a backup into the stored games")
    load.add_argument("file", metavar="BACKUP.zip")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if not words:
        from companion.ui.app import run

        run()
        return DONE
    as_json = "--json" in words
    try:
        result = _run(words)
    except BadInput as error:
        return _refuse(
            BAD_INPUT, as_json, error.reason, str(error), error.message, file=error.file, field=error.field
        )
    except KeyboardInterrupt:
        print("marble: interrupted", file=sys.stderr)
        return INTERRUPTED
    except Exception as error:
        reason = getattr(error, "reason", None)
        if type(error).__name__ == "BoardNotFound" and isinstance(reason, str):
            return _refuse(
                NO_BOARD, as_json, reason, str(error), str(error), file=getattr(error, "file", None)
            )
        logging.getLogger(__name__).debug("unexpected", exc_info=True)
        message = f"something unexpected went wrong ({type(error).__name__}: {error})"
        return _refuse(BAD_INPUT, as_json, "unexpected", message, message)
    if result is not None:
        _write(json.dumps(result.document, ensure_ascii=False) if as_json else result.text)
    return DONE


def _run(words: list[str]) -> Result | None:
    try:
        args = build_parser().parse_args(words)
    except SystemExit as stop:  # --help has printed what was asked for
        if stop.code not in (0, None):
            raise BadInput("these words are not understood", reason="usage") from None
        return None
    if args.command is None:
        raise BadInput("name a command; see 'marble --help'", reason="usage")
    handler: Handler = args.handler
    return handler(args)


def _refuse(code: int, as_json: bool, reason: str, text: str, message: str, **place: Any) -> int:
    print(f"marble: {text}", file=sys.stderr)
    if as_json:
        document = {
            "format": "marble-error/1",
            "code": code,
            "reason": reason,
            "file": place.get("file"),
            "field": place.get("field"),
            "message": message,
        }
        _write(json.dumps(document, ensure_ascii=False))
    return code


def _write(text: str) -> None:
    try:
        print(text, flush=True)
    except BrokenPipeError:
        sys.stderr.close()  # the reader has gone; say nothing more
    except UnicodeEncodeError:  # a terminal that cannot show the text
        sys.stdout.buffer.write(text.encode("utf-8", "replace") + b"\n")


if __name__ == "__main__":
    sys.exit(main())
