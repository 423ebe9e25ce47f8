"""When things happened: remembered as they come, looked up when they are older."""

from __future__ import annotations

from sabot.studio.moments import KEPT, Moments
from sabot.table import events as e


def test_what_is_no_longer_remembered_is_looked_up() -> None:
    asked: list[int] = []

    def look_up(number: int) -> int | None:
        asked.append(number)
        return 7 * number if number < 5 else None

    moments = Moments(look_up)
    for number in range(1, KEPT + 3):
        moments.see(e.BettingEnded(), number=number, at_ms=number)
    assert moments.at(KEPT) == KEPT
    assert (moments.at(1), moments.at(1)) == (7, 7)
    assert asked == [1]
    assert (moments.at(0), moments.at(KEPT + 100)) == (0, 0)


def test_the_newest_of_a_kind_is_the_last_one_in_the_log() -> None:
    moments = Moments()
    assert moments.newest(e.TableRested) is None
    moments.see(e.TableRested(), number=9, at_ms=90)
    moments.see(e.TableRested(), number=3, at_ms=30)  # read from the disk afterwards
    moments.see(e.RoundLapsed(round_id="r"), number=4, at_ms=40)
    found = moments.newest(e.TableRested, e.RoundLapsed)
    assert found is not None
    assert (found.number, found.at_ms) == (9, 90)
    assert moments.since(e.VideoLost) == 0


def test_bets_are_no_moments() -> None:
    moments = Moments(lambda _number: 5)
    moments.see(e.BetsAccepted(bets=()), number=1, at_ms=1)
    assert moments.at(1) == 5
