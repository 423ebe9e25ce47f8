"""Every change to an export is found: every byte, every field, every line.

The seal finds any change of the file. A forger who seals it again is found by the hash chain and by
the rows that must say the same, label fields excepted, which are listed in the format.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec
import pytest
from tests.lab.audit.forger import Forger, Row
from tests.lab.audit.scenes import SCENES, export_of

from sabot.lab.audit import Check, audit
from sabot.lab.audit.lines import LABELS
from sabot.lab.audit.parallel import audit_shared

PLACES = 1_000

Tamper = Callable[[list[bytes], random.Random], None]


def _flip(lines: list[bytes], chance: random.Random) -> None:
    """One bit of one byte, anywhere in the file."""
    at = chance.randrange(sum(map(len, lines)))
    for number, line in enumerate(lines):
        if at < len(line):
            flipped = line[at] ^ (1 << chance.randrange(8))
            lines[number] = line[:at] + bytes([flipped]) + line[at + 1 :]
            return
        at -= len(line)


def _drop(lines: list[bytes], chance: random.Random) -> None:
    del lines[chance.randrange(len(lines))]


def _repeat(lines: list[bytes], chance: random.Random) -> None:
    lines.insert(chance.randrange(len(lines) + 1), chance.choice(lines))


def _swap(lines: list[bytes], chance: random.Random) -> None:
    one, other = chance.sample(range(len(lines)), 2)
    lines[one], lines[other] = lines[other], lines[one]


def _cut_short(lines: list[bytes], chance: random.Random) -> None:
    del lines[chance.randrange(len(lines)) :]


def _digit(lines: list[bytes], chance: random.Random) -> None:
    """One digit becomes another: the line can still be read."""
    numbers = [number for number, line in enumerate(lines) if any(48 <= c <= 57 for c in line)]
    number = chance.choice(numbers)
    line = lines[number]
    at = chance.choice([place for place, sign in enumerate(line) if 48 <= sign <= 57])
    other = chance.choice([sign for sign in b"0123456789" if sign != line[at]])
    lines[number] = line[:at] + bytes([other]) + line[at + 1 :]


CHANGES: dict[str, tuple[Tamper, ...]] = {
    "flipped bytes": (_flip,),
    "changes of every kind": (_digit, _drop, _repeat, _swap, _cut_short),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_thousand_of_a_thousand_changes_are_found(
    name: str, record_property: Callable[[str, object], None]
) -> None:
    chance = random.Random(1848)
    tampers, found = CHANGES[name], 0
    for place in range(PLACES):
        scene = chance.choice(tuple(SCENES))
        lines = list(export_of(scene))
        while lines == list(export_of(scene)):  # two equal lines may have been swapped
            tampers[place % len(tampers)](lines, chance)
        # Lines are read from a file again: a flipped line feed makes two of one, or one of two.
        report = audit(b"".join(lines).splitlines(keepends=True))
        found += not report.ok
    record_property("counted", f"{found:,} of {PLACES:,} {name} found")
    assert found == PLACES


def _other(value: str | int | None, chance: random.Random) -> str | int:
    """A value of the same type that is not this one, often very near."""
    if value is None:
        return "x"
    if isinstance(value, int):
        return value + chance.choice((-1, 1, 100))
    if not value:
        return "x"
    at = chance.randrange(len(value))
    sign = chance.choice([s for s in "0a7fAS:-/" if s != value[at]])
    return value[:at] + sign + value[at + 1 :]


def _is_label(kind: str, name: str, row: Row) -> bool:
    if kind == "transfer":  # what was paid in has an id of its own choosing
        return row["round"] is None and name in LABELS["transfer"]
    if kind == "command":  # commands are stored with their fingerprint alone
        return name in LABELS["command"] or name == "reply"
    return name in LABELS.get(kind, frozenset())


def test_a_forger_who_seals_again_is_found() -> None:
    """Any one field of any row, label fields excepted, with a fresh seal on the file."""
    chance = random.Random(1860)
    places, missed = 600, []
    for _ in range(places):
        scene = chance.choice(tuple(SCENES))
        forger = Forger(export_of(scene))
        kind, row = chance.choice(forger.rows)
        name = chance.choice([n for n in row if not _is_label(kind, n, row)])
        before = row[name]
        row[name] = _other(before, chance)
        if (kind, name) == ("head", "epoch") and row[name] > before:
            continue  # as if somebody had claimed the table and done nothing since
        if audit(forger.lines(mended=False)).ok:
            missed.append((scene, kind, name, before, row[name]))
    assert missed == []


@pytest.mark.parametrize("kind", LABELS)
def test_labels_are_covered_by_the_seal_alone(kind: str) -> None:
    """The list of labels is honest: a changed label under a fresh seal is found by nobody."""
    for name in LABELS[kind]:
        forger = Forger(export_of("brag"))
        rows = [r for r in forger.all(kind) if kind != "transfer" or r["round"] is None]
        if not rows:
            continue
        value = rows[0][name]
        rows[0][name] = value + 1 if isinstance(value, int) else _near(value)
        assert audit(forger.lines(mended=False)).ok, name


def _near(value: str | None) -> str:
    """Something else that sorts where the old one did."""
    return "x" if not value else value[:-1] + ("1" if value[-1] == "0" else "0")


@pytest.mark.parametrize("kind", ["event", "transfer", "bet", "outcome", "account", "head"])
def test_a_row_that_disappears_is_found_under_a_fresh_seal(kind: str) -> None:
    count = len(Forger(export_of("blackjack")).all(kind))
    for number in range(count):
        forger = Forger(export_of("blackjack"))
        row = forger.all(kind)[number]
        if kind == "account" and row["balance"] == 0:
            continue  # an account that holds nothing need not be there
        forger.drop(kind, row)
        assert not audit(forger.lines(mended=False)).ok, row


@pytest.mark.parametrize("kind", ["event", "transfer", "bet", "outcome", "account", "command"])
def test_a_row_that_stands_twice_is_found_under_a_fresh_seal(kind: str) -> None:
    forger = Forger(export_of("blackjack"))
    row = forger.all(kind)[-1]
    forger.add(kind, dict(row), after=row)
    assert not audit(forger.lines(mended=False)).ok


def test_I9_the_chain_names_the_first_changed_event() -> None:
    forger = Forger(export_of("speed"))
    dealt = forger.events("CardDealt")[3]
    forger.edit(dealt, lambda body: body.update(card="AS" if body["card"] != "AS" else "AH"))
    report = audit(forger.lines(mended=False))
    first = next(v for v in report.violations if v.check is Check.I9)
    assert (first.table, first.seq) == ("speed", dealt["seq"])


def test_a_line_of_another_kind_is_no_crash() -> None:
    junk = [b"\n", b"{}\n", b"[1,2]\n", b'{"type":"event"}\n', b"\xff\xfe\n", b'{"type":"zzz"}\n']
    lines = list(export_of("speed"))
    for line in junk:
        report = audit([*lines[:5], line, *lines[5:]])
        assert not report.ok
        assert any(v.check is Check.WHOLE for v in report.violations)


DEEP = "[" * 5_000 + "]" * 5_000
ACT = {
    "id": "x",
    "kind": "credit/proposed",
    "subject": "s",
    "player": "p",
    "amount": 1,
    "actor": "a",
    "reason": "r",
    "body": "{}",
    "at_ms": 1,
}


@pytest.mark.parametrize(
    ("kind", "member"), [("event", "body"), ("act", "body"), ("command", "reply"), ("bet", "body")]
)
def test_what_is_nested_without_end_is_no_crash(kind: str, member: str) -> None:
    forger = Forger(export_of("speed"))
    forger.rows.append(("act", dict(ACT)))
    forger.one(kind)[member] = f'{{"more":{DEEP}}}'
    assert not audit(forger.lines(mended=False)).ok


def test_settings_that_are_nested_without_end_are_no_crash() -> None:
    forger = Forger(export_of("speed"))
    [configured, *_] = forger.events("TableConfigured")
    forger.edit(configured, lambda body: body.update(config=f'{{"more":{DEEP}}}'))
    assert not audit(forger.lines()).ok


def test_a_head_that_is_no_text_is_no_crash_for_several_processes() -> None:
    lines = [line.replace(b"speed", b"sp\xffed") for line in export_of("speed")]
    assert not audit_shared(lines, processes=2).ok


def test_the_seal_covers_what_comes_after_it() -> None:
    lines = list(export_of("speed"))
    assert not audit([*lines, b'{"type":"end","lines":0,"sha256":""}\n']).ok
    assert not audit([*lines[:-1], lines[-1].rstrip(b"\n")]).ok


def test_a_report_can_be_written_as_json() -> None:
    forger = Forger(export_of("speed"))
    forger.one("outcome").update(amount=10**6)
    report = audit(forger.lines(mended=False))
    told = msgspec.json.decode(msgspec.json.encode(report))
    assert told["ok"] is False
    assert told["violations"][0].keys() >= {"check", "where", "expected", "found", "table", "seq"}
