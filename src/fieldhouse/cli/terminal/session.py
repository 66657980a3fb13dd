"""A game at the terminal: who is asked next, who may look at the screen, what has been told to whom."""

from __future__ import annotations

import shlex
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from fieldhouse.cli.terminal import answers, game_commands
from fieldhouse.cli.terminal.answers import AmbiguousAnswer, find_keys, keys_by_parts
from fieldhouse.cli.terminal.input import Lines
from fieldhouse.cli.terminal.rulebook import wrap_text
from fieldhouse.cli.terminal.saved_games import GameFile
from fieldhouse.cli.terminal.screen import Screen
from fieldhouse.cli.terminal.seats import ProgramCoach, SeatPlayer, default_level
from fieldhouse.kernel.coaches import Coach, answer_forced, ask_coach, coaches_to_ask, level_name
from fieldhouse.kernel.dice import Dice, TypedDice
from fieldhouse.kernel.draft_queue import QueuedPick
from fieldhouse.kernel.errors import FieldhouseError
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.requests import Chance, Choose
from fieldhouse.kernel.standing_answer import passing_answer, standing_options
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.typed_rolls import TypedAhead, draw_for_coaches

ONE_A_LINE = 8
"""So many options that a word could mean stand below one another; more are run on."""


class Leave(Exception):
    """The person leaves the game; what is worth keeping has been kept."""


