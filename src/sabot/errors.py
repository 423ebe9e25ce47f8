"""The error tree: every way Sabot says no.

    SabotError
    ├── Refused      what you ask is understood and not allowed now   → change the request
    ├── Malformed    what you sent cannot be read                     → mend the message
    ├── Unavailable  the world outside is silent                      → try again
    └── Corrupt      our own facts disagree                           → stop, call a person

A code is a slug `area/reason` (`bet/too_late`, `card/not_expected`); `data` holds what the
message needs, so that a client can write its own sentence in its own language. The codes of
refusals are closed lists, each with the layer that owns it (ADR 0067). This module knows no game,
no card and no money.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import ClassVar, Self

from typing_extensions import override


class For(StrEnum):
    """The people who may be answered with a code, and so need a sentence for it."""

    PLAYER = "player"
    DEALER = "dealer"  # also supervisors, who bring the cards, and devices at a table
    MANAGER = "manager"  # the shift manager
    MODERATOR = "moderator"
    OPERATOR = "operator"
    OFFICE = "office"
    HOUSE = "house"  # the operators of the software: logs, commands of the terminal


ON_DUTY = (For.DEALER, For.MANAGER)
"""The people at work at a table."""

EVERYONE = (For.PLAYER, *ON_DUTY, For.MODERATOR, For.OFFICE)
"""All people with an account."""


class Code(StrEnum):
    """A closed list of refusal codes; each says beside its slug who may read it.

    >>> class Tea(Code):
    ...     COLD = "tea/cold", For.DEALER, For.MANAGER
    >>> Tea.COLD == "tea/cold", sorted(one.value for one in Tea.COLD.told)
    (True, ['dealer', 'manager'])
    """

    told: frozenset[For]

    def __new__(cls, slug: str, *told: For) -> Self:
        """A member is its slug."""
        member = str.__new__(cls, slug)
        member._value_ = slug
        member.told = frozenset(told)
        return member


class SabotError(Exception):
    """Base of everything raised on purpose.

    >>> str(Malformed("card/unreadable", card="9x"))
    'card/unreadable (card=9x)'
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

    @classmethod
    def heard(cls, code: str, **data: object) -> Self:
        """An error that another process raised: its code is text, and may be newer than our lists.

        >>> Refused.heard("bet/of_tomorrow").code
        'bet/of_tomorrow'
        """
        error = cls.__new__(cls)
        SabotError.__init__(error, code, **data)
        return error


def _rebuild(cls: type[SabotError], code: str, data: dict[str, object]) -> SabotError:
    # Exceptions cross process borders in the simulator; keyword data needs its own way back.
    return cls.heard(code, **data)


class Refused(SabotError):
    """Understood, and not allowed now; the code is one of a closed list."""

    kind = "refused"

    def __init__(self, code: Code, **data: object) -> None:
        super().__init__(code, **data)


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
