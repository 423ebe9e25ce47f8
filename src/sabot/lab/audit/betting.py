"""Bets: taken while betting is open, within what the table allowed, and named as they must be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sabot.gamekit import Bet, Placement, Reason, Role, judge
from sabot.gamekit.eligibility import Circumstances
from sabot.lab.audit.findings import Check
from sabot.lab.audit.rulebooks import Lying
from sabot.lab.audit.tables import Misplaced, Round, Stage, TableAudit, judges
from sabot.money import Cents
from sabot.table import events as e
from sabot.table.config import Confirmation, SeatRule

FOLLOWS = frozenset({"follow_double", "follow_split"})
AUTO_STAND = frozenset(f"auto_stand:{total}" for total in range(12, 21))  # F165


@judges(e.RoundOpened)
def _judge_round_opened(table: TableAudit, event: e.RoundOpened) -> None:
    """P15: on cards that may still be dealt, with the newest settings, numbered without gaps."""
    table.counts.rounds += 1
    if table.round is not None or table.paused:
        table.wrong(Check.I11, "a new round", expected="a table at rest", found=table.phase_name)
    config, book, shoe = table.config, table.rulebook, table.shoe
    if config is None or book is None:
        table.wrong(Check.I11, "a new round", expected="a configured table", found="no settings")
        raise Misplaced
    if table.off:
        table.wrong(Check.P15, event.round_id, expected="no round", found="a table that is off")
    if shoe is None or shoe.done:
        found = "no shoe" if shoe is None else f"{shoe.shoe_id} is done"
        table.wrong(Check.P15, event.round_id, expected="a shoe in play", found=found)
    elif config.live and config.burn and not (shoe.burned or shoe.used or shoe.rounds):
        table.wrong(Check.P15, event.round_id, expected="a burned card first", found="none")
    table.rounds += 1
    of_shoe = 1 if shoe is None else shoe.rounds + 1
    expected = (f"{table.table_id}-{table.rounds}", of_shoe, config.version)
    found_ids = (event.round_id, event.round_of_shoe, event.config_version)
    if found_ids != expected:
        table.wrong(Check.I13, "a new round", expected=expected, found=found_ids)
    table.round = Round(event, config, book)
    table.due.open.add(event.round_id)


@judges(e.BetsAccepted)
def _judge_bets_accepted(table: TableAudit, event: e.BetsAccepted) -> None:
    """Confirmed before the close, by one player or several."""
    current = table.in_stage(Stage.BETTING, check=Check.I8)
    config = current.config
    fresh = _by_player(event.bets)
    again = not current.of_player.keys().isdisjoint(fresh)
    if config.confirmation is not Confirmation.MANUAL or (again and not config.multiple_bets):
        table.wrong(Check.I13, "Confirm", expected="allowed here, once (F38, F40)", found=event)
    _take(table, current, event.bets)
    for player, bets in fresh.items():
        _judge(table, current, player, fresh=bets, staked=None)


@judges(e.BettingEnded)
def _judge_betting_ended(table: TableAudit, _event: e.BettingEnded) -> None:
    table.in_stage(Stage.BETTING).stage = Stage.CLOSED


@judges(e.BetsClosed)
def _judge_bets_closed(table: TableAudit, event: e.BetsClosed) -> None:
    """I8: the last moment for a first stake; each player is judged on all of their bets."""
    current = table.in_stage(Stage.CLOSED, check=Check.I8)
    current.stage = Stage.JUDGED
    _take(table, current, event.accepted)
    staked = _staked_seats(current)
    for player, bets in _by_player(event.accepted).items():
        _judge(table, current, player, fresh=bets, staked=staked)
    for chip in event.rejected:
        if chip.stake <= 0 or not chip.reason:
            table.wrong(Check.I13, "a rejected chip", expected="stake and reason", found=chip)


def _by_player(bets: Iterable[Bet]) -> dict[str, list[Bet]]:
    found: dict[str, list[Bet]] = {}
    for bet in bets:
        found.setdefault(bet.player, []).append(bet)
    return found


def _staked_seats(current: Round) -> frozenset[int] | None:
    """The seats with a main bet, where others may bet behind them."""
    if not current.rulebook.has_bets_behind:
        return None
    specs = current.config.variant.bets
    mains = (bet for bet in current.bets.values() if specs[bet.kind].role is Role.MAIN)
    return frozenset(bet.seat for bet in mains if bet.seat is not None)


def _take(table: TableAudit, current: Round, bets: Sequence[Bet]) -> None:
    """Register first stakes under the ids they must have."""
    table.counts.bets += len(bets)
    round_id, number = current.round_id, len(current.bets)
    for bet in bets:
        name = bet.kind if bet.seat is None else f"{bet.kind}:{bet.seat}"
        wanted = f"{round_id}/{number}/{bet.player}/{name}"
        if bet.id != wanted or bet.id in current.bets:
            table.wrong(Check.I7, "id of a bet", expected=f"{wanted}, once", found=bet.id)
        if bet.stake <= 0 or bet.parent is not None or bet.hand:
            table.wrong(Check.I13, bet.id, expected="a first stake over zero", found=bet)
        _add(current, bet)
    table.due.taken(bets, round_id, table.order)


def _add(current: Round, bet: Bet) -> None:
    current.bets[bet.id] = bet
    current.of_player.setdefault(bet.player, []).append(bet)


def take_extras(table: TableAudit, current: Round, extras: Sequence[Bet]) -> None:
    """Register what a decision took (a double, a split, an insurance, Play)."""
    if not extras:
        return
    table.counts.bets += len(extras)
    for bet in extras:
        if bet.id in current.bets:
            table.wrong(Check.I7, "id of a bet", expected="taken once", found=bet.id)
        _add(current, bet)
    table.due.taken(extras, current.round_id, table.order)


# --- the verdict again ----------------------------------------------------------------------------


def _judge(
    table: TableAudit,
    current: Round,
    player: str,
    *,
    fresh: Iterable[Bet],
    staked: frozenset[int] | None,
) -> None:
    """I13: the bets that stand must be what the rules of that day let stand, uncut."""
    _check_terms(table, current, fresh)
    lying = _lying(current.of_player[player])
    table.counts.judged += len(lying)
    own = table.seats_of(player) if table.seats else frozenset()
    book = current.rulebook
    layout = (lying, own, staked, book.cut_offs_passed(current.round_of_shoe))
    if layout in book.passed:
        return  # judged before: many players bet alike, and repeat their last bets
    touched = {(bet.kind, bet.seat) for bet in fresh}
    now = _circumstances(current, lying, own, staked)
    whole = True
    for judged in judge(_placements(lying), book.rules, now):
        if judged.stake == judged.placement.stake:
            continue
        whole = False
        spot = (judged.placement.kind, judged.placement.seat)
        if judged.reason is Reason.SWITCHED_OFF and spot not in touched:
            continue  # F59: bets confirmed before the switch stay
        table.wrong(
            Check.I13,
            f"{player} on {spot[0]}{'' if spot[1] is None else f' at seat {spot[1]}'}",
            expected=f"{judged.stake} ({judged.reason})",
            found=judged.placement.stake,
        )
    if whole:
        book.remember(layout)


def _circumstances(
    current: Round, lying: Lying, own: frozenset[int], staked: frozenset[int] | None
) -> Circumstances:
    """What held for the player; the mode is that of the bets that have one."""
    specs = current.config.variant.bets
    modes = (specs[kind].mode for (kind, _, _), _ in lying if kind in specs)
    return Circumstances(
        round_of_shoe=current.round_of_shoe,
        mode=next((mode for mode in modes if mode is not None), None),
        own_seats=own,
        staked_seats=staked,
    )


def _lying(bets: Iterable[Bet]) -> Lying:
    """What one player has on each spot; golden chips and cash are kept apart (F181)."""
    stakes: dict[tuple[str, int | None, bool], int] = {}
    for bet in bets:
        spot = (bet.kind, bet.seat, bet.golden)
        stakes[spot] = stakes.get(spot, 0) + bet.stake
    return tuple(stakes.items())


def _placements(lying: Lying) -> list[Placement]:
    return [
        Placement(kind=kind, stake=Cents(stake), seat=seat, golden=golden)
        for (kind, seat, golden), stake in lying
    ]


def _check_terms(table: TableAudit, current: Round, bets: Iterable[Bet]) -> None:
    """F160, F166: the terms of a bet must be ones that its kind has."""
    for bet in bets:
        terms = bet.terms and bet.terms - _chip(bet)
        if not terms:
            continue
        spec = current.config.variant.bets.get(bet.kind)
        known = {Role.BEHIND: FOLLOWS, Role.MAIN: AUTO_STAND}.get(spec.role) if spec else None
        if known is None or not terms <= known:
            table.wrong(Check.I13, f"terms of {bet.id}", expected=known, found=sorted(bet.terms))


def _chip(bet: Bet) -> frozenset[str]:
    """R29: a golden bet may name one grant that its chip was part of."""
    named = frozenset(term for term in bet.terms if term.startswith("chip:"))
    return named if bet.golden and len(named) == 1 else frozenset()


# --- what follows the verdicts --------------------------------------------------------------------


@judges(e.DealingStarted)
def _judge_dealing_started(table: TableAudit, event: e.DealingStarted) -> None:
    """Cards for the seats that have a main bet, and for an empty table only where that is usual."""
    current = table.in_stage(Stage.JUDGED, check=Check.I8)
    current.stage = Stage.PLAY
    staked = _staked_seats(current)
    if event.seats != tuple(sorted(staked or ())):
        table.wrong(Check.I11, "dealt seats", expected=sorted(staked or ()), found=event.seats)
    if not current.bets and current.config.needs_bets:
        table.wrong(Check.I11, "dealing", expected="no cards without a bet", found="cards")
    _check_behind(table, current, staked)
    current.seats = frozenset(event.seats)
    _count_missed(table, current)
    current.play = table.rules_of_game.start(current.config.variant, seats=current.seats)


def _count_missed(table: TableAudit, current: Round) -> None:
    """F46: the seats that are held and get no hand, where each seat is a hand."""
    idle = [seat for seat, held in table.seats.items() if held and seat not in current.seats]
    own = current.config.seat_rule is SeatRule.OWN
    table.missed = {seat: table.missed.get(seat, 0) + 1 for seat in idle} if own else {}


def _check_behind(table: TableAudit, current: Round, staked: frozenset[int] | None) -> None:
    """F158: no bet stands behind an empty hand, whenever it was confirmed."""
    if staked is None:
        return
    specs = current.config.variant.bets
    for bet in current.bets.values():
        if specs[bet.kind].role is Role.BEHIND and bet.seat not in staked:
            table.wrong(Check.I13, bet.id, expected=f"seats {sorted(staked)}", found=bet.seat)


@judges(e.RoundLapsed)
def _judge_round_lapsed(table: TableAudit, event: e.RoundLapsed) -> None:
    """F47: no player bet, so nothing is dealt."""
    current = table.in_stage(Stage.JUDGED)
    if current.bets or not current.config.needs_bets or event.round_id != current.round_id:
        table.wrong(Check.I11, event.round_id, expected="no bets", found=list(current.bets))
    table.due.open.discard(current.round_id)
    table.due.closed.add(current.round_id)
    if table.shoe is not None:
        table.shoe.used += current.removed
    table.round = None
