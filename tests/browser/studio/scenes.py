"""Every state of the dealer's console, as views of a table: baccarat, blackjack, brag."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace
from tests.browser.studio.fake import GIULIA, NOW

from sabot.table.views import HandShown, QuestionShown
from sabot.wire import studio as s
from sabot.wire.studio import Duty
from sabot.wire.table_view import Person, Status, TableView, Window

CONSOLE = "console-of-the-test"
SHOE = s.ShoeAtTable(
    shoe="live-1.4",
    live=True,
    sets=("A7",),
    cards=416,
    cards_left=232,
    cut_card_from_end=14,
    to_cut=218,
    last_hand=False,
    rounds=37,
    loaded_at_ms=NOW - 372 * 60_000,
    change_due_ms=NOW + 1_068 * 60_000,
    dropped=0,
    burned=None,
    burn_due=False,
    retired=None,
)
DEALER = s.DealerShown(
    name="Giulia", actor=GIULIA, console=CONSOLE, since_ms=NOW - 41 * 60_000, handing_over=False
)


def info(*, laid: int = 6, seats: int = 0, decks: int = 8) -> dict[str, Any]:
    """What the console reads of a table's settings."""
    return {"laid_before_close": laid, "seats": seats, "decks": decks, "currency": "EUR"}


def do(act: Duty, why: str = "", *positions: str, **facts: str | int | bool) -> s.Instruction:
    """An instruction."""
    return s.Instruction(act=act, why=why, positions=positions, facts=facts)


def read(position: str, card: str | None, ago_s: int, **more: Any) -> s.ReadShown:
    """A card that was read so many seconds ago."""
    code = None if card is None else f"A7:{ago_s:03}:{card}"
    given = {"by": "Giulia", "manual": False, **more}
    return s.ReadShown(position=position, card=card, code=code, at_ms=NOW - ago_s * 1_000, **given)


def studio(instruction: s.Instruction, **changes: Any) -> s.StudioView:
    """What staff see."""
    usual = s.StudioView(
        live=True,
        instruction=instruction,
        dealer=DEALER,
        shoe=SHOE,
        reads=(),
        proposal=None,
        cancel=None,
        incidents=(),
        call=None,
        paused_since_ms=None,
        paused_words=None,
        video=True,
        scanner=True,
        players=209,
        staked=911_800,
        greet=("nordest", "Lina.R", "Sissi", "Pier27"),
        round_started_ms=NOW - 15_000,
    )
    return replace(usual, **changes)


def table(phase: str, status: Status, staff: s.StudioView, **changes: Any) -> TableView:
    """A table of Speed Baccarat."""
    usual = TableView(
        table="live-1",
        name="Aurora",
        game="baccarat",
        variant="speed_baccarat",
        status=status,
        phase=phase,
        round="live-1-2841",
        round_of_shoe=38,
        bets_for=None,
        window=None,
        hands=(),
        outcome={},
        question=None,
        spots=(),
        bets=(),
        seats={},
        closed_kinds=(),
        shoe="live-1.4",
        commitment=None,
        cards_left=232,
        last_hand=False,
        because=None,
        scorecard=None,
        instruction=(),
        studio=staff,
    )
    return replace(usual, **changes)


def window(length_ms: int, left_ms: int) -> Window:
    """A clock that runs."""
    return Window(opened_at=1, length_ms=length_ms, left_ms=left_ms)


# --- baccarat -------------------------------------------------------------------------------------

FIRST_FOUR = (read("P1", "5D", 9), read("B1", "QS", 7), read("P2", "8C", 5), read("B2", "5H", 3))
HANDS = (
    HandShown(name="player", cards=("5D", "8C"), total="3"),
    HandShown(name="banker", cards=("QS", "5H"), total="5"),
    HandShown(name="reserve", cards=(None, None)),
)
INCIDENT = s.IncidentShown(
    incident=17,
    kind="scan/repeated",
    position="P2",
    first="B1",
    detail="",
    by="Giulia",
    at_ms=NOW - 40_000,
    round="live-1-2841",
    open=True,
    seen_by="Marta Ricci",
    closed_by=None,
    closed_because=None,
)
PROPOSAL = s.ProposalShown(
    kind="card",
    position="B1",
    second=None,
    was="9C",
    code="A7:117:KS",
    card="KS",
    manual=False,
    by="Giulia",
    actor=GIULIA,
    at_ms=NOW - 12_000,
    copies_seen=3,
    copies=8,
    effect=s.EffectShown(hands=(), next=("P2",), result_known=False),
    impossible=None,
)
OUTCOME: dict[str, str | int | bool] = {
    "winner": "banker",
    "player_points": 4,
    "banker_points": 7,
    "banker_pair": True,
}


