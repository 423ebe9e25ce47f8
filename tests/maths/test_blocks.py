import pytest

from sabot.maths.blocks import Block, blocks


def test_blocks_are_of_one_size_but_the_last() -> None:
    assert blocks(rounds=25, seed=7, size=10) == [
        Block(seed=7, index=0, rounds=10),
        Block(seed=7, index=1, rounds=10),
        Block(seed=7, index=2, rounds=5),
    ]


@pytest.mark.parametrize("rounds", [1, 9, 10, 11, 1000])
def test_blocks_cover_all_rounds(rounds: int) -> None:
    assert sum(block.rounds for block in blocks(rounds=rounds, seed=1, size=10)) == rounds


def test_a_longer_simulation_begins_with_the_blocks_of_a_shorter_one() -> None:
    assert blocks(rounds=40, seed=1, size=10)[:3] == blocks(rounds=30, seed=1, size=10)
