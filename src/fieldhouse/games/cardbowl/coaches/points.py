"""Where a coach stands in the middle of a play: how to enter the rules at its decision again.

A generator cannot be copied and a seat does not know its locals, but every card turned is public
(`State.drawn`) and every chapter of the rules is a generator of its own. So a `Point` names the chapter, the
cards turned since it began, and the answers given on the way as far as the table shows them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fieldhouse.games.cardbowl.coaches.worlds import copied
from fieldhouse.games.cardbowl.rules import fumble, kickoff, passing, punt, returns
from fieldhouse.games.cardbowl.rules.cards import HIDDEN, JOKERS, RED_JOKER, VALUE
from fieldhouse.games.cardbowl.rules.closing import close
from fieldhouse.games.cardbowl.rules.game import CardBowl
from fieldhouse.games.cardbowl.rules.state import State, piece
from fieldhouse.kernel.requests import Chance, Choose, Request, Rules, Together
from fieldhouse.kernel.run import Run

Chapter = Callable[[State], Rules]
Inferred = Callable[[Choose, State, str], str]
"""How an earlier question was answered, given what the next card of the script was turned for."""

EXECUTED = ("pass", "handoff", "reception", "defensive")
"""The first card of every executed play is turned for one of these."""


EARLIER = {
    "give-up": "done",
    "throw-away": "keep",
    "end-zone": "run",
    "open-field": "draw",
    "tackle": "done",
    "downfield": "done",
}


class Lost(Exception):
    """The way to the decision was not found again."""


class Point:
    """A decision in a play: its chapter, the cards since, and how earlier questions were answered."""

    __slots__ = ("enter", "infer", "script", "state", "table", "what")

    def __init__(
        self,
        state: State,
        what: str,
        enter: Chapter | None,
        cards: int = 0,
        infer: Inferred | None = None,
        *,
        table: bool = False,
    ) -> None:
        """`cards` of those turned last belong to the chapter: they go back into the pack of `state`.

        Without a chapter the play is entered as the state says: at its beginning, or at its phase.

        Unless `table`, the cards on the table play no further part (CB-22.9, 34.6, 38.9) and are taken off;
        the seat's own stay out of the pack.
        """
        self.state = copied(state)
        if not table:
            clear_table(self.state)
        self.table = table
        self.what = what
        self.enter = enter
        self.infer = infer
        count = len(self.state.drawn) - cards
        self.script = tuple(self.state.drawn[count:])
        self.state.drawn = self.state.drawn[:count]

    def stand(self, game: CardBowl, world: State) -> Run[State]:
        """The rules at this decision, running on `world`, whose pack holds the script."""
        run = Run.along(game, world, rules=None if self.enter is None else played(game, world, self.enter))
        script = list(self.script)
        while script or self._due(run).chance:
            request = self._due(run)
            if not isinstance(request, Chance):
                run.send(self._earlier(request, world, script[0][1]))
                continue
            card, purpose = script.pop(0) if script else ("", "")
            if purpose != request.stream or card not in world.pool:
                raise Lost(self.what)
            run.send(card)
        while not self._here(run.request):
            run.send(self._earlier(run.request, world, ""))
            if self._due(run).chance:
                raise Lost(self.what)
        return run

    def _due(self, run: Run[State]) -> Request:
        """What is asked on the way; the whistle means that it was the wrong one."""
        if run.request is None:
            raise Lost(self.what)
        return run.request

    def _here(self, request: Any) -> bool:
        parts = request.parts if isinstance(request, Together) else (request,)
        return any(part.what == self.what for part in parts)

    def _earlier(self, request: Any, world: State, coming: str) -> Any:
        if self.infer is None or isinstance(request, Together):
            raise Lost(self.what)
        return self.infer(request, world, coming)


def clear_table(s: State) -> None:
    """Take both sides' cards off; those this seat knows count as turned."""
    p = s.play
    known = [q.card for q in (*p.offence, *p.defence)]
    known += [card for cards in (*p.hands, *p.discards) for card in cards]
    s.drawn = [*((card, "") for card in known if card != HIDDEN), *s.drawn]
    p.offence, p.defence, p.hands, p.discards = [], [], [[], []], [[], []]


def played(game: CardBowl, s: State, enter: Chapter) -> Rules:
    """The chapter and then the whistle (CB-43a, P20 and P21)."""
    yield from enter(s)
    yield from close(game.book, s)


def whole_play(s: State, what: str) -> Point:
    """The decision that opens a play: the call, the try, the kind of kick."""
    return Point(s, what, None)


