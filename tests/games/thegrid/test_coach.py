"""Coaches, values, advice, balance report and boards."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from scripts.thegrid_values.chart_figures import CATALOGUE, balance_report, equilibrium_use, measure
from tests.games.thegrid.helpers import BRE, CAN, at, grid, put_in

from fieldhouse.cli import main
from fieldhouse.football.charts import read_toml
from fieldhouse.games.thegrid.advice import advise
from fieldhouse.games.thegrid.chart_files import chart_text
from fieldhouse.games.thegrid.charts.cards import DEFENSE, OFFENSE
from fieldhouse.games.thegrid.coaches.allpro import AllPro
from fieldhouse.games.thegrid.coaches.card_mixes import EARLY, mixes_for
from fieldhouse.games.thegrid.coaches.evaluation import Evaluation
from fieldhouse.games.thegrid.coaches.levels import coach, policy
from fieldhouse.games.thegrid.coaches.starter import Starter, defense_habits, offense_habits
from fieldhouse.games.thegrid.coaches.value_table import (
    SITUATIONS,
    packaged_file,
    unpack_values,
    values_fingerprint,
    values_for,
    values_in_use,
)
from fieldhouse.games.thegrid.commands import COMMANDS
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.rules.lineups import MOST_CHANGES, apply_change, lineup_menu
from fieldhouse.games.thegrid.rules.requests import CALLS, DECLARE, REROLL, clock_choice, clock_reply
from fieldhouse.games.thegrid.teams.creation import place_score
from fieldhouse.games.thegrid.teams.players import PLACES
from fieldhouse.kernel.coaches import Policy, RandomCoach, ask_coach, coach_view, play_on
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.entries import Chosen
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.record import parse_record, record_of_table, record_text
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Choose, LazyMenu, Option
from fieldhouse.kernel.table import Table
from fieldhouse.solve.matrix import column_values, row_values


def by_seat(mine: int, strong: Policy, weak: Policy) -> Policy:
    """One seat plays by the first of them, the other by the second."""
    return lambda asked, s: (strong if asked.seat == mine else weak)(asked, s)


def average(**options: Any) -> TheGrid:
    """Two average teams."""
    return grid(home="average", visitor="average", **options)


def test_a_coach_reckons_with_what_its_seat_sees() -> None:
    """The state of its world is the state itself, secret lineups apart, at every decision of a game."""
    game = grid(length="tiny", lineups="set")
    table = Table(game, FastDice(6))
    coaches = {seat: RandomCoach(seat) for seat in (CAN, BRE)}
    while table.outcome is None:
        seat = table.pending_seats[0]
        world = coach_view(table, seat).world
        assert world is not None
        if not table.state.pending:
            assert world.state == table.state
        else:
            assert world.state.pending[seat] == table.state.pending[seat]
        ask_coach(table, seat, coaches[seat])


@pytest.mark.parametrize("level", ["rookie", "starter", "allpro"])
def test_every_level_finishes_a_game(level: str) -> None:
    game = grid(length="short", lineups="set")
    table = Table(game, FastDice(2))
    play_on(table, {seat: coach(level, game, seat, seat) for seat in (CAN, BRE)})
    assert table.outcome is not None


def test_replacements_follow_the_automatic_choice() -> None:
    """TG-13.7: by the score of DC-6 the best end of the Founders' reserves is Castellane or better."""
    game = grid()
    s = at(game, 5)
    s.step = "replacement:LE"
    menu = LazyMenu(["33", "88", "20"], lambda key: Option(key, key))
    answer = policy("starter", game, 1)(Choose(CAN, "replacement", menu), s)
    # LE: 2 x Pass step + Run step + Fumble step + defenses: 33: 0+2+3+2 = 7, 88: 4+0+2+2 = 8, 20: 2+1+1+3 = 7
    assert answer == "88"


def test_the_shipped_values_are_those_of_the_default_cards() -> None:
    """A change of play cards or of the abstraction makes the file stale, and this test says so."""
    plays = read_toml("plays", chart_text("plays"))
    assert unpack_values(packaged_file().read_bytes(), values_fingerprint(plays)) is not None
    assert unpack_values(packaged_file().read_bytes(), "of other cards") is None
    other = {**plays, "SP-LE": {"up to 9": "Inc", "10 and up": "Dice"}}
    assert values_fingerprint(other) != values_fingerprint(plays)
    assert values_for(other) is values_for(plays)  # until thegrid values has made their own


