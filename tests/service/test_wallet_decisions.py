"""Confirm and decisions: what they take is asked for before they count."""

from __future__ import annotations

import asyncio

import pytest
from tests.service.faulty_wallet import Fault
from tests.service.hall import Hall, table
from tests.service.operators import START, House, State
from tests.service.virtually import bets_fail, virtual

from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.config import Timers
from sabot.table.phases import Phase
from sabot.table.staging import Preferences

BLACKJACK_DOUBLE = "5C 9D 6H 7S TC 4D"  # eleven against a nine; a ten; the dealer draws to twenty
TWO_SEATS = "5C 8C 9D 6H TH 7S TC 4D"  # the same with a second seat that holds eighteen
INSURANCE = "TC AD 9H 7S 5D"  # nineteen against an ace; the dealer has eighteen, no blackjack


pytestmark = pytest.mark.usefixtures("quiet")


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


def test_a_confirm_of_a_round_that_is_over_counts_in_no_other() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        quick = Timers(betting=12_000, cancelled=100)
        async with Hall(table("scanner-1", timers=quick), houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            bets_fail(acme, Fault.ERROR_BEFORE)
            await hall.place(ada, "player", 1_000)
            confirm = asyncio.create_task(hall.send(ada, c.ConfirmBets()))
            await asyncio.sleep(0.05)
            await hall.send("boss", c.CancelRound(reason="a look"))
            await hall.until(Phase.BETTING)
            await hall.place(ada, "player", 1_000)  # the same chip, in the next round
            bets_fail(acme, None)
            assert (await confirm).code == "round/over"
            assert hall.bets(ada) == {}
            await hall.agree()
            assert hall.states(ada)[0] is State.CANCELLED

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
            assert hall.happened.at(e.ChoiceMade) - asked_at == pytest.approx(10.0, abs=0.05)
            assert hall.happened.last(e.ChoiceMade).by is e.By.DEFAULT
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


def test_a_double_at_the_last_moment_is_not_lost_to_somebody_elses_wallet() -> None:
    """The window ends while a follower's wallet is silent: the double was in time."""

    async def play() -> None:
        acme = House("acme")
        eve = acme.join("eve")
        async with Hall(table("blackjack-1"), houses=[acme], cards=BLACKJACK_DOUBLE) as hall:
            bob = hall.deposit("bob")
            await seated(hall, bob, 1)
            await hall.place(eve, "behind", 400, 1)
            state = await hall.until(Phase.DECISION)
            assert state.current.question is not None
            decision = state.current.question.decision_id
            bets_fail(acme, Fault.LOST)
            await asyncio.sleep(9)  # of ten
            reply = await hall.send(bob, c.Choose(decision_id=decision, option="double"))
            assert reply.accepted
            assert hall.bets(bob) == {"main": 1_000, "double": 1_000}
            assert hall.happened.told(e.ChoiceMade)[0].by is e.By.PLAYER
            assert hall.bets(eve) == {"behind": 400}
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
            state = await hall.until(Phase.OFFER)
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
