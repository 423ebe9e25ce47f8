"""Announcements are a closed list: a phrase that is not in it is refused (F242)."""

from __future__ import annotations

import pytest
from tests.table.driver import DEALER, scanner

from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.staff.phrases import Phrase


@pytest.mark.parametrize("phrase", ["", "Hello.", "WELCOME", "welcome ", "Bob spilled his tea"])
def test_a_dealer_announces_phrases_of_the_list_only(phrase: str) -> None:
    table = scanner(live=True)
    assert table.refusal(DEALER, c.Announce(phrase=phrase)) == "announce/unknown"


def test_every_phrase_of_the_list_can_be_announced() -> None:
    table = scanner(live=True)
    for phrase in Phrase:
        table.does(DEALER, c.Announce(phrase=phrase.value))
    assert [one.phrase for one in table.told(e.Announced)] == [one.value for one in Phrase]
