"""What is forced in a position, and how well that is proved.

Every claim carries its proof: `proved` (a line that can be played, or an exhaustive search), `searched
to n pushes` (the goal search found nothing with so many), or `estimated` (the coach could not find
better). Searches are exhaustive where the number of turns allows it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import msgspec

from fieldhouse.games.squares.coaches.allpro import BOARDS, AllPro
from fieldhouse.games.squares.coaches.evaluation import after_defense, after_offense
from fieldhouse.games.squares.coaches.turn_plans import ThreatDefense, score_threat, tackle_threat
from fieldhouse.games.squares.rules.grid import each_square
from fieldhouse.games.squares.rules.moves import piece_actions
from fieldhouse.games.squares.rules.notation import write_turn
from fieldhouse.games.squares.rules.position import BoardPosition
from fieldhouse.games.squares.rules.turn import Action, Turn
from fieldhouse.games.squares.search.exhaustive import Board, all_ends, find_end
from fieldhouse.games.squares.search.goal_search import MOST, find_score, find_tackle
from fieldhouse.games.squares.search.proofs import must_score, no_score, no_tackle
from fieldhouse.kernel.budget import Budget

PROVED, ESTIMATED = "proved", "estimated"
EXHAUSTIVE = 150_000
"""Positions with at most so many combinations of single actions are searched exhaustively."""


class Claim(msgspec.Struct, frozen=True):
    """One statement about the position: what, whether it holds, how surely, and a line that shows it."""

    what: str
    holds: bool
    proof: str
    line: str = ""

    def __str__(self) -> str:
        shown = f": {self.line}" if self.line else ""
        return f"{self.what}: {'yes' if self.holds else 'no'} ({self.proof}){shown}"


class Analysis(msgspec.Struct, frozen=True):
    """The claims, and the line that the strongest coach would play from here for both sides."""

    position: str
    to_act: str
    claims: tuple[Claim, ...]
    best_line: tuple[str, ...]
    result: str
    seconds: float

    def claim(self, what: str) -> Claim:
        """The claim of that name; KeyError when the position does not ask for it."""
        for claim in self.claims:
            if claim.what == what:
                return claim
        raise KeyError(what)

    def __str__(self) -> str:
        lines = [f"{self.position} ({self.to_act} to act)", *map(str, self.claims)]
        lines.append(f"best line found ({ESTIMATED}): {' | '.join(self.best_line)} -> {self.result}")
        return "\n".join(lines)


def turn_count_bound(turn: Turn) -> int:
    """A bound on the number of turns: the product of what each piece may do alone."""
    total = 1
    for piece in each_square(turn.able):
        total *= 1 + sum(1 for _ in piece_actions(turn, piece))
    return total


def analyze_position(
    position: BoardPosition, *, attack: bool = True, offense_only: bool = False, seconds: float = 1.0
) -> Analysis:
    """All claims about a position, and the best line found with `seconds` for each turn of it."""
    began = time.perf_counter()
    turn = position.turn(attack=attack, offense_only=offense_only)
    now = score_now(turn) if attack else tackle_now(turn)
    claims = [now]
    if not now.holds and not (attack and position.down == 4):
        claims.append(tackle_forced(turn, seconds) if attack else score_forced(turn, seconds))
        if attack and not claims[-1].holds:
            claims.append(score_in_two(turn, position.down, seconds))
    line, result = best_line(position, turn, seconds)
    side = "offense" if attack else "defense"
    took = time.perf_counter() - began
    return Analysis(repr(position), side, tuple(claims), tuple(line), result, took)


def score_now(turn: Turn) -> Claim:
    """Can the offense score this turn?"""
    return _now(turn, "touchdown this turn", "touchdown")


def tackle_now(turn: Turn) -> Claim:
    """Can the defense tackle this turn?"""
    return _now(turn, "tackle this turn", "tackle")


def _now(turn: Turn, what: str, wanted: str) -> Claim:
    found = (find_score if turn.attack else find_tackle)(turn, MOST, 20_000, 2)
    if found.line is not None:
        return Claim(what, True, PROVED, write_turn(turn, found.line))
    if (no_score if turn.attack else no_tackle)(turn):
        return Claim(what, False, PROVED)
    if turn_count_bound(turn) <= EXHAUSTIVE:
        line = find_end(turn, wanted)
        return Claim(what, line is not None, PROVED, "" if line is None else write_turn(turn, line))
    return Claim(what, False, ESTIMATED if found.cut else f"searched to {found.pushes} pushes")


def tackle_forced(turn: Turn, seconds: float) -> Claim:
    """The offense is to act: can the defense tackle whatever it does?"""
    return _forced(turn, "tackle forced this down", seconds)


def score_forced(turn: Turn, seconds: float) -> Claim:
    """The defense is to act: does the offense score next turn whatever the defense does?"""
    return _forced(turn, "touchdown forced next down", seconds)


def score_in_two(turn: Turn, down: int, seconds: float) -> Claim:
    """The offense is to act: has it a turn after which it cannot be tackled and scores on the next down?"""
    what = "touchdown forced by the next down"
    actions = AllPro(0, seconds).turn(turn, down)
    line = write_turn(turn, actions)
    for action in actions:
        turn = turn.after(action)
    reply = turn.handed_over()
    tackle = tackle_now(reply)
    if tackle.holds:
        return Claim(what, False, ESTIMATED)
    forced = score_forced(reply, seconds)
    if not forced.holds:
        return Claim(what, False, ESTIMATED)
    proof = next((claim.proof for claim in (forced, tackle) if claim.proof != PROVED), PROVED)
    return Claim(what, True, proof, line)


def _forced(turn: Turn, what: str, seconds: float) -> Claim:
    if not turn.attack and must_score(turn):
        return Claim(what, True, PROVED)
    if turn_count_bound(turn) <= EXHAUSTIVE:
        return _forced_exhaustively(turn, what)
    for actions in _tries(turn, seconds):
        end = turn
        for action in actions:
            end = end.after(action)
        claim = (tackle_now if turn.attack else score_now)(end.handed_over())
        if not claim.holds:
            return Claim(what, False, claim.proof, write_turn(turn, actions))
    return Claim(what, True, ESTIMATED)


def _tries(turn: Turn, seconds: float) -> Iterator[Sequence[Action]]:
    """Turns that may refute the claim: the strongest coach's, then one that breaks threat after threat."""
    yield AllPro(0, seconds).turn(turn, 1)
    threat = tackle_threat(3, 400) if turn.attack else score_threat(3, 400)
    answer = ThreatDefense(threat, _guide, until=Budget(BOARDS * seconds).until(), width=12)
    plan = answer.search(turn, turn.mine.bit_count())
    if plan is not None:
        yield plan.actions


