"""Changing a layout by hand until it fits the printed board: every step gives a new, sound layout."""

from __future__ import annotations

from dataclasses import replace

from scoring.grid import Point, Triangle, corners
from scoring.layout import Layout

FARTHEST = 100  # no board goes on so far from where its coordinates begin


def toggle_triangle(layout: Layout, triangle: Triangle) -> Layout:
    """Add a triangle to the city or take it out, with all that was on it; the last one stays."""
    if max(abs(triangle[0]), abs(triangle[1])) > FARTHEST:
        return layout
    if triangle not in layout.triangle_set:
        return replace(layout, triangles=tuple(sorted((*layout.triangles, triangle))))
    left = tuple(t for t in layout.triangles if t != triangle)
    if not left:
        return layout
    points = {p for t in left for p in corners(t)}
    return replace(
        layout,
        triangles=left,
        hills={name: t for name, t in layout.hills.items() if t != triangle},
        bridges=tuple(t for t in layout.bridges if t != triangle),
        sources={colour: p for colour, p in layout.sources.items() if p in points},
    )


def toggle_hill(layout: Layout, triangle: Triangle) -> Layout:
    """Make a triangle a hill space or an ordinary one; a new hill gets the next free name."""
    if triangle not in layout.triangle_set:
        return layout
    hills = {name: t for name, t in layout.hills.items() if t != triangle}
    if len(hills) == len(layout.hills):
        number = 1
        while f"hill {number}" in hills:
            number += 1
        hills[f"hill {number}"] = triangle
    return replace(layout, hills=hills)


def toggle_bridge(layout: Layout, triangle: Triangle) -> Layout:
    """Make a triangle a bridge space or an ordinary one."""
    if triangle not in layout.triangle_set:
        return layout
    bridges = tuple(t for t in layout.bridges if t != triangle)
    if len(bridges) == len(layout.bridges):
        bridges = (*bridges, triangle)
    return replace(layout, bridges=bridges)


def move_source(layout: Layout, colour: str, point: Point) -> Layout:
    """Let an aqueduct begin at another point; at the point where it begins already it loses its source."""
    if point not in layout.point_set:
        return layout
    sources = dict(layout.sources)
    if sources.get(colour) == point:
        del sources[colour]
    else:
        sources[colour] = point
    return replace(layout, sources=sources)
