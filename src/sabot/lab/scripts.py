"""JSON Lines in, JSON Lines out: one bad line never stops the others.

Each line is an object with an `id`; each answer carries that id and either the result or an
error with a code and a sentence naming line and field.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from sabot.errors import Malformed, SabotError
from sabot.gamekit.script import Script
from sabot.games import part_of, variant_named
from sabot.games.baccarat.roads.report import roads_report

LINE_CHARACTERS_MAX = 1_000_000
"""A longer line is refused unread."""

Answer = dict[str, object]


@dataclass(frozen=True, slots=True)
class Answered:
    """One answered line; `failed` when it holds an error."""

    line: int
    answer: Answer

    @property
    def failed(self) -> bool:
        return "error" in self.answer


def settle_lines(lines: Iterable[str]) -> Iterator[Answered]:
    """Settle rounds written down, by the rules that pay players."""
    return _answers(lines, _settle)


def roads_lines(lines: Iterable[str]) -> Iterator[Answered]:
    """Draw the roads of shoes written as letters."""
    return _answers(lines, _roads)


def _settle(members: Mapping[str, object]) -> Mapping[str, object]:
    game, _ = variant_named(Script(members).text("game"))
    settled: Mapping[str, object] = part_of(game, "script").settle_script(members)
    return settled


def _roads(members: Mapping[str, object]) -> Mapping[str, object]:
    script = Script(members)
    script.known({"id", "sequence"})
    return roads_report(script.text("sequence"))


def _answers(
    lines: Iterable[str], answer: Callable[[Mapping[str, object]], Mapping[str, object]]
) -> Iterator[Answered]:
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield Answered(number, _one(line, number, answer))


def _one(
    line: str, number: int, answer: Callable[[Mapping[str, object]], Mapping[str, object]]
) -> Answer:
    identity: object = None
    try:
        members = _decoded(line)
        identity = members.get("id")
        if not isinstance(identity, str | int) or isinstance(identity, bool):
            identity = None
            raise Malformed("script/field", field="id", reason="a text or a whole number is needed")
        return {"id": identity, **answer(members)}
    except SabotError as error:
        return {"id": identity, "error": {"code": error.code, "message": sentence(error, number)}}


def _decoded(line: str) -> Mapping[str, object]:
    if len(line) > LINE_CHARACTERS_MAX:
        raise Malformed("script/too_long", characters=len(line), maximum=LINE_CHARACTERS_MAX)
    try:
        decoded = json.loads(line, object_pairs_hook=_members)
    except (ValueError, RecursionError) as error:
        raise Malformed("script/not_json", reason=str(error)) from None
    if not isinstance(decoded, Mapping):
        raise Malformed("script/not_an_object", reason="each line is one JSON object")
    return decoded


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Malformed("script/field", field=twice, reason="stands twice in one object")
    return members


def sentence(error: SabotError, line: int) -> str:
    """The error as a person reads it.

    >>> sentence(Malformed("script/field", field="bets.tie", reason="a whole number is needed"), 3)
    'line 3, bets.tie: a whole number is needed'
    """
    data = dict(error.data)
    field = data.pop("field", None)
    place = f"line {line}" if field is None else f"line {line}, {field}"
    reason = data.pop("reason", None)
    details = ", ".join(f"{name} {value}" for name, value in data.items())
    words = error.code.replace("/", ": ").replace("_", " ") if reason is None else str(reason)
    return f"{place}: {words}" + (f" ({details})" if details else "")
