"""A position as text, for puzzles, tests and records (SQ-12.4 to 12.6); `repr` can be pasted back."""

from __future__ import annotations

from typing import NamedTuple

from fieldhouse.games.squares.rules.grid import NAME, SQUARE, goal, square_names
from fieldhouse.games.squares.rules.turn import OFFENSE_ONLY, Turn
from fieldhouse.kernel.errors import BadPosition

HOW = "a position looks like 'Qf7 a7 d7 f5 h7 k7 / b8 d8 e8 g8 h8 j8 up 1'"
MOST = 11
"""SQ-1.4: pieces a side; as many as the board has files."""


class BoardPosition(NamedTuple):
    """Where both sides stand, which way the offense goes, and the down. Squares are bits of `grid`."""

    off: int
    dfn: int
    qb: int
    up: bool = True
    down: int = 1

    @classmethod
    def read(cls, text: str) -> BoardPosition:
        """Read strictly; BadPosition names the wrong word."""
        return _Reader(text).position()

    def turn(self, *, attack: bool = True, offense_only: bool = False, ruleset: int = 0) -> Turn:
        """The turn that begins here. SQ-12.6: there is none for the defense on fourth down."""
        if not attack and self.down == 4:
            raise BadPosition("the defense has no turn on fourth down (SQ-4.6)")
        ruleset |= OFFENSE_ONLY if offense_only else 0
        return Turn(self.off, self.dfn, self.qb, self.up, attack, ruleset=ruleset)

    def __repr__(self) -> str:
        offense = " ".join([f"Q{NAME[self.qb]}", *square_names(self.off & ~self.qb)])
        defense = " ".join(["/", *square_names(self.dfn)])
        return f"{offense} {defense} {'up' if self.up else 'down'} {self.down}"

    def __str__(self) -> str:
        return repr(self)

    def _repr_svg_(self) -> str:
        from fieldhouse.kernel.registry import find  # rules import no board; notebooks ask for the picture

        picture: str = find("squares").board.position_svg(self)
        return picture


def position_of(turn: Turn, down: int) -> BoardPosition:
    """The position between turns with these squares."""
    return BoardPosition(turn.off, turn.dfn, turn.qb, turn.up, down)


class _Reader:
    """Takes the words of a position one by one."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = text.split()
        self.taken: set[str] = set()

    def fail(self, what: str) -> BadPosition:
        return BadPosition(f"bad position {self.text!r}: {what}; {HOW} (SQ-12.5)")

    def position(self) -> BoardPosition:
        if self.words.count("/") != 1:
            found = "a second '/'" if "/" in self.words else "no '/' between offense and defense"
            raise self.fail(found)
        cut = self.words.index("/")
        offense, rest = self.words[:cut], self.words[cut + 1 :]
        way = next((n for n, word in enumerate(rest) if word in ("up", "down")), None)
        if way is None:
            raise self.fail(self.no_direction(rest))
        qb, off = self.offense(offense)
        dfn = self.squares(rest[:way], "defense", 0)
        up = rest[way] == "up"
        if qb & goal(up):
            raise self.fail(f"the QB on {NAME[qb]} is already in the end zone it attacks")
        return BoardPosition(off, dfn, qb, up, self.down(rest[way + 1 :]))

    def no_direction(self, rest: list[str]) -> str:
        """What stands where `up` or `down` should, which is the word before the last."""
        wrong = next((word for word in rest if word not in SQUARE), None)
        if wrong is None:
            return "the direction is missing, up or down"
        return f"{wrong!r} is not a square or a direction (up or down)"

    def offense(self, words: list[str]) -> tuple[int, int]:
        marked = [word for word in words if word.startswith("Q")]
        if not words or not words[0].startswith("Q"):
            raise self.fail(f"the QB comes first, before {words[0]!r}" if marked else self.no_qb(words))
        if len(marked) > 1:
            raise self.fail(f"two QBs, {marked[0]} and {marked[1]}")
        qb = self.square(words[0][1:], words[0])
        others = self.squares(words[1:], "offense", 1)
        return qb, qb | others

    def no_qb(self, words: list[str]) -> str:
        """What stands where the QB should."""
        if not words:
            return "no QB: nothing stands before the '/'"
        return f"no QB: the first word, {words[0]!r}, needs a Q (Q{words[0]})"

    def squares(self, words: list[str], side: str, before: int) -> int:
        if len(words) + before > MOST:
            raise self.fail(f"{len(words) + before} pieces of the {side}, at most {MOST} are allowed")
        found = 0
        for word in words:
            if side == "defense" and word.startswith("Q"):
                raise self.fail(f"{word!r}: the defense has no QB")
            found |= self.square(word, word)
        return found

    def square(self, name: str, word: str) -> int:
        if name not in SQUARE:
            raise self.fail(f"{word!r} is not a square (a1 to k14)")
        if name in self.taken:
            raise self.fail(f"{name} is named twice")
        self.taken.add(name)
        return SQUARE[name]

    def down(self, words: list[str]) -> int:
        if not words or words[0] not in ("1", "2", "3", "4"):
            shown = repr(words[0]) if words else "nothing"
            raise self.fail(f"the down is {shown}, not 1, 2, 3 or 4")
        if len(words) > 1:
            raise self.fail(f"{words[1]!r} stands after the down")
        return int(words[0])
