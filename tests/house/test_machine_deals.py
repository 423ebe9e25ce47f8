"""At a virtual table only the machine touches the cards, and each card is the promised one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec
import pytest
from tests.house.premises import BALANCE, Premises, StudioLine, table
from tests.seals import SEALS
from tests.table.driver import BOSS, DEALER, OTHER_BOSS
from tests.virtual_time import run_in_virtual_time
from typing_extensions import override

from sabot.adapters.memory import MemoryStore
from sabot.cards import full_deck
from sabot.runtime.virtual_dealer import VirtualDealer
from sabot.service.tables.envelopes import Envelope, Reply
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.authority import ActorKind
from sabot.table.phases import Phase
from sabot.table.promises import ShoeSecret
from sabot.table.state import TableState

TABLE, OTHER = "speed-1", "speed-2"
WHOLE = " ".join(str(card) for card in [*full_deck()] * 8)

Attack = Callable[[TableState], c.Command]


def next_scan(state: TableState) -> c.Scan:
    """The next serial of the shoe, with a card that wins for somebody."""
    assert state.shoe is not None
    number = state.cards_out
    return c.Scan(position="P1", code=f"{state.shoe.shoe_id}:{number}:9H", card="9H")


def shoe_id(state: TableState) -> str:
    assert state.shoe is not None
    return state.shoe.shoe_id


ATTACKS: dict[str, Attack] = {
    "Scan": next_scan,
    "Reveal": lambda _: c.Reveal(),
    "OpenBetting": lambda _: c.OpenBetting(),
    "LoadShoe": lambda _: c.LoadShoe(shoe_id="mine", decks=8, commitment="00" * 32),
    "BurnCards": lambda _: c.BurnCards(first="KS"),
    "ShowCutCard": lambda _: c.ShowCutCard(),
    "DropCards": lambda _: c.DropCards(count=1),
    "ReportBarcode": lambda _: c.ReportBarcode(position="P1"),
    "ProposeCorrection": lambda s: c.ProposeCorrection(
        position="P1", code=f"{shoe_id(s)}:1:9H", card="9H"
    ),
    "CorrectCard": lambda s: c.CorrectCard(position="P1", code=f"{shoe_id(s)}:1:9H", card="9H"),
    "DiscloseShoe": lambda s: c.DiscloseShoe(shoe_id=shoe_id(s), cards=WHOLE, salt="00"),
    "ReportLostPromise": lambda s: c.ReportLostPromise(shoe_id=shoe_id(s), reason="mine"),
}


@pytest.mark.parametrize("name", ATTACKS)
@pytest.mark.parametrize("actor", [DEALER, BOSS])
@pytest.mark.parametrize("phase", [Phase.BETTING, Phase.DEALING, Phase.RESULT])
def test_no_account_touches_the_cards_of_a_virtual_table(
    name: str, actor: str, phase: Phase
) -> None:
    async def story() -> tuple[Reply, TableState, TableState]:
        async with Premises(table(TABLE)) as house:
            before = await house.until(phase)
            reply = await house.send(actor, ATTACKS[name](before))
            return reply, before, house.host().state

    reply, before, after = run_in_virtual_time(story())
    assert not reply.accepted
    assert reply.code in ("command/machine_only", "command/not_yours")
    assert after.shoe == before.shoe


class WrongAt(VirtualDealer):
    """A machine that was taken over: one of its cards is another than it promised."""

    number = 0

    @override
    def _envelope(
        self,
        command: c.Command,
        *,
        secret: tuple[str, bytes] | None = None,
        shown: ShoeSecret | None = None,
    ) -> Envelope:
        if isinstance(command, c.Scan) and command.code.split(":")[1] == str(self.number):
            shoe, number, card = command.code.split(":")
            other = "2C" if card != "2C" else "3D"
            command = c.Scan(position=command.position, code=f"{shoe}:{number}:{other}", card=other)
        return super()._envelope(command, secret=secret, shown=shown)


class Rigged(Premises):
    number = 0

    @override
    def _dealer(self, line: StudioLine) -> VirtualDealer:
        dealer = WrongAt(
            line,
            seals=SEALS,
            shoes=self.store.shoes,
            clock=self.clock,
            shuffle=self._shuffled,
            salt=lambda: self.chance.randbytes(32),
        )
        dealer.number = self.number
        return dealer


@pytest.mark.parametrize("number", [0, 1, 3, 6])
def test_the_first_card_that_was_not_promised_stops_the_table(number: int) -> None:
    async def story() -> Rigged:
        house = Rigged(table(TABLE), table(OTHER))
        house.number = number
        async with house:
            await house.until(Phase.BETTING)
            house.deposit("ada")
            await house.send("ada", c.PlaceChip(kind="player", amount=1000))
            await house.until(Phase.PAUSED)
            shoe = house.host().state.shoe
            assert shoe is not None
            assert shoe.retired == "promise_broken"
            await house.send(OTHER_BOSS, c.ProposeCancel(reason="a wrong card"))
            assert (await house.send(BOSS, c.CancelRound(reason="a wrong card"))).accepted
        return house

    house = run_in_virtual_time(story())
    assert [one.kind for one in house.told(e.IncidentRecorded, at=TABLE)] == ["scan/not_promised"]
    dealt = [one.code for one in house.told(e.CardDealt, at=TABLE)]
    assert len(dealt) == number, "no card but the promised ones lies on the table"
    if number < 4:  # the first round needs four cards at least
        assert house.balance("ada") == BALANCE
    house.check()


def test_a_machine_loads_only_what_it_promises() -> None:
    """Another order than the commitment, another number of decks, or no order at all: refused."""

    async def story() -> list[str]:
        codes = []
        async with Premises(table(TABLE)) as house:
            await house.until(Phase.BETTING)
            six = ShoeSecret(cards=" ".join(WHOLE.split()[:312]), salt="00" * 32)
            eight = ShoeSecret(cards=WHOLE, salt="00" * 32)
            for number, (shown, promise) in enumerate(
                ((six, six.commitment), (eight, six.commitment), (None, eight.commitment))
            ):
                load = c.LoadShoe(shoe_id="mine", decks=8, commitment=promise)
                host = house.host()
                envelope = Envelope(
                    actor="dealer:speed-1",
                    actor_kind=ActorKind.MACHINE,
                    cmd_id=f"load-{number}",
                    command=load,
                    secret=("mine", b"sealed"),
                    shown=shown,
                )
                await house.send(BOSS, c.SwitchTable(off=True, reason="x"), cmd_id=f"off{number}")
                await house.until(Phase.OFF)
                codes.append((await host.submit(envelope)).code)
                await house.send(BOSS, c.SwitchTable(off=False, reason="x"), cmd_id=f"on{number}")
                await house.until(Phase.BETTING)
        return codes

    assert run_in_virtual_time(story()) == [
        "shoe/not_as_promised",
        "shoe/not_as_promised",
        "shoe/no_secret",
    ]


# --- a promise that is lost -----------------------------------------------------------------------

LOSSES: dict[str, Callable[[bytes], bytes | None]] = {
    "missing": lambda _: None,
    "unreadable": lambda _: b"{",
    "no text": lambda _: b"\xff\x00",
    "another byte": lambda body: body[:-9] + b"A" + body[-8:],
    "another order": lambda _: msgspec.json.encode(ShoeSecret(cards=WHOLE, salt="00")),
    "six decks": lambda _: msgspec.json.encode(
        ShoeSecret(cards=" ".join(WHOLE.split()[:312]), salt="00")
    ),
}


def lose(store: MemoryStore, how: str) -> bytes:
    """Damage the rows of every shoe; the last of them as it was."""
    kept = b""
    for name, (_, body) in [*store.facts.secrets.items()]:
        kept, changed = body, LOSSES[how](body)
        if changed is None:
            del store.facts.secrets[name]
        else:
            store.facts.secrets[name] = (name, changed)
    return kept


@pytest.mark.parametrize("how", LOSSES)
@pytest.mark.parametrize("phase", [Phase.BETTING, Phase.DEALING, Phase.RESULT])
def test_a_lost_promise_stops_one_table_and_staff_have_a_way_out(how: str, phase: Phase) -> None:
    async def story() -> Premises:
        store = MemoryStore()
        house = Premises(table(TABLE), table(OTHER), store=store)
        await house.open()
        await house.until(phase)
        old = house.host().state.shoe
        assert old is not None
        await house.close()
        kept = {key: body for key, body in store.facts.secrets.items() if key.startswith(OTHER)}
        lose(store, how)
        store.facts.secrets.update(kept)
        async with house:
            await asyncio.sleep(60)
            if phase is not Phase.RESULT:
                assert (await house.until(Phase.PAUSED)).paused is not None
                assert (await house.send(BOSS, c.CancelRound(reason="no cards"))).accepted
            await house.until(Phase.SHUFFLE)
            write_off = c.WriteOffShoe(shoe_id=old.shoe_id, reason="the row is gone")
            assert (await house.send(BOSS, write_off)).accepted
            state = await house.until(Phase.RESULT, seconds=3_600)
            assert state.shoe is not None
            assert state.shoe.shoe_id != old.shoe_id
            assert len(house.told(e.RoundSettled, at=OTHER)) > 1, "the other table went on"
        return house

    house = run_in_virtual_time(story())
    lost = house.told(e.PromiseLost)
    assert len(lost) == 1
    assert [one.shoe_id for one in house.told(e.ShoeWrittenOff)] == [lost[0].shoe_id]
    house.check()


def test_only_a_lost_promise_is_written_off() -> None:
    async def story() -> str:
        async with Premises(table(TABLE)) as house:
            state = await house.until(Phase.BETTING)
            write_off = c.WriteOffShoe(shoe_id=shoe_id(state), reason="I do not like it")
            return (await house.send(BOSS, write_off)).code

    assert run_in_virtual_time(story()) == "shoe/promise_not_lost"


def test_a_restored_row_keeps_the_promise_after_all() -> None:
    async def story() -> Premises:
        store = MemoryStore()
        house = Premises(table(TABLE), store=store)
        await house.open()
        before = await house.until(Phase.DEALING)
        await house.close()
        kept = lose(store, "missing")
        async with house:
            await house.until(Phase.PAUSED)
            store.facts.secrets[shoe_id(before)] = (shoe_id(before), kept)
            assert (await house.send(BOSS, c.Resume(reason="restored"))).accepted
            await house.until(Phase.RESULT)
            while not house.told(e.ShoeDisclosed):  # noqa: ASYNC110 -- virtual time
                await asyncio.sleep(1)
        return house

    house = run_in_virtual_time(story())
    assert house.told(e.RoundSettled)
    house.check()
