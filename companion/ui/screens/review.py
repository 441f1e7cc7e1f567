"""The reading under the players' eyes: doubts one by one, then anything can be tapped and changed."""

from __future__ import annotations

from typing import Any

from companion.colour_names import colour_name
from companion.my_copy import MyCopy
from companion.problem_words import problem_text
from companion.review import Question, Review, tile_over
from companion.scoring_hints import fitting_kind, likely_score
from companion.translation import _, mark, ngettext
from companion.ui.board.choices import PieceButton, PieceGrid, piece_button, value_button
from companion.ui.board.frame import BoardFrame
from companion.ui.board.hits import Hit, free_tile_place, hit, hit_kind
from companion.ui.board.places import as_place, marks_of
from companion.ui.board.table import (
    keep_review,
    letters_of,
    owners_of,
    projection_of,
    review_of,
    ruleset_of,
    show_game,
)
from companion.ui.board.view import BoardView, Mark
from companion.ui.example import begin_example
from companion.ui.kv import load_kv
from companion.ui.screen import AppScreen, Sample
from companion.ui.shell import MarbleApp
from companion.ui.theme import look
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.card import Column, RowBox
from companion.ui.widgets.text import Heading, SmallText, SoftText, Text
from scoring.grid import centre
from scoring.state import BUILDINGS, FOUNTAIN, KINDS, TILE_COLOURS

ASKS = {
    "site": mark("What stands here?"),
    "tile": mark("Which tile lies here?"),
    "edge": mark("Does a stick lie here?"),
    "hill": mark("Does a hill tile lie here?"),
    "magistrate": mark("Whose magistrate stands here?"),
}
TOOLS = (
    ("tile", mark("Tiles"), "icon:diamond"),
    ("site", mark("Buildings"), "icon:account_balance"),
    ("edge", mark("Aqueducts"), "icon:timeline"),
    ("magistrate", mark("Magistrates"), "icon:person"),
    ("hill", mark("Hills"), "icon:terrain"),
    ("track", mark("Score track"), "icon:flag"),
)
TOOL_HINTS = {
    "tile": mark("Tap the middle of each tile. A second tap takes it away."),
    "site": mark("Tap each site. A second tap takes the building away."),
    "edge": mark("Tap each edge on which a stick lies."),
    "magistrate": mark("Tap each tile on which this magistrate stands."),
    "hill": mark("Tap each hill space on which a hill tile lies."),
    "track": mark("Tap the space of the score track on which this disc stands."),
}
MOST_CHOICES = 5


