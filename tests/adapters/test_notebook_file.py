"""A notebook in a file: what was noted is there afterwards, whatever happened to the last line."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabot.adapters import notebook_file
from sabot.adapters.keyring import Keyring
from sabot.adapters.notebook_file import NotebookFile
from sabot.errors import Unavailable
from sabot.service.proof.notebook import Fact

SEALS = Keyring([bytes(range(32))])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "house.notes"


def test_the_last_fact_about_a_subject_counts(path: Path) -> None:
    book = NotebookFile(path, SEALS)
    book.note([Fact("control", "ada", "1"), Fact("control", "bo", "1")])
    book.note([Fact("control", "ada", "2"), Fact("control", "bo", "")])

    for reader in (book, NotebookFile(path, SEALS)):
        assert reader.facts() == {("control", "ada"): "2"}
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_torn_last_line_says_nothing_and_harms_no_later_line(path: Path) -> None:
    NotebookFile(path, SEALS).note([Fact("control", "ada", "1"), Fact("control", "ada", "2")])
    path.write_bytes(path.read_bytes()[:-20])

    book = NotebookFile(path, SEALS)
    assert book.facts() == {("control", "ada"): "1"}
    book.note([Fact("control", "bo", "1")])
    assert NotebookFile(path, SEALS).facts() == {("control", "ada"): "1", ("control", "bo"): "1"}


def test_a_line_that_other_keys_signed_says_nothing(path: Path) -> None:
    NotebookFile(path, Keyring([bytes(32)])).note([Fact("control", "ada", "9")])
    book = NotebookFile(path, SEALS)
    book.note([Fact("control", "bo", "1")])
    path.write_bytes(path.read_bytes().replace(b'"bo"', b'"al"'))
    assert not NotebookFile(path, SEALS).facts()


def test_two_processes_read_what_the_other_notes_also_after_compacting(path: Path) -> None:
    house, staff = NotebookFile(path, SEALS), NotebookFile(path, SEALS)
    for value in range(20):
        house.note([Fact("staff", "mia", str(value))])
    assert staff.facts() == {("staff", "mia"): "19"}
    long = path.stat().st_size
    house.compact()
    assert path.stat().st_size < long
    staff.note([Fact("staff", "leo", "1")])
    assert house.facts() == staff.facts() == {("staff", "mia"): "19", ("staff", "leo"): "1"}


def test_a_file_that_grows_is_compacted_while_it_is_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notebook_file, "COMPACT_BYTES", 2_000)
    book = NotebookFile(path, SEALS)
    for value in range(100):
        book.note([Fact("balance", "ada", str(value))])
    assert path.stat().st_size < 3_000
    assert NotebookFile(path, SEALS).facts() == book.facts() == {("balance", "ada"): "99"}


def test_a_notebook_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(Unavailable, match="house/notebook_unavailable"):
        NotebookFile(tmp_path / "file" / "house.notes", SEALS).note([Fact("a", "b", "c")])
