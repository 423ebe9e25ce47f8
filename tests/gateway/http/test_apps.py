"""Which of the web apps an address opens, and under which rules for browsers."""

from __future__ import annotations

from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from tests.gateway.http.conftest import Casino
from tests.gateway.http.premises import Premises

from sabot.gateway.http.pages import page_routes


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "studio" / "assets").mkdir(parents=True)
    (tmp_path / "index.html").write_text("<!doctype html><title>players</title>")
    (tmp_path / "studio" / "index.html").write_text("<!doctype html><title>studio</title>")
    (tmp_path / "studio" / "assets" / "index-3f9a1c2b.js").write_text("1")
    return tmp_path


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/", "players"),
        ("/table/speed-1", "players"),
        ("/studios", "players"),
        ("/studio", "studio"),
        ("/studio/", "studio"),
        ("/studio/dealer/live-1", "studio"),
        ("/studio/desk", "studio"),
    ],
)
def test_every_address_of_the_studio_opens_its_own_app(folder: Path, path: str, title: str) -> None:
    with TestClient(Litestar(page_routes(folder))) as client:
        answer = client.get(path)
    assert answer.status_code == 200
    assert f"<title>{title}</title>" in answer.text
    assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("path", ["/", "/studio", "/studio/assets/index-3f9a1c2b.js"])
def test_a_text_names_its_charset_once(folder: Path, path: str) -> None:
    with TestClient(Litestar(page_routes(folder))) as client:
        assert client.get(path).headers["Content-Type"].count("charset=utf-8") == 1


def test_files_of_the_studio_are_kept_for_ever(folder: Path) -> None:
    with TestClient(Litestar(page_routes(folder))) as client:
        answer = client.get("/studio/assets/index-3f9a1c2b.js")
    assert answer.text == "1"
    assert "immutable" in answer.headers["Cache-Control"]


def test_without_a_studio_the_players_app_answers(folder: Path) -> None:
    (folder / "studio" / "index.html").unlink()
    with TestClient(Litestar(page_routes(folder))) as client:
        assert "<title>players</title>" in client.get("/studio").text


def test_browsers_get_the_same_rules_from_both_apps(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        players, studio = await here.get("/", {}), await here.get("/studio/dealer/live-1", {})
        policy = studio.headers["Content-Security-Policy"]
        assert policy == players.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe-inline" not in policy

    casino.run(story(casino.here))
