"""A house: store, players, tables, wallets and virtual dealers, in one process."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from secrets import token_bytes, token_hex

from sabot.adapters.chance import jitter, shuffled_shoe
from sabot.adapters.clock import SystemClock
from sabot.adapters.sql import SqlPlayers, SqlStore, open_store
from sabot.adapters.sql.readers.controls import SqlControls
from sabot.adapters.sql.readers.evidence import SqlEvidence
from sabot.adapters.sql.readers.flows import SqlFlows
from sabot.adapters.sql.readers.history import SqlHistory
from sabot.adapters.sql.readers.house_clock import SqlClockMarks
from sabot.adapters.sql.readers.operator_tokens import SqlOperatorTokens
from sabot.adapters.sql.writer.figures import SqlFiguresWriter
from sabot.adapters.sql.writer.scribe import Scribe
from sabot.adapters.wallet.keys import KeyRing, KeyWatch
from sabot.adapters.wallet.operators import Address, Operators
from sabot.adapters.wallet.secrets import weakness_of
from sabot.bootstrap.live_tables import first_tables, is_dealt_by_a_machine
from sabot.bootstrap.noting import Noting
from sabot.bootstrap.opening import NOTHING, Place, Told
from sabot.bootstrap.reporting import Reporting
from sabot.bootstrap.sealing import check_key_not_lost, keyring_of
from sabot.bootstrap.sweeping import Sweeping
from sabot.errors import Corrupt, Malformed, SabotError, Unavailable
from sabot.gamekit import AnyGame
from sabot.games import variant_named
from sabot.runtime.engine import TableEngine
from sabot.runtime.host import TableHost
from sabot.runtime.private_tables import PrivateTables
from sabot.runtime.recovery import SteppedDown, recover
from sabot.runtime.stand_in import stand_in
from sabot.runtime.table_steps import Publish
from sabot.runtime.virtual_dealer import Shuffle, VirtualDealer
from sabot.service.catalogue import hurried
from sabot.service.controls.calendar import calendar_of
from sabot.service.controls.desk import ControlDesk
from sabot.service.controls.later import SessionsLater
from sabot.service.controls.own import OnLocked
from sabot.service.money.explained import Explained
from sabot.service.money.funds import FundsBook
from sabot.service.office.adjustments import Adjustments
from sabot.service.office.annulled import subject_of
from sabot.service.office.annulment import AnnulmentDesk
from sabot.service.office.ceilings import CeilingDesk
from sabot.service.office.clock_desk import ClockDesk
from sabot.service.office.expiry import Expiry
from sabot.service.office.expiry_desk import ExpiryDesk
from sabot.service.office.four_eyes import FourEyes
from sabot.service.office.golden import GoldenRack
from sabot.service.office.notices import Notices
from sabot.service.office.office import Office
from sabot.service.office.void_desk import VoidDesk
from sabot.service.players.directory import Player
from sabot.service.players.registry import PayablePlayers, RegisteredPlayers, of_operator
from sabot.service.proof.checks import About, player_doubt, table_doubt
from sabot.service.proof.clock import MachineClock, ProvenMarks, opened
from sabot.service.proof.fairness import SALT_BYTES
from sabot.service.proof.standing import HouseProof
from sabot.service.storage.committer import Committer
from sabot.service.studio.past_alarms import PastAlarms
from sabot.service.studio.set_desk import SetDesk
from sabot.service.tables.envelopes import from_house
from sabot.service.tables.out_of_order import OutOfOrder, out_of_order
from sabot.service.wallets.calls import their_id
from sabot.service.wallets.desk import WalletDesk
from sabot.service.wallets.log import DESK, WalletLog
from sabot.service.wallets.session_tokens import StoredTokens
from sabot.settings import Environment, OperatorSettings, Settings
from sabot.table import commands as c
from sabot.table.config import AnyConfig
from sabot.table.config_codec import encode_config
from sabot.table.phases import Phase
from sabot.table.state import TableState

log = logging.getLogger("sabot.house")

OnPaid = Callable[[str], None]
"""Called for a player whose money has moved outside any table."""

CONFIGURE_SECONDS = 0.5
"""Seconds between two attempts to configure a new table."""


class House:
    """A running set of tables in one process.

    `store`, `players`, `funds`, `controls`, `desk`, `hosts` and `private` are what a gateway needs:
    facts, identities, what can be staked, players' own limits, operators' sessions, the tables to
    send commands to, and those of single players. `adjustments` and `rack` are for the back office:
    manual credits and golden chips. `out_of_order` lists the tables that cannot be run, by name;
    all others play. `shuffle` orders virtual shoes; production refuses every one
    but the system's own.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        store: SqlStore | None = None,
        publish: Publish = lambda _s, _e: None,
        on_locked: OnLocked = lambda _player, _code: None,
        on_paid: OnPaid = lambda _player: None,
        shuffle: Shuffle = shuffled_shoe,
        environment: Mapping[str, str] = os.environ,
        machine: MachineClock | None = None,
        told: Told = NOTHING,
    ) -> None:
        _check_chance(settings, shuffle)
        self.settings = settings
        self.keys = {each.id: each.keys(environment) for each in settings.operators}
        for operator, ring in self.keys.items():
            self._check_keys(operator, ring)
        self._shuffle = shuffle
        # Only signatures are checked with the machine's clock; all else uses the house's date.
        self.machine = machine or SystemClock()
        self._operators = Operators(
            {each.id: _address(each, self.keys[each.id]) for each in settings.operators},
            wall_ms=self.machine.wall_ms,
        )
        place = Place(settings, environment, told=told)
        if store is None:
            place.check()
        # Before the database is opened: a house without its keys must not change anything.
        check_key_not_lost(settings, environment)
        self.seals = keyring_of(settings, environment)
        self.store = store or open_store(settings.database, scribe=Scribe(settings.database))
        self.proof = self._proved(place, given=store is not None)
        proven_ms = max(self.proof.latest_ms, place.noted_at_ms(self.seals))
        self._marks = ProvenMarks(
            SqlClockMarks(self.store.database), self.seals, proven_ms=proven_ms
        )
        self.clock = opened(self.machine, self._marks, self.seals)
        if settings.environment is Environment.DEMO and not settings.operators:
            self.clock.believe_after_a_restart()
        self._noting = Noting(
            place.seals,
            SqlEvidence(self.store.database),
            self.proof,
            seals=self.seals,
            clock=self.clock,
            kept=place.kept,
        )
        self.sweeping = Sweeping(self.proof)
        registry = SqlPlayers(self.store.database)
        self.players = RegisteredPlayers(
            registry, on_odd=lambda player: self.proof.note(player_doubt(player))
        )
        self._payable = PayablePlayers(self.players, registry.paid_from)
        self._sessions = SessionsLater(SqlControls(self.store.database, self.proof))
        self.controls = ControlDesk(
            self._sessions,
            SqlFlows(self.store.database),
            self.clock,
            calendar=calendar_of(settings.time_zone),
            on_locked=on_locked,
        )
        self.controls.own.frozen, self.proof.on_frozen = self.proof.frozen, self._frozen
        self.funds = FundsBook(self.players, self.store.ledger.balances, restraint=self.controls)
        self.funds.in_doubt = self.proof.accounts
        self.committer = Committer(self.store)
        self.hosts: dict[str, TableHost] = {}
        self.out_of_order: dict[str, OutOfOrder] = {}
        self.ready = asyncio.Event()
        self._configs: dict[str, AnyConfig] = {}
        self._publish, self._on_paid = publish, on_paid
        # The random part tells processes apart that share a host name and a process id.
        self._owner = f"{socket.gethostname()}:{os.getpid()}:{token_hex(4)}"
        log = WalletLog(self.store, self.committer, owner=self._owner, seals=self.seals)
        self.desk = WalletDesk(
            self._operators.operators,
            directory=self.players,
            save=log.save,
            jitter=jitter,
            told=self._told,
            enrol=self._enrol,
            believes=self.proof.believes,
            tokens=StoredTokens(
                SqlOperatorTokens(self.store.database, self.seals), wall_ms=self.clock.wall_ms
            ),
        )
        self.funds.want = self.desk.want_balance
        self.office = Office(
            self.store.acts,
            log,
            self.desk,
            wallet_ops=self.store.wallet_ops,
            funds=self.funds,
            clock=self.clock,
            believes=self.proof.believes_act,
        )
        self.four_eyes = FourEyes(self.office)
        self.sets = SetDesk(self.office, self.four_eyes)
        self.clock_desk = ClockDesk(self.clock, self._marks, self.office, self.four_eyes)
        ceilings = CeilingDesk(self.office, settings.ceilings)
        self.adjustments = Adjustments(
            self.four_eyes,
            self.players,
            bets=SqlHistory(self.store.database),
            ceilings=ceilings,
            is_annulled=lambda round_id: bool(self.office.acts(subject_of(round_id))),
        )
        self.rack = self.funds.rack = GoldenRack(
            self.office, self.players, self.store.ledger, ceilings=ceilings
        )
        self._notices = Notices(self.office, self.clock)
        self.expiries = ExpiryDesk(
            self.office,
            self.four_eyes,
            self.desk,
            directory=self.players,
            notices=self._notices,
            wallet_ops=self.store.wallet_ops,
        )
        self.voids = VoidDesk(
            self.four_eyes,
            self.store,
            self.store.events,
            bets=SqlHistory(self.store.database),
            directory=self._payable,
            seals=self.seals,
            owner=self._owner,
            faults=self.out_of_order,
        )
        self.private = PrivateTables(
            events=self.store.events,
            ledger=self.store.ledger,
            clock=self.clock,
            host_of=self._host,
            dealer_of=self._dealer,
            prepared=self._hurried,
        )

    @cached_property
    def reporting(self) -> Reporting:
        """Adds up the rounds that have ended."""
        return Reporting(SqlFiguresWriter(self.store.database), self.clock.wall_ms)

    @cached_property
    def past_alarms(self) -> PastAlarms:
        """Where alarms that are over are on record."""
        return PastAlarms(self.office)

    @cached_property
    def annulments(self) -> AnnulmentDesk:
        """Where two people reverse the money of a settled round."""
        return AnnulmentDesk(
            self.office,
            self.four_eyes,
            bets=SqlHistory(self.store.database),
            directory=self._payable,
            funds=self.funds,
            rack=self.rack,
            in_doubt=self.proof.frozen,
            recount=self.controls.recount,
        )

    def _proved(self, place: Place, *, given: bool) -> HouseProof:
        """Check that this is the same house as before, and which of its facts are in doubt."""
        try:
            place.enter(self.store, self.seals, at_ms=self.machine.wall_ms(), given=given)
            evidence, notebook = SqlEvidence(self.store.database), self.store.database.log.notebook
            proof = HouseProof(evidence, self.seals, notebook, house=place.house)
            for table_id, reason in place.damaged.items():
                proof.note(table_doubt(table_id, reason))
            return proof
        except BaseException:
            if not given:
                self.store.close()
            raise

    def _frozen(self, player: str) -> None:
        """Freeze a player whose money is in doubt: no bets, and no balance on their screens."""
        self.controls.own.unbound.discard(player)
        self._on_paid(player)

    def _check_keys(self, operator: str, ring: KeyRing) -> None:
        """Refuse weak secrets in production, where they sign calls about real money."""
        if self.settings.environment is not Environment.PRODUCTION:
            return
        for secret in ring.secrets.values():
            weakness = weakness_of(secret)
            if weakness is not None:
                raise Malformed("settings/secret_weak", operator=operator, reason=weakness)

    def _key_watch(self) -> KeyWatch:
        files = {
            each.id: (Path(each.keys_file), self.keys[each.id])
            for each in self.settings.operators
            if each.keys_file
        }
        return KeyWatch(files, check=self._check_keys)

    def _told(self, player: str, balance: int) -> None:
        """Pass the balance that an operator reported to tables and screens."""
        self.funds.told(player, balance)
        self._on_paid(player)

    async def _enrol(self, player: Player) -> None:
        """Store an operator's player, without making tables wait for the disk."""
        assert player.operator is not None
        record = of_operator(
            player.operator,
            their_id(player),
            nickname=player.nickname,
            currency=player.currency,
            at_ms=self.clock.wall_ms(),
        )
        await asyncio.to_thread(self.players.welcome, record)

    # --- tables -----------------------------------------------------------------------------------

    def open_tables(self, configs: Sequence[AnyConfig] | None = None) -> None:
        """Recover every table, or open it for the first time."""
        for config in configs or first_tables(self.settings):
            if config.table_id == DESK:
                raise Malformed("table/reserved_name", table_id=config.table_id)
            self._configs[config.table_id] = config
            self.hosts[config.table_id] = self._host(config)
        self.sets.in_play = self._in_play
        # Every table is claimed by now: no other process moves money, or a set of cards.
        # From now on no balance is believed beyond what was found and moved (ADR 0068).
        explained = Explained(self.proof.counted(), self.proof.unexplained)
        self.funds.explained, self.store.ledger.on_posted = explained, explained.perhaps
        self.sets.read(one.subject for one in self.proof.doubts.values() if one.about is About.ACT)

    def _host(self, config: AnyConfig) -> TableHost:
        game = variant_named(config.variant.id)[0]
        reload = partial(self._recovered, config.table_id, game)
        fault: OutOfOrder | None = None
        try:
            self._check_proved(config.table_id)
            engine = reload()
        except (SteppedDown, Unavailable):
            raise
        except Exception as error:
            # Unreadable data of one table must not keep the house closed.
            log.exception("table_id=%s out of order", config.table_id)
            fault = out_of_order(config.table_id, error)
            state = TableState(table_id=config.table_id, game=game, config=config)
            engine = stand_in(
                state, epoch=0, directory=self.players, funds=self.funds, seals=self.seals
            )
        self.out_of_order.pop(config.table_id, None)
        if fault is not None:
            self._put_out_of_order(fault)
        return TableHost(
            engine,
            committer=self.committer,
            store=self.store,
            clock=self.clock,
            reload=partial(reload, again=True),
            publish=self._publish,
            desk=self.desk,
            fault=fault,
            on_fault=self._put_out_of_order,
            unsure_before_ms=self.clock.unsure_before_ms,
        )

    def _in_play(self, table_id: str, set_id: str) -> bool:
        """Whether a table deals from a set, or may go on to; one that was off has to change it."""
        host = self.hosts.get(table_id)
        shoe = None if host is None else host.state.shoe
        if host is None or shoe is None or set_id not in shoe.sets or host.state.phase is Phase.OFF:
            return False
        return shoe.retired is None or host.state.in_round

    def _check_proved(self, table_id: str) -> None:
        """Refuse a table whose head differs from the one on record, before it is claimed."""
        doubt = self.proof.table(table_id)
        if doubt is not None:
            raise Corrupt(doubt.code, table_id=table_id, reason=doubt.reason)

    def _put_out_of_order(self, fault: OutOfOrder) -> None:
        self.out_of_order[fault.table_id] = fault

    def _recovered(self, table_id: str, game: AnyGame, *, again: bool = False) -> TableEngine:
        engine = recover(
            table_id,
            game,
            store=self.store,
            owner=self._owner,
            directory=self._payable,
            funds=self.funds,
            seals=self.seals,
            again=again,
        )
        engine.check_eyes = self.four_eyes.check_eyes
        engine.sets = self.sets
        return engine

    # --- running ----------------------------------------------------------------------------------

    async def run(self) -> None:
        """Serve until cancelled; the writer starts first and stops last."""
        async with asyncio.TaskGroup() as tasks:
            writer = tasks.create_task(self.committer.run(), name="committer")
            try:
                await self._play()
            finally:
                await self.desk.stop()
                await self._operators.close()
                writer.cancel()

    async def _play(self) -> None:
        # Every table is claimed by now, so all open operations at operators belong to this house.
        self.desk.recover(self.store.wallet_ops.unfinished())
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.clock_desk.run(), name="clock")
            tasks.create_task(self._noting.run(), name="seals")
            tasks.create_task(self.sweeping.run(), name="rounds")
            tasks.create_task(self.reporting.run(), name="figures")
            tasks.create_task(self._expiry().run(), name="expiry")
            tasks.create_task(self._key_watch().run(), name="key files")
            tasks.create_task(self.private.run(), name="private tables")
            for table_id, host in self.hosts.items():
                tasks.create_task(host.run(), name=f"table {table_id}")
                tasks.create_task(self._configure(host, self._configs[table_id]))
                if is_dealt_by_a_machine(host.state, self._configs[table_id]):
                    dealer = self._dealer(host)
                    tasks.create_task(dealer.run(), name=dealer.name)
            self.ready.set()

    @property
    def figures_read_ms(self) -> int:
        """Rounds that had ended by then are in the figures."""
        return self.reporting.read_ms

    def close(self) -> None:
        """Stop between two transactions; the next start continues from here."""
        self.committer.close()
        self._sessions.close()
        with contextlib.suppress(SabotError):  # the last mark is a minute old at most
            self._marks.save(self.clock.mark())
        self._noting.note()
        self.store.close()

    def _expiry(self) -> Expiry:
        return Expiry(
            self.office,
            self.rack,
            tables=lambda: (*self.hosts.values(), *self.private.hosts()),
            notices=self._notices,
            events=self.store.events,
            wallet_ops=self.store.wallet_ops,
        )

    def _dealer(self, host: TableHost) -> VirtualDealer:
        return VirtualDealer(
            host,
            shoes=self.store.shoes,
            seals=self.seals,
            clock=self.clock,
            shuffle=self._shuffle,
            salt=lambda: token_bytes(SALT_BYTES),
        )

    def _hurried(self, config: AnyConfig) -> AnyConfig:
        """A table of a house in a hurry."""
        pace = self.settings.pace
        return config if pace == 1.0 else hurried(config, factor=pace)

    async def _configure(self, host: TableHost, config: AnyConfig) -> None:
        chosen = self._hurried(config)
        command = c.Configure(
            version=chosen.version, config=encode_config(chosen), reason="a new table"
        )
        while host.state.config is None and host.out_of_order is None:
            await host.submit(from_house("configure:1", command))
            await asyncio.sleep(CONFIGURE_SECONDS)  # refused while the store cannot write


def _check_chance(settings: Settings, shuffle: Shuffle) -> None:
    """Refuse a chosen order of cards in production: it is for tests and pictures only."""
    if settings.environment is Environment.PRODUCTION and shuffle is not shuffled_shoe:
        raise Malformed("settings/not_in_production", reason="no chosen order of cards")


def _address(settings: OperatorSettings, keys: KeyRing) -> Address:
    """An operator's wallet as the settings name it."""
    return Address(
        url=settings.wallet,
        keys=keys,
        currency=settings.currency,
        scale=settings.scale,
        timeout_ms=settings.timeout_ms,
        plain_http=settings.plain_http,
    )
