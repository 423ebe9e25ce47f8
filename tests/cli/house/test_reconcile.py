"""`sabot reconcile`: agreement, every kind of difference, and statements that cannot be read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.adapters.wallet.listening import listening
from tests.cli.driver import ran

from sabot.adapters.clock import SystemClock
from sabot.adapters.sql import open_store
from sabot.adapters.wallet import wire
from sabot.adapters.wallet.book import Holder, OperatorBook, Ticket
from sabot.adapters.wallet.demo_operator import DemoOperator
from sabot.adapters.wallet.signing import Key
from sabot.money import Currency
from sabot.service.ports import Unit, WalletOpRow, WalletOpState

State = WalletOpState


def op(op_id: str, state: State, amount: int = 500, kind: str = "bet") -> WalletOpRow:
    return WalletOpRow(
        id=op_id,
        operator="acme",
        player="acme:ada",
        kind=kind,
        amount=amount,
        round_id="speed-1-7",
        state=state,
    )


@pytest.fixture
def database(tmp_path: Path) -> str:
    """Our book: two bets in, one out, one paid, one on its way; and another operator's."""
    url = f"sqlite:///{tmp_path / 'house.db'}"
    rows = (
        op("b1", State.TAKEN),
        op("b2", State.TAKEN),
        op("b3", State.CANCELLED),
        op("c1", State.PAID, 900, "result"),
        op("c2", State.OWED, 100, "result"),
        replace(op("x1", State.TAKEN), operator="bolt"),
    )
    with open_store(url) as store:
        store.claim("wallets", "test")
        unit = Unit(table_id="wallets", epoch=1, after_seq=0, wallet_ops=rows)
        assert list(store.commit([unit])) == [None]
    return url


def statement(tmp_path: Path, *lines: dict[str, object]) -> str:
    file = tmp_path / "acme.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return str(file)


B1 = {"id": "b1", "player": "ada", "amount": 500}
B2 = {"id": "b2", "player": "ada", "amount": 500}
B3 = {"id": "b3", "player": "ada", "amount": 500, "refunded": True}
C1 = {"id": "c1", "player": "ada", "amount": 900}


def test_I10_books_that_agree_say_so(tmp_path: Path, database: str) -> None:
    file = statement(tmp_path, B1, B2, B3, C1)
    done = ran("reconcile", "acme", file, "--database", database)
    assert done.status == 0, done.out
    assert "5 operations of ours, 4 transactions of acme" in done.out
    assert "staked 10.00, paid 9.00" in done.out
    assert "1 are still on their way" in done.out
    assert "Both books agree." in done.out


DAY = 86_400_000
FIRST = 1_793_491_200_000  # the first of November 2026, UTC


def test_20_14_a_period_limits_both_books_and_judges_each_operation_once(tmp_path: Path) -> None:
    """One bet straddles the border: decided by us before it, dated by the operator after it."""
    url = f"sqlite:///{tmp_path / 'dated.db'}"
    rows = (
        replace(op("october", State.TAKEN), at_ms=FIRST - DAY),
        replace(op("straddles", State.TAKEN), at_ms=FIRST - 1),
        replace(op("november", State.TAKEN), at_ms=FIRST),
        replace(op("december", State.TAKEN), at_ms=FIRST + 30 * DAY),
    )
    with open_store(url) as store:
        store.claim("wallets", "test")
        unit = Unit(table_id="wallets", epoch=1, after_seq=0, wallet_ops=rows)
        assert list(store.commit([unit])) == [None]

    def line(name: str, at_ms: int) -> dict[str, object]:
        return {"id": name, "player": "ada", "amount": 500, "at_ms": at_ms}

    file = statement(
        tmp_path,
        line("straddles", FIRST + 5),
        line("november", FIRST + 10),
        line("foreign", FIRST + 20),
        line("other foreign", FIRST - 20),
    )

    def found(*period: str) -> tuple[int, int, set[str]]:
        done = ran("reconcile", "acme", file, "--database", url, "--json", *period)
        told = json.loads(done.out)
        assert done.status == (0 if told["agrees"] else 1)
        wrong = {f"{each['kind']} {each['id']}" for each in told["differences"]}
        return told["operations"], told["transactions"], wrong

    assert found("--from", "2026-11-01", "--to", "2026-12-01") == (1, 2, {"foreign foreign"})
    october = {"missing october", "foreign other foreign"}
    assert found("--to", "2026-11-01T00:00:00") == (2, 2, october)
    december = {"missing december"}
    assert found("--from", "2026-12-01") == (1, 0, december)
    everything = october | december | {"foreign foreign"}
    assert found() == (4, 4, everything)
    wrong = ran("reconcile", "acme", file, "--from", "2026-12-01", "--to", "2026-11-01")
    assert (wrong.status, "statement: period" in wrong.out + wrong.err) == (2, True)


