"""The loop of a crowd as machine code: whoever imports this pays for the compiler.

The interpreter's lock is released meanwhile, so a commit need not wait for thousands of sockets.
What the loop touches is its own: only the event loop's thread, which waits here, closes sockets.
"""

from __future__ import annotations

import socket
from array import array
from collections.abc import Callable
from typing import cast

import numpy as np
from numpy.typing import NDArray

from sabot.maths.compiled import c_function, compiled

_AT_ONCE = int(socket.MSG_DONTWAIT | socket.MSG_NOSIGNAL)

_send = cast(
    "Callable[[int, int, int, int], int]",  # descriptor, address, size, flags; negative: none went
    c_function("send", gives="intp", takes=("int32", "uintp", "uintp", "int32")),
)


def send_to_each(descriptors: array[int], data: bytes) -> list[tuple[int, int]]:
    """Send to all but negative descriptors; the places of those who took less, and how much."""
    sent = np.zeros(len(descriptors), np.int64)
    _send_to_each(np.frombuffer(descriptors, np.int32), np.frombuffer(data, np.uint8), sent)
    short = np.flatnonzero(sent != len(data))
    return [(int(place), max(0, int(sent[place]))) for place in short]


def send_each_its_own(
    descriptors: array[int], sizes: array[int], data: bytes
) -> list[tuple[int, int]]:
    """Send each its piece of the data, the pieces lie in order; who took less, and how much."""
    sent = np.zeros(len(descriptors), np.int64)
    wanted = np.frombuffer(sizes, np.int64)
    pieces = np.frombuffer(data, np.uint8)
    if _send_each_its_own(np.frombuffer(descriptors, np.int32), wanted, pieces, sent):
        return []
    short = np.flatnonzero(sent != wanted)
    return [(int(place), max(0, int(sent[place]))) for place in short]


@compiled
def _send_to_each(
    descriptors: NDArray[np.int32], data: NDArray[np.uint8], sent: NDArray[np.int64]
) -> None:
    for place in range(len(descriptors)):
        if descriptors[place] >= 0:
            sent[place] = _send(descriptors[place], data.ctypes.data, len(data), _AT_ONCE)


@compiled
def _send_each_its_own(
    descriptors: NDArray[np.int32],
    sizes: NDArray[np.int64],
    data: NDArray[np.uint8],
    sent: NDArray[np.int64],
) -> bool:
    """Whether everybody took everything."""
    address, all_of_it = data.ctypes.data, True
    for place in range(len(descriptors)):
        size = sizes[place]
        if descriptors[place] >= 0:
            sent[place] = _send(descriptors[place], address, size, _AT_ONCE)
        all_of_it = all_of_it and sent[place] == size
        address += size
    return all_of_it
