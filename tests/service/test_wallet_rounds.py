"""Rounds with players whose money is with an operator: asked before it counts, paid for ever."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from itertools import cycle

import pytest
from tests.service.hall import Hall, decoded, table
from tests.service.operators import START, House, State

from sabot.adapters.memory.store import Fault as StoreFault
from sabot.adapters.virtual_time import run_in_virtual_time
from sabot.adapters.wallet.faulty import Fault
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.phases import Phase
from sabot.table.staging import Preferences

BLACKJACK_DOUBLE = "5C 9D 6H 7S TC 4D"  # eleven against a nine; a ten; the dealer draws to twenty
TWO_SEATS = "5C 8C 9D 6H TH 7S TC 4D"  # the same with a second seat that holds eighteen
INSURANCE = "TC AD 9H 7S 5D"  # nineteen against an ace; the dealer has eighteen, no blackjack


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Outages are the subject here: their warnings are not news."""
    logging.getLogger("sabot").setLevel(logging.CRITICAL)
    yield
    logging.getLogger("sabot").setLevel(logging.NOTSET)


def virtual(test: Callable[[], Coroutine[object, object, None]]) -> None:
    run_in_virtual_time(test())


def bets_fail(house: House, fault: Fault | None) -> None:
    """From now on every bet at this operator meets the same fate."""
    house.network.faults = lambda name, _id: fault if name == "bet" else None


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
            assert hall.at(e.BetsClosed) == hall.at(e.BettingEnded) == 12.0
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
            assert hall.at(e.BetsClosed) - hall.at(e.BettingEnded) == pytest.approx(3.0, abs=0.01)
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
            assert (await hall.send("dealer", scan)).accepted
            assert hall.last(e.IncidentRecorded).kind == "scan/early"
            assert hall.state.phase is Phase.PAUSED
            await asyncio.sleep(10)
            assert hall.told(e.BetsClosed) == []  # nothing closes while the table stands still
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
            assert hall.at(e.BetsClosed) - hall.at(e.BettingEnded) < 0.1
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
            assert hall.last(e.RoundCancelled).refunds == ()
            await hall.agree()
            assert hall.states(ada) == hall.states(eve) == [State.CANCELLED]
            assert acme.balance(ada) == acme.balance(eve) == START

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


# --- outages --------------------------------------------------------------------------------------


async def lateness(hall: Hall, players: list[str], rounds: int) -> list[float]:
    """How long each of some rounds waited for wallets; bob, of the house, is always in it."""
    waited = []
    for _ in range(rounds):
        await hall.until(Phase.BETTING)
        for player in ("bob", *players):
            await hall.place(player, "player", 100)
        await hall.until(Phase.DEALING)
        waited.append(hall.at(e.BetsClosed) - hall.at(e.BettingEnded))
        assert hall.bets("bob") == {"player": 100}
        await hall.until(Phase.RESULT)
    return waited


def test_an_outage_makes_one_round_late_and_then_no_more() -> None:
    async def play() -> None:
        acme = House("acme")
        players = [acme.join(f"p{n}") for n in range(3)]
        async with Hall(table("speed-1"), houses=[acme]) as hall:
            hall.deposit("bob")
            acme.network.faults = lambda _name, _id: Fault.LOST
            waited = await lateness(hall, players, 5)
            assert waited[0] == pytest.approx(3.0, abs=0.01)
            assert max(waited[1:]) < 0.1
            assert hall.rejected(players[0]) == {"wallet/unavailable"}
            acme.network.faults = lambda _name, _id: None
            await asyncio.sleep(31)  # the next time somebody asks for a balance there is one
            await lateness(hall, players, 1)  # one of them goes ahead, to see
            await lateness(hall, players, 1)
            assert hall.bets(players[0]) == {"player": 100}
            await hall.agree()

    virtual(play)


