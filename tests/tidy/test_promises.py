"""What the pages about safety, storage, the wire and the export promise has a test."""

from __future__ import annotations

import pytest
from tools import promises
from tools.promises import PAGES, Entry, Passage


def test_the_page_is_up_to_date() -> None:
    assert promises.PAGE.read_text(encoding="utf-8") == promises.page(), "run `make features`"


@pytest.mark.parametrize("page", PAGES)
def test_every_passage_has_tests_or_says_why_it_needs_none(page: str) -> None:
    found = promises.passages(page)
    assert [one.text for one in found if not promises.entries_about(page, one)] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_entry_is_about_a_passage(page: str) -> None:
    found = promises.passages(page)
    entries = [entry for entry in promises.listed() if entry.page == page]
    assert entries
    assert [e.begins for e in entries if not any(e.is_about(one) for one in found)] == []


@pytest.mark.parametrize("page", PAGES)
def test_a_passage_is_named_once(page: str) -> None:
    found = promises.passages(page)
    assert [one.text for one in found if len(promises.entries_about(page, one)) > 1] == []


def test_every_entry_has_tests_that_exist_or_a_reason() -> None:
    wrong = [
        (entry.page, entry.begins, entry.tests)
        for entry in promises.listed()
        if bool(entry.tests) == bool(entry.because) or not all(map(promises.exists, entry.tests))
    ]
    assert wrong == []


def test_a_page_is_cut_into_paragraphs_items_and_rows() -> None:
    found = promises.passages("security.md")
    assert any(one.text.startswith("| the head of an HTTP request |") for one in found)
    assert not any(
        one.text.startswith(("| what | limit", "|---", "#", "[network]")) for one in found
    )
    assert {"One connection", "Names", "What is not defended"} <= {one.under for one in found}


def test_an_entry_is_about_a_heading_and_first_words() -> None:
    row = Passage("Limits", "| sockets | 16 |")
    assert Entry(page="x.md", under="", begins="| sockets").is_about(row)
    assert Entry(page="x.md", under="Limits", begins="| ").is_about(row)
    assert not Entry(page="x.md", under="Names", begins="| ").is_about(row)


def test_a_test_that_does_not_exist_is_noticed() -> None:
    assert promises.exists("tidy/test_promises.py::test_the_page_is_up_to_date")
    assert not promises.exists("tidy/test_promises.py::test_nothing")
    assert not promises.exists("tidy/test_nothing.py::test_the_page_is_up_to_date")
