"""Where players set their controls, and where tables ask what they allow.

Owns the controls, running accounts and sessions of the players of one process, read from the disk
when they are first asked for. Synchronous, like the book of funds that asks it; a player who sets
something waits for the disk. Knows no connection: `on_locked` tells those who hold them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Container, Mapping, Sequence

from msgspec.structs import replace

from sabot.errors import Corrupt, Refused, Unavailable
from sabot.gamekit import Bet
from sabot.service.controls import limits as rules
from sabot.service.controls.accounts import Accounts
from sabot.service.controls.allowance import MINUTE_MS, Allowance, Spent, allowance, locked
from sabot.service.controls.bars import IN_DOUBT, kept_out
from sabot.service.controls.calendar import day_of
from sabot.service.controls.limits import DAY_MS, Controls, Limit, Pause
from sabot.service.controls.ports import ControlChange, ControlStore, FlowReader
from sabot.service.controls.sessions import Figures, PlaySession, next_check, played_ms
from sabot.service.controls.spending import Sums
from sabot.service.money.flows import flows_of, table_of
from sabot.service.ports import ActRow, Clock, Unit, WalletOpRow, WalletOpState
from sabot.table import events as e

SEEN_EVERY_MS = 60_000
"""How often a session that goes on is written down."""

ATTEMPTS_MAX = 5

ACCOUNT_IN_DOUBT = "account/in_doubt"
"""Why a player cannot bet whose balance is not the sum of its postings."""

UNKNOWN_MS = 0
"""It is not known yet when a player's time is used up."""

log = logging.getLogger("sabot.controls")

OnLocked = Callable[[str, str], None]
Change = Callable[[Controls, int], Controls]
"""New controls from the old ones and the moment."""

ActsOf = Callable[[ControlChange], Sequence[ActRow]]
"""What is written down in the office together with a change."""


