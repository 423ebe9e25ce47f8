"""Why the store did not take something."""

from __future__ import annotations

from sabot.errors import EVERYONE, Code


class StoreFault(Code):
    """The store of the house; what only its keeper reads has no code here."""

    FULL = "store/full", *EVERYONE
    BUSY = "store/busy", *EVERYONE
    UNREACHABLE = "store/unreachable", *EVERYONE
    FAILED = "store/failed", *EVERYONE
    OUTCOME_UNKNOWN = "store/outcome_unknown", *EVERYONE
    IO_ERROR = "store/io_error", *EVERYONE
