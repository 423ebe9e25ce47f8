"""An evening at the shift manager's desk: what the house answers it, and a gateway that does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec.structs import replace
from playwright.sync_api import WebSocketRoute
from tests.browser.studio.fake import NOW, FakeGateway
from tests.browser.studio.scenes import SCENES
from tests.browser.studio.wall_scenes import HOUR, MINUTE, WALL
from typing_extensions import override

from sabot.table.views import HandShown
from sabot.wire import desk as d
from sabot.wire import expiry as x
from sabot.wire import messages as m
from sabot.wire import office as o
from sabot.wire import studio as s
from sabot.wire.table_view import TableView

REFUND = s.RefundPreview(
    table="live-1",
    round="live-1-2841",
    players=214,
    bets=293,
    cents=948_250,
    golden=3,
    golden_cents=1_500,
    by_kind=(
        s.LineShown(kind="banker", players=108, bets=108, cents=473_100),
        s.LineShown(kind="player", players=89, bets=89, cents=390_250),
        s.LineShown(kind="tie", players=41, bets=41, cents=38_800),
        s.LineShown(kind="either_pair", players=37, bets=37, cents=29_600),
        s.LineShown(kind="banker_bonus", players=18, bets=18, cents=16_500),
    ),
    by_operator={"house": 336_250, "alfa": 500_000, "beta": 112_000},
    can_cancel=True,
    why_not=None,
    needs_two=True,
    currency="EUR",
)


def line(seq: int, ago_s: int, event: str, **more: Any) -> d.TimelineLine:
    """An event of the round so many seconds ago."""
    usual: dict[str, Any] = dict.fromkeys(
        ("actor", "position", "second", "card", "words", "public")
    )
    return d.TimelineLine(seq=seq, at_ms=NOW - ago_s * 1_000, event=event, **{**usual, **more})


TIMELINE = d.Timeline(
    table="live-1",
    round="live-1-2841",
    lines=(
        line(1, 62, "RoundOpened"),
        line(2, 50, "BetsClosed"),
        line(3, 47, "CardDealt", position="P1", card="4D", actor="Giulia"),
        line(4, 45, "CardDealt", position="B1", card="9C", actor="Giulia"),
        line(
            5,
            42,
            "IncidentRecorded",
            position="P2",
            second="B1",
            words="scan/repeated",
            actor="Giulia",
        ),
        line(6, 35, "AlarmSeen", actor="Marta Ricci"),
        line(7, 22, "ManagerCalled", words="cards", actor="Giulia"),
        line(8, 14, "CorrectionProposed", position="B1", card="KS", actor="Giulia"),
    ),
)
DEALERS = tuple(
    d.DealerOfHouse(name=name, actor=f"staff:{name}")
    for name in ("Anna", "Davide", "Giulia", "Nico")
)
HISTORY = tuple(
    s.AlarmLine(
        alarm=f"{kind}:{number}",
        table=table,
        kind=kind,
        priority=s.Priority(priority),
        facts={},
        began_ms=NOW - ago * MINUTE,
        seen_by=seen,
        seen_at_ms=None if seen is None else NOW - ago * MINUTE + 8_000,
        ended_ms=NOW - over * MINUTE if over else None,
    )
    for number, (table, kind, priority, ago, seen, over) in enumerate(
        (
            ("live-4", "call", "2", 52, "Marta Ricci", 49),
            ("live-11", "incident", "1", 41, "Paolo Neri", 38),
            ("live-2", "cut_card", "3", 30, None, 22),
            ("live-1", "incident", "1", 1, "Marta Ricci", 0),
            ("live-10", "studio_silent", "1", 2, None, 0),
        )
    )
)
ROUND = "live-2-2790"
WAITING = (
    d.ApprovalLine(
        kind="annulment",
        id="a1",
        table="live-2",
        round=ROUND,
        player=None,
        amount=91_000,
        by="Paolo Neri",
        at_ms=NOW - 9 * MINUTE,
        reason="the shoe was not the one that was announced",
        yours=False,
        players=44,
        gives=52_000,
        takes=39_000,
        until_ms=NOW + 90 * 24 * HOUR,
        facts={"uncollected": 1_250, "theirs": 0, "chips": 1},
    ),
    d.ApprovalLine(
        kind="credit",
        id="c1",
        table=None,
        round="live-2-2790",
        player="ugo_t",
        amount=4_500,
        by="S. Ferri",
        at_ms=NOW - 4 * MINUTE,
        reason="chip not registered, seen on the recording",
        yours=False,
        until_ms=NOW + 89 * 24 * HOUR,
    ),
    d.ApprovalLine(
        kind="credit",
        id="c2",
        table=None,
        round=None,
        player="Sissi",
        amount=1_250,
        by="Marta Ricci",
        at_ms=NOW - 2 * MINUTE,
        reason="goodwill",
        yours=True,
        why_not="proposal/own",
        until_ms=NOW + 89 * 24 * HOUR,
    ),
)
PEOPLE = tuple(
    d.OnDutyLine(
        name=name,
        actor=f"staff:{name}",
        role=role,
        since_ms=NOW - HOUR,
        sockets=sockets,
        tables=tables,
    )
    for name, role, sockets, tables in (
        ("Nico", "dealer", 0, ("live-12",)),
        ("Giulia", "dealer", 1, ("live-1",)),
        ("Davide", "dealer", 1, ("live-5",)),
        ("R. Galli", "supervisor", 1, ()),
        ("Anna", "moderator", 2, ()),
        ("Marta Ricci", "shift_manager", 1, ()),
    )
)
INCIDENTS = tuple(
    d.IncidentLine(
        table=f"live-{number}",
        incident=number,
        kind=kind,
        position="P2",
        first="",
        detail="",
        by="Giulia",
        at_ms=NOW - number * 11 * MINUTE,
        round=f"live-{number}-2799",
        open=number < 3,
        closed_by=None if number < 3 else "Marta Ricci",
        closed_because=None if number < 3 else "read again",
        closed_at_ms=None if number < 3 else NOW - number * 10 * MINUTE,
    )
    for number, kind in enumerate(
        ("scan/repeated", "cards/dropped", "scan/foreign", "scan/early", "scan/bad_barcode"), 1
    )
)


PREVIEW = o.AnnulmentPreview(
    round=ROUND,
    lines=tuple(
        o.AnnulmentLine(
            player=player,
            operator=None,
            currency="EUR",
            staked=staked,
            paid=paid,
            amount=staked - paid,
            uncollected=0,
            theirs=0,
            chips=0,
        )
        for player, staked, paid in (("ugo_t", 2_500, 0), ("Sissi", 1_000, 1_950))
    ),
)


@dataclass
class DeskGateway(FakeGateway):
    """The house as the desk asks for it."""

    role: str = "shift_manager"
    nickname: str = "Marta Ricci"
    wall: tuple[s.WallTable, ...] = WALL
    history: tuple[s.AlarmLine, ...] = HISTORY
    waiting: tuple[d.ApprovalLine, ...] = WAITING
    refund: s.RefundPreview = REFUND
    decided: list[str] = field(default_factory=list)

    @override
    def _api(self, path: str) -> dict[str, Any]:
        told: Mapping[str, object] = {
            "api/staff/approvals": d.Approvals(waiting=self.waiting),
            "api/staff/duty": d.OnDuty(people=PEOPLE, dealers=DEALERS),
            "api/staff/annulments/preview": PREVIEW,
            "api/staff/incidents": d.Incidents(incidents=INCIDENTS, next=None),
            "api/staff/expiries": x.Expiries(announced=(), proposals=()),
            "api/staff/tables/live-1/refund": self.refund,
            "api/staff/tables/live-1/timeline": TIMELINE,
        }
        if path == "api/visitor":
            me = dict(super()._api(path)["me"])
            return {"me": {**me, "account": "marta"}}
        found = told.get(path)
        if found is not None:
            return dict(msgspec.to_builtins(found))
        if path.startswith("api/staff/adjustments/"):
            self.decided.append(path)
            self.waiting = ()
            return {}
        return super()._api(path)

    @override
    def _heard(self, socket: WebSocketRoute, text: str | bytes) -> None:
        super()._heard(socket, text)
        if msgspec.json.decode(text)["type"] == "watch_staff":
            self._tell(socket, m.StaffWall(tables=self.wall, at_ms=NOW))
            self._tell(socket, m.StaffAlarms(lines=self.history, whole=True))

    def tell(self, message: m.Message) -> None:
        """Say something to every page that is open."""
        for socket in self.sockets:
            self._tell(socket, message)


def stopped(**staff: Any) -> TableView:
    """Aurora as it stands still, with the effect of the proposal."""
    view = SCENES["proposed"]()
    assert view.studio is not None
    hands = (
        HandShown(name="player", cards=("4D", None), total="4"),
        HandShown(name="banker", cards=("KS", None), total="0"),
    )
    effect = s.EffectShown(hands=hands, next=("P2",), result_known=False)
    assert view.studio.proposal is not None
    proposal = replace(view.studio.proposal, effect=effect)
    return replace(view, studio=replace(view.studio, **{"proposal": proposal, **staff}))


def desk(**changes: Any) -> DeskGateway:
    """The desk of this evening, with Aurora stopped and a proposal of its dealer."""
    info = {
        "laid_before_close": 6,
        "seats": 0,
        "decks": 8,
        "currency": "EUR",
        "bets": [{"kind": kind, "on": True} for kind in ("player", "banker", "tie", "either_pair")],
    }
    changes.setdefault("view", stopped())
    return DeskGateway(info=info, **changes)
