"""A key that an object names twice is found in any spelling; plain messages are not scanned."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.table import commands as c
from sabot.wire import keys, requests
from sabot.wire.keys import names_a_key_twice

decode = msgspec.json.Decoder(requests.AnyRequest, strict=True).decode
PLAIN = (
    requests.Ping(n=7),
    requests.Watch(table="speed-1"),
    requests.Watch(table="speed-1", since=requests.Since(epoch=1, seq=2)),
    requests.Act(cmd_id="a:1", table="speed-1", command=c.UndoBet()),
    requests.Act(cmd_id="a:1", table="b-1", command=c.Choose(decision_id="d", option="hit")),
    requests.Say(cmd_id="a", room="table:speed-1", text="good luck"),
)


@pytest.mark.parametrize("request_", PLAIN)
def test_a_plain_message_is_not_scanned(
    request_: requests.Request, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Defaults that are written out count as little as those that are left out."""
    monkeypatch.setattr(keys, "_scan", None)
    whole = json.loads(msgspec.json.encode(request_))
    short = {name: value for name, value in whole.items() if value not in (None, "")}
    for body in (whole, short):
        for raw in (json.dumps(body), json.dumps(body, separators=(",", ":"))):
            assert not names_a_key_twice(raw.encode())


@pytest.mark.parametrize(
    "raw",
    [
        b'{"a": 1, "a": 1}',
        b'{"a":[{"b":1},{"b":1,"b":2}]}',
        b'{"a": {"b": "x"}, "a": null}',
        rb'{"a": 1, "a": 2, "t": "\u0022\u0022"}',
        rb'{"a": "\"", "a": "", "t": "\u0022\u0022\u0022"}',
        b'{"": 1, "": 2}',
    ],
)
def test_no_other_quotation_mark_hides_a_key_that_is_there_twice(raw: bytes) -> None:
    assert names_a_key_twice(raw)


@pytest.mark.parametrize("request_", PLAIN)
def test_every_key_of_every_object_counts(request_: requests.Request) -> None:
    text = msgspec.json.encode(request_).decode()
    for key in ("type", "cmd_id", "table", "seq", "option", "since", "text", "n"):
        for spelt in (f'"{key}"', '"' + "".join(f"\\u{ord(sign):04x}" for sign in key) + '"'):
            at = text.find(f'"{key}":')
            if at < 0:
                continue
            value = msgspec.json.encode(_value(json.loads(text), key)).decode()
            twice = f"{text[:at]}{spelt} : {value}, {text[at:]}".encode()
            assert names_a_key_twice(twice), twice
            decode(twice)


def _value(body: object, key: str) -> object:
    if isinstance(body, dict):
        if key in body:
            return body[key]
        return next((_value(one, key) for one in body.values() if _value(one, key)), None)
    return None


@given(
    st.recursive(
        st.none() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | (st.dictionaries(st.text(), inner)),
        max_leaves=20,
    )
)
def test_what_names_each_key_once_passes(body: object) -> None:
    assert not names_a_key_twice(json.dumps(body).encode())
