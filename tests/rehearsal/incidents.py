"""People and their mistakes at live tables of a real house, over its sockets: one seed, one script.

A dealer reads what is due, or something else; lines break, cards fall, codes cannot be read,
colleagues take over, managers confirm, decline or cancel, players bet and decide. Nothing here
checks a rule: what must hold is checked on the record afterwards.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from random import Random

import msgspec
from tests.rehearsal.live_house import LiveHouse

from sabot.client import Client, Refused, Table, Unavailable
from sabot.client.shoe_desk import ShoeDesk
from sabot.rehearsal.cards import Pile, card_of, made_up
from sabot.rehearsal.people import People, ready_set
from sabot.table import commands as c
from sabot.wire.studio import Duty, StudioView
from sabot.wire.table_info import TableInfo
from sabot.wire.table_view import TableView

WORDS = "Bob spilled his tea"
PLAYERS = ("ada", "bruno")
DEALERS = ("dealer", "dealer2")
MANAGERS = ("manager", "manager2")
STAFF = (*DEALERS, "supervisor", *MANAGERS)
LOOK_SECONDS = 0.3


class Crew:
    """The people of a house, each with one socket, and the scanner of each table."""

    def __init__(self, house: LiveHouse) -> None:
        self.house = house
        self.clients: dict[str, Client] = {}
        self.scanners: dict[str, Client] = {}
        self.desks: dict[str, ShoeDesk] = {}
        self.done: Counter[str] = Counter()  # command and answer


@contextlib.asynccontextmanager
async def on_duty(house: LiveHouse, tables: Sequence[str]) -> AsyncIterator[Crew]:
    """Everybody signs in, and a scanner is added to each table."""
    crew = Crew(house)
    async with contextlib.AsyncExitStack() as stack:
        for login in (*PLAYERS, *STAFF):
            console = f"desk-{login}" if login in DEALERS else ""
            crew.clients[login] = await stack.enter_async_context(
                house.client(login, console=console)
            )
            crew.desks[login] = ShoeDesk(house.address, token=crew.clients[login].line.token)
        for table in tables:
            added = await crew.desks["manager"].add_device(table, "scanner", reason=WORDS)
            crew.scanners[table] = await stack.enter_async_context(house.client_of(added.token))
            for client in crew.clients.values():
                await client.watch(table)
        yield crew


class IncidentScript:
    """One table, one seed."""

    def __init__(self, crew: Crew, table: str, info: TableInfo, seed: int) -> None:
        self.crew = crew
        self.id = table
        self.info = info
        self.luck = Random(seed)
        self.dealer = self.luck.choice(DEALERS)
        self.shoe = ""
        self.tag = f"s{seed}x"
        self.pile = Pile((), self._chance)
        self.read: list[str] = []

    def _chance(self, below: int) -> int:
        return self.luck.randrange(below)

    @property
    def table(self) -> Table:
        """The table as the shift manager sees it."""
        return self.crew.clients["manager"].tables[self.id]

    @property
    def view(self) -> TableView:
        return self.table.view

    @property
    def studio(self) -> StudioView:
        assert self.view.studio is not None
        return self.view.studio

    async def send(self, who: str, command: c.AnyCommand) -> bool:
        """A command over the socket of this person, and what became of it."""
        client = self.crew.scanners[self.id] if who == "scanner" else self.crew.clients[who]
        if isinstance(command, c.ABOUT_ONE_ROUND):
            command = msgspec.structs.replace(command, round_id=self.view.round or "")
        seq, code = self.table.mirror.seq, ""
        try:
            await client.act(self.id, command)
        except Refused as refusal:
            if client.over is not None:
                raise
            code = refusal.code
        self.crew.done[f"{type(command).__name__} {code}".strip()] += 1
        if not code and self.table.mirror.seq == seq:
            await self.changed()
        return not code

    async def changed(self, seconds: float = LOOK_SECONDS) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.table.changed()

    # --- the script -------------------------------------------------------------------------------

    async def play(self, steps: int) -> None:
        """So many acts, one in four of them a mistake or an accident; then the round is ended."""
        for _ in range(steps):
            if self.luck.random() < 0.75:
                await self._go_on()
            else:
                await self.luck.choice(ACCIDENTS)(self)
        await self._finish()

    async def _finish(self) -> None:
        """A table that the clock opens rests only when it is switched off."""
        await self.send("manager", c.SwitchTable(off=True, reason=WORDS))
        for _ in range(60):
            match self.view.phase:
                case "idle" | "shuffle" | "off":
                    return
                case "result" | "cancelled":
                    await self.changed()
                case _:
                    await self.cancel()
                    if self.view.phase == "paused":
                        await self.send("manager", c.DeclineCorrection(reason=WORDS))
                        await self.send("manager", c.Resume(reason=WORDS))
                    if self.view.phase != "cancelled":
                        await self._go_on()  # a manager who looked at hidden cards cancels nothing
        raise AssertionError(f"{self.id} did not come to rest: {self.view.phase}")

    async def _go_on(self) -> None:
        """What sensible people would do next."""
        self._know_the_dealer()
        match self.studio.instruction.act:
            case Duty.OFF:
                await self.send("manager", c.SwitchTable(off=False, reason=WORDS))
            case Duty.SIGN_ON:
                self.dealer = self.luck.choice(DEALERS)
                console = self.crew.clients[self.dealer].console
                await self.send(self.dealer, c.SignOn(console=console))
            case Duty.LOAD:
                await self.bring_cards()
            case Duty.BURN:
                code = await self.next_code()
                await self.send(self.dealer, c.BurnCards(first=card_of(code), code=code))
            case Duty.OPEN:
                await self.send(self.dealer, c.OpenBetting())
            case Duty.DEAL:
                position = self.studio.instruction.positions[0]
                await self.scan(position, await self.next_code())
            case Duty.REVEAL:
                await self.send(self.dealer, c.Reveal())
            case Duty.DECIDE:
                await self._decide()
            case Duty.MANAGER:
                await self._put_right()
            case _:
                await self._bet()

    def _know_the_dealer(self) -> None:
        """The dealer in charge acts, and now and then the other one tries."""
        on = self.studio.dealer
        if on is not None and self.luck.random() < 0.9:
            self.dealer = on.actor.rpartition(":")[2]

    async def bring_cards(self) -> None:
        """New cards: made up with the shoe, the same set shuffled again, or another set."""
        who = self.luck.choice((self.dealer, "supervisor"))
        before = None if self.studio.shoe is None else self.studio.shoe.shoe
        decks = self.info.decks
        if not await self.send(who, c.LoadShoe(shoe_id="", decks=decks)):
            sets = (await self._ready_set(),)
            await self.send(who, c.LoadShoe(shoe_id="", decks=decks, sets=sets))
        if self.studio.shoe is None or self.studio.shoe.shoe == before:
            await self.changed()

    async def _ready_set(self) -> str:
        desks = self.crew.desks
        people = People(
            dealer=self.crew.clients[self.dealer],
            scanner=None,
            manager=None,
            desk=desks["supervisor"],
            counting=desks["manager"],
            info=self.info,
        )
        return await ready_set(people)

    async def next_code(self) -> str:
        """The next card of the shoe on the table."""
        shoe = self.studio.shoe
        if shoe is None:
            return "none:1:9S"
        if shoe.shoe != self.shoe or not len(self.pile):
            self.shoe = shoe.shoe
            self.read = []
            codes = made_up(shoe.shoe, self.info.decks, tag=self.tag)
            if shoe.sets:
                found = [await self.crew.desks["manager"].passport(one) for one in shoe.sets]
                codes = [code for each in found for code in each]
            self.pile = Pile(codes, self._chance)
        code = self.pile.take()
        self.read.append(code)
        return code

    async def scan(self, position: str, code: str) -> None:
        who = self.luck.choice((self.dealer, "scanner"))
        manual = who == self.dealer and self.luck.random() < 0.1
        place = "" if who == "scanner" and self.luck.random() < 0.5 else position
        await self.send(who, c.Scan(position=place, code=code, card=card_of(code), manual=manual))

    async def _bet(self) -> None:
        """A player bets while bets are open; otherwise the clock goes on."""
        if self.view.phase != "betting" or self.luck.random() < 0.4:
            await self.changed()
            return
        player = self.luck.choice(PLAYERS)
        seat = 1 + PLAYERS.index(player) if self.info.seats else None
        if seat is not None:
            await self.send(player, c.TakeSeat(seat=seat))
        kind = next(bet.kind for bet in self.info.bets if bet.role == "main")
        await self.send(player, c.PlaceChip(kind=kind, amount=1_000, seat=seat))
        await self.send(player, c.ConfirmBets())

    async def _decide(self) -> None:
        question = self.view.question
        if question is None or self.luck.random() < 0.3:
            await self.changed()
            return
        for player in PLAYERS:
            you = self.crew.clients[player].tables[self.id].you
            option = self.luck.choice([option for option, _share in question.options])
            if question.seat is None:
                for bet in you.ask:
                    answer = c.Answer(decision_id=question.decision_id, bet=bet, option=option)
                    await self.send(player, answer)
            elif you.you_decide:
                choice = c.Choose(decision_id=question.decision_id, option=option)
                await self.send(player, choice)
        await self.changed()

    # --- putting right ----------------------------------------------------------------------------

    async def _put_right(self) -> None:
        proposal, roll = self.studio.proposal, self.luck.random()
        if proposal is None:
            if roll < 0.35:
                await self.propose()
            elif roll < 0.45:
                await self.cancel()
            else:
                await self.send("manager", c.Resume(reason=WORDS))
            return
        confirm: c.AnyCommand = c.CorrectCard(
            position=proposal.position, code=proposal.code or "", card=proposal.card or "9S"
        )
        if proposal.second is not None:
            confirm = c.MoveCards(first=proposal.position, second=proposal.second)
        if roll < 0.5:
            await self.send(self.luck.choice((*MANAGERS, self.dealer)), confirm)
        elif roll < 0.65:
            await self.send("manager", c.DeclineCorrection(reason=WORDS))
        elif roll < 0.8:
            await self.send("manager2", c.AskRescan(position=proposal.position, reason=WORDS))
        else:
            await self.send(self.dealer, c.WithdrawCorrection())

    async def propose(self) -> None:
        """Say something about a card that lies there, or about two."""
        lying = [read.position for read in self.studio.reads]
        if len(lying) > 1 and self.luck.random() < 0.5:
            first, second = self.luck.sample(lying, 2)
            await self.send(self.dealer, c.ProposeMove(first=first, second=second))
            return
        position, code = self.luck.choice(lying or ["P1"]), await self.next_code()
        manual = self.luck.random() < 0.5
        await self.send(
            self.dealer,
            c.ProposeCorrection(position=position, code=code, card=card_of(code), manual=manual),
        )

    async def cancel(self) -> None:
        """Two managers cancel the round."""
        await self.send("manager2", c.ProposeCancel(reason=WORDS, public="studio/cards_mixed"))
        await self.send("manager", c.CancelRound(reason=WORDS))

    def due(self) -> str:
        positions = self.studio.instruction.positions
        return positions[0] if positions else "P1"


# --- mistakes and accidents -----------------------------------------------------------------------


async def _wrong_position(script: IncidentScript) -> None:
    await script.scan(script.luck.choice(("Z9", "P3", "dealer:1")), await script.next_code())


async def _repeated(script: IncidentScript) -> None:
    await script.scan(script.due(), script.luck.choice(script.read or ["none:1:9S"]))


async def _foreign(script: IncidentScript) -> None:
    await script.scan(script.due(), "elsewhere:1:9S")


async def _unreadable(script: IncidentScript) -> None:
    await script.send("scanner", c.Scan(position="", code="?", card=""))


async def _fallen(script: IncidentScript) -> None:
    await script.send(script.dealer, c.DropCards(count=script.luck.choice((1, 1, 2, 4))))
    await script.send(script.dealer, c.CallManager(reason=WORDS))


async def _bad_barcode(script: IncidentScript) -> None:
    await script.send(script.dealer, c.ReportBarcode(position=script.due()))


async def _stop(script: IncidentScript) -> None:
    public = script.luck.choice(("", "studio/equipment", "studio/dealer_error"))
    who = script.luck.choice((*DEALERS, "manager"))
    await script.send(who, c.Pause(reason=WORDS, public=public))


async def _change_of_dealer(script: IncidentScript) -> None:
    other = next(each for each in DEALERS if each != script.dealer)
    if script.luck.random() < 0.3:
        await script.send("manager", c.RelieveDealer(reason=WORDS))
    else:
        await script.send(script.dealer, c.HandOver())
    console = script.crew.clients[other].console
    if await script.send(other, c.SignOn(console=console)):
        script.dealer = other


async def _intruder(script: IncidentScript) -> None:
    other = next(each for each in DEALERS if each != script.dealer)
    code = await script.next_code()
    await script.send(other, c.Scan(position=script.due(), code=code, card=card_of(code)))
    await script.send(other, c.OpenBetting())


async def _signs_off(script: IncidentScript) -> None:
    await script.send(script.dealer, c.SignOff())


async def _last_hand(script: IncidentScript) -> None:
    await script.send(script.dealer, c.ShowCutCard())


async def _desk(script: IncidentScript) -> None:
    for incident in script.studio.incidents:
        if incident.open:
            close = c.CloseIncident(incident=incident.incident, reason=WORDS)
            await script.send("manager2", close)
    call = script.studio.call
    if call is not None:
        await script.send("manager", c.Acknowledge(alarm=call.alarm))


async def _side_bets(script: IncidentScript) -> None:
    kind = script.info.bets[-1].kind
    off = kind not in script.view.closed_kinds
    await script.send("manager", c.SwitchSideBets(kinds=(kind,), off=off, reason=WORDS))


async def _look(script: IncidentScript) -> None:
    await script.send("manager2", c.LookAtHiddenCards(reason=WORDS))


async def _picture(script: IncidentScript) -> None:
    await script.send("manager", c.ReportVideo(available=not script.studio.video))


async def _line_breaks(script: IncidentScript) -> None:
    """A line breaks with a scan on its way; the same scan is asked for again."""
    who = script.luck.choice((script.dealer, "scanner"))
    client = script.crew.scanners[script.id] if who == "scanner" else script.crew.clients[who]
    code = await script.next_code()
    scan = c.Scan(position=script.due(), code=code, card=card_of(code))
    sending = asyncio.create_task(script.send(who, scan))
    await asyncio.sleep(0)
    client.line.drop()
    await sending


async def _said_twice(script: IncidentScript) -> None:
    """The same command under the same id is one command."""
    client, code = script.crew.clients[script.dealer], await script.next_code()
    scan = c.Scan(position=script.due(), code=code, card=card_of(code))
    name = f"twice-{script.luck.randrange(10**9)}"
    answers = []
    for _ in range(2):
        try:
            answers.append(str(await client.act(script.id, scan, cmd_id=name)))
        except (Refused, Unavailable) as error:
            answers.append(str(error))
    assert answers[0] == answers[1], answers


ACCIDENTS: tuple[Callable[[IncidentScript], Awaitable[None]], ...] = (
    _wrong_position,
    _repeated,
    _foreign,
    _unreadable,
    _fallen,
    _bad_barcode,
    _stop,
    _change_of_dealer,
    _intruder,
    _signs_off,
    _last_hand,
    _desk,
    _side_bets,
    _look,
    _picture,
    _line_breaks,
    _said_twice,
    IncidentScript.propose,
    IncidentScript.cancel,
    IncidentScript.bring_cards,
)
