"""From the arguments of `fieldhouse play` to a table with everybody seated, and the last words after it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from rich.console import Console

from fieldhouse.cli.terminal import saved_games
from fieldhouse.cli.terminal.common import find_game, open_rules
from fieldhouse.cli.terminal.game_commands import box_score_text
from fieldhouse.cli.terminal.input import Lines
from fieldhouse.cli.terminal.saved_games import GameFile
from fieldhouse.cli.terminal.screen import Screen
from fieldhouse.cli.terminal.seats import (
    PERSON,
    SeatPlayer,
    default_level,
    make_coaches,
    read_seats,
    read_who,
)
from fieldhouse.cli.terminal.session import Session
from fieldhouse.kernel import registry
from fieldhouse.kernel.coaches import level_label
from fieldhouse.kernel.concession import result_text
from fieldhouse.kernel.dice import Dice, FastDice, TypedDice
from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.kernel.fair import FairDice
from fieldhouse.kernel.meta import Meta
from fieldhouse.kernel.position import position as read_position
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.table import Table


class PlayOptions(msgspec.Struct, kw_only=True):
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
    def needs_game(self) -> bool:
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


def start_session(given: PlayOptions, lines: Lines, console: Console, *, watched: bool) -> Session:
    """The game opened or resumed, coaches in their seats, nothing asked yet."""
    if given.resume is not None:
        folder, table, players, game_file = _resumed(given, given.resume)
    elif given.position is not None:
        folder, table, players, game_file = _placed(given, given.position)
    else:
        folder = _choose(given, lines, console) if given.game is None else find_game(given.game)
        table = Table(open_rules(folder, given.options, given.charts, given.length))
        players = read_seats(table.game, given.seats, people=given.people)
        if all(player.is_person for player in players):
            table = Table(open_rules(folder, given.options, given.charts, given.length, people=True))
        game_file = GameFile(players, given.save)
    dice = table.dice or _dice(given.dice)
    # With a seed for dice the whole game is repeatable, coaches and all.
    seed = dice.seed if isinstance(dice, FastDice) else secrets.randbits(32)
    coaches = make_coaches(table.game, players, seed, given.seconds)
    pause = given.pause if given.pause is not None else float(watched)
    screen = Screen(folder, console)
    session = Session(
        folder, table, players, coaches, screen, lines, game_file, dice=dice, both=given.both, pause=pause
    )
    if given.resume is not None:
        session.skip_old_events()
    return session


def _dice(wish: str | None) -> Dice:
    if wish in (None, "fair"):
        return FairDice.fresh()
    if wish == "mine":
        return TypedDice()
    try:
        return FastDice(int(wish or ""))
    except ValueError:
        raise BadOptions(f"--dice {wish!r} is not fair, mine or a whole number (a seed)") from None


def _resumed(given: PlayOptions, path: str) -> tuple[Folder, Table[Any], list[SeatPlayer], GameFile]:
    record, table = saved_games.resume_game(path)
    folder = registry.find(record.game)
    _nothing_else(
        {**_set_up(given), "--dice": given.dice, "--position": given.position},
        "cannot be changed in a resumed game",
    )
    if table.outcome is not None:
        raise FieldhouseError(f"{path}: this game is over; `fieldhouse replay {path}` shows it")
    levels = folder.meta.levels
    sat = [saved_games.recorded_player(line, levels) for line in record.seats]
    if given.people != "first":
        sat = [PERSON if given.people == "all" else default_level(folder.meta)] * len(sat)
    players = read_seats(table.game, given.seats, otherwise=sat)
    return folder, table, players, GameFile(players, given.save, own=path, salt=record.salt)


def _placed(given: PlayOptions, text: str) -> tuple[Folder, Table[Any], list[SeatPlayer], GameFile]:
    """The game that the position's text names, from there on."""
    _nothing_else({**_set_up(given), "--save": given.save}, "does not go with --position")
    table = read_position(text).table()
    if table.outcome is not None:
        raise FieldhouseError(f"the game is over in this position: {table.outcome.text}")
    players = read_seats(table.game, given.seats, people=given.people)
    return registry.find(table.game.meta.name), table, players, saved_games.NoGameFile(players)


