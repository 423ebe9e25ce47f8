"""Running commands inside the tests: what came out, and what a terminal would show."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rich.console import Console
from typer.testing import CliRunner

from sabot.cli.app import app

Line = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def answers(self) -> list[Line]:
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def document(self) -> Line:
        document: Line = json.loads(self.out)
        return document


def ran(*arguments: str, typed: str | bytes = "") -> Ran:
    """Run a command in this process; anything it did not mean to raise fails the test."""
    result = CliRunner().invoke(app, list(arguments), input=typed, catch_exceptions=False)
    return Ran(status=result.exit_code, out=result.stdout, err=result.stderr)


def ran_apart(
    *arguments: str, typed: bytes = b"", environment: Mapping[str, str] | None = None
) -> Ran:
    """Run a command in a process of its own, through the same door as a person."""
    done = subprocess.run(
        [sys.executable, "-c", "from sabot.cli import main; main()", *arguments],
        input=typed,
        capture_output=True,
        env={**os.environ, **(environment or {})},
        check=False,
    )
    return Ran(status=done.returncode, out=done.stdout.decode(), err=done.stderr.decode())


def lines(members: Iterable[Mapping[str, object]]) -> str:
    return "".join(json.dumps(dict(each)) + "\n" for each in members)


def terminal(width: int = 80, *, colours: bool = False) -> Console:
    """A terminal on paper: without colours its text can be read as it is."""
    return Console(
        file=io.StringIO(),
        force_terminal=True,
        width=width,
        height=40,
        highlight=False,
        color_system="standard" if colours else None,
        _environ={},
    )


def shown(console: Console) -> str:
    paper = console.file
    assert isinstance(paper, io.StringIO)
    return paper.getvalue()
