"""`sabot rehearse`: a scripted dealer at a live table of a demonstration."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from sabot.errors import Unavailable
from sabot.rehearsal import Mistake, Script, rehearse
from sabot.rehearsal.people import Logins
from sabot.service.identity.demo import DEMO_PASSWORD


def rehearse_(
    table: Annotated[str, typer.Argument(help="The live table, such as live-1.")] = "live-1",
    *,
    url: Annotated[str, typer.Option(help="The address of the house.")] = "http://127.0.0.1:8000",
    mistake: Annotated[
        Mistake | None, typer.Option(help="A mistake that the dealer makes now and then.")
    ] = None,
    every: Annotated[int, typer.Option(min=1, help="In every so many rounds.")] = 3,
    manager: Annotated[
        bool, typer.Option("--manager", help="A scripted manager decides what no person decides.")
    ] = False,
    patience: Annotated[
        float, typer.Option(min=0.5, help="Seconds before the scripted manager decides.")
    ] = 6.0,
    pace: Annotated[
        float, typer.Option(min=0.0, max=10.0, help="1 is a person's speed, 0.5 twice as fast.")
    ] = 1.0,
    sets: Annotated[
        bool, typer.Option("--sets", help="Prepare sets of test cards, or take prepared ones.")
    ] = False,
    console: Annotated[
        bool, typer.Option("--console", help="Read cards at the console, without a scanner.")
    ] = False,
    stay_away: Annotated[
        bool, typer.Option("--stay-away", help="Do not deal again after a person has dealt.")
    ] = False,
    dealer: Annotated[str, typer.Option(help="The login of the dealer.")] = "dealer2",
    password: Annotated[
        str, typer.Option(envvar="SABOT_PASSWORD", help="Of the accounts; the demonstration's own.")
    ] = DEMO_PASSWORD,
) -> None:
    """Deal at a live table as a person would, until Ctrl-C.

    The dealer brings test cards, opens betting, reads and turns cards, and makes a mistake when it
    is told to. Any dealer who signs on at the console takes the table, and deals there until they
    sign off. Production refuses rehearsals.

    \b
      sabot rehearse live-1
      sabot rehearse live-1 --mistake repeated --every 2 --manager
    """
    script = Script(
        mistake=mistake,
        every=every,
        manager=manager,
        patience=patience,
        pace=pace,
        sets=sets,
        scanner=not console,
        take_back=not stay_away,
    )
    logins = Logins(password=password, dealer=dealer)
    try:
        asyncio.run(rehearse(url, table, logins, script, tell=typer.echo))
    except Unavailable as error:
        if error.code != "client/unreachable":
            raise
        raise Unavailable("rehearsal/no_house", url=url, table=table) from None