def _set_up(given: PlayOptions) -> dict[str, Any]:
    """What says which game is played, by the words of the command line."""
    return {
        "GAME": given.game,
        "--length": given.length,
        "--option": given.options,
        "--charts": given.charts,
    }


def _nothing_else(given: dict[str, Any], why: str) -> None:
    for name, value in given.items():
        if value:
            raise BadOptions(f"{name} {why}")


# Choosing a game by talking


def _choose(given: PlayOptions, lines: Lines, console: Console) -> Folder:
    """Which game, how long, against whom; an empty line takes what is usual."""
    from fieldhouse.cli.terminal.game_list import games_text

    shelf = registry.list_games()
    if not shelf:
        raise FieldhouseError("no games are installed")
    console.print(games_text(min(console.width, 100), brief=True), soft_wrap=True)
    names = list(shelf)
    folder = shelf[_one_of(lines, console, "Game", names, names[0])]
    meta = folder.meta
    if given.length is None and len(meta.lengths) > 1:
        lengths = list(meta.lengths)
        given.length = _one_of(lines, console, f"Length ({', '.join(lengths)})", lengths, lengths[0])
    seats = open_rules(folder, given.options, given.charts, given.length).seats
    if not given.seats and given.people == "first" and len(seats) > 1:
        given.seats = _opponents(meta, seats, lines, console)
    return folder


def _opponents(meta: Meta, seats: Sequence[str], lines: Lines, console: Console) -> tuple[str, ...]:
    whom = [*meta.levels, PERSON]
    usual = default_level(meta)
    who = _one_of(lines, console, f"Opponent ({', '.join(whom)})", whom, usual)
    first, *others = seats
    return (f"{first}={PERSON}", *(f"{seat}={read_who(meta, who)}" for seat in others))


def _one_of(lines: Lines, console: Console, prompt: str, names: list[str], usual: str) -> str:
    """A name, the start of one, or its number; asked again until it is one."""
    while True:
        typed = lines.ask(f"{prompt} [{usual}]: ", names)
        if not typed:
            return usual
        if typed.isdecimal() and 1 <= int(typed) <= len(names):
            return names[int(typed) - 1]
        fits = [name for name in names if name.startswith(typed.lower())]
        if typed in names or len(fits) == 1:
            return typed if typed in names else fits[0]
        console.print(f"{typed!r} is not one of {', '.join(names)}")


# First and last words


def show_welcome(session: Session) -> None:
    """Who plays what, and how the dice can be checked."""
    meta, dice = session.folder.meta, session.dice
    session.screen.title(meta.title)
    who = [f"{name}: {_who(player)}" for name, player in zip(session.names, session.players, strict=True)]
    session.screen.say("   ".join(who))
    if isinstance(dice, FairDice):
        session.screen.say(f"Fair dice: {dice.commitments[0]}", "dim")
    elif isinstance(dice, FastDice):
        session.screen.say(f"Dice from seed {dice.seed}.", "dim")
    else:
        session.screen.say("Your own dice: roll or draw, then type the result.", "dim")
    if session.people:
        session.screen.say("Type ? for help, quit to save and quit.", "dim")


def _who(player: SeatPlayer) -> str:
    return "you" if player.is_person else f"{level_label(player.who)} coach"


def show_result(session: Session) -> None:
    """The result, the box score, and the record."""
    outcome = session.table.outcome
    assert outcome is not None
    session.screen.console.print()
    rule = f" ({outcome.rule})" if outcome.rule else ""
    session.screen.title(f"{result_text(session.table)}{rule}")
    if box := box_score_text(session.table):
        session.screen.raw(box)
    path = _kept(session)
    if path is not None:
        session.screen.say(f"Game saved to {path}. Try: fieldhouse replay {path}, fieldhouse verify {path}")


def _kept(session: Session) -> str | None:
    """Where the record is: in the file named before, or in one that a person names now, or nowhere."""
    if session.game_file.path is not None:
        return session.game_file.save(session.table)
    if not session.people or not session.lines.live or not session.game_file.can_save:
        return None
    while path := session.line("Save the game? Type a file name, or press Enter to skip: "):
        try:
            return session.game_file.save(session.table, path)
        except FieldhouseError as error:
            session.screen.say(str(error), "yellow")
    return None
