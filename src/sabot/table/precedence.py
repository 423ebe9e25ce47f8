"""The order in which a command's reasons for refusal are checked; the first that applies is told.

Declares the order for every command of a table. The handlers follow it, and tests compare it with
the handlers and with the documents (ADR 0067). Codes that another layer answers with stand here as
a group; that layer owns them.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from sabot.errors import Code
from sabot.gamekit import Reason
from sabot.gamekit.refusals import ModeRefusal, PlayRefusal
from sabot.table import commands as c
from sabot.table.refusals import (
    BetRefusal,
    ConfigRefusal,
    DealNowRefusal,
    DecisionRefusal,
    PendingRefusal,
    SeatRefusal,
    TableRefusal,
    TimerRefusal,
)
from sabot.table.staff.reasons import OfTheHouse
from sabot.table.staff.refusals import (
    AlarmRefusal,
    AnnounceRefusal,
    CancelRefusal,
    CorrectionRefusal,
    DealerRefusal,
    IncidentRefusal,
    ReasonRefusal,
    ReliefRefusal,
    RoundRefusal,
    ShoeRefusal,
    TextRefusal,
    TurningRefusal,
    VideoRefusal,
)


class Group(StrEnum):
    """Reasons that stand together wherever they stand."""

    LOCKED = "locked"  # `Means.locked`: a player who makes no bet at all now
    MONEY = "money"  # `Means.cash`, and `Means.short` where it is not the balance that ends
    GOLDEN = "golden"  # of the token of a golden chip
    VERDICT = "verdict"  # of the rules of the game on a spot
    WALLET = "wallet"  # `Means.out`, and what the wallet of an operator says while a command waits
    EYES = "eyes"  # `Inputs.check_eyes`: two accounts that may be one person
    PROOF = "proof"  # of the machine that promised the order of a virtual shoe, before the table's


Why = Code | Group

OF_THE_TABLE: Mapping[Group, tuple[Code, ...]] = MappingProxyType(
    {
        Group.GOLDEN: (
            BetRefusal.GOLDEN_CHIP_EXPIRED,
            BetRefusal.GOLDEN_CHIP_NOT_HERE,
            BetRefusal.GOLDEN_CHIP_VALUE,
            BetRefusal.NO_GOLDEN_CHIP,
        ),
        Group.VERDICT: tuple(Reason),
    }
)
"""The groups whose codes are known here; the others are the service's."""

PHASE: tuple[Code, ...] = (
    TableRefusal.PAUSED,
    BetRefusal.NO_ROUND,
    BetRefusal.TOO_LATE,
    DecisionRefusal.NOT_ASKED,
    TableRefusal.NOT_NOW,
)
"""What `phases.check` refuses with: one of them for each command in each phase."""

BEFORE: tuple[Code, ...] = (
    TableRefusal.NOT_CONFIGURED,
    DealerRefusal.NOT_SIGNED_ON,
    DealerRefusal.OTHER_CONSOLE,
    *PHASE,
    RoundRefusal.MISSING,
    RoundRefusal.OTHER,
)
"""What `decide` looks at before the handler of any command."""

_OPENS = (BetRefusal.NO_ROUND, ShoeRefusal.CHANGE_NEEDED, ShoeRefusal.BURN_DUE)
"""Of the first chip, which opens betting."""

_FIRST: tuple[Why, ...] = (
    Group.LOCKED,
    *_OPENS,
    PendingRefusal.PENDING,
    BetRefusal.ALREADY_CONFIRMED,
)
_SPOT = (Reason.NOT_OFFERED, SeatRefusal.NONE_HERE, SeatRefusal.EMPTY, SeatRefusal.NOT_YOURS)
_CHIP = (
    *_SPOT,
    BetRefusal.NO_AMOUNT,
    Reason.ONE_GOLDEN_CHIP,
    BetRefusal.TOO_MANY_SPOTS,
    BetRefusal.TOO_LARGE,
)
_CARD = (
    CorrectionRefusal.NO_CARD_THERE,
    CorrectionRefusal.FOREIGN,
    CorrectionRefusal.REPEATED,
    CorrectionRefusal.IMPOSSIBLE,
    CorrectionRefusal.TOO_MANY,
)
_SWAP = (
    CorrectionRefusal.NO_CARD_THERE,
    CorrectionRefusal.SAME_POSITION,
    CorrectionRefusal.ONE_FACE_DOWN,
    CorrectionRefusal.IMPOSSIBLE,
)
_SECOND: tuple[Why, ...] = (
    CorrectionRefusal.NOT_PROPOSED,
    CorrectionRefusal.SAME_PERSON,
    Group.EYES,
)

