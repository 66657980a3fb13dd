"""Everything shows itself in a notebook: pictures, tables, a player of records; rows become frames."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import pytest

import fieldhouse
from fieldhouse import league
from fieldhouse.kernel import record as records
from fieldhouse.kernel import record_player
from fieldhouse.kernel.notebook import Tabular, html_table
from fieldhouse.lab import arena
from fieldhouse.league.teams import GameTeams, find_clubs

RECORDS = Path(__file__).parent / "records"
GAMES = ("cardbowl", "fastdrive", "redboar", "squares", "thegrid")


def smallest(game: str) -> Any:
    path = min((RECORDS / game).glob("*.json"), key=lambda path: path.stat().st_size)
    return fieldhouse.read_record(path)


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_a_player_that_needs_nothing_else(game: str) -> None:
    """In a frame of its own, without a library, an address or a picture from elsewhere."""
    shown = smallest(game)._repr_html_()
    assert '<iframe class="fieldhouse" sandbox="allow-scripts"' in shown
    page = html.unescape(shown)
    assert len(page) < record_player.MAX_BYTES * 2
    assert not re.search(r"(?:src|href)=[\"']?https?:", page)
    assert '<input id="at" type="range"' in page


def test_a_player_ends_with_the_end_and_tells_every_word() -> None:
    record = smallest("redboar")
    shown = record_player.replay_moments(record)
    assert record.outcome is not None
    assert record.outcome.text in shown[-1].title
    told = [line for moment in shown for line in moment.words]
    table = records.replay_record(record)
    assert told == [fieldhouse.render(event) for event in table.events_for(None)]


def test_a_long_game_is_thinned_until_it_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    record = smallest("redboar")
    whole = record_player.replay_moments(record)
    monkeypatch.setattr(record_player, "MAX_MOMENTS", max(2, len(whole) // 3))
    thin = record_player.player_page(record)
    assert int(re.search(r'max="(\d+)"', thin)[1]) < max(2, len(whole) // 3)  # type: ignore[index]
    for word in whole[-1].words:
        assert word.replace('"', '\\"') in thin or html.escape(word) in thin


def test_a_record_that_cannot_be_replayed_says_so() -> None:
    record = smallest("redboar")
    half = records.redacted_record(record, None) if record.outcome is None else record
    broken = type(half)(
        **{name: getattr(half, name) for name in half.__struct_fields__ if name != "entries"},
        entries=half.entries[1:],
    )
    assert "cannot be shown" in broken._repr_html_()


def tabled() -> list[Any]:
    names, clubs = find_clubs("fastdrive", ["chicago-1985", "miami-1985", "dallas-1985", "denver-1985"])
    form = league.DoubleRoundRobin(tuple(names))
    season = league.play_out(form, GameTeams("fastdrive", clubs), league.LeagueDice("a secret"))
    game = fieldhouse.open_game("fastdrive", {"quarter": 1, "overtime": "none"})
    table = fieldhouse.Table(game, fieldhouse.FastDice(1))
    played = fieldhouse.Table(game, fieldhouse.FastDice(2))
    fieldhouse.play_on(played, {seat: fieldhouse.coach("rookie", game, seat) for seat in (0, 1)})
    return [
        league.Standings(season, names),
        fieldhouse.simulate(game, 6),
        fieldhouse.bulk(game, 1000),
        fieldhouse.advise(table),
        fieldhouse.report(game, 6),
        fieldhouse.luck(records.record_of_table(played)),
        arena.run(game, ["rookie", "starter"], arena.ArenaPlan(pairs=2, seed=1)),
    ]


@pytest.mark.slow
def test_results_are_tables_and_frames() -> None:
    """One test for all: each is made once."""
    for value in tabled():
        assert isinstance(value, Tabular), value
        shown = value._repr_html_()
        assert "<table" in html.unescape(shown)
        rows = value.rows()
        assert rows
        said = repr(value)
        assert len(said) < 400
        name = type(value).__name__
        assert said.startswith(("fieldhouse.", f"<{name} ")), said
        assert "\n" not in said
        arrow = value.to_arrow()
        assert (arrow.num_rows, arrow.column_names) == (len(rows), list(rows[0]))
        assert list(value.to_pandas().columns) == list(rows[0])


def test_in_a_table_words_stand_left_and_figures_right() -> None:
    shown = html_table([{"team": "Bears", "won": 3}, {"team": None, "won": 2}], "a < b")
    assert "<caption>a &lt; b</caption>" in shown
    assert '<th style="text-align:left">team</th><th style="text-align:right">won</th>' in shown
    assert '<td style="text-align:left"></td><td style="text-align:right">2</td>' in shown
