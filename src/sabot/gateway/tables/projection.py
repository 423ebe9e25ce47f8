"""The view of a table for one audience, built field by field from what is public to it (I11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from sabot.gamekit import Audience, Deal, Reveal, Role
from sabot.gateway.tables.memory import TableMemory
from sabot.gateway.tables.reasons import told_reason
from sabot.service.players.directory import Player
from sabot.service.refusals import HouseFault
from sabot.studio.moments import Moments
from sabot.studio.view import studio_view
from sabot.table.config import Opening, SeatRule
from sabot.table.phases import Phase
from sabot.table.rulebook import rulebook_of
from sabot.table.state import TableState
from sabot.table.views import shown
from sabot.wire import table_view as w
from sabot.wire.studio import StudioView

Who = Callable[[str], Player]
Hidden = Callable[[str], bool]

STATUS: Mapping[Phase, w.Status] = {
    Phase.OFF: w.Status.CLOSED_TABLE,
    Phase.SHUFFLE: w.Status.WAITING,
    Phase.IDLE: w.Status.WAITING,
    Phase.BETTING: w.Status.PLACE_YOUR_BETS,
    Phase.CLOSED: w.Status.BETS_CLOSED,
    Phase.DEALING: w.Status.DEALING,
    Phase.OFFER: w.Status.INSURANCE,
    Phase.DECISION: w.Status.DECISION,
    Phase.DEALER: w.Status.DEALER,
    Phase.RESULT: w.Status.RESULT,
    Phase.CANCELLED: w.Status.CANCELLED,
    Phase.PAUSED: w.Status.PAUSED,
}


QUESTIONS = (Phase.OFFER, Phase.DECISION)


class ForStaff(NamedTuple):
    """What the views of staff need beside the state: moments, names, players to greet."""

    moments: Moments
    name: Callable[[str], str]
    greet: Callable[[str], tuple[str, ...]]
    has_scanner: Callable[[str], bool]


class Projector:
    """Builds the views of one table. It knows nicknames, and which players hide their bets."""

    def __init__(
        self,
        memory: TableMemory,
        *,
        who: Who,
        hides_bets: Hidden,
        staff: ForStaff | None = None,
    ) -> None:
        self._memory = memory
        self._who = who
        self._hides_bets = hides_bets
        self._staff = staff

    def view(
        self, state: TableState, audience: Audience, *, left_ms: int | None, bets_for: str = ""
    ) -> w.TableView:
        """The whole table as this audience sees it now. Chips must name `bets_for`."""
        if state.config is None:
            return _unopened(state)
        table = shown(state, audience)
        return w.TableView(
            table=table.table_id,
            name=table.name,
            game=state.game.id,
            variant=state.settings.variant.id,
            status=_status(state, left_ms),
            phase=_phase(table.phase),
            round=table.round_id,
            round_of_shoe=table.round_of_shoe,
            bets_for=bets_for or None,
            window=_window(state, left_ms),
            hands=table.hands,
            outcome=table.outcome,
            question=table.question,
            spots=table.spots if state.settings.owner is None else (),  # F263: one player only
            bets=self._laid(state),
            seats=self._seats(state),
            closed_kinds=_closed_kinds(state),
            shoe=table.shoe_id,
            commitment=table.commitment,
            cards_left=table.cards_left,
            last_hand=table.last_hand,
            because=self._because(state, table.paused_because, audience),
            scorecard=self._memory.scorecards.current(),
            instruction=_instruction(state, audience),
            studio=self._studio(state, audience),
        )

    def _studio(self, state: TableState, audience: Audience) -> StudioView | None:
        """What staff see beyond what players see; a replay of the past has none."""
        if audience is Audience.PLAYER or self._staff is None:
            return None
        greet = self._staff.greet(state.table_id) if audience is Audience.DEALER else ()
        return studio_view(
            state,
            audience,
            moments=self._staff.moments,
            name=self._staff.name,
            greet=greet,
            scanner=self._staff.has_scanner(state.table_id),
        )

    def _because(self, state: TableState, paused: str | None, audience: Audience) -> str | None:
        """Why the table is paused or its round was cancelled (F242)."""
        if paused is not None or state.phase is not Phase.CANCELLED:
            return told_reason(paused, audience)
        memory = self._memory
        return told_reason(memory.cancelled_because, audience, memory.cancelled_public)

    def _laid(self, state: TableState) -> tuple[w.LaidBet, ...]:
        """F126, F129: bets at seats are public, unless their player hides them."""
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
    """Show a table as paused, without a window, when its store is full or unreachable."""
    return replace(
        view, status=w.Status.PAUSED, window=None, bets_for=None, because=HouseFault.CANNOT_WRITE
    )


def _unopened(state: TableState) -> w.TableView:
    return w.TableView(
        table=state.table_id,
        name=state.table_id,
        game=state.game.id,
        variant="",
        status=w.Status.CLOSED_TABLE,
        phase=_phase(state.phase),
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
        studio=None,
    )


def _phase(phase: Phase) -> str:
    """The protocol calls an offer an insurance, as its bar does."""
    return w.Status.INSURANCE.value if phase is Phase.OFFER else phase.value


def _status(state: TableState, left_ms: int | None) -> w.Status:
    if state.phase is Phase.IDLE and state.settings.opening is Opening.FIRST_BET:
        return w.Status.PLACE_YOUR_BETS  # F47: the table waits for a chip
    if state.phase is Phase.BETTING and left_ms is not None:
        last = left_ms <= state.settings.timers.last_seconds
        return w.Status.LAST_BETS if last else w.Status.PLACE_YOUR_BETS
    return STATUS[state.phase]


def _window(state: TableState, left_ms: int | None) -> w.Window | None:
    if state.timer is None or state.phase is Phase.CLOSED:
        return None  # players are not told how long the table waits for wallets
    if state.settings.owner is not None and state.phase in QUESTIONS:
        return None  # F263: a private table has no time limit
    length = state.timer.milliseconds
    left = length if left_ms is None else max(0, min(length, left_ms))
    return w.Window(opened_at=state.timer.seq, length_ms=length, left_ms=left)


def _closed_kinds(state: TableState) -> tuple[str, ...]:
    """Kinds that take no bet in this round: switched off, or closed for the shoe (F57–F60)."""
    rules = rulebook_of(state.settings, state.kinds_off).rules
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
    """What the rules expect from the dealer, for staff only: `deal P1`, `reveal dealer:2`."""
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
