"""People at live tables: dealers, proposals about cards, and how incidents ended (I14)."""

from __future__ import annotations

from sabot.lab.audit.dealing import check_unseen
from sabot.lab.audit.findings import Check
from sabot.lab.audit.floor import signed
from sabot.lab.audit.hidden import put
from sabot.lab.audit.tables import Misplaced, Round, Stage, TableAudit, judges
from sabot.table import events as e

# --- the dealer in charge -------------------------------------------------------------------------


@judges(e.DealerSignedOn)
def _judge_dealer_signed_on(table: TableAudit, event: e.DealerSignedOn) -> None:
    """One dealer at a time; another one only after a hand-over was offered."""
    signed(table, event, actor=event.actor, console=event.console)
    if table.dealer not in ("", event.actor) and not table.handing_over:
        expected = f"{table.dealer} hands over or signs off"
        table.wrong(Check.I14, "a dealer signs on", expected=expected, found=event.actor)
    table.dealer, table.handing_over = event.actor, False


@judges(e.HandOverOffered)
def _judge_hand_over_offered(table: TableAudit, event: e.HandOverOffered) -> None:
    signed(table, event, actor=event.actor)
    if event.actor != table.dealer:
        table.wrong(Check.I14, "a hand-over", expected=table.dealer, found=event.actor)
    table.handing_over = True


@judges(e.DealerSignedOff)
def _judge_dealer_signed_off(table: TableAudit, event: e.DealerSignedOff) -> None:
    """A dealer leaves between rounds, or a manager takes them off and says why."""
    if event.actor == event.dealer:
        signed(table, event, actor=event.actor)
    else:
        signed(table, event, actor=event.actor, reason=event.reason)
    current = table.round
    in_play = current is not None and current.stage is not Stage.OVER and bool(current.bets)
    if event.dealer != table.dealer or (in_play and event.actor == event.dealer):
        table.wrong(Check.I14, "a dealer signs off", expected=table.dealer or "none", found=event)
    table.dealer, table.handing_over = "", False


@judges(e.ReliefPlanned)
def _judge_relief_planned(table: TableAudit, event: e.ReliefPlanned) -> None:
    signed(table, event, actor=event.actor, dealer=event.dealer)


@judges(e.ReliefDropped)
def _judge_relief_dropped(table: TableAudit, event: e.ReliefDropped) -> None:
    signed(table, event, actor=event.actor)


# --- incidents, alarms, the picture ---------------------------------------------------------------


@judges(e.IncidentClosed)
def _judge_incident_closed(table: TableAudit, event: e.IncidentClosed) -> None:
    signed(table, event, actor=event.actor, reason=event.reason)
    if event.incident not in table.incidents:
        table.wrong(Check.I14, "an incident", expected="one that is open", found=event.incident)
    table.incidents.discard(event.incident)


@judges(e.AlarmSeen)
def _judge_alarm_seen(table: TableAudit, event: e.AlarmSeen) -> None:
    signed(table, event, actor=event.actor, alarm=event.alarm)


@judges(e.AlarmPutOff)
def _judge_alarm_put_off(table: TableAudit, event: e.AlarmPutOff) -> None:
    signed(table, event, actor=event.actor, alarm=event.alarm, reason=event.reason)


@judges(e.VideoLost)
def _judge_video_lost(table: TableAudit, event: e.VideoLost) -> None:
    signed(table, event, actor=event.actor)
    if not table.video:
        table.wrong(Check.P15, "the picture", expected="lost once", found="lost again")
    table.video = False


@judges(e.VideoBack)
def _judge_video_back(table: TableAudit, event: e.VideoBack) -> None:
    """F96: cards that no camera watched are dealt no more."""
    signed(table, event, actor=event.actor)
    if table.video:
        table.wrong(Check.P15, "the picture", expected="lost before", found="there all the time")
    table.video = True
    if table.shoe is not None:
        table.shoe.unwatched = True


# --- proposals about cards ------------------------------------------------------------------------


@judges(e.MoveProposed)
def _judge_move_proposed(table: TableAudit, event: e.MoveProposed) -> None:
    signed(table, event, actor=event.actor)
    check_unseen(table, event.actor)
    table.proposal = (event.actor, event.first, event.second, MOVE)


MOVE = "move"
"""In place of a card: the proposal is about two positions."""


@judges(e.CorrectionWithdrawn)
def _judge_correction_withdrawn(table: TableAudit, event: e.CorrectionWithdrawn) -> None:
    signed(table, event, actor=event.actor)
    if table.proposal is None or table.proposal[0] != event.actor:
        expected = "a proposal of one's own"
        table.wrong(Check.I14, "a withdrawal", expected=expected, found=event.actor)
    table.proposal = None


@judges(e.CorrectionDeclined)
def _judge_correction_declined(table: TableAudit, event: e.CorrectionDeclined) -> None:
    signed(table, event, actor=event.actor, reason=event.reason)
    check_unseen(table, event.actor)
    table.proposal = None


@judges(e.CardsMoved)
def _judge_cards_moved(table: TableAudit, event: e.CardsMoved) -> None:
    """F243: one proposes, another confirms; the cards change places and none comes or goes."""
    signed(table, event, actor=event.actor)
    current = table.round
    if current is None or current.stage is not Stage.PLAY or not table.paused:
        table.wrong(Check.I11, "a move", expected="a paused round", found=table.phase_name)
        raise Misplaced
    check_unseen(table, event.actor)
    proposal = table.proposal
    if proposal is None or proposal[1:] != (event.first, event.second, MOVE):
        table.wrong(Check.I14, "a move", expected=proposal, found=event)
    elif proposal[0] == event.actor:
        table.wrong(Check.I14, "a move", expected="four eyes", found=event.actor)
    else:
        table.paired(proposal[0], event.actor)
    table.proposal = None
    _exchange(table, current, event)


def _exchange(table: TableAudit, current: Round, event: e.CardsMoved) -> None:
    places = {position: place for place, (position, _, _) in enumerate(current.dealt)}
    first, second = places.get(event.first), places.get(event.second)
    sealed = current.sealed
    if first is None or second is None or (event.first in sealed) != (event.second in sealed):
        expected = "two cards that lie there, both up or both down"
        table.wrong(Check.I11, "a move", expected=expected, found=event)
        raise Misplaced
    # Cards read in order left the shoe in that order: each keeps the place it left.
    one, other = current.dealt[first], current.dealt[second]
    numbers = current.numbers
    current.dealt[first] = (event.first, other[1], other[2])
    current.dealt[second] = (event.second, one[1], one[2])
    numbers[first], numbers[second] = numbers[second], numbers[first]
    if event.first in sealed:
        sealed[event.first], sealed[event.second] = sealed[event.second], sealed[event.first]
    elif not current.spoiled:
        put(table, current, {event.first: other[1], event.second: one[1]})
