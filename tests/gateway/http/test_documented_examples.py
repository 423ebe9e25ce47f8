"""The examples of `docs/http.md` work as written, and its table names every route."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from tests.gateway.http.conftest import Casino
from tests.gateway.http.premises import Premises

from sabot.gateway.authority import ROUTES
from sabot.gateway.http.faults import BY_CODE, OF_HTTP
from sabot.gateway.http.openapi import PAGES

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "http.md").read_text("utf-8")
ERRORS = PAGE.partition("## Errors")[2].partition("## Routes")[0]
EXAMPLE = re.compile(r"^(curl .*?)  # (\d{3})$", re.MULTILINE)


def test_the_examples_work_as_written(casino: Casino) -> None:
    async def story(here: Premises) -> int:
        token, count = "", 0
        async with here.browser() as client:
            del client.headers["Origin"]
            for line, status in EXAMPLE.findall(PAGE):
                method, url, headers, body = read(line, here.address, token)
                answer = await client.request(method, url, headers=headers, content=body)
                assert answer.status_code == int(status), (line, answer.text)
                token = answer.json().get("token", token)
                count += 1
        return count

    assert casino.run(story(casino.here)) == PAGE.count("curl -s")


def read(line: str, address: str, token: str) -> tuple[str, str, dict[str, str], str | None]:
    """What curl would send."""
    words = shlex.split(line.replace("$SABOT", address).replace("$TOKEN", token))[1:]
    method, url, headers, body = "", "", {}, None
    rest = iter(words)
    for word in rest:
        match word:
            case "-s":
                continue
            case "-X":
                method = next(rest)
            case "-H":
                name, _, value = next(rest).partition(": ")
                headers[name] = value
            case "-d":
                body = next(rest)
            case _:
                url = word
    return method or ("GET" if body is None else "POST"), url, headers, body


def test_every_route_is_in_the_table() -> None:
    told = set(re.findall(r"^\| `([A-Z]+ [^`]+)` \|", PAGE, re.MULTILINE))
    assert told == {f"{method} {path}" for method, path in ROUTES if path not in PAGES}


def test_every_code_with_a_status_of_its_own_stands_beside_it() -> None:
    told = {
        (status, code)
        for statuses, text in re.findall(r"^\| ([0-9, ]+) \| (.*) \|$", ERRORS, re.MULTILINE)
        for status in map(int, statuses.split(", "))
        for code in re.findall(r"`([a-z_]+/[a-z_]+)`", text)
    }
    answered = {(status, code) for code, status in BY_CODE.items()} | {*OF_HTTP.items()}
    assert answered <= told
