"""A fresh environment in which Sabot and games of other packages are installed as anyone does it.

`python -m venv`, then `pip install` of our package and of the game's. What both depend on is not
fetched: the environment sees the packages that this test run uses.
"""

from __future__ import annotations

import os
import re
import subprocess
import sysconfig
import venv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
OFFLINE = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index")
OPENED = re.compile(r"http://[\d.]+:\d+")
STOP_SECONDS_MAX = 20


class Environment:
    """A folder with a Python of its own, where `sabot` is installed."""

    def __init__(self, folder: Path) -> None:
        venv.EnvBuilder(symlinks=True).create(folder)
        self.programs = folder / "bin"
        here = {"base": str(folder), "platbase": str(folder)}
        self.packages = Path(sysconfig.get_path("purelib", "venv", here))
        dependencies = self.packages / "dependencies.pth"
        dependencies.write_text(sysconfig.get_path("purelib") + "\n")
        self.install(ROOT)

    def install(self, *package: Path | str, at: Path = ROOT) -> None:
        """`pip install`, without network: what a package needs is there already."""
        command = ["-m", "pip", "install", *OFFLINE, *map(str, package)]
        self._ran([self.programs / "python", *command], at=at)

    def python(
        self, arguments: Sequence[str], *, at: Path = ROOT, first: Path | None = None
    ) -> str:
        """What a program prints; packages in the folder `first` hide those of the environment."""
        return self._ran([self.programs / "python", *arguments], at=at, first=first)

    def sabot(
        self,
        *arguments: str,
        text: str = "",
        status: int = 0,
        at: Path = ROOT,
        first: Path | None = None,
    ) -> str:
        """What a command prints."""
        command: list[Path | str] = [self.programs / "sabot", *arguments]
        return self._ran(command, text=text, status=status, at=at, first=first)

    @contextmanager
    def house(self, folder: Path, *options: str) -> Iterator[str]:
        """The address of `sabot serve` with a database in a folder, while it runs."""
        database = f"sqlite:///{folder / 'house.db'}"
        command = ["serve", "--database", database, "--port", "0", "--bots", "0", *options]
        process = subprocess.Popen(
            [self.programs / "sabot", *command],
            cwd=folder,
            env=self._variables(None),
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            yield _address(process)
            process.terminate()
            _, told = process.communicate(timeout=STOP_SECONDS_MAX)
            assert process.returncode == 0, told
            assert "Traceback" not in told, told
        finally:
            process.kill()
            process.communicate()

    def _ran(
        self,
        command: Sequence[Path | str],
        *,
        text: str = "",
        status: int = 0,
        at: Path,
        first: Path | None = None,
    ) -> str:
        done = subprocess.run(
            command,
            input=text,
            env=self._variables(first),
            cwd=at,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout

    def _variables(self, first: Path | None) -> dict[str, str]:
        """The tests themselves are no package: programs of theirs find them in the source tree."""
        path = [str(ROOT)] if first is None else [str(first), str(ROOT)]
        # A module that is edited twice within a second would be read as it was kept the first time.
        own = {"PYTHONPATH": os.pathsep.join(path), "PYTHONDONTWRITEBYTECODE": "1"}
        return {**os.environ, **own, "COLUMNS": "100"}


def _address(house: subprocess.Popen[str]) -> str:
    """Where a house listens, which it says once it is open."""
    assert house.stderr is not None
    told = ""
    for line in house.stderr:
        told += line
        if found := OPENED.search(line):
            return found[0]
    raise AssertionError(told)