def point(game: CardBowl, s: State, request: Choose, declared: str = "fall2") -> Point | None:
    """Where this question is asked, or None where it is not one of those that are computed.

    `declared` is what the seat declared last at a loose ball: the table does not show it any more.
    """
    if request.what == "fumble-run":
        return fumble_run(game, s, request, declared)
    maker = POINTS.get(request.what)
    return maker(game, s, request) if maker is not None else None


def nothing(s: State) -> Rules:
    """The play itself is over: only the whistle is left."""
    yield from ()


def penalty(game: CardBowl, s: State, request: Choose) -> Point:
    """CB-40.3: the foul card is turned, the result is known."""
    return Point(s, "penalty", nothing)


def count_since(s: State, *purposes: str) -> int:
    """How many of the cards turned last reach back to the first one for one of these purposes."""
    first = next((n for n, (_, purpose) in enumerate(s.drawn) if purpose in purposes), len(s.drawn))
    return len(s.drawn) - first


def last(s: State, purpose: str) -> str:
    """The last card turned for that purpose that stands."""
    cards = [card for card, why in s.drawn if why == purpose]
    numbers = [card for card in cards if card not in JOKERS]
    return (numbers or cards)[-1]


def landed(s: State) -> int:
    """Where the kick came down: the play's notes say it."""
    return int(next(part for part in s.play.parts if part.startswith("to ")).removeprefix("to "))


def touchback(game: CardBowl, s: State, request: Choose) -> Point:
    """CB-8.1: received below 0."""
    spot, cover, team = landed(s), last(s, "coverage"), request.seat

    def enter(s: State) -> Rules:
        home = yield from returns.ask_touchback(s, team, spot)
        if home:
            kickoff.touchback(s, team)
        else:
            yield from returns.run_back(s, team, spot, cover, 4 - s.play.muffed)

    return Point(s, request.what, enter)


def stop_or_go(game: CardBowl, s: State, request: Choose) -> Point:
    """CB-8.3: still in the end zone after a return card."""
    spot, team = landed(s), request.seat
    is_punt = s.play.kind == "punt"
    cover = last(s, "coverage")
    planned = 2 if is_punt else 4 - s.play.muffed

    def enter(s: State) -> Rules:
        yield from returns.run_back(s, team, spot, cover, planned)

    return Point(s, request.what, enter, count_since(s, "return"), lambda *_: "go")


def punt_return(game: CardBowl, s: State, request: Choose) -> Point:
    """CB-11.11: the coverage card is known."""
    spot, cover, kicked = landed(s), last(s, "coverage"), last(s, "punt")

    def enter(s: State) -> Rules:
        yield from punt.receiver_choice(s, spot, kicked, cover, forced=False)

    return Point(s, request.what, enter)


def down_punt(game: CardBowl, s: State, request: Choose) -> Point:
    """CB-12.10 to 12.12: the first bounce card is turned."""
    spot, cover, kicked = landed(s), last(s, "coverage"), last(s, "punt")

    def enter(s: State) -> Rules:
        yield from punt.bounce(s, spot, kicked, cover)

    return Point(s, request.what, enter, count_since(s, "bounce"))


def declare(game: CardBowl, s: State, request: Choose) -> Point:
    """CB-39.4: before a pair of recovery draws; after a tie without special modifiers."""
    p = s.play
    turned, first_ball = since_loose(s)
    again = any(why == "recovery" for _, why in turned)
    x = p.lost_at
    if again:
        x += sum(fumble.BOUNCE.get(VALUE[card], 0) for card, why in turned if why == "bounce")
    special = first_ball and not again
    kicked = p.kind == "onside"
    blocked = p.kind == "punt" and "blocked" in p.parts
    held = first_ball and (kicked or (p.kind == "punt" and not blocked and not p.returned))
    bobbled = any(card == RED_JOKER and why == "on-side" for card, why in s.drawn)
    bonus = p.lost_at - s.kick_spot - 10 if special and kicked and not bobbled else 0
    role, no_run = p.lost_by, s.off if held else -1

    def enter(s: State) -> Rules:
        s.play.result = yield from fumble.loose_ball(
            s, role, x, bonus=bonus, blocked=blocked and special, no_run=no_run
        )

    return Point(s, request.what, enter)


def since_loose(s: State) -> tuple[list[tuple[str, str]], bool]:
    """The numbers turned since the ball came loose the last time, and whether that was the first time.

    A run after a recovery may end in another fumble (CB-37.5); the bounce of a punt is no bounce of a fumble.
    """
    start = next((n for n, (_, why) in enumerate(s.drawn) if why == "recovery"), len(s.drawn))
    lost = [n for n in range(start, len(s.drawn)) if s.drawn[n] == (RED_JOKER, "open-field")]
    cards = s.drawn[lost[-1] if lost else start :]
    return [(card, why) for card, why in cards if card not in JOKERS], not lost


