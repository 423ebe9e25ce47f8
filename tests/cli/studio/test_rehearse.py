"""`sabot rehearse`: what the command itself refuses; what it does is in `rehearsal/test_run.py`."""

from __future__ import annotations

import pytest
from tests.cli.driver import ran

from sabot.client import Unavailable


def test_without_a_house_it_is_a_sentence() -> None:
    with pytest.raises(Unavailable, match="client/unreachable"):
        ran("rehearse", "live-1", "--url", "http://127.0.0.1:1")


def test_an_unknown_mistake_is_answered_with_those_that_are_known() -> None:
    refused = ran("rehearse", "live-1", "--mistake", "sneezing")
    assert refused.status == 2
    assert "wrong-position" in refused.err
