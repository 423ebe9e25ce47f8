"""The demonstration operator on a real port, in a thread of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Thread

from sabot.adapters.wallet.demo_operator import DemoOperator


@contextmanager
def listening(operator: DemoOperator) -> Iterator[str]:
    """The address of the operator for as long as the block runs; its connections end with it."""
    ready: Future[tuple[int, Callable[[], object]]] = Future()

    async def serve() -> None:
        server = await operator.listen("127.0.0.1", 0)
        loop, stop = asyncio.get_running_loop(), asyncio.Event()
        port = server.sockets[0].getsockname()[1]
        ready.set_result((port, lambda: loop.call_soon_threadsafe(stop.set)))
        await stop.wait()
        server.close()

    thread = Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    port, stop = ready.result()
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        stop()
        thread.join()
