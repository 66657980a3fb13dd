"""Section 25: the log sheet; and what always holds, whatever is played."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.thegrid.helpers import BRE, CAN, MISS, PLAIN, STUFFED, Script, at, grid, play

from fieldhouse.football.events import DriveEnded
from fieldhouse.games.thegrid import board
from fieldhouse.games.thegrid.board import log_sheet
from fieldhouse.games.thegrid.rules.events import Called, Flipped, Play, PlayRolled, Situation
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.rules.log_sheet import LogSheet, PlayerLine, TeamSheet
from fieldhouse.games.thegrid.rules.state import Grid
from fieldhouse.games.thegrid.teams.players import PLACES, eligible
from fieldhouse.kernel.coaches import RandomCoach, ask_coach, play_on
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.playout import run_play
from fieldhouse.kernel.record import record_of_table, replay_record
from fieldhouse.kernel.table import Table


def sheet(script: Script) -> LogSheet:
    """The log sheet of a script."""
    return LogSheet.of(script.game, script.events)


def line(script: Script, card: str, seat: int = CAN) -> PlayerLine:
    """One player's line."""
    return sheet(script).teams[seat].players[card]


def team(script: Script, seat: int = CAN) -> TeamSheet:
    """One team's sheet."""
    return sheet(script).teams[seat]


def test_the_log_tells_everything_and_replays() -> None:
    """TG-25.1, TG-25.2: cards, dice, modifiers, result, timing card, situation; the record plays it again."""
    game = grid()
    script = play(game, at(game, 5), "play", PLAIN, 10, 3, 3, "2D", "one", "3D")
    kinds = {type(event) for event in script.events}
    assert {Called, PlayRolled, Flipped, Play, Situation} <= kinds
    table = Table(grid(length="tiny"), FastDice(4))
    play_on(table, {0: RandomCoach(1), 1: RandomCoach(2)})
    again = replay_record(record_of_table(table))
    assert again.state == table.state
    assert [e.text() for e in again.events] == [e.text() for e in table.events]


def test_the_table_shows_the_log_sheet_of_what_was_told() -> None:
    """TG-25.10: in football words, a drawer a side, and none for a side that did nothing."""
    game = grid()
    assert board.event_parts(game.view(at(game, 5), None), []) == []
    script = play(game, at(game, 8), "play", ("LP-LE", "RI-NK"), 20, 8, 8, "2D", 5)
    shown = board.event_parts(game.view(at(game, 5), None), script.events)
    assert [part.label for part in shown] == ["Canton Founders stats"]
    words = dict(shown[0].rows)
    receiver, passer = line(script, "81").name, line(script, "7").name
    assert words[receiver].startswith("1 catch, 20 yards, 1 touchdown")
    assert words[passer].startswith("1 of 1 passing, 20 yards, 1 touchdown")


def test_yards_are_cut_off_at_the_goal_lines() -> None:
    """TG-25.3: a score from box 8 is 20 yards, a sack from box 1 is -5."""
    game = grid()
    script = play(game, at(game, 8), "play", ("LP-LE", "RI-NK"), 20, 8, 8, "2D", 5)
    assert line(script, "81").receiving_yards == 20
    script = play(game, at(game, 1), "play", MISS, 5, 3, 3, "2C", 1)
    assert line(script, "7").sack_yards == -5


def test_a_run_is_an_attempt_with_its_yards() -> None:
    """TG-25.4: a club loss is -5."""
    game = grid()
    maddox = line(play(game, at(game, 5), "play", PLAIN, 18, 4, 4, "2D"), "22")
    assert (maddox.runs, maddox.run_yards) == (1, 20)
    maddox = line(play(game, at(game, 5), "play", STUFFED, 5, 3, 3, "2C", 1), "22")
    assert (maddox.runs, maddox.run_yards) == (1, -5)


