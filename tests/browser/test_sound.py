"""Sound that is heard: sources that start, and recordings in place of the browser's voice."""

from __future__ import annotations

import math
import re
import struct
import wave
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.company import place
from tests.browser.conftest import Enter, Stage
from tests.browser.multiplay import OPEN, Multiplay
from tests.browser.pages import SLOW_MS, Screen
from tools.staged import calm, many

LISTEN = """
window.heard = { started: 0, loud: 0, files: 0, said: [] };
const start = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (...when) {
    heard.started += 1;
    return start.apply(this, when);
};
const begin = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...when) {
    heard.started += 1;
    if (this.buffer.duration > 0.9) heard.files += 1;
    return begin.apply(this, when);
};
const target = AudioParam.prototype.setTargetAtTime;
AudioParam.prototype.setTargetAtTime = function (value, ...rest) {
    heard.loud = value;
    return target.call(this, value, ...rest);
};
speechSynthesis.speak = words => heard.said.push([words.lang, words.text]);
"""
"""Counts the sources of sound that start, and keeps how loud all of them are together."""


def listening(screen: Screen) -> Screen:
    """A page whose sounds are counted."""
    screen.page.add_init_script(LISTEN)
    return screen


def heard(screen: Screen, name: str) -> Any:
    """One of the counts."""
    return screen.page.evaluate(f"heard.{name}")


def wait_for(screen: Screen, condition: str) -> None:
    """Wait until something was heard."""
    for _ in range(SLOW_MS // 50):
        if screen.page.evaluate(condition):
            return
        screen.page.wait_for_timeout(50)
    raise AssertionError(f"{condition}: {screen.page.evaluate('JSON.stringify(heard)')}")


def recording(file: Path) -> None:
    """A second of a tone; browsers look into a file, not at its name."""
    file.parent.mkdir(parents=True)
    with wave.open(str(file), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(8_000)
        tone = (int(9_000 * math.sin(n / 3)) for n in range(8_000))
        out.writeframes(b"".join(struct.pack("<h", value) for value in tone))


def test_F230_F231_nothing_sounds_until_it_is_switched_on_and_each_switch_acts(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(calm("speed-1"))
    felt = listening(enter(casino, fresh=True)).table("speed-1")
    felt.hold("25")
    felt.place("player")
    casino.has_chips("speed-1", felt.player, 2_500)
    assert heard(felt, "started") == 0
    felt.button("Sound on").click(timeout=SLOW_MS)
    wait_for(felt, "heard.loud > 0")
    felt.place("player")
    wait_for(felt, "heard.started > 0")
    panel = felt.page.get_by_role("group", name="Volume and sounds")
    felt.button("Volume and sounds").click()
    panel.get_by_role("switch", name="Background music").click()
    before = heard(felt, "started")
    wait_for(felt, f"heard.started > {before}")
    panel.get_by_role("button", name="Mute").click()
    wait_for(felt, "heard.loud === 0")


def test_F232_an_operators_recording_takes_the_place_of_the_browsers_voice(
    stage: Stage, enter: Enter, tmp_path: Path
) -> None:
    recording(tmp_path / "voices" / "en" / "place_your_bets.ogg")
    casino = stage(calm("speed-1", voices=("en", "it")), voices=str(tmp_path / "voices"))
    felt = listening(enter(casino, login="ada", fresh=True)).table("speed-1")
    felt.button("Sound on").click(timeout=SLOW_MS)
    expect(felt.page.get_by_text("Announced in English")).to_be_visible()
    place(casino, "bruno", "speed-1", "player", 500)  # the first chip opens the betting
    wait_for(felt, "heard.files === 1")
    assert heard(felt, "said") == []
    casino.time_up("speed-1")
    wait_for(felt, "heard.said.length > 0")  # nobody recorded the close: the browser says it
    assert heard(felt, "said")[0][0] == "en-GB"


@pytest.mark.look
def test_F233_the_voice_follows_the_language_of_the_page_unless_it_was_chosen(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(calm("speed-1", voices=("en", "it")))
    felt = listening(enter(casino, login="ada", fresh=True)).table("speed-1")
    felt.button("Sound on").click(timeout=SLOW_MS)
    expect(felt.page.get_by_text("Announced in English")).to_be_visible()
    felt.page.keyboard.press("Escape")
    felt.button("Italiano").click()
    felt.button("Volume e suoni").click(timeout=SLOW_MS)
    expect(felt.page.get_by_text("Annunci in Italiano")).to_be_visible()
    place(casino, "bruno", "speed-1", "player", 500)
    wait_for(felt, "heard.said.length > 0")
    assert heard(felt, "said")[0][0] == "it-IT"


def test_F223_the_picture_of_multiplay_is_heard_and_its_switch_silences_it(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(*many(2, OPEN))
    screen = listening(enter(casino, login="ada", fresh=True))
    shown = Multiplay.of(screen)
    shown.tile("speed-1").get_by_role("button", name=re.compile("^Show the picture")).click()
    picture = shown.page.locator('[data-picture="speed-1"]')
    picture.get_by_role("button", name="Turn the sound on").click()
    wait_for(shown, "heard.loud > 0")
    shown.place("speed-2", "player")
    casino.has_chips("speed-2", shown.player, 100)
    assert heard(shown, "started") == 0  # another table is not heard
    shown.place("speed-1", "player")
    wait_for(shown, "heard.started > 0")
    picture.get_by_role("button", name="Turn the sound off").click()
    wait_for(shown, "heard.loud === 0")
