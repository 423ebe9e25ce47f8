"""Words of staff reach no player, whatever event carries them (F242)."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from tests.table.driver import BOSS, DEALER, OTHER_BOSS, Studio, scanner_config, speed
from tests.table.examples import EXAMPLES

from sabot.gamekit import Audience
from sabot.gateway.tables.telling import Listener, told
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.record import codec
from sabot.table.views import shown

WORDS = "Bob spilled his tea"
WRITTEN = ("reason", "words", "detail", "console")


class Cards(dict[str, str]):
    """Every position holds a card: only words are looked at."""

    def __missing__(self, _position: str) -> str:
        return "9S"


MEMORY: Any = SimpleNamespace(cards=Cards(), bettors=(), asked=lambda _id: None)
PLAYER = Listener(Audience.PLAYER, MEMORY, lambda name: name)
STAFF = Listener(Audience.MANAGER, MEMORY, lambda name: name)


def written(event: e.Event) -> e.Event:
    """The event with words of staff wherever it has words."""
    fields = [name for name in WRITTEN if name in event.__struct_fields__]
    return replace(event, **dict.fromkeys(fields, WORDS))


@pytest.mark.parametrize("event", EXAMPLES, ids=codec.kind_of)
def test_F242_no_happening_for_players_has_words_of_staff(event: e.Event) -> None:
    happening = told(written(event), 7, PLAYER)
    assert WORDS.encode() not in msgspec.json.encode(happening)


def test_F242_staff_read_them() -> None:
    events = map(written, EXAMPLES)
    assert sum(WORDS.encode() in msgspec.json.encode(told(one, 7, STAFF)) for one in events) > 5


def test_F242_nor_has_the_view_of_a_table() -> None:
    table = Studio(scanner_config(live=True))
    table.players.place("ada", "player", 1000)
    table.send("ada", c.ConfirmBets())
    table.does(DEALER, c.CallManager(reason=WORDS))
    table.does(BOSS, c.SwitchSideBets(kinds=("tie",), off=True, reason=WORDS))
    table.does(BOSS, c.ChangeCards(reason="worn", words=WORDS))
    table.does(DEALER, c.Pause(reason=WORDS))
    table.does(OTHER_BOSS, c.ProposeCancel(reason=WORDS))
    for audience, seen in ((Audience.PLAYER, False), (Audience.MANAGER, True)):
        view = msgspec.json.encode(shown(table.state, audience))
        assert (WORDS.encode() in view) is seen


def test_F270_players_read_why_a_shoe_was_retired_as_a_code() -> None:
    table = speed()
    table.does(BOSS, c.ChangeCards(reason="worn", words=WORDS))
    [retired] = table.told(e.ShoeRetired)
    happening: Any = told(retired, 7, PLAYER)
    assert happening.reason == "worn"
