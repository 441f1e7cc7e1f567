"""Lots of questions, each written before anything was seen of its answers, judged by the fact that is told.

A lot that was mended or trained on afterwards guards what was reached; only a clean one tells how good it is.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from companion.rulebook import ask

LOTS = json.loads((Path(__file__).parent / "questions" / "lots.json").read_text(encoding="utf-8"))["lots"]
#: At least this share of a lot must come out: of one that was trained on, of a clean one.
TRAINED, CLEAN = 0.95, 0.7


def comes_out(row: dict[str, Any]) -> bool:
    """Whether the first answer has the status, the language and the facts that are wanted."""
    answer = ask(row["q"], row["game"])
    if answer.status != row["status"]:
        return False
    if row["status"] == "refused":
        return True
    text = answer.answers[0].text
    return answer.lang == row["lang"] and all(re.search(fact, text, re.IGNORECASE) for fact in row["fact"])


@pytest.mark.parametrize("lot", LOTS, ids=[lot["name"] for lot in LOTS])
def test_a_lot_comes_out(lot: dict[str, Any]) -> None:
    failed = [row["q"] for row in lot["questions"] if not comes_out(row)]
    least = TRAINED if lot["trained"] else CLEAN
    assert len(failed) <= (1 - least) * len(lot["questions"]), failed
