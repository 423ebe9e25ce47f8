"""What sends to many: every byte to its socket, whichever way the system offers."""

from __future__ import annotations

import socket
from array import array
from collections.abc import Iterator

import pytest

from sabot.gateway.sockets import crier

if not crier.LINUX:
    pytest.skip("elsewhere there are no crowds", allow_module_level=True)

from sabot.gateway.sockets import kernels
from sabot.gateway.sockets.kernels import Sender, sender
from sabot.gateway.sockets.ring import ORDERS, Ring

Pair = tuple[socket.socket, socket.socket]


def ring() -> Ring:
    try:
        return Ring()
    except OSError as error:
        pytest.skip(f"no ring here: {error}")


@pytest.fixture(params=["through a ring", "one by one"])
def sends(request: pytest.FixtureRequest) -> Sender:
    return Sender(ring() if request.param == "through a ring" else None)


@pytest.fixture
def pairs() -> Iterator[list[Pair]]:
    made = [socket.socketpair() for _ in range(ORDERS + 5)]
    yield made
    for near, far in made:
        near.close()
        far.close()


def at(pairs: list[Pair]) -> array[int]:
    return array("i", [near.fileno() for near, _ in pairs])


def test_more_than_one_call_takes_get_the_same(sends: Sender, pairs: list[Pair]) -> None:
    for number in range(3):  # the ring goes round
        assert sends.same(at(pairs), b"all %d" % number) == []
        assert {far.recv(64) for _, far in pairs} == {b"all %d" % number}


def test_each_gets_its_own_of_any_size(sends: Sender, pairs: list[Pair]) -> None:
    pieces = [b"%d" % number * (number % 7) for number in range(len(pairs))]
    sizes = array("q", map(len, pieces))
    assert sends.own(at(pairs), sizes, b"".join(pieces)) == []
    heard = [far.recv(64) if piece else b"" for (_, far), piece in zip(pairs, pieces, strict=True)]
    assert heard == pieces


def test_nobody_is_left_out_but_who_is_nowhere_or_gone(sends: Sender, pairs: list[Pair]) -> None:
    descriptors = at(pairs)
    descriptors[0] = -1
    pairs[-1][1].close()  # nobody reads there any more
    size = len(b"for all")
    assert sends.same(descriptors, b"for all") == [(0, 0), (len(pairs) - 1, 0)]
    assert {far.recv(size) for _, far in pairs[1:-1]} == {b"for all"}


def test_who_takes_less_is_told_how_much_and_nobody_is_waited_for(
    sends: Sender, pairs: list[Pair]
) -> None:
    data = bytes(range(256)) * 4096
    short = sends.same(at(pairs[:3]), data)
    assert [place for place, _ in short] == [0, 1, 2]
    assert all(0 < taken < len(data) for _, taken in short)
    again = sends.same(at(pairs[:3]), data)
    assert again == [(0, 0), (1, 0), (2, 0)]
    for (_, far), (_, taken) in zip(pairs, short, strict=False):
        assert _heard(far, taken) == data[:taken]


def _heard(far: socket.socket, size: int) -> bytes:
    far.setblocking(False)
    heard = b""
    while len(heard) < size:
        heard += far.recv(size)
    return heard


def test_what_a_ring_does_not_take_goes_one_by_one(pairs: list[Pair]) -> None:
    good = ring()
    shared = good.shared
    good.shared = shared._replace(number=-1)  # the system takes no order under this number
    assert Sender(good).same(at(pairs), b"first") == []
    good.shared = shared
    assert Sender(good).same(at(pairs), b"second") == []
    assert {far.recv(64) for _, far in pairs} == {b"firstsecond"}


def test_a_system_without_rings_is_served_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden() -> Ring:
        raise PermissionError(1, "not here")

    monkeypatch.setattr(kernels, "Ring", forbidden)
    assert sender()._ring is None


def test_a_ring_that_sends_nothing_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    useless = ring()
    useless.shared = useless.shared._replace(number=-1)
    monkeypatch.setattr(kernels, "Ring", lambda: useless)
    monkeypatch.setattr(kernels, "_send_one_by_one", lambda *_words: None)
    assert sender()._ring is None
