"""Fan-out: a real table's update to thousands of sockets, beside others who send the same bytes.

Ours is the casino of `sabot serve` on its port: the update is encoded again for every burst, and
goes through broadcaster, fan-out and connections. A burst is over when every socket has it. The
next one starts then, so updates of different bursts are never joined. CPU time is the server's.
"""

from __future__ import annotations

import http.client
import json
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from bench import load, peers, twins
from bench.casino import Order
from bench.results import Line, Verdict, seconds, times_over, unmeasured
from bench.updates import real_update

SIZES = (1_000, 5_000)
TURNS = 5
FRAMES = 40_000  # of each measurement
TOGETHER = 8
PLAYERS = 320  # with sixteen sockets each at most
WATCH = json.dumps({"type": "watch", "table": "t0"})

GOALS = {"a C epoll loop": 1.33, "Litestar": None, "Node ws": 1.0, "Colyseus": 1.0}


@dataclass(frozen=True, slots=True)
class Cost:
    """What a delivered message costs: CPU and wall seconds; `together` when eight are said."""

    alone: float
    wall: float
    together: float


@dataclass(slots=True)
class Server:
    """A server that sends updates to all its sockets."""

    title: str
    process: load.Process
    port: int
    tokens: list[str] = field(default_factory=lambda: ["none"])
    colyseus: bool = False
    costs: dict[int, list[Cost]] = field(default_factory=dict)


