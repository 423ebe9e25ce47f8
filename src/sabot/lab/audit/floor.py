"""Settings, seats, switches and staff: what happened at a table besides bets and cards (I14)."""

from __future__ import annotations

from sabot.lab.audit.configs import game_of
from sabot.lab.audit.findings import Check
from sabot.lab.audit.rulebooks import Rulebook
from sabot.lab.audit.tables import Misplaced, Stage, TableAudit, judges
from sabot.table import events as e
from sabot.table.config import SeatRule
from sabot.table.config_codec import decode_config
from sabot.table.dealing import MISSED_ROUNDS_MAX


def signed(table: TableAudit, event: e.Event, **words: str) -> None:
    """A staff action names its actor and says why."""
    table.counts.staff += 1
    for name, text in words.items():
        if not text.strip():
            where = f"{name} of {type(event).__name__}"
            table.wrong(Check.I14, where, expected="some words", found=repr(text))


@judges(e.TableConfigured)
def _judge_table_configured(table: TableAudit, event: e.TableConfigured) -> None:
    """Settings are this table's own and newer than the last; the variant names the game."""
    signed(table, event, actor=event.actor, reason=event.reason)
    game = game_of(event.config)
    if game is None:
        table.wrong(Check.I11, "the variant", expected="one of our games", found=event.config)
        raise Misplaced
    config = decode_config(event.config, game)
    if config.table_id != table.table_id:
        table.wrong(
            Check.I9, "table_id in the settings", expected=table.table_id, found=config.table_id
        )
    older = 0 if table.config is None else table.config.version
    if not older < event.version == config.version:
        table.wrong(
            Check.I11,
            "version of the settings",
            expected=f"{config.version}, over {older}",
            found=event.version,
        )
    table.game, table.config = game, config
    _forget_rules(table)


def _forget_rules(table: TableAudit) -> None:
    """The allowed bets have changed, for the round in play too if kinds were switched (F59)."""
    assert table.config is not None
    table.rulebook = Rulebook(table.config.rules(switched_off=table.kinds_off))
    current = table.round
    if current is not None:
        current.rulebook = Rulebook(current.config.rules(switched_off=table.kinds_off))


@judges(e.SideBetsSwitched)
def _judge_side_bets_switched(table: TableAudit, event: e.SideBetsSwitched) -> None:
    signed(table, event, actor=event.actor, reason=event.reason)
    kinds = frozenset(event.kinds)
    unknown = kinds - table.settings.variant.bets.keys()
    if unknown:
        table.wrong(Check.I14, "kinds", expected="bets of this table", found=sorted(unknown))
    table.kinds_off = table.kinds_off | kinds if event.off else table.kinds_off - kinds
    _forget_rules(table)


@judges(e.TableSwitchedOff)
def _judge_table_switched_off(table: TableAudit, event: e.TableSwitchedOff) -> None:
    signed(table, event, actor=event.actor, reason=event.reason)
    table.off = True


@judges(e.TableSwitchedOn)
def _judge_table_switched_on(table: TableAudit, event: e.TableSwitchedOn) -> None:
    signed(table, event, actor=event.actor, reason=event.reason)
    table.off = False


@judges(e.ManagerCalled)
def _judge_manager_called(table: TableAudit, event: e.ManagerCalled) -> None:
    signed(table, event, actor=event.actor, reason=event.reason)


@judges(e.Announced)
def _judge_announced(table: TableAudit, event: e.Announced) -> None:
    signed(table, event, actor=event.actor, phrase=event.phrase)


@judges(e.IncidentRecorded)
def _judge_incident_recorded(table: TableAudit, event: e.IncidentRecorded) -> None:
    signed(table, event, actor=event.actor, kind=event.kind, detail=event.detail or event.sealed)
    table.incidents.add(table.seq)
    if event.kind == "scan/early":
        table.early_at = table.seq


# --- seats ----------------------------------------------------------------------------------------


@judges(e.SeatTaken)
def _judge_seat_taken(table: TableAudit, event: e.SeatTaken) -> None:
    """A seat that exists, is free where seats are not shared, and within the limit (F46)."""
    settings = table.settings
    sitting = table.seats.setdefault(event.seat, [])
    mine = table.seats_of(event.player)
    allowed = (
        settings.seat_rule is not SeatRule.NONE
        and 1 <= event.seat <= settings.variant.seats
        and event.player not in sitting
        and len(mine) < settings.seats_per_player
        and not (settings.seat_rule is SeatRule.OWN and sitting)
    )
    if not allowed:
        table.wrong(
            Check.I13,
            f"seat {event.seat}",
            expected=f"free for {event.player}",
            found=f"held by {sitting}, who holds {sorted(mine)}",
        )
    sitting.append(event.player)
    table.missed.pop(event.seat, None)


@judges(e.SeatLeft)
def _judge_seat_left(table: TableAudit, event: e.SeatLeft) -> None:
    """Players leave only their own seat, without bets in play (F128); the house frees idle ones."""
    sitting = table.seats.get(event.seat, [])
    if event.player not in sitting:
        table.wrong(Check.I13, f"seat {event.seat}", expected=event.player, found=sitting)
        raise Misplaced
    sitting.remove(event.player)
    missed = table.missed.pop(event.seat, 0)
    if event.missed and (event.missed != missed or missed < MISSED_ROUNDS_MAX):
        table.wrong(
            Check.I13, f"seat {event.seat}", expected=f"{missed} missed", found=event.missed
        )
    current = table.round
    if current is not None and current.stage is not Stage.OVER:
        bets = [bet.id for bet in current.of_player.get(event.player, ())]
        if bets:
            table.wrong(Check.I13, f"seat {event.seat}", expected="no bets in play", found=bets)


# --- trouble --------------------------------------------------------------------------------------


@judges(e.TablePaused)
def _judge_table_paused(table: TableAudit, event: e.TablePaused) -> None:
    signed(table, event, actor=event.actor, reason=event.reason)
    if table.paused:
        table.wrong(Check.I11, "a pause", expected="a table in motion", found="paused")
    table.paused = True


@judges(e.TableResumed)
def _judge_table_resumed(table: TableAudit, event: e.TableResumed) -> None:
    signed(table, event, actor=event.actor, reason=event.reason)
    if not table.paused:
        table.wrong(Check.I11, "a resume", expected="paused", found=table.phase_name)
    if table.round is not None and table.round.card_twice:
        table.wrong(Check.I12, "a resume", expected="each card once", found=table.round.dealt)
    table.paused = False
    table.proposal = None
    if table.round is not None:
        table.round.cancel_by = None
