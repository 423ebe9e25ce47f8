import pytest

from sabot.adapters.passwords import Argon2Cost, Argon2Passwords
from sabot.errors import Corrupt

CHEAP = Argon2Cost(passes=1, memory_kib=8, lanes=1)


def test_a_hash_fits_its_password_and_no_other() -> None:
    hasher = Argon2Passwords(CHEAP)
    hashed = hasher.hash("correct horse")
    assert hashed.startswith("$argon2id$")
    assert hasher.verify(hashed, "correct horse")
    assert not hasher.verify(hashed, "Correct horse")
    assert not hasher.verify(hashed, "")


def test_two_hashes_of_one_password_differ() -> None:
    hasher = Argon2Passwords(CHEAP)
    assert hasher.hash("correct horse") != hasher.hash("correct horse")


@pytest.mark.parametrize("password", ["x" * 200, "pässwörd-日本", "a\0b\0c\0d", "\ud800" * 8])
def test_every_text_can_be_a_password(password: str) -> None:
    hasher = Argon2Passwords(CHEAP)
    hashed = hasher.hash(password)
    assert hasher.verify(hashed, password)
    assert not hasher.verify(hashed, password[:-1])


@pytest.mark.parametrize(
    ("cost", "outdated"),
    [
        (CHEAP, False),
        (Argon2Cost(passes=2, memory_kib=8, lanes=1), True),
        (Argon2Cost(passes=1, memory_kib=16, lanes=1), True),
        (Argon2Cost(passes=1, memory_kib=8, lanes=1), False),
    ],
)
def test_a_hash_is_outdated_when_the_cost_has_risen(cost: Argon2Cost, outdated: bool) -> None:
    hashed = Argon2Passwords(CHEAP).hash("correct horse")
    assert Argon2Passwords(cost).is_outdated(hashed) is outdated


def test_a_hash_is_not_outdated_when_the_cost_has_fallen() -> None:
    strong = Argon2Passwords(Argon2Cost(passes=2, memory_kib=16, lanes=1)).hash("correct horse")
    assert not Argon2Passwords(CHEAP).is_outdated(strong)


def test_a_hash_that_is_none_is_our_own_mistake() -> None:
    with pytest.raises(Corrupt, match="password/hash_unreadable"):
        Argon2Passwords(CHEAP).verify("correct horse", "correct horse")


def test_the_default_cost_is_a_real_one() -> None:
    assert Argon2Passwords(Argon2Cost()).hash("x").startswith("$argon2id$v=19$m=65536,t=3,p=4$")
