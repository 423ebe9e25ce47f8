"""The committed schemas and types are what the code says today."""

import json

import pytest
from tools import schemas, typescript

PUBLISHED = schemas.published()
WRITTEN = schemas.written()


@pytest.mark.parametrize("name", sorted(WRITTEN))
def test_schemas_are_up_to_date(name: str) -> None:
    committed = (schemas.FOLDER / name).read_text(encoding="utf-8")
    assert committed == schemas.text_of(WRITTEN[name]), "run `make schemas`"


def test_typescript_types_are_up_to_date() -> None:
    read = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in typescript.SCHEMAS}
    committed = {
        path.name: path.read_text(encoding="utf-8") for path in typescript.FOLDER.iterdir()
    }
    assert committed == typescript.typescript(read), "run `make schemas`"


@pytest.mark.parametrize("name", sorted(PUBLISHED))
def test_every_part_of_a_schema_is_there_and_every_part_is_used(name: str) -> None:
    text = json.dumps(PUBLISHED[name])
    parts = set(PUBLISHED[name]["$defs"])
    used = {part for part in parts if f'"#/$defs/{part}"' in text}
    # Answers travel by HTTP; the messages of the socket do not name them.
    assert parts - used <= {answer.__name__ for answer in schemas.ANSWERS}
    assert text.count('"$ref": "#/$defs/') == sum(
        text.count(f'"$ref": "#/$defs/{part}"') for part in parts
    )