OWN: Mapping[type[c.Command], tuple[Why, ...]] = MappingProxyType(
    {
        c.PlaceChip: (*_FIRST, *_CHIP, Group.MONEY, Group.GOLDEN),
        c.LowerBet: (PendingRefusal.PENDING, BetRefusal.NO_AMOUNT, BetRefusal.NOTHING_THERE),
        c.UndoBet: (PendingRefusal.PENDING, BetRefusal.NOTHING_TO_UNDO),
        c.DoubleStakes: (
            Group.LOCKED,
            PendingRefusal.PENDING,
            BetRefusal.ALREADY_CONFIRMED,
            BetRefusal.NOTHING_TO_DOUBLE,
            BetRefusal.TOO_LARGE,
            Group.MONEY,
        ),
        c.Rebet: (
            *_FIRST,
            *_SPOT,
            BetRefusal.GOLDEN_ONCE,
            BetRefusal.NOTHING_TO_REPEAT,
            BetRefusal.TOO_MANY_SPOTS,
            BetRefusal.TOO_LARGE,
            Group.VERDICT,
            Group.MONEY,
        ),
        c.ClearBets: (PendingRefusal.PENDING,),
        c.SetMode: (
            PendingRefusal.PENDING,
            ModeRefusal.NOT_OFFERED,
            ModeRefusal.CHIPS_IN_THE_WAY,
        ),
        c.TakeSeat: (
            SeatRefusal.NONE_HERE,
            SeatRefusal.ENOUGH,
            SeatRefusal.NO_SUCH_SEAT,
            SeatRefusal.TAKEN,
            SeatRefusal.YOURS_ALREADY,
        ),
        c.LeaveSeat: (SeatRefusal.NOT_YOURS, SeatRefusal.BETS_IN_PLAY),
        c.ConfirmBets: (
            BetRefusal.TOO_MANY_SPOTS,
            PendingRefusal.PENDING,
            *_SPOT,
            BetRefusal.NO_AMOUNT,
            Reason.ONE_GOLDEN_CHIP,
            BetRefusal.TOO_LARGE,
            Group.GOLDEN,
            BetRefusal.NO_CONFIRM_HERE,
            BetRefusal.NOTHING_TO_CONFIRM,
            BetRefusal.ALREADY_CONFIRMED,
            Group.LOCKED,
            Group.WALLET,
            Group.MONEY,
            Group.VERDICT,
        ),
        c.DealNow: (
            DealNowRefusal.NOT_HERE,
            DealNowRefusal.NO_BET,
            DealNowRefusal.TOO_MANY_PLAYERS,
        ),
        c.Choose: (
            DecisionRefusal.PAST,
            DecisionRefusal.EVERYBODY_ANSWERS,
            DecisionRefusal.NOT_YOUR_HAND,
            PlayRefusal.ANSWER_EXPECTED,
            Group.MONEY,
            Group.WALLET,
        ),
        c.Answer: (
            DecisionRefusal.PAST,
            DecisionRefusal.NOT_YOUR_BET,
            DecisionRefusal.NOT_ASKED,
            DecisionRefusal.ALREADY_ANSWERED,
            PlayRefusal.ANSWER_EXPECTED,
            Group.MONEY,
            Group.WALLET,
        ),
        # --- the studio ---------------------------------------------------------------------------
        c.Scan: (
            Group.PROOF,
            OfTheHouse.UNREADABLE,
            OfTheHouse.EARLY,
            OfTheHouse.REPEATED,
            OfTheHouse.FOREIGN,
            OfTheHouse.OUT_OF_ORDER,
            OfTheHouse.NOT_PROMISED,
            OfTheHouse.UNEXPECTED,
            OfTheHouse.TOO_MANY,
            TableRefusal.PAUSED,  # the card that was due, in a pause
        ),
        c.Reveal: (TurningRefusal.NOT_TO_BE_TURNED,),
        c.OpenBetting: (
            TableRefusal.OPENS_BY_ITSELF,
            ShoeRefusal.CHANGE_NEEDED,
            ShoeRefusal.BURN_DUE,
        ),
        c.LoadShoe: (
            Group.PROOF,
            ShoeRefusal.WRONG_DECKS,
            ShoeRefusal.NO_COMMITMENT,
            ShoeRefusal.BAD_NAME,
            ShoeRefusal.LOADED_BEFORE,
            ShoeRefusal.STILL_IN_PLAY,
            ShoeRefusal.NOT_DISCLOSED,
            ShoeRefusal.SETS_NEEDED,
            ShoeRefusal.SET_UNKNOWN,
            ShoeRefusal.SET_RETIRED,
            ShoeRefusal.SET_IN_USE,
            ShoeRefusal.SET_NOT_READY,
            ShoeRefusal.CUT_CARD,
        ),
        c.BurnCards: (
            ShoeRefusal.ALREADY_BEGUN,
            OfTheHouse.FOREIGN,
            OfTheHouse.REPEATED,
        ),
        c.ShowCutCard: (ShoeRefusal.CUT_CARD_SHOWN_BEFORE,),
        c.DropCards: (ShoeRefusal.NONE, ShoeRefusal.WRONG_COUNT),
        c.ReportBarcode: (TextRefusal.LENGTH,),
        c.ReportVideo: (VideoRefusal.ALREADY_SO,),
        c.ProposeCorrection: (CorrectionRefusal.SEEN, CorrectionRefusal.OTHER_OPEN, *_CARD),
        c.CorrectCard: (CorrectionRefusal.SEEN, *_CARD, *_SECOND),
        c.ProposeMove: (CorrectionRefusal.SEEN, CorrectionRefusal.OTHER_OPEN, *_SWAP),
        c.MoveCards: (CorrectionRefusal.SEEN, *_SWAP, *_SECOND),
        c.WithdrawCorrection: (CorrectionRefusal.NONE, CorrectionRefusal.NOT_YOURS),
        c.DeclineCorrection: (
            CorrectionRefusal.SEEN,
            CorrectionRefusal.NONE,
            CorrectionRefusal.SAME_PERSON,
            TextRefusal.LENGTH,
        ),
        c.AskRescan: (
            CorrectionRefusal.SEEN,
            CorrectionRefusal.NO_CARD_THERE,
            TextRefusal.LENGTH,
        ),
        c.SignOn: (
            DealerRefusal.BAD_CONSOLE,
            DealerRefusal.DEALER_ON,
            DealerRefusal.SIGNED_ON,
        ),
        c.HandOver: (DealerRefusal.NOT_SIGNED_ON, DealerRefusal.HANDING_OVER),
        c.SignOff: (DealerRefusal.NOT_SIGNED_ON, DealerRefusal.ROUND_IN_PLAY),
        c.RelieveDealer: (DealerRefusal.NO_DEALER, TextRefusal.LENGTH),
        c.PlanRelief: (
            ReliefRefusal.UNKNOWN_DEALER,
            ReliefRefusal.TIME,
            ReliefRefusal.IN_CHARGE,
        ),
        c.DropRelief: (ReliefRefusal.NONE,),
        c.Announce: (AnnounceRefusal.UNKNOWN,),
        c.CallManager: (TextRefusal.LENGTH,),
        c.ChangeCards: (ReasonRefusal.UNKNOWN, TextRefusal.LENGTH),
        c.Pause: (ReasonRefusal.UNKNOWN, TextRefusal.LENGTH),
        c.Resume: (CorrectionRefusal.CARD_TWICE, TextRefusal.LENGTH),
        c.Acknowledge: (AlarmRefusal.UNKNOWN,),
        c.PutOff: (
            AlarmRefusal.UNKNOWN,
            AlarmRefusal.MINUTES,
            AlarmRefusal.CANNOT_WAIT,
            TextRefusal.LENGTH,
        ),
        c.CloseIncident: (
            IncidentRefusal.UNKNOWN,
            IncidentRefusal.CLOSED,
            IncidentRefusal.UNDECIDED,
            TextRefusal.LENGTH,
        ),
        c.ProposeCancel: (
            RoundRefusal.NONE,
            RoundRefusal.RESULT_KNOWN,
            CancelRefusal.SEEN,
            TextRefusal.LENGTH,
            ReasonRefusal.UNKNOWN,
        ),
        c.CancelRound: (
            RoundRefusal.NONE,
            RoundRefusal.RESULT_KNOWN,
            TextRefusal.LENGTH,
            ReasonRefusal.UNKNOWN,
            CancelRefusal.SEEN,
            CancelRefusal.NOT_PROPOSED,
            CancelRefusal.SAME_PERSON,
            Group.EYES,
        ),
        c.LookAtHiddenCards: (
            RoundRefusal.NONE,
            TurningRefusal.CARDS_NONE_HIDDEN,
            TextRefusal.LENGTH,
        ),
        c.SwitchSideBets: (
            Reason.NOT_OFFERED,
            BetRefusal.OFF_BY_SETTINGS,
            BetRefusal.ALREADY_SO,
            TextRefusal.LENGTH,
        ),
        c.SwitchTable: (TableRefusal.ALREADY_SO, TextRefusal.LENGTH),
        c.WriteOffShoe: (
            ShoeRefusal.UNKNOWN,
            ShoeRefusal.PROMISE_NOT_LOST,
            ShoeRefusal.STILL_IN_PLAY,
            TextRefusal.LENGTH,
        ),
        c.DiscloseShoe: (
            ShoeRefusal.UNKNOWN,
            ShoeRefusal.NOTHING_PROMISED,
            ShoeRefusal.STILL_IN_PLAY,
            ShoeRefusal.DISCLOSED_BEFORE,
            ShoeRefusal.PROMISE_BROKEN,
            ShoeRefusal.NOT_WHOLE_DECKS,
        ),
        c.ReportLostPromise: (
            ShoeRefusal.NOTHING_PROMISED,
            OfTheHouse.PROMISE_LOST,
            TextRefusal.LENGTH,
        ),
        # --- the house ----------------------------------------------------------------------------
        c.Configure: (ConfigRefusal.OLDER, ConfigRefusal.NOT_ITS_OWN, TextRefusal.LENGTH),
        c.TimeUp: (TimerRefusal.STALE, TimerRefusal.NOTHING_TO_END),
        c.CloseBets: (),
        c.ReportMalfunction: (TextRefusal.LENGTH,),
    }
)
"""Command → its own reasons, in the order in which they are looked at."""
