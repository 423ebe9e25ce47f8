"""The word of the studio: a console in charge or a device says every few seconds that it is there.

Owns what the last word said of scanner and picture. How long a studio may be silent is the table's
own rule (P5, F253).
"""

from __future__ import annotations

from collections.abc import Callable

from sabot.errors import Refused
from sabot.gateway.authority import check_place
from sabot.gateway.broadcast.broadcaster import Broadcaster
from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.request_reader import RequestReader, actor_of
from sabot.gateway.tables.feed import TableFeed
from sabot.service.identity.roles import DeviceKind, Principal
from sabot.service.ports import Clock
from sabot.service.tables.envelopes import Envelope, Reply
from sabot.table import commands as c
from sabot.table.authority import ActorKind
from sabot.wire import requests as r


class Heartbeats:
    """What the studio last said, by table."""

    def __init__(
        self,
        broadcaster: Broadcaster,
        reader: RequestReader,
        *,
        clock: Clock,
        changed: Callable[[str], None],
    ) -> None:
        self._broadcaster = broadcaster
        self._clock = clock
        self._changed = changed
        self._lost: dict[str, int] = {}  # table → since when its scanner is reported as lost
        self._reporting: dict[str, bool] = {}  # table → the picture that is being reported
        reader.on(r.Heartbeat, self._beat)

    def scanner_lost_ms(self, table: str) -> int | None:
        """Since when the console in charge reports no scanner, on the house's clock."""
        return self._lost.get(table)

    def _beat(self, connection: Connection, request: object) -> None:
        assert isinstance(request, r.Heartbeat)
        principal, feed = connection.principal, self._broadcaster.feeds.get(request.table)
        check_place(principal, request.table)
        if feed is None:
            raise Refused("table/unknown")
        actor, kind = actor_of(principal), principal.role.actor_kind
        assert kind is not None, "the matrix lets in dealers and devices"
        if not feed.table.hear_studio(actor=actor, actor_kind=kind, console=request.console):
            raise Refused(_not_the_studio(feed, actor))
        binding = principal.binding
        if binding is not None and binding.kind is DeviceKind.CAMERA:
            self._see_picture(principal, feed, available=request.video)
        else:
            self._see_scanner(request.table, found=request.scanner)

    def _see_scanner(self, table: str, *, found: bool) -> None:
        if found == (table not in self._lost):
            return
        if found:
            del self._lost[table]
        else:
            self._lost[table] = self._clock.wall_ms()
        self._changed(table)

    def _see_picture(self, principal: Principal, feed: TableFeed, *, available: bool) -> None:
        """F271: what the camera says becomes an event of the table, once for each change."""
        state, table = feed.table.state, feed.table_id
        if state.video == available or self._reporting.get(table) == available:
            return
        self._reporting[table] = available

        def answered(_reply: Reply) -> None:
            self._reporting.pop(table, None)

        feed.table.send(
            Envelope(
                actor=actor_of(principal),
                actor_kind=ActorKind.DEVICE,
                cmd_id=f"video:{feed.epoch}:{state.seq}",
                command=c.ReportVideo(available=available),
            ),
            answered,
        )


def _not_the_studio(feed: TableFeed, actor: str) -> str:
    """Why a word does not count: another console of the dealer in charge, or another dealer."""
    dealer = feed.table.state.dealer
    same = dealer is not None and dealer.actor == actor
    return "studio/other_console" if same else "studio/not_signed_on"