def fumble_run(game: CardBowl, s: State, request: Choose, declared: str = "fall2") -> Point:
    """CB-39.13, 39.14: run or stay down; the other side is taken to have fallen on the ball."""
    p = s.play
    role, winner = p.lost_by, request.seat
    cards = [card for card, why in since_loose(s)[0] if why == "recovery"]
    pair = fumble._Pair()
    two = p.kind == "punt" and "blocked" in p.parts and len(cards) == 3  # CB-39.9: the higher one counts
    theirs = max(cards[-2:], key=VALUE.__getitem__) if two else cards[-1]
    pair.cards = {role: cards[-3 if two else -2], 1 - role: theirs}
    pair.points = {winner: fumble.POINTS[declared], 1 - winner: fumble.POINTS["fall2"]}
    x = p.recovered_at if winner == role else 100 - p.recovered_at

    def enter(s: State) -> Rules:
        s.play.result = yield from fumble.recovered(s, role, winner, x, pair, -1)

    return Point(s, request.what, enter)


def failed_kick(game: CardBowl, s: State, request: Choose) -> Point:
    """CB-10.4: take the ball or have it kicked again; the question names the spot."""
    x = request.facts["spot"]
    out = any(why == "on-side distance" for _, why in s.drawn)
    distance = None if out else 100 - s.kick_spot - x
    card = last(s, "on-side distance") if out else ""
    number = 100 - s.kick_spot - x - (VALUE[card] if out else 0)

    def enter(s: State) -> Rules:
        s.onside_failures -= 1
        yield from kickoff.onside_failed(s, number, distance)

    return Point(s, request.what, enter, count_since(s, "on-side distance"))


def executed(game: CardBowl, s: State, request: Choose) -> Point:
    """A decision while a play is executed: the announced play is run again on its own cards."""
    wanted = extra_value(s, request)

    def infer(asked: Choose, world: State, coming: str) -> str:
        return earlier(asked, world, coming, wanted)

    return Point(s, request.what, None, count_since(s, *EXECUTED), infer, table=True)


def extra_value(s: State, request: Choose) -> int | None:
    """What the extra card was worth, read from the sum that the question itself names."""
    if request.what not in ("yardage", "give-up"):
        return None
    return request.facts["defence"] - sum(d.value for d in s.play.defence if d.cover == s.play.carrier)


def earlier(asked: Choose, s: State, coming: str, extra: int | None) -> str:
    """How a question before the decision was answered, as the table shows it."""
    if asked.what == "cover-back":
        return "none"  # had somebody been named, it would not be asked again
    if asked.what == "extra":
        named = [key for key in asked.keys if key != "none"]
        up = [key for key in named if piece(s.play.defence, key).up]
        fit = [key for key in up if extra is None or piece(s.play.defence, key).value == extra]
        if not fit and extra:
            raise Lost("extra")
        return max(fit, key=lambda key: piece(s.play.defence, key).value) if fit and extra != 0 else "none"
    if asked.what == "yardage":
        return "draw" if coming in ("yardage", "sack") else "stop"
    if asked.what in EARLIER:
        return EARLIER[asked.what]
    raise Lost(asked.what)


def thrown(game: CardBowl, s: State, request: Choose) -> Point:
    """CB-33.26, 35.7: a loss that may be thrown away; the question names it."""
    gain = request.facts["gain"]
    if s.play.call.startswith("pass"):

        def enter(s: State) -> Rules:
            yield from passing.caught(s, gain)

        return Point(s, request.what, enter, table=True)
    return executed(game, s, request)


def end_zone(game: CardBowl, s: State, request: Choose) -> Point:
    """CB-33.23: intercepted in the end zone."""
    spot = s.play.lost_at

    def enter(s: State) -> Rules:
        yield from passing.interception(s, spot)

    return Point(s, request.what, enter)


POINTS: dict[str, Callable[[CardBowl, State, Choose], Point]] = {
    "penalty": penalty,
    "touchback": touchback,
    "return": stop_or_go,
    "punt-return": punt_return,
    "down-punt": down_punt,
    "declare": declare,
    "fumble-run": fumble_run,
    "failed-kick": failed_kick,
    "yardage": executed,
    "give-up": executed,
    "throw-away": thrown,
    "scramble-out": executed,
    "open-field": executed,
    "end-zone": end_zone,
}
