"""Charts as data (sections 25 and 26)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.games.fastdrive.sheets import at, book, opened, run

from fieldhouse.games.fastdrive.charts import reader as charts
from fieldhouse.games.fastdrive.charts.cells import RESULTS, Cell
from fieldhouse.games.fastdrive.charts.codes import ROLLS, sorted_row
from fieldhouse.games.fastdrive.rules.game import FastDrive
from fieldhouse.kernel.errors import BadChart, BadOptions


def faults(*changes: tuple[str, str]) -> list[str]:
    """What is wrong with the default charts, changed like this."""
    with pytest.raises(BadChart) as bad:
        charts.read_chart_text(book(*changes))
    return bad.value.faults


def test_tables_rows_comments_and_narrative() -> None:
    """FD-25.1: `#` starts a comment, `;` narrative, empty lines are ignored."""
    text = book(("5-5-6 | TD-PASS [R+]", "  5-5-6|TD-PASS [R+] ; over the top  # typed on a train\n\n"))
    rows = {row[0]: row[1:] for row in charts.read_chart_text(text)["drive"]}
    assert rows["5-5-6"] == ["TD-PASS [R+] ; over the top"]
    assert run(opened(charts=text), at(), "556").log[0].result == "TD-PASS"


def test_required_tables() -> None:
    """FD-25.2: every table must be there; `turnovers` is optional."""
    assert faults(("[desperation]", "[despair]"))[0].endswith(
        "unknown table 'despair'; there are " + ", ".join(RESULTS)
    )
    assert "table 'desperation' is missing" in faults(("[desperation]", "[despair]"))
    without = charts.default_text().replace("[turnovers]", "[x]").split("[x]")
    kept = without[0] + "[fumble]" + without[1].split("[fumble]")[1]
    assert charts.read_data(charts.read_chart_text(kept)).eras == ()


def test_all_56_rows_each_once() -> None:
    """FD-25.3."""
    assert faults(("5-5-6 | TD-PASS [R+]\n", "")) == ["drive, line 9: no row for 5-5-6"]
    assert faults(("5-5-6 |", "4-5-6 |"))[0] == "drive, line 63, column 1: 4-5-6 appears twice"
    assert "'5-6-5' isn't a key" in faults(("5-5-6 |", "5-6-5 |"))[0]
    assert faults(("[unusual-2]\n1-1 | DEF-TD INTERCEPTION\n", "[unusual-2]\n")) == [
        "unusual-2, line 115: no row for 1-1"
    ]


def test_codes_are_covered_exactly_once() -> None:
    """FD-25.4: `16-55` is in base-6 order."""
    assert faults(("16-55 | AVERAGE", "16-54 | AVERAGE")) == ["kickoff, line 138: no row for 55"]
    assert "15 appears twice" in faults(("16-55 | AVERAGE", "15-55 | AVERAGE"))[0]
    assert "'55-16' isn't a key" in faults(("16-55 | AVERAGE", "55-16 | AVERAGE"))[0]


def test_a_small_table_may_have_36_codes() -> None:
    """FD-25.5: then it is rolled with two dice."""
    text = book(
        (
            "[punt-fumble]\n1-2 | KICKERS GREAT\n3-6 | POOR",
            "[punt-fumble]\n11-16 | KICKERS GREAT\n21-66 | POOR",
        )
    )
    game = opened(charts=text)
    assert run(game, at(), "253 65 16").ball == 0
    assert run(game, at(), "253 65 21").ball == 1
    assert faults(("[fumble]\n1 |", "[fumble]\n7 |"))[0].startswith("fumble, line")


def test_questions_stand_before_the_last_cell() -> None:
    """FD-25.6: the last cell has none, every other must have one; one to three cells."""
    assert faults(("3-3-5 | PUNT-CO\n", "3-3-5 | ODD? PUNT-CO\n")) == [
        "drive, line 48, column 9: a question in the last cell"
    ]
    assert "only the last cell" in faults(("1-3-6 | INEPT? TD-RUN [P] |", "1-3-6 | TD-RUN [P] |"))[0]
    assert (
        "one to three cells"
        in faults(("3-3-5 | PUNT-CO\n", "3-3-5 | ODD? FGA | ODD? FGA | ODD? FGA | PUNT\n"))[0]
    )


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("STANCH", "unknown question 'STANCH'"),
        ("DISCIPLINED", "say whose"),
        ("ROLL 3-1", "unknown question"),
        ("", "without"),
    ],
)
def test_unknown_questions(question: str, word: str) -> None:
    """FD-25.7, FD-24.42: line and column of the word."""
    found = faults(("4-5-6 | STAUNCH?", f"4-5-6 | {question}?"))
    assert found[0].startswith("drive, line 60, column 9: ")
    assert word in found[0]


def test_start_positions_may_not_be_asked_in_kick_tables() -> None:
    """FD-25.7."""
    assert (
        "may not be asked in a kick table"
        in faults(("64 | ELECTRIC? OPEN | AVERAGE", "64 | POOR? OPEN | AVERAGE"))[0]
    )


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("3-3-5 | PUNT-CO\n", "3-3-5 | PUNT-XX\n", "'PUNT-XX' isn't a result of drive"),
        ("3-3-5 | PUNT-CO\n", "3-3-5 | DOWNS\n", "DOWNS needs one of POOR, AVERAGE, GREAT"),
        ("3-3-5 | PUNT-CO\n", "3-3-5 | BLOCKED-FGA\n", "BLOCKED-FGA needs one of"),
        (
            "[unusual-1]\n1-1 | SAFETY",
            "[unusual-1]\n1-1 | UNUSUAL-2",
            "'UNUSUAL-2' isn't a result of unusual-1",
        ),
    ],
)
def test_results_of_the_drive_tables(old: str, new: str, what: str) -> None:
    """FD-25.8."""
    assert what in faults((old, new))[0]


def test_results_of_turnover_and_kick_tables() -> None:
    """FD-25.9, FD-25.10: a follow-up table holds no FUMBLE or OPEN."""
    assert (
        "isn't a result of fumble"
        in faults(("[fumble]\n1 | ACTIVE? DEF-TD |", "[fumble]\n1 | ACTIVE? TD |"))[0]
    )
    assert (
        "KEPT needs a result"
        in faults(("[fumble]\n1 | ACTIVE? DEF-TD |", "[fumble]\n1 | ACTIVE? KEPT REROLL |"))[0]
    )
    assert (
        "isn't a result of kickoff-open"
        in faults(("2 | ELECTRIC? TD | GREAT", "2 | ELECTRIC? OPEN | GREAT"))[0]
    )
    assert "KICKERS needs one of" in faults(("1-2 | KICKERS GREAT", "1-2 | KICKERS"))[0]


def test_results_of_the_last_three_tables() -> None:
    """FD-25.11."""
    assert "isn't a result of two-point" in faults(("11-33 | GOOD", "11-33 | GREAT"))[0]
    assert "isn't a result of desperation" in faults(("16-65 | NOTHING", "16-65 | NO-GOOD"))[0]


@pytest.mark.parametrize(
    "cell", ["PUNT-CO [R]", "TD-RUN [R]", "TD-PASS [P+]", "FGA dot dot", "UNUSUAL-1 dot"]
)
def test_wrong_markers(cell: str) -> None:
    """FD-25.12: [R] on a pass, [P] on a run, one dot where time is taken."""
    assert "can't follow" in faults(("3-3-5 | PUNT-CO\n", f"3-3-5 | {cell}\n"))[0]


def test_dots_in_other_tables_are_wrong() -> None:
    """FD-25.12: kicks take no time."""
    assert "can't follow" in faults(("11-15 | POOR", "11-15 | POOR dot"))[0]


@pytest.mark.parametrize(("year", "word"), [(1994, "INTERCEPTION"), (1995, "PUNT-CO")])
def test_turnovers_of_the_year(year: int, word: str) -> None:
    """FD-25.14: both ends of a span belong to it; the cells are read before the row's own."""
    game = opened({"season": year}, {"season": year})
    assert run(game, at(), "552 " + ("3" if year == 1994 else "11")).log[0].result == word


