"""Codes out of what a scanner sends: prefix, code, suffix. No device and no clock of its own."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

LENGTH_MAX = 128
"""Characters between two suffixes; more is no code of a card, and all of it is dropped."""

GAP_SECONDS = 0.15
"""A code that is not finished for this long was cut off; its beginning is dropped."""

HELD_SECONDS = 0.5
"""The same code again within this time is a trigger that was held down: one scan."""

ENDS = "\r\n"


class Framing(msgspec.Struct, frozen=True, kw_only=True):
    """How a scanner is set: what it sends before and after each code.

    Carriage return and line feed always end a code, so a scanner may send either or both.
    """

    prefix: str = ""
    suffix: str = ""


class Framer:
    """One scanner's characters, put together to codes."""

    def __init__(self, framing: Framing) -> None:
        self._framing = framing
        self._text = ""
        self._last = 0.0

    def feed(self, text: str, *, at: float) -> Iterator[str]:
        """Take characters in; gives each code that they finish. `at` is any steady clock."""
        if at - self._last > GAP_SECONDS:
            self._text = ""
        self._last = at
        for sign in text:
            self._text += sign
            code = self._finished(sign)
            if code:
                yield code

    def _finished(self, sign: str) -> str:
        suffix = self._framing.suffix
        ended = sign in ENDS or bool(suffix and self._text.endswith(suffix))
        if not ended:
            self._text = self._text[: LENGTH_MAX + 1]
            return ""
        text, self._text = self._text, ""
        if len(text) > LENGTH_MAX:
            return ""
        text = text.removesuffix(suffix).strip(ENDS)
        return text.removeprefix(self._framing.prefix).strip()


class Trigger:
    """Tells a trigger that was held down from a second scan."""

    def __init__(self) -> None:
        self._code = ""
        self._at = -HELD_SECONDS

    def held(self, code: str, *, at: float) -> bool:
        """Whether this is the same code again within half a second."""
        again = code == self._code and at - self._at < HELD_SECONDS
        self._code, self._at = code, at
        return again
