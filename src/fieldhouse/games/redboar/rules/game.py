"""The `Game` of Gridiron: options and charts bound, and the order of one play (section 7)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import msgspec

from fieldhouse.games.redboar.charts import reader as charts
from fieldhouse.games.redboar.meta import META
from fieldhouse.games.redboar.rules import cards, dice, kicks, periods, views
from fieldhouse.games.redboar.rules.charts import bind_charts
from fieldhouse.games.redboar.rules.events import dice_share
from fieldhouse.games.redboar.rules.position_check import check_position
from fieldhouse.games.redboar.rules.position_text import parse_position_text, position_text
from fieldhouse.games.redboar.rules.state import Deck, Gridiron, Rulebook
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.events import PlayMoment
from fieldhouse.kernel.game import GivenAnswer, Materials, Outcome, Setup, View
from fieldhouse.kernel.meta import Options
from fieldhouse.kernel.position_check import PositionCheck
from fieldhouse.kernel.requests import Choose, Menu, Option, Refusal, Rules, Seat
from fieldhouse.kernel.scoreboard import Scoreboard

_PLAY = Option("play", "Run a play", "RB-7.1")
_PUNT = Option("punt", "Punt", "RB-8.11")
_HELP = "Come up short on fourth down and the other team takes over at that spot. A punt pushes them back."
_NO_PUNT = Refusal("punt", "no punts in series overtime", "RB-15.8")


class GridironGame(Rulebook):
    """Gridiron, in cards or dice mode."""

    meta = META
    state_type = Gridiron

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.book = bind_charts(setup.materials)
        cards_of = (*self.book.calls, *self.book.defenses)
        self.printed = msgspec.msgpack.encode(
            {card: views.printed_card(self.book, card) for card in sorted(cards_of)}
        )
        self.cards = self.options["mode"] == "cards"
        self.quarters = int(self.options["quarters"])
        self.period = int(self.options["minutes"]) * 60
        self.method = str(self.options["overtime"])
        self.ties = bool(self.options["ties"])
        if self.method == "none" and not self.ties:
            raise BadOptions(
                "option ties: without overtime a game can end in a tie (RB-15.9), so ties must be true"
            )
        spots = range(5, 100, 5)
        self.declare = tuple({g: self._declaration(seat, g, punts=True) for g in spots} for seat in (0, 1))
        self.declare_series = tuple(
            {g: self._declaration(seat, g, punts=False) for g in spots} for seat in (0, 1)
        )
        self.tries, self.forced_tries = kicks.try_menus(self.book)
        self._phases: dict[str, Callable[[Gridiron], Rules]] = {
            "toss": partial(periods.draw_for_ball, self),
            "kickoff": partial(kicks.play_kickoff, self),
            "declare": partial(play_down, self),
            "try": partial(kicks.play_try, self),
            "safety punt": partial(kicks.play_safety_punt, self),
        }

    def _declaration(self, seat: Seat, g: int, *, punts: bool) -> Choose:
        """RB-7.1, RB-16.2: play, punt, or a field goal within range."""
        options, refused = [_PLAY], []
        if punts:
            options.append(_PUNT)
        else:
            refused.append(_NO_PUNT)
        if g in self.book.need:
            words, good = f"Kick a {g + 10}-yard field goal", _good_words(self.book.need[g])
            options.append(Option("field-goal", words, "RB-8.14", good))
        else:
            refused.append(Refusal("field-goal", f"{g + 10} yards is out of range", "RB-8.14"))
        menu = Menu(options, refused)
        return Choose(seat, "declare", menu, "Play, punt or field goal?", rule="RB-7.1", help=_HELP)

    # Charts

    @classmethod
    def default_materials(cls, options: Options) -> Materials:
        """The charts of section 20."""
        return {name: charts.read_chart_file(name, cls.chosen_text(name, options)) for name in META.materials}

    @classmethod
    def material_text(cls, name: str) -> str:
        """A default chart as a TOML file."""
        return charts.default_text(name)

    @classmethod
    def chosen_text(cls, name: str, options: Options) -> str:
        """RB-12.12: the dice table by the rulebook's letter, where the option says so."""
        letter = name == "dice_offense" and options["turnovers"] == "always"
        return charts.letter_text() if letter else charts.default_text(name)

    @classmethod
    def read_material(cls, name: str, text: str) -> Any:
        """A person's own TOML file, checked."""
        return charts.read_chart_file(name, text)

    @classmethod
    def check_materials(cls, materials: Materials) -> None:
        """Raise BadChart with every fault of the charts (RB-20.11)."""
        charts.check_charts(materials)

    # From snap to whistle

    def start(self) -> Gridiron:
        """Before the opening kickoff, or the draw for it."""
        s = Gridiron(scores=[0, 0], quarter=1, clock=self.period, phase="toss", receiver=-1)
        s.decks = [Deck(), Deck()]
        if self.options["receiver"] != "random":
            s.receiver = META.seats.index(str(self.options["receiver"]))
            periods.kickoff_by(self, s, 1 - s.receiver)
        return s

    def play(self, s: Gridiron) -> Rules:
        """One down, kick or try; or the end of a period whose time is up (RB-6.2)."""
        if s.clock == 0 and periods.time_is_up(self, s):
            return periods.period_over(self, s)
        return self._phases[s.phase](s)

    def outcome(self, s: Gridiron) -> Outcome | None:
        """RB-6.5 and section 15."""
        if s.quarter <= self.quarters:
            return periods.outcome(self, s) if s.phase == "over" else None
        return periods.outcome(self, s) if periods.overtime_decided(self, s) else None

    # What may be seen

    def view(self, s: Gridiron, seat: Seat | None) -> View:
        """RB-18.9: everything but the other hand, a face-down card, and the order of the draw piles."""
        return views.view(self, s, seat)

    def scoreboard(self, s: Gridiron, seat: Seat | None) -> Scoreboard:
        """Score, ball, quarter, clock, down: all of it stands openly on the board (RB-1.10)."""
        return views.scoreboard(self, s, seat)

    def moment(self, s: Gridiron) -> PlayMoment:
        return views.moment(self, s)

    def position_text(self, plain: dict[str, Any]) -> dict[str, Any]:
        """Draw piles that follow from the other cards as a word."""
        return position_text(self.book, plain)

    def parse_position_text(self, text: dict[str, Any]) -> dict[str, Any]:
        """The draw piles back."""
        return parse_position_text(self.book, text)

    def check_position(self, s: Gridiron, check: PositionCheck) -> None:
        """Ranges, spots, decks, and who may have the ball."""
        check_position(self, s, check)

    def determinize(
        self, s: Gridiron, now: Gridiron, given: list[GivenAnswer], seat: Seat, rng: Random
    ) -> tuple[Gridiron, list[GivenAnswer]]:
        """The other side's hand and draw pile change places, as do its cards not yet turned up."""
        return views.determinize(self, s, now, given, seat, rng)


def _good_words(need: int) -> str:
    """`good on 7 or more (58%)`."""
    return f"good on {need} or more ({dice_share(range(need, 13))})"


def play_down(game: GridironGame, s: Gridiron) -> Rules:
    """RB-7.1: the offense declares openly; then the play by cards or dice, or the kick."""
    if game.cards and s.fresh:
        yield from cards.deal(game, s)
    declared = yield (game.declare_series if s.round else game.declare)[s.offense][s.g]
    if declared == "play":
        scrimmage = cards.card_scrimmage if game.cards else dice.dice_scrimmage
        yield from scrimmage(game, s)
    elif declared == "punt":
        yield from kicks.play_punt(game, s)
    else:
        yield from kicks.play_field_goal(game, s)


GAME = GridironGame
