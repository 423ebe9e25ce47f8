"""The error tree of `sabot.errors`, which everything above it relies on."""

import pickle

import pytest

from sabot.errors import Corrupt, Malformed, Refused, SabotError, Unavailable
from sabot.gamekit.refusals import PlayRefusal

KINDS = {Refused: "refused", Malformed: "malformed", Unavailable: "unavailable", Corrupt: "corrupt"}


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_survives_the_way_to_another_process(kind: type[SabotError]) -> None:
    error = kind("bet/too_late", round_id="r7", limit=500)
    back = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert type(back) is kind
    assert (back.code, back.data, str(back)) == (error.code, error.data, str(error))


def test_each_kind_has_its_own_word() -> None:
    assert {kind: kind.kind for kind in KINDS} == KINDS


def test_an_error_without_data_is_its_code() -> None:
    assert str(Refused(PlayRefusal.OVER)) == "round/over"
