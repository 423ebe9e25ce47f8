"""Golden chips as tokens: given by a person for a reason, for some games, until a day (R29).

A grant is some chips of one value. Their value stands in an account of the grant's own, so the
ledger says how many are left and no two tables play the last one. The table asks this rack what a
token stands for; a chip that has expired or belongs to another game is refused with its own reason.
One member of staff gives a little alone; more needs a second one (`four_eyes`), and all of it has
ceilings.
What is left on the day a grant ends goes back to the promotion it came from.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from functools import partial

import msgspec

from sabot.errors import Refused
from sabot.games import variants
from sabot.ledger import Account, AccountKind, Transfer, TransferKind
from sabot.money import Currency
from sabot.service.identity.roles import Role
from sabot.service.office.acts import Act
from sabot.service.office.ceilings import CeilingDesk
from sabot.service.office.four_eyes import FourEyes, Matter, Proposal, Verdict
from sabot.service.office.office import Effect, Office, checked_id, same_wish
from sabot.service.office.refusals import ChipsRefusal
from sabot.service.players.directory import Directory, Player
from sabot.service.ports import ActRow, LedgerStore
from sabot.table.authority import HOUSE
from sabot.table.golden import NO_CHIP, Chip
from sabot.table.refusals import BetRefusal

log = logging.getLogger("sabot.golden")

COUNT_MAX = 1_000
VALUE_MAX = 10_000_000


class GrantBody(msgspec.Struct, frozen=True, kw_only=True):
    """What a grant says beyond who, whom and why; no games or no tables mean all of them."""

    count: int
    value: int
    currency: Currency
    games: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    expires_at_ms: int

    @property
    def amount(self) -> int:
        """Cents that all of them are worth."""
        return self.count * self.value


class Grant(msgspec.Struct, frozen=True, kw_only=True):
    """Golden chips of one value for one player; there are none before they are approved."""

    id: str
    player: str
    chips: GrantBody
    verdict: Verdict = Verdict.APPROVED

    @property
    def account(self) -> str:
        """Where their value stands; a grant is in the currency of its player."""
        whose = Player(player_id=self.player, nickname="", currency=self.chips.currency)
        return whose.golden_of(self.id)

    def allows(self, *, table: str, variant: str) -> bool:
        """Whether the chips may be played at this table."""
        games, tables = self.chips.games, self.chips.tables
        return (not games or variant in games) and (not tables or table in tables)


_body = msgspec.json.Decoder(GrantBody).decode


class GoldenRack:
    """Every player's grants, as the disk has them."""

    def __init__(
        self,
        office: Office,
        directory: Directory,
        ledger: LedgerStore,
        *,
        ceilings: CeilingDesk | None = None,
    ) -> None:
        self._office = office
        self._four_eyes = FourEyes(office)
        self._ceilings = ceilings or CeilingDesk(office)
        self._directory = directory
        self._ledger = ledger
        self._grants: dict[str, dict[str, Grant]] = {}

    # --- granting ---------------------------------------------------------------------------------

    async def grant(
        self,
        grant: str,
        *,
        actor: str,
        player: str,
        reason: str,
        chips: GrantBody,
        role: Role = Role.OPERATOR,
    ) -> Grant:
        """Give golden chips to a player; the same id and the same contents are the same grant.

        Above what the role may give alone, at once or in 24 hours, it is a proposal.
        """
        who = self._directory.player(player)
        _check(chips, who, now_ms=self._office.clock.wall_ms())
        known = self._granted(_subject(grant))
        alone = self._fits_alone(actor, role, chips.amount) and not self._is_proposed(grant)
        if known is None and not alone:
            return await self._proposed(
                grant, actor=actor, role=role, who=who, reason=reason, chips=chips
            )
        act, transfer = self._granting(grant, actor=actor, who=who, reason=reason, chips=chips)
        if known is None:
            check = partial(self._check_alone, actor, role, chips.amount)
            try:
                failure = await self._office.record(act, transfers=[transfer], check=check)
            finally:
                self._grants.pop(player, None)  # it may be stored without an answer (I4)
            if failure is not None:
                known = self._granted(act.subject)  # another request was quicker with the same id
        if known is not None and not same_wish(known, act):
            raise Refused(ChipsRefusal.OTHER_BODY, grant=grant)
        self._office.take_up_in_doubt()
        self._grants.pop(player, None)
        return Grant(id=grant, player=player, chips=chips)

    def _granting(
        self, grant: str, *, actor: str, who: Player, reason: str, chips: GrantBody
    ) -> tuple[ActRow, Transfer]:
        """The act of a grant, and the transfer that brings its value."""
        subject = _subject(grant)
        act = self._office.act(
            Act.CHIPS_GRANTED,
            f"{subject}:granted",
            subject=subject,
            player=who.player_id,
            amount=chips.amount,
            actor=actor,
            reason=reason,
            body=chips,
        )
        transfer = Transfer(
            id=subject,
            kind=TransferKind.GRANT,
            debit=str(Account(AccountKind.PROMOTION, "house", who.currency)),
            credit=who.golden_of(grant),
            amount=chips.amount,
        )
        return act, transfer

    # --- four eyes --------------------------------------------------------------------------------

    async def approve(
        self, grant: str, *, actor: str, reason: str, role: Role = Role.OPERATOR
    ) -> Grant:
        """Give the chips that a colleague has proposed."""
        standing = self._four_eyes.find(Matter.GRANT, grant)

        def check() -> None:
            used = self._ceilings.used(actor, Act.GRANT_APPROVED)
            self._ceilings.check(role, "chips_approved_a_day", standing.amount, used=used)

        try:
            approved = await self._four_eyes.approve(
                Matter.GRANT,
                grant,
                actor=actor,
                reason=reason,
                carry_out=self._carry_out,
                check=check,
            )
        finally:
            self._grants.pop(standing.player, None)
        return _wish(approved)

    async def decline(self, grant: str, *, actor: str, reason: str) -> Grant:
        """Give nothing."""
        declined = await self._four_eyes.decline(Matter.GRANT, grant, actor=actor, reason=reason)
        return _wish(declined)

    def find(self, grant: str) -> Grant:
        """A proposed grant as the disk has it."""
        return _wish(self._four_eyes.find(Matter.GRANT, grant))

    def waiting(self) -> tuple[Grant, ...]:
        """The proposed grants that are not decided."""
        return tuple(_wish(one) for one in self._four_eyes.waiting(Matter.GRANT))

    def proposals(self) -> tuple[Proposal, ...]:
        """The same with their proposers."""
        return self._four_eyes.waiting(Matter.GRANT)

    def _carry_out(self, approved: Proposal) -> Effect:
        """The grant is in the name of its proposer; the approver stands in the decision."""
        who = self._directory.player(approved.player)
        chips = _body(approved.body)
        _check(chips, who, now_ms=self._office.clock.wall_ms())
        act, transfer = self._granting(
            approved.id, actor=approved.proposed_by, who=who, reason=approved.reason, chips=chips
        )
        return Effect(acts=[act], transfers=[transfer])

    async def _proposed(
        self, grant: str, *, actor: str, role: Role, who: Player, reason: str, chips: GrantBody
    ) -> Grant:
        def check() -> None:
            self._ceilings.check(role, "chips_proposed", chips.amount)
            used = self._ceilings.used(actor, Act.GRANT_PROPOSED)
            self._ceilings.check(role, "chips_proposed_a_day", chips.amount, used=used)

        proposal = await self._four_eyes.propose(
            Matter.GRANT,
            grant,
            actor=actor,
            reason=reason,
            player=who.player_id,
            amount=chips.amount,
            body=chips,
            check=check,
        )
        return _wish(proposal)

    def _is_proposed(self, grant: str) -> bool:
        return bool(self._office.act_store.about(f"{Matter.GRANT}:{checked_id(grant)}"))

    def _fits_alone(self, actor: str, role: Role, amount: int) -> bool:
        fits = self._ceilings.fits
        return fits(role, "chips_alone", amount) and fits(
            role, "chips_alone_a_day", amount, used=self._alone(actor)
        )

    def _check_alone(self, actor: str, role: Role, amount: int) -> None:
        self._ceilings.check(role, "chips_alone_a_day", amount, used=self._alone(actor))

    def _alone(self, actor: str) -> int:
        """What an account has given in the last 24 hours without a second person."""
        acts = self._ceilings.acts(actor, Act.CHIPS_GRANTED)
        alone = (a for a in acts if not self._is_proposed(a.subject.removeprefix("chips:")))
        return sum(act.amount for act in alone)

    def _granted(self, subject: str) -> ActRow | None:
        acts = self._office.act_store.about(subject)
        return next((act for act in acts if act.kind == Act.CHIPS_GRANTED), None)

    # --- playing ----------------------------------------------------------------------------------

    def grants(self, player: str) -> dict[str, Grant]:
        """What a player was ever granted, by id."""
        if player not in self._grants:
            acts = self._office.acts_of(player)
            granted = (act for act in acts if act.kind == Act.CHIPS_GRANTED)
            self._grants[player] = {grant.id: grant for _, grant in _readable(granted)}
        return self._grants[player]

    def chip(self, player: Player, token: str, *, table: str, variant: str) -> Chip:
        """What a token stands for at a table, or why it cannot be played there."""
        grant = self.grants(player.player_id).get(token)
        if grant is None:
            return NO_CHIP
        refusal = None
        if self._office.clock.wall_ms() >= grant.chips.expires_at_ms:
            refusal = BetRefusal.GOLDEN_CHIP_EXPIRED
        elif not grant.allows(table=table, variant=variant):
            refusal = BetRefusal.GOLDEN_CHIP_NOT_HERE
        return Chip(amount=0, value=grant.chips.value, grant=grant.id, refusal=refusal)

    def is_alive(self, player: str, grant: str | None) -> bool:
        """Whether a chip of this grant can still be played; chips of no grant have no end."""
        known = None if grant is None else self.grants(player).get(grant)
        if known is None:
            return grant is None
        return self._office.clock.wall_ms() < known.chips.expires_at_ms

    # --- the end ----------------------------------------------------------------------------------

    async def expire(self) -> int:
        """Take back what is left of grants that have ended; how many had something left.

        A chip in play comes back to its grant when its round pushes or is cancelled, and is taken
        back the next time.
        """
        now = self._office.clock.wall_ms()
        over = [
            (act, grant)
            for act, grant in _readable(self._office.act_store.unanswered(Act.CHIPS_GRANTED))
            if now >= grant.chips.expires_at_ms
        ]
        # Of nearly all that ever ended nothing is left, and every table waits for this.
        held = self._ledger.balances([grant.account for _, grant in over])
        ended = 0
        for act, grant in over:
            if held[grant.account]:
                ended += await self._take_back(act, grant)
        return ended

    async def _take_back(self, granted: ActRow, grant: Grant) -> int:
        who = self._directory.player(grant.player)
        account = grant.account
        left = self._ledger.balances([account])[account]
        if not left:
            return 0
        end = f"{granted.subject}:end"
        number = len(self._office.act_store.about(end)) + 1
        act = self._office.act(
            Act.CHIPS_EXPIRED,
            f"{end}:{number}",
            subject=end,
            player=grant.player,
            amount=left,
            actor=HOUSE,
            reason="the grant has ended",
        )
        transfer = Transfer(
            id=act.id,
            kind=TransferKind.EXPIRY,
            debit=account,
            credit=str(Account(AccountKind.PROMOTION, "house", who.currency)),
            amount=left,
        )
        return int(await self._office.record(act, transfers=[transfer]) is None)


