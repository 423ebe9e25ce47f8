"""Errors as a person reads them: what is wrong and what would work, in one sentence.

Codes and data come from wherever an error was raised; only the words are here. A code without
words of its own is printed with its data, so that a new code is never lost.
Input is quoted shortly and without anything that could disturb a terminal.
"""

from __future__ import annotations

from sabot.errors import SabotError

QUOTED_MAX = 60
"""Characters quoted of one value; a reader needs no more of a wrong value."""

SENTENCE_MAX = 400

_SENTENCES = {
    "bet/never_offered": "{bet} is never offered from what is left of the shoe",
    "bet/wrong_mode": "it is a bet of {needed}, and this line plays {mode}",
    "card/not_in_shoe": "{card} is dealt more often than the shoe holds it",
    "card/unreadable": "'{card}' is no card; write rank and suit, such as 9H",
    "device/action": "there is no action '{action}'; known are {known}",
    "device/kind": "there is no kind of device '{kind}'; known are {known}",
    "device/no_such_table": "there is no table '{table}'",
    "device/position": "'{position}' is no position that this device could read",
    "device/table": "'{table}' is no name of a table",
    "device/unknown": "there is no device '{device}'",
    "game/bad_name": (
        "'{name}' is no name for a game: small letters, digits and single underscores, at most"
        " {maximum} characters, such as high_card"
    ),
    "game/folder_exists": "'{folder}' is there already",
    "game/name_taken": "there is a game '{name}' already",
    "game/unknown": "there is no game '{game}'; known are {known}",
    "house/exists": "there is a house in this database already ({house}); start it without --new",
    "house/lost": (
        "there was a house at '{database}', as '{beside}' shows, and now there is none: put the"
        " database back with its -wal file, or start with --new to open an empty house"
    ),
    "house/none": (
        "there is no house at '{database}'; `sabot serve --new` opens one, and if there was one,"
        " put its database back"
    ),
    "house/rolled_back": (
        "this database is not the one that was running last: {why}. Put the newest copy back with"
        " its -wal file, or go on with --accept-rollback REASON, which is kept on record"
        " (noted in '{seals}')"
    ),
    "house/notebook_unavailable": "the notebook of the house in '{file}' cannot be used: {why}",
    "house/seals_unreadable": "the noted seals in '{file}' cannot be read: {why}",
    "house/no_log": (
        "'{database}' has tables and no house log: put the newest copy back with its -wal file, or"
        " run `sabot accept --reason ...` to begin a new log with what the database holds"
    ),
    "rehearsal/no_house": (
        "no house answers at {url}, so there is no table to rehearse at: start a demonstration in"
        " another window with `sabot play`, or give the address of a running one with --url"
    ),
    "keys/broken_seal": "what was sealed at {place} with key {key} has been changed or moved",
    "keys/length": "a sealing key has {needed} bytes, and this one has {bytes}",
    "keys/lost": (
        "hidden cards in this database are sealed, and their key file '{file}' is gone: put it"
        " back; `sabot keys {file} --new` begins with a new key, without the shoes in play"
    ),
    "keys/missing": (
        "a production house needs its sealing keys: put them into the environment variable"
        " {variable}, or name a file of them as keys_file under [sealing];"
        " `sabot keys FILE --new` makes one"
    ),
    "keys/no_file": "the file of sealing keys '{file}' cannot be read: {why}",
    "keys/none": "there is no sealing key in {source}; `sabot keys FILE --new` makes one",
    "keys/not_written": (
        "the file of sealing keys '{file}' cannot be written: {why}; make room or another place"
        " for it, and start again"
    ),
    "keys/readable_by_others": (
        "every user of this machine may read the sealing keys in '{file}'; try chmod 600"
    ),
    "keys/unknown": (
        "{place} was sealed with key {key}, which this house does not have (it has {known});"
        " put that key back, after the one that seals"
    ),
    "keys/unreadable": "key {number} in {source} is not written as 64 hexadecimal digits",
    "rehearsal/not_live": "'{table}' is a virtual table, which the machine deals",
    "roads/sequence": "'{letter}' at place {position} is not one of P, B and T",
    "role/unknown": "there is no role '{role}'; known are {known}",
    "script/too_long": "{characters} characters are too many; a line may have {maximum}",
    "seal/no_file": "the file of seals '{file}' cannot be read: {why}",
    "seal/none": "there is no seal of this house in '{given}'",
    "settings/environment": "{file} names operators and no environment; add environment = "
    "with one of {known}: a demonstration has accounts whose password is public",
    "settings/origin": "'{origin}' is not a whole origin; write https://host or https://host:port",
    "settings/proxy_too_wide": "{proxy} is too wide for proxies; name networks of /{prefix_min} "
    "or narrower",
    "settings/public_address": "'{public_address}' is not a whole origin; write https://host",
    "settings/time_zone": "'{time_zone}' is no time zone; write one such as Europe/Rome",
    "scan/early": "read too early, the card leaves the shoe; wait for the shift manager",
    "scan/foreign": "a card of another shoe; touch nothing and wait for the shift manager",
    "scan/repeated": "read before in this shoe; touch nothing and wait for the shift manager",
    "scan/too_many": "this card came too often already; wait for the shift manager",
    "scan/unexpected": "no card was due there; touch nothing and wait for the shift manager",
    "scan/unreadable": "no code of a card; wait for the shift manager",
    "scanner/extra_missing": (
        "this needs the library {library}: install it with `pip install 'sabot[{extra}]'`"
    ),
    "scanner/no_token": (
        "a scanner signs in with a token: put it into the environment variable {variable}, or name"
        " a file with --token-file; `sabot device add TABLE scanner` prints one"
    ),
    "scanner/none": (
        "name a scanner, such as --serial /dev/ttyUSB0=shoe or --device /dev/input/event5=P1"
    ),
    "scanner/place": "'{text}' names no scanner; write PATH=POSITION, such as /dev/ttyUSB0=shoe",
    "scanner/token_file": "the token file '{file}' cannot be read: {reason}",
    "shoe/too_short": "{cards} cards are left of the shoe, and {needed} are needed",
    "studio/not_its_position": "this scanner was added for another position than {position}",
    "studio/not_its_table": "this device was added for another table than {table}",
    "studio/not_signed_on": "no dealer has signed on to this table",
    "table/paused": "the table stands still; read the card again when it goes on",
    "simulation/rounds": "{rounds} rounds cannot be played; choose {minimum} to {maximum}",
    "simulation/seed": "{seed} is no seed; choose {minimum} to {maximum}",
    "simulation/workers": "{workers} workers cannot play; choose {minimum} to {maximum}",
    "strategy/no_decisions": "players decide nothing in {game}; try {known}",
    "table/unknown": "there is no table '{table}'; known are {known}",
}


