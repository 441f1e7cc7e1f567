"""What a view shows: how likely each thing is at each triangle, edge, point and space of the track.

All numbers are natural logarithms of probabilities, so that two photos' evidence adds up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from scoring.layout import Layout
from vision.colours import Colour
from vision.crops import (
    EDGE_CUT,
    POINT_CUT,
    TRIANGLE_CUT,
    cut_stacks,
    edge_poses,
    point_poses,
    triangle_poses,
)
from vision.local_light import LocalLight, settle
from vision.measures import (
    CUBE,
    FAR,
    MAGISTRATE,
    STICK,
    Window,
    measure_cards,
    measure_discs,
    measure_ground,
    measure_tiles,
    measure_windows,
)
from vision.nets import Nets
from vision.palette import Palette
from vision.view import View

Floats = NDArray[np.float64]

# Log odds of a piece from the network's log odds and from how badly its best colour fits there (weight of
# the first, of the second, constant): logistic regressions over rendered photos of six printings.
STICK_ODDS = (1.45, -0.3, 0.1)
MAGISTRATE_ODDS = (1.4, -0.65, 0.8)

CARD_SHARPNESS = 0.35
# How well the border follows the fitted light in ordinary photos, and how fast trust in colours falls beyond.
EVEN_LIGHT, TRUST_FALL, LEAST_TRUST = 0.065, 0.7, 0.35
HOPELESS = -6.5  # log probability of a shape below which its colour is not even looked at

EMPTY, TILE, HILL, BRIDGE = range(4)  # what the triangle net tells apart
BARE, SIDE, MIDDLE = range(3)  # what the edge net does: no tile beside it, a tile's side, a tile's middle
NOTHING, FOUNTAIN_CARD, BUILDING_CARD = range(3)  # what the point net does


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Log probabilities. T triangles, E edges, P points in the layout's order; colours in the palette's.

    triangle (T, 4): empty, tile, hill, bridge; tile_colour (T, 4).
    edge (E, 3): bare, side, middle; stick (E, 2): none, one; stick_colour (E, sticks);
    magistrate (E, 2): none, one; magistrate_owner (E, owners).
    point (P, 3): nothing, fountain, building; kind (P, 4); owner (P, owners).
    disc (owners, spaces + 1): the last for no disc at all.
    """

    triangle: Floats
    tile_colour: Floats
    edge: Floats
    stick: Floats
    stick_colour: Floats
    magistrate: Floats
    magistrate_owner: Floats
    point: Floats
    kind: Floats
    owner: Floats
    disc: Floats


def gather(view: View, layout: Layout, palette: Palette, nets: Nets) -> Evidence:
    """Looks at everything once."""
    # Where the border does not follow one smooth light, colours say less than they seem to.
    trust = float(np.clip((EVEN_LIGHT / view.light.spread) ** TRUST_FALL, LEAST_TRUST, 1.0))
    triangle = nets.triangle(cut_stacks(view, TRIANGLE_CUT, triangle_poses(layout.triangles)))
    tile_colour, local = settle(
        measure_tiles(view, layout.triangles),
        measure_ground(view, layout.triangles),
        np.exp(triangle),
        np.array([colour.mean for colour in palette.tiles.values()]),
        triangle_poses(layout.triangles)[:, :2],
    )
    sides, points = edge_poses(layout.edges), point_poses(layout.points)
    edge, stick, magistrate = nets.edge(cut_stacks(view, EDGE_CUT, sides))
    point, _ = nets.point(cut_stacks(view, POINT_CUT, points))
    stick_misfit = _misfit(view, local, STICK, sides, palette.sticks, stick[:, 1])
    magistrate_misfit = _misfit(view, local, MAGISTRATE, sides, palette.magistrates, magistrate[:, 1])
    cube_misfit = _misfit(view, local, CUBE, points, palette.cubes, point[:, BUILDING_CARD])
    return Evidence(
        triangle=triangle,
        tile_colour=_normalised(trust * tile_colour),
        edge=edge,
        stick=_fused(stick, stick_misfit, STICK_ODDS),
        stick_colour=_normalised(-trust * STICK.sharpness * stick_misfit),
        magistrate=_fused(magistrate, magistrate_misfit, MAGISTRATE_ODDS),
        magistrate_owner=_normalised(-trust * MAGISTRATE.sharpness * magistrate_misfit),
        point=point,
        kind=_shares(measure_cards(view, points, local), palette.cards, trust * CARD_SHARPNESS),
        owner=_normalised(-trust * CUBE.sharpness * cube_misfit),
        disc=measure_discs(view, layout, palette.discs),
    )


def join(parts: Sequence[Evidence]) -> Evidence:
    """The evidence of several photos of one position. Raises ValueError without any."""
    if not parts:
        raise ValueError("there is no evidence to join")
    joined = {f.name: _normalised(sum(getattr(p, f.name) for p in parts)) for f in fields(Evidence)}
    return Evidence(**joined)


def _normalised(logs: Floats) -> Floats:
    if logs.size == 0:
        return logs
    logs = logs - logs.max(-1, keepdims=True)
    return np.asarray(logs - np.log(np.exp(logs).sum(-1, keepdims=True)), float)


def _shares(lab: Floats, colours: Mapping[str, Colour], sharpness: float) -> Floats:
    """(N, colours) log probabilities of measured Lab values (N, 3)."""
    distances = np.stack([c.distance(lab) for c in colours.values()], -1)
    return _normalised(-sharpness * np.minimum(distances, 60.0))


def _misfit(
    view: View,
    local: LocalLight,
    window: Window,
    poses: Floats,
    colours: Mapping[str, Colour],
    shape: Floats,
) -> Floats:
    """(N, colours): how badly each colour fits; not looked at where the shape (N,) is out of the question."""
    result = np.full((len(poses), len(colours)), FAR)
    likely = np.flatnonzero(shape > HOPELESS)
    if len(likely):
        result[likely] = measure_windows(view, window, poses[likely], colours, local)
    return result


def _fused(seen: Floats, misfit: Floats, weights: tuple[float, float, float]) -> Floats:
    """(N, 2) log probabilities of none and one, from the network's and the colours' misfit (N, colours)."""
    best = misfit.min(1) if misfit.size else np.zeros(len(misfit))
    odds = weights[0] * (seen[:, 1] - seen[:, 0]) + weights[1] * best + weights[2]
    return np.stack((-np.logaddexp(0, odds), -np.logaddexp(0, -odds)), -1)
