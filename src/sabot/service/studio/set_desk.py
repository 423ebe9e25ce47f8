"""The desk of the sets of cards: steps as acts of the office, and what a running table asks.

Owns the sets of this house in memory. They are read once, at the start, from acts that the house
log proves; from then on this process is the only one that changes them. A set whose acts were
edited, or cannot be followed, is in doubt: it is refused everywhere, and nothing else stops
(ADR 0034). A step of a table is written in the transaction of the shoe it loads.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256

import msgspec

from sabot.errors import Refused, SabotError, Unavailable
from sabot.service.office.acts import Act, act_of
from sabot.service.office.four_eyes import FourEyes
from sabot.service.office.office import Office, checked_id
from sabot.service.ports import ActRow
from sabot.service.studio import sets
from sabot.service.studio.passports import checked_set_id
from sabot.service.studio.refusals import SetRefusal
from sabot.service.studio.sets import CardSet, Stage, Step, StepBody, Where
from sabot.table.staff import card_sets as tables

PREFIX = "set:"
ACTS = {
    Stage.PREPARED: Act.SET_PREPARED,
    Stage.COUNTED: Act.SET_COUNTED,
    Stage.SHUFFLED: Act.SET_SHUFFLED,
    Stage.SEALED: Act.SET_SEALED,
    Stage.AT_TABLE: Act.SET_AT_TABLE,
    Stage.RETURNED: Act.SET_RETURNED,
    Stage.RETIRED: Act.SET_RETIRED,
}
KINDS = frozenset(ACTS.values())
_DEEDS = {kind.value: stage for stage, kind in ACTS.items()}

_body = msgspec.json.Decoder(StepBody).decode


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """Which person asks for a step, and why; the same `cmd` again is the same request."""

    cmd: str
    actor: str
    reason: str


InPlay = Callable[[str, str], bool]
"""Whether rounds are played with a set at a table, or could be."""

Decide = Callable[[CardSet], StepBody]
"""Decides a step of a set as it stands, or refuses it."""


class SetDesk:
    """Every set of the house."""

    def __init__(self, office: Office, four_eyes: FourEyes) -> None:
        self._office = office
        self._four_eyes = four_eyes
        self._sets: dict[str, CardSet] = {}
        self._moving: dict[str, CardSet] = {}  # as they stood before a load that is being written
        self._unsure: set[str] = set()  # the last step was sent, and no answer came
        self._turn = asyncio.Lock()
        self.in_doubt: dict[str, str] = {}
        self.in_play: InPlay = lambda _table, _set: False

    def read(self, doubts: Iterable[str] = ()) -> None:
        """Read every set from its acts. `doubts` are the ids of acts that are not as recorded."""
        by_set: dict[str, list[ActRow]] = {}
        for act in self._office.act_store.of_kinds(KINDS):
            by_set.setdefault(act.subject.removeprefix(PREFIX), []).append(act)
        odd = {subject.split(":")[1] for subject in doubts if subject.startswith(PREFIX)}
        for set_id in sorted(by_set.keys() | odd):
            try:
                self._sets[set_id] = followed(set_id, by_set.get(set_id, ()))
            except (SabotError, msgspec.DecodeError, UnicodeDecodeError, ValueError) as error:
                self.in_doubt[set_id] = str(error)
        self.in_doubt.update(dict.fromkeys(odd, "an act is not as the house wrote it"))

    # --- looking ----------------------------------------------------------------------------------

    def sets(self) -> Sequence[CardSet]:
        """The sets that can be believed, by name."""
        return [self._sets[name] for name in sorted(self._sets) if name not in self.in_doubt]

    def find(self, set_id: str) -> CardSet:
        """A set, or a refusal."""
        if set_id in self.in_doubt:
            raise Refused(SetRefusal.IN_DOUBT, set=set_id)
        known = self._sets.get(set_id)
        if known is None:
            raise Refused(SetRefusal.UNKNOWN, set=set_id[:32])
        return known

    # --- the shoe desk ----------------------------------------------------------------------------

    async def prepare(
        self,
        set_id: str,
        decks: int,
        codes: Sequence[str],
        *,
        test: bool,
        order: Order,
    ) -> CardSet:
        """Register a set with its passport."""
        name = checked_set_id(set_id)
        wish = _wish(Stage.PREPARED, order, decks, codes, test)

        def decide(known: CardSet) -> StepBody:
            if known.steps:
                raise Refused(SetRefusal.EXISTS, set=name)
            return sets.prepare(name, decks, codes, test=test)

        return await self._step(name, Stage.PREPARED, decide, wish, order)

    async def count(
        self,
        set_id: str,
        *,
        scans: Sequence[str] | None,
        cards: Mapping[str, int] | None,
        order: Order,
    ) -> CardSet:
        """Compare what another person counted with the passport."""
        wish = _wish(Stage.COUNTED, order, scans, cards)

        def decide(known: CardSet) -> StepBody:
            counted = sets.count(known, order.actor, scans=scans, cards=cards)
            self._four_eyes.check_eyes(known.prepared_by, order.actor)
            return counted

        return await self._step(set_id, Stage.COUNTED, decide, wish, order)

    async def shuffle(self, set_id: str, *, where: Where, table: str, order: Order) -> CardSet:
        """Say who shuffled a set, and where (F94)."""
        wish = _wish(Stage.SHUFFLED, order, where, table)

        def decide(known: CardSet) -> StepBody:
            return sets.shuffle(known, where, table)

        return await self._step(set_id, Stage.SHUFFLED, decide, wish, order)

    async def seal(self, set_id: str, *, number: str, order: Order) -> CardSet:
        """Seal a shuffled set."""
        wish = _wish(Stage.SEALED, order, number)

        def decide(known: CardSet) -> StepBody:
            return sets.seal(known, number)

        return await self._step(set_id, Stage.SEALED, decide, wish, order)

    async def retire(self, set_id: str, *, order: Order) -> CardSet:
        """Take a set out of use for good."""
        wish = _wish(Stage.RETIRED, order)
        return await self._step(set_id, Stage.RETIRED, sets.retire, wish, order)

    async def take_away(self, set_id: str, *, order: Order) -> CardSet:
        """Take a set away from a table that does not play with it any more."""
        wish = _wish(Stage.RETURNED, order)

        def decide(known: CardSet) -> StepBody:
            table = sets.lies_at(known)
            if not table:
                raise Refused(SetRefusal.STAGE, set=set_id, stage=known.stage.value)
            if self.in_play(table, set_id):
                raise Refused(SetRefusal.IN_PLAY, set=set_id, table=table)
            return sets.give_back(known, table)

        return await self._step(set_id, Stage.RETURNED, decide, wish, order)

    async def _step(
        self, set_id: str, deed: Stage, decide: Decide, wish: str, order: Order
    ) -> CardSet:
        """Take a step, once: the same request again is the same step."""
        checked_id(order.cmd)
        async with self._turn:
            known = self._known(set_id, new=deed is Stage.PREPARED)
            earlier = next((one for one in known.steps if one.body.cmd == order.cmd), None)
            if earlier is not None:
                if earlier.body.wish != wish:
                    raise Refused(SetRefusal.OTHER_BODY, set=set_id)
                return known
            if set_id in self._moving:
                raise Unavailable("set/busy", set=set_id)
            body = msgspec.structs.replace(decide(known), cmd=order.cmd, wish=wish)
            step = self._new_step(deed, body, order.actor, order.reason)
            return await self._written(known, step)

    async def _written(self, known: CardSet, step: Step) -> CardSet:
        name = known.set_id
        self._unsure.add(name)
        failure = await self._office.record(act_for(name, step))
        if failure is not None:
            raise Unavailable("set/busy", set=name)
        self._unsure.discard(name)
        self._sets[name] = sets.evolve(known, step)
        return self._sets[name]

    def _known(self, set_id: str, *, new: bool) -> CardSet:
        """A set as it stands; one that is not there may only be prepared."""
        if set_id in self._unsure:
            self._read_again(set_id)
        if new and set_id not in self._sets and set_id not in self.in_doubt:
            return CardSet(set_id=set_id)
        return self.find(set_id)

    def _read_again(self, set_id: str) -> None:
        """Take in the step whose answer never came, if it was stored."""
        acts = self._office.act_store.about(f"{PREFIX}{set_id}")
        before = self._sets.get(set_id, CardSet(set_id=set_id)).steps
        found = followed(set_id, acts) if acts else CardSet(set_id=set_id)
        if found.steps[: len(before)] != before:
            self.in_doubt[set_id] = "an act is not as the house wrote it"
        elif found.steps:
            self._sets[set_id] = found
        self._unsure.discard(set_id)

    def _new_step(self, deed: Stage, body: StepBody, actor: str, reason: str) -> Step:
        at_ms = self._office.clock.wall_ms()
        return Step(deed=deed, actor=actor, reason=reason, at_ms=at_ms, body=body)

    # --- what a running table asks ----------------------------------------------------------------

    def card_set(self, set_id: str) -> tables.CardSet | None:
        """A set as a table sees it; None when it is unknown or in doubt.

        While a step of the shoe desk is being written, a few milliseconds, no set is ready.
        """
        if set_id in self._unsure and not self._turn.locked():
            self._read_again(set_id)
        known = None if set_id in self.in_doubt else self._sets.get(set_id)
        if known is None:
            return None
        seen = sets.as_table_sees(known)
        if self._turn.locked() and seen.standing is tables.Standing.READY:
            return msgspec.structs.replace(seen, standing=tables.Standing.NOT_READY)
        return seen

    def loaded(
        self, wanted: Sequence[str], *, table: str, shoe: str, actor: str
    ) -> tuple[ActRow, ...]:
        """The acts to write with a shoe: its sets come to the table, the former ones leave it.

        The sets count as moved at once, so that no other table takes them; `stored` or `dropped`
        says how it ended. Sets that are loaded again at their table have no new act.
        """
        reason = f"shoe {shoe}"
        moves = [
            (name, Stage.RETURNED, sets.give_back(known, table, shoe))
            for name, known in sorted(self._sets.items())
            if sets.lies_at(known) == table and name not in wanted
        ]
        moves += [
            (name, Stage.AT_TABLE, sets.take(self._sets[name], table, shoe))
            for name in wanted
            if sets.lies_at(self._sets[name]) != table
        ]
        acts = []
        for name, deed, body in moves:
            step = self._new_step(deed, body, actor, reason)
            self._moving[name] = self._sets[name]
            self._sets[name] = sets.evolve(self._sets[name], step)
            acts.append(act_for(name, step))
        return tuple(acts)

    def stored(self, acts: Iterable[ActRow]) -> None:
        """The acts of a load are on disk."""
        for act in acts:
            self._moving.pop(act.subject.removeprefix(PREFIX), None)

    def dropped(self, acts: Iterable[ActRow]) -> None:
        """The acts of a load were not stored: the sets are where they were."""
        for act in acts:
            name = act.subject.removeprefix(PREFIX)
            before = self._moving.pop(name, None)
            if before is not None:
                self._sets[name] = before
                self._unsure.add(name)  # stored all the same, if only the answer was lost


def act_for(set_id: str, step: Step) -> ActRow:
    """The act of a step; its number is in its id, so no two steps have the same place."""
    subject = f"{PREFIX}{set_id}"
    return act_of(
        ACTS[step.deed],
        f"{subject}:{step.body.number}",
        subject=subject,
        actor=step.actor,
        reason=step.reason,
        body=step.body,
        at_ms=step.at_ms,
    )


def followed(set_id: str, acts: Iterable[ActRow]) -> CardSet:
    """A set from its acts; raises when one is missing or cannot be read."""
    steps = [_step_of(act) for act in acts]
    known = CardSet(set_id=checked_set_id(set_id))
    for step in sorted(steps, key=lambda one: one.body.number):
        if step.body.number != known.next_number or (not known.steps) != (
            step.deed is Stage.PREPARED
        ):
            raise Refused(SetRefusal.GAP, set=set_id, number=known.next_number)
        known = sets.evolve(known, step)
    if not known.steps:
        raise Refused(SetRefusal.GAP, set=set_id, number=1)
    return known


def _step_of(act: ActRow) -> Step:
    return Step(
        deed=_DEEDS[act.kind],
        actor=act.actor,
        reason=act.reason,
        at_ms=act.at_ms,
        body=_body(act.body),
    )


def _wish(deed: Stage, order: Order, *asked: object) -> str:
    """A digest of what a request asks for, to tell a repetition from another request."""
    return sha256(msgspec.json.encode((deed, order, asked), order="deterministic")).hexdigest()[:32]
