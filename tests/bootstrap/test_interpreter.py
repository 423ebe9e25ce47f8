"""How often a process that runs tables looks for garbage, and how soon its threads take turns."""

import gc
import sys
from collections.abc import Iterator

import pytest

from sabot.bootstrap.interpreter import TURN_SECONDS, YOUNG, set_up_for_tables


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    before, turn = gc.get_threshold(), sys.getswitchinterval()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)
    sys.setswitchinterval(turn)


def test_what_is_loaded_is_left_alone_and_the_rest_looked_through_less_often() -> None:
    set_up_for_tables()
    assert gc.get_freeze_count() > 0
    assert gc.get_threshold()[0] == YOUNG
    assert gc.isenabled()
    assert sys.getswitchinterval() == pytest.approx(TURN_SECONDS)
