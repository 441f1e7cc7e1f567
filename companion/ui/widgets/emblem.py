"""A game's sign: its icon on a rounded field of its colour."""

from __future__ import annotations

from typing import Any

from kivy.properties import ColorProperty, StringProperty

from companion.ui.games import game_card
from companion.ui.kv import load_kv
from companion.ui.theme import ink_on, look
from companion.ui.widgets.text import Symbol


class Emblem(Symbol):
    """Set `game` to a key of `GAME_CARDS`."""

    game = StringProperty("")
    fill = ColorProperty((0, 0, 0, 0))

    def on_game(self, _widget: Any, key: str) -> None:
        card = game_card(key)
        self.icon = card.icon
        self.fill = getattr(look, card.colour)
        self.color = ink_on(self.fill)


load_kv(__file__)