def test_a_wallet_that_hangs_only_on_bets_is_tried_less_and_less() -> None:
    async def play() -> None:
        acme = House("acme")
        players = [acme.join(f"p{n}") for n in range(3)]
        async with Hall(table("speed-1"), houses=[acme]) as hall:
            hall.deposit("bob")
            bets_fail(acme, Fault.LOST)
            waited = await lateness(hall, players, 24)
            assert sum(wait > 0.1 for wait in waited) <= 6
            await hall.agree()

    virtual(play)


def test_another_table_does_not_notice_an_outage() -> None:
    async def play() -> None:
        acme, bolt = House("acme"), House("bolt")
        ada, eve = acme.join("ada"), bolt.join("eve")
        async with Hall(table("speed-1"), table("speed-2"), houses=[acme, bolt]) as hall:
            bets_fail(acme, Fault.LOST)
            await hall.until(Phase.BETTING, at="speed-1")
            await hall.until(Phase.BETTING, at="speed-2")
            await hall.place(ada, "player", 100, at="speed-1")
            await hall.place(eve, "player", 100, at="speed-2")
            state = await hall.until(Phase.DEALING, at="speed-2")
            assert asyncio.get_running_loop().time() == pytest.approx(12.0, abs=0.1)
            assert [bet.player for bet in state.current.bets.values()] == [eve]
            assert hall.host("speed-1").state.phase is Phase.CLOSED
            await hall.agree()

    virtual(play)


def test_without_a_desk_nobody_is_asked_and_the_chips_are_out() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("speed-1"), houses=[acme]) as hall:
            hall.host()._desk = None
            await hall.until(Phase.BETTING)
            await hall.place(ada, "player", 100)
            await hall.until(Phase.DEALING)
            assert hall.rejected(ada) == {"wallet/unavailable"}
            assert hall.states(ada) == [State.REFUSED]

    virtual(play)


# --- Confirm --------------------------------------------------------------------------------------


def test_confirm_waits_for_the_wallet_and_the_chips_lie_still() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("scanner-1"), houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            once = iter([Fault.ERROR_AFTER])
            acme.network.faults = lambda name, _id: next(once, None) if name == "bet" else None
            await hall.place(ada, "player", 1_000)
            first = asyncio.create_task(hall.send(ada, c.ConfirmBets(), cmd_id="confirm"))
            await asyncio.sleep(0.01)
            copy = asyncio.create_task(hall.send(ada, c.ConfirmBets(), cmd_id="confirm"))
            other = await hall.send(ada, c.ConfirmBets())
            moved = await hall.send(ada, c.PlaceChip(kind="player", amount=100))
            body = await hall.send(ada, c.LeaveSeat(seat=1), cmd_id="confirm")
            assert (other.code, moved.code) == ("wallet/pending", "wallet/pending")
            assert body.code == "command/other_body"
            assert not first.done()
            assert (await first).accepted
            assert await copy == await first
            assert (await hall.send(ada, c.ConfirmBets(), cmd_id="confirm")) == await first
            assert hall.bets(ada) == {"player": 1_000}
            assert hall.states(ada) == [State.TAKEN]
            await hall.place(ada, "player", 100)  # and they may be moved again
            await hall.until(Phase.RESULT)
            await hall.agree()

    virtual(play)


def test_a_refused_confirm_can_be_tried_again_with_a_new_id() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("scanner-1"), houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            await hall.place(ada, "player", 1_000)
            acme.book.players["ada"].blocked = True
            reply = await hall.send(ada, c.ConfirmBets())
            assert (reply.accepted, reply.code) == (False, "wallet/player_blocked")
            acme.book.players["ada"].blocked = False
            assert (await hall.send(ada, c.ConfirmBets())).accepted
            assert hall.states(ada) == [State.REFUSED, State.TAKEN]
            await hall.agree()

    virtual(play)


