"""What a start checks before it opens: whether the facts fit the house log and each other.

Owns the comparison and its words. A fact that does not fit is a doubt: about a table, a player's
controls, an account, an act of the office, or the log itself. A doubt closes the part it is about,
and nothing else; a person can accept what stands there (`bootstrap/accepting.py`). Pure: the
evidence comes from a store.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from hashlib import sha256
from typing import NamedTuple, Protocol

import msgspec

from sabot.errors import SabotError
from sabot.ledger import Account, AccountKind, Transfer
from sabot.service.money.postings import REFUND, RESULT
from sabot.service.office.acts import Act
from sabot.service.ports import ActRow, LogRow, Seals, WalletOpRow, WalletOpState
from sabot.service.proof.books import Books, Misfit
from sabot.service.proof.heads import UNSIGNED as UNSIGNED_HEAD
from sabot.service.proof.heads import is_proved
from sabot.service.proof.log import Walked, digest_of, is_newer, walk
from sabot.service.proof.notebook import Facts
from sabot.service.wallets.signatures import is_signed

NOTHING_NOTED: Facts = {}

ASKED_BY_SUBJECT = frozenset({Act.CREDIT_APPROVED, Act.CHIPS_GRANTED, Act.DEPOSIT_MADE})
"""Acts whose transfer is called like their subject; the others' is called like the act itself."""


TABLE_IN_DOUBT = "table/in_doubt"
WALLET_IN_DOUBT = "wallet_op/in_doubt"
UNSIGNED = "it is not as this house wrote it"


class Proof(NamedTuple):
    """What the house proves about the events of a table."""

    anchors: Mapping[int, str]  # the hashes of events that it signed, by number
    taken: Mapping[str, str]  # rounds that a person has accepted, each with a digest of its rows


ProofOf = Callable[[str, "Standing"], Proof]
"""Says what is proved about a table that stands at this head."""


class About(StrEnum):
    """What a doubt is about."""

    LOG = "log"
    TABLE = "table"
    CONTROL = "control"
    STAFF = "staff"
    PERSON = "person"
    ACCOUNT = "account"
    ACT = "act"
    TRANSFER = "transfer"
    WALLET_OP = "wallet_op"
    ROUND = "round"


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
    mac: str


class ControlRow(NamedTuple):
    """A player's controls as they are stored."""

    player: str
    revision: int
    body: bytes


class CreditDue(NamedTuple):
    """A player of an operator whose bets in a round have outcomes, and the credit they brought."""

    round_id: str
    player: str
    credit: WalletOpRow | None


def credit_ids(round_id: str, player: str) -> tuple[str, str]:
    """The ids that the credit of a player for a round may have."""
    return f"{round_id}/{player}:{RESULT}", f"{round_id}/{player}:{REFUND}"


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

    def books(self) -> Books:
        """Every account but escrows, and those whose balance is not the sum of their postings."""

    def held(self) -> Mapping[str, int]:
        """What all accounts but escrows hold."""

    def every_control(self) -> Sequence[ControlRow]:
        """The controls of every player."""

    def open_wallet_ops(self) -> Sequence[WalletOpRow]:
        """The wallet operations that are not finished."""

    def taken(self, round_id: str, player: str) -> Sequence[WalletOpRow]:
        """The debits of a player in a round that are said to be taken."""

    def staked(self, round_id: str, player: str) -> int:
        """What a player has in a round from a wallet: by its bets or by its events, the larger."""

    def credits_due(self) -> Sequence[CreditDue]:
        """The players of operators whose bets of late have outcomes, round by round."""

    def every_staff(self) -> Mapping[str, str]:
        """The digest of every account that is no player's, by id."""


class RoundEvidence(Evidence, Protocol):
    """A store that can compare rounds with their money as well."""

    def rounds(self, proof: ProofOf) -> Iterator[Sequence[Doubt]]:
        """Doubts about the money of rounds, slice by slice, the newest rounds first."""


class Examined(msgspec.Struct, frozen=True, kw_only=True):
    """What the log says, and everything that does not fit."""

    log: Walked
    doubts: tuple[Doubt, ...]
    held: Mapping[str, int]

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


