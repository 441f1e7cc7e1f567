"""Which matches tell of one board: each alone says where it lies, by its features' places, sizes and turns.

So a few right matches are found among hundreds of wrong ones, where drawing four at random would take ages.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

MOST_MATCHES = 1200
MOST_TRIED = 24
LEAST_TOGETHER = 4
# Features' sizes and turns are rough, and a board seen at a slant looks different from place to place.
SHAPE_OFF = 0.6
PLACE_OFF = 0.25  # of the distance
NEAR = 12.0  # pixels
EXACT = 5.0


def find_consensus(board: Floats, photo: Floats, shapes: Floats) -> NDArray[np.bool_]:
    """Which matches (N,) agree with the one homography from board to photo that most agree with.

    board, photo (N, 2): pixels of two pictures; shapes (N, 2, 2): how the surroundings of the one are drawn
    in the other, by each match alone.
    """
    tried = np.arange(min(len(board), MOST_MATCHES))
    together = _together(board[tried], photo[tried], shapes[tried])
    votes = _places(together, board[tried])
    best: NDArray[np.bool_] = np.zeros(len(board), bool)
    most = 0
    left = votes.copy()
    for _ in range(MOST_TRIED):
        n = int(left.argmax())
        if left[n] < LEAST_TOGETHER:
            break
        friends = together[n]
        left[friends & (votes <= votes[n])] -= LEAST_TOGETHER  # they would say much the same
        left[n] = 0
        agree = _agreeing(board, photo, tried[friends])
        if (count := _distinct(board[agree])) > most:
            best, most = agree, count
    return best


def _together(board: Floats, photo: Floats, shapes: Floats) -> NDArray[np.bool_]:
    """(N, N): whether the second match lies and looks as the first one says."""
    there = board[None] - board[:, None]
    expected = np.einsum("nij,nmj->nmi", shapes, there)
    off = np.linalg.norm(photo[None] - photo[:, None] - expected, axis=2)
    allowed = NEAR + PLACE_OFF * np.linalg.norm(expected, axis=2)
    relative = np.einsum("nij,mjk->nmik", np.linalg.inv(shapes), shapes) - np.eye(2)
    unlike = np.sqrt((relative**2).sum((2, 3)) / 2)
    return np.asarray((off < allowed) & (unlike < SHAPE_OFF))


def _places(together: NDArray[np.bool_], board: Floats) -> NDArray[np.intp]:
    """How many distinct places of the board agree with each match (N,)."""
    cells = np.unique((board // NEAR).astype(int), axis=0, return_inverse=True)[1].ravel()
    seen = np.zeros((len(board), int(cells.max()) + 1 if len(cells) else 1), bool)
    rows, columns = np.nonzero(together)
    seen[rows, cells[columns]] = True
    return np.asarray(seen.sum(1), np.intp)


def _distinct(board: Floats) -> int:
    return len(np.unique((board // NEAR).astype(int), axis=0))


def _agreeing(board: Floats, photo: Floats, chosen: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Which matches (N,) agree with a homography fitted to the chosen ones, then to all that agree."""
    inside: NDArray[np.bool_] = np.zeros(len(board), bool)
    homography, _ = cv2.findHomography(board[chosen], photo[chosen], cv2.USAC_MAGSAC, 2 * EXACT, maxIters=500)
    for within in (2 * EXACT, EXACT, EXACT):
        if homography is None:
            return np.zeros(len(board), bool)
        inside = _off(np.asarray(homography, float), board, photo) < within
        if inside.sum() < LEAST_TOGETHER:
            return inside
        homography, _ = cv2.findHomography(board[inside], photo[inside], 0)
    return inside


def _off(homography: Floats, board: Floats, photo: Floats) -> Floats:
    seen = np.column_stack((board, np.ones(len(board)))) @ homography.T
    with np.errstate(divide="ignore", invalid="ignore"):
        off = np.linalg.norm(seen[:, :2] / seen[:, 2:] - photo, axis=1)
    ahead = (seen[:, 2] * homography[2, 2] > 0) & np.isfinite(off)
    return np.where(ahead, off, np.inf)
