"""Auto stand: a player's wish to stand at once from some total on (F165).

Pure judgement over the question a hand is being asked. The wish is taken down when the player joins
the round (F166) and its icon is shown when it acted (F168); both belong to the table.
"""

from __future__ import annotations

from sabot.errors import Refused
from sabot.gamekit import Ask
from sabot.gamekit.refusals import AutoStandRefusal
from sabot.games.blackjack import rules
from sabot.games.blackjack.play import expected, hand_at
from sabot.games.blackjack.state import Choice, Spot, State

LOWEST = 12
"""Under twelve no card can bust a hand, so no player means to stand there."""

HIGHEST = 20
"""Twenty-one closes a hand without being asked."""


def checked_threshold(threshold: int) -> int:
    """The threshold, if the slider has it.

    >>> checked_threshold(17)
    17
    """
    if not LOWEST <= threshold <= HIGHEST:
        raise Refused(AutoStandRefusal.OUT_OF_RANGE, lowest=LOWEST, highest=HIGHEST)
    return threshold


def auto_stands(state: State, *, threshold: int) -> bool:
    """Whether auto stand answers the question the round is asking now."""
    checked_threshold(threshold)
    ask = expected(state)
    if not isinstance(ask, Ask) or ask.seat is None:
        return False  # F165: it stands; it neither insures nor declines.
    if any(option.id == Choice.SPLIT for option in ask.options):
        return False  # F167: a pair is for its player to decide, until it has been split.
    hand = hand_at(state, Spot(seat=ask.seat, hand=ask.hand))
    return not rules.is_soft(hand) and rules.hand_total(hand) >= threshold
