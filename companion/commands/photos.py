"""The commands that look at photos: calibrate, read, evaluate, and score from a photo."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from companion.commands.result import Result
from companion.commands.rules import chosen_layout, chosen_ruleset, chosen_state, marble_players
from companion.sheet_text import describe_sheet
from scoring.errors import BadInput
from scoring.layout import Layout, load_layout, signed_area
from scoring.score import score
from vision.errors import BoardNotFound
from vision.evaluate import as_json, evaluate
from vision.overlay import draw, save_picture
from vision.photo import load
from vision.profile import Profile, builtin_profile, calibrate, load_profile, save_profile
from vision.reading import Reading, read
from vision.view import check_city

Corners = tuple[tuple[float, float], ...]


def parse_corners(text: str) -> Corners:
    """'x,y x,y x,y x,y' as pixels. Raises BadInput."""
    try:
        corners = tuple(tuple(float(n) for n in pair.split(",")) for pair in text.split())
    except ValueError:
        corners = ()
    if len(corners) != 4 or any(len(pair) != 2 for pair in corners):
        raise BadInput(
            f"expected four corners as 'x,y x,y x,y x,y' (the board's top left, top right, bottom right, "
            f"bottom left), found {text!r}",
            reason="bad_corners",
            field="--corners",
        )
    if not all(abs(n) < 1e6 for pair in corners for n in pair):
        raise BadInput("these are no pixels of a photo", reason="bad_corners", field="--corners")
    return tuple((x, y) for x, y in corners)


def _photo_layout(path: str) -> Layout:
    """A layout that a photo can show. Raises BadInput that names its file."""
    layout = load_layout(path)
    try:
        if signed_area(layout.board_corners) < 0:  # scoring does not mind; a photo would show it mirrored
            raise BadInput(
                "expected top left, top right, bottom right, bottom left; these run the other way round",
                reason="not_a_board",
                field="board_corners",
            )
        check_city(layout)
    except BadInput as error:
        raise error.in_file(path) from None
    return layout


def run_calibrate(args: Namespace) -> Result:
    layout = _photo_layout(args.layout)
    samples = []
    for text in args.sample:
        photo, found, state = text.rpartition("=")
        if not found or not photo or not state:
            raise BadInput(f"expected PHOTO=STATE.json, found {text!r}", reason="usage", field="--sample")
        samples.append((photo, chosen_state(state, layout)))
    profile = calibrate(layout, args.empty, parse_corners(args.corners), samples)
    save_profile(profile, args.out)
    owners = list(profile.palette.owners) if samples else []
    document = {
        "format": "marble-calibration/1",
        "profile": args.out,
        "layout": layout.name,
        "samples": len(samples),
        "owners": owners,
    }
    known = (
        f" Player colours: {', '.join(owners)}."
        if owners
        else " Add a --sample to learn the pieces' colours."
    )
    return Result(document, f"Profile written to {args.out}.{known}")


def _profile(args: Namespace) -> Profile:
    if args.profile is not None:
        return load_profile(args.profile)
    if args.layout is None or args.corners is None:
        raise BadInput(
            "without --profile both --layout and --corners are needed",
            reason="missing_profile",
            field="--profile",
        )
    return builtin_profile(_photo_layout(args.layout))


def _read(args: Namespace, photos: list[str]) -> tuple[Reading, Profile]:
    profile = _profile(args)
    corners = None if args.corners is None else parse_corners(args.corners)
    try:
        return read(photos, profile, corners, chosen_ruleset(args)), profile
    except BoardNotFound as error:
        raise BoardNotFound(error.reason, error.message, error.file or photos[0]) from None


def run_read(args: Namespace) -> Result:
    reading, profile = _read(args, args.photos)
    if args.picture:
        picture = draw(load(args.photos[0]), reading.camera, profile.layout, reading.state, reading.doubts)
        if not save_picture(picture, args.picture):
            raise BadInput("the picture cannot be written there", reason="unwritable", file=args.picture)
    return Result(reading.as_json(), _describe(reading))


def _describe(reading: Reading) -> str:
    state = reading.state
    buildings = sum(site.owner is not None for site in state.sites)
    lines = [
        f"{len(state.tiles)} tiles, {buildings} buildings, {len(state.sites) - buildings} fountains, "
        f"{sum(len(line) - 1 for _, line in state.aqueducts) + len(state.loose_sticks)} sticks, "
        f"{len(state.magistrates)} magistrates, {len(state.hills)} hills.",
        "Score track: " + (", ".join(f"{who} {n}" for who, n in state.track) or "no disc seen") + ".",
    ]
    if not reading.doubts:
        lines.append("Nothing is doubtful.")
    for doubt in reading.doubts:
        others = ", ".join(f"{_word(value)} {share:.0%}" for value, share in doubt.alternatives[:3])
        lines.append(
            f"? {doubt.what} {doubt.as_json()['at']}: {_word(doubt.read)} {doubt.confidence:.0%}; "
            f"or {others} (up to {doubt.swing} points)"
        )
    lines.append(f"Read in {sum(reading.seconds.values()):.1f} s.")
    return "\n".join(lines)


def _word(value: Any) -> str:
    if value is None or value is False:
        return "nothing"
    if isinstance(value, dict):
        return " ".join(str(v) for v in value.values() if v is not None)
    return str(value)


def run_score_photo(args: Namespace) -> Result:
    reading, profile = _read(args, [args.state])
    layout = profile.layout if args.layout is None else chosen_layout(args)
    sheet = score(reading.state, marble_players(args.players), layout, chosen_ruleset(args))
    document = sheet.as_json() | {"doubts": [doubt.as_json() for doubt in reading.doubts]}
    text = describe_sheet(sheet)
    swinging = [doubt for doubt in reading.doubts if doubt.swing]
    if swinging:
        text += f"\n{len(swinging)} thing(s) in the photo are doubtful and could change the result:\n"
        text += "\n".join(_describe(reading).splitlines()[2 : 2 + len(swinging)])
    return Result(document, text)


def run_evaluate(args: Namespace) -> Result:
    document = as_json(evaluate(args.folder, args.profile))
    return Result(document, describe_evaluation(document))


def describe_evaluation(document: dict[str, Any]) -> str:
    """The rows as a table in Markdown."""
    columns = [key for key in document["rows"][0] if key != "reliability"]
    lines = ["| " + " | ".join(columns) + " |", "|" + " --- |" * len(columns)]
    for row in document["rows"]:
        lines.append("| " + " | ".join(str(row[key]) for key in columns) + " |")
    lines += ["", "| confidence | said | right | share |", "| --- | --- | --- | --- |"]
    for item in document["rows"][-1]["reliability"]:
        share = f"{item['right'] / item['said']:.3f}" if item["said"] else "-"
        lines.append(f"| {item['from']} to {item['to']} | {item['said']} | {item['right']} | {share} |")
    return "\n".join(lines)