def _guide(end: Turn) -> float:
    """Which answers to try first."""
    return after_offense(end, 2) if end.attack else -after_defense(end, 2)


def _forced_exhaustively(turn: Turn, what: str) -> Claim:
    """Every end of the turn is answered; one without an answer refutes the claim."""
    weakest = PROVED
    for board in sorted(all_ends(turn).quiet):
        claim = _answered(turn, board)
        if not claim.holds:
            if claim.proof == PROVED:
                return Claim(what, False, PROVED, f"safe: {_shown(turn, board)}")
            weakest = claim.proof
    return Claim(what, weakest == PROVED, weakest)


def _answered(turn: Turn, board: Board) -> Claim:
    off, dfn, qb = board
    reply = Turn(off, dfn, qb, turn.up, not turn.attack, ruleset=turn.ruleset)
    return (score_now if reply.attack else tackle_now)(reply)


def _shown(turn: Turn, board: Board) -> str:
    off, dfn, qb = board
    return repr(BoardPosition(off, dfn, qb, turn.up)).rsplit(" ", 2)[0]


def best_line(position: BoardPosition, turn: Turn, seconds: float) -> tuple[list[str], str]:
    """Turns of both sides as the strongest coach plays them, to the end of the series."""
    mind = AllPro(0, seconds)
    down, line = position.down, []
    while True:
        actions: list[Action] = mind.turn(turn, down)
        line.append(write_turn(turn, actions))
        for action in actions:
            turn = turn.after(action)
        if turn.over:
            return line, turn.over
        if turn.attack and down == 4:
            return line, "stopped on downs"
        down += 0 if turn.attack else 1
        turn = turn.handed_over()
