"""Keys of a scanner that types, by their number: the keyboard of the United States.

A scanner sends keys by their place and knows nothing of the layout of the machine. The numbers are
those of the Linux input system.
"""

from __future__ import annotations

KEY_DOWN = 1
EV_KEY = 1
LEFT_SHIFT, RIGHT_SHIFT = 42, 54

_ROWS = (
    (2, "1234567890-=", "!@#$%^&*()_+"),
    (16, "qwertyuiop[]\n", "QWERTYUIOP{}\n"),
    (30, "asdfghjkl;'`", 'ASDFGHJKL:"~'),
    (43, "\\zxcvbnm,./", "|ZXCVBNM<>?"),
    (57, " ", " "),
    (71, "789-456+1230.", "789-456+1230."),
    (96, "\n", "\n"),
    (98, "/", "/"),
)
_PLAIN = {first + n: sign for first, plain, _ in _ROWS for n, sign in enumerate(plain)}
_SHIFTED = {first + n: sign for first, _, shifted in _ROWS for n, sign in enumerate(shifted)}


class Keyboard:
    """Which sign each pressed key stands for."""

    def __init__(self) -> None:
        self._shifts: set[int] = set()

    def pressed(self, key: int, value: int) -> str:
        """The sign of a key event; empty for a key that was let go, or that has no sign.

        >>> keyboard = Keyboard()
        >>> keyboard.pressed(LEFT_SHIFT, 1), keyboard.pressed(39, 1), keyboard.pressed(2, 1)
        ('', ':', '!')
        """
        if key in (LEFT_SHIFT, RIGHT_SHIFT):
            (self._shifts.add if value else self._shifts.discard)(key)
            return ""
        if value != KEY_DOWN:
            return ""
        return (_SHIFTED if self._shifts else _PLAIN).get(key, "")
