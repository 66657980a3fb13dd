"""Exact values: against a naive evaluation of the rules, against bulk, and by reasoning."""

from typing import Any

import pytest

from fieldhouse.kernel import registry
from fieldhouse.kernel.coaches import Policy
from fieldhouse.lab import bulk
from fieldhouse.lab.exact import Exact
from fieldhouse.lab.players import make_policy
from fieldhouse.solve.play_tree import ChanceNode, Leaf, explore

pytestmark = pytest.mark.slow  # playouts and tables: run, but not traced

SHORT = {"mode": "dice", "overtime": "none", "quarters": 1, "minutes": 1}


class Naive:
    """The value of every state by walking the rules themselves: no tables, no mirror, no kinds, no slots.

    Plays that take no time lead in circles (a penalty on the own 5), so all states are walked again and
    again until nothing changes.
    """

    def __init__(self, game: Any, policy: Policy | None) -> None:
        self.game, self.policy = game, policy
        self.trees: dict[bytes, Any] = {}
        self.value: dict[bytes, float] = {}

    def start(self, s: Any) -> float:
        first = self._key(s)
        queue = [first]
        while queue:
            key = queue.pop()
            if key not in self.value:
                self.value[key] = 0.5
                queue += self._grow(key)
        order = list(self.trees)[::-1]
        for _ in range(300):
            if max(abs(self._update(key)) for key in order) < 1e-15:
                return self.value[first]
        raise AssertionError("does not settle")

    def _key(self, s: Any) -> bytes:
        """The state without what is only told of it: drive statistics, dice on the table, the log."""
        for name in ("drive_start", "drive_plays", "total", "die", "ticks"):
            if hasattr(s, name):
                setattr(s, name, 0)
        for name in ("drive_began", "log", "points"):
            if hasattr(s, name):
                setattr(s, name, [])
        return bytes(self.game.save(s))

    def _grow(self, key: bytes) -> list[bytes]:
        end = self.game.outcome(self.game.load(key))
        if end is not None:
            self.value[key] = 0.5 if end.winner is None else float(end.winner == 0)
            return []
        found: list[bytes] = []

        def leaf(s: Any) -> bytes:
            found.append(self._key(s))
            return found[-1]

        self.trees[key] = explore(self.game, key, leaf, policy=self.policy)
        return found

    def _update(self, key: bytes) -> float:
        before = self.value[key]
        self.value[key] = self._worth(self.trees[key], {})
        return self.value[key] - before

    def _worth(self, node: Any, done: dict[int, float]) -> float:
        if isinstance(node, Leaf):
            return self.value[node.value]
        if id(node) not in done:
            if isinstance(node, ChanceNode):
                worth = (
                    sum(weight * self._worth(child, done) for weight, child, _ in node.branches) / node.total
                )
            else:
                best = max if node.seats[0] == 0 else min
                worth = best(self._worth(child, done) for child in node.branches.values())
            done[id(node)] = worth
        return done[id(node)]


@pytest.fixture(scope="module")
def short() -> Exact:
    return Exact(registry.find("redboar").open(SHORT))


def late(game: Any, clock: int, g: int, down: int, lead: int) -> Any:
    """Red has the ball late in the game."""
    from fieldhouse.games.redboar.rules.possession import take_over

    s = game.start()
    take_over(s, 0, g, "kickoff")
    s.clock, s.down, s.scores = clock, down, [max(lead, 0), max(-lead, 0)]
    return s


@pytest.mark.parametrize(("g", "down", "lead"), [(45, 4, -2), (5, 1, -7), (95, 3, 0)])
def test_values_are_those_of_a_naive_walk_through_the_rules(
    short: Exact, g: int, down: int, lead: int
) -> None:
    """Twenty seconds left: two plays at most, penalties and tries between them."""
    s = late(short.game, 10, g, down, lead)
    naive = Naive(short.game, None).start(short.game.load(short.game.save(s)))
    assert short.at(s).win_probability == pytest.approx(naive, abs=1e-12)


PLAIN = {
    "team": "Plain", "season": 2020, "league": "NFL", "offense": [], "defense": [], "special": [],
    "fg": "11-61", "xp": "11-64", "detail": "none", "results": [],
}  # fmt: skip


@pytest.fixture(scope="module")
def drives() -> Exact:
    options = {"quarter": 1, "overtime": "none"}
    return Exact(registry.find("fastdrive").open(options, {"away": PLAIN, "home": PLAIN}))


