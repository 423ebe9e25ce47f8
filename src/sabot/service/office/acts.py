"""Acts: what staff did outside of rounds, written once with actor, time and reason (I14).

Owns the kinds of acts and the words every one of them needs. An act is written in the transaction
of what it does, and has an id made from what it is about.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from sabot.errors import Refused
from sabot.service.office.refusals import OfficeRefusal
from sabot.service.ports import ActRow

WORDS_MAX = 500
"""Characters of a reason."""

_encode = msgspec.json.Encoder(order="deterministic").encode


class Act(StrEnum):
    """What the office does."""

    CREDIT_PROPOSED = "credit/proposed"
    CREDIT_APPROVED = "credit/approved"
    CREDIT_DECLINED = "credit/declined"
    CREDIT_EXPIRED = "credit/expired"
    GRANT_PROPOSED = "grant/proposed"
    GRANT_APPROVED = "grant/approved"
    GRANT_DECLINED = "grant/declined"
    GRANT_EXPIRED = "grant/expired"
    CHIPS_GRANTED = "chips/granted"
    CHIPS_EXPIRED = "chips/expired"
    WALLET_EXPIRED = "wallet/expired"
    WALLET_RESTORED = "wallet/restored"
    ROUND_EXPIRED = "round/expired"
    EXCLUSION_BEGUN = "exclusion/begun"
    EXCLUSION_LIFTED = "exclusion/lifted"
    ROLE_GIVEN = "role/given"
    ROLE_TAKEN = "role/taken"
    DEVICE_ADDED = "device/added"
    DEVICE_REMOVED = "device/removed"
    SET_PREPARED = "set/prepared"
    SET_COUNTED = "set/counted"
    SET_SHUFFLED = "set/shuffled"
    SET_SEALED = "set/sealed"
    SET_AT_TABLE = "set/at_table"
    SET_RETURNED = "set/returned"
    SET_RETIRED = "set/retired"
    CLOCK_CONFIRMED = "clock/confirmed"
    CLOCK_PROPOSED = "clock/proposed"
    CLOCK_APPROVED = "clock/approved"
    CLOCK_DECLINED = "clock/declined"
    CLOCK_EXPIRED = "clock/expired"
    EXPIRY_ANNOUNCED = "expiry/announced"
    EXPIRY_PROPOSED = "expiry/proposed"
    EXPIRY_APPROVED = "expiry/approved"
    EXPIRY_DECLINED = "expiry/declined"
    EXPIRY_EXPIRED = "expiry/expired"
    DEPOSIT_MADE = "deposit/made"
    VOID_PROPOSED = "void/proposed"
    VOID_APPROVED = "void/approved"
    VOID_DECLINED = "void/declined"
    VOID_EXPIRED = "void/expired"
    ANNUL_PROPOSED = "annul/proposed"
    ANNUL_APPROVED = "annul/approved"
    ANNUL_DECLINED = "annul/declined"
    ANNUL_EXPIRED = "annul/expired"
    ROUND_ANNULLED = "round/annulled"  # one for each player of the round
    ALARM_OVER = "alarm/over"
    CHIPS_RETURNED = "chips/returned"  # a golden chip that an annulled round had used up


def act_of(
    kind: Act,
    act_id: str,
    *,
    subject: str,
    actor: str,
    reason: str,
    at_ms: int,
    player: str = "",
    amount: int = 0,
    body: msgspec.Struct | None = None,
) -> ActRow:
    """An act; the actor has a name and a reason."""
    for name, text in (("actor", actor), ("reason", reason)):
        if not text.strip() or len(text) > WORDS_MAX:
            raise Refused(OfficeRefusal.WORDS, field=name)
    return ActRow(
        id=act_id,
        kind=kind.value,
        subject=subject,
        player=player,
        amount=amount,
        actor=actor,
        reason=reason,
        body=b"{}" if body is None else _encode(body),
        at_ms=at_ms,
    )
