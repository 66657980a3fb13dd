"""Reports, the command line, the sheet as a page."""

from __future__ import annotations

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner
from scripts.fastdrive_realism import reports
from scripts.fastdrive_realism.figures import Figure, Sample, plain_games, tally, targets
from tests.games.fastdrive.sheets import FIRST, at, book, opened, run

from fieldhouse.games.fastdrive.board import print_sheet, scoresheet, text
from fieldhouse.games.fastdrive.cards.card import find_card
from fieldhouse.games.fastdrive.charts.reader import default_data, read_chart_text
from fieldhouse.games.fastdrive.clubs import card_game
from fieldhouse.games.fastdrive.commands import COMMANDS
from fieldhouse.games.fastdrive.reduction import reduction
from fieldhouse.games.fastdrive.rules import FastDrive
from fieldhouse.games.fastdrive.rules.state import DRIVE, Sheet
from fieldhouse.games.fastdrive.tables.staged_rules import CHARGE
from fieldhouse.kernel.errors import BadChart, BadOptions
from fieldhouse.solve.play_tree import explore, leaf_distribution

# Reports


def test_samples_have_the_textbook_error() -> None:
    """2, 4, 4, 4, 5, 5, 7, 9: mean 5, sum of squares about it 32, so sd 2.138 and error 0.756."""
    sample = Sample()
    for value in (2, 4, 4, 4, 5, 5, 7, 9):
        sample.add(value)
        sample.close()
    figure = sample.figure
    assert (figure.mean, figure.cases) == (5, 8)
    assert figure.error == pytest.approx(0.7559, abs=1e-4)


def test_cases_that_hang_together_are_not_independent() -> None:
    """Every value four times in a group of its own: the same error as once each, not half of it."""
    sample = Sample()
    for value in (2, 4, 4, 4, 5, 5, 7, 9):
        for _ in range(4):
            sample.add(value)
        sample.close()
    assert sample.figure.cases == 32
    assert sample.figure.error == pytest.approx(0.7559, abs=1e-4)


@pytest.mark.slow
def test_two_plain_teams_score_as_the_catalogue_measured() -> None:
    """FD-26.1: 22.26 points, 11.14 drives, touchdown 21.2 %, punt 39.3 %; 4 standard errors and rounding."""
    figures = tally([plain_games(read_chart_text(FIRST))], 3000, 11).figures()
    measured = {"points per team": 22.26, "drives per team": 11.14, "home margin": 1.9, "overtime": 0.057}
    measured |= {"touchdown": 0.212, "punt": 0.393, "interception": 0.075, "fumble": 0.046, "downs": 0.048}
    for name, value in measured.items():
        figure = figures[name]
        assert abs(figure.mean - value) < 4 * figure.error + 0.012 * value, name


def test_a_figure_outside_its_band_is_flagged() -> None:
    """Inside: nothing. Outside by less than two errors: a question mark. Beyond: low or high."""
    target = targets()["2016-2025"][0]
    for mean, error, flag in ((22.0, 0.1, ""), (24.3, 0.5, "high?"), (30.0, 0.1, "high"), (15.0, 0.1, "low")):
        assert reports.judge(target, Figure(mean, error, 100)).flag == flag


def test_the_realism_report() -> None:
    """Every figure of the era is measured; an unknown era is refused."""
    verdicts = reports.realism("2016-2025", 200, 1)
    text = reports.realism_text("2016-2025", verdicts, 200)
    assert len(verdicts) == len(targets()["2016-2025"]) == 35
    assert "points per team" in text
    with pytest.raises(BadOptions, match="1978-1989"):
        reports.realism("1920-1929", 20, 1)


def test_the_realism_report_takes_other_charts_and_plain_teams() -> None:
    """Without qualities the figures of the last era are the measure; the first edition scores otherwise."""
    ours, first = (reports.realism("plain", 400, 1, charts) for charts in (None, read_chart_text(FIRST)))
    assert [verdict.figure for verdict in ours] == [row.figure for row in targets()["2016-2025"]]
    assert ours[0].found.mean != first[0].found.mean