def test_a_no_goes_on_to_the_drive_row() -> None:
    """FD-25.14, FD-25.6: `1-2-3 | ..2009 | ODD? FUMBLE dot`; rows are tried in file order."""
    game = opened({"season": 2009}, {"season": 2009})
    assert run(game, at(), "123 1 4").log[0].result == "FUMBLE"
    assert run(game, at(), "123 2 31").log[0].result == "PUNT"
    two = book(
        (
            "1-2-3 | ..2009 | ODD? FUMBLE dot",
            "1-2-3 | ..2009 | ROLL 1? FGA\n1-2-3 | 2000..2009 | ROLL 1? FUMBLE",
        )
    )
    game = opened({"season": 2009}, {"season": 2009}, charts=two)
    assert run(game, at(), "123 2 1 4").log[0].result == "FUMBLE"
    assert "span of years" in faults(("..2009", "2009"))[0]


def test_every_fault_is_reported_with_table_line_and_column() -> None:
    """FD-25.15: all of them, not the first."""
    found = faults(
        ("4-5-6 | STAUNCH? FGA | DULL?", "4-5-6 | STAUNCH? FAG | DUL?"), ("11-33 | GOOD", "11-33 | GOD")
    )
    assert [fault.partition(":")[0] for fault in found] == [
        "drive, line 60, column 18",
        "drive, line 60, column 24",
        "two-point, line 196, column 9",
    ]


