"""What staff did about a player's money outside of rounds, as the player may know it.

Reads acts of the office: manual credits, golden chips that were granted or ended, payments to an
operator that were given up or restored, and rounds that were annulled. It names no member of staff
and repeats no reason, which are for colleagues only. None of this is a stake or a win, so it is
kept apart from rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

import msgspec

from sabot.service.office.acts import Act
from sabot.service.office.adjustments import CreditBody
from sabot.service.office.annulled import ReturnedBody, body_of, change_of
from sabot.service.office.golden import GrantBody
from sabot.service.ports import ActRow


class EntryKind(StrEnum):
    """What happened."""

    CREDIT = "credit"  # paid by hand, for a round
    CHIPS_GRANTED = "chips_granted"
    CHIPS_EXPIRED = "chips_expired"
    PAYMENT_EXPIRED = "payment_expired"  # the operator has not acknowledged it for 90 days
    PAYMENT_RESTORED = "payment_restored"
    ANNULMENT = "annulment"  # a settled round was void; below zero what was taken
    CHIPS_RETURNED = "chips_returned"  # a golden chip that such a round had used up


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One entry; `chips` are those of a grant, or those that were left of it."""

    kind: EntryKind
    at_ms: int
    amount: int
    round_id: str | None = None
    chips: GrantBody | None = None


_credit = msgspec.json.Decoder(CreditBody).decode
_grant = msgspec.json.Decoder(GrantBody).decode
_returned = msgspec.json.Decoder(ReturnedBody).decode


def entries_of(acts: Sequence[ActRow], *, since_ms: int) -> list[Entry]:
    """The entries of one player from a date on, newest first.

    An act whose body cannot be read is shown without what it would say.
    """
    by_id = {act.id: act for act in acts}
    found = [entry for act in acts for entry in _entry(act, by_id) if entry.at_ms >= since_ms]
    return sorted(found, key=lambda entry: -entry.at_ms)


def _entry(act: ActRow, acts: dict[str, ActRow]) -> Iterator[Entry]:
    match act.kind:
        case Act.CREDIT_APPROVED:
            round_id = _round_of(acts.get(f"{act.subject}:proposed"))
            yield _of(EntryKind.CREDIT, act, round_id=round_id)
        case Act.CHIPS_GRANTED:
            yield _of(EntryKind.CHIPS_GRANTED, act, chips=_chips_of(act))
        case Act.CHIPS_EXPIRED:
            chips = _chips_of(acts.get(f"{act.subject.removesuffix(':end')}:granted"))
            yield _of(EntryKind.CHIPS_EXPIRED, act, chips=_left(chips, act.amount))
        case Act.WALLET_EXPIRED | Act.WALLET_RESTORED if act.amount:
            expired = act.kind == Act.WALLET_EXPIRED
            kind = EntryKind.PAYMENT_EXPIRED if expired else EntryKind.PAYMENT_RESTORED
            yield _of(kind, act, round_id=_paid_for(act.subject, acts))
        case Act.ROUND_ANNULLED:
            body = body_of(act)
            amount = 0 if body is None else change_of(act, body)
            round_id = None if body is None else body.round
            yield Entry(kind=EntryKind.ANNULMENT, at_ms=act.at_ms, amount=amount, round_id=round_id)
        case Act.CHIPS_RETURNED:
            yield _of(EntryKind.CHIPS_RETURNED, act, round_id=_returned_round(act))
        case _:
            return


def _of(
    kind: EntryKind, act: ActRow, *, round_id: str | None = None, chips: GrantBody | None = None
) -> Entry:
    return Entry(kind=kind, at_ms=act.at_ms, amount=act.amount, round_id=round_id, chips=chips)


def _paid_for(operation: str, acts: dict[str, ActRow]) -> str | None:
    """The round that a wallet operation is for, by the operation's id."""
    annulled = None if operation not in acts else body_of(acts[operation])
    if annulled is not None:
        return annulled.round
    round_id, slash, _ = operation.partition("/")
    return round_id if slash else _round_of(acts.get(f"{operation}:proposed"))


def _returned_round(act: ActRow) -> str | None:
    try:
        return _returned(act.body).round
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def _round_of(proposed: ActRow | None) -> str | None:
    try:
        return None if proposed is None else _credit(proposed.body).round
    except msgspec.DecodeError:
        return None


def _chips_of(granted: ActRow | None) -> GrantBody | None:
    try:
        return None if granted is None else _grant(granted.body)
    except msgspec.DecodeError:
        return None


def _left(chips: GrantBody | None, amount: int) -> GrantBody | None:
    """The chips of a grant that were left."""
    if chips is None or not chips.value:
        return None
    return msgspec.structs.replace(chips, count=amount // chips.value)