def test_the_values_of_the_last_card_are_exact() -> None:
    """With one card left nothing follows but the end: the coach's own matrix must give the shipped value.

    The average team's ends kick extra points with d8 and d6, the abstraction with the mean: hence 0.002.
    """
    game = average()
    values = values_in_use(game)
    for place in range(0, len(SITUATIONS), 7):
        box, down, marker = SITUATIONS[place]
        for diff in (-8, -7, -3, 0, 3):
            s = at(game, box, down, marker, left=1, period=2, scores=(20 + diff, 20), time_outs=(2, 2))
            now = Evaluation(game, s, values, 52)
            assert now.value == pytest.approx(values.value(2, 1, diff, place, 2, 2), abs=2e-3)


def test_the_values_agree_with_one_step_of_look_ahead() -> None:
    """Earlier in the game the same up to what time outs add only on average."""
    game = average()
    values = values_in_use(game)
    for cards in (12, 40):
        gaps = []
        for place in range(0, len(SITUATIONS), 11):
            box, down, marker = SITUATIONS[place]
            s = at(game, box, down, marker, left=cards, period=2, time_outs=(2, 2))
            gaps.append(abs(Evaluation(game, s, values, 52).value - values.value(2, cards, 0, place, 2, 2)))
        assert sum(gaps) / len(gaps) < 0.015
        assert max(gaps) < 0.05


def test_values_make_football_sense() -> None:
    """Closer to the goal, ahead, and with more time outs is better."""
    values = values_in_use(average())
    first = [SITUATIONS.index((box, 1, min(box + 4, 12))) for box in range(1, 8)]
    for cards in (5, 20, 45):
        chances = [values.value(2, cards, 0, place, 2, 2) for place in first]
        assert chances == sorted(chances)
        by_score = [values.value(2, cards, diff, first[4], 2, 2) for diff in range(-20, 21)]
        assert by_score == sorted(by_score)
        assert values.value(2, cards, 0, first[4], 5, 0) >= values.value(2, cards, 0, first[4], 0, 5)


def pro(game: TheGrid) -> AllPro:
    """The strongest coach."""
    return AllPro(game, Random(1), values_in_use(game))


def test_allpro_kicks_when_three_points_win() -> None:
    """Two behind, last card, goal line: the kick is 88% and a touchdown is not."""
    game = average()
    s = at(game, 11, 4, 12, left=1, period=2, scores=(18, 20))
    assert pro(game).declare(DECLARE[CAN][11], s) == "kick:LE"
    s = at(game, 11, 1, 12, left=1, period=2, scores=(14, 20))
    assert pro(game).declare(DECLARE[CAN][11], s) == "play"


def test_allpro_minds_the_clock() -> None:
    """Ahead it burns two, behind it stops the clock; the defense behind stops it too."""
    game = average()
    ahead = at(game, 5, 2, 8, left=9, period=2, scores=(20, 17), time_outs=(2, 0))
    assert pro(game).clock(clock_choice(CAN, 1), ahead) == "two"
    behind = at(game, 8, 2, 12, left=2, period=2, scores=(14, 20), time_outs=(2, 0))
    assert pro(game).clock(clock_choice(CAN, 1), behind) == "time-out"
    trailing = at(game, 5, 3, 8, left=4, period=2, scores=(20, 14), time_outs=(0, 1))
    trailing.step = "clock-reply:2"
    assert pro(game).clock_reply(clock_reply(BRE, 2, 1), trailing) == "time-out"


def test_allpro_re_rolls_what_is_worse_than_average() -> None:
    """TG-22.6: the offense rolls a miss again, the defense a touchdown."""
    game = average()
    s = at(game, 10, 4, 12, left=8, period=2, reroll=CAN)
    s.calls, s.roll, s.result, s.gain = ["RI-HB", "RI-NK"], [3, 1, 1], 1, 0
    assert pro(game).re_roll(REROLL[CAN], s) == "re-roll"
    s = at(game, 10, 4, 12, left=8, period=2, reroll=BRE)
    s.calls, s.roll, s.result, s.gain = ["RI-HB", "LP-NK"], [20, 4, 4], 3, 4
    assert pro(game).re_roll(REROLL[BRE], s) == "re-roll"


def test_allpro_mixes() -> None:
    """First down at box 5: it never calls one card alone, on either side."""
    game = average()
    s = at(game, 5, left=30)
    player = pro(game)
    mine, theirs = CALLS[CAN][5].parts
    assert len({player.offense_card(mine, s) for _ in range(60)}) >= 3
    assert len({player.defense_card(theirs, s) for _ in range(60)}) >= 3


