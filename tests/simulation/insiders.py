"""Dishonest staff: a manager, a dealer of the manager's making, and an operator's account.

Each attack has to be refused, or it is one that only a colleague's agreement lets through; the
offline audit judges the latter from the log. Whatever an insider tries moves no cent: `moved` looks
for money that only the office moves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator

from tests.simulation.faults import Fault, Luck
from tests.simulation.links import StudioLink
from tests.simulation.process import Process

from sabot.adapters.memory import MemoryStore
from sabot.errors import Refused, Unavailable
from sabot.ledger import TransferKind
from sabot.money import Currency
from sabot.service.identity.roles import Role
from sabot.service.identity.staff import RoleBody
from sabot.service.office.acts import Act, act_of
from sabot.service.office.golden import GrantBody
from sabot.table import commands as c
from sabot.table.authority import ActorKind
from sabot.table.state import TableState
from sabot.table.views import hides_cards

INSIDER, CREATURE = "staff:insider", "staff:creature"
FRIEND = "mallory"
"""For whom the insider wants money; never bets, so never has any."""

WHY = "a favour"
SECONDS = (2, 20)
ONLY_THE_OFFICE = (TransferKind.ADJUSTMENT, TransferKind.GRANT)
DAY_MS = 24 * 3_600_000


def moved(store: MemoryStore) -> Iterator[str]:
    """Money that an insider got out of the house."""
    for transfer in store.facts.transfers.values():
        if transfer.kind in ONLY_THE_OFFICE:
            yield f"{transfer} was moved by an insider"


# --- at a table -----------------------------------------------------------------------------------


async def at_the_table(link: StudioLink, store: MemoryStore, luck: Luck) -> None:
    """Try something at one table, every now and then."""
    attacks = (_alone, _after_looking, _another_round, _with_a_creature, _written_off)
    while True:
        await asyncio.sleep(luck.within(*SECONDS))
        if not luck.calm and link.state.config is not None:
            fault = await attacks[luck.below(len(attacks))](link, store)
            if fault is not None:
                luck.fired[fault] += 1


async def _manages(link: StudioLink, command: c.Command, *, actor: str = INSIDER) -> str:
    kind = ActorKind.DEALER if actor == CREATURE else ActorKind.MANAGER
    reply = await link.by(actor, kind, command)
    return "" if reply.accepted else reply.code


def _has_bets(state: TableState) -> bool:
    return state.in_round and bool(state.current.bets)


async def _alone(link: StudioLink, _store: MemoryStore) -> Fault | None:
    """Propose, and decide the own proposal; a colleague's in between would be another matter."""
    if not _has_bets(link.state):
        return None
    round_id = link.state.current.round_id
    await _manages(link, c.ProposeCancel(reason=WHY, round_id=round_id))
    await _manages(link, c.CancelRound(reason=WHY, round_id=round_id))
    return Fault.CANCELS_ALONE


async def _after_looking(link: StudioLink, _store: MemoryStore) -> Fault | None:
    if not (_has_bets(link.state) and hides_cards(link.state)):
        return None
    round_id = link.state.current.round_id
    if await _manages(link, c.LookAtHiddenCards(reason=WHY, round_id=round_id)):
        return None
    for command in (
        c.ProposeCancel(reason=WHY, round_id=round_id),
        c.CancelRound(reason=WHY, round_id=round_id),
    ):
        code = await _manages(link, command)
        assert code, f"who has seen the hidden cards may {command}"
    return Fault.CANCELS_SEEN


async def _another_round(link: StudioLink, _store: MemoryStore) -> Fault | None:
    """A decision about the round before, which was lost on the way."""
    if not link.state.in_round:
        return None
    before = f"{link.state.table_id}-{link.state.rounds - 1}"
    code = await _manages(link, c.CancelRound(reason=WHY, round_id=before))
    assert code, "a round was cancelled by a decision about another"
    return Fault.CANCELS_ANOTHER


