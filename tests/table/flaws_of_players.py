"""The commands of players, and every reason for which the table refuses them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace
from tests.table.driver import (
    blackjack,
    brag,
    scanner,
    seven,
    speed,
)
from tests.table.flaws import (
    Become,
    Case,
    case,
    flaw,
    scene,
)

from sabot.gamekit import Placement, Reason
from sabot.gamekit.refusals import ModeRefusal, PlayRefusal
from sabot.money import Cents
from sabot.service.controls.refusals import ControlRefusal
from sabot.service.wallets.refusals import WalletRefusal
from sabot.table import commands as c
from sabot.table.chips import modes_of
from sabot.table.config import Confirmation, Opening, SeatRule
from sabot.table.precedence import Group
from sabot.table.refusals import (
    BetRefusal,
    DealNowRefusal,
    DecisionRefusal,
    PendingRefusal,
    SeatRefusal,
)
from sabot.table.staff.refusals import (
    ShoeRefusal,
)
from sabot.table.staging import Stage

MANY = tuple(Placement(kind=f"spot{n}", stake=Cents(100)) for n in range(64))
HUGE = 10**13

LOCKED = flaw(
    Group.LOCKED, {"means.locked": lambda _player: ControlRefusal.COOL_OFF}, code="control/cool_off"
)
PENDING = flaw(PendingRefusal.PENDING, {"stage.confirming": True})
POOR = flaw(Group.MONEY, {"means.cash": lambda _player: 0}, code="bet/insufficient_balance")
NO_TOKEN = flaw(
    Group.GOLDEN, {"command.golden": "token", "command.amount": 7}, code="bet/no_golden_chip"
)


def chips() -> Iterator[Case]:
    table = seven(multiple_bets=True)
    table.players.sit("ada", 1)
    table.players.place("ada", "player", seat=1)
    table.does("ada", c.ConfirmBets())
    ada = Stage(player="ada")
    lies = Stage(player="ada", layout=(Placement(kind="player", stake=Cents(1000), seat=1),))
    already = flaw(BetRefusal.ALREADY_CONFIRMED, {"settings.multiple_bets": False})
    nothing = flaw(BetRefusal.NO_AMOUNT, {"command.amount": 0})
    two = flaw(
        Reason.ONE_GOLDEN_CHIP,
        {"command.golden": "token", "command.amount": 7, "stage.golden": "another"},
    )
    yield case(
        "a chip on a seat",
        scene(table, "ada", c.PlaceChip(kind="player", amount=1000, seat=1), stage=ada),
        LOCKED,
        PENDING,
        already,
        flaw(Reason.NOT_OFFERED, {"command.kind": "nothing"}),
        flaw(SeatRefusal.NOT_YOURS, {"command.seat": 5}),
        nothing,
        two,
        flaw(BetRefusal.TOO_MANY_SPOTS, {"stage.layout": MANY}),
        flaw(BetRefusal.TOO_LARGE, {"command.amount": HUGE}),
        POOR,
        NO_TOKEN,
        # A golden chip costs no cash, and of two tokens the second is not asked about.
        hides=(("bet/insufficient_balance", "bet/no_golden_chip"),),
    )
    yield case(
        "chips that come with a Confirm",
        scene(
            table,
            "ada",
            c.ConfirmBets(chips=(c.NewChip(kind="player", amount=1000, seat=1),)),
            stage=ada,
        ),
        flaw(
            BetRefusal.TOO_MANY_SPOTS,
            {"command.chips": Become(lambda chips: tuple(chips) * 65)},
        ),
        PENDING,
        flaw(Reason.NOT_OFFERED, {"command.chips": (c.NewChip(kind="no", amount=1, seat=1),)}),
        flaw(
            SeatRefusal.NOT_YOURS,
            {"command.chips": (c.NewChip(kind="player", amount=1000, seat=5),)},
        ),
        flaw(
            BetRefusal.NO_AMOUNT, {"command.chips": (c.NewChip(kind="player", amount=0, seat=1),)}
        ),
        flaw(
            BetRefusal.TOO_LARGE,
            {"command.chips": (c.NewChip(kind="player", amount=HUGE, seat=1),)},
        ),
        flaw(
            Group.GOLDEN,
            {"command.chips": (c.NewChip(kind="player", amount=1000, seat=1, golden="t"),)},
            code="bet/no_golden_chip",
        ),
        flaw(BetRefusal.NO_CONFIRM_HERE, {"settings.confirmation": Confirmation.AT_CLOSE}),
        already,
        LOCKED,
        flaw(
            Group.WALLET,
            {"means.out": {("ada", None): WalletRefusal.LIMIT}},
            code="wallet/limit",
        ),
        POOR,
        flaw(
            Group.VERDICT,
            {"state.kinds_off": frozenset({"player"})},
            code="bet/switched_off",
        ),
        # A chip that is not offered costs nothing.
        hides=(("bet/insufficient_balance", "bet/switched_off"),),
    )
    yield case(
        "a Confirm",
        scene(table, "ada", c.ConfirmBets(), stage=lies),
        flaw(BetRefusal.NO_CONFIRM_HERE, {"settings.confirmation": Confirmation.AT_CLOSE}),
        flaw(BetRefusal.NOTHING_TO_CONFIRM, {"stage.layout": ()}),
        already,
        LOCKED,
        POOR,
    )
    yield case(
        "less on a spot",
        scene(table, "ada", c.LowerBet(kind="player", amount=500, seat=1), stage=lies),
        PENDING,
        nothing,
        flaw(BetRefusal.NOTHING_THERE, {"stage.layout": ()}),
    )
    walked_back = replace(lies, undo=(((), None),))
    yield case(
        "Undo",
        scene(table, "ada", c.UndoBet(), stage=walked_back),
        PENDING,
        flaw(BetRefusal.NOTHING_TO_UNDO, {"stage.undo": ()}),
    )
    yield case("Clear", scene(table, "ada", c.ClearBets(), stage=lies), PENDING)
    yield case(
        "Double",
        scene(table, "ada", c.DoubleStakes(), stage=lies),
        LOCKED,
        PENDING,
        already,
        flaw(BetRefusal.NOTHING_TO_DOUBLE, {"stage.layout": ()}),
        flaw(
            BetRefusal.TOO_LARGE,
            {"stage.layout": (Placement(kind="player", stake=Cents(HUGE), seat=1),)},
        ),
        POOR,
    )
    last = lies.layout
    yield case(
        "Rebet",
        scene(table, "ada", c.Rebet(), stage=ada, last=last),
        LOCKED,
        PENDING,
        already,
        flaw(Reason.NOT_OFFERED, {"inputs.last": (replace(last[0], kind="nothing"),)}),
        flaw(SeatRefusal.NOT_YOURS, {"state.seats": {}}),
        flaw(BetRefusal.GOLDEN_ONCE, {"inputs.last": (replace(last[0], golden=True),)}),
        flaw(BetRefusal.NOTHING_TO_REPEAT, {"inputs.last": ()}),
        flaw(BetRefusal.TOO_MANY_SPOTS, {"stage.layout": MANY}),
        flaw(BetRefusal.TOO_LARGE, {"inputs.last": (replace(last[0], stake=Cents(HUGE)),)}),
        flaw(
            Group.VERDICT,
            {"state.kinds_off": frozenset({"player"})},
            code="bet/switched_off",
        ),
        POOR,
        # Nothing, or only what is left out, lies on no seat and costs nothing.
        hides=(
            ("seat/not_yours", "bet/golden_once"),
            ("seat/not_yours", "bet/nothing_to_repeat"),
            ("bet/switched_off", "bet/insufficient_balance"),
        ),
    )
    yield from first_chips()


def first_chips() -> Iterator[Case]:
    table = blackjack()
    table.players.sit("ada", 1)
    yield case(
        "the first chip",
        scene(table, "ada", c.PlaceChip(kind="main", amount=1000, seat=1)),
        LOCKED,
        flaw(BetRefusal.NO_ROUND, {"settings.opening": Opening.CLOCK}),
        flaw(ShoeRefusal.CHANGE_NEEDED, {"shoe.retired": "age"}),
        flaw(
            ShoeRefusal.BURN_DUE, {"settings.burn": True, "settings.live": True, "shoe.live": True}
        ),
        PENDING,
        flaw(SeatRefusal.NOT_YOURS, {"command.seat": 5}),
        flaw(BetRefusal.NO_AMOUNT, {"command.amount": 0}),
        POOR,
        # Cards that are changed are not burned.
        hides=(("shoe/change_needed", "shoe/burn_due"),),
    )
    yield case(
        "the first chip, behind a seat",
        scene(table, "bob", c.PlaceChip(kind="behind", amount=1000, seat=1)),
        LOCKED,
        flaw(SeatRefusal.EMPTY, {"command.seat": 5}),
        flaw(BetRefusal.NO_AMOUNT, {"command.amount": 0}),
    )
    behind = Placement(kind="behind", stake=Cents(1000), seat=5)
    main = Placement(kind="main", stake=Cents(1000), seat=1)
    yield case(
        "Rebet as the first chip",
        scene(table, "ada", c.Rebet(), last=(main,)),
        LOCKED,
        flaw(BetRefusal.NO_ROUND, {"settings.opening": Opening.CLOCK}),
        flaw(ShoeRefusal.CHANGE_NEEDED, {"shoe.retired": "age"}),
        flaw(
            ShoeRefusal.BURN_DUE,
            {"settings.burn": True, "settings.live": True, "shoe.live": True},
        ),
        PENDING,
        flaw(SeatRefusal.EMPTY, {"inputs.last": (behind,)}),
        flaw(SeatRefusal.NOT_YOURS, {"inputs.last": (replace(main, seat=4),)}),
        hides=(("shoe/change_needed", "shoe/burn_due"),),
    )
    manual = blackjack(confirmation=Confirmation.MANUAL)
    manual.players.sit("ada", 1)
    manual.players.place("ada", "main", seat=1)
    two = tuple(
        c.NewChip(kind="main", amount=1000, seat=1, golden=token) for token in ("one", "another")
    )
    yield case(
        "chips on seats of one's own, with a Confirm",
        scene(
            manual,
            "ada",
            c.ConfirmBets(chips=(c.NewChip(kind="main", amount=1000, seat=1),)),
            stage=Stage(player="ada"),
        ),
        PENDING,
        flaw(
            SeatRefusal.EMPTY, {"command.chips": (c.NewChip(kind="behind", amount=1000, seat=5),)}
        ),
        flaw(Reason.ONE_GOLDEN_CHIP, {"command.chips": two}),
        LOCKED,
        POOR,
    )
    asks = scanner()
    yield case(
        "chips where there are no seats, with a Confirm",
        scene(asks, "ada", c.ConfirmBets(chips=(c.NewChip(kind="player", amount=1000),))),
        PENDING,
        flaw(
            SeatRefusal.NONE_HERE,
            {"command.chips": (c.NewChip(kind="player", amount=1000, seat=3),)},
        ),
        LOCKED,
        POOR,
    )
    plain = speed()
    yield case(
        "Rebet where there are no seats",
        scene(plain, "ada", c.Rebet(), last=(Placement(kind="player", stake=Cents(1000)),)),
        LOCKED,
        PENDING,
        flaw(
            SeatRefusal.NONE_HERE,
            {"inputs.last": (Placement(kind="player", stake=Cents(1000), seat=3),)},
        ),
        POOR,
    )
    yield case(
        "a chip where there are no seats",
        scene(plain, "ada", c.PlaceChip(kind="player", amount=1000)),
        LOCKED,
        flaw(SeatRefusal.NONE_HERE, {"command.seat": 3}),
        flaw(BetRefusal.NO_AMOUNT, {"command.amount": 0}),
        POOR,
    )


def seats() -> Iterator[Case]:
    table = blackjack()
    table.players.sit("ada", 1)
    table.players.sit("bob", 2)
    table.players.place("bob", "main", seat=2)
    yield case(
        "a seat",
        scene(table, "ada", c.TakeSeat(seat=3)),
        flaw(SeatRefusal.NONE_HERE, {"settings.seat_rule": SeatRule.NONE}),
        flaw(SeatRefusal.ENOUGH, {"settings.seats_per_player": 1}),
        flaw(SeatRefusal.NO_SUCH_SEAT, {"command.seat": 99}),
        flaw(SeatRefusal.TAKEN, {"command.seat": 2}),
    )
    shared = seven(seats_per_player=3)
    shared.players.sit("ada", 1)
    yield case(
        "a seat that others share",
        scene(shared, "ada", c.TakeSeat(seat=3)),
        flaw(SeatRefusal.ENOUGH, {"settings.seats_per_player": 1}),
        flaw(SeatRefusal.YOURS_ALREADY, {"command.seat": 1}),
    )
    playing = seven()
    playing.players.sit("ada", 1)
    playing.players.place("ada", "player", seat=1)
    playing.does("ada", c.ConfirmBets())
    bob = seven()
    bob.players.sit("ada", 1)
    yield case(
        "standing up",
        scene(bob, "ada", c.LeaveSeat(seat=1)),
        flaw(SeatRefusal.NOT_YOURS, {"command.seat": 4}),
        flaw(SeatRefusal.BETS_IN_PLAY, {"state.round": playing.state.round}),
    )
    yield case(
        "Deal now",
        scene(table, "bob", c.DealNow()),
        flaw(DealNowRefusal.NOT_HERE, {"settings.deal_now": False}),
        flaw(DealNowRefusal.NO_BET, {"inputs.actor": "cleo"}),
        flaw(
            DealNowRefusal.TOO_MANY_PLAYERS,
            {
                "inputs.stages": {
                    name: Stage(player=name, layout=MANY[:1]) for name in ("bob", "dan", "eve")
                }
            },
        ),
    )
    two_ways = speed()
    usual, other = modes_of(two_ways.state)
    bets = two_ways.state.settings.variant.bets
    tied = next(kind for kind, spec in bets.items() if spec.mode == usual)
    yield case(
        "the commission",
        scene(two_ways, "ada", c.SetMode(mode=other)),
        PENDING,
        flaw(ModeRefusal.NOT_OFFERED, {"command.mode": "free"}),
        flaw(
            ModeRefusal.CHIPS_IN_THE_WAY,
            {"stage.layout": (Placement(kind=tied, stake=Cents(1000)),)},
        ),
    )


def decisions() -> Iterator[Case]:
    table = blackjack()
    table.players.sit("ada", 1)
    table.players.place("ada", "main", seat=1)
    table.close()
    table.cards.deal("TS 6H 9D TC")
    question = table.round.question
    assert question is not None
    choose = c.Choose(decision_id=question.decision_id, option="stand")
    yield case(
        "a choice",
        scene(table, "ada", choose),
        flaw(DecisionRefusal.PAST, {"command.decision_id": "earlier"}),
        flaw(DecisionRefusal.NOT_YOUR_HAND, {"inputs.actor": "bob"}),
        flaw(PlayRefusal.ANSWER_EXPECTED, {"command.option": "jump"}),
    )
    yield case(
        "a choice that costs",
        scene(table, "ada", replace(choose, option="double")),
        flaw(DecisionRefusal.PAST, {"command.decision_id": "earlier"}),
        flaw(DecisionRefusal.NOT_YOUR_HAND, {"inputs.actor": "bob"}),
        POOR,
    )
    asked = brag()
    for player in ("ada", "bob"):
        asked.players.place(player, "ante")
        asked.players.place(player, "pair_plus")
    asked.close()
    asked.cards.deal("9S 9H 4D KS 8H 3D")
    open_now = asked.round.question
    assert open_now is not None
    mine = asked.players.bet("ada", "ante").id
    answer = c.Answer(decision_id=open_now.decision_id, bet=mine, option="play")
    past = flaw(DecisionRefusal.PAST, {"command.decision_id": "earlier"})
    jump = flaw(PlayRefusal.ANSWER_EXPECTED, {"command.option": "jump"})
    said = Become(lambda question: replace(question, answered={mine: "fold"}))
    yield case(
        "an answer",
        scene(asked, "ada", answer),
        past,
        flaw(DecisionRefusal.NOT_YOUR_BET, {"inputs.actor": "bob"}),
        flaw(DecisionRefusal.NOT_ASKED, {"command.bet": asked.players.bet("ada", "pair_plus").id}),
        flaw(DecisionRefusal.ALREADY_ANSWERED, {"round.question": said}),
        jump,
        POOR,
        # The bet that was answered for is not the one that is not asked.
        hides=(
            ("decision/not_asked", "decision/already_answered"),
            ("round/answer_expected", "bet/insufficient_balance"),
        ),
    )
    yield case(
        "a choice where all are asked",
        scene(table, "ada", choose),
        past,
        flaw(
            DecisionRefusal.EVERYBODY_ANSWERS,
            {"round.question": Become(lambda one: replace(one, ask=replace(one.ask, seat=None)))},
        ),
        flaw(DecisionRefusal.NOT_YOUR_HAND, {"inputs.actor": "bob"}),
    )


def of_players() -> Iterator[Case]:
    """Every case of a player's command."""
    yield from chips()
    yield from seats()
    yield from decisions()