def test_allpro_counts_on_no_habit_and_no_card_beats_the_mix() -> None:
    """The mix is the equilibrium: whatever one card the other side shows, it gets the value at most."""
    game = average()
    for box, down, marker in ((3, 1, 7), (5, 3, 7), (9, 2, 12)):
        now = pro(game).evaluate(at(game, box, down, marker, left=25))
        value = now.solution.value
        assert min(column_values(now.matrix, now.solution.rows)) == pytest.approx(value, abs=1e-9)
        assert max(row_values(now.matrix, now.solution.columns)) == pytest.approx(value, abs=1e-9)


def test_no_card_called_again_and_again_beats_the_starters_mix() -> None:
    """In the situation its mixes are made for, each single card gets the value of the play at most; against
    the weights of DC-12 some card gets more."""
    game = average()
    values = values_in_use(game)
    for box, down, marker in ((3, 1, 7), (5, 3, 7), (9, 2, 12)):
        s = at(game, box, down, marker, left=EARLY)
        now = Evaluation(game, s, values, 52)
        ours, theirs = mixes_for(game).mixes(s)
        shown = [theirs.get(card, 0.0) for card in DEFENSE]
        called = [ours.get(card, 0.0) for card in now.calls]
        assert max(row_values(now.matrix, shown)) <= now.solution.value + 0.002
        assert min(column_values(now.matrix, called)) >= now.solution.value - 0.002
        weighed = row_values(now.matrix, list(defense_habits(s).values()))
        assert max(weighed) > max(row_values(now.matrix, shown))
        assert sum(offense_habits(s).values()) == pytest.approx(1)


def test_the_starter_draws_from_its_mixes() -> None:
    """Both cards of a first down at box 5 come from the mixes for it, and more than one of each."""
    game = average()
    s = at(game, 5, left=30)
    starter = Starter(game, Random(4))
    ours, theirs = mixes_for(game).mixes(s)
    mine, their = CALLS[CAN][5].parts
    called = {starter.offense_card(mine, s) for _ in range(60)}
    shown = {starter.defense_card(their, s) for _ in range(60)}
    assert called <= set(ours) and len(called) >= 3
    assert shown <= set(theirs) and len(shown) >= 3


@pytest.mark.parametrize("level", ["starter", "allpro"])
def test_a_coach_sets_the_lineup(level: str) -> None:
    """TG-5.1: a weak man who was put on the field makes room for the best of the bench (DC-6); then ready."""
    game = grid(lineups="set")
    s = game.start()
    team, own = game.teams[CAN], list(s.sides[CAN].lineup)
    quarterback = PLACES.index("QB")
    worse = next(n for n, man in enumerate(team.players) if man.type == "QB" and n != own[quarterback])
    s.pending = [[worse if place == quarterback else who for place, who in enumerate(own)], own]
    answer = policy(level, game, 1)
    for _ in range(MOST_CHANGES):
        menu = lineup_menu(team, s.sides[CAN], s.pending[CAN])
        key = answer(Choose(CAN, "lineup", menu), s)
        if key == "ready":
            break
        s.pending[CAN] = apply_change(team, s.pending[CAN], key)
    assert key == "ready"

    def score(lineup: Sequence[int]) -> float:
        return sum(place_score(team.players[who], n) for n, who in enumerate(lineup))

    assert score(s.pending[CAN]) >= score(own)
    assert policy("rookie", game, 1)(Choose(CAN, "lineup", menu), s) == "ready"


def test_advice_gives_mixes_worths_and_the_price_of_being_predictable() -> None:
    game = grid()
    now = at(game, 5, left=30)
    ours, theirs = advise(game, now, CAN), advise(game, now, BRE)
    assert sum(call.share for call in ours.offense) == pytest.approx(1)
    assert sum(call.share for call in ours.defense) == pytest.approx(1)
    assert ours.win_chance == pytest.approx(1 - theirs.win_chance)
    assert ours.predictable > 0.005
    for call in ours.offense:
        if call.share > 0.01:  # every card of the mix is worth the same, and less if it is known
            assert call.worth == pytest.approx(ours.win_chance, abs=1e-6)
            assert call.known < call.worth
    assert "being predictable costs" in ours.text()
    with pytest.raises(FieldhouseError, match="during a drive"):
        advise(game, game.start(), CAN)


def test_advice_at_the_clock() -> None:
    game = grid()
    s = at(game, 8, 2, 12, left=2, period=2, scores=(14, 20), time_outs=(2, 1))
    s.step = "clock"
    found = dict(advise(game, s, CAN).clock)
    assert set(found) == {"one", "two", "time-out", "timeout by the defense"}
    assert found["time-out"] > found["two"]


