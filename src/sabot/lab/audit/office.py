"""The office: manual credits, golden chips and what expired, held against the money that moved;
exclusions and roles, held against each other.

Money outside of rounds has no event that asks for it, so an act does: who ordered it, why, and for
a manual credit who else agreed (I14). An act without its transfer is as wrong as a transfer without
its act. Written against the export format, apart from the server's own code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from sabot.lab.audit.eyes import RoleGiven
from sabot.lab.audit.findings import Check
from sabot.lab.audit.lines import ActLine, TransferLine, WalletOpLine
from sabot.ledger import TransferKind

THIRTY_DAYS_MS = 30 * 24 * 60 * 60 * 1000
SEVEN_DAYS_MS = 7 * 24 * 60 * 60 * 1000
HOUR_MS = 3_600_000
NINETY_DAYS_MS = 90 * 24 * 60 * 60 * 1000
HOUSE = "house"
ADJUSTMENT = "adjustment"
EXPIRED = "expired"

OVER_THE_COUNTER = frozenset({TransferKind.DEPOSIT, TransferKind.WITHDRAWAL})
"""Kinds of transfer between a player and a cashier."""

ASKED_BY_ACTS = OVER_THE_COUNTER | {
    TransferKind.GRANT,
    TransferKind.ADJUSTMENT,
    TransferKind.EXPIRY,
}
"""Kinds of transfer that only an act of the office may ask for."""

Wrong = Callable[[Check, str, object, object], None]  # where, expected, found


class GivenUp(NamedTuple):
    """A wallet operation that was repeated no more after ninety days."""

    player: str
    amount: int
    since_ms: int


class _Body(msgspec.Struct):
    """Whatever an act may say beyond its columns."""

    currency: str = ""
    round: str = ""
    table: str = ""
    count: int = 0
    value: int = 0
    expires_at_ms: int = 0
    since_ms: int = 0
    until_ms: int | None = None
    by: str = ""
    role: str = ""
    before_ms: int = 0
    after_ms: int = 0
    jump_ms: int = 0
    operation: str = ""
    step: str = ""
    proposal: str | None = ""  # "": an older version, which asked one person


_body = msgspec.json.Decoder(_Body).decode


class Office:
    """The acts of one share, and the money that names them."""

    __slots__ = ("_acts", "_bodies", "_operations", "_roles", "_transfers", "_wrong", "count")

    def __init__(self, wrong: Wrong) -> None:
        self._wrong = wrong
        self._acts: dict[str, ActLine] = {}
        self._bodies: dict[str, _Body] = {}
        self._roles: dict[str, list[ActLine]] = {}  # given, by account
        self._transfers: dict[str, TransferLine] = {}
        self._operations: dict[str, WalletOpLine] = {}
        self.count = 0

    def act(self, line: ActLine) -> None:
        """One act: it has an actor and a reason."""
        self.count += 1
        if not line.actor.strip() or not line.reason.strip():
            self._wrong(Check.I14, line.id, "an actor and a reason", (line.actor, line.reason))
        try:
            self._bodies[line.id] = _body(line.body)
        except (msgspec.DecodeError, RecursionError) as error:
            self._wrong(Check.WHOLE, line.id, "a body that can be read", error)
            self._bodies[line.id] = _Body()
        self._acts[line.id] = line
        if line.kind == "role/given":
            self._roles.setdefault(line.subject, []).append(line)

    def moved(self, line: TransferLine) -> None:
        """Money outside of rounds that an act has to ask for."""
        self._transfers[line.id] = line

    def operation(self, line: WalletOpLine) -> None:
        """A manual credit on its way to an operator."""
        self._operations[line.id] = line

    # --- the end ----------------------------------------------------------------------------------

    def finish(self) -> None:
        """Everything has been read: acts, transfers and credits must say the same."""
        judges: Mapping[str, Callable[[ActLine], object]] = {
            "credit/proposed": self._proposed,
            "credit/approved": self._approved,
            "credit/declined": self._by_another,
            "credit/expired": self._void,
            "grant/proposed": self._wished,
            "grant/approved": self._given,
            "grant/declined": self._by_another,
            "grant/expired": self._void,
            "chips/granted": self._granted,
            "chips/expired": self._ended,
            "wallet/expired": self._expired,
            "wallet/restored": self._restored,
            "expiry/announced": self._announced,
            "expiry/proposed": self._to_expire,
            "expiry/approved": self._agreed,
            "expiry/declined": self._by_another,
            "expiry/expired": self._void,
            "void/proposed": self._to_void,
            "void/approved": self._by_another,
            "void/declined": self._by_another,
            "void/expired": self._void,
            "round/expired": self._round,
            "exclusion/begun": self._excluded,
            "exclusion/lifted": self._readmitted,
            "role/given": self._role,
            "role/taken": self._role,
            "clock/confirmed": self._confirmed,
            "deposit/made": self._deposited,
            "clock/proposed": self._jump,
            "clock/approved": self._jumped,
            "clock/declined": self._by_another,
            "clock/expired": self._void,
        }
        for act in self._acts.values():
            judge = judges.get(act.kind)
            if judge is None or act.amount < 0:
                self._wrong(Check.I14, act.id, "an act of the office", f"{act.kind} {act.amount}")
            else:
                judge(act)
        for transfer in self._transfers.values():
            found = f"{transfer.kind} of {transfer.amount} to {transfer.credit}"
            self._wrong(Check.I14, transfer.id, "an act that asks for it", found)
        for operation in self._operations.values():
            self._wrong(Check.I14, operation.id, "an approved credit", operation.amount)

    def roles(self) -> Iterator[RoleGiven]:
        """Who gave whom a role."""
        for account, acts in self._roles.items():
            yield from (RoleGiven(account, act.actor, act.at_ms) for act in acts)

    def given_up(self) -> Iterator[tuple[str, GivenUp]]:
        """The wallet operations that acts say have expired."""
        for act in self._acts.values():
            if act.kind == "wallet/expired" and f"{act.subject}:restored" not in self._acts:
                since = self._bodies[act.id].since_ms
                yield act.subject, GivenUp(act.player, act.amount, since)

    def rounds(self) -> Iterator[str]:
        """The rounds that acts say stood still for ninety days."""
        return (act.subject for act in self._acts.values() if act.kind == "round/expired")

    # --- manual credits ---------------------------------------------------------------------------

    def _proposed(self, act: ActLine) -> None:
        body = self._bodies[act.id]
        fits = act.id == f"{act.subject}:proposed" and act.amount > 0
        if not fits or not body.round.strip() or not body.currency:
            self._wrong(Check.I14, act.id, "an amount, a round and a currency", act)

    def _decided(self, act: ActLine) -> ActLine | None:
        """A decision is about a proposal, and the only one."""
        proposed = self._acts.get(f"{act.subject}:proposed")
        alike = proposed is not None and (proposed.player, proposed.amount) == (
            act.player,
            act.amount,
        )
        if act.id != f"{act.subject}:decided" or not alike:
            self._wrong(Check.I14, act.id, f"the proposal {proposed}", act)
            return None
        return proposed

    def _by_another(self, act: ActLine) -> ActLine | None:
        """Four eyes: neither one account, nor two whose roles depend on each other."""
        proposed = self._decided(act)
        if proposed is None:
            return None
        one, other = proposed.actor, act.actor
        givers = self._givers(one, act.at_ms), self._givers(other, act.at_ms)
        if one == other or one in givers[1] or other in givers[0] or givers[0] & givers[1]:
            self._wrong(Check.I14, act.id, "four eyes", f"{one} and {other}")
        return proposed

    def _givers(self, actor: str, at_ms: int) -> frozenset[str]:
        """The colleagues who gave an account a role in the thirty days before a moment."""
        return frozenset(
            act.actor
            for act in self._roles.get(actor, ())
            if at_ms - THIRTY_DAYS_MS <= act.at_ms <= at_ms and act.actor.startswith("staff:")
        )

    def _approved(self, act: ActLine) -> None:
        proposed = self._by_another(act)
        if proposed is None:
            return
        currency = self._bodies[proposed.id].currency
        operator, colon, _ = act.player.partition(":")
        theirs = f"operator:{operator}:{currency}"
        ours = f"player:{act.player}:{currency}"
        moved = self._took(act, act.subject, TransferKind.ADJUSTMENT)
        if moved is None:
            return
        allowed = {ours, theirs} if colon else {ours}
        if moved.debit != f"adjustment:house:{currency}" or moved.credit not in allowed:
            self._wrong(Check.I14, moved.id, f"a credit for {act.player}", moved)
        if moved.credit == theirs:
            self._check_credit(act)

    def _check_credit(self, act: ActLine) -> None:
        """What an operator's player was promised is also on its way there."""
        row = self._operations.pop(act.subject, None)
        found = None if row is None else (row.player, row.amount)
        if found != (act.player, act.amount):
            self._wrong(Check.I10, act.subject, (act.player, act.amount), found)

    def _void(self, act: ActLine) -> None:
        proposed = self._decided(act)
        if proposed is not None:
            self._check_age(act, since_ms=proposed.at_ms)
            self._check_house(act)

    def _deposited(self, act: ActLine) -> None:
        """Money from or to the cashier, for the player of the act."""
        moved = self._transfers.pop(act.subject, None)
        fits = moved is not None and moved.kind in OVER_THE_COUNTER and moved.amount == act.amount
        if act.id != f"{act.subject}:made" or moved is None or not fits:
            self._wrong(Check.I14, act.id, f"a deposit of {act.amount}", moved)
            return
        owners = {side.partition(":")[2].rpartition(":")[0] for side in (moved.debit, moved.credit)}
        if act.player not in owners:
            self._wrong(Check.I14, moved.id, f"a deposit of {act.player}", moved)

    # --- golden chips -----------------------------------------------------------------------------

    def _wished(self, act: ActLine) -> None:
        body = self._bodies[act.id]
        if act.id != f"{act.subject}:proposed" or act.amount != body.count * body.value:
            self._wrong(Check.I14, act.id, f"{body.count} chips of {body.value}", act)

    def _given(self, act: ActLine) -> None:
        """What two people decided was granted, in the name of the proposer."""
        proposed = self._by_another(act)
        if proposed is None:
            return
        granted = self._acts.get(f"chips:{act.subject.removeprefix('grant:')}:granted")
        wanted = (act.player, act.amount, proposed.actor, proposed.body)
        found = granted and (granted.player, granted.amount, granted.actor, granted.body)
        if found != wanted:
            self._wrong(Check.I14, act.id, wanted, found)

    def _granted(self, act: ActLine) -> None:
        body = self._bodies[act.id]
        fits = act.id == f"{act.subject}:granted" and act.amount == body.count * body.value > 0
        if not fits:
            self._wrong(Check.I14, act.id, f"{body.count} chips of {body.value}", act.amount)
        proposal = f"grant:{act.subject.removeprefix('chips:')}"
        decided = self._acts.get(f"{proposal}:decided")
        approved = decided is not None and decided.kind == "grant/approved"
        if f"{proposal}:proposed" in self._acts and not approved:
            self._wrong(Check.I14, act.id, "a grant that was approved", decided)
        moved = self._took(act, act.subject, TransferKind.GRANT)
        account = self._purse(act.subject, act.player, body.currency)
        if moved is not None:
            sides = (f"promotion:house:{body.currency}", account)
            self._check_sides(moved, sides)

    def _ended(self, act: ActLine) -> None:
        subject = act.subject.removesuffix(":end")
        granted = self._acts.get(f"{subject}:granted")
        body = self._bodies.get(f"{subject}:granted", _Body())
        if granted is None or granted.player != act.player or act.at_ms < body.expires_at_ms:
            self._wrong(Check.I14, act.id, f"the end of {granted}", act)
        moved = self._took(act, act.id, TransferKind.EXPIRY)
        if moved is not None:
            account = self._purse(subject, act.player, body.currency)
            self._check_sides(moved, (account, f"promotion:house:{body.currency}"))

    @staticmethod
    def _purse(subject: str, player: str, currency: str) -> str:
        return f"golden:{player}/{subject.removeprefix('chips:')}:{currency}"

    # --- wallet operations ------------------------------------------------------------------------

    def _expired(self, act: ActLine) -> None:
        """P8: two people gave an operation up, after ninety days and a notice.

        Older versions did that alone; what was put back since is settled.
        """
        if act.id != f"{act.subject}:expired":
            self._wrong(Check.I14, act.id, f"{act.subject}:expired", act.id)
        if f"{act.subject}:restored" not in self._acts:
            self._check_two_people(act, "expire")
            self._check_age(act, since_ms=self._bodies[act.id].since_ms)
            self._check_notice(act)
        if self._moves_nothing(act):
            return
        moved = self._took(act, act.id, TransferKind.EXPIRY)
        if moved is not None:
            self._check_sides(moved, self._clearing(act, moved.credit))

    def _restored(self, act: ActLine) -> None:
        """Two people put it back, with a transfer that names the one it reverses."""
        given_up = f"{act.subject}:expired"
        if act.id != f"{act.subject}:restored" or given_up not in self._acts:
            self._wrong(Check.I14, act.id, f"the reversal of {given_up}", act)
        self._check_two_people(act, "restore")
        if self._moves_nothing(act):
            return
        moved = self._took(act, act.id, TransferKind.EXPIRY)
        if moved is not None:
            operator, expired = self._clearing(act, moved.credit)
            self._check_sides(moved, (expired, operator))
            if moved.reverses != given_up:
                self._wrong(Check.I14, moved.id, f"it reverses {given_up}", moved.reverses)

    @staticmethod
    def _moves_nothing(act: ActLine) -> bool:
        """A bet that was taken back is in no ledger, and nothing is no transfer."""
        return "@" in act.subject or not act.amount

    @staticmethod
    def _clearing(act: ActLine, account: str) -> tuple[str, str]:
        """The two accounts that an expired credit moves between."""
        currency = account.rpartition(":")[2]
        operator = act.player.partition(":")[0]
        return f"operator:{operator}:{currency}", f"expired:house:{currency}"

    def _round(self, act: ActLine) -> None:
        if act.id != f"{act.subject}:expired":
            self._wrong(Check.I14, act.id, f"{act.subject}:expired", act.id)
        self._check_age(act, since_ms=self._bodies[act.id].since_ms)
        self._check_house(act)
        self._check_notice(act)

    def _announced(self, act: ActLine) -> None:
        self._check_house(act)
        if act.id != f"{act.subject}:announced" or not act.subject.startswith("notice:"):
            self._wrong(Check.I14, act.id, "a notice", act)

    def _to_expire(self, act: ActLine) -> None:
        """A proposal about a wallet operation."""
        body = self._bodies[act.id]
        fits = act.id == f"{act.subject}:proposed" and body.step in ("expire", "restore")
        if not fits or not body.operation:
            self._wrong(Check.I14, act.id, "an operation and a step", act)

    def _to_void(self, act: ActLine) -> None:
        """A proposal about a round; what an approval did stands in the log of its table."""
        body = self._bodies[act.id]
        fits = act.id == f"{act.subject}:proposed" and body.round.startswith(f"{body.table}-")
        if not fits or not body.table or act.player:
            self._wrong(Check.I14, act.id, "a round of a table", act)

    def _agreed(self, act: ActLine) -> None:
        """An approval is carried out by the act that names it."""
        proposed = self._by_another(act)
        if proposed is None:
            return
        body = self._bodies[proposed.id]
        done = f"{body.operation}:{'expired' if body.step == 'expire' else 'restored'}"
        if done not in self._acts or self._bodies[done].proposal != act.subject:
            self._wrong(Check.I14, act.id, f"{done} by {act.subject}", self._acts.get(done))

    def _check_two_people(self, act: ActLine, step: str) -> None:
        """The act follows from an approved proposal about just this."""
        proposal = self._bodies[act.id].proposal
        proposed = self._bodies.get(f"{proposal}:proposed", _Body())
        decided = self._acts.get(f"{proposal}:decided")
        agreed = decided is not None and (decided.kind, decided.actor) == (
            "expiry/approved",
            act.actor,
        )
        if not agreed or (proposed.operation, proposed.step) != (act.subject, step):
            self._wrong(Check.I14, act.id, "a proposal and the approval of another", decided)

    def _check_notice(self, act: ActLine) -> None:
        """P8: seven days since staff were told, and since a person confirmed the clock."""
        notice = self._acts.get(f"notice:{act.subject}:announced")
        latest = act.at_ms - SEVEN_DAYS_MS
        if notice is None or notice.at_ms > latest:
            self._wrong(Check.I14, act.id, "a notice of seven days", notice)
        confirmed = [moment for moment in self._confirmations() if moment <= act.at_ms]
        if confirmed and confirmed[-1] > latest:
            self._wrong(Check.I14, act.id, "a clock confirmed for seven days", confirmed[-1])

    def _confirmations(self) -> list[int]:
        """Dates that people confirmed, ascending; one set back later no longer counts."""
        acts = [act for act in self._acts.values() if act.kind == "clock/confirmed"]
        dates: list[int] = []
        for act in sorted(acts, key=lambda act: (len(act.id), act.id)):
            after_ms = self._bodies[act.id].after_ms
            dates = [*(date for date in dates if date < after_ms), after_ms]
        return dates

    # --- people -----------------------------------------------------------------------------------

    def _excluded(self, act: ActLine) -> None:
        """A player is kept out by their own operator or by the house, and until later."""
        body = self._bodies[act.id]
        operator, colon, _ = act.player.partition(":")
        subject, _, number = act.subject.rpartition(":")
        fits = subject == f"exclusion:{body.by}:{act.player}" and number.isdecimal()
        ours = body.by in ({HOUSE, operator} if colon else {HOUSE})
        later = body.until_ms is None or body.until_ms > act.at_ms
        if act.id != f"{act.subject}:begun" or not (fits and ours and later) or act.amount:
            self._wrong(Check.I14, act.id, "an exclusion of a player by their own side", act)

    def _readmitted(self, act: ActLine) -> None:
        begun = self._acts.get(f"{act.subject}:begun")
        whose = None if begun is None else begun.player
        if act.id != f"{act.subject}:lifted" or whose != act.player or act.amount:
            self._wrong(Check.I14, act.id, f"the end of {begun}", act)

    def _role(self, act: ActLine) -> None:
        """Nobody gives a role to themselves, nor takes their own."""
        subject, _, number = act.id.rpartition(":")
        fits = subject == act.subject and subject.startswith("staff:") and number.isdecimal()
        if not fits or not self._bodies[act.id].role or act.player or act.amount:
            self._wrong(Check.I14, act.id, "a role of somebody of the staff", act)
        if act.actor == act.subject:
            self._wrong(Check.I14, act.id, "somebody else", act.actor)

    def _confirmed(self, act: ActLine) -> None:
        """A person took the wall clock's date for the house's; nothing else goes with it."""
        body = self._bodies[act.id]
        number = act.id.removeprefix("clock:confirmed:")
        fits = act.subject == "clock" and number.isascii() and number.isdecimal()
        if not fits or act.player or act.amount or act.actor == HOUSE or not body.after_ms:
            self._wrong(Check.I14, act.id, "a person who confirms the clock", act)
        alone = abs(body.after_ms - body.before_ms) <= HOUR_MS or body.proposal == ""
        decided = self._acts.get(f"{body.proposal}:decided")
        agreed = decided is not None and decided.kind == "clock/approved"
        if not alone and not (agreed and decided is not None and decided.actor == act.actor):
            self._wrong(Check.I14, act.id, "two people for more than an hour", decided)

    def _jump(self, act: ActLine) -> None:
        """A person proposes to follow the wall clock over a jump."""
        fits = act.id == f"{act.subject}:proposed" and not act.player and not act.amount
        if not fits or not self._bodies[act.id].jump_ms:
            self._wrong(Check.I14, act.id, "a jump of the clock", act)

    def _jumped(self, act: ActLine) -> None:
        """Another person agreed, and the clock was confirmed in the same transaction."""
        if self._by_another(act) is None:
            return
        done = (
            self._bodies[one.id] for one in self._acts.values() if one.kind == "clock/confirmed"
        )
        if not any(body.proposal == act.subject for body in done):
            self._wrong(Check.I14, act.id, "a clock that was confirmed", None)

    # --- both -------------------------------------------------------------------------------------

    def _took(self, act: ActLine, transfer_id: str, kind: TransferKind) -> TransferLine | None:
        """The transfer that an act asks for, once."""
        moved = self._transfers.pop(transfer_id, None)
        if moved is None or (moved.kind, moved.amount) != (kind, act.amount):
            self._wrong(Check.I14, act.id, f"{kind} of {act.amount}", moved)
            return None
        return moved

    def _check_sides(self, moved: TransferLine, sides: tuple[str, str]) -> None:
        if (moved.debit, moved.credit) != sides:
            self._wrong(Check.I14, moved.id, sides, (moved.debit, moved.credit))

    def _check_age(self, act: ActLine, *, since_ms: int) -> None:
        """P8: ninety days by the labels."""
        if act.at_ms - since_ms < NINETY_DAYS_MS:
            self._wrong(Check.I14, act.id, "90 days", f"{act.at_ms - since_ms} ms")

    def _check_house(self, act: ActLine) -> None:
        if act.actor != HOUSE:
            self._wrong(Check.I14, act.id, "the house", act.actor)
