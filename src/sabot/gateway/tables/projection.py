"""The view of a table for one audience, built field by field from what is public to it (I11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from sabot.gamekit import Audience, Deal, Reveal, Role
from sabot.gateway.tables.memory import TableMemory
from sabot.gateway.tables.reasons import told_reason
from sabot.service.players import Player
from sabot.service.recovery import CANNOT_WRITE
from sabot.table.config import Opening, SeatRule
from sabot.table.phases import Phase
from sabot.table.state import TableState
from sabot.table.views import shown
from sabot.wire import table_view as w

Who = Callable[[str], Player]
Hidden = Callable[[str], bool]

STATUS: Mapping[Phase, w.Status] = {
    Phase.OFF: w.Status.CLOSED_TABLE,
    Phase.SHUFFLE: w.Status.WAITING,
    Phase.IDLE: w.Status.WAITING,
    Phase.BETTING: w.Status.PLACE_YOUR_BETS,
    Phase.CLOSED: w.Status.BETS_CLOSED,
    Phase.DEALING: w.Status.DEALING,
    Phase.INSURANCE: w.Status.INSURANCE,
    Phase.DECISION: w.Status.DECISION,
    Phase.DEALER: w.Status.DEALER,
    Phase.RESULT: w.Status.RESULT,
    Phase.CANCELLED: w.Status.CANCELLED,
    Phase.PAUSED: w.Status.PAUSED,
}


QUESTIONS = (Phase.INSURANCE, Phase.DECISION)


class Projector:
    """Draws one table; knows how people are called and who hides their bets."""

    def __init__(self, memory: TableMemory, *, who: Who, hides_bets: Hidden) -> None:
        self._memory = memory
        self._who = who
        self._hides_bets = hides_bets

    def view(
        self, state: TableState, audience: Audience, *, left_ms: int | None, bets_for: str = ""
    ) -> w.TableView:
        """The whole table as this audience sees it now; `bets_for` is what chips have to name."""
        if state.config is None:
            return _unopened(state)
        table = shown(state, audience)
        return w.TableView(
            table=table.table_id,
            name=table.name,
            game=state.game.id,
            variant=state.settings.variant.id,
            status=_status(state, left_ms),
            phase=table.phase.value,
            round=table.round_id,
            round_of_shoe=table.round_of_shoe,
            bets_for=bets_for or None,
            window=_window(state, left_ms),
            hands=table.hands,
            outcome=table.outcome,
            question=table.question,
            spots=table.spots if state.settings.owner is None else (),  # F263: nobody else
            bets=self._laid(state),
            seats=self._seats(state),
            closed_kinds=_closed_kinds(state),
            shoe=table.shoe_id,
            commitment=table.commitment,
            cards_left=table.cards_left,
            last_hand=table.last_hand,
            because=told_reason(table.paused_because or self._cancelled(state), audience),
            scorecard=self._memory.scorecards.current(),
            instruction=_instruction(state, audience),
        )

    def _cancelled(self, state: TableState) -> str | None:
        return self._memory.cancelled_because if state.phase is Phase.CANCELLED else None

    def _laid(self, state: TableState) -> tuple[w.LaidBet, ...]:
        """F126, F129: at seats the bets are there to be seen, unless their player hides them."""
        if state.round is None or state.settings.seat_rule is SeatRule.NONE:
            return ()
        specs = state.round.config.variant.bets
        return tuple(
            w.LaidBet(
                seat=bet.seat,
                nickname=self._who(bet.player).nickname,
                kind=bet.kind,
                stake=bet.stake,
            )
            for bet in state.round.bets.values()
            if bet.seat is not None
            and specs[bet.kind].role is not Role.BEHIND
            and not self._hides_bets(bet.player)
        )

    def _seats(self, state: TableState) -> dict[int, tuple[w.Person, ...]]:
        return {
            seat: tuple(self._person(player, seat, state) for player in players)
            for seat, players in state.seats.items()
            if players
        }

    def _person(self, player_id: str, seat: int, state: TableState) -> w.Person:
        player = self._who(player_id)
        own = state.settings.seat_rule is SeatRule.OWN
        hands = [key for key in self._memory.chosen if key[0] == seat] if own else []
        return w.Person(
            nickname=player.nickname,
            bot=player.is_bot,
            medal=self._memory.medals.get(seat, 0) if own else 0,
            chosen=self._memory.chosen[hands[-1]] if hands else "",
        )


def standing_still(view: w.TableView) -> w.TableView:
    """A table whose store is full or away: paused, with no window and no place for chips."""
    return replace(view, status=w.Status.PAUSED, window=None, bets_for=None, because=CANNOT_WRITE)


def _unopened(state: TableState) -> w.TableView:
    return w.TableView(
        table=state.table_id,
        name=state.table_id,
        game=state.game.id,
        variant="",
        status=w.Status.CLOSED_TABLE,
        phase=state.phase.value,
        round=None,
        round_of_shoe=0,
        bets_for=None,
        window=None,
        hands=(),
        outcome={},
        question=None,
        spots=(),
        bets=(),
        seats={},
        closed_kinds=(),
        shoe=None,
        commitment=None,
        cards_left=0,
        last_hand=False,
        because=None,
        scorecard=None,
        instruction=(),
    )


def _status(state: TableState, left_ms: int | None) -> w.Status:
    if state.phase is Phase.IDLE and state.settings.opening is Opening.FIRST_BET:
        return w.Status.PLACE_YOUR_BETS  # F47: the table waits for a chip
    if state.phase is Phase.BETTING and left_ms is not None:
        last = left_ms <= state.settings.timers.last_seconds
        return w.Status.LAST_BETS if last else w.Status.PLACE_YOUR_BETS
    return STATUS[state.phase]


def _window(state: TableState, left_ms: int | None) -> w.Window | None:
    if state.timer is None or state.phase is Phase.CLOSED:
        return None  # how long wallets are waited for is nobody's business
    if state.settings.owner is not None and state.phase in QUESTIONS:
        return None  # F263: nobody is hurried at a private table
    length = state.timer.milliseconds
    left = length if left_ms is None else max(0, min(length, left_ms))
    return w.Window(opened_at=state.timer.seq, length_ms=length, left_ms=left)


def _closed_kinds(state: TableState) -> tuple[str, ...]:
    """Kinds that take no bet in this round: switched off, or closed for the shoe (F57–F60)."""
    rules = state.settings.rules(switched_off=state.kinds_off)
    number = 1 if state.round is None else state.round.number
    return tuple(
        sorted(
            kind
            for kind, spec in rules.bets.items()
            if spec.role is not Role.EXTRA
            and (not rules.offers(kind) or number > (spec.last_round_of_shoe or number))
        )
    )


def _instruction(state: TableState, audience: Audience) -> tuple[str, ...]:
    """What the rules wait for from the dealer: `deal P1`, `reveal dealer:2`; staff only."""
    if audience is Audience.PLAYER or state.round is None or state.round.play is None:
        return ()
    expected = state.game.expects(state.round.play)
    match expected:
        case Deal(positions=positions):
            return tuple(f"deal {position}" for position in positions)
        case Reveal(positions=positions):
            return tuple(f"reveal {position}" for position in positions)
        case _:
            return ()
