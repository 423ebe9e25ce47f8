"""Which house a database belongs to: whether one may be opened, and whether it is all there.

Owns the answers to "is this a new house", "is its log there", "is this yesterday's copy".
A new house begins only when a person says so. A demonstration begins one by itself where there is
no sign of an earlier one. Refusals are sentences that say what to do.
"""

from __future__ import annotations

import contextlib
import logging
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from sqlalchemy.engine import make_url

from sabot.adapters.keyring import Keyring
from sabot.adapters.notebook_file import NotebookFile
from sabot.adapters.seal_file import SealFile
from sabot.adapters.sql import SqlStore, open_store
from sabot.adapters.sql.readers.evidence import SqlEvidence
from sabot.bootstrap.sealing import key_file_beside, keyring_of
from sabot.errors import Malformed, Unavailable
from sabot.service.ports import Seals
from sabot.service.proof.checks import Doubt, table_doubt
from sabot.service.proof.log import Accepted, Kind, house_of, record
from sabot.service.proof.notebook import Fact
from sabot.service.proof.seals import (
    Extent,
    HouseSeal,
    extent_of,
    noted,
    seal_of,
    signed_line,
)
from sabot.service.proof.seals import Place as SealedPlace
from sabot.service.proof.standing import LogProof
from sabot.settings import Environment, Settings, data_folder

HOUSE = "house"

log = logging.getLogger("sabot.house")


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """What the person who starts a house has said."""

    new: bool = False  # open a new house here
    accept_rollback: str = ""  # go on from a database that is older than the last seal: why


NOTHING = Told()


class Place:
    """Where a house keeps its things, and what was there before this start."""

    def __init__(
        self, settings: Settings, environment: Mapping[str, str] = os.environ, *, told: Told
    ) -> None:
        self._settings = settings
        self._told = told
        self.house = ""  # by the log, or by the last seal where its first record is damaged
        self.damaged: Mapping[str, str] = {}  # tables with a part that the last seal names, and why
        self.kept: Mapping[str, SealedPlace] = {}  # and where that seal says that they stand
        self.seals = SealFile(seals_file_of(settings, environment))
        self._file = _sqlite_file(settings.database)
        self._was_there = self._file is not None and self._file.exists()
        own = key_file_beside(settings.database, environment)
        given = environment.get(settings.sealing.keys_env) or settings.sealing.keys_file
        self._own_keys = own if self._file is not None and not given and own.exists() else None

    @property
    def _is_demo(self) -> bool:
        return self._settings.environment is not Environment.PRODUCTION

    def check(self) -> None:
        """Refuse a missing database file if there are signs of an earlier one; creates nothing."""
        file = self._file
        if file is None or self._told.new or (self._was_there and file.stat().st_size):
            return
        if not self._is_demo:
            raise Malformed("house/none", database=str(file))
        left = self._own_keys or (self.seals.path if self.seals.lines() else None)
        if self._was_there or left is not None:
            raise Malformed("house/lost", database=str(file), beside=str(left or file))

    def noted_at_ms(self, seals: Seals) -> int:
        """The house's date of the last seal; 0 without one that can be read."""
        try:
            seal = noted(self.seals.lines(), seals)
        except Unavailable:
            return 0
        return 0 if seal is None else seal.at_ms

    def enter(self, store: SqlStore, seals: Seals, *, at_ms: int, given: bool) -> None:
        """Open the house of a database, or refuse; `given` is a store that was opened elsewhere."""
        store.database.log.seals = seals
        store.database.log.notebook = notebook = NotebookFile(
            notebook_file_of(self.seals.path), seals
        )
        evidence = SqlEvidence(store.database)
        self.house = house_of(evidence.house_log(until=1)) or ""
        if evidence.log_head()[0]:
            self._check_same(store, evidence, seals, at_ms=at_ms)
        elif evidence.heads():
            raise Malformed("house/no_log", database=self._settings.database)
        else:
            self._check_new(given=given)
            store.database.written(store.database.log.open_house)
        take_up(store, notebook, seals)

    def _check_same(
        self, store: SqlStore, evidence: SqlEvidence, seals: Seals, *, at_ms: int
    ) -> None:
        if self._told.new:
            raise Malformed("house/exists", house=self.house)
        lines = self.seals.lines()
        extent = extent_of(evidence, self.house, lines, seals)
        if extent is None:
            log.warning("no seal is noted in %s: an older copy would be taken", self.seals.path)
            return
        if not extent.older:
            self._take_in(store, extent, lines, seals, at_ms=at_ms)
            return
        if not self._told.accept_rollback:
            raise Malformed("house/rolled_back", why=extent.older, seals=str(self.seals.path))
        log.error("a database that is older than its last seal is accepted: %s", extent.older)
        word = Accepted(actor="console", reason=self._told.accept_rollback)
        accepted = record(Kind.ROLLED_BACK, extent.older, word, at_ms=at_ms)
        store.database.written(lambda connection: store.database.log.add(connection, [accepted]))

    def _take_in(
        self,
        store: SqlStore,
        extent: Extent,
        lines: Sequence[bytes],
        seals: Seals,
        *,
        at_ms: int,
    ) -> None:
        """Go on beside what is damaged: the house is the one of the seal."""
        seal = noted(lines, seals)
        assert seal is not None
        self.house = seal.house
        self.damaged = extent.damaged
        self.kept = {name: seal.tables[name] for name in extent.damaged}
        if extent.lost_log:
            mark_lost(store, seal, at_ms=at_ms)

    def _check_new(self, *, given: bool) -> None:
        if self._told.new:
            return
        if self.seals.lines():
            raise Malformed(
                "house/lost", database=self._settings.database, beside=str(self.seals.path)
            )
        if not self._is_demo:
            raise Malformed("house/none", database=self._settings.database)
        if self._was_there and not given:
            # A file without a house in it: its newest part, the -wal file, is gone.
            raise Malformed("house/lost", database=str(self._file), beside=str(self._file))


