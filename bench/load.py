"""Load from outside: our own C clients, the server processes under load, and what those cost.

A server and its clients are different processes, each on a core of its own where there are two.
CPU time is the server's, all threads and processes of its own, as the kernel counts it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import IO

import msgspec

from bench.casino import Order, Ready
from bench.twins import BUILD, HERE, NoCompiler

SOURCES = HERE / "c"
FLAGS = ("-std=gnu17", "-O2", "-Wall", "-Wextra")
WAIT_SECONDS = 20
SERVER_CORE, CLIENT_CORE = 0, 1

Figures = dict[str, float]


@cache
def program(name: str) -> Path:
    """One of our C programs, compiled again only when its source has changed."""
    compiler = shutil.which("gcc")
    if compiler is None:
        raise NoCompiler("no gcc on the path")
    text = b"".join(file.read_bytes() for file in sorted(SOURCES.iterdir()))
    target = BUILD / "c" / f"{name}-{hashlib.sha256(text).hexdigest()[:16]}"
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        command = [compiler, *FLAGS, "-o", str(target), str(SOURCES / f"{name}.c")]
        subprocess.run(command, check=True)
    return target


class Process:
    """A program that runs beside us."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        core: int | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **(environment or {})},
        )
        if core is not None and (os.cpu_count() or 1) > core:
            os.sched_setaffinity(self._process.pid, {core})

    def line(self) -> str:
        """The next line it says."""
        said = _pipe(self._process.stdout).readline()
        if not said:
            raise RuntimeError(f"{self._process.args!r} ended with {self._process.wait()}")
        return said

    def tell(self, line: str) -> None:
        """Say something to it."""
        pipe = _pipe(self._process.stdin)
        pipe.write(f"{line}\n")
        pipe.flush()

    def cpu(self) -> float:
        """The seconds that its threads have computed, and those of its own processes."""
        return _computed(self._process.pid)

    def resident(self) -> int:
        """The bytes of memory it has."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        (line,) = (line for line in status.splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1]) * 1024

    def stop(self) -> None:
        """Ask it to end by ending its input, then insist."""
        _pipe(self._process.stdin).close()
        try:
            self._process.wait(1 if self._process.stdout is None else WAIT_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def end(self) -> None:
        """End it now: it has nothing to finish."""
        self._process.kill()
        self._process.wait()


def _computed(pid: int) -> float:
    """The seconds of a process and its children, as the kernel counts them."""
    tasks = [*Path(f"/proc/{pid}/task").iterdir()]
    own = sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9
    children = [int(child) for task in tasks for child in (task / "children").read_text().split()]
    return own + sum(map(_computed, children))


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


def free_port() -> int:
    """A free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Doors:
    """How clients come in: a path and a token for each, used in turns."""

    def __init__(self, folder: str, doors: Iterable[tuple[str, str]]) -> None:
        lines = "".join(f"{path} {token}\n" for path, token in doors)
        self.file = str(Path(folder, f"doors-{hashlib.sha256(lines.encode()).hexdigest()[:16]}"))
        Path(self.file).write_text(lines, encoding="ascii")


class Listeners:
    """Sockets that listen and do as they are told."""

    def __init__(self, port: int, count: int, doors: Doors, *, colyseus: bool = False) -> None:
        command = [str(program("listeners")), str(port), str(count), doors.file]
        environment = {"COLYSEUS": "1"} if colyseus else {}
        self._process = Process(command, core=CLIENT_CORE, environment=environment)
        self._process.line()  # all of them are in

    def order(self, order: str) -> Figures:
        """Have something done; how many frames came, and how long it took."""
        self._process.tell(order)
        return msgspec.json.decode(self._process.line(), type=Figures)

    def begin(self, order: str) -> None:
        """Have something done while the caller does something else; `finish` waits for it."""
        self._process.tell(order)

    def finish(self) -> Figures:
        """Wait for what was begun."""
        return msgspec.json.decode(self._process.line(), type=Figures)

    def close(self) -> None:
        """Close all sockets."""
        self._process.stop()


@contextmanager
def listeners(
    port: int, count: int, doors: Doors, *, colyseus: bool = False
) -> Iterator[Listeners]:
    """Sockets that are open within this block."""
    opened = Listeners(port, count, doors, colyseus=colyseus)
    try:
        yield opened
    finally:
        opened.close()


@contextmanager
def casino(order: Order, *, core: int | None = None) -> Iterator[tuple[Process, Ready]]:
    """The casino in a process of its own."""
    encoded = msgspec.json.encode(order).decode()
    process = Process([sys.executable, "-m", "bench.casino", encoded], core=core)
    try:
        yield process, msgspec.json.decode(process.line(), type=Ready)
    finally:
        process.stop()
