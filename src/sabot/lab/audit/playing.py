"""Decisions, results and ends: the round is dealt again, and every cent counted a second time.

The rules that label a hand are the games' own. The arithmetic that turns a label into cents is not:
it is written here in whole numbers, so that it does not repeat a rounding mistake of the games.
"""

from __future__ import annotations

from collections.abc import Sequence

from sabot.gamekit import Ask, Bet, Done, Payout, Role
from sabot.lab.audit.betting import take_extras
from sabot.lab.audit.findings import Check
from sabot.lab.audit.floor import signed
from sabot.lab.audit.hidden import leave_unturned
from sabot.lab.audit.tables import Misplaced, Question, Round, Stage, TableAudit, judges
from sabot.table import events as e
from sabot.table.authority import HOUSE

AUTO_STAND = "auto_stand:"
EXPIRED_ROUND = "expired/90_days"


# --- questions ------------------------------------------------------------------------------------


@judges(e.QuestionOpened)
def _judge_question_opened(table: TableAudit, event: e.QuestionOpened) -> None:
    current = table.in_stage(Stage.PLAY)
    current.questions += 1
    if current.spoiled:
        return
    ask = table.rules_of_game.expects(current.play)
    wanted = f"{current.round_id}.{current.questions}"
    if not isinstance(ask, Ask) or current.question is not None:
        table.wrong(Check.I11, "a question", expected=ask, found=event.topic)
        raise Misplaced
    told = (event.decision_id, event.topic, event.seat, event.hand)
    asked = (wanted, ask.topic, ask.seat, ask.hand)
    if told != asked:
        table.wrong(Check.I11, "a question", expected=asked, found=told)
    asked_bets = () if ask.seat else table.rules_of_game.asked(current.play, current.taken)
    current.question = Question(event.decision_id, ask, {bet.id for bet in asked_bets})


def _question(table: TableAudit, current: Round, decision_id: str) -> Question:
    table.counts.decisions += 1
    question = current.question
    if question is None or question.decision_id != decision_id:
        asked = "nothing" if question is None else question.decision_id
        table.wrong(Check.I11, "an answer", expected=asked, found=decision_id)
        raise Misplaced
    return question


@judges(e.ChoiceMade)
def _judge_choice_made(table: TableAudit, event: e.ChoiceMade) -> None:
    """One seat decided: by itself, by silence or by auto stand, and paid for what it took."""
    current = table.in_stage(Stage.PLAY)
    if current.spoiled:
        take_extras(table, current, event.extras)
        return
    game, play = table.rules_of_game, current.play
    question = _question(table, current, event.decision_id)
    due = game.extras(play, event.option, current.taken)
    current.play = game.choose(play, event.option)
    current.steps.append(("choose", event.option, None))
    current.question = None
    _check_who(table, current, event, question.ask, play)
    _check_extras(table, current, event, due)
    take_extras(table, current, event.extras)


def _mains(current: Round, seat: int | None) -> list[Bet]:
    return [
        bet
        for bet in current.bets.values()
        if bet.seat == seat and bet.parent is None and _is_main(current, bet)
    ]


def _is_main(current: Round, bet: Bet) -> bool:
    return current.config.variant.bets[bet.kind].role is Role.MAIN


def _check_who(
    table: TableAudit, current: Round, event: e.ChoiceMade, ask: Ask, play: object
) -> None:
    """F140, F165: silence gives the default, and auto stand acts only where it was wished for."""
    if event.by is e.By.DEFAULT and event.option != ask.default:
        table.wrong(Check.I11, "a default", expected=ask.default, found=event.option)
    if event.by is e.By.AUTO_STAND:
        wishes = [term for bet in _mains(current, ask.seat) for term in bet.terms]
        totals = [int(wish[len(AUTO_STAND) :]) for wish in wishes if wish.startswith(AUTO_STAND)]
        acts = totals and table.rules_of_game.automatic(play, totals[0])
        if acts != event.option:
            table.wrong(Check.I11, "auto stand", expected=acts or "no act", found=event.option)


