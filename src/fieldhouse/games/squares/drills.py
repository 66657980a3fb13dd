"""Drills on squares: proved puzzles with a touchdown or a tackle this turn."""

from __future__ import annotations

from fieldhouse.games.squares.analysis.puzzles import Puzzle, puzzles, solves
from fieldhouse.games.squares.rules.notation import read_action
from fieldhouse.kernel.tutorials.drill import Drill

ASK = {
    "touchdown": "Find the touchdown this turn.",
    "tackle": "Find the tackle this turn.",
}
WHY = "No dice and nothing hidden: it works every time."


def make_drills(count: int, seed: int) -> list[Drill]:
    """The puzzles that are solved within one turn, in the order of their file; nothing is drawn by lot."""
    wanted = [puzzle for puzzle in puzzles() if puzzle.goal in ASK and puzzle.solution]
    return [drill_of(puzzle) for puzzle in wanted[:count]]


def drill_of(puzzle: Puzzle) -> Drill:
    """The puzzle as a drill to play on the board."""
    place = puzzle.place
    seat = place.table().pending_seats[0]
    return Drill(
        name=puzzle.name,
        ask=ASK[puzzle.goal],
        position=place.text,
        seat=seat,
        how="proven by trying every possible turn",
        right=tuple(puzzle.solution.replace("+", "").split()),
        why=WHY,
        goal=puzzle.goal,
    )


def check_drill(drill: Drill) -> bool:
    """The line reaches the goal by the rules, and the puzzle is the one of that name."""
    puzzle = next(one for one in puzzles() if one.name == drill.name)
    line = [read_action(word) for word in drill.right]
    return drill == drill_of(puzzle) and solves(puzzle, [action[0] for action in line if action is not None])
