"""What the desk asks over HTTP: refunds, timelines, the log of incidents, approvals, duty."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from tests.gateway.http.premises import Premises
from tests.gateway.staff.studio import (
    AUDITOR,
    DEALER,
    LIVE,
    MANAGER,
    MODERATOR,
    OTHER_MANAGER,
    act,
    done,
    ready,
    shown,
    studio,
    until_shown,
    watching,
)


async def asked(here: Premises, login: str, path: str) -> Any:
    """An answer over HTTP that has to be one."""
    answer = await here.get(path, await here.bearer(login))
    assert answer.status_code == 200, answer.text
    return answer.json()


async def incident(here: Premises) -> tuple[Any, Any, int]:
    """A round with a bet that stopped at an incident: dealer, manager, its number."""
    dealer = await ready(here)
    manager = await watching(here, MANAGER)
    ann = await watching(here, "ann")
    await done(dealer, "OpenBetting")
    await until_shown(manager, greet=[])
    while not shown(ann).get("bets_for"):
        ann.heard.clear()
        await ann.heard.wait()
    answer = await act(ann, "PlaceChip", kind="player", amount=1_000)
    assert answer["accepted"], answer
    early = {"position": "P1", "code": "live-1.1:1:4S", "card": "4S"}
    refused = await act(dealer, "Scan", **early)
    assert refused["code"] == "scan/early", refused
    while not (found := (shown(manager).get("studio") or {}).get("incidents")):
        manager.heard.clear()
        await manager.heard.wait()
    return dealer, manager, int(found[-1]["incident"])


def test_F276_the_log_of_incidents_says_how_each_ended(tmp_path: Path) -> None:
    async def story(here: Premises) -> None:
        _, manager, number = await incident(here)
        (open_,) = (await asked(here, AUDITOR, f"/api/staff/incidents?table={LIVE}"))["incidents"]
        assert (open_["incident"], open_["open"], open_["by"]) == (number, True, DEALER)
        assert "4S" not in repr(open_)
        await done(manager, "Resume", reason="removed")
        await done(manager, "CloseIncident", incident=number, reason="the dealer was early")
        path = "/api/staff/incidents?open=false&kind=scan/early"
        (closed,) = (await asked(here, MANAGER, path))["incidents"]
        assert (closed["closed_by"], closed["closed_because"]) == (MANAGER, "the dealer was early")
        assert closed["closed_at_ms"] >= closed["at_ms"]
        none = await asked(here, MANAGER, "/api/staff/incidents?open=true")
        assert none == {"incidents": [], "next": None}
        assert (await asked(here, MANAGER, "/api/staff/incidents?until=1"))["incidents"] == []

    run(tmp_path, story)


def test_F244_the_refund_and_the_queue_of_the_second_person(tmp_path: Path) -> None:
    async def story(here: Premises) -> None:
        dealer, manager, _ = await incident(here)
        refund = await asked(here, MANAGER, f"/api/staff/tables/{LIVE}/refund")
        assert (refund["can_cancel"], refund["why_not"]) == (True, None)
        view = shown(manager)
        await done(dealer, "ProposeCancel", reason="cards mixed up", round_id=view["round"])
        (mine,) = (await asked(here, MANAGER, "/api/staff/approvals"))["waiting"]
        assert (mine["kind"], mine["by"], mine["yours"]) == ("cancel", DEALER, False)
        assert mine["reason"] == "cards mixed up"
        await done(manager, "ProposeCancel", reason="as the dealer says", round_id=view["round"])
        (ours,) = (await asked(here, MANAGER, "/api/staff/approvals"))["waiting"]
        assert ours["yours"]
        (theirs,) = (await asked(here, OTHER_MANAGER, "/api/staff/approvals"))["waiting"]
        assert not theirs["yours"]

    run(tmp_path, story)


def test_F241_the_timeline_names_people_and_positions(tmp_path: Path) -> None:
    async def story(here: Premises) -> None:
        _, manager, _ = await incident(here)
        await done(manager, "Resume", reason="removed")
        told = await asked(here, DEALER, f"/api/staff/tables/{LIVE}/timeline")
        assert told["round"] == shown(manager)["round"]
        by_kind = {line["event"]: line for line in told["lines"]}
        assert by_kind["IncidentRecorded"]["actor"] == DEALER
        assert by_kind["IncidentRecorded"]["position"] == "P1"
        assert by_kind["TableResumed"]["words"] == "removed"
        assert by_kind["TableResumed"]["actor"] == MANAGER
        other = f"/api/staff/tables/{LIVE}/timeline?round=speed-1-1"
        answer = await here.get(other, await here.bearer(DEALER))
        assert answer.json()["code"] == "round/unknown"

    run(tmp_path, story)


def test_who_is_on_duty_and_where(tmp_path: Path) -> None:
    async def story(here: Premises) -> None:
        await ready(here)
        await watching(here, "ann")
        people = (await asked(here, MANAGER, "/api/staff/duty"))["people"]
        (dealer,) = people
        assert (dealer["name"], dealer["role"], dealer["tables"]) == (DEALER, "dealer", [LIVE])

    run(tmp_path, story)


def test_a_moderator_reads_a_result_and_no_bet(tmp_path: Path) -> None:
    async def story(here: Premises) -> None:
        _, manager, _ = await incident(here)
        name = shown(manager)["round"]
        told = await asked(here, MODERATOR, f"/api/rounds/{name}")
        assert (told["bets"], told["staked"], told["paid"]) == ([], 0, None)
        assert told["status"] == "open"
        refused = await here.get(f"/api/rounds/{name}/replay", await here.bearer(MODERATOR))
        assert refused.json()["code"] == "request/not_for_you"

    run(tmp_path, story)


def run(folder: Path, story: Callable[[Premises], Coroutine[None, None, None]]) -> None:
    """Play a story in a studio of its own."""

    async def play() -> None:
        async with studio(folder) as here, asyncio.timeout(30):
            await story(here)

    asyncio.run(play())
