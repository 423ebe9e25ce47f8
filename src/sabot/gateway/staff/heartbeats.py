"""The word of the studio: a console in charge or a device says every few seconds that it is there.

Owns what each of them last said of its scanners, and what was last said of the picture. A scanner
counts as lost until the one that reported it says that it is back; a device whose line breaks is
lost as well. How long a studio may be silent is the table's own rule (P5, F253).
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
from sabot.table.refusals import TableRefusal
from sabot.table.staff.refusals import DealerRefusal
from sabot.wire import requests as r

CONSOLE = "console"
"""Whatever console is in charge of a table; a device has the name of its account."""


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
        self._lost: dict[str, dict[str, int]] = {}  # table → who has lost a scanner, since when
        self._heard: set[Connection] = set()  # scanners' sockets that have sent a heartbeat
        self._reporting: dict[str, bool] = {}  # table → the picture that is being reported
        reader.on(r.Heartbeat, self._beat)
        reader.departures.append(self._left)

    def scanner_lost_ms(self, table: str) -> int | None:
        """Since when a console or a device is without its scanner, on the house's clock."""
        return min(self._lost.get(table, {}).values(), default=None)

    def _beat(self, connection: Connection, request: object) -> None:
        assert isinstance(request, r.Heartbeat)
        principal, feed = connection.principal, self._broadcaster.feeds.get(request.table)
        check_place(principal, request.table)
        if feed is None:
            raise Refused(TableRefusal.UNKNOWN)
        actor, kind = actor_of(principal), principal.role.actor_kind
        assert kind is not None, "the matrix lets in dealers and devices"
        if not feed.table.hear_studio(actor=actor, actor_kind=kind, console=request.console):
            raise Refused(_not_the_studio(feed, actor))
        binding = principal.binding
        if binding is None:
            self._see_scanner(request.table, CONSOLE, found=request.scanner)
        elif binding.kind is DeviceKind.CAMERA:
            self._see_picture(principal, feed, available=request.video)
        else:
            self._heard.add(connection)
            self._see_scanner(request.table, principal.account_id, found=request.scanner)

    def _left(self, connection: Connection) -> None:
        """A scanner's line broke; one that was removed is not awaited."""
        if connection not in self._heard:
            return
        self._heard.discard(connection)
        device, place = connection.principal.account_id, connection.principal.binding
        if place is None or any(one.principal.account_id == device for one in self._heard):
            return
        self._see_scanner(place.table, device, found=connection.dismissed)

    def _see_scanner(self, table: str, whose: str, *, found: bool) -> None:
        lost = self._lost.setdefault(table, {})
        if found == (whose not in lost):
            return
        if found:
            del lost[whose]
        else:
            lost[whose] = self._clock.wall_ms()
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


def _not_the_studio(feed: TableFeed, actor: str) -> DealerRefusal:
    """Why a word does not count: another console of the dealer in charge, or another dealer."""
    dealer = feed.table.state.dealer
    same = dealer is not None and dealer.actor == actor
    return DealerRefusal.OTHER_CONSOLE if same else DealerRefusal.NOT_SIGNED_ON
