"""Play money: what guests and demo players get from the demo cashier."""

from __future__ import annotations

from sabot.errors import Unavailable
from sabot.ledger import Account, AccountKind, Transfer, TransferKind
from sabot.service.identity.refusals import PlayMoneyFault
from sabot.service.money.deposits import asked_for
from sabot.service.players.directory import Player
from sabot.service.ports import LedgerStore

REASON = "play money for a player of the demonstration"


def give_play_money(ledger: LedgerStore, player: Player, cents: int, *, at_ms: int) -> None:
    """Deposit play money; repeated calls have no effect."""
    deposit = Transfer(
        id=f"play-money:{player.player_id}",
        kind=TransferKind.DEPOSIT,
        debit=str(Account(AccountKind.CASHIER, "demo", player.currency)),
        credit=player.account,
        amount=cents,
    )
    act = asked_for(deposit, player=player.player_id, reason=REASON, at_ms=at_ms)
    failure = ledger.post([deposit], [act])
    if failure is not None:
        raise Unavailable(PlayMoneyFault.NOT_GIVEN, player=player.player_id, failure=failure)
