"""The loops of a crowd as machine code: whoever imports this pays for the compiler.

The interpreter's lock is released meanwhile, so a commit need not wait for thousands of sockets.
What a loop touches is its own: only the event loop's thread, which waits here, closes sockets.
"""

from __future__ import annotations

import logging
import socket
from array import array
from collections.abc import Callable
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from sabot.gateway.sockets.connection import NOWHERE
from sabot.gateway.sockets.ring import ENTER, Ring, Shared
from sabot.maths.compiled import c_function, compiled, inlined

_AT_ONCE = int(socket.MSG_DONTWAIT | socket.MSG_NOSIGNAL)
_SEND = 26  # the order
_WAIT = 1  # until so many orders are done

_send = cast(
    "Callable[[int, int, int, int], int]",  # descriptor, address, size, flags; negative: none went
    c_function("send", gives="intp", takes=("int32", "uintp", "uintp", "int32")),
)
_system = cast(
    "Callable[[int, int, int, int, int, int, int], int]",  # which call, and six words for it
    c_function("syscall", gives="intp", takes=("intp",) * 7),
)

log = logging.getLogger("sabot.gateway")

Short = list[tuple[int, int]]
"""At which places fewer bytes went than all, and how many."""


class Pieces(NamedTuple):
    """What goes where; nobody is where a descriptor is negative.

    From one piece to the next the data goes on by `step` sizes of it: one, or none.
    """

    descriptors: NDArray[np.int32]
    sizes: NDArray[np.int64]
    data: NDArray[np.uint8]
    step: int


class Sender:
    """Sends to many, through a ring where there is one."""

    def __init__(self, ring: Ring | None) -> None:
        self._ring = ring

    def same(self, descriptors: array[int], data: bytes) -> Short:
        """The same for each."""
        return self._sent(descriptors, np.full(len(descriptors), len(data)), data, step=0)

    def own(self, descriptors: array[int], sizes: array[int], data: bytes) -> Short:
        """Each its piece of the data; the pieces lie in order."""
        return self._sent(descriptors, np.frombuffer(sizes, np.int64), data, step=1)

    def _sent(
        self, descriptors: array[int], sizes: NDArray[np.int64], data: bytes, *, step: int
    ) -> Short:
        at, lying = np.frombuffer(descriptors, np.int32), np.frombuffer(data, np.uint8)
        pieces, sent = Pieces(at, sizes, lying, step), np.zeros(len(sizes), np.int64)
        left = 0 if self._ring is None else _send_by_ring(self._ring.shared, pieces, sent)
        if left < len(sent):
            _send_one_by_one(pieces, sent, left)
        if sent.tobytes() == sizes.tobytes():
            return []
        short = np.flatnonzero(sent != sizes)
        return [(int(place), max(0, int(sent[place]))) for place in short]


def sender() -> Sender:
    """The best that works here; trying it compiles it."""
    try:
        through_ring = Sender(Ring())
        if _works(through_ring):
            return through_ring
    except OSError as error:
        log.info("no ring for crowds: %s", error)
    one_by_one = Sender(None)
    _works(one_by_one)
    return one_by_one


def _works(sender: Sender) -> bool:
    """Say something to oneself, both ways."""
    near, far = socket.socketpair()
    with near, far:
        at = array("i", [NOWHERE, near.fileno()])
        short = sender.same(at, b"to all") + sender.own(at, array("q", [1, 5]), b",alone")
        return short == [(0, 0)] * 2 and far.recv(64) == b"to allalone"


@compiled
def _send_one_by_one(pieces: Pieces, sent: NDArray[np.int64], left: int) -> None:
    """From the first place that is left on; how many bytes went, or a negative number."""
    address = pieces.data.ctypes.data
    for place in range(len(sent)):
        descriptor, size = pieces.descriptors[place], pieces.sizes[place]
        if place >= left and descriptor >= 0:
            sent[place] = _send(descriptor, address, size, _AT_ONCE)
        address += pieces.step * size


@compiled
def _send_by_ring(ring: Shared, pieces: Pieces, sent: NDArray[np.int64]) -> int:
    """As one by one; the first place that is left, where the system does not take all orders."""
    address, given = pieces.data.ctypes.data, 0
    for place in range(len(sent)):
        if pieces.descriptors[place] >= 0:
            _order(ring, given, pieces, place, address)
            given += 1
        address += pieces.step * pieces.sizes[place]
        if given == len(ring.orders) or (given and place == len(sent) - 1):
            if _carried_out(ring, given, sent) < given:
                return _taken_back(ring)
            given = 0
    return len(sent)


@inlined
def _order(ring: Shared, given: int, pieces: Pieces, place: int, address: int) -> None:
    """Lay an order behind those that are given with it: fields of `struct io_uring_sqe`."""
    order = ring.orders[(ring.words[ring.ordered] + given) & (len(ring.orders) - 1)]
    order[0] = _SEND | pieces.descriptors[place] << 32
    order[2] = address
    order[3] = pieces.sizes[place] | _AT_ONCE << 32
    order[4] = place


@inlined
def _carried_out(ring: Shared, given: int, sent: NDArray[np.int64]) -> int:
    """Have orders carried out, and hear how they went; so many were taken."""
    ring.words[ring.ordered] += given
    taken = _system(ENTER, ring.number, given, given, _WAIT, 0, 0)
    while ring.words[ring.heard] != ring.words[ring.done]:
        result = ring.results[ring.words[ring.heard] & (len(ring.results) - 1)]
        sent[result[0]] = np.int32(result[1])
        ring.words[ring.heard] += 1
    return taken


@inlined
def _taken_back(ring: Shared) -> int:
    """Those that were not begun never will be; the place of the first."""
    ring.words[ring.ordered] = ring.words[ring.begun]
    return int(ring.orders[ring.words[ring.begun] & (len(ring.orders) - 1)][4])
