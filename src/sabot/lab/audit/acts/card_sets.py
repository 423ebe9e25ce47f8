"""The studio: the life of every set of cards, the devices of the tables, and alarms, from acts.

Each set is followed from its passport to its last step: whole decks, another person who counted,
no step left out, one table at a time (F94, F270, I14). Written against the export format, apart
from the server's own code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

import msgspec

from sabot.lab.audit.findings import Check
from sabot.lab.audit.lines import ActLine

DECK = 52

Wrong = Callable[[Check, str, object, object], None]  # where, expected, found
OnePair = Callable[[str, str, int], bool]
"""Whether two accounts count as one pair of eyes at a moment."""


class _Step(msgspec.Struct):
    """What the act of a step says; the fields of the act itself are beside it."""

    number: int
    after: str
    before: str | None = None
    decks: int = 0
    codes: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    where: str | None = None
    table: str = ""
    shoe: str = ""


class _Device(msgspec.Struct):
    """What the act about a device says."""

    table: str
    device: str
    position: str


class _Alarm(msgspec.Struct):
    """What the act about an alarm says."""

    table: str
    alarm: str
    began_ms: int
    ended_ms: int


_alarm = msgspec.json.Decoder(_Alarm).decode
_step = msgspec.json.Decoder(_Step).decode
_device = msgspec.json.Decoder(_Device).decode

_BEFORE: Mapping[str, frozenset[str | None]] = {
    "set/prepared": frozenset({None}),
    "set/counted": frozenset({"prepared", "counted", "returned"}),
    "set/shuffled": frozenset({"counted", "shuffled", "sealed", "returned"}),
    "set/sealed": frozenset({"shuffled"}),
    "set/at_table": frozenset({"sealed", "shuffled"}),
    "set/returned": frozenset({"at_table", "retired"}),
    "set/retired": frozenset({"prepared", "counted", "shuffled", "sealed", "at_table", "returned"}),
}
"""From which stages each step may be taken."""

ALARM = "alarm/over"
KINDS = frozenset({*_BEFORE, "device/added", "device/removed", ALARM})


class Studio:
    """The acts of the studio in one share."""

    __slots__ = ("_one_pair", "_steps", "_wrong")

    def __init__(self, wrong: Wrong, one_pair: OnePair) -> None:
        self._wrong = wrong
        self._one_pair = one_pair
        self._steps: dict[str, list[tuple[ActLine, _Step]]] = {}

    def act(self, act: ActLine) -> None:
        """One act: of a device alone, or a step of a set."""
        if act.player or act.amount:
            self._wrong(Check.I14, act.id, "an act of the studio", act)
        try:
            if act.kind == ALARM:
                self._of_an_alarm(act, _alarm(act.body))
            elif act.kind.startswith("device/"):
                self._of_a_device(act, _device(act.body))
            else:
                self._steps.setdefault(act.subject, []).append((act, _step(act.body)))
        except msgspec.DecodeError as error:
            self._wrong(Check.WHOLE, act.id, "a body that can be read", error)

    def _of_an_alarm(self, act: ActLine, body: _Alarm) -> None:
        subject = f"alarm:{body.table}:{body.alarm}@{body.began_ms}"
        named = (act.subject, act.id) == (subject, f"{subject}:over")
        if not named or body.ended_ms < body.began_ms:
            self._wrong(Check.I14, act.id, f"the end of {subject}", act)

    def _of_a_device(self, act: ActLine, body: _Device) -> None:
        place = f":{body.table}:{body.device}:{body.position}"
        fits = act.subject.startswith("device:") and act.subject.endswith(place)
        if not fits or act.id.rpartition("@")[0] != act.subject:
            self._wrong(Check.I14, act.id, f"a device of {place}", act)

    def finish(self) -> None:
        """Everything has been read: follow each set."""
        for subject, steps in sorted(self._steps.items()):
            life = _Life(self._wrong, self._one_pair)
            for number, (act, step) in enumerate(sorted(steps, key=_number), start=1):
                if (act.id, step.number) != (f"{subject}:{number}", number):
                    self._wrong(Check.I14, act.id, f"step {number} of {subject}", step.number)
                life.step(act, step)


def _number(step: tuple[ActLine, _Step]) -> int:
    return step[1].number


class _Life:
    """One set, as far as its steps have been followed."""

    __slots__ = ("_lies_at", "_one_pair", "_prepared_by", "_stage", "_table", "_wrong")

    def __init__(self, wrong: Wrong, one_pair: OnePair) -> None:
        self._wrong = wrong
        self._one_pair = one_pair
        self._stage: str | None = None
        self._prepared_by = ""
        self._table = ""  # where it is, was last, or was shuffled for
        self._lies_at = ""

    def step(self, act: ActLine, step: _Step) -> None:
        """One step further."""
        stage, after = self._stage, _after(act.kind, self._stage, step)
        if step.before != stage or stage not in _BEFORE[act.kind] or step.after not in after:
            self._wrong(Check.I14, act.id, f"a step from {stage}", f"{act.kind} to {step.after}")
        match act.kind:
            case "set/prepared":
                self._passport(act, step)
            case "set/counted":
                self._count(act, step)
            case "set/shuffled":
                self._shuffle(act, step)
            case "set/at_table":
                self._take(act, step)
            case "set/returned":
                self._give_back(act, step)
            case _:
                pass  # sealed or retired: its place in the order is all there is
        self._stage = step.after

    def _passport(self, act: ActLine, step: _Step) -> None:
        """Whole decks, each card with a serial of its own."""
        self._prepared_by = act.actor
        parts = [code.split(":") for code in step.codes]
        serials = {part[1] for part in parts if len(part) == 3}
        cards = Counter(part[-1] for part in parts)
        whole = len(cards) == DECK and set(cards.values()) == {step.decks}
        mine = {part[0] for part in parts} == {act.subject.removeprefix("set:")}
        if not (mine and whole and len(serials) == DECK * step.decks == len(step.codes)):
            self._wrong(Check.I12, act.id, f"{step.decks} whole decks", len(step.codes))

    def _count(self, act: ActLine, step: _Step) -> None:
        """By another person, and right."""
        pair = self._prepared_by, act.actor
        if self._one_pair(*pair, act.at_ms):
            self._wrong(Check.I14, act.id, "four eyes", " and ".join(pair))

    def _shuffle(self, act: ActLine, step: _Step) -> None:
        """A set that was at a table is counted first, unless it is shuffled at that very table."""
        if self._stage == "returned" and step.table != self._table:
            self._wrong(Check.I14, act.id, f"a count, or a shuffle at {self._table}", step.table)
        self._table = step.table

    def _take(self, act: ActLine, step: _Step) -> None:
        """Sealed, or shuffled at this table; and at one table at a time."""
        elsewhere = self._stage == "shuffled" and step.table != self._table
        if self._lies_at or elsewhere or not step.table:
            self._wrong(Check.I14, act.id, f"a set for {self._table}", step.table)
        self._table = self._lies_at = step.table

    def _give_back(self, act: ActLine, step: _Step) -> None:
        if step.table != self._lies_at:
            self._wrong(Check.I14, act.id, f"a set that lay at {self._lies_at}", step.table)
        self._lies_at = ""


def _after(kind: str, stage: str | None, step: _Step) -> set[str]:
    """Where a step leads."""
    if kind == "set/counted":
        return {"prepared"} if step.missing or step.extra else {"counted"}
    if kind == "set/returned" and stage == "retired":
        return {"retired"}
    return {kind.removeprefix("set/")}
