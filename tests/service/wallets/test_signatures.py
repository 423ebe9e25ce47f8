"""What a signature of a wallet operation covers, and what a genuine row cannot do (ADR 0043)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.seals import SEALS, keyring
from tests.units import wallet_op

from sabot.adapters.memory import MemoryStore
from sabot.adapters.memory.evidence import MemoryEvidence
from sabot.service.ports import WalletOpState
from sabot.service.proof.checks import odd_wallet_op
from sabot.service.proof.log import Walked
from sabot.service.wallets.signatures import is_signed, signed

ROW = signed(wallet_op("r1/acme:7:result", WalletOpState.OWED), SEALS)


def test_a_row_is_signed_as_it_was_written() -> None:
    assert is_signed(ROW, SEALS)
    assert not is_signed(ROW, keyring(2)), "by other keys"
    assert not is_signed(replace(ROW, mac=""), SEALS)


@pytest.mark.parametrize("name", [name for name in ROW.__struct_fields__ if name != "mac"])
def test_every_field_is_covered(name: str) -> None:
    value = getattr(ROW, name)
    other = (
        WalletOpState.PAID if name == "state" else value + (1 if isinstance(value, int) else "x")
    )
    assert not is_signed(replace(ROW, **{name: other}), SEALS)


def test_what_two_people_gave_up_is_not_sent_again() -> None:
    """The earlier row is genuine; the log of the house says that it is over."""
    evidence = MemoryEvidence(MemoryStore())
    given_up = {f"{ROW.id}:expired": "digest"}
    put_back = {**given_up, f"{ROW.id}:restored": "digest"}
    assert odd_wallet_op(Walked(), ROW, evidence, SEALS) is None
    assert odd_wallet_op(Walked(acts=given_up), ROW, evidence, SEALS) is not None
    assert odd_wallet_op(Walked(acts=put_back), ROW, evidence, SEALS) is None
