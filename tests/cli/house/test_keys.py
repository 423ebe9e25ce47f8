"""`sabot keys`: names, never keys, and a new one first."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from sabot.adapters.keyring import read_keys
from sabot.cli.app import app
from sabot.errors import Malformed


def listed(*arguments: str) -> list[str]:
    ran = CliRunner().invoke(app, ["keys", *arguments], catch_exceptions=False)
    assert ran.exit_code == 0
    return ran.output.splitlines()


def test_a_new_key_is_written_first_and_named(tmp_path: Path) -> None:
    file = tmp_path / "sealing.keys"
    (first,) = listed(str(file), "--new")
    assert first.endswith("seals and opens")
    second, old = listed(str(file), "--new")
    assert second.endswith("seals and opens")
    assert old == first.replace("seals and opens", "opens")
    assert listed(str(file)) == [second, old]
    for key in read_keys(file):
        assert key.hex() not in second + old


def test_a_file_that_is_not_there_is_no_empty_ring(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="keys/no_file"):
        listed(str(tmp_path / "sealing.keys"))
