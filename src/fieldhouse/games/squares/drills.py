"""Drills on squares: every puzzle of the set. Some have no solution, which is to be seen, too."""

from __future__ import annotations

from collections.abc import Sequence

from fieldhouse.games.squares.analysis.puzzles import Puzzle, puzzles, solves
from fieldhouse.games.squares.rules.notation import read_action
from fieldhouse.games.squares.rules.turn import Action
from fieldhouse.kernel.tutorials.drill import Drill

FIND = "Find the {} this turn. If there is none, end your turn at once."
SAVE = "Stop {} next turn. If nothing does, end your turn at once."
ASK = {
    "touchdown": FIND.format("touchdown"),
    "no-touchdown": FIND.format("touchdown"),
    "tackle": FIND.format("tackle"),
    "no-tackle": FIND.format("tackle"),
    "hold": SAVE.format("the touchdown"),
    "forced-touchdown": SAVE.format("the touchdown"),
    "forced-tackle": SAVE.format("the tackle of your quarterback"),
}
WHY = {
    "touchdown": "No dice and nothing hidden: it works every time.",
    "no-touchdown": "It looks open, but there is no touchdown: every turn was tried.",
    "tackle": "No dice and nothing hidden: it works every time.",
    "no-tackle": "Nobody gets there: every turn was tried.",
    "hold": "After this turn they have no touchdown: every answer was tried.",
    "forced-touchdown": "Whatever you do, they score: every turn was tried.",
    "forced-tackle": "Whatever you do, they tackle: every turn was tried.",
}
END = "end-turn"


def make_drills(count: int, seed: int) -> list[Drill]:
    """The puzzles in the order of their file; nothing is drawn by lot."""
    return [drill_of(puzzle) for puzzle in puzzles()[:count]]


def drill_of(puzzle: Puzzle) -> Drill:
    """The puzzle as a drill to play on the board; where nothing helps, ending the turn is right."""
    place = puzzle.place
    line = puzzle.solution.replace("+", "").split()
    return Drill(
        name=puzzle.name,
        ask=ASK[puzzle.goal],
        position=place.text,
        seat=place.table().pending_seats[0],
        how="proven by trying every possible turn",
        right=tuple(line if puzzle.goal in ("touchdown", "tackle") else [*line, END]),
        why=WHY[puzzle.goal],
        goal=puzzle.goal,
        hardness=hardness(puzzle),
    )


def hardness(puzzle: Puzzle) -> float:
    """The actions of its line; more where the answers of the others count, and where nothing helps."""
    actions = len(puzzle.solution.split())
    if puzzle.goal in ("touchdown", "tackle"):
        return actions
    return actions + 2 if actions else 3


def solves_drill(drill: Drill, done: Sequence[str]) -> bool:
    """Does this whole turn, to its end, reach the goal of the drill?"""
    puzzle = next(one for one in puzzles() if one.name == drill.name)
    if not puzzle.solution:
        return list(done) == [END]
    return solves(puzzle, _actions(done))


def _actions(done: Sequence[str]) -> list[Action]:
    read = [read_action(word) for word in done if word != END]
    return [action[0] for action in read if action is not None]


def check_drill(drill: Drill) -> bool:
    """The line reaches the goal by the rules, and the puzzle is the one of that name."""
    puzzle = next(one for one in puzzles() if one.name == drill.name)
    return drill == drill_of(puzzle) and solves_drill(drill, drill.right)