def mark_lost(store: SqlStore, seal: HouseSeal, *, at_ms: int) -> None:
    """Show that the newest records of the log were lost, until a person accepts it.

    The row says nothing and is signed by no key. The records after it follow from the hash that
    the seal names.
    """
    seq, chain = seal.log
    store.database.written(
        lambda connection: store.database.log.mark_lost(connection, seq, chain, at_ms=at_ms)
    )


class Sealed:
    """The noted seals, for a person who accepts what they do not fit."""

    def __init__(self, settings: Settings, store: SqlStore, seals: Seals) -> None:
        self._file = SealFile(seals_file_of(settings))
        self._store = store
        self._seals = seals
        self._evidence = SqlEvidence(store.database)
        lines = self._file.lines()
        house = house_of(self._evidence.house_log(until=1)) or ""
        self._extent = extent_of(self._evidence, house, lines, seals) or Extent()
        self._seal = noted(lines, seals)

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """Tables with a part that the last seal names, and that is damaged."""
        return tuple(table_doubt(*one) for one in self._extent.damaged.items())

    def prepare(self, *, at_ms: int) -> None:
        """Before anything is written: a record that was lost shows as lost."""
        if self._extent.lost_log and self._seal is not None:
            mark_lost(self._store, self._seal, at_ms=at_ms)

    def renew(self, *, at_ms: int) -> None:
        """Note where everything stands now; an older copy still needs its own word."""
        if self._seal is not None and not self._extent.older:
            seal = seal_of(self._evidence, self._seal.house, at_ms=at_ms)
            self._file.begin(signed_line(seal, self._seals))


@contextlib.contextmanager
def entered(settings: Settings, told: Told = NOTHING) -> Iterator[tuple[SqlStore, Keyring]]:
    """The store of a house for a command that writes, with its keys."""
    place = Place(settings, told=told)
    place.check()
    seals = keyring_of(settings)
    with open_store(settings.database) as store:
        place.enter(store, seals, at_ms=time.time_ns() // 1_000_000, given=False)
        yield store, seals


def take_up(store: SqlStore, notebook: NotebookFile, seals: Seals) -> None:
    """Let the notebook know what the log proves.

    A notebook of another house is put aside. A missing one is logged and rebuilt from the house
    log; one that cannot be used is logged. None of this stops the house.
    """
    evidence = SqlEvidence(store.database)
    proof = LogProof(evidence, seals, notebook)
    try:
        _put_aside(notebook, proof.house)
        noted = notebook.facts()
        if not noted and proof.facts:
            log.error("the notebook %s is missing, and is rebuilt from the log", notebook.path)
        notebook.compact()
    except (OSError, Unavailable) as error:
        log.error("the notebook cannot be used: %s", error)  # noqa: TRY400
        noted = {}
    with contextlib.suppress(Unavailable):  # reported above
        notebook.note([Fact(HOUSE, HOUSE, proof.house)] if (HOUSE, HOUSE) not in noted else [])
        proof.catch_up()


def _put_aside(notebook: NotebookFile, house: str) -> None:
    """Keep the notebook of another house under another name."""
    other = notebook.facts().get((HOUSE, HOUSE), house)
    if house and other != house:
        aside = notebook.path.with_name(f"{notebook.path.name}.{other[:8]}")
        log.error("the notebook is of the house %s, and is kept as %s", other, aside)
        notebook.path.replace(aside)


def notebook_file_of(seals_file: Path) -> Path:
    """Where a house keeps its notebook: beside its seals."""
    return seals_file.with_suffix(".notes")


def seals_file_of(settings: Settings, environment: Mapping[str, str] = os.environ) -> Path:
    """Where a house notes its seals: beside its keys unless the settings name a file."""
    if settings.sealing.seals_file:
        return Path(settings.sealing.seals_file)
    if settings.sealing.keys_file:
        return Path(settings.sealing.keys_file).with_suffix(".seals")
    file = _sqlite_file(settings.database)
    if file is not None:
        return file.with_suffix(".seals")
    return data_folder(environment) / f"{make_url(settings.database).database}.seals"


def _sqlite_file(database: str) -> Path | None:
    url = make_url(database)
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None
