"""What a gateway says to the shoe desk, for looking at each state at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from playwright.sync_api import Page
from tests.browser.studio.dealing import TYPE
from tests.browser.studio.desks import ME, TABLES, Act, Desk
from tests.browser.studio.fake import GIULIA, NOW
from tests.browser.studio.scenes import BACCARAT, SHOE

from sabot.service.studio.passports import own_deck
from sabot.wire import messages as m
from sabot.wire import shoe_desk as w
from sabot.wire.studio import AlarmShown, Priority


def step(number: int, deed_: str, ago_min: int, **more: Any) -> w.SetStep:
    """A step of a set."""
    usual: dict[str, Any] = {
        "actor": "staff:silvia",
        "by": "Silvia",
        "reason": "al banco carte",
        "before": None,
        "after": deed_,
        "by_scan": deed_ == "counted",
        "missing": (),
        "extra": (),
        "where": None,
        "seal": "",
        "table": "",
        "shoe": "",
    }
    return w.SetStep(number=number, deed=deed_, at_ms=NOW - ago_min * 60_000, **{**usual, **more})


PREPARED = step(1, "prepared", 60)
COUNTED = step(2, "counted", 40, by="Renato", actor=ME)
SHUFFLED = step(3, "shuffled", 31, where="machine")
AGAIN = step(4, "shuffled", 24, where="side_table")
SEALED = step(5, "sealed", 20, seal="S-417")
LOADED = step(6, "at_table", 10, table="live-9", shoe="live-9.2")
ALL = (PREPARED, COUNTED, SHUFFLED, AGAIN, SEALED, LOADED)


def card_set(name: str, done: int, decks: int = 8, **more: Any) -> w.CardSetShown:
    """A set after so many steps."""
    usual: dict[str, Any] = {
        "stage": ALL[done - 1].after,
        "test": True,
        "ready": done == 5,
        "ready_at": None,
        "table": "live-9" if done == 6 else None,
        "prepared_by": "staff:silvia",
        "steps": ALL[:done],
    }
    return w.CardSetShown(set=name, decks=decks, **{**usual, **more})


RETIRED = card_set(
    "M-2401",
    5,
    stage="retired",
    ready=False,
    steps=(*ALL[:5], step(6, "retired", 5, reason="carte rovinate")),
)
WRONG = card_set(
    "M-2419",
    1,
    steps=(
        PREPARED,
        step(
            2,
            "counted",
            9,
            after="prepared",
            by="Renato",
            missing=("M-2419:017:4D",),
            extra=("B7:001:9H",),
        ),
    ),
)


def need(number: int, decks: int = 8, **shoe: Any) -> w.TableNeed:
    """A live table, with its shoe unless told otherwise."""
    table = f"live-{number}"
    given = None
    if shoe.get("shoe", SHOE) is not None:
        hours = shoe.pop("hours", 9)
        given = msgspec.structs.replace(
            SHOE,
            shoe=f"{table}.4",
            sets=(f"A{number}",),
            loaded_at_ms=NOW - int(hours * 3_600_000),
            change_due_ms=NOW + int((24 - hours) * 3_600_000),
            **shoe,
        )
    return w.TableNeed(
        table=table,
        name=TABLES[table],
        variant="speed_baccarat",
        decks=decks,
        cut_card=14,
        cut_card_least=14,
        cut_card_most=26 * decks,
        burn=True,
        passports=True,
        shoe=given,
    )


NEEDS = (
    need(1, hours=11.2),
    need(2, hours=9.6),
    need(4, hours=20.6),
    need(7, hours=23.4),
    need(10, dropped=1),
    need(9, shoe=None),
)


def _alarm(table: str, kind: str, priority: Priority, left_min: int | None) -> AlarmShown:
    return AlarmShown(
        alarm=f"{kind}:x",
        table=table,
        kind=kind,
        priority=priority,
        since_ms=NOW - 600_000,
        deadline_ms=None if left_min is None else NOW + left_min * 60_000,
        facts={"reason": "age"} if kind == "cards_awaited" else {},
        seen_by=None,
        seen_at_ms=None,
        until_ms=None,
    )


def _wall(one: w.TableNeed, *alarms: AlarmShown) -> Any:
    from sabot.wire.studio import WallTable

    fields: dict[str, Any] = dict.fromkeys(WallTable.__struct_fields__)
    fields |= {
        "table": one.table,
        "name": one.name,
        "game": "baccarat",
        "variant": one.variant,
        "live": True,
        "phase": "betting",
        "alarms": alarms,
        "proposal": False,
        "last_hand": False,
    }
    numbers = ("round_of_shoe", "players", "watching", "staked", "cards_left", "cards", "to_cut")
    return WallTable(**(fields | dict.fromkeys(numbers, 0)))


WALL = m.StaffWall(
    at_ms=NOW,
    tables=tuple(
        _wall(
            one,
            *(
                {
                    "live-7": (_alarm("live-7", "shoe_age", Priority.SOON, 38),),
                    "live-4": (_alarm("live-4", "shoe_idle", Priority.LATER, 8),),
                    "live-9": (_alarm("live-9", "cards_awaited", Priority.SOON, None),),
                }.get(one.table, ())
            ),
        )
        for one in NEEDS
    ),
)
SETS = (
    card_set("M-2417", 1),
    card_set("M-2418", 2),
    WRONG,
    card_set("M-2420", 4),
    card_set("M-2421", 5, 4),
    card_set("M-2422", 5),
    card_set("M-2423", 5, 4),
    card_set("A1", 6, table="live-1"),
    RETIRED,
)


def shoes(
    *, does: Act = lambda _page: None, sets: tuple[w.CardSetShown, ...] = SETS, **changes: Any
) -> Desk:
    """The shoe desk."""
    needs = changes.pop("needs", NEEDS)
    told = w.CardSets(
        sets=sets,
        in_doubt=(),
        tables=needs,
        change_reasons=("age", "idle", "video_lost", "dropped_cards", "bad_barcode", "worn"),
    )
    opened = {
        f"api/studio/sets/{one.set}": w.CardSetOpened(
            card_set=one, passport=own_deck(one.set, one.decks)
        )
        for one in sets
    }
    return Desk(
        view=BACCARAT["betting"](),
        info={},
        role=changes.pop("role", "supervisor"),
        nickname="Renato",
        page="shoes",
        told=(WALL,),
        answers_to={"api/studio/sets": told, **opened, **changes.pop("answers_to", {})},
        does=does,
        **changes,
    )


def _set(name: str) -> Act:
    return lambda page: page.get_by_role("navigation").get_by_role("button", name=name).click()


def scan(page: Page, *codes: str) -> None:
    """Type codes as a scanner does."""
    page.evaluate(TYPE, ["F24", *codes])


def _counting(page: Page) -> None:
    _set("M-2417")(page)
    page.get_by_text("M-2417:006:").first.wait_for()
    codes = own_deck("M-2417", 8)
    scan(page, *codes[:200], "Z9:001:9H", codes[7])


def _burning(page: Page) -> None:
    page.get_by_role("button", name="B9").last.click()
    scan(page, "B9:007:9H")


def _own(page: Page) -> None:
    _set("M-2417")(page)


def _by_hand(page: Page) -> None:
    _set("M-2417")(page)
    page.get_by_role("button", name="Conta a mano").click()
    page.get_by_label("asso di picche").fill("8")


def _dialog(button: str, choose: str | None = None) -> Act:
    def do(page: Page) -> None:
        if choose is not None:
            _set(choose)(page)
        page.get_by_role("button", name=button).first.click()

    return do


MINE = tuple(
    msgspec.structs.replace(one, steps=(msgspec.structs.replace(PREPARED, actor=GIULIA),))
    if one.set == "M-2417"
    else one
    for one in SETS
)
BURNING = (
    *(one for one in NEEDS if one.table != "live-9"),
    need(9, burn_due=True, cards_left=416, hours=0.1),
)
DEVICES = w.Devices(
    devices=(
        w.DeviceShown(
            name="device:x7", table="live-1", device="scanner", position="", added_at_ms=NOW
        ),
        w.DeviceShown(
            name="device:k2", table="live-2", device="camera", position="", added_at_ms=NOW
        ),
    )
)
SHOES: Mapping[str, Callable[[], Desk]] = {
    "nothing": shoes,
    "count": lambda: shoes(does=_counting),
    "count_own": lambda: shoes(does=_own, sets=MINE),
    "count_by_hand": lambda: shoes(does=_by_hand),
    "count_wrong": lambda: shoes(does=_set("M-2419")),
    "shuffle": lambda: shoes(does=_set("M-2418")),
    "seal": lambda: shoes(does=_set("M-2420")),
    "load": lambda: shoes(does=_set("M-2422")),
    "load_two": lambda: shoes(does=_set("M-2421")),
    "burn": lambda: shoes(does=_burning, sets=(*SETS, card_set("B9", 6)), needs=BURNING),
    "retired": lambda: shoes(does=_set("M-2401")),
    "table": lambda: shoes(does=_set("Cedro")),
    "bare_table": lambda: shoes(does=_set("Lince")),
    "new": lambda: shoes(does=_dialog("Nuovo")),
    "history": lambda: shoes(does=_dialog("Storia", "M-2422")),
    "change": lambda: shoes(does=_dialog("Cambia dopo la partita")),
    "fell": lambda: shoes(does=_dialog("Segna caduta")),
    "devices": lambda: shoes(
        role="shift_manager",
        does=_dialog("Dispositivi"),
        answers_to={"api/studio/devices": DEVICES},
    ),
    "bare": lambda: shoes(sets=(), needs=()),
}
