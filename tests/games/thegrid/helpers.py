"""What the tests of The Grid share: positions, and a script that answers the rules in the order they ask."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from fieldhouse.games.thegrid.charts.cards import PACK
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.rules.state import Grid, line_up
from fieldhouse.games.thegrid.teams.players import PLACES
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Chance, Choose, Draw, Request, Roll, Together

CAN, BRE = 0, 1


def grid(length: str | None = None, materials: dict[str, Any] | None = None, **options: Any) -> TheGrid:
    """The game; CAN (the Founders) at home to BRE (the Tidewolves), lineups fixed unless a test sets them."""
    game = find("thegrid").open({"lineups": "fixed", **options}, materials, length=length)
    assert isinstance(game, TheGrid)
    return game


def at(
    game: TheGrid,
    box: int,
    down: int = 1,
    marker: int | None = None,
    *,
    offense: int = CAN,
    left: int = 30,
    scores: tuple[int, int] = (0, 0),
    period: int = 1,
    time_outs: tuple[int, int] = (0, 0),
    reroll: int = -1,
) -> Grid:
    """A play is about to begin there, with `left` cards and, unless a test says so, no time outs."""
    s = game.start()
    s.phase, s.period, s.offense = "play", period, offense
    s.box, s.down, s.marker = box, down, marker if marker is not None else min(box + 4, 12)
    s.left, s.scores, s.reroll = left, list(scores), reroll
    s.drive_start = box
    for seat, side in enumerate(s.sides):
        side.time_outs = time_outs[seat]
        side.points = [0] * (period - 1) + [scores[seat]]
    return s


def who(game: TheGrid, seat: int, card: str) -> int:
    """The roster place of a card."""
    return [player.card for player in game.teams[seat].players].index(card)


def lineup(game: TheGrid, s: Grid, seat: int) -> dict[str, str]:
    """Cards by place, "-" for an emergency player."""
    players = game.teams[seat].players
    return {
        place: "-" if n < 0 else players[n].card
        for place, n in zip(PLACES, s.sides[seat].lineup, strict=True)
    }


def put_in(game: TheGrid, s: Grid, seat: int, **places: str) -> None:
    """Change a lineup directly: `put_in(game, s, CAN, DS="88")`."""
    after = list(s.sides[seat].lineup)
    for place, card in places.items():
        after[PLACES.index(place)] = who(game, seat, card)
    line_up(game, s, seat, after)


class Script:
    """Plays on from a state, answering every request from a list, in order; a wrong answer fails the test."""

    def __init__(self, game: TheGrid, s: Grid) -> None:
        self.game, self.s = game, s
        self.events: list[Event] = []
        self.asked: list[Request] = []
        self.pending: Request | None = None
        s.tell = self.events.append  # type: ignore[misc]
        self._rules: Any = None

    def __call__(self, *answers: Any) -> Grid:
        """Give these answers. Afterwards `pending` is the request left open, None at a whistle."""
        for answer in answers:
            while self._rules is None and self.game.outcome(self.s) is None:
                self._rules = self.game.play(self.s)
                self._step(lambda: next(self._rules))
            assert self.pending is not None, f"nothing is asked, but the script says {answer!r}"
            value = _check(self.pending, answer)
            self.asked.append(self.pending)
            self._step(partial(self._rules.send, value))
        return self.s

    def open(self) -> Request:
        """Begin the next play and return its first request."""
        assert self._rules is None
        self._rules = self.game.play(self.s)
        self._step(lambda: next(self._rules))
        assert self.pending is not None
        return self.pending

    def _step(self, go: Any) -> None:
        try:
            self.pending = go()
        except StopIteration:
            self.pending = self._rules = None

    @property
    def whats(self) -> list[str]:
        """What was asked, by name: streams of chance and names of choices."""
        return [
            r.stream if isinstance(r, Chance) else r.what if isinstance(r, Choose) else "cards"
            for r in self.asked
        ]

    def of(self, kind: type[Any]) -> list[Any]:
        """The events of that kind."""
        return [event for event in self.events if isinstance(event, kind)]


def _check(request: Request, answer: Any) -> Any:
    if isinstance(request, Chance):
        key = f"{answer[0]},{answer[1]}" if isinstance(answer, tuple) else str(answer)
        return request.value(key)
    if isinstance(request, Together):
        for part, key in zip(request.parts, answer, strict=True):
            assert key in part.menu, part.menu.refusal(key).reason
        return tuple(answer)
    assert isinstance(request, Choose)
    assert answer in request.menu, f"{request!r}: {request.menu.refusal(str(answer)).reason}"
    return answer


def play(game: TheGrid, s: Grid, *answers: Any) -> Script:
    """Run these answers from the state and return the script, to look at events and requests."""
    script = Script(game, s)
    script(*answers)
    return script


def cards_but(*gone: str) -> Sequence[str]:
    """The pack without these cards."""
    return [card for card in PACK if card not in gone]


PLAIN = ("RI-HB", "LP-NK")


MISS = ("SP-RE", "SP-RE")
"""d20 of 10 or less: incomplete."""


STUFFED = ("RO-HB", "RO-HB")
"""d20 of 10 or less: no gain."""


def where(s: Grid) -> tuple[int, int, int, int]:
    """Offense, box, down, marker."""
    return s.offense, s.box, s.down, s.marker


def asked(script: Script) -> Choose:
    """The choice that is open now."""
    assert isinstance(script.pending, Choose), script.pending
    return script.pending


def rolled(script: Script) -> Roll:
    """The roll that is open now."""
    assert isinstance(script.pending, Roll), script.pending
    return script.pending


def drawn(script: Script) -> Draw:
    """The draw that is open now."""
    assert isinstance(script.pending, Draw), script.pending
    return script.pending


def overtime_due(game: TheGrid) -> Grid:
    """The second half has just ended level."""
    s = at(game, 5, left=1, scores=(7, 7), period=2)
    play(game, s, "kick:HB", *[1] * 7, "2D")
    assert s.phase == "break"
    return s


def to_overtime_toss(game: TheGrid) -> Script:
    """The break is over (fixed lineups ask nobody); the toss call is open."""
    s = overtime_due(game)
    assert list(game.play(s)) == []
    script = Script(game, s)
    script.open()
    return script


def founders() -> dict[str, Any]:
    """The Founders as a person's file gives them."""
    data: dict[str, Any] = TheGrid.read_material("home", TheGrid.material_text("home"))
    return data
