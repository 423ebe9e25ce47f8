"""Every event, every audience: what leaves the house is on a list, field by field (I11)."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_type_hints

import msgspec
import pytest

from sabot.gamekit import Audience
from sabot.gateway.tables.memory import TableMemory
from sabot.gateway.tables.telling import Listener, told
from sabot.table import events as e

EVENTS = tuple(
    kind
    for kind in vars(e).values()
    if isinstance(kind, type) and issubclass(kind, e.Event) and kind is not e.Event
)

FOR_ALL = {
    "Announced.phrase",
    "CardDealt.position",
    "CardDealt.card",
    "CardCorrected.position",
    "CardRemoved.card",
    "CardsBurned.first",
    "CardsMoved.first",
    "ChoiceMade.option",
    "DealerSignedOn.staff_name",
    "PromiseLost.shoe_id",
    "QuestionOpened.topic",
    "RoundSettled.outcome",
    "SeatLeft.nickname",
    "SeatTaken.nickname",
    "ShoeDisclosed.shoe_id",
    "ShoeLoaded.commitment",
    "ShoeLoaded.shoe_id",
    "ShoeWrittenOff.shoe_id",
}
"""Words of an event that everybody at a table may know; numbers and codes tell nobody's name."""

FOR_STAFF = {
    "AlarmSeen.alarm",
    "AlarmSeen.staff_name",
    "CancelProposed.reason",
    "CorrectionDeclined.reason",
    "CorrectionDeclined.rescan",
    "CorrectionProposed.position",
    "HiddenCardsSeen.reason",
    "IncidentRecorded.kind",
    "IncidentRecorded.detail",
    "IncidentRecorded.first",
    "IncidentRecorded.position",
    "ManagerCalled.reason",
    "MoveProposed.first",
    "MoveProposed.second",
    "RoundCancelled.reason",  # players are told a code (F242)
    "ShoeWrittenOff.reason",
    "TablePaused.reason",
}
FOR_THOSE_WHO_SEE_CARDS = {"CardCorrected.card"}


def marked(kind: type[e.Event], **chosen: object) -> e.Event:
    """An event whose every text is a mark of where it stands."""
    fields: dict[str, object] = {}
    for name, hint in get_type_hints(kind).items():
        if name not in kind.__struct_fields__:
            continue
        mark = f"<{kind.__name__}.{name}>"
        if hint is bool:
            fields[name] = False
        elif hint is int or hint == (int | None):
            fields[name] = 3
        elif str(hint).startswith(("tuple", "frozenset")):
            fields[name] = (mark,) if "str" in str(hint) and name != "positions" else ()
        elif "Mapping" in str(hint) or "dict" in str(hint):
            fields[name] = {"words": mark}
        elif hint is e.By:
            fields[name] = e.By.PLAYER
        else:
            fields[name] = mark
    return kind(**{**fields, **chosen})


def words(event: e.Event, audience: Audience) -> set[str]:
    """The marks that this audience is told."""
    kind = type(event).__name__
    memory = TableMemory("baccarat", lambda: ())
    listener = Listener(
        audience,
        memory,
        lambda _player: f"<{kind}.nickname>",
        lambda _actor: f"<{kind}.staff_name>",
    )
    happening = told(event, 1, listener)
    text = "" if happening is None else msgspec.json.encode(happening).decode()
    return {part.partition(">")[0] for part in text.split("<")[1:]}


@pytest.mark.parametrize("audience", Audience)
def test_I11_what_an_audience_is_told_of_every_event_is_on_its_list(
    audience: Audience, record_property: Callable[[str, object], None]
) -> None:
    found: set[str] = set()
    for kind in EVENTS:
        found |= words(marked(kind), audience)
    allowed = FOR_ALL | {"SideBetsSwitched.kinds"}
    if audience is not Audience.PLAYER:
        allowed |= FOR_STAFF
    if audience.sees_hidden_cards:
        allowed |= FOR_THOSE_WHO_SEE_CARDS
    record_property(
        "counted", f"{len(EVENTS)} kinds of event to {audience}: {len(found)} texts, all allowed"
    )
    assert found == allowed
    assert not {word for word in found if word.endswith((".actor", ".player", ".code"))}


@pytest.mark.parametrize("audience", Audience)
def test_I11_a_card_face_down_is_told_to_those_who_may_correct_it_alone(audience: Audience) -> None:
    hidden = marked(e.CardDealt, face_down=True)
    assert ("CardDealt.card" in words(hidden, audience)) == audience.sees_hidden_cards