def test_I10_each_difference_is_named_and_the_exit_status_is_1(
    tmp_path: Path, database: str
) -> None:
    foreign = {"id": "z9", "player": "ada", "amount": 1}
    lines = ({**B1, "amount": 499}, {**B3, "refunded": False}, C1, foreign)
    file = statement(tmp_path, *lines)
    done = ran("reconcile", "acme", file, "--database", database, "--json")
    assert done.status == 1
    found = json.loads(done.out)
    assert not found["agrees"]
    told = found["differences"]
    assert {each["id"]: (each["kind"], each["ours"], each["theirs"]) for each in told} == {
        "b1": ("amount", 500, 499),
        "b2": ("missing", 500, 0),
        "b3": ("not_taken_back", 0, 500),
        "z9": ("foreign", 0, 1),
    }
    assert [each["id"] for each in found["open"]] == ["c2"]
    shown = ran("reconcile", "acme", file, "--database", database)
    assert shown.status == 1
    assert "4 differ." in shown.out


def test_I10_what_they_booked_for_somebody_else_is_a_difference(
    tmp_path: Path, database: str
) -> None:
    file = statement(tmp_path, B1, B2, B3, {**C1, "player": "eve"})
    done = ran("reconcile", "acme", file, "--database", database, "--json")
    assert done.status == 1
    [told] = json.loads(done.out)["differences"]
    assert told == {"id": "c1", "kind": "player", "ours": 900, "theirs": 900}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("nonsense", "statement"),
        ('{"id":"b1"}', "statement"),
        ('{"id":"b1","player":"a","amount":-1}', "statement"),
        ('{"id":"b1","player":"a","amount":1,"extra":2}', "statement"),
        ('{"id":"b","player":"a","amount":1}\n{"id":"b","player":"a","amount":1}', "statement"),
    ],
)
def test_a_statement_that_cannot_be_read_is_refused(
    tmp_path: Path, database: str, text: str, code: str
) -> None:
    file = tmp_path / "acme.jsonl"
    file.write_text(text, encoding="utf-8")
    done = ran("reconcile", "acme", str(file), "--database", database)
    assert done.status == 2
    assert code in done.err.lower()
    assert ran("reconcile", "acme", str(tmp_path / "none"), "--database", database).status == 2
    assert ran("reconcile", "acme", "--database", database).status == 2


def test_a_finer_scale_is_read_in_its_own_units(tmp_path: Path, database: str) -> None:
    lines = [{**line, "amount": line["amount"] * 100} for line in (B1, B2, B3, C1)]  # type: ignore[operator]
    file = statement(tmp_path, *lines)
    assert ran("reconcile", "acme", file, "--database", database, "--scale", "4").status == 0
    parts = statement(tmp_path, {**B1, "amount": 5_001})
    assert ran("reconcile", "acme", parts, "--database", database, "--scale", "4").status == 2


def test_I10_the_demo_operator_offers_its_book_as_a_statement(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = OperatorBook()
    book.players["ada"] = Holder(nickname="Ada", balance=5_000)
    book.tokens["t"] = Ticket(player="ada")
    common = {"player": "ada", "round": "r", "currency": Currency.EUR, "scale": 2}
    for name in ("b1", "b2", "b3"):
        book.transact(wire.Bet(id=name, token="t", amount=500, **common))  # type: ignore[arg-type] # noqa: S106
    book.transact(wire.Refund(id="b3:refund", bet="b3", amount=500, **common))  # type: ignore[arg-type]
    settled = wire.Outcome.SETTLED
    book.transact(wire.Result(id="c1", amount=900, outcome=settled, **common))  # type: ignore[arg-type]
    monkeypatch.setenv("ACME_SECRET", "hush")
    demo = DemoOperator(book, key=Key(id="k", secret=b"hush"), wall_ms=SystemClock().wall_ms)
    with listening(demo) as address:
        config = tmp_path / "house.toml"
        config.write_text(
            f"environment = 'test'\ndatabase = '{database}'\n"
            "[[operators]]\nid = 'acme'\nkey_id = 'k'\n"
            f"wallet = '{address}'\nsecret_env = 'ACME_SECRET'\n",
            encoding="utf-8",
        )
        done = ran("reconcile", "acme", "--config", str(config))
        assert done.status == 0, done.out + done.err
        monkeypatch.setenv("ACME_SECRET", "wrong")
        assert ran("reconcile", "acme", "--config", str(config)).status == 2
    assert ran("reconcile", "bolt", "--config", str(config)).status == 2
