"""The HTTP application: every route, one door, one way to say no."""

from __future__ import annotations

import msgspec
from litestar import Litestar, Response, get
from litestar.exceptions import HTTPException

from sabot.errors import SabotError
from sabot.games import registry
from sabot.gateway.http.account import account_routes
from sabot.gateway.http.bodies import StrictRequest
from sabot.gateway.http.cashier import cashier_routes
from sabot.gateway.http.control import control_routes
from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.desks.annulments import annulment_routes
from sabot.gateway.http.desks.approvals import approval_routes
from sabot.gateway.http.desks.card_sets import card_set_routes
from sabot.gateway.http.desks.credits import credit_routes
from sabot.gateway.http.desks.devices import device_routes
from sabot.gateway.http.desks.exclusions import exclusion_routes
from sabot.gateway.http.desks.expiries import expiry_routes
from sabot.gateway.http.desks.golden_chips import golden_chip_routes
from sabot.gateway.http.desks.incidents import incident_routes
from sabot.gateway.http.desks.people import people_routes
from sabot.gateway.http.desks.player_chat import player_chat_routes
from sabot.gateway.http.desks.rounds import staff_routes
from sabot.gateway.http.desks.studio_desk import studio_desk_routes
from sabot.gateway.http.desks.voids import void_routes
from sabot.gateway.http.door import Door
from sabot.gateway.http.faults import (
    on_any_error,
    on_http_error,
    on_sabot_error,
    on_unreadable,
)
from sabot.gateway.http.for_fun import for_fun_routes
from sabot.gateway.http.headers import Envelope
from sabot.gateway.http.history import history_routes
from sabot.gateway.http.office.figures import office_figure_routes
from sabot.gateway.http.office.rounds import office_round_routes
from sabot.gateway.http.openapi import described
from sabot.gateway.http.operators import operator_routes
from sabot.gateway.http.pages import game_pages, page_routes
from sabot.gateway.http.probes import probe_routes
from sabot.gateway.http.settings import settings_routes
from sabot.gateway.http.statistics import statistics_routes
from sabot.gateway.http.tables import table_routes
from sabot.gateway.http.voices import recordings_of, voice_routes

BODY_MAX = 64 * 1024


def create_app(deps: Dependencies) -> Litestar:
    """All routes of the house."""
    recordings = recordings_of(deps.settings.voices)

    @get("/api/openapi.json")
    async def openapi() -> Response[bytes]:
        return Response(published(), media_type="application/json")

    def published() -> bytes:
        if not cached:
            cached.append(msgspec.json.encode(described(app)))
        return cached[0]

    cached: list[bytes] = []
    app = Litestar(
        [
            openapi,
            *account_routes(deps),
            *table_routes(deps),
            *history_routes(deps),
            *control_routes(deps),
            *settings_routes(deps),
            *statistics_routes(deps),
            *cashier_routes(deps),
            *for_fun_routes(deps),
            *operator_routes(deps),
            *staff_routes(deps),
            *studio_desk_routes(deps),
            *incident_routes(deps),
            *approval_routes(deps),
            *player_chat_routes(deps),
            *credit_routes(deps),
            *golden_chip_routes(deps),
            *exclusion_routes(deps),
            *expiry_routes(deps),
            *void_routes(deps),
            *annulment_routes(deps),
            *people_routes(deps),
            *device_routes(deps),
            *card_set_routes(deps),
            *office_round_routes(deps),
            *office_figure_routes(deps),
            *probe_routes(deps),
            *voice_routes(recordings),
            *page_routes(recordings=recordings, games=game_pages(registry().values())),
        ],
        guards=[Door(deps)],
        before_send=[Envelope(deps)],
        exception_handlers={
            SabotError: on_sabot_error,
            HTTPException: on_http_error,
            RecursionError: on_unreadable,
            UnicodeDecodeError: on_unreadable,
            Exception: on_any_error,
        },
        openapi_config=None,
        request_class=StrictRequest,
        request_max_body_size=BODY_MAX,
        logging_config=None,
        debug=False,
    )
    return app
