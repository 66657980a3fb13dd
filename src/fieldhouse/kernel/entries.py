"""The entries of a game's log, in the keys people read. Entries are only ever added."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from fieldhouse.kernel.requests import Seat, Sees


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="t"):
    """Base of all entries; `t` names the kind."""


class Rolled(_Entry, frozen=True, tag="roll"):
    """An outcome of chance: its stream and key; `sees` where it is secret."""

    stream: str
    key: str
    sees: Sees = None


class Chosen(_Entry, frozen=True, tag="choose"):
    """A seat's answer to the request named `what`."""

    seat: Seat
    what: str
    key: str
    sees: Sees = None


class Undone(_Entry, frozen=True, tag="undo"):
    """The seat undid its last answer."""

    seat: Seat


class RollUndone(_Entry, frozen=True, tag="undo-roll"):
    """The seat undid the last roll or card that people had typed in."""

    seat: Seat


class Conceded(_Entry, frozen=True, tag="concede"):
    """The seat conceded the game."""

    seat: Seat


class TieOffered(_Entry, frozen=True, tag="offer-tie"):
    """The seat offered a tie."""

    seat: Seat


class TieAnswered(_Entry, frozen=True, tag="answer-tie"):
    """The seat accepted or declined the tie it was offered."""

    seat: Seat
    accept: bool


Entry: TypeAlias = Rolled | Chosen | Undone | RollUndone | Conceded | TieOffered | TieAnswered

HIDDEN = "?"
"""What stands for a secret key in a log handed out before the end."""
