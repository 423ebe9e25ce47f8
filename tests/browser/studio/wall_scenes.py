"""The wall of the shift manager's desk on one evening: fourteen tables and their alarms."""

from __future__ import annotations

from typing import Any

from tests.browser.studio.fake import NOW

from sabot.wire import studio as s

MINUTE = 60_000
HOUR = 60 * MINUTE


def alarm(table: str, kind: str, priority: str, ago_ms: int, **more: Any) -> s.AlarmShown:
    """An alarm that began so long ago."""
    left = more.pop("left_ms", None)
    seen = more.pop("seen_by", None)
    return s.AlarmShown(
        alarm=more.pop("alarm", kind),
        table=table,
        kind=kind,
        priority=s.Priority(priority),
        since_ms=NOW - ago_ms,
        deadline_ms=None if left is None else NOW + left,
        facts=more.pop("facts", {}),
        seen_by=seen,
        seen_at_ms=NOW - 35_000 if seen else None,
        until_ms=more.pop("until_ms", None),
    )


def tile(number: int, name: str, phase: str, **more: Any) -> s.WallTable:
    """A live table of the wall."""
    table = f"live-{number}"
    usual: dict[str, Any] = {
        "table": table,
        "name": name,
        "game": "baccarat",
        "variant": "speed_baccarat",
        "live": True,
        "phase": phase,
        "round": f"{table}-2841",
        "round_of_shoe": 38,
        "left_ms": None,
        "length_ms": None,
        "players": 187,
        "watching": 200,
        "staked": 702_000,
        "dealer": "Sara",
        "dealer_since_ms": NOW - 41 * MINUTE,
        "studio_silent_ms": 900,
        "studio_deadline_ms": None,
        "cards_left": 318,
        "cards": 416,
        "to_cut": 304,
        "change_due_ms": NOW + 9 * HOUR,
        "shoe": f"{table}.4",
        "last_hand": False,
        "because": None,
        "paused_since_ms": None,
        "out_of_order": None,
        "proposal": False,
        "alarms": (),
    }
    return s.WallTable(**{**usual, **more})


STOPPED = alarm(
    "live-1",
    "incident",
    "1",
    42_000,
    alarm="incident:17",
    seen_by="Marta Ricci",
    facts={
        "proposal": True,
        "cancel": False,
        "kind": "scan/repeated",
        "position": "P2",
        "first": "B1",
    },
)
SILENT = alarm(
    "live-10",
    "studio_silent",
    "1",
    108_000,
    left_ms=192_000,
    facts={"players": 96, "cents": 314_000, "others": 0},
)
CALL = alarm(
    "live-6", "call", "2", 55_000, alarm="call:40", facts={"reason": "cards", "by": "Elena"}
)
WALL = (
    tile(
        1,
        "Aurora",
        "paused",
        dealer="Giulia",
        players=214,
        staked=948_250,
        cards_left=231,
        to_cut=217,
        because="scan/repeated",
        paused_since_ms=NOW - 42_000,
        proposal=True,
        alarms=(STOPPED,),
        change_due_ms=NOW + 18 * HOUR,
    ),
    tile(
        2,
        "Borea",
        "betting",
        left_ms=4_000,
        length_ms=12_000,
        round_of_shoe=20,
        relief=s.ReliefShown(
            name="Anna", actor="staff:Anna", at_ms=NOW + 18 * MINUTE, by="Marta Ricci"
        ),
    ),
    tile(
        3,
        "Cedro",
        "betting",
        left_ms=11_000,
        length_ms=15_000,
        variant="no_commission_baccarat",
        dealer="Luca",
        players=96,
        staked=431_500,
        cards_left=142,
        change_due_ms=NOW + 38 * MINUTE,
        alarms=(
            alarm("live-3", "shoe_age", "2", 22 * MINUTE, alarm="shoe_age:x", left_ms=38 * MINUTE),
        ),
    ),
    tile(4, "Duna", "dealing", variant="speed6_scanner_baccarat", dealer="Chiara", players=131),
    tile(
        5,
        "Edera",
        "decision",
        left_ms=9_000,
        length_ms=10_000,
        game="blackjack",
        variant="blackjack",
        dealer="Davide",
        players=19,
        staked=108_500,
        cards_left=268,
        to_cut=164,
    ),
    tile(
        6,
        "Faggio",
        "betting",
        left_ms=12_000,
        length_ms=15_000,
        game="brag",
        variant="three_card_brag",
        dealer="Elena",
        players=58,
        staked=191_000,
        cards=52,
        cards_left=52,
        to_cut=52,
        change_due_ms=NOW + 20 * HOUR,
        alarms=(CALL,),
    ),
    tile(7, "Ginestra", "result", dealer="Matteo", players=203, staked=876_000, cards_left=96),
    tile(
        8,
        "Iris",
        "betting",
        left_ms=8_000,
        length_ms=12_000,
        dealer="Bianca",
        players=241,
        cards_left=377,
        change_due_ms=NOW + 203 * MINUTE,
        alarms=(
            alarm(
                "live-8",
                "shoe_age",
                "3",
                30 * MINUTE,
                alarm="shoe_age:y",
                left_ms=203 * MINUTE,
                seen_by="Marta Ricci",
                until_ms=NOW + 18 * MINUTE,
            ),
        ),
    ),
    tile(
        9,
        "Lince",
        "closed",
        dealer="Tommaso",
        cards_left=12,
        to_cut=0,
        last_hand=True,
        alarms=(alarm("live-9", "cut_card", "3", 40_000),),
    ),
    tile(
        10,
        "Mistral",
        "dealing",
        game="blackjack",
        variant="blackjack",
        dealer="Aldo",
        players=96,
        staked=314_000,
        studio_silent_ms=108_000,
        studio_deadline_ms=NOW + 192_000,
        alarms=(SILENT,),
    ),
    tile(11, "Nord", "dealing", dealer="Rosa", players=88, staked=290_400, cards_left=205),
    tile(
        12,
        "Ombra",
        "idle",
        game="blackjack",
        variant="blackjack",
        round=None,
        dealer=None,
        dealer_since_ms=None,
        players=41,
        staked=0,
        alarms=(alarm("live-12", "no_dealer", "2", 80_000),),
    ),
    tile(
        13,
        "Perla",
        "shuffle",
        round=None,
        dealer="Vera",
        players=133,
        staked=0,
        shoe=None,
        cards=0,
        cards_left=0,
        change_due_ms=None,
    ),
    tile(
        14,
        "Quarzo",
        "off",
        game="brag",
        variant="three_card_brag",
        round=None,
        dealer=None,
        dealer_since_ms=None,
        studio_silent_ms=None,
        players=0,
        staked=0,
        shoe=None,
        cards=0,
        cards_left=0,
        change_due_ms=None,
    ),
)
