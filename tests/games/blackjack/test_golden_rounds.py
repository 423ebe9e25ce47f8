import pytest
from tests.games.blackjack.playthrough import retold
from tests.games.blackjack.transcript import GOLDEN, Block, blocks, told

FILES = ("seat.round", "ten_up.round", "side.round", "behind.round")
BLOCKS = [block for file in FILES for block in blocks(file)]


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.name)
def test_golden_round(block: Block) -> None:
    assert told(block.line) == block.results


def test_golden_rounds_are_told_apart_and_say_what_they_are_about() -> None:
    names = [block.name for block in BLOCKS]
    assert len(names) == len(set(names))
    texts = [(GOLDEN / file).read_text(encoding="utf-8") for file in FILES]
    rounds = sum(text.count("\nround ") for text in texts)
    assert rounds == len(BLOCKS) == sum(text.count("\n  note ") for text in texts)


def test_F100_F101_a_whole_table_as_everybody_saw_it() -> None:
    text = (GOLDEN / "table.round").read_text(encoding="utf-8")
    assert retold(text) == text
