"""Does the drawn grid fit the printed board? Corners can be nudged, and the layout itself changed."""

from __future__ import annotations

from typing import Any

from companion.colour_names import colour_name
from companion.layout_editing import move_source, toggle_bridge, toggle_hill, toggle_triangle
from companion.my_copy import MyCopy, layout_or_shipped
from companion.translation import _, mark
from companion.ui.board.choices import PieceButton, PieceGrid
from companion.ui.board.drawing import INK, Pen, draw_grid, draw_source, shrunk
from companion.ui.board.frame import BoardFrame
from companion.ui.board.glyphs import icon_glyph
from companion.ui.board.hits import nearest_point, triangle_at
from companion.ui.board.photos import ShownPhoto, show_photo
from companion.ui.board.projection import Projection, corner_projection, drawn_projection
from companion.ui.board.view import BoardView
from companion.ui.kv import load_kv
from companion.ui.screen import AppScreen, Sample
from companion.ui.screens.my_copy import begin_lesson
from companion.ui.shell import MarbleApp
from companion.ui.theme import look, rgb
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.card import RowBox
from companion.ui.widgets.choice import Segmented
from companion.ui.widgets.text import SoftText, Text
from scoring.errors import BadInput
from scoring.layout import Layout, read_layout
from scoring.state import AQUEDUCTS

TOOLS = (
    ("triangle", mark("Triangles"), "icon:change_history"),
    ("hill", mark("Hills"), "icon:terrain"),
    ("bridge", mark("Bridges"), "icon:water"),
    ("source", mark("Sources"), "icon:water_drop"),
    ("corner", mark("Corners"), "icon:crop_free"),
)
HINTS = {
    "triangle": mark("Tap a triangle to add it to the city or to take it out."),
    "hill": mark("Tap the triangles on which a hill is printed."),
    "bridge": mark("Tap the triangles on which a bridge is printed."),
    "source": mark("Choose a colour, then tap the point where that aqueduct begins."),
    "corner": mark("Move a corner in small steps until the grid fits."),
}
SOURCE_REACH = 0.45
NUDGE_PX = 2.0


class LayoutView(BoardView):
    """Draws a layout on the photo of the empty board, or on nothing."""

    def draw_pieces(self, _dt: float = 0.0) -> None:
        self._pieces.clear()
        projection = self.projection
        if projection is None:
            return
        pen = Pen(self._pieces, projection, {})
        if not projection.drawn:
            draw_grid(pen, INK, 0.06)
        draw_grid(pen, rgb("FFE14D") if not projection.drawn else rgb("8A7A5C"), 0.03)
        for name, cells, colour in (
            ("water", projection.layout.bridges, rgb("37B6FF")),
            ("terrain", tuple(projection.layout.hills.values()), rgb("FF9D2E")),
        ):
            for cell in cells:
                views = projection.outline(cell, raised=False)
                pen.line(shrunk(views, 0.8), INK, 0.11, close=True)
                pen.line(shrunk(views, 0.8), colour, 0.06, close=True)
                x, y = sum(v[0] for v in views) / 3, sum(v[1] for v in views) / 3
                pen.disc((x, y), 0.17, INK)
                pen.sign((x, y), icon_glyph(name), 0.26, colour)
        for source, point in projection.layout.sources.items():
            draw_source(pen, source, point)