def test_two_faults_in_one_cell_are_both_told() -> None:
    """FD-25.15: an unknown question and a wrong marker."""
    found = faults(("5-5-6 | TD-PASS [R+]", "5-5-6 | GRATE? TD-PASS [P] | PUNT"))
    assert [fault.split(":")[0] for fault in found] == [
        "drive, line 63, column 9",
        "drive, line 63, column 24",
    ]


def test_oddities_are_warnings() -> None:
    """FD-25.15: a triple that leads to no unusual table, 2-4-5 without a re-roll."""
    odd = book(
        ("2-2-2 | UNUSUAL-1", "2-2-2 | PUNT"), ("DYNAMIC? REROLL dot | SOFT? REROLL dot | PUNT", "PUNT")
    )
    assert len(charts.warnings(odd)) == 2
    assert charts.warnings(charts.default_text()) == ()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[timing]\n1 | 1", "[timing]\n1 | 2"),
        ("3 | 2\n4 | 3", "3 | 3\n4 | 2"),
        ("6 | 4\n", "6 | 7\n"),
        ("6 | 4\n", ""),
    ],
)
def test_the_timing_table_is_checked(old: str, new: str) -> None:
    """FD-25.16: face 1 is 1, never falling, 1 to 6 ticks, all six faces."""
    assert faults((old, new))[0].startswith("timing")


def test_seven_minutes_need_a_shorter_six() -> None:
    """FD-25.16: face 6 at 6 ticks refuses the option."""
    with pytest.raises(BadOptions, match=r"FD-25\.16"):
        opened(charts=book(("6 | 4\n", "6 | 6\n")), seven_minute=True)


def test_charts_in_a_record_are_checked_too() -> None:
    """FD-25.15: as data the row is named."""
    data = charts.read_chart_text(charts.default_text())
    data["drive"][0][1] = "STANCH? FGA"
    with pytest.raises(BadChart, match="drive, row 1-1-1, cell 1: unknown question"):
        FastDrive.check_materials({"charts": data, "away": {}, "home": {}})


def test_the_default_set_is_the_catalogues() -> None:
    """FD-26.1: the text in the catalogue and the file in the game's folder are the same."""
    catalogue = (charts.FOLDER.parent / "catalogue.md").read_text(encoding="utf-8")
    assert catalogue.split("```\n")[1].strip() == charts.default_text().strip()


CHECK_SUMS = [  # FD-26.2: start, home, TD, FGA, punts, INT, fumble, downs, safety, dots, mean base ticks
    ("POOR", 0, 22, 54, 108, 9, 9, 9, 1, 49, 2.274),
    ("AVERAGE", 0, 28, 60, 90, 15, 10, 9, 0, 49, 2.274),
    ("GREAT", 0, 49, 78, 63, 9, 4, 9, 0, 46, 2.283),
    ("POOR", 1, 28, 54, 105, 9, 9, 6, 1, 52, 2.255),
    ("AVERAGE", 1, 37, 60, 84, 15, 10, 6, 0, 52, 2.255),
    ("GREAT", 1, 58, 78, 57, 9, 4, 6, 0, 49, 2.264),
]


