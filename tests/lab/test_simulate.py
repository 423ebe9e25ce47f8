"""Simulation: the same seed gives the same figures, however many hands play."""

import json
import threading
from dataclasses import dataclass, field
from fractions import Fraction
from math import isfinite
from pathlib import Path
from types import SimpleNamespace

import pytest

from sabot.errors import Refused
from sabot.gamekit.refusals import EnumerationRefusal
from sabot.games import variants
from sabot.lab import simulate as lab
from sabot.lab.simulate import ROUNDS_MAX, SEED_MAX, WORKERS_MAX, Simulation, as_json, simulate
from sabot.maths.blocks import Block, blocks
from sabot.maths.returns import Return
from sabot.maths.tally import Tally

# More than two blocks of any game, so that two workers have something to share.
ROUNDS = 5_000_000
GAMES = ("speed_baccarat", "blackjack", "three_card_brag")


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


def figures(simulation: Simulation) -> dict[str, Tally]:
    return {kind: bet.tally for kind, bet in simulation.bets.items()}


@pytest.mark.parametrize("game", GAMES)
def test_one_worker_and_two_give_the_same_figures_bit_for_bit(game: str, cache: Path) -> None:
    alone = simulate(game, rounds=ROUNDS, seed=11, workers=1, cache=cache)
    together = simulate(game, rounds=ROUNDS, seed=11, workers=2, cache=cache)
    assert figures(alone) == figures(together)
    first, second = as_json(alone), as_json(together)
    assert json.dumps(first["bets"]) == json.dumps(second["bets"])


@pytest.mark.parametrize("game", GAMES)
def test_chance_comes_near_the_exact_values(game: str, cache: Path) -> None:
    simulation = simulate(game, rounds=ROUNDS, seed=11, cache=cache)
    for bet in simulation.bets.values():
        assert bet.tally.rounds > 0
        assert bet.z is not None
        assert isfinite(bet.z)
        assert abs(bet.z) < 6


@pytest.mark.parametrize("game", variants())
def test_another_seed_gives_other_figures_for_the_same_bets(game: str, cache: Path) -> None:
    one, other = (simulate(game, rounds=20_000, seed=seed, cache=cache) for seed in (1, 2))
    assert list(one.bets) == list(other.bets)
    assert figures(one) != figures(other)
    again = simulate(game, rounds=20_000, seed=1, cache=cache)
    assert figures(one) == figures(again)


@pytest.mark.parametrize("game", variants())
@pytest.mark.parametrize("seed", [0, SEED_MAX])
def test_any_seed_and_a_single_round_will_do(game: str, seed: int, cache: Path) -> None:
    simulation = simulate(game, rounds=1, seed=seed, cache=cache)
    assert simulation.rounds == 1
    for bet in simulation.bets.values():  # without insurance where it was not offered
        assert bet.tally.rounds == 1
        assert bet.z is None
    json.dumps(as_json(simulation), allow_nan=False)


def test_every_round_is_told_once(cache: Path) -> None:
    told: list[int] = []
    simulate(
        "speed_baccarat", rounds=2_500_001, seed=1, workers=2, cache=cache, progress=told.append
    )
    assert told[0] == 0  # ready
    assert min(told[1:]) > 0
    assert sum(told) == 2_500_001


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"rounds": 0}, "simulation/rounds"),
        ({"rounds": -1}, "simulation/rounds"),
        ({"rounds": ROUNDS_MAX + 1}, "simulation/rounds"),
        ({"seed": -1}, "simulation/seed"),
        ({"seed": SEED_MAX + 1}, "simulation/seed"),
        ({"workers": 0}, "simulation/workers"),
        ({"workers": WORKERS_MAX + 1}, "simulation/workers"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is(
    wrong: dict[str, int], code: str
) -> None:
    with pytest.raises(Refused) as refused:
        simulate("speed_baccarat", **{"rounds": 10, "seed": 1, **wrong})  # type: ignore[arg-type]
    assert refused.value.code == code


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(Refused, match="game/unknown"):
        simulate("whist", rounds=1, seed=1)


# --- the order of work ----------------------------------------------------------------------------


@dataclass(slots=True)
class Kernel:
    """A pretend game whose rounds all return their block's number."""

    ran: list[int] = field(default_factory=list)
    most_at_once: int = 0
    at_once: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)
    meeting: threading.Barrier | None = None

    def plan(self, *, rounds: int, seed: int) -> list[Block]:
        return blocks(rounds=rounds, seed=seed, size=10)

    def run(self, variant: object, block: Block) -> list[int]:
        with self.lock:
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
            self.ran.append(block.index)
        if self.meeting is not None and block.rounds == 10:
            self.meeting.wait(timeout=10)
        with self.lock:
            self.at_once -= 1
        return [block.index]

    def merge(self, one: list[int], other: list[int]) -> list[int]:
        return one + other

    def tallies(self, variant: object, counts: list[int]) -> dict[str, Tally]:
        assert counts == sorted(counts)  # Merged in the order of the plan.
        return {"bet": Tally.of({Fraction(number): 1 for number in counts})}


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Kernel:
    made = Kernel()
    report = SimpleNamespace(bets={"bet": SimpleNamespace(returned=Return.of(Fraction(1)))})
    monkeypatch.setattr(lab, "variant_named", lambda _: (None, None))
    monkeypatch.setattr(lab, "part_of", lambda *_: made)
    monkeypatch.setattr(lab, "report", lambda *_, **__: report)
    return made


def test_so_many_workers_work_at_once_and_no_more(kernel: Kernel) -> None:
    kernel.meeting = threading.Barrier(3)  # Nobody goes on before three are there.
    simulate("pretend", rounds=300, seed=1, workers=3)
    assert kernel.most_at_once == 3


def test_blocks_are_merged_in_the_order_of_the_plan(kernel: Kernel) -> None:
    simulation = simulate("pretend", rounds=1005, seed=1, workers=4)
    assert simulation.bets["bet"].tally.rounds == 101
    assert sorted(kernel.ran[1:]) == list(range(101))  # The first run only warms up.


def test_whoever_stops_waits_for_few_blocks_only(kernel: Kernel) -> None:
    def stop(rounds: int) -> None:
        if rounds:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate("pretend", rounds=10**6, seed=1, workers=2, progress=stop)
    assert len(kernel.ran) < 50  # of a hundred thousand


def test_a_block_that_fails_fails_the_run(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(variant: object, block: Block) -> list[int]:
        if block.index == 7:
            raise Refused(EnumerationRefusal.TOO_SHORT)
        return [block.index]

    monkeypatch.setattr(Kernel, "run", lambda _, variant, block: fail(variant, block))
    with pytest.raises(Refused, match="shoe/too_short"):
        simulate("pretend", rounds=10_000, seed=1, workers=2)