def _check_extras(
    table: TableAudit, current: Round, event: e.ChoiceMade, due: Sequence[Bet]
) -> None:
    """F159: the seat pays for its choice; bets behind it follow if their players can pay."""
    owners = {bet.player for bet in _mains(current, due[0].seat)} if due else set()
    own = [
        bet
        for bet in due
        if bet.player in owners and bet.parent and _is_main(current, current.bets[bet.parent])
    ]
    missing = [bet.id for bet in own if bet not in event.extras]
    unasked = [bet.id for bet in event.extras if bet not in due]
    if missing or unasked or len(set(event.extras)) < len(event.extras):
        table.wrong(
            Check.I13,
            f"stakes of {event.option}",
            expected=[f"{bet.id} {bet.stake}" for bet in due],
            found=[f"{bet.id} {bet.stake}" for bet in event.extras],
        )


@judges(e.AnswerGiven)
def _judge_answer_given(table: TableAudit, event: e.AnswerGiven) -> None:
    """One bet answered a question to all players, once, and paid for exactly what it took."""
    current = table.in_stage(Stage.PLAY)
    if current.spoiled:
        take_extras(table, current, event.extras)
        return
    question = _question(table, current, event.decision_id)
    game, play = table.rules_of_game, current.play
    bet = current.bets.get(event.bet)
    if bet is None or bet.id not in question.waiting:
        table.wrong(Check.I11, "an answer", expected="a bet that is asked, once", found=event.bet)
        take_extras(table, current, event.extras)
        return
    question.waiting.discard(bet.id)
    due = game.extras(play, event.option, [bet])
    if event.extras != due:
        table.wrong(Check.I13, f"stakes of {event.option}", expected=due, found=event.extras)
    take_extras(table, current, event.extras)


@judges(e.QuestionClosed)
def _judge_question_closed(table: TableAudit, event: e.QuestionClosed) -> None:
    current = table.in_stage(Stage.PLAY)
    if current.spoiled:
        return
    _question(table, current, event.decision_id)
    current.play = table.rules_of_game.close(current.play)
    current.steps.append(("close", "", None))
    current.question = None


# --- the end --------------------------------------------------------------------------------------


@judges(e.RoundSettled)
def _judge_round_settled(table: TableAudit, event: e.RoundSettled) -> None:
    """I6: the payouts of the log are the payouts of the rules, line by line."""
    current = table.in_stage(Stage.PLAY)
    table.counts.payouts += len(event.payouts)
    table.due.settled(event.payouts, current.bets, current.round_id, table.order)
    for position in current.sealed:
        table.wrong(Check.I11, f"the card at {position}", expected="turned", found="face down")
    try:
        if not current.spoiled:
            _check_payouts(table, current, event)
    finally:
        _over(table, current, event.round_id, gone=current.out)


def _check_payouts(table: TableAudit, current: Round, event: e.RoundSettled) -> None:
    game = table.rules_of_game
    payouts = game.settle(current.play, current.taken)
    if len(payouts) != len(event.payouts):
        expected = [payout.bet.id for payout in payouts]
        found = [paid.bet for paid in event.payouts]
        table.wrong(Check.I6, event.round_id, expected=expected, found=found)
    for payout, paid in zip(payouts, event.payouts, strict=False):
        _check_payout(table, current, payout, paid)
    outcome = game.outcome(current.play)
    if event.outcome != outcome:
        table.wrong(Check.I6, "the outcome", expected=dict(outcome), found=event.outcome)


def _check_payout(table: TableAudit, current: Round, payout: Payout, paid: e.Paid) -> None:
    bet, lines = payout.bet, payout.lines
    result, amount = counted(current, payout)
    why = (lines[0].label,) if len(lines) == 1 else tuple(line.label for line in lines)
    expected = (bet.id, result, amount, why, bet.golden and result == "push")
    found = (paid.bet, paid.result, paid.amount, paid.why, paid.chip_returned)
    if expected != found:
        table.wrong(Check.I6, f"payout of {bet.id}", expected=expected, found=found)


