"""How often a process that runs tables looks for garbage."""

import gc
from collections.abc import Iterator

import pytest

from sabot.bootstrap.collector import YOUNG, look_less_often


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


def test_what_is_loaded_is_left_alone_and_the_rest_looked_through_less_often() -> None:
    look_less_often()
    assert gc.get_freeze_count() > 0
    assert gc.get_threshold()[0] == YOUNG
    assert gc.isenabled()
