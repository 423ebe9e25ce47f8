"""When betting ends: operators' wallets are asked before the cards are dealt."""

from __future__ import annotations

import asyncio
from itertools import cycle

import pytest
from tests.service.faulty_wallet import Fault
from tests.service.hall import Hall, decoded, table
from tests.service.operators import START, House, State
from tests.service.virtually import bets_fail, virtual
from typing_extensions import override

from sabot.adapters.wallet import wire
from sabot.adapters.wallet.book import OperatorBook
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.phases import Phase

pytestmark = pytest.mark.usefixtures("quiet")


# --- the close ------------------------------------------------------------------------------------


def test_stakes_are_debited_before_the_cards_and_results_paid_after() -> None:
    async def play() -> None:
        acme = House("acme")
        ada, eve = acme.join("ada"), acme.join("eve")
        async with Hall(table("speed-1"), houses=[acme], cards="9C 2D TH KD") as hall:
            bob = hall.deposit("bob")
            await hall.until(Phase.BETTING)
            await hall.place(ada, "player", 1_000)
            await hall.place(ada, "tie", 200)
            await hall.place(eve, "banker", 700)
            await hall.place(bob, "player", 500)
            assert acme.network.calls == 2  # two sessions: chips cost no call
            await hall.until(Phase.DEALING)
            assert hall.bets(ada) == {"player": 1_000, "tie": 200}
            assert hall.states(ada) == [State.TAKEN]  # one call for all chips of a player
            assert acme.balance(ada) == START - 1_200
            await hall.until(Phase.RESULT)
            await hall.when(lambda: hall.states(ada, "result") == [State.PAID])
            assert acme.balance(ada) == START - 200 + 1_000
            assert acme.balance(eve) == START - 700
            assert hall.states(eve, "result") == [State.PAID]  # nothing won: the round is closed
            assert hall.funds.balance(bob) == START + 500
            assert hall.funds.balance(ada) == acme.balance(ada)
            await hall.agree()

    virtual(play)


def test_players_of_the_house_never_wait() -> None:
    async def play() -> None:
        acme = House("acme")
        async with Hall(table("speed-1"), houses=[acme]) as hall:
            bob = hall.deposit("bob")
            await hall.until(Phase.BETTING)
            await hall.place(bob, "player", 500)
            await hall.until(Phase.DEALING)
            log = decoded(hall.store, "speed-1")
            ended = next(n for n, event in enumerate(log) if isinstance(event, e.BettingEnded))
            assert isinstance(log[ended + 1], e.BetsClosed)
            assert hall.happened.at(e.BetsClosed) == hall.happened.at(e.BettingEnded) == 12.0
            assert acme.network.calls == 0

    virtual(play)


@pytest.mark.parametrize("fault", [Fault.SLOW, Fault.LATE, Fault.ERROR_AFTER, Fault.WRONG_ID])
def test_P9_a_debit_undecided_when_cards_are_due_is_out_and_taken_back(fault: Fault) -> None:
    async def play() -> None:
        acme, bolt = House("acme"), House("bolt")
        ada, eve = acme.join("ada"), bolt.join("eve")
        async with Hall(table("speed-1"), houses=[acme, bolt]) as hall:
            bob = hall.deposit("bob")
            await hall.until(Phase.BETTING)
            bets_fail(acme, fault)
            await hall.place(ada, "player", 1_000)
            await hall.place(eve, "player", 300)
            await hall.place(bob, "banker", 500)
            await hall.until(Phase.DEALING)
            assert hall.happened.at(e.BetsClosed) - hall.happened.at(
                e.BettingEnded
            ) == pytest.approx(3.0, abs=0.01)
            assert hall.rejected(ada) == {"wallet/undecided"}
            assert hall.bets(ada) == {}
            assert hall.bets(eve) == {"player": 300}
            assert hall.bets(bob) == {"banker": 500}
            assert hall.states(ada)[0] in (State.CANCELLING, State.CANCELLED)
            await hall.until(Phase.RESULT)
            await hall.agree()
            assert hall.states(ada) == [State.CANCELLED]
            assert acme.balance(ada) == START

    virtual(play)


