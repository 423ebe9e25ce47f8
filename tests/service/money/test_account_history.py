"""What a player is told about money outside of rounds."""

from __future__ import annotations

import msgspec
import pytest

from sabot.money import Currency
from sabot.service.money.account_history import Entry, EntryKind, entries_of
from sabot.service.office.acts import Act, act_of
from sabot.service.office.adjustments import CreditBody
from sabot.service.office.annulled import AnnulledBody, ReturnedBody
from sabot.service.office.golden import GrantBody
from sabot.service.ports import ActRow

CHIPS = GrantBody(count=4, value=500, currency=Currency.EUR, expires_at_ms=9_000)
FOR_ROUND = CreditBody(currency=Currency.EUR, round="speed-1-7")


def act(
    kind: Act,
    name: str,
    subject: str,
    at_ms: int,
    amount: int,
    *body: msgspec.Struct,
) -> ActRow:
    return act_of(
        kind,
        f"{subject}:{name}",
        subject=subject,
        actor="staff:sonia",
        reason="she shouted at us",
        at_ms=at_ms,
        player="ann",
        amount=amount,
        body=body[0] if body else None,
    )


CREDITED = (
    act(Act.CREDIT_PROPOSED, "proposed", "credit:c1", 1_000, 2_500, FOR_ROUND),
    act(Act.CREDIT_APPROVED, "decided", "credit:c1", 2_000, 2_500),
)


def test_issue20_8_a_credit_counts_once_it_is_approved_and_names_its_round() -> None:
    assert entries_of(CREDITED[:1], since_ms=0) == []
    [entry] = entries_of(CREDITED, since_ms=0)
    assert entry == Entry(
        kind=EntryKind.CREDIT, at_ms=2_000, amount=2_500, round_id="speed-1-7", chips=None
    )


@pytest.mark.parametrize("verdict", [Act.CREDIT_DECLINED, Act.CREDIT_EXPIRED])
def test_issue20_8_a_credit_that_was_not_given_is_no_entry(verdict: Act) -> None:
    decided = act(verdict, "decided", "credit:c1", 2_000, 2_500)
    assert entries_of([CREDITED[0], decided], since_ms=0) == []


def test_issue20_8_golden_chips_come_and_what_is_left_of_them_goes() -> None:
    acts = (
        act(Act.CHIPS_GRANTED, "granted", "chips:g1", 1_000, 2_000, CHIPS),
        act(Act.CHIPS_EXPIRED, "1", "chips:g1:end", 9_000, 1_500),
    )
    gone, given = entries_of(acts, since_ms=0)
    assert (given.kind, given.amount, given.chips) == (EntryKind.CHIPS_GRANTED, 2_000, CHIPS)
    assert (gone.kind, gone.amount) == (EntryKind.CHIPS_EXPIRED, 1_500)
    assert gone.chips is not None
    assert (gone.chips.count, gone.chips.value) == (3, 500)


def test_issue20_8_a_payment_that_was_given_up_and_put_back_is_two_entries() -> None:
    operation = "speed-1-42/acme:ann:result"
    acts = (
        act(Act.WALLET_EXPIRED, "expired", operation, 1_000, 700),
        act(Act.WALLET_RESTORED, "restored", operation, 2_000, 700),
        act(Act.WALLET_EXPIRED, "expired", "speed-1-43/acme:ann:result", 3_000, 0),
        *CREDITED,
        act(Act.WALLET_EXPIRED, "expired", "credit:c1", 4_000, 2_500),
    )
    found = [(one.kind.value, one.round_id, one.at_ms) for one in entries_of(acts, since_ms=0)]
    assert found == [
        ("payment_expired", "speed-1-7", 4_000),
        ("payment_restored", "speed-1-42", 2_000),
        ("credit", "speed-1-7", 2_000),
        ("payment_expired", "speed-1-42", 1_000),
    ]


def test_issue20_8_older_entries_are_left_out_and_damaged_ones_say_less() -> None:
    assert entries_of(CREDITED, since_ms=2_001) == []
    damaged = msgspec.structs.replace(CREDITED[0], body=b"{")
    granted = act(Act.CHIPS_GRANTED, "granted", "chips:g1", 1_000, 2_000)
    found = entries_of([damaged, CREDITED[1], granted], since_ms=0)
    assert [(one.amount, one.round_id, one.chips) for one in found] == [
        (2_500, None, None),
        (2_000, None, None),
    ]


def annulled(player: str, *, staked: int, paid: int, amount: int, theirs: int = 0) -> ActRow:
    body = AnnulledBody(
        round="speed-1-42",
        proposal="annul:a1",
        currency=Currency.EUR,
        staked=staked,
        paid=paid,
        theirs=theirs,
    )
    row = act(Act.ROUND_ANNULLED, "", "annulled:speed-1-42", 1_000, amount, body)
    return msgspec.structs.replace(row, id=f"annulled:speed-1-42/{player}", player=player)


@pytest.mark.parametrize(
    ("staked", "paid", "amount", "theirs", "expected"),
    [(700, 0, 700, 0, 700), (700, 1_400, 700, 0, -700), (500, 500, 0, 0, 0), (5, 10, 0, 5, 0)],
)
def test_F274_an_annulled_round_gives_or_takes(
    staked: int, paid: int, amount: int, theirs: int, expected: int
) -> None:
    one = annulled("ann", staked=staked, paid=paid, amount=amount, theirs=theirs)
    [entry] = entries_of([one], since_ms=0)
    found = (entry.kind, entry.amount, entry.round_id)
    assert found == (EntryKind.ANNULMENT, expected, "speed-1-42")


def test_F274_a_chip_that_came_back_and_a_credit_that_was_given_up_name_the_round() -> None:
    back = ReturnedBody(round="speed-1-42", bet="speed-1-42/1/ann/player")
    lost = annulled("acme:ann", staked=700, paid=0, amount=700)
    acts = (
        lost,
        act(Act.CHIPS_RETURNED, "b", "annulled:speed-1-42:chips", 2_000, 500, back),
        act(Act.WALLET_EXPIRED, "expired", lost.id, 3_000, 700),
    )
    found = [(one.kind.value, one.amount, one.round_id) for one in entries_of(acts, since_ms=0)]
    assert found == [
        ("payment_expired", 700, "speed-1-42"),
        ("chips_returned", 500, "speed-1-42"),
        ("annulment", 700, "speed-1-42"),
    ]


def test_F274_a_damaged_act_of_an_annulled_round_says_less() -> None:
    damaged = msgspec.structs.replace(annulled("ann", staked=700, paid=0, amount=700), body=b"{")
    chip = act(Act.CHIPS_RETURNED, "b", "annulled:speed-1-42:chips", 2_000, 500)
    found = [(one.amount, one.round_id) for one in entries_of([damaged, chip], since_ms=0)]
    assert found == [(500, None), (0, None)]
