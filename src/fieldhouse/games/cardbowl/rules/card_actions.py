"""Card actions that every chapter uses: draw a card, read a foul card, reveal a card, ask, tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

from fieldhouse.games.cardbowl.rules.cards import BLACK_JOKER, DECK, JOKERS, OPEN, ORDER, RED, VALUE
from fieldhouse.games.cardbowl.rules.events import Drew, Moved, Revealed, Summed
from fieldhouse.games.cardbowl.rules.place_names import (
    capitalize_first,
    key_part_words,
    slot_words,
    with_article,
)
from fieldhouse.games.cardbowl.rules.state import SEATS, Asks, Bowl, Piece
from fieldhouse.kernel.events import Note, Term
from fieldhouse.kernel.requests import NO_FACTS, NOTHING_AHEAD, Choose, Draw, LazyMenu, Option, Seat, Sees

OWNER = ((0,), (1,))
"""`sees` of what only its owner may see (CB-1.15)."""


Words: TypeAlias = str | Callable[[], str]
"""A text, or how to make it once somebody looks: in a playout nobody does."""


def text_of(words: Words) -> str:
    """Return a text that may be given as a function."""
    return words() if callable(words) else words


class TurnCard(Draw):
    """A card from the pack. What is left in it would show the hands, so its list is veiled."""

    __slots__ = ("against",)
    veiled = True

    def __init__(
        self, pool: list[str], stream: str, rule: str, against: Words = "", sees: Sees = None
    ) -> None:
        self.flat = pool
        self.stream = stream
        self.rule = rule
        self.against = against
        self.sees = sees

    @property
    def pack_keys(self) -> tuple[str, ...]:
        return tuple(DECK)

    def __getattr__(self, name: str) -> str:
        """The label is made when somebody looks."""
        if name != "label":
            raise AttributeError(name)
        against = text_of(self.against)
        self.label = f"{self.stream} draw against {against}" if against else f"{self.stream} draw"
        return self.label


def rebuild_deck(s: Bowl) -> None:
    """CB-1.12: an exhausted deck is rebuilt from the drawn and discarded cards, jokers left out."""
    used = [card for card, _ in s.drawn] + s.play.discards[0] + s.play.discards[1]
    tabled = {p.card for p in (*s.play.offense, *s.play.defense)}
    s.pool = sorted(
        {card for card in used if card not in JOKERS and card not in tabled}, key=ORDER.__getitem__
    )
    if s.tell:
        s.tell(Note(line="The deck is out of cards, so the used cards are reshuffled.", rules=("CB-1.12",)))


def draw_from_deck(s: Bowl, purpose: str, rule: str, against: Words = "") -> Asks[str]:
    """Turn the next card for `purpose` (CB-1.11)."""
    if not s.pool:
        rebuild_deck(s)
    card: str = yield TurnCard(s.pool, purpose, rule, against)
    s.pool.remove(card)
    s.drawn.append((card, purpose))
    if s.tell:
        s.tell(Drew(card=card, purpose=purpose, against=text_of(against), rules=(rule,)))
    return card


def draw_number(s: Bowl, purpose: str, rule: str, against: Words = "") -> Asks[str]:
    """CB-1.9: a draw for which no joker has a meaning; jokers are laid aside and replaced."""
    card = yield from draw_from_deck(s, purpose, rule, against)
    while card in JOKERS:
        card = yield from draw_from_deck(s, purpose, "CB-1.9", against)
    return card


def foul_card(s: Bowl, rule: str) -> Asks[tuple[bool, int]]:
    """The foul card: is it red, and its row: 1 for A-5, 2 for 6-10, 3 for a face card or RJ (CB-47.1)."""
    card = yield from draw_from_deck(s, "foul", rule)
    if card in JOKERS:
        return card != BLACK_JOKER, 3
    return card in RED, 3 if OPEN[card] else 1 if VALUE[card] <= 5 else 2


def turn_up(s: Bowl, side: Seat, *pieces: Piece, why: str = "") -> None:
    """Cards are turned face up and stay so (CB-20.5); `why` is for the log."""
    for p in pieces:
        if not p.up:
            p.up = True
            if s.tell:
                s.tell(Revealed(name=p.name, card=p.card, side=SEATS[side], why=why))


def say(s: Bowl, line: str, *rules: str, terms: Sequence[tuple[str, int | str]] = ()) -> None:
    """A plain line of play-by-play."""
    if s.tell:
        s.tell(Note(line=line, rules=rules, sum=tuple(Term(name, value) for name, value in terms)))


def tell_move(s: Bowl, side: Seat, what: str, *rules: str) -> None:
    """Emit the event of a move that both teams see."""
    if s.tell:
        s.tell(Moved(side=SEATS[side], what=what, rules=rules))


def tell_match_up(
    s: Bowl, what: str, o: int, d: int, outcome: str, terms: Iterable[tuple[str, int]], *rules: str
) -> None:
    """The addition of a match-up, with every term."""
    if s.tell:
        listed = (*(Term(term_words(n), v) for n, v in terms), Term("", f"{o - d:+d}: {outcome}"))
        s.tell(Summed(what=what, offense=o, defense=d, outcome=outcome, rules=rules, sum=listed))


def term_words(name: str) -> str:
    """A term of a sum in words: `2 x BT` is `tailback doubled`, `cover CB-WR1` the corner's coverage."""
    head, _, rest = name.partition(" ")
    if name.startswith("2 x "):
        return f"{slot_words(name[4:])} doubled"
    if head == "extra":
        return f"extra {slot_words(rest)}"
    return f"{slot_words(rest)} in coverage" if head == "cover" else slot_words(name)


