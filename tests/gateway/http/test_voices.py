"""Recorded announcements: only what is named like one is served."""

from __future__ import annotations

from pathlib import Path

from tests.gateway.http.conftest import Casino
from tests.gateway.http.premises import Premises

from sabot.gateway.http.voices import recordings_of


def test_F232_a_folder_of_recordings_is_read_by_language_and_phrase(tmp_path: Path) -> None:
    for name in ("it/tie.ogg", "en/tie.ogg", "it/notes.txt", "tie.ogg", "it/deep/tie.ogg"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"OggS")
    found = recordings_of(str(tmp_path))
    assert set(found) == {"voices/it/tie.ogg", "voices/en/tie.ogg"}
    assert found["voices/it/tie.ogg"].kind == "audio/ogg"
    assert recordings_of("") == {}
    assert recordings_of(str(tmp_path / "nowhere")) == {}


def test_F232_without_recordings_browsers_speak(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        assert (await here.get("/api/voices", {})).json() == {"voices": {}}

    casino.run(story(casino.here))
