"""Every screen opens in every language and size, all texts fit, all targets are large enough.

By default each screen is opened in each language on the smallest phone (German in all its states: its words
are the longest) and in German in the other sizes; the slow test does all states in all languages and sizes.
"""

from __future__ import annotations

from typing import Any

import pytest
from harness import LANDSCAPE, PHONE, SMALL_PHONE, Driver

from companion.translation import LANGUAGES
from companion.ui.inspection import flaws
from companion.ui.navigation import screen_names
from companion.ui.screenshots import all_samples, show

SIZES = {"phone": PHONE, "small": SMALL_PHONE, "landscape": LANDSCAPE}


def flaws_of(driver: Driver, size: str, samples: list[tuple[str, Any]]) -> list[str]:
    driver.drawing = False
    driver.resize(SIZES[size])
    found = []
    for screen, sample in samples:
        show(driver, screen, sample)
        found += [f"{sample.name} {size}: {flaw}" for flaw in flaws(driver.app.root)]
    return found


@pytest.mark.parametrize("name", screen_names())
def test_screen_fits(driver: Driver, name: str) -> None:
    samples = all_samples([name])
    found = []
    for language in ("en", "nl"):
        driver.app.change_settings(language=language)
        found += flaws_of(driver, "small", samples[:1])
    driver.app.change_settings(language="de")
    found += flaws_of(driver, "small", samples)
    found += flaws_of(driver, "phone", samples[:1])
    found += flaws_of(driver, "landscape", samples[:1])
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", screen_names())
def test_screen_fits_with_huge_text_in_the_dark(driver: Driver, name: str) -> None:
    driver.app.change_settings(language="de", text_size="huge", appearance="dark", colour_blind=True)
    found = flaws_of(driver, "small", all_samples([name])[:1])
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", screen_names())
def test_screen_survives_being_killed(driver: Driver, name: str) -> None:
    driver.drawing = False
    screen, sample = all_samples([name])[0]
    show(driver, screen, sample)
    driver.app.on_pause()
    texts = driver.texts()
    driver.kill()
    driver.start()
    driver.frames(2)
    assert driver.app.nav.stack[-1].name == screen
    missing = [text for text in texts if text not in driver.texts()]
    assert not missing or sample.arrange is not None, f"{sample.name}: gone after a restart: {missing}"


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", screen_names())
def test_every_state_fits_everywhere(driver: Driver, name: str, language: str) -> None:
    found = []
    for text_size in ("normal", "huge"):
        driver.app.change_settings(language=language, text_size=text_size)
        for size in SIZES:
            found += [f"{text_size} {flaw}" for flaw in flaws_of(driver, size, all_samples([name]))]
    assert not found, "\n".join(found)


def test_every_screen_has_samples() -> None:
    assert {name for name, _sample in all_samples()} == set(screen_names())
