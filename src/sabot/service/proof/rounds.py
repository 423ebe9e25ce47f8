"""What the events of a round say about its money, compared with the rows (ADR 0049).

Owns the comparison: every stake, payout, refund, outcome and house share of a round follows from
its events. A row that does not follow from them, or is missing, raises a doubt about its player.
Pure: a store brings the events and the rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sabot.gamekit import Bet
from sabot.ledger import Account, Transfer
from sabot.service.controls.refusals import FrozenRefusal
from sabot.service.money.postings import Postings, postings_of, stakes_in
from sabot.service.money.stakes import rows_of
from sabot.service.players.directory import BOT_PREFIX, Player
from sabot.service.ports import BetRow, OutcomeRow
from sabot.service.proof.checks import About, Doubt, player_of
from sabot.table import events as e

HOUSE = "house"

Fact = tuple[BetRow, str] | OutcomeRow | Transfer


class RoundRows(NamedTuple):
    """The money of one round: bets with the account each stake came from, outcomes, transfers."""

    bets: Mapping[str, tuple[BetRow, str]]
    outcomes: Mapping[str, OutcomeRow]
    transfers: Mapping[str, Transfer]


class Payees:
    """Players as their ids and rows describe them: operator and currency."""

    def __init__(self, rows: RoundRows, currencies: Mapping[str, str]) -> None:
        self._known = dict(currencies)
        for row, source in rows.bets.values():
            self._known.setdefault(row.player, source.rpartition(":")[2])

    def player(self, player_id: str) -> Player:
        """A player as the money sees them."""
        operator, colon, _ = player_id.partition(":")
        theirs = colon and not player_id.startswith(BOT_PREFIX)
        currency = Account.parse(f"house:house:{self._known.get(player_id, 'EUR')}").currency
        return Player(
            player_id=player_id,
            nickname=player_id,
            currency=currency,
            operator=operator if theirs else None,
        )


def derived(round_id: str, events: Iterable[e.Event], payees: Payees) -> RoundRows:
    """The rows that the events of a round ask for."""
    bets: dict[str, Bet] = {}
    rows: dict[str, tuple[BetRow, str]] = {}
    outcomes: dict[str, OutcomeRow] = {}
    transfers: dict[str, Transfer] = {}
    for event in events:
        bets |= {bet.id: bet for bet in stakes_in(event)}
        posted: Postings = postings_of(event, round_id, bets, payees)
        rows |= {row.id: (row, source) for row, source in rows_of(posted.stakes)}
        outcomes |= {one.bet: one for one in posted.outcomes}
        transfers |= {one.id: one for one in posted.transfers}
    return RoundRows(rows, outcomes, transfers)


def differences(asked: RoundRows, stored: RoundRows) -> Iterator[tuple[str, str]]:
    """The accounts of each row that does not follow from the events, and why it does not."""
    whose = {row.id: row.player for row, _ in (*stored.bets.values(), *asked.bets.values())}
    pairs: tuple[tuple[Mapping[str, Fact], Mapping[str, Fact]], ...] = (
        (asked.bets, stored.bets),
        (asked.outcomes, stored.outcomes),
        (asked.transfers, stored.transfers),
    )
    for wanted, found in pairs:
        for name in sorted(wanted.keys() | found.keys()):
            due, fact = wanted.get(name), found.get(name)
            if due == fact:
                continue
            reason = f"{name} is missing"
            if fact is not None:
                reason = f"{name} is not what the round says"
            if due is None:
                reason = f"{name} is of no event of the round"
            for account in {*_accounts(due, name, whose), *_accounts(fact, name, whose)}:
                yield account, reason


def _accounts(fact: Fact | None, name: str, whose: Mapping[str, str]) -> list[str]:
    """The accounts that a row is about; of an outcome only the player is known."""
    match fact:
        case None:
            return []
        case Transfer():
            return [one for one in (fact.debit, fact.credit) if not one.startswith("escrow:")]
        case OutcomeRow():
            return [f"?:{whose.get(name, '')}"]
        case (row, source):
            return [source, f"?:{row.player}"]


def round_doubts(round_id: str, asked: RoundRows, stored: RoundRows) -> list[Doubt]:
    """Each player, or the house, about whom a round and its rows do not agree."""
    found: dict[str, Doubt] = {}
    for account, reason in differences(asked, stored):
        player = account[2:] if account.startswith("?:") else player_of(account)
        known = found.get(player)
        if known is None or (not known.account and not account.startswith("?:")):
            found[player] = round_doubt(round_id, player, account, reason)
    return [*found.values()]


def round_doubt(round_id: str, player: str, account: str, reason: str) -> Doubt:
    """A doubt about the money of a player in a round; without a player, about the house's."""
    return Doubt(
        about=About.ROUND,
        subject=f"{round_id}/{player or HOUSE}",
        code=FrozenRefusal.IN_DOUBT,
        reason=reason,
        player=player,
        account=account if player and not account.startswith("?:") else "",
    )


def unreadable(round_id: str, error: Exception) -> Doubt:
    """A round whose events cannot be followed."""
    reason = f"its events cannot be followed: {error}"
    return Doubt(
        about=About.ROUND,
        subject=f"{round_id}/{HOUSE}",
        code=FrozenRefusal.IN_DOUBT,
        reason=reason,
    )


def compared(
    round_id: str, events: Sequence[e.Event], stored: RoundRows, currencies: Mapping[str, str]
) -> list[Doubt]:
    """The doubts about a round that is over; raises what its events cannot be followed by."""
    return round_doubts(round_id, derived(round_id, events, Payees(stored, currencies)), stored)
