"""Valid lines, damaged: whatever comes in, each line gets one answer with its id, and no more.

Bytes are flipped, cut, doubled and joined; members are renamed, dropped, swapped and replaced. The
game rounds themselves come from the golden files, so that damage falls on every part of a line.
"""

import json
from collections.abc import Mapping

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.cli.driver import ran
from tests.games.baccarat.test_golden import ROUNDS as BACCARAT
from tests.games.baccarat.test_golden import script_of
from tests.games.blackjack.test_golden_rounds import BLOCKS as BLACKJACK
from tests.games.brag.test_round_golden import ROUNDS as BRAG
from tests.games.brag.test_round_golden import line_of

Json = object

ROUNDS: list[Mapping[str, Json]] = [
    *[script_of(written) for written in list(BACCARAT.values())[::8]],
    *[block.line for block in BLACKJACK[::3]],
    *[line_of(block) for block in list(BRAG.values())[::4]],
]
SHOES = ["", "P", "PBBTPP", "B" * 30, "PB" * 20]

JUNK = st.one_of(
    st.sampled_from([None, True, False, 0, 1, -1, 2, 10**15, 10**15 + 1, 10**30, "", "9H", "AS"]),
    st.sampled_from([0.5, -0.0, 1e308, float("nan"), float("inf"), [], {}, [[]], {"": 0}]),
    st.sampled_from(["banker", "peek", "play", "takes_all", "blackjack", "three_card_brag"]),
    st.text(max_size=6),
    st.lists(st.sampled_from(["AS", "TH", "9D", "KC", "6S"]), max_size=9),
)
NAMES = ("id", "game", "rules", "shoe", "bets", "actions", "bet_behind", "golden_chip", "player")
KEYS = st.sampled_from(NAMES) | st.text(max_size=4)


@st.composite
def changed(draw: st.DrawFn, value: Json, depth: int = 0) -> Json:
    """Change one thing somewhere inside."""
    stop = depth and draw(st.integers(0, 3)) == 0
    if isinstance(value, dict) and value and not stop:
        return draw(changed_members(value, depth))
    if isinstance(value, list) and value and not stop:
        return draw(changed_items(value, depth))
    return draw(JUNK)


@st.composite
def changed_members(draw: st.DrawFn, value: dict[str, Json], depth: int) -> Json:
    name = draw(st.sampled_from(sorted(value)))
    rest = {key: each for key, each in value.items() if key != name}
    match draw(st.sampled_from(["deeper", "deeper", "drop", "rename", "add"])):
        case "drop":
            return rest
        case "rename":
            return {**rest, draw(KEYS): value[name]}
        case "add":
            return {**value, draw(KEYS): draw(JUNK)}
        case _:
            return {**value, name: draw(changed(value[name], depth + 1))}


@st.composite
def changed_items(draw: st.DrawFn, value: list[Json], depth: int) -> Json:
    place = draw(st.integers(0, len(value) - 1))
    match draw(st.sampled_from(["deeper", "drop", "double"])):
        case "drop":
            return [*value[:place], *value[place + 1 :]]
        case "double":
            return [*value[: place + 1], *value[place:]]
        case _:
            return [*value[:place], draw(changed(value[place], depth + 1)), *value[place + 1 :]]


@st.composite
def damaged(draw: st.DrawFn, line: bytes) -> bytes:
    """Flip, cut, double or insert bytes."""
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(line)))
        end = min(len(line), start + draw(st.integers(0, 12)))
        match draw(st.sampled_from(["cut", "double", "insert", "swap"])):
            case "cut":
                line = line[:start] + line[end:]
            case "double":
                line = line[:end] + line[start:]
            case "insert":
                line = line[:start] + draw(st.binary(min_size=1, max_size=4)) + line[start:]
            case _:
                line = line[:start] + line[start:end][::-1] + line[end:]
    return line.replace(b"\n", b" ")


@st.composite
def broken(draw: st.DrawFn, whole: st.SearchStrategy[Mapping[str, Json]]) -> bytes:
    value: Json = {"id": draw(st.integers(0, 9) | st.text(max_size=3)), **draw(whole)}
    for _ in range(draw(st.integers(0, 2))):
        value = draw(changed(value))
    line = json.dumps(value).encode()
    return draw(damaged(line)) if draw(st.booleans()) else line


def meant_id(line: bytes) -> object:
    """The id a reader would see in a line, None where there is none to see."""
    try:
        read = json.loads(line.decode(), object_pairs_hook=_strictly)
    except (ValueError, RecursionError):
        return None
    identity = read.get("id") if isinstance(read, dict) else None
    return identity if isinstance(identity, str | int) and not isinstance(identity, bool) else None


def _strictly(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a member stands twice")
    return dict(pairs)


def check(command: str, text: list[bytes]) -> None:
    done = ran(command, typed=b"\n".join(text))
    asked = [line for line in text if line.decode("utf-8", "surrogateescape").strip()]
    answers = done.answers
    assert len(answers) == len(asked)
    for line, answer in zip(asked, answers, strict=True):
        assert answer["id"] == meant_id(line)
        if "error" in answer:
            error = answer["error"]
            assert isinstance(error, dict)
            assert error["message"].startswith("line ")
            assert "Traceback" not in error["message"]
    assert done.status == int(any("error" in answer for answer in answers))


FUZZ = settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])


@FUZZ
@given(st.lists(broken(st.sampled_from(ROUNDS)), min_size=1, max_size=6))
def test_every_line_of_settle_is_answered(text: list[bytes]) -> None:
    check("settle", text)


@FUZZ
@given(
    st.lists(
        broken(st.sampled_from(SHOES).map(lambda shoe: {"sequence": shoe})), min_size=1, max_size=6
    )
)
def test_every_line_of_roads_is_answered(text: list[bytes]) -> None:
    check("roads", text)
