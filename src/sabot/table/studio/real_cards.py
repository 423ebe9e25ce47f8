"""Bringing real cards to a live table: which sets a shoe may be made of, and how old they are."""

from __future__ import annotations

import msgspec

from sabot.errors import Refused
from sabot.table import commands as c
from sabot.table.draft import Inputs
from sabot.table.staff.card_sets import CardSet, Standing
from sabot.table.staff.reasons import SHUFFLED_AGAIN
from sabot.table.staff.refusals import ShoeRefusal
from sabot.table.state import TableState

CUT_CARD_SLACK = 13
"""How many cards nearer to the end than its place a person may put the cut card: a quarter deck."""

NEAR_THE_END = 52
"""A cut card that belongs this near to the end is put no nearer: it would not come out in time."""

SETS_MAX = 16
"""No shoe is made of more sets than this: sets of half a deck do not exist."""


class RealCards(msgspec.Struct, frozen=True, kw_only=True):
    """The sets of a new shoe, since when they are in use, and the sets that leave the table."""

    sets: tuple[str, ...]
    since_ms: int
    taken_away: tuple[str, ...]


def cut_card_limits(usual: int, *, decks: int) -> tuple[int, int]:
    """Where a person may put the cut card: the least and the most cards behind it.

    >>> cut_card_limits(104, decks=8), cut_card_limits(14, decks=8), cut_card_limits(46, decks=1)
    ((91, 208), (14, 208), (46, 46))
    """
    if decks == 1:
        return usual, usual  # F102: shuffled for every round, so its cut card never comes out.
    least = usual if usual <= NEAR_THE_END else usual - CUT_CARD_SLACK
    return least, 52 * decks // 2


def real_cards(state: TableState, command: c.LoadShoe, inputs: Inputs) -> RealCards:
    """What a live shoe is made of, or a refusal that says what is wrong with which set."""
    before = () if state.shoe is None else state.shoe.sets
    since_ms = command.loaded_at_ms or inputs.wall_ms
    named = command.sets or _again(state)
    if not named:
        if state.settings.passports or before:
            raise Refused(ShoeRefusal.SETS_NEEDED, decks=state.settings.variant.decks)
        return RealCards(sets=(), since_ms=since_ms, taken_away=())
    _check_sets(state, named, inputs, again=set(named) <= set(before) and bool(_again(state)))
    if set(named) & set(before) and state.shoe is not None:
        since_ms = min(since_ms, state.shoe.loaded_at_ms)  # F95: a shuffle makes no card younger.
    gone = tuple(each for each in before if each not in named)
    return RealCards(sets=named, since_ms=since_ms, taken_away=gone)


def _again(state: TableState) -> tuple[str, ...]:
    """The sets of the shoe before, if they only have to be shuffled (F93, F102)."""
    shoe = state.shoe
    return shoe.sets if shoe is not None and shoe.retired in SHUFFLED_AGAIN else ()


def _check_sets(state: TableState, named: tuple[str, ...], inputs: Inputs, *, again: bool) -> None:
    if len(named) > SETS_MAX or len(set(named)) < len(named):
        raise Refused(ShoeRefusal.SET_IN_USE, set_id=named[0][:64], table=state.table_id)
    found = [_found(each, inputs) for each in named]
    for each in found:
        _check_usable(state, each, again=again)
    decks = sum(each.decks for each in found)
    if decks != state.settings.variant.decks:
        raise Refused(ShoeRefusal.WRONG_DECKS, needed=state.settings.variant.decks, loaded=decks)


def _found(set_id: str, inputs: Inputs) -> CardSet:
    known = inputs.set_of(set_id)
    if known is None:
        raise Refused(ShoeRefusal.SET_UNKNOWN, set_id=set_id[:64])
    return known


def _check_usable(state: TableState, known: CardSet, *, again: bool) -> None:
    if known.standing is Standing.RETIRED:
        raise Refused(ShoeRefusal.SET_RETIRED, set_id=known.set_id)
    if known.table not in ("", state.table_id):
        raise Refused(ShoeRefusal.SET_IN_USE, set_id=known.set_id, table=known.table)
    if known.standing is not Standing.READY and not again:
        raise Refused(ShoeRefusal.SET_NOT_READY, set_id=known.set_id)
