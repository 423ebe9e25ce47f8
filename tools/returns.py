"""Write the exact returns that the server publishes: `python -m tools.returns`.

The gateway does not know the laboratory, and computing takes seconds; so the figures travel with
the package as data. `tests/gateway/test_returns.py` fails when they are not what is computed.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import msgspec

from sabot.games import variants
from sabot.lab.returns import SPELLED, report
from sabot.maths.returns import Return

FILE = Path(__file__).resolve().parents[1] / "src/sabot/gateway/data/returns.json"

Line = dict[str, str | None]


def document() -> dict[str, dict[str, list[Line]]]:
    """The returns of every bet of every variant."""
    return {name: _variant(name) for name in variants()}


def _variant(name: str) -> dict[str, list[Line]]:
    bets = report(name).bets
    return {SPELLED.get(kind, kind): list(_lines(bet.returned)) for kind, bet in bets.items()}


def _lines(returned: Return) -> Iterator[Line]:
    total = returned.total_stake_decimal
    per = "stake" if total is None else "initial_stake"
    yield {"decimal": returned.decimal, "exact": _text(returned.exact), "per": per}
    if total is not None:
        yield {"decimal": total, "exact": _text(returned.total_stake_exact), "per": "total_stake"}


def _text(exact: Fraction | None) -> str | None:
    return None if exact is None else str(exact)


def written() -> bytes:
    """The file."""
    return msgspec.json.format(msgspec.json.encode(document()), indent=1) + b"\n"


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_bytes(written())
    print(FILE.name)