@pytest.mark.parametrize("heard", [True, False])
def test_a_confirm_in_the_last_moment_was_in_time(heard: bool) -> None:
    """The close waits for the wallet of who pressed Confirm before the end."""

    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("scanner-1"), houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            hall.host().engine.felt.wish(ada, Preferences(auto_confirm=False))
            bets_fail(acme, Fault.ERROR_BEFORE)
            await hall.place(ada, "player", 1_000)
            await hall.when(lambda: asyncio.get_running_loop().time() > 11.5)
            confirm = asyncio.create_task(hall.send(ada, c.ConfirmBets(), cmd_id="confirm"))
            await hall.until(Phase.CLOSED)
            assert not confirm.done()
            bets_fail(acme, None if heard else Fault.ERROR_BEFORE)
            await hall.until(Phase.DEALING)
            reply = await confirm
            assert reply.accepted is heard
            assert hall.bets(ada) == ({"player": 1_000} if heard else {})
            assert hall.rejected(ada) == (set() if heard else {"wallet/undecided"})
            assert len(hall.ops(ada)) == 1  # one debit, asked by Confirm and taken by the close
            again = await hall.send(ada, c.ConfirmBets(), cmd_id="confirm")
            assert again == reply
            await hall.agree()

    virtual(play)


def test_a_confirm_that_nobody_answers_is_refused_after_a_while() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("seven-1"), houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            await hall.send(ada, c.TakeSeat(seat=3))
            bets_fail(acme, Fault.LOST)
            await hall.place(ada, "player", 1_000, 3)
            before = asyncio.get_running_loop().time()
            reply = await hall.send(ada, c.ConfirmBets())
            assert reply.code == "wallet/undecided"
            assert asyncio.get_running_loop().time() - before == pytest.approx(3.0, abs=0.01)
            await hall.agree()
            assert hall.states(ada) == [State.CANCELLED]

    virtual(play)


# --- decisions ------------------------------------------------------------------------------------


async def seated(hall: Hall, player: str, seat: int, stake: int = 1_000) -> None:
    await hall.until(Phase.IDLE, Phase.BETTING)
    assert (await hall.send(player, c.TakeSeat(seat=seat))).accepted
    await hall.place(player, "main", stake, seat)


def test_a_double_is_debited_before_it_counts() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("blackjack-1"), houses=[acme], cards=BLACKJACK_DOUBLE) as hall:
            await seated(hall, ada, 1)
            state = await hall.until(Phase.DECISION)
            assert state.current.question is not None
            choose = c.Choose(decision_id=state.current.question.decision_id, option="double")
            assert (await hall.send(ada, choose)).accepted
            assert hall.bets(ada) == {"main": 1_000, "double": 1_000}
            assert hall.states(ada) == [State.TAKEN, State.TAKEN]
            await hall.until(Phase.RESULT)
            await hall.agree()
            assert acme.balance(ada) == START + 2_000

    virtual(play)


def test_a_double_that_the_wallet_refuses_leaves_the_hand_to_its_player() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("blackjack-1"), houses=[acme], cards=BLACKJACK_DOUBLE) as hall:
            await seated(hall, ada, 1)
            state = await hall.until(Phase.DECISION)
            assert state.current.question is not None
            decision = state.current.question.decision_id
            acme.book.players["ada"].balance = 10
            reply = await hall.send(ada, c.Choose(decision_id=decision, option="double"))
            assert reply.code == "wallet/insufficient_funds"
            assert hall.state.phase is Phase.DECISION
            assert (await hall.send(ada, c.Choose(decision_id=decision, option="hit"))).accepted
            acme.book.players["ada"].balance = START - 1_000
            await hall.agree()

    virtual(play)


