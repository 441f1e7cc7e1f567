"""What stands where a list has nothing yet: a sign, why, and the next step."""

from __future__ import annotations

from typing import Any

from kivy.properties import StringProperty

from companion.ui.kv import load_kv
from companion.ui.widgets.card import Column


class EmptyState(Column):
    """`icon`, `title` and `hint`; `action` names the button that fires `on_go`."""

    icon = StringProperty("")
    title = StringProperty("")
    hint = StringProperty("")
    action = StringProperty("")
    __events__ = ("on_go",)

    def on_go(self) -> Any:
        """The button was tapped."""


load_kv(__file__)