def spoken(error: SabotError) -> str:
    """What is wrong, as a sentence.

    >>> from sabot.errors import Refused
    >>> spoken(Refused("card/not_in_shoe", card="9H"))
    '9H is dealt more often than the shoe holds it'
    >>> spoken(Refused("round/over", card="9H"))
    'round: over (card 9H)'
    """
    data = {name: value for name, value in error.data.items() if name != "field"}
    reason = data.pop("reason", None)
    known = _SENTENCES.get(error.code)
    if reason is not None:
        words = str(reason)
    elif known is not None:
        # Lists of known names are our own, so they may be long; other values come from outside.
        lengths = {name: SENTENCE_MAX if name == "known" else QUOTED_MAX for name in data}
        told = _Told({name: quoted(data[name], lengths[name]) for name in data})
        return quoted(known.format_map(told), SENTENCE_MAX)
    else:
        words = error.code.replace("/", ": ").replace("_", " ")
    details = ", ".join(f"{name} {quoted(value)}" for name, value in data.items())
    return quoted(f"{words} ({details})" if details else words, SENTENCE_MAX)


def quoted(value: object, most: int = QUOTED_MAX) -> str:
    """A value shortened and made printable for a sentence.

    >>> quoted("a" * 10, most=5), quoted("bell \\a")
    ('aaaa…', 'bell �')
    """
    text = "".join(sign if sign.isprintable() else "�" for sign in str(value)[: most + 1])
    return text if len(text) <= most else text[: most - 1] + "…"


class _Told(dict[str, str]):
    """The data of a sentence; a gap in it must not hide the error itself."""

    def __missing__(self, name: str) -> str:
        return f"({name} not told)"
