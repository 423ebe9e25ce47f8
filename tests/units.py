"""Small units for the tests of stores: one table, one round, a few cents.

Owns how a test says "p1 stakes 5 on round r1" in one line; every id follows from what it is for,
as it does in the service.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import groupby

from tests.seals import SEALS

from sabot.gamekit import Bet
from sabot.ledger import Transfer, TransferKind
from sabot.money import Cents
from sabot.service.money.deposits import asked_for
from sabot.service.money.stakes import encode_bet
from sabot.service.ports import (
    BetRow,
    CommandRow,
    CommitFailure,
    OutcomeRow,
    Stakes,
    Store,
    StoredEvent,
    Unit,
    WalletOpRow,
    WalletOpState,
)
from sabot.service.proof.checks import player_of
from sabot.service.proof.heads import head_mac

HOUSE = "house:house:EUR"
CASHIER = "cashier:house:EUR"


def account(player: str) -> str:
    """A player's account."""
    return f"player:{player}:EUR"


def escrow(round_id: str) -> str:
    """Where the stakes of a round wait."""
    return f"escrow:{round_id}:EUR"


def deposit(player: str, amount: int, *, number: int = 1) -> Transfer:
    """Money to play with."""
    return Transfer(
        id=f"deposit:{player}:{number}",
        kind=TransferKind.DEPOSIT,
        debit=CASHIER,
        credit=account(player),
        amount=amount,
    )


def posted(store: Store, transfers: Sequence[Transfer]) -> CommitFailure | None:
    """Post transfers with the acts that ask for them."""
    acts = [
        asked_for(
            one, player=player_of(one.credit) or player_of(one.debit), reason="a test", at_ms=0
        )
        for one in transfers
    ]
    return store.ledger.post(transfers, acts)


def bet(player: str, stake: int, *, round_id: str = "r1", kind: str = "PLAYER") -> BetRow:
    """A stake that was taken."""
    name = f"{round_id}/{player}/{kind}"
    body = encode_bet(Bet(id=name, player=player, kind=kind, stake=Cents(stake)))
    return BetRow(id=name, round_id=round_id, player=player, kind=kind, stake=stake, body=body)


def stakes(rows: Iterable[BetRow], *, source: str | None = None) -> tuple[Stakes, ...]:
    """The stakes of bets, from their players' accounts or another one."""
    return tuple(
        Stakes(
            round_id=round_id,
            bets=tuple(
                Bet(id=row.id, player=row.player, kind=row.kind, stake=Cents(row.stake))
                for row in taken
            ),
            sources=tuple(source or account(row.player) for row in taken),
        )
        for round_id, together in groupby(rows, key=lambda row: row.round_id)
        for taken in [[*together]]
    )


def stake_of(row: BetRow) -> Transfer:
    """The stake of a bet, on its way into the escrow."""
    return Transfer(
        id=f"{row.id}:stake",
        kind=TransferKind.STAKE,
        debit=account(row.player),
        credit=escrow(row.round_id),
        amount=row.stake,
        bet=row.id,
        round=row.round_id,
    )


def loss_of(row: BetRow) -> Transfer:
    """The stake of a lost bet, on its way to the house."""
    return Transfer(
        id=f"{row.id}:loss",
        kind=TransferKind.LOSS,
        debit=escrow(row.round_id),
        credit=HOUSE,
        amount=row.stake,
        bet=row.id,
        round=row.round_id,
    )


def refund_of(row: BetRow) -> Transfer:
    """The stake of a bet, on its way back."""
    return Transfer(
        id=f"{row.id}:refund",
        kind=TransferKind.REFUND,
        debit=escrow(row.round_id),
        credit=account(row.player),
        amount=row.stake,
        bet=row.id,
        round=row.round_id,
    )


def win_of(row: BetRow) -> tuple[Transfer, Transfer]:
    """Even money: the house pays into the escrow, the escrow pays the player."""
    winnings = Transfer(
        id=f"{row.id}:winnings",
        kind=TransferKind.WINNINGS,
        debit=HOUSE,
        credit=escrow(row.round_id),
        amount=row.stake,
        bet=row.id,
        round=row.round_id,
    )
    payout = Transfer(
        id=f"{row.id}:payout",
        kind=TransferKind.PAYOUT,
        debit=escrow(row.round_id),
        credit=account(row.player),
        amount=2 * row.stake,
        bet=row.id,
        round=row.round_id,
    )
    return winnings, payout


def outcome(row: BetRow, result: str, amount: int = 0) -> OutcomeRow:
    """What became of a bet."""
    return OutcomeRow(bet=row.id, result=result, amount=amount)


def events(count: int, *, after: int, round_id: str = "r1") -> tuple[StoredEvent, ...]:
    """Events with the numbers that follow."""
    return tuple(
        StoredEvent(
            seq=seq,
            round_id=round_id,
            kind="Announced",
            version=1,
            body=f'{{"text":"{seq}"}}'.encode(),
            hash=sha256(f"{round_id}:{seq}".encode()).digest(),
            at_ms=1_000 + seq,
        )
        for seq in range(after + 1, after + count + 1)
    )


def command(actor: str, cmd_id: str, *, body: str = "a", reply: str = "yes") -> CommandRow:
    """The answer to a command."""
    digest = sha256(body.encode()).digest()
    return CommandRow(
        actor=actor, cmd_id=cmd_id, digest=digest, reply=f'"{reply}"'.encode(), at_ms=1
    )


def wallet_op(
    name: str, state: WalletOpState, *, operator: str = "acme", amount: int = 5, attempts: int = 0
) -> WalletOpRow:
    """An operation on an operator's wallet."""
    return WalletOpRow(
        id=name,
        operator=operator,
        player="p1",
        kind="bet",
        amount=amount,
        round_id="r1",
        state=state,
        attempts=attempts,
    )


def staking(
    table: str, after: int, rows: Iterable[BetRow], *, epoch: int = 1, many: int = 1
) -> Unit:
    """A step that takes bets."""
    return Unit(
        table_id=table,
        epoch=epoch,
        after_seq=after,
        events=(taken := events(many, after=after)),
        stakes=stakes(rows),
        mac=proof_of(table, taken),
    )


def proof_of(table: str, written: Sequence[StoredEvent]) -> str:
    """The signature of the head that events lead to."""
    return head_mac(table, seq=written[-1].seq, chain=written[-1].hash, seals=SEALS)


def losing(table: str, after: int, rows: Iterable[BetRow], *, epoch: int = 1) -> Unit:
    """A step in which bets are lost."""
    lost = tuple(rows)
    return Unit(
        table_id=table,
        epoch=epoch,
        after_seq=after,
        events=(ended := events(1, after=after)),
        outcomes=tuple(outcome(row, "lose") for row in lost),
        transfers=tuple(loss_of(row) for row in lost),
        mac=proof_of(table, ended),
    )