class MyLayoutScreen(AppScreen):
    """`params`: the tool, the source's colour, the layouts that undo goes back to."""

    def setup(self) -> None:
        self.copy = MyCopy(self.app.folder)
        self.layout: Layout = layout_or_shipped(self.copy)
        self.draft = self.copy.draft()
        self.params.setdefault("tool", "triangle")
        self.params.setdefault("colour", AQUEDUCTS[0])
        self.params.setdefault("corner", 0)
        self.params.setdefault("before", [])
        self.view = LayoutView()
        self.photo: ShownPhoto | None = None

    def enter(self) -> None:
        self.frame: BoardFrame = self.ids.frame
        self.frame.put(self.view)
        self.view.bind(on_tap=lambda _view, place: self.tapped(place))
        path = None
        if self.draft.get("empty") and self.draft.get("corners"):
            path = self.app.store.photo_path(self.draft["empty"])
        if path is None:
            self.show_grid()
        else:
            show_photo(self.app, path, self._shown)
        self.show()

    def _shown(self, photo: ShownPhoto) -> None:
        if self.app.nav.screen is not self:
            return
        self.photo = photo
        self.view.show_photo(photo.texture, photo.size_px)
        self.show_grid()

    def show_grid(self) -> None:
        """Draw the layout where it lies now."""
        projection: Projection | None = None
        if self.photo is not None:
            try:
                projection = corner_projection(self.layout, self.draft["corners"], self.photo.size_px)
            except ValueError as error:
                self.app.report(error)
        self.view.show_board(projection or drawn_projection(self.layout), None)

    # The panel

    def show(self) -> None:
        """Tools and what the chosen one needs."""
        tool = self.params["tool"]
        tools = PieceGrid(narrowest=look.touch * 2.7)
        for key, text, sign in TOOLS:
            if key == "corner" and not self.draft.get("corners"):
                continue
            button = PieceButton(text=_(text), sign=sign, active=key == tool)
            button.bind(on_release=lambda _b, key=key: self.choose(tool=key))
            tools.add_widget(button)
        widgets: list[Any] = [Text(text=_(HINTS[tool])), tools]
        if tool == "source":
            colours = PieceGrid(narrowest=look.touch * 2.7)
            for colour in AQUEDUCTS:
                button = PieceButton(
                    text=colour_name(colour).capitalize(),
                    sign=f"stick:{colour}",
                    active=colour == self.params["colour"],
                )
                button.bind(on_release=lambda _b, colour=colour: self.choose(colour=colour))
                colours.add_widget(button)
            widgets.append(colours)
        elif tool == "corner":
            widgets += self._corner_widgets()
        count = _("{triangles} triangles, {hills} hills, {bridges} bridges, {sources} sources").format(
            triangles=len(self.layout.triangles),
            hills=len(self.layout.hills),
            bridges=len(self.layout.bridges),
            sources=len(self.layout.sources),
        )
        widgets.append(SoftText(text=count, font_size=look.label))
        shipped = PushButton(text=_("As shipped"), icon="restart_alt", kind="plain")
        shipped.bind(on_release=lambda _b: self.ship())
        widgets.append(shipped)
        self.frame.fill(*widgets)
        able = bool(self.params["before"])
        self.ids.undo.disabled = not able
        self.ids.undo.opacity = 1 if able else 0.35

    def _corner_widgets(self) -> list[Any]:
        which = Segmented(value=self.params["corner"])
        which.options = [(number, str(number + 1)) for number in range(4)]
        which.bind(value=lambda _s, value: self.choose(corner=value))
        row = RowBox()
        for symbol, hint, dx, dy in (
            ("chevron_left", _("left"), -1, 0),
            ("keyboard_arrow_up", _("up"), 0, -1),
            ("keyboard_arrow_down", _("down"), 0, 1),
            ("chevron_right", _("right"), 1, 0),
        ):
            button = PushButton(icon=symbol, kind="tonal")
            button.hint = hint
            button.bind(on_release=lambda _b, dx=dx, dy=dy: self.nudge(dx, dy))
            row.add_widget(button)
        return [which, row]

    def choose(self, **values: Any) -> None:
        """Another tool, colour or corner."""
        self.params.update(values)
        self.show()

    # Changes

    def tapped(self, place: tuple[float, float]) -> None:
        """A finger on the board."""
        tool = self.params["tool"]
        triangle = triangle_at(place)
        if tool == "triangle":
            self._take(toggle_triangle(self.layout, triangle))
        elif tool == "hill":
            self._take(toggle_hill(self.layout, triangle))
        elif tool == "bridge":
            self._take(toggle_bridge(self.layout, triangle))
        elif tool == "source":
            point = nearest_point(place, self.layout, SOURCE_REACH)
            if point is not None:
                self._take(move_source(self.layout, self.params["colour"], point))

    def nudge(self, dx: int, dy: int) -> None:
        """Move the chosen corner a little."""
        corners = [list(corner) for corner in self.draft["corners"]]
        index = int(self.params["corner"])
        corners[index] = [corners[index][0] + dx * NUDGE_PX, corners[index][1] + dy * NUDGE_PX]
        self.draft["corners"] = corners
        self.copy.save_draft(self.draft)
        self.show_grid()

    def _take(self, layout: Layout, remember: bool = True) -> None:
        if layout == self.layout:
            return
        if remember:
            self.params["before"] = [*self.params["before"], self.layout.as_json()]
        self.layout = layout
        try:
            self.copy.save_layout(layout)
        except OSError as error:
            self.app.report(error)
        self.app.save()
        self.show_grid()
        self.show()

    def undo(self) -> None:
        """Take the last change back."""
        *before, last = self.params["before"]
        self.params["before"] = before
        try:
            self._take(read_layout(last), remember=False)
        except BadInput as error:
            self.app.report(error)
        self.show()

    def ship(self) -> None:
        """The layout that the app came with; undo brings the own one back."""
        from scoring.layout import default_layout

        self._take(default_layout())


def _fresh(app: MarbleApp) -> None:
    copy = MyCopy(app.folder)
    copy.forget(copy.layout_path, copy.draft_path)


def _on_photo(app: MarbleApp) -> None:
    _fresh(app)
    begin_lesson(app)


def _ready(driver: Any) -> None:
    driver.until(lambda: driver.app.nav.screen.view.projection is not None)


SAMPLES = (
    Sample("my_layout", prepare=_fresh, arrange=_ready),
    Sample("my_layout_photo", params={"tool": "corner"}, prepare=_on_photo, arrange=_ready),
)

load_kv(__file__)
