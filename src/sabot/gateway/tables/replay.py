"""Replays a round: the view it began with and the updates that followed, as they were shown.

It uses the projector and the allow-list of live tables, so a replay cannot show more than was shown
live. Other players' bets are left out, and a viewer who was not in the round sees no nicknames.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from sabot.gamekit import Audience
from sabot.gateway.broadcast.table_info import Returns, info_of
from sabot.gateway.tables.feed import changes
from sabot.gateway.tables.past import PastRound
from sabot.gateway.tables.projection import Projector
from sabot.gateway.tables.telling import Listener, told
from sabot.gateway.tables.yours import yours
from sabot.money import Currency
from sabot.service.players.directory import Player
from sabot.service.tables.staged_chips import Felt
from sabot.table.state import TableState
from sabot.wire import messages as m
from sabot.wire.happenings import AnyHappening
from sabot.wire.history import Frame, Replay
from sabot.wire.table_view import TableView, You

SOMEBODY = ""
"""The nickname of other players for a viewer who was not in the round."""

EPOCH = 0
"""No live stream has this epoch: a replay resumes nothing."""

NO_CHIPS = Felt()


class Screening:
    """Shows one round to one viewer."""

    def __init__(
        self,
        past: PastRound,
        *,
        audience: Audience,
        player: str | None,
        who: Callable[[str], Player],
        returns: Returns,
    ) -> None:
        self._past = past
        self._returns = returns
        self._audience = audience
        self._player = player
        self._who = who
        self._there = audience is not Audience.PLAYER or player in past.bettors()
        self._projector = Projector(
            past.memory, who=self._named, hides_bets=lambda other: other != player
        )
        self._listener = Listener(audience, past.memory, lambda one: self._named(one).nickname)

    def _named(self, player: str) -> Player:
        known = self._who(player)
        visible = self._there or player == self._player
        return known if visible else replace(known, nickname=SOMEBODY)

    def replay(self, round_id: str) -> Replay:
        """The whole round."""
        view = self._view(self._past.opened_on)
        table, seq = self._past.opened_on.table_id, self._past.opened_on.seq
        snapshot = m.Snapshot(table=table, epoch=EPOCH, seq=seq, round=view.round, view=view)
        frames = tuple(self._frames(view, seq))
        currency = Currency.EUR if self._player is None else self._who(self._player).currency
        info = info_of(self._past.opened_on, self._returns, currency=currency)
        return Replay(round=round_id, table=table, info=info, snapshot=snapshot, frames=frames)

    def _you(self, state: TableState) -> You | None:
        """Bets, verdicts and results. Chips that were not bets were never stored."""
        if self._player is None or state.config is None:
            return None
        return yours(state, NO_CHIPS, self._past.memory, self._player)

    def _view(self, state: TableState) -> TableView:
        length = None if state.timer is None else state.timer.milliseconds
        return self._projector.view(state, self._audience, left_ms=length)

    def _frames(self, view: TableView, seq: int) -> Iterator[Frame]:
        """Make one frame of the events that were published together."""
        log = self._past.log
        happened: list[AnyHappening] = []
        for number, moment in enumerate(self._past.moments(), start=1):
            at_ms, after = moment.stored.at_ms, moment.after
            one = told(moment.event, moment.stored.seq, self._listener)
            happened += () if one is None else (one,)
            if number < len(log) and log[number].at_ms == at_ms:
                continue
            before, view = view, self._view(after)
            update = m.Update(
                table=after.table_id,
                epoch=EPOCH,
                after=seq,
                seq=after.seq,
                round=view.round,
                set=changes(before, view),
                happened=tuple(happened),
            )
            seq, happened = after.seq, []
            since = max(0, at_ms - self._past.opened_at_ms)
            yield Frame(at_ms=since, update=update, you=self._you(after))
