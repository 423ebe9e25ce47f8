"""Which lines lead to a person outside of the house, and which only talk about cards."""

# ruff: noqa: RUF001 -- letters that look like others are what is tested

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.service.chat.contacts import has_telephone, leads_elsewhere
from sabot.service.chat.number_words import DIGITS_OF

ADDRESSES = [
    "nome chiocciola gmail punto com",
    "Nome Chiocciola Gmail",
    "ada chiocciolina libero punto it",
    "name at gmail dot com",
    "name at hotmail",
    "name (at) example.test",
    "name [at] example [dot] com",
    "name(at)example(punto)it",
    "ada @ example",
    "ada@ example",
    "ada@example",
    "scrivi a ada @gmail",
    "lucky dot com",
    "fortuna punto it",
    "fortuna . com",
    "https://example.test",
    "go to www.somewhere",
    "WWW .somewhere",
    "win at lucky.casino now",
    "lucky (dot) com",
    "lucky[dot]com",
    "t.me/tips",
    "mail me: ada@example.test",
    "\uff57\uff57\uff57.lucky.bet",
    "nome chiоcciоla gmаil puntо cоm",  # with Cyrillic letters
    "a\u0301da at gmai\u0301l",
]
TELEPHONES = [
    "3331234567",
    "+39 333 1234567",
    "333 123 4567",
    "333-123-4567",
    "333.123.4567",
    "333/1234567",
    "06 1234 5678",
    "612 345 678",
    "(02) 123 456 78",
    "3 3 3 1 2 3 4 5 6 7",
    "3.3.3.1.2.3.4.5.6.7",
    "3-3-3-1-2-3-4-5-6-7",
    "33 31 23 45 67",
    "chiamami: 33 31 23 4",
    "whatsapp 333 1234",
    "three three three one two three four",
    "tre tre tre uno due tre quattro cinque sei sette",
    "tre, tre, tre, uno, due, quattro, nove",
    "Tre Tre Tre 12 34 567",
    "trecentotrentatré dodici trentaquattro cinquantasei",
    "triple three, double five, one two",
    "thirty three, thirty one, twenty three, forty",
    "\uff13\uff13\uff13\uff11\uff12\uff13\uff14\uff15\uff16\uff17",
    "٣٣٣١٢٣٤٥٦٧",
    "③③③①②③④⑤⑥⑦",
    "3\ufe0f\u20e3" * 3 + "1\ufe0f\u20e32\ufe0f\u20e3" * 3,
    "333 l23 4567",
    "33O 123 4O67",
    "my number is 5551234, 567",
]
TALK = [
    "punto 5 euro",
    "banco o punto?",
    "punto e basta",
    "a questo punto it's over",
    "a che punto siamo",
    "un punto netto",
    "21+3 paid 5:1",
    "21+3",
    "3.5 to one",
    "sorry. It was me",
    "ok... me too",
    "ok . it was me",
    "fine. net result is bad",
    "Mr. Dealer, com'on!",
    "ciao @ada",
    "look at this",
    "at last",
    "lento come una chiocciola",
    "ho vinto 1.500,00 euro",
    "10.000.000 di euro",
    "1,500.00 won",
    "10 20 30 40 50",
    "5 10 25 100 500",
    "1 2 3 4 5 6 7 8 9 10",
    "uno due tre quattro cinque sei sette otto nove dieci",
    "one two three four five six seven, go!",
    "7 7 7 7 7 7 7 7 7 7",
    "sette sette sette sette sette sette sette",
    "21 19 17 20 18 21",
    "9-8, 7-6, 5-4, 3-2, 1-0",
    "6-4 4-6 7-6 6-3 6-4",
    "il 12/05/2026 alle 21:30",
    "2026-11-18",
    "sei sei sei un mito",
    "tre tre tre!",
    "nove a otto, sette a sei",
    "banker 6, player 5, banker 8, player 9",
    "round 1234567",
    "18 vs 20, then 21",
    "due mani, tre carte, quattro assi",
]


@pytest.mark.parametrize("line", ADDRESSES)
def test_addresses_are_found_however_they_are_written(line: str) -> None:
    assert leads_elsewhere(line)


@pytest.mark.parametrize("line", TELEPHONES)
def test_telephone_numbers_are_found_however_they_are_written(line: str) -> None:
    assert has_telephone(line)
    assert leads_elsewhere(f"ciao a tutti, {line} ok?")


@pytest.mark.parametrize("line", TALK)
def test_ordinary_talk_leads_nowhere(line: str) -> None:
    assert not leads_elsewhere(line)


@given(st.text(max_size=300))
def test_every_text_is_answered(line: str) -> None:
    assert leads_elsewhere(line) in (True, False)


def test_numbers_are_known_in_both_languages() -> None:
    known = {word: DIGITS_OF[word] for word in ("ventuno", "ventotto", "novantanove", "centotre")}
    assert known == {"ventuno": "21", "ventotto": "28", "novantanove": "99", "centotre": "103"}
    assert DIGITS_OF["nineteen"] == "19"
    assert DIGITS_OF["ninety"] == "90"
