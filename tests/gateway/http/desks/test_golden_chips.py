"""Golden chips over HTTP: a few by one person, more by two of the same reach."""

from __future__ import annotations

from tests.gateway.http.conftest import Casino
from tests.gateway.http.premises import Premises

PATH = "/api/staff/golden-chips"


def test_a_large_grant_is_decided_by_another_manager(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        first = await here.bearer("shift_manager-house-1")
        second = await here.bearer("shift_manager-house-2")
        stranger = await here.bearer("operator-acme-1")
        later = here.house.clock.wall_ms() + 86_400_000
        chips = {"id": "large", "player": "ann", "count": 10, "value": 2_000, "currency": "EUR"}
        chips |= {"expires_at_ms": later, "reason": "a birthday", "games": ["speed_baccarat"]}
        yes = {"verdict": "approve", "reason": "agreed"}
        async with here.browser() as client:
            asked = await client.post(PATH, json=chips, headers=first)
            assert asked.json()["verdict"] == "proposed"
            assert "large" not in here.house.rack.grants("ann")
            seen = (await client.get(PATH, headers=second)).json()["grants"]
            assert asked.json() in seen
            assert (await client.get(PATH, headers=stranger)).json()["grants"] == []
            for headers, status, code in (
                (stranger, 404, "proposal/unknown"),
                (first, 409, "proposal/own"),
            ):
                answer = await client.post(f"{PATH}/large", json=yes, headers=headers)
                assert (answer.status_code, answer.json()["code"]) == (status, code)
            done = await client.post(f"{PATH}/large", json=yes, headers=second)
            assert done.json() == asked.json() | {"verdict": "approved"}
            assert here.house.rack.grants("ann")["large"].chips.games == ("speed_baccarat",)
            over = chips | {"id": "huge", "count": 1_000, "value": 500_000}
            refused = await client.post(PATH, json=over, headers=first)
            assert (refused.status_code, refused.json()["code"]) == (409, "ceiling/over")
            assert refused.json()["data"]["ceiling"] == "chips_proposed"

    casino.run(story(casino.here))


def test_golden_chips_for_a_table_that_nobody_has_are_refused(casino: Casino) -> None:
    async def story(here: Premises) -> tuple[int, str]:
        later = here.house.clock.wall_ms() + 86_400_000
        body = {"id": "nowhere", "player": "ann", "count": 1, "value": 100, "currency": "EUR"}
        body |= {"expires_at_ms": later, "reason": "a test", "tables": ["speed-1", "spede-1"]}
        manager = await here.bearer("shift_manager-house-1")
        async with here.browser() as client:
            answer = await client.post(PATH, json=body, headers=manager)
        return answer.status_code, answer.json()["code"]

    assert casino.run(story(casino.here)) == (404, "table/unknown")
