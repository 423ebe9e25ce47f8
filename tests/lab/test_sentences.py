import pytest

from sabot.cards.refusals import CardRefusal
from sabot.errors import Corrupt, Malformed, Refused
from sabot.gamekit.refusals import GameRefusal
from sabot.lab.sentences import _SENTENCES, QUOTED_MAX, SENTENCE_MAX, quoted, spoken
from sabot.table.refusals import BetRefusal


def test_a_known_code_has_words_of_its_own() -> None:
    assert spoken(Refused(CardRefusal.NOT_IN_SHOE, card="9H")) == (
        "9H is dealt more often than the shoe holds it"
    )
    assert spoken(Refused(GameRefusal.UNKNOWN, game="whist", known="brag blackjack")) == (
        "there is no game 'whist'; known are brag blackjack"
    )


def test_a_code_without_words_is_spelt_out_with_its_data() -> None:
    assert spoken(Refused(BetRefusal.TOO_LATE, bet="b1", seconds=3)) == (
        "bet: too late (bet b1, seconds 3)"
    )
    assert spoken(Corrupt("odds/search_without_end")) == "odds: search without end"


def test_a_reason_is_told_as_it_is_and_the_field_is_not_repeated() -> None:
    error = Malformed("script/field", field="bets.tie", reason="a whole number is needed")
    assert spoken(error) == "a whole number is needed"


@pytest.mark.parametrize("code", _SENTENCES)
def test_a_sentence_survives_missing_and_excessive_data(code: str) -> None:
    assert spoken(Refused.heard(code))
    names = ("game", "known", "card", "letter", "position", "cards", "needed", "table")
    loud = dict.fromkeys(names, "\x1b[31m" + "x" * 10_000)
    told = spoken(Refused.heard(code, **loud))
    assert len(told) <= SENTENCE_MAX
    assert "\x1b" not in told


def test_what_is_quoted_is_short_and_harmless() -> None:
    assert quoted("x" * QUOTED_MAX) == "x" * QUOTED_MAX
    assert quoted("x" * (QUOTED_MAX + 1)) == "x" * (QUOTED_MAX - 1) + "…"
    assert quoted("a\nb\x07c\x9bd\u202ee\ud800") == "a�b�c�d�e�"
    assert quoted("è ♠ 9H") == "è ♠ 9H"
    assert quoted(12) == "12"
    assert quoted("9" * 10**6, most=3) == "99…"
