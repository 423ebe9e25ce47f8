"""Keys of a scanner that types, by their place on an American keyboard."""

from __future__ import annotations

from sabot.adapters.scanner.keys import LEFT_SHIFT, Keyboard

UP, DOWN, REPEAT = 0, 1, 2
PLACES = {
    **{sign: 2 + n for n, sign in enumerate("1234567890-")},
    **{sign: 30 + n for n, sign in enumerate("ASDFGHJKL")},
    **{sign: 16 + n for n, sign in enumerate("QWERTYUIOP")},
    **{sign: 44 + n for n, sign in enumerate("ZXCVBNM")},
    ":": 39,
    "\n": 28,
}


def presses(text: str) -> list[tuple[int, int]]:
    """Each key of a text as a scanner presses it, with Shift where it is needed."""
    keys: list[tuple[int, int]] = []
    for sign in text:
        shifted = sign.isupper() or sign == ":"
        pressed = [(PLACES[sign], DOWN), (PLACES[sign], UP)]
        keys += [(LEFT_SHIFT, DOWN), *pressed, (LEFT_SHIFT, UP)] if shifted else pressed
    return keys


def test_a_typed_code_is_read_whatever_the_layout_of_the_machine() -> None:
    keyboard = Keyboard()
    text = "LIVE-1:017:9H\n"
    assert "".join(keyboard.pressed(key, value) for key, value in presses(text)) == text


def test_a_key_that_is_held_or_has_no_sign_gives_none() -> None:
    keyboard = Keyboard()
    assert keyboard.pressed(2, REPEAT) == ""
    assert keyboard.pressed(194, DOWN) == ""  # F24, which scanners send as a prefix
