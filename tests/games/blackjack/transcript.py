"""Golden rounds: a round as a person would write it down, read and written.

A block is one round. Plain lines are what happened, as input; lines with `=` are what the rules
make of it. Amounts are cents: stake, result, payout.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sabot.games.blackjack.script import settle_script

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "blackjack"


@dataclass(frozen=True, slots=True)
class Block:
    """One round of a golden file."""

    name: str
    line: dict[str, object]
    results: list[str]


def blocks(file: str) -> list[Block]:
    """All rounds of a golden file."""
    text = (GOLDEN / file).read_text(encoding="utf-8")
    return [_block(part) for part in text.split("\n\n") if part.startswith("round ")]


def _block(text: str) -> Block:
    head, *rows = text.strip().splitlines()
    given = [row.split(maxsplit=1) for row in rows if not row.lstrip().startswith("=")]
    results = [" ".join(row.split()[1:]) for row in rows if row.lstrip().startswith("=")]
    line: dict[str, object] = {"game": "blackjack", "actions": []}
    behind = [_behind(words) for key, words in given if key == "behind"]
    if behind:
        line["bet_behind"] = behind
    for key, words in given:
        if key not in ("note", "behind"):
            name, value = _member(key, words.split())
            line[name] = value
    return Block(head.removeprefix("round "), line, results)


def _member(key: str, words: list[str]) -> tuple[str, object]:
    match key:
        case "table":
            return "rules", {"ten_up_bj": words[0]}
        case "shoe":
            return "shoe", words
        case "bets":
            return "bets", {kind: int(n) for kind, n in zip(words[::2], words[1::2], strict=True)}
        case "actions":
            return "actions", [_action(word) for word in words]
        case "golden_chip":
            return "golden_chip", words[0]
        case _:
            raise AssertionError(f"a golden round knows no {key}")


def _action(word: str) -> dict[str, object]:
    if word.startswith("insurance:"):
        return {"act": "insurance", "yes": word.endswith(":yes")}
    hand, act = word.split(":")
    return {"hand": int(hand), "act": act}


def _behind(text: str) -> dict[str, object]:
    stake, *words = text.split()
    return {
        "stake": int(stake),
        "follow_double": "double" in words,
        "follow_split": "split" in words,
        "insurance": "insured" in words,
    }


def told(line: dict[str, object]) -> list[str]:
    """What the rules make of a round, line by line."""
    return list(_told(settle_script(line)))


def _told(settled: dict[str, object]) -> Iterator[str]:
    outcome, hands, bets = settled["outcome"], settled["hands"], settled["bets"]
    behind = settled.get("behind", [])
    assert isinstance(outcome, dict)
    assert isinstance(hands, list)
    assert isinstance(bets, dict)
    assert isinstance(behind, list)
    blackjack = " blackjack" if outcome["dealer_blackjack"] else ""
    yield f"dealer {' '.join(outcome['dealer_cards'])} : {outcome['dealer_total']}{blackjack}"
    for hand in hands:
        blackjack = " blackjack" if hand["blackjack"] else ""
        shown = f"hand {' '.join(hand['cards'])} : {hand['total']}{blackjack}"
        yield f"{shown} : {_money(hand)}"
    for kind, bet in bets.items():
        cards = f"{bet['hand']} : " if "hand" in bet else ""
        yield f"{kind} {cards}{_money(bet)}"
    for bet in behind:
        insured = f", insurance {_money(bet['insurance'])}" if "insurance" in bet else ""
        yield f"behind {_money(bet)}{insured}"
    yield f"total {settled['total_stake']} {settled['total_payout']}, {outcome['cards_used']} cards"


def _money(line: dict[str, object]) -> str:
    golden = " golden" if line.get("golden_chip") else ""
    return f"{line['stake']} {line['result']} {line['payout']}{golden}"
