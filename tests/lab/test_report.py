"""Reports: balance and realism for every game, and what a chart of one's own changes."""

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from fieldhouse.cli import main
from fieldhouse.kernel import registry
from fieldhouse.lab.report import Report, make_report

pytestmark = pytest.mark.slow  # playouts and tables: run, but not traced


def tiny(name: str, **options: Any) -> Any:
    folder = registry.find(name)
    return folder.open(options, length=folder.meta.tiny)


def section(found: Report, title: str) -> Any:
    return next(section for section in found.sections if section.title.startswith(title))


@pytest.mark.parametrize("name", sorted(registry.list_games()))
def test_every_game_has_a_report_as_text_and_page(name: str) -> None:
    found = make_report(tiny(name), games=2, levels=["random"] * len(registry.find(name).meta.seats))
    assert "Balance" in found.text()
    page = found.html()
    assert page.startswith("<!doctype html>")
    for picture in found.pictures:
        assert ET.fromstring(picture).tag.endswith("svg")
        assert picture in page


def test_shares_add_up_to_one() -> None:
    found = make_report(tiny("redboar", mode="dice"), games=40)
    shares = [
        float(row.value.rstrip("%")) for row in section(found, "Balance").rows if row.value.endswith("%")
    ]
    assert sum(shares) == pytest.approx(100, abs=0.2)


def test_a_changed_chart_is_shown_beside_the_default() -> None:
    """Tries that always fail: the scores with the own chart cannot be higher than with the default."""
    folder = registry.find("redboar")
    base = folder.open({"mode": "dice"}, length="tiny")
    special = base.setup.materials["special_teams"]
    never = {**special, "try_kick": {**special["try_kick"], "good": []}}
    changed = folder.open({"mode": "dice"}, {"special_teams": never}, length="tiny")
    found = make_report(changed, games=60)
    table = section(found, "Balance")
    assert table.columns[:4] == ("", "Simulated", "Default charts", "Difference")
    points = [row for row in table.rows if row.name.startswith("points")]
    assert all(float(row.beside[1].split(" ±")[0]) <= 0 for row in points)
    assert "special_teams try_kick good" in found.how


def test_the_changed_cells_are_named() -> None:
    """One number of one chart: its place, what it was, and what it is now."""
    folder = registry.find("redboar")
    base = folder.open({"mode": "dice"}, length="tiny")
    special = base.setup.materials["special_teams"]
    goals = special["field_goal"]
    need = {**goals["need_by_g"], "50": 12}
    harder = {**special, "field_goal": {**goals, "need_by_g": need}}
    found = make_report(folder.open({"mode": "dice"}, {"special_teams": harder}, length="tiny"), games=2)
    assert "special_teams field_goal need_by_g 50: 11 -> 12" in found.how


def test_figures_a_game_does_not_tell_are_left_out() -> None:
    """Fast Drive has drives but no plays: no row says zero plays."""
    found = make_report(tiny("fastdrive"), games=20)
    football = section(found, "Realism")
    assert "plays per drive" not in [row.name for row in football.rows]
    assert all(row.value != "0" for row in football.rows)
    assert football.note.startswith("Not shown:")


def test_the_command_writes_text_and_page(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    arguments = ["report", "fastdrive", "-n", "5", "--length", "tiny", "--html", str(page)]
    ran = CliRunner().invoke(main, arguments)
    assert ran.exit_code == 0, ran.output
    assert "Realism: compared to the NFL" in ran.output
    assert "<table>" in page.read_text(encoding="utf-8")
