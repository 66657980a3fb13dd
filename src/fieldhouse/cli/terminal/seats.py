"""Who sits where: people, the game's coaches, programs, or anything at random."""

from __future__ import annotations

import contextlib
import json
import shlex
import subprocess
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from fieldhouse.cli.terminal.common import find_seat, parse_pairs
from fieldhouse.kernel.coaches import Coach, CoachView
from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.kernel.events import render
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.meta import Meta
from fieldhouse.kernel.requests import Choose
from fieldhouse.lab.players import LEARNED, RANDOM, make_coach

PREFIX = "command:"


class ProgramCoach:
    """A coach that asks a running program. What it writes to stderr goes to the terminal."""

    looks_on = True

    def __init__(self, command: str, name: str) -> None:
        self._command = command
        self._name = name
        self._told = 0
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise BadOptions(f"{PREFIX}{command}: {error}") from None
        if not words:
            raise BadOptions(f"{PREFIX} needs a program, such as {PREFIX}./mybot")
        try:
            self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        except OSError as error:
            raise BadOptions(f"cannot start {words[0]!r}: {error.strerror}") from None

    def answer(self, request: Choose, seen: CoachView) -> str | Sequence[str]:
        """One question, one line back."""
        lines = [render(event) for event in seen.events]
        question = {
            "seat": self._name,
            "what": request.what,
            "prompt": request.prompt,
            "rule": request.rule,
            "facts": dict(request.facts),
            "options": [msgspec.to_builtins(option) for option in request.menu.options()],
            "view": seen.view,
            "events": lines[self._told :],
        }
        self._told = len(lines)
        return self._read(self._ask(json.dumps(question, ensure_ascii=True)))

    def _ask(self, question: str) -> str:
        assert self._process.stdin is not None and self._process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(question + "\n")
            self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            code = self._process.wait()
            raise FieldhouseError(f"{self._command} ended (exit code {code}) instead of answering")
        return line.strip()

    def _read(self, line: str) -> str | list[str]:
        if not line.startswith("["):
            return line
        try:
            return msgspec.json.decode(line, type=list[str])
        except msgspec.MsgspecError as error:
            raise FieldhouseError(f"{self._command} answered {line!r}: {error}") from None

    def close(self) -> None:
        """The game is over: no more questions. A program that does not leave by itself is ended."""
        assert self._process.stdin is not None and self._process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        try:
            self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self._process.terminate()
            self._process.wait()
        self._process.stdout.close()


PERSON = "person"


class SeatPlayer(msgspec.Struct, frozen=True):
    """Who has a seat: `person`, a coach's level, or `random`."""

    who: str

    @property
    def is_person(self) -> bool:
        """Is it somebody at this screen?"""
        return self.who == PERSON


def default_level(meta: Meta) -> str:
    """The coach one plays against unless told otherwise: `starter`, or the middle one there is."""
    return "starter" if "starter" in meta.levels else meta.levels[len(meta.levels) // 2]


def read_who(meta: Meta, text: str) -> str:
    """`person`, `random`, a level, `module:factory` or `command:PROGRAM`; BadOptions says what there is."""
    who = text.removeprefix("coach:")
    if ":" in who:
        return who
    if who.lower() in (PERSON, RANDOM, *meta.levels):
        return who.lower()
    known = ", ".join((PERSON, *meta.levels, RANDOM, f"{LEARNED}FILE", "module:factory", f"{PREFIX}PROGRAM"))
    raise BadOptions(f"no player {text!r} for {meta.title}; a seat takes one of: {known}")


def read_seats(
    game: Game[Any], given: Sequence[str], *, otherwise: Sequence[str] | None = None, people: str = "first"
) -> list[SeatPlayer]:
    """`--seat Red=person` arguments, the rest filled up.

    `people` says who fills the rest: "first" puts a person in the first free seat unless one sits
    already, "all" people everywhere, "none" coaches everywhere.
    """
    meta, seats = game.meta, game.seats
    example = f"{seats[0]}={PERSON}"
    named = {find_seat(seats, name): who for name, who in parse_pairs(given, "--seat", example).items()}
    chosen: dict[int, str] = {seat: read_who(meta, who) for seat, who in named.items()}
    if otherwise is not None:
        for seat, who in enumerate(otherwise):
            chosen.setdefault(seat, who)
    for seat in range(len(seats)):
        if seat in chosen:
            continue
        here = people == "all" or (people == "first" and PERSON not in chosen.values())
        chosen[seat] = PERSON if here else default_level(meta)
    return [SeatPlayer(chosen[seat]) for seat in range(len(seats))]


def make_coaches(
    game: Game[Any], players: Sequence[SeatPlayer], seed: int, seconds: float | None = None
) -> Mapping[int, Coach]:
    """The coaches of every seat where no person sits; each seat has its own seed."""
    return {
        seat: _coach(game, player.who, seat, seed + seat, seconds)
        for seat, player in enumerate(players)
        if not player.is_person
    }


def _coach(game: Game[Any], who: str, seat: int, seed: int, seconds: float | None) -> Coach:
    if who.startswith(PREFIX):
        return ProgramCoach(who.removeprefix(PREFIX), game.seats[seat])
    return make_coach(game, who, seat, seed, seconds)
