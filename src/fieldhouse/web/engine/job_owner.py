"""Who asked for the work that is being done: a person, at an address."""

from __future__ import annotations

from contextvars import ContextVar

import msgspec


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