def test_a_season_replayed_resembles_the_real_one() -> None:
    """FD-27.1: five teams of 1985 from the best to the worst."""
    five = [f"{city}-1985" for city in ("chicago", "denver", "seattle", "atlanta", "tampa-bay")]
    match = reports.replay_season(1985, 20, 5, five)
    assert (match.teams, match.games) == (5, 400)
    assert min(match.correlations) > 0.8
    assert "mean" in reports.replay_text([match])


# What a play's course reads


def kind(game: FastDrive, s: Sheet, phase: str = DRIVE) -> object:
    """The class of moments to which a drive, or the charge of its two ticks, belongs here."""
    found = reduction(game)
    place = found.where(s)
    return found.kind((phase, s.ball if phase == DRIVE else 2), place.slot, place.margin)


def test_equal_situations_have_equal_courses() -> None:
    """FD-23.2: far from the end of a half neither clock nor score nor half matters; near it they do."""
    game = opened({"offense": ["PROLIFIC*"]})

    def course(s: Sheet) -> object:
        before = (s.left, list(s.scores))

        def leaf(end: Sheet) -> tuple[object, ...]:
            gained = tuple(end.scores[n] - before[1][n] for n in (0, 1))
            return (gained, before[0] - end.left, end.phase, end.ball, end.start, end.kicker)

        return leaf_distribution(explore(game, s, leaf))

    early = [at(left=24), at(left=13, scores=[3, 20]), at(left=18, half=2, scores=[30, 0])]
    assert kind(game, early[0]) == kind(game, at(left=9))
    assert kind(game, early[1]) == kind(game, at(left=20, scores=[0, 3]))
    assert all(course(s) == course(early[0]) for s in early[1:])
    late = [at(left=2, half=2), at(left=2, half=2, scores=[0, 3]), at(left=2)]
    assert len({kind(game, s, CHARGE) for s in late}) == 3


def test_score_and_clock_are_part_of_a_drives_situation() -> None:
    """FD-25.7: charts may ask LEADING and the like, and LATE."""
    game = opened(charts=book(("5-5-6 | TD-PASS [R+]", "5-5-6 | LEADING? PUNT | TD-PASS")))
    assert kind(game, at()) != kind(game, at(scores=[3, 0]))
    assert kind(game, at(left=8)) != kind(game, at(left=9))


# The page and the commands


def test_the_sheet_is_a_page_to_print() -> None:
    """FD-4.1: well-formed, every drive and every circle on it."""
    game = opened()
    s = run(game, at(), "463 11 21 253 31", "kick")
    view = game.view(s, None)
    drawing = ET.fromstring(print_sheet.svg(view))
    circles = [node for node in drawing.iter() if node.tag.endswith("circle") and node.get("stroke")]
    assert len(circles) == 48
    assert "<!doctype html>" in print_sheet.print_page(view, print_sheet.svg(view))
    assert ("punts", "0", "1") in scoresheet.drive_totals(view)


def test_the_sheet_tells_scores_that_have_no_row() -> None:
    """FD-24.82: a kickoff return before the first drive, a safety, a turnover run back."""
    game = opened()
    s = run(game, at(phase="kickoff", kicker=1, left=24), "66 1 1 11", "kick")
    assert "kickoff return, TD. Kick is good." in text(game.view(s, None))
    s = run(game, at(), "113 1 1 11", "kick")
    assert "Plain: fumble return, TD. Kick is good." in text(game.view(s, None), 120)


RECORDS = Path(__file__).parents[2] / "records" / "fastdrive"


