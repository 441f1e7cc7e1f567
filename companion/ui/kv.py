"""Loads the .kv file beside a module, with the names that every kv file may use: `_`, `look`, `icon`."""

from __future__ import annotations

from pathlib import Path

from kivy.factory import Factory
from kivy.lang import Builder
from kivy.lang.parser import global_idmap

from companion.translation import _, ngettext
from companion.ui.icons import icon
from companion.ui.theme import look

# The widgets that kv files may name, by the module they live in: imported when a screen first uses them.
WIDGETS: dict[str, tuple[str, ...]] = {
    "badge": ("PlayerBadge",),
    "button": ("ButtonRow", "IconButton", "PushButton"),
    "card": ("Card", "CardButton", "Column", "NoticeCard", "RowBox"),
    "choice": ("Chip", "ChipBox", "ListRow", "Segmented", "StepButton", "Stepper", "Toggle"),
    "emblem": ("Emblem",),
    "empty": ("EmptyState",),
    "field": ("Field",),
    "finger_pad": ("FingerPad",),
    "mosaic": ("Mosaic",),
    "page": ("BarAction", "DragHandle", "Page", "PageBody", "PageColumn", "PageFooter", "TopBar"),
    "progress": ("ProgressStrip",),
    "wheel": ("Wheel",),
    "text": ("Heading", "SmallText", "SoftText", "Symbol", "Text", "Title"),
}


def register_widgets() -> None:
    """Tell Kivy where the widgets of this app are."""
    for module, names in WIDGETS.items():
        for name in names:
            Factory.register(name, module=f"companion.ui.widgets.{module}")


def load_kv(module_file: str) -> None:
    """Load the kv file of a module (`__file__`), once."""
    if "look" not in global_idmap:
        register_widgets()
    global_idmap.setdefault("_", _)
    global_idmap.setdefault("ngettext", ngettext)
    global_idmap.setdefault("look", look)
    global_idmap.setdefault("icon", icon)
    # On the phone modules are .pyc files, so the suffix is replaced, not appended.
    path = str(Path(module_file).with_suffix(".kv"))
    if path not in Builder.files:
        Builder.load_file(path)
