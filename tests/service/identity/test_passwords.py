import pytest

from sabot.errors import Malformed
from sabot.service.identity.demo import DEMO_PASSWORD
from sabot.service.identity.passwords import checked_password


@pytest.mark.parametrize("password", ["correct horse", DEMO_PASSWORD, "größer-als-9", "x4!kQ0-rT9"])
def test_a_password_of_ten_characters_will_do(password: str) -> None:
    assert checked_password(password, login="ada") == password


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("ninechars", "password/length"),
        ("          ", "password/length"),
        ("  short1  ", "password/length"),
        ("x" * 201, "password/length"),
        ("Qwertyuiop", "password/common"),
        ("1q2w3e4r5t", "password/common"),
        ("Password2026!", "password/common"),
        ("juventus1897", "password/common"),
        ("abababababab", "password/common"),
        ("ada.lovelace", "password/is_login"),
        ("Ada.Lovelace1815", "password/is_login"),
    ],
)
def test_a_password_that_is_tried_first_is_refused(password: str, code: str) -> None:
    with pytest.raises(Malformed) as refusal:
        checked_password(password, login="ada.lovelace")
    assert refusal.value.code == code
