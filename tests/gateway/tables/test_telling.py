"""What each audience is told of an event, and what of it is not theirs to know."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sabot.gamekit import Audience
from sabot.gateway.tables.memory import TableMemory
from sabot.gateway.tables.telling import Listener, told
from sabot.table import events as e
from sabot.wire import happenings as h

SCAN = "shoe1:17:KS at dealer:2"


def heard(event: e.Event, audience: Audience) -> h.AnyHappening | None:
    memory = TableMemory("blackjack", lambda: ())
    return told(event, 1, Listener(audience, memory, str))


@pytest.mark.parametrize(
    ("kind", "detail", "blind"),
    [
        ("scan/unexpected", SCAN, "dealer:2"),
        ("scan/early", SCAN, "dealer:2"),
        ("scan/bad_barcode", "dealer:2", "dealer:2"),
        ("cards/dropped", "2 cards", "2 cards"),
        ("table/malfunction", "a bug at heart", "a bug at heart"),
    ],
)
def test_P13_the_code_of_a_scan_says_the_card(kind: str, detail: str, blind: str) -> None:
    """The dealer plays blind like anybody: the king may be the hole card, read too soon."""
    incident = e.IncidentRecorded(kind=kind, actor="dealer", detail=detail)
    assert heard(incident, Audience.AUDITOR) == h.Incident(seq=1, kind=kind, detail=detail)
    for audience in (Audience.MANAGER, Audience.DEALER):
        assert heard(incident, audience) == h.Incident(seq=1, kind=kind, detail=blind)
    assert heard(incident, Audience.PLAYER) is None


def paused(reason: str) -> e.Event:
    return e.TablePaused(actor="manager", reason=reason)


def cancelled(reason: str) -> e.Event:
    return e.RoundCancelled(round_id="one-1", actor="manager", reason=reason, refunds=())


@pytest.mark.parametrize("happened", [paused, cancelled])
def test_F242_players_get_a_code_and_staff_the_words(
    happened: Callable[[str], e.Event],
) -> None:
    words = "Bruno dropped them again"
    assert getattr(heard(happened(words), Audience.PLAYER), "reason", "") == "studio/procedure"
    for audience in (Audience.MANAGER, Audience.DEALER, Audience.AUDITOR):
        assert getattr(heard(happened(words), audience), "reason", "") == words
    known = heard(happened("scan/unreadable"), Audience.PLAYER)
    assert getattr(known, "reason", "") == "scan/unreadable"