def test_passes_targets_and_completions() -> None:
    """TG-25.5, TG-25.6: any result but Inc is a completion; an interception is an attempt."""
    game = grid()
    for answers, attempts, completions, yards in (
        (("play", ("FP-HB", "SP-NK"), 4, 3, 3, "2D"), 1, 1, 0),
        (("play", ("FP-HB", "SP-NK"), 16, 3, 3, "2D"), 1, 1, 15),
        (("play", ("FP-HB", "FP-HB"), 4, 3, 3, "2D"), 1, 0, 0),
        (("play", ("FP-HB", "FP-HB"), 4, 3, 3, "2S", 1, (1, 1)), 1, 0, 0),
    ):
        script = play(game, at(game, 5), *answers)
        passer, catcher = line(script, "7"), line(script, "22")
        assert (passer.attempts, passer.completions, passer.pass_yards) == (attempts, completions, yards)
        assert (catcher.targets, catcher.receptions, catcher.receiving_yards) == (
            attempts,
            completions,
            yards,
        )


def test_a_sack_is_no_attempt_and_no_target() -> None:
    """TG-25.7: counted for the QB with the yards lost."""
    game = grid()
    script = play(game, at(game, 5), "play", MISS, 5, 3, 3, "2C", 1)
    passer = line(script, "7")
    assert (passer.sacks, passer.sack_yards, passer.attempts) == (1, -10, 0)
    assert line(script, "85").targets == 0


def test_turnovers_go_to_carrier_passer_and_team() -> None:
    """TG-25.8: fumbles, interceptions, return yards and return touchdowns."""
    game = grid()
    script = play(game, at(game, 5), "play", PLAIN, 10, 3, 3, "2S", 1, 3, 4)
    assert (line(script, "22").fumbles, line(script, "22").fumbles_lost) == (1, 1)
    script = play(game, at(game, 5), "play", PLAIN, 10, 3, 3, "2S", 1, 4, 4)
    assert (line(script, "22").fumbles, line(script, "22").fumbles_lost) == (1, 0)
    script = play(game, at(game, 1), "play", MISS, 5, 3, 3, "2S", 1, (5, 6), "HB", 2)
    assert line(script, "7").interceptions == 1
    made = team(script, BRE)
    assert (made.interceptions_made, made.return_yards, made.return_touchdowns) == (1, 15, 1)
    assert (made.total, made.added_up) == (7, 7)


def test_kicks_go_to_the_kicker_with_their_distance() -> None:
    """TG-25.9, TG-25.12: a field goal from box 9 is 15 yards; an extra point is tried and made."""
    game = grid()
    script = play(game, at(game, 9), "kick:LE", 2, 2, 2, "2D")
    assert line(script, "81").field_goals == [15]
    script = play(game, at(game, 1), "kick:LE", *[1] * 11, "2D")
    assert line(script, "81").field_goals_missed == [55]
    script = play(game, at(game, 11), "play", PLAIN, 10, 3, 3, "2D", 1)
    assert (line(script, "22").extra_point_tries, line(script, "22").extra_points) == (1, 0)


def test_team_lines() -> None:
    """TG-25.10: first downs by TG-17.1 only, third and fourth downs, cards, time outs, re-rolls, injuries."""
    game = grid()
    script = play(
        game, at(game, 3, 3, 7, time_outs=(2, 0)), "play", PLAIN, 18, 4, 4, "8H", 1, "33", 4, "time-out"
    )
    script("play", PLAIN, 10, 1, 1, "re-roll", 10, 1, 1, "2D", "one", "3D")
    lines = team(script)
    assert (lines.first_downs, lines.third_downs, lines.third_downs_made) == (1, 1, 1)
    assert (lines.time_outs, lines.re_rolls, lines.injuries, lines.cards) == (1, 1, 1, 3)
    script = play(game, at(game, 11, 4), "play", PLAIN, 10, 3, 3, "2D", 2)
    lines = team(script)
    assert (lines.first_downs, lines.fourth_downs, lines.fourth_downs_made) == (0, 1, 1)
    assert lines.points == {1: 7}


