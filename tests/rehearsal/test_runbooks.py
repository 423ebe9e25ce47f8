"""Every runbook, followed by the people it names over the real interface of a real house.

At each step the console's instruction is the one that the runbook quotes.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.client.floor import play
from tests.rehearsal import screens
from tests.rehearsal.live_house import QUICK, TABLE, LiveHouse, live, opened

from sabot.client import Client, Refused
from sabot.client.shoe_desk import ShoeDesk, counted
from sabot.rehearsal.cards import card_of
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.config import AnyConfig
from sabot.wire.studio import Duty, StudioView
from sabot.wire.table_view import TableView

WHY = "as the runbook says"
CALM = replace(QUICK, betting=800, result=400, cancelled=400)
"""Windows long enough for a step of a runbook."""


def calm(*, burn: bool = False) -> AnyConfig:
    """A live table that takes registered sets only."""
    return live(passports=True, burn=burn, timers=CALM)


class Shift:
    """The people of a runbook at one table, and the cards of its set."""

    def __init__(self, house: LiveHouse, runbook: str) -> None:
        self.house = house
        self.quoted = {quote for _, quote in screens.quotes(screens.RUNBOOKS / f"{runbook}.md")}
        self.people: dict[str, Client] = {}
        self.desks: dict[str, ShoeDesk] = {}
        self.codes: list[str] = []

    @property
    def view(self) -> TableView:
        """The table as its dealer sees it."""
        return self.people["dealer"].tables[TABLE].view

    @property
    def studio(self) -> StudioView:
        assert self.view.studio is not None
        return self.view.studio

    async def does(self, who: str, command: c.AnyCommand) -> None:
        """A step; the dealer's view shows it before the next one."""
        table = self.people["dealer"].tables[TABLE]
        seq = table.mirror.seq
        await self.people[who].act(TABLE, command)
        await table.until(lambda _view: table.mirror.seq > seq)

    async def until(self, *acts: Duty) -> StudioView:
        """Wait for an instruction."""
        table = self.people["dealer"].tables[TABLE]
        await table.until(
            lambda view: view.studio is not None and view.studio.instruction.act in acts
        )
        return self.studio

    async def reads_on_screen(self, act: Duty) -> None:
        """The console says this now, and the runbook quotes it."""
        await self.until(act)
        assert screens.big(self.studio) in self.quoted

    async def seal(self, name: str, decks: int) -> None:
        """The shoe desk's part of `cards-from-zero.md`."""
        supervisor, manager = self.desks["supervisor"], self.desks["manager"]
        await supervisor.prepare(name, decks, reason=WHY)
        codes = await supervisor.passport(name)
        with pytest.raises(Refused, match="set/same_person"):
            await supervisor.count(name, cards=counted(codes), reason=WHY)
        await manager.count(name, cards=counted(codes), reason=WHY)
        await supervisor.shuffle(name, where="machine", reason=WHY)
        sealed = await supervisor.seal(name, number="S-0001", reason=WHY)
        assert sealed.ready

    async def load(self, name: str, decks: int = 8) -> None:
        """A sealed set comes to the table."""
        await self.does("supervisor", c.LoadShoe(shoe_id="", decks=decks, sets=(name,)))
        self.codes = list(await self.desks["supervisor"].passport(name))

    def card(self, card: str) -> str:
        """A card of the set that has not come yet."""
        code = next(code for code in self.codes if card_of(code) == card)
        self.codes.remove(code)
        return code

    async def scan(self, card: str, position: str = "", *, manual: bool = False) -> str:
        code = self.card(card)
        due = position or self.studio.instruction.positions[0]
        await self.does("dealer", c.Scan(position=due, code=code, card=card, manual=manual))
        return code

    async def bets(self) -> None:
        """A player has a bet in this round."""
        ada = self.people["ada"].tables[TABLE]
        await ada.place("player", 500)

    async def deal_to_the_end(self) -> None:
        """Read what is due until the round has a result."""
        cards = iter(("KH", "QH", "JH", "TH", "KD", "QD", "JD", "TD"))
        while (await self.until(Duty.DEAL, Duty.ANNOUNCE)).instruction.act is Duty.DEAL:
            reads = len(self.studio.reads)
            await self.scan(next(cards))
            assert len(self.studio.reads) > reads or self.studio.instruction.act is not Duty.DEAL

    async def opens(self, *, bets: bool = True) -> None:
        """Sign on, load, open; at the end the first card is due."""
        await self.does("dealer", c.SignOn(console="desk-1"))
        await self.seal("A1", 8)
        await self.load("A1")
        await self.until(Duty.OPEN)
        await self.does("dealer", c.OpenBetting())
        if bets:
            await self.bets()
        await self.until(Duty.DEAL)

    def events(self, kind: type[e.Event]) -> list[e.Event]:
        return [one for one in self.house.events() if isinstance(one, kind)]


