"""Settings from a file: every mistake is told with a code and its place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sabot.bootstrap import House
from sabot.bootstrap.casino import Casino
from sabot.bootstrap.opening import Told
from sabot.cli.options import settings_of
from sabot.errors import Malformed
from sabot.lab.sentences import spoken
from sabot.money import Currency
from sabot.settings import Environment, OperatorSettings, Settings, read_settings

ACME = """
[[operators]]
id = "acme"
wallet = "https://wallet.example/v1"
key_id = "2026-a"
secret_env = "ACME_SECRET"
"""
DEMO = "environment = 'demo'"
PRODUCTION = """
environment = "production"
[network]
secure = true
public_address = "https://house.example"
"""
STRONG = "9dJx2-tQ7mWv0RzYkLp4hB_c6Nf8sGaE1uXo"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "house.toml"


def code_of(file: Path, text: str) -> str:
    """Why a file is refused."""
    file.write_text(text, encoding="utf-8")
    with pytest.raises(Malformed) as refusal:
        read_settings(file)
    return refusal.value.code


def test_F17_a_house_is_read_from_a_file(file: Path) -> None:
    file.write_text(
        f'environment = "production"\ndatabase = "postgresql://db/house"\n{ACME}'
        'currency = "GBP"\ntimeout_ms = 2500\nscale = 4\n'
        '[network]\nsecure = true\nhost = "0.0.0.0"\nport = 443\n'
        'public_address = "https://house.example"\n'
        'proxies = ["10.0.0.7", "2001:db8::/64"]\n',
        encoding="utf-8",
    )
    settings = read_settings(file)
    assert (settings.environment, settings.bots) == (Environment.PRODUCTION, 0)
    assert settings.database == "postgresql://db/house"
    assert (settings.network.secure, settings.network.port) == (True, 443)
    assert settings.network.proxies == ("10.0.0.7", "2001:db8::/64")
    assert settings.operator("acme") == OperatorSettings(
        id="acme",
        wallet="https://wallet.example/v1",
        key_id="2026-a",
        secret_env="ACME_SECRET",  # noqa: S106 -- the name of a variable
        currency=Currency.GBP,
        timeout_ms=2_500,
        scale=4,
    )


def test_the_documented_example_opens_a_house(file: Path) -> None:
    guide = Path(__file__).resolve().parents[1] / "docs" / "commands.md"
    [example] = re.findall(r"```toml\n(.*?)```", guide.read_text(encoding="utf-8"), re.DOTALL)
    file.write_text(example, encoding="utf-8")
    settings = read_settings(file)
    assert (settings.environment, settings.network.secure) == (Environment.PRODUCTION, True)
    assert settings.operator("acme").currency is Currency.EUR


def test_an_empty_file_is_the_demonstration(file: Path) -> None:
    file.write_text("", encoding="utf-8")
    assert read_settings(file) == Settings()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("= =", "settings/not_toml"),
        ("time_zone = 'Europe/Atlantis'", "settings/time_zone"),
        ("time_zone = '../../etc/passwd'", "settings/time_zone"),
        ("[network]\nproxies = ['*']", "settings/proxy"),
        ("[network]\nproxies = ['proxy.example']", "settings/proxy"),
        ("[network]\nproxies = ['10.0.0.1/8']", "settings/proxy"),
        ("[network]\nproxies = ['0.0.0.0/0']", "settings/proxy_too_wide"),
        ("[network]\nproxies = ['0.0.0.0/1', '128.0.0.0/1']", "settings/proxy_too_wide"),
        ("[network]\nproxies = ['::/0']", "settings/proxy_too_wide"),
        ("[network]\nproxies = ['2000::/3']", "settings/proxy_too_wide"),
        ("[network]\norigins = ['*']", "settings/origin"),
        ("[network]\norigins = ['null']", "settings/origin"),
        ("[network]\norigins = ['casino.example']", "settings/origin"),
        ("[network]\norigins = ['https://casino.example/']", "settings/origin"),
        ("[network]\norigins = ['https://*.example']", "settings/origin"),
        ("[network]\npublic_address = 'https://casino.example/play'", "settings/public_address"),
        (ACME, "settings/environment"),
        ("bots = 'many'", "settings/field"),
        ("bots = 1001", "settings/field"),
        ("bats = 1", "settings/field"),
        ("pace = 20.0", "settings/pace"),
        ("environment = 'moon'", "settings/field"),
        ("environment = 'production'\nbots = 1", "settings/not_in_production"),
        ("environment = 'production'\npace = 0.5", "settings/not_in_production"),
        (DEMO + ACME + ACME, "settings/operator_twice"),
        (DEMO + ACME.replace('"acme"', '"bot"'), "settings/operator_id"),
        (DEMO + ACME.replace('"acme"', '"house"'), "settings/operator_id"),
        (DEMO + ACME.replace('"acme"', '"Acme:1"'), "settings/operator_id"),
        (DEMO + ACME.replace('"2026-a"', '""'), "settings/key_id"),
        (DEMO + ACME.replace("ACME_SECRET", "s3cr3t value"), "settings/secret_env"),
        (DEMO + ACME.replace("https:", "http:"), "wallet/address"),
        (DEMO + ACME.replace("https://wallet.example", "https://[x"), "wallet/address"),
        (DEMO + ACME + "secret = 'never here'", "settings/field"),
        (DEMO + ACME + "timeout_ms = 10", "settings/field"),
        (DEMO + ACME + "scale = 1", "settings/field"),
        (DEMO + ACME + "currency = 'LIRE'", "settings/field"),
        (DEMO + ACME.replace("key_id", "key"), "settings/field"),
        ("environment = 'production'" + ACME + "plain_http = true", "settings/not_in_production"),
    ],
)
def test_a_mistake_in_the_file_has_a_code(file: Path, text: str, code: str) -> None:
    assert code_of(file, text) == code


def test_a_file_that_cannot_be_read_is_named(file: Path) -> None:
    with pytest.raises(Malformed) as refusal:
        read_settings(file)
    assert refusal.value.code == "settings/unreadable"
    assert refusal.value.data["file"] == str(file)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(Malformed) as refusal:
        read_settings(file)
    assert refusal.value.code == "settings/not_toml"


def test_the_secret_is_in_the_environment_and_nowhere_else(file: Path) -> None:
    file.write_text(DEMO + ACME, encoding="utf-8")
    operator = read_settings(file).operator("acme")
    assert operator.keys({"ACME_SECRET": "hush"}).current.secret == b"hush"
    assert "hush" not in repr(operator)
    for environment in ({}, {"ACME_SECRET": ""}):
        with pytest.raises(Malformed) as refusal:
            operator.keys(environment)
        assert refusal.value.code == "settings/secret_missing"
        assert refusal.value.data["variable"] == "ACME_SECRET"


def test_an_operator_nobody_named_is_unknown(file: Path) -> None:
    file.write_text(DEMO + ACME, encoding="utf-8")
    with pytest.raises(Malformed) as refusal:
        read_settings(file).operator("bolt")
    assert refusal.value.code == "settings/no_such_operator"


def test_what_is_typed_takes_the_place_of_what_the_file_says(file: Path) -> None:
    file.write_text("bots = 3\npace = 0.5\ndatabase = 'sqlite:///a.db'", encoding="utf-8")
    assert settings_of(file, None) == read_settings(file)
    settings = settings_of(file, "postgresql://b", bots=0, pace=None)
    assert (settings.bots, settings.pace, settings.database) == (0, 0.5, "postgresql://b")
    with pytest.raises(Malformed):
        settings_of(file, None, environment=Environment.PRODUCTION)


def test_operators_need_a_stated_environment(file: Path) -> None:
    file.write_text(ACME, encoding="utf-8")
    with pytest.raises(Malformed) as refusal:
        settings_of(file, None)
    assert refusal.value.code == "settings/environment"
    assert "password is public" in spoken(refusal.value)
    for typed in (Environment.DEMO, Environment.TEST):
        assert settings_of(file, None, environment=typed).environment is typed
    file.write_text(DEMO + ACME, encoding="utf-8")
    assert read_settings(file).environment is Environment.DEMO


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("secure = true", "secure = false"),
        ('public_address = "https://house.example"', ""),
        ("https://house.example", "http://house.example"),
        ("secure = true", "secure = true\norigins = ['http://page.example']"),
        ("secure = true", "secure = true\nframe_ancestors = ['*']"),
        ("secure = true", "secure = true\nframe_ancestors = ['https:']"),
        ("secure = true", "secure = true\nframe_ancestors = [\"'self'; script-src *\"]"),
    ],
)
def test_production_refuses_what_is_for_one_machine(file: Path, was: str, becomes: str) -> None:
    file.write_text(PRODUCTION, encoding="utf-8")
    assert read_settings(file).environment is Environment.PRODUCTION
    assert code_of(file, PRODUCTION.replace(was, becomes)) == "settings/not_in_production"


@pytest.mark.parametrize(
    "secret",
    [
        "hush",
        "a" * 40,
        "0123456789abcdef0123456789abcdef",
        "abcdefghijklmnopqrstuvwxyz0123456789",
        "My-Pass_Word is at home in here, 2026",
        "the-WALLET-of-acme-since-2026-xyzuv",
    ],
)
def test_production_refuses_weak_secrets(tmp_path: Path, secret: str) -> None:
    file = tmp_path / "house.toml"
    file.write_text(PRODUCTION + ACME, encoding="utf-8")
    settings = settings_of(file, str(tmp_path / "house.db"))
    with pytest.raises(Malformed) as refusal:
        House(settings, environment={"ACME_SECRET": secret})
    assert refusal.value.code == "settings/secret_weak"
    assert secret not in str(refusal.value.data)
    environment = {"ACME_SECRET": STRONG, "SABOT_SEALING_KEYS": "5e" * 32}
    House(settings, environment=environment, told=Told(new=True)).close()


def test_players_sign_up_where_no_operator_brings_them(file: Path) -> None:
    for text, offered in (
        ("", True),
        ("sign_up = false", False),
        (DEMO + ACME, False),
        ("sign_up = true\n" + DEMO + ACME, True),
    ):
        file.write_text(text, encoding="utf-8")
        assert read_settings(file).signs_up is offered


def test_F19_an_operator_names_the_page_of_its_cashier(file: Path) -> None:
    page = "https://acme.example/cashier?from=table"
    file.write_text(
        f'{DEMO}\ndatabase = "sqlite:///{file.with_name("h.db")}"\nbots = 0{ACME}cashier = "{page}"'
    )
    casino = Casino(read_settings(file), environment={"ACME_SECRET": STRONG})
    try:
        assert casino.http_settings().cashier_links == {"acme": page}
    finally:
        casino.close()


@pytest.mark.parametrize(
    "page",
    [
        "javascript:alert(1)",
        "http://acme.example",
        "https://",
        "https://a b",
        "https://u:p@a.example",
    ],
)
def test_F19_a_cashier_that_a_browser_should_not_open_is_refused(file: Path, page: str) -> None:
    assert code_of(file, f'{DEMO}{ACME}cashier = "{page}"') == "settings/cashier"
