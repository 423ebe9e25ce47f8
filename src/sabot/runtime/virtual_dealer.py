"""The virtual dealer: one user of the studio's interface, and nothing more.

It loads shoes, scans what the rules expect, turns what is to be turned, and sends heartbeats. With
every card it shows the order that was promised; when it cannot read that order it says so, and
deals no more from that shoe. Chance comes in through a port.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from itertools import count

from sabot.cards import Card
from sabot.errors import Corrupt, Unavailable
from sabot.gamekit import Deal, Reveal
from sabot.service.ports import Clock, Seals, ShoeStore
from sabot.service.proof.fairness import read_secret, sealed, stored_secret
from sabot.service.tables.envelopes import Envelope
from sabot.service.tables.link import TableLink
from sabot.table import commands as c
from sabot.table.authority import ActorKind
from sabot.table.config import Opening
from sabot.table.phases import Phase
from sabot.table.promises import ShoeSecret
from sabot.table.state import Shoe, TableState

RETRY_SECONDS = 0.05
"""After a command that was refused."""

LOOK_SECONDS = 10
"""Between two heartbeats of a dealer who has nothing to do."""

UNREAD_SECONDS = 0.5
"""Between two attempts to read the order of a shoe."""

log = logging.getLogger("sabot.dealer")

Shuffle = Callable[[int], list[Card]]
Salt = Callable[[], bytes]


class VirtualDealer:
    """Deals at one table."""

    def __init__(
        self,
        host: TableLink,
        *,
        shoes: ShoeStore,
        seals: Seals,
        clock: Clock,
        shuffle: Shuffle,
        salt: Salt,
    ) -> None:
        self._host = host
        self._shoes = shoes
        self._seals = seals
        self._clock = clock
        self._shuffle = shuffle
        self._salt = salt
        self._secret: ShoeSecret | None = None
        self._secret_id = ""
        self._numbers = count(1)
        self.name = f"dealer:{host.state.table_id}"

    async def run(self) -> None:
        """Work until cancelled; what this dealer cannot read puts its own table out of order."""
        try:
            await self._run()
        except Exception as error:
            log.exception("%s stops", self.name)
            self._host.fail(error)

    async def _run(self) -> None:
        while True:
            config = self._host.state.config
            if config is None or not config.live:
                self._host.heartbeat()  # at a live table the people who deal are heard, or nothing
            try:
                command = self.next_command(self._host.state)
            except Unavailable as error:
                # The order of the shoe cannot be read just now: the table stands still, no more.
                log.warning("%s waits for the store: %s", self.name, error)
                await asyncio.sleep(UNREAD_SECONDS)
                continue
            if command is None:
                await self._host.changed(LOOK_SECONDS, beyond_bets=True)
                continue
            if isinstance(command.command, (c.Scan, c.Reveal)) and not await self._still_due():
                continue  # The table was stopped, or its round cancelled, in the meantime.
            reply = await self._host.submit(command)
            if not reply.accepted:
                self._secret = None  # whatever was wrong, the disk knows which order was promised
                await asyncio.sleep(RETRY_SECONDS)

    async def _still_due(self) -> bool:
        """Take the time of a card; whether the table waits for it just as it did before."""
        before = self._host.state
        await asyncio.sleep(before.settings.timers.card / 1000)
        now = self._host.state
        return (now.phase, now.rounds, now.cards_out) == (
            before.phase,
            before.rounds,
            before.cards_out,
        )

    def next_command(self, state: TableState) -> Envelope | None:
        """What a dealer does at such a table, if anything."""
        if state.config is None:
            return None
        try:
            return self._next(state)
        except Corrupt as error:
            return self._lost(state, error)

    def _next(self, state: TableState) -> Envelope | None:
        if state.phase in (Phase.SHUFFLE, Phase.OFF) and not state.switched_off:
            return self._retire_or_load(state)
        shoe = state.shoe
        if state.phase is Phase.OFF and shoe is not None and shoe.retired is not None:
            return self._disclose(shoe)  # The promise is kept even if no player stays.
        if shoe is None or shoe.live or state.phase is Phase.PAUSED:
            return None
        if shoe.promise_open:
            self._secret_of(shoe)  # Read once, before the first bet; then cached.
        if state.phase is Phase.IDLE and state.settings.opening is Opening.DEALER:
            return self._envelope(c.OpenBetting())
        return self._deal(state, shoe)

    def _deal(self, state: TableState, shoe: Shoe) -> Envelope | None:
        if state.phase not in (Phase.DEALING, Phase.DEALER) or state.round is None:
            return None
        expected = state.current.expected
        if isinstance(expected, Deal):
            return self._scan(state, shoe, expected.positions[0])
        return self._envelope(c.Reveal()) if isinstance(expected, Reveal) else None

    def _lost(self, state: TableState, error: Corrupt) -> Envelope | None:
        """The promised order cannot be read: said once for every round it stops."""
        shoe = state.shoe
        assert shoe is not None
        if shoe.lost and (not state.in_round or state.phase is Phase.PAUSED):
            return None  # Staff decide; a row that is restored is read at the next look.
        log.error("%s: %s", self.name, error)
        return self._envelope(c.ReportLostPromise(shoe_id=shoe.shoe_id, reason=error.code))

    def _retire_or_load(self, state: TableState) -> Envelope | None:
        """First the order of the old shoe is published, then the new one is promised."""
        old = state.shoe
        disclosure = None if old is None else self._disclose(old)
        if disclosure is not None or state.settings.live:
            return disclosure
        return self._load(state)

    def _disclose(self, old: Shoe) -> Envelope | None:
        if not old.promise_open:
            return None
        secret = self._secret_of(old)
        return self._envelope(
            c.DiscloseShoe(shoe_id=old.shoe_id, cards=secret.cards, salt=secret.salt)
        )

    def _load(self, state: TableState) -> Envelope:
        decks = state.settings.variant.decks
        # A shuffled shoe is dealt from its end, as cards leave a shoe.
        secret = sealed(self._shuffle(decks)[::-1], self._salt())
        # Unique for ever: a table never has as many events twice.
        shoe_id = f"{state.table_id}.{state.seq + 1}"
        command = c.LoadShoe(
            shoe_id=shoe_id,
            decks=decks,
            commitment=secret.commitment,
            loaded_at_ms=self._clock.wall_ms(),
        )
        stored = stored_secret(secret, shoe_id, self._seals)
        return self._envelope(command, secret=(shoe_id, stored), shown=secret)

    def _scan(self, state: TableState, shoe: Shoe, position: str) -> Envelope:
        secret = self._secret_of(shoe)
        number = state.cards_out
        card = secret.card(number)
        code = f"{shoe.shoe_id}:{number}:{card}"
        scan = c.Scan(position=position, code=code, card=str(card))
        return self._envelope(scan, shown=secret)

    def _secret_of(self, shoe: Shoe) -> ShoeSecret:
        """The promised order; read again whenever something was refused."""
        if self._secret is None or self._secret_id != shoe.shoe_id:
            self._secret = read_secret(self._shoes, shoe, self._seals)
            self._secret_id = shoe.shoe_id
        return self._secret

    def _envelope(
        self,
        command: c.Command,
        *,
        secret: tuple[str, bytes] | None = None,
        shown: ShoeSecret | None = None,
    ) -> Envelope:
        seq = self._host.state.seq
        cmd_id = f"{self.name}:{seq}:{next(self._numbers)}"
        return Envelope(
            actor=self.name,
            actor_kind=ActorKind.MACHINE,
            cmd_id=cmd_id,
            command=command,
            secret=secret,
            shown=shown,
        )
