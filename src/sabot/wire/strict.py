"""What bodies of HTTP have in common: a field nobody knows is refused, and errors look alike."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

Id = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[A-Za-z0-9._-]+$")]
"""An id that whoever asks has chosen: the same id again is the same wish."""

NO_NUL = r"^[^\x00]*$"
"""Text to every database: PostgreSQL has none with a NUL in it."""

Who = Annotated[str, Meta(min_length=1, max_length=200, pattern=NO_NUL)]
Words = Annotated[str, Meta(min_length=1, max_length=500, pattern=NO_NUL)]
Amount = Annotated[int, Meta(ge=1, le=2**53 - 1)]


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A body of a request or of an answer."""


class Problem(Body, frozen=True):
    """Every error: a code `area/reason`, and what a sentence about it needs."""

    code: str
    data: dict[str, str | int | float | bool | None] = {}
