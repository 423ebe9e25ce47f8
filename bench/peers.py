"""Other engines from the registries, each in an environment of its own.

They are made for other ends, mostly for training players; beside them stand both ways Sabot plays:
its rules, with one call for each card and decision, and its simulator. What cannot be installed on
this machine is said and left out.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

import numpy as np

from bench import roads, twins
from bench.clock import in_turns
from bench.results import Line, as_fast, rate, unmeasured
from sabot.cards import Card
from sabot.gamekit import Ask, Deal, Done, Reveal, deal_next
from sabot.games.baccarat import GAME as BACCARAT
from sabot.games.baccarat import simulation as baccarat
from sabot.games.baccarat.variants import NO_COMMISSION_BACCARAT
from sabot.games.blackjack import GAME as BLACKJACK
from sabot.games.blackjack import rules
from sabot.games.blackjack import simulation as blackjack
from sabot.games.blackjack.state import Choice, State
from sabot.games.blackjack.variants import BLACKJACK as BLACKJACK_VARIANT
from sabot.maths.blocks import Block
from sabot.maths.rng import shuffle_on, stream, thresholds

PROGRAMS = Path(__file__).parent / "peer_programs"
HOME = twins.BUILD / "peers"
INSTALL_SECONDS_MAX = 600
RUN_SECONDS_MAX = 120


class NotHere(Exception):
    """A peer could not be installed or run on this machine; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Peer:
    """A package of a registry, and the program that measures it."""

    title: str
    package: str  # several are apart by a space
    program: str

    @property
    def file(self) -> Path:
        """The program itself."""
        return PROGRAMS / self.program


RLCARD = Peer(title="RLCard", package="rlcard>=1.2,<2", program="rlcard_blackjack.py")
OPEN_SPIEL = Peer(
    title="OpenSpiel", package="open_spiel>=1.5,<3", program="open_spiel_blackjack.py"
)
GYMNASIUM = Peer(title="Gymnasium", package="gymnasium>=1,<2", program="gymnasium_blackjack.py")
BACCARAT_ENGINE = Peer(
    title="baccarat-engine", package="baccarat-engine@^1.1.5", program="baccarat_engine.cjs"
)
LITESTAR = Peer(
    title="Litestar",
    package="litestar>=2.12,<3 uvicorn>=0.34 websockets>=14 uvloop httptools",
    program="litestar_fanout.py",
)
NODE_WS = Peer(title="Node ws", package="ws@^8", program="ws_fanout.cjs")
COLYSEUS = Peer(
    title="Colyseus",
    package="@colyseus/core@^0.16 @colyseus/ws-transport@^0.16 @colyseus/schema@^3",
    program="colyseus_fanout.cjs",
)


@dataclass(frozen=True, slots=True)
class Speeds:
    """What Sabot does in a second, by its rules and by its simulator."""

    by_rules: float
    simulated: float


def lines() -> Iterator[Line]:
    """All lines of this section."""
    for peer in (RLCARD, OPEN_SPIEL, GYMNASIUM):
        what = f"blackjack rounds, {peer.title}"
        yield _measured(what, partial(_python_peer, peer), blackjack_speeds)
    what = f"baccarat rounds, {BACCARAT_ENGINE.title}"
    yield _measured(what, lambda: _node_peer()["rounds"], baccarat_speeds)
    what = f"baccarat roads, results, {BACCARAT_ENGINE.title}"
    yield _measured(what, lambda: _node_peer()["results"], road_speeds)


def _measured(what: str, theirs: Callable[[], float], ours: Callable[[], Speeds]) -> Line:
    try:
        per_second = theirs()
    except NotHere as reason:
        return unmeasured(what, str(reason))
    speeds = ours()
    by_rules = speeds.by_rules / per_second
    line = Line(what=what, ours=rate(speeds.simulated), beside=rate(per_second))
    if speeds.simulated == speeds.by_rules:
        return as_fast(line, by_rules)
    note = f"by the rules, call by call: {rate(speeds.by_rules)}, {by_rules:.2g}×"
    return as_fast(replace(line, note=note), speeds.simulated / per_second)


def _python_peer(peer: Peer) -> float:
    return _figures([str(python_of(peer)), str(peer.file)])["rounds"]


def python_of(peer: Peer) -> Path:
    """The interpreter of an environment that has the peer's packages."""
    home = HOME / peer.program.partition(".")[0]
    python = home / "bin" / "python"
    if not (home / "installed").exists():
        shutil.rmtree(home, ignore_errors=True)
        _call([sys.executable, "-m", "venv", str(home)], INSTALL_SECONDS_MAX)
        install = [str(python), "-m", "pip", "install", "--quiet", *peer.package.split()]
        _call(install, INSTALL_SECONDS_MAX)
        (home / "installed").touch()
    return python


