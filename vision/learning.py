"""Learning a copy's colours from photos whose state is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from scoring.grid import is_tile, short_diagonal
from scoring.layout import Layout
from scoring.state import KINDS, TILE_COLOURS, State, line_edges
from vision.colours import Colour, to_space
from vision.crops import cut_crops, edge_poses, point_poses, triangle_poses
from vision.local_light import LocalLight, known_light
from vision.measures import (
    CUBE,
    DISC_CUT,
    MAGISTRATE,
    STICK,
    measure_cards,
    measure_ground,
    measure_tiles,
    sample_window,
)
from vision.palette import GROUPS, Palette
from vision.view import View

Floats = NDArray[np.float64]
Samples = dict[str, dict[str, list[Floats]]]


def learn_palette(seen: Iterable[tuple[View, State]], layout: Layout, fallback: Palette) -> Palette:
    """From views with their states. What no sample shows is taken from the fallback.

    Owners are those that the samples show; without any, the fallback's.
    """
    samples: Samples = {group: {} for group in GROUPS}
    views = list(seen)
    for view, state in views:
        _add_tiles(samples, view, state)
    tiles = _learned(samples["tiles"], fallback.tiles, TILE_COLOURS)
    for view, state in views:
        _add_pieces(samples, view, state, _light(view, state, layout, tiles))
        _add_discs(samples, view, state, layout)
    sticks = samples["sticks"] or {}
    return Palette(
        tiles=tiles,
        cards=_learned(samples["cards"], fallback.cards, KINDS),
        sticks=_learned(sticks, fallback.sticks, tuple(dict.fromkeys((*layout.sources, *sticks)))),
        **_owners(samples, fallback),
    )


def _owners(samples: Samples, fallback: Palette) -> dict[str, dict[str, Colour]]:
    """Cubes, magistrates and discs of each owner; one that is missing borrows another's paint."""
    wooden = ("cubes", "magistrates", "discs")
    owners = sorted({owner for group in wooden for owner in samples[group]})
    if not owners:
        return {group: dict(getattr(fallback, group)) for group in wooden}
    result: dict[str, dict[str, Colour]] = {group: {} for group in wooden}
    for group in wooden:
        for owner in owners:
            order = (group, *wooden)
            known = next(samples[g][owner] for g in order if owner in samples[g])
            result[group][owner] = Colour.learned(known)
    return result


def _learned(
    samples: Mapping[str, list[Floats]], fallback: Mapping[str, Colour], names: Sequence[str]
) -> dict[str, Colour]:
    colours = {}
    for name in names:
        if name in samples:
            colours[name] = Colour.learned(samples[name])
        elif name in fallback:
            colours[name] = fallback[name]
    return colours


def _add(samples: Samples, group: str, name: str, lab: Floats) -> None:
    samples[group].setdefault(name, []).append(np.asarray(lab, float))


def _add_tiles(samples: Samples, view: View, state: State) -> None:
    cells = [(cell, tile.colour) for tile in state.tiles for cell in tile.cells]
    if cells:
        for lab, (_, colour) in zip(measure_tiles(view, [c for c, _ in cells]), cells, strict=True):
            _add(samples, "tiles", colour, lab)


def _light(view: View, state: State, layout: Layout, tiles: Mapping[str, Colour]) -> LocalLight:
    """The light from place to place, from what is known to lie there."""
    cover = state.covered()
    names = list(tiles)
    shares = np.zeros((len(layout.triangles), len(names) + 1))
    for n, triangle in enumerate(layout.triangles):
        tile = cover.get(triangle)
        if tile is not None:
            shares[n, names.index(tile.colour)] = 1.0
        elif triangle not in cover and triangle not in layout.bridges:
            shares[n, -1] = 1.0
    return known_light(
        measure_tiles(view, layout.triangles),
        measure_ground(view, layout.triangles),
        shares,
        np.array([colour.mean for colour in tiles.values()]),
        triangle_poses(layout.triangles)[:, :2],
    )


def _add_pieces(samples: Samples, view: View, state: State, light: LocalLight) -> None:
    sites = list(state.sites)
    poses = point_poses([site.at for site in sites])
    if sites:
        cards, cubes = measure_cards(view, poses, light), sample_window(view, CUBE, poses, light)
        for site, card, cube in zip(sites, cards, cubes, strict=True):
            _add(samples, "cards", site.kind, card)
            if site.owner is not None:
                _add(samples, "cubes", site.owner, cube)
    sticks = [(colour, e) for colour, line in state.aqueducts for e in line_edges(line)]
    sticks += [(stick.colour, stick.edge) for stick in state.loose_sticks]
    if sticks:
        seen = sample_window(view, STICK, edge_poses([e for _, e in sticks]), light)
        for (colour, _), lab in zip(sticks, seen, strict=True):
            _add(samples, "sticks", colour, lab)
    standing = [m for m in state.magistrates if is_tile(m.cells)]
    if standing:
        poses = edge_poses([short_diagonal(m.cells) for m in standing])
        seen = sample_window(view, MAGISTRATE, poses, light)
        for magistrate, lab in zip(standing, seen, strict=True):
            _add(samples, "magistrates", magistrate.owner, lab)


def _add_discs(samples: Samples, view: View, state: State, layout: Layout) -> None:
    spaces = [score % len(layout.track) for _, score in state.track] if layout.track else []
    for (owner, _), space in zip(state.track, spaces, strict=False):
        if spaces.count(space) > 1:  # stacked: only one of them shows its face
            continue
        x, y = layout.track[space]
        crop = cut_crops(view.border, view.border_frame, DISC_CUT, np.array([[x, y, 0.0]]))
        _add(samples, "discs", owner, np.median(to_space(crop).reshape(-1, 3), axis=0))
