"""The photo of the board: taken, chosen or dropped, then read in the background."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.my_copy import MyCopy
from companion.translation import _, mark
from companion.ui import photo_work
from companion.ui.board.photos import ShownPhoto, show_photo
from companion.ui.board.table import keep_review, layout_of, photo_path, review_of, ruleset_of
from companion.ui.example import begin_example, example_seats
from companion.ui.flow import Flow
from companion.ui.kv import load_kv
from companion.ui.photo_source import PhotoSource
from companion.ui.screen import Sample
from companion.ui.shell import MarbleApp
from companion.ui.theme import look
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.card import Card, Column, NoticeCard, RowBox
from companion.ui.widgets.text import Heading, SoftText, Symbol, Text

JOB, STORE_JOB = "reading", "photo"

STAGES = {
    "load": mark("Opening the photo"),
    "register": mark("Finding the board"),
    "look": mark("Looking at every place"),
    "decode": mark("Making sense of it"),
    "done": mark("Making sense of it"),
}

# Why a photo was refused, and what helps; the keys are the reasons of `vision.errors` and of bad photo files.
REFUSALS = {
    "too_blurred": mark("The photo is too blurred. Hold the phone still, wait for the focus, and try again."),
    "cut_off": mark(
        "A part of the board is outside the photo. Step back until the whole score track is in it."
    ),
    "not_this_board": mark(
        "This does not look like the board of your copy. Is it another edition, or upside down?"
    ),
    "no_board": mark("No board was found. Photograph it from above, with nothing else on top of it."),
    "bad_corners": mark("The four corners cannot be those of a board. Drag them onto its corners."),
    "not_a_photo": mark("This file is not a photo. Choose a JPEG, PNG or WebP picture."),
    "damaged": mark("The photo file is damaged or incomplete. Choose another one."),
    "too_large": mark("The photo is too large. Choose a smaller one."),
    "too_small": mark("The photo is too small to recognise anything. Take one with the camera."),
    "no_file": mark("The photo could not be opened. Choose another one."),
}

HINTS = (
    ("crop_free", mark("The whole board, with the score track all round it")),
    ("arrow_downward", mark("From above, as straight as you can")),
    ("light_mode", mark("Even light, no glare and no shadow of your own")),
    ("pan_tool", mark("Hands, cards and cups off the board; pieces stay where they are")),
)


class HintCard(Card):
    """What to keep in mind before the photo is taken."""


class PreviewCard(Card):
    """The photo while it is being read."""


class ReadingCard(Card):
    """How far the reading is."""

    def __init__(self, screen: PhotoScreen) -> None:
        self.screen = screen
        super().__init__()


class PhotoScreen(PhotoSource):
    """Guidance, then the reading, then the reason if there is none."""

    def setup(self) -> None:
        self.part = self.flow.section("photo")
        self.copy = MyCopy(self.app.folder)
        self.reading: ReadingCard | None = None
        self.adding = bool(self.params.get("add"))  # another photo of the position that was read

    def enter(self) -> None:
        super().enter()
        if not self.take_up_camera():
            self.build()

    def slot(self) -> dict[str, Any]:
        return self.part

    # What is shown

    def build(self) -> None:
        """Show what the photo's status asks for."""
        column = self.ids.column
        column.clear_widgets()
        self.reading = None
        status = self.part.get("status", "")
        if status == "reading":
            self._build_reading(column)
        elif status == "refused":
            self._build_refusal(column)
        else:
            self._build_guidance(column)
        if look.wide:
            _put_ways_beside(column)

    def _build_guidance(self, column: Any) -> None:
        if self.adding:
            column.add_widget(self._adding_card())
        elif self.flow.reading is not None or self.flow.corrections:
            column.add_widget(self._continue_card())
        card = HintCard()
        for symbol, text in HINTS:
            card.ids.hints.add_widget(_hint_row(symbol, _(text)))
        column.add_widget(card)
        for button in self._ways(first="filled"):
            column.add_widget(button)
        if not self.copy.calibrated and not self.adding:
            column.add_widget(self._teach_card())

    def _adding_card(self) -> Card:
        card = NoticeCard()
        card.add_widget(Heading(text=_("The same board once more")))
        card.add_widget(
            Text(
                text=_(
                    "Glare or a hand in the way? Take another photo from another side, before anything on "
                    "the board is moved. Both are read together; your corrections stay."
                )
            )
        )
        return card

    def _continue_card(self) -> Card:
        card = NoticeCard()
        card.add_widget(Heading(text=_("This game has a board already")))
        card.add_widget(Text(text=_("A new photo replaces what was read and corrected.")))
        go_on = PushButton(text=_("Go on with it"), icon="play_arrow", kind="tonal")
        go_on.bind(on_release=lambda _b: self.app.nav.open("review"))
        card.add_widget(go_on)
        return card

    def _teach_card(self) -> Card:
        card = Card()
        card.add_widget(Heading(text=_("The app does not know your copy yet")))
        card.add_widget(
            SoftText(
                text=_(
                    "So after each photo the board's four corners are dragged into place. "
                    "Two photos teach it your copy, and it finds the board by itself."
                )
            )
        )
        button = PushButton(text=_("My copy"), icon="tune", kind="outline")
        button.bind(on_release=lambda _b: self.app.nav.open("my_copy"))
        card.add_widget(button)
        return card

    def _ways(self, first: str) -> list[PushButton]:
        """The ways to a photo, best first, and the way without one."""
        if self.adding:
            without = PushButton(text=_("Go on without it"), icon="arrow_back", kind="plain")
            without.bind(on_release=lambda _b: self.give_up())
            return [*self.way_buttons(first), without]
        by_hand = PushButton(text=_("Enter the board by hand"), icon="touch_app", kind="plain")
        by_hand.bind(on_release=lambda _b: self.by_hand())
        return [*self.way_buttons(first), by_hand]

    def _build_reading(self, column: Any) -> None:
        self.reading = ReadingCard(self)
        preview = PreviewCard()
        column.add_widget(preview)
        column.add_widget(self.reading)
        path = photo_path(self.app, self.flow, -1)
        if path is None:
            self._drop_added()
            self.part.clear()
            self.build()
            return
        show_photo(self.app, path, lambda photo: _fill(preview, photo), self._refuse)
        ticket = self.app.worker.running(self.flow.id, JOB)
        if ticket is None:
            self._submit()
        else:
            ticket.on_progress = self._progress

    def _build_refusal(self, column: Any) -> None:
        reason = str(self.part.get("reason", ""))
        card = NoticeCard()
        card.add_widget(Heading(text=_("The board could not be read")))
        known = _(REFUSALS[reason]) if reason in REFUSALS else str(self.part.get("message", ""))
        card.add_widget(Text(text=known))
        column.add_widget(card)
        if self.adding:
            for button in self._ways(first="filled"):
                column.add_widget(button)
            return
        if photo_path(self.app, self.flow) is not None and reason not in ("not_a_photo", "damaged"):
            preview = PreviewCard()
            column.add_widget(preview)
            path = photo_path(self.app, self.flow)
            if path is not None:
                show_photo(self.app, path, lambda photo: _fill(preview, photo), lambda _error: None)
            drag = PushButton(text=_("Drag the four corners"), icon="crop_free", big=True)
            drag.bind(on_release=lambda _b: self.app.nav.open("corners"))
            column.add_widget(drag)
            for button in self._ways(first="tonal"):
                button.big = False
                column.add_widget(button)
            return
        for button in self._ways(first="filled"):
            column.add_widget(button)

    def by_hand(self) -> None:
        """No photo: an empty board to fill."""
        flow = self.flow
        if flow.reading is not None:
            flow.reading, flow.corrections = None, []
            flow.section("review").clear()
        flow.photos = []
        self.part.clear()
        flow.layout = layout_of(self.app, None).as_json()
        flow.ruleset = ruleset_of(self.app, None).as_json()
        keep_review(flow, review_of(self.app, flow))
        self.app.save_step("photo")
        self.app.nav.open("review")

    # Reading it

    def use(self, path: Path) -> None:
        """Keep a photo and read it."""
        app, flow = self.app, self.flow
        stored = _stored_too if self.adding else _stored
        app.worker.submit(
            lambda _ticket: photo_work.store_photo(app.store, path),
            game_id=flow.id,
            kind=STORE_JOB,
            on_done=lambda sha: stored(app, flow, sha),
            on_error=lambda error: _failed(app, flow, error),
        )
        if not self.reading:
            self.part["status"] = ""
            self.ids.column.clear_widgets()
            self.reading = ReadingCard(self)
            self.ids.column.add_widget(self.reading)

    def _submit(self) -> None:
        app, flow, part = self.app, self.flow, self.part
        found = [photo_path(app, flow, number) for number in range(len(flow.photos))]
        paths = [path for path in found if path is not None]
        if not paths or found[0] is None:
            return
        ruleset = ruleset_of(app, None)
        app.worker.submit(
            lambda ticket: photo_work.read_board(ticket, paths, self.copy, part.get("corners"), ruleset),
            game_id=flow.id,
            kind=JOB,
            on_done=lambda answer: _read(app, flow, *answer),
            on_error=lambda error: _failed(app, flow, error),
            on_progress=self._progress,
        )

    def _progress(self, stage: str, share: float) -> None:
        if self.reading is not None and self.app.nav.screen is self:
            self.reading.ids.strip.share = share
            self.reading.ids.strip.stage = _(STAGES.get(stage, STAGES["decode"]))

    def cancel(self) -> None:
        """Stop the reading; the photo stays, for another try."""
        for kind in (JOB, STORE_JOB):
            ticket = self.app.worker.running(self.flow.id, kind)
            if ticket is not None:
                ticket.cancel()
        self._drop_added()
        self.part["status"] = ""
        self.app.save()
        self.build()

    def _drop_added(self) -> None:
        """A photo that was to be added and is not: the game keeps those that were read."""
        if self.part.pop("added", None) in self.flow.photos[1:]:
            self.flow.photos = self.flow.photos[:-1]

    def give_up(self) -> None:
        """No other photo after all: back to the board as it was read."""
        self._drop_added()
        self.part["status"] = ""
        self.app.save()
        self.app.nav.back_to("review")

    def _refuse(self, error: Exception) -> None:
        _failed(self.app, self.flow, error)

    def handle_back(self) -> bool:
        if self.part.get("status") in ("reading", "refused"):
            self.cancel()
            return True
        return False


