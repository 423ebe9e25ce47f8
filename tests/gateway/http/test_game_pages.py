"""A game that brings its own page: its files, their address, and what the pages are told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.gateway.http.conftest import Casino
from tests.gateway.http.premises import Premises

from sabot.gamekit import AnyGame
from sabot.games import registry
from sabot.games.baccarat.round import BaccaratGame
from sabot.gateway.game_modules import module_of
from sabot.gateway.http.pages import FOR_EVER, game_pages


def game_with(folder: Path) -> AnyGame:
    """A game whose page is this folder."""

    class Guest(BaccaratGame):
        id = "guest"
        parts = replace(BaccaratGame.parts, web=folder)

    return Guest()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "texts").mkdir()
    (tmp_path / "index.js").write_text("export default {}")
    (tmp_path / "texts" / "it.json").write_text("{}")
    (tmp_path / ".hidden").write_text("no")
    return tmp_path


def test_the_files_of_a_game_are_served_for_ever_at_an_address_of_their_contents(
    folder: Path,
) -> None:
    game = game_with(folder)
    module = module_of(game)
    assert module is not None
    assert module.startswith("/games/guest/")
    assert module.endswith("/index.js")
    pages = game_pages([game])
    base = module.removesuffix("index.js").lstrip("/")
    assert set(pages) == {f"{base}index.js", f"{base}texts/it.json"}
    page = pages[f"{base}index.js"]
    assert (page.body, page.cache) == (b"export default {}", FOR_EVER)
    assert page.kind.startswith("text/javascript")


def test_another_text_of_a_module_has_another_address(folder: Path) -> None:
    before = module_of(game_with(folder))
    (folder / "index.js").write_text("export default { mount() {} }")
    assert module_of(game_with(folder)) != before


def test_the_games_of_the_house_are_built_into_its_pages() -> None:
    assert {module_of(registry()[name]) for name in ("baccarat", "blackjack", "brag")} == {None}


def test_a_table_and_its_tile_say_that_no_module_is_needed(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        known = await here.bearer("ann")
        [tile, *_] = (await here.get("/api/tables", known)).json()["tables"]
        assert tile["module"] is None
        info = (await here.get(f"/api/tables/{tile['table']}", known)).json()
        assert info["module"] is None

    casino.run(story(casino.here))


def test_a_missing_file_of_a_game_is_not_answered_with_a_page(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        assert (await here.get("/games/nowhere/0/index.js", {})).status_code == 404

    casino.run(story(casino.here))
