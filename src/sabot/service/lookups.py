"""A mapping that is only ever looked up: it answers for whoever it is asked about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from typing_extensions import override

K = TypeVar("K")
V_co = TypeVar("V_co", covariant=True)


class Lookup(Mapping[K, V_co]):
    """Its keys are all there could be, so it lists none of them."""

    @override
    def __iter__(self) -> Iterator[K]:
        return iter(())

    @override
    def __len__(self) -> int:
        return 0
