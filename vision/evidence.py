"""What a view shows: how likely each thing is at each triangle, edge, point and space of the track.

All numbers are natural logarithms of probabilities, so that two photos' evidence adds up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from scoring.grid import triangles_beside
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
from vision.odds import none_or_one, normalised
from vision.palette import Palette
from vision.view import View

Floats = NDArray[np.float64]

# Log odds of a piece from the network's log odds, from how badly its best colour fits there and from how much
# that place differs from the tiles beside it (a weight each, and a constant): logistic regressions over
# twelve rendered photos of two printings, ten of them in hard conditions. On the sixteen even-lit photos
# they were then tried on, pieces missed or imagined fell from 3 to none.
STICK_ODDS = (0.9, -0.48, 0.18, 0.47)
MAGISTRATE_ODDS = (0.91, -0.74, 0.28, 0.33)

CARD_SHARPNESS = 0.6  # how much a squared distance weighs; measured like those of the wooden pieces
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
    point (P, 3): nothing, fountain, building; kind (P, 5); cube (P, 2): none, one, on a building;
    owner (P, owners).
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
    cube: Floats
    owner: Floats
    disc: Floats


def gather(view: View, layout: Layout, palette: Palette, nets: Nets) -> Evidence:
    """Looks at everything once."""
    # Where the border does not follow one smooth light, tile colours say less than they seem to; those of
    # the pieces, measured in the light that the tiles show, say as much as ever.
    trust = float(np.clip((EVEN_LIGHT / view.light.spread) ** TRUST_FALL, LEAST_TRUST, 1.0))
    triangle = nets.triangle(cut_stacks(view, TRIANGLE_CUT, triangle_poses(layout.triangles)))
    seen, centres = measure_tiles(view, layout.triangles), triangle_poses(layout.triangles)[:, :2]
    tile_colour, local = settle(
        seen,
        measure_ground(view, layout.triangles),
        np.exp(triangle),
        np.array([colour.mean for colour in palette.tiles.values()]),
        centres,
    )
    sides, points = edge_poses(layout.edges), point_poses(layout.points)
    edge, stick, magistrate = nets.edge(cut_stacks(view, EDGE_CUT, sides))
    point, cube = nets.point(cut_stacks(view, POINT_CUT, points))
    beside = _beside(layout, local.undone(seen.astype(np.float32), centres))
    stick_misfit, stick_contrast = _misfit(view, local, STICK, sides, palette.sticks, stick[:, 1], beside)
    magistrate_misfit, magistrate_contrast = _misfit(
        view, local, MAGISTRATE, sides, palette.magistrates, magistrate[:, 1], beside
    )
    rims = measure_cards(view, points, local)
    cube_misfit, _ = _misfit(
        view, local, CUBE, points, palette.cubes, point[:, BUILDING_CARD], np.stack((rims, rims), 1)
    )
    return Evidence(
        triangle=triangle,
        tile_colour=normalised(trust * tile_colour),
        edge=edge,
        stick=_fused(stick, stick_misfit, stick_contrast, STICK_ODDS),
        stick_colour=normalised(-STICK.sharpness * stick_misfit),
        magistrate=_fused(magistrate, magistrate_misfit, magistrate_contrast, MAGISTRATE_ODDS),
        magistrate_owner=normalised(-MAGISTRATE.sharpness * magistrate_misfit),
        point=point,
        kind=_shares(rims, palette.cards, CARD_SHARPNESS),
        cube=cube,
        owner=normalised(-CUBE.sharpness * cube_misfit),
        disc=measure_discs(view, layout, palette.discs),
    )


def join(parts: Sequence[Evidence]) -> Evidence:
    """The evidence of several photos of one position. Raises ValueError without any."""
    if not parts:
        raise ValueError("there is no evidence to join")
    joined = {f.name: normalised(sum(getattr(p, f.name) for p in parts)) for f in fields(Evidence)}
    return Evidence(**joined)


def _shares(lab: Floats, colours: Mapping[str, Colour], sharpness: float) -> Floats:
    """(N, colours) log probabilities of measured Lab values (N, 3)."""
    distances = np.stack([c.distance(lab) for c in colours.values()], -1)
    return normalised(-sharpness * np.minimum(distances, 60.0))


def _misfit(
    view: View,
    local: LocalLight,
    window: Window,
    poses: Floats,
    colours: Mapping[str, Colour],
    shape: Floats,
    ground: Floats,
) -> tuple[Floats, Floats]:
    """(N, colours): how badly each colour fits; (N,): how much the place differs from the ground (N, 2, 3).

    Not looked at where the shape (N,) is out of the question.
    """
    result, contrast = np.full((len(poses), len(colours)), FAR), np.zeros(len(poses))
    likely = np.flatnonzero(shape > HOPELESS)
    if len(likely) and colours:
        result[likely], contrast[likely] = measure_windows(
            view, window, poses[likely], colours, local, ground[likely]
        )
    return result, contrast


def _beside(layout: Layout, seen: NDArray[np.float32]) -> Floats:
    """(E, 2, 3): the colours (T, 3) of the triangles on both sides of each edge."""
    index = {t: n for n, t in enumerate(layout.triangles)}
    pairs = []
    for side in layout.edges:
        found = [index[t] for t in triangles_beside(side) if t in index]
        pairs.append((found[0], found[-1]))
    return np.asarray(seen[np.array(pairs, int).reshape(-1, 2)], float)


def _fused(seen: Floats, misfit: Floats, contrast: Floats, weights: tuple[float, ...]) -> Floats:
    """(N, 2) log probabilities of none and one, from the network's, the colours' misfit (N, colours) and
    the contrast (N,) with the ground."""
    best = misfit.min(1) if misfit.size else np.zeros(len(misfit))
    odds = weights[0] * (seen[:, 1] - seen[:, 0]) + weights[1] * best + weights[2] * contrast + weights[3]
    return none_or_one(odds)
