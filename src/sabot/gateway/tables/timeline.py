"""A round as its staff follow it: every event with names, positions and the cards they may see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from sabot.gateway.tables.past import PastRound
from sabot.table import events as e
from sabot.table.views import incident_detail
from sabot.wire.desk import Timeline, TimelineLine

NameOf = Callable[[str], str]


def timeline(past: PastRound, *, table: str, round_id: str, name: NameOf) -> Timeline:
    """The events of a round in order."""
    lines = tuple(_lines(past, _shown_cards(past.events), name))
    return Timeline(table=table, round=round_id, lines=lines)


def _shown_cards(events: Iterable[e.Event]) -> Mapping[int, str]:
    """The card of each deal by its place among the events: dealt face up, or turned since."""
    found: dict[int, str] = {}
    lying: dict[str, int] = {}  # position → the place of its deal, while it lies face down
    for place, event in enumerate(events):
        match event:
            case e.CardDealt(face_down=False):
                found[place] = event.card
            case e.CardDealt():
                lying[event.position] = place
            case e.CardsRevealed():
                for position, opening in zip(event.positions, event.openings, strict=False):
                    found[lying.pop(position, place)] = opening.card
            case e.CardCorrected(face_down=False):
                found[place] = event.card
            case _:
                pass
    return found


def _lines(past: PastRound, cards: Mapping[int, str], name: NameOf) -> Iterator[TimelineLine]:
    for place, (stored, event) in enumerate(zip(past.log, past.events, strict=True)):
        actor = getattr(event, "actor", None)
        position, second = _positions(event)
        yield TimelineLine(
            seq=stored.seq,
            at_ms=stored.at_ms,
            event=stored.kind,
            actor=name(actor) if actor else None,
            position=position,
            second=second,
            card=cards.get(place),
            words=_words(event),
            public=getattr(event, "public", None) or None,
        )


def _positions(event: e.Event) -> tuple[str | None, str | None]:
    match event:
        case e.MoveProposed() | e.CardsMoved():
            return event.first, event.second
        case e.CardsRevealed():
            return " ".join(event.positions), None
        case e.CorrectionDeclined():
            return event.rescan or None, None
        case e.IncidentRecorded():
            return event.position or None, event.first or None
        case _:
            return getattr(event, "position", None), None


def _words(event: e.Event) -> str | None:
    if isinstance(event, e.IncidentRecorded):
        detail = incident_detail(event, sees_hidden_cards=False)
        return f"{event.kind} {detail}".strip()
    return getattr(event, "reason", None)
