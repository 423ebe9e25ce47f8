import pytest

from sabot.service.identity.throttle import Throttle, address_key


def test_the_window_slides() -> None:
    throttle = Throttle(limit=2, within_ms=100)
    assert [throttle.enter("k", now_ms=now) for now in (0, 60, 90)] == [0, 0, 10]
    assert throttle.enter("k", now_ms=100) == 0  # the attempt at 0 has left the window
    assert throttle.enter("k", now_ms=101) == 59


def test_a_refused_attempt_does_not_make_the_wait_longer() -> None:
    throttle = Throttle(limit=1, within_ms=100)
    throttle.enter("k", now_ms=0)
    assert [throttle.enter("k", now_ms=now) for now in (10, 50, 99, 100)] == [90, 50, 1, 0]


def test_keys_do_not_share_attempts() -> None:
    throttle = Throttle(limit=1, within_ms=100)
    assert [throttle.enter(key, now_ms=0) for key in "aba"] == [0, 0, 100]


def test_what_was_good_is_taken_back_alone() -> None:
    throttle = Throttle(limit=2, within_ms=100)
    throttle.enter("k", now_ms=0)
    throttle.enter("k", now_ms=1)
    throttle.take_back("k", counted_at_ms=1)
    assert [throttle.enter("k", now_ms=2), throttle.enter("k", now_ms=2)] == [0, 98]
    throttle.take_back("nobody", counted_at_ms=1)


def test_the_memory_has_an_end() -> None:
    throttle = Throttle(limit=1, within_ms=100, keys_max=2)
    for key in "abc":
        throttle.enter(key, now_ms=0)
    assert [throttle.enter("c", now_ms=1), throttle.enter("a", now_ms=1)] == [99, 0]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
        ("192.0.2.7", "192.0.2.8", False),
        ("::1", "::2", True),
    ],
)
def test_an_address_is_counted_by_whose_it_is(one: str, other: str, same: bool) -> None:
    assert (address_key(one) == address_key(other)) is same
