"""Figures about the gateway itself, counted where they happen, in the text format of Prometheus.

Plain numbers in memory: nothing here identifies a player, and nothing is measured twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

CODES_MAX = 500
"""Codes that are counted separately. All further ones are counted as `other`."""


class Sample(NamedTuple):
    """One line: labels and a value."""

    labels: Mapping[str, str]
    value: float


class Counters:
    """Counts what only the gateway sees."""

    def __init__(self) -> None:
        self.accepted = 0  # commands of sockets
        self.refused: Counter[str] = Counter()
        self.requests: Counter[tuple[str, str, int]] = Counter()

    def refuse(self, code: str) -> None:
        """Count a refused command from a socket."""
        known = code in self.refused or len(self.refused) < CODES_MAX
        self.refused[code if known else "other"] += 1

    def responded(self, method: str, route: str, status: int) -> None:
        """Count an answered HTTP request."""
        self.requests[method, route, status] += 1


def exposition(name: str, kind: str, about: str, samples: Iterable[Sample]) -> str:
    """Write one family of figures.

    >>> print(exposition("sabot_sockets", "gauge", "Open.", [Sample({}, 3)]), end="")
    # HELP sabot_sockets Open.
    # TYPE sabot_sockets gauge
    sabot_sockets 3
    """
    lines = [f"# HELP {name} {about}", f"# TYPE {name} {kind}"]
    for sample in samples:
        labels = ",".join(f'{key}="{_quoted(value)}"' for key, value in sample.labels.items())
        lines.append(f"{name}{{{labels}}} {sample.value}" if labels else f"{name} {sample.value}")
    return "\n".join(lines) + "\n"


def _quoted(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
