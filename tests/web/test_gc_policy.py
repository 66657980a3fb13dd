"""When the server searches its memory for rubbish."""

from __future__ import annotations

from fieldhouse.web.engine.startup import LATEST, QUIET, GcPolicy


def watched() -> tuple[GcPolicy, list[str]]:
    """A house opened at 0, and its searches."""
    searches: list[str] = []
    return GcPolicy(0.0, lambda: searches.append("searched")), searches


def test_a_busy_house_is_not_held_up() -> None:
    tidy, searches = watched()
    for second in range(int(LATEST)):
        tidy.tick(second, float(second))
    assert searches == []


def test_a_quiet_moment_after_requests_is_used_once() -> None:
    tidy, searches = watched()
    tidy.tick(10, 1.0)
    tidy.tick(10, 1.0 + QUIET / 2)
    assert searches == []
    for later in range(50):
        tidy.tick(10, 1.0 + QUIET + later)
    assert searches == ["searched"]
    tidy.tick(11, 100.0)
    tidy.tick(11, 100.0 + QUIET)
    assert len(searches) == 2


def test_a_house_nobody_asks_is_left_alone() -> None:
    tidy, searches = watched()
    for later in range(5):
        tidy.tick(0, later * LATEST)
    assert searches == []


def test_a_house_that_is_never_quiet_is_searched_at_last() -> None:
    tidy, searches = watched()
    for second in range(1, int(2.5 * LATEST)):
        tidy.tick(second, float(second))
    assert len(searches) == 2