def test_a_window_that_ends_while_the_wallet_is_silent_gives_the_debit_back() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("blackjack-1"), houses=[acme], cards=BLACKJACK_DOUBLE) as hall:
            await seated(hall, ada, 1)
            state = await hall.until(Phase.DECISION)
            asked_at = asyncio.get_running_loop().time()
            assert state.current.question is not None
            decision = state.current.question.decision_id
            bets_fail(acme, Fault.SLOW)
            await asyncio.sleep(9)  # the window has ten seconds
            double = asyncio.create_task(
                hall.send(ada, c.Choose(decision_id=decision, option="double"))
            )
            await asyncio.sleep(0.5)
            other = await hall.send(ada, c.Choose(decision_id=decision, option="hit"))
            assert other.code == "wallet/pending"
            assert (await double).code == "wallet/undecided"
            await hall.until(Phase.DEALER, Phase.RESULT)
            assert hall.at(e.ChoiceMade) - asked_at == pytest.approx(10.0, abs=0.05)
            assert hall.last(e.ChoiceMade).by is e.By.DEFAULT
            assert hall.bets(ada) == {"main": 1_000}
            await hall.agree()
            assert hall.states(ada) == [State.TAKEN, State.CANCELLED]

    virtual(play)


@pytest.mark.parametrize("answers", [True, False])
def test_F159_who_is_behind_follows_if_the_wallet_pays_in_time(answers: bool) -> None:
    """And the seat's own player, who is of the house, doubles in any case."""

    async def play() -> None:
        acme = House("acme")
        eve = acme.join("eve")
        async with Hall(table("blackjack-1"), houses=[acme], cards=BLACKJACK_DOUBLE) as hall:
            bob = hall.deposit("bob")
            await seated(hall, bob, 1)
            await hall.place(eve, "behind", 400, 1)
            state = await hall.until(Phase.DECISION)
            assert hall.bets(eve) == {"behind": 400}
            assert state.current.question is not None
            decision = state.current.question.decision_id
            bets_fail(acme, None if answers else Fault.LOST)
            before = asyncio.get_running_loop().time()
            reply = await hall.send(bob, c.Choose(decision_id=decision, option="double"))
            assert reply.accepted
            assert asyncio.get_running_loop().time() - before < 3.1
            assert hall.bets(bob) == {"main": 1_000, "double": 1_000}
            assert ("double" in hall.bets(eve)) is answers
            await hall.until(Phase.RESULT)
            await hall.agree()

    virtual(play)


def test_F158_a_bet_behind_falls_with_the_seat_whose_wallet_refused() -> None:
    async def play() -> None:
        acme, bolt = House("acme"), House("bolt")
        ada, eve = acme.join("ada"), bolt.join("eve")
        async with Hall(table("blackjack-1"), houses=[acme, bolt], cards=TWO_SEATS) as hall:
            await seated(hall, ada, 1)
            await seated(hall, eve, 2, 500)
            await hall.place(eve, "behind", 300, 1)
            acme.book.players["ada"].balance = 10
            await hall.until(Phase.DECISION, Phase.RESULT)
            assert hall.bets(ada) == {}
            assert hall.rejected(ada) == {"wallet/insufficient_funds"}
            assert hall.bets(eve) == {"main": 500}  # the own bet stands, the one behind is out
            assert len(hall.rejected(eve)) == 1
            await hall.until(Phase.RESULT)
            acme.book.players["ada"].balance = START
            await hall.agree()
            assert sorted(hall.states(eve)) == [State.CANCELLED, State.TAKEN]

    virtual(play)


def test_insurance_is_debited_and_silence_is_no() -> None:
    async def play() -> None:
        acme = House("acme")
        ada, eve = acme.join("ada"), acme.join("eve")
        cards = "TC 9C AD 9H 9D 7S"
        async with Hall(table("blackjack-1"), houses=[acme], cards=cards) as hall:
            await seated(hall, ada, 1)
            await seated(hall, eve, 2)
            state = await hall.until(Phase.INSURANCE)
            assert state.current.question is not None
            decision = state.current.question.decision_id
            own = {bet.player: bet.id for bet in state.current.bets.values()}
            yes = c.Answer(decision_id=decision, bet=own[ada], option="yes")
            assert (await hall.send(ada, yes)).accepted
            assert hall.bets(ada) == {"main": 1_000, "insurance": 500}
            bets_fail(acme, Fault.SLOW)
            unheard = c.Answer(decision_id=decision, bet=own[eve], option="yes")
            assert (await hall.send(eve, unheard)).code == "wallet/undecided"
            await hall.until(Phase.DECISION)
            assert hall.bets(eve) == {"main": 1_000}
            await hall.until(Phase.RESULT)
            await hall.agree()

    virtual(play)


