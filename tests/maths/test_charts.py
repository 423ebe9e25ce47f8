import json

import pytest

from sabot.maths.charts import Chart

CHART = Chart(
    title="hard",
    legend="H hit, S stand",
    columns=("2", "A"),
    rows=(("17", ("S", "S")), ("16", ("S", "H"))),
)


def test_a_chart_is_read_by_row_and_column() -> None:
    assert json.loads(json.dumps(CHART.as_json())) == {
        "title": "hard",
        "legend": "H hit, S stand",
        "rows": {"17": {"2": "S", "A": "S"}, "16": {"2": "S", "A": "H"}},
    }


def test_rows_stay_in_their_order() -> None:
    rows = CHART.as_json()["rows"]
    assert isinstance(rows, dict)
    assert list(rows) == ["17", "16"]


@pytest.mark.parametrize("cells", [("S",), ("S", "S", "S")])
def test_a_row_with_too_few_or_too_many_cells_is_an_error(cells: tuple[str, ...]) -> None:
    crooked = Chart(title="hard", legend="", columns=("2", "A"), rows=(("17", cells),))
    with pytest.raises(ValueError, match="zip"):
        crooked.as_json()
