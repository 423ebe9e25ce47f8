"""What a page keeps: its script's own data, nodes and listeners, counted after a collection."""

from __future__ import annotations

import json
from collections import Counter
from itertools import accumulate
from typing import Any

from playwright.sync_api import CDPSession

LOOKS = 5
"""The browser frees what is no longer drawn only after a while, so several looks are taken."""

DATA = ("object", "closure", "array", "string", "concatenated string")
"""Kinds of objects that count. Compiled script does not: the browser makes and drops it freely."""


LITERAL = ("object", "array")
SITE = "system / AllocationSite"


def kept(line: CDPSession) -> tuple[int, Counter[str]]:
    """Bytes and numbers of what the page's own script keeps alive, garbage collected."""
    chunks: list[str] = []

    def heard(told: dict[str, str]) -> None:
        chunks.append(told["chunk"])

    line.on("HeapProfiler.addHeapSnapshotChunk", heard)
    line.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    line.remove_listener("HeapProfiler.addHeapSnapshotChunk", heard)
    taken: dict[str, Any] = json.loads("".join(chunks))
    meta, nodes, names = taken["snapshot"]["meta"], taken["nodes"], taken["strings"]
    kinds, fields = meta["node_types"][0], meta["node_fields"]
    at_size, width = fields.index("self_size"), len(fields)
    patterns = _patterns(taken)
    size, numbers = 0, Counter[str]()
    for at in range(0, len(nodes), width):
        kind = kinds[nodes[at]]
        if kind not in DATA or at in patterns:
            continue
        size += nodes[at + at_size]
        if "string" not in kind:
            numbers[f"{kind} {names[nodes[at + 1]]}"] += 1
    return size, numbers


def _patterns(taken: dict[str, Any]) -> set[int]:
    """Objects that are not the page's own: the compiler copies literals from them."""
    meta, nodes, edges, names = (
        taken["snapshot"]["meta"],
        taken["nodes"],
        taken["edges"],
        taken["strings"],
    )
    kinds = meta["node_types"][0]
    fields, parts = meta["node_fields"], len(meta["edge_fields"])
    at_edges, width = fields.index("edge_count"), len(fields)
    first = list(accumulate((n * parts for n in nodes[at_edges::width]), initial=0))

    def held(at: int) -> set[int]:
        mine = range(first[at // width], first[at // width + 1], parts)
        return {edges[e + 2] for e in mine if edges[e + 1] not in shared}

    shared = {number for number, name in enumerate(names) if name in ("map", "__proto__")}
    sites = (at for at in range(0, len(nodes), width) if names[nodes[at + 1]] == SITE)
    new = {at for site in sites for at in held(site) if kinds[nodes[at]] == "object"}
    found: set[int] = set()
    while new:
        found |= new
        new = {at for one in new for at in held(one) if kinds[nodes[at]] in LITERAL} - found
    return found


def document(line: CDPSession) -> dict[str, int]:
    """Nodes and listeners, those outside the document too; the least of some looks."""
    looks = []
    for _ in range(LOOKS):
        line.send("HeapProfiler.collectGarbage")
        looks.append(line.send("Memory.getDOMCounters"))
    return {name: min(look[name] for look in looks) for name in ("nodes", "jsEventListeners")}