@pytest.mark.parametrize("row", CHECK_SUMS)
def test_check_sums_of_the_drive_chart(row: tuple[Any, ...]) -> None:
    """FD-26.2: results of the 216 rolls without qualities, the score level and not late."""
    start, home, *expected, ticks = row
    game = opened(charts=charts.default_text())
    entries = [level(e) for e in game.drive[1][home * 3 + ("POOR", "AVERAGE", "GREAT").index(start)]]
    words = Counter(entry.word for entry in entries)
    punts = words["PUNT"] + words["PUNT-BU"] + words["PUNT-CO"]
    timed = [entry for entry in entries if not entry.word.startswith("UNUSUAL")]
    found = [words["TD-RUN"] + words["TD-PASS"], words["FGA"], punts, words["INTERCEPTION"], words["FUMBLE"]]
    found += [words["DOWNS"], words["SAFETY"], sum(entry.dot for entry in timed)]
    assert found == expected
    assert (words["UNUSUAL-1"], words["UNUSUAL-2"]) == (2, 2)
    assert sum(entry.base for entry in timed) / 212 == pytest.approx(ticks, abs=5e-4)


def level(entry: Any) -> Any:
    """What is found with the score level, not late: of the open questions only TIED says yes."""
    if not entry.asked:
        return entry
    return next(found for test, found in entry.steps if test is None or test.stands((0, 0), late=False))


def test_low_rows_are_short_drives() -> None:
    """FD-26.3: turnovers and three-and-outs sit low and short, touchdowns high and long."""
    entries = opened().drive[1][1]
    mean = {}
    for word in ("INTERCEPTION", "PUNT", "TD-PASS"):
        bases = [entry.base for entry in entries if entry.word == word]
        mean[word] = sum(bases) / len(bases)
    assert mean["INTERCEPTION"] < mean["PUNT"] < mean["TD-PASS"]


ACTS_ON = {  # FD-26.4, a sample of each side: question -> rows
    "PROLIFIC": {"1-2-6": "TD-PASS", "3-4-5": "TD-PASS"},
    "DYNAMIC": {"1-2-5": "FGA", "2-4-5": "REROLL", "3-5-5": "TD-PASS"},
    "POROUS": {
        "1-1-1": "SAFETY",
        "1-2-3": "PUNT-BU",
        "2-3-4": "PUNT-BU",
        "2-4-6": "PUNT-CO",
        "3-4-4": "PUNT",
    },
    "STAUNCH": {"2-5-6": "PUNT-CO", "4-5-6": "FGA", "6-6-6": "FGA"},
    "PASSIVE": {"1-3-3": "FGA"},
    "D-UNDISCIPLINED": {"2-3-3": "FGA"},
    "AWAY": {"1-6-6": "PUNT-CO"},
    "TRAILING": {
        "1-1-2": "FGA",
        "1-3-5": "PUNT",
        "1-5-6": "TD-PASS",
        "2-5-5": "FGA",
        "4-4-6": "INTERCEPTION",
    },
    "HOME": {"1-4-4": "TD-PASS", "2-2-6": "TD-PASS"},
}


@pytest.mark.parametrize("question", ACTS_ON)
def test_rows_each_quality_acts_on(question: str) -> None:
    """FD-26.4: by reading the chart."""
    rows: dict[str, tuple[Cell, ...]] = charts.read_data(
        charts.read_chart_text(charts.default_text())
    ).tables["drive"]
    found = {row: cell.result.word for row, cells in rows.items() for cell in cells if question in cell.tests}
    assert found == ACTS_ON[question]
    assert all(sum(sorted_row(roll) == row for roll in ROLLS) in (1, 3, 6) for row in found)


@pytest.mark.parametrize(("left", "half", "late"), [(9, 1, False), (8, 1, True), (8, 2, True), (4, 3, False)])
def test_late_is_the_last_ticks_of_a_half(left: int, half: int, late: bool) -> None:
    """FD-25.7: at most 8 ticks left of a half when it is asked; an overtime is no half."""
    game = opened(charts=book(("5-5-6 | TD-PASS [R+]", "5-5-6 | LATE? TD-PASS [R+] | PUNT-CO")))
    s = at(left=left, half=half, first=0)
    run(game, s, "556", plays=1) if late else run(game, s, "556 31", plays=1)
    assert s.log[-1].result == ("TD-PASS" if late else "PUNT-CO")
