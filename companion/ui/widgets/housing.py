"""Alea Iacta Est: which patrician lives in which province, as a list of houses."""

from __future__ import annotations

from typing import Any

from kivy.properties import ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.explanations import patrician_name, province_name, roman
from companion.translation import _
from companion.ui.kv import load_kv
from companion.ui.theme import ink_on, look
from companion.ui.widgets.card import Column
from companion.ui.widgets.text import SmallText
from scoring.alea import AleaPlayer, best_housing
from scoring.alea_housing import JOKER, WOMAN, Housing, Patrician
from scoring.ruleset import Ruleset


class HouseRow(BoxLayout):
    """A province with those who live there."""

    colour = StringProperty("")
    name = StringProperty("")
    points = NumericProperty(0)


class Resident(BoxLayout):
    """A patrician: sex, value, colour."""

    colour = StringProperty("")
    sex = StringProperty("")
    value = StringProperty("")
    ground = ColorProperty((0, 0, 0, 0))
    ink = ColorProperty((0, 0, 0, 0))

    def on_colour(self, _widget: Any, colour: str) -> None:
        self.ground = look.piece(colour)
        self.ink = ink_on(look.piece(colour))


class EmptyPlace(BoxLayout):
    """Nobody lives here."""


class HousingView(Column):
    """The best housing of a player's entry in `marble-players/1`."""

    def __init__(self, entry: dict[str, Any], ruleset: Ruleset | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        player = AleaPlayer.from_json({"name": "-", **entry}, "player")
        housing = best_housing(player, ruleset)
        if not player.provinces and not player.extra_places:
            self.add_widget(SmallText(text=_("no provinces")))
        for place in range(len(player.provinces) + player.extra_places):
            self.add_widget(self._house(player, housing, place))
        housed = {who for _place, who in housing.pairs}
        homeless = [one for number, one in enumerate(player.patricians) if number not in housed]
        if homeless:
            names = ", ".join(patrician_name(one) for one in homeless)
            self.add_widget(SmallText(text=_("Without a home: {names}").format(names=names)))

    def _house(self, player: AleaPlayer, housing: Housing, place: int) -> HouseRow:
        guests = [player.patricians[who] for where, who in housing.pairs if where == place]
        if place < len(player.provinces):
            province = player.provinces[place]
            name, colour = province_name(province), province.colour
            points = province.value if guests else province.value - 1
        else:
            name, colour, points = _("the extra province"), JOKER, 0
        row = HouseRow(
            name=name[:1].upper() + name[1:],
            colour="" if colour == JOKER else colour,
            points=points + sum(guest.value for guest in guests),
        )
        box = row.ids.residents
        for guest in sorted(guests, key=lambda one: one.sex != WOMAN):
            box.add_widget(_resident(guest))
        if not guests:
            box.add_widget(EmptyPlace())
        return row


def _resident(guest: Patrician) -> Resident:
    return Resident(
        colour=guest.colour, sex="female" if guest.sex == WOMAN else "male", value=roman(guest.value)
    )


load_kv(__file__)
