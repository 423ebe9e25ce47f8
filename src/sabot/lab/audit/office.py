"""The office: manual credits, golden chips, expiries and annulled rounds, compared with the money
that moved; exclusions and roles, compared with each other. What the studio does is in
`acts/card_sets.py`.

Money outside rounds has no event that asks for it. An act asks for it instead, and names the actor,
the reason, and for a manual credit the colleague who agreed (I14). An act without its transfer is
as wrong as a transfer without its act. Written against the export format, apart from the server's
own code; `acts/` has the judges.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from sabot.lab.audit.acts.annulments import AnnulmentActs
from sabot.lab.audit.acts.books import ActBody, Books, Judges, Wrong
from sabot.lab.audit.acts.card_sets import KINDS, Studio
from sabot.lab.audit.acts.expiry import ExpiryActs
from sabot.lab.audit.acts.golden import GoldenActs
from sabot.lab.audit.acts.money import MoneyActs
from sabot.lab.audit.acts.people import PeopleActs
from sabot.lab.audit.eyes import RoleGiven
from sabot.lab.audit.findings import Check
from sabot.lab.audit.lines import ActLine, TransferLine, WalletOpLine
from sabot.ledger import TransferKind

ADJUSTMENT = "adjustment"
EXPIRED = "expired"

ASKED_BY_ACTS = frozenset(
    {
        TransferKind.DEPOSIT,
        TransferKind.WITHDRAWAL,
        TransferKind.GRANT,
        TransferKind.ADJUSTMENT,
        TransferKind.EXPIRY,
        TransferKind.ANNULMENT,
    }
)
"""Kinds of transfer that only an act of the office may ask for."""


class GivenUp(NamedTuple):
    """A wallet operation that was given up after ninety days."""

    player: str
    amount: int
    since_ms: int


_body = msgspec.json.Decoder(ActBody).decode


class Office:
    """The acts of one share, and the money that names them."""

    __slots__ = ("_books", "_studio", "count")

    def __init__(self, wrong: Wrong) -> None:
        self._books = Books(wrong)
        self._studio = Studio(wrong, self._books.one_pair)
        self.count = 0

    def act(self, line: ActLine) -> None:
        """One act: it has an actor and a reason."""
        books = self._books
        self.count += 1
        if not line.actor.strip() or not line.reason.strip():
            books.wrong(Check.I14, line.id, "an actor and a reason", (line.actor, line.reason))
        if line.kind in KINDS:
            self._studio.act(line)
            return
        try:
            books.bodies[line.id] = _body(line.body)
        except (msgspec.DecodeError, RecursionError) as error:
            books.wrong(Check.WHOLE, line.id, "a body that can be read", error)
            books.bodies[line.id] = ActBody()
        books.acts[line.id] = line
        if line.kind == "role/given":
            books.roles.setdefault(line.subject, []).append(line)

    def moved(self, line: TransferLine) -> None:
        """Money outside of rounds that an act has to ask for."""
        self._books.transfers[line.id] = line

    def operation(self, line: WalletOpLine) -> None:
        """A credit of the office on its way to an operator."""
        self._books.operations[line.id] = line

    # --- the end ----------------------------------------------------------------------------------

    def finish(self) -> None:
        """Everything has been read: acts, transfers and credits must say the same."""
        books, judges = self._books, self._judges()
        for act in books.acts.values():
            judge = judges.get(act.kind)
            if judge is None or act.amount < 0:
                books.wrong(Check.I14, act.id, "an act of the office", f"{act.kind} {act.amount}")
            else:
                judge(act)
        self._studio.finish()
        for transfer in books.transfers.values():
            found = f"{transfer.kind} of {transfer.amount} to {transfer.credit}"
            books.wrong(Check.I14, transfer.id, "an act that asks for it", found)
        for operation in books.operations.values():
            books.wrong(Check.I14, operation.id, "an approved credit", operation.amount)

    def _judges(self) -> Judges:
        books = self._books
        return {
            **MoneyActs(books).judges,
            **GoldenActs(books).judges,
            **ExpiryActs(books).judges,
            **PeopleActs(books).judges,
            **AnnulmentActs(books).judges,
        }

    def roles(self) -> Iterator[RoleGiven]:
        """Every role that was given: the account, and the account that gave it."""
        for account, acts in self._books.roles.items():
            yield from (RoleGiven(account, act.actor, act.at_ms) for act in acts)

    def given_up(self) -> Iterator[tuple[str, GivenUp]]:
        """The wallet operations that acts say have expired."""
        acts, bodies = self._books.acts, self._books.bodies
        for act in acts.values():
            if act.kind == "wallet/expired" and f"{act.subject}:restored" not in acts:
                yield act.subject, GivenUp(act.player, act.amount, bodies[act.id].since_ms)

    def rounds(self) -> Iterator[str]:
        """The rounds that acts say stood still for ninety days."""
        acts = self._books.acts.values()
        return (act.subject for act in acts if act.kind == "round/expired")
