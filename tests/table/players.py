"""The players of a scripted studio: their money, their bets and their answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sabot.gamekit import Bet
from sabot.ledger import Account, AccountKind, Transfer, TransferKind
from sabot.service.tables.envelopes import Reply
from sabot.table import commands as c
from sabot.table.staging import Preferences

if TYPE_CHECKING:
    from tests.table.driver import Studio

PURSE = 1_000_000


class Players:
    """What players do at a table, and what they have: money, bets and chips."""

    def __init__(self, table: Studio) -> None:
        self.table = table

    def fund(self, player: str, amount: int = PURSE, *, golden: int = 0) -> None:
        """Money from the cashier, and golden chips from a promotion."""
        who = self.table.people.player(player)
        self._grant(
            who.account, AccountKind.CASHIER, amount - self.table.book.balances.get(who.account, 0)
        )
        self._grant(who.golden, AccountKind.PROMOTION, golden)

    def _grant(self, account: str, source: AccountKind, amount: int) -> None:
        if not amount:
            return
        other = str(Account(source, "house", Account.parse(account).currency))
        debit, credit = (other, account) if amount > 0 else (account, other)
        number = len(self.table.book.transfers)
        gift = Transfer(
            id=f"gift-{number}",
            kind=TransferKind.DEPOSIT,
            debit=debit,
            credit=credit,
            amount=abs(amount),
        )
        self.table.book._move([gift])
        self.table.funds.forget()

    def place(
        self,
        player: str,
        kind: str,
        amount: int = 1000,
        *,
        seat: int | None = None,
        golden: bool = False,
    ) -> Reply:
        """A chip; whoever has no money yet is given some."""
        account = self.table.people.player(player).account
        if account not in self.table.book.balances:
            self.fund(player)
        token = "token" if golden else None
        return self.table.send(
            player, c.PlaceChip(kind=kind, amount=amount, seat=seat, golden=token)
        )

    def sit(self, player: str, *seats: int) -> None:
        """Take these seats."""
        for seat in seats:
            self.table.does(player, c.TakeSeat(seat=seat))

    def wish(self, player: str, **wishes: bool | int | str | None) -> None:
        """Change a player's preferences."""
        self.table.engine.felt.wish(player, Preferences(**wishes))  # type: ignore[arg-type]

    def choose(self, option: str, *, by: str | None = None) -> Reply:
        """Answer for the asked hand, as its own player unless the test names somebody else."""
        question = self.table.round.question
        assert question is not None, f"nobody is asked in {self.table.phase}"
        seat = question.ask.seat
        owner = next((b.player for b in self.table.round.bets.values() if b.seat == seat), "nobody")
        return self.table.send(
            by or owner, c.Choose(decision_id=question.decision_id, option=option)
        )

    def answer(self, player: str, option: str, *, kind: str, seat: int | None = None) -> Reply:
        """Answer a question to everybody for one of one's bets."""
        question = self.table.round.question
        assert question is not None, f"nobody is asked in {self.table.phase}"
        bet = self.bet(player, kind, seat=seat)
        answer = c.Answer(decision_id=question.decision_id, bet=bet.id, option=option)
        return self.table.send(player, answer)

    def balance(self, player: str) -> int:
        return self.table.book.balances.get(self.table.people.player(player).account, 0)

    def golden(self, player: str) -> int:
        return self.table.book.balances.get(self.table.people.player(player).golden, 0)

    def won(self, player: str, *, of: int = PURSE) -> int:
        """What the player has more than the usual purse, or less."""
        return self.balance(player) - of

    def bet(self, player: str, kind: str, *, seat: int | None = None) -> Bet:
        """A player's bet of this kind in the round."""
        found = [
            bet
            for bet in self.table.round.bets.values()
            if (bet.player, bet.kind) == (player, kind) and (seat is None or bet.seat == seat)
        ]
        assert len(found) == 1, f"{player} {kind}: {found}"
        return found[0]

    def stakes(self, player: str) -> dict[str, int]:
        """A player's bets in the round: spot → cents."""
        return {
            spot_name(bet.kind, bet.seat): bet.stake
            for bet in self.table.round.bets.values()
            if bet.player == player
        }

    def chips(self, player: str) -> dict[str, int]:
        """A player's chips on the felt: spot → cents."""
        stage = self.table.engine.felt.stages.get(player)
        layout = stage.layout if stage else ()
        return {spot_name(spot.kind, spot.seat): spot.stake for spot in layout}


def spot_name(kind: str, seat: int | None) -> str:
    """A spot as the tests write it."""
    return str(kind) if seat is None else f"{kind}:{seat}"
