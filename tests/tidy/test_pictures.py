"""The pictures of the documents: real output, drawn with nothing that has to be fetched."""

import re

import pytest
from tools import pictures

NAMESPACE = "http://www.w3.org/2000/svg"


def drawn(picture: pictures.Picture) -> str:
    return (pictures.FOLDER / f"{picture.name}.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("picture", pictures.PICTURES, ids=lambda picture: picture.name)
def test_a_picture_is_what_its_command_prints(picture: pictures.Picture) -> None:
    # `.venv/bin/python tools/pictures.py` draws them anew.
    assert drawn(picture) == pictures.draw(picture)


@pytest.mark.parametrize("picture", pictures.PICTURES, ids=lambda picture: picture.name)
def test_a_picture_fetches_nothing(picture: pictures.Picture) -> None:
    text = drawn(picture)
    assert set(re.findall(r"\w+://[^\s\"')]+", text)) == {NAMESPACE}
    assert re.findall(r"@import|@font-face|<script|<image|href=", text) == []
    assert set(re.findall(r"url\((.)", text)) == {"#"}


def test_every_picture_is_drawn_and_shown() -> None:
    names = {path.name for path in pictures.FOLDER.iterdir()}
    pages = [pictures.ROOT / "README.md", *(pictures.ROOT / "docs").glob("*.md")]
    texts = "".join(page.read_text(encoding="utf-8") for page in pages)
    assert names == {f"{picture.name}.svg" for picture in pictures.PICTURES}
    assert [name for name in sorted(names) if f"pictures/{name})" not in texts] == []