def _put_ways_beside(column: Any) -> None:
    """In a low window the buttons stand beside the cards instead of below them, out of sight."""
    parts = list(reversed(column.children))
    ways = [part for part in parts if isinstance(part, PushButton)]
    if not ways:
        return
    column.clear_widgets()
    row = RowBox(spacing=look.gap)
    for half in ([part for part in parts if part not in ways], ways):
        side = Column(spacing=look.gap, pos_hint={"top": 1})
        for part in half:
            side.add_widget(part)
        row.add_widget(side)
    column.add_widget(row)


def _hint_row(symbol: str, text: str) -> Any:
    row = RowBox()
    row.add_widget(Symbol(icon=symbol, pos_hint={"center_y": 0.5}))
    row.add_widget(Text(text=text, pos_hint={"center_y": 0.5}))
    return row


def _fill(preview: PreviewCard, photo: ShownPhoto) -> None:
    preview.ids.picture.texture = photo.texture


def _front(app: MarbleApp, flow: Flow) -> PhotoScreen | None:
    """The photo screen of this game, if it is in front."""
    screen = app.nav.screen
    return screen if isinstance(screen, PhotoScreen) and app.flow is flow else None


def _stored(app: MarbleApp, flow: Flow, sha256: str) -> None:
    part = flow.section("photo")
    part.clear()
    flow.photos = [sha256]
    flow.reading, flow.corrections, flow.state = None, [], None
    flow.section("review").clear()
    known = MyCopy(app.folder).calibrated
    part["status"] = "reading" if known else ""
    app.save_step("photo")
    screen = _front(app, flow)
    if screen is None:
        return
    if known:
        screen.build()
    else:
        app.nav.open("corners")