def examined(evidence: Evidence, seals: Seals | None, noted: Facts = NOTHING_NOTED) -> Examined:
    """Compare everything a start reads with the log, with the notebook, and with itself."""
    log = walk(evidence.house_log(), seals)
    acts = evidence.every_act()
    books = evidence.books()
    doubts = (
        *_log(log),
        *_tables(log, evidence, seals),
        *_controls(log, noted, evidence.every_control()),
        *_staff(log, noted, evidence.every_staff()),
        *odd_office(log, acts, evidence.outside()),
        *odd_sums(books.misfits),
        *(() if seals is None else _wallet_ops(log, evidence, seals)),
    )
    return Examined(log=log, doubts=doubts, held=books.held)


def _log(log: Walked) -> Iterator[Doubt]:
    for seq in log.broken:
        yield Doubt(
            about=About.LOG,
            subject=str(seq),
            code="log/broken",
            reason=f"record {seq} of the house log is missing, edited or not signed by this house",
        )


# --- tables ---------------------------------------------------------------------------------------


def _tables(log: Walked, evidence: Evidence, seals: Seals | None) -> Iterator[Doubt]:
    heads = evidence.heads()
    for table_id in sorted(heads.keys() | log.claims.keys()):
        head = heads.get(table_id)
        reason = _odd_table(table_id, head, log, evidence)
        if reason is None and head is not None and not _is_proved(table_id, head, seals):
            reason = UNSIGNED_HEAD
        if reason is not None:
            yield table_doubt(table_id, reason)


def table_doubt(table_id: str, reason: str) -> Doubt:
    """A table that is not opened until its rows are restored, or a person accepts them."""
    return Doubt(about=About.TABLE, subject=table_id, code=TABLE_IN_DOUBT, reason=reason)


def _is_proved(table_id: str, head: Standing, seals: Seals | None) -> bool:
    return seals is None or is_proved(
        table_id, seq=head.seq, chain=head.hash, mac=head.mac, seals=seals
    )


def proof_of(log: Walked, table_id: str, head: Standing, seals: Seals | None) -> Proof:
    """What is proved about a table: its head where that is signed, and where it was claimed."""
    anchors = dict(log.anchors.get(table_id, {}))
    if _is_proved(table_id, head, seals):
        anchors[head.seq] = head.hash.hex()
    return Proof(anchors, log.taken)


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


def _controls(log: Walked, noted: Facts, rows: Sequence[ControlRow]) -> Iterator[Doubt]:
    known = {row.player: row for row in rows}
    for player in sorted(known.keys() | log.controls.keys() | _noted(noted, About.CONTROL)):
        reason = odd_control(log, noted, player, known.get(player))
        if reason is not None:
            yield Doubt(about=About.CONTROL, subject=player, code="control/in_doubt", reason=reason)


def odd_control(log: Walked, noted: Facts, player: str, row: ControlRow | None) -> str | None:
    """Why a player's stored controls are not those on record; None when they are."""
    reason = _lost_record(log, noted, About.CONTROL, player)
    if reason is not None:
        return reason
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


# --- staff ----------------------------------------------------------------------------------------


def _staff(log: Walked, noted: Facts, digests: Mapping[str, str]) -> Iterator[Doubt]:
    for account in sorted(digests.keys() | log.staff.keys() | _noted(noted, About.STAFF)):
        reason = odd_staff(log, noted, account, digests.get(account))
        if reason is not None:
            yield staff_doubt(account, reason)


def odd_staff(log: Walked, noted: Facts, account: str, digest: str | None) -> str | None:
    """Why an account of the staff is not the one on record; None when it is."""
    reason = _lost_record(log, noted, About.STAFF, account)
    if reason is not None:
        return reason
    recorded = log.staff.get(account)
    if recorded == digest:
        return None
    if recorded is None:
        return "this account is not on record"
    if digest is None:
        return "the account is on record, and is missing"
    return "the account is not as it was recorded"


def staff_doubt(account: str, reason: str) -> Doubt:
    """A staff account that cannot be used until it is accepted."""
    return Doubt(about=About.STAFF, subject=account, code="account/in_doubt", reason=reason)


def person_doubt(account: str) -> Doubt:
    """A player's account that the house has not written as it stands."""
    reason = "the account is not as this house wrote it"
    return Doubt(about=About.PERSON, subject=account, code="account/in_doubt", reason=reason)


