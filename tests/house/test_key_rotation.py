"""Keys of an operator rotate while the house runs: both are accepted, the current one signs."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.house.guests import LoopbackOperator
from tests.house.test_restarted_operators import launched, opened, settings_for

from sabot.adapters.wallet.keys import KeyRing, read_keys
from sabot.adapters.wallet.signing import Key
from sabot.bootstrap import Casino
from sabot.errors import Malformed
from sabot.settings import OperatorSettings

OLD = Key(id="2026-a", secret=b"one that goes")
NEW = Key(id="2026-b", secret=b"one that comes")


def write(file: Path, *keys: Key, current: Key) -> None:
    """A key file, replaced as a whole."""
    lines = [f'"{key.id}" = "{key.secret.decode()}"' for key in keys]
    text = "\n".join([f'current = "{current.id}"', "[keys]", *lines])
    fresh = file.with_suffix(".new")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(file)


async def held(casino: Casino, *keys: Key, current: Key) -> None:
    """Wait until the house holds these keys."""
    ring = casino.house.keys["acme"]
    async with asyncio.timeout(10):
        while (set(ring.secrets), ring.current) != ({key.id for key in keys}, current):  # noqa: ASYNC110 -- it looks by itself
            await asyncio.sleep(0.05)


@pytest.mark.usefixtures("quiet_log")
def test_20_6_keys_rotate_without_a_restart_and_without_a_gap(tmp_path: Path) -> None:
    file = tmp_path / "acme.keys.toml"

    async def story() -> list[tuple[str, int, int]]:
        acme = LoopbackOperator("acme", players=1)
        ring = acme.server.keys
        ring.become(KeyRing(OLD))
        write(file, OLD, current=OLD)
        told = []
        async with acme.listening():
            settings = settings_for(tmp_path, acme)
            named = replace(acme.settings, key_id="", secret_env="", keys_file=str(file))
            async with opened(replace(settings, operators=(named,))) as (casino, address):

                async def look(step: str) -> None:
                    answers = [await launched(casino, address, "p0", key) for key in (OLD, NEW)]
                    told.append((step, answers[0].status_code, answers[1].status_code))

                await look("one key")
                ring.become(KeyRing(OLD, NEW))  # the operator accepts both
                write(file, OLD, NEW, current=OLD)
                await held(casino, OLD, NEW, current=OLD)
                await look("two keys")
                write(file, OLD, NEW, current=NEW)
                await held(casino, OLD, NEW, current=NEW)
                ring.become(KeyRing(NEW))  # our calls are signed with the new one
                await look("the new one signs")
                write(file, NEW, current=NEW)
                await held(casino, NEW, current=NEW)
                await look("the old one is gone")
                file.write_text("nonsense", encoding="utf-8")
                await asyncio.sleep(1.5)  # a look at it, and nothing comes of it
                await look("a broken file")
        return told

    assert asyncio.run(story()) == [
        ("one key", 200, 401),
        ("two keys", 200, 200),
        ("the new one signs", 200, 200),
        ("the old one is gone", 401, 200),
        ("a broken file", 401, 200),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        'current = "a"',
        'current = "b"\n[keys]\na = "x"',
        'current = "a"\n[keys]\na = ""',
        'current = "a"\n[keys]\na = "x"\nb = "y"\nc = "z"',
    ],
)
def test_a_key_file_that_cannot_be_read_is_refused_without_its_words(
    tmp_path: Path, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "keys.toml"
    file.write_text(text, encoding="utf-8")
    with caplog.at_level(logging.DEBUG), pytest.raises(Malformed) as refusal:
        read_keys(file, operator="acme")
    assert refusal.value.code == "settings/keys_file"
    assert refusal.value.__cause__ is None


def test_an_operator_has_a_key_file_or_a_key(tmp_path: Path) -> None:
    wallet = "https://wallet.example"
    with pytest.raises(Malformed, match="settings/keys_twice"):
        OperatorSettings(id="acme", wallet=wallet, key_id="a", keys_file="keys.toml")
    with pytest.raises(Malformed, match="settings/key_id"):
        OperatorSettings(id="acme", wallet=wallet)
    missing = OperatorSettings(id="acme", wallet=wallet, keys_file=str(tmp_path / "none"))
    with pytest.raises(Malformed, match="settings/keys_file"):
        missing.keys()
