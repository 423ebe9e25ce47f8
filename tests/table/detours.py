"""Detours: scripted walks to where chance seldom leads, and all the steps that any walk saw."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from tests.table.cast import CONSOLE
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
chip time 9S 6H 3D TC look stand pause resume cancel time
chip time 9S 6H 3D TC hit 9D turn 5S time
chip time 9S 6H 3D TC stand turn 2S change time load
chip time pause resume 9S pause cancel time
lose give_up load
chip lose cancel time give_up load
chip time 9S lose resume lose cancel time give_up load
"""

# The same at a table with real cards: there a person may have read a wrong one.
BY_HAND = """
load burn leave sit
chip time 9S 6H 3D TC stand turn pause fix:dealer:2:KC resume cancel time
chip time 9S 6H 3D TC stand turn pause fix:dealer:1:8H resume time
chip time 9S 6H pause swap withdraw swap decline swap move resume cancel time
blind sighted load call seen later plan drop hand_over sign_on relieve sign_on sign_off sign_on
chip time 9S fall again read resume cancel time close
"""


@cache
def detours() -> tuple[Walker, Walker]:
    """All detours, one after the other: of a machine, and of people with real cards."""
    return _detour(DETOURS, live=False), _detour(BY_HAND, live=True)


def _detour(words: str, *, live: bool) -> Walker:
    walker = Walker(blackjack_config("detour", live=live), seed=0)
    if live:
        walker.send(DEALER, c.SignOn(console=CONSOLE))
    walker.send("ada", c.TakeSeat(seat=1))
    walker.send("guest", c.TakeSeat(seat=2))
    walker.table.funds.told("guest", 10_000)
    for word in words.split():
        walker.table.players.fund("ada")
        follow(walker, word)
    return walker


def follow(walker: Walker, word: str) -> None:
    """One word of a detour."""
    if word.startswith("fix:"):
        position, _, card = word.removeprefix("fix:").rpartition(":")
        scan = walker.crowd.scan(position, card)
        told: dict[str, Any] = {"position": position, "code": scan.code, "card": card}
        walker.send(DEALER, c.ProposeCorrection(**told))
        walker.send(BOSS, c.CorrectCard(**told))
    elif word.isupper() or word[0].isdigit():
        walker.send(DEALER, walker.crowd.scan(walker.table.cards.waits_for()[0], word))
    elif word in ("hit", "stand"):
        walker.table.players.choose(word)
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
    shoe = walker.state.shoe
    shoe_id = "" if shoe is None else shoe.shoe_id
    acts: dict[str, Act] = {
        "turn": (DEALER, c.Reveal()),
        "chip": ("ada", c.PlaceChip(kind="main", amount=1000, seat=1)),
        "guest": ("guest", c.PlaceChip(kind="main", amount=1000, seat=2)),
        "sit": ("ada", c.TakeSeat(seat=1)),
        "leave": ("ada", c.LeaveSeat(seat=1)),
        "burn": (DEALER, c.BurnCards(first="7H")),
        "clear": ("ada", c.ClearBets()),
        "time": walker.crowd.time_up(),
        "pause": (BOSS, c.Pause(reason=reason)),
        "look": (BOSS, c.LookAtHiddenCards(reason=reason)),
        "resume": (BOSS, c.Resume(reason=reason)),
        "cancel": (HOUSE, c.CancelRound(reason=reason)),
        "change": (BOSS, c.ChangeCards(reason="worn", words=reason)),
        "off": (BOSS, c.SwitchTable(off=True, reason=reason)),
        "on": (BOSS, c.SwitchTable(off=False, reason=reason)),
        "lose": (DEALER, c.ReportLostPromise(shoe_id=shoe_id, reason="shoe/secret_missing")),
        "give_up": (BOSS, c.WriteOffShoe(shoe_id=shoe_id, reason=reason)),
        "swap": (DEALER, c.ProposeMove(first="seat:1:0:1", second="dealer:1")),
        "withdraw": (DEALER, c.WithdrawCorrection()),
        "decline": (BOSS, c.DeclineCorrection(reason=reason)),
        "move": (BOSS, c.MoveCards(first="seat:1:0:1", second="dealer:1")),
        "read": (BOSS, c.AskRescan(position="seat:1:0:1", reason=reason)),
        "again": (DEALER, c.ReportBarcode(position="dealer:1")),
        "blind": (BOSS, c.ReportVideo(available=False)),
        "sighted": (BOSS, c.ReportVideo(available=True)),
        "fall": (DEALER, c.DropCards(count=1)),
        "call": (DEALER, c.CallManager(reason=reason)),
        "seen": (BOSS, c.Acknowledge(alarm=f"call:{walker.state.seq}")),
        "later": (BOSS, c.PutOff(alarm="cut_card", minutes=5, reason=reason)),
        "close": (BOSS, c.CloseIncident(incident=_newest(walker), reason=reason)),
        "hand_over": (DEALER, c.HandOver()),
        "sign_on": (DEALER, c.SignOn(console=CONSOLE)),
        "plan": (BOSS, c.PlanRelief(dealer="second-dealer", at_ms=0)),
        "drop": (BOSS, c.DropRelief()),
        "sign_off": (DEALER, c.SignOff()),
        "relieve": (BOSS, c.RelieveDealer(reason=reason)),
    }
    return acts[word]


def _newest(walker: Walker) -> int:
    return max((each.number for each in walker.state.incidents), default=0)


def observed() -> Counter[Edge]:
    """Every step from phase to phase that any walk saw."""
    edges: Counter[Edge] = Counter()
    for walker in detours():
        edges.update(walker.edges)
    for number, seed in WALKS:
        edges.update(walked(number, seed).edges)
    return edges
