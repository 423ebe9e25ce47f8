"""Figures for the help, made by the rules: on which totals a third card is drawn (F20, F108)."""

from __future__ import annotations

from sabot.games.baccarat.rules import banker_draws, player_draws

_VALUES = range(10)
_NO_THIRD_CARD = 6
"""Any total on which Player stands; below the naturals all of them lead Banker to the same."""


def lessons() -> dict[str, object]:
    """Player's totals that draw, and for each total of Banker what it draws on."""
    return {
        "player_draws": tuple(n for n in range(8) if player_draws(player=n, banker=0)),
        "banker_draws": tuple(_draws(banker) for banker in range(8)),
    }


def _draws(banker: int) -> dict[str, object]:
    """When a Banker of these two cards draws: Player stood, or by the value of its third card."""
    on = tuple(n for n in _VALUES if banker_draws(player=0, banker=banker, third=n))
    alone = banker_draws(player=_NO_THIRD_CARD, banker=banker, third=None)
    return {"total": banker, "on": on, "alone": alone}