def test_I8_no_card_is_read_while_wallets_are_asked() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("speed-1"), houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            bets_fail(acme, Fault.LOST)
            await hall.place(ada, "player", 1_000)
            await hall.until(Phase.CLOSED)
            late = await hall.send(ada, c.PlaceChip(kind="player", amount=100))
            assert late.code == "bet/too_late"
            scan = c.Scan(position="player:1", code="x:1:9S", card="9S")
            assert (await hall.send("dealer", scan)).code == "command/machine_only"
            assert (await hall.send("boss", c.Pause(reason="a dealer tried"))).accepted
            assert hall.happened.told(e.CardDealt) == []
            await asyncio.sleep(10)
            assert (
                hall.happened.told(e.BetsClosed) == []
            )  # nothing closes while the table stands still
            await hall.send("boss", c.Resume(reason="a mistake"))
            await hall.until(Phase.DEALING)  # the debit had its full new window, and missed it
            assert hall.rejected(ada) == {"wallet/undecided"}
            await hall.agree()

    virtual(play)


def test_a_wallet_that_answers_during_a_pause_is_heard_at_its_end() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("speed-1"), houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            bets_fail(acme, Fault.ERROR_BEFORE)
            await hall.place(ada, "player", 1_000)
            await hall.until(Phase.CLOSED)
            await hall.send("boss", c.Pause(reason="a look"))
            bets_fail(acme, None)
            await asyncio.sleep(5)
            assert hall.states(ada) == [State.ASKED]
            assert acme.balance(ada) == START - 1_000
            await hall.send("boss", c.Resume(reason="fine"))
            assert hall.state.phase is Phase.DEALING
            assert hall.bets(ada) == {"player": 1_000}
            await hall.agree()

    virtual(play)


