"""What a page makes of a question, looked at without a server."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import fieldhouse
from fieldhouse.football.beats import beats as football_beats
from fieldhouse.football.events import PeriodEnded, Played, Possession, Scored, TryFailed
from fieldhouse.games.thegrid.rules.events import Flipped, Injured, TimeOut
from fieldhouse.kernel import registry
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.entries import Rolled
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.table import Table
from fieldhouse.lab.review.story import GameReview, WinProbabilityPoint
from fieldhouse.web.engine.seat_snapshot import SeatSnapshotCache
from fieldhouse.web.replay.win_probability_chart import win_probability_chart
from fieldhouse.web.table_page.end_page import box_score_row, luck_shares, verdict_text
from fieldhouse.web.table_page.play_by_play import (
    ShownRoll,
    encode_beats,
    group_rolls,
    last_play_sentence,
    step_lines,
)
from fieldhouse.web.win_probability_bar import whole_percent

HOUSE = Path(fieldhouse.__file__).parent


def test_every_square_and_every_man_of_a_key_is_found_on_the_board() -> None:
    """SQ-7.1: a run that ends in a block is worked on the board like any other run."""
    squares, cardbowl = registry.find("squares").board.touches, registry.find("cardbowl").board.touches
    assert squares("e4-e8>f8") == ("e4", "e8", "f8")
    assert squares("f7-f9+") == ("f7", "f9")
    assert squares("f8>>f9") == ("f8", "f9")
    assert squares("end-turn") == squares("b7-b9 end-turn") == ()
    assert cardbowl("SR>lane2") == ("SR", ">lane2")
    assert cardbowl("rush:BT:lane2-3") == ("rush", "BT", "lane2-3")


def test_rolls_of_one_kind_lie_together() -> None:
    """TG-20.4: the seven rolls of a field goal are one kick, the timing card is another thing."""
    fallen = [
        Rolled("field-goal", "4"),
        Rolled("field-goal", "1"),
        Rolled("deck", "9S"),
        Rolled("deck", "KH"),
    ]
    assert group_rolls(fallen) == [
        ShownRoll("field-goal", "4 1", False),
        ShownRoll("deck", "9S", True),
        ShownRoll("deck", "KH", True),
    ]


def test_the_sentence_says_what_gave_the_ball_and_stays_while_the_clock_runs() -> None:
    """TG-18.4: a card of the clock is no news of the play; a touchdown of an earlier drive gave no ball."""
    folder = registry.find("thegrid")
    run = Played(
        what="run", yards=5, name="run inside", down=1, to_go=20, spot=50, field=60, side=0, team="Red"
    )
    told: list[Event] = [run, Flipped(card="2H", left=9, why="extra", side=0, team="Red")]
    lines = step_lines(folder, told, 1)
    assert [line.new for line in lines] == [False, True] and last_play_sentence(
        folder, told, lines
    ) == run.text()
    told += [
        Scored(what="touchdown", points=6, scores=(6, 0), side=0, team="Red"),
        Scored(what="extra point", points=1, scores=(7, 0), side=0, team="Red"),
        Possession(spot=30, field=60, side=1, team="Blue"),
    ]
    began = last_play_sentence(folder, told, step_lines(folder, told, 2))
    assert began == "Touchdown Red, extra point good! Blue takes over at midfield."
    told += [
        TryFailed(what="field goal", side=1, team="Blue"),
        Possession(spot=30, field=60, side=0, team="Red"),
    ]
    over = last_play_sentence(folder, told, step_lines(folder, told, 2))
    assert over == "Touchdown Red, extra point good! Blue field goal is no good. Red takes over at midfield."


def test_a_timeout_or_an_injury_leaves_the_sentence_of_the_play() -> None:
    """TG-13.4, TG-22.2: the play is told, then what followed; TG-20.5: half-time says what the kick gave."""
    folder = registry.find("thegrid")
    run = Played(
        what="run", yards=5, name="run inside", down=1, to_go=20, spot=50, field=60, side=0, team="Red"
    )
    hurt = Injured(place="RE", who=3, player="85 Tavish Okoro", side=0, team="Red")
    out = TimeOut(left=1, side=1, team="Blue")
    told: list[Event] = [run, hurt, Flipped(card="2H", left=9, why="play", side=0, team="Red"), out]
    assert last_play_sentence(folder, told, step_lines(folder, told, 0)) == " ".join(
        event.text() for event in (run, hurt, out)
    )
    told = [run, Scored(what="field goal", points=3, scores=(3, 0), side=0, team="Red")]
    told.append(PeriodEnded(name="the first half", scores=(3, 0)))
    over = last_play_sentence(folder, told, step_lines(folder, told, 1))
    assert over == "Red field goal is good. End of the first half. Score: 3-0."


def test_a_story_that_is_told_is_news_though_the_table_is_not_written_anew() -> None:
    """Else whoever waits at the end of a game would wait for good."""
    table: Table[Any] = Table(registry.find("redboar").open(length="tiny"), FastDice(1))
    snapshots = SeatSnapshotCache()
    tags = [snapshots.get(table, 0, 7, ["over", told]).tag for told in (False, False, True)]
    assert tags[0] == tags[1] != tags[2]


def test_the_curve_never_runs_back() -> None:
    """The parts of one secret choice stand in the record in the order in which they came in."""
    points = tuple(WinProbabilityPoint(entry, 0.5) for entry in (0, 2, 1, 3))
    story = GameReview(0.5, 1.0, 0.5, (0.0, 0.0), 0.0, True, "exact", points, (), (), ())
    drawn = re.search(r'class="line seat-0" points="([^"]*)"', win_probability_chart(story, 0, 3, "Red"))
    assert drawn is not None
    across = [float(point.partition(",")[0]) for point in drawn[1].split()]
    assert across == sorted(across)


def test_the_bar_is_never_full_before_the_end() -> None:
    assert [whole_percent(x) for x in (0.0, 0.002, 0.58, 0.999, 1.0)] == [0, 1, 58, 99, 100]


def test_the_luck_bar_has_room_for_great_luck_after_bad_decisions() -> None:
    """Fifty per cent, 34 given away, and dice that won it all the same: each stands where it counts."""
    story = GameReview(0.5, 1.0, 0.84, (-0.34, 0.0), 0.0, True, "exact", (), (), ())
    found = {one.what: (round(one.points), round(one.low), round(one.high)) for one in luck_shares(story, 0)}
    assert list(found) == ["At the start", "Dice", "Your decisions", "Opponent's decisions"]
    assert found["Your decisions"] == (-34, 16, 50) and found["Dice"] == (84, 16, 100)


def test_a_line_of_the_box_score_leaves_out_what_the_game_does_not_count() -> None:
    """FD-4.2: Fast Drive knows punts and no yards of them."""
    assert box_score_row("punts, yards", "4, \N{EN DASH}", "3, \N{EN DASH}") == ("punts", "4", "3")
    assert box_score_row("sacked, yards", "1, -5", "0, 0") == ("sacked, yards", "1, −5", "0, 0")


OURS = [
    name
    for name, one in sorted(registry.list_games().items())
    if one.path.is_relative_to(HOUSE) and not one.meta.chairs
]


@pytest.mark.parametrize("game", OURS)
def test_every_length_of_a_game_of_ours_is_said_in_words(game: str) -> None:
    """The set-up page listed options and their values: `timing simple1, quarter 8`."""
    meta = registry.find(game).meta
    assert meta.length_words.keys() == meta.lengths.keys()
    assert all(re.fullmatch(r"[a-z0-9:, -]+", words) for words in meta.length_words.values())


@pytest.mark.parametrize("name", ["cardbowl", "thegrid"])
def test_a_replay_reads_out_no_more_than_the_table_did(name: str) -> None:
    """CB-41.1, TG-25.1: what other events have told stands in the record, and no front says it again."""
    table: Table[Any] = Table(registry.find(name).open(length="tiny"), FastDice(3))
    rng = Random(3)
    while table.pending_seats and not any(event.quiet for event in table.events[8:]):
        asked = table.request_for(table.pending_seats[0])
        assert asked is not None
        quick = [key for key in ("fill", "ready", "play", "scrimmage") if key in asked.menu]
        table.answer(asked.seat, quick[0] if quick else rng.choice(asked.keys))
    told = table.events_for(None)
    found = step_lines(registry.find(name), told, len(told) - 4)
    assert found and not any(told[one.n].quiet for one in found)
    assert [one.n for one in found if one.new] == [
        n for n in range(len(told) - 4, len(told)) if not told[n].quiet
    ]


@pytest.mark.parametrize(
    ("name", "options"), [("redboar", {"mode": "cards"}), ("redboar", {"mode": "dice"}), ("fastdrive", {})]
)
def test_of_plays_that_come_at_once_each_brings_what_it_turned_up(name: str, options: dict[str, str]) -> None:
    """The board shows the last play alone: a page that plays several lays out the cards and dice of each."""
    folder = registry.find(name)
    table = Table(folder.open(options, length="short"), FastDice(5))
    rng = Random(5)
    while table.outcome is None:
        seat = table.pending_seats[0]
        asked = table.request_for(seat)
        assert asked is not None
        table.answer(seat, rng.choice(asked.keys))
    events = table.events_for(0)
    sent = msgspec.json.decode(encode_beats(folder, events, table.view(0), 0))
    plays = [beat for beat in sent if beat.get("play")]
    assert len(plays) > 2 and all(("last" in beat) == (beat in plays[:-1]) for beat in sent)
    assert all(beat["last"].startswith("<svg") and "data-beat" in beat["last"] for beat in plays[:-1])
    played = getattr(folder.board, "beats", football_beats)
    begin = [n for n, event in enumerate(events) if any(beat.play for beat in played(event))]
    assert [beat["n"] for beat in plays] == begin, "all that is new is played"
    late = msgspec.json.decode(encode_beats(folder, events, table.view(0), plays[-1]["n"]))
    assert not any("last" in beat for beat in late), "what was seen before is not sent again"


def test_the_verdict_has_the_verb_that_fits_the_team() -> None:
    """A place that ends in s is one team, a nickname is many."""
    assert verdict_text(("Dallas", "Bears"), (24, 17), 0, None) == "Dallas wins 24-17"
    assert verdict_text(("Dallas", "Bears"), (17, 24), 1, None) == "Bears win 24-17"
