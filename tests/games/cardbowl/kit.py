"""Test tools: set up a table in the middle of a play, deal scripted cards, collect what is asked."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from typing import Any

from fieldhouse.games.cardbowl.meta import META
from fieldhouse.games.cardbowl.rules.cards import DECK, JOKERS, VALUE
from fieldhouse.games.cardbowl.rules.end_of_play import close_play
from fieldhouse.games.cardbowl.rules.game import CardBowl
from fieldhouse.games.cardbowl.rules.lines.formations import (
    LINEMEN,
    align,
)
from fieldhouse.games.cardbowl.rules.lines.lineup import defensive_piece, offensive_piece
from fieldhouse.games.cardbowl.rules.plays.snap import make_lanes
from fieldhouse.games.cardbowl.rules.state import Bowl, Due, Phase, Piece, Play, Result, find_piece
from fieldhouse.kernel.events import render
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Choose, Request, Together

QUIET = {
    "extra": "none",
    "cover-back": "none",
    "tackle": "done",
    "downfield": "done",
    "declare": "nothing",
    "motion": "none",
    "exchange": "keep",
    "sneak": "go",
    "backs": "done",
    "adjust": "done",
    "pattern-1": "done",
    "pattern-2": "done",
    "blocking": "done",
    "answer": "done",
    "quick": "go",
    "yardage": "stop",
    "give-up": "done",
    "open-field": "draw",
    "timeout": "no",
    "fumble-run": "stay",
    "scramble-out": "stay",
}


def game(**options: Any) -> CardBowl:
    """Card Bowl with these options."""
    found = find("cardbowl").open(options)
    assert isinstance(found, CardBowl)
    return found


class Course:
    """Runs rules with scripted cards and answers; unanswered questions take the quiet default.

    The last answer of a list is repeated; an empty list, or None in a list, stops there.
    """

    def __init__(self, s: Bowl, draws: str = "", answers: Mapping[str, Any] | None = None) -> None:
        self.s = s
        self.draws = draws.split()
        self.free(s)
        self.answers = {key: [v] if isinstance(v, str) else list(v) for key, v in (answers or {}).items()}
        self.asked: list[tuple[int, str]] = []
        self.menus: dict[str, list[str]] = {}
        self.prompts: dict[str, str] = {}
        self.purposes: list[str] = []
        self.labels: list[str] = []
        self.lines: list[str] = []
        self.stopped = ""

    def free(self, s: Bowl) -> None:
        """A card of the script that lies on the table unnamed is exchanged for one as high as possible."""
        fillers: set[str] = getattr(s, "fillers", set())
        for card in self.draws:
            holder = next((p for p in (*s.play.offense, *s.play.defense) if p.card == card), None)
            if card in s.pool or holder is None or holder.name not in fillers:
                continue
            spare = [c for c in s.pool if c not in self.draws and c not in JOKERS]
            other = min(spare, key=lambda c: abs(VALUE[c] - VALUE[card]))
            holder.card = other
            s.pool[s.pool.index(other)] = card

    def choose(self, request: Choose) -> str | None:
        self.asked.append((request.seat, request.what))
        self.menus[request.what] = list(request.keys)
        self.prompts[request.what] = request.prompt
        if request.what in self.answers:
            queue = self.answers[request.what]
            key = None if not queue else queue.pop(0) if len(queue) > 1 else queue[0]
        else:
            key = QUIET.get(request.what)
        if key is None:
            self.stopped = request.what
            return None
        assert key in request.menu, f"{request.what}: {key} is not in {list(request.keys)}"
        return key

    def run(self, rules: Generator[Request, Any, Any]) -> Course:
        """To the end, or to the first question that has no answer."""
        self.s.tell = lambda event: self.lines.append(render(event))  # type: ignore[misc]
        try:
            request: Any = next(rules)
            while True:
                if request.chance:
                    if not self.draws:
                        self.stopped = f"draw:{request.stream}"
                        return self
                    self.purposes.append(request.stream)
                    self.labels.append(request.label)
                    request = rules.send(request.value(self.draws.pop(0)))
                    continue
                if isinstance(request, Together):
                    answer: Any = tuple(self.choose(part) for part in request.parts)
                    if None in answer:
                        return self
                else:
                    answer = self.choose(request)
                    if answer is None:
                        return self
                request = rules.send(answer)
        except StopIteration:
            return self
        finally:
            self.s.tell = None  # type: ignore[misc]

    @property
    def whats(self) -> list[str]:
        return [what for _, what in self.asked]

    @property
    def result(self) -> Result:
        assert self.s.play.result is not None, f"no result; stopped at {self.stopped!r}"
        return self.s.play.result


LOW = [rank + suit for rank in ("2", "3", "4", "5", "6") for suit in "SHDC"]


def blank(**fields: Any) -> Bowl:
    """A state between plays: first quarter, Red's ball."""
    s = Bowl(scores=[0, 0], timeouts=[3, 3], quarter=1, left=31, next=Due.DOWN, x=30, ltg=40)
    s.edition = META.edition
    for name, value in fields.items():
        setattr(s, name, value)
    if "x" in fields and "ltg" not in fields:
        s.ltg = min(100, s.x + 10)
    return s


