"""How a photo's light turns colours from place to place, found together with the tiles' colours.

Light from the side, a shadow's edge, glare on card: none of it follows the smooth light of the board's rim
(`vision/light.py`). But four known tile colours lie all over the city. A light shifts all colours near it
alike, and a veil of glare draws them all towards grey; so the tiles' colours and the light tell each other.
Colours are in the space of `vision/colours.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.odds import normalised

Floats = NDArray[np.float64]

# Fitted on rendered photos of copy A in hard conditions (8 photos, 418 tiles): wrong colours fell from 16
# to 4, and those said with 95% confidence from 8 to none; on the even-lit photos nothing changed.
REACH = 0.8  # how far a light reaches, grid units
NEIGHBOURS = 30  # triangles that are asked about the light
ROUNDS = 6
SMOOTH_ROUNDS = 2  # first the light is taken as smooth, then it may change at a shadow's edge
LONE_SPREAD = np.array([40.0, 14.0, 16.0])  # of a tile by itself against its sample
SMOOTH_SPREAD = np.array([24.0, 8.0, 9.0])  # against the mean light around it
SHARED_SPREAD = np.array([14.0, 6.0, 7.0])  # against a single neighbour that lies in the same light
SMOOTH_PART = 0.15  # how much the smooth light counts beside the single neighbours'
# How strongly the light here is held at the whole city's, and that at none: of the saturation in squared
# chroma, of the shift in triangles.
HOLD_SATURATION, HOLD_SHIFT = 1500.0, 2.0
HOLD_CITY_SATURATION, HOLD_CITY_SHIFT = 20_000.0, 10.0
CAST_HOLD = 30.0  # triangles by which one colour's sample holds against the photo
LEAST_SATURATION, MOST_SATURATION = 0.4, 1.8
PIECE_REACH = 0.5  # how far from a piece its light is looked for
PIECE_HOLD = 1.0  # triangles by which a piece's light is held at the whole city's
FLOOR = -12.0


@dataclass(frozen=True, slots=True, eq=False)
class LocalLight:
    """places (T, 2); pull (T,): how much each place tells; shift (T, 3) and saturation (T,) there, and those
    of the whole city; pivot (3,): the colour that saturation leaves alone."""

    places: Floats
    pull: Floats
    shift: Floats
    saturation: Floats
    city_shift: Floats
    city_saturation: float
    pivot: Floats

    def undone(
        self, values: NDArray[np.float32], places: Floats, wooden: bool = False
    ) -> NDArray[np.float32]:
        """The colours (N, ..., 3) as they would be in the empty board's light; places (N, 2) are theirs.

        A lamp that mirrors itself in the card lifts and washes out the tiles, not the wood that stands there.
        """
        if not len(values):
            return values
        near = _nearness(places, self.places, PIECE_REACH) * self.pull
        total = near.sum(1)[:, None] + PIECE_HOLD
        shift = (near @ self.shift + PIECE_HOLD * self.city_shift) / total
        saturation = (near @ self.saturation[:, None] + PIECE_HOLD * self.city_saturation) / total
        if wooden:
            shift[:, 0] = np.minimum(shift[:, 0], 0.0)
        scale = np.concatenate((np.ones_like(saturation), saturation, saturation), 1)
        around = (len(values), *([1] * (values.ndim - 2)), 3)
        offset = (self.pivot + shift).reshape(around).astype(np.float32)
        return np.asarray(
            (values - offset) / scale.reshape(around).astype(np.float32) + self.pivot.astype(np.float32),
            np.float32,
        )


def settle(
    seen: Floats, bare: Floats, what: Floats, expected: Floats, places: Floats
) -> tuple[Floats, LocalLight]:
    """Tile colours and local light, each found with the help of the other.

    seen, bare (T, 3): each triangle's colour in the photo and on the empty board; what (T, 4): probabilities
    of empty, tile, hill, bridge; expected (C, 3): the tiles' colours; places (T, 2). Returns the log
    probabilities (T, C) of the tiles' colours, and the light.
    """
    city = _City.of(seen, bare, expected, places)
    cast = np.zeros_like(expected)  # how this photo turns each colour beyond what light explains
    logs = normalised(-0.5 * ((city.gaps[:, :-1] / LONE_SPREAD) ** 2).sum(-1))
    for turn in range(ROUNDS):
        shares = np.column_stack((np.exp(logs) * what[:, 1:2], what[:, 0]))
        field = city.fit(shares, cast)
        lights = city.lights(field, cast)
        width = SMOOTH_SPREAD + (LONE_SPREAD - SMOOTH_SPREAD) * (HOLD_SHIFT / field.total)[:, None]
        off = lights[:, :-1] - field.shift[:, None]
        smooth = -0.5 * ((off / width[:, None]) ** 2).sum(-1)
        logs = normalised(smooth if turn < SMOOTH_ROUNDS else city.shared(lights, shares, smooth, width))
        own = np.exp(logs) * what[:, 1:2]
        cast = cast + (own[..., None] * off).sum(0) / (own.sum(0) + CAST_HOLD)[:, None]
    shares = np.column_stack((np.exp(logs) * what[:, 1:2], what[:, 0]))
    return np.maximum(logs, FLOOR), city.light(shares, cast)


def known_light(seen: Floats, bare: Floats, shares: Floats, expected: Floats, places: Floats) -> LocalLight:
    """The light where it is known what lies: shares (T, C + 1) of the tiles' colours and of bare ground."""
    return _City.of(seen, bare, expected, places).light(shares, np.zeros_like(expected))


