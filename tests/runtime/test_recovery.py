"""Taking over a table in a thread, and who does not wait for it."""

from __future__ import annotations

import asyncio
import gc
import threading

import pytest

from sabot.errors import Unavailable
from sabot.service.storage.claiming import in_a_thread


def test_who_does_not_wait_any_more_hears_nothing_of_a_claim_that_failed() -> None:
    began, may_end = threading.Event(), threading.Event()
    complaints: list[object] = []

    def claim() -> None:
        began.set()
        assert may_end.wait(5)
        raise Unavailable("store/full")

    async def main() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _loop, told: complaints.append(told["message"]))
        waiting = asyncio.create_task(in_a_thread(claim))
        while not began.is_set():  # noqa: ASYNC110 -- a thread that begins
            await asyncio.sleep(0)
        waiting.cancel()
        loop.call_soon(may_end.set)
        with pytest.raises(asyncio.CancelledError):
            await waiting
        del waiting
        gc.collect()

    asyncio.run(main())
    assert complaints == []
