"""Errors by cause. Each message says what is wrong, where, and what would be right."""

from __future__ import annotations


class FieldhouseError(Exception):
    """Base of the errors that a caller can cause; never raised for a bug of ours."""


class IllegalAnswer(FieldhouseError):
    """The answer is not one of the options; `reason` says why and `rule` names the rule."""

    def __init__(self, key: str, reason: str, rule: str = "") -> None:
        self.key = key
        self.reason = reason
        self.rule = rule
        super().__init__(f"{key!r} refused: {reason}" + (f" ({rule})" if rule else ""))


class BatchRefused(IllegalAnswer):
    """One answer of a batch was refused, so none was taken; `place` counts from 1."""

    def __init__(self, place: int, key: str, reason: str, rule: str = "") -> None:
        super().__init__(key, f"answer {place} of the batch: {reason}", rule)
        self.place = place


class StaleAnswer(FieldhouseError):
    """The answer was meant for an earlier request of this seat."""


class NotYourTurn(FieldhouseError):
    """Nothing is asked of this seat now."""


class NoOtherWorld(FieldhouseError):
    """No other world that the seat cannot tell from the real one was found."""


class BadRecord(FieldhouseError):
    """A record that cannot be read or replayed; says where and what would be right."""

    def __init__(self, what: str, *, line: int | None = None, entry: int | None = None) -> None:
        self.what = what
        self.line = line
        self.entry = entry
        where = [f"line {line}" if line is not None else "", f"entry {entry}" if entry is not None else ""]
        place = ", ".join(part for part in where if part)
        super().__init__(f"{place}: {what}" if place else what)


class BadChart(FieldhouseError):
    """A chart, deck, team or formation that the game cannot use; `faults` lists every fault."""

    def __init__(self, faults: list[str]) -> None:
        self.faults = faults
        super().__init__(faults)  # as it was given: worker processes send it to the server

    def __str__(self) -> str:
        return "; ".join(self.faults)


class BadOptions(FieldhouseError):
    """An option that the game does not have, or a value it does not take."""


class BadPosition(BadOptions):
    """A text that is not a position; says which word is wrong, where, and why."""


class BadScript(FieldhouseError):
    """A script of dice or answers that does not fit what the rules ask."""


class UnknownGame(FieldhouseError):
    """There is no game of that name."""