def lines() -> Iterator[Line]:
    """All lines of this section."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        file = Path(folder, "update")
        file.write_bytes(real_update())
        ours = _casino(stack, folder, file)
        others, missing = _others(stack, file)
        for size in SIZES:
            _measure([ours, *others], size, folder)
        for size in SIZES:
            yield from _lines(size, ours, others, size_of_update=len(file.read_bytes()))
        yield from missing


# --- servers --------------------------------------------------------------------------------------


def _casino(stack: ExitStack, folder: str, file: Path) -> Server:
    order = Order(
        database=f"sqlite:///{folder}/bench.db", players=PLAYERS, tables=1, update=str(file)
    )
    process, ready = stack.enter_context(load.casino(order, core=load.SERVER_CORE))
    return Server("Sabot", process, ready.port, ready.tokens)


def _others(stack: ExitStack, file: Path) -> tuple[list[Server], list[Line]]:
    found, missing = [], []
    for title in GOALS:
        try:
            found.append(_other(stack, title, file))
        except (peers.NotHere, twins.NoCompiler, RuntimeError) as reason:
            missing.append(unmeasured(f"fan-out beside {title}", str(reason)))
    return found, missing


def _other(stack: ExitStack, title: str, file: Path) -> Server:
    port = load.free_port()
    process = load.Process(_command(title, str(port), str(file)), core=load.SERVER_CORE)
    stack.callback(process.end)
    assert process.line() == "ready\n"
    return Server(title, process, port, colyseus=title == "Colyseus")


def _command(title: str, *words: str) -> list[str]:
    match title:
        case "Litestar":
            peer = peers.LITESTAR
            return [str(peers.python_of(peer)), str(peer.file), *words]
        case "Node ws" | "Colyseus":
            peer = peers.NODE_WS if title == "Node ws" else peers.COLYSEUS
            return ["node", str(peer.file), *words, str(peers.modules_of(peer))]
        case _:
            return [str(load.program("epoll_server")), *words]


def _doors(server: Server, size: int, folder: str) -> load.Doors:
    if not server.colyseus:
        return load.Doors(folder, (("/ws", token) for token in server.tokens))
    return load.Doors(folder, ((path, "none") for path in _seats(server.port, size)))


def _seats(port: int, count: int) -> Iterator[str]:
    """Seats of the room, which Colyseus gives away over HTTP first."""
    client = http.client.HTTPConnection("127.0.0.1", port)
    for _ in range(count):
        client.request(
            "POST", "/matchmake/joinOrCreate/table", "{}", {"Content-Type": "application/json"}
        )
        seat = json.loads(client.getresponse().read())
        room = seat["room"]
        yield f"/{room['processId']}/{room['roomId']}?sessionId={seat['sessionId']}"
    client.close()


# --- measuring ------------------------------------------------------------------------------------


def _measure(servers: list[Server], size: int, folder: str) -> None:
    """Open the sockets of every server, then let the servers send in turns."""
    with ExitStack() as stack:
        crowds = [stack.enter_context(_sockets(server, size, folder)) for server in servers]
        for _ in range(TURNS):
            for server, sockets in zip(servers, crowds, strict=True):
                server.costs.setdefault(size, []).append(_measured(server, size, sockets))


@contextmanager
def _sockets(server: Server, size: int, folder: str) -> Iterator[load.Listeners]:
    doors = _doors(server, size, folder)
    with load.listeners(server.port, size, doors, colyseus=server.colyseus) as sockets:
        if server.title == "Sabot":
            sockets.order(f"say {WATCH}")
        sockets.order("quiet")
        yield sockets


def _measured(server: Server, size: int, sockets: load.Listeners) -> Cost:
    sockets.order("bursts 2 1")
    alone, wall = _cost(server, sockets, f"bursts {max(1, FRAMES // size)} 1")
    rounds = max(1, FRAMES // size // TOGETHER)
    together, _ = _cost(server, sockets, f"bursts {rounds} {TOGETHER}")
    return Cost(alone=alone, wall=wall, together=together)


def _cost(server: Server, sockets: load.Listeners, order: str) -> tuple[float, float]:
    before = server.process.cpu()
    found = sockets.order(order)
    return (server.process.cpu() - before) / found["frames"], found["wall"] / found["frames"]


# --- lines ----------------------------------------------------------------------------------------


def _lines(size: int, ours: Server, others: list[Server], *, size_of_update: int) -> Iterator[Line]:
    mine = ours.costs[size]
    for other in others:
        theirs = other.costs[size]
        pairs = list(zip(mine, theirs, strict=True))
        ratio = statistics.median(my.alone / their.alone for my, their in pairs)
        goal = GOALS[other.title]
        note = (
            f"an update of {size_of_update} bytes; wall {_middle(mine, 'wall')} beside "
            f"{_middle(theirs, 'wall')}; turns " + _turns(my.alone / th.alone for my, th in pairs)
        )
        line = Line(
            what=f"{size:,} sockets, CPU a delivered message, {other.title}",
            ours=_middle(mine, "alone"),
            beside=_middle(theirs, "alone"),
            ratio=times_over(ratio),
            note=note,
        )
        if goal is not None:
            verdict = Verdict.MET if ratio <= goal else Verdict.MISSED
            line = replace(line, goal=f"≤ {goal}×", verdict=verdict)
        yield line
    yield from (_together(size, mine, other) for other in others if other.title in list(GOALS)[:1])


def _together(size: int, mine: list[Cost], other: Server) -> Line:
    pairs = list(zip(mine, other.costs[size], strict=True))
    ratio = statistics.median(TOGETHER * my.together / their.alone for my, their in pairs)
    return Line(
        what=f"{size:,} sockets, CPU of {TOGETHER} updates in one tick, {other.title} sending one",
        ours=seconds(TOGETHER * statistics.median(cost.together for cost in mine)),
        beside=_middle(other.costs[size], "alone"),
        ratio=times_over(ratio),
        goal="≤ 3×",
        verdict=Verdict.MET if ratio <= 3 else Verdict.MISSED,
        note="turns " + _turns(TOGETHER * my.together / their.alone for my, their in pairs),
    )


def _middle(costs: list[Cost], name: str) -> str:
    return seconds(statistics.median(getattr(cost, name) for cost in costs))


def _turns(ratios: Iterator[float]) -> str:
    return " ".join(f"{ratio:.2f}" for ratio in ratios)
