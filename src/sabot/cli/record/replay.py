"""`sabot replay`: one round again, as one audience saw it."""

from __future__ import annotations

import sys
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.text import Text

from sabot.cli.look import person
from sabot.cli.options import Database, database_url
from sabot.cli.record.facts import Export, table_log
from sabot.cli.terminal.felt import card_text
from sabot.gamekit import Audience
from sabot.lab.replay import Replay, Step, Viewer, play_back, table_of
from sabot.lab.sentences import quoted
from sabot.settings import Settings
from sabot.table.views import HandShown

WORDS_MAX = 300


def replay(
    round_id: Annotated[
        str, typer.Argument(metavar="ROUND", help="The round's id, such as speed-1-12.")
    ],
    export: Export = None,
    *,
    audience: Annotated[
        Audience, typer.Option("--as", help="The audience whose view is shown.")
    ] = Audience.PLAYER,
    player: Annotated[
        str | None, typer.Option(metavar="ID", help="Show this player's own bets too.")
    ] = None,
    database: Database = None,
    machine: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Play a round back from the log, step by step, as one audience saw it.

    Cards stay hidden until they were shown. A player sees no bets, or with --player their own. The
    shift manager and the auditor see all bets. The auditor also sees the cards that were never
    turned, if the sealing keys are at hand.

    \b
      sabot replay speed-1-12 --as player --player bot:Ambra
      sabot replay blackjack-1-3 --as auditor
    """
    from sabot.bootstrap.sealing import keyring_at_hand  # with the whole house behind it

    viewer = Viewer(audience=audience, player=player)
    with table_log(table_of(round_id), export, database) as log:
        seals = keyring_at_hand(Settings(database=database_url(database)))
        played = play_back(log, round_id, viewer, seals)
    if machine:
        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(played)) + b"\n")
    else:
        _show(person(), played)


def _show(console: Console, played: Replay) -> None:
    who = f"the {played.audience.value}" if played.player is None else quoted(played.player)
    console.print(
        Text.assemble(
            (f"Round {played.round_id}", "bold"),
            f"  {quoted(played.table)} ({played.variant}), as seen by {who}",
        )
    )
    lying: tuple[HandShown, ...] = ()
    for step in played.steps:
        cards = any(hand.cards for hand in step.hands)
        _show_step(console, step, changed=cards and step.hands != lying)
        lying = step.hands
    if not played.over:
        console.print(Text("The log ends here: the round is still open.", style="yellow"))


def _show_step(console: Console, step: Step, *, changed: bool) -> None:
    if not step.words:
        return
    head = Text(f"{step.seq:>8}  {step.after_ms / 1000:>7.1f} s  ", style="dim")
    indent = Text(" " * len(head))
    for number, sentence in enumerate(step.words):
        console.print((indent if number else head) + Text(quoted(sentence, WORDS_MAX)))
    if changed:
        console.print(indent + _hands(step))


def _hands(step: Step) -> Text:
    parts = []
    for hand in step.hands:
        if hand.cards:
            cards = Text(" ").join(card_text(card) for card in hand.cards)
            parts.append(Text(f"{hand.name} ", style="dim") + cards + Text(f" {hand.total}"))
    return Text("   ").join(parts)