def _idle(instruction: s.Instruction, **staff: Any) -> TableView:
    return table("idle", Status.WAITING, studio(instruction, **staff), round=None)


def _betting(left: int, status: Status = Status.PLACE_YOUR_BETS, **staff: Any) -> TableView:
    lay = studio(do(Duty.LAY, "round/lay", cards=6), **staff)
    return table("betting", status, lay, window=window(12_000, left))


def _dealing(instruction: s.Instruction, **changes: Any) -> TableView:
    staff = studio(instruction, reads=FIRST_FOUR)
    return table("dealing", Status.DEALING, staff, hands=HANDS, **changes)


def _stopped(**staff: Any) -> TableView:
    given: dict[str, Any] = {
        "reads": (read("P1", "4D", 45), read("B1", "9C", 42)),
        "incidents": (INCIDENT,),
        "paused_since_ms": NOW - 40_000,
        **staff,
    }
    why = do(Duty.MANAGER, "scan/repeated", awaited="shift_manager")
    hands = (
        HandShown(name="player", cards=("4D", None), total="4"),
        HandShown(name="banker", cards=("9C", None), total="9"),
    )
    return table(
        "paused", Status.PAUSED, studio(why, **given), hands=hands, because="scan/repeated"
    )


LAST = replace(SHOE, last_hand=True, to_cut=0, cards_left=12)
HANDED = replace(DEALER, actor="dealer-davide", name="Davide", console="other", handing_over=True)
BACCARAT: Mapping[str, Callable[[], TableView]] = {
    "off": lambda: table("off", Status.CLOSED_TABLE, studio(do(Duty.OFF, "table/off")), round=None),
    "sign_on": lambda: _idle(do(Duty.SIGN_ON, "studio/no_dealer"), dealer=None),
    "colleague": lambda: _idle(
        do(Duty.OPEN, "round/open"), dealer=replace(HANDED, handing_over=False)
    ),
    "take_over": lambda: _idle(do(Duty.OPEN, "round/open"), dealer=HANDED),
    "elsewhere": lambda: _idle(
        do(Duty.OPEN, "round/open"), dealer=replace(DEALER, console="another-one")
    ),
    "no_shoe": lambda: table(
        "shuffle", Status.WAITING, studio(do(Duty.LOAD, "shoe/none"), shoe=None), round=None
    ),
    "shoe_worn": lambda: table(
        "shuffle",
        Status.WAITING,
        studio(do(Duty.LOAD, "shoe/change_needed", reason="bad_barcode"), shoe=None),
        round=None,
    ),
    "shuffle_again": lambda: table(
        "shuffle",
        Status.WAITING,
        studio(do(Duty.LOAD, "shoe/change_needed", reason="cut_card")),
        round=None,
    ),
    "burn": lambda: _idle(do(Duty.BURN, "shoe/burn_due")),
    "open": lambda: _idle(do(Duty.OPEN, "round/open")),
    "betting": lambda: _betting(7_000),
    "last_bets": lambda: _betting(3_000, Status.LAST_BETS),
    "closed": lambda: table("closed", Status.BETS_CLOSED, studio(do(Duty.WAIT, "round/wallets"))),
    "dealing": lambda: _dealing(do(Duty.DEAL, "baccarat/player_draws", "X", player=3, banker=5)),
    "reread": lambda: table(
        "dealing",
        Status.DEALING,
        studio(
            do(Duty.DEAL, "baccarat/first_four", "P2"),
            reads=(read("P1", "4D", 45), read("B1", "KS", 12, corrected=True)),
            incidents=(replace(INCIDENT, open=False),),
        ),
        hands=(
            HandShown(name="player", cards=("4D", None), total="4"),
            HandShown(name="banker", cards=("KS", None), total="0"),
        ),
    ),
    "one_by_one": lambda: _dealing(
        do(Duty.DEAL, "baccarat/banker_draws", "B3", player=3, banker=5, third=4),
        variant="live_baccarat",
    ),
    "six_scanners": lambda: table(
        "dealing",
        Status.DEALING,
        studio(
            do(Duty.DEAL, "baccarat/first_four", "B1", "P2", "B2"), reads=(read("P1", "5D", 1),)
        ),
        variant="speed6_scanner_baccarat",
        name="Borea",
    ),
    "result": lambda: table(
        "result",
        Status.RESULT,
        studio(
            s.Instruction(act=Duty.ANNOUNCE, why="round/result", facts=OUTCOME), reads=FIRST_FOUR
        ),
        hands=HANDS,
        outcome=OUTCOME,
        window=window(8_000, 5_000),
    ),
    "last_hand": lambda: table(
        "closed",
        Status.BETS_CLOSED,
        studio(do(Duty.WAIT, "round/wallets", last_hand=True), shoe=LAST),
        last_hand=True,
    ),
    "stopped": _stopped,
    "proposed": lambda: _stopped(proposal=PROPOSAL),
    "by_colleague": lambda: _stopped(
        proposal=replace(PROPOSAL, kind="move", second="P1", card=None, actor="x", by="Davide"),
        incidents=(replace(INCIDENT, kind="scan/foreign", first="", seen_by=None),),
    ),
    "cancelled": lambda: table(
        "cancelled", Status.CANCELLED, studio(do(Duty.COLLECT, "round/cancelled"), reads=FIRST_FOUR)
    ),
    "no_video": lambda: _idle(do(Duty.OPEN, "round/open"), video=False),
    "called": lambda: _betting(
        9_000,
        call=s.CallShown(
            alarm="call:9", reason="help", by="Giulia", at_ms=NOW - 9_000, seen_by=None
        ),
    ),
}