def test_a_touchdown_pass_belongs_to_both() -> None:
    """TG-25.11: passer and receiver; a run's to the carrier alone; a roll re-rolled leaves no trace."""
    game = grid()
    s = at(game, 10, reroll=CAN)
    script = play(game, s, "play", ("FP-RE", "RI-NK"), 1, 1, 1, "re-roll", 20, 6, 6, "2D", 5)
    assert line(script, "7").pass_touchdowns == line(script, "85").receiving_touchdowns == 1
    assert line(script, "7").attempts == 1
    assert team(script).total == team(script).added_up == 7


def test_return_distances() -> None:
    """TG-25.12: kickoff 5 x the lower die; interception return cut off at the goal line, 0 on a touchback."""
    game = grid()
    s = at(game, 1)
    s.phase, s.box = "kickoff", 0
    assert team(play(game, s, (5, 4), "2D")).kickoff_return_yards == 20
    script = play(game, at(game, 10), "play", MISS, 1, 3, 3, "2S", 1)
    assert team(script, BRE).return_yards == 0
    script = play(game, at(game, 5), "play", MISS, 5, 3, 3, "2S", 1, (2, 2))
    assert team(script, BRE).return_yards == 10


def test_a_field_goal_is_no_third_down_try() -> None:
    """TG-25.13: and an extra point on an empty deck counts in the period of its touchdown."""
    game = grid()
    assert team(play(game, at(game, 9, 3, 12), "kick:LE", 2, 2, 2, "2D")).third_downs == 0
    script = play(game, at(game, 11, left=1), "play", PLAIN, 10, 3, 3, "2D", 2)
    assert team(script).points == {1: 7}


def test_drives_and_how_they_end() -> None:
    """TG-25.14: every ending by its name; a drive without a play does not count."""
    game = grid()
    endings = {
        "touchdown": (11, 1, 30, ("play", PLAIN, 10, 3, 3, "2D", 2)),
        "field goal": (11, 1, 30, ("kick:LE", 2, "2D")),
        "missed field goal": (11, 1, 30, ("kick:LE", 1, "2D")),
        "downs": (5, 4, 30, ("play", PLAIN, 10, 3, 3, "2D")),
        "interception": (5, 1, 30, ("play", MISS, 5, 3, 3, "2S", 1, (1, 1))),
        "fumble": (5, 1, 30, ("play", PLAIN, 10, 3, 3, "2S", 1, 1, 2)),
        "safety": (1, 1, 30, ("play", STUFFED, 5, 3, 3, "2C", 1)),
        "end of period": (5, 1, 1, ("play", PLAIN, 10, 3, 3, "2D")),
    }
    for ending, (box, down, left, answers) in endings.items():
        script = play(game, at(game, box, down, left=left), *answers)
        assert [drive.result for drive in team(script).drives] == [ending]
    # The last card brings another ending with it: that one counts.
    script = play(game, at(game, 11, left=1), "kick:LE", 2, "2D")
    assert [drive.result for drive in team(script).drives] == ["field goal"]


def test_cards_are_charged_to_the_team_with_the_ball() -> None:
    """TG-25.15: when the play began; a kickoff's card to the receiving team."""
    game = grid()
    script = play(game, at(game, 11), "kick:LE", 2, "2D", (1, 1), "3D")
    assert (team(script).cards, team(script, BRE).cards) == (1, 1)
    script = play(game, at(game, 5), "play", MISS, 5, 3, 3, "2S", 1, (1, 1))
    assert (team(script).cards, team(script, BRE).cards) == (1, 0)


# What always holds


def check_state(game: TheGrid, s: Grid, total: int) -> None:
    """The invariants of TG-ST.11."""
    assert len(set(s.flipped) | set(s.pool)) == 52
    assert len(s.flipped) + len(s.pool) == 52
    assert len(s.flipped) + s.left == total
    if s.phase == "play":
        assert s.left > 0
        assert 1 <= s.box <= 11
        assert s.box < s.marker <= 12
        assert 1 <= s.down <= 4
    for seat, side in enumerate(s.sides):
        assert 0 <= side.time_outs <= (5 if s.period <= 2 else 2)
        assert sum(side.points) == s.scores[seat]
        real = [n for n in side.lineup if n >= 0]
        assert len(set(real)) == len(real)
        assert not set(real) & set(side.injured)
        assert not set(real) & set(side.taken_out)
        for place in range(len(PLACES)):
            assert eligible(game.player(seat, side.lineup, place), place)