def _stored_too(app: MarbleApp, flow: Flow, sha256: str) -> None:
    """One photo more of the position that was read."""
    part = flow.section("photo")
    if sha256 in flow.photos:
        part["status"] = ""
        app.toast(_("This photo is there already."))
    else:
        flow.photos = [*flow.photos, sha256]
        part.update(status="reading", added=sha256)
    app.save()
    screen = _front(app, flow)
    if screen is not None:
        screen.build()


def _read(app: MarbleApp, flow: Flow, reading: dict[str, Any], layout: dict[str, Any]) -> None:
    part = flow.section("photo")
    part["status"] = ""
    added = part.pop("added", None) is not None
    before = (flow.photos[:-1], flow.reading, flow.layout, flow.ruleset)
    flow.reading, flow.layout = reading, layout
    flow.ruleset = ruleset_of(app, None).as_json()
    if not added:
        flow.corrections = []
        flow.section("review").clear()
    keep_review(flow, review_of(app, flow))
    app.save_step("photo")
    if _front(app, flow) is not None:
        if added:
            app.nav.back_to("review")
            app.toast(
                _("{count} photos were read together.").format(count=len(flow.photos)),
                _("Without it"),
                lambda: _without_it(app, flow, before),
            )
        else:
            app.nav.open("review")


