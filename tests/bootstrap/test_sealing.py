"""Which keys a house takes, and that the order of its shoes is nowhere in its database."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from tests.seals import keyring

from sabot.bootstrap.sealing import key_file_beside, keyring_of
from sabot.cards import full_deck
from sabot.errors import Corrupt, Malformed
from sabot.lab.sentences import spoken
from sabot.service.proof.fairness import sealed, secret_of, stored_secret
from sabot.settings import Environment, NetworkSettings, SealingSettings, Settings

KEY, OTHER = "01" * 32, "02" * 32


def settings(tmp_path: Path, *, production: bool = False, keys_file: str = "") -> Settings:
    return Settings(
        environment=Environment.PRODUCTION if production else Environment.DEMO,
        database=f"sqlite:///{tmp_path / 'house.db'}",
        bots=0,
        network=NetworkSettings(secure=True, public_address="https://house.example"),
        sealing=SealingSettings(keys_file=keys_file),
    )


def test_a_demonstration_makes_its_key_beside_the_data(tmp_path: Path) -> None:
    house = settings(tmp_path)
    first = keyring_of(house, {})
    assert key_file_beside(house.database) == tmp_path / "house.keys"
    assert keyring_of(house, {}).ids == first.ids


def test_production_without_keys_does_not_start_and_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="keys/missing") as refused:
        keyring_of(settings(tmp_path, production=True), {})
    sentence = spoken(refused.value)
    assert "SABOT_SEALING_KEYS" in sentence
    assert "sabot keys" in sentence
    assert list(tmp_path.iterdir()) == []


def test_the_environment_comes_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "production.keys"
    file.write_text(OTHER)
    file.chmod(0o600)
    house = settings(tmp_path, production=True, keys_file=str(file))
    assert keyring_of(house, {}).ids == keyring(2).ids
    assert keyring_of(house, {"SABOT_SEALING_KEYS": KEY}).ids == keyring(1).ids


def test_the_order_of_a_shoe_is_stored_sealed_and_bound_to_its_shoe() -> None:
    seals = keyring()
    secret = sealed(list(full_deck()), bytes(32))
    stored = stored_secret(secret, "bj.12", seals)
    assert secret_of(stored, "bj.12", seals) == secret
    assert secret.cards[:20].encode() not in stored
    assert secret.salt.encode() not in stored
    with pytest.raises(Corrupt, match="keys/broken_seal"):
        secret_of(stored, "bj.13", seals)
    with pytest.raises(Corrupt, match="keys/unknown"):
        secret_of(stored, "bj.12", keyring(2))


def test_a_shoe_that_was_not_sealed_is_not_read() -> None:
    """A person who writes the database can put no order of their own there."""
    secret = sealed(list(full_deck()), bytes(32))
    with pytest.raises(Corrupt):
        secret_of(msgspec.json.encode(secret), "bj.12", keyring())


@pytest.mark.parametrize("row", [b"", b"{", b"{}", b"\xff", b"null", b"a.b"])
def test_a_damaged_row_is_corruption(row: bytes) -> None:
    with pytest.raises(Corrupt):
        secret_of(row, "bj.12", keyring())