@pytest.mark.parametrize(("left", "lead", "start"), [(1, -3, 1), (1, 0, 2), (1, -7, 0)])
def test_values_of_fast_drive_are_those_of_a_naive_walk_too(
    drives: Exact, left: int, lead: int, start: int
) -> None:
    """The last ticks of the second half, by the rules as they are (without the tables' steps).

    Cards without qualities and one tick: an EFFICIENT team, or a kickoff returned with time left, can score
    again and again in no time, and the naive walk
    through all scores would have no end.
    """
    s = drives.game.start()
    s.phase, s.half, s.left, s.opener, s.ball, s.start = "drive", 2, left, 1, 0, start
    s.scores = [max(lead, 0), max(-lead, 0)]
    naive = Naive(drives.game, None).start(drives.game.load(drives.game.save(s)))
    assert drives.at(s).win_probability == pytest.approx(naive, abs=1e-12)


def agrees_with_bulk(name: str, options: dict[str, Any], games: int) -> None:
    """Win, tie and loss of the starter on both sides, within four and a half standard errors."""
    game = registry.find(name).open(options)
    exact = Exact(game, "starter").start()
    tally = bulk.run_bulk(bulk.job_of(game), games, seed=9)
    for share, known in zip(tally.shares, exact, strict=True):
        assert abs(share - known) <= 4.5 * tally.error(known)


@pytest.mark.parametrize("name", ["fastdrive", "redboar"])
def test_bulk_agrees_with_the_exact_chances(name: str) -> None:
    """Here, because the last rules that were compiled for all cards are remembered: those of `drives`."""
    agrees_with_bulk(name, SHORT if name == "redboar" else {"quarter": 1, "overtime": "none"}, 400_000)


def test_values_under_a_policy_are_those_of_a_naive_walk_too() -> None:
    game = registry.find("redboar").open(SHORT)
    exact = Exact(game, "starter")
    s = late(game, 10, 40, 4, -1)
    naive = Naive(game, make_policy(game, "starter", 0)).start(game.load(game.save(s)))
    assert exact.at(s).win_probability == pytest.approx(naive, abs=1e-12)


def test_a_fair_game_is_even_and_chances_add_up(short: Exact) -> None:
    chances = short.start()
    assert chances.win_probability == pytest.approx(0.5, abs=1e-12)
    assert sum(chances) == pytest.approx(1, abs=1e-12)


def test_a_field_goal_on_the_last_play_wins_as_often_as_the_chart_says(short: Exact) -> None:
    """RB-8.14: from the 20 the kick needs a 4; level, ten seconds left, fourth down: 33 of 36 win."""
    s = late(short.game, 10, 20, 4, 0)
    assert short.at(s).win == pytest.approx(33 / 36, abs=0.02)
    assert short.at(s).win >= 33 / 36


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("redboar", {**SHORT, "overtime": "series"}),
        ("fastdrive", {"quarter": 1, "knockout": True}),
    ],
)
def test_overtimes_without_end_have_a_winner(name: str, options: dict[str, Any]) -> None:
    """RB-15.7, RB-15.8, FD-24.84: nobody can say how long they last, but somebody wins."""
    exact = Exact(registry.find(name).open(options)).start()
    assert exact.tie == pytest.approx(0, abs=1e-12)
    assert sum(exact) == pytest.approx(1, abs=1e-12)
    if name == "redboar":
        assert exact.win == pytest.approx(0.5, abs=1e-11), "both sides are alike"


def test_an_overtime_without_end_is_a_fixed_point_that_bulk_agrees_with() -> None:
    """FD-24.84, under a policy; `benchmarks/bench_lab.py --overtimes` does the same for Gridiron."""
    agrees_with_bulk("fastdrive", {"quarter": 1, "knockout": True}, 200_000)


def test_leads_are_kept_apart_as_far_as_they_matter() -> None:
    """A whole game of Fast Drive: larger leads than those kept apart change nothing in twelve digits."""
    game = registry.find("fastdrive").open({}, {"away": PLAIN, "home": PLAIN})
    exact = Exact(game)
    place = exact.reduction.where(game.start())
    low, high = exact.bounds([place])[place]
    assert 0 <= high - low < 1e-12
    assert low - 1e-12 <= exact.values([place])[place].win_probability <= high + 1e-12
