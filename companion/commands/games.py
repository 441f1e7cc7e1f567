"""The commands about stored games: games, stats, export and import."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

from companion.commands.result import Result
from companion.sharing.bgstats import play_file, play_link
from companion.sharing.table import share_csv
from companion.sharing.text import share_text
from companion.statistics import Record, Share, StartAdvantage, Statistics, statistics
from companion.storage import (
    GameSummary,
    LoadedGame,
    SavedGame,
    Store,
    StoreUnavailable,
    export_backup,
    import_backup,
    open_store,
    title,
)
from companion.storage.photos import write_safely
from scoring.errors import BadInput
from scoring.games import game_named

SHORT_ID = 8


def run_games(args: Namespace) -> Result:
    """`marble games [list | show ID | search WORDS]`."""
    what = " ".join(args.what) if isinstance(args.what, list) else args.what or ""
    game = _game_name(args)
    with open_store() as store:
        if args.action == "show":
            return _show(store, what)
        if args.action == "search" and not what.strip():
            raise BadInput(
                "name the words to search for: marble games search julia", reason="usage", field="what"
            )
        if args.action == "list" and what.strip():
            raise BadInput("to look for words: marble games search WORDS", reason="usage", field="what")
        found = store.games(what, game)
    document = {"format": "marble-games/1", "games": [summary.as_json() for summary in found]}
    if not found:
        return Result(document, "No stored games." if args.action == "list" else "No stored game fits.")
    return Result(document, "\n".join(_line(summary) for summary in found))


def run_stats(args: Namespace) -> Result:
    """`marble stats [--game G]`."""
    with open_store() as store:
        stats = statistics(store.results(_game_name(args)))
    return Result(stats.as_json(), _describe(stats))


def run_export(args: Namespace) -> Result:
    """`marble export -o FILE [--id GAME] [--as backup|text|csv|bgstats|picture]`."""
    target = Path(args.out)
    with open_store() as store:
        chosen = None if args.id is None else store.find_id(args.id)
        document: dict[str, Any] = {"format": "marble-export/1", "kind": args.kind, "file": str(target)}
        if args.kind == "backup":
            report = export_backup(store, target, None if chosen is None else [chosen])
            document |= {
                "games": report.games,
                "photos": report.photos,
                "missing_photos": report.missing,
                "bytes": report.bytes,
            }
            text = f"{_count(report.games, 'game')} and {_count(report.photos, 'photo')} saved in {target}"
            return Result(document, text)
        games = store.finished_games() if chosen is None else (store.game(chosen),)
        data = _picture(store, games, chosen) if args.kind == "picture" else _shared(args.kind, games)
        _write(target, data)
    document |= {"games": len(games), "bytes": len(data)}
    if args.kind == "bgstats" and len(games) == 1:
        document["link"] = play_link(games[0])
    return Result(document, f"{_count(len(games), 'game')} saved in {target}")


def run_import(args: Namespace) -> Result:
    """`marble import FILE`."""
    with open_store() as store:
        report = import_backup(store, Path(args.file))
    parts = [
        f"{_count(len(ids), 'game')} {what}"
        for ids, what in (
            (report.added, "added"),
            (report.updated, "updated"),
            (report.restored, "brought back"),
            (report.kept, "kept (newer here)"),
            (report.unchanged, "unchanged"),
        )
        if ids
    ]
    text = ", ".join(parts) or "The backup holds no games"
    if report.photos_added:
        text += f"; {_count(report.photos_added, 'photo')} added"
    if report.snapshot is not None:
        text += f".\nThe database as it was before: {report.snapshot}"
    return Result(report.as_json(), text)


def _game_name(args: Namespace) -> str | None:
    """Raises BadInput for a game that is not one of ours."""
    return None if args.game is None else game_named(args.game).name


def _show(store: Store, what: str) -> Result:
    if not what.strip():
        raise BadInput("name the game: marble games show ID", reason="usage", field="what")
    loaded = store.load(store.find_id(what.strip()))
    document = {
        "format": "marble-stored-game/1",
        "game": loaded.game.as_json(),
        "recomputed": loaded.recomputed,
        "differences": [difference.as_json() for difference in loaded.differences],
        "photo_files": [str(path) for path in map(store.photo_path, loaded.game.photos) if path is not None],
        "bgstats_link": None if loaded.game.sheet is None else play_link(loaded.game),
    }
    return Result(document, _tell(loaded))


def _tell(loaded: LoadedGame) -> str:
    game = loaded.game
    if game.sheet is None:
        names = ", ".join(game.player_names) or "nobody yet"
        lines = [f"{title(game.game)}, unfinished (step: {game.step}); players: {names}"]
    else:
        lines = [share_text(game)]
    lines += [f"Place: {game.location}"] if game.location else []
    lines += [f"Minutes: {game.duration_minutes}"] if game.duration_minutes else []
    lines += [f"Notes: {game.notes}"] if game.notes else []
    lines.append(f"Id: {game.id}")
    for difference in loaded.differences:
        if difference.rule == "sheet":
            lines.append(f"Note: the sheet cannot be computed again: {difference.now}")
        else:
            who = f"{difference.player}, " if difference.player else ""
            shown, now = difference.shown, difference.now
            lines.append(f"Note: {who}{difference.rule}: the sheet shown says {shown}, scoring today {now}")
    return "\n".join(lines)


def _line(summary: GameSummary) -> str:
    day = summary.created.astimezone().strftime("%Y-%m-%d")
    seats = sorted(summary.seats, key=lambda seat: seat.place or 0)
    people = ", ".join(seat.name if seat.total is None else f"{seat.name} {seat.total}" for seat in seats)
    state = "" if summary.finished else f"  (unfinished: {summary.step})"
    return f"{summary.id[:SHORT_ID]}  {day}  {title(summary.game)}: {people or 'nobody yet'}{state}"


def _shared(kind: str, games: tuple[SavedGame, ...]) -> bytes:
    if kind == "csv":
        return share_csv(games).encode("utf-8-sig")  # the mark tells spreadsheets that it is UTF-8
    if not games:
        raise BadInput("there is no finished game to export", reason="no_games")
    if kind == "bgstats":
        return play_file(games).encode("utf-8")
    return ("\n\n".join(share_text(game) for game in games) + "\n").encode("utf-8")


def _picture(store: Store, games: tuple[SavedGame, ...], chosen: str | None) -> bytes:
    """Drawn by Kivy off screen, so that it needs no display."""
    if chosen is None:
        raise BadInput("a picture shows one game: name it with --id", reason="usage", field="--id")
    import tempfile

    from companion.sharing.board_photo import board_photo
    from companion.ui.headless import prepare

    path = next((p for p in map(store.photo_path, games[0].photos) if p is not None), None)
    photo = None if path is None else board_photo(path, games[0])
    with tempfile.TemporaryDirectory(prefix="marble-kivy-") as home:
        prepare(Path(home))
        from companion.ui.share_picture import share_png

        if photo is None:
            return share_png(games[0])
        return share_png(games[0], photo.rgb, centre_px=photo.centre_px)


def _write(target: Path, data: bytes) -> None:
    try:
        write_safely(target, data)
    except OSError as error:
        cause = error.strerror or str(error)
        raise StoreUnavailable(
            f"cannot be written ({cause})", reason="unwritable", file=str(target)
        ) from None


def _describe(stats: Statistics) -> str:
    if not stats.games:
        return "No finished games yet."
    lines = [f"{_count(stats.games, 'finished game')}"]
    for overall in stats.by_game:
        record = overall.record
        best = f"best {record.best.total} ({record.best.name})"
        lines.append(
            f"{title(record.game)}: {overall.games} times, average {record.average:.1f}, "
            f"winners {overall.winning_average:.1f}, {best}"
        )
        lines.append(f"  by category: {_categories(record)}")
    lines.append("")
    for player in stats.by_player:
        lines.append(f"{player.name}: {_rate(player.wins)}")
        lines += [
            f"  {title(record.game)}: average {record.average:.1f}, best {record.best.total}; "
            f"{_categories(record)}"
            for record in player.games
        ]
    if stats.by_colour:
        lines.append("")
        lines += [
            f"{colour.colour} ({title(colour.record.game)}): {_rate(colour.record.wins)}, "
            f"average {colour.record.average:.1f}"
            for colour in stats.by_colour
        ]
    lines.append("")
    lines += [_advantage(row) for row in stats.start_player]
    return "\n".join(lines)


def _categories(record: Record) -> str:
    return ", ".join(f"{rule} {points:.1f}" for rule, points in record.points.items())


def _rate(share: Share) -> str:
    low, high = share.interval
    return (
        f"{share.wins} of {share.n} won ({_percent(share.rate)}; 95% interval {_percent(low)} to "
        f"{_percent(high)}; evenly matched {_percent(share.fair)})"
    )


def _advantage(row: StartAdvantage) -> str:
    where = "all games" if row.game is None else title(row.game)
    if row.players is not None:
        where += f" with {row.players} players"
    if not row.share.n:
        return f"Start player, {where}: no game says anything yet"
    verdict = {
        "more": "starting helps",
        "less": "starting hurts",
        "unclear": "too few games to tell, or no difference",
    }[row.share.verdict]
    return f"Start player, {where}: {_rate(row.share)}: {verdict}"


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.0f}%"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
