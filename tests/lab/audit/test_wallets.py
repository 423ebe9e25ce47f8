"""I10: what operators were asked for is what the ledger moved for their players."""

from __future__ import annotations

import msgspec
import pytest

from sabot.lab.audit.due import Due
from sabot.lab.audit.lines import WalletOpLine
from sabot.lab.audit.office import Office
from sabot.lab.audit.wallets import Wallets

ROUND = "speed-1"
KEY = ("acme", "acme:7", ROUND)


def _op(kind: str, state: str, amount: int, *, name: str = "") -> WalletOpLine:
    mark = "@1.1" if kind == "bet" else f":{kind}"
    return WalletOpLine(
        id=name or f"{ROUND}/acme:7{mark}",
        operator="acme",
        player="acme:7",
        kind=kind,
        amount=amount,
        round_id=ROUND,
        state=state,
        attempts=1,
        at_ms=0,
        details="",
        mac="",
    )


def _wrong(
    *ops: WalletOpLine, staked: int, credited: int, over: str | None = "settled"
) -> list[str]:
    """What is found in a round that moved this much for one player of an operator."""
    found: list[str] = []
    due = Due()
    (due.open if over is None else due.closed).add(ROUND)
    if over == "cancelled":
        due.cancelled.add(ROUND)
    office = Office(lambda _check, _where, expected, what: found.append(f"{expected} / {what}"))
    wallets = Wallets(due, lambda _, expected, what: found.append(f"{expected} / {what}"), office)
    if staked:
        wallets.moved(KEY, kind="player", change=-staked)
    if credited:
        wallets.moved(KEY, kind="player", change=credited)
    for op in ops:
        wallets.operation(op)
    wallets.finish()
    return found


@pytest.mark.parametrize("state", ["owed", "paid"])
def test_I10_a_settled_round_has_its_debit_and_one_credit(state: str) -> None:
    ops = (_op("bet", "taken", 500), _op("result", state, 950))
    assert _wrong(*ops, staked=500, credited=950) == []


def test_I10_a_credit_of_nothing_closes_a_lost_round() -> None:
    taken = _op("bet", "taken", 500)
    assert _wrong(taken, _op("result", "paid", 0), staked=500, credited=0) == []
    assert _wrong(taken, staked=500, credited=0) == ["[('result', 0)] / []"]


def test_I10_a_cancelled_round_is_refunded() -> None:
    ops = (_op("bet", "taken", 500), _op("refund", "owed", 500))
    assert _wrong(*ops, staked=500, credited=500, over="cancelled") == []
    assert _wrong(*ops, staked=500, credited=500) != []


def test_I10_a_debit_that_was_out_moves_nothing() -> None:
    for state in ("asked", "refused", "cancelling", "cancelled"):
        assert _wrong(_op("bet", state, 500), staked=0, credited=0) == []


def test_I10_a_stake_without_its_debit_is_found() -> None:
    assert _wrong(_op("result", "owed", 0), staked=500, credited=0) == ["taken 500 / taken 0"]
    cancelled = (_op("bet", "cancelled", 500), _op("result", "owed", 0))
    assert _wrong(*cancelled, staked=500, credited=0) == ["taken 500 / taken 0"]


def test_I10_an_open_round_owes_nothing_yet() -> None:
    assert _wrong(_op("bet", "taken", 500), staked=500, credited=0, over=None) == []
    early = (_op("bet", "taken", 500), _op("result", "owed", 0))
    assert _wrong(*early, staked=500, credited=0, over=None) != []


@pytest.mark.parametrize(
    "op",
    [
        _op("bet", "paid", 500),
        _op("result", "taken", 500),
        _op("gift", "paid", 500),
        _op("bet", "taken", -1),
        _op("result", "paid", 0, name="elsewhere"),
    ],
)
def test_I10_an_operation_that_cannot_be_is_found(op: WalletOpLine) -> None:
    assert any(
        found.startswith("an operation that can be") for found in _wrong(op, staked=0, credited=0)
    )


def _told(op: WalletOpLine, bets: str, *, table: str = "speed") -> WalletOpLine:
    details = f'{{"game":"baccarat","variant":"baccarat","table":"{table}","bets":[{bets}]}}'
    return msgspec.structs.replace(op, details=details)


def test_issue20_14_what_operators_were_told_about_kinds_is_what_the_ledger_moved() -> None:
    bet = _told(_op("bet", "taken", 500), '{"kind":"player","stake":500}')
    result = _told(
        _op("result", "owed", 950),
        '{"kind":"player","stake":500,"payout":950},'
        '{"kind":"tie","golden":true,"stake":100,"payout":0}',
    )
    assert _wrong(bet, result, staked=500, credited=950) == []


@pytest.mark.parametrize(
    ("bet", "result"),
    [
        ('{"kind":"banker","stake":500}', '{"kind":"player","stake":500,"payout":950}'),
        ('{"kind":"player","stake":400}', '{"kind":"player","stake":500,"payout":950}'),
        ('{"kind":"player","stake":500}', '{"kind":"banker","stake":500,"payout":950}'),
        ('{"kind":"player","stake":500}', '{"kind":"player","stake":400,"payout":950}'),
        ('{"kind":"player","stake":500}', '{"kind":"player","stake":500,"payout":900}'),
        ('{"kind":"player","stake":500}', '{"kind":"player","stake":"500"}'),
    ],
)
def test_issue20_14_details_that_were_edited_are_found(bet: str, result: str) -> None:
    ops = (_told(_op("bet", "taken", 500), bet), _told(_op("result", "owed", 950), result))
    assert _wrong(*ops, staked=500, credited=950) != []


def test_issue20_14_details_that_name_another_table_are_found() -> None:
    bet = _told(_op("bet", "taken", 500), '{"kind":"player","stake":500}', table="brag")
    assert _wrong(bet, _op("result", "owed", 0), staked=500, credited=0) != []
