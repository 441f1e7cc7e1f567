"""Reading a photo fits into a phone's memory."""

from __future__ import annotations

import sys

import pytest

from companion.commands.bench_vision import SIZE_12MP, measure_enlarged

LIMIT_MB = 350


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="measured from Linux's /proc")
def test_a_photo_of_twelve_megapixels_fits() -> None:
    assert measure_enlarged(SIZE_12MP, 0).peak_mb <= LIMIT_MB
