"""Shoes one by one: what was promised, what was disclosed, what was dealt.

From the record of a table, or from the three texts a player can copy from a screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

import msgspec

from sabot.lab.audit.findings import Check
from sabot.lab.audit.shares import Share
from sabot.lab.audit.shoes import Flaw, Shoe, flaws

_EVENT = b'{"type":"event",'


class Standing(StrEnum):
    """How a shoe stands to its promise."""

    KEPT = "kept its promise"
    BROKEN = "broke its promise"
    IN_PLAY = "not disclosed yet"
    LOST = "lost its promise: the order cannot be shown"
    LIVE = "live: every scanned card is in the hash chain"


class Disclosure(msgspec.Struct, frozen=True, kw_only=True):
    """One shoe."""

    shoe_id: str
    table_id: str
    standing: Standing
    commitment: str | None
    dealt: int
    flaws: tuple[Flaw, ...] = ()


def of_print(*, promised: str, salt: str, cards: str) -> Disclosure:
    """A shoe from what was published: nothing is known of what was dealt."""
    order = " ".join(cards.split())
    found = tuple(
        flaws(
            promised=promised.strip().lower(),
            salt=salt.strip(),
            cards=order,
            decks=None,
            dealt={},
        )
    )
    return Disclosure(
        shoe_id="",
        table_id="",
        standing=Standing.BROKEN if found else Standing.KEPT,
        commitment=promised,
        dealt=0,
        flaws=found,
    )


def of_record(lines: Iterable[bytes], shoe_id: str | None = None) -> Iterator[Disclosure]:
    """Every shoe of an export, or the one of this id."""
    share = Share()
    share.feed([raw for raw in lines if raw.startswith(_EVENT)])
    broken = {
        violation.table
        for violation in share.read.findings.first
        if violation.check in (Check.I9, Check.I12)
    }
    for table_id, shoe in share.read.shoes():
        if shoe_id in (None, shoe.shoe_id):
            yield _standing(table_id, shoe, chain_holds=table_id not in broken)


def _standing(table_id: str, shoe: Shoe, *, chain_holds: bool) -> Disclosure:
    found = list(shoe.flaws)
    if not chain_holds:
        found.append(
            Flaw(what="the hash chain", expected="unbroken", found="broken: run sabot verify")
        )
    if found:
        standing = Standing.BROKEN
    elif shoe.live:
        standing = Standing.LIVE
    elif shoe.lost and not shoe.disclosed:
        standing = Standing.LOST
    else:
        standing = Standing.KEPT if shoe.disclosed else Standing.IN_PLAY
    return Disclosure(
        shoe_id=shoe.shoe_id,
        table_id=table_id,
        standing=standing,
        commitment=shoe.commitment,
        dealt=shoe.dealt,
        flaws=tuple(found),
    )
