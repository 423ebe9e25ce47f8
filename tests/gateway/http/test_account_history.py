"""Credits and golden chips in the player's own history: theirs alone, and apart from play."""

from __future__ import annotations

from typing import Any

from tests.gateway.http.conftest import Casino
from tests.gateway.http.premises import PASSWORD, Premises, played

from sabot.client import account_history, sign_in

PATH = "/api/history/account"
STAFF_WORDS = ("shift_manager", "sonia", "shouted", "secret-case", "agreed")


async def _credited(here: Premises) -> None:
    """25.00 for a round, and two golden chips; with words that are not for the player."""
    first = await here.bearer("shift_manager-house-1")
    second = await here.bearer("shift_manager-house-2")
    later = here.house.clock.wall_ms() + 86_400_000
    yes = {"verdict": "approve", "reason": "agreed"}
    credit = {"id": "secret-case", "player": "ann", "amount": 2_500, "round": played(here, "ann")}
    credit |= {"reason": "she shouted"}
    chips = {"id": "g1", "player": "ann", "count": 2, "value": 500, "currency": "EUR"}
    chips |= {"expires_at_ms": later, "reason": "she shouted", "games": ["speed_baccarat"]}
    async with here.browser() as client:
        for path, body, headers in (
            ("/api/staff/adjustments", credit, first),
            ("/api/staff/adjustments/secret-case", yes, second),
            ("/api/staff/golden-chips", chips, first),
        ):
            answer = await client.post(path, json=body, headers=headers)
            assert answer.is_success, answer.text


def test_issue20_8_credits_and_golden_chips_are_in_the_players_history(casino: Casino) -> None:
    async def figures(here: Premises, ann: dict[str, str]) -> dict[str, Any]:
        answers = [await here.get(f"/api/{name}", ann) for name in ("statistics", "history/today")]
        return {str(answer.url): answer.json() for answer in answers}

    async def story(here: Premises) -> None:
        ann, bob = await here.bearer("ann"), await here.bearer("ben")
        assert (await here.get(PATH, ann)).json() == {"entries": []}
        before = await figures(here, ann)
        await _credited(here)
        answer = await here.get(PATH, ann)
        chips, credit = sorted(answer.json()["entries"], key=lambda one: str(one["kind"]))
        assert (credit["kind"], credit["amount"], credit["round"]) == ("credit", 2_500, "speed-1-7")
        assert (chips["kind"], chips["amount"]) == ("chips_granted", 1_000)
        assert chips["chips"]["games"] == ["speed_baccarat"]
        assert (chips["chips"]["count"], chips["chips"]["value"]) == (2, 500)
        assert not [word for word in STAFF_WORDS if word in answer.text]
        assert (await here.get(PATH, bob)).json() == {"entries": []}
        assert await figures(here, ann) == before  # neither a stake nor a win
        token = await sign_in(here.address, "ann", PASSWORD)
        entries = (await account_history(here.address, token=token)).entries
        assert {(one.kind, one.amount) for one in entries} == {
            ("credit", 2_500),
            ("chips_granted", 1_000),
        }

    casino.run(story(casino.here))
