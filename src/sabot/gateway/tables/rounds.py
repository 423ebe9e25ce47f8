"""Describes a past round: the game as it was shown, and the player's own part in it (F237).

The answer never holds other players' bets. Cards that were never turned for an audience stay hidden
from it afterwards too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from msgspec.structs import replace

from sabot.errors import Corrupt
from sabot.gamekit import Audience, Bet, Explanation, Payout
from sabot.gateway.tables.past import Moment, PastRound
from sabot.gateway.tables.reasons import told_reason
from sabot.table import events as e
from sabot.table.record.unknown import turned_cards
from sabot.table.state import TableState
from sabot.table.views import shown
from sabot.wire import history as h
from sabot.wire.table_view import NotTaken

BY_DEFAULT = e.By.DEFAULT.value


class Chronicle:
    """Replays a round and collects what one viewer may see of it."""

    def __init__(self, past: PastRound, *, audience: Audience, player: str | None) -> None:
        self.audience = audience
        self.player = player
        self.opened_at_ms = past.opened_at_ms
        self.closed_at_ms: int | None = None
        self.ended_at_ms: int | None = None
        self.status = "open"
        self.because: str | None = None
        self.public = ""
        self.decisions: list[h.DecisionLine] = []
        self.rejected: list[e.Rejected] = []
        self.cards: dict[str, h.CardLine] = {}
        self.hidden: set[str] = set()
        self.payouts: dict[str, e.Paid] = {}
        self.refunded: frozenset[str] = frozenset()
        self.asked: dict[str, e.QuestionOpened] = {}
        self.state = past.opened_on
        for moment in past.moments():
            self._see(moment)
            if moment.after.round is not None:
                self.state = moment.after

    def _put_right(self, event: e.CardCorrected | e.CardsMoved) -> None:
        if isinstance(event, e.CardCorrected):
            put = {event.position: event.card}
        else:
            put = {
                event.first: self.cards[event.second].card or "",
                event.second: self.cards[event.first].card or "",
            }
        for position, card in put.items():
            self.cards[position] = replace(self.cards[position], card=card)

    def _see(self, moment: Moment) -> None:
        event, at_ms = moment.event, moment.stored.at_ms
        match event:
            case e.BetsClosed():
                self.closed_at_ms = at_ms
                self.rejected = [one for one in event.rejected if one.player == self.player]
            case e.CardDealt():
                self.cards[event.position] = h.CardLine(
                    position=event.position,
                    number=_number(moment.before),
                    card=event.card,
                    at_ms=at_ms,
                )
                if event.face_down:
                    self.hidden.add(event.position)
            case e.CardCorrected() | e.CardsMoved():
                self._put_right(event)
            case e.CardsRevealed():
                self.hidden -= set(event.positions)
                lying = {position: line.card or "" for position, line in self.cards.items()}
                for position, card in turned_cards(event, lying):
                    self.cards[position] = replace(self.cards[position], card=card)
            case e.RoundSettled():
                self.status, self.ended_at_ms = "settled", at_ms
                self.payouts = {paid.bet: paid for paid in event.payouts}
            case e.RoundCancelled():
                self.status, self.ended_at_ms, self.because = "cancelled", at_ms, event.reason
                self.public = event.public
                self.refunded = frozenset(event.refunds)
            case e.RoundLapsed():
                self.status, self.ended_at_ms = "lapsed", at_ms
            case _:
                self.decisions += self._decided(moment)

    def _decided(self, moment: Moment) -> Iterator[h.DecisionLine]:
        """F140, F168, F249: each decision and its actor, the house's defaults included."""
        event, before, at_ms = moment.event, moment.before, moment.stored.at_ms
        match event:
            case e.QuestionOpened():
                self.asked[event.decision_id] = event
            case e.ChoiceMade():
                question = self.asked[event.decision_id]
                own = question.seat in before.seats_of(self.player or "")
                yield _decision(question, event.option, event.by.value, at_ms, own=own)
            case e.AnswerGiven() if event.bet in self._own_ids(before):
                question = self.asked[event.decision_id]
                by = e.By.PLAYER.value
                yield _decision(question, event.option, by, at_ms, own=True, bet=event.bet)
            case e.QuestionClosed():
                yield from self._defaults(moment, self.asked[event.decision_id])
            case _:
                return

    def _defaults(self, moment: Moment, question: e.QuestionOpened) -> Iterator[h.DecisionLine]:
        """The player's bets that got the default because the player did not answer."""
        before = moment.before
        open_one = before.current.question
        if open_one is None:
            return
        own = [bet for bet in before.current.bets.values() if bet.player == self.player]
        for bet in before.game.asked(before.current.play, own):
            if bet.id not in open_one.answered:
                option, at_ms = open_one.ask.default, moment.stored.at_ms
                yield _decision(question, option, BY_DEFAULT, at_ms, own=True, bet=bet.id)

    def _own_ids(self, state: TableState) -> set[str]:
        return {bet.id for bet in state.current.bets.values() if bet.player == self.player}

    # --- telling ----------------------------------------------------------------------------------

    def told(self) -> h.RoundTold:
        """Give the whole answer."""
        state, current = self.state, self.state.current
        view = shown(state, self.audience)
        bets = tuple(self.bet_lines(bet for bet in self._bets() if bet.player == self.player))
        cash = [bet for bet in bets if not bet.golden]
        return h.RoundTold(
            round=current.round_id,
            table=state.table_id,
            name=current.config.name,
            game=state.game.id,
            variant=current.config.variant.id,
            version=current.config.version,
            live=current.config.live,
            shoe=view.shoe_id,
            commitment=view.commitment,
            round_of_shoe=current.number,
            status=self.status,
            because=told_reason(self.because, self.audience, self.public),
            opened_at_ms=self.opened_at_ms,
            closed_at_ms=self.closed_at_ms,
            ended_at_ms=self.ended_at_ms,
            hands=view.hands,
            outcome=view.outcome,
            story=self._story(),
            cards=tuple(self._card_lines()),
            decisions=tuple(self.decisions),
            bets=bets,
            not_taken=tuple(
                NotTaken(kind=one.kind, stake=one.stake, reason=one.reason, seat=one.seat)
                for one in self.rejected
            ),
            staked=sum(bet.stake for bet in cash),
            paid=None if self.status == "open" or not bets else sum(bet.paid for bet in bets),
            annulled=None,  # a table does not know; the office may say so later
        )

    def _bets(self) -> Iterable[Bet]:
        return self.state.current.bets.values()

    def _card_lines(self) -> Iterator[h.CardLine]:
        for position, line in self.cards.items():
            seen = position not in self.hidden or self.audience.sees_hidden_cards
            yield line if seen else replace(line, card=None)

    def _story(self) -> tuple[h.Because, ...]:
        if self.status != "settled":
            return ()  # an explanation would give away cards that are still hidden
        return tuple(_because(one) for one in self.state.game.story(self.state.current.play))

    def bet_lines(self, bets: Iterable[Bet]) -> Iterator[h.BetLine]:
        """Bets with their results, line by line."""
        for bet in bets:
            paid = self.payouts.get(bet.id)
            result, amount = ("", 0) if paid is None else (paid.result, paid.amount)
            if bet.id in self.refunded:
                result, amount = "refunded", 0 if bet.golden else bet.stake
            yield h.BetLine(
                id=bet.id,
                kind=bet.kind,
                stake=bet.stake,
                seat=bet.seat,
                hand=bet.hand,
                golden=bet.golden,
                parent=bet.parent,
                result=result,
                paid=amount,
                chip_returned=(paid is not None and paid.chip_returned)
                or (bet.golden and bet.id in self.refunded),
                lines=() if paid is None else self._settled(bet, paid),
            )

    @cached_property
    def _again(self) -> dict[str, Payout]:
        settled = self.state.game.settle(self.state.current.play, tuple(self._bets()))
        return {payout.bet.id: payout for payout in settled}

    def _settled(self, bet: Bet, paid: e.Paid) -> tuple[h.SettledLine, ...]:
        """Settle a bet again by the rules of its round, with the function that paid it."""
        payout = self._again[bet.id]
        if payout.amount != paid.amount:
            raise Corrupt("archive/paid_otherwise", bet=bet.id)
        why = self.state.game.explain(self.state.current.play, payout)
        return tuple(
            h.SettledLine(
                label=line.label,
                odds=None if line.odds is None else str(line.odds),
                amount=line.amount,
                because=_because(fact),
            )
            for line, fact in zip(payout.lines, why, strict=True)
        )


def _because(fact: Explanation) -> h.Because:
    return h.Because(code=fact.code, data=fact.data)


def _number(state: TableState) -> int:
    """The place in the shoe of the next card."""
    return state.cards_out + 1


def _decision(
    question: e.QuestionOpened,
    option: str,
    by: str,
    at_ms: int,
    *,
    own: bool,
    bet: str | None = None,
) -> h.DecisionLine:
    return h.DecisionLine(
        at_ms=at_ms,
        topic=question.topic,
        option=option,
        by=by,
        seat=question.seat,
        hand=question.hand,
        own=own,
        bet=bet,
    )
