"""The frame of most screens: top bar, a scrolling column of bounded width, an optional footer."""

from __future__ import annotations

from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.ui.kv import load_kv
from companion.ui.widgets.button import IconButton
from companion.ui.widgets.card import Column
from companion.ui.widgets.text import Symbol, Title


class TopBar(BoxLayout):
    """Back, the screen's title, actions; reaches under the status bar."""

    title = StringProperty("")
    can_go_back = BooleanProperty(True)

    def go_back(self) -> None:
        App.get_running_app().nav.back()


class BarAction(IconButton):
    """An icon at the right end of the top bar."""


class PageFooter(BoxLayout):
    """Stays at the bottom: the one thing to do next."""


class DragHandle(Symbol):
    """Something to drag inside a scrolling page: a touch on it is never taken for scrolling."""


class PageBody(ScrollView):
    """Scrolls a column."""

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        touch.push()
        touch.apply_transform_2d(self.to_local)
        handles = (widget for widget in self.walk(restrict=True) if isinstance(widget, DragHandle))
        taken = any(handle.collide_point(*touch.pos) and handle.on_touch_down(touch) for handle in handles)
        touch.pop()
        return taken or bool(super().on_touch_down(touch))


class Page(BoxLayout):
    """`BarAction`s go to the top bar, a `PageFooter` to the bottom, all else into the column.

    With `scrolls: False` the children share the room themselves (a canvas, a list of its own).
    """

    title = StringProperty("")
    scrolls = BooleanProperty(True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(orientation="vertical")
        self.bar = TopBar()
        self.column = PageColumn()
        self.body = PageBody(do_scroll_x=False)
        self.body.add_widget(self.column)
        self.free = PageArea()
        super().add_widget(self.bar)
        super().add_widget(self.body)
        for name, value in kwargs.items():
            if not name.startswith("__"):
                setattr(self, name, value)

    def on_title(self, _page: Widget, title: str) -> None:
        self.bar.title = title

    def on_scrolls(self, _page: Widget, scrolls: bool) -> None:
        if scrolls or self.body.parent is not self:
            return
        # A kv rule sets properties after it has added the children.
        children = list(reversed(self.column.children))
        self.column.clear_widgets()
        place = self.children.index(self.body)
        super().remove_widget(self.body)
        super().add_widget(self.free, place)
        for child in children:
            self.free.add_widget(child)

    def add_widget(self, widget: Widget, *args: Any, **kwargs: Any) -> None:
        if isinstance(widget, BarAction):
            self.bar.add_widget(widget)
        elif isinstance(widget, PageFooter):
            super().add_widget(widget)
        elif self.scrolls:
            self.column.add_widget(widget, *args, **kwargs)
        else:
            self.free.add_widget(widget, *args, **kwargs)

    def remove_widget(self, widget: Widget, *args: Any, **kwargs: Any) -> None:
        parent = widget.parent
        if parent is self or parent is None:
            super().remove_widget(widget, *args, **kwargs)
        else:
            parent.remove_widget(widget, *args, **kwargs)


class PageColumn(Column):
    """The column of a page, at most `look.content_width` wide."""


class PageArea(BoxLayout):
    """The room of a page that does not scroll."""


__all__ = ["BarAction", "Page", "PageArea", "PageColumn", "PageFooter", "Title", "TopBar"]

load_kv(__file__)