@dataclass(frozen=True, slots=True, eq=False)
class _Field:
    """shift (T, 3), saturation (T,), total (T,): how much spoke for them."""

    shift: Floats
    saturation: Floats
    total: Floats


@dataclass(frozen=True, slots=True, eq=False)
class _City:
    """seen (T, 3) and each thing that could be there (T, C + 1, 3), the last bare ground; less the pivot."""

    seen: Floats
    things: Floats
    pivot: Floats
    places: Floats
    near: Floats  # (T, T), none of a triangle to itself
    close: NDArray[np.intp]  # (T, neighbours)

    @classmethod
    def of(cls, seen: Floats, bare: Floats, expected: Floats, places: Floats) -> _City:
        pivot = expected.mean(0)
        tiles = np.broadcast_to(expected - pivot, (len(seen), *expected.shape))
        near = _nearness(places, places, REACH)
        np.fill_diagonal(near, 0.0)
        close = np.argsort(-near, axis=1)[:, :NEIGHBOURS]
        things = np.concatenate((tiles, (bare - pivot)[:, None]), 1)
        return cls(seen - pivot, things, pivot, places, near, close)

    @property
    def gaps(self) -> Floats:
        """(T, C + 1, 3): by how much each thing's colour would have to be turned."""
        return np.asarray(self.seen[:, None] - self.things, float)

    def fit(self, shares: Floats, cast: Floats) -> _Field:
        """The light around each triangle, held at that of the whole city."""
        everywhere = np.ones((1, len(self.seen)))
        none = _Field(np.zeros((1, 3)), np.ones(1), np.ones(1))
        whole = self._regress(everywhere, shares, cast, HOLD_CITY_SATURATION, HOLD_CITY_SHIFT, none)
        return self._regress(self.near, shares, cast, HOLD_SATURATION, HOLD_SHIFT, whole)

    def _regress(
        self, near: Floats, shares: Floats, cast: Floats, stiff: float, hold: float, prior: _Field
    ) -> _Field:
        """Ridge regression of what is seen on what lies there: one factor for chroma, one shift."""
        target = self.seen[:, None] - np.vstack((cast, np.zeros(3)))
        weighted = shares[..., None] * self.things
        total = near @ shares.sum(1) + hold
        x, y = near @ weighted.sum(1), near @ (shares[..., None] * target).sum(1) + hold * prior.shift
        xx = near @ (weighted * self.things)[..., 1:].sum((1, 2))
        xy = near @ (weighted * target)[..., 1:].sum((1, 2))
        across = (x * y)[:, 1:].sum(1) / total
        saturation = (xy - across + stiff * prior.saturation) / (xx - (x[:, 1:] ** 2).sum(1) / total + stiff)
        saturation = np.clip(saturation, LEAST_SATURATION, MOST_SATURATION)
        return _Field((y - _scale(saturation) * x) / total[:, None], saturation, total)

    def lights(self, field: _Field, cast: Floats) -> Floats:
        """(T, C + 1, 3): the shift that each thing would mean, given the saturation there."""
        turned = _scale(field.saturation)[:, None] * self.things + np.vstack((cast, np.zeros(3)))
        return np.asarray(self.seen[:, None] - turned, float)

    def shared(self, lights: Floats, shares: Floats, smooth: Floats, width: Floats) -> Floats:
        """(T, C): how well the light that a colour would mean is found at single neighbours.

        At a shadow's edge the mean of the neighbours' light is nobody's light.
        """
        off = (lights[:, :-1, None, None] - lights[self.close][:, None]) / SHARED_SPREAD
        alike = np.exp(-0.5 * (off**2).sum(-1))  # (T, C, neighbours, C + 1)
        near = np.take_along_axis(self.near, self.close, 1)
        weight = near[..., None] * shares[self.close]
        density = np.einsum("tne,tcne->tc", weight, alike) / (weight.sum((1, 2)) + HOLD_SHIFT)[:, None]
        wider = np.prod(width / SHARED_SPREAD, axis=1)[:, None]
        return np.asarray(np.log(density + SMOOTH_PART * np.exp(smooth) / wider + 1e-12), float)

    def light(self, shares: Floats, cast: Floats) -> LocalLight:
        """The light for pieces, with what each triangle itself shows."""
        field = self.fit(shares, cast)
        pull = shares.sum(1)
        shift = (shares[..., None] * self.lights(field, cast)).sum(1) / np.maximum(pull, 1e-6)[:, None]
        total = max(float(pull.sum()), 1e-6)
        hold = HOLD_CITY_SHIFT
        return LocalLight(
            self.places,
            pull,
            shift,
            field.saturation,
            (pull @ shift) / (total + hold),
            float((pull @ field.saturation + hold) / (total + hold)),
            self.pivot,
        )


def _scale(saturation: Floats) -> Floats:
    return np.stack((np.ones_like(saturation), saturation, saturation), -1)


def _nearness(a: Floats, b: Floats, reach: float) -> Floats:
    return np.asarray(np.exp(-((a[:, None] - b[None]) ** 2).sum(-1) / (2 * reach**2)), float)
