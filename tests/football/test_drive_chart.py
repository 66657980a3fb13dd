"""All drives on one field."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

import fieldhouse
from fieldhouse.football.drive_chart import ChartedDrive, drive_chart, fit_name, result_pill
from fieldhouse.football.events import DriveOver


def test_each_drive_has_a_lane_a_dot_and_a_word() -> None:
    """A side attacks to the right, from 70 yards to the goal to the goal line; the other to the left."""
    drives = [ChartedDrive(0, 70, 0, "touchdown"), ChartedDrive(1, 88, 95, "safety")]
    drawn = ET.fromstring(drive_chart(drives, ("Bears", "A & M")))
    dots = [node.get("cx") for node in drawn.iter("circle")]
    assert dots == ["33.33%", "81.67%"]  # (10 + 30) / 1.2 and (10 + 88) / 1.2
    words = [node.text for node in drawn.iter("text")]
    assert words[-2:] == ["TD", "safety"] and "A & M" in words
    turned = ET.fromstring(drive_chart(drives, ("Bears", "Lions"), first=1))
    assert [node.get("cx") for node in turned.iter("circle")] == ["66.67%", "18.33%"]
    assert drive_chart([], ("Bears", "Lions")) == ""


@pytest.mark.parametrize(
    ("name", "length"), [("redboar", "short"), ("fastdrive", "full"), ("thegrid", "short")]
)
def test_whatever_becomes_of_a_drive_has_a_short_word(name: str, length: str) -> None:
    """A word of more than nine letters would cover half a field on a phone."""
    game = fieldhouse.open_game(name, length=length)
    for seed in range(3):
        table = fieldhouse.Table(game, fieldhouse.FastDice(seed))
        coaches = {seat: fieldhouse.coach("rookie", game, seat, seed) for seat in (0, 1)}
        fieldhouse.play_on(table, coaches)
        drives = [event for event in table.events if isinstance(event, DriveOver)]
        assert drives
        for drive in drives:
            word = re.search(r">([^<>]+)</text>", result_pill(drive.result_text(), right=True))
            assert word is not None and len(word.group(1)) <= 9, drive.result_text()
            assert all(-100 <= spot <= drive.field + 100 for spot in drive.chart_span())


def test_a_name_fits_its_end_zone() -> None:
    """A game of three drives is no taller than eight letters."""
    assert [fit_name("Bremen Tidewolves", height) for height in (240, 114)] == ["Bremen Tidewolves", "Bremen"]
    assert fit_name("Philadelphia Eagles", 114) == "Philade…"
