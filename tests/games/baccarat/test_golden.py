"""Whole rounds written down: cards, hands and what every bet brought back."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sabot.games.baccarat.script import settle_script

GOLDEN = Path(__file__).parents[2] / "golden" / "baccarat"
FILES = ("given.round", "clauses.round")

Round = list[tuple[str, str]]


def rounds() -> Iterator[Round]:
    for name in FILES:
        blocks = (GOLDEN / name).read_text(encoding="utf-8").split("\n\n")
        for block in blocks:
            lines = [line for line in block.splitlines() if line and not line.startswith("#")]
            if lines:
                yield [(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]


def bets_of(written: Round) -> dict[str, dict[str, object]]:
    bets: dict[str, dict[str, object]] = {}
    for result, rest in written:
        if result not in ("win", "push", "lose"):
            continue
        stake, _, payout, *kinds = rest.split()
        for kind in kinds:
            if kind != "golden":
                bets[kind] = {"stake": int(stake), "result": result, "payout": int(payout)}
        if kinds[-1] == "golden":
            bets[kinds[0]]["golden_chip"] = True
    return bets


def script_of(written: Round) -> dict[str, object]:
    fields = dict(written)
    bets = bets_of(written)
    script: dict[str, object] = {
        "game": fields["table"],
        "rules": {"banker": fields["banker-pays"]},
        "shoe": fields["cards"].split(),
        "bets": {kind: bet["stake"] for kind, bet in bets.items()},
    }
    golden = [kind for kind, bet in bets.items() if "golden_chip" in bet]
    return {**script, "golden_chip": golden[0]} if golden else script


def hand_of(rest: str, side: str) -> dict[str, object]:
    held, _, remarks = rest.partition(" (")
    cards, _, total = held.partition(" = ")
    return {
        f"{side}_points": int(total),
        f"{side}_cards": cards.split(),
        f"{side}_natural": "natural" in remarks,
        f"{side}_pair": "pair" in remarks,
    }


def expected_of(written: Round) -> dict[str, object]:
    fields = dict(written)
    player, banker = (hand_of(fields[side], side) for side in ("player", "banker"))
    stake, _, payout = fields["total"].split()
    used = sum(len(fields[side].split(" = ")[0].split()) for side in ("player", "banker"))
    return {
        "outcome": {"winner": fields["winner"], **player, **banker, "cards_used": used},
        "bets": bets_of(written),
        "total_stake": int(stake),
        "total_payout": int(payout),
    }


ROUNDS = {f"{number}: {dict(written)['round']}": written for number, written in enumerate(rounds())}


def test_F109_the_golden_files_hold_what_they_should() -> None:
    assert len(ROUNDS) == 22 + 92


@pytest.mark.parametrize("written", ROUNDS.values(), ids=ROUNDS)
def test_golden_round(written: Round) -> None:
    assert settle_script(script_of(written)) == expected_of(written)