# --- blackjack ------------------------------------------------------------------------------------

NAMES = ("marco_88", "Lina.R", "ugo_t", "Gio_Tex", "Pier27", "nordest", "elisa.v")


def _hand(name: str, cards: str, total: str, *tags: str) -> HandShown:
    return HandShown(name=name, cards=tuple(cards.split()), total=total, tags=tags)


SEAT_HANDS = (
    _hand("seat:1:0", "5S 4D KH", "19", "doubled"),
    _hand("seat:2:0", "9C AC", "20", "split", "stand"),
    _hand("seat:2:1", "9D JD", "19", "split", "stand"),
    _hand("seat:3:0", "TS 3H 9D", "22", "hit", "bust"),
    _hand("seat:4:0", "9D 7C", "16", "acting"),
    _hand("seat:5:0", "5S 6D", "11"),
    _hand("seat:6:0", "QS JD", "20"),
    _hand("seat:7:0", "AH 6C", "7/17"),
    HandShown(name="dealer", cards=("KD", None), total="10"),
)


def _blackjack(phase: str, status: Status, staff: s.StudioView, **changes: Any) -> TableView:
    usual: dict[str, Any] = {
        "table": "live-9",
        "name": "Edera",
        "game": "blackjack",
        "variant": "blackjack",
        "round": "live-9-0712",
        "round_of_shoe": 19,
        "hands": SEAT_HANDS,
        "seats": {n: (Person(nickname=name),) for n, name in enumerate(NAMES, start=1)},
    }
    return table(phase, status, staff, **{**usual, **changes})