async def _with_a_creature(link: StudioLink, _store: MemoryStore) -> Fault | None:
    """A dealer whose role the insider gave proposes; the audit knows who gave it."""
    if not _has_bets(link.state):
        return None
    round_id = link.state.current.round_id
    propose = c.ProposeCancel(reason=WHY, round_id=round_id)
    await _manages(link, propose, actor=CREATURE)
    await _manages(link, c.CancelRound(reason=WHY, round_id=round_id))
    return Fault.CANCELS_WITH_A_CREATURE


async def _written_off(link: StudioLink, store: MemoryStore) -> Fault | None:
    """Give up a promise that can be kept, so that its order is never shown."""
    shoe, table_id = link.state.shoe, link.state.table_id
    if shoe is None or shoe.lost:
        return None
    code = await _manages(link, c.WriteOffShoe(shoe_id=shoe.shoe_id, reason=WHY))
    lost = [row for row in store.events.read(table_id, after=0) if row.kind == "PromiseLost"]
    assert code or any(shoe.shoe_id.encode() in row.body for row in lost), "a promise was dropped"
    return Fault.WRITES_OFF


# --- in the office --------------------------------------------------------------------------------

Attack = Callable[[str], Awaitable[object]]


async def in_the_office(
    process: Process, store: MemoryStore, luck: Luck, new_id: Callable[[], str]
) -> None:
    """Order money for a friend, or for a player whose round nobody has to make good."""
    assert process.adjustments is not None
    await _gives_a_role(process)
    while True:
        await asyncio.sleep(luck.within(*SECONDS))
        if luck.calm:
            continue
        fault, expected, attack = _orders(process, store)[luck.below(3)]
        try:
            await attack(new_id())
        except Unavailable:
            continue  # The disk was full, or gone.
        except Refused as error:
            luck.fired[fault] += error.code == expected


def _orders(process: Process, store: MemoryStore) -> tuple[tuple[Fault, str, Attack], ...]:
    """What an insider orders, and why it is refused."""
    adjustments, rack = process.adjustments, process.rack
    assert adjustments is not None
    assert rack is not None

    def role_of(name: str) -> Role:
        """A shift manager, or an account of an operator: both order money."""
        return Role.OPERATOR if int(name[1:]) % 2 else Role.SHIFT_MANAGER

    async def over_the_ceiling(name: str) -> None:
        chips = GrantBody(
            currency=Currency.EUR,
            count=1_000,
            value=500_000,
            expires_at_ms=process.clock.wall_ms() + DAY_MS,
        )
        granted = await rack.grant(
            name, actor=INSIDER, player=FRIEND, reason=WHY, chips=chips, role=role_of(name)
        )
        raise AssertionError(granted)

    async def for_no_round(name: str) -> None:
        order = adjustments.propose(
            name,
            actor=INSIDER,
            player=FRIEND,
            amount=2_500,
            round_id="speed-1-0",
            reason=WHY,
            role=role_of(name),
        )
        raise AssertionError(await order)

    async def the_own_proposal(name: str) -> None:
        bets = [bet for bet in store.facts.bets.values() if bet.id in store.facts.outcomes]
        if not bets:
            return
        lost = bets[-1]
        await adjustments.propose(
            name, actor=INSIDER, player=lost.player, amount=1, round_id=lost.round_id, reason=WHY
        )
        raise AssertionError(await adjustments.approve(name, actor=INSIDER, reason=WHY))

    return (
        (Fault.GRANTS_OVER, "ceiling/over", over_the_ceiling),
        (Fault.CREDITS_NO_ROUND, "adjustment/round", for_no_round),
        (Fault.DECIDES_OWN, "proposal/own", the_own_proposal),
    )


async def _gives_a_role(process: Process) -> None:
    """The insider makes an account a dealer, once."""
    assert process.office is not None
    act = act_of(
        Act.ROLE_GIVEN,
        f"{CREATURE}:1",
        subject=CREATURE,
        actor=INSIDER,
        reason=WHY,
        at_ms=process.clock.wall_ms(),
        body=RoleBody(role=Role.DEALER, operator=None),
    )
    while True:
        try:
            await process.office.record(act)
        except Unavailable:
            await asyncio.sleep(1)
        else:
            return
