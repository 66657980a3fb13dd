"""One side's turn: where the pieces stand and what has been done, and what an action changes.

A `Turn` is a value: `after` gives the next one and leaves this one as it was. All squares are bits
of `grid`; a set of pieces is one integer.
"""

from __future__ import annotations

from typing import NamedTuple

from fieldhouse.games.squares.rules.grid import BOARD, NAME, goal, shift

MOVE, BLOCK, PASS, TACKLE = "move", "block", "pass", "tackle"

OFFENSE_ONLY, PASSER_BLOCKS, QB_PUSHED, PATH_IGNORED = 1, 2, 4, 8
"""What a `ruleset` may differ in from the standard rules, which are 0: only the offense blocks (SQ-8.9),
the passer may block in the turn of its pass (SQ-8.15), the QB can be pushed (SQ-8.16), and the QB may run
through the end zone and out again without scoring (editions 1 and 2; now SQ-6.4)."""

made = tuple.__new__
"""`made(Turn, (...))` with every field: half the time of the named call, where a search makes millions."""


class Action(NamedTuple):
    """What one piece does: a move, a block (after a move when `end` is not `start`), a pass, a tackle.

    `target` is where the blocked piece stands before the push, `push` how many squares it is to go.
    """

    kind: str
    start: int
    end: int
    target: int = 0
    push: int = 0

    def __str__(self) -> str:
        """SQ-12.2, without the `+` of a touchdown."""
        start, end = NAME[self.start], NAME[self.end]
        if self.kind == BLOCK:
            there = start if self.start == self.end else f"{start}-{end}"
            return f"{there}{'>' * self.push}{NAME[self.target]}"
        return f"{start}{SIGN[self.kind]}{end}"


SIGN = {MOVE: "-", PASS: "*", TACKLE: "x"}


class Turn(NamedTuple):
    """The board within a turn.

    `off` and `dfn` are the pieces of both sides, `qb` the QB's square (one of `off`). `attack` says
    that the offense is to act. Pieces are named by where they stand now: `acted` and `blocked` are
    sets of them, `passer` and `received` the squares of this turn's pass (0: none yet). `ruleset` holds the
    flags of the rules that differ from the standard ones.
    """

    off: int
    dfn: int
    qb: int
    up: bool = True
    attack: bool = True
    acted: int = 0
    blocked: int = 0
    passer: int = 0
    received: int = 0
    ruleset: int = 0
    over: str = ""

    @property
    def offense_only(self) -> bool:
        """SQ-8.9: does only the offense block?"""
        return bool(self.ruleset & OFFENSE_ONLY)

    @property
    def mine(self) -> int:
        """The pieces of the side to act."""
        return self.off if self.attack else self.dfn

    @property
    def able(self) -> int:
        """The pieces of the side to act that may still act; SQ-8.15: the passer too, if it may block."""
        able = self.mine & ~self.acted
        return able | self.passer & ~self.blocked if self.ruleset & PASSER_BLOCKS else able

    @property
    def theirs(self) -> int:
        """The pieces of the other side."""
        return self.dfn if self.attack else self.off

    @property
    def free(self) -> int:
        """The squares of the board without a piece."""
        return BOARD & ~(self.off | self.dfn)

    @property
    def goal(self) -> int:
        """The end zone under attack."""
        return goal(self.up)

    def after(self, action: Action) -> Turn:
        """SQ-4.4: the board after an action, which must be legal."""
        kind, start, end, target, push = action
        off, dfn, qb, up, attack, acted, blocked, passer, received, ruleset, over = self
        if kind == PASS:  # SQ-9.5, 9.7, 9.9: the receiver is the QB at once; in the end zone he scores
            over = "touchdown" if end & goal(up) else ""
            acted |= start
            return made(Turn, (off, dfn, end, up, attack, acted, blocked, start, end, ruleset, over))
        if kind == TACKLE:  # SQ-7.2
            dfn &= ~start
            return made(
                Turn, (off, dfn, qb, up, attack, acted | end, blocked, passer, received, ruleset, "tackle")
            )
        if start != end:
            if attack:
                off ^= start | end
                if start == qb:
                    qb = end
                    if end & goal(up):  # SQ-6.1
                        over = "touchdown"
            else:
                dfn ^= start | end
        if kind == BLOCK:
            step = (target.bit_length() - end.bit_length()) * push
            gone = target | (target << step if step > 0 else target >> -step)
            if attack:
                dfn ^= gone
            else:
                off ^= gone
                if target == qb:  # SQ-8.16
                    qb = gone ^ target
                    over = "touchdown" if qb & goal(up) else ""
            blocked |= end
        return made(Turn, (off, dfn, qb, up, attack, acted | end, blocked, passer, received, ruleset, over))

    def handed_over(self) -> Turn:
        """The other side's turn from the same squares."""
        off, dfn, qb, up, attack, _, _, _, _, ruleset, _ = self
        return made(Turn, (off, dfn, qb, up, not attack, 0, 0, 0, 0, ruleset, ""))


def push_squares(action: Action) -> list[int]:
    """SQ-8.1: the squares that a block's target goes over and onto; 0 stands for off the board."""
    step = action.target.bit_length() - action.end.bit_length()
    squares, square = [], action.target
    for _ in range(action.push):
        square = shift(square, step)
        squares.append(square)
    return squares
