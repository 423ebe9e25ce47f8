"""Detours: scripted walks to where chance seldom leads, and all the steps that any walk saw."""

from __future__ import annotations

from collections import Counter
from functools import cache

from tests.table.crowd import Act
from tests.table.driver import BOSS, DEALER, HOUSE, blackjack_config
from tests.table.walker import WALKS, Edge, Walker, walked

from sabot.table import commands as c
from sabot.table.phases import Phase

# Where chance seldom leads: what may happen to a blackjack table that rests, asks or stands still.
# A card goes where one is expected, `fix` corrects one, `time` lets a window run out. A guest's
# stake is asked of an operator's wallet, which stays silent here, so that betting closes slowly.
DETOURS = """
load pause resume
pause off resume on load
pause change resume load
change load
change off on load
off on load
chip clear time
chip clear change time load
chip clear off time on load
chip off cancel time on load
chip change cancel time load
guest time pause resume time
guest time cancel time
chip time cancel time
chip time 9S AH 3D KC pause resume cancel time
chip time 9S AH 3D KC time turn time
chip time 9S AH 3D 9C time stand turn off time on load
chip time 9S 6H 3D TC pause resume cancel time
chip time 9S 6H 3D TC stand pause resume cancel time
chip time 9S 6H 3D TC hit 9D turn 5S time
chip time 9S 6H 3D TC stand turn 2S change time load
chip time 9S 6H 3D TC stand turn pause fix:dealer:2:KC resume cancel time
chip time 9S 6H 3D TC stand turn pause fix:dealer:1:8H resume time
chip time pause resume 9S pause cancel time
"""


@cache
def detour() -> Walker:
    """All detours, one after the other."""
    walker = Walker(blackjack_config("detour"), seed=0)
    walker.send("ada", c.TakeSeat(seat=1))
    walker.send("guest", c.TakeSeat(seat=2))
    walker.table.funds.told("guest", 10_000)
    for word in DETOURS.split():
        walker.table.fund("ada")
        follow(walker, word)
    return walker


def follow(walker: Walker, word: str) -> None:
    """One word of a detour."""
    if word.startswith("fix:"):
        position, _, card = word.removeprefix("fix:").rpartition(":")
        scan = walker.crowd.scan(position, card)
        told = {"position": position, "code": scan.code, "card": card}
        walker.send(DEALER, c.ProposeCorrection(**told))
        walker.send(BOSS, c.CorrectCard(**told))
    elif word.isupper() or word[0].isdigit():
        walker.send(DEALER, walker.crowd.scan(walker.table.waits_for()[0], word))
    elif word in ("hit", "stand"):
        walker.table.choose(word)
        walker.rebuild()
    elif word == "load":
        for _ in range(2):  # The old shoe's promise is kept before the next is loaded.
            if walker.state.phase in (Phase.OFF, Phase.SHUFFLE):
                walker.send(DEALER, walker.crowd.new_cards())
    else:
        walker.send(*said(walker, word))


def said(walker: Walker, word: str) -> Act:
    """A word as a command, and whose it is."""
    reason = "somebody said so"
    acts: dict[str, Act] = {
        "turn": (DEALER, c.Reveal()),
        "chip": ("ada", c.PlaceChip(kind="main", amount=1000, seat=1)),
        "guest": ("guest", c.PlaceChip(kind="main", amount=1000, seat=2)),
        "clear": ("ada", c.ClearBets()),
        "time": walker.crowd.time_up(),
        "pause": (BOSS, c.Pause(reason=reason)),
        "resume": (BOSS, c.Resume(reason=reason)),
        "cancel": (HOUSE, c.CancelRound(reason=reason)),
        "change": (BOSS, c.ChangeCards(reason=reason)),
        "off": (BOSS, c.SwitchTable(off=True, reason=reason)),
        "on": (BOSS, c.SwitchTable(off=False, reason=reason)),
    }
    return acts[word]


def observed() -> Counter[Edge]:
    """Every step from phase to phase that any walk saw."""
    edges = Counter(detour().edges)
    for number, seed in WALKS:
        edges.update(walked(number, seed).edges)
    return edges