def test_play_at_brag_is_debited_for_each_who_plays() -> None:
    async def play() -> None:
        acme, bolt = House("acme"), House("bolt")
        players = [acme.join("ada"), acme.join("eve"), bolt.join("ivo")]
        async with Hall(table("brag-1"), houses=[acme, bolt]) as hall:
            bob = hall.deposit("bob")
            await hall.until(Phase.BETTING)
            for player in (*players, bob):
                await hall.place(player, "ante", 1_000)
                assert (await hall.send(player, c.ConfirmBets())).accepted
            state = await hall.until(Phase.DECISION)
            assert state.current.question is not None
            decision = state.current.question.decision_id
            bets_fail(bolt, Fault.ERROR_AFTER)
            antes = {bet.player: bet.id for bet in state.current.bets.values()}
            replies = await asyncio.gather(
                *(
                    hall.send(p, c.Answer(decision_id=decision, bet=antes[p], option="play"))
                    for p in (*players, bob)
                )
            )
            assert [reply.accepted for reply in replies] == [True, True, False, True]
            assert hall.bets(players[0]) == hall.bets(bob)
            assert len(hall.bets(bob)) == 2
            assert hall.bets(players[2]) == {"ante": 1_000}
            await hall.until(Phase.RESULT)
            await hall.agree()

    virtual(play)


# --- crashes --------------------------------------------------------------------------------------


def test_a_crash_while_wallets_are_asked_takes_the_debits_back_and_the_round_goes_on() -> None:
    async def play() -> None:
        acme = House("acme")
        ada, eve = acme.join("ada"), acme.join("eve")
        async with Hall(table("scanner-1"), houses=[acme]) as hall:
            bob = hall.deposit("bob")
            await hall.until(Phase.BETTING)
            await hall.place(bob, "player", 500)
            assert (await hall.send(bob, c.ConfirmBets())).accepted
            await hall.place(eve, "player", 200)
            assert (await hall.send(eve, c.ConfirmBets())).accepted
            bets_fail(acme, Fault.ERROR_AFTER)
            await hall.place(ada, "player", 1_000)
            await hall.until(Phase.CLOSED)
            await asyncio.sleep(0.5)
            assert acme.balance(ada) == START - 1_000
            await hall.stop()  # it was taken, and nobody here knows
            bets_fail(acme, None)
            await hall.start()
            assert hall.state.phase is Phase.CLOSED
            await hall.until(Phase.DEALING)
            assert hall.bets(bob) == {"player": 500}
            assert hall.bets(eve) == {"player": 200}
            assert hall.bets(ada) == {}
            await hall.agree()
            assert acme.balance(ada) == START

    virtual(play)


@pytest.mark.parametrize("fault", [StoreFault.WRITE_LOST, StoreFault.ANSWER_LOST])
@pytest.mark.parametrize("write", range(1, 5))
def test_a_commit_of_unknown_outcome_loses_no_cent(fault: StoreFault, write: int) -> None:
    """The store breaks at each write of a round in turn: asking, closing, settling, paying."""

    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("scanner-1"), houses=[acme]) as hall:
            bob = hall.deposit("bob")
            await hall.until(Phase.BETTING)
            await hall.place(ada, "player", 1_000)
            await hall.place(bob, "player", 1_000)
            left = [write]

            def break_once(name: str) -> StoreFault | None:
                if name != "commit":
                    return None
                left[0] -= 1
                return fault if left[0] == 0 else None

            hall.store._faults = break_once
            await hall.send(ada, c.ConfirmBets())
            await hall.when(lambda: left[0] <= 0, seconds=60)
            await hall.until(Phase.RESULT, seconds=200)
            await hall.agree()

    virtual(play)


