"""The error tree: every way Sabot says no.

    SabotError
    ├── Refused      what you ask is understood and not allowed now   → change the request
    ├── Malformed    what you sent cannot be read                     → mend the message
    ├── Unavailable  the world outside is silent                      → try again
    └── Corrupt      our own facts disagree                           → stop, call a person

A code is a slug `area/reason` (`bet/too_late`, `card/not_expected`); `data` holds what the
message needs, so that a client can write its own sentence in its own language. This module
knows no game, no card and no money.
"""

from __future__ import annotations

import re
from typing import ClassVar

from typing_extensions import override


class SabotError(Exception):
    """Base of everything raised on purpose.

    >>> str(Refused("bet/too_late", round_id="r7"))
    'bet/too_late (round_id=r7)'
    """

    kind: ClassVar[str] = "error"

    def __init__(self, code: str, **data: object) -> None:
        self.code = code
        self.data = data
        super().__init__(code)

    @override
    def __str__(self) -> str:
        details = ", ".join(f"{name}={value}" for name, value in self.data.items())
        return f"{self.code} ({details})" if details else self.code

    @override
    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), self.code, self.data))


def _rebuild(cls: type[SabotError], code: str, data: dict[str, object]) -> SabotError:
    # Exceptions cross process borders in the simulator; keyword data needs its own way back.
    return cls(code, **data)


class Refused(SabotError):
    """Understood, and not allowed now."""

    kind = "refused"


class Malformed(SabotError):
    """It cannot be read; `data` names the field."""

    kind = "malformed"


class Unavailable(SabotError):
    """The outside world did not answer."""

    kind = "unavailable"


class Corrupt(SabotError):
    """Our own facts disagree: never repaired silently."""

    kind = "corrupt"


_AT = re.compile(r" - at `\$\.?(.*)`$")
_NAMED = re.compile(r"(?:missing required|contains unknown) field `(.+)`")


def field_of(complaint: str) -> tuple[str, str]:
    """The field that a decoder complains about, `body` for the whole, and what it says of it.

    >>> field_of("Object contains unknown field `pitch` - at `$.general`")
    ('general.pitch', 'Object contains unknown field `pitch`')
    """
    at = _AT.search(complaint)
    words = _AT.sub("", complaint)
    named = _NAMED.search(words)
    parts = [found.group(1) for found in (at, named) if found is not None]
    return ".".join(part for part in parts if part) or "body", words
