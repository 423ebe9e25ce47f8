"""JSON Lines in, JSON Lines out: one bad line never stops the others.

Each line is an object with an `id`; each answer carries that id and either the result or an
error with a code and a sentence naming line and field.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from sabot.errors import Malformed, SabotError
from sabot.gamekit.script import Script
from sabot.games import part_of, variant_named
from sabot.lab.sentences import quoted, spoken
from sabot.roads.report import roads_report

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
    with _about("game"):
        game, _ = variant_named(Script(members).text("game"))
    settled: Mapping[str, object] = part_of(game, "script").settle_script(members)
    return settled


def _roads(members: Mapping[str, object]) -> Mapping[str, object]:
    script = Script(members)
    script.known({"id", "sequence"})
    with _about("sequence"):
        return roads_report(script.text("sequence"))


@contextmanager
def _about(field: str) -> Iterator[None]:
    """Whatever is refused inside is refused because of this field."""
    try:
        yield
    except SabotError as error:
        raise type(error).heard(error.code, **{"field": field, **error.data}) from None


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
        line.encode()  # Bytes that are no UTF-8 were kept as signs that cannot be written again.
    except UnicodeEncodeError:
        raise Malformed("script/not_text", reason="the line is no UTF-8 text") from None
    try:
        decoded = json.loads(line, object_pairs_hook=_members)
    except (ValueError, RecursionError) as error:
        raise Malformed("script/not_json", reason=f"no JSON: {_why(error, line)}") from None
    if not isinstance(decoded, Mapping):
        raise Malformed("script/not_an_object", reason="each line is one JSON object")
    return decoded


def _why(error: ValueError | RecursionError, line: str) -> str:
    """Why a line is no JSON, without the line numbers of a parser that saw one line only."""
    match error:
        case json.JSONDecodeError():
            ended = error.pos >= len(line.rstrip())
            return f"{error.msg} at " + ("its end" if ended else f"character {error.pos + 1}")
        case RecursionError():
            return "it is nested too deeply"
        case _:
            return "it has a number of too many digits"


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members: dict[str, object] = {}
    for name, value in pairs:
        if name in members:
            raise Malformed("script/field", field=name, reason="stands twice in one object")
        members[name] = value
    return members


def sentence(error: SabotError, line: int) -> str:
    """The error as a person reads it.

    >>> sentence(Malformed("script/field", field="bets.tie", reason="a whole number is needed"), 3)
    'line 3, bets.tie: a whole number is needed'
    """
    field = error.data.get("field")
    place = f"line {line}" if field is None else f"line {line}, {quoted(field)}"
    return f"{place}: {spoken(error)}"