def player_doubt(player: str) -> Doubt:
    """A player whose row in the list of players cannot be read, or is not about this player."""
    reason = "the row in the list of players cannot be read"
    return Doubt(about=About.PERSON, subject=player, code="player/unreadable", reason=reason)


# --- what the notebook knows ----------------------------------------------------------------------


def _noted(noted: Facts, kind: str) -> set[str]:
    return {subject for about, subject in noted if about == kind}


def _lost_record(log: Walked, noted: Facts, kind: str, subject: str) -> str | None:
    """Why the log has lost what the notebook knows; a log that is ahead is on its way there."""
    at, known = noted.get((kind, subject)), log.facts.get((kind, subject))
    if at is None or at == known or is_newer(known, at):
        return None
    number = at.partition(":")[0]
    if known is None:
        return f"record {number} about it was noted, and is not on the log"
    return f"record {number} about it was noted, and the log has another one"


# --- money ----------------------------------------------------------------------------------------


def odd_office(log: Walked, acts: Sequence[ActRow], moved: Iterable[Transfer]) -> Iterator[Doubt]:
    """Acts that are not as they were recorded, and money from outside without an act on record."""
    yield from _acts(log, acts)
    yield from _outside(log, acts, moved)


def _acts(log: Walked, acts: Sequence[ActRow]) -> Iterator[Doubt]:
    for act in acts:
        if log.acts.get(act.id) != digest_of(act):
            yield act_doubt(act, known=act.id in log.acts)
    present = {act.id for act in acts}
    for act_id in sorted(log.acts.keys() - present):
        reason = "the act is on record, and is missing"
        yield Doubt(about=About.ACT, subject=act_id, code="act/in_doubt", reason=reason)


def act_doubt(act: ActRow, *, known: bool) -> Doubt:
    """An act that counts for nothing; its player may not bet."""
    return Doubt(
        about=About.ACT,
        subject=act.id,
        code="act/in_doubt",
        reason="the act is not as it was recorded" if known else "the act is not on record",
        player=act.player,
    )


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


# --- wallets --------------------------------------------------------------------------------------


def _wallet_ops(log: Walked, evidence: Evidence, seals: Seals) -> Iterator[Doubt]:
    found = {
        row.id: reason
        for row in evidence.open_wallet_ops()
        if (reason := odd_wallet_op(log, row, evidence, seals)) is not None
    }
    for due in evidence.credits_due():
        if due.credit is None:
            found[f"{due.round_id}/{due.player}"] = "the round is over, and its credit is missing"
        elif due.credit.id not in found and not is_signed(due.credit, seals):
            found[due.credit.id] = UNSIGNED
    for subject, reason in sorted(found.items()):
        yield wallet_doubt(subject, reason)


def wallet_doubt(subject: str, reason: str) -> Doubt:
    """A doubt about a wallet operation, or about one that is missing."""
    return Doubt(about=About.WALLET_OP, subject=subject, code=WALLET_IN_DOUBT, reason=reason)


def odd_wallet_op(log: Walked, row: WalletOpRow, evidence: Evidence, seals: Seals) -> str | None:
    """Why nothing may be done with an operation; None when it is as the house wrote it last.

    An older row of the house has its signature too. What such a row could do is looked for: taking
    back a bet that counts, and paying what two people have given up.
    """
    if not is_signed(row, seals):
        return UNSIGNED
    if row.state is WalletOpState.EXPIRED:
        return None  # two people may put it back
    if f"{row.id}:expired" in log.acts and f"{row.id}:restored" not in log.acts:
        return "it was given up by two people, and it is open"
    if row.state is WalletOpState.OWED:
        return None
    if missing(row.round_id, row.player, evidence, seals) > 0:
        return "more is staked in its round than was taken: its bet may count"
    return None


def missing(round_id: str, player: str, evidence: Evidence, seals: Seals) -> int:
    """What a player has in a round beyond the debits that were taken for it."""
    taken = evidence.taken(round_id, player)
    paid = sum(row.amount for row in taken if is_signed(row, seals))
    return evidence.staked(round_id, player) - paid


def odd_sums(misfits: Iterable[Misfit]) -> Iterator[Doubt]:
    """The accounts whose balance is not the sum of their postings."""
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
