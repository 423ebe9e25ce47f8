"""One baccarat line of `sabot settle`: cards and stakes in, outcome and payouts out.

It reads the line, plays the cards through the real round and writes down what came of it. Limits
and opposite bets are not judged here: a lab stakes every bet at once.
"""

from __future__ import annotations

from collections.abc import Mapping

from sabot.cards import Card
from sabot.errors import Refused
from sabot.gamekit import Bet, Deal, Done, Reason, deal_next
from sabot.gamekit.script import Script, bad_field, settled, totals
from sabot.games.baccarat import GAME
from sabot.games.baccarat.bets import Kind, Mode
from sabot.games.baccarat.round import (
    BaccaratState,
    banker_hand,
    outcome,
    player_hand,
    summary,
)
from sabot.games.baccarat.variants import BaccaratVariant

_MEMBERS = frozenset(
    {"id", "game", "tags", "note", "expected", "rules", "shoe", "bets", "golden_chip"}
)
_RULES = frozenset({"doc", "decks", "banker"})

_MODES = {
    "commission_5pct": Mode.COMMISSION,
    "zero_commission_half_on_6": Mode.ZERO_COMMISSION,
}

_CARDS_OF_A_ROUND = 6


def settle_script(line: Mapping[str, object]) -> dict[str, object]:
    """Settle one line; whatever is wrong with it is refused by the name of the field."""
    script = Script(line)
    script.known(_MEMBERS)
    variant = GAME.variants[script.choice("game", GAME.variants)]
    rules = script.part("rules")
    rules.known(_RULES)
    mode = _mode(rules, variant)
    bets = _bets(script, variant, mode)
    state = _play(script, rules, variant)
    payouts = GAME.settle(state, bets)
    sums = totals(payouts)
    return {
        "outcome": _outcome(state),
        "bets": {payout.bet.id: settled(payout) for payout in payouts},
        "total_stake": sums["total_stake"],
        "total_payout": sums["total_payout"],
    }


def _mode(rules: Script, variant: BaccaratVariant) -> Mode:
    """How Banker is paid: as written, or as the variant does by default (F112)."""
    offered = {name: mode for name, mode in _MODES.items() if mode in variant.modes}
    if not rules.has("banker"):
        return variant.modes[0]
    return offered[rules.choice("banker", offered)]


def _bets(script: Script, variant: BaccaratVariant, mode: Mode) -> tuple[Bet, ...]:
    if not script.has("bets"):
        raise bad_field("bets", "stakes by bet are needed")
    # The mode decides which of the two kinds «banker» is; a line never names the second.
    areas = [kind for kind in variant.bets if kind != Kind.BANKER_ZERO_COMMISSION]
    stakes = script.stakes("bets", areas)
    golden = script.choice("golden_chip", stakes) if script.has("golden_chip") else None
    return tuple(
        Bet(
            id=area,
            player="script",
            kind=_kind(area, variant, mode),
            stake=stake,
            golden=area == golden,
        )
        for area, stake in stakes.items()
    )


def _kind(area: str, variant: BaccaratVariant, mode: Mode) -> str:
    kind = variant.banker_kind(mode).value if area == Kind.BANKER else area
    needed = variant.bets[kind].mode
    if needed is not None and needed != mode:
        raise Refused(
            Reason.WRONG_MODE, field=f"bets.{area}", mode=mode.value, needed=needed
        )  # F113
    return kind


def _play(script: Script, rules: Script, variant: BaccaratVariant) -> BaccaratState:
    shoe = script.cards("shoe")
    if len(shoe) > _CARDS_OF_A_ROUND:
        raise bad_field("shoe", f"a round has six cards at most, not {len(shoe)}")
    decks = rules.integer("decks", minimum=1, maximum=variant.decks, default=variant.decks)
    for card in shoe:
        if shoe.count(card) > decks:  # I12: so many copies of a card do not exist.
            raise bad_field("shoe", f"{card} stands there more often than {decks}")
    return _deal(shoe, variant)


def _deal(shoe: list[Card], variant: BaccaratVariant) -> BaccaratState:
    state = GAME.start(variant)
    for card in shoe:
        if isinstance(GAME.expects(state), Done):
            break
        state = deal_next(GAME, state, card)
    expected = GAME.expects(state)
    if isinstance(expected, Deal):
        missing = " or ".join(expected.positions)
        raise bad_field("shoe", f"{len(shoe)} cards are too few: the next belongs at {missing}")
    return state


def _outcome(state: BaccaratState) -> dict[str, object]:
    announced = outcome(summary(state))
    points = {name: announced.pop(name) for name in ("winner", "player_points", "banker_points")}
    return {
        **points,
        "player_cards": [str(card) for card in player_hand(state)],
        "banker_cards": [str(card) for card in banker_hand(state)],
        **announced,
    }
