"""When another process opens the same house, the older one stops and says so in one sentence."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator

from sabot.errors import Unavailable
from sabot.runtime.recovery import SteppedDown

REPLACED = "house/replaced"

log = logging.getLogger("sabot.house")


@contextlib.contextmanager
def ends_when_replaced() -> Iterator[None]:
    """Stop without a traceback when another process claimed the tables (I9); log other errors."""
    try:
        yield
    except BaseExceptionGroup as several:
        claimed, others = several.split(SteppedDown)
        if claimed is None:
            raise
        if others is not None:
            log.exception("broke while the house ended", exc_info=others)
        why = "another process has opened this house and has its tables now"
        raise Unavailable(REPLACED, reason=why) from None
