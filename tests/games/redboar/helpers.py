"""Positions and plays for the tests: a position is set up, one play is run by script, all dice counted."""

from __future__ import annotations

from typing import Any

from fieldhouse.games.redboar.rules.game import GridironGame
from fieldhouse.games.redboar.rules.state import Deck, Gridiron
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.game import Outcome
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.requests import Chance, Draw, Together

RED, BLUE = 0, 1


def game(mode: str = "dice", materials: dict[str, Any] | None = None, **options: Any) -> GridironGame:
    """Gridiron with these options; Red receives unless the test says otherwise."""
    opened = find("redboar").open({"mode": mode, "receiver": "Red", **options}, materials)
    assert isinstance(opened, GridironGame)
    return opened


DICE = game("dice")
CARDS = game("cards")


def own(yards: int) -> int:
    """The own 30 is g = 70."""
    return 100 - yards


def at(
    g: int,
    down: int = 1,
    to_go: int | None = None,
    *,
    clock: int = 800,
    quarter: int = 1,
    scores: tuple[int, int] = (0, 0),
    offense: int = RED,
    receiver: int = RED,
    **more: Any,
) -> Gridiron:
    """A down about to be declared; without `to_go` first and ten, or goal."""
    t = max(g - 10, 0) if to_go is None else g - to_go
    s = Gridiron(
        scores=list(scores), quarter=quarter, clock=clock, phase="declare", receiver=receiver, offense=offense
    )
    s.g, s.t, s.down, s.drive_start, s.drive_began = g, t, down, g, [quarter, clock]
    s.decks = [Deck(), Deck()]
    if quarter > 4:
        s.over = [False, False]
    for name, value in more.items():
        setattr(s, name, value)
    return s


def with_cards(s: Gridiron, card: str, against: str) -> Gridiron:
    """Deal hands that hold these two cards; the rest of both decks lies in the draw piles."""
    hands = {s.offense: CARDS.book.offense_deck, 1 - s.offense: CARDS.book.defense_deck}
    for seat, wanted in ((s.offense, card), (1 - s.offense, against)):
        rest = list(hands[seat])
        rest.remove(wanted)
        s.decks[seat] = Deck(hand=sorted([wanted, *rest[:5]]), draw=rest[5:])
    s.fresh = False
    return s


def run(rules: GridironGame, s: Gridiron, *answers: Any) -> list[Any]:
    """One play from snap to whistle by script: numbers for dice, words for choices, a pair for two cards.

    Cards are drawn by themselves unless the script names one as "draw:CARD". A die too many or too few
    fails the test, so the number of dice is part of every expectation (RB-17.10).
    """
    told: list[Any] = []
    s.tell = told.append  # type: ignore[misc]
    script = list(answers)
    generator = rules.play(s)
    try:
        request = next(generator)
        while True:
            request = generator.send(_answer(request, script))
    except StopIteration:
        assert not script, f"the play did not ask for {script}"
    finally:
        s.tell = None  # type: ignore[misc]
    return told


def _answer(request: Any, script: list[Any]) -> Any:
    if isinstance(request, Draw):
        if script and str(script[0]).startswith("draw:"):
            return request.value(str(script.pop(0)).removeprefix("draw:"))
        return request.flat[0]
    assert script, f"the script has nothing for {request!r}"
    answer = script.pop(0)
    if isinstance(request, Chance):
        return request.value(str(answer))
    if isinstance(request, Together):
        assert all(key in part.menu for key, part in zip(answer, request.parts, strict=True)), answer
        return tuple(answer)
    assert answer in request.menu, f"{answer!r} is no answer to {request!r}"
    return answer


def pending(rules: GridironGame, s: Gridiron, *answers: Any) -> tuple[Any, Any]:
    """Run the script up to the next request; returns the generator and that request."""
    generator = rules.play(s)
    request = next(generator)
    script = list(answers)
    while script or isinstance(request, Draw):
        request = generator.send(_answer(request, script))
    return generator, request


def ended(rules: GridironGame, s: Gridiron) -> Outcome:
    """How the game is over, which it must be."""
    outcome = rules.outcome(s)
    assert outcome is not None
    return outcome


def where(s: Gridiron) -> tuple[int, int, int, int]:
    """Offense, g, down, yards to go."""
    return s.offense, s.g, s.down, s.g - s.t


def kinds(told: list[Event]) -> list[str]:
    """The names of the events."""
    return [event.kind for event in told]


NO_FLAGS = (7, 7)
"""Penalty dice without effect."""
