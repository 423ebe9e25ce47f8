"""The name that other players see: what is allowed, and what is shown instead when it is not.

Owns the rules of a nickname. A player of the house chooses one and is told what is wrong with it.
The nickname of an operator's player comes from outside and never keeps that player out: the parts
that break a rule are left out or replaced. The list of players knows which names are taken.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from hashlib import sha256

from sabot.errors import Malformed
from sabot.service.chat.contacts import leads_elsewhere
from sabot.service.identity.lookalikes import lookalike_keys, plain
from sabot.service.identity.refusals import AccountRefusal

NICKNAME_MAX = 64
DIGITS_MAX = 6
"""More digits could be a telephone number; a date of birth has six."""

MARKS_MAX = 2
"""Vowels and tones on one letter in scripts such as Thai. Accents are part of their letter."""

FALLBACK = "Player"
"""The nickname of an operator's player whose own name has nothing that can be shown."""

VARIANTS_MAX = 5
"""How many names are tried for an operator's player; each is free with a chance of 99.99 %."""

_SIGNS = frozenset(" .-_'\u2019")
_INVISIBLE = frozenset(
    "\u115f\u1160\u3164\uffa0\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u2800\u034f"
)
"""Invisible letters and marks; Unicode calls them ignorable."""

_SCRIPTS = (
    *("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN", "HEBREW", "ARABIC", "THAANA"),
    *("DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA"),
    *("MALAYALAM", "SINHALA", "THAI", "LAO", "TIBETAN", "MYANMAR", "KHMER", "ETHIOPIC"),
    *("HANGUL", "HIRAGANA", "KATAKANA", "BOPOMOFO", "CJK", "IDEOGRAPHIC"),
    *("DIGIT", "ARABIC-INDIC", "EXTENDED ARABIC-INDIC", "KATAKANA-HIRAGANA"),
)
"""How the letters and digits of scripts in daily use are named: those that Unicode recommends for
names (UAX 31, table 5). Letters of others look like these too, and the table of look-alike letters
(UTS 39) has only some of them: the Coptic alpha is not there.
"""

_NAMED = tuple(f"{script} " for script in _SCRIPTS)

_ROLES = (
    *("dealer", "croupier", "crupier", "mazziere", "banchiere", "dealers"),
    *("moderator", "moderatore", "moderatrice", "moderazione", "moderation", "mod", "mods"),
    *("admin", "admins", "administrator", "amministratore", "amministrazione", "sysadmin", "root"),
    *("support", "supporto", "assistenza", "helpdesk", "help", "aiuto", "service", "servizio"),
    *("manager", "shiftmanager", "pitboss", "supervisor", "supervisore", "direttore", "director"),
    *("direzione", "management", "responsabile", "ispettore", "inspector", "auditor", "revisore"),
    *("operator", "operatore", "staff", "personale", "security", "sicurezza", "system", "sistema"),
    *("house", "casino", "sabot", "cashier", "cassa", "cassiere", "official", "ufficiale", "host"),
    *("hostess", "guest", "ospite", "bot"),
)
"""Names under which the house speaks, or that players would take for such."""

_BESIDE = (
    "the",
    "il",
    "la",
    "lo",
    "live",
    "team",
    "real",
    "vero",
    "vera",
    "desk",
    "chat",
    "online",
)
"""Words that, added to such a name, still leave it reserved."""

_LEET = str.maketrans("0134578|", "oleastbl")
_WORD = re.compile(r"[^\W_]+")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


def _bare(word: str) -> str:
    """Undo disguises in a word: i, l and 1 become one letter, and so do o and 0."""
    return plain(word).translate(_LEET).replace("i", "l").replace("rn", "m").replace("vv", "w")


_RESERVED = frozenset(map(_bare, _ROLES))
_TOGETHER = re.compile(
    r"(?:{beside})*(?:{roles})(?:{beside}|{roles})*".format(
        beside="|".join(map(_bare, _BESIDE)),
        roles="|".join(sorted(_RESERVED, key=len, reverse=True)),
    )
)


