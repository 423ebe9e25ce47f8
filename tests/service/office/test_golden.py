"""Golden chips as tokens: granted, played where they may be, and taken back when they end (R29)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence

import pytest
from msgspec.structs import replace
from tests.service.back_office import NOW_MS, BackOffice, Late
from tests.service.hall import Hall, table
from tests.service.operators import START, House
from tests.service.virtually import virtual
from tests.virtual_time import VirtualClock
from typing_extensions import override

from sabot.adapters.memory import MemoryStore
from sabot.adapters.memory.books import MemoryLedger
from sabot.adapters.memory.disk import Fault
from sabot.errors import Refused, Unavailable
from sabot.lab.audit import audit, sealed
from sabot.money import Currency
from sabot.service.office.golden import GrantBody
from sabot.service.tables.envelopes import Reply
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.phases import Phase

CHIPS = GrantBody(count=2, value=500, currency=Currency.EUR, expires_at_ms=NOW_MS + 1_000)
PURSE = "golden:bob/g1:EUR"


def soon(seconds: float, **changes: object) -> GrantBody:
    """Chips that end so many seconds from now."""
    end = VirtualClock().wall_ms() + round(1000 * seconds)
    return replace(CHIPS, expires_at_ms=end, **changes)


async def granted(hall: Hall, chips: GrantBody, player: str = "bob", name: str = "g1") -> None:
    hall.funds.rack = hall.rack
    await hall.rack.grant(name, actor="sonia", player=player, reason="birthday", chips=chips)


async def chip(hall: Hall, player: str = "bob", amount: int = 500, grant: str = "g1") -> Reply:
    return await hall.send(player, c.PlaceChip(kind="player", amount=amount, golden=grant))


def left(hall: Hall) -> int:
    return hall.store.ledger.balances([PURSE])[PURSE]


def clean(hall: Hall) -> bool:
    report = audit(sealed(hall.store.export_rows()))
    assert report.ok, report.violations
    return True


# --- granting -------------------------------------------------------------------------------------


def test_R29_a_grant_has_a_giver_a_reason_and_an_account_of_its_own() -> None:
    async def play() -> None:
        office = BackOffice()
        for _ in range(3):  # the same wish again is the same grant
            await office.rack.grant(
                "g1", actor="sonia", player="bob", reason="birthday", chips=CHIPS
            )
            office.clock.now_ms += 1
        assert office.balance(PURSE) == 1_000
        assert office.balance("promotion:house:EUR") == -1_000
        assert list(office.rack.grants("bob")) == ["g1"]
        other = replace(CHIPS, count=3)
        with pytest.raises(Refused, match="chips/other_body"):
            await office.rack.grant(
                "g1", actor="sonia", player="bob", reason="birthday", chips=other
            )
        assert office.audited().ok

    virtual(play)


def test_I4_a_grant_that_is_stored_though_nobody_heard_of_it_can_be_played() -> None:
    async def play() -> None:
        lost: list[Fault] = []
        office = BackOffice(store=MemoryStore(faults=lambda _write: lost.pop() if lost else None))
        assert office.rack.grants("bob") == {}
        lost.append(Fault.ANSWER_LOST)
        with pytest.raises(Unavailable):
            await office.rack.grant(
                "g1", actor="sonia", player="bob", reason="birthday", chips=CHIPS
            )
        assert office.balance(PURSE) == 1_000
        chip = office.funds.golden("bob", "g1", table="speed-1", variant="speed_baccarat")
        assert (chip.amount, chip.refusal) == (1_000, None)

    virtual(play)


def test_I4_a_grant_that_comes_after_balances_were_read_anew_can_be_played() -> None:
    async def play() -> None:
        store = Late()
        office = BackOffice(store=store)

        async def grant() -> None:
            await office.rack.grant(
                "g1", actor="sonia", player="bob", reason="birthday", chips=CHIPS
            )

        store.late = True
        with pytest.raises(Unavailable):
            await grant()
        who = office.directory.player("bob").golden_of("g1")
        assert office.funds._held(who) == 0  # somebody looked in between
        store.land()
        await grant()
        chip = office.funds.golden("bob", "g1", table="speed-1", variant="speed_baccarat")
        assert (chip.amount, chip.refusal) == (1_000, None)

    virtual(play)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"count": 0}, "chips/count"),
        ({"count": 1_001}, "chips/count"),
        ({"value": 0}, "chips/value"),
        ({"value": 10_000_001}, "chips/value"),
        ({"currency": Currency.GBP}, "chips/currency"),
        ({"expires_at_ms": NOW_MS}, "chips/expiry"),
        ({"games": ("speed_baccarat", "baccarat")}, "chips/game"),
    ],
)
def test_what_cannot_be_granted_says_why(change: dict[str, object], code: str) -> None:
    async def play() -> None:
        office = BackOffice()
        chips = replace(CHIPS, **change)
        with pytest.raises(Refused, match=code):
            await office.rack.grant("g1", actor="sonia", player="bob", reason="x", chips=chips)
        assert office.rack.grants("bob") == {}

    virtual(play)


class Counting(MemoryLedger):
    """A ledger that counts how often it is asked for balances."""

    reads = 0

    @override
    def balances(self, accounts: Sequence[str]) -> Mapping[str, int]:
        self.reads += 1
        return super().balances(accounts)


def test_F256_grants_that_ended_long_ago_are_looked_at_together() -> None:
    """No table goes on meanwhile, and a house gives chips for years."""

    async def play() -> None:
        store = MemoryStore()
        store.ledger = ledger = Counting(store.facts)
        office = BackOffice(store=store)
        for number in range(50):
            await office.rack.grant(
                f"g{number}",
                actor=f"sonia-{number}",
                player=f"p{number}",
                reason="opening",
                chips=CHIPS,
            )
        office.clock.now_ms = CHIPS.expires_at_ms
        assert await office.rack.expire() == 50
        ledger.reads = 0
        assert await office.rack.expire() == 0
        assert ledger.reads == 1

    virtual(play)


# --- playing --------------------------------------------------------------------------------------


def test_F182_R29_a_chip_of_another_grant_does_not_take_the_place_of_the_one_that_lies_there() -> (
    None
):
    async def play() -> None:
        async with Hall(table("scanner-1"), houses=[]) as hall:
            await granted(hall, soon(1_000))
            await granted(hall, soon(1_000), name="g2")
            await hall.until(Phase.BETTING)
            assert (await chip(hall)).accepted
            other = c.PlaceChip(kind="tie", amount=500, golden="g2")
            assert (await hall.send("bob", other)).code == "bet/one_golden_chip"
            await hall.send("bob", c.LowerBet(kind="tie", amount=500))
            assert (await hall.send("bob", c.ConfirmBets())).accepted
            purses = ("golden:bob/g1:EUR", "golden:bob/g2:EUR")
            assert hall.store.ledger.balances(purses) == dict(
                zip(purses, (500, 1_000), strict=True)
            )
            assert clean(hall)

    virtual(play)


def test_R29_a_win_pays_without_the_stake_and_a_push_gives_the_chip_back_to_its_grant() -> None:
    async def play() -> None:
        # A tie first, then a win for Player: nine against two.
        cards = "9C 9D TH TS 9H 2D KC KD"
        async with Hall(table("scanner-1"), houses=[], cards=cards) as hall:
            await granted(hall, soon(1_000))
            for expected in ((1_000, 0), (500, 500)):
                await hall.until(Phase.BETTING)
                assert (await chip(hall)).accepted
                assert (await hall.send("bob", c.ConfirmBets())).accepted
                assert left(hall) == 500
                await hall.until(Phase.RESULT)
                assert (left(hall), hall.funds.balance("bob")) == expected
            assert clean(hall)

    virtual(play)


def test_R29_an_operators_player_plays_golden_chips_without_asking_the_wallet() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("speed-1"), houses=[acme], cards="9C 2D TH KD") as hall:
            await granted(hall, soon(1_000), ada)
            await hall.until(Phase.BETTING)
            assert (await chip(hall, ada)).accepted
            await hall.until(Phase.RESULT)
            await hall.when(lambda: acme.balance(ada) == START + 500)
            assert hall.ops(ada) == []
            await hall.agree()
            assert clean(hall)

    virtual(play)


def test_R29_the_table_refuses_a_chip_with_the_reason_of_its_own() -> None:
    async def play() -> None:
        async with Hall(table("speed-1"), houses=[]) as hall:
            await granted(hall, soon(1_000, games=("blackjack",)), name="g1")
            await granted(hall, soon(1_000, tables=("speed-2",)), name="g2")
            await granted(hall, soon(1_000, tables=("speed-1",)), name="g3")
            await granted(hall, soon(1_000, games=("speed_baccarat",)), name="g4")
            await granted(hall, soon(0.5), name="g5")
            await asyncio.sleep(0.6)
            await hall.until(Phase.BETTING)
            codes = {}
            for token in ("g1", "g2", "g5", "g9"):
                codes[token] = (await chip(hall, grant=token)).code
            codes["value"] = (await chip(hall, grant="g3", amount=400)).code
            assert codes == {
                "g1": "bet/golden_chip_not_here",
                "g2": "bet/golden_chip_not_here",
                "g5": "bet/golden_chip_expired",
                "g9": "bet/no_golden_chip",
                "value": "bet/golden_chip_value",
            }
            assert (await chip(hall, grant="g3")).accepted
            await hall.send("bob", c.UndoBet())
            assert (await chip(hall, grant="g4")).accepted
            foreign = await chip(hall, "eve", grant="g3")
            assert foreign.code == "bet/no_golden_chip"

    virtual(play)


@pytest.mark.parametrize(
    ("games", "tables", "where"),
    [
        ((), (), {"speed-1", "speed-2", "lobby-1"}),
        (("speed_baccarat",), (), {"speed-1", "speed-2"}),
        ((), ("speed-1", "lobby-1"), {"speed-1", "lobby-1"}),
        (("speed_baccarat",), ("speed-1", "lobby-1"), {"speed-1"}),
        (("speed_baccarat",), ("lobby-1",), set()),
    ],
)
def test_R29_a_grant_limited_to_games_and_tables_is_played_where_both_allow_it(
    games: tuple[str, ...], tables: tuple[str, ...], where: set[str]
) -> None:
    places = {
        "speed-1": "speed_baccarat",
        "speed-2": "speed_baccarat",
        "lobby-1": "lobby_blackjack",
    }

    async def play() -> None:
        office = BackOffice()
        chips = replace(CHIPS, games=games, tables=tables)
        await office.rack.grant("g1", actor="sonia", player="bob", reason="x", chips=chips)
        found = {
            table: office.funds.golden("bob", "g1", table=table, variant=variant).refusal
            for table, variant in places.items()
        }
        assert {table for table, refusal in found.items() if refusal is None} == where
        assert set(found.values()) <= {None, "bet/golden_chip_not_here"}

    virtual(play)


def test_R29_a_chip_that_ends_while_it_lies_is_out_at_the_close() -> None:
    async def play() -> None:
        async with Hall(table("speed-1"), houses=[]) as hall:
            await hall.until(Phase.BETTING)
            await granted(hall, soon(5))
            assert (await chip(hall)).accepted
            await hall.until(Phase.DEALING)
            assert hall.rejected("bob") == {"bet/golden_chip_expired"}
            assert left(hall) == 1_000
            assert await hall.rack.expire() == 1
            assert left(hall) == 0
            assert clean(hall)

    virtual(play)


def test_R29_a_chip_in_play_when_its_grant_ends_comes_back_and_is_taken_back_then() -> None:
    async def play() -> None:
        async with Hall(table("scanner-1"), houses=[], cards="9C 9D TH TS") as hall:
            await hall.until(Phase.BETTING)
            await granted(hall, soon(3))
            await chip(hall)
            await hall.send("bob", c.ConfirmBets())
            await asyncio.sleep(4)
            assert await hall.rack.expire() == 1  # the one that was not played
            await hall.until(Phase.RESULT)
            assert left(hall) == 500  # the push brought the other back
            assert await hall.rack.expire() == 1
            assert (left(hall), await hall.rack.expire()) == (0, 0)
            assert hall.happened.told(e.RoundSettled)
            assert clean(hall)

    virtual(play)


def test_R29_two_tables_cannot_play_the_last_chip_twice() -> None:
    async def play() -> None:
        async with Hall(table("speed-1"), table("speed-2"), houses=[]) as hall:
            await granted(hall, soon(1_000, count=1))
            await hall.until(Phase.BETTING, at="speed-1")
            await hall.until(Phase.BETTING, at="speed-2")
            for at in ("speed-1", "speed-2"):
                command = c.PlaceChip(kind="player", amount=500, golden="g1")
                assert (await hall.send("bob", command, at=at)).accepted
            await hall.until(Phase.DEALING, at="speed-1")
            await hall.until(Phase.DEALING, at="speed-2")
            taken = [bet for event in hall.happened.told(e.BetsClosed) for bet in event.accepted]
            out = [each for event in hall.happened.told(e.BetsClosed) for each in event.rejected]
            assert [len(taken), [each.reason for each in out]] == [1, ["bet/no_golden_chip"]]
            assert clean(hall)

    virtual(play)


# --- forgery --------------------------------------------------------------------------------------


def one_more(kind: str, fact: dict[str, object]) -> bool:
    if fact.get("kind") == "chips/granted":
        fact["body"] = str(fact["body"]).replace('"count":2', '"count":3')
    return True


def no_grant(kind: str, fact: dict[str, object]) -> bool:
    return fact.get("kind") != "chips/granted"


def too_early(kind: str, fact: dict[str, object]) -> bool:
    if fact.get("kind") == "chips/expired":
        fact["at_ms"] = NOW_MS + 999
    return True


@pytest.mark.parametrize("forge", [one_more, no_grant, too_early])
def test_I14_the_audit_finds_forged_chips(
    forge: Callable[[str, dict[str, object]], bool],
) -> None:
    async def play() -> None:
        office = BackOffice()
        await office.rack.grant("g1", actor="sonia", player="bob", reason="x", chips=CHIPS)
        office.clock.now_ms = NOW_MS + 1_000
        assert await office.rack.expire() == 1
        assert office.audited().ok
        assert any(each.check == "I14" for each in office.audited(forge).violations)

    virtual(play)
