"""What all HTTP bodies share: unknown fields are refused, and errors have one form."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

Id = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[A-Za-z0-9._-]+$")]
"""An id that the caller chooses. A request repeated with the same id counts once."""

NO_NUL = r"^[^\x00]*$"
"""Text without NUL, because PostgreSQL cannot store one."""

Who = Annotated[str, Meta(min_length=1, max_length=200, pattern=NO_NUL)]
Words = Annotated[str, Meta(min_length=1, max_length=500, pattern=NO_NUL)]
Amount = Annotated[int, Meta(ge=1, le=2**53 - 1)]


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of a request or an answer."""


class Problem(Body, frozen=True):
    """Every error: a code `area/reason`, and the values that its sentence needs."""

    code: str
    data: dict[str, str | int | float | bool | None] = {}
