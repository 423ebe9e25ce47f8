"""Keeping a player out: by their operator, or by the house, with a reason, until a day or for ever.

Owns the acts that say so. What an exclusion means at tables and at the door is decided where the
player's own limits are (`controls`); a self-exclusion is the player's, and nothing here reaches it.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sabot.service.controls import bars
from sabot.service.controls.limits import FOR_EVER_MS, Bar, Controls
from sabot.service.controls.own import OwnControls
from sabot.service.controls.ports import ControlChange
from sabot.service.identity.accounts import Accounts
from sabot.service.office.acts import Act, act_of
from sabot.service.ports import ActRow, ActStore, Clock


class ExclusionBody(msgspec.Struct, frozen=True, kw_only=True):
    """What an exclusion says beyond who, whom and why; no end means for ever."""

    by: str
    until_ms: int | None


class Exclusion(msgspec.Struct, frozen=True, kw_only=True):
    """An exclusion that runs."""

    player: str
    by: str  # an operator, or the house
    actor: str
    reason: str
    since_ms: int
    until_ms: int | None


_body = msgspec.json.Decoder(ExclusionBody).decode


class ExclusionDesk:
    """Where staff keep players out; every call waits for the disk."""

    def __init__(
        self, controls: OwnControls, accounts: Accounts, *, acts: ActStore, clock: Clock
    ) -> None:
        self._controls = controls
        self._accounts = accounts
        self._acts = acts
        self._clock = clock

    def exclude(
        self, player: str, *, by: str, until_ms: int | None, actor: str, reason: str
    ) -> Exclusion:
        """Keep a player out from now on; sessions end, and every socket with them.

        The same again is the same exclusion; another end or reason replaces that of this side.
        """
        end = FOR_EVER_MS if until_ms is None else until_ms

        def begin(held: Controls, now_ms: int) -> Controls:
            return bars.excluded(held, by, until_ms=end, actor=actor, reason=reason, now_ms=now_ms)

        def acts(made: ControlChange) -> Sequence[ActRow]:
            running = bars.bar_of(made.before, by, made.at_ms)
            replaced = () if running is None else (_lifted(made, by, running, reason),)
            return (*replaced, _begun(made, by))

        after = self._controls.change(player, "excluded", begin, actor=actor, acts=acts)
        self._accounts.put_out(player)
        return _told(player, by, after.bars[by])

    def lift(self, player: str, *, by: str, actor: str, reason: str) -> None:
        """Let a player in again, as far as this side has kept them out."""

        def end(held: Controls, now_ms: int) -> Controls:
            return bars.readmitted(held, by, now_ms=now_ms)

        def acts(made: ControlChange) -> Sequence[ActRow]:
            return (_lifted(made, by, made.before.bars[by], reason),)

        self._controls.change(player, "readmitted", end, actor=actor, acts=acts)

    def running(self) -> list[Exclusion]:
        """Every exclusion that runs, the newest first."""
        now_ms = self._clock.wall_ms()
        found = [_read(act) for act in self._acts.unanswered(Act.EXCLUSION_BEGUN)]
        there = [one for one in found if one.until_ms is None or now_ms < one.until_ms]
        return sorted(there, key=lambda one: (-one.since_ms, one.player, one.by))


def _subject(player: str, by: str, bar: Bar) -> str:
    return f"exclusion:{by}:{player}:{bar.number}"


def _begun(made: ControlChange, by: str) -> ActRow:
    bar = made.after.bars[by]
    subject = _subject(made.player_id, by, bar)
    return act_of(
        Act.EXCLUSION_BEGUN,
        f"{subject}:begun",
        subject=subject,
        player=made.player_id,
        actor=made.actor,
        reason=bar.reason,
        body=ExclusionBody(by=by, until_ms=_end(bar)),
        at_ms=made.at_ms,
    )


def _lifted(made: ControlChange, by: str, bar: Bar, reason: str) -> ActRow:
    subject = _subject(made.player_id, by, bar)
    return act_of(
        Act.EXCLUSION_LIFTED,
        f"{subject}:lifted",
        subject=subject,
        player=made.player_id,
        actor=made.actor,
        reason=reason,
        at_ms=made.at_ms,
    )


def _end(bar: Bar) -> int | None:
    return None if bar.until_ms == FOR_EVER_MS else bar.until_ms


def _told(player: str, by: str, bar: Bar) -> Exclusion:
    return Exclusion(
        player=player,
        by=by,
        actor=bar.actor,
        reason=bar.reason,
        since_ms=bar.since_ms,
        until_ms=_end(bar),
    )


def _read(act: ActRow) -> Exclusion:
    body = _body(act.body)
    return Exclusion(
        player=act.player,
        by=body.by,
        actor=act.actor,
        reason=act.reason,
        since_ms=act.at_ms,
        until_ms=body.until_ms,
    )
