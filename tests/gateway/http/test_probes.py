"""What supervisors and staff hear of a full store, a broken table, and facts that do not fit."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.gateway.http.conftest import Casino
from tests.gateway.http.premises import METRICS_KEY, Premises
from tests.house.test_storage import allow_pages, pages_of

from sabot.service.proof.checks import About, Doubt
from sabot.service.tables.out_of_order import OutOfOrder


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    """One of its own: its disk is full for a while."""
    logging.getLogger("sabot.host").setLevel(logging.CRITICAL + 1)
    with Casino(tmp_path) as casino:
        yield casino
    logging.getLogger("sabot.host").setLevel(logging.NOTSET)


def test_issue20_10_supervisors_and_staff_hear_that_the_store_is_full(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        store, hosts = here.house.store, here.house.hosts
        manager = await here.bearer("shift_manager-house-1")
        assert (await here.get("/readyz", {})).status_code == 200
        allow_pages(store, pages_of(store))
        async with asyncio.timeout(60):
            while not all(host.cannot_write for host in hosts.values()):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        answer = await here.get("/readyz", {})
        assert (answer.status_code, answer.json()["code"]) == (503, "house/cannot_write")
        assert answer.json()["data"] == {"reason": "store/full", "tables": len(hosts)}
        shown = (await here.get("/api/staff/tables", manager)).json()["tables"]
        assert {(one["because"], one["store_error"]) for one in shown} == {
            ("house/cannot_write", "store/full")
        }
        allow_pages(store, 1_000_000)
        async with asyncio.timeout(60):
            while (await here.get("/readyz", {})).status_code != 200:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        shown = (await here.get("/api/staff/tables", manager)).json()["tables"]
        assert {(one["because"], one["store_error"]) for one in shown} == {(None, None)}

    casino.run(story(casino.here))


def test_20_2_20_4_supervisors_and_staff_hear_what_is_out_of_order_and_in_doubt(
    casino: Casino,
) -> None:
    doubt = Doubt(
        about=About.TRANSFER,
        subject="deposit:x",
        code="account/in_doubt",
        reason="there is no act for it",
        player="ann",
    )

    async def story(here: Premises) -> None:
        manager = await here.bearer("shift_manager-house-1")
        faults = here.house.out_of_order
        fault = OutOfOrder(table_id="live-9", code="event/unreadable", reason="event 7")
        figures = {"Authorization": f"Bearer {METRICS_KEY}"}
        before = (await here.get("/metrics", figures)).text
        assert "\nsabot_tables_out_of_order 0\n" in before
        assert "\nsabot_in_doubt 0\n" in before
        faults[fault.table_id] = fault
        here.house.proof.note(doubt)
        ready = await here.get("/readyz", {})
        assert ready.status_code == 200
        assert ready.json()["out_of_order"] == [{"table": "live-9", "code": "event/unreadable"}]
        assert ready.json()["in_doubt"] == {"transfer": 1}
        after = (await here.get("/metrics", figures)).text
        assert "\nsabot_tables_out_of_order 1\n" in after
        assert "\nsabot_in_doubt 1\n" in after
        told = (await here.get("/api/staff/doubts", manager)).json()
        assert told["house"] == here.house.proof.house
        assert told["doubts"] == [
            {
                "about": "transfer",
                "subject": "deposit:x",
                "code": "account/in_doubt",
                "reason": "there is no act for it",
                "player": "ann",
            }
        ]

    casino.run(story(casino.here))
