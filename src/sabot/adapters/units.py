"""What every store asks of a unit, wherever it keeps its rows.

Owns the checks that need no look at the disk, and the sums a unit adds up to. Knows no database,
so the memory store and the SQL store cannot disagree about them. A unit that fails here is a bug
of ours and not a race: it raises `Corrupt` and names its table, and nothing of the call is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from sabot.errors import Corrupt
from sabot.ledger import Account, AccountKind, Transfer, TransferKind, check_transfers
from sabot.money import Currency
from sabot.service.money.stakes import STAKE, escrow
from sabot.service.ports import CommandRow, Stakes, Unit, WalletOpRow, WalletOpState

FINISHED = frozenset(
    {
        WalletOpState.REFUSED,
        WalletOpState.CANCELLED,
        WalletOpState.PAID,
        WalletOpState.EXPIRED,
    }
)
"""States of a wallet operation that nothing follows, except that two people may put back what they
have given up."""

PUT_BACK = frozenset({WalletOpState.OWED, WalletOpState.CANCELLING})
"""States that an expired operation may be put back to."""

OPEN = frozenset({WalletOpState.ASKED, WalletOpState.CANCELLING, WalletOpState.OWED})
"""States in which the wallet still has to be asked."""

AMOUNT_MAX = 2**53 - 1
"""The largest amount that every reader of an export can hold exactly."""


def check_unit(unit: Unit) -> None:
    """Refuse what no unit may hold, before a transaction is begun."""
    try:
        _check_sequence(unit)
        if unit.stakes:
            _check_stakes(unit)
        if unit.transfers:
            check_money(unit.transfers)
        if unit.outcomes:
            _check_outcomes(unit)
    except Corrupt as error:
        raise Corrupt(error.code, **{"table_id": unit.table_id, **error.data}) from None


def check_money(transfers: Sequence[Transfer]) -> None:
    """Refuse transfers that no ledger may hold."""
    check_transfers(transfers)
    for transfer in transfers:
        if transfer.amount > AMOUNT_MAX:
            raise Corrupt("transfer/too_large", transfer=transfer.id)
        # The stake of a bet is written with its bet, and is known by it. What belongs to no bet may
        # be called anything: people choose such names.
        called_so = transfer.bet is not None and transfer.id.endswith(STAKE)
        if transfer.kind is TransferKind.STAKE or called_so:
            raise Corrupt("transfer/stake_without_bet", transfer=transfer.id)


def _check_sequence(unit: Unit) -> None:
    """I9: numbers without gaps, beginning right after the head the step was decided on."""
    for number, event in enumerate(unit.events, start=unit.after_seq + 1):
        if event.seq != number:
            raise Corrupt("event/out_of_sequence", seq=event.seq, expected=number)


def _check_stakes(unit: Unit) -> None:
    for taken in unit.stakes:
        for bet, source in zip(taken.bets, taken.sources, strict=True):
            if not 0 < bet.stake <= AMOUNT_MAX:
                raise Corrupt("bet/no_stake", bet=bet.id, stake=bet.stake)
            if Account.parse(source).kind is AccountKind.ESCROW:
                raise Corrupt("bet/from_escrow", bet=bet.id, source=source)


def _check_outcomes(unit: Unit) -> None:
    for outcome in unit.outcomes:
        if not 0 <= outcome.amount <= AMOUNT_MAX:
            raise Corrupt("outcome/amount", bet=outcome.bet, amount=outcome.amount)


@lru_cache(maxsize=1 << 16)
def floor_of(account: str) -> int | None:
    """The least an account may hold, by its name.

    >>> floor_of("player:p1:EUR"), floor_of("house:house:EUR")
    (0, None)
    """
    return Account.parse(account).kind.floor


def storable(command: CommandRow) -> bool:
    """Whether every database can hold the key of a command, which is the client's own word.

    PostgreSQL has no text with a NUL in it, and half a surrogate pair is no text at all. A unit
    with such a command fails alone, as a conflict; no other unit may suffer for it.
    """
    return speakable(command.actor, command.cmd_id)


def speakable(*names: str) -> bool:
    """Whether names are text to every database."""
    text = "".join(names)
    return "\0" not in text and (text.isascii() or _encodable(text))


def _encodable(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def last_seq(unit: Unit) -> int:
    """Where the head stands once the unit is applied."""
    return unit.after_seq + len(unit.events)


def net_changes(transfers: Iterable[Transfer], stakes: Iterable[Stakes] = ()) -> dict[str, int]:
    """What transfers and stakes add up to, by account.

    >>> gift = dict(id="g1", kind="deposit", debit="cashier:demo:EUR", credit="player:p:EUR")
    >>> net_changes([Transfer(amount=5, **gift)])
    {'cashier:demo:EUR': -5, 'player:p:EUR': 5}
    """
    net: dict[str, int] = {}
    for taken in stakes:
        held: dict[Currency, int] = {}
        for bet, source in zip(taken.bets, taken.sources, strict=True):
            stake, currency = bet.stake, Account.parse(source).currency
            net[source] = net.get(source, 0) - stake
            held[currency] = held.get(currency, 0) + stake
        for currency, amount in held.items():
            account = escrow(taken.round_id, currency)
            net[account] = net.get(account, 0) + amount
    for transfer in transfers:
        net[transfer.debit] = net.get(transfer.debit, 0) - transfer.amount
        net[transfer.credit] = net.get(transfer.credit, 0) + transfer.amount
    return net


def may_follow(old: WalletOpRow, new: WalletOpRow) -> bool:
    """Whether a wallet operation may be written again like this: only its progress moves."""
    same = (old.operator, old.player, old.kind, old.amount, old.round_id, old.details) == (
        new.operator,
        new.player,
        new.kind,
        new.amount,
        new.round_id,
        new.details,
    )
    back = old.state is WalletOpState.EXPIRED and new.state in PUT_BACK
    return same and (old.state not in FINISHED or old.state is new.state or back)


def escrows_of(rounds: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each round with the names of its escrows; an escrow's owner is its round."""
    for round_id in rounds:
        yield from ((round_id, name) for name in _escrows(round_id))


@lru_cache(maxsize=1 << 10)
def _escrows(round_id: str) -> tuple[str, ...]:
    return tuple(str(Account(AccountKind.ESCROW, round_id, currency)) for currency in Currency)


def escrow_rounds(unit: Unit) -> set[str]:
    """The rounds whose escrow a unit touches."""
    prefix = f"{AccountKind.ESCROW}:"
    moved = {
        Account.parse(name).owner
        for transfer in unit.transfers
        for name in (transfer.debit, transfer.credit)
        if name.startswith(prefix)
    }
    return moved | {taken.round_id for taken in unit.stakes}
