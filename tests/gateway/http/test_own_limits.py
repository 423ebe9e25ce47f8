"""What a player's own limits leave is told beside their money, and is not taken for it."""

from __future__ import annotations

from tests.gateway.http.conftest import Casino
from tests.gateway.http.premises import Premises
from tests.gateway.http.test_for_fun import guest


def test_a_balance_is_the_money_and_own_limits_are_told_beside_it(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        headers, _player = await guest(here)
        socket = await here.socket(headers)
        first = await socket.until("balance")
        assert first["allowed"] is None
        assert first["available"] == first["balance"] > 2_000
        async with here.browser() as client:
            answer = await client.put(
                "/api/limits/stake_per_day", headers=headers, json={"value": 2_000}
            )
        assert answer.status_code == 200, answer.text
        told = await socket.until("balance", allowed=2_000)
        assert (told["available"], told["balance"]) == (first["available"], first["balance"])

    casino.run(story(casino.here))
