"""Bets as the service stores them: the load of the storage benchmark.

Owns the shape of the units, nothing of their timing. Ids, bodies and replies have the length they
have at a real table; players are spread over their accounts, so no page of an index is a favourite.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256

from sabot.adapters.sql import SqlStore
from sabot.gamekit import Bet
from sabot.ledger import Transfer, TransferKind
from sabot.money import Cents
from sabot.service.money.stakes import encode_bet
from sabot.service.ports import CommandRow, OutcomeRow, Stakes, StoredEvent, Unit

PLAYERS = 10_000
BETS_OF_A_UNIT = 200
STAKE = 500
PURSE = 10**12
FIRST_MS = 1_700_000_000_000
STRIDE = 7_919  # prime, so that players come round in no order an index would like
HOUSE = "house:house:EUR"
KINDS = ("BANKER", "TIE")  # what a player who confirms has on the felt


class Tables:
    """Some tables, their owner, and the units they make round after round."""

    def __init__(self, store: SqlStore, name: str, count: int) -> None:
        self._epochs = {
            table: store.claim(table, "bench").epoch
            for table in (f"{name}-{number}" for number in range(count))
        }
        self._seqs = dict.fromkeys(self._epochs, 0)
        self._rounds = 0
        self._players = 0

    def confirmed_singly(self) -> list[Unit]:
        """Every player confirms one chip: a command and a bet for each."""
        return [self._confirmed(table, KINDS[:1]) for table in self._epochs]

    def confirmed(self) -> list[Unit]:
        """Every player confirms two chips: a command and two bets for each."""
        return [self._confirmed(table, KINDS) for table in self._epochs]

    def closed(self, bets: int = BETS_OF_A_UNIT) -> list[Unit]:
        """The chips that lay on the felt are accepted together, in one event."""
        return [self._closed(table, bets) for table in self._epochs]

    def settled(self, closed: Unit) -> Unit:
        """Half of a unit's bets win even money, half lose."""
        (opening,) = closed.events
        (taken,) = closed.stakes
        winners, losers = taken.bets[::2], taken.bets[1::2]
        net = STAKE * (len(winners) - len(losers))
        return self._unit(
            closed.table_id,
            opening.round_id,
            _body(taken.bets),
            outcomes=(
                *(OutcomeRow(bet=bet.id, result="win", amount=2 * STAKE) for bet in winners),
                *(OutcomeRow(bet=bet.id, result="lose", amount=0) for bet in losers),
            ),
            transfers=(
                *_house_share(opening.round_id, net),
                *(_payout(bet, opening.round_id) for bet in winners),
            ),
        )

    def _confirmed(self, table: str, kinds: Sequence[str]) -> Unit:
        round_id, players = self._round(table, BETS_OF_A_UNIT // len(kinds))
        confirms = [[_bet(round_id, player, kind) for kind in kinds] for player in players]
        bets = [bet for chips in confirms for bet in chips]
        return self._unit(
            table,
            round_id,
            _body(bets),  # players who confirm together are in one event
            stakes=_stakes(round_id, bets),
            commands=tuple(_command(chips[0], FIRST_MS + self._rounds) for chips in confirms),
        )

    def _closed(self, table: str, count: int) -> Unit:
        round_id, players = self._round(table, count)
        bets = [_bet(round_id, player, "PLAYER") for player in players]
        return self._unit(
            table,
            round_id,
            _body(bets),
            stakes=_stakes(round_id, bets),
        )

    def _round(self, table: str, count: int) -> tuple[str, list[str]]:
        """A new round's id, and its players."""
        self._rounds += 1
        first, self._players = self._players, self._players + count
        numbers = (number * STRIDE % PLAYERS for number in range(first, first + count))
        return f"{table}-{self._rounds}", [f"p{number}" for number in numbers]

    def _unit(
        self,
        table: str,
        round_id: str,
        body: bytes,
        *,
        stakes: tuple[Stakes, ...] = (),
        outcomes: tuple[OutcomeRow, ...] = (),
        transfers: tuple[Transfer, ...] = (),
        commands: tuple[CommandRow, ...] = (),
    ) -> Unit:
        after = self._seqs[table]
        self._seqs[table] += 1
        return Unit(
            table_id=table,
            epoch=self._epochs[table],
            after_seq=after,
            events=(event(after + 1, round_id, body),),
            stakes=stakes,
            outcomes=outcomes,
            transfers=transfers,
            commands=commands,
        )


def fund(store: SqlStore) -> None:
    """Give every player a purse that no benchmark empties."""
    assert store.ledger.post([_purse(number) for number in range(PLAYERS)]) is None


def event(seq: int, round_id: str, body: bytes) -> StoredEvent:
    """An event of the usual size."""
    return StoredEvent(
        seq=seq,
        round_id=round_id,
        kind="BetsAccepted",
        version=2,
        body=body,
        hash=sha256(body).digest(),
        at_ms=FIRST_MS,
    )


def _purse(number: int) -> Transfer:
    return Transfer(
        id=f"deposit:p{number}",
        kind=TransferKind.DEPOSIT,
        debit="cashier:house:EUR",
        credit=f"player:p{number}:EUR",
        amount=PURSE,
    )


def _bet(round_id: str, player: str, kind: str) -> Bet:
    name = f"{round_id}/0/{player}/{kind}"  # the first bets of their round
    return Bet(id=name, player=player, kind=kind, stake=Cents(STAKE))


def _body(bets: Sequence[Bet]) -> bytes:
    return b'{"bets":[%b]}' % b",".join(encode_bet(bet) for bet in bets)


def _stakes(round_id: str, bets: Sequence[Bet]) -> tuple[Stakes, ...]:
    sources = tuple(f"player:{bet.player}:EUR" for bet in bets)
    return (Stakes(round_id=round_id, bets=tuple(bets), sources=sources),)


def _payout(bet: Bet, round_id: str) -> Transfer:
    return Transfer(
        id=f"{bet.id}:payout",
        kind=TransferKind.PAYOUT,
        debit=f"escrow:{round_id}:EUR",
        credit=f"player:{bet.player}:EUR",
        amount=2 * bet.stake,
        bet=bet.id,
        round=round_id,
    )


def _house_share(round_id: str, net: int) -> Iterator[Transfer]:
    escrow = f"escrow:{round_id}:EUR"
    if net:
        yield Transfer(
            id=f"{round_id}:house:EUR",
            kind=TransferKind.WINNINGS if net > 0 else TransferKind.LOSS,
            debit=HOUSE if net > 0 else escrow,
            credit=escrow if net > 0 else HOUSE,
            amount=abs(net),
            round=round_id,
        )


def _command(bet: Bet, at_ms: int) -> CommandRow:
    digest = sha256(encode_bet(bet)).digest()
    cmd_id = f"{at_ms:011x}-{digest[:8].hex()}-7"  # as clients make them
    reply = b'{"cmd_id":"%b","accepted":true}' % cmd_id.encode()
    return CommandRow(actor=bet.player, cmd_id=cmd_id, digest=digest, reply=reply, at_ms=at_ms)
