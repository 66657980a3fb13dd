"""A chart's text as tables: what is not changed stays to the letter, what is changed where it stood."""

from __future__ import annotations

import tomllib

import pytest

from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import BadChart
from fieldhouse.web.chart_editor.sheet import ChartSheet
from fieldhouse.web.chart_editor.sheet_reader import read_sheet

CHARTS = [
    (name, chart) for name, folder in registry.list_all_games().items() for chart in folder.meta.materials
]


def at(sheet: ChartSheet, where: str) -> str:
    """The name of the field there."""
    return next(cell.name for cell in sheet.cells().values() if cell.where == where)


def changed(text: str, **given: str) -> str:
    """The text with these places changed; an underscore for a blank or comma."""
    sheet = read_sheet(text)
    return sheet.with_changes({at(sheet, where.replace("__", ", ")): value for where, value in given.items()})


@pytest.mark.parametrize(("game", "chart"), CHARTS)
def test_every_chart_of_the_house_is_tables_and_stays_as_it_is(game: str, chart: str) -> None:
    """Every field given as it stands changes no letter; the fields have names of their own."""
    text = registry.find(game).game.material_text(chart)
    sheet = read_sheet(text)
    cells = sheet.cells()
    assert len(cells) > 2
    assert sheet.with_changes({cell.name: f" {cell.shown} " for cell in cells.values()}) == text
    places = [cell.where for cell in cells.values()]
    assert len(places) == len(set(places)), "two fields say that they are the same place"


@pytest.mark.parametrize(("game", "chart"), CHARTS)
def test_a_changed_cell_is_read_back_as_it_was_given(game: str, chart: str) -> None:
    """Six filled fields in turn: the text is read again, and that field alone is another."""
    sheet = read_sheet(registry.find(game).game.material_text(chart))
    filled = [(name, cell) for name, cell in sheet.cells().items() if cell.shown]
    for name, cell in filled[:: max(1, len(filled) // 6)]:
        value = {"yes": "no", "no": "yes"}.get(cell.shown, "7" if cell.kind == "number" else "Zz")
        again = read_sheet(sheet.with_changes({name: value})).cells()
        assert len(again) == len(sheet.cells())
        other = [
            new.name
            for new, old in zip(again.values(), sheet.cells().values(), strict=True)
            if new.shown != old.shown
        ]
        assert other == [name]
        assert again[name].shown == value


def test_rows_of_like_blocks_are_one_table_and_a_missing_key_is_an_empty_field() -> None:
    text = "[2]\nyards = 5 # short\nlost = [1, 2]\n\n[3]\nyards = 7\n"
    (table,) = read_sheet(text).tables
    assert table.columns == ["yards", "lost"]
    assert [row.name for row in table.rows] == ["2", "3"]
    assert changed(text, **{"3__lost": "4, 5"}).endswith("yards = 7\nlost = [4, 5]\n")
    assert changed(text, **{"2__yards": "-10"}).startswith("[2]\nyards = -10 # short\n")
    assert changed(text, **{"2__yards": ""}) == "[2]\nlost = [1, 2]\n\n[3]\nyards = 7\n"
    assert "lost = []" in changed(text, **{"2__lost": ""})


def test_pairs_of_an_inline_table_come_and_go_with_their_commas() -> None:
    text = 'a = { x = 1, y = "b, c", z = true }\nb = { x = 2 }\n'
    assert changed(text, a__x="") == 'a = { y = "b, c", z = true }\nb = { x = 2 }\n'
    assert changed(text, a__z="") == 'a = { x = 1, y = "b, c" }\nb = { x = 2 }\n'
    assert changed(text, b__z="no") == 'a = { x = 1, y = "b, c", z = true }\nb = { x = 2, z = false }\n'


def test_words_are_quoted_and_escaped_and_numbers_are_not() -> None:
    text = '[net]\n11 = 50\n12 = "touchback"\n[say]\nwho = "me"\n'
    found = changed(text, net__11="touchback", net__12="55", say__who='a "b" \\ c')
    assert tomllib.loads(found) == {"net": {"11": "touchback", "12": 55}, "say": {"who": 'a "b" \\ c'}}


def test_a_quoted_key_is_a_field_too() -> None:
    text = '[RI]\n"up to 5" = "NG"\n"6 and up" = "Dice"\n'
    found = changed(text, **{"RI__the row up to 5": "up to 6", "RI__the row 6 and up": "7 and up"})
    assert tomllib.loads(found) == {"RI": {"up to 6": "NG", "7 and up": "Dice"}}


def test_bars_grow_and_shrink_at_their_end() -> None:
    text = "# notes\n[drive]\n1-1 | A? X | Y\n1-2 | Z\n"
    sheet = read_sheet(text)
    assert sheet.tables[0].columns == ["1st", "2nd"]
    assert changed(text, **{"drive 1-2__2nd": "W"}).endswith("1-2 | Z | W\n")
    assert "1-1 | A? X \n" in changed(text, **{"drive 1-1__2nd": ""})


def test_what_is_no_table_is_refused() -> None:
    for text in ("", "# nothing\n", "[open", "a ="):
        with pytest.raises(BadChart):
            read_sheet(text)
