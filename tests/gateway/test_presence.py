"""Who comes brings wishes along: the newest that were stored are those that count."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

from typing_extensions import override

from sabot.adapters.memory.preferences import MemoryPreferences
from sabot.gateway.presence import Presence
from sabot.service.preferences import PreferenceDesk, PreferencesRow
from sabot.table.staging import Preferences as Wishes

A_MOMENT = 0.2


class Slow(MemoryPreferences):
    """Something happens after a look at the disk, before anybody hears what was there."""

    meanwhile: Callable[[], object] | None = None

    @override
    def find(self, player_id: str) -> PreferencesRow | None:
        found, meanwhile = super().find(player_id), self.meanwhile
        self.meanwhile = None
        if meanwhile is not None:
            meanwhile()
        return found


def test_F239_what_is_set_while_another_screen_comes_is_what_counts() -> None:
    store, wishes = Slow(), list[Wishes]()
    nobody = cast(Any, SimpleNamespace(arrivals=[], departures=[]))
    desk = PreferenceDesk(store, wish=lambda _player, wish: wishes.append(wish))
    presence = Presence(
        nobody, nobody, sessions=nobody, controls=nobody, preferences=desk, clock=nobody
    )
    patch = {"game": {"hide_my_bets": True, "zero_commission": True}}
    sets = threading.Thread(target=presence.change, args=("ada", patch))

    def meanwhile() -> None:
        sets.start()
        sets.join(A_MOMENT)  # which it does not need where it has to wait for its turn

    store.meanwhile = meanwhile
    presence._welcomed("ada")
    sets.join()
    assert desk.preferences("ada").game.hide_my_bets
    assert presence.hiding == {"ada"}
    assert wishes[-1] != wishes[0]