BJ_SHOE = replace(SHOE, shoe="live-9.2", cards_left=268, to_cut=164, cut_card_from_end=104)
BLACKJACK: Mapping[str, Callable[[], TableView]] = {
    "bj_first_two": lambda: _blackjack(
        "dealing",
        Status.DEALING,
        studio(do(Duty.DEAL, "blackjack/first_two", "seat:3:0:1"), shoe=BJ_SHOE),
        hands=(
            _hand("seat:1:0", "5S", "5"),
            _hand("seat:2:0", "9C", "9"),
            _hand("seat:3:0", "", ""),
            HandShown(name="dealer", cards=()),
        ),
    ),
    "bj_insurance": lambda: _blackjack(
        "insurance",
        Status.INSURANCE,
        studio(do(Duty.DECIDE, "blackjack/insurance", answered=3, asked=7), shoe=BJ_SHOE),
        window=window(8_000, 5_000),
    ),
    "bj_decision": lambda: _blackjack(
        "decision",
        Status.DECISION,
        studio(do(Duty.DECIDE, "blackjack/asked", seat=4, hand=0, total="16"), shoe=BJ_SHOE),
        question=QuestionShown(
            decision_id="d", topic="turn", options=(("hit", "0"),), default="stand", seat=4
        ),
        window=window(10_000, 6_000),
    ),
    "bj_no_blackjack": lambda: _blackjack(
        "decision",
        Status.DECISION,
        studio(do(Duty.DECIDE, "blackjack/asked", seat=4, hand=0, total="16"), shoe=BJ_SHOE),
        hands=(*SEAT_HANDS[:-1], HandShown(name="dealer", cards=("AD", None), total="1/11")),
        question=QuestionShown(
            decision_id="d", topic="turn", options=(("hit", "0"),), default="stand", seat=4
        ),
        window=window(10_000, 6_000),
    ),
    "bj_hit": lambda: _blackjack(
        "decision",
        Status.DECISION,
        studio(
            do(Duty.DEAL, "decision/hit", "seat:4:0:3", seat=4, hand=0, total="16"), shoe=BJ_SHOE
        ),
    ),
    "bj_hole": lambda: _blackjack(
        "dealer",
        Status.DEALER,
        studio(do(Duty.REVEAL, "blackjack/hole_card", "dealer:2"), shoe=BJ_SHOE),
    ),
    "bj_bank_draws": lambda: _blackjack(
        "dealer",
        Status.DEALER,
        studio(do(Duty.DEAL, "blackjack/dealer_draws", "dealer:3", dealer=14), shoe=BJ_SHOE),
        hands=(*SEAT_HANDS[:-1], _hand("dealer", "KD 4C", "14")),
    ),
    "bj_result": lambda: _blackjack(
        "result",
        Status.RESULT,
        studio(do(Duty.ANNOUNCE, "round/result", dealer_total=24), shoe=BJ_SHOE),
        hands=(*SEAT_HANDS[:-1], _hand("dealer", "KD 4C TH", "24", "bust")),
        outcome={"dealer_total": 24},
        window=window(8_000, 6_000),
    ),
}


# --- brag -----------------------------------------------------------------------------------------


def _brag(phase: str, status: Status, staff: s.StudioView, **changes: Any) -> TableView:
    usual: dict[str, Any] = {
        "table": "live-5",
        "name": "Ginepro",
        "game": "brag",
        "variant": "three_card_brag",
        "round": "live-5-0044",
    }
    return table(phase, status, staff, **{**usual, **changes})


OWN = (read("player:1", "KS", 12), read("player:2", "KD", 10), read("player:3", "4H", 8))
DOWN = tuple(read(f"dealer:{n}", None, 7 - n) for n in (1, 2, 3))
BRAG_HANDS = (
    HandShown(name="player", cards=("KS", "KD", "4H"), total="pair"),
    HandShown(name="dealer", cards=(None, None, None)),
)
BRAG: Mapping[str, Callable[[], TableView]] = {
    "brag_shared": lambda: _brag(
        "dealing",
        Status.DEALING,
        studio(do(Duty.DEAL, "brag/shared_hand", "player:3"), reads=OWN[:2]),
    ),
    "brag_down": lambda: _brag(
        "dealing",
        Status.DEALING,
        studio(
            do(Duty.DEAL, "brag/dealer_hand", "dealer:3", face_down=True), reads=(*OWN, *DOWN[:2])
        ),
        hands=BRAG_HANDS,
    ),
    "brag_answers": lambda: _brag(
        "decision",
        Status.DECISION,
        studio(do(Duty.DECIDE, "brag/play_or_fold", answered=41, asked=63), reads=(*OWN, *DOWN)),
        hands=BRAG_HANDS,
        window=window(15_000, 9_000),
    ),
    "brag_turn": lambda: _brag(
        "dealer",
        Status.DEALER,
        studio(
            do(Duty.REVEAL, "brag/dealer_turns", "dealer:1", "dealer:2", "dealer:3"),
            reads=(*OWN, *DOWN),
        ),
        hands=BRAG_HANDS,
    ),
    "brag_result": lambda: _brag(
        "result",
        Status.RESULT,
        studio(
            do(Duty.ANNOUNCE, "round/result"),
            reads=(
                *OWN,
                read("dealer:1", "9H", 3),
                read("dealer:2", "8S", 2),
                read("dealer:3", "2C", 1),
            ),
        ),
        hands=(BRAG_HANDS[0], _hand("dealer", "9H 8S 2C", "high_card", "not_qualified")),
        outcome={"dealer_qualifies": False, "comparison": "player"},
        window=window(8_000, 6_000),
    ),
}

SCENES = {**BACCARAT, **BLACKJACK, **BRAG}


def info_of(name: str) -> dict[str, Any]:
    """The settings of a scene's table."""
    if name in BLACKJACK:
        return info(laid=0, seats=7)
    if name in BRAG:
        return info(laid=0, decks=1)
    return info(laid=0 if name in ("one_by_one", "six_scanners") else 6)
