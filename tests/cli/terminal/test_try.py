"""`sabot try`: whole visits, typed, with shoes that say what they are for."""

import random
import re
from collections.abc import Callable
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cli.driver import ran

from sabot.cards import Card, cards, full_deck
from sabot.cli.terminal import play, table
from sabot.games import variants

Stack = Callable[[str], None]


def shuffled(seed: int, decks: int) -> list[Card]:
    shoe = list(full_deck()) * decks
    random.Random(seed).shuffle(shoe)
    return shoe


@pytest.fixture
def stack(monkeypatch: pytest.MonkeyPatch) -> Stack:
    """Put these cards on top of the first shoe."""

    def stacked(top: str) -> None:
        monkeypatch.setattr(
            table, "shuffled_shoe", lambda decks: [*shuffled(1, decks), *reversed(cards(top))]
        )

    stacked("")
    return stacked


def visit(game: str | None, *typed: str) -> str:
    """Type these lines, leave with the end of them, and read the whole visit."""
    done = ran("try", *([game] if game else []), typed="".join(f"{line}\n" for line in typed))
    assert (done.status, done.err) == (0, "")
    check_money(done.out)
    return done.out


def money(text: str) -> Decimal:
    return Decimal(text.replace(",", ""))


def check_money(text: str) -> None:
    """Every sum that is told must follow from the ones before."""
    amount = r"([-+]?[\d,]+\.\d\d)"
    balance, staked, returned = Decimal(1000), Decimal(0), Decimal(0)
    told = rf"^Staked {amount}, back {amount}: net {amount}. Balance {amount}\.$"
    rounds = re.findall(told, text, re.MULTILINE)
    for stake, back, net, left in (map(money, found) for found in rounds):
        assert net == back - stake
        balance += net
        assert left == balance >= 0
        staked, returned = staked + stake, returned + back
    [totals] = re.findall(rf"You staked {amount} and {amount} came back: net {amount}\.", text)
    assert tuple(map(money, totals)) == (staked, returned, returned - staked)


def rows(text: str) -> list[str]:
    return [" ".join(row.split()) for row in text.splitlines()]


# --- one round of each ----------------------------------------------------------------------------


def test_a_round_of_each_game_by_pressing_enter_only(stack: Stack) -> None:
    text = visit(None, *[""] * 40)
    for _, variant in variants().values():
        assert f"─ {variant.title} ─" in text
    assert text.count("Balance ") == len(variants())
    assert text.endswith("Thank you for playing.\n")


def test_baccarat_is_paid_with_reasons(stack: Stack) -> None:
    stack("9S 2H KD 3C 8H")  # Player 9 is a natural.
    text = visit("speed6_scanner_baccarat", "player 10, tie 5, player pair 1", "no")
    assert "✓ player 10.00" in text
    assert "✓ player pair 1.00" in text
    found = rows(text)
    assert "player 10.00 20.00 player wins, 1:1" in found
    assert "tie 5.00 0.00 player wins" in found
    assert "Staked 16.00, back 20.00: net +4.00. Balance 1,004.00." in found


def test_brag_asks_to_play_or_fold(stack: Stack) -> None:
    stack("AS AH AD 9C 7D 2H")
    text = visit("three_card_brag", "ante 10 pair_plus 5", "p", "n")
    assert "Play or fold? play (+10.00) · fold [fold]:" in text
    assert "dealer   ▒▒▒   ▒▒▒   ▒▒▒" in text
    found = rows(text)
    assert any(row.startswith("ante 10.00 ") and " + " in row for row in found)  # the bonus
    assert "pair plus 5.00 205.00 prial, 40:1" in found


def test_brag_does_not_ask_who_plays_blind(stack: Stack) -> None:
    text = visit("three_card_brag", "blind_play 10", "n")
    assert "Play or fold" not in text
    assert "✓ ante 10.00" in text
    assert "✓ blind play 10.00" in text


def test_brag_passes_for_the_silent(stack: Stack) -> None:
    assert "ante 10.00 0.00 passed" in rows(visit("three_card_brag", "ante 10", "", "n"))


# --- blackjack ------------------------------------------------------------------------------------

