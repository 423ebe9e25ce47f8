"""What the desk asks over HTTP: refunds, timelines, the log of incidents, approvals, duty."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx
from tests.gateway.http.premises import Premises
from tests.gateway.staff.studio import (
    AUDITOR,
    DEALER,
    LIVE,
    MANAGER,
    MODERATOR,
    OTHER_DEALER,
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


def test_F255_the_queue_says_what_an_annulment_would_move_and_for_how_long(tmp_path: Path) -> None:
    """Who asked, why, what happens in money, until when, and who may not decide it."""

    async def story(here: Premises) -> None:
        round_id = await settled(here)
        path = f"/api/staff/annulments/preview?round={round_id}"
        (line,) = (await asked(here, MANAGER, path))["lines"]
        assert (line["player"], line["staked"]) == ("ann", 1_000)
        body = {"id": "a1", "round": round_id, "reason": "the shoe was wrong"}
        assert (await sent(here, MANAGER, "/api/staff/annulments", body)).status_code == 200
        (mine,) = (await asked(here, MANAGER, "/api/staff/approvals"))["waiting"]
        assert (mine["kind"], mine["yours"], mine["why_not"]) == ("annulment", True, "proposal/own")
        (theirs,) = (await asked(here, OTHER_MANAGER, "/api/staff/approvals"))["waiting"]
        assert (theirs["by"], theirs["reason"]) == (MANAGER, "the shoe was wrong")
        assert (theirs["yours"], theirs["why_not"]) == (False, None)
        assert (theirs["table"], theirs["round"], theirs["players"]) == ("speed-1", round_id, 1)
        assert theirs["gives"] - theirs["takes"] == line["amount"]
        assert theirs["until_ms"] - theirs["at_ms"] == 90 * 24 * 3_600_000
        decision = {"verdict": "approve", "reason": "seen on the recording"}
        own = await sent(here, MANAGER, "/api/staff/annulments/a1", decision)
        assert own.json()["code"] == "proposal/own"
        other = await sent(here, OTHER_MANAGER, "/api/staff/annulments/a1", decision)
        assert other.status_code == 200, other.text
        assert (await asked(here, MANAGER, "/api/staff/approvals"))["waiting"] == []
        again = await here.get(path, await here.bearer(MANAGER))
        assert again.json()["code"] == "annul/again"

    run(tmp_path, story)


async def settled(here: Premises) -> str:
    """A round of a virtual table in which Ann has staked 10.00, paid by now."""
    ann = await watching(here, "ann", "speed-1")
    while not (found := shown(ann, "speed-1").get("bets_for")):
        ann.heard.clear()
        await ann.heard.wait()
    chip = {"type": "PlaceChip", "kind": "player", "amount": 1_000}
    ann.say(type="act", cmd_id="chip", table="speed-1", command=chip)
    assert (await ann.until("answer", cmd_id="chip"))["accepted"]
    round_id = str(found).partition("@")[0]
    for _ in range(200):
        if await is_settled(here, round_id):
            return round_id
        await asyncio.sleep(0.05)
    raise TimeoutError


async def is_settled(here: Premises, round_id: str) -> bool:
    """Whether the round could be annulled: it is paid."""
    path = f"/api/staff/annulments/preview?round={round_id}"
    return (await here.get(path, await here.bearer(MANAGER))).status_code == 200


async def sent(here: Premises, login: str, path: str, body: dict[str, str]) -> httpx.Response:
    """The answer to a POST of a colleague."""
    headers = await here.bearer(login)
    async with httpx.AsyncClient(base_url=here.address) as client:
        return await client.post(path, json=body, headers=headers)


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
        told = await asked(here, MANAGER, "/api/staff/duty")
        dealers = {one["name"]: one["actor"] for one in told["dealers"]}
        assert {DEALER, OTHER_DEALER} <= set(dealers)  # for a planned change, connected or not
        assert dealers[DEALER] == dealer["actor"]

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