def test_the_advice_command_reads_a_saved_game(tmp_path: Path) -> None:
    game = grid()
    table = Table(game, FastDice(3))
    coaches = {seat: coach("starter", game, seat, seat) for seat in (CAN, BRE)}
    for _ in range(12):
        ask_coach(table, table.pending_seats[0], coaches[table.pending_seats[0]])
    while table.state.phase != "play":
        ask_coach(table, table.pending_seats[0], coaches[table.pending_seats[0]])
    saved = tmp_path / "game.json"
    saved.write_text(record_text(record_of_table(table)), encoding="utf-8")
    done = CliRunner().invoke(COMMANDS["advise"], [str(saved), "--seat", "1"])
    assert done.exit_code == 0, done.output
    assert "win probability" in done.output


def test_the_balance_report_has_every_line_of_the_catalogue() -> None:
    game = grid()
    found = measure(game, 150, seed=3)
    assert set(found.lines) == set(CATALOGUE)
    assert 33 < found.lines["points, mean"] < 42  # DC-12: 37.6 with a spread of 10.9
    assert 50 < found.lines["completions, %"] < 64
    assert sum(share for share, _, _ in found.cards.values()) == pytest.approx(100)


def test_no_card_is_dominated() -> None:
    """DC-12: in the equilibrium every card has its place."""
    use, situations = equilibrium_use(average())
    assert 100 < situations <= 169
    assert set(use) == set(OFFENSE)
    assert all(line.situations >= 5 for line in use.values())
    assert "every card is used" in balance_report(average(), 3)


def test_a_better_coach_wins_more() -> None:
    """A smoke test of strength; the arena has the figures."""
    game = average(length="half")
    strong, weak = policy("starter", game, 1), policy("rookie", game, 2)
    score = 0.0
    for number in range(200):
        seat = number % 2
        s = game.start()
        end = playout(game, s, FastDice(number), by_seat(seat, strong, weak))
        score += 0.5 if end.winner is None else float(end.winner == seat)
    assert score > 105


def test_boards_show_every_phase() -> None:
    """SVG that parses and text of at most eighty columns, from the lineups to the end."""
    folder = find("thegrid")
    game = folder.open(length="tiny")
    table = Table(game, FastDice(9))
    coaches = {seat: RandomCoach(seat) for seat in (CAN, BRE)}
    shown = set()
    while True:
        for seat in (CAN, BRE, None):
            seen = table.view(seat)
            shown.add(seen["phase"])
            ET.fromstring(folder.board.svg(seen))
            assert max(map(len, folder.board.text(seen, 80).splitlines())) <= 80
        if table.outcome is not None:
            break
        ask_coach(table, table.pending_seats[0], coaches[table.pending_seats[0]])
    assert {"lineups", "toss", "play", "break", "over"} <= shown


def test_the_board_tells_what_is_on_the_table() -> None:
    """TG-1.10: score, situation, cards, deck, emergency players."""
    folder = find("thegrid")
    game = grid()
    s = at(game, 9, 3, 12, scores=(7, 3), time_outs=(4, 1))
    put_in(game, s, CAN, DS="88")
    s.sides[CAN].lineup[2] = -1
    s.calls, s.roll, s.total, s.result, s.gain = ["SP-LE", "RI-HB"], [20, 6, 7], 22, 4, 7
    s.flipped, s.pool = ["KS"], [card for card in s.pool if card != "KS"]
    text = folder.board.text(game.view(s, None))
    for said in (
        "*Canton Founders 7 (4 timeouts)",
        "3rd & goal at Bremen's 15",
        "Short pass, left end",
        "king of spades",
    ):
        assert said in text
    assert re.search(r"left end +emergency player", text)
    svg = folder.board.svg(game.view(s, None))
    assert "Short pass" in svg
    assert "Emergency" in svg


def test_the_house_command_uses_the_games_own_advice() -> None:
    """`fieldhouse advise` shows the mix for both sides, not an estimate by playouts (TG-10.2)."""
    record = Path(__file__).parents[2] / "records" / "thegrid" / "played-by-hand.json"
    entries = parse_record(record.read_text(encoding="utf-8")).entries
    at = next(n for n, entry in enumerate(entries) if isinstance(entry, Chosen) and entry.what == "declare")
    ran = CliRunner().invoke(main, ["advise", str(record), "--at", str(at)])
    assert ran.exit_code == 0, ran.output
    assert "offense" in ran.output and "defense" in ran.output
    assert "being predictable costs" in ran.output
