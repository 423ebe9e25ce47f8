"""Where a mistake of ours was made, for logs; never its words, which may hold what was sent."""

from __future__ import annotations

import sys
import traceback


def place_of_error() -> str:
    """What was raised and where; its words may hold what somebody has sent."""
    error = sys.exc_info()[1]
    if error is None:
        return "?"
    frames = traceback.extract_tb(error.__traceback__)[-5:]
    where = " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames))
    return f"{type(error).__name__} {where}"
