"""Golden chips as tokens: given by somebody for a reason, for some games, until a day (R29).

A grant is some chips of one value. Their value stands in an account of the grant's own, so the
ledger says how many are left and no two tables play the last one. The table asks this rack what a
token stands for; a chip that has expired or belongs to another game is refused with its own reason.
What is left on the day a grant ends goes back to the promotion it came from.
"""

from __future__ import annotations

import msgspec

from sabot.errors import Refused
from sabot.games import variants
from sabot.ledger import Account, AccountKind, Transfer, TransferKind
from sabot.money import Currency
from sabot.service.acts import Act
from sabot.service.office import Office, checked_id, same_wish
from sabot.service.players import Directory, Player
from sabot.service.ports import ActRow
from sabot.table.authority import HOUSE
from sabot.table.golden import EXPIRED, NO_CHIP, NOT_AT_THIS_TABLE, Chip

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


class Grant(msgspec.Struct, frozen=True, kw_only=True):
    """Golden chips of one value for one player."""

    id: str
    player: str
    chips: GrantBody

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

    def __init__(self, office: Office, directory: Directory) -> None:
        self._office = office
        self._directory = directory
        self._grants: dict[str, dict[str, Grant]] = {}

    # --- granting ---------------------------------------------------------------------------------

    async def grant(
        self, grant: str, *, actor: str, player: str, reason: str, chips: GrantBody
    ) -> Grant:
        """Give golden chips to a player; the same id and the same contents are the same grant."""
        who = self._directory.player(player)
        _check(chips, who, now_ms=self._office.clock.wall_ms())
        subject = _subject(grant)
        amount = chips.count * chips.value
        act = self._office.act(
            Act.CHIPS_GRANTED,
            f"{subject}:granted",
            subject=subject,
            player=player,
            amount=amount,
            actor=actor,
            reason=reason,
            body=chips,
        )
        known = self._granted(subject)
        if known is None:
            transfer = _granting(subject, who.golden_of(grant), who.currency, amount)
            try:
                failure = await self._office.record(act, transfers=[transfer])
            finally:
                self._grants.pop(player, None)  # it may be there though nobody heard of it (I4)
            if failure is not None:
                known = self._granted(subject)  # somebody was quicker with the same id
        if known is not None and not same_wish(known, act):
            raise Refused("chips/other_body", grant=grant)
        self._office.take_up_in_doubt()
        self._grants.pop(player, None)
        return Grant(id=grant, player=player, chips=chips)

    def _granted(self, subject: str) -> ActRow | None:
        acts = self._office.store.acts(subject)
        return next((act for act in acts if act.kind == Act.CHIPS_GRANTED), None)

    # --- playing ----------------------------------------------------------------------------------

    def grants(self, player: str) -> dict[str, Grant]:
        """What a player was ever granted, by id."""
        if player not in self._grants:
            acts = self._office.store.acts_of(player)
            found = (_grant(act) for act in acts if act.kind == Act.CHIPS_GRANTED)
            self._grants[player] = {grant.id: grant for grant in found}
        return self._grants[player]

    def chip(self, player: Player, token: str, *, table: str, variant: str) -> Chip:
        """What a token stands for at a table, or why it cannot be played there."""
        grant = self.grants(player.player_id).get(token)
        if grant is None:
            return NO_CHIP
        refusal = None
        if self._office.clock.wall_ms() >= grant.chips.expires_at_ms:
            refusal = EXPIRED
        elif not grant.allows(table=table, variant=variant):
            refusal = NOT_AT_THIS_TABLE
        return Chip(amount=0, value=grant.chips.value, grant=grant.id, refusal=refusal)

    # --- the end ----------------------------------------------------------------------------------

    async def expire(self) -> int:
        """Take back what is left of grants that have ended; how many had something left.

        A chip in play comes back to its grant when its round pushes or is cancelled, and is taken
        back the next time.
        """
        now = self._office.clock.wall_ms()
        store = self._office.store
        over = [
            (act, grant)
            for act in store.open_acts(Act.CHIPS_GRANTED)
            if now >= (grant := _grant(act)).chips.expires_at_ms
        ]
        # Of nearly all that ever ended nothing is left, and every table waits meanwhile.
        held = store.balances([grant.account for _, grant in over])
        ended = 0
        for act, grant in over:
            if held[grant.account]:
                ended += await self._take_back(act, grant)
        return ended

    async def _take_back(self, granted: ActRow, grant: Grant) -> int:
        who = self._directory.player(grant.player)
        account = grant.account
        left = self._office.store.balances([account])[account]
        if not left:
            return 0
        end = f"{granted.subject}:end"
        number = len(self._office.store.acts(end)) + 1
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
        raise Refused("chips/count", count=chips.count, maximum=COUNT_MAX)
    if not 0 < chips.value <= VALUE_MAX:
        raise Refused("chips/value", value=chips.value, maximum=VALUE_MAX)
    if chips.currency is not who.currency:
        raise Refused("chips/currency", currency=chips.currency, players=who.currency)
    if chips.expires_at_ms <= now_ms:
        raise Refused("chips/expiry", expires_at_ms=chips.expires_at_ms)
    strange = sorted(set(chips.games) - variants().keys())
    if strange:  # they could be played nowhere
        raise Refused("chips/game", game=strange[0])


def _granting(subject: str, account: str, currency: Currency, amount: int) -> Transfer:
    return Transfer(
        id=subject,
        kind=TransferKind.GRANT,
        debit=str(Account(AccountKind.PROMOTION, "house", currency)),
        credit=account,
        amount=amount,
    )


def _subject(grant: str) -> str:
    return f"chips:{checked_id(grant)}"


def _grant(act: ActRow) -> Grant:
    return Grant(id=act.subject.removeprefix("chips:"), player=act.player, chips=_body(act.body))
