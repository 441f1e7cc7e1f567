"""The frame of screens about the board: the board above (or left), a panel of words and buttons below."""

from __future__ import annotations

from typing import Any

from kivy.uix.boxlayout import BoxLayout

from companion.ui.board.view import BoardView
from companion.ui.kv import load_kv


class BoardFrame(BoxLayout):
    """`put(view)` once; `fill(widgets...)` whenever the panel says something else."""

    def put(self, view: BoardView) -> None:
        """The board."""
        self.ids.place.clear_widgets()
        self.ids.place.add_widget(view)

    def fill(self, *widgets: Any) -> None:
        """The panel's content, from its top."""
        panel = self.ids.panel
        panel.clear_widgets()
        for widget in widgets:
            panel.add_widget(widget)
        self.ids.scroller.scroll_y = 1


load_kv(__file__)
