"""Typing: a field with completions below it."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.textinput import TextInput

from companion.ui.kv import load_kv


class Field(TextInput):
    """One line of text; `hint` stands in it while it is empty. Enter fires `on_text_validate`."""

    hint = StringProperty("")
    framed = BooleanProperty(True)

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("multiline", False)
        kwargs.setdefault("write_tab", False)
        super().__init__(**kwargs)


load_kv(__file__)
