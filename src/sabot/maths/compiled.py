"""Turning a Python loop into machine code: the one place that knows the compiler.

A compiled function is stored beside its source after the first call and releases the
interpreter's lock while it runs, so that threads are enough to use every core. It must not touch
anything but its arguments, numbers and arrays. It knows no game.

The stored code of a function is renewed when its own file changes, not when a function it calls
in another file does: after editing one of those, remove the `__pycache__` folders.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numba

P = ParamSpec("P")
R = TypeVar("R")


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """A function that runs as machine code, stored on disk, without the interpreter's lock."""
    return cast("Callable[P, R]", numba.njit(cache=True, nogil=True)(function))


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """A small step of compiled loops, always copied into its callers."""
    return cast("Callable[P, R]", numba.njit(forceinline=True)(function))
