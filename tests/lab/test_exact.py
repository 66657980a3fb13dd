"""Exact values: against a naive evaluation of the rules, against bulk, and by reasoning."""

from typing import Any

import pytest

from fieldhouse.kernel import registry
from fieldhouse.kernel.players import Policy
from fieldhouse.kernel.requests import Chance, Choose
from fieldhouse.lab import bulk
from fieldhouse.lab.exact import Exact
from fieldhouse.lab.players import make_policy

SHORT = {"mode": "dice", "overtime": "none", "quarters": 1, "minutes": 1, "receiver": "Red"}


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
        order = list(self.value)[::-1]
        for _ in range(300):
            change = max(abs(self._update(key)) for key in order)
            if change < 1e-15:
                return self.value[first]
        raise AssertionError("does not settle")

    def _key(self, s: Any) -> bytes:
        for name, blank in (
            ("drive_start", 0),
            ("drive_plays", 0),
            ("drive_began", []),
            ("total", 0),
            ("die", 0),
        ):
            setattr(s, name, blank)
        s.fresh = True
        return bytes(self.game.save(s))

    def _grow(self, key: bytes) -> list[bytes]:
        end = self.game.outcome(self.game.load(key))
        if end is not None:
            self.value[key] = 0.5 if end.winner is None else float(end.winner == 0)
            return []
        found: list[bytes] = []
        self.trees[key] = self._tree(key, [], found)
        return found

    def _tree(self, key: bytes, answers: list[Any], found: list[bytes]) -> Any:
        s = self.game.load(key)
        rules = self.game.play(s)
        try:
            request = next(rules)
            for answer in answers:
                request = rules.send(answer)
        except StopIteration:
            found.append(self._key(s))
            return found[-1]
        if isinstance(request, Chance):
            total = sum(request.weights)
            return [
                (weight / total, self._tree(key, [*answers, request.value(k)], found))
                for k, weight in zip(request.keys, request.weights, strict=True)
            ]
        assert isinstance(request, Choose)
        keys = [self.policy(request, s)] if self.policy is not None else request.keys
        return (request.seat, [self._tree(key, [*answers, k], found) for k in keys])

    def _update(self, key: bytes) -> float:
        if key not in self.trees:
            return 0.0
        before = self.value[key]
        self.value[key] = self._worth(self.trees[key])
        return self.value[key] - before

    def _worth(self, tree: Any) -> float:
        if isinstance(tree, bytes):
            return self.value[tree]
        if isinstance(tree, list):
            return sum(weight * self._worth(child) for weight, child in tree)
        seat, options = tree
        return (max if seat == 0 else min)(map(self._worth, options))


@pytest.fixture(scope="module")
def short() -> Exact:
    return Exact(registry.find("redboar").open(SHORT))


def late(game: Any, clock: int, g: int, down: int, lead: int) -> Any:
    """Red has the ball late in the game."""
    from fieldhouse.games.redboar.possession import take_over

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
    assert short.at(s).equity == pytest.approx(naive, abs=1e-12)


def test_values_under_a_policy_are_those_of_a_naive_walk_too() -> None:
    game = registry.find("redboar").open(SHORT)
    exact = Exact(game, "starter")
    s = late(game, 20, 40, 4, -1)
    naive = Naive(game, make_policy(game, "starter", 0)).start(game.load(game.save(s)))
    assert exact.at(s).equity == pytest.approx(naive, abs=1e-12)


def test_a_fair_game_is_even_and_chances_add_up(short: Exact) -> None:
    game = registry.find("redboar").open({**SHORT, "receiver": "random"})
    chances = Exact(game).start()
    assert chances.equity == pytest.approx(0.5, abs=1e-12)
    assert sum(short.start()) == pytest.approx(1, abs=1e-12)


def test_a_field_goal_on_the_last_play_wins_as_often_as_the_chart_says(short: Exact) -> None:
    """RB-8.14: from the 20 the kick needs a 4; level, ten seconds left, fourth down: 33 of 36 win."""
    s = late(short.game, 10, 20, 4, 0)
    assert short.at(s).win == pytest.approx(33 / 36, abs=0.02)
    assert short.at(s).win >= 33 / 36


@pytest.mark.parametrize("name", ["redboar", "fastdrive"])
def test_bulk_agrees_with_the_exact_chances(name: str) -> None:
    options = SHORT if name == "redboar" else {"quarter": 1, "overtime": "none"}
    game = registry.find(name).open(options)
    exact = Exact(game, "starter").start()
    tally = bulk.run(bulk.job_of(game), 400_000, seed=9)
    for share, known in zip(tally.shares, exact, strict=True):
        assert abs(share - known) < 4.5 * tally.error(share)
