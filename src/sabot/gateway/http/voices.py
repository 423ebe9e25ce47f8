"""An operator's own announcements: recordings by language and phrase, read once at start.

A folder holds `<language>/<phrase>.ogg`; what has another name is left out. Phrases without a
recording are spoken by the players' browsers (F232).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from litestar import get
from litestar.types import ControllerRouterHandler

from sabot.gateway.http.pages import Page, pages_of
from sabot.wire.control import VoicesShown

_recording = re.compile(r"^([a-z]{2})/([a-z_]{1,40})\.ogg$").match


def recordings_of(folder: str) -> Mapping[str, Page]:
    """The recordings in a folder by the path under which they are served."""
    if not folder:
        return {}
    found = pages_of(Path(folder))
    return {f"voices/{name}": page for name, page in found.items() if _recording(name)}


def voice_routes(recordings: Mapping[str, Page]) -> list[ControllerRouterHandler]:
    """What has been recorded."""
    languages: dict[str, list[str]] = {}
    for path in sorted(recordings):
        found = _recording(path.removeprefix("voices/"))
        assert found is not None
        languages.setdefault(found[1], []).append(found[2])
    shown = VoicesShown(voices={name: tuple(phrases) for name, phrases in languages.items()})

    @get("/api/voices")
    async def voices() -> VoicesShown:
        return shown

    return [voices]
