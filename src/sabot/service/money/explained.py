"""What a process can explain of players' money: what its start found in order, and what it moved.

One house writes a database at a time, so no balance may hold more than this. A balance that does
was raised by hand (ADR 0068).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from sabot.ledger import AccountKind, Transfer

OnRaised = Callable[[str, int, int], None]
"""Told of an account, what it holds, and what it can hold at most."""

_KINDS = f"{AccountKind.PLAYER}:", f"{AccountKind.GOLDEN}:"


def is_staked_from(account: str) -> bool:
    """Say whether an account holds money that players stake."""
    return account.startswith(_KINDS)


class Explained:
    """The most that each account of a player can hold."""

    def __init__(self, found: Mapping[str, int], on_raised: OnRaised = lambda *_: None) -> None:
        self._on_raised = on_raised
        self._most = {account: held for account, held in found.items() if is_staked_from(account)}
        self._perhaps: dict[str, dict[str, int]] = {}  # by account and transfer

    def most(self, account: str) -> int:
        """The most that an account can hold."""
        perhaps = self._perhaps.get(account)
        return self._most.get(account, 0) + (sum([*perhaps.values()]) if perhaps else 0)

    def believed(self, account: str, held: int, *, incoming: int = 0) -> int:
        """A balance as it was read; none where it is more than can be explained, which is told.

        What is on its way to the disk may be there already.
        """
        most = self.most(account) + incoming
        if held <= most or not is_staked_from(account):
            return held
        self._on_raised(account, held, most)
        return 0

    def moved(self, debits: Iterable[tuple[str, int]], transfers: Iterable[Transfer]) -> None:
        """What is stored."""
        most = self._most
        for account, amount in debits:
            if account in most:
                most[account] -= amount
        for transfer in transfers:
            account = transfer.credit
            if account in most or is_staked_from(account):
                most[account] = most.get(account, 0) + transfer.amount
                if account in self._perhaps:
                    self._perhaps[account].pop(transfer.id, None)

    def perhaps(self, transfers: Iterable[Transfer]) -> None:
        """What may be stored, or is and may be told again: each transfer counts once."""
        for transfer in transfers:
            if is_staked_from(transfer.credit):
                self._perhaps.setdefault(transfer.credit, {})[transfer.id] = transfer.amount