class ReviewScreen(AppScreen):
    """`params`: mode (ask, look, pick, tool, problems), what is picked, the tool's brush, the view."""

    def setup(self) -> None:
        self.review: Review = review_of(self.app, self.flow)
        self.ruleset = ruleset_of(self.app, self.flow)
        self.letters = letters_of(self.flow)
        self.names = {str(seat.colour): seat.name for seat in self.flow.seats if seat.colour}
        self.has_photo = projection_of(self.flow, self.review.layout) is not None
        self.view = BoardView()
        self.params.setdefault("mode", "ask")
        self.params.setdefault("later", [])

    def enter(self) -> None:
        self.frame: BoardFrame = self.ids.frame
        self.frame.put(self.view)
        self.view.bind(on_tap=lambda _view, place: self.tapped(place))
        show_game(
            self.app, self.flow, self.view, self.review.state, self._drawn, on_shown=lambda: self.show()
        )
        self.show(move=False)

    @property
    def _drawn(self) -> bool:
        return bool(self.params.get("drawn", not self.has_photo))

    # Changing the board

    def change(self, what: str, at: Any, value: Any) -> None:
        """One correction; the panel follows."""
        self._take(self.review.change(what, at, value))

    def undo(self) -> None:
        """Take the last correction back and show where it was."""
        last = self.review.corrections[-1:]
        self._take(self.review.undo())
        self._show_again(last)

    def redo(self) -> None:
        """Make it again."""
        last = self.review.undone[-1:]
        self._take(self.review.redo())
        self._show_again(last)

    def _show_again(self, corrections: Any) -> None:
        for correction in corrections:
            if correction.what != "track" and self.params["mode"] in ("look", "pick"):
                self.view.look_at(correction.what, correction.at, 7.0)

    def _take(self, review: Review) -> None:
        self.review = review
        keep_review(self.flow, review)
        self.app.save()
        self.view.show_state(review.state)
        self.show()

    # What is asked

    def questions(self) -> list[Question]:
        """The doubts that wait: those that can change the points, or all when the player wants them."""
        everything = bool(self.params.get("all"))
        later = self.params["later"]
        waiting = [q for q in self.review.open_questions if everything or q.swing > 0]
        return [q for q in waiting if _key(q) not in later] or [q for q in waiting if everything]

    def _progress(self) -> tuple[int, int]:
        everything = bool(self.params.get("all"))
        asked = [q for q in self.review.questions if everything or q.swing > 0]
        still = [_key(q) for q in self.questions()]
        return sum(_key(q) not in still for q in asked) + 1, len(asked)

    # The panel

    def show(self, move: bool = True) -> None:
        """Fill the panel and mark the board for the mode that is on."""
        mode = self.params["mode"]
        if mode == "ask" and not self.questions():
            mode = self.params["mode"] = "look"
            if move:
                self.view.look_at_all()
        {
            "ask": self._show_question,
            "pick": self._show_picked,
            "tool": self._show_tool,
            "problems": self._show_problem,
        }.get(mode, self._show_overview)(move)
        for name, able in (("undo", self.review.can_undo), ("redo", self.review.can_redo)):
            self.ids[name].disabled = not able
            self.ids[name].opacity = 1 if able else 0.35
        # While something is asked, the answers come first.
        self.ids.next.kind = "tonal" if mode == "ask" else "filled"
        # A doubt is looked at on the bare photo; everything else with the reading drawn on it.
        self.view.pieces = mode != "ask" or self._drawn
        self.view.hollow = mode == "ask"
        self.ids.ground.icon = "image" if self._drawn else "map"
        self.ids.ground.opacity = 1 if self.has_photo else 0
        self.ids.ground.disabled = not self.has_photo

    def _show_question(self, move: bool) -> None:
        question = self.questions()[0]
        number, total = self._progress()
        ask = (
            _("Where does the disc of {colour} stand?")
            if question.what == "track"
            else _(ASKS[question.what])
        )
        title = Heading(text=ask.format(colour=colour_name(str(question.at))))
        count = SmallText(text=_("Question {number} of {total}").format(number=number, total=total))
        if question.swing:
            count.text += " · " + ngettext(
                "worth up to {count} point", "worth up to {count} points", question.swing
            )
        grid = PieceGrid(narrowest=look.touch * (3.6 if question.what == "site" else 3.0))
        for value, confidence in question.choices[:MOST_CHOICES]:
            note = _("{percent}% sure").format(percent=round(confidence * 100))
            button = value_button(question.what, value, self.letters, note=note)
            button.bind(on_release=lambda _b, value=value: self.change(question.what, question.at, value))
            grid.add_widget(button)
        row = RowBox()
        other = PushButton(text=_("Something else"), kind="outline")
        other.bind(on_release=lambda _b: self.pick(_hit_of(question, self.review)))
        later = PushButton(text=_("Later"), kind="plain")
        later.bind(on_release=lambda _b: self.put_off(question))
        row.add_widget(other)
        row.add_widget(later)
        self.frame.fill(count, title, grid, row)
        spot = _hit_of(question, self.review)
        self._mark([(spot.what, spot.at, look.palette.gold)])
        if move:
            self.view.look_at(spot.what, spot.at, 4.5)

    def put_off(self, question: Question) -> None:
        """Leave a doubt for later."""
        self.params["later"] = [*self.params["later"], _key(question)]
        self.show()

    def _show_overview(self, move: bool) -> None:
        widgets: list[Any] = []
        waiting = [q for q in self.review.open_questions if q.swing > 0]
        rest = [q for q in self.review.open_questions if q.swing == 0]
        if waiting:
            text = ngettext(
                "{count} question is still open", "{count} questions are still open", len(waiting)
            )
            widgets.append(self._way(text, "help_outline", "tonal", lambda: self.ask(False)))
        elif self.flow.reading is not None:
            widgets.append(Text(text=_("No question is open that could change the points.")))
        problems = self.review.problems(self.ruleset)
        if problems:
            text = ngettext("{count} place breaks a rule", "{count} places break a rule", len(problems))
            widgets.append(self._way(text, "warning", "outline", lambda: self.open_mode("problems")))
        if rest:
            text = ngettext(
                "{count} uncertain place without points", "{count} uncertain places without points", len(rest)
            )
            widgets.append(self._way(text, "visibility", "plain", lambda: self.ask(True)))
        if self.flow.reading is not None and self.has_photo and MyCopy(self.app.folder).calibrated:
            again = _("Add another photo of this board")
            widgets.append(self._way(again, "add_a_photo", "plain", lambda: self.add_photo()))
        hint = _("Tap anything on the board to change it, or enter many of a kind:")
        widgets.append(SoftText(text=hint, font_size=look.label))
        grid = PieceGrid(narrowest=look.touch * 2.9)
        for key, text, sign in TOOLS:
            button = PieceButton(text=_(text), sign=sign)
            button.bind(on_release=lambda _b, key=key: self.open_tool(key))
            grid.add_widget(button)
        widgets.append(grid)
        self.frame.fill(*widgets)
        marks: list[Mark] = [
            (h.what, h.at, look.palette.gold) for h in (_hit_of(q, self.review) for q in waiting)
        ]
        self._mark(marks)

    def add_photo(self) -> None:
        """Glare or a hand: another photo of the same position helps."""
        keep_review(self.flow, self.review)
        self.app.save()
        self.app.nav.open("photo", add=True)

    def _way(self, text: str, symbol: str, kind: str, action: Any) -> PushButton:
        button = PushButton(text=text, icon=symbol, kind=kind, align="left")
        button.bind(on_release=lambda _b: action())
        return button

    def ask(self, everything: bool) -> None:
        """Go through the doubts again, those without points too if asked for."""
        self.params.update(mode="ask", all=everything, later=[])
        self.show()

    def open_mode(self, mode: str) -> None:
        """Another mode from its beginning."""
        self.params.update(mode=mode, number=0)
        self.show()

    # One thing

    def tapped(self, place: tuple[float, float]) -> None:
        """A finger on the board."""
        if self.params["mode"] == "tool":
            self._use_tool(place)
            return
        found = hit(place, self.review.state, self.review.layout)
        if found is None:
            if self.params["mode"] == "pick":
                self.close_pick()
            return
        self.pick(found)

    def pick(self, found: Hit) -> None:
        """Show what can be changed about a thing."""
        if self.params["mode"] != "pick":
            self.params["before"] = self.params["mode"]
        self.params.update(mode="pick", picked=[found.what, found.at])
        self.show()

    def close_pick(self) -> None:
        """Back to where the thing was picked."""
        self.params["mode"] = self.params.pop("before", "look")
        self.params.pop("picked", None)
        self.show()

    def _show_picked(self, _move: bool) -> None:
        what, place = self.params["picked"]
        at = as_place(place)
        owners = owners_of(self.app, self.flow, self.review.state)
        widgets: list[Any] = []
        if what == "site":
            widgets += self._site_choices(at, owners)
        elif what == "tile":
            widgets += [
                Heading(text=_("Tile")),
                self._grid("tile", at, [*({"colour": c} for c in TILE_COLOURS), None]),
            ]
            if self.review.value_at("tile", at) is not None:
                widgets += [
                    Heading(text=_("Magistrate on it")),
                    self._grid("magistrate", at, [*owners, None]),
                ]
        elif what == "edge":
            widgets += [Heading(text=_("Stick")), self._grid("edge", at, [*self.review.colours, None])]
        elif what == "hill":
            widgets += [Heading(text=_("Hill space")), self._grid("hill", at, [True, False])]
            if tile_over(self.review.state, at) is None:
                cells = free_tile_place(centre(at), self.review.layout, self.review.state)
                if cells is not None:
                    lay = self._way(
                        _("A tile lies here"), "diamond", "plain", lambda: self.pick(Hit("tile", cells))
                    )
                    widgets.append(lay)
        else:
            widgets += self._track_choices(at, owners)
        done = PushButton(text=_("Done"), icon="check", kind="tonal")
        done.bind(on_release=lambda _b: self.close_pick())
        self.frame.fill(*widgets, done)
        self._mark([(what, at, look.palette.primary)])

    def _grid(self, what: str, at: Any, values: list[Any]) -> PieceGrid:
        now = self.review.value_at(what, at)
        grid = PieceGrid(narrowest=look.touch * 2.7)
        for value in values:
            note = self.names.get(value, "") if what == "magistrate" and value else ""
            button = value_button(what, value, self.letters, active=value == now, note=note)
            button.bind(on_release=lambda _b, value=value: self.change(what, at, value))
            grid.add_widget(button)
        return grid

    def _site_choices(self, at: Any, owners: tuple[str, ...]) -> list[Any]:
        now = self.review.value_at("site", at)
        fitting = fitting_kind(self.review.state, self.review.layout, self.ruleset, at)
        kinds = PieceGrid(narrowest=look.touch * 2.7)
        for kind in KINDS:
            note = _("fits the tiles") if kind == fitting else ""
            button = piece_button(f"kind:{kind}", self.letters, bool(now) and now["kind"] == kind, note)
            owner = None if kind == FOUNTAIN else (now or {}).get("owner")
            value = {"kind": kind, "owner": owner}
            button.bind(on_release=lambda _b, value=value: self.change("site", at, value))
            kinds.add_widget(button)
        nothing = value_button("site", None, self.letters, active=now is None)
        nothing.bind(on_release=lambda _b: self.change("site", at, None))
        kinds.add_widget(nothing)
        widgets: list[Any] = [Heading(text=_("Site")), kinds]
        built = now["kind"] if now else fitting
        if built in BUILDINGS:
            who = PieceGrid(narrowest=look.touch * 2.7)
            for owner in owners:
                mine = bool(now) and now["owner"] == owner
                button = piece_button(f"owner:{owner}", self.letters, mine, self.names.get(owner, ""))
                value = {"kind": built, "owner": owner}
                button.bind(on_release=lambda _b, value=value: self.change("site", at, value))
                who.add_widget(button)
            unowned = {"kind": built, "owner": None}
            nobody = value_button("site", unowned, self.letters, active=now == unowned)
            nobody.bind(on_release=lambda _b: self.change("site", at, unowned))
            who.add_widget(nobody)
            widgets += [Heading(text=_("Whose is it?")), who]
        return widgets

    def _track_choices(self, space: int, owners: tuple[str, ...]) -> list[Any]:
        length = len(self.review.layout.track)
        discs = dict(self.review.state.track)
        grid = PieceGrid(narrowest=look.touch * 2.7)
        for owner in owners:
            here = owner in discs and discs[owner] % length == space
            button = piece_button(f"owner:{owner}", self.letters, here, self.names.get(owner, ""))
            score = likely_score(self.review.state, self.ruleset, owner, space, length)
            value = None if here else score
            button.bind(on_release=lambda _b, owner=owner, value=value: self.change("track", owner, value))
            grid.add_widget(button)
        return [Heading(text=_("Space {number} of the score track").format(number=space)), grid]

    # Many of a kind

    def open_tool(self, what: str) -> None:
        """Enter many things of a kind."""
        owners = owners_of(self.app, self.flow, self.review.state)
        brush: Any = {
            "tile": {"colour": TILE_COLOURS[0]},
            "site": {"kind": "", "owner": owners[0]},
            "edge": self.review.colours[0],
            "magistrate": owners[0],
            "hill": True,
            "track": owners[0],
        }[what]
        self.params.update(mode="tool", tool=what, brush=brush)
        self.show()
        if what == "track":
            self.view.look_at_all()
        else:
            self.view.look_at_city()

    def _show_tool(self, _move: bool) -> None:
        what, brush = self.params["tool"], self.params["brush"]
        owners = owners_of(self.app, self.flow, self.review.state)
        signs: list[tuple[str, Any]] = []
        if what == "tile":
            signs = [(f"tile:{c}", {"colour": c}) for c in TILE_COLOURS]
        elif what == "edge":
            signs = [(f"stick:{c}", c) for c in self.review.colours]
        elif what in ("magistrate", "track"):
            signs = [(f"owner:{o}", o) for o in owners]
        elif what == "site":
            signs = [(f"owner:{o}", {"kind": "", "owner": o}) for o in owners]
            signs.append(("kind:fountain", {"kind": FOUNTAIN, "owner": None}))
        grid = PieceGrid(narrowest=look.touch * 2.7)
        for sign, value in signs:
            note = self.names.get(sign.removeprefix("owner:"), "")
            button = piece_button(sign, self.letters, value == brush, note)
            button.bind(on_release=lambda _b, value=value: self.choose_brush(value))
            grid.add_widget(button)
        done = PushButton(text=_("Done"), icon="check", kind="tonal")
        done.bind(on_release=lambda _b: self.open_mode("look"))
        title = next(text for key, text, _sign in TOOLS if key == what)
        hint = SoftText(text=_(TOOL_HINTS[what]), font_size=look.label)
        self.frame.fill(Heading(text=_(title)), hint, grid, done)
        self._mark([])

    def choose_brush(self, value: Any) -> None:
        """What the next taps lay."""
        self.params["brush"] = value
        self.show()

    def _use_tool(self, place: tuple[float, float]) -> None:
        what, brush = self.params["tool"], self.params["brush"]
        found = hit_kind(what, place, self.review.state, self.review.layout)
        if found is None:
            return
        if what == "track":
            length = len(self.review.layout.track)
            score = likely_score(self.review.state, self.ruleset, brush, found.at, length)
            self.change("track", brush, score)
            return
        now = self.review.value_at(found.what, found.at)
        value: Any = brush
        if what == "site" and not brush["kind"]:
            kind = fitting_kind(self.review.state, self.review.layout, self.ruleset, found.at) or "temple"
            value = {"kind": kind, "owner": brush["owner"]}
        if now == value:
            value = False if what == "hill" else None
        self.change(found.what, found.at, value)

    # Rule problems

    def _show_problem(self, move: bool) -> None:
        problems = self.review.problems(self.ruleset)
        if not problems:
            self.params["mode"] = "look"
            self._show_overview(move)
            return
        number = min(max(int(self.params.get("number", 0)), 0), len(problems) - 1)
        problem = problems[number]
        count = _("Rule problem {number} of {total}").format(number=number + 1, total=len(problems))
        row = RowBox()
        for symbol, text, step in (
            ("chevron_left", _("Previous"), -1),
            ("chevron_right", _("Next"), 1),
        ):
            button = PushButton(text=text, icon=symbol, kind="outline")
            button.disabled = not 0 <= number + step < len(problems)
            button.bind(on_release=lambda _b, step=step: self.open_problem(number + step))
            row.add_widget(button)
        done = PushButton(text=_("Done"), icon="check", kind="tonal")
        done.bind(on_release=lambda _b: self.open_mode("look"))
        words = Column(spacing=look.gap_tiny)
        words.add_widget(SmallText(text=count))
        words.add_widget(Text(text=problem_text(problem)))
        hint = SoftText(
            text=_(
                "If the board really lies so, leave it: it is scored as it lies. Else tap it and correct it."
            ),
            font_size=look.label,
        )
        self.frame.fill(words, hint, row, done)
        marks = marks_of(problem.at, look.palette.danger)
        self._mark(marks)
        if move and len(marks) == 1:
            self.view.look_at(marks[0][0], marks[0][1], 6.0)
        elif move and marks:
            self.view.look_at_city()
        elif move:
            self.view.look_at_all()

    def open_problem(self, number: int) -> None:
        """Another of the problems."""
        self.params["number"] = number
        self.show()

    # The view

    def _mark(self, marks: list[Mark]) -> None:
        self.view.show_marks(marks)

    def change_ground(self) -> None:
        """Photo or drawn board."""
        self.params["drawn"] = not self._drawn
        self.app.nav.rebuild()

    def handle_back(self) -> bool:
        mode = self.params["mode"]
        if mode == "pick":
            self.close_pick()
            return True
        if mode in ("tool", "problems"):
            self.open_mode("look")
            return True
        return False

    def go_on(self) -> None:
        """To the counts; open questions are mentioned, not enforced."""
        waiting = [q for q in self.review.open_questions if q.swing > 0]
        if waiting and self.params["mode"] == "ask":
            self.app.overlay.ask(
                _("Leave questions open?"),
                ngettext(
                    "{count} question can still change the points; the likeliest answer is taken.",
                    "{count} questions can still change the points; the likeliest answers are taken.",
                    len(waiting),
                ),
                _("Go on"),
                self._leave_for_counts,
                _("Answer them"),
            )
            return
        self._leave_for_counts()

    def _leave_for_counts(self) -> None:
        keep_review(self.flow, self.review)
        self.app.save_step("review")
        self.app.nav.open("counts")


