"""Why a proof cannot be given, or does not hold."""

from __future__ import annotations

from sabot.errors import Code, For


class ProofRefusal(Code):
    """The promise of a virtual shoe."""

    NO_SECRET = "shoe/no_secret", For.HOUSE
    NOT_AS_PROMISED = "shoe/not_as_promised", For.HOUSE
    EMPTY = "shoe/empty", For.HOUSE
