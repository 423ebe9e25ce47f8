"""The first messages on a socket: which account it belongs to, and what its player has."""

from __future__ import annotations

import pytest
from tests.gateway.http.conftest import Casino
from tests.gateway.http.premises import Premises


@pytest.mark.parametrize(
    ("login", "kinds"),
    [("ann", ["welcome", "balance", "pong"]), ("dealer-house-1", ["welcome", "pong"])],
)
def test_a_socket_is_welcomed_and_a_player_is_told_the_balance(
    casino: Casino, login: str, kinds: list[str]
) -> None:
    async def story(here: Premises) -> list[str]:
        socket = await here.socket(await here.bearer(login))
        await socket.until(kinds[-2])
        socket.say(type="ping", n=1)
        await socket.until("pong")
        return [message["type"] for message in socket.told]

    assert casino.run(story(casino.here)) == kinds