def test_a_refusal_is_told_and_the_others_play() -> None:
    async def play() -> None:
        acme = House("acme")
        poor, tired, rich = acme.join("poor"), acme.join("tired"), acme.join("rich")
        async with Hall(table("speed-1"), houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            for player in (poor, tired, rich):
                await hall.place(player, "player", 1_000)
            acme.book.players["poor"].balance = 10
            acme.book.tokens["token-tired"].expired = True
            await hall.until(Phase.DEALING)
            assert hall.happened.at(e.BetsClosed) - hall.happened.at(e.BettingEnded) < 0.1
            assert hall.rejected(poor) == {"wallet/insufficient_funds"}
            assert hall.rejected(tired) == {"wallet/token_expired"}
            assert hall.bets(rich) == {"player": 1_000}
            assert hall.states(poor) == hall.states(tired) == [State.REFUSED]
            acme.book.players["poor"].balance = START
            await hall.agree()

    virtual(play)


def test_chips_beyond_the_known_balance_are_out_before_anybody_is_asked() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada", START)
        async with Hall(table("speed-1"), houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            reply = await hall.send(ada, c.PlaceChip(kind="player", amount=START + 100))
            assert reply.code == "bet/insufficient_balance"
            await hall.place(ada, "player", 40_000)
            await hall.place(ada, "tie", 500)
            hall.funds.told(ada, 40_100)  # the operator's balance fell meanwhile
            await hall.until(Phase.DEALING)
            assert hall.bets(ada) == {"player": 40_000}
            assert hall.rejected(ada) == {"bet/insufficient_balance"}
            assert [row.amount for row in hall.ops(ada)] == [40_000]
            await hall.agree()

    virtual(play)


def test_one_balance_is_not_promised_to_two_tables() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("speed-1"), table("speed-2"), houses=[acme]) as hall:
            await hall.until(Phase.BETTING, at="speed-2")
            await hall.place(ada, "player", 60_000, at="speed-1")
            chip = c.PlaceChip(kind="player", amount=60_000)
            reply = await hall.send(ada, chip, at="speed-2")
            assert reply.code == "bet/insufficient_balance"

    virtual(play)


def test_cancelled_while_wallets_are_asked_takes_every_debit_back() -> None:
    async def play() -> None:
        acme = House("acme")
        ada, eve = acme.join("ada"), acme.join("eve")
        async with Hall(table("speed-1"), houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            ask = iter([None, Fault.SLOW])
            acme.network.faults = lambda name, _id: next(ask, None) if name == "bet" else None
            await hall.place(ada, "player", 1_000)
            await hall.place(eve, "player", 1_000)
            await hall.until(Phase.CLOSED)
            await asyncio.sleep(1)  # one wallet has paid, of the other nothing is known
            await hall.send("boss", c.CancelRound(reason="fire"))
            assert hall.state.phase is Phase.CANCELLED
            assert hall.happened.last(e.RoundCancelled).refunds == ()
            # In the very transaction of the cancel, and not only after the next start.
            assert {*hall.states(ada), *hall.states(eve)} <= {State.CANCELLING, State.CANCELLED}
            await hall.agree()
            assert hall.states(ada) == hall.states(eve) == [State.CANCELLED]
            assert acme.balance(ada) == acme.balance(eve) == START

    virtual(play)


def test_what_changed_since_it_was_asked_for_is_out_whole() -> None:
    """A side bet is switched off while wallets are asked: the debit was for more than is left."""

    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("speed-1"), houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            bets_fail(acme, Fault.ERROR_BEFORE)
            await hall.place(ada, "player", 1_000)
            await hall.place(ada, "player_pair", 200)
            await hall.until(Phase.CLOSED)
            off = c.SwitchSideBets(kinds=("player_pair",), off=True, reason="abuse")
            assert (await hall.send("boss", off)).accepted
            bets_fail(acme, None)
            await hall.until(Phase.DEALING)
            assert hall.bets(ada) == {}
            assert "wallet/changed" in hall.rejected(ada)
            await hall.agree()
            assert hall.states(ada) == [State.CANCELLED]

    virtual(play)


def test_a_refusal_after_silence_is_taken_back_in_case_it_was_taken() -> None:
    """An operator that looks at the token first, so a repeated bet may get another answer."""

    class TokenFirst(OperatorBook):
        @override
        def transact(self, request: wire.Bet | wire.Result | wire.Refund) -> wire.Done:
            if isinstance(request, wire.Bet) and self.tokens[request.token].expired:
                return wire.Done(status=wire.Status.TOKEN_EXPIRED, id=request.id)
            return super().transact(request)

    async def play() -> None:
        acme = House("acme", book=TokenFirst())
        ada = acme.join("ada")
        async with Hall(table("speed-1"), houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            once = iter([Fault.ERROR_AFTER])
            acme.network.faults = lambda name, _id: next(once, None) if name == "bet" else None
            await hall.place(ada, "player", 1_000)
            await hall.until(Phase.CLOSED)
            await hall.when(lambda: acme.balance(ada) == START - 1_000)
            acme.book.tokens["token-ada"].expired = True
            await hall.until(Phase.DEALING)
            assert hall.rejected(ada) == {"wallet/token_expired"}
            await hall.agree()
            assert hall.states(ada) == [State.CANCELLED]

    virtual(play)


def test_R29_a_golden_chip_is_ours_and_no_wallet_is_asked_for_it() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("brag-1"), houses=[acme]) as hall:
            hall.grant(ada, 1_000)
            await hall.until(Phase.BETTING)
            chip = c.PlaceChip(kind="ante", amount=1_000, golden="token")
            assert (await hall.send(ada, chip)).accepted
            assert (await hall.send(ada, c.ConfirmBets())).accepted
            assert hall.bets(ada) == {"ante": 1_000}
            assert hall.ops(ada) == []
            await hall.until(Phase.RESULT)
            await hall.agree()

    virtual(play)


def test_I15_a_cancelled_round_gives_every_stake_back_once() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("speed-1"), houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            await hall.place(ada, "player", 1_000)
            await hall.place(ada, "tie", 300)
            await hall.until(Phase.DEALING)
            failing = cycle([Fault.ERROR_AFTER, Fault.DROPPED_AFTER, None])
            acme.network.faults = lambda name, _id: next(failing) if name == "result" else None
            await hall.send("boss", c.CancelRound(reason="a card fell"))
            await hall.when(lambda: hall.states(ada, "refund") == [State.PAID])
            assert [row.amount for row in hall.ops(ada, "refund")] == [1_300]
            assert acme.balance(ada) == START
            await hall.agree()

    virtual(play)
