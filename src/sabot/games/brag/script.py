"""A brag round that a person wrote down, settled: one line of `sabot settle`.

The line is played through the real round, card by card. Only how a line is written is known here;
what it comes to is decided by `round.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

from msgspec import structs

from sabot.cards import Card
from sabot.gamekit import Bet, Payout, Placement, deal_next
from sabot.gamekit.script import Script, SettledLine, bad_field, settled, totals
from sabot.games.brag.bets import Kind, place
from sabot.games.brag.poker import PokerHand
from sabot.games.brag.round import CARDS_EACH, PLAY, Brag, BragRound
from sabot.games.brag.rules import BragHand
from sabot.games.brag.variants import VARIANTS, BragVariant, PairPlusOnFold
from sabot.money import Cents, Odds

MEMBERS = ("game", "rules", "player", "dealer", "bets", "decision", "golden_chip")
IGNORED = ("id", "tags", "note", "expected")
RULES = ("ante_bonus", "pair_plus", "poker_plus", "pair_plus_on_fold", "doc")

# Play and Blind Play are told by `decision`: both stake what the Ante stakes.
STAKED = (Kind.ANTE.value, Kind.PAIR_PLUS.value, Kind.POKER_PLUS.value)

BETTOR = "bettor"


class Decision(StrEnum):
    """What the bettor answered; `none` is silence, which passes an Ante (R15)."""

    PLAY = "play"
    FOLD = "fold"
    BLIND = "blind"
    NONE = "none"


def settle_script(line: Mapping[str, object]) -> dict[str, object]:
    """Settle one written round; refused or malformed lines raise and say which field it was."""
    script = Script(line)
    script.known((*MEMBERS, *IGNORED))
    variant = _variant(script)
    player = script.cards("player", exactly=CARDS_EACH)
    dealer = script.cards("dealer", exactly=CARDS_EACH)
    _check_one_deck(player, dealer)
    decision = _decision(script)
    layout = _layout(script, decision)
    over, payouts = _play(variant, (*player, *dealer), layout, decision)
    sums = totals(payouts)
    return {
        "outcome": dict(Brag().outcome(over)),
        "bets": _lines(payouts),
        "total_stake": sums["total_stake"],
        "total_payout": sums["total_payout"],
    }


def _check_one_deck(player: Sequence[Card], dealer: Sequence[Card]) -> None:
    seen: set[Card] = set()
    for hand, cards in (("player", player), ("dealer", dealer)):
        for number, card in enumerate(cards):
            if card in seen:  # F102
                raise bad_field(f"{hand}[{number}]", f"{card} is dealt already, from one deck")
            seen.add(card)


def _play(
    variant: BragVariant, deck: Sequence[Card], layout: Sequence[Placement], decision: Decision
) -> tuple[BragRound, tuple[Payout, ...]]:
    game = Brag()
    state = game.start(variant)
    for card in deck:
        state = deal_next(game, state, card)
    bets = tuple(_bet(placement) for placement in layout)
    if decision is Decision.PLAY:
        bets = (*bets, *game.extras(state, PLAY.id, bets))
    state = game.reveal(game.close(state))
    return state, game.settle(state, bets)


def _bet(placement: Placement) -> Bet:
    return Bet(
        id=placement.kind,
        player=BETTOR,
        kind=placement.kind,
        stake=placement.stake,
        golden=placement.golden,
    )


def _variant(script: Script) -> BragVariant:
    variant = VARIANTS[script.choice("game", VARIANTS)]
    rules = script.part("rules")
    rules.known(RULES)
    bets = dict(variant.bets)
    for kind, hands in ((Kind.PAIR_PLUS, BragHand), (Kind.POKER_PLUS, PokerHand)):
        if rules.has(kind):
            bets[kind] = replace(bets[kind], pays=_pays(rules.part(kind), tuple(hands)))
    bonus = variant.ante_bonus
    if rules.has("ante_bonus"):
        bonus = _pays(rules.part("ante_bonus"), tuple(BragHand))
    on_fold = rules.choice(
        "pair_plus_on_fold", tuple(PairPlusOnFold), default=variant.pair_plus_on_fold
    )
    return replace(variant, bets=bets, ante_bonus=bonus, pair_plus_on_fold=PairPlusOnFold(on_fold))


def _pays(table: Script, hands: Sequence[str]) -> dict[str, Odds]:
    """A pay table of this line alone; a hand it does not list is not paid."""
    table.known(hands)
    return {hand: table.odds(hand) for hand in table.members}


def _decision(script: Script) -> Decision:
    return Decision(script.choice("decision", tuple(Decision)))


def _layout(script: Script, decision: Decision) -> tuple[Placement, ...]:
    if not script.has("bets"):
        raise bad_field("bets", "stakes by bet are needed")
    stakes = script.stakes("bets", STAKED)
    if Kind.ANTE not in stakes and decision is not Decision.NONE:
        raise bad_field(
            "decision", f"without an ante there is none to take, not {decision.value!r}"
        )
    golden = _golden(script, stakes)
    layout = tuple(
        Placement(kind=kind, stake=stake, golden=kind == golden) for kind, stake in stakes.items()
    )
    if decision is not Decision.BLIND:
        return layout
    # R29: a golden Ante comes back as cash on both spots.
    return place(layout, Placement(kind=Kind.BLIND_PLAY, stake=stakes[Kind.ANTE])).after


def _golden(script: Script, stakes: Mapping[str, Cents]) -> str | None:
    if not script.has("golden_chip"):
        return None
    return script.choice("golden_chip", stakes)


def _lines(payouts: Sequence[Payout]) -> dict[str, SettledLine]:
    """The settled bets in the order of the layout; the bonus stands apart from its Ante."""
    by_kind = {payout.bet.kind: payout for payout in payouts}
    lines: dict[str, SettledLine] = {}
    ante = by_kind.get(Kind.ANTE)
    if ante is not None:
        own, *bonus = ante.lines
        lines["ante"] = settled(structs.replace(ante, amount=own.amount))
        for kind in (Kind.PLAY, Kind.BLIND_PLAY):  # a Blind Play is a Play made early
            if kind in by_kind:
                lines["play"] = settled(by_kind[kind])
        awarded = "win" if bonus else "not_awarded"
        paid = sum(line.amount for line in bonus)
        lines["ante_bonus"] = {"stake": 0, "result": awarded, "payout": paid}
    for kind in (Kind.PAIR_PLUS, Kind.POKER_PLUS):
        if kind in by_kind:
            lines[kind.value] = settled(by_kind[kind])
    return lines
