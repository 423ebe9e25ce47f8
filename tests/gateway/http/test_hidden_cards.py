"""Two people decide about a round over the network: hidden cards, cancelling, roles."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.gateway.http.desks.test_people import give
from tests.gateway.http.premises import Premises, Socket, opened
from tools.staged import stacked

from sabot.lab.audit import audit, sealed
from sabot.service.identity.play_money import give_play_money
from sabot.table.phases import Phase
from sabot.table.state import TableState

TABLE = "blackjack-1"
PATH = f"/api/staff/tables/{TABLE}/hidden-cards"
MANAGERS = ("shift_manager-house-1", "shift_manager-house-2")
DEALERS = ("dealer-house-1", "dealer-house-2")
CARDS = "9S 6H 3D TC"
"""Nine and three against a six, with a ten face down: the player is asked."""


class Duty:
    """Somebody on duty: a socket, and the answers to commands."""

    def __init__(self, here: Premises, headers: dict[str, str], socket: Socket) -> None:
        self._here, self.headers, self._socket = here, headers, socket
        self._numbers = iter(range(1_000))

    async def does(self, kind: str, **members: object) -> str:
        """A command about the round on the table, and the code of its answer."""
        name = f"c-{next(self._numbers)}"
        command: dict[str, object] = {"type": kind, "reason": "a test"}
        if kind != "Pause":
            command["round_id"] = state(self._here).current.round_id
        self._socket.say(
            type="act", cmd_id=name, table=TABLE, command={**command, **members}, bets_for=""
        )
        return str((await self._socket.until("answer", cmd_id=name)).get("code", ""))

    async def looks(self) -> dict[str, object]:
        """What the route says."""
        told: dict[str, object] = (await self._here.get(PATH, self.headers)).json()
        return told


def state(here: Premises) -> TableState:
    return here.house.hosts[TABLE].state


async def on_duty(here: Premises, login: str) -> Duty:
    headers = await here.bearer(login)
    socket = await here.socket(headers)
    await socket.until("welcome")
    return Duty(here, headers, socket)


@asynccontextmanager
async def asked(folder: Path) -> AsyncIterator[Premises]:
    """A casino in which a player is asked while the hole card lies face down."""
    async with opened(folder, pace=0.5, tables=(TABLE,), shuffle=stacked(CARDS)) as here:
        give_play_money(here.house.store.ledger, here.house.players.player("ann"), 100_000, at_ms=0)
        socket = await here.socket(await here.bearer("ann"))
        socket.say(type="watch", table=TABLE)
        await socket.until("snapshot", table=TABLE)
        for number, command in enumerate(
            (
                {"type": "TakeSeat", "seat": 1},
                {"type": "PlaceChip", "kind": "main", "amount": 1_000, "seat": 1},
                {"type": "DealNow"},
            )
        ):
            socket.say(type="act", cmd_id=f"ann-{number}", table=TABLE, command=command)
            assert (await socket.until("answer", cmd_id=f"ann-{number}"))["accepted"]
        async with asyncio.timeout(20):
            while state(here).phase is not Phase.DECISION:
                await here.house.hosts[TABLE].changed()
        yield here


def test_20_8_hidden_cards_are_shown_after_the_event_and_to_that_account_alone(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with asked(tmp_path) as here:
            looker, other = [await on_duty(here, login) for login in MANAGERS]
            assert (await looker.looks())["code"] == "cards/not_asked"
            assert await looker.does("LookAtHiddenCards") == ""
            seen = await looker.looks()
            hands = {hand["name"]: hand["cards"] for hand in seen["hands"]}  # type: ignore[attr-defined]
            assert hands["dealer"] == ["6H", "TC"]
            assert (await other.looks())["code"] == "cards/not_asked"
            # From now on the looker has no say in this round.
            assert await looker.does("ProposeCancel") == "cancel/seen"
            assert await other.does("ProposeCancel") == ""
            assert await looker.does("CancelRound") == "cancel/seen"
            dealer = await on_duty(here, DEALERS[0])
            assert await dealer.does("ProposeCancel") == ""
            assert await other.does("CancelRound", round_id=f"{TABLE}-0") == "round/other"
            assert await other.does("CancelRound") == ""
            assert audit(sealed(here.house.store.export_rows())).violations == ()

    asyncio.run(story())


def test_20_8_a_manager_and_the_dealer_they_gave_a_role_are_one_pair_of_eyes(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with asked(tmp_path) as here:
            assert (await give(here, MANAGERS[0], DEALERS[0], None)).status_code == 200
            assert (await give(here, MANAGERS[0], DEALERS[0], "dealer")).status_code == 200
            giver, other = [await on_duty(here, login) for login in MANAGERS]
            assert await other.does("Pause") == ""
            dealer = await on_duty(here, DEALERS[0])
            assert await dealer.does("ProposeCancel") == ""
            assert await giver.does("CancelRound") == "proposal/role_given"
            assert await other.does("CancelRound") == ""
            assert audit(sealed(here.house.store.export_rows())).violations == ()

    asyncio.run(story())