# Two cards each: you, robin, dealer, then again.


def test_a_double_costs_the_main_bet_whichever_bet_was_typed_first(stack: Stack) -> None:
    stack("5S TH 6D 6H 9C TC 9S KH")
    text = visit("blackjack", "perfect_pairs 2 main 10", "d", "n")
    assert "You have 11: hit · stand · double (+10.00) [stand]:" in text
    found = rows(text)
    assert "double 10.00 20.00 win, 1:1" in found
    assert "perfect pairs 2.00 0.00 no hand that pays" in found
    assert "Staked 22.00, back 40.00: net +18.00. Balance 1,018.00." in found


def test_split_hands_have_numbers(stack: Stack) -> None:
    stack("8S TH 6D 8D 9C TC 3S 2D KH 7H")
    text = visit("blackjack", "main 10", "split", "h", "stand", "n")
    assert "You have 16: hit · stand · double (+10.00) · split (+10.00) [stand]:" in text
    assert "Hand 1, 11: hit · stand [stand]:" in text
    assert "Hand 2, 10: hit · stand [stand]:" in text
    assert "you, hand 1" in text
    assert "you, hand 2" in text
    found = rows(text)
    assert "main 10.00 20.00 win, 1:1" in found
    assert "split, hand 2 10.00 20.00 win, 1:1" in found


def test_insurance_is_asked_for_every_bet_of_yours(stack: Stack) -> None:
    stack("TS TH AD 9D 9C KC")
    text = visit("blackjack", "main 10 behind 20", "y", "n", "n")
    assert "Insurance for your main bet? yes (+5.00) · no [no]:" in text
    assert "Insurance for your behind bet? yes (+10.00) · no [no]:" in text
    found = rows(text)
    assert "insurance 5.00 15.00 dealer blackjack, 2:1" in found
    assert "Staked 35.00, back 15.00: net -20.00. Balance 980.00." in found


def test_with_one_bet_insurance_is_a_short_question(stack: Stack) -> None:
    stack("TS TH AD 9D 9C 8C")
    assert "Insurance? yes (+5.00) · no [no]:" in visit("blackjack", "main 10", "no", "s", "n")


def test_the_bot_plays_its_own_hand_and_says_so(stack: Stack) -> None:
    stack("TS 5H 6D TD 9C TC 2S 8S KH")
    text = visit("blackjack", "main 10", "stand", "n")
    assert "robin has 14: hit." in text
    assert "robin has 16: hit." in text
    assert "robin (bot)" in text


def test_one_may_bet_behind_the_bot_alone(stack: Stack) -> None:
    stack("TH 6D 9C TC KH")
    text = visit("blackjack", "behind 10", "n")
    assert "You have" not in text.replace("You have 1,000.00 of play money", "")
    assert "behind 10.00 20.00 win, 1:1" in rows(text)


# --- money ----------------------------------------------------------------------------------------


def test_a_bet_over_the_balance_is_explained(stack: Stack) -> None:
    text = visit("speed_baccarat", "player 900 tie 200", "quit")
    assert "That is 1,100.00 together, and you have 1,000.00." in text
    assert "✓" not in text


def test_a_double_over_the_balance_is_not_offered_and_explained(stack: Stack) -> None:
    stack("5S TH 6D 6H 9C TC 9S KH")
    text = visit("blackjack", "main 600", "double", "hit", "n")
    assert "You have 11: hit · stand [stand]:" in text
    assert "double costs 600.00, and you have 400.00." in text


def test_the_suggestion_is_never_more_than_one_has(stack: Stack) -> None:
    stack("2S 9H TD TC")  # Player loses.
    text = visit("speed6_scanner_baccarat", "player 995.50", "yes", "quit")
    assert "Your bets [player 10]:" in text
    assert "Your bets [player 4.50]:" in text


def test_without_money_for_the_smallest_bet_the_visit_ends(stack: Stack) -> None:
    stack("2S 9H TD TC")
    text = visit("speed6_scanner_baccarat", "player 999.50", "yes")
    assert "You have 0.50, and the smallest bet is 1.00." in text
    assert text.endswith("net -999.50. Thank you for playing.\n")


