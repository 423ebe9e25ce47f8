"""What a line of chat may need a person for: words of distress, threats, adverts, insults, pace.

A flag only shows a line to the moderators; it refuses, hides and punishes nothing. The phrases are
data (`data/*.txt`) in Italian and English. Distress stands alone: a player in trouble is met with
help, so the same line carries no flag that asks for a sanction.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from importlib.resources import files


class Flag(StrEnum):
    """Why a moderator should look at a line, the most urgent first."""

    DISTRESS = "distress"
    THREAT = "threat"
    ABUSE = "abuse"
    ADVERT = "advert"
    PACE = "pace"  # the player is about to write too fast


IN_WORDS = (Flag.DISTRESS, Flag.THREAT, Flag.ABUSE, Flag.ADVERT)

_OTHER = re.compile(r"[^a-z0-9*]+")


def plain(text: str) -> str:
    """Words without accents, case and punctuation, with one blank between them.

    >>> plain("Non ce la faccio PIÙ…"), plain("I can't stop!")
    ('non ce la faccio piu', 'i can t stop')
    """
    letters = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return _OTHER.sub(" ", bare).strip()


def phrases(lines: Iterable[str]) -> tuple[str, ...]:
    """The phrases of a list: its lines without comments.

    >>> phrases(["# Italian", "", "sistema  sicuro", "suicid*"])
    ('sistema sicuro', 'suicid*')
    """
    return tuple(plain(line) for line in lines if plain(line) and not line.startswith("#"))


@cache
def _pattern(flag: Flag) -> re.Pattern[str]:
    text = files("sabot.service.chat").joinpath("data", f"{flag.value}.txt").read_text("utf-8")
    words = "|".join(
        re.escape(phrase).replace(r"\*", r"[a-z0-9]*") for phrase in phrases(text.splitlines())
    )
    return re.compile(rf"(?:^|(?<= ))(?:{words})(?= |$)")


def flags_of(text: str) -> tuple[Flag, ...]:
    """The flags of a line's words.

    >>> [flag.value for flag in flags_of("Ho perso tutto, non ce la faccio più")]
    ['distress']
    >>> [flag.value for flag in flags_of("Buona fortuna a tutti!")]
    []
    """
    bare = plain(text)
    found = tuple(flag for flag in IN_WORDS if _pattern(flag).search(bare))
    return (Flag.DISTRESS,) if Flag.DISTRESS in found else found
