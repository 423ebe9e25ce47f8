"""Sets of cards on every store: their steps are acts, and the next process reads them again."""

from __future__ import annotations

import asyncio

from tests.conformance.conftest import AnyStore
from tests.seals import SEALS
from tests.service.back_office import TurnedClock
from tests.service.operators import Directory, InlineCommitter

from sabot.lab.audit import audit, sealed
from sabot.service.money.funds import FundsBook
from sabot.service.office.four_eyes import FourEyes
from sabot.service.office.office import Office
from sabot.service.ports import Unit
from sabot.service.studio.passports import own_deck
from sabot.service.studio.set_desk import Order, SetDesk
from sabot.service.studio.sets import Stage, Where
from sabot.service.wallets.desk import WalletDesk
from sabot.service.wallets.log import WalletLog

CODES = own_deck("T1", 8)


def desk_on(store: AnyStore) -> SetDesk:
    """The desk of a process that has just begun."""
    directory = Directory()
    funds = FundsBook(directory, store.ledger.balances)
    log = WalletLog(store, InlineCommitter(store), owner="test", seals=SEALS)
    wallets = WalletDesk({}, directory=directory, save=log.save, jitter=lambda: 0.5)
    office = Office(
        store.acts,
        log,
        wallets,
        wallet_ops=store.wallet_ops,
        funds=funds,
        clock=TurnedClock(),
    )
    desk = SetDesk(office, FourEyes(office))
    desk.read()
    return desk


def order(cmd: str, actor: str = "staff:login:silvia") -> Order:
    return Order(cmd=cmd, actor=actor, reason="a test")


def test_F94_F270_a_set_of_eight_decks_is_the_same_for_the_next_process(store: AnyStore) -> None:
    async def story() -> None:
        desk = desk_on(store)
        await desk.prepare("T1", 8, CODES, test=True, order=order("1"))
        other = order("2", "staff:login:marta")
        await desk.count("T1", scans=CODES, cards=None, order=other)
        await desk.shuffle("T1", where=Where.SIDE_TABLE, table="", order=order("3"))
        await desk.seal("T1", number="S-7", order=order("4"))
        head = store.claim("live-1", "test")
        acts = desk.loaded(["T1"], table="live-1", shoe="s1", actor="staff:login:dora")
        unit = Unit(table_id="live-1", epoch=head.epoch, after_seq=head.seq, acts=acts)
        assert store.commit([unit]) == [None]
        desk.stored(acts)
        again = desk_on(store)
        assert again.sets() == desk.sets()
        known = again.find("T1")
        assert (known.stage, known.passport) == (Stage.AT_TABLE, frozenset(CODES))
        assert len(known.steps) == 5
        report = audit(sealed(store.export_rows()))
        assert report.ok, report.violations

    asyncio.run(story())
