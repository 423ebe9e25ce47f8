"""P9: two people reverse the money of a settled round; its settlement stays in the log (F274)."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace
from tests.service.faulty_wallet import Fault
from tests.service.hall import Hall, table
from tests.service.office.test_adjustments import code_of
from tests.service.office.test_golden import granted, left, soon
from tests.service.operators import START, House
from tests.service.operators import State as Op
from tests.service.virtually import virtual

from sabot.adapters.memory.disk import Fault as StoreFault
from sabot.adapters.memory.flows import MemoryFlows
from sabot.errors import Unavailable
from sabot.lab.audit import audit, sealed
from sabot.service.office.acts import Act
from sabot.service.office.annulled import body_of
from sabot.service.office.four_eyes import Proposal, Verdict
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.phases import Phase

WHY = "the shoe had two cards too many"
PLAYER_WINS = "9C 2D TH KD"
FIRST = "speed-1-1"


async def settled(hall: Hall, **stakes: tuple[str, int]) -> str:
    """A round in which each of these players had one bet."""
    await hall.until(Phase.BETTING)
    for player, (kind, amount) in stakes.items():
        await hall.place(player.replace("__", ":"), kind, amount)
    await hall.until(Phase.RESULT)
    return hall.happened.last(e.RoundSettled).round_id


async def annulled(hall: Hall, round_id: str, name: str = "a1") -> Proposal:
    """Two people agree about a round."""
    await hall.annulments.propose(name, round_id=round_id, actor="sonia", reason=WHY)
    return await hall.annulments.approve(name, actor="marco", reason="seen on tape")


def balance(hall: Hall, player: str) -> int:
    account = hall.directory.player(player).account
    return hall.store.ledger.balances([account])[account]


def clean(hall: Hall) -> bool:
    return audit(sealed(hall.store.export_rows())).violations == ()


def test_F274_two_people_give_back_a_loss_and_take_back_a_win() -> None:
    async def play() -> None:
        async with Hall(table("speed-1"), houses=[], cards=PLAYER_WINS) as hall:
            for player in ("bob", "eve"):
                hall.deposit(player)
            round_id = await settled(hall, bob=("player", 1_000), eve=("banker", 700))
            assert (balance(hall, "bob"), balance(hall, "eve")) == (START + 1_000, START - 700)
            desk = hall.annulments
            proposed = await desk.propose("a1", round_id=round_id, actor="sonia", reason=WHY)
            assert (proposed.amount, balance(hall, "eve")) == (1_700, START - 700)
            own = desk.approve("a1", actor="sonia", reason=WHY)
            assert await code_of(own) == "proposal/own"
            for _ in range(2):  # the same decision again is the same one
                done = await desk.approve("a1", actor="marco", reason="seen on tape")
                assert done.verdict is Verdict.APPROVED
                for player in ("bob", "eve"):
                    assert balance(hall, player) == hall.funds.balance(player) == START
            assert hall.store.ledger.balances(["house:house:EUR"])["house:house:EUR"] == 0
            assert {"bob", "eve"} <= set(hall.recounted)
            assert hall.store.facts.outcomes, "the settlement stays"
            assert clean(hall)

    virtual(play)


def test_F255_F274_a_round_is_annulled_once_and_only_when_it_was_settled() -> None:
    async def play() -> None:
        async with Hall(table("speed-1"), houses=[], cards=PLAYER_WINS) as hall:
            hall.deposit("bob")
            desk = hall.annulments

            async def refusal(round_id: str, name: str = "x") -> str:
                wish = {"round_id": round_id, "actor": "sonia", "reason": WHY}
                return await code_of(desk.propose(name, **wish))

            assert await refusal("speed-1-999") == "annul/no_bets"
            await hall.until(Phase.BETTING)
            await hall.place("bob", "player", 1_000)
            await hall.until(Phase.DEALING)
            assert await refusal(FIRST) == "annul/round_open"
            await hall.until(Phase.RESULT)
            await desk.propose("a1", round_id=FIRST, actor="sonia", reason=WHY)
            assert await refusal(FIRST) == "annul/again", "another proposal waits"
            await desk.decline("a1", actor="marco", reason="a good round")
            assert balance(hall, "bob") == START + 1_000
            await annulled(hall, FIRST, "a2")
            assert await refusal(FIRST) == "annul/again", "it was annulled"
            credit = hall.adjustments.propose(
                "c1", actor="sonia", player="bob", amount=1, round_id=FIRST, reason=WHY
            )
            assert await code_of(credit) == "adjustment/annulled"
            await hall.until(Phase.BETTING)
            await hall.place("bob", "player", 500)
            await hall.until(Phase.DEALING)
            await hall.send("boss", c.CancelRound(reason="a card fell"))
            assert await refusal("speed-1-2") == "annul/cancelled"
            assert clean(hall)

    virtual(play)


def test_F274_a_manual_credit_for_the_round_is_settled_first() -> None:
    async def play() -> None:
        async with Hall(table("speed-1"), houses=[], cards=PLAYER_WINS) as hall:
            hall.deposit("eve")
            await settled(hall, eve=("banker", 700))
            desk = hall.annulments
            await desk.propose("a1", round_id=FIRST, actor="sonia", reason=WHY)
            await hall.adjustments.propose(
                "c1", actor="vera", player="eve", amount=100, round_id=FIRST, reason="tape"
            )
            late = desk.approve("a1", actor="marco", reason=WHY)
            assert await code_of(late) == "annul/credited"
            await hall.adjustments.approve("c1", actor="marco", reason="seen")
            again = desk.approve("a1", actor="marco", reason=WHY)
            assert await code_of(again) == "annul/credited"
            assert balance(hall, "eve") == START - 600
            assert clean(hall)

    virtual(play)


def test_F274_what_a_player_has_spent_stays_and_is_recorded() -> None:
    """1,000 of 3,000 are won; 2,500 are at stake in the next round when 1,000 is to be taken."""

    async def play() -> None:
        async with Hall(table("scanner-1"), houses=[], cards=PLAYER_WINS) as hall:
            hall.deposit("bob", 2_000)
            round_id = await settled(hall, bob=("player", 1_000))
            await hall.until(Phase.BETTING)
            await hall.place("bob", "banker", 2_500)
            assert (await hall.send("bob", c.ConfirmBets())).accepted
            await annulled(hall, round_id)
            assert balance(hall, "bob") == hall.funds.balance("bob") == 0
            [act] = hall.store.acts.about(f"annulled:{round_id}")
            body = body_of(act)
            assert body is not None
            assert (act.amount, body.uncollected, body.theirs) == (500, 500, 0)
            await hall.until(Phase.RESULT)
            assert clean(hall)

    virtual(play)


def test_F274_R29_a_used_up_chip_comes_back_to_a_grant_that_has_not_ended() -> None:
    async def play() -> None:
        cards = "9C 2D TH KD 2H 9D KC TD 9H 9S KS KH"  # a win, a loss, a tie
        async with Hall(table("scanner-1"), houses=[], cards=cards) as hall:
            await granted(hall, soon(1_000, count=3))
            rounds = []
            for _ in range(3):
                await hall.until(Phase.BETTING)
                chip = c.PlaceChip(kind="player", amount=500, golden="g1")
                assert (await hall.send("bob", chip)).accepted
                assert (await hall.send("bob", c.ConfirmBets())).accepted
                await hall.until(Phase.RESULT)
                rounds.append(hall.happened.last(e.RoundSettled).round_id)
            assert (left(hall), balance(hall, "bob")) == (500, 500)
            for number, expected in enumerate(((1_000, 0), (1_500, 0), (1_500, 0))):
                await annulled(hall, rounds[number], f"a{number}")
                assert (left(hall), balance(hall, "bob")) == expected
            assert clean(hall)

    virtual(play)


def test_F274_R29_a_chip_does_not_come_back_to_a_grant_that_has_ended() -> None:
    async def play() -> None:
        async with Hall(table("scanner-1"), houses=[], cards=PLAYER_WINS) as hall:
            chips = soon(500)
            await granted(hall, chips)
            await hall.until(Phase.BETTING)
            chip = c.PlaceChip(kind="banker", amount=500, golden="g1")
            assert (await hall.send("bob", chip)).accepted
            await hall.until(Phase.RESULT)
            await asyncio.sleep((chips.expires_at_ms - hall.office.clock.wall_ms()) / 1_000)
            await annulled(hall, hall.happened.told(e.RoundSettled)[0].round_id)
            assert left(hall) == 500, "the one that was not played"
            assert clean(hall)

    virtual(play)


def test_F274_I10_an_operators_player_is_credited_and_never_debited() -> None:
    """The credit is repeated until a faulty wallet has it; what was won is for the operator."""

    async def play() -> None:
        once = iter([Fault.DROPPED_AFTER, Fault.ERROR_BEFORE, Fault.WRONG_AMOUNT])
        acme = House("acme", lambda _, name: next(once, None) if "annulled" in name else None)
        ada, ben = acme.join("ada"), acme.join("ben")
        async with Hall(table("speed-1"), houses=[acme], cards=PLAYER_WINS) as hall:
            round_id = await settled(hall, acme__ada=("banker", 700), acme__ben=("player", 1_000))
            await hall.when(lambda: acme.balance(ben) == START + 1_000)
            clearing = hall.directory.player(ada).account
            before = hall.store.ledger.balances([clearing])[clearing]
            await annulled(hall, round_id)
            assert hall.store.ledger.balances([clearing])[clearing] == before + 700
            assert {one.player for one in hall.ops(ada, "adjustment")} == {ada}
            assert hall.ops(ben, "adjustment") == []
            await hall.when(lambda: hall.states(ada, "adjustment") == [Op.PAID])
            assert (acme.balance(ada), acme.balance(ben)) == (START, START + 1_000)
            lines = {act.player: body_of(act) for act in hall.annulments.all_done()[0].acts}
            assert [(one and one.theirs) for one in (lines[ada], lines[ben])] == [0, 1_000]
            assert clean(hall)
            await hall.agree()

    virtual(play)


@pytest.mark.parametrize("crash", [False, True])
def test_F274_I4_an_annulment_without_an_answer_is_carried_out_once(crash: bool) -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("speed-1"), houses=[acme], cards=PLAYER_WINS) as hall:
            hall.deposit("eve")
            round_id = await settled(hall, eve=("banker", 700), acme__ada=("banker", 300))
            await hall.annulments.propose("a1", round_id=round_id, actor="sonia", reason=WHY)
            hall.faults.append(StoreFault.ANSWER_LOST)
            with pytest.raises(Unavailable):
                await hall.annulments.approve("a1", actor="marco", reason=WHY)
            if crash:
                await hall.stop()
                hall.store.disk.crash()
                await hall.start()
            await hall.annulments.approve("a1", actor="marco", reason=WHY)
            assert balance(hall, "eve") == hall.funds.balance("eve") == START
            await hall.when(lambda: acme.balance(ada) == START)
            assert clean(hall)

    virtual(play)


def test_F274_I4_an_annulment_that_never_arrived_can_be_decided_again() -> None:
    async def play() -> None:
        async with Hall(table("speed-1"), houses=[], cards=PLAYER_WINS) as hall:
            hall.deposit("eve")
            round_id = await settled(hall, eve=("banker", 700))
            await hall.annulments.propose("a1", round_id=round_id, actor="sonia", reason=WHY)
            hall.faults.append(StoreFault.WRITE_LOST)
            with pytest.raises(Unavailable):
                await hall.annulments.approve("a1", actor="marco", reason=WHY)
            assert balance(hall, "eve") == START - 700
            await hall.annulments.approve("a1", actor="marco", reason=WHY)
            assert balance(hall, "eve") == START
            assert clean(hall)

    virtual(play)


def test_F274_two_decisions_and_two_proposals_at_once_reverse_the_round_once() -> None:
    async def play() -> None:
        async with Hall(table("speed-1"), houses=[], cards=PLAYER_WINS) as hall:
            hall.deposit("bob")
            round_id = await settled(hall, bob=("player", 1_000))
            desk = hall.annulments
            both = await asyncio.gather(
                *(
                    desk.propose(name, round_id=round_id, actor="sonia", reason=WHY)
                    for name in ("a1", "a2")
                ),
                return_exceptions=True,
            )
            assert [isinstance(one, Proposal) for one in both] == [True, False]
            await asyncio.gather(*(desk.approve("a1", actor="marco", reason=WHY) for _ in range(2)))
            assert balance(hall, "bob") == hall.funds.balance("bob") == START
            assert clean(hall)

    virtual(play)


def test_F274_what_cannot_be_relied_on_is_not_reversed() -> None:
    """A player in doubt, a result that two people gave up, a bet that cannot be read."""

    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("speed-1"), houses=[acme], cards=PLAYER_WINS) as hall:
            round_id = await settled(hall, acme__ada=("banker", 700))
            wish = {"round_id": round_id, "actor": "sonia", "reason": WHY}

            async def refusal() -> str:
                return await code_of(hall.annulments.propose("a1", **wish))

            hall.annulments._in_doubt = {ada}
            assert await refusal() == "annul/in_doubt"
            hall.annulments._in_doubt = ()
            operation = f"{round_id}/{ada}:result"
            for kind in (Act.WALLET_EXPIRED, Act.WALLET_RESTORED):
                act = hall.office.act(
                    kind,
                    f"{operation}:{kind.rpartition('/')[2]}",
                    subject=operation,
                    player=ada,
                    amount=0,
                    actor="marco",
                    reason=WHY,
                )
                await hall.office.record(act)
                if kind is Act.WALLET_EXPIRED:
                    assert await refusal() == "annul/given_up"
            [bet] = [row for row in hall.store.facts.bets.values() if row.round_id == round_id]
            hall.store.facts.bets[bet.id] = replace(bet, body=b"{")
            assert await refusal() == "annul/bet_unreadable"
            hall.store.facts.bets[bet.id] = bet
            await annulled(hall, round_id)
            assert hall.states(ada, "adjustment") != []

    virtual(play)


def test_F274_an_annulled_round_counts_for_no_limit() -> None:
    async def play() -> None:
        async with Hall(table("speed-1"), houses=[], cards=PLAYER_WINS) as hall:
            hall.deposit("eve")
            round_id = await settled(hall, eve=("banker", 700))
            flows = MemoryFlows(hall.store)
            [flow] = flows.flows("eve", since_ms=0)
            assert (flow.round_id, flow.returned) == (round_id, 0)
            await annulled(hall, round_id)
            assert flows.flows("eve", since_ms=0) == []

    virtual(play)
