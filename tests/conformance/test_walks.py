"""A machine walks at random through every game and looks for the shortest walk that breaks a promise."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from fieldhouse.kernel.conformance.random_walk import STEPS, RandomWalk, random_walk
from fieldhouse.kernel.frame import Frame
from fieldhouse.kernel.registry import Folder, list_all_games
from fieldhouse.kernel.run import Run
from fieldhouse.kernel.session.history import GameHistory

SETTINGS = settings(
    max_examples=6,
    stateful_step_count=12,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)


def machine(folder: Folder) -> type[RuleBasedStateMachine]:
    """The state machine of one game: a rule for every step of a trial, its promises as invariants."""

    class Walk(RuleBasedStateMachine):
        trial: RandomWalk

        @initialize(data=st.data())
        def sit_down(self, data: st.DataObject) -> None:
            self._picks_from(data)

        def _picks_from(self, data: st.DataObject) -> None:
            def pick(below: int) -> int:
                return data.draw(st.integers(0, below - 1))

            if hasattr(self, "trial"):
                self.trial.pick = pick
            else:
                self.trial = RandomWalk(folder, pick, head_start=40)

        @invariant()
        def somebody_is_asked(self) -> None:
            if hasattr(self, "trial"):
                self.trial.somebody_is_asked()

        def teardown(self) -> None:
            if hasattr(self, "trial"):
                self.trial.at_the_end()

    for name in STEPS:
        setattr(Walk, name, _rule(name))
    return Walk


def _rule(name: str) -> Any:
    def step(self: Any, data: st.DataObject) -> None:
        self._picks_from(data)
        self.trial.do(name)

    step.__name__ = name
    return rule(data=st.data())(step)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(list_all_games()))
def test_nothing_anybody_does_breaks_a_promise(name: str) -> None:
    run_state_machine_as_test(machine(list_all_games()[name]), settings=SETTINGS)


def found(name: str) -> bool:
    """Does one of a few random walks break a promise?"""
    try:
        for seed in range(60):
            random_walk(list_all_games()[name], seed)
    except AssertionError:
        return True
    return False


def test_an_undo_that_strikes_nothing_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Frame, "remove_answer", lambda self, place: None)
    assert found("sandlot")


def test_a_part_shown_before_all_are_in_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GameHistory, "face_down_seats", ())
    assert found("thegrid")


def test_words_lost_on_the_way_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Frame, "absorb", lambda self, later: None)
    monkeypatch.setattr(Run, "_repeat", lambda self, frame, place, log: None)
    assert found("sandlot")
