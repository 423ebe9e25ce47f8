"""A bet says where its stake came from, and its stake is no row of its own; eras are shorter.

Why: the transfer of a stake said nothing but that, in a row as long as its bet's and in an order of
its own. A commit wrote more pages for transfers than for anything else, a quarter of them all.

Bets of before keep their transfers as they are: what was written is not written anew. Whoever reads
finds a stake in its bet, or beside it.

Of an index of four thousand bets a commit of thirty players changed twelve pages; of one of a
thousand it changes five. Whoever looks for a player's bets looks into four times as many.

How to check: `tests/adapters/sql/migrations` compares the result with `schema.py` on both
databases, and `tests/adapters/sql/test_stakes.py` reads, repeats and settles stakes of before.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """A place for where a stake came from, and another index of players' bets."""
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.add_column("bet", sa.Column("source", text))
    op.drop_index("bet_player", "bet")
    op.create_index("bet_player", "bet", [sa.text("(number >> 10)"), "player"])
