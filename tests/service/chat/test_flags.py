"""What a line may need a person for: words in Italian and English, whatever their form."""

from __future__ import annotations

from importlib.resources import files

import pytest

from sabot.service.chat.flags import IN_WORDS, Flag, flags_of, phrases, plain

FOUND = """
voglio MORIRE                                | distress
Non ce la faccio più!!!                      | distress
ho perso tutto, idiota                       | distress
penso al suicidio                            | distress
I can't stop gambling                        | distress
i have lost everything                       | distress
ti vengo a cercare                           | threat
I'll find you                                | threat
so dove abiti, stronzo                       | threat abuse
sei un idiota                                | abuse
fai schifo                                   | abuse
SISTEMA VINCENTE, scrivimi in privato        | advert
join my channel                              | advert
"""

LEFT_ALONE = """
buona fortuna a tutti
ho perso il treno
ho perso, la prossima vinco
che mano! mi uccide dal ridere
good luck everyone
I will find a seat
how does a natural pay?
il banco vince sempre
grazie, a domani
this shoe is killing me
"""


@pytest.mark.parametrize("line", FOUND.strip().splitlines())
def test_F229_a_line_is_flagged(line: str) -> None:
    text, _, expected = line.partition("|")
    assert [flag.value for flag in flags_of(text)] == expected.split()


@pytest.mark.parametrize("line", LEFT_ALONE.strip().splitlines())
def test_F229_an_ordinary_line_has_no_flag(line: str) -> None:
    assert flags_of(line) == ()


@pytest.mark.parametrize("flag", IN_WORDS)
def test_every_phrase_of_a_list_is_found_and_written_plainly(flag: Flag) -> None:
    folder = files("sabot.service.chat").joinpath("data")
    text = folder.joinpath(f"{flag.value}.txt").read_text("utf-8")
    found = phrases(text.splitlines())
    assert len(found) > 10
    assert len(set(found)) == len(found)
    for phrase in found:
        assert plain(phrase) == phrase
        said = phrase.replace("*", "xyz")
        assert flag in flags_of(f"e poi {said} davvero") or flags_of(said) == (Flag.DISTRESS,)
