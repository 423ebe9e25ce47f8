"""What operators are told beside the amount: game, table, kinds of bets; the same after a crash."""

from __future__ import annotations

import msgspec
import pytest
from tests.service.back_office import BackOffice
from tests.service.faulty_wallet import Fault
from tests.service.floor import Floor
from tests.service.hall import Hall, table
from tests.service.operators import House, State
from tests.service.virtually import virtual

from sabot.adapters.wallet import wire
from sabot.gamekit import Bet
from sabot.money import Cents
from sabot.service.wallets.details import Details, Place, line_of, merged, read, written
from sabot.table import commands as c
from sabot.table.phases import Phase

pytestmark = pytest.mark.usefixtures("quiet")


class Wiretap:
    """The bodies of all calls to an operator, in the order they were sent."""

    def __init__(self, house: House) -> None:
        self.bodies: list[tuple[str, bytes]] = []
        answer = house.network.answer

        async def tapped(
            name: str, headers: dict[str, str], body: bytes
        ) -> tuple[int, bytes] | None:
            self.bodies.append((name, body))
            return await answer(name, headers, body)

        house.network.answer = tapped  # type: ignore[assignment,method-assign]

    def bets(self) -> list[wire.Bet]:
        return [msgspec.json.decode(body, type=wire.Bet) for body in self.named("bet")]

    def results(self) -> list[wire.Result]:
        return [msgspec.json.decode(body, type=wire.Result) for body in self.named("result")]

    def named(self, name: str) -> list[bytes]:
        return [body for called, body in self.bodies if called == name]


def test_issue20_14_bets_and_results_carry_game_table_and_kinds() -> None:
    async def play() -> None:
        acme = House("acme")
        ada, tap = acme.join("ada"), Wiretap(acme)
        async with Hall(table("speed-1"), houses=[acme], cards="9C 2D TH KD") as hall:
            await hall.until(Phase.BETTING)
            await hall.place(ada, "player", 1_000)
            await hall.place(ada, "tie", 200)
            await hall.until(Phase.RESULT)
            await hall.when(lambda: hall.states(ada, "result") == [State.PAID])
        [bet], [result] = tap.bets(), tap.results()
        assert (bet.game, bet.variant, bet.table) == ("baccarat", "speed_baccarat", "speed-1")
        assert bet.bets == (
            wire.BetStake(kind="player", stake=1_000),
            wire.BetStake(kind="tie", stake=200),
        )
        assert (result.game, result.variant, result.table) == (bet.game, bet.variant, bet.table)
        assert result.bets == (
            wire.BetOutcome(kind="player", stake=1_000, payout=2_000),
            wire.BetOutcome(kind="tie", stake=200, payout=0),
        )
        assert result.amount == sum(part.payout for part in result.bets) == 2_000

    virtual(play)


def test_issue20_14_a_cancelled_round_gives_back_each_kind_and_no_golden_chip() -> None:
    async def play() -> None:
        acme = House("acme")
        ada, tap = acme.join("ada"), Wiretap(acme)
        async with Hall(table("speed-1"), houses=[acme]) as hall:
            hall.grant(ada, 300)
            await hall.until(Phase.BETTING)
            await hall.place(ada, "banker", 700)
            golden = c.PlaceChip(kind="tie", amount=300, golden="golden")
            assert (await hall.send(ada, golden)).accepted
            await hall.until(Phase.DEALING)
            assert (await hall.send("boss", c.CancelRound(reason="test"))).accepted
            await hall.when(lambda: hall.states(ada, "refund") == [State.PAID])
        [result] = tap.results()
        assert result.outcome is wire.Outcome.CANCELLED
        assert result.amount == 700
        assert result.bets == (
            wire.BetOutcome(kind="banker", stake=700, payout=700),
            wire.BetOutcome(kind="tie", golden=True, stake=300, payout=0),
        )

    virtual(play)


