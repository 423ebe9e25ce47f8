"""One casino for the tests of a module, and a loop they all run on."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Self, TypeVar

import pytest
from tests.gateway.http.premises import Premises, opened

T = TypeVar("T")


class Casino:
    """A casino on a thread of its own; a test runs its own coroutines there."""

    def __init__(self, folder: Path) -> None:
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._folder = folder
        self._open = threading.Event()
        self._thread = threading.Thread(target=self._serve)

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._until_stopped())
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()

    async def _until_stopped(self) -> None:
        try:
            async with opened(self._folder) as self.premises:
                self._open.set()
                await self._stop.wait()
        finally:
            self._open.set()

    def __enter__(self) -> Self:
        self._thread.start()
        self._open.wait(60)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(30)

    @property
    def here(self) -> Premises:
        return self.premises

    def run(self, work: Coroutine[None, None, T]) -> T:
        """Do something on the casino's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    with Casino(tmp_path_factory.mktemp("casino")) as casino:
        yield casino
