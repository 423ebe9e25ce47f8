"""One instruction for every state of a table, with its reason; nothing from a hidden card."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace
from tests.table.cast import CONSOLE
from tests.table.driver import (
    BOSS,
    DEALER,
    HOUSE,
    Studio,
    blackjack,
    blackjack_config,
    brag_config,
    configured,
    scanner_config,
    speed,
    speed_config,
)

from sabot.cards import full_deck
from sabot.gamekit import Ask, Deal, Done, Reveal
from sabot.games import has_part, registry
from sabot.studio.instruction import coded, instruction, why_of
from sabot.table import commands as c
from sabot.table.config import Opening
from sabot.table.phases import Phase
from sabot.wire.studio import Duty

LIVE = registry()["baccarat"].variants["live_baccarat"]
"""Dealt card by card, and its new shoes may burn."""


def told(table: Studio) -> tuple[Duty, tuple[str, ...], str]:
    found = instruction(table.state)
    return found.act, found.positions, found.why


def facts(table: Studio) -> dict[str, str | int | bool]:
    return dict(instruction(table.state).facts)


def test_F241_the_dealer_of_a_live_table_signs_on_first() -> None:
    table = speed(live=True)
    assert told(table)[0] is Duty.LAY
    table.does(BOSS, c.RelieveDealer(reason="ill"))
    assert told(table) == (Duty.SIGN_ON, (), "studio/no_dealer")


def test_a_live_table_that_never_had_cards_waits_for_a_dealer_and_cards() -> None:
    """A runbook that opens a table begins here: nobody has switched it off."""
    config = speed_config(live=True)
    table = Studio(config, live=False)
    table.does(HOUSE, configured(config))
    assert told(table) == (Duty.SIGN_ON, (), "studio/no_dealer")
    table.does(DEALER, c.SignOn(console=CONSOLE))
    assert told(table) == (Duty.LOAD, (), "shoe/none")
    table.does(BOSS, c.SwitchTable(off=True, reason="closed"))
    assert told(table) == (Duty.OFF, (), "table/off")
    table.does(BOSS, c.SwitchTable(off=False, reason="open"))
    assert told(table) == (Duty.LOAD, (), "shoe/none")


def test_betting_tells_how_many_cards_are_laid_and_the_last_hand() -> None:
    table = speed(live=True)
    assert told(table) == (Duty.LAY, (), "round/lay")
    assert facts(table) == {"cards": 6, "kept": 0}
    table.does(DEALER, c.ShowCutCard())
    assert facts(table) == {"cards": 6, "kept": 0, "last_hand": True}


def test_the_result_is_announced_with_its_totals() -> None:
    table = Studio(speed_config(variant=LIVE, live=True))
    table.close()
    assert told(table) == (Duty.DEAL, ("P1",), "baccarat/first_four")
    table.cards.deal("2H 3C 3D KS 8S")  # Banker stands on 3 against an 8
    assert told(table) == (Duty.ANNOUNCE, (), "round/result")
    assert (facts(table)["player_points"], facts(table)["banker_points"]) == (3, 3)


THIRDS = """
# cards           act     at     why                            facts
  2H 3C 3D KS     deal    P3     baccarat/player_draws          player=5 banker=3
  2H 3C 3D KS 7D  deal    B3     baccarat/banker_draws          player=5 banker=3 third=7
  2H 3C 4D 2S     deal    B3     baccarat/banker_draws_alone    player=6 banker=5
