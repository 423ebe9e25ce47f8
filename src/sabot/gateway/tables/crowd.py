"""What lies on a felt while betting is open, chips as well as bets (F129, F156, F205)."""

from __future__ import annotations

from sabot.gamekit import Role
from sabot.gateway.tables.feed import TableFeed
from sabot.table import verdicts
from sabot.table.phases import Phase
from sabot.wire.messages import Crowd


def crowd_of(feed: TableFeed, *, watching: int) -> Crowd:
    """Count players and cents by spot, without names."""
    state, staged = feed.table.state, feed.table.staged
    spots: dict[str, dict[str, int]] = {}
    for bet in feed.memory.bets.values() if state.round is not None else ():
        spec = state.settings.variant.bets.get(bet.kind)
        if spec is not None and spec.role is not Role.EXTRA:
            _lay(spots, _name(bet.kind, bet.seat), bet.player, bet.stake)
    if state.phase in (Phase.BETTING, Phase.IDLE):
        for player, stage in staged.stages.items():
            for judged in verdicts.standing(state, stage):
                if judged.stake:
                    spot = judged.placement
                    _lay(spots, _name(spot.kind, spot.seat), player, judged.stake)
    return Crowd(
        table=feed.table_id,
        epoch=feed.epoch,
        seq=state.seq,
        round=None if state.round is None else state.round.round_id,
        players=len({player for spot in spots.values() for player in spot}),
        watching=watching,
        spots={name: (len(spot), sum(spot.values())) for name, spot in spots.items()},
    )


def _name(kind: str, seat: int | None) -> str:
    return kind if seat is None else f"{kind}:{seat}"


def _lay(spots: dict[str, dict[str, int]], name: str, player: str, stake: int) -> None:
    spot = spots.setdefault(name, {})
    spot[player] = spot.get(player, 0) + stake
