"""Schedules: who meets whom in which week, and who is at home.

Every week's games are disjoint; byes are even; home and away games of every team differ by one at most,
after any number of weeks; nobody is at home, or away, more than three times running. When all have met, the
same rounds follow with home and visitor exchanged, so that two full rounds bring every pair together once
at each place.

Odd numbers of teams: in round r team r has the bye and r + k meets r - k. Seen from one team its partner's
distance goes down by one each week, and home falls to odd distances on one side and to even ones on the
other: every team alternates. Even numbers: the last team meets whoever has the bye. Two rounds together are
rings of games; walked round, a ring gives each of its teams one game at home and one away, so rounds are
taken two by two.
"""

from __future__ import annotations

from functools import cache

from fieldhouse.kernel.errors import BadOptions

Pair = tuple[int, int]
"""Home and visitor."""
TEAMS = range(2, 33)


def schedule(teams: int, weeks: int) -> list[list[Pair]]:
    """The games of each week, by number of team from 0."""
    if teams < 2 or weeks < 1:
        raise BadOptions("a schedule needs two teams and one week at least")
    rounds = teams if teams % 2 else teams - 1
    rest = weeks % rounds
    # In an exchanged round the weeks still to come must be even, too: then the single one comes first.
    single_first = bool(weeks // rounds % 2 and rest % 2)
    once = _alternating(teams) if teams % 2 else _by_rings(teams, single_first)
    return [
        [pair[::-1] if week // rounds % 2 else pair for pair in once[week % rounds]] for week in range(weeks)
    ]


def weeks_needed(teams: int, times: int = 1) -> int:
    """Weeks in which everybody meets everybody so often."""
    return times * (teams if teams % 2 else teams - 1)


def _alternating(teams: int) -> list[list[Pair]]:
    """An odd number of teams, everybody once."""

    def pair(middle: int, k: int) -> Pair:
        above, below = (middle + k) % teams, (middle - k) % teams
        return (above, below) if k % 2 else (below, above)

    return [[pair(middle, k) for k in range(1, teams // 2 + 1)] for middle in range(teams)]


@cache
def _by_rings(teams: int, single_first: bool) -> list[list[Pair]]:
    """An even number of teams, everybody once; rounds two by two, the single one first or last."""
    last = teams - 1
    others = _alternating(last) if last > 1 else [[]]
    rounds = [[(middle, last), *games] for middle, games in enumerate(others)]
    found: list[list[Pair]] = [rounds[0]] if single_first else []
    for number in range(len(found), len(rounds) - 1, 2):
        found += _rings(rounds[number], rounds[number + 1])
    if not single_first:
        found.append(rounds[-1])
    return found


def _rings(one: list[Pair], two: list[Pair]) -> tuple[list[Pair], list[Pair]]:
    """Both rounds, each team once at home and once away: walk each ring, who leaves a game is its home
    team."""
    partners = [{a: b for pair in games for a, b in (pair, pair[::-1])} for games in (one, two)]
    walked: tuple[list[Pair], list[Pair]] = ([], [])
    seen: set[int] = set()
    for start, _ in one:
        team = start
        while team not in seen:
            other = partners[0][team]
            walked[0].append((team, other))
            following = partners[1][other]
            walked[1].append((other, following))
            seen |= {team, other}
            team = following
    return walked


def double_rounds(teams: int) -> list[list[Pair]]:
    """DC-13's rounds, everybody twice, by place in the league's own list."""
    seats: list[int | None] = [*range(teams), *([None] if teams % 2 else [])]
    once: list[list[Pair]] = []
    for number in range(1, len(seats)):
        games: list[Pair] = []
        for first, second in zip(seats[: len(seats) // 2], reversed(seats), strict=False):
            if first is not None and second is not None:
                earlier, later = sorted((first, second))
                games.append((earlier, later) if number % 2 else (later, earlier))
        once.append(games)
        seats.insert(1, seats.pop())
    return once + [[pair[::-1] for pair in games] for games in once]