class Ask(Choose):
    """A choice among `keys`, whose answer all see unless `sees` says who.

    Keys, labels and prompt may be given as functions, called when somebody looks: a policy that knows
    what it wants does not, so most of them are never made in a playout.
    """

    __slots__ = ("_binding", "_keys", "_labels", "_prompt")

    def __init__(
        self,
        seat: Seat,
        what: str,
        keys: Sequence[str] | Callable[[], Sequence[str]],
        prompt: Words,
        rule: str,
        labels: Mapping[str, str] | Callable[[str], str | Option] = MappingProxyType({}),
        binding: Iterable[str] = (),
        sees: Sees = None,
        facts: Mapping[str, int] = NO_FACTS,
        hides: bool = False,
        passes: str = "",
        ahead: Mapping[str, str] = NOTHING_AHEAD,
    ) -> None:
        self.seat = seat
        self.what = what
        self.rule = rule
        self.help = ""
        self.sees = sees
        self.facts = facts
        self.hides = hides
        self.passes = passes
        self.ahead = ahead
        self._keys = keys
        self._prompt = prompt
        self._labels = labels
        self._binding = binding

    @property
    def keys(self) -> Sequence[str]:
        if callable(self._keys):
            self._keys = self._keys()
        return self._keys

    def allows(self, key: str) -> bool:
        return key in self.keys

    def _describe(self, key: str) -> Option:
        label = self._labels(key) if callable(self._labels) else self._labels.get(key)
        return label if isinstance(label, Option) else Option(key, label or key_words(key), self.rule)

    def __getattr__(self, name: str) -> Any:
        """The prompt and the menu are made when somebody looks."""
        if name == "prompt":
            self.prompt = text_of(self._prompt)
        elif name == "menu":
            self.menu = LazyMenu(self.keys, self._describe, binding=self._binding)
        else:
            raise AttributeError(name)
        return getattr(self, name)


PHRASES = {
    "pass": "Pass to {0}",
    "rush": "Rush by {0} through {1}",
    "screen": "Screen to {0} behind {1}",
    "lateral": "Lateral to {0} behind {1}",
    "scramble": "Scramble through {0}",
    "sneak": "Sneak through {0}",
    "help": "{0} helps in {1}",
    "reveal": "Reveal {0}",
    "release": "Send {0} out as a receiver",
    "step": "{0} steps up into {1}",
    "switch": "{0} moves to the other side",
}
SIDES = {"L": " on the left", "R": " on the right"}


def key_words(key: str) -> str:
    """A key as words: `rush:BT:lane2-3` is `Rush by the tailback through lanes 2 and 3`."""
    head, *rest = key.split(":")
    side = SIDES.get(rest.pop(), "") if rest and rest[-1] in SIDES else ""
    if head in PHRASES and rest:
        return capitalize_first(PHRASES[head].format(*map(with_article, rest))) + side
    return (
        capitalize_first(" ".join([key_part_words(head).replace("-", " "), *map(key_part_words, rest)]))
        + side
    )


def your_spot(x: int) -> str:
    """A yard line for the side whose own yards they are: `on your 20`, `3 deep in your end zone`."""
    if x == 0:
        return "on your goal line"
    if x < 0:
        return f"{-x} deep in your end zone"
    if x == 50:
        return "on the 50"
    return f"on your {x}" if x < 50 else f"on their {100 - x}"


def team_spot_words(team: Seat, x: int) -> str:
    """A yard line of `team` in words: `on Red's 20`, `on the 50`, `3 deep in Red's end zone`."""
    if x in (0, 100):
        return f"on {SEATS[team if x == 0 else 1 - team]}'s goal line"
    if x < 0 or x > 100:
        return f"{-x if x < 0 else x - 100} deep in {SEATS[team if x < 0 else 1 - team]}'s end zone"
    if x == 50:
        return "on the 50"
    return f"on {SEATS[team]}'s {x}" if x < 50 else f"on {SEATS[1 - team]}'s {100 - x}"
