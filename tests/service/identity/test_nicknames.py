"""Which nicknames may be chosen, and what is shown of one that comes from outside."""

# ruff: noqa: RUF001 -- letters that look like others are what is tested

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.errors import Malformed
from sabot.service.identity.lookalikes import lookalike_keys
from sabot.service.identity.nicknames import (
    NICKNAME_MAX,
    checked_nickname,
    is_reserved,
    keys_of,
    names_for,
    presentable,
)

GOOD = [
    *("Ada", "Ada L.", "ada1987", "Jean-Luc", "D'Angelo", "Nicolò", "Zoë_7", "O\u2019Hara"),
    *("Łukasz", "Straße", "Жанна", "Ελένη", "李小龍", "สมชาย", "אדה", "आदा", "ラーメン"),
    *("أدا", "Արամ", "ანა", "ადა", "민준", "さくら", "অদিতি", "நிலா", "ကို", "ដារា", "አዳ", "٢٤", "ЁЖ"),
    *("x", "R2", "mario 280987", "Modena", "Adminton", "badminton", "Supporter", "Hosten"),
    *("Ospitale", "Botticelli", "Sabotage"),
]


@pytest.mark.parametrize("name", GOOD)
def test_a_name_as_people_have_them_may_be_chosen(name: str) -> None:
    assert checked_nickname(name) == unicodedata.normalize("NFKC", name)
    assert not is_reserved(name)


@pytest.mark.parametrize(
    ("name", "normal"),
    [("  Ada   L. ", "Ada L."), ("Ａｄａ", "Ada"), ("𝔸𝕕𝕒", "Ada"), ("Nicolo\u0300", "Nicolò")],
)
def test_one_name_has_one_form(name: str, normal: str) -> None:
    assert checked_nickname(name) == normal


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "length"),
        ("  ", "length"),
        ("x" * 65, "length"),
        ("ﷺ" * 20, "length"),  # each is 18 letters
        ("Ada\u202e", "characters"),
        ("\u2066Ada\u2069", "characters"),
        ("A\u200bda", "characters"),
        ("A\u200dda", "characters"),
        ("Ada\ufeff", "characters"),
        ("A\u00adda", "characters"),
        ("A\u034fda", "characters"),
        ("Ada\ufe0f", "characters"),
        ("Ada\U000e0041", "characters"),
        ("A\u3164da", "characters"),
        ("\u3164", "characters"),
        ("\u2800", "characters"),
        ("A\u0337d\u0337a\u0337", "characters"),
        ("Z" + "\u0301" * 5, "characters"),
        ("A\u20dd", "characters"),
        ("Ad\u0489a", "characters"),
        ("ก\u0e49\u0e49\u0e49\u0e49", "characters"),
        ("Ada\0", "characters"),
        ("Ada\ud800", "characters"),
        ("Ada\ue000", "characters"),
        ("Ada\u0378", "characters"),
        ("...", "characters"),
        ("-_-", "characters"),
        ("Ada\U0001f600", "characters"),
        ("<b>Ada", "characters"),
        ("Ada/7", "characters"),
        ("ada@example.test", "characters"),
        ("www.lucky.bet", "address"),
        ("lucky.casino", "address"),
        ("ada at gmail dot com", "address"),
        ("ada chiocciola gmail", "address"),
        ("3331234567", "address"),
        ("Ada 333 1234", "address"),
        ("tre tre tre uno due quattro nove", "address"),
        ("٣٣٣١٢٣٤", "address"),
    ],
)
def test_a_name_that_hides_or_leads_elsewhere_is_refused(name: str, reason: str) -> None:
    with pytest.raises(Malformed) as refusal:
        checked_nickname(name)
    wrong, told = refusal.value, refusal.value.data.get("reason", "address")
    assert (wrong.code == "account/nickname_address", told) == (reason == "address", reason)


@pytest.mark.parametrize("name", ["Ⲁda", "Adⲁ", "ⲁⲇⲁ", "Adа\u2cef", "ᚨda", "𐌀da", "Ꭺda", "ꓮda"])
def test_20_18_letters_of_scripts_that_are_not_in_daily_use_are_refused(name: str) -> None:
    """Found by an attack: the table of look-alike letters does not know the Coptic alpha."""
    with pytest.raises(Malformed) as refusal:
        checked_nickname(name)
    assert refusal.value.data["reason"] == "characters"
    assert not set(presentable(name)) & set("Ⲁⲁⲇ\u2cefᚨ𐌀Ꭺꓮ")


@pytest.mark.parametrize(
    "name",
    [
        *("dealer", "Dealer 7", "The Dealer", "DealerDora", "dealer_dora", "D3aler", "dea1er"),
        *("Dеаlеr", "ᴅᴇᴀʟᴇʀ", "Ｄealer", "il croupier", "Croupier", "support", "Supporto Live"),
        *("SupportTeam", "supportteam", "moderator", "Moderatore", "m0derat0r", "admin", "ADMIN1"),
        *("4dmin", "Amministratore", "staff", "Sabot", "sabot official", "5abot", "Casino"),
        *(
            "shift manager",
            "manager",
            "Auditor",
            "operator",
            "house",
            "bot",
            "guest-7",
            "Assistenza",
        ),
    ],
)
def test_names_of_staff_are_reserved_however_they_are_disguised(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Ada", "ADA"), ("Ada", "аda"), ("Ada", "Àdá"), ("Ivan", "lvan"), ("bob", "b0b")),
        *(("Ada L.", "ada_l"), ("Marco", "rnarco"), ("ΑΔΑ", "AΔA"), ("Luca", "Ⅼuca")),
        *(("walter", "vvalter"), ("ВАСЯ", "вася"), ("Ada", "ᴀᴅᴀ"), ("Paypal", "раураl")),
    ],
)
def test_names_that_look_alike_share_a_key(one: str, other: str) -> None:
    assert set(keys_of(one)) & set(keys_of(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "Ida"),
        ("Lia", "Ila"),
        ("Nina", "Vina"),
        ("Ali", "All"),
        ("李", "王"),
        ("Ada", "Ada2"),
    ],
)
def test_names_that_differ_share_no_key(one: str, other: str) -> None:
    assert not set(keys_of(one)) & set(keys_of(other))


@given(st.text(min_size=1, max_size=80), st.text(min_size=1, max_size=20))
def test_a_player_from_outside_always_has_a_name_that_may_be_shown(
    nickname: str, player: str
) -> None:
    names = list(names_for(player, presentable(nickname)))
    assert len(names) == len(set(names)) >= 6
    for name in names[:-1]:
        assert len(name) <= NICKNAME_MAX
        shown = name.rpartition("-")[0] or name
        assert checked_nickname(shown) == shown
        assert not is_reserved(shown)
    assert names == list(names_for(player, presentable(nickname)))


@pytest.mark.parametrize(
    ("nickname", "shown"),
    [
        ("Ada", "Ada"),
        ("Ada\u202e\U0001f600", "Ada"),
        ("Dealer", "Player"),
        ("ada@example.test", "Player"),
        ("+39 333 1234567", "Player"),
        ("\u200b", "Player"),
        ("Z" + "\u0301" * 30, "Ź"),
    ],
)
def test_of_a_name_from_outside_is_shown_what_may_be(nickname: str, shown: str) -> None:
    assert presentable(nickname) == shown


@given(st.text(max_size=100))
def test_every_text_has_keys(text: str) -> None:
    assert all(isinstance(key, str) for key in lookalike_keys(text))
    assert 1 <= len(keys_of(text)) <= 2
