"""The player's own copy of City of Marble: what the app knows about it, and how it learns more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.colour_names import colour_name
from companion.lessons import take_back_lesson
from companion.my_copy import COMMON_OWNERS, MyCopy, layout_or_shipped, ruleset_or_shipped
from companion.sampler import sampler_state
from companion.storage.errors import StorageError
from companion.translation import _, ngettext
from companion.ui import photo_work
from companion.ui.board.choices import PieceButton, PieceGrid
from companion.ui.board.glyphs import colour_letter
from companion.ui.kv import load_kv
from companion.ui.lesson import LESSON_JOB, find_photo
from companion.ui.photo_source import PhotoSource
from companion.ui.screen import Sample
from companion.ui.screens.photo import REFUSALS
from companion.ui.shell import MarbleApp
from companion.ui.theme import look
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.card import Card
from companion.ui.widgets.choice import ListRow
from companion.ui.widgets.progress import ProgressStrip
from companion.ui.widgets.text import Heading, SmallText, SoftText, Text

JOB_GAME, STORE_JOB, LEARN_JOB = "my-copy", "photo", "learn"
MOST_OWNERS = 4


class MyCopyScreen(PhotoSource):
    """Two photos teach the app a copy; layout, colours and rules can be changed besides."""

    def setup(self) -> None:
        self.copy = MyCopy(self.app.folder)

    def enter(self) -> None:
        super().enter()
        if not self.take_up_camera():
            self.build()

    # What is shown

    def build(self) -> None:
        """All cards, by how far the calibration is."""
        column = self.ids.column
        column.clear_widgets()
        draft = self.copy.draft()
        if self.app.worker.running(JOB_GAME, LEARN_JOB) or self.app.worker.running(JOB_GAME, LESSON_JOB):
            column.add_widget(self._learning_card())
        elif self.params.get("trouble"):
            column.add_widget(self._trouble_card())
        column.add_widget(self._status_card())
        column.add_widget(self._owners_card(draft))
        column.add_widget(self._empty_card(draft))
        column.add_widget(self._sample_card(draft))
        column.add_widget(self._more_card())

    def _status_card(self) -> Card:
        card = Card()
        if self.copy.calibrated:
            card.fill, card.edge = look.palette.success, look.palette.laurel
            card.add_widget(Heading(text=_("The app knows your copy"), color=look.palette.on_success))
            card.add_widget(
                Text(text=_("It finds the board in a photo by itself."), color=look.palette.on_success)
            )
            self._add_lessons(card)
            return card
        card.add_widget(Heading(text=_("Teach the app your copy")))
        card.add_widget(
            SoftText(
                text=_(
                    "Colours and printing differ from box to box. Three short steps, once: "
                    "say which colours you play with, photograph the empty board, photograph a sampler."
                )
            )
        )
        return card

    def _add_lessons(self, card: Card) -> None:
        """What games have taught, and the way back."""
        lessons = len(self.copy.draft().get("lessons", []))
        if not lessons:
            return
        text = ngettext(
            "A photo of a game has taught it more.", "{count} photos of games have taught it more.", lessons
        )
        card.add_widget(Text(text=text, color=look.palette.on_success))
        if self.copy.backup_path.is_file():
            back = PushButton(text=_("Take the last lesson back"), icon="undo", kind="outline")
            back.bind(on_release=lambda _b: self.take_lesson_back())
            card.add_widget(back)

    def take_lesson_back(self) -> None:
        """The profile as it was before the last lesson."""
        try:
            take_back_lesson(self.copy)
        except OSError as error:
            self.app.report(error)
        self.build()

    def _learning_card(self) -> Card:
        card = Card()
        card.add_widget(Heading(text=_("Learning")))
        card.add_widget(ProgressStrip(stage=_("Looking at the photos"), share=0.5))
        cancel = PushButton(text=_("Cancel"), icon="close", kind="outline")
        cancel.bind(on_release=lambda _b: self.cancel())
        card.add_widget(cancel)
        return card

    def _trouble_card(self) -> Card:
        from companion.ui.widgets.card import NoticeCard

        card = NoticeCard()
        card.add_widget(Heading(text=_("That did not work"), color=look.palette.on_warning))
        reason = str(self.params.get("reason", ""))
        text = _(REFUSALS[reason]) if reason in REFUSALS else str(self.params["trouble"])
        card.add_widget(Text(text=text, color=look.palette.on_warning))
        return card

    def _owners_card(self, draft: dict[str, Any]) -> Card:
        chosen = list(draft.get("owners", []))
        card = Card()
        card.add_widget(Heading(text=_("1. Player colours")))
        card.add_widget(SmallText(text=_("Tap the colours of the cubes in your box, four at most.")))
        grid = PieceGrid(narrowest=look.touch * 2.7)
        owners = tuple(dict.fromkeys((*COMMON_OWNERS, *chosen)))
        for owner in owners:
            button = PieceButton(
                sign=f"owner:{owner}",
                text=colour_name(owner).capitalize(),
                letter=colour_letter(owner, owners),
                active=owner in chosen,
            )
            button.bind(on_release=lambda _b, owner=owner: self.toggle_owner(owner))
            grid.add_widget(button)
        card.add_widget(grid)
        return card

    def _empty_card(self, draft: dict[str, Any]) -> Card:
        card = Card()
        card.add_widget(Heading(text=_("2. The empty board")))
        if not draft.get("empty"):
            hint = _("Clear the board, photograph it from straight above, then drag the four corners.")
            card.add_widget(SmallText(text=hint))
            for button in self._photo_buttons("empty", "filled" if not self.copy.calibrated else "tonal"):
                card.add_widget(button)
            return card
        done = bool(draft.get("corners"))
        text = (
            _("Photo and corners are there.") if done else _("The photo is there, its corners are missing.")
        )
        card.add_widget(Text(text=text))
        for words, symbol, kind, action in (
            (_("Drag the corners"), "crop_free", "tonal" if done else "filled", self.open_corners),
            (_("Check the printed grid"), "grid_on", "tonal", lambda: self.app.nav.open("my_layout")),
            (_("Another photo"), "photo_camera", "plain", lambda: self.forget("empty", "corners")),
        ):
            button = PushButton(text=words, icon=symbol, kind=kind)
            button.bind(on_release=lambda _b, action=action: action())
            card.add_widget(button)
        return card

    def _sample_card(self, draft: dict[str, Any]) -> Card:
        card = Card()
        card.add_widget(Heading(text=_("3. The sampler")))
        ready = bool(draft.get("corners")) and bool(draft.get("owners"))
        hint = (
            _("Lay out a few pieces of each kind as shown, and photograph them.")
            if ready
            else _("First the colours and the empty board.")
        )
        card.add_widget(SmallText(text=hint))
        show = PushButton(
            text=_("Show the sampler"),
            icon="diamond",
            kind="filled" if ready and not self.copy.calibrated else "tonal",
        )
        show.disabled = not ready
        show.bind(on_release=lambda _b: self.app.nav.open("my_sample"))
        card.add_widget(show)
        if draft.get("sample") and ready:
            again = PushButton(text=_("Learn again from these photos"), icon="refresh", kind="outline")
            again.bind(on_release=lambda _b: self.learn())
            card.add_widget(again)
        return card

    def _more_card(self) -> Card:
        card = Card(spacing=0)
        ruleset = ruleset_or_shipped(self.copy)
        changed = sum(value.status == "house rule" for value in ruleset.values.values())
        rows = (
            (
                "grid_on",
                _("Layout of the board"),
                _("Triangles, hills, bridges and sources"),
                lambda: self.app.nav.open("my_layout"),
            ),
            (
                "gavel",
                _("Rules and points"),
                ngettext("{count} house rule", "{count} house rules", changed),
                lambda: self.app.nav.open("my_rules"),
            ),
            (
                "restart_alt",
                _("Forget this copy"),
                _("Back to what the app shipped with"),
                self.ask_to_forget,
            ),
        )
        for symbol, title, text, action in rows:
            row = ListRow(icon=symbol, title=title, text=text)
            row.bind(on_release=lambda _r, action=action: action())
            card.add_widget(row)
        return card

    def _photo_buttons(self, purpose: str, first: str) -> list[PushButton]:
        buttons = self.way_buttons(first)
        for button in buttons:
            button.bind(on_press=lambda _b: self.params.update(purpose=purpose))
        return buttons

    # Changes

    def toggle_owner(self, owner: str) -> None:
        """A colour more or less."""
        draft = self.copy.draft()
        chosen = list(draft.get("owners", []))
        if owner in chosen:
            chosen.remove(owner)
        elif len(chosen) >= MOST_OWNERS:
            self.app.toast(_("Four players at most; tap one to take it away."))
            return
        else:
            chosen.append(owner)
        draft["owners"] = chosen
        self._keep(draft)

    def forget(self, *keys: str) -> None:
        """Begin a step anew."""
        draft = self.copy.draft()
        for key in keys:
            draft.pop(key, None)
        self._keep(draft)

    def ask_to_forget(self) -> None:
        """Everything about this copy, after a question."""
        self.app.overlay.ask(
            _("Forget this copy?"),
            _("Learning photos, layout and house rules go back to what the app shipped with. Games stay."),
            _("Forget this copy"),
            self._forget_all,
            _("Keep it"),
            danger=True,
        )

    def _forget_all(self) -> None:
        self.copy.forget_all()
        self.params.clear()
        self.build()

    def _keep(self, draft: dict[str, Any]) -> None:
        place = self.ids.page.body.scroll_y
        try:
            self.copy.save_draft(draft)
        except OSError as error:
            self.app.report(error)
        self.build()
        self.ids.page.body.scroll_y = place

    def open_corners(self) -> None:
        """Drag the corners on the empty board."""
        self.app.nav.open("corners", target="empty")

    # Photos and learning

    def use(self, path: Path) -> None:
        """The empty board's photo."""
        app, copy = self.app, self.copy
        app.worker.submit(
            lambda _ticket: photo_work.store_photo(app.store, path),
            game_id=JOB_GAME,
            kind=STORE_JOB,
            on_done=lambda sha: _stored(app, copy, sha),
            on_error=app.report,
        )

    def learn(self) -> None:
        """Make the profile from the photos that are there."""
        self.params.pop("trouble", None)
        start_learning(self.app)
        self.build()

    def cancel(self) -> None:
        """Not now."""
        for kind in (LEARN_JOB, LESSON_JOB):
            ticket = self.app.worker.running(JOB_GAME, kind)
            if ticket is not None:
                ticket.cancel()
        self.build()


