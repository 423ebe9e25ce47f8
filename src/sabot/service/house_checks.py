"""What a start checks before it opens: whether the facts fit the house log and each other.

Owns the comparison and its words. A fact that does not fit is a doubt: about a table, a player's
controls, an account, an act of the office, or the log itself. A doubt closes the part it is about,
and nothing else; a person can accept what stands there (`bootstrap/accepting.py`). Pure: the
evidence comes from a store.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from hashlib import sha256
from typing import NamedTuple, Protocol

import msgspec

from sabot.errors import SabotError
from sabot.ledger import Account, AccountKind, Transfer
from sabot.service.acts import Act
from sabot.service.house_log import Walked, digest_of, walk
from sabot.service.ports import ActRow, LogRow, Seals

ASKED_BY_SUBJECT = frozenset({Act.CREDIT_APPROVED, Act.CHIPS_GRANTED, Act.DEPOSIT_MADE})
"""Acts whose transfer is called like their subject; the others' is called like the act itself."""


class About(StrEnum):
    """What a doubt is about."""

    LOG = "log"
    TABLE = "table"
    CONTROL = "control"
    ACCOUNT = "account"
    ACT = "act"
    TRANSFER = "transfer"


class Doubt(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that does not fit; `player` may not bet until it is cleared up."""

    about: About
    subject: str
    code: str
    reason: str
    player: str = ""
    account: str = ""


class Standing(NamedTuple):
    """Where the head of a table stands."""

    epoch: int
    seq: int
    hash: bytes


class Misfit(NamedTuple):
    """An account whose balance is not the sum of its postings."""

    account: str
    balance: int | None
    booked: int


class ControlRow(NamedTuple):
    """A player's controls as they are stored."""

    player: str
    revision: int
    body: bytes


class Evidence(Protocol):
    """What a store can show."""

    def house_log(self, *, after: int = 0, until: int | None = None) -> Sequence[LogRow]:
        """The records of the house log, in order."""

    def log_head(self) -> tuple[int, bytes]:
        """The number and the hash of the last record; 0 and zeros without any."""

    def log_hash(self, seq: int) -> str | None:
        """The hash of a record; None when there is none."""

    def heads(self) -> Mapping[str, Standing]:
        """The head of every table."""

    def chain_at(self, table_id: str, seq: int) -> bytes | None:
        """The hash of an event; None when there is no such event."""

    def every_act(self) -> Sequence[ActRow]:
        """Every act of the office."""

    def outside(self) -> Sequence[Transfer]:
        """Every transfer that belongs to no round."""

    def misfits(self) -> Sequence[Misfit]:
        """The accounts whose balance is not the sum of their postings; no escrows."""

    def every_control(self) -> Sequence[ControlRow]:
        """The controls of every player."""


class Examined(msgspec.Struct, frozen=True, kw_only=True):
    """What the log says, and everything that does not fit."""

    log: Walked
    doubts: tuple[Doubt, ...]

    def of(self, about: About) -> dict[str, Doubt]:
        """The doubts of one kind, by subject."""
        return {one.subject: one for one in self.doubts if one.about is about}

    @property
    def frozen(self) -> dict[str, Doubt]:
        """Players who may not bet, each with a reason."""
        return {one.player: one for one in self.doubts if one.player}

    @property
    def accounts(self) -> frozenset[str]:
        """Accounts whose balance is not to be shown or staked."""
        return frozenset(one.account for one in self.doubts if one.account)


def examined(evidence: Evidence, seals: Seals | None) -> Examined:
    """Compare everything a start reads with the log and with itself."""
    log = walk(evidence.house_log(), seals)
    acts = evidence.every_act()
    doubts = (
        *_log(log),
        *_tables(log, evidence),
        *_controls(log, evidence.every_control()),
        *_acts(log, acts),
        *_outside(log, acts, evidence.outside()),
        *_misfits(evidence.misfits()),
    )
    return Examined(log=log, doubts=doubts)


def _log(log: Walked) -> Iterator[Doubt]:
    for seq in log.broken:
        yield Doubt(
            about=About.LOG,
            subject=str(seq),
            code="log/broken",
            reason=f"record {seq} of the house log is missing, edited or not signed by this house",
        )


# --- tables ---------------------------------------------------------------------------------------


def _tables(log: Walked, evidence: Evidence) -> Iterator[Doubt]:
    heads = evidence.heads()
    for table_id in sorted(heads.keys() | log.claims.keys()):
        reason = _odd_table(table_id, heads.get(table_id), log, evidence)
        if reason is not None:
            yield Doubt(about=About.TABLE, subject=table_id, code="table/in_doubt", reason=reason)


def _odd_table(table_id: str, head: Standing | None, log: Walked, evidence: Evidence) -> str | None:
    claim = log.claims.get(table_id)
    if head is None:
        return "the head of the table is missing"
    if claim is None:
        # Where records were lost, this one may be among them: the chain of the events still holds.
        return None if log.broken else "the claim of the table is not on record"
    if head.epoch < claim.epoch or (head.epoch > claim.epoch and not log.broken):
        return f"the epoch is {head.epoch}, on record is {claim.epoch}"
    if head.seq < claim.seq:
        return f"the table stands at event {head.seq}, on record is {claim.seq}"
    if claim.seq:
        found = evidence.chain_at(table_id, claim.seq)
        if found is None or found.hex() != claim.hash:
            return f"event {claim.seq} is not the one on record"
    return None


# --- controls -------------------------------------------------------------------------------------


def _controls(log: Walked, rows: Sequence[ControlRow]) -> Iterator[Doubt]:
    known = {row.player: row for row in rows}
    for player in sorted(known.keys() | log.controls.keys()):
        reason = odd_control(log, player, known.get(player))
        if reason is not None:
            yield Doubt(about=About.CONTROL, subject=player, code="control/in_doubt", reason=reason)


def odd_control(log: Walked, player: str, row: ControlRow | None) -> str | None:
    """Why a player's stored controls are not those on record; None when they are."""
    recorded = log.controls.get(player)
    if recorded is None:
        return None if row is None else "these controls are not on record"
    if row is None:
        return f"revision {recorded.revision} is on record, and there is none"
    if row.revision != recorded.revision:
        return f"revision {recorded.revision} is on record, and this is {row.revision}"
    if sha256(row.body).hexdigest() != recorded.sha256:
        return f"revision {row.revision} is not as it was recorded"
    return None


# --- money ----------------------------------------------------------------------------------------


def _acts(log: Walked, acts: Sequence[ActRow]) -> Iterator[Doubt]:
    for act in acts:
        if log.acts.get(act.id) != digest_of(act):
            known = act.id in log.acts
            yield Doubt(
                about=About.ACT,
                subject=act.id,
                code="act/in_doubt",
                reason="the act is not as it was recorded" if known else "the act is not on record",
                player=act.player,
            )
    present = {act.id for act in acts}
    for act_id in sorted(log.acts.keys() - present):
        reason = "the act is on record, and is missing"
        yield Doubt(about=About.ACT, subject=act_id, code="act/in_doubt", reason=reason)


def _outside(log: Walked, acts: Sequence[ActRow], transfers: Iterable[Transfer]) -> Iterator[Doubt]:
    believed = [act for act in acts if log.acts.get(act.id) == digest_of(act)]
    asking = {_transfer_of(act): act for act in believed}
    for transfer in transfers:
        act = asking.get(transfer.id)
        if act is None or not _asks_for(act, transfer):
            player, account = _theirs(transfer)
            yield Doubt(
                about=About.TRANSFER,
                subject=transfer.id,
                code="transfer/unasked",
                reason=f"{transfer.kind} of {transfer.amount} to {transfer.credit}: no act on "
                "record asks for it",
                player=player,
                account=account,
            )


def _transfer_of(act: ActRow) -> str:
    """The id of the transfer that an act asks for, if it asks for one."""
    return act.subject if act.kind in ASKED_BY_SUBJECT else act.id


def _asks_for(act: ActRow, transfer: Transfer) -> bool:
    if act.amount != transfer.amount:
        return False
    return act.kind != Act.DEPOSIT_MADE or _theirs(transfer)[0] == act.player


def _theirs(transfer: Transfer) -> tuple[str, str]:
    """The player whose money moved, and their account."""
    for account in (transfer.credit, transfer.debit):
        if player_of(account):
            return player_of(account), account
    return "", ""


def _misfits(misfits: Iterable[Misfit]) -> Iterator[Doubt]:
    for account, balance, booked in misfits:
        shown = "no balance" if balance is None else f"a balance of {balance}"
        yield Doubt(
            about=About.ACCOUNT,
            subject=account,
            code="account/in_doubt",
            reason=f"{shown}, and postings of {booked}",
            player=player_of(account),
            account=account if player_of(account) else "",
        )


def player_of(account: str) -> str:
    """The player who owns an account of theirs or of their golden chips; empty for others.

    >>> player_of("player:ada:EUR"), player_of("golden:ada/g1:EUR"), player_of("house:house:EUR")
    ('ada', 'ada', '')
    """
    try:
        parsed = Account.parse(account)
    except SabotError:
        return ""
    if parsed.kind is AccountKind.PLAYER:
        return parsed.owner
    return parsed.owner.partition("/")[0] if parsed.kind is AccountKind.GOLDEN else ""
