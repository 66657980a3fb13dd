"""A running play: the state, the rules at their present request, and how to get there again.

`Run` is the one place (beside the fast `playout.run_play`) that drives a rules generator: tables, search,
enumeration and analysis all send their answers through it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic

from fieldhouse.kernel.entries import Chosen, Entry, Rolled
from fieldhouse.kernel.events import Tell, unwrap_tell
from fieldhouse.kernel.frame import Frame
from fieldhouse.kernel.game import Game, GivenAnswer, S, start_play
from fieldhouse.kernel.requests import Chance, Choose, Request, Rules, Seat, Together


class Run(Generic[S]):
    """The generator of the present play. `parts` are the answers of a `Together` given so far."""

    __slots__ = ("game", "parts", "request", "rules", "state")

    def __init__(self, game: Game[S], state: S) -> None:
        self.game = game
        self.state = state
        self.rules: Rules | None = None
        self.request: Request | None = None
        self.parts: dict[Seat, str] = {}

    @classmethod
    def rebuilt(
        cls, game: Game[S], frame: Frame, tell: Tell | None = None, log: list[Entry] | None = None
    ) -> Run[S]:
        """Run a play again from its frame; replaying the few answers takes microseconds.

        With `tell` its events are told again, with `log` its entries are written.
        """
        run = cls(game, game.load(frame.snapshot))
        if tell is not None:
            run.state.tell = tell  # type: ignore[misc]
        if game.outcome(run.state) is None:
            run.begin()
        if not frame.said and log is None:
            for given in frame.given:
                run.give(given)
            return run
        for place, given in enumerate(frame.given):
            run._repeat(frame, place, log)
            if log is not None:
                log.append(run.entry(given))
            run.give(given)
        run._repeat(frame, len(frame.given), log)
        return run

    def _repeat(self, frame: Frame, place: int, log: list[Entry] | None) -> None:
        """Tell again the lines beside the rules, where they stood."""
        for aside in frame.said:
            if aside.place == place:
                if self.state.tell:
                    unwrap_tell(self.state.tell)(aside.note)
                if log is not None and aside.entry is not None:
                    log.append(aside.entry)

    def entry(self, given: GivenAnswer) -> Entry:
        """The line of the log for this answer to the present request."""
        assert given.key is not None
        if isinstance(self.request, Chance):
            return Rolled(self.request.stream, given.key, self.request.sees)
        asked = self.request_for(given.seat) if given.seat is not None else None
        assert asked is not None
        return Chosen(asked.seat, asked.what, given.key, asked.sees)

    @classmethod
    def along(
        cls, game: Game[S], state: S, answers: Iterable[Any] = (), rules: Rules | None = None
    ) -> Run[S]:
        """Start a play and send these answers as the rules take them, up to the whistle."""
        run = cls(game, state)
        going = start_play(game, state) if rules is None else rules
        send = going.send
        try:
            request = send(None)
            for answer in answers:
                request = send(answer)
        except StopIteration:
            return run
        run.rules, run.request = going, request
        return run

    def begin(self, rules: Rules | None = None) -> bool:
        """Start the next play, or `rules` in its place; False when it ended without asking anything."""
        self.rules = start_play(self.game, self.state) if rules is None else rules
        return self.send(None)

    def send(self, value: Any) -> bool:
        """Answer the present request; False at the whistle."""
        assert self.rules is not None
        try:
            self.request = self.rules.send(value)
        except StopIteration:
            self.rules = self.request = None
            return False
        return True

    def send_legal(self, keys: Iterable[str]) -> bool:
        """Answer by key where dice or one seat are asked, until the whistle; False at an illegal key."""
        rules, request = self.rules, self.request
        if rules is None:
            return True
        send = rules.send
        try:
            for key in keys:
                if isinstance(request, Chance):
                    if not request.gives(key):
                        return False
                    request = send(request.value(key))
                elif isinstance(request, Choose) and key in request.menu:
                    request = send(key)
                else:
                    return False
        except StopIteration:
            self.rules = request = None
        finally:
            self.request = request
        return True

    def send_key(self, key: Any) -> bool:
        """Answer by key, or by the tuple of keys of a simultaneous choice; False at the whistle."""
        request = self.request
        return self.send(request.value(key) if isinstance(request, Chance) else key)

    def give(self, given: GivenAnswer) -> bool:
        """Give an answer by its key; False at the whistle."""
        request, key = self.request, given.key
        assert key is not None
        if isinstance(request, Chance):
            return self.send(request.value(key))
        if isinstance(request, Together):
            assert given.seat is not None
            return self.give_part(given.seat, key)
        return self.send(key)

    def give_part(self, seat: Seat, key: str) -> bool:
        """Give one seat's part of a simultaneous choice; the rules get all of them once the last is in."""
        assert isinstance(self.request, Together)
        self.parts[seat] = key
        if len(self.parts) < len(self.request.parts):
            return True
        keys = tuple(self.parts[part.seat] for part in self.request.parts)
        self.parts = {}
        return self.send(keys)

    @property
    def pending_seats(self) -> tuple[Seat, ...]:
        """The seats that are asked now and have not answered, in order."""
        request = self.request
        if isinstance(request, Choose):
            return (request.seat,)
        if isinstance(request, Together):
            return tuple(sorted(part.seat for part in request.parts if part.seat not in self.parts))
        return ()

    def request_for(self, seat: Seat) -> Choose | None:
        """What this seat is asked now and has not answered."""
        request = self.request
        if isinstance(request, Choose):
            return request if request.seat == seat else None
        if isinstance(request, Together) and seat not in self.parts:
            return next((part for part in request.parts if part.seat == seat), None)
        return None
