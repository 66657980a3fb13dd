"""The options of a turn: hundreds of actions, listed only on demand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import overload

from fieldhouse.games.squares.rules.grid import NAME
from fieldhouse.games.squares.rules.jerseys import Jerseys, move_jerseys, piece_name
from fieldhouse.games.squares.rules.moves import legal_actions
from fieldhouse.games.squares.rules.notation import (
    END_TURN,
    NONE,
    is_touchdown,
    split_turn,
    write_action,
)
from fieldhouse.games.squares.rules.refusals import read_legal_action
from fieldhouse.games.squares.rules.turn import BLOCK, MOVE, PASS, TACKLE, Action, Turn, push_squares
from fieldhouse.kernel.requests import Menu, Option, Refusal

RULE = {"move": "SQ-5.1", "block": "SQ-8.1", "pass": "SQ-9.1", "tackle": "SQ-7.1"}


class LazyKeys(Sequence[str]):
    """The keys of a turn, made at the first look; who walks along them gets each as it is made."""

    __slots__ = ("_keys", "_turn")

    def __init__(self, turn: Turn) -> None:
        self._turn = turn
        self._keys: list[str] | None = None

    def _all(self) -> list[str]:
        if self._keys is None:
            self._keys = [*self._made()]
        return self._keys

    def _made(self) -> Iterator[str]:
        turn = self._turn
        for action in legal_actions(turn):
            yield write_action(turn, action)
        yield END_TURN

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[str]:
        return self._made() if self._keys is None else iter(self._keys)

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> list[str]: ...

    def __getitem__(self, place: int | slice) -> str | list[str]:
        return self._all()[place]


class TurnMenu(Menu):
    """Single actions, `end-turn`, and whole turns as one answer (`d7>>d8 f7-f9`, SQ-11.6)."""

    __slots__ = ("_checked", "_listed", "men", "turn")

    def __init__(self, turn: Turn, men: Jerseys) -> None:
        super().__init__(())
        self._listed: list[Option] = []
        self.turn = turn
        self.men = men
        self.keys = LazyKeys(turn)
        self._checked: tuple[str, list[Action] | Refusal] = (END_TURN, [])

    def actions_for(self, key: str) -> list[Action] | Refusal:
        """The actions that an answer plays, or why it is refused; the last one asked about is remembered."""
        if self._checked[0] != key:
            self._checked = (key, actions_of_key(self.turn, key))
        return self._checked[1]

    def __contains__(self, key: str) -> bool:
        return not isinstance(self.actions_for(key), Refusal)

    def option(self, key: str) -> Option:
        if key == END_TURN:
            return end_turn_option(self.turn, legal_actions(self.turn))
        if split_turn(key) is not None:
            return Option(key, turn_words(self.turn, self.actions_for(key), self.men), "SQ-11.6")
        action = read_legal_action(self.turn, key)
        assert isinstance(action, Action)
        return Option(key, action_words(self.turn, action, self.men), RULE[action.kind])

    def options(self) -> list[Option]:
        """The same as `option` for each of the keys, whose actions need not be read from them again."""
        if not self._listed:
            turn, men = self.turn, self.men
            actions = [*legal_actions(turn)]
            self._listed = [
                Option(write_action(turn, action), action_words(turn, action, men), RULE[action.kind])
                for action in actions
            ]
            self._listed.append(end_turn_option(turn, actions))
        return self._listed[:]

    def refusal(self, key: str) -> Refusal:
        found = self.actions_for(key)
        return found if isinstance(found, Refusal) else Refusal(key, "this answer is allowed")

    def binds(self, key: str) -> bool:
        """SQ-11.3, 11.7: a touchdown and a tackle stand."""
        actions, turn = self.actions_for(key), self.turn
        for action in () if isinstance(actions, Refusal) else actions:
            turn = turn.after(action)
        return bool(turn.over)

    def closes(self, key: str) -> bool:
        """SQ-4.5: the player ends the turn, also when no piece can act any more."""
        return key == END_TURN or self.binds(key)


def end_turn_option(turn: Turn, actions: Iterable[Action]) -> Option:
    """The end of the turn, with a warning if one action would tackle the quarterback or score."""
    warning = ""
    for action in actions:
        if action.kind == TACKLE:
            warning = "You can tackle the quarterback this turn."
            break
        if is_touchdown(turn, action):
            warning = "You can score a touchdown this turn."
            break
    return Option(END_TURN, "End turn", "SQ-4.5", warning=warning)


def actions_of_key(turn: Turn, key: str) -> list[Action] | Refusal:
    """The actions that `key` plays in this turn, or why it is refused."""
    if key == END_TURN:
        return []
    batch = split_turn(key)
    if batch is None:
        found = read_legal_action(turn, key)
        return found if isinstance(found, Refusal) else [found]
    done = actions_of_batch(turn, batch)
    return Refusal(key, done.reason, done.rule) if isinstance(done, Refusal) else done


def actions_of_batch(turn: Turn, batch: Sequence[str]) -> list[Action] | Refusal:
    """SQ-11.6: the actions of a batch, or its first refusal by place, text and reason."""
    done: list[Action] = []
    for place, text in enumerate(batch, start=1):
        found = read_legal_action(turn, text)
        if isinstance(found, Refusal):
            return Refusal(text, f"action {place}, {text or NONE!r}: {found.reason}", found.rule)
        done.append(found)
        turn = turn.after(found)
    return done


def turn_words(turn: Turn, actions: Sequence[Action] | Refusal, men: Jerseys) -> str:
    """A whole turn as people say it: `Quarterback 12 passes to back 33; quarterback 33 runs to j7`."""
    said: list[str] = []
    for action in () if isinstance(actions, Refusal) else actions:
        told = action_words(turn, action, men)
        said.append(told[:1].lower() + told[1:] if said else told)
        turn, men = turn.after(action), move_jerseys(men, action)
    return "; ".join(said) or "End turn"


def action_words(turn: Turn, action: Action, men: Jerseys) -> str:
    """The action as people say it: `Tight end 88 runs to i10 and blocks corner 24 back to i8`."""
    said = piece_name(men, action.start, turn.qb)
    who = said[:1].upper() + said[1:]
    if action.kind == MOVE:
        scored = ": touchdown" if is_touchdown(turn, action) else ""
        return f"{who} runs to {NAME[action.end]}{scored}"
    if action.kind == PASS:
        scored = " in the end zone: touchdown" if is_touchdown(turn, action) else ""
        return f"{who} passes to {piece_name(men, action.end)}{scored}"
    if action.kind == BLOCK:
        ran = f" runs to {NAME[action.end]} and" if action.start != action.end else ""
        scored = ": touchdown" if is_touchdown(turn, action) else ""
        to = NAME[push_squares(action)[-1]]
        return f"{who}{ran} blocks {piece_name(men, action.target, turn.qb)} to {to}{scored}"
    return f"{who} tackles {piece_name(men, action.end, turn.qb)}"