def test_nothing_is_sent_before_it_is_written_down() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("speed-1"), houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            await hall.place(ada, "player", 1_000)
            hall.faults = [StoreFault.WRITE_LOST]  # the next write is the end of betting
            before = acme.network.calls
            await hall.when(lambda: not hall.faults)
            await asyncio.sleep(1)
            assert acme.network.calls == before
            assert hall.ops(ada) == []
            assert hall.state.phase is Phase.BETTING  # a full new window, and an empty felt
            await hall.agree()

    virtual(play)


def test_cancelling_at_once_does_not_make_an_operator_look_silent() -> None:
    async def play() -> None:
        acme = House("acme")
        players = [acme.join(f"p{n}") for n in range(100)]
        async with Hall(table("speed-1"), houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            bets_fail(acme, Fault.SLOW)
            for player in players:
                await hall.place(player, "player", 100)
            await hall.until(Phase.CLOSED)
            await hall.send("boss", c.CancelRound(reason="fire"))
            assert not hall.desk.is_silent("acme")
            await hall.agree()
            assert {state for p in players for state in hall.states(p)} == {State.CANCELLED}

    virtual(play)


def test_a_command_stored_before_is_not_debited_twice() -> None:
    """The client repeats a Confirm after a restart, under the same id."""

    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("scanner-1"), houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            await hall.place(ada, "player", 1_000)
            first = await hall.send(ada, c.ConfirmBets(), cmd_id="confirm")
            assert first.accepted
            await hall.stop()
            await hall.start()
            assert hall.state.phase is Phase.BETTING
            await hall.place(ada, "player", 700)
            again = await hall.send(ada, c.ConfirmBets(), cmd_id="confirm")
            assert again == first
            assert hall.bets(ada) == {"player": 1_000}
            await hall.when(lambda: State.ASKED not in hall.states(ada))
            await hall.agree()
            assert sorted(hall.states(ada))[:1] == [State.CANCELLED]

    virtual(play)


# --- everything at once ---------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_I10_many_rounds_with_every_fault_and_crashes(seed: int) -> None:
    async def play() -> None:
        mishaps = cycle([*[None] * (2 + seed % 3), *Fault])
        for _ in range(5 * seed):
            next(mishaps)
        houses = [
            House(name, lambda name, _id: next(mishaps) if name != "authenticate" else None)
            for name in ("acme", "bolt")
        ]
        players = [house.join(f"p{n}") for house in houses for n in range(3)]
        name = ("speed-1", "scanner-1", "brag-1")[seed % 3]
        kind = "ante" if name == "brag-1" else "player"
        async with Hall(table(name), houses=houses) as hall:
            bob = hall.deposit("bob")
            for turn in range(5):
                await hall.until(Phase.BETTING, seconds=300)
                for player in (*players, bob):
                    await hall.send(player, c.PlaceChip(kind=kind, amount=100 + turn))
                if name != "speed-1":
                    confirms = [hall.send(player, c.ConfirmBets()) for player in (*players, bob)]
                    await asyncio.gather(*confirms)
                await hall.until(Phase.DEALING, Phase.DECISION, Phase.RESULT)
                assert set(hall.bets(bob)) == {kind}
                if turn == seed % 5:
                    await hall.stop()
                    await hall.start()
                await hall.until(Phase.RESULT, seconds=300)
            fired = {fault for house in houses for fault in house.network.fired}
            await hall.agree()
            assert len(fired) >= len(Fault) - 2
            assert any(State.TAKEN in hall.states(player) for player in players)
            assert any(State.CANCELLED in hall.states(player) for player in players)

    virtual(play)