def test_issue20_14_a_result_is_repeated_with_the_same_body_after_a_restart() -> None:
    async def play() -> None:
        acme = House("acme")
        ada, tap = acme.join("ada"), Wiretap(acme)
        acme.network.faults = lambda name, _id: Fault.DROPPED_AFTER if name == "result" else None
        async with Hall(table("speed-1"), houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            await hall.place(ada, "player", 1_000)
            await hall.until(Phase.RESULT)
            await hall.when(lambda: len(tap.named("result")) == 2)
            await hall.agree()  # starts again: every call is repeated and none is a conflict
        sent = tap.named("result")
        assert len(sent) >= 3
        assert set(sent) == {sent[0]}
        assert b'"bets":[{"kind":"player","stake":1000,' in sent[0]

    virtual(play)


def test_issue20_14_a_decision_says_what_it_pays_for_and_at_which_seat() -> None:
    async def play() -> None:
        acme = House("acme")
        ada, tap = acme.join("ada"), Wiretap(acme)
        async with Hall(table("blackjack-1"), houses=[acme], cards="5C 9D 6H 7S TC 4D") as hall:
            assert (await hall.send(ada, c.TakeSeat(seat=3))).accepted
            await hall.place(ada, "main", 1_000, 3)
            state = await hall.until(Phase.DECISION)
            assert state.current.question is not None
            choose = c.Choose(decision_id=state.current.question.decision_id, option="double")
            assert (await hall.send(ada, choose)).accepted
        main, double = tap.bets()
        assert main.bets == (wire.BetStake(kind="main", seat=3, stake=1_000),)
        assert double.bets == (wire.BetStake(kind="double", seat=3, stake=1_000),)

    virtual(play)


def test_issue20_14_an_operation_of_an_older_version_is_repeated_without_details() -> None:
    async def play() -> None:
        acme = House("acme")
        ada, tap = acme.join("ada"), Wiretap(acme)
        floor = Floor(acme)
        await floor.welcome(ada)
        floor.owe(ada, 500)
        await floor.agree()
        [result] = tap.named("result")
        assert not {"game", "variant", "table", "bets", "about"} & set(msgspec.json.decode(result))

    virtual(play)


def test_issue20_14_a_manual_credit_names_the_round_it_is_for_and_no_game() -> None:
    async def play() -> None:
        acme = House("acme")
        ada, tap = acme.join("ada"), Wiretap(acme)
        office = BackOffice(acme)
        wish = {"player": ada, "amount": 500, "round_id": "speed-1-7", "reason": "cut short"}
        await office.adjustments.propose("c1", actor="sonia", **wish)  # type: ignore[arg-type]
        await office.adjustments.approve("c1", actor="marco", reason="agreed")
        await office.desk.quiesce()
        [result] = tap.results()
        assert (result.id, result.round, result.about) == ("credit:c1", "credit:c1", "speed-1-7")
        assert (result.game, result.variant, result.table, result.bets) == (None, None, None, ())
        assert (result.amount, result.outcome) == (500, wire.Outcome.SETTLED)

    virtual(play)


def test_issue20_14_damaged_details_stop_no_credit() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        floor = Floor(acme)
        await floor.welcome(ada)
        row = msgspec.structs.replace(
            floor._row("t1-9/acme:ada:result", ada, "result", 500, State.OWED), details='{"game":7'
        )
        floor.write([row])
        floor.desk.take_up([row])
        await floor.agree()
        assert acme.balance(ada) == 100_500

    virtual(play)


def test_issue20_14_one_line_for_each_kind_and_seat_however_often_more_was_bet() -> None:
    def bet(number: int, kind: str, seat: int | None = None, *, golden: bool = False) -> Bet:
        stake = Cents(100 * number)
        return Bet(id=f"b{number}", player="p", kind=kind, stake=stake, seat=seat, golden=golden)

    lines = merged(
        line_of(one, payout)
        for one, payout in (
            (bet(1, "main", 1), 200),
            (bet(2, "main", 2), 0),
            (bet(3, "main", 1), 600),
            (bet(4, "main", 1, golden=True), 0),
        )
    )
    assert [(one.seat, one.golden, one.stake, one.payout) for one in lines] == [
        (1, False, 400, 800),
        (2, False, 200, 0),
        (1, True, 400, 0),
    ]


def test_issue20_14_details_are_read_as_they_were_written() -> None:
    bets = [line_of(Bet(id="b", player="p", kind="player", stake=Cents(100)), 195)]
    text = Place("baccarat", "speed_baccarat", "speed-1").details(bets)
    assert written(read(text)) == text
    credit = Details(about="speed-1-42")
    assert read(written(credit)) == credit
