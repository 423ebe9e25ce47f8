"""The commands of staff, machines and the house, and every reason for which they are refused."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace
from tests.table.cast import disclosure
from tests.table.cupboard import Cupboard, a_set
from tests.table.driver import (
    BOSS,
    DEALER,
    HOUSE,
    Studio,
    brag,
    configured,
    scanner,
    scanner_config,
    speed_config,
)
from tests.table.flaws import (
    LENGTH,
    PUBLIC,
    TOO_LONG,
    Become,
    Case,
    Scene,
    case,
    flaw,
    scene,
)
from tests.table.studio.test_trouble import in_play

from sabot.gamekit import Reason
from sabot.table import commands as c
from sabot.table.authority import ActorKind
from sabot.table.config import Opening
from sabot.table.config_codec import encode_config
from sabot.table.phases import Phase
from sabot.table.promises import commitment
from sabot.table.refusals import (
    BetRefusal,
    ConfigRefusal,
    TableRefusal,
    TimerRefusal,
)
from sabot.table.staff.card_sets import Standing
from sabot.table.staff.phrases import Phrase
from sabot.table.staff.reasons import OfTheHouse
from sabot.table.staff.refusals import (
    AlarmRefusal,
    AnnounceRefusal,
    DealerRefusal,
    IncidentRefusal,
    ReasonRefusal,
    ReliefRefusal,
    ShoeRefusal,
    TextRefusal,
    TurningRefusal,
    VideoRefusal,
)


def staff(table: Studio, command: c.Command, *, by: str = BOSS, **more: object) -> Scene:
    kind = ActorKind.DEALER if by == DEALER else ActorKind.MANAGER
    return scene(table, by, command, kind=kind, **more)


def dealers() -> Iterator[Case]:
    free = scanner(live=True)
    free.does(DEALER, c.SignOff())
    taken = scanner(live=True).state.dealer
    assert taken is not None
    yield case(
        "signing on",
        staff(free, c.SignOn(console="desk-1"), by=DEALER),
        flaw(DealerRefusal.BAD_CONSOLE, {"command.console": "a desk"}),
        flaw(DealerRefusal.DEALER_ON, {"state.dealer": replace(taken, actor="nico")}),
        flaw(DealerRefusal.SIGNED_ON, {"state.dealer": taken}),
        hides=(("studio/bad_console", "studio/signed_on"),),  # nobody is on at such a desk
    )
    live = scanner(live=True)
    nobody = flaw(DealerRefusal.NOT_SIGNED_ON, {"state.dealer": None})
    yield case(
        "handing over",
        staff(live, c.HandOver(), by=DEALER),
        nobody,
        flaw(
            DealerRefusal.HANDING_OVER,
            {"state.dealer": Become(lambda dealer: dealer and replace(dealer, handing_over=True))},
        ),
        hides=(("studio/not_signed_on", "studio/handing_over"),),
    )
    betting = scanner(live=True)
    betting.players.place("ada", "player")
    betting.does("ada", c.ConfirmBets())
    yield case(
        "signing off",
        staff(live, c.SignOff(), by=DEALER),
        nobody,
        flaw(DealerRefusal.ROUND_IN_PLAY, {"state.round": betting.state.round}),
    )
    yield case(
        "relieving",
        staff(live, c.RelieveDealer(reason="ill")),
        flaw(DealerRefusal.NO_DEALER, {"state.dealer": None}),
        LENGTH,
    )
    yield case(
        "planning a relief",
        staff(live, c.PlanRelief(dealer="nico", at_ms=1000)),
        flaw(ReliefRefusal.UNKNOWN_DEALER, {"command.dealer": "a dealer"}),
        flaw(ReliefRefusal.TIME, {"command.at_ms": 10**12}),
        flaw(ReliefRefusal.IN_CHARGE, {"command.dealer": DEALER}),
    )
    live.does(BOSS, c.PlanRelief(dealer="nico", at_ms=1000))
    yield case(
        "dropping a plan",
        staff(live, c.DropRelief()),
        flaw(ReliefRefusal.NONE, {"state.relief": None}),
    )


def shoes() -> Iterator[Case]:
    table = scanner(live=True, opening=Opening.DEALER)
    fresh = {"shoe.burned": None, "shoe.used": 0, "shoe.rounds": 0}
    yield case(
        "opening",
        staff(table, c.OpenBetting(), by=DEALER),
        flaw(TableRefusal.OPENS_BY_ITSELF, {"settings.opening": Opening.CLOCK}),
        flaw(ShoeRefusal.CHANGE_NEEDED, {"shoe.retired": "age"}),
        flaw(ShoeRefusal.BURN_DUE, {"settings.burn": True, **fresh}),
        hides=(("shoe/change_needed", "shoe/burn_due"),),
    )
    burnt = c.BurnCards(first="7C", code="shoe1:500:7C")
    yield case(
        "burning",
        staff(table, burnt, by=DEALER),
        flaw(ShoeRefusal.ALREADY_BEGUN, {"shoe.rounds": 1}),
        flaw(OfTheHouse.FOREIGN, {"shoe.shoe_id": "another"}),
        flaw(OfTheHouse.REPEATED, {"shoe.codes": frozenset({"shoe1:500:7C"})}),
    )
    playing = in_play("4S", live=True)
    yield case(
        "the cut card",
        staff(playing, c.ShowCutCard(), by=DEALER),
        flaw(ShoeRefusal.CUT_CARD_SHOWN_BEFORE, {"shoe.last_hand": True}),
    )
    yield case(
        "fallen cards",
        staff(table, c.DropCards(count=2), by=DEALER),
        flaw(ShoeRefusal.NONE, {"state.shoe": None}),
        flaw(ShoeRefusal.WRONG_COUNT, {"command.count": 0}),
    )
    yield case(
        "a bad barcode",
        staff(playing, c.ReportBarcode(position="P2"), by=DEALER),
        flaw(TextRefusal.LENGTH, {"command.position": TOO_LONG}),
    )
    yield case(
        "changing the cards",
        staff(table, c.ChangeCards(reason="worn", words="old")),
        flaw(ReasonRefusal.UNKNOWN, {"command.reason": "boredom"}),
        flaw(TextRefusal.LENGTH, {"command.words": TOO_LONG}),
    )
    yield case(
        "turning",
        staff(turning(), c.Reveal(), by=DEALER),
        flaw(
            TurningRefusal.NOT_TO_BE_TURNED,
            {"round.expected": playing.round.expected},
        ),
    )
    yield from loading()


def turning() -> Studio:
    table = brag(live=True)
    table.players.place("ada", "ante")
    table.close()
    table.cards.deal("9S 9H 4D KS 8H 3D")
    table.players.answer("ada", "play", kind="ante")
    return table


def loading() -> Iterator[Case]:
    config = scanner_config(opening=Opening.DEALER, live=True, passports=True)
    table = Studio(config, live=False)
    table.engine.sets = Cupboard(a_set("set-1"), a_set("set-2", standing=Standing.RETIRED))
    table.does("house", configured(config))
    table.sign_on()
    held = {
        "set-1": a_set("set-1"),
        "old": a_set("old", standing=Standing.RETIRED),
        "away": a_set("away", at="live-9"),
        "raw": a_set("raw", standing=Standing.NOT_READY),
        "old-away": a_set("old-away", standing=Standing.RETIRED, at="live-9"),
    }
    load = c.LoadShoe(shoe_id="fresh", decks=8, sets=("set-1",))
    named = flaw(ShoeRefusal.BAD_NAME, {"command.shoe_id": "a:b"})
    cut = flaw(ShoeRefusal.CUT_CARD, {"command.cut_card_from_end": 1})
    decks = flaw(ShoeRefusal.WRONG_DECKS, {"command.decks": 6})
    yield case(
        "real cards",
        staff(table, load, by=DEALER, set_of=held.get),
        decks,
        named,
        flaw(ShoeRefusal.SETS_NEEDED, {"command.sets": ()}),
        flaw(ShoeRefusal.SET_UNKNOWN, {"command.sets": ("nothing",)}),
        flaw(ShoeRefusal.SET_RETIRED, {"command.sets": ("old-away",)}),
        flaw(ShoeRefusal.SET_IN_USE, {"command.sets": ("away",)}),
        flaw(ShoeRefusal.SET_NOT_READY, {"command.sets": ("raw",)}),
        cut,
    )
    virtual = Studio(speed_config(live=False))
    promise = virtual.shoe
    assert promise.commitment is not None
    idle = {"state.phase": Phase.IDLE, "state.round": None}
    fresh = c.LoadShoe(shoe_id="fresh", decks=8, commitment="c0ffee")
    retired = replace(promise, retired="age", disclosed=True)
    yield case(
        "a promised order",
        scene(virtual, "machine", fresh, kind=ActorKind.MACHINE).changed(
            {**idle, "state.shoe": retired}
        ),
        decks,
        flaw(ShoeRefusal.NO_COMMITMENT, {"command.commitment": None}),
        named,
        flaw(ShoeRefusal.LOADED_BEFORE, {"command.shoe_id": promise.shoe_id}),
        flaw(ShoeRefusal.STILL_IN_PLAY, {"state.shoe": promise}),
        flaw(ShoeRefusal.NOT_DISCLOSED, {"state.shoe": replace(retired, disclosed=False)}),
        flaw(ShoeRefusal.SET_UNKNOWN, {"command.sets": ("set-1",)}),
        cut,
    )
    yield from promises(virtual)


def promises(table: Studio) -> Iterator[Case]:
    shoe = replace(table.shoe, retired="age")
    over = {"state.phase": Phase.SHUFFLE, "state.round": None, "state.shoe": shoe}
    shown = disclosure(shoe.shoe_id)
    unknown = flaw(ShoeRefusal.UNKNOWN, {"command.shoe_id": "another"})
    yield case(
        "publishing an order",
        scene(table, "machine", shown, kind=ActorKind.MACHINE).changed(over),
        unknown,
        flaw(ShoeRefusal.NOTHING_PROMISED, {"shoe.commitment": None}),
        flaw(ShoeRefusal.STILL_IN_PLAY, {"shoe.retired": None}),
        flaw(ShoeRefusal.DISCLOSED_BEFORE, {"shoe.disclosed": True}),
        flaw(ShoeRefusal.PROMISE_BROKEN, {"command.salt": "other"}),
        flaw(
            ShoeRefusal.NOT_WHOLE_DECKS,
            {
                "command.cards": "9S 9H",
                "shoe.commitment": commitment(cards="9S 9H", salt=shown.salt),
            },
        ),
    )
    lost = c.ReportLostPromise(shoe_id=shoe.shoe_id, reason="the file is gone")
    yield case(
        "a lost promise",
        scene(table, "machine", lost, kind=ActorKind.MACHINE).changed(over),
        flaw(ShoeRefusal.NOTHING_PROMISED, {"command.shoe_id": "another"}),
        flaw(OfTheHouse.PROMISE_LOST, {"shoe.lost": True}),
        LENGTH,
    )
    yield case(
        "writing it off",
        staff(table, c.WriteOffShoe(shoe_id=shoe.shoe_id, reason="lost")).changed(
            {**over, "shoe.lost": True}
        ),
        unknown,
        flaw(ShoeRefusal.PROMISE_NOT_LOST, {"shoe.lost": False}),
        flaw(ShoeRefusal.STILL_IN_PLAY, {"state.round": table.state.round}),
        LENGTH,
    )


def scans() -> Iterator[Case]:
    table = in_play("4S 2H", live=True)
    shoe_id = table.shoe.shoe_id
    at = table.cards.waits_for()[0]
    read = c.Scan(position=at, code=f"{shoe_id}:77:9C", card="9C")
    yield case(
        "a real card",
        staff(table, read, by=DEALER),
        flaw(OfTheHouse.UNREADABLE, {"command.card": "one of clubs"}),
        flaw(OfTheHouse.EARLY, {"state.phase": Phase.CLOSED}),
        flaw(OfTheHouse.REPEATED, {"shoe.codes": frozenset({read.code})}),
        flaw(OfTheHouse.FOREIGN, {"shoe.shoe_id": "another"}),
        flaw(OfTheHouse.UNEXPECTED, {"command.position": "P9"}),
        flaw(
            OfTheHouse.TOO_MANY,
            {"shoe.codes": frozenset(f"{shoe_id}:{n}:9C" for n in range(100, 108))},
        ),
        flaw(TableRefusal.PAUSED, {"state.phase": Phase.PAUSED, "state.paused": stopped(table)}),
    )
    machine = Studio(speed_config(live=False))
    machine.close()
    place = machine.state.cards_out
    promised = c.Scan(
        position=machine.cards.waits_for()[0], code=f"{machine.shoe.shoe_id}:{place}:4S", card="4S"
    )
    yield case(
        "a card of a promised order",
        scene(machine, "machine", promised, kind=ActorKind.MACHINE),
        flaw(OfTheHouse.REPEATED, {"shoe.codes": frozenset({promised.code})}),
        flaw(OfTheHouse.FOREIGN, {"shoe.shoe_id": "another"}),
        flaw(OfTheHouse.OUT_OF_ORDER, {"shoe.used": 9}),
        flaw(OfTheHouse.NOT_PROMISED, {"inputs.promised": "5S"}),
        flaw(OfTheHouse.UNEXPECTED, {"command.position": "P9"}),
    )


def stopped(table: Studio) -> object:
    twin = in_play("4S 2H", live=True)
    twin.does(BOSS, c.Pause(reason="a look"))
    assert twin.table_id == table.table_id
    return twin.state.paused


def the_rest() -> Iterator[Case]:
    table = scanner(live=True)
    yield case(
        "a phrase",
        staff(table, c.Announce(phrase=next(iter(Phrase)).value), by=DEALER),
        flaw(AnnounceRefusal.UNKNOWN, {"command.phrase": "hello_there"}),
    )
    yield case("a call", staff(table, c.CallManager(reason="help"), by=DEALER), LENGTH)
    playing = in_play("4S", live=True)
    yield case(
        "a stop", staff(playing, c.Pause(reason="a look", public="studio/video")), PUBLIC, LENGTH
    )
    yield case(
        "the picture",
        staff(table, c.ReportVideo(available=False)),
        flaw(VideoRefusal.ALREADY_SO, {"state.video": False}),
    )
    broken = in_play("4S", live=True)
    broken.send(DEALER, c.Scan(position="P9", code="x:1:5S", card="5S"))
    number = broken.state.incidents[0].number
    unknown = flaw(AlarmRefusal.UNKNOWN, {"command.alarm": "no alarm"})
    yield case("seeing an alarm", staff(broken, c.Acknowledge(alarm="cut_card")), unknown)
    yield case(
        "putting an alarm off",
        staff(broken, c.PutOff(alarm="cut_card", minutes=10, reason="soon")),
        unknown,
        flaw(AlarmRefusal.MINUTES, {"command.minutes": 0}),
        flaw(AlarmRefusal.CANNOT_WAIT, {"command.alarm": "paused"}),
        LENGTH,
    )
    quiet = {"state.phase": Phase.DEALING}
    yield case(
        "closing an incident",
        staff(broken, c.CloseIncident(incident=number, reason="done")).changed(quiet),
        flaw(IncidentRefusal.UNKNOWN, {"command.incident": 10**6}),
        flaw(
            IncidentRefusal.CLOSED,
            {
                "state.incidents": Become(
                    lambda all_: tuple(replace(one, closed_by=BOSS) for one in all_)
                )
            },
        ),
        flaw(IncidentRefusal.UNDECIDED, {"state.phase": Phase.PAUSED}),
        LENGTH,
    )
    kinds = tuple(sorted(table.state.settings.variant.bets))[:1]
    switch = c.SwitchSideBets(kinds=kinds, off=True, reason="abuse")
    yield case(
        "side bets",
        staff(table, switch),
        flaw(Reason.NOT_OFFERED, {"command.kinds": ("nothing",)}),
        flaw(BetRefusal.OFF_BY_SETTINGS, {"settings.switched_off": frozenset(kinds)}),
        flaw(BetRefusal.ALREADY_SO, {"state.kinds_off": frozenset(kinds)}),
        LENGTH,
    )
    yield case(
        "the table off",
        staff(table, c.SwitchTable(off=True, reason="night")),
        flaw(TableRefusal.ALREADY_SO, {"state.switched_off": True}),
        LENGTH,
    )
    yield from of_the_house(table)


def of_the_house(table: Studio) -> Iterator[Case]:
    config = table.state.config
    assert config is not None
    settings = encode_config(scanner_config(live=True, version=2))
    strange = encode_config(scanner_config("another", live=True, version=2))
    yield case(
        "settings",
        scene(
            table,
            HOUSE,
            c.Configure(version=2, config=settings, reason="new"),
            kind=ActorKind.HOUSE,
        ),
        flaw(ConfigRefusal.OLDER, {"command.version": 1}),
        flaw(ConfigRefusal.NOT_ITS_OWN, {"command.config": strange}),
        LENGTH,
    )
    timer = table.state.timer
    assert timer is not None
    yield case(
        "the end of a window",
        scene(table, HOUSE, c.TimeUp(seq=timer.seq), kind=ActorKind.HOUSE),
        flaw(TimerRefusal.STALE, {"command.seq": 0}),
        flaw(TimerRefusal.NOTHING_TO_END, {"state.phase": Phase.PAUSED}),
    )
    yield case(
        "a malfunction",
        scene(table, HOUSE, c.ReportMalfunction(detail="a bug", again=False), kind=ActorKind.HOUSE),
        flaw(TextRefusal.LENGTH, {"command.detail": TOO_LONG}),
    )


def of_staff() -> Iterator[Case]:
    """Every case of a command that no player sends."""
    yield from dealers()
    yield from shoes()
    yield from scans()
    yield from the_rest()
