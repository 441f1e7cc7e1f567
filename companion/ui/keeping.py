"""Between the game in the making and the store: a flow becomes a saved game at each step, and back."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from companion.ui.flow import Flow, Seat

if TYPE_CHECKING:
    from companion.storage import SavedGame


def saved_game_of(flow: Flow, before: SavedGame | None = None) -> SavedGame:
    """The flow as the store keeps it; `before` is the same game as stored last, whose notes are kept."""
    from companion.storage import SavedGame

    began = datetime.fromisoformat(flow.began)
    game = before or SavedGame(flow.id, flow.game, began, began, flow.step, flow.players_document())
    start = None if flow.start is None else flow.seats[flow.start].name
    return replace(
        game,
        step=flow.step,
        players=flow.players_document(),
        start_player=start,
        photos=tuple(flow.photos),
        reading=flow.reading,
        corrections=tuple(flow.corrections),
        state=flow.state,
        layout=flow.layout,
        ruleset=flow.ruleset,
        sheet=flow.sheet,
        draft=flow.to_json(),
    )


def flow_of(game: SavedGame) -> Flow:
    """The flow of a stored game; made from its documents where no draft is stored. Raises `ValueError`."""
    if game.draft is not None:
        return Flow.from_json(game.draft)
    seats = []
    for player in game.players["players"]:
        rest = {key: value for key, value in player.items() if key not in ("name", "colour")}
        seats.append(Seat(player["name"], player.get("colour"), rest))
    names = [seat.name for seat in seats]
    return Flow(
        game=game.game,
        id=game.id,
        began=game.created.isoformat(timespec="seconds"),
        step=game.step,
        seats=seats,
        start=names.index(game.start_player) if game.start_player in names else None,
        photos=list(game.photos),
        reading=game.reading,
        corrections=list(game.corrections),
        state=game.state,
        layout=game.layout,
        ruleset=game.ruleset,
        sheet=game.sheet,
    )
