"""A round again: each audience is shown what it was shown, and told what is its business."""

from __future__ import annotations

import re

import pytest
from tests.lab.audit.forger import Forger
from tests.lab.audit.scenes import export_of
from tests.seals import SEALS

from sabot.errors import Corrupt, Refused
from sabot.gamekit import Audience
from sabot.lab.replay import Replay, Viewer, play_back, records

PLAYER, DEALER, MANAGER, AUDITOR = Audience


def replay(
    scene: str, round_id: str, audience: Audience = PLAYER, player: str | None = None
) -> Replay:
    """A round of a scene."""
    table = round_id.rpartition("-")[0]
    log = records(export_of(scene), table)
    return play_back(log, round_id, Viewer(audience=audience, player=player), SEALS)


def text(played: Replay) -> str:
    """Everything that was told."""
    return "\n".join(sentence for step in played.steps for sentence in step.words)


def test_a_round_is_told_from_its_opening_to_rest() -> None:
    played = replay("speed", "speed-2")
    kinds = [step.event for step in played.steps]
    assert kinds[0] == "RoundOpened"
    assert kinds[-1] == "TableRested"
    assert played.over
    assert (played.table, played.variant) == ("Speed", "speed_baccarat")
    assert text(played).startswith("Betting is open for 12 s: round 2 of the shoe")


def test_F126_a_player_is_told_only_their_own_bets() -> None:
    own = text(replay("speed", "speed-1", PLAYER, "bob"))
    assert "bob bets player 3.33" in own
    assert "bob staked" in own
    assert "ada" not in own
    nobody = text(replay("speed", "speed-1", PLAYER))
    assert "bets" not in nobody.replace("No more bets", "")
    everybody = text(replay("speed", "speed-1", AUDITOR))
    assert "ada bets banker 10.55" in everybody
    assert "bob bets tie 7.77" in everybody


def test_P13_the_hole_card_is_hidden_until_it_is_turned() -> None:
    hole = "5C"
    for audience in (PLAYER, DEALER):
        played = replay("blackjack", "bj-2", audience, "ada")
        for step in played.steps:
            if step.event == "CardsRevealed":
                break
            assert hole not in "".join(step.words)
            assert all(hole not in hand.cards for hand in step.hands if hand.name == "dealer")
        assert f"dealer, card 2 is turned: {hole}" in text(played)
    auditor = replay("blackjack", "bj-2", AUDITOR)
    assert f"dealer, card 2: {hole}, face down" in text(auditor)


def test_P13_without_the_key_a_hidden_card_is_known_once_it_is_turned() -> None:
    log = records(export_of("blackjack"), "bj")
    played = play_back(log, "bj-2", Viewer(audience=AUDITOR))
    told = text(played)
    assert "dealer, card 2: face down, and sealed" in told
    assert "dealer, card 2 is turned: 5C" in told
    for step in played.steps:
        if step.event == "CardsRevealed":
            break
        assert all("5C" not in hand.cards for hand in step.hands if hand.name == "dealer")


def test_F140_decisions_say_who_took_them() -> None:
    told = text(replay("blackjack", "bj-2", AUDITOR))
    assert "Seat 1 (ada): split, decided by the player" in told
    assert "ada stakes split at seat 1 10.01 more" in told
    assert "cleo stakes split at seat 1 7.07 more" in told
    assert "answers yes for main at seat 1" in told
    assert "(golden chip)" in told


def test_F250_silence_is_told_as_silence() -> None:
    told = text(replay("brag", "brag-1", AUDITOR))
    assert "without an answer, fold" in told


def test_a_cancelled_round_tells_every_refund() -> None:
    told = text(replay("trouble", "bj-2", MANAGER))
    assert "The round is cancelled by boss: nobody knows which" in told
    assert told.count("gets back") == 4
    public = text(replay("trouble", "bj-2", PLAYER))
    assert "The round is cancelled: nobody knows which" in public
    assert "boss" not in public
    assert "gets back" not in public


def test_I14_staff_see_incidents_and_corrections_and_players_see_the_card() -> None:
    staff = text(replay("trouble", "bj-1", DEALER))
    assert "Incident scan/repeated at dealer" in staff
    assert "dealer calls the shift manager: a card was read twice" in staff
    assert "dealer, card 1 is corrected by boss: 4H" in staff
    public = text(replay("trouble", "bj-1", PLAYER))
    assert "Incident" not in public
    assert "dealer, card 1 is corrected: 4H" in public


def test_P13_only_who_sees_hidden_cards_is_told_the_code_of_a_scan_that_was_none() -> None:
    """The code says the card, and a card read at the wrong place may come to lie face down."""
    read = re.compile(r"Incident scan/repeated at dealer: \S+:[2-9TJQKA][SHDC] at ")
    assert read.search(text(replay("trouble", "bj-1", AUDITOR)))
    for viewer in (DEALER, MANAGER):
        told = text(replay("trouble", "bj-1", viewer))
        assert "Incident scan/repeated at dealer: seat:" in told
        assert not read.search(told)


def test_an_open_round_says_so() -> None:
    played = replay("speed", "speed-5")
    assert not played.over
    assert [step.event for step in played.steps] == ["RoundOpened"]


@pytest.mark.parametrize("round_id", ["speed-99", "elsewhere-1", "speed", "", "speed-x"])
def test_a_round_nobody_knows_is_refused(round_id: str) -> None:
    with pytest.raises(Refused, match="round/unknown"):
        replay("speed", round_id)


def test_a_round_that_cannot_have_been_is_corrupt() -> None:
    forger = Forger(export_of("speed"))
    forger.drop("event", forger.events("DealingStarted")[0])
    viewer = Viewer(audience=AUDITOR)
    with pytest.raises(Corrupt, match="replay/impossible"):
        play_back(records(forger.lines(), "speed"), "speed-1", viewer)


def test_replaying_late_rounds_passes_over_earlier_shoes() -> None:
    """What lasts over a change of cards is remembered, everything else is not read again."""
    played = replay("brag", "brag-3", PLAYER)
    assert played.steps[0].words[0].endswith("round 1 of the shoe")
