"""The normal form of a line."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.errors import Refused
from sabot.service.chat.text import LENGTH_MAX, cleaned, sameness


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("ciao", "ciao"),
        ("  ciao \t\n a  tutti ", "ciao a tutti"),
        ("caffe\u0300", "caffè"),
        ("a\u202egnp.exe\u202c", "agnp.exe"),
        ("\u2066isolated\u2069\u200e", "isolated"),
        ("a\x00b\x1b[31mc\x7f", "ab[31mc"),
        ("a\u00a0\u3000b\u2028c", "a b c"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        (
            "\U0001f468\u200d\U0001f469\u200d\U0001f467",
            "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        ),
        ("Z" + "\u0301" * 30 + "!", "Z\u0301"[:1] + "!"),
    ],
)
def test_F227_a_line_is_brought_into_its_normal_form(text: str, line: str) -> None:
    if "\u0301" in text:
        found = cleaned(text)
        assert found.endswith("!")
        assert len(found) <= 6  # at most four marks stay on one letter
    else:
        assert cleaned(text) == line


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\u202e\u2066", "\u200d", "\x00"])
def test_a_line_of_nothing_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="chat/empty"):
        cleaned(text)


@pytest.mark.parametrize(("text", "fits"), [("x" * 200, True), ("x" * 201, False)])
def test_a_line_has_at_most_200_characters(text: str, fits: bool) -> None:
    if fits:
        assert cleaned(f"  {text}  ") == text
        return
    with pytest.raises(Refused, match="chat/too_long"):
        cleaned(text)


def test_what_is_far_too_long_is_not_even_read() -> None:
    with pytest.raises(Refused, match="chat/too_long"):
        cleaned(" " * 4_001)


@given(st.text(max_size=300))
def test_the_normal_form_is_its_own_normal_form(text: str) -> None:
    try:
        line = cleaned(text)
    except Refused:
        return
    assert 1 <= len(line) <= LENGTH_MAX
    assert cleaned(line) == line
    assert unicodedata.is_normalized("NFC", line)
    assert not any(unicodedata.category(letter) in ("Cc", "Cs", "Co") for letter in line)


def test_two_lines_that_say_the_same_are_the_same() -> None:
    assert sameness("Banker !!!") == sameness("b-a-n-k-e-r")
    assert sameness("\u2665\u2665") != sameness("\u2666\u2666")
