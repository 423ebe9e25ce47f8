"""Keys from outside the database: what they seal, where they come from, what is refused."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from tests.seals import keyring

from sabot.adapters.keyring import (
    KEY_BYTES,
    Keyring,
    keys_in,
    made_or_read,
    new_key,
    read_keys,
    write_keys,
)
from sabot.errors import Corrupt, Malformed, Unavailable

PLAIN = b'{"card":"KH"}'
OLD, NEW = bytes([1]) * KEY_BYTES, bytes([2]) * KEY_BYTES


def test_what_is_sealed_opens_at_its_place_only() -> None:
    ring = keyring()
    sealed = ring.seal(PLAIN, place="bj:12")
    assert ring.open(sealed, place="bj:12") == PLAIN
    assert b"KH" not in sealed.encode()
    with pytest.raises(Corrupt, match="keys/broken_seal"):
        ring.open(sealed, place="bj:13")


@pytest.mark.parametrize("at", range(0, 40, 3))
def test_a_changed_value_does_not_open(at: int) -> None:
    ring = keyring()
    name, _, text = ring.seal(PLAIN, place="bj:12").partition(".")
    changed = text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :]
    with pytest.raises(Corrupt, match="keys/broken_seal"):
        ring.open(f"{name}.{changed}", place="bj:12")


@pytest.mark.parametrize("garbage", ["", ".", "x", "ä.ö", "€" * 99])
def test_garbage_is_corruption_and_no_crash(garbage: str) -> None:
    ring = keyring()
    for sealed in (garbage, f"{ring.ids[0]}.{garbage}"):
        with pytest.raises(Corrupt, match="keys/"):
            ring.open(sealed, place="bj:12")


def test_the_first_key_seals_and_every_key_opens() -> None:
    before, after, later = Keyring([OLD]), Keyring([NEW, OLD]), Keyring([NEW])
    sealed = before.seal(PLAIN, place="bj:12")
    assert after.open(sealed, place="bj:12") == PLAIN
    assert after.seal(PLAIN, place="bj:12").startswith(later.ids[0])
    with pytest.raises(Corrupt, match="keys/unknown") as refused:
        later.open(sealed, place="bj:12")
    assert refused.value.data["key"] == before.ids[0]


def test_a_fingerprint_needs_the_key_and_outlives_a_rotation() -> None:
    before, after = Keyring([OLD]), Keyring([NEW, OLD])
    made = before.fingerprint(b"digest")
    assert after.made(made, b"digest")
    assert not after.made(made, b"another")
    assert not Keyring([NEW]).made(made, b"digest")


def test_salts_differ() -> None:
    ring = Keyring([OLD])
    assert len({ring.salt() for _ in range(100)}) == 100


# --- files ----------------------------------------------------------------------------------------


def test_a_key_file_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "house.keys"
    first = made_or_read(file)
    assert made_or_read(file) == first
    assert len(first) == 1
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [file]


def test_20_10_a_key_file_that_cannot_be_written_is_a_refusal_and_leaves_nothing(
    tmp_path: Path,
) -> None:
    (tmp_path / "taken").write_text("a file where a folder should be", encoding="utf-8")
    with pytest.raises(Unavailable, match="keys/not_written") as refused:
        made_or_read(tmp_path / "taken" / "house.keys")
    assert refused.value.data["why"]
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_a_file_that_another_process_made_meanwhile_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "house.keys"
    first = made_or_read(file)
    write_keys(file, [new_key()], only_if_missing=True)
    assert read_keys(file) == first


def test_keys_that_others_can_read_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "house.keys"
    made_or_read(file)
    file.chmod(0o644)
    with pytest.raises(Malformed, match="keys/readable_by_others"):
        read_keys(file)


@pytest.mark.parametrize("text", ["", "# nothing", "secret", "ab" * 31, f"{'ab' * 32}\nnonsense"])
def test_what_is_no_key_is_refused_and_never_repeated(text: str) -> None:
    with pytest.raises(Malformed, match="keys/") as refused:
        keys_in(text, source="the environment")
    assert "secret" not in str(refused.value)
    assert "nonsense" not in str(refused.value)


def test_keys_come_by_lines_blanks_or_commas() -> None:
    one, other = OLD.hex(), NEW.hex()
    for text in (f"{one}\n# older\n{other}\n", f"{one},{other}", f" {one.upper()} {other} # both"):
        assert keys_in(text, source="a test") == [OLD, NEW]


def test_20_4_a_mac_is_bound_to_its_key_its_place_and_its_bytes() -> None:
    old, new = Keyring([bytes([1]) * 32]), Keyring([bytes([2]) * 32, bytes([1]) * 32])
    mac = old.mac(b"facts", place="here")
    assert new.is_mac(mac, b"facts", place="here"), "every key of the ring verifies"
    assert new.mac(b"facts", place="here").startswith(new.ids[0]), "the first one signs"
    assert not old.is_mac(mac, b"factz", place="here")
    assert not old.is_mac(mac, b"facts", place="there")
    assert not old.is_mac(new.mac(b"facts", place="here"), b"facts", place="here")
    for other in ("", ".", mac.upper(), mac[:-1], mac + "0", "\u00e9"):
        assert not old.is_mac(other, b"facts", place="here")
