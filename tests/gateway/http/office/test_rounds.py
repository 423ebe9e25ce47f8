"""F258, F276: finished rounds are listed and added up, and the sums are those of the books."""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import func, select
from tests.gateway.http.conftest import Casino
from tests.gateway.http.players import finished, play
from tests.gateway.http.premises import Premises

from sabot.adapters.sql import schema as s
from sabot.adapters.sql.writer.figures import SqlFiguresWriter

Told = dict[str, Any]
LIST, CSV, FIGURES = "/api/office/rounds", "/api/office/rounds.csv", "/api/office/figures"
DAY_MS = 86_400_000


def of_today(here: Premises) -> dict[str, int]:
    now_ms = here.house.clock.wall_ms()
    return {"since": now_ms - DAY_MS, "until": now_ms + DAY_MS}


@pytest.fixture(scope="module")
def over(casino: Casino) -> dict[str, list[str]]:
    async def story(here: Premises) -> dict[str, list[str]]:
        _, socket = await play(here, "ann", rounds=3)
        rounds = finished(socket)
        await here.house.reporting.catch_up()
        return rounds

    return casino.run(story(casino.here))


def asked(casino: Casino, path: str, login: str = "auditor-house-1", **query: Any) -> Any:
    async def story(here: Premises) -> Any:
        headers = await here.bearer(login)
        async with here.browser() as client:
            return await client.get(path, headers=headers, params=query)

    return casino.run(story(casino.here))


def listed(casino: Casino, login: str = "auditor-house-1", **query: Any) -> Told:
    answer = asked(casino, LIST, login, **query)
    assert answer.status_code == 200, answer.text
    found: Told = answer.json()
    return found


def in_the_books(here: Premises) -> int:
    """What the house won and lost in rounds, in cents, by its own transfers."""
    transfer = s.TRANSFER.c
    ours = transfer.id.like("%:house:EUR")
    won = select(func.coalesce(func.sum(transfer.amount), 0)).where(ours, transfer.kind == "loss")
    lost = select(func.coalesce(func.sum(transfer.amount), 0)).where(
        ours, transfer.kind == "winnings"
    )
    with here.house.store.database.reading() as connection:
        return int(connection.execute(won).scalar_one() - connection.execute(lost).scalar_one())


def money_of(lines: Iterator[Told] | list[Told]) -> int:
    return sum(
        part["staked"] - part["paid"] - part["golden_paid"]
        for one in lines
        for part in one["money"]
    )


def test_every_round_of_the_player_is_in_the_list_with_their_money(
    casino: Casino, over: dict[str, list[str]]
) -> None:
    player = casino.here.house.players.player("ann").player_id
    found = {one["round"]: one for one in listed(casino, player=player, limit=200)["rounds"]}
    for table, rounds in over.items():
        for name in rounds:
            one = found[name]
            assert (one["table"], one["ended"]) == (table, "settled")
            (part,) = one["money"]
            assert (part["operator"], part["currency"], part["players"]) == ("", "EUR", 1)
            assert part["staked"] > 0
            assert part["bets"] > 0
            assert one["opened_ms"] < one["ended_ms"]


def test_the_sums_are_those_of_the_books(casino: Casino, over: dict[str, list[str]]) -> None:
    async def story(here: Premises) -> tuple[int, Told]:
        # Rounds go on: the books are read while no round has ended since.
        while True:
            before = in_the_books(here)
            await here.house.reporting.catch_up()
            headers = await here.bearer("auditor-house-1")
            async with here.browser() as client:
                told = await client.get(
                    FIGURES, headers=headers, params=of_today(here) | {"by": "all"}
                )
            if in_the_books(here) == before:
                return before, told.json()

    books, told = casino.run(story(casino.here))
    assert money_of(told["lines"]) == books
    assert told["players"] >= 1
    assert {line["table"] for line in told["lines"]} >= set(over)
    assert all(line["rounds"] > 0 for line in told["lines"])


