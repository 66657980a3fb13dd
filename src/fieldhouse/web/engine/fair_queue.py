"""Turns at something scarce: whoever used least of it lately comes next.

Work has an owner: a person, at an address. Addresses take turns, and the persons of an address: cookies are
free and addresses are not, so that a visitor gains nothing by more of them. Among those who used the same,
the cheaper work comes first.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar

import msgspec

from fieldhouse.kernel.errors import FieldhouseError


class JobOwner(msgspec.Struct, frozen=True):
    """A person (their token, or something else that is theirs alone) and the address they came from."""

    person: str
    address: str


SERVER = JobOwner("", "")
"""The server itself: work that nobody asked for."""

current_owner: ContextVar[JobOwner] = ContextVar("current_owner", default=SERVER)
"""Set for every request; tasks that a request starts inherit it."""


def owner_of(person: str | None) -> JobOwner:
    """The owner of this request; outside a request this person, with an address of their own."""
    found = current_owner.get()
    return found if found is not SERVER or not person else JobOwner(person, person)


HALF_LIFE = 60.0
"""Seconds after which half of what somebody used is forgotten."""
MOST_REMEMBERED = 10_000
"""Persons and addresses whose use is remembered."""


class QueueFull(FieldhouseError):
    """Too much waits already, in all or of this person."""


class Usage:
    """Seconds that each person and address used lately; what was long ago counts less and less."""

    def __init__(self) -> None:
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def of(self, name: str) -> float:
        """The seconds that count now."""
        seconds, then = self._used.get(name, (0.0, 0.0))
        return seconds * 0.5 ** ((time.monotonic() - then) / HALF_LIFE) if seconds else 0.0

    def add(self, name: str, seconds: float) -> None:
        """Charge more seconds, or give some back."""
        self._used[name] = max(0.0, self.of(name) + seconds), time.monotonic()
        self._used.move_to_end(name)
        if len(self._used) > MOST_REMEMBERED:
            self._used.popitem(last=False)


class _Ticket:
    """Somebody who waits for a turn."""

    __slots__ = ("cost", "number", "owner", "turn")

    def __init__(self, owner: JobOwner, cost: float, number: int, turn: asyncio.Future[None]) -> None:
        self.owner = owner
        self.cost = cost
        self.number = number
        self.turn = turn


class FairQueue:
    """So many turns at once; it lives on the event loop."""

    def __init__(self, slots: int, *, most: int = 500, most_per_person: int = 100) -> None:
        self.slots = slots
        self.most = most
        self.most_per_person = most_per_person
        self.refused = 0
        self._free = slots
        self._tickets: list[_Ticket] = []
        self._by_person: Counter[str] = Counter()
        self._numbers = itertools.count()
        self._addresses = Usage()
        self._persons = Usage()

    @property
    def length(self) -> int:
        """How many requests are waiting."""
        return len(self._tickets)

    @property
    def busy(self) -> int:
        """How many have their turn."""
        return self.slots - self._free

    @property
    def share(self) -> float:
        """What is left for each if all who wait shared the turns."""
        return self.slots / (self.slots + len(self._tickets))

    @asynccontextmanager
    async def turn(self, owner: JobOwner, cost: float) -> AsyncIterator[None]:
        """Wait for a turn at work of about `cost` seconds; QueueFull if too much waits already."""
        await self._wait(owner, cost)
        self._charge(owner, cost)
        began = time.monotonic()
        try:
            yield
        finally:
            self._charge(owner, time.monotonic() - began - cost)
            self._pass_on()

    async def _wait(self, owner: JobOwner, cost: float) -> None:
        if self._free and not self._tickets:
            self._free -= 1
            return
        if len(self._tickets) >= self.most or self._by_person[owner.person] >= self.most_per_person:
            self.refused += 1
            raise QueueFull("the server is busy; try again in a minute")
        turn = asyncio.get_running_loop().create_future()
        ticket = _Ticket(owner, cost, next(self._numbers), turn)
        self._tickets.append(ticket)
        self._by_person[owner.person] += 1
        try:
            await turn
        except asyncio.CancelledError:  # nobody wants it any more
            if turn.done() and not turn.cancelled():
                self._pass_on()
            else:
                self._leave(ticket)
            raise

    def _charge(self, owner: JobOwner, seconds: float) -> None:
        self._addresses.add(owner.address, seconds)
        self._persons.add(owner.person, seconds)

    def _leave(self, ticket: _Ticket) -> None:
        self._tickets.remove(ticket)
        self._by_person[ticket.owner.person] -= 1
        if not self._by_person[ticket.owner.person]:
            del self._by_person[ticket.owner.person]

    def _pass_on(self) -> None:
        """Give the turn that ended to whoever comes next."""
        if not self._tickets:
            self._free += 1
            return
        following = min(self._tickets, key=self._rank)
        self._leave(following)
        following.turn.set_result(None)

    def _rank(self, ticket: _Ticket) -> tuple[float, float, int]:
        used = self._addresses.of(ticket.owner.address)
        return used + ticket.cost, self._persons.of(ticket.owner.person) + ticket.cost, ticket.number