@contextlib.asynccontextmanager
async def on_shift(
    folder: Path, runbook: str, config: AnyConfig | None = None
) -> AsyncIterator[Shift]:
    """A house with one live table that takes registered sets only."""
    async with opened(folder, [config or calm()]) as house:
        shift = Shift(house, runbook)
        consoles = {"dealer": "desk-1", "dealer2": "desk-2"}
        async with contextlib.AsyncExitStack() as stack:
            for login in ("ada", "dealer", "dealer2", "supervisor", "manager", "manager2"):
                client = house.client(login, console=consoles.get(login, ""))
                shift.people[login] = await stack.enter_async_context(client)
                shift.desks[login] = ShoeDesk(house.address, token=shift.people[login].line.token)
                await shift.people[login].watch(TABLE)
            yield shift


def test_F97_runbook_cards_from_zero(tmp_path: Path) -> None:
    async def story() -> None:
        async with on_shift(tmp_path, "cards-from-zero") as shift:
            await shift.seal("A7", 8)
            assert (await shift.desks["supervisor"].labels("A7")).startswith(b"%PDF")
            await shift.does("dealer", c.SignOn(console="desk-1"))
            await shift.load("A7")
            await shift.reads_on_screen(Duty.OPEN)
            foreign = c.Scan(position="P1", code="B9:001:AS", card="AS")
            with pytest.raises(Refused, match="scan/early"):
                await shift.people["dealer"].act(TABLE, foreign)
            await shift.until(Duty.OPEN)
            incident = shift.studio.incidents[0].incident
            await shift.does("manager", c.CloseIncident(incident=incident, reason=WHY))

    play(story())


def test_F86_runbook_opening_a_table(tmp_path: Path) -> None:
    async def story() -> None:
        config = calm(burn=True)
        async with on_shift(tmp_path, "opening-a-table", config) as shift:
            await shift.reads_on_screen(Duty.SIGN_ON)
            await shift.does("dealer", c.SignOn(console="desk-1"))
            await shift.reads_on_screen(Duty.LOAD)
            await shift.seal("A1", 8)
            await shift.load("A1")
            await shift.reads_on_screen(Duty.BURN)
            burned = shift.card("7S")
            await shift.does("dealer", c.BurnCards(first="7S", code=burned))
            await shift.reads_on_screen(Duty.OPEN)
            await shift.does("dealer", c.OpenBetting())
            await shift.reads_on_screen(Duty.LAY)
            await shift.bets()
            await shift.until(Duty.DEAL)
            assert shift.studio.instruction.positions[0] == "P1"
            await shift.deal_to_the_end()
            await shift.reads_on_screen(Duty.OPEN)
            assert len(shift.events(e.RoundSettled)) == 1

    play(story())


def test_runbook_change_of_dealer(tmp_path: Path) -> None:
    async def story() -> None:
        async with on_shift(tmp_path, "change-of-dealer") as shift:
            await shift.opens()
            with pytest.raises(Refused, match="studio/dealer_on"):
                await shift.people["dealer2"].act(TABLE, c.SignOn(console="desk-2"))
            await shift.does("dealer", c.HandOver())
            await shift.scan("KH")
            await shift.does("dealer2", c.SignOn(console="desk-2"))
            with pytest.raises(Refused, match="studio/not_signed_on"):
                await shift.scan("KD")
            dealt = [one.actor for one in shift.events(e.DealerSignedOn)]  # type: ignore[attr-defined]
            assert dealt == ["staff:login:dealer", "staff:login:dealer2"]
            await shift.does("manager", c.RelieveDealer(reason=WHY))
            await shift.reads_on_screen(Duty.SIGN_ON)

    play(story())


def test_F243_runbook_misdeal(tmp_path: Path) -> None:
    async def story() -> None:
        async with on_shift(tmp_path, "misdeal") as shift:
            await shift.opens()
            await shift.scan("KH")
            code = await shift.scan("9H")
            # Read twice: the table stops by itself.
            with pytest.raises(Refused, match="scan/repeated"):
                await shift.people["dealer"].act(TABLE, c.Scan(position="P2", code=code, card="9H"))
            await shift.reads_on_screen(Duty.MANAGER)
            move = c.ProposeMove(first="P1", second="B1", round_id=shift.view.round or "")
            await shift.does("dealer", move)
            assert shift.studio.proposal is not None
            await shift.does("dealer", c.WithdrawCorrection(round_id=shift.view.round or ""))
            await shift.does("dealer", move)
            confirm = c.MoveCards(first="P1", second="B1", round_id=shift.view.round or "")
            with pytest.raises(Refused):
                await shift.people["dealer"].act(TABLE, confirm)
            await shift.does("manager", confirm)
            await shift.does("manager", c.Resume(reason=WHY))
            await shift.deal_to_the_end()
            [incident] = shift.studio.incidents
            await shift.does("manager", c.CloseIncident(incident=incident.incident, reason=WHY))
            [settled] = shift.events(e.RoundSettled)
            assert settled.outcome["player_points"] == 9  # type: ignore[attr-defined]

    play(story())


