"""Play money of one visit: what is there, what was staked, what came back."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.money import Cents

START_BALANCE = Cents(100_000)
NOTHING = Cents(0)


@dataclass(slots=True)
class Purse:
    """Counts stakes of finished rounds only: a round that is left does not count."""

    balance: Cents = START_BALANCE
    staked: Cents = NOTHING
    returned: Cents = NOTHING
    at_stake: Cents = NOTHING

    def take(self, amount: int) -> None:
        """A stake leaves the purse for the round at play."""
        self.balance = Cents(self.balance - amount)
        self.at_stake = Cents(self.at_stake + amount)

    def give(self, amount: int) -> None:
        """The round is over, and this comes back."""
        self.staked = Cents(self.staked + self.at_stake)
        self.returned = Cents(self.returned + amount)
        self.balance = Cents(self.balance + amount)
        self.at_stake = Cents(0)

    def void(self) -> Cents:
        """Cancel the round in play, and return what it had taken."""
        back = self.at_stake
        self.balance = Cents(self.balance + back)
        self.at_stake = Cents(0)
        return back