def _check(chips: GrantBody, who: Player, *, now_ms: int) -> None:
    if not 0 < chips.count <= COUNT_MAX:
        raise Refused(ChipsRefusal.COUNT, count=chips.count, maximum=COUNT_MAX)
    if not 0 < chips.value <= VALUE_MAX:
        raise Refused(ChipsRefusal.VALUE, value=chips.value, maximum=VALUE_MAX)
    if chips.currency is not who.currency:
        raise Refused(ChipsRefusal.CURRENCY, currency=chips.currency, players=who.currency)
    if chips.expires_at_ms <= now_ms:
        raise Refused(ChipsRefusal.EXPIRY, expires_at_ms=chips.expires_at_ms)
    strange = sorted(set(chips.games) - variants().keys())
    if strange:  # they could be played nowhere
        raise Refused(ChipsRefusal.GAME, game=strange[0])


def _subject(grant: str) -> str:
    return f"chips:{checked_id(grant)}"


def _readable(acts: Iterable[ActRow]) -> Iterator[tuple[ActRow, Grant]]:
    """Grants that can be read; a damaged one cannot be played, and stops nothing else."""
    for act in acts:
        try:
            yield act, _grant(act)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            log.warning("act=%s not readable: %s", act.id, error)


def _grant(act: ActRow) -> Grant:
    return Grant(id=act.subject.removeprefix("chips:"), player=act.player, chips=_body(act.body))


def _wish(one: Proposal) -> Grant:
    return Grant(id=one.id, player=one.player, chips=_body(one.body), verdict=one.verdict)
