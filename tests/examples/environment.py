"""An environment of its own for a game of another package: ours does not change."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]


class Installed:
    """A folder into which packages were installed, before the source tree of Sabot."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._path = os.pathsep.join([str(folder), str(ROOT / "src"), str(ROOT)])

    def install(self, package: Path) -> None:
        """Install from a folder, without network: what it needs is there already."""
        options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target"]
        command = [sys.executable, "-m", "pip", "install", *options, str(self.folder), str(package)]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr

    def python(
        self, arguments: Sequence[str], text: str = "", *, status: int = 0, at: Path = ROOT
    ) -> str:
        done = subprocess.run(
            [sys.executable, *arguments],
            input=text,
            env={**os.environ, "PYTHONPATH": self._path, "COLUMNS": "100"},
            cwd=at,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout

    def sabot(self, *arguments: str, text: str = "", status: int = 0, at: Path = ROOT) -> str:
        command = ["-c", "from sabot.cli import main; main()", *arguments]
        return self.python(command, text, status=status, at=at)
