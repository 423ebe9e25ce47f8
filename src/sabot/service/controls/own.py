"""What players have set for themselves: limits, the reality check, pauses.

Owns the controls of the players of one process, read from the disk when they are first asked for,
and their changes, which wait for the disk.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Container, Sequence

from sabot.errors import Corrupt, Refused, Unavailable
from sabot.service.controls import limits as rules
from sabot.service.controls.limits import Controls, Limit, Pause
from sabot.service.controls.ports import ControlChange, ControlStore
from sabot.service.controls.refusals import ControlRefusal
from sabot.service.ports import ActRow, Clock

ATTEMPTS_MAX = 5

log = logging.getLogger("sabot.controls")

OnLocked = Callable[[str, str], None]
Change = Callable[[Controls, int], Controls]
"""New controls from the old ones and the moment."""

ActsOf = Callable[[ControlChange], Sequence[ActRow]]
"""What is written down in the office together with a change."""


class OwnControls:
    """Own limits and pauses of every player."""

    def __init__(
        self,
        store: ControlStore,
        clock: Clock,
        *,
        on_changed: Callable[[str], None],
        on_locked: OnLocked,
    ) -> None:
        self._store = store
        self._clock = clock
        self._on_changed = on_changed
        self._on_locked = on_locked
        self._controls: dict[str, tuple[int, Controls]] = {}
        self.unbound: set[str] = set()  # players without controls that could matter to a bet
        self.in_doubt: set[str] = set()  # players whose stored controls are not those on record
        self.frozen: Container[str] = ()  # players whose account is in doubt: they may not bet

    def of(self, player: str) -> Controls:
        """The controls of this moment, with what waits.

        Asked in other threads too: what is read there may be old by then, and is not remembered.
        """
        try:
            held = self._controls.get(player) or self._store.find(player)
        except Corrupt:
            raise Refused(ControlRefusal.IN_DOUBT) from None
        if player in self.in_doubt:
            raise Refused(ControlRefusal.IN_DOUBT)
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
        """How often the reality check comes."""
        return self.change(player, "check", lambda held, _now: rules.set_check(held, minutes))

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
        self._on_changed(player)

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
            revision, before = self.held(player)
            if player in self.in_doubt:
                raise Refused(ControlRefusal.IN_DOUBT)
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
                self._on_changed(player)
                return after
            self.reread(player)
        raise Unavailable(ControlRefusal.BUSY, player=player)

    def held(self, player: str) -> tuple[int, Controls]:
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