def test_F96_runbook_dropped_card(tmp_path: Path) -> None:
    async def story() -> None:
        async with on_shift(tmp_path, "dropped-card") as shift:
            await shift.opens()
            await shift.does("dealer", c.DropCards(count=1))
            await shift.does("dealer", c.CallManager(reason="cards"))
            call = shift.studio.call
            assert call is not None
            await shift.does("manager", c.Acknowledge(alarm=call.alarm))
            assert shift.studio.call is not None
            assert shift.studio.call.seen_by == "Marta"
            [incident] = shift.studio.incidents
            await shift.does("manager", c.CloseIncident(incident=incident.incident, reason=WHY))
            await shift.deal_to_the_end()
            await shift.until(Duty.OPEN)
            await shift.does("dealer", c.DropCards(count=3))
            studio = await shift.until(Duty.LOAD, Duty.OPEN)
            assert studio.shoe is not None
            assert studio.shoe.retired == "dropped_cards"

    play(story())


def test_F96_runbook_bad_barcode(tmp_path: Path) -> None:
    async def story() -> None:
        async with on_shift(tmp_path, "bad-barcode") as shift:
            await shift.opens()
            await shift.does("dealer", c.ReportBarcode(position="P1"))
            await shift.reads_on_screen(Duty.MANAGER)
            await shift.does("manager", c.Resume(reason=WHY))
            await shift.until(Duty.DEAL)
            await shift.scan("KH", "P1", manual=True)
            assert shift.studio.reads[0].manual
            await shift.deal_to_the_end()
            await shift.reads_on_screen(Duty.LOAD)
            await shift.seal("A2", 8)
            await shift.load("A2")
            await shift.until(Duty.OPEN)
            [incident] = [one for one in shift.studio.incidents if one.open]
            await shift.does("manager", c.CloseIncident(incident=incident.incident, reason=WHY))

    play(story())


def test_runbook_lost_link(tmp_path: Path) -> None:
    async def story() -> None:
        async with on_shift(tmp_path, "lost-link") as shift:
            await shift.opens()
            dealer = shift.people["dealer"]
            dealer.beat(TABLE)
            code = shift.card("KH")
            scan = c.Scan(position="P1", code=code, card="KH")
            sending = asyncio.create_task(dealer.act(TABLE, scan))
            await asyncio.sleep(0)
            dealer.line.drop()  # with the card on its way: it counts once
            await sending
            await shift.until(Duty.DEAL)
            await dealer.tables[TABLE].until(
                lambda view: view.studio is not None and len(view.studio.reads) == 1
            )
            await shift.deal_to_the_end()
            assert sum(one.code == code for one in shift.events(e.CardDealt)) == 1  # type: ignore[attr-defined]

    play(story())


def test_F244_runbook_cancel(tmp_path: Path) -> None:
    async def story() -> None:
        async with on_shift(tmp_path, "cancel") as shift:
            await shift.opens()
            await shift.scan("KH")
            round_id = shift.view.round or ""
            await shift.does("manager", c.Pause(reason=WHY))
            cancel = c.CancelRound(reason=WHY, round_id=round_id)
            with pytest.raises(Refused):
                await shift.people["manager"].act(TABLE, cancel)
            propose = c.ProposeCancel(reason=WHY, round_id=round_id, public="studio/cards_mixed")
            await shift.does("manager", propose)
            await shift.reads_on_screen(Duty.MANAGER)
            await shift.does("manager2", cancel)
            await shift.reads_on_screen(Duty.COLLECT)
            assert len(shift.events(e.RoundCancelled)) == 1

    play(story())


def test_runbook_end_of_shift(tmp_path: Path) -> None:
    async def story() -> None:
        async with on_shift(tmp_path, "end-of-shift") as shift:
            await shift.opens()
            await shift.does("manager", c.SwitchTable(off=True, reason=WHY))
            with pytest.raises(Refused, match="studio/round_in_play"):
                await shift.people["dealer"].act(TABLE, c.SignOff())
            await shift.deal_to_the_end()
            await shift.reads_on_screen(Duty.OFF)
            await shift.does("dealer", c.SignOff())
            assert shift.studio.dealer is None

    play(story())


# --- the words ------------------------------------------------------------------------------------

CASES = [(page.stem, who, quote) for page in screens.pages() for who, quote in screens.quotes(page)]


@pytest.mark.parametrize(("page", "who", "quote"), CASES)
def test_a_runbook_quotes_the_screens(page: str, who: str, quote: str) -> None:
    own = screens.PAGES.get(who, ())
    missing = [name for name in own if not screens.is_there(name)]
    if missing:
        pytest.skip(f"the page of the {who.lower()} is not in this tree")
    names = {path.name for path in screens.TEXTS.glob("*.json")}
    assert any(words.fullmatch(quote) for name in names for words in screens.words_of(name))


def test_every_runbook_is_followed_and_listed() -> None:
    index = (screens.RUNBOOKS / "README.md").read_text(encoding="utf-8")
    names = [page.stem for page in screens.pages()]
    followed = {
        name.rpartition("runbook_")[2]
        for name in globals()
        if re.match("test_(F[0-9]+_)?runbook_", name)
    }
    assert {name.replace("-", "_") for name in names} == followed
    assert [name for name in names if f"({name}.md)" not in index] == []