def cli(*words: str) -> str:
    """What a command prints; it must succeed."""
    result = CliRunner().invoke(COMMANDS[words[0]], list(words[1:]), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_cards_on_the_command_line(tmp_path: Path) -> None:
    """FD-25.17: list, show, check, build."""
    assert "28 of 1669 cards" in cli("cards", "list", "1985")
    card = tmp_path / "bears.toml"
    card.write_text(cli("cards", "show", "chicago-1985"), encoding="utf-8")
    assert "no errors" in cli("cards", "check", str(card))
    card.write_text(
        'team = "X"\nseason = 1985\nfg = "11-61"\nxp = "1-2"\noffense = ["BRAVE"]\n', encoding="utf-8"
    )
    with pytest.raises(BadChart) as bad:
        cli("cards", "check", str(card))
    assert len(bad.value.faults) == 2
    table = tmp_path / "league.csv"
    head = "season,team_name,games,wins,losses,ties,points_for,points_against"
    table.write_text(
        head + "\n2020,East Ducks,10,5,5,0,200,180\n2020,West Ducks,10,5,5,0,180,200\n", encoding="utf-8"
    )
    assert "2 cards" in cli("cards", "build", str(table), str(tmp_path / "made.csv"))
    assert "2 card files" in cli("cards", "build", str(table), str(tmp_path / "cards"))
    assert (tmp_path / "cards" / "east-2020.toml").exists()


def test_reports_on_the_command_line(tmp_path: Path) -> None:
    """A sheet with its page, your own charts and card."""
    page = tmp_path / "sheet.html"
    assert "Wrote" in cli("sheet", "chicago-1985", "miami-1985", "--html", str(page))
    charts = tmp_path / "charts.txt"
    charts.write_text(book(), encoding="utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text('team = "Wombats"\nseason = 1985\nfg = "11-61"\nxp = "11-64"\n', encoding="utf-8")
    assert "1985 Wombats" in cli("sheet", str(mine), "miami-1985", "--charts", str(charts))
    with pytest.raises(BadChart, match=r"other\.toml: No such file"):
        cli("sheet", str(tmp_path / "other.toml"), "miami-1985")


def test_the_sheet_of_a_recorded_game_and_an_empty_one(tmp_path: Path) -> None:
    """FD-4.1, FD-4.2: twelve circles a quarter; field position, drive time and result of each drive."""
    page = tmp_path / "sheet.html"
    cli("sheet", "--record", str(RECORDS / "regulation.json"), "--html", str(page))
    told = page.read_text(encoding="utf-8")
    assert told.count("<circle") > 48 and all(
        word in told for word in ("Field position", "Drive time", "Result")
    )
    cli("sheet", "Ducks", "Geese", "--blank", "--html", str(page))
    blank = page.read_text(encoding="utf-8")
    assert blank.count("<circle") == 48 and "Ducks" in blank and "Geese" in blank
    assert "1 = 1, 2 = 2, 3 = 2, 4 = 3, 5 = 3, 6 = 4" in blank, "FD-5.2, from the charts"
    other = RECORDS.parent / "squares" / "overtime.json"
    refused = CliRunner().invoke(COMMANDS["sheet"], ["--record", str(other)])
    assert refused.exit_code == 2 and "squares" in refused.output


def test_a_real_pairing_binds_quickly_enough_to_play_a_season() -> None:
    """FD-1.7: charts are read once, cards bound per pairing."""
    one = card_game(find_card("chicago-1985")[1], find_card("miami-1985")[1], default_data())
    two = card_game(find_card("chicago-1985")[1], find_card("miami-1985")[1])
    assert one.charts is two.charts


NUMBERS = """
from fieldhouse.games.fastdrive.cards.card import find_card
from fieldhouse.games.fastdrive.clubs import card_game
print(card_game(find_card("chicago-1985")[1], find_card("miami-1985")[1]).endings)
"""


def test_endings_have_the_same_numbers_in_every_process() -> None:
    """FD-1.6: a state keeps the number of its ending, so a server that starts again must count alike."""
    seeds = ("1", "2")
    told = [
        subprocess.run(
            [sys.executable, "-c", NUMBERS],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in seeds
    ]
    assert told[0] == told[1]
