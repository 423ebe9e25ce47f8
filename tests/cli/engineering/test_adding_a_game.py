"""`docs/adding-a-game.md`, followed as a reader would follow it."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

from tests.examples.environment import ROOT, Environment

PAGE = ROOT / "docs" / "adding-a-game.md"
BLOCK = re.compile(r"^```(console|diff)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STEP = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
LOOSELY = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Reader:
    """A reader with an empty folder and an environment of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "work"
        self.folder.mkdir()
        self.installed = Environment(folder / "environment")
        self.edits = 0

    def types(self, command: str, promised: str) -> None:
        program, *arguments = shlex.split(command)
        if program == "pip":
            command, *what = arguments
            assert command == "install"
            self.installed.install(*what, at=self.folder)
            return
        assert program == "sabot"
        status = int("\n no " in f"\n{promised}")  # what the page says of a part that is missing
        came = self.installed.sabot(*arguments, status=status, at=self.folder)
        same = doctest.OutputChecker().check_output(promised, came, LOOSELY)
        assert same, f"{command}\n--- came out:\n{came}"

    def edits_file(self, diff: str) -> None:
        """Change a line, which an editable installation shows at once."""
        head, old, new = diff.splitlines()
        file = self.folder / head.removeprefix("--- ")
        text = file.read_text("utf-8")
        assert text.count(old[1:]) == 1, old
        file.write_text(text.replace(old[1:], new[1:]), "utf-8")
        self.edits += 1


def test_the_steps_of_the_page_lead_where_it_says(tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    commands = []
    for kind, text in BLOCK.findall(PAGE.read_text("utf-8")):
        if kind == "diff":
            reader.edits_file(text)
            continue
        for command, promised in STEP.findall(text):
            reader.types(command, promised)
            commands.append(shlex.split(command)[:2])
    assert reader.edits == 3
    assert [words[1] for words in commands] == [
        *("new-game", "install", "check-game", "check-game", "check-game"),
    ]


def test_every_file_that_the_page_names_is_in_a_fresh_package() -> None:
    template = ROOT / "src" / "sabot" / "lab" / "template" / "src" / "PACKAGE"
    rows = re.findall(r"^\| (`.*?) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    for name in re.findall(r"`([\w./]+)`", " ".join(rows)):
        assert (template / name).is_dir() or (template / f"{name}.tmpl").is_file(), name