def kick(kind: str, **fields: Any) -> Bowl:
    """A state in a kick of that kind, the whole pack in the deck."""
    s = blank(**{"next": "kickoff", **fields})
    s.play = Play(kind=kind)
    s.pool = list(DECK)
    return s


def scene(
    formation: str = "i_form",
    alignment: str = "4-3",
    cards: Mapping[str, str] | None = None,
    lanes: Mapping[str, int] | None = None,
    up: Iterable[str] = (),
    phase: Phase = Phase.EXECUTE,
    call: str = "",
    **fields: Any,
) -> Bowl:
    """A table after the snap. Cards not named are low ones; blockers stand where `lanes` says."""
    g = game()
    cards = dict(cards or {})
    s = blank(**fields)
    row = g.book.offenses[formation]
    slots = ["QB", *LINEMEN, *row["slots"]]
    places = align(g.book.defenses[alignment], slots)
    s.play = Play(kind="scrimmage", phase=phase, call=call, stance=row["stance"], formation=formation)
    s.play.alignment, s.play.slots, s.play.places = alignment, slots, places
    spare = [card for card in (*LOW, *DECK) if card not in cards.values()]
    s.play.offense = [offensive_piece(slot, cards.get(slot) or spare.pop(0)) for slot in slots]
    for place in places:
        d = defensive_piece(place, "2S", [q.name for q in s.play.defense])
        d.card = cards.get(d.name) or spare.pop(0)
        s.play.defense.append(d)
    make_lanes(s)
    s.play.offense[0].up = True
    for name, n in (lanes or {}).items():
        find_piece(s.play.offense, name).lane = n
    for name in up:
        one(s, name).up = True
    s.fillers = {p.name for p in (*s.play.offense, *s.play.defense)} - set(cards)  # type: ignore[attr-defined]
    on_table = {p.card for p in (*s.play.offense, *s.play.defense)}
    s.pool = [card for card in DECK if card not in on_table]
    return s


def one(s: Bowl, name: str) -> Piece:
    """The piece of that name on either side."""
    return next(p for p in (*s.play.offense, *s.play.defense) if p.name == name)


def after(
    result: Result, g: CardBowl | None = None, answers: dict[str, Any] | None = None, **fields: Any
) -> Bowl:
    """Close a play that ended so; `play` fields start with p_."""
    g = g or game()
    play = {name[2:]: value for name, value in fields.items() if name.startswith("p_")}
    s = blank(**{name: value for name, value in fields.items() if not name.startswith("p_")})
    s.play = Play(**{"kind": "scrimmage", **play})
    s.play.result = result
    course = Course(s, "", answers).run(close_play(g.book, s))
    assert course.stopped == "", course.stopped
    return s


RUN5 = Result("ball", 0, 35)


def receiver(slot: str) -> Piece:
    from fieldhouse.games.cardbowl.rules.lines.lineup import offensive_piece

    p = offensive_piece(slot, "9S")
    p.released = p.kind == "RB"
    return p


GAIN5 = Result("ball", 0, 35)