def test_what_the_table_makes_of_chips_is_told(stack: Stack) -> None:
    text = visit("speed_baccarat", "player 0.50", "perfect_pair 500 player 10 banker 10", "no")
    assert "! player 0.50: under the minimum, does not count\nNothing is staked." in text
    assert "! perfect pair 500.00 → 100.00: cut to the maximum" in text
    assert "! banker 10.00 → 1.00: cut: opposite bets may cover a tenth of each other" in text


# --- coming and going -----------------------------------------------------------------------------


def test_leaving_at_once_costs_nothing(stack: Stack) -> None:
    for leaving in (["quit"], ["q"], ["exit"], []):
        text = visit("blackjack", *leaving)
        assert text.endswith(
            "You staked 0.00 and 0.00 came back: net 0.00. Thank you for playing.\n"
        )


@pytest.mark.parametrize("leaving", [["quit"], []])
def test_leaving_in_the_middle_of_a_round_calls_it_off(stack: Stack, leaving: list[str]) -> None:
    stack("8S TH 6D 8D 9C TC 3S 2D KH 7H")
    text = visit("blackjack", "main 10 perfect_pairs 5", "split", *leaving)
    assert "You leave in the middle of a round: your 25.00 comes back.\n" in text
    assert "You staked 0.00 and 0.00 came back" in text


def test_ctrl_c_at_a_question_leaves_with_the_totals(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(play, "ask_yes", interrupted)
    text = visit("speed6_scanner_baccarat", "player 10")
    assert "Thank you for playing." in text


def test_ctrl_c_between_two_cards_calls_the_round_off(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sabot.cli.terminal.table.time.sleep", interrupted)
    text = visit("blackjack", "main 10")
    assert "your 10.00 comes back.\n" in text
    assert "Thank you for playing." in text


def test_one_may_go_on_as_long_as_one_likes(stack: Stack) -> None:
    # More rounds than the cards of a deck or a shoe last.
    text = visit("three_card_brag", *["ante 1", "fold", "yes"] * 30)
    assert text.count("Balance ") == 30
    assert text.count("The cards are shuffled.") == 30  # one deck, fresh every round (F102)
    text = visit("speed6_scanner_baccarat", *["player 1", ""] * 150)
    assert text.count("Balance ") == 150
    assert text.count("The cards are shuffled.") >= 1


def test_F57_side_bets_close_towards_the_end_of_a_shoe(stack: Stack) -> None:
    text = visit("speed_baccarat", *["player 1 player_pair 1", ""] * 80)
    assert "! player pair 1.00: closed for the rest of this shoe" in text


def test_the_bets_are_listed_once_and_on_request(stack: Stack) -> None:
    assert visit("blackjack", "main 10", "s", "s", "yes", "quit").count("perfect_pairs") == 1
    assert visit("blackjack", "?", "quit").count("perfect_pairs") == 2


def test_what_is_typed_wrong_is_explained(stack: Stack) -> None:
    text = visit("three_card_brag", "player 10", "ante", "ante -5", "ante 10", "call", "fold", "no")
    assert "There is no bet 'player' here: ante, blind_play, pair_plus, poker_plus." in text
    assert "Write a bet and an amount, such as: ante 10" in text
    assert "'-5' is no amount. Write it as 10 or 2.50." in text
    assert "'call' is not one of play, fold." in text


ANSWERS = st.sampled_from(
    ["", "yes", "no", "y", "h", "s", "hit", "stand", "d", "split", "p", "fold", "?", "zzz", "[/]"]
)
WAGERS = st.sampled_from(
    ["main 10", "player 10 tie 1", "banker 900", "ante 10", "blind_play 5", "main 400 behind 100"]
)


@settings(max_examples=60)
@given(
    game=st.sampled_from(sorted(variants())),
    seed=st.integers(0, 10**6),
    typed=st.lists(ANSWERS | WAGERS | st.text(max_size=8), max_size=25),
)
def test_whatever_is_typed_the_money_adds_up(game: str, seed: int, typed: list[str]) -> None:
    lines = [" ".join(line.split()) for line in typed]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(table, "shuffled_shoe", lambda decks: shuffled(seed, decks))
        visit(game, *lines)
