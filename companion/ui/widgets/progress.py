"""How far a long job is."""

from __future__ import annotations

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.kv import load_kv


class ProgressStrip(BoxLayout):
    """A bar from 0 to 1 with the name of the stage above it."""

    share = NumericProperty(0.0)
    stage = StringProperty("")


load_kv(__file__)
