"""Where in our code an error arose, for logs. Its text is left out: it may quote a client."""

from __future__ import annotations

import sys
import traceback


def place_of_error() -> str:
    """Name the type of the current exception and its last five places."""
    error = sys.exc_info()[1]
    if error is None:
        return "?"
    frames = traceback.extract_tb(error.__traceback__)[-5:]
    where = " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames))
    return f"{type(error).__name__} {where}"
