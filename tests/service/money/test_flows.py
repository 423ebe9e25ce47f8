"""From events to what each player staked and got back."""

from __future__ import annotations

from collections.abc import Sequence

from sabot.gamekit import Bet
from sabot.money import Cents
from sabot.service.money.flows import Flow, flows_of
from sabot.service.ports import StoredEvent
from sabot.table import events as e
from sabot.table.record import codec

ROUND = "speed-1-7"
ALL = frozenset({"ada", "bob"})


def bet(player: str, stake: int, *, name: str = "player", golden: bool = False) -> Bet:
    return Bet(
        id=f"{ROUND}/{player}/{name}",
        player=player,
        kind=name,
        stake=Cents(stake),
        golden=golden,
    )


def rows(events: Sequence[e.Event]) -> list[StoredEvent]:
    return [
        StoredEvent(
            seq=seq,
            round_id=ROUND,
            kind=codec.kind_of(event),
            version=1,
            body=b"",
            hash=b"",
            at_ms=100 + seq,
        )
        for seq, event in enumerate(events)
    ]


def paid(of: Bet, amount: int) -> e.Paid:
    return e.Paid(bet=of.id, result="win" if amount else "lose", amount=amount, why=())


ADA, TIE, BOB = bet("ada", 500), bet("ada", 50, name="tie"), bet("bob", 700)
CHIP = bet("bob", 100, name="chip", golden=True)


def test_a_whole_round_in_one_step() -> None:
    events: list[e.Event] = [
        e.BetsAccepted(bets=(ADA,)),
        e.BetsClosed(accepted=(TIE, BOB, CHIP), rejected=()),
        e.RoundSettled(
            round_id=ROUND,
            outcome={},
            payouts=(paid(ADA, 1_000), paid(TIE, 0), paid(BOB, 0), paid(CHIP, 90)),
        ),
    ]
    assert flows_of(rows(events), events, {}, of=ALL) == [
        Flow(player="ada", round_id=ROUND, staked={ADA.id: 500}),
        Flow(player="ada", round_id=ROUND, staked={TIE.id: 50}),
        Flow(player="bob", round_id=ROUND, staked={BOB.id: 700}),
        Flow(player="ada", round_id=ROUND, returned=1_000, ended_ms=102),
        Flow(player="bob", round_id=ROUND, returned=90, ended_ms=102),
    ]


def test_a_cancelled_round_gives_back_cash_and_no_golden_chip() -> None:
    held = {one.id: one for one in (ADA, BOB, CHIP)}
    events: list[e.Event] = [
        e.RoundCancelled(round_id=ROUND, actor="boss", reason="x", refunds=tuple(held))
    ]
    assert flows_of(rows(events), events, held, of=ALL) == [
        Flow(player="ada", round_id=ROUND, returned=500, ended_ms=100),
        Flow(player="bob", round_id=ROUND, returned=700, ended_ms=100),
    ]


def test_only_those_who_are_followed_are_counted() -> None:
    events: list[e.Event] = [e.BetsClosed(accepted=(ADA, BOB), rejected=())]
    found = flows_of(rows(events), events, {}, of=frozenset({"bob"}))
    assert found == [Flow(player="bob", round_id=ROUND, staked={BOB.id: 700})]


def test_the_bets_of_the_round_before_do_not_count_in_the_next() -> None:
    events: list[e.Event] = [
        e.RoundOpened(round_id="speed-1-8", round_of_shoe=1, config_version=1),
        e.RoundCancelled(round_id="speed-1-8", actor="boss", reason="x", refunds=()),
    ]
    assert flows_of(rows(events), events, {ADA.id: ADA}, of=ALL) == []