def _without_it(app: MarbleApp, flow: Flow, before: tuple[Any, ...]) -> None:
    """The added photo did not help: the board as it was read without it, with the corrections made since."""
    if app.flow is not flow:
        return
    flow.photos, flow.reading, flow.layout, flow.ruleset = before
    keep_review(flow, review_of(app, flow))
    app.save_step("photo")
    app.nav.rebuild()


def _failed(app: MarbleApp, flow: Flow, error: Exception) -> None:
    part = flow.section("photo")
    if part.pop("added", None) in flow.photos[1:]:
        flow.photos = flow.photos[:-1]
    part["status"] = "refused"
    part["reason"] = str(getattr(error, "reason", ""))
    part["message"] = str(getattr(error, "message", "") or error)
    app.save()
    screen = _front(app, flow)
    if screen is not None:
        screen.build()


def _new_game(app: MarbleApp) -> None:
    app.start_flow("marble", example_seats())


def _refused(app: MarbleApp) -> None:
    begin_example(app, read=False)
    if app.flow is not None:
        app.flow.section("photo").update(status="refused", reason="cut_off")


def _being_read(driver: Any) -> None:
    """As in the middle of the reading, without reading."""
    screen = driver.app.nav.screen
    path = photo_path(driver.app, screen.flow)
    if path is None:
        raise ValueError("the sample has no photo")
    preview, screen.reading = PreviewCard(), ReadingCard(screen)
    screen.ids.column.clear_widgets()
    for card in (preview, screen.reading):
        screen.ids.column.add_widget(card)
    show_photo(driver.app, path, lambda photo: _fill(preview, photo), lambda _error: None)
    driver.until(lambda: preview.ids.picture.texture is not None)
    screen._progress("look", 0.6)


def _photo_only(app: MarbleApp) -> None:
    begin_example(app, read=False)


def _once_more(app: MarbleApp) -> None:
    begin_example(app)


SAMPLES = (
    Sample("photo", prepare=_new_game),
    Sample("photo_reading", prepare=_photo_only, arrange=_being_read, flow_step=4),
    Sample("photo_again", params={"add": True}, prepare=_once_more),
    Sample("photo_refused", prepare=_refused),
)

load_kv(__file__)
