"""Charts that people type: every fault of a file at once, by row and column."""

import pytest

from fieldhouse.football.charts import ChartFaults, read_toml
from fieldhouse.kernel.errors import BadChart


def test_every_fault_is_collected_and_said_in_one_way() -> None:
    faults = ChartFaults("plays")
    assert not faults.columns("dive", 5, ("yards",))
    assert faults.columns("draw", {"yards": 3, "color": 1}, ("yards", "name"))
    faults.number("draw", "yards", 30, 0, 9)
    faults.one_of("draw", "kind", "kick", ("run", "pass"))
    faults.text("draw", "name", " ")
    faults.add("no rows")
    with pytest.raises(BadChart) as refused:
        faults.refuse()
    assert refused.value.faults == [
        "plays, row dive: must be a table, not 5",
        "plays, row draw, column name: is missing",
        "plays, row draw, column color: is unknown; the columns are: yards, name",
        "plays, row draw, column yards: 30 is not a whole number from 0 to 9",
        "plays, row draw, column kind: 'kick' is not one of run, pass",
        "plays, row draw, column name: ' ' is not a text",
        "plays: no rows",
    ]


def test_a_chart_without_a_fault_is_not_refused() -> None:
    ChartFaults("plays").refuse()
    assert read_toml("plays", "dive = 3") == {"dive": 3}


def test_a_file_that_is_no_toml_is_named_with_its_line() -> None:
    with pytest.raises(BadChart, match=r"plays: .*line 2"):
        read_toml("plays", "dive = 3\n= 4")
