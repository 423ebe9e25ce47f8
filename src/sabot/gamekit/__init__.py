"""What a game is: the contract between the rules and the code that runs them.

A game says what it expects next and is told what happened. It never draws a card, never waits and
never moves money, so that the scanner, the virtual dealer, the replay, the simulator and the
enumerator all drive the same code.
"""

from sabot.gamekit.bets import (
    Bet,
    BetSpec,
    DeclaredBy,
    DeclaredOn,
    DeclaredReturn,
    Limits,
    Role,
)
from sabot.gamekit.eligibility import (
    Judgement,
    OppositePolicy,
    Placement,
    Reason,
    TableRules,
    Verdict,
    judge,
)
from sabot.gamekit.expects import Ask, Deal, Done, Expectation, Face, Option, Reveal, refuse
from sabot.gamekit.explaining import Explanation
from sabot.gamekit.game import AnyGame, Game, Variant, deal_next
from sabot.gamekit.parts import Parts
from sabot.gamekit.payouts import Payout, PayoutLine, Result, lost, pay
from sabot.gamekit.presets import TablePreset
from sabot.gamekit.shoe import burn_count
from sabot.gamekit.view import Audience, HandView, View

__all__ = [
    "AnyGame",
    "Ask",
    "Audience",
    "Bet",
    "BetSpec",
    "Deal",
    "DeclaredBy",
    "DeclaredOn",
    "DeclaredReturn",
    "Done",
    "Expectation",
    "Explanation",
    "Face",
    "Game",
    "HandView",
    "Judgement",
    "Limits",
    "OppositePolicy",
    "Option",
    "Parts",
    "Payout",
    "PayoutLine",
    "Placement",
    "Reason",
    "Result",
    "Reveal",
    "Role",
    "TablePreset",
    "TableRules",
    "Variant",
    "Verdict",
    "View",
    "burn_count",
    "deal_next",
    "judge",
    "lost",
    "pay",
    "refuse",
]