def _key(question: Question) -> list[Any]:
    from scoring.sheet import to_json

    return [question.what, to_json(question.at)]


def _hit_of(question: Question, review: Review) -> Hit:
    """Where a doubt is on the board."""
    if question.what == "track":
        score = question.read if isinstance(question.read, int) else 0
        return Hit("track_space", score % max(len(review.layout.track), 1))
    if question.what == "magistrate":
        return Hit("tile", question.at)
    return Hit(question.what, question.at)


def _example(app: MarbleApp) -> None:
    begin_example(app)


def _by_hand(app: MarbleApp) -> None:
    begin_example(app)
    if app.flow is not None:
        app.flow.photos, app.flow.reading = [], None


def _ready(driver: Any) -> None:
    view = driver.app.nav.screen.view
    driver.until(lambda: view.projection is not None)
    driver.frames(2)


def _picked(driver: Any) -> None:
    _ready(driver)
    driver.app.nav.screen.pick(Hit("site", (0, 4)))
    driver.app.nav.screen.view.look_at("site", (0, 4), 5.0)


SAMPLES = (
    Sample("review", prepare=_example, arrange=_ready, flow_step=5),
    Sample("review_overview", params={"mode": "look"}, prepare=_example, arrange=_ready, flow_step=6),
    Sample("review_pick", params={"mode": "look"}, prepare=_example, arrange=_picked),
    Sample("review_problems", params={"mode": "problems"}, prepare=_example, arrange=_ready),
    Sample(
        "review_tool",
        params={"mode": "tool", "tool": "tile", "brush": {"colour": "red"}},
        prepare=_by_hand,
        arrange=_ready,
    ),
)

load_kv(__file__)
