"""A slab of marble with things on it, and one that can be tapped as a whole."""

from __future__ import annotations

from kivy.properties import ColorProperty, NumericProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from companion.ui.kv import load_kv


class Column(BoxLayout):
    """Things below each other, as high as they are together."""


class RowBox(BoxLayout):
    """Things beside each other, as high as the highest."""


class Card(BoxLayout):
    """A raised surface; `fill` and `edge` may be changed for warnings and marks."""

    fill = ColorProperty((1, 1, 1, 1))
    edge = ColorProperty((0, 0, 0, 0))
    radius = NumericProperty(0)


class CardButton(ButtonBehavior, Card):
    """A card that is a button."""


class NoticeCard(Card):
    """A warning or hint."""


load_kv(__file__)