@cache
def _node_peer() -> dict[str, float]:
    modules = modules_of(BACCARAT_ENGINE) / "baccarat-engine"
    return _figures(["node", str(BACCARAT_ENGINE.file), str(modules)])


def modules_of(peer: Peer) -> Path:
    """A folder of Node modules that has the peer's packages."""
    home = HOME / peer.program.partition(".")[0]
    if shutil.which("npm") is None or shutil.which("node") is None:
        raise NotHere("no Node on the path")
    if not (home / "installed").exists():
        home.mkdir(parents=True, exist_ok=True)
        install = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(home)]
        _call([*install, *peer.package.split()], INSTALL_SECONDS_MAX)
        (home / "installed").touch()
    return home / "node_modules"


def _figures(command: Sequence[str]) -> dict[str, float]:
    """What a peer's program found: rounds, or results, per second of CPU time."""
    printed = _call(command, RUN_SECONDS_MAX)
    figures: dict[str, float] = json.loads(printed.splitlines()[-1])
    return figures


def _call(command: Sequence[str], seconds_max: float) -> str:
    try:
        done = subprocess.run(
            command, check=True, capture_output=True, text=True, timeout=seconds_max
        )
    except subprocess.CalledProcessError as error:
        said = (error.stderr or error.stdout or "").strip().splitlines()
        raise NotHere(f"{Path(command[0]).name} failed: {said[-1] if said else '?'}") from None
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotHere(f"{Path(command[0]).name} did not run: {error}") from None
    return done.stdout


SHOES_BY_RULES = 30


def _shoes(count: int) -> list[list[Card]]:
    places, state = np.arange(416, dtype=np.uint32), stream(seed=1, index=0)
    shoes = []
    for _ in range(count):
        shuffle_on(places, np.uint64(0), np.uint64(402), thresholds(416), state)
        shoes.append([Card.from_ordinal(int(place) % 52) for place in places])
    return shoes


@cache
def baccarat_speeds() -> Speeds:
    """Rounds of baccarat in a second."""
    shoes = _shoes(SHOES_BY_RULES)
    block = Block(seed=1, index=0, rounds=2_000_000)
    baccarat.run(NO_COMMISSION_BACCARAT, Block(seed=1, index=0, rounds=1))
    by_rules, simulated = in_turns(
        lambda: [_baccarat_round(shoe, at=at) for shoe in shoes for at in range(0, 390, 6)],
        lambda: baccarat.run(NO_COMMISSION_BACCARAT, block),
        repeats=5,
    )
    return Speeds(len(shoes) * 65 / by_rules.cpu, block.rounds / simulated.cpu)


def _baccarat_round(shoe: list[Card], *, at: int) -> object:
    """One round by the rules, from this place of a shoe."""
    state = BACCARAT.start(NO_COMMISSION_BACCARAT)
    while not isinstance(expected := BACCARAT.expects(state), Done):
        if isinstance(expected, Reveal):
            state = BACCARAT.reveal(state)
        else:
            state, at = deal_next(BACCARAT, state, shoe[at]), at + 1
    return state


@cache
def blackjack_speeds() -> Speeds:
    """Rounds of blackjack in a second."""
    shoes = _shoes(SHOES_BY_RULES)
    block = Block(seed=1, index=0, rounds=1_000_000)
    blackjack.run(BLACKJACK_VARIANT, Block(seed=1, index=0, rounds=1))
    by_rules, simulated = in_turns(
        lambda: [_blackjack_round(shoe, at=at) for shoe in shoes for at in range(0, 360, 12)],
        lambda: blackjack.run(BLACKJACK_VARIANT, block),
        repeats=5,
    )
    return Speeds(len(shoes) * 30 / by_rules.cpu, block.rounds / simulated.cpu)


def _blackjack_round(shoe: list[Card], *, at: int) -> State:
    """One round by the rules, from this place of a shoe."""
    state = BLACKJACK.start(BLACKJACK_VARIANT, seats=frozenset({1}))
    while not isinstance(expected := BLACKJACK.expects(state), Done):
        match expected:
            case Deal(positions=positions):
                state, at = BLACKJACK.deal(state, shoe[at], at=positions[0]), at + 1
            case Reveal():
                state = BLACKJACK.reveal(state)
            case Ask(seat=None):
                state = BLACKJACK.close(state)
            case Ask():
                state = BLACKJACK.choose(state, _draw_to_seventeen(state))
    return state


def _draw_to_seventeen(state: State) -> Choice:
    """What the peers' players do as well."""
    total = rules.hand_total(state.boxes[0].hands[0].cards)
    return Choice.HIT if total < 17 else Choice.STAND


@cache
def road_speeds() -> Speeds:
    """Results written on all roads in a second."""
    shoes = roads.shoes()
    (times,) = in_turns(lambda: roads.write_all(shoes), repeats=5)
    speed = sum(map(len, shoes)) / times.cpu
    return Speeds(speed, speed)
