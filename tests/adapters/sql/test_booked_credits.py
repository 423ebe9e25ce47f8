"""What the books say that the office owes an operator, when its wallet operation is damaged."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabot.adapters.sql import SqlStore, open_store
from sabot.adapters.sql.writer.wallet_ops import Booked, booked_adjustment
from sabot.ledger import Transfer, TransferKind
from sabot.money import Currency
from sabot.service.office.acts import Act, act_of
from sabot.service.office.annulled import AnnulledBody, act_id_of, subject_of
from sabot.service.ports import ActRow

ROUND = "speed-1-42"


def annulled(player: str, amount: int) -> ActRow:
    return act_of(
        Act.ROUND_ANNULLED,
        act_id_of(ROUND, player),
        subject=subject_of(ROUND),
        player=player,
        amount=amount,
        actor="staff:marco",
        reason="two cards too many",
        at_ms=1_000,
        body=AnnulledBody(
            round=ROUND, proposal="annul:a1", currency=Currency.EUR, staked=amount, paid=0
        ),
    )


@pytest.mark.parametrize(
    ("player", "expected"),
    [
        ("acme:ada", Booked("acme", "acme:ada", "adjustment", 700)),
        ("acme:ben", None),  # the round had brought money, and nothing is owed
        ("acme:eve", None),
    ],
)
def test_F274_the_act_of_an_annulled_round_says_what_is_owed(
    tmp_path: Path, player: str, expected: Booked | None
) -> None:
    with open_store(f"sqlite:///{tmp_path / 'house.db'}") as store:
        assert isinstance(store, SqlStore)
        moved = Transfer(
            id=act_id_of(ROUND, "acme:ada"),
            kind=TransferKind.ANNULMENT,
            debit="house:house:EUR",
            credit="operator:acme:EUR",
            amount=700,
        )
        store.ledger.post([moved], [annulled("acme:ada", 700), annulled("acme:ben", 0)])
        with store.database.reading() as connection:
            assert booked_adjustment(connection, act_id_of(ROUND, player)) == expected
