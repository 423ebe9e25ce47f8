"""Whole rounds from the golden files, and the form they are written in."""

import pytest
from tests.games.brag.driver import blocks

from sabot.games.brag.script import settle_script

RESULTS = ("win", "lose", "push", "not_awarded")
ROUNDS = {block[0]: block for name in ("given.round", "clauses.round") for block in blocks(name)}


def line_of(block: list[str]) -> dict[str, object]:
    """The round as `sabot settle` reads it."""
    words = {name: rest for name, _, rest in (line.partition(" ") for line in block)}
    line: dict[str, object] = {
        "game": "three_card_brag",
        "player": words["player"].partition(" = ")[0].split(),
        "dealer": words["dealer"].partition(" = ")[0].split(),
        "decision": words["decision"],
        "bets": {
            kind: stake for kind, stake in stakes(block) if kind not in ("play", "ante_bonus")
        },
    }
    if "golden" in words:
        line["golden_chip"] = words["golden"]
    if "on-fold" in words:
        line["rules"] = {"pair_plus_on_fold": words["on-fold"]}
    return line


def stakes(block: list[str]) -> list[tuple[str, int]]:
    words = [line.split() for line in block]
    return [(word[4], int(word[1])) for word in words if word[0] in RESULTS]


def written(line: dict[str, object]) -> list[str]:
    """The round as it comes out, in the words of the golden file."""
    answer = settle_script(line)
    outcome, bets = answer["outcome"], answer["bets"]
    assert isinstance(outcome, dict)
    assert isinstance(bets, dict)
    qualifies = "qualifies" if outcome["dealer_qualifies"] else "does not qualify"
    return [
        f"player {' '.join(line['player'])} = {outcome['player_hand']}",  # type: ignore[arg-type]
        f"dealer {' '.join(line['dealer'])} = {outcome['dealer_hand']} ({qualifies})",  # type: ignore[arg-type]
        f"better {outcome['comparison']}",
        f"poker {outcome['poker_plus_hand']}",
        *(bet_line(kind, settled) for kind, settled in bets.items()),
        f"total {answer['total_stake']} -> {answer['total_payout']}",
    ]


def bet_line(kind: str, settled: dict[str, object]) -> str:
    golden = " (golden chip)" if settled.get("golden_chip") else ""
    return f"{settled['result']} {settled['stake']} -> {settled['payout']} {kind}{golden}"


@pytest.mark.parametrize("name", list(ROUNDS))
def test_F169_to_F186_R13_R14_R15_R29_golden_rounds(name: str) -> None:
    block = ROUNDS[name]
    inputs = ("round", "decision", "golden", "on-fold")
    facts = [line for line in block if line.split()[0] not in inputs]
    assert written(line_of(block)) == facts


def test_the_golden_files_hold_the_given_rounds_and_one_for_every_clause() -> None:
    assert len(blocks("given.round")) == 14
    rows = {name.split()[1] for name in ROUNDS if name.split()[1][0] in "FR"}
    assert rows >= {f"F{row}" for row in (*range(169, 179), 180, 183, 184, 186)} | {"R15", "R29"}