@pytest.mark.parametrize("size", [1, 2, 7])
def test_pages_follow_each_other_without_a_gap(
    casino: Casino, over: dict[str, list[str]], size: int
) -> None:
    until = listed(casino, limit=1)["rounds"][0]["ended_ms"] + 1
    whole = listed(casino, limit=200, until=until)
    names = [one["round"] for one in whole["rounds"]]
    assert whole["count"] == len(names)
    assert not whole["more"]
    paged: list[str] = []
    before: str | None = None
    for _ in names[: 3 * size : size]:
        query: Told = {"limit": size, "until": until}
        page = listed(casino, **query | ({} if before is None else {"before": before}))
        paged += [one["round"] for one in page["rounds"]]
        before = page["next"]
    assert paged == names[: len(paged)]


def test_filters_leave_only_what_they_say(casino: Casino, over: dict[str, list[str]]) -> None:
    at_table = listed(casino, table="brag-1", limit=200)["rounds"]
    assert {one["table"] for one in at_table} == {"brag-1"}
    of_game = listed(casino, game="blackjack", limit=200)["rounds"]
    assert {one["game"] for one in of_game} == {"blackjack"}
    assert listed(casino, ended="cancelled")["rounds"] == []
    assert listed(casino, mark="corrected")["rounds"] == []
    assert listed(casino, player="nobody")["rounds"] == []
    assert listed(casino, until=1)["count"] == 0
    assert asked(casino, LIST, mark="strange").status_code == 400
    assert asked(casino, LIST, before="yesterday").status_code == 400
    assert asked(casino, FIGURES, since=5, until=5).json()["data"]["field"] == "until"


def test_the_csv_is_the_list(casino: Casino, over: dict[str, list[str]]) -> None:
    until = listed(casino, limit=1)["rounds"][0]["ended_ms"] + 1
    answer = asked(casino, CSV, until=until, table="speed-1")
    assert answer.headers["content-type"].startswith("text/csv")
    header, *rows, last = csv.reader(io.StringIO(answer.text))
    whole = listed(casino, until=until, table="speed-1", limit=200)["rounds"]
    names = [row[0] for row in rows]
    assert list(dict.fromkeys(names)) == [one["round"] for one in whole]
    money = {one["round"]: one["money"] for one in whole}
    for row in rows:
        line = dict(zip(header, row, strict=True))
        if money[line["round"]]:
            cents = sum(part["staked"] for part in money[line["round"]])
            assert line["staked"] == f"{cents // 100}.{cents % 100:02}"
        assert line["ended"].endswith("Z")
    assert "table=speed-1" in last[0]
    assert last[1] == f"rounds={len(whole)}"


def test_an_operator_sees_no_round_that_its_players_were_not_in(
    casino: Casino, over: dict[str, list[str]]
) -> None:
    assert listed(casino, "operator-acme-1")["rounds"] == []
    told = asked(casino, FIGURES, "operator-acme-1", **of_today(casino.here)).json()
    assert (told["lines"], told["players"]) == ([], 0)
    assert len(list(csv.reader(io.StringIO(asked(casino, CSV, "operator-acme-1").text)))) == 2


@pytest.mark.parametrize("path", [LIST, CSV])
def test_an_operator_does_not_learn_in_which_rounds_others_bet(
    casino: Casino, over: dict[str, list[str]], path: str
) -> None:
    player = casino.here.house.players.player("ann").player_id
    answer = asked(casino, path, "operator-acme-1", player=player)
    assert (answer.status_code, answer.json()["code"]) == (404, "player/unknown")


@pytest.mark.parametrize("path", [LIST, CSV])
@pytest.mark.parametrize("login", ["ann", "dealer-house-1", "moderator-house-1"])
def test_others_may_not_look(casino: Casino, path: str, login: str) -> None:
    assert asked(casino, path, login).status_code == 403


def test_figures_that_were_thrown_away_come_back_the_same(
    casino: Casino, over: dict[str, list[str]]
) -> None:
    until = listed(casino, limit=1)["rounds"][0]["ended_ms"]

    async def story(here: Premises) -> None:
        await asyncio.to_thread(SqlFiguresWriter(here.house.store.database).again)

    before = listed(casino, limit=200, until=until)["rounds"]
    casino.run(story(casino.here))
    assert listed(casino, limit=200, until=until)["rounds"] == before
