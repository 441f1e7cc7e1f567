"""A small legal board in the middle of a game, to spoil in one way at a time."""

from __future__ import annotations

from typing import Any

from layouts_for_tests import hexagon

from scoring.layout import Layout
from scoring.state import State, read_state


def town_layout() -> Layout:
    return hexagon(3)


def town_document() -> dict[str, Any]:
    """18 tiles, 10 finished sites, the grey and the brown aqueduct; the white source is not reached yet."""
    return {
        "format": "marble-state/1",
        "hills": [[-3, 0, 1], [0, 0, 0], [2, -3, 0]],
        "tiles": [
            {"cells": [[1, -3, 0], [1, -3, 1]], "colour": "green"},
            {"cells": [[0, -3, 0], [0, -3, 1]], "colour": "red"},
            {"cells": [[-3, -1, 1], [-3, 0, 0]], "colour": "red"},
            {"cells": [[0, -2, 0], [0, -2, 1]], "colour": "green"},
            {"cells": [[1, -2, 0], [1, -2, 1]], "colour": "blue"},
            {"cells": [[2, -3, 1], [2, -2, 0]], "colour": "green"},
            {"cells": [[0, -1, 1], [1, -1, 0]], "colour": "blue"},
            {"cells": [[-1, -1, 1], [0, -1, 0]], "colour": "yellow"},
            {"cells": [[-1, 0, 0], [-1, 0, 1]], "colour": "blue"},
            {"cells": [[2, -2, 1], [2, -1, 0]], "colour": "red"},
            {"cells": [[2, -1, 1], [2, 0, 0]], "colour": "yellow"},
            {"cells": [[1, -1, 1], [1, 0, 0]], "colour": "yellow"},
            {"cells": [[0, 0, 1], [0, 1, 0]], "colour": "green"},
            {"cells": [[0, 1, 1], [0, 2, 0]], "colour": "red"},
            {"cells": [[-2, 0, 0], [-2, 0, 1]], "colour": "red"},
            {"cells": [[1, 0, 1], [1, 1, 0]], "colour": "blue"},
            {"cells": [[-1, 2, 0], [-1, 2, 1]], "colour": "red"},
            {"cells": [[-1, 1, 0], [-1, 1, 1]], "colour": "blue"},
        ],
        "sites": [
            {"at": [1, -2], "kind": "bath", "owner": "black"},
            {"at": [2, -2], "kind": "temple", "owner": "black"},
            {"at": [1, -1], "kind": "bath", "owner": "purple"},
            {"at": [0, 0], "kind": "fountain", "owner": None},
            {"at": [2, -1], "kind": "theatre", "owner": "orange"},
            {"at": [1, 0], "kind": "temple", "owner": "purple"},
            {"at": [2, 0], "kind": "bath", "owner": "black"},
            {"at": [1, 1], "kind": "fountain", "owner": None},
            {"at": [0, 1], "kind": "fountain", "owner": None},
            {"at": [0, 2], "kind": "bath", "owner": "orange"},
        ],
        "aqueducts": {
            "grey": [[3, 0], [2, 1], [2, 0], [2, -1], [1, -1], [1, -2], [2, -2], [3, -3]],
            "brown": [[0, 3], [0, 2], [0, 1], [0, 0], [1, 0], [1, 1]],
        },
        "magistrates": [
            {"cells": [[0, 1, 1], [0, 2, 0]], "owner": "purple"},
            {"cells": [[-2, 0, 0], [-2, 0, 1]], "owner": "orange"},
            {"cells": [[-1, 1, 0], [-1, 1, 1]], "owner": "orange"},
        ],
        "track": {"purple": 7, "orange": 9, "black": 11},
    }


def town() -> State:
    return read_state(town_document())