def counted(current: Round, payout: Payout) -> tuple[str, int]:
    """Result and cents of a bet from its label, the pay table of the day and whole numbers (R3).

    A golden chip earns without being paid back itself and has no half (R29); a bonus is a second
    line (F175).
    """
    bet, lines = payout.bet, payout.lines
    stake = bet.stake
    odds = current.config.variant.bets[bet.kind].pays.get(lines[0].label)
    if odds is None:
        result, amount = "lose", 0
    else:
        result = "push" if not odds else "win" if odds > 0 else "lose"
        back = 0 if bet.golden else stake
        amount = max(back + stake * odds.numerator // odds.denominator, 0)
    for line in lines[1:]:
        if line.odds is not None:
            amount += stake * line.odds.numerator // line.odds.denominator
    return result, amount


@judges(e.RoundCancelled)
def _judge_round_cancelled(table: TableAudit, event: e.RoundCancelled) -> None:
    """R17: every stake goes back once; a result that is known is never cancelled."""
    signed(table, event, actor=event.actor, reason=event.reason)
    current = table.round
    if current is None or current.stage is Stage.OVER:
        table.wrong(Check.I15, event.round_id, expected="an open round", found=table.phase_name)
        raise Misplaced
    table.counts.cancelled += 1
    _check_two_people(table, current, event)
    if event.reason == EXPIRED_ROUND:
        table.due.expired.add(event.round_id)
    if sorted(event.refunds) != sorted(current.bets):
        table.wrong(Check.I15, "refunds", expected=list(current.bets), found=event.refunds)
    game = table.game
    known = game is not None and current.play is not None and not current.spoiled
    if known and isinstance(table.rules_of_game.expects(current.play), Done):
        table.wrong(Check.I15, event.round_id, expected="a settlement", found="a cancel")
    table.due.refunded(event.refunds, current.bets, current.round_id, table.order)
    table.paused, table.proposal = False, None
    # R25: what was laid face down before the close is discarded with the rest.
    gone = max(len(current.dealt), current.config.laid_before_close) + current.removed
    _over(table, current, event.round_id, gone=gone)


def _check_two_people(table: TableAudit, current: Round, event: e.RoundCancelled) -> None:
    """Bets of players are cancelled by two people, of whom neither has seen a hidden card."""
    if event.actor == HOUSE or not current.bets:
        return
    people = {event.actor, current.cancel_by}
    table.paired(event.proposed_by, event.actor)
    told = event.proposed_by == current.cancel_by
    if not told or len(people) < 2 or None in people or people & current.seen_by:
        found = f"{event.actor} and {event.proposed_by}; seen by {sorted(current.seen_by)}"
        table.wrong(Check.I14, event.round_id, expected="two people who have not seen", found=found)


@judges(e.CancelProposed)
def cancel_proposed(table: TableAudit, event: e.CancelProposed) -> None:
    """A proposal is about the round in play, by a person who has not seen its hidden cards."""
    signed(table, event, actor=event.actor, reason=event.reason)
    current = _in_play(table, event.round_id)
    if event.actor in current.seen_by:
        table.wrong(Check.I14, event.round_id, expected="not seen", found=event.actor)
    current.cancel_by = event.actor


@judges(e.HiddenCardsSeen)
def hidden_cards_seen(table: TableAudit, event: e.HiddenCardsSeen) -> None:
    """A person who sees hidden cards thereby withdraws their own proposal."""
    signed(table, event, actor=event.actor, reason=event.reason)
    current = _in_play(table, event.round_id)
    current.seen_by.add(event.actor)
    if current.cancel_by == event.actor:
        current.cancel_by = None


def _in_play(table: TableAudit, round_id: str) -> Round:
    current = table.round
    if current is None or current.stage is Stage.OVER or current.round_id != round_id:
        table.wrong(Check.I14, round_id, expected="the round in play", found=table.phase_name)
        raise Misplaced
    return current


def _over(table: TableAudit, current: Round, round_id: str, *, gone: int) -> None:
    current.stage = Stage.OVER
    due = table.due
    due.open.discard(current.round_id)
    due.closed.add(current.round_id)
    for bet_id in current.bets:
        if bet_id not in due.outcomes:
            table.wrong(Check.I3, bet_id, expected="an outcome", found="none at the end")
    if round_id != current.round_id:
        table.wrong(Check.I7, "round_id", expected=current.round_id, found=round_id)
    shoe = table.shoe
    if shoe is not None:
        leave_unturned(current, shoe)
        shoe.used += gone
        shoe.rounds += 1
        shoe.last_hand_over = shoe.last_hand  # a lapsed round does not count as a hand


@judges(e.TableRested)
def _judge_table_rested(table: TableAudit, _event: e.TableRested) -> None:
    table.in_stage(Stage.OVER)
    table.round = None
