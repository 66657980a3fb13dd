"""How often a person is asked in a play: standing options answer what the person would always answer."""

from __future__ import annotations

from collections import Counter
from statistics import median

from fieldhouse.kernel.coaches import answer_forced, coach_view
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.standing_answer import ALWAYS, passing_answer
from fieldhouse.kernel.table import Table

NOBODY_MOVES = {"motion": "none", "adjust": "done"}
BY_CHANCE = {"exchange", "declare", "penalty", "fumble-run", "throw-away", "give-up"}
"""Questions that a joker in hand, a loose ball or a foul brings, and no ordinary play."""


def taps_a_play(seed: int) -> list[tuple[str, Counter[str]]]:
    """The questions of each side in each scrimmage play, where everybody takes the standing options."""
    folder = find("cardbowl")
    table = Table(folder.open(length="tiny"), FastDice(seed))
    coaches = [folder.coach("starter", table.game, seat, seed, 0.01) for seat in table.seats]
    standing: dict[int, set[str]] = {0: {"always:place"}, 1: {"always:place"}}
    found: list[tuple[str, Counter[str]]] = []
    asked_in_play, whistle, offense = [Counter[str](), Counter[str]()], 0, None
    while table.outcome is None:
        if table.last_frame.entries != whistle:
            whistle = table.last_frame.entries
            if offense is not None:
                found += [("offense", asked_in_play[offense]), ("defense", asked_in_play[1 - offense])]
            asked_in_play, offense = [Counter[str](), Counter[str]()], None
            standing = {seat: {key for key in standing[seat] if key.startswith(ALWAYS)} for seat in standing}
        if answer_forced(table, watched=False):
            continue
        if (passed := passing_answer(table, table.seats, standing)) is not None:
            table.answer(*passed)
            continue
        seat = table.pending_seats[0]
        asked = table.request_for(seat)
        assert asked is not None
        asked_in_play[seat][asked.what] += 1
        if table.state.play.formation:
            offense = table.state.off
        if asked.ahead:
            standing[seat].add(next(iter(asked.ahead)))
        elif asked.what in NOBODY_MOVES:
            table.answer(seat, NOBODY_MOVES[asked.what])
        else:
            reply = coaches[seat].answer(asked, coach_view(table, seat))
            table.answer(seat, reply if isinstance(reply, str) else reply[0])
    return found


def test_the_offense_is_asked_at_most_seven_times_and_the_defense_four() -> None:
    """CB-17.1, CB-23.1, CB-23.6, CB-23.7: where no joker is held, no ball is loose and no flag is thrown.

    In the open field every further tackle (CB-30.13) is another decision of both sides.
    """
    plays = [one for seed in range(5) for one in taps_a_play(seed)]
    for side, most in (("offense", 7), ("defense", 4)):
        usual = [asked for who, asked in plays if who == side and not BY_CHANCE & set(asked)]
        assert len(usual) > 8
        assert max(asked.total() - further_tackles(asked) for asked in usual) <= most
        assert median(asked.total() for asked in usual) <= most - 1


def further_tackles(asked: Counter[str]) -> int:
    """Questions of the open field after the first of each kind."""
    return sum(max(0, asked[what] - 1) for what in ("tackle", "downfield"))


def test_nobody_is_asked_about_a_sneak_who_did_not_ask_for_one() -> None:
    """CB-23.6: the standing option brings the question back."""
    table = Table(find("cardbowl").open(length="tiny"), FastDice(3))
    coaches = [find("cardbowl").coach("starter", table.game, seat, 3, 0.01) for seat in table.seats]
    while True:
        seat = table.pending_seats[0]
        asked = table.request_for(seat)
        assert asked is not None
        if asked.what == "sneak":
            break
        reply = coaches[seat].answer(asked, coach_view(table, seat))
        table.answer(seat, reply if isinstance(reply, str) else reply[0])
    assert "ask:sneak" in {option.key for option in table.game.standing_options(table.state, seat)}
    assert passing_answer(table, [seat], {}) == (seat, "go")
    assert passing_answer(table, [seat], {seat: ["ask:sneak"]}) is None
