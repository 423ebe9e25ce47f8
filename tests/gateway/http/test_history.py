"""History: it equals the books, hides what was hidden, and only its own player sees it."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from tests.gateway.http.conftest import Casino
from tests.gateway.http.players import finished, play
from tests.gateway.http.premises import Premises, Socket

from sabot.table import events as e
from sabot.table.record import codec

Headers = dict[str, str]
LIVE_ONLY = {"window", "status", "bets_for"}
"""What a replay cannot show: how much of a window is left, and what a chip would have to name."""


@pytest.fixture(scope="module")
def played(casino: Casino) -> tuple[Headers, Socket, dict[str, list[str]]]:
    headers, socket = casino.run(play(casino.here, "ann", rounds=3))
    return headers, socket, finished(socket)


def ended_events(here: Premises, table: str) -> Iterator[tuple[str, e.Event]]:
    for stored in here.house.store.events.read(table, after=0):
        yield stored.round_id, codec.decode(stored.kind, stored.version, stored.body)


def test_F237_history_equals_the_books(
    casino: Casino, played: tuple[Headers, Socket, dict[str, list[str]]]
) -> None:
    headers, _, over = played

    async def story(here: Premises) -> tuple[dict[str, Any], dict[str, Any]]:
        today = (await here.get("/api/history/today", headers)).json()
        rounds = [line for day in today["days"] for line in day["rounds"]]
        told = {}
        for line in rounds:
            answer = await here.get(f"/api/rounds/{line['round']}", headers)
            assert answer.status_code == 200, answer.text
            told[line["round"]] = answer.json()
        return {line["round"]: line for line in rounds}, told

    lines, told = casino.run(story(casino.here))
    assert {name for rounds in over.values() for name in rounds} <= set(lines)
    settled: dict[str, e.RoundSettled] = {}
    staked: dict[str, int] = {}
    for table in over:
        for round_id, event in ended_events(casino.here, table):
            if isinstance(event, e.RoundSettled):
                settled[event.round_id] = event
            for bet in (
                *getattr(event, "accepted", ()),
                *getattr(event, "bets", ()),
                *getattr(event, "extras", ()),
            ):
                staked[round_id] = staked.get(round_id, 0) + bet.stake
    for name, line in lines.items():
        paid = sum(paid.amount for paid in settled[name].payouts)
        assert (line["staked"], line["returned"]) == (staked[name], paid)
        bets = told[name]["bets"]
        assert sum(bet["paid"] for bet in bets) == told[name]["paid"] == paid
        assert sum(bet["stake"] for bet in bets) == told[name]["staked"] == staked[name]
        for bet in bets:
            assert sum(cents["amount"] for cents in bet["lines"]) == bet["paid"]
            assert all(cents["label"] for cents in bet["lines"])


def test_F237_every_settled_line_says_why(
    casino: Casino, played: tuple[Headers, Socket, dict[str, list[str]]]
) -> None:
    headers, _, over = played
    for table, rounds in over.items():
        for name in rounds:
            told = casino.run(casino.here.get(f"/api/rounds/{name}", headers)).json()
            assert told["bets"], table
            assert told["story"], table
            assert told["live"] is False
            for bet in told["bets"]:
                assert bet["lines"], (table, bet["kind"])
                assert all(line["because"]["code"] for line in bet["lines"])


def test_F237_each_card_has_its_place_in_the_shoe(
    casino: Casino, played: tuple[Headers, Socket, dict[str, list[str]]]
) -> None:
    headers, _, over = played
    first, second = over["speed-1"][:2]
    numbers = []
    for name in (first, second):
        told = casino.run(casino.here.get(f"/api/rounds/{name}", headers)).json()
        numbers += [card["number"] for card in told["cards"]]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    brag = casino.run(casino.here.get(f"/api/rounds/{over['brag-1'][0]}", headers)).json()
    proof = casino.run(casino.here.get(f"/api/shoes/{brag['shoe']}/proof", headers)).json()
    order = proof["cards"].split()
    assert [order[card["number"] - 1] for card in brag["cards"]] == [
        card["card"] for card in brag["cards"]
    ]


def test_F245_a_replay_carries_ones_own_bets_and_the_table_of_its_day(
    casino: Casino, played: tuple[Headers, Socket, dict[str, list[str]]]
) -> None:
    headers, _, over = played

    async def story(here: Premises) -> None:
        ben = await here.bearer("ben")
        for table, rounds in over.items():
            told = (await here.get(f"/api/rounds/{rounds[0]}", headers)).json()
            replay = (await here.get(f"/api/rounds/{rounds[0]}/replay", headers)).json()
            info = replay["info"]
            assert (info["table"], info["variant"]) == (table, told["variant"])
            [*_, last] = [frame for frame in replay["frames"] if frame["you"]["paid"] is not None]
            assert (last["you"]["paid"], last["you"]["staked"]) == (told["paid"], told["staked"])
            assert replay["frames"][0]["you"]["bets"] == []
            theirs = (await here.get(f"/api/rounds/{rounds[0]}/replay", ben)).json()
            assert all(frame["you"]["bets"] == [] for frame in theirs["frames"])

    casino.run(story(casino.here))


def test_F140_F249_decisions_say_who_took_them(
    casino: Casino, played: tuple[Headers, Socket, dict[str, list[str]]]
) -> None:
    headers, _, over = played
    brag = casino.run(casino.here.get(f"/api/rounds/{over['brag-1'][0]}", headers)).json()
    [decision] = brag["decisions"]
    assert (decision["option"], decision["by"], decision["own"]) == ("fold", "default", True)


def test_F245_a_replay_is_what_was_shown(
    casino: Casino,
    played: tuple[Headers, Socket, dict[str, list[str]]],
    record_property: Any,
) -> None:
    headers, socket, over = played
    compared = 0
    for table, rounds in over.items():
        live = views(socket, table)
        for name in rounds:
            answer = casino.run(casino.here.get(f"/api/rounds/{name}/replay", headers))
            replay = answer.json()
            view = replay["snapshot"]["view"]
            for frame in replay["frames"]:
                update = frame["update"]
                view |= update["set"]
                seen = live.get(update["seq"])
                if seen is not None:
                    differ = {key for key in view if view[key] != seen[key]} - LIVE_ONLY
                    assert not differ, (name, update["seq"], differ)
                    compared += 1
            assert [frame["at_ms"] for frame in replay["frames"]] == sorted(
                frame["at_ms"] for frame in replay["frames"]
            )
    assert compared > 30
    record_property("counted", f"replayed views equal to live ones: {compared}")


def views(socket: Socket, table: str) -> dict[int, dict[str, Any]]:
    """The view after every update, as a client of the socket has it."""
    found: dict[int, dict[str, Any]] = {}
    view: dict[str, Any] = {}
    for message in socket.told:
        if message.get("table") != table:
            continue
        if message["type"] == "snapshot":
            view = dict(message["view"])
        elif message["type"] == "update":
            view = {**view, **message["set"]}
            found[message["seq"]] = view
    return found


def test_I11_a_replay_hides_cards_until_they_were_turned(
    casino: Casino, played: tuple[Headers, Socket, dict[str, list[str]]], record_property: Any
) -> None:
    headers, _, over = played
    hidden = 0
    for name in over["brag-1"]:
        events = [event for of, event in ended_events(casino.here, "brag-1") if of == name]
        down = {c.position: c.card for c in events if isinstance(c, e.CardDealt) and c.face_down}
        replay = casino.run(casino.here.get(f"/api/rounds/{name}/replay", headers)).json()
        assert down
        for frame in replay["frames"]:
            happened = frame["update"]["happened"]
            if any(one["what"] == "revealed" for one in happened):
                break
            text = msgspec.json.encode(frame).decode()
            for card in down.values():
                assert f'"{card}"' not in text
            hidden += sum(one["what"] == "card" and not one.get("card") for one in happened)
    assert hidden
    record_property("counted", f"hidden cards replayed face down: {hidden}")


def test_I11_a_round_in_play_tells_no_card_that_lies_face_down(
    casino: Casino, played: tuple[Headers, Socket, dict[str, list[str]]]
) -> None:
    headers, socket, _ = played

    async def story(here: Premises) -> int:
        seen = 0
        for number in range(200):
            state = here.house.hosts["brag-1"].state
            chip = {"type": "PlaceChip", "kind": "ante", "amount": 500}
            for name, command in (("chip", chip), ("sure", {"type": "ConfirmBets"})):
                cmd_id = f"{name}-{number}-down"
                socket.say(type="act", cmd_id=cmd_id, table="brag-1", command=command)
            if state.phase.value != "decision":
                await asyncio.sleep(0.05)
                continue
            name = state.current.round_id
            told = (await here.get(f"/api/rounds/{name}", headers)).json()
            replay = (await here.get(f"/api/rounds/{name}/replay", headers)).json()
            if here.house.hosts["brag-1"].state.phase.value != "decision":
                continue  # the cards may have been turned while we asked
            down = [one for one in told["cards"] if one["position"].startswith("dealer")]
            assert [one["card"] for one in down] == [None] * 3
            [hand] = [hand for hand in told["hands"] if hand["name"] == "dealer"]
            assert hand["cards"] == [None] * 3
            view = replay["snapshot"]["view"]
            for frame in replay["frames"]:
                view |= frame["update"]["set"]
            assert [hand["cards"] for hand in view["hands"] if hand["name"] == "dealer"] == [
                [None] * 3
            ]
            seen += 1
            if seen == 3:
                break
        return seen

    assert casino.run(story(casino.here)) == 3


def test_other_people_read_the_game_and_no_bets(
    casino: Casino, played: tuple[Headers, Socket, dict[str, list[str]]]
) -> None:
    _, _, over = played

    async def story(here: Premises) -> None:
        ben = await here.bearer("ben")
        name = over["blackjack-1"][0]
        told = (await here.get(f"/api/rounds/{name}", ben)).json()
        assert told["hands"]
        assert (told["bets"], told["staked"], told["paid"]) == ([], 0, None)
        assert not any(decision["own"] for decision in told["decisions"])
        replay = await here.get(f"/api/rounds/{name}/replay", ben)
        assert "Ann" not in replay.text
        assert "/ann/" not in replay.text
        assert all(
            frame["update"]["set"].get("bets", []) == [] for frame in replay.json()["frames"]
        )
        for line in (await here.get("/api/history/today", ben)).json()["days"]:
            assert line["rounds"] == []
        for wrong in ("speed-1-999999", "nowhere-1", "x", "speed-1-1'--"):
            answer = await here.get(f"/api/rounds/{wrong}", ben)
            assert (answer.status_code, answer.json()["code"]) == (404, "round/unknown")

    casino.run(story(casino.here))


def test_a_page_goes_on_where_the_last_one_ended(
    casino: Casino, played: tuple[Headers, Socket, dict[str, list[str]]]
) -> None:
    headers, _, _ = played

    async def story(here: Premises) -> None:
        whole = [
            line["round"]
            for day in (await here.get("/api/history/today", headers)).json()["days"]
            for line in day["rounds"]
        ]
        # A cursor in the future begins with the newest round of all.
        found, cursor = [], f"{here.house.clock.wall_ms()}.~"
        for _ in range(len(whole) + 2):
            path = f"/api/history/previous?limit=2&before={cursor}"
            page = (await here.get(path, headers)).json()
            lines = [line["round"] for day in page["days"] for line in day["rounds"]]
            assert len(lines) <= 2
            found += lines
            if page["next"] is None:
                break
            cursor = page["next"]
        assert found[-len(whole) :] == whole
        assert len(set(found)) == len(found)

    casino.run(story(casino.here))


def test_a_proof_can_be_checked_with_any_tool(
    casino: Casino, played: tuple[Headers, Socket, dict[str, list[str]]]
) -> None:
    headers, _, over = played

    async def story(here: Premises) -> None:
        told = (await here.get(f"/api/rounds/{over['brag-1'][0]}", headers)).json()
        proof = (await here.get(f"/api/shoes/{told['shoe']}/proof", headers)).json()
        assert proof["disclosed"]
        text = f"{proof['salt']}:{proof['cards']}"
        assert hashlib.sha256(text.encode()).hexdigest() == proof["commitment"]
        assert proof["commitment"] == told["commitment"]
        assert {card["card"] for card in told["cards"]} <= set(proof["cards"].split())
        view = (await here.get("/api/tables/speed-1/scorecards", headers)).json()
        in_play = view["shoes"][0]["shoe_id"]
        kept = (await here.get(f"/api/shoes/{in_play}/proof", headers)).json()
        assert (kept["disclosed"], kept["cards"], kept["salt"]) == (False, None, None)
        for wrong in ("speed-1.1", "nowhere.7", "speed-1.x", "x", "speed-1.99999999999999999"):
            assert (await here.get(f"/api/shoes/{wrong}/proof", headers)).status_code == 404

    casino.run(story(casino.here))


def test_statistics_are_the_sums_of_the_history(
    casino: Casino, played: tuple[Headers, Socket, dict[str, list[str]]]
) -> None:
    headers, _, _ = played

    async def story(here: Premises) -> tuple[dict[str, Any], dict[str, Any]]:
        told = (await here.get("/api/statistics?days=7", headers)).json()
        assert (await here.get("/api/statistics?days=91", headers)).status_code == 400
        return (await here.get("/api/history/today", headers)).json(), told

    today, told = casino.run(story(casino.here))
    lines = [line for day in today["days"] for line in day["rounds"]]
    settled = [line for line in lines if line["status"] == "settled"]
    total = told["total"]
    # A round may end between the two answers: the history was read later.
    assert 9 <= total["rounds"] <= len(settled)
    if total["rounds"] == len(settled):
        assert total["staked"] == sum(line["staked"] for line in settled)
        assert total["returned"] == sum(line["returned"] for line in settled)
    assert {one["game"] for one in told["games"]} == {"baccarat", "blackjack", "brag"}
    assert sum(one["results"]["net"] for one in told["games"]) == total["net"]
    assert sum(one["results"]["net"] for one in told["by_day"]) == total["net"]
    assert told["course"][-1]["net"] == total["net"]
    assert total["expected"] < 0
    assert told["complete"]


def test_21_3_statistics_are_by_the_days_of_the_players_own_zone(
    casino: Casino, played: tuple[Headers, Socket, dict[str, list[str]]]
) -> None:
    headers, _, _ = played

    async def days(here: Premises, zone: str) -> tuple[set[str], set[str]]:
        told = (await here.get(f"/api/statistics?days=7&zone={zone}", headers)).json()
        moments = (point["at_ms"] / 1000 for point in told["course"])
        calendar = ZoneInfo("Europe/Rome" if zone == "Europe/Atlantis" else zone)
        ended = {datetime.fromtimestamp(at, calendar).date().isoformat() for at in moments}
        return {one["day"] for one in told["by_day"]}, ended

    async def story(here: Premises) -> None:
        for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Atlantis"):
            shown, ended = await days(here, zone)
            assert shown == ended, zone

    casino.run(story(casino.here))


def test_F237_today_begins_at_the_midnight_of_the_players_own_clock(
    casino: Casino, played: tuple[Headers, Socket, dict[str, list[str]]]
) -> None:
    headers, _, _over = played

    async def rounds(here: Premises, path: str) -> list[int]:
        days = (await here.get(path, headers)).json()["days"]
        return [line["ended_at_ms"] for day in days for line in day["rounds"]]

    async def story(here: Premises) -> None:
        now_ms = here.house.clock.wall_ms()
        ended = await rounds(here, f"/api/history/today?since={now_ms - 20 * 3_600_000}")
        assert len(ended) > 1
        midnight = ended[len(ended) // 2]  # a local midnight in the middle of what was played
        today = await rounds(here, f"/api/history/today?since={midnight}")
        before = await rounds(here, f"/api/history/previous?until={midnight}")
        assert today, before
        assert min(today) >= midnight > max(before)
        assert set(ended) == {*today, *before}
        for wrong in (now_ms - 30 * 3_600_000, now_ms + 2 * 3_600_000):
            answer = await here.get(f"/api/history/today?since={wrong}", headers)
            assert (answer.status_code, answer.json()["code"]) == (409, "history/not_today")

    casino.run(story(casino.here))
