"""The mistakes of a rehearsal, each at the moment when a dealer could make it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

from sabot.errors import Refused
from sabot.rehearsal.dealer import ScriptedDealer
from sabot.rehearsal.script import Mistake
from sabot.table import commands as c
from sabot.wire.studio import StudioView

Make = Callable[[ScriptedDealer, StudioView], Awaitable[bool]]
"""Makes the mistake; False when this is not the moment for it."""


async def _wrong_position(dealer: ScriptedDealer, studio: StudioView) -> bool:
    """Two cards lie in each other's place: the dealer sees it, stops, and proposes the move."""
    seen = [read.position for read in studio.reads if read.card is not None]
    if len(seen) < 2:
        return False
    first, second = seen[-2:]
    dealer.tell(f"mistake: {first} and {second} lie in each other's place")
    await dealer.console.act(c.Pause(reason="two cards are swapped", public="studio/cards_mixed"))
    move = c.ProposeMove(first=first, second=second, round_id=dealer.table.view.round or "")
    with suppress(Refused):  # a round that makes no sense with it goes on as it is
        await dealer.console.act(move)
        lying = dealer.lying
        lying[first], lying[second] = lying.get(second, ""), lying.get(first, "")
    return True


async def _unexpected(dealer: ScriptedDealer, studio: StudioView) -> bool:
    """A card is read at a position that has its card already."""
    if not studio.reads:
        return False
    position = studio.reads[-1].position
    dealer.tell(f"mistake: a card is read at {position}, where none is due")
    with suppress(Refused):
        await dealer.console.scan(position, await dealer.cards.top(studio))
    return True


async def _repeated(dealer: ScriptedDealer, studio: StudioView) -> bool:
    """The last card is read once more."""
    if not studio.reads or not dealer.last_code:
        return False
    dealer.tell(f"mistake: {dealer.last_code} is read twice")
    with suppress(Refused):
        await dealer.console.scan(studio.instruction.positions[0], dealer.last_code)
    return True


async def _dropped(dealer: ScriptedDealer, _studio: StudioView) -> bool:
    """A card falls off the table; the dealer says so and calls the manager."""
    dealer.tell("mistake: a card falls")
    await dealer.console.act(c.DropCards(count=1))
    await dealer.console.act(c.CallManager(reason="a card fell off the table"))
    return True


async def _bad_barcode(dealer: ScriptedDealer, studio: StudioView) -> bool:
    """A code cannot be read; once the table goes on, the card is entered by hand."""
    position = studio.instruction.positions[0]
    dealer.tell(f"mistake: the code of the card at {position} cannot be read")
    await dealer.console.act(c.ReportBarcode(position=position))
    dealer.by_hand = True
    return True


async def _silence(dealer: ScriptedDealer, _studio: StudioView) -> bool:
    """The studio says nothing for a while."""
    seconds = dealer.script.silence_seconds
    dealer.tell(f"mistake: silence for {seconds:g} seconds")
    await dealer.console.be_silent(seconds)
    return True


async def _early(dealer: ScriptedDealer, studio: StudioView) -> bool:
    """A card is read while bets are open: it leaves the shoe."""
    code = await dealer.cards.take(studio)
    dealer.tell(f"mistake: {code} is read while bets are open")
    with suppress(Refused):
        await dealer.console.scan("", code)
    return True


MISTAKES: Mapping[Mistake, Make] = {
    Mistake.WRONG_POSITION: _wrong_position,
    Mistake.UNEXPECTED: _unexpected,
    Mistake.REPEATED: _repeated,
    Mistake.DROPPED: _dropped,
    Mistake.BAD_BARCODE: _bad_barcode,
    Mistake.SILENCE: _silence,
    Mistake.EARLY: _early,
}