class ControlDesk:
    """Own limits, pauses and figures of every player."""

    def __init__(
        self,
        store: ControlStore,
        flows: FlowReader,
        clock: Clock,
        *,
        on_locked: OnLocked = lambda _player, _code: None,
    ) -> None:
        self._store = store
        self.accounts = Accounts(flows, clock)
        self._clock = clock
        self._on_locked = on_locked
        self._controls: dict[str, tuple[int, Controls]] = {}
        self.unbound: set[str] = set()  # players without controls that could matter to a bet
        self.in_doubt: set[str] = set()  # players whose stored controls are not those on record
        self.frozen: Container[str] = ()  # players whose account is in doubt: they may not bet
        self._sessions: dict[str, dict[str, PlaySession]] = {}
        self._live: dict[str, PlaySession] = {}  # as last written, by id
        self._time_up: dict[str, int] = {}  # when a player's time may be used up; not before
        self._checked: dict[str, int] = {}  # when a player here last answered the reality check
        self._asked: dict[str, dict[str, WalletOpRow]] = {}  # of operators' wallets, by operation

    # --- what players set -------------------------------------------------------------------------

    def controls(self, player: str) -> Controls:
        """The controls of this moment, with what waits.

        Asked in other threads too: what is read there may be old by then, and is not remembered.
        """
        try:
            held = self._controls.get(player) or self._store.find(player)
        except Corrupt:
            raise Refused(IN_DOUBT) from None
        if player in self.in_doubt:
            raise Refused(IN_DOUBT)
        return rules.in_force(held[1], self._clock.wall_ms())

    def set_limit(
        self, player: str, limit: Limit, value: int | None, *, actor: str | None = None
    ) -> Controls:
        """Set, change or remove a limit: stricter at once, looser in a day."""
        return self.change(
            player,
            limit.value,
            lambda held, now: rules.set_limit(held, limit, value, now_ms=now),
            actor=actor,
        )

    def withdraw(self, player: str, limit: Limit, *, actor: str | None = None) -> Controls:
        """Take back a looser limit that waits."""
        return self.change(
            player,
            f"withdraw_{limit.value}",
            lambda held, now: rules.withdraw(held, limit, now_ms=now),
            actor=actor,
        )

    def set_check(self, player: str, minutes: int | None) -> Controls:
        """How often the reality check comes, counted from now."""
        after = self.change(player, "check", lambda held, _now: rules.set_check(held, minutes))
        self.answer_check(player)
        return after

    def answer_check(self, player: str) -> None:
        """The player has seen the figures and goes on: the next check counts from now."""
        self._checked[player] = self._clock.wall_ms()

    def pause(self, player: str, span: Pause, *, actor: str | None = None) -> Controls:
        """Begin a cool-off or a self-exclusion; the holder of the player's sessions is told."""
        controls = self.change(
            player,
            f"pause_{span.value}",
            lambda held, now: rules.pause(held, span, now_ms=now),
            actor=actor,
        )
        assert controls.lock is not None
        self._on_locked(player, controls.lock.code)
        return controls

    def reread(self, player: str) -> None:
        """Another process may have changed the player's controls: ask the disk next time."""
        self._controls.pop(player, None)
        self.unbound.discard(player)
        self.in_doubt.discard(player)
        self._time_up[player] = UNKNOWN_MS

    def change(
        self,
        player: str,
        kind: str,
        change: Change,
        *,
        actor: str | None = None,
        acts: ActsOf = lambda _made: (),
    ) -> Controls:
        """Change a player's controls on the disk, with the acts that go with it."""
        for _ in range(ATTEMPTS_MAX):
            now_ms = self._clock.wall_ms()
            revision, before = self._held(player)
            if player in self.in_doubt:
                raise Refused(IN_DOUBT)
            after = change(before, now_ms)
            if after == before:
                return after
            made = ControlChange(
                player_id=player,
                revision=revision + 1,
                kind=kind,
                actor=actor or player,
                at_ms=now_ms,
                before=before,
                after=after,
            )
            if self._store.save(made, acts(made)):
                self._hold(player, made.revision, after)
                self._time_up[player] = UNKNOWN_MS
                return after
            self.reread(player)
        raise Unavailable("control/busy", player=player)

    def _held(self, player: str) -> tuple[int, Controls]:
        held = self._controls.get(player)
        if held is None:
            try:
                held = self._store.find(player)
            except Corrupt as error:
                # Without the limits they have set they may not play at all.
                log.warning("player=%s shut out: %s", player, error)
                self.in_doubt.add(player)
                self._controls[player] = held = (0, Controls())
                return held
            self._hold(player, *held)
        return held

    def _hold(self, player: str, revision: int, controls: Controls) -> None:
        self._controls[player] = (revision, controls)
        if controls.is_empty and player not in self.frozen:
            self.unbound.add(player)
        else:
            self.unbound.discard(player)

    # --- what tables ask --------------------------------------------------------------------------

    def lock(self, player: str) -> str | None:
        """Why no bet at all may be made now: shut out, or the reality check waits for an answer."""
        code = self.shut_out(player)
        if code is not None:
            return code
        if player in self.frozen:
            return ACCOUNT_IN_DOUBT
        due_ms = self._next_check_ms(player, self._held(player)[1])
        waits = due_ms is not None and self._clock.wall_ms() >= due_ms
        return rules.UNANSWERED if waits else None

    def shut_out(self, player: str) -> str | None:
        """Why the player may not even come in: a pause, or the day's time is used up."""
        controls = self._held(player)[1]
        if player in self.in_doubt:
            return IN_DOUBT
        if not controls.binds:
            return None
        now_ms = self._clock.wall_ms()
        return locked(controls, Spent(played_ms=self._counted_ms(player, controls, now_ms)), now_ms)

    def check_may_play(self, player: str) -> None:
        """Refuse a player who is shut out, and say until when, where that is known."""
        code = self.shut_out(player)
        if code == IN_DOUBT:
            raise Refused(code)
        if code is not None:
            lock = kept_out(self._held(player)[1], self._clock.wall_ms())
            raise Refused(code, until_ms=self._tomorrow_ms() if lock is None else lock.until_ms)

    def _tomorrow_ms(self) -> int:
        return (day_of(self._clock.wall_ms()) + 1) * DAY_MS

    def waits_for_account(self, player: str) -> bool:
        """Whether what a player may stake follows from an account that has not been read yet."""
        return not self.accounts.knows(player) and self._held(player)[1].binds

    def bound(
        self, player: str, *, table: str, staged: int = 0, in_flight: int = 0
    ) -> Allowance | None:
        """What may still be staked at a table, and the code that says so.

        `staged` are chips on other felts, `in_flight` stakes on their way to the disk.
        """
        controls = self._held(player)[1]
        if player in self.in_doubt or player in self.frozen:
            return Allowance(0, IN_DOUBT if player in self.in_doubt else ACCOUNT_IN_DOUBT)
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
            played_ms=self._counted_ms(player, controls, now_ms),
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

    def began(self, player: str, session_id: str) -> None:
        """A player has come."""
        now_ms = self._clock.wall_ms()
        session = PlaySession(
            session_id=session_id, player_id=player, started_ms=now_ms, seen_ms=now_ms
        )
        sessions = self._sessions_of(player)
        self._store.keep_sessions([session])
        sessions[session_id] = self._live[session_id] = session
        self.accounts.came(player)
        self._time_up[player] = UNKNOWN_MS

    def seen(self, session_id: str) -> None:
        """A session goes on; players who may not play any more are told so."""
        written = self._live[session_id]
        now_ms = self._clock.wall_ms()
        if now_ms - written.seen_ms >= SEEN_EVERY_MS:
            self._write(replace(written, seen_ms=now_ms))
            self._live[session_id] = replace(written, seen_ms=now_ms)
        code = self.shut_out(written.player_id)
        if code is not None:
            self._on_locked(written.player_id, code)

    def running_out(self) -> list[str]:
        """Whose time of the day may be used up by now; mostly none, which costs nothing."""
        now_ms = self._clock.wall_ms()
        return [player for player, up_ms in [*self._time_up.items()] if now_ms >= up_ms]

    def look_at_time(self, player: str) -> None:
        """Players who have used up the day's time are told so; the others, later.

        Time passes once for all sessions of a player, so it cannot be used up any sooner.
        """
        now_ms = self._clock.wall_ms()
        minutes = rules.in_force(self._held(player)[1], now_ms).limits.get(Limit.SESSION_TIME)
        if not self._is_here(player) or minutes is None:
            self._time_up.pop(player, None)
            return
        left_ms = minutes * MINUTE_MS - self._played_ms(player, now_ms)
        if left_ms > 0:
            self._time_up[player] = now_ms + left_ms
        else:
            self._on_locked(player, Limit.SESSION_TIME.code)

    def ended(self, session_id: str) -> None:
        """A player has gone; with the last session goes what is remembered of them."""
        session = self._live.pop(session_id, None)
        if session is None:
            return
        # A clock that was set back since then takes no time away again.
        self._write(replace(session, seen_ms=max(session.seen_ms, self._clock.wall_ms())))
        player = session.player_id
        if self._is_here(player):
            return
        self._sessions.pop(player)
        self._time_up.pop(player, None)
        self._checked.pop(player, None)
        self.accounts.left(player)

    def _is_here(self, player: str) -> bool:
        return any(one in self._live for one in self._sessions.get(player, ()))

    def _write(self, session: PlaySession) -> None:
        self._store.keep_sessions([session])
        self._sessions_of(session.player_id)[session.session_id] = session

    def figures(self, player: str, session_id: str) -> Figures:
        """What a player is shown about this session and this day."""
        now_ms = self._clock.wall_ms()
        started_ms = self._live[session_id].started_ms
        spending = self.accounts.of(player)
        today = spending.day(now_ms)
        controls = self.controls(player)
        return Figures(
            session_started_ms=started_ms,
            session_minutes=(now_ms - started_ms) // 60_000,
            session=spending.since(started_ms),
            today_minutes=self._played_ms(player, now_ms) // 60_000,
            today=Sums(
                staked=today.staked + spending.at_risk,
                returned=today.returned,
                running=spending.at_risk,
            ),
            check_minutes=controls.check_minutes,
            next_check_ms=self._next_check_ms(player, controls),
        )

    def _next_check_ms(self, player: str, controls: Controls) -> int | None:
        """When the check is due on every screen of the player; absent players are not asked."""
        if controls.check_minutes is None:
            return None
        here = [
            session.started_ms
            for session in self._sessions_of(player).values()
            if session.session_id in self._live
        ]
        if not here:
            return None
        return next_check(max(min(here), self._checked.get(player, 0)), controls.check_minutes)

    def used(self, player: str) -> dict[Limit, int]:
        """How much of each limit is used up; a limit by the round starts again with each one.

        A player who is winning has used nothing of a limit on losses.
        """
        now_ms = self._clock.wall_ms()
        spending = self.accounts.of(player)
        if not self._is_here(player):
            self.accounts.left(player)
        at_risk = spending.at_risk
        today = spending.day(now_ms)
        return {
            Limit.STAKE_PER_DAY: today.staked + at_risk,
            Limit.LOSS_PER_DAY: max(0, at_risk - today.net),
            Limit.LOSS_PER_WEEK: max(0, at_risk - spending.week(now_ms).net),
            Limit.LOSS_PER_MONTH: max(0, at_risk - spending.month(now_ms).net),
            Limit.SESSION_TIME: self._played_ms(player, now_ms) // 60_000,
        }

    def _counted_ms(self, player: str, controls: Controls, now_ms: int) -> int:
        """The time that counts against a limit, where there is one."""
        limited = Limit.SESSION_TIME in controls.limits
        return self._played_ms(player, now_ms) if limited else 0

    def _played_ms(self, player: str, now_ms: int) -> int:
        """How long the player has played today; sessions that go on last until now."""
        sessions = (
            replace(session, seen_ms=now_ms) if session.session_id in self._live else session
            for session in self._sessions_of(player).values()
        )
        return played_ms(sessions, since_ms=day_of(now_ms) * DAY_MS, until_ms=now_ms)

    def _sessions_of(self, player: str) -> dict[str, PlaySession]:
        found = self._sessions.get(player)
        if found is None:
            since_ms = day_of(self._clock.wall_ms()) * DAY_MS
            rows = self._store.sessions(player, since_ms=since_ms)
            found = self._sessions[player] = {row.session_id: row for row in rows}
        return found
