"""Forms of competition: what they ask for, whom they crown."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest
from tests.league.helpers import DICE, Rolling, Scripted

from fieldhouse.games.thegrid.league import WorldTournament
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.league import (
    BadResult,
    Cup,
    DoubleRoundRobin,
    FinalScore,
    Fixture,
    Format,
    LeagueDice,
    RoundRobin,
    Season,
    SeasonFacts,
    play_out,
)
from fieldhouse.league.formats.cup import bracket
from fieldhouse.league.text import standings_text

TWELVE = tuple("ABCDEFGHIJKL")


def better(fixture: Fixture) -> tuple[int, int]:
    """The lower number wins."""
    return (7, 0) if fixture.home < fixture.visitor else (0, 7)


def home_wins(fixture: Fixture) -> tuple[int, int]:
    return 7, 0


FORMS: list[Format] = [
    RoundRobin(tuple("ABCDE")),
    RoundRobin(tuple("ABCDEF"), times=2),
    RoundRobin(tuple("ABCD"), weeks=7),
    DoubleRoundRobin(tuple("ABC")),
    DoubleRoundRobin(tuple("ABCDE")),
    WorldTournament(TWELVE),
    Cup(tuple("ABCDEFG"), seeds=2),
    Cup(tuple("ABCDE"), draw="list", neutral=True, best_of=3),
]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.title)
def test_following_what_is_known_comes_to_the_same_season(form: Format) -> None:
    """Answer by answer, in whatever order results come in, the live interpreter ends where the simulator
    does."""
    whole = play_out(form, Rolling(), DICE)
    known = SeasonFacts()
    asked = set()
    while not (now := Season(form, known)).over:
        if now.lot is not None:
            known.lots[now.lot.id] = DICE.lots(now.lot.id, now.lot.entries)
        else:
            fixture = now.waiting[-1]
            assert fixture.id not in asked
            asked.add(fixture.id)
            known.results[fixture.id] = Rolling().play(fixture, DICE)
    assert now.progress == whole.progress
    assert known == whole.known
    assert msgspec.json.decode(msgspec.json.encode(known), type=SeasonFacts) == known


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.title)
def test_fixture_ids_are_unique_and_forms_are_plain_data(form: Format) -> None:
    season = play_out(form, Rolling(), DICE)
    ids = [fixture.id for fixture in season.fixtures]
    assert len(ids) == len(set(ids))
    assert msgspec.json.decode(msgspec.json.encode(form), type=type(form)) == form


def test_one_game_more_changes_no_other() -> None:
    """The dice of a fixture depend on secret, fixture and attempt: known results move nothing else."""
    form = RoundRobin(tuple("ABCDEF"))
    whole = play_out(form, Rolling(), DICE).known.results
    first = next(iter(whole))
    again = play_out(form, Rolling(), DICE, SeasonFacts({first: FinalScore(99, 0)})).known.results
    assert {name for name in whole if whole[name] != again[name]} == {first}
    assert DICE.seed("final", 1) != DICE.seed("final", 2)
    assert play_out(form, Rolling(), LeagueDice("another")).known.results != whole


def test_dc13_semi_finals_and_final() -> None:
    """DC-13: 1-4 and 2-3, the higher place at home in the final, too."""
    teams = Scripted(lambda f: (0, 7) if f.id == "semi-final 1" else better(f))
    season = play_out(DoubleRoundRobin(tuple("ABCDE")), teams, DICE)
    assert season.progress.tables["Table"] == [0, 1, 2, 3, 4]
    assert [(f.id, f.home, f.visitor) for f in teams.asked[-3:]] == [
        ("semi-final 1", 0, 3),
        ("semi-final 2", 1, 2),
        ("final", 1, 3),
    ]
    assert season.progress.champion == 1
    assert season.progress.reached == {"play-offs": [0, 1, 2, 3], "final": [1, 3]}
    assert len(teams.asked) == 20 + 3


def test_dc13_with_two_or_three_coaches_has_a_final_only() -> None:
    for names in ("AB", "ABC"):
        teams = Scripted(better)
        season = play_out(DoubleRoundRobin(tuple(names)), teams, DICE)
        assert [f.id for f in teams.asked if f.knockout] == ["final"]
        assert season.progress.champion == 0


def test_dc11_groups_and_knock_out() -> None:
    """DC-11: A1-B2, B1-A2, C1-D2, D1-C2; winners of 1st and 3rd, of 2nd and 4th; then the final."""
    form = WorldTournament(TWELVE)
    drawn = [5, 3, 4, 0, 1, 2, 8, 7, 6, 11, 10, 9]
    teams = Scripted(lambda f: (7, 0) if f.knockout or f.home < f.visitor else (0, 7))
    season = play_out(form, teams, DICE, SeasonFacts(lots={"group draw": drawn}))
    assert season.progress.groups == {"A": [5, 3, 4], "B": [0, 1, 2], "C": [8, 7, 6], "D": [11, 10, 9]}
    assert list(season.progress.tables.values()) == [[3, 4, 5], [0, 1, 2], [6, 7, 8], [9, 10, 11]]
    games = [(f.home, f.visitor) for f in teams.asked]
    assert games[:3] == [(5, 3), (3, 4), (4, 5)]
    assert games[12:] == [(3, 1), (0, 4), (6, 10), (9, 7), (3, 6), (0, 9), (3, 0)]
    assert [f.knockout for f in teams.asked] == [False] * 12 + [True] * 7
    assert season.progress.champion == 3


def test_a_knock_out_game_needs_a_winner() -> None:
    """TG-23.9: a level score is refused, by the simulator and in a live league."""
    with pytest.raises(BadResult, match=r"final: 3-3, but this game needs a winner"):
        play_out(Cup(("A", "B")), Scripted(lambda f: (3, 3)), DICE)
    with pytest.raises(BadResult):
        Season(Cup(("A", "B")), SeasonFacts({"final": FinalScore(3, 3)}))


def test_a_bracket_keeps_the_best_apart() -> None:
    assert bracket(8) == [1, 8, 4, 5, 2, 7, 3, 6]


@pytest.mark.parametrize("size", range(2, 65))
def test_a_cup_of_any_size_has_one_champion_and_the_first_seeds_have_byes(size: int) -> None:
    """Everybody but one loses once; the best number is home and, unbeaten, champion."""
    teams = Scripted(better)
    season = play_out(Cup(tuple(map(str, range(size)))), teams, DICE)
    assert len(teams.asked) == size - 1
    assert season.progress.champion == 0
    assert all(f.home < f.visitor for f in teams.asked)
    full = 1 << (size - 1).bit_length()
    first = {team for f in teams.asked if f.stage == teams.asked[0].stage for team in (f.home, f.visitor)}
    assert first == set(range(full - size, size)) or full == size
    if size > 1:
        assert sorted(season.progress.reached.get("final", [0, 1])) == [0, 1]


def test_teams_that_are_not_seeded_are_drawn() -> None:
    form = Cup(tuple("ABCDEFGH"), seeds=2)
    now = Season(form, SeasonFacts())
    assert now.lot is not None and list(now.lot.entries) == [2, 3, 4, 5, 6, 7]
    after = Season(form, SeasonFacts(lots={"draw": [7, 6, 5, 4, 3, 2]}))
    assert [(f.home, f.visitor) for f in after.waiting] == [(0, 2), (6, 5), (1, 3), (7, 4)]


def test_a_series_ends_when_it_is_won() -> None:
    """Best of three: 2-0 takes two games; each game is a fixture of its own."""
    teams = Scripted(better)
    play_out(Cup(("A", "B"), draw="list", best_of=3), teams, DICE)
    assert [f.id for f in teams.asked] == ["final, game 1", "final, game 2"]
    now = Season(
        Cup(("A", "B"), best_of=3),
        SeasonFacts({"final, game 1": FinalScore(3, 0), "final, game 2": FinalScore(0, 3)}),
    )
    assert [f.id for f in now.waiting] == ["final, game 3"]


def test_the_tables_as_they_stand() -> None:
    """In the middle of a season: the table of today and the play-off games it would give."""
    form = DoubleRoundRobin(tuple("ABCD"))
    known = SeasonFacts({"round 1: B - C": FinalScore(9, 0)})
    assert len(Season(form, known).waiting) == 11
    now = Season(form, known, as_it_stands=True)
    assert now.placed["Table"].teams[0] == 1
    assert now.placed["Table"].teams[-1] == 2
    assert [f.id for f in now.waiting] == ["semi-final 1", "semi-final 2"]


@pytest.mark.parametrize("form", [form for form in FORMS if not isinstance(form, Cup)], ids=lambda f: f.title)
def test_between_level_neighbours_a_table_shows_what_separates_them(form: Format) -> None:
    """And nothing where wins and ties already do."""
    season = play_out(form, Rolling(), DICE)
    assert season.progress.tables
    for name in season.progress.tables:
        placed = season.placed[name]
        shown = []
        for (above, below), reason in zip(pairwise(placed.teams), placed.reasons, strict=True):
            one, other = season.ledger.line(above), season.ledger.line(below)
            ahead = 2 * (one.won - other.won) + one.drawn - other.drawn
            assert ahead >= 0
            if ahead == 0:
                shown.append(f"tiebreaker: {reason}")
        lines = [line.strip() for line in standings_text(season, name, form.names).splitlines()]
        assert [line for line in lines if line.startswith("tiebreaker")] == shown


def test_long_names_leave_a_table_its_columns() -> None:
    """Own clubs may be called anything: columns stay columns."""
    long = "Llanfairpwllgwyngyllgogery Wombats XLII"
    form = RoundRobin((long, f"{long} B", "Perth"))
    season = play_out(form, Rolling(), DICE)
    rows = standings_text(season, next(iter(season.progress.tables)), form.names).splitlines()
    assert len({len(row) for row in rows if "tiebreaker" not in row}) == 1
    assert sum("Llanfairpwllgwyngyllgogery… " in row for row in rows) == 2


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: DoubleRoundRobin(tuple("ABCDEFGHIJKLM")), "2 to 12 teams"),
        (lambda: WorldTournament(tuple("ABC")), "12 teams, not 3"),
        (lambda: Cup(("A",)), "2 to 64 teams, not 1"),
        (lambda: Cup(("A", "B"), best_of=2), "odd number"),
        (lambda: Cup(("A", "B"), seeds=3), "3 seeds among 2"),
        (lambda: RoundRobin(("A",)), "2 to 32 teams"),
    ],
)
def test_a_form_refuses_what_it_cannot_be(make: object, words: str) -> None:
    with pytest.raises(BadOptions, match=words):
        make()  # type: ignore[operator]
