"""Routes for machines that watch this one: alive, ready, figures."""

from __future__ import annotations

from collections import Counter

from litestar import MediaType, Response, get
from litestar.types import ControllerRouterHandler

from sabot.errors import Unavailable
from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.metrics import Sample, exposition
from sabot.service.refusals import HouseFault, ServerFault
from sabot.wire.office import BrokenTable, Health, Readiness

TEXT = "text/plain; version=0.0.4"  # Litestar adds the charset


def probe_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """What a supervisor asks."""

    @get("/healthz")
    async def alive() -> Health:
        return Health()

    @get("/readyz")
    async def ready() -> Readiness:
        if not deps.ready():
            raise Unavailable(ServerFault.STARTING)
        hosts = [feed.table for feed in deps.broadcaster.feeds.values() if feed.table.cannot_write]
        if hosts:
            raise Unavailable(
                HouseFault.CANNOT_WRITE, reason=hosts[0].store_error, tables=len(hosts)
            )
        # 200 all the same: one broken table is no reason to send players away from the others.
        faults = sorted(deps.house.out_of_order.values(), key=lambda fault: fault.table_id)
        return Readiness(
            out_of_order=tuple(BrokenTable(table=one.table_id, code=one.code) for one in faults),
            clock_in_doubt=deps.house.clock_desk.in_doubt,
            in_doubt=dict(
                sorted(Counter(about.value for about, _ in deps.house.proof.doubts).items())
            ),
            seals_noted=deps.house.proof.seals_noted,
        )

    @get("/metrics", media_type=MediaType.TEXT)
    async def metrics() -> Response[str]:
        return Response(_figures(deps), media_type=TEXT)

    return [alive, ready, metrics]


def _figures(deps: Dependencies) -> str:
    counters, broadcaster = deps.counters, deps.broadcaster
    phases = Counter(feed.table.state.phase.value for feed in broadcaster.feeds.values())
    families: list[tuple[str, str, str, list[Sample]]] = [
        ("sockets", "gauge", "Open sockets.", [Sample({}, broadcaster.open.sockets())]),
        (
            "clock_in_doubt",
            "gauge",
            "1 while the wall clock has jumped and no person has confirmed it.",
            [Sample({}, deps.house.clock_desk.in_doubt)],
        ),
        (
            "in_doubt",
            "gauge",
            "Facts that do not fit the house log or the sums.",
            [Sample({}, len(deps.house.proof.doubts))],
        ),
        (
            "tables",
            "gauge",
            "Tables by phase.",
            [Sample({"phase": phase}, count) for phase, count in sorted(phases.items())],
        ),
        (
            "tables_out_of_order",
            "gauge",
            "Tables that cannot be run.",
            [Sample({}, len(deps.house.out_of_order))],
        ),
        (
            "commands_accepted_total",
            "counter",
            "Commands of sockets that were accepted.",
            [Sample({}, counters.accepted)],
        ),
        (
            "commands_refused_total",
            "counter",
            "Commands of sockets that were refused, by code.",
            [Sample({"code": code}, count) for code, count in sorted(counters.refused.items())],
        ),
        (
            "fanout_frames_total",
            "counter",
            "Frames handed to sockets.",
            [Sample({}, broadcaster.fanout.frames)],
        ),
        (
            "fanout_bytes_total",
            "counter",
            "Bytes handed to sockets.",
            [Sample({}, broadcaster.fanout.bytes)],
        ),
        (
            "http_requests_total",
            "counter",
            "Requests over HTTP by method, route and status.",
            [
                Sample({"method": method, "route": route, "status": str(status)}, count)
                for (method, route, status), count in sorted(counters.requests.items())
            ],
        ),
    ]
    guesses = deps.identity.sign_in.guesses
    families += [
        (
            "sign_in_failures_total",
            "counter",
            "Sign-ins with a wrong login or password.",
            [Sample({}, guesses.failed_total)],
        ),
        (
            "sign_in_alarms_total",
            "counter",
            "Logins with many failures within 15 minutes.",
            [Sample({}, guesses.alarms_total)],
        ),
    ]
    groups, units = deps.house.committer.groups, deps.house.committer.units
    families += [
        ("commit_groups_total", "counter", "Transactions.", [Sample({}, groups)]),
        ("commit_units_total", "counter", "Units in them.", [Sample({}, units)]),
    ]
    return "".join(
        exposition(f"sabot_{name}", kind, about, samples) for name, kind, about, samples in families
    )
