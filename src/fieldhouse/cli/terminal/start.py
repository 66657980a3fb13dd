"""From the arguments of `fieldhouse play` to a table with everybody seated, and the last words after it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from rich.console import Console

from fieldhouse.cli.terminal import keep
from fieldhouse.cli.terminal.keep import RecordKeeper
from fieldhouse.cli.terminal.lines import Lines
from fieldhouse.cli.terminal.screen import Screen
from fieldhouse.cli.terminal.seats import PERSON, Sitter, default_level, make_coaches, read_seats, read_who
from fieldhouse.cli.terminal.session import Session
from fieldhouse.cli.terminal.shared import folder_of, open_game
from fieldhouse.cli.terminal.verbs import box_text
from fieldhouse.kernel import registry
from fieldhouse.kernel.dice import Dice, FastDice, TypedDice
from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.kernel.fair import FairDice
from fieldhouse.kernel.meta import Meta
from fieldhouse.kernel.position import position as read_position
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.table import Table


class StartWishes(msgspec.Struct, kw_only=True):
    """What was asked for on the command line."""

    game: str | None
    seats: tuple[str, ...]
    two: bool
    both: bool
    watch: bool
    pause: float | None
    length: str | None
    options: tuple[str, ...]
    charts: tuple[str, ...]
    dice: str | None
    seconds: float | None
    save: str | None
    resume: str | None
    position: str | None

    @property
    def asks_first(self) -> bool:
        """Must a person be asked which game?"""
        return self.game is None and self.resume is None and self.position is None

    @property
    def people(self) -> str:
        """Who fills the seats that nobody was named for."""
        if self.two + self.both + self.watch > 1:
            raise BadOptions("--two, --both and --watch exclude one another")
        if self.two or self.both:
            return "all"
        return "none" if self.watch else "first"


def sit_down(wishes: StartWishes, lines: Lines, console: Console, *, watched: bool) -> Session:
    """The game opened or resumed, coaches in their seats, nothing asked yet."""
    if wishes.resume is not None:
        folder, table, sitters, keeper = _resumed(wishes, wishes.resume)
    elif wishes.position is not None:
        folder, table, sitters, keeper = _placed(wishes, wishes.position)
    else:
        folder = _choose(wishes, lines, console) if wishes.game is None else folder_of(wishes.game)
        table = Table(open_game(folder, wishes.options, wishes.charts, wishes.length))
        sitters = read_seats(table.game, wishes.seats, people=wishes.people)
        keeper = RecordKeeper(sitters, wishes.save)
    dice = table.dice or _dice(wishes.dice)
    # With a seed for dice the whole game is repeatable, coaches and all.
    seed = dice.seed if isinstance(dice, FastDice) else secrets.randbits(32)
    coaches = make_coaches(table.game, sitters, seed, wishes.seconds)
    pause = wishes.pause if wishes.pause is not None else float(watched)
    screen = Screen(folder, console)
    session = Session(
        folder, table, sitters, coaches, screen, lines, keeper, dice=dice, both=wishes.both, pause=pause
    )
    if wishes.resume is not None:
        session.told_before()
    return session


def _dice(wish: str | None) -> Dice:
    if wish in (None, "fair"):
        return FairDice.fresh()
    if wish == "mine":
        return TypedDice()
    try:
        return FastDice(int(wish or ""))
    except ValueError:
        raise BadOptions(f"--dice {wish!r} is neither fair, mine nor a whole number as a seed") from None


def _resumed(wishes: StartWishes, path: str) -> tuple[Folder, Table[Any], list[Sitter], RecordKeeper]:
    record, table = keep.resume(path)
    folder = registry.find(record.game)
    _nothing_else(
        {**_set_up(wishes), "--dice": wishes.dice, "--position": wishes.position},
        "cannot be changed in a game that is resumed",
    )
    if table.outcome is not None:
        raise FieldhouseError(f"{path}: this game is over; `fieldhouse replay {path}` shows it")
    levels = folder.meta.levels
    sat = [keep.who_of(line, levels) for line in record.seats]
    if wishes.people != "first":
        sat = [PERSON if wishes.people == "all" else default_level(folder.meta)] * len(sat)
    sitters = read_seats(table.game, wishes.seats, otherwise=sat)
    return folder, table, sitters, RecordKeeper(sitters, wishes.save, own=path, salt=record.salt)


def _placed(wishes: StartWishes, text: str) -> tuple[Folder, Table[Any], list[Sitter], RecordKeeper]:
    """The game that the position's text names, from there on."""
    _nothing_else({**_set_up(wishes), "--save": wishes.save}, "does not go with --position")
    table = read_position(text).table()
    if table.outcome is not None:
        raise FieldhouseError(f"the game is over in this position: {table.outcome.text}")
    sitters = read_seats(table.game, wishes.seats, people=wishes.people)
    return registry.find(table.game.meta.name), table, sitters, keep.Unkept(sitters)