def _stored(app: MarbleApp, copy: MyCopy, sha256: str) -> None:
    draft = copy.draft()
    draft.update(empty=sha256)
    draft.pop("corners", None)
    copy.save_draft(draft)
    if isinstance(app.nav.screen, MyCopyScreen):
        app.nav.open("corners", target="empty")


def start_learning(app: MarbleApp) -> None:
    """Hand the calibration to the worker; the hub tells how it went."""
    copy = MyCopy(app.folder)
    draft = copy.draft()
    layout = layout_or_shipped(copy)
    try:
        empty = find_photo(app, copy, draft["empty"])
        sample = find_photo(app, copy, draft["sample"]) if draft.get("sample") else None
    except (StorageError, KeyError, ValueError) as error:
        app.report(error)
        return
    if empty is None:
        app.toast(_("The photo is no longer there."))
        return
    state = sampler_state(layout, draft.get("owners", []))
    samples = [(sample, state)] if sample is not None and state is not None else []
    photos = {draft["empty"]: empty}
    if sample is not None:
        photos[draft["sample"]] = sample

    def tell(trouble: str, reason: str) -> None:
        for place in app.nav.stack:
            if place.name == "my_copy":
                place.params.update(trouble=trouble, reason=reason)
        if isinstance(app.nav.screen, MyCopyScreen):
            app.nav.screen.build()

    def done(_nothing: None) -> None:
        fresh = copy.draft()
        if fresh.pop("lessons", None):  # learned anew from the two photos alone
            fresh.pop("lessons_before", None)
            copy.save_draft(fresh)
        tell("", "")
        app.toast(_("The app knows your copy now."))

    def failed(error: Exception) -> None:
        tell(str(getattr(error, "message", "") or error), str(getattr(error, "reason", "")))

    app.worker.submit(
        lambda ticket: photo_work.learn_copy(ticket, copy, empty, draft.get("corners"), samples, photos),
        game_id=JOB_GAME,
        kind=LEARN_JOB,
        on_done=done,
        on_error=failed,
    )


def begin_lesson(app: MarbleApp, corners: bool = True) -> None:
    """A copy half taught, for pictures and tests: the bundled photo stands for the empty board."""
    import json

    from companion.demo import demo_file

    copy = MyCopy(app.folder)
    label = json.loads(demo_file("board.json").read_text(encoding="utf-8"))
    sha256 = app.store.add_photo(demo_file("board.jpg").read_bytes())
    draft: dict[str, Any] = {"empty": sha256, "owners": ["purple", "orange", "black", "white"]}
    if corners:
        draft["corners"] = label["board_corners_px"]
    copy.save_draft(draft)


def _fresh(app: MarbleApp) -> None:
    MyCopy(app.folder).forget_all()


def _half_way(app: MarbleApp) -> None:
    _fresh(app)
    begin_lesson(app)


SAMPLES = (Sample("my_copy", prepare=_fresh), Sample("my_copy_half", prepare=_half_way))

load_kv(__file__)