class Session:
    """Everything between the first question and the last whistle.

    `dice` are given to the table when the game begins, so that a commitment is read before any roll.
    """

    def __init__(
        self,
        folder: Folder,
        table: Table[Any],
        players: Sequence[SeatPlayer],
        coaches: Mapping[int, Coach],
        screen: Screen,
        lines: Lines,
        game_file: GameFile,
        *,
        dice: Dice | None = None,
        both: bool = False,
        pause: float = 0.0,
    ) -> None:
        self.folder = folder
        self.table = table
        self.players = players
        self.coaches = coaches
        self.screen = screen
        self.lines = lines
        self.game_file = game_file
        self.names = table.game.seats
        self.dice = dice if dice is not None else table.dice
        self.pause = pause
        self.people = [seat for seat, player in enumerate(players) if player.is_person]
        self.curtained = folder.meta.hidden and len(self.people) > 1 and not both
        self.queues: dict[int, list[QueuedPick]] = {seat: [] for seat in self.people}
        self.autopick: dict[int, str] = {}
        self.always_asked: set[int] = set()
        """Seats that are asked whether to stop the clock all through a half, not only late in it."""
        self.standing: dict[int, tuple[str, ...]] = {}
        """What seats asked for ahead: a timeout."""
        self.typed_ahead = TypedAhead()
        """Own cards that were typed in before they were due."""
        self.shown_options = 0
        self._viewer: int | None = None if self.curtained else next(iter(self.people), None)
        self._told: dict[int | None, int] = {}

    # Who looks, and what they have been told

    @property
    def viewer(self) -> int | None:
        """The seat whose person is looking now; None: a spectator."""
        return self._viewer

    def viewers(self) -> tuple[int | None, ...]:
        """The seats whose secrets may stand on the screen now."""
        if self.curtained or not self.people:
            return (self._viewer,)
        return tuple(self.people)

    def events(self) -> list[Event]:
        """All that whoever looks now may know, in order."""
        known = {id(event) for seat in self.viewers() for event in self.table.events_for(seat)}
        return [event for event in self.table.events if id(event) in known]

    def show_news(self) -> bool:
        """Print what happened since these eyes last looked; was there anything?"""
        seen = self.events()
        start = min(self._told.get(self._place, 0), len(seen))
        self._told[self._place] = len(seen)
        if start < len(seen):
            self.screen.console.print()
            self.screen.events(seen[start:])
        return start < len(seen)

    def skip_old_events(self) -> None:
        """Count what has happened so far as told: a resumed game shows only its last lines again."""
        if self.curtained:
            self._told = {seat: max(0, len(self.table.events_for(seat)) - 6) for seat in self.people}
        else:
            self._told = {None: max(0, len(self.events()) - 6)}

    @property
    def _place(self) -> int | None:
        return self._viewer if self.curtained else None

    def board(self, *, again: bool = False) -> None:
        """The picture for whoever looks."""
        self.screen.board(self.table.view(self._viewer), again=again)

    def look(self, seat: int) -> None:
        """This seat's person comes to the screen; in a game with secrets behind a curtain."""
        if self.curtained and seat != self._viewer:
            if self._viewer is not None:  # the very first curtain hides nothing, so the welcome stays
                self.screen.curtain()
            self.lines.forget()
            if self.lines.live:
                name = self.names[seat]
                self.line(f"Pass the screen to {name}. Press Enter when only {name} is looking: ")
                self.screen.curtain()
            else:
                self.screen.title(f"{self.names[seat]} is at the screen")
        self._viewer = seat

    # The game

    def run(self) -> None:
        """Play until the game is over; Leave if a person goes before that."""
        try:
            if self.table.dice is None:
                self.table.take_dice(self.dice)
            self._autosave()  # a file that cannot be written is better known now than after an hour
            while self.table.outcome is None:
                self._step()
        except KeyboardInterrupt:
            self.screen.say()
            self.leave()
        except (EOFError, Leave):
            raise
        except Exception:  # a coach that breaks must not cost a person the game
            if self.people and self.table.entries and self.game_file.can_save:
                path = self.game_file.save(self.table)
                self.screen.say(f"Something went wrong. Your game is saved in {path}")
            raise
        self.show_news()
        self.board()

    def _step(self) -> None:
        chance = self.table.chance
        if chance is not None:
            self._typed_roll(chance)
            return
        programs = [seat for seat, coach in self.coaches.items() if isinstance(coach, ProgramCoach)]
        if answer_forced(self.table, watched=len(self.people) > 1, but=programs):
            self._autosave()
            return
        coached = coaches_to_ask(self.table, self.coaches)
        if coached:
            self._coach(coached[0])
        else:
            self._person(next(seat for seat in self.table.pending_seats if seat not in self.coaches))

    def _coach(self, seat: int) -> None:
        with self._thinking(seat):
            ask_coach(self.table, seat, self.coaches[seat])
        if self.people:
            self._autosave()  # `fieldhouse advise FILE` speaks of the decision that is on the screen
        if not self.people and self.show_news():
            self.board()
            if self.pause and self.table.outcome is None:
                time.sleep(self.pause)

    def _thinking(self, seat: int) -> AbstractContextManager[object]:
        if not self.screen.console.is_terminal:
            return nullcontext()
        who = f"{self.names[seat]} ({level_name(self.players[seat].who)}) is thinking ..."
        return self.screen.console.status(who)

    def _person(self, seat: int) -> None:
        self.look(seat)
        self.show_news()
        asked = self.table.request_for(seat)
        assert asked is not None
        if self._stand_in(seat, asked):
            return
        clock = not set(asked.keys).isdisjoint(game_commands.TIMEOUT_KEYS)
        asked_always = seat in self.always_asked or not clock
        if not asked_always and (passed := passing_answer(self.table, [seat], self.standing)):
            self.standing.pop(seat, None)
            self.table.answer(*passed)
            self._autosave()
            return
        self.shown_options = self.screen.ask(self.table.view(self._viewer), self.names[seat], asked)
        for option in standing_options(self.table, seat):
            timeout = option.key in game_commands.TIMEOUT_KEYS
            if timeout and option.key not in asked.keys and option.key not in self.standing.get(seat, ()):
                self.screen.say("  Type `timeout` to call one after this play.", "dim")
        given = len(self.table.entries)
        while len(self.table.entries) == given and self.table.outcome is None:
            if self._stand_in(seat, asked):  # autopick was just turned on
                return
            words = (
                [*asked.keys, *game_commands.COMMANDS]
                if len(asked.keys) <= 500
                else list(game_commands.COMMANDS)
            )
            line = self.line(f"{self.names[seat]}> ", words)
            self._heed(lambda line=line: self._answer(seat, line))
        self._autosave()

    def _stand_in(self, seat: int, asked: Choose) -> bool:
        """Autopick: the draft queue answers, otherwise the game's manager."""
        part = self.folder.draft_queue
        if part is None or self.autopick.get(seat, "off") == "off":
            return False
        if self.autopick[seat] == "once":
            self.autopick[seat] = "off"
        queued = part.answer(asked, self.table.view(seat), self.queues[seat])
        if queued is not None:
            self.table.answer(seat, queued)
        else:
            level = default_level(self.folder.meta)
            seed = len(self.table.entries)
            ask_coach(self.table, seat, self.folder.coach(level, self.table.game, seat, seed))
        self._autosave()
        return True

    def _answer(self, seat: int, line: str) -> None:
        asked = self.table.request_for(seat)
        assert asked is not None
        word, _, rest = line.partition(" ")
        if line.startswith("?"):
            game_commands.explain_question(self, seat, line[1:].strip())
        elif (name := _command_name(word)) in game_commands.COMMANDS and not _is_answer(asked, line):
            game_commands.COMMANDS[name](self, seat, rest.strip())
        elif line:
            keys = find_keys(self.table, seat, line)
            if len(keys) == 1 and not self._heeds_warning(asked, keys[0]):
                return
            if len(keys) == 1:
                self.table.answer(seat, keys[0])
            else:
                self.table.answer_all(seat, keys)

    def _heeds_warning(self, asked: Choose, key: str) -> bool:
        """Ask once more where the answer gives something up; does it count?"""
        warning = asked.menu.option(key).warning if key in asked.keys else ""
        if not warning or not self.lines.live:
            return True
        sure = self.line(f"{warning} {asked.menu.option(key).label} anyway? (yes/no) ", ("yes", "no"))
        return sure.lower() in ("y", "yes")

    def _heed(self, act: Any) -> None:
        """Do it, or say why not: a mistake at the keyboard never ends a game."""
        try:
            act()
        except AmbiguousAnswer as unclear:
            self.screen.say(f"{unclear}:", "yellow")
            if len(unclear.words) <= ONE_A_LINE:
                self.screen.raw("\n".join(wrap_text(f"  {one}", self.screen.width) for one in unclear.words))
                return
            few = "; ".join(unclear.words[:60]) + ("; ..." if len(unclear.words) > 60 else "")
            self.screen.raw(wrap_text(f"  {few}", self.screen.width))
        except FieldhouseError as refused:
            self.screen.say(f"{refused}", "yellow")

    # Dice that people roll themselves

    def _typed_roll(self, chance: Chance) -> None:
        if draw_for_coaches(self.table, self.people, self.typed_ahead):  # no person may know these cards
            self.typed_ahead.deal(self.table)
            return
        sees = chance.sees
        seat = next((one for one in sees or self.people if one in self.people), 0)
        if sees is not None:
            self.look(seat)
        self.show_news()
        given = len(self.table.entries)
        while len(self.table.entries) == given:
            line = self.line(answers.roll_prompt(self.table, chance, seat), chance.shown_keys)
            self._heed(lambda line=line: self._rolled(chance, seat, line))
        self._autosave()

    def _rolled(self, chance: Chance, seat: int, line: str) -> None:
        word, _, rest = line.partition(" ")
        if line.startswith("?"):
            wanted = line[1:].strip()
            self.screen.say(answers.roll_help(chance))
            self.screen.rule(wanted or chance.rule)
        elif word.lower().lstrip("/") in game_commands.AT_ROLLS:
            game_commands.COMMANDS[word.lower().lstrip("/")](self, seat, rest.strip())
        elif line:
            self.typed_ahead.enter(self.table, seat, answers.read_rolls(self.table, seat, line))

    # Leaving

    def line(self, prompt: str, words: Sequence[str] = ()) -> str:
        """What a person types; somebody who closes the terminal's input leaves."""
        try:
            return self.lines.ask(prompt, words)
        except EOFError:
            if self.lines.live:
                self.screen.say()
                self.leave()
            raise

    def leave(self) -> None:
        """Save, unless there is nothing of a person's to save, and go."""
        typed = isinstance(self.dice, TypedDice)
        if not self.game_file.can_save:
            if not self.table.game.meta.hidden:
                here = shlex.quote(self.table.position.text)
                self.screen.say(f"Continue with: fieldhouse play --position {here}")
        elif self.table.entries and (self.people or typed or self.game_file.path is not None):
            path = self.game_file.save(self.table)
            self.screen.say(f"Saved. Continue with: fieldhouse play --resume {path}")
        raise Leave

    def close(self) -> None:
        """Whatever way the game went: programs in a seat are told that it is over."""
        for coach in self.coaches.values():
            if isinstance(coach, ProgramCoach):
                coach.close()

    def _autosave(self) -> None:
        if self.game_file.path is not None:
            self.game_file.save(self.table)


def _command_name(word: str) -> str:
    """The command that a word names; `/log` is a command even where `log` is an option."""
    name = word.lower().lstrip("/")
    return game_commands.OLD_NAMES.get(name, name)


def _is_answer(asked: Choose, line: str) -> bool:
    """Is that an option, although its first word is a command as well (`help BR 2`)?"""
    return line in asked.keys or bool(keys_by_parts(asked.keys, line))
