"""Whose player staff reach: those of their own operator, and a shift manager every one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.gateway.http.conftest import Casino
from tests.gateway.http.players import finished, play
from tests.gateway.http.premises import Premises, played

from sabot.money import Currency
from sabot.service.identity.launches import Launch

Counted = Callable[[str, object], None]

OBJECTS = {
    # whose player · who may reach them
    "ann": {"shift_manager-house-1"},
    "acme:7": {"shift_manager-house-1", "operator-acme-1"},
    "other:9": {"shift_manager-house-1", "operator-other-1"},
}


def come(here: Premises, operator: str, player: str) -> None:
    wish = Launch(operator=operator, operator_player=player, nickname="Ada", currency=Currency.EUR)
    here.services.identity.launches.redeem(here.services.identity.launches.ask(wish).token)


@pytest.mark.parametrize("what", ["golden-chips", "adjustments"])
def test_staff_reach_their_own_operators_players(
    casino: Casino, what: str, record_property: Counted
) -> None:
    come(casino.here, "acme", "7")
    come(casino.here, "other", "9")

    async def cell(here: Premises, login: str, player: str) -> tuple[int, str]:
        body: dict[str, object] = {
            "id": f"{login}-{player.replace(':', '-')}",
            "player": player,
            "reason": "a test",
        }
        if what == "adjustments":
            body |= {"amount": 100, "round": played(here, player)}
        else:
            later = here.house.clock.wall_ms() + 86_400_000
            body |= {"count": 1, "value": 100, "currency": "EUR", "expires_at_ms": later}
        async with here.browser() as client:
            answer = await client.post(
                f"/api/staff/{what}", json=body, headers=await here.bearer(login)
            )
        return answer.status_code, answer.json().get("code", "")

    count = 0
    for player, reach in OBJECTS.items():
        for login in ("shift_manager-house-1", "operator-acme-1", "operator-other-1"):
            found = casino.run(cell(casino.here, login, player))
            expected = (200, "") if login in reach else (404, "player/unknown")
            assert found == expected, (login, player)
            count += 1
    record_property("counted", f"{what} × staff × whose player: {count} cells")


def test_P6_credits_are_seen_and_decided_within_reach_by_somebody_else(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        come(here, "acme", "7")
        round_id = played(here, "acme:7")
        mine = await here.bearer("operator-acme-1")
        second = await here.bearer("operator-acme-2")
        foreign = await here.bearer("operator-other-1")
        body = {"id": "four-eyes", "player": "acme:7", "amount": 100, "round": round_id}
        yes = {"verdict": "approve", "reason": "seen"}
        path = "/api/staff/adjustments"
        async with here.browser() as client:
            proposed = await client.post(path, json=body | {"reason": "a test"}, headers=mine)
            assert proposed.json()["verdict"] == "proposed"
            seen = (await client.get(path, headers=foreign)).json()["credits"]
            assert all(one["player"].startswith("other:") for one in seen)
            for headers, status, code in (
                (foreign, 404, "proposal/unknown"),
                (mine, 409, "proposal/own"),
            ):
                answer = await client.post(f"{path}/four-eyes", json=yes, headers=headers)
                assert (answer.status_code, answer.json()["code"]) == (status, code)
            done = await client.post(f"{path}/four-eyes", json=yes, headers=second)
            assert done.json()["verdict"] == "approved"

    casino.run(story(casino.here))


def test_whole_rounds_show_bets_within_reach(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        headers, socket = await play(here, "ben", rounds=1)
        name = finished(socket)["speed-1"][0]
        seen = {}
        for login in ("auditor-house-1", "shift_manager-house-1", "operator-acme-1"):
            answer = await here.get(f"/api/staff/rounds/{name}", await here.bearer(login))
            seen[login] = {bet["player"] for bet in answer.json()["bets"]}
        assert seen == {
            "auditor-house-1": {"ben"},
            "shift_manager-house-1": {"ben"},
            "operator-acme-1": set(),
        }
        assert (await here.get(f"/api/staff/rounds/{name}", headers)).status_code == 403

    casino.run(story(casino.here))