@settings(max_examples=40)
@given(st.integers(0, 1_000_000), st.booleans(), st.booleans())
def test_points_cards_and_lineups_are_conserved(seed: int, winner_needed: bool, lineups: bool) -> None:
    """TG-25.2, TG-9.5, TG-23.1: players' points add up to the score, cards to the deck, at every whistle."""
    game = grid(
        length="half", winner_needed=winner_needed, lineups="set" if lineups else "fixed", home="world-bari"
    )
    s = game.start()
    events: list[Any] = []
    s.tell = events.append  # type: ignore[misc]
    rng, dice = Random(seed), FastDice(seed)
    before = 26
    while game.outcome(s) is None:
        period = s.period
        run_random(game, s, dice, rng)
        assert s.left <= before or s.period > period
        before = s.left
        check_state(game, s, 26 if s.period <= 2 else 9)
    sheet = LogSheet.of(game, events)
    assert [lines.total for lines in sheet.teams] == s.scores
    assert [lines.added_up for lines in sheet.teams] == s.scores
    assert [box.points for box in sheet.box.lines] == s.scores
    assert sum(lines.cards for lines in sheet.teams) == 52 + 9 * max(0, s.period - 2)
    assert all(isinstance(drive, DriveEnded) and drive.plays > 0 for drive in sheet.box.drives)
    for seat, lines in enumerate(sheet.teams):
        played = [event for event in events if isinstance(event, Play) and event.side == seat]
        own = sum(p.run_yards + p.pass_yards + p.sack_yards for p in lines.players.values())
        assert own == sum(event.yards for event in played) == sum(drive.yards for drive in lines.drives)
        received = sum(p.receiving_yards for p in lines.players.values())
        assert received == sum(p.pass_yards for p in lines.players.values())
    assert sheet.text()
    if winner_needed:
        assert s.scores[0] != s.scores[1]


def run_random(game: TheGrid, s: Grid, dice: FastDice, rng: Random) -> None:
    """One whistle with random answers; kicks are rare, so that drives have plays."""

    def policy(request: Any, state: Grid) -> str:
        if request.what == "declare" and rng.random() < 0.9:
            return "play"
        if request.what == "lineup" and rng.random() < 0.5:
            return "ready"
        return str(rng.choice(request.keys))

    run_play(game.play(s), s, dice, policy)


def test_the_sheet_beside_the_board_goes_on_where_the_last_look_left_it(monkeypatch: Any) -> None:
    """A page late in a game counts what is new; an earlier moment shows what it showed (TG-25)."""
    table = Table(grid(), FastDice(3))
    coaches = {seat: RandomCoach(seat) for seat in table.seats}
    shown: list[tuple[int, Any]] = []
    counted: list[Any] = []
    real = LogSheet.add

    def add(sheet: LogSheet, event: Any) -> None:
        counted.append(event)
        real(sheet, event)

    monkeypatch.setattr(LogSheet, "add", add)
    while table.outcome is None and len(shown) < 60:
        seat = table.pending_seats[0]
        ask_coach(table, seat, coaches[seat])
        told = list(table.events_for(None))
        shown.append((len(told), board.event_parts(table.view(None), told)))
    told, view = list(table.events_for(None)), table.view(None)
    assert len(counted) == len(told) and shown[-1][1]
    for count, parts in shown:
        assert board.event_parts(view, told[:count]) == parts
    copy = table.copy(FastDice(9))  # another game from here on
    play_on(copy, coaches)
    other = list(copy.events_for(None))
    lines = LogSheet.of(table.game, other)  # type: ignore[arg-type]
    shown_rows = {part.label: part.rows for part in board.event_parts(copy.view(None), other)}
    assert [rows for one in lines.teams if (rows := log_sheet.sheet_rows(one))] == list(shown_rows.values())
