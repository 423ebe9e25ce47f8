"""`sabot watch`: one table live in the terminal, read from the database."""

from __future__ import annotations

import time
from typing import Annotated

import typer
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from sabot.cli.laboratory.roads_picture import roads_columns
from sabot.cli.options import Database, database_url
from sabot.cli.terminal import felt
from sabot.errors import Refused
from sabot.gamekit import AnyGame, Audience, HandView, View
from sabot.games import registry
from sabot.money import format_cents
from sabot.roads.report import roads_report
from sabot.service.catalogue import default_tables
from sabot.service.ports import EventStore
from sabot.table import events as e
from sabot.table.phases import Phase
from sabot.table.record import codec
from sabot.table.record.unknown import follow
from sabot.table.refusals import TableRefusal
from sabot.table.state import TableState
from sabot.table.views import TableShown, shown

LOOK_SECONDS = 0.2


class Scorecard:
    """The results of the shoe on the table, from its first to its last hand (F104)."""

    def __init__(self) -> None:
        self.results = ""

    def saw(self, event: e.Event, state: TableState) -> None:
        """Write a result down; a shoe that has seen its last hand takes them all away."""
        if isinstance(event, e.RoundSettled):
            result_of = state.game.parts.scorecard_result
            self.results += "" if result_of is None else result_of(event.outcome).letter
        retired = state.shoe is not None and state.shoe.retired is not None
        if isinstance(event, e.ShoeLoaded) or (isinstance(event, e.TableRested) and retired):
            self.results = ""


class Watcher:
    """Follows the events of one table."""

    def __init__(self, events: EventStore, table_id: str, game: AnyGame) -> None:
        self._events = events
        self.state = TableState(table_id=table_id, game=game)
        self.scorecard = Scorecard()

    def look(self) -> bool:
        """Read what happened since the last look."""
        seen = self.state.seq
        for stored in self._events.read(self.state.table_id, after=seen):
            event = codec.decode(stored.kind, stored.version, stored.body)
            self.state = follow(self.state, event)
            self.scorecard.saw(event, self.state)
        return self.state.seq > seen

    def picture(self) -> Group:
        """What there is to see now."""
        return picture(self.state, self.scorecard)


def watch(
    table: Annotated[str, typer.Argument(help="Which table, such as speed-1.")] = "speed-1",
    database: Database = None,
    once: Annotated[bool, typer.Option("--once", help="Show the table once and stop.")] = False,
) -> None:
    """Show one table live: cards, phase, bets and roads."""
    config = next((config for config in default_tables() if config.table_id == table), None)
    if config is None:
        known = " ".join(config.table_id for config in default_tables())
        raise Refused(TableRefusal.UNKNOWN, table=table, known=known)
    game = next(game for game in registry().values() if config.variant.id in game.variants)
    from sabot.adapters.sql import read_store  # the database driver is heavy to load

    watcher = Watcher(read_store(database_url(database)).events, table, game)
    console = Console()
    watcher.look()
    if once:
        console.print(watcher.picture())
        return
    with Live(watcher.picture(), console=console, screen=console.is_terminal) as live:
        while True:
            time.sleep(LOOK_SECONDS)
            if watcher.look():
                live.update(watcher.picture())


def picture(state: TableState, scorecard: Scorecard, *, seconds_left: int | None = None) -> Group:
    """The table as a person sees it."""
    if state.config is None:
        return Group(Text("This table has not been opened yet: run `sabot serve`.", style="yellow"))
    view = shown(state, Audience.PLAYER)
    parts: list[RenderableType] = [_heading(view, seconds_left), _hands(view)]
    if view.spots:
        parts.append(_spots(view))
    if view.outcome:
        words = "  ".join(f"{felt.words(k)} {felt.words(str(v))}" for k, v in view.outcome.items())
        parts.append(Panel(words, title="result", title_align="left", border_style="green"))
    if scorecard.results:
        parts.append(roads_columns(roads_report(scorecard.results)))
    return Group(*parts)


def _hands(view: TableShown) -> Panel:
    hands = tuple(
        HandView(name=hand.name, cards=hand.cards, total=hand.total, tags=hand.tags)
        for hand in view.hands
    )
    cards = felt.hands_table(View(hands=hands, outcome={}))
    return Panel(cards, title="cards", title_align="left")


def _heading(view: TableShown, seconds_left: int | None) -> Panel:
    left = "" if seconds_left is None else f"{seconds_left} s "
    line = Text.assemble(
        (view.name, "bold"),
        f"   round {view.round_id or '—'}   ",
        (f" {_phase(view).upper()} {left}", "bold white on blue"),
        f"   {view.cards_left} cards left" + ("   LAST HAND" if view.last_hand else ""),
    )
    return Panel(line, border_style="dim")


def _phase(view: TableShown) -> str:
    """An offer is called by its name, such as an insurance."""
    if view.phase is Phase.OFFER and view.question is not None:
        return view.question.topic
    return view.phase.value


def _spots(view: TableShown) -> Table:
    table = Table(box=None, header_style="dim")
    for heading in ("bet", "seat", "players", "staked"):
        table.add_column(heading, justify="left" if heading == "bet" else "right")
    for spot in view.spots:
        seat = "" if spot.seat is None else str(spot.seat)
        table.add_row(felt.words(spot.kind), seat, str(spot.players), format_cents(spot.total))
    return table