"""


@pytest.mark.parametrize("line", THIRDS.strip().splitlines()[1:])
def test_F108_the_third_card_is_explained(line: str) -> None:
    words = line.split()
    split = words.index("deal")
    cards, (act, at, why, *figures) = words[:split], words[split:]
    table = Studio(speed_config(variant=LIVE, live=True, laid_before_close=0))
    table.close()
    table.cards.deal(" ".join(cards))
    assert told(table) == (Duty(act), (at,), why)
    expected = {name: int(value) for name, value in (figure.split("=") for figure in figures)}
    assert facts(table) == expected


def test_R26_with_six_scanners_all_positions_are_due_at_once() -> None:
    table = Studio(scanner_config(live=True))
    table.close()
    assert told(table) == (Duty.DEAL, ("P1", "B1", "P2", "B2"), "baccarat/first_four")


def test_F241_blackjack_says_what_the_seat_decided() -> None:
    table = blackjack(live=True)
    table.players.sit("ada", 2)
    table.players.place("ada", "main", seat=2)
    table.close()
    assert told(table) == (Duty.DEAL, ("seat:2:0:1",), "blackjack/first_two")
    table.cards.deal("5S 6H 4D KC")
    assert told(table) == (Duty.DECIDE, (), "blackjack/asked")
    assert facts(table) == {"seat": 2, "hand": 0, "total": "9"}
    table.players.choose("hit")
    assert told(table) == (Duty.DEAL, ("seat:2:0:3",), "decision/hit")
    table.cards.deal("9S")
    table.players.choose("stand")
    assert told(table) == (Duty.REVEAL, ("dealer:2",), "blackjack/hole_card")
    table.does(DEALER, c.Reveal())
    assert told(table) == (Duty.DEAL, ("dealer:3",), "blackjack/dealer_draws")
    assert facts(table) == {"dealer": 16}


def test_F84_F103_brag_counts_the_answers_of_all_players() -> None:
    table = Studio(brag_config(live=True))
    for player in ("ada", "bob"):
        table.players.place(player, "ante")
        table.does(player, c.ConfirmBets())
    table.close()
    assert told(table)[2] == "brag/shared_hand"
    table.cards.deal("5S 6H 4D")
    assert told(table)[2] == "brag/dealer_hand"
    assert facts(table)["face_down"] is True
    table.cards.deal("KS KH 2D")
    assert told(table) == (Duty.DECIDE, (), "brag/play_or_fold")
    assert facts(table) == {"answered": 0, "asked": 2}
    table.players.answer("ada", "play", kind="ante")
    assert facts(table) == {"answered": 1, "asked": 2}
    table.players.answer("bob", "fold", kind="ante")
    assert told(table)[::2] == (Duty.REVEAL, "brag/dealer_turns")


def test_F99_the_first_card_of_a_table_that_burns_is_read_first() -> None:
    table = Studio(speed_config(variant=LIVE, live=True, burn=True))
    assert told(table) == (Duty.BURN, (), "shoe/burn_due")
    table.does(DEALER, c.BurnCards(first="7C", code="shoe1:1:7C"))
    assert told(table)[0] is Duty.LAY


def test_a_table_that_waits_says_for_what() -> None:
    table = speed(live=True, opening=Opening.DEALER)
    assert told(table) == (Duty.OPEN, (), "round/open")
    table = Studio(blackjack_config(live=True))
    assert told(table) == (Duty.WAIT, (), "round/first_bet")
    table.does(DEALER, c.ChangeCards(reason="worn"))
    assert told(table) == (Duty.LOAD, (), "shoe/change_needed")
    assert facts(table) == {"reason": "worn"}


def test_F77_F242_a_paused_table_says_who_is_awaited() -> None:
    table = speed(live=True)
    table.players.place("ada", "player")
    table.close()
    table.cards.deal("4S 2H")
    table.does(DEALER, c.Pause(reason="Bob dropped it", public="studio/card_on_floor"))
    assert told(table) == (Duty.MANAGER, (), "studio/procedure")
    assert facts(table) == {"awaited": "shift_manager"}
    table.does(DEALER, c.ProposeCorrection(position="P1", code="shoe1:90:5S", card="5S"))
    assert facts(table) == {"awaited": "correction"}
    table.does(BOSS, c.AskRescan(position="P1", reason="read it again"))
    assert told(table) == (Duty.MANAGER, ("P1",), "correction/rescan")


def test_F78_F244_a_cancelled_round_is_collected() -> None:
    table = speed(live=True)
    table.players.place("ada", "player")
    table.close()
    table.does(BOSS, c.CancelRound(reason="cards mixed up", public="studio/cards_mixed"))
    assert told(table) == (Duty.COLLECT, (), "round/cancelled")


def test_words_of_a_colleague_are_no_code() -> None:
    assert coded("scan/repeated") == "scan/repeated"
    assert coded("see clause 4/b") == "studio/procedure"


@pytest.mark.parametrize("game", registry().values(), ids=lambda game: str(game.id))
def test_every_expectation_of_a_game_with_reasons_has_one(game: object) -> None:
    """Played by chance: each card, turn and answer that is due says why."""
    chosen = registry()[game.id]  # type: ignore[attr-defined]
    if not has_part(chosen, "reasons"):
        return
    for variant in chosen.variants.values():
        chance = Random(3)
        seats = frozenset({1, 3}) if chosen.parts.medal_kinds else frozenset[int]()
        for _ in range(40):
            play = chosen.start(variant, seats=seats)
            cards = [*full_deck()] * variant.decks
            chance.shuffle(cards)
            while True:
                expected = chosen.expects(play)
                found = why_of(chosen, play)
                match expected:
                    case Deal(positions=positions):
                        play = chosen.deal(play, cards.pop(), at=positions[0])
                    case Reveal():
                        play = chosen.reveal(play)
                    case Ask(seat=None):
                        play = chosen.close(play)
                    case Ask(options=options):
                        play = chosen.choose(play, chance.choice(options).id)
                    case Done():
                        assert found.why == ""
                        break
                assert found.why, expected


def test_P13_the_instruction_is_the_same_whatever_lies_face_down() -> None:
    """All of it, at every step until the card is turned, but for the turn that the rules ask."""
    table = blackjack(live=True)
    table.players.sit("ada", 2)
    table.players.place("ada", "main", seat=2)
    table.close()
    table.cards.deal("5S 6H 4D")
    before = table.state
    told_of = set()
    for hole in ("2C", "TC", "KD"):
        twin = blackjack(live=True)
        twin.players.sit("ada", 2)
        twin.players.place("ada", "main", seat=2)
        twin.close()
        twin.cards.deal(f"5S 6H 4D {hole}")
        told_of.add(repr(instruction(replace(twin.state, table_id="x"))))
        twin.players.choose("hit")
        told_of.add(repr(instruction(replace(twin.state, table_id="x"))))
    assert before.current.play is not None
    assert len(told_of) == 2


def test_F99_a_table_of_the_clock_that_burns_takes_its_shoe_and_opens_once_it_is_burned() -> None:
    table = Studio(speed_config(variant=LIVE, live=True, burn=True))
    assert table.is_in(Phase.IDLE)
    table.does(DEALER, c.BurnCards(first="7C", code="shoe1:1:7C"))
    assert table.is_in(Phase.BETTING)
