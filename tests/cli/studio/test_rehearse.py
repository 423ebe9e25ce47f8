"""`sabot rehearse`: what the command itself refuses; what it does is in `rehearsal/test_run.py`."""

from __future__ import annotations

import pytest
from tests.cli.driver import ran

from sabot.errors import Unavailable
from sabot.lab.sentences import spoken


def test_without_a_house_it_says_what_to_do() -> None:
    """As a person reads it: where it looked, how a house is started, how another one is named."""
    with pytest.raises(Unavailable) as refused:
        ran("rehearse", "live-1", "--url", "http://127.0.0.1:1")
    told = spoken(refused.value)
    assert "no house answers at http://127.0.0.1:1" in told
    assert "`sabot play`" in told
    assert "--url" in told
    assert "ConnectError" not in told


def test_an_unknown_mistake_is_answered_with_those_that_are_known() -> None:
    refused = ran("rehearse", "live-1", "--mistake", "sneezing")
    assert refused.status == 2
    assert "wrong-position" in refused.err
