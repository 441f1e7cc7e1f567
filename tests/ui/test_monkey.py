"""Seeded random touches: nothing may raise, and the app must always find its way home."""

from __future__ import annotations

import random
import time

import pytest
from harness import LANDSCAPE, PHONE, SMALL_PHONE, Driver
from kivy.core.window import Window
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.textinput import TextInput

from companion.ui.headless import shown
from companion.ui.screenshots import all_samples, show

WORDS = ("Julia", "", "  ", "Ö" * 60, "3", "-1", "who builds?", "\u202e[b]", "🎲")


class Monkey:
    """Touches what it sees, mostly; sometimes just anywhere."""

    def __init__(self, driver: Driver, seed: int) -> None:
        self.driver = driver
        self.draw = random.Random(seed)
        self.done: list[str] = []
        self.acts = (
            (self.tap_target, 60),
            (self.tap_anywhere, 8),
            (self.drag, 8),
            (self.fingers, 3),
            (self.type, 6),
            (self.back, 8),
            (self.turn, 1),
            (self.restart, 1),
            (self.jump, 5),
        )

    def step(self) -> None:
        act = self.draw.choices([act for act, _weight in self.acts], [weight for _act, weight in self.acts])[
            0
        ]
        self.done.append(act.__name__)
        act()
        self.driver.frames(2)

    def _spot(self) -> tuple[float, float]:
        return (self.draw.uniform(1, Window.width - 1), self.draw.uniform(1, Window.height - 1))

    def tap_target(self) -> None:
        overlay = self.driver.app.overlay
        root = overlay if overlay.sheets else self.driver.app.root
        targets = [w for w in root.walk() if isinstance(w, ButtonBehavior) and shown(w) and not w.disabled]
        if targets:
            target = self.draw.choice(targets)
            self.done.append(f"{type(target).__name__} {getattr(target, 'text', '')!r}")
            self.driver.scroll_to(target)
            at = target.to_window(*target.center)
            finger = self.driver.finger_down(at)
            self.driver.finger_up(finger, at)
            self.driver.seconds(0.06)

    def tap_anywhere(self) -> None:
        at = self._spot()
        self.driver.finger_up(self.driver.finger_down(at), at)

    def drag(self) -> None:
        self.driver.drag([self._spot() for _ in range(self.draw.randint(2, 4))], steps=3)

    def fingers(self) -> None:
        places = [self._spot() for _ in range(self.draw.randint(2, 10))]
        fingers = self.driver.fingers_down(places)
        for finger, place in zip(fingers, places, strict=True):
            self.driver.finger_up(finger, place)

    def type(self) -> None:
        fields = [w for w in self.driver.widgets() if isinstance(w, TextInput) and shown(w)]
        if fields:
            field = self.draw.choice(fields)
            self.driver.type(field, self.draw.choice(WORDS))
            if self.draw.random() < 0.5:
                field.dispatch("on_text_validate")

    def back(self) -> None:
        self.driver.back()

    def turn(self) -> None:
        self.driver.resize(self.draw.choice((PHONE, SMALL_PHONE, LANDSCAPE)))

    def restart(self) -> None:
        self.driver.kill() if self.draw.random() < 0.5 else self.driver.stop()
        self.driver.start()

    def jump(self) -> None:
        name, sample = self.draw.choice(all_samples())
        self.done.append(sample.name)
        show(self.driver, name, sample)


def run_monkey(driver: Driver, seed: int, seconds: float) -> None:
    monkey = Monkey(driver, seed)
    end = time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            monkey.step()
    except Exception as error:
        raise AssertionError(f"seed {seed}, the last steps: {monkey.done[-15:]}") from error
    driver.app.nav.home()
    driver.frames(3)
    assert "Marble Companion" in driver.texts()


@pytest.mark.parametrize("seed", [1, 2])
def test_monkey(driver: Driver, seed: int) -> None:
    run_monkey(driver, seed, seconds=8)


@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_monkey_for_twenty_minutes(driver: Driver) -> None:
    run_monkey(driver, seed=20, seconds=1200)