def _set_up(wishes: StartWishes) -> dict[str, Any]:
    """What says which game is played, by the words of the command line."""
    given = (wishes.game, wishes.length, wishes.options, wishes.charts)
    return dict(zip(("GAME", "--length", "--option", "--charts"), given, strict=True))


def _nothing_else(given: dict[str, Any], why: str) -> None:
    for name, value in given.items():
        if value:
            raise BadOptions(f"{name} {why}")


# Choosing a game by talking


def _choose(wishes: StartWishes, lines: Lines, console: Console) -> Folder:
    """Which game, how long, against whom; an empty line takes what is usual."""
    from fieldhouse.cli.games import shelf_text

    shelf = registry.list_games()
    if not shelf:
        raise FieldhouseError("there is no game on the shelf")
    console.print(shelf_text(min(console.width, 100), brief=True), soft_wrap=True)
    names = list(shelf)
    folder = shelf[_one_of(lines, console, "Which game? ", names, names[0])]
    meta = folder.meta
    if wishes.length is None and len(meta.lengths) > 1:
        lengths = list(meta.lengths)
        wishes.length = _one_of(lines, console, f"How long ({', '.join(lengths)})? ", lengths, lengths[0])
    seats = open_game(folder, wishes.options, wishes.charts, wishes.length).seats
    if not wishes.seats and wishes.people == "first" and len(seats) > 1:
        wishes.seats = _opponents(meta, seats, lines, console)
    return folder


def _opponents(meta: Meta, seats: Sequence[str], lines: Lines, console: Console) -> tuple[str, ...]:
    whom = [*meta.levels, PERSON]
    usual = default_level(meta)
    who = _one_of(lines, console, f"Against whom ({', '.join(whom)})? ", whom, usual)
    first, *others = seats
    return (f"{first}={PERSON}", *(f"{seat}={read_who(meta, who)}" for seat in others))


def _one_of(lines: Lines, console: Console, prompt: str, names: list[str], usual: str) -> str:
    """A name, the start of one, or its number; asked again until it is one."""
    while True:
        typed = lines.ask(f"{prompt}[{usual}] ", names)
        if not typed:
            return usual
        if typed.isdecimal() and 1 <= int(typed) <= len(names):
            return names[int(typed) - 1]
        fits = [name for name in names if name.startswith(typed.lower())]
        if typed in names or len(fits) == 1:
            return typed if typed in names else fits[0]
        console.print(f"{typed!r} is not one of {', '.join(names)}")


# First and last words


def welcome(session: Session) -> None:
    """Who plays what, and how the dice can be checked."""
    meta, dice = session.folder.meta, session.dice
    session.screen.title(meta.title)
    who = [f"{name}: {_who(sitter)}" for name, sitter in zip(session.names, session.sitters, strict=True)]
    session.screen.say("   ".join(who))
    if isinstance(dice, FairDice):
        session.screen.say(f"Fair dice: {dice.commitments[0]}", "dim")
    elif isinstance(dice, FastDice):
        session.screen.say(f"Dice from seed {dice.seed}.", "dim")
    else:
        session.screen.say("Your own dice: roll or draw, and type what you got.", "dim")
    if session.people:
        session.screen.say("? helps at any time; quit saves and leaves.", "dim")


def _who(sitter: Sitter) -> str:
    return "you" if sitter.person else f"coach {sitter.who}"


def farewell(session: Session) -> None:
    """The result, the box score, and the record."""
    outcome = session.table.outcome
    assert outcome is not None
    session.screen.console.print()
    rule = f" ({outcome.rule})" if outcome.rule else ""
    session.screen.title(f"{outcome.text}{rule}")
    if box := box_text(session.table):
        session.screen.raw(box)
    path = _kept(session)
    if path is not None:
        session.screen.say(f"The record is in {path}: fieldhouse replay {path}, fieldhouse verify {path}")


def _kept(session: Session) -> str | None:
    """Where the record is: in the file named before, or in one that a person names now, or nowhere."""
    if session.keeper.path is not None:
        return session.keeper.save(session.table)
    if not session.people or not session.lines.live or not session.keeper.keeps:
        return None
    while path := session.line("Keep the record? A file name, or Enter for no: "):
        try:
            return session.keeper.save(session.table, path)
        except FieldhouseError as error:
            session.screen.say(str(error), "yellow")
    return None
