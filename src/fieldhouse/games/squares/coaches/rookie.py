"""The easy coach: runs forward, looks at one piece at a time, and sometimes misses a threat."""

from __future__ import annotations

from random import Random

from fieldhouse.games.squares.coaches.evaluation import in_reach, ranks_gained
from fieldhouse.games.squares.rules.grid import FILE_OF, each_square, reach
from fieldhouse.games.squares.rules.moves import piece_actions
from fieldhouse.games.squares.rules.turn import MOVE, PASS, Action, Turn
from fieldhouse.games.squares.search.goal_search import find_score, find_tackle


class Rookie:
    """Sees one-piece touchdowns and tackles most of the time, and forgets the threats now and then."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def turn(self, turn: Turn, down: int) -> list[Action]:
        """The actions of a whole turn."""
        sees = self.rng.random() < 0.85
        found = (find_score if turn.attack else find_tackle)(turn, 0, 20, 0)
        if found.line is not None and sees:
            return found.line
        return self.attack(turn) if turn.attack else self.defend(turn)

    def attack(self, turn: Turn) -> list[Action]:
        """Runs forward with most pieces; looks before it leaves the QB in reach, three times out of four."""
        done: list[Action] = []
        for piece in self.some(turn, turn.off & ~turn.qb):
            if ends := list(each_square(reach(piece, turn.free))):
                few = self.rng.sample(ends, min(5, len(ends)))
                end = max(few, key=lambda square: ranks_gained(square, turn.up))
                done.append(Action(MOVE, piece, end))
                turn = turn.after(done[-1])
        may = piece_actions(turn, turn.qb) if turn.qb & ~turn.acted else ()
        choices = [action for action in may if action.kind in (MOVE, PASS)]
        if self.rng.random() < 0.75:
            choices = [a for a in choices if not turn.after(a).over and not in_reach(turn.after(a))]
        if choices and (self.rng.random() < 0.8 or in_reach(turn)):
            best = max(choices, key=lambda a: ranks_gained(a.end, turn.up) + 2 * self.rng.random())
            done.append(best)
        return done

    def defend(self, turn: Turn) -> list[Action]:
        """Steps towards the ball and stays in front of it, mostly."""
        done: list[Action] = []
        for piece in self.some(turn, turn.dfn):
            ends = list(each_square(reach(piece, turn.free)))
            if not ends:
                continue
            ball, up = turn.qb, turn.up
            end = min(
                self.rng.sample(ends, min(8, len(ends))),
                key=lambda s: (
                    abs(ranks_gained(s, up) - ranks_gained(ball, up) - 2)
                    + abs(FILE_OF[s] - FILE_OF[ball]) / 2
                ),
            )
            done.append(Action(MOVE, piece, end))
            turn = turn.after(done[-1])
        return done

    def some(self, turn: Turn, pieces: int) -> list[int]:
        """About two thirds of the pieces that can still act and move."""
        return [piece for piece in each_square(pieces & ~turn.acted) if self.rng.random() < 0.66]
