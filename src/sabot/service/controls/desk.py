"""What a player's own controls allow: tables and the way in ask here.

Owns what follows from a player's own controls, running account and time together. Synchronous, like
the book of funds that asks it. Knows no connection: `on_locked` tells those who hold them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from sabot.errors import Code, Refused
from sabot.gamekit import Bet
from sabot.service.controls import limits as rules
from sabot.service.controls.accounts import Accounts
from sabot.service.controls.allowance import Allowance, Spent, allowance, locked
from sabot.service.controls.bars import kept_out
from sabot.service.controls.calendar import UTC_DAYS, Calendar
from sabot.service.controls.limits import Controls, Limit
from sabot.service.controls.own import OnLocked, OwnControls
from sabot.service.controls.play_time import PlayTime
from sabot.service.controls.ports import ControlStore, FlowReader
from sabot.service.controls.refusals import ControlRefusal, FrozenRefusal
from sabot.service.controls.sessions import Figures
from sabot.service.controls.spending import Sums
from sabot.service.money.flows import flows_of, table_of
from sabot.service.ports import Clock, Unit, WalletOpRow, WalletOpState
from sabot.table import events as e


class ControlDesk:
    """What every player's own controls allow at this moment."""

    def __init__(
        self,
        store: ControlStore,
        flows: FlowReader,
        clock: Clock,
        *,
        calendar: Calendar = UTC_DAYS,
        on_locked: OnLocked = lambda _player, _code: None,
    ) -> None:
        self.accounts = Accounts(flows, clock, calendar)
        self.time = PlayTime(store, clock, calendar)
        self.own = OwnControls(store, clock, on_changed=self.time.changed, on_locked=on_locked)
        self._clock, self.calendar = clock, calendar
        self._on_locked = on_locked
        self._asked: dict[str, dict[str, WalletOpRow]] = {}  # of operators' wallets, by operation

    # --- what tables ask --------------------------------------------------------------------------

    @property
    def unbound(self) -> AbstractSet[str]:
        """Players without controls that could matter to a bet."""
        return self.own.unbound

    def lock(self, player: str) -> Code | None:
        """Why no bet at all may be made now: shut out, or the reality check waits for an answer."""
        code = self.shut_out(player)
        if code is not None:
            return code
        if player in self.own.frozen:
            return FrozenRefusal.IN_DOUBT
        due_ms = self.time.next_check_ms(player, self.own.held(player)[1])
        waits = due_ms is not None and self._clock.wall_ms() >= due_ms
        return ControlRefusal.REALITY_CHECK if waits else None

    def shut_out(self, player: str) -> Code | None:
        """Why the player may not even come in: a pause, or the day's time is used up."""
        controls = self.own.held(player)[1]
        if player in self.own.in_doubt:
            return ControlRefusal.IN_DOUBT
        if not controls.binds:
            return None
        now_ms = self._clock.wall_ms()
        return locked(
            controls, Spent(played_ms=self.time.counted_ms(player, controls, now_ms)), now_ms
        )

    def check_may_play(self, player: str) -> None:
        """Refuse a player who is shut out, and say until when, where that is known."""
        code = self.shut_out(player)
        if code == ControlRefusal.IN_DOUBT:
            raise Refused(code)
        if code is not None:
            lock = kept_out(self.own.held(player)[1], self._clock.wall_ms())
            raise Refused(code, until_ms=self._tomorrow_ms() if lock is None else lock.until_ms)

    def _tomorrow_ms(self) -> int:
        return self.calendar.start_ms(self.calendar.day_of(self._clock.wall_ms()) + 1)

    def waits_for_account(self, player: str) -> bool:
        """Whether what a player may stake follows from an account that has not been read yet."""
        return not self.accounts.knows(player) and self.own.held(player)[1].binds

    def bound(
        self, player: str, *, table: str, staged: int = 0, in_flight: int = 0
    ) -> Allowance | None:
        """What may still be staked at a table, and the code that says so.

        `staged` are chips on other felts, `in_flight` stakes on their way to the disk.
        """
        controls = self.own.held(player)[1]
        if player in self.own.in_doubt or player in self.own.frozen:
            return Allowance(
                0,
                ControlRefusal.IN_DOUBT if player in self.own.in_doubt else FrozenRefusal.IN_DOUBT,
            )
        if not controls.binds:
            return None
        now_ms = self._clock.wall_ms()
        spending = self.accounts.of(player)
        today = spending.day(now_ms)
        under_way = in_flight + sum(op.amount for op in self._asked.get(player, {}).values())
        spent = Spent(
            staked_today=today.staked,
            lost_today=-today.net,
            lost_this_week=-spending.week(now_ms).net,
            lost_this_month=-spending.month(now_ms).net,
            at_risk=spending.at_risk + staged + under_way,
            in_round=spending.at_table(table) + under_way,
            played_ms=self.time.counted_ms(player, controls, now_ms),
        )
        return allowance(controls, spent, now_ms)

    def booked(self, unit: Unit, events: Sequence[e.Event], bets: Mapping[str, Bet]) -> None:
        """A step of a table is stored; `bets` are those of its round before it."""
        for op in unit.wallet_ops:
            self._heard(op)
        if self.accounts:
            self.accounts.saw(flows_of(unit.events, events, bets, of=self.accounts))

    def recount(self, player: str) -> None:
        """A round of the player was annulled, and counts for no limit any more."""
        self.accounts.recount(player)

    def recovered(self, table: str) -> None:
        """A table is read from the disk again: what was under way there is unknown."""
        self.accounts.forget()
        for player, asked in list(self._asked.items()):
            left = {key: op for key, op in asked.items() if table_of(op.round_id) != table}
            if left:
                self._asked[player] = left
            else:
                del self._asked[player]

    def _heard(self, op: WalletOpRow) -> None:
        """What a wallet is asked for is under way until it is answered."""
        asked = self._asked.setdefault(op.player, {})
        if op.state is WalletOpState.ASKED:
            asked[op.id] = op
        else:
            asked.pop(op.id, None)
        if not asked:
            del self._asked[op.player]

    # --- sessions ---------------------------------------------------------------------------------

    def set_check(self, player: str, minutes: int | None) -> Controls:
        """How often the reality check comes, counted from now."""
        after = self.own.set_check(player, minutes)
        self.time.answer_check(player)
        return after

    def began(self, player: str, session_id: str) -> None:
        """A player has come."""
        self.time.began(player, session_id)
        self.accounts.came(player)

    def seen(self, session_id: str) -> None:
        """A session goes on; players who may not play any more are told so."""
        player = self.time.seen(session_id)
        code = self.shut_out(player)
        if code is not None:
            self._on_locked(player, code)

    def look_at_time(self, player: str) -> None:
        """Players who have used up the day's time are told so."""
        controls = rules.in_force(self.own.held(player)[1], self._clock.wall_ms())
        if self.time.is_used_up(player, controls):
            self._on_locked(player, Limit.SESSION_TIME.code)

    def ended(self, session_id: str) -> None:
        """A player has gone; with the last session goes what is remembered of them."""
        player = self.time.ended(session_id)
        if player is not None:
            self.accounts.left(player)

    def figures(self, player: str, session_id: str) -> Figures:
        """What a player is shown about this session and this day."""
        now_ms = self._clock.wall_ms()
        started_ms = self.time.started_ms(session_id)
        spending = self.accounts.of(player)
        today = spending.day(now_ms)
        controls = self.own.of(player)
        return Figures(
            session_started_ms=started_ms,
            session_minutes=(now_ms - started_ms) // 60_000,
            session=spending.since(started_ms),
            today_began_ms=self.calendar.today_ms(now_ms),
            today_minutes=self.time.played_ms(player, now_ms) // 60_000,
            today=Sums(
                staked=today.staked + spending.at_risk,
                returned=today.returned,
                running=spending.at_risk,
            ),
            check_minutes=controls.check_minutes,
            next_check_ms=self.time.next_check_ms(player, controls),
        )

    def used(self, player: str) -> dict[Limit, int]:
        """How much of each limit is used up; a limit by the round starts again with each one.

        A player who is winning has used nothing of a limit on losses.
        """
        now_ms = self._clock.wall_ms()
        spending = self.accounts.of(player)
        if not self.time.is_here(player):
            self.accounts.left(player)
        at_risk = spending.at_risk
        today = spending.day(now_ms)
        return {
            Limit.STAKE_PER_DAY: today.staked + at_risk,
            Limit.LOSS_PER_DAY: max(0, at_risk - today.net),
            Limit.LOSS_PER_WEEK: max(0, at_risk - spending.week(now_ms).net),
            Limit.LOSS_PER_MONTH: max(0, at_risk - spending.month(now_ms).net),
            Limit.SESSION_TIME: self.time.played_ms(player, now_ms) // 60_000,
        }