def checked_nickname(nickname: str) -> str:
    """Give a chosen nickname in its normal form, or refuse it and say why.

    >>> checked_nickname("  Nicolo\\u0300 ")
    'Nicolò'
    """
    name = _normal(nickname)
    if not 0 < len(name) <= NICKNAME_MAX:
        raise Malformed(AccountRefusal.NICKNAME, reason="length", max=NICKNAME_MAX)
    if name != _shown(name) or not any(letter.isalnum() for letter in name):
        raise Malformed(AccountRefusal.NICKNAME, reason="characters")
    if _is_address(name):
        raise Malformed(AccountRefusal.NICKNAME_ADDRESS)
    return name


def is_reserved(name: str) -> bool:
    """Say whether a name, or a word of it, is one under which the house speaks.

    >>> is_reserved("The Dea1er"), is_reserved("Modena"), is_reserved("badminton")
    (True, False, False)
    """
    raw = _WORD.findall(_HUMP.sub(" ", unicodedata.normalize("NFKC", name)))
    words = [_bare(word) for word in raw]
    bare = [_bare(word.strip("0123456789")) for word in raw]
    return any(word in _RESERVED for word in (*words, *bare)) or bool(
        _TOGETHER.fullmatch("".join(words)) or _TOGETHER.fullmatch("".join(bare))
    )


def names_for(player_id: str, base: str) -> Iterator[str]:
    """The names to try for a player, best first; the same ones on every call.

    >>> list(names_for("acme:7", "Ada"))[:2]
    ['Ada', 'Ada-8888']
    """
    if base != FALLBACK:
        yield base
    digits = int.from_bytes(sha256(player_id.encode("utf-8", "surrogatepass")).digest())
    for _ in range(VARIANTS_MAX):
        digits, number = divmod(digits, 10_000)
        yield f"{base[: NICKNAME_MAX - 5]}-{number:04}"
    yield f"{FALLBACK}-{digits:x}"[:NICKNAME_MAX]


def presentable(nickname: str) -> str:
    """Give what can be shown of a name that was chosen elsewhere.

    >>> presentable("Ada\\u202e"), presentable("Dealer")
    ('Ada', 'Player')
    """
    sent = _normal(nickname)[: 2 * NICKNAME_MAX]
    name = _shown(sent)[:NICKNAME_MAX].strip()
    wrong = any(map(_is_address, (sent, name))) or is_reserved(name)
    return name if any(letter.isalnum() for letter in name) and not wrong else FALLBACK


def _normal(nickname: str) -> str:
    """Give a name in its one form: composed, without styles, with single spaces."""
    return " ".join(unicodedata.normalize("NFKC", nickname).split())


def _shown(name: str) -> str:
    """The characters of a name that may be shown."""
    kept: list[str] = []
    marks = 0
    for letter in name:
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Mc") else 0
        if _is_shown(letter) if not marks else bool(kept) and _is_vowel(letter, marks):
            kept.append(letter)
    return " ".join("".join(kept).split())


def _is_shown(letter: str) -> bool:
    if letter in _INVISIBLE:
        return False
    if letter not in _SIGNS and not _is_in_daily_use(letter):
        return False
    if unicodedata.category(letter) == "Lm":
        return not unicodedata.name(letter, "MODIFIER").startswith("MODIFIER")
    return letter in _SIGNS or unicodedata.category(letter) in ("Lu", "Ll", "Lt", "Lo", "Nd")


def _is_vowel(letter: str, marks: int) -> bool:
    """Say whether a mark is part of a word. A combining mark that NFKC left apart is decoration."""
    decorates = unicodedata.name(letter, "COMBINING").startswith(("COMBINING", "VARIATION"))
    shown = letter not in _INVISIBLE and _is_in_daily_use(letter)
    return marks <= MARKS_MAX and not decorates and shown


def _is_in_daily_use(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith(_NAMED)


def _is_address(name: str) -> bool:
    digits = sum(letter.isdecimal() for letter in name)
    return digits > DIGITS_MAX or leads_elsewhere(name)


def keys_of(name: str) -> tuple[str, ...]:
    """The keys under which a name is taken; a name without letters is its own key."""
    return tuple(key for key in lookalike_keys(name) if key) or (name,)
