"""Cards, hands, bets and results as a person reads them."""

import pytest
from rich.text import Text
from tests.cli.driver import shown, terminal

from sabot.cards import full_deck
from sabot.cli.terminal import felt
from sabot.gamekit import (
    Bet,
    HandView,
    Judgement,
    Payout,
    PayoutLine,
    Placement,
    Reason,
    Result,
    Role,
    Verdict,
    View,
)
from sabot.games import variants
from sabot.money import Cents, Odds


def printed(thing: object, width: int = 80) -> str:
    console = terminal(width)
    console.print(thing)
    return shown(console)


def test_all_cards_are_equally_wide() -> None:
    texts = [felt.card_text(str(card)) for card in full_deck()] + [felt.card_text(None)]
    assert {text.cell_len for text in texts} == {5}
    assert felt.card_text("TH").plain == " 10♥ "
    assert felt.card_text("9S").plain == "  9♠ "


def test_red_cards_are_red() -> None:
    assert [str(felt.card_text(name).style).split()[1] for name in ("AS", "AH", "AD", "AC")] == [
        "black",
        "red",
        "red",
        "black",
    ]


def hand(name: str, *cards: str | None, total: str = "", tags: tuple[str, ...] = ()) -> HandView:
    return HandView(name=name, cards=cards, total=total, tags=tags)


def test_hands_are_called_by_who_sits_there() -> None:
    view = View(
        hands=(hand("seat:3:0"), hand("seat:5:0"), hand("seat:5:1"), hand("dealer")), outcome={}
    )
    assert felt.hand_names(view, {3: "you"}) == [
        "you",
        "seat 5, hand 1",
        "seat 5, hand 2",
        "dealer",
    ]


def test_cards_stand_under_each_other() -> None:
    view = View(
        hands=(
            hand("player", "TS", "9H", total="high_card"),
            hand("dealer", "2S", None, tags=("not_qualified",)),
        ),
        outcome={},
    )
    first, second = printed(felt.hands_table(view)).splitlines()
    assert first.rstrip() == "player   10♠    9♥   high card"
    assert second.rstrip() == "dealer    2♠   ▒▒▒     not qualified"


@pytest.mark.parametrize("name", variants())
@pytest.mark.parametrize("width", [80, 120])
def test_the_bets_of_every_game_fit_the_terminal(name: str, width: int) -> None:
    _, variant = variants()[name]
    specs = [spec for spec in variant.bets.values() if spec.role is not Role.EXTRA]
    rows = printed(felt.bets_table(specs), width).splitlines()
    assert len(rows) == len(specs) + 1
    assert max(map(len, rows)) <= width
    assert "…" not in "".join(rows)


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_words(reason: Reason) -> None:
    judgement = Judgement(
        placement=Placement(kind="player_pair", stake=Cents(500)),
        verdict=Verdict.REFUSED,
        stake=Cents(0),
        reason=reason,
    )
    told = felt.judgement_text(judgement).plain
    assert told.startswith("! player pair 5.00: ")
    assert "/" not in told
    assert "_" not in told


def test_what_counts_of_a_bet_is_told() -> None:
    chip = Placement(kind="tie", stake=Cents(9000))
    accepted = Judgement(placement=chip, verdict=Verdict.ACCEPTED, stake=Cents(9000))
    cut = Judgement(
        placement=chip, verdict=Verdict.CUT, stake=Cents(5000), reason=Reason.OVER_MAXIMUM
    )
    assert felt.judgement_text(accepted) == Text("✓ tie 90.00", style="green")
    assert felt.judgement_text(cut).plain == "! tie 90.00 → 50.00: cut to the maximum"


def payout(kind: str, result: Result, amount: int, *lines: PayoutLine, hand: int = 0) -> Payout:
    bet = Bet(id=kind, player="you", kind=kind, stake=Cents(1000), hand=hand)
    return Payout(bet=bet, result=result, amount=Cents(amount), lines=lines)


def why(label: str, odds: Odds | None = None) -> PayoutLine:
    return PayoutLine(label=label, odds=odds, amount=Cents(0))


def test_F50_every_bet_is_told_with_its_reason() -> None:
    table = felt.payouts_table(
        [
            payout("ante", Result.WIN, 6000, why("player_better", Odds(1)), why("run", Odds(4))),
            payout("split", Result.WIN, 2500, why("win", Odds(3, 2)), hand=1),
            payout("21+3", Result.LOSE, 0, why("none")),
            payout("play", Result.PUSH, 1000, why("dealer_not_qualified", Odds(0))),
        ]
    )
    assert [" ".join(row.split()) for row in printed(table).splitlines()] == [
        "bet stake back why",
        "ante 10.00 60.00 player better, 1:1 + run, 4:1",
        "split, hand 2 10.00 25.00 win, 3:2",
        "21+3 10.00 0.00 no hand that pays",
        "play 10.00 10.00 dealer not qualified",
    ]
