"""The `Game` of Card Bowl: options bound, the toss, the call and the order of a play."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from fieldhouse.football.events import down_words
from fieldhouse.games.cardbowl.meta import META
from fieldhouse.games.cardbowl.rules import views
from fieldhouse.games.cardbowl.rules.card_actions import say
from fieldhouse.games.cardbowl.rules.clock import between_plays
from fieldhouse.games.cardbowl.rules.deal import MOST, TOGETHER, allocate
from fieldhouse.games.cardbowl.rules.end_of_play import close_play, start_half
from fieldhouse.games.cardbowl.rules.kicks.field_goal import (
    field_goal_distance,
    play_extra_point,
    play_field_goal,
)
from fieldhouse.games.cardbowl.rules.kicks.kickoff import free_kick, play_kickoff
from fieldhouse.games.cardbowl.rules.kicks.punt import play_punt
from fieldhouse.games.cardbowl.rules.lines import formations
from fieldhouse.games.cardbowl.rules.position_check import check_position
from fieldhouse.games.cardbowl.rules.scrimmage import play_scrimmage, play_spike
from fieldhouse.games.cardbowl.rules.standing import standing_options
from fieldhouse.games.cardbowl.rules.state import SEATS, BoundCharts, Bowl, Due, Phase, Play
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.game import Game, GivenAnswer, Materials, Outcome, Setup, View
from fieldhouse.kernel.meta import Options
from fieldhouse.kernel.position_check import PositionCheck
from fieldhouse.kernel.requests import COIN, Choose, Menu, Option, Roll, Rules, Seat
from fieldhouse.kernel.scoreboard import Scoreboard

TOSS = Roll(COIN, "toss", "the coin", "CB-2.2")
CALL = Menu(
    [Option("heads", "Heads", "CB-2.2"), Option("tails", "Tails", "CB-2.2")], binding=("heads", "tails")
)
KICK = Menu([Option("receive", "Receive", "CB-2.2"), Option("kick", "Kick off", "CB-2.2")])
TRY = Menu(
    [
        Option("extra-point", "Kick the extra point", "CB-14.2", "1 point if six cards total 20 or more"),
        Option("two-point", "Go for two", "CB-14.3", "2 points if you score from the 2"),
    ]
)
SCRIMMAGE = Option("scrimmage", "Run a play", "CB-2.15")
PUNT = Option("punt", "Punt", "CB-11.1")
FARTHEST = 4 * 13 + 2 * 12
"""Yards of a field goal with the four kings and two queens of the pack."""
SPIKE = Option("spike", "Spike the ball to stop the clock", "CB-6.16")


@cache
def call_menu(yards: int, *, spikes: bool = False) -> Menu:
    """CB-2.15, CB-13.1: the calls; a field goal of that many yards needs them in six cards."""
    reach = (
        "six cards must total that many; the average card is 7"
        if yards <= FARTHEST
        else f"out of range: six cards total {FARTHEST} at most"
    )
    kick = Option("field-goal", f"Kick a {yards}-yard field goal", "CB-13.1", reach)
    return Menu([SCRIMMAGE, PUNT, kick, *([SPIKE] if spikes else [])])


DEFAULT_LENGTH = {"simple1": 31, "simple1-all": 36, "simple2": 180, "complex": 180}


def read_options(options: Options, materials: Materials) -> BoundCharts:
    """The options as the rules read them; BadOptions where they do not fit together."""
    timing = str(options["timing"])
    length = int(options["quarter"]) or DEFAULT_LENGTH[timing]
    offense, defense = quarter_sizes(options)
    handicap = (int(options["handicap_red"]), int(options["handicap_blue"]))
    extra = max(handicap) + int(options["allocation"])
    biggest = max(*offense, *defense) + extra
    if biggest > MOST or max(a + b for a, b in zip(offense, defense, strict=True)) + 2 * extra > TOGETHER:
        raise BadOptions(f"a hand may have at most {MOST} cards, both together {TOGETHER} (CB-16.9)")
    chart = formations.current_spelling(materials["formations"])
    return BoundCharts(
        timing=timing,
        length=length,
        overtime_length=length,
        offense_cards=offense,
        defense_cards=defense,
        handicap=handicap,
        allocation=int(options["allocation"]),
        single_joker=bool(options["single_joker"]),
        playoff=bool(options["playoff"]),
        overtime=bool(options["overtime"]),
        offenses=formations.with_flips(chart["offense"]),
        defenses=dict(chart["defense"]),
    )


def quarter_sizes(options: Options) -> tuple[tuple[int, int, int, int], tuple[int, int, int, int]]:
    """CB-16.6: `13,14,14,12` for both roles or `12/15,...` for each; else the base sizes."""
    text = str(options["by_quarter"]).replace(" ", "")
    if not text:
        o, d = int(options["offense_cards"]), int(options["defense_cards"])
        return (o, o, o, o), (d, d, d, d)
    try:
        pairs = [[int(n) for n in part.split("/")] for part in text.split(",")]
    except ValueError:
        pairs = []
    if len(pairs) != 4 or any(len(p) not in (1, 2) or not all(11 <= n <= 15 for n in p) for p in pairs):
        raise BadOptions(
            f"option by_quarter: {text!r} is not four sizes from 11 to 15, "
            "as 13,14,14,12 or, offense and defense apart, 12/15,12/14,12/14,11/13"
        )
    o1, o2, o3, o4 = (p[0] for p in pairs)
    d1, d2, d3, d4 = (p[-1] for p in pairs)
    return (o1, o2, o3, o4), (d1, d2, d3, d4)


class CardBowl(Game[Bowl]):
    """The rules with options and formations bound."""

    meta = META
    state_type = Bowl

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.book = read_options(setup.options, setup.materials)

    @classmethod
    def default_materials(cls, options: Options) -> Materials:
        return {"formations": formations.default_chart()}

    @classmethod
    def material_text(cls, name: str) -> str:
        return formations.default_text() if name == "formations" else super().material_text(name)

    @classmethod
    def read_material(cls, name: str, text: str) -> Any:
        return formations.read_formations(text) if name == "formations" else super().read_material(name, text)

    @classmethod
    def check_materials(cls, materials: Materials) -> None:
        formations.check_formations(materials.get("formations"))

    def start(self) -> Bowl:
        return Bowl(scores=[0, 0], timeouts=[3, 3], edition=self.setup.edition)

    def outcome(self, s: Bowl) -> Outcome | None:
        if not s.over:
            return None
        a, b = s.scores
        if a == b:
            return Outcome(None, "tie", f"A tie at {a}", (a, b), "CB-2.13")
        winner = 0 if a > b else 1
        how = " in overtime" if s.over == "overtime" else ""
        return Outcome(winner, s.over, f"{SEATS[winner]} wins {max(a, b)}-{min(a, b)}{how}", (a, b), "CB-2.5")

    def standing_options(self, s: Bowl, seat: Seat) -> tuple[Option, ...]:
        """A timeout after this play (CB-6.13), cards placed, blocks set, a sneak, an alignment held."""
        return standing_options(self.book, s, seat)

    def view(self, s: Bowl, seat: Seat | None) -> View:
        return views.view(self.book, s, seat, META.seats)

    def scoreboard(self, s: Bowl, seat: Seat | None) -> Scoreboard:
        return views.scoreboard(self.book, s, seat, META.seats)

    def check_position(self, s: Bowl, check: PositionCheck) -> None:
        check_position(self.book, s, self.setup.edition, check)

    def mask_hidden(self, s: Bowl, seat: Seat) -> Bowl:
        return views.mask_hidden(s, seat)

    def determinize(
        self, s: Bowl, now: Bowl, given: list[GivenAnswer], seat: Seat, rng: Random
    ) -> tuple[Bowl, list[GivenAnswer]]:
        return views.determinize(self.book, s, now, given, seat, rng)

    # One play

    def play(self, s: Bowl) -> Rules:
        g = self.book
        if s.next == Due.TOSS:
            yield from toss(g, s)
            return
        if not s.play.phase:  # else it is resumed from the state alone, in the middle of a scrimmage play
            yield from between_plays(g, s)
            if (
                s.left <= 0
                and g.timing == "complex"
                and s.hurry == 0
                and not s.untimed
                and s.next == Due.DOWN
            ):
                end_run_off(g, s)
                return
            kind = yield from ask_call(g, s)
            shuffle(g, s, kind)
        yield from PLAYS[s.play.kind](g, s)
        yield from close_play(g, s)


def toss(g: BoundCharts, s: Bowl) -> Rules:
    """CB-2.2, 2.13: before the game and before overtime."""
    if s.quarter == 0:
        yield from allocate(g, s)
    call = yield Choose(0, "toss", CALL, "Call the coin toss", rule="CB-2.2")
    coin = yield TOSS
    winner = 0 if coin == call else 1
    say(s, f"{coin.capitalize()}: {SEATS[winner]} wins the toss.", "CB-2.2")
    answer = yield Choose(winner, "kick-or-receive", KICK, "Kick off or receive?", rule="CB-2.2")
    kicker = winner if answer == "kick" else 1 - winner
    say(s, f"{SEATS[kicker]} kicks off.", "CB-2.2")
    if s.quarter == 0:
        s.first_kicker = kicker
    start_half(g, s, s.quarter if s.quarter > 4 else 1, kicker)


def end_run_off(g: BoundCharts, s: Bowl) -> None:
    """CB-6.15: a run-off that reaches 0 ends the quarter."""
    from fieldhouse.games.cardbowl.rules.end_of_play import end_of_quarter

    s.running = False
    end_of_quarter(g, s, untimed=False)


PLAYS: dict[str, Callable[[BoundCharts, Bowl], Rules]] = {
    "scrimmage": play_scrimmage,
    "two-point": play_scrimmage,
    "kickoff": lambda g, s: play_kickoff(s),
    "free-kick": lambda g, s: free_kick(s),
    "punt": lambda g, s: play_punt(s),
    "field-goal": lambda g, s: play_field_goal(s),
    "extra-point": lambda g, s: play_extra_point(s),
    "spike": play_spike,
}


def shuffle(g: BoundCharts, s: Bowl, kind: str) -> None:
    """CB-1.10: every play starts with a fresh pack."""
    s.play = Play(kind=kind, phase=Phase.DEAL if PLAYS[kind] is play_scrimmage else Phase.NONE)
    s.pool, s.drawn = list(g.deck), []


@cache
def call_prompt(down: int, to_go: int, *, goal: bool) -> str:
    """`3rd & 7: your call`."""
    return f"{down_words(down, to_go, goal=goal)}: your call"


def ask_call(g: BoundCharts, s: Bowl) -> Any:
    """P1: what the offense does; kicks and tries are fixed by the situation (CB-2.15, CB-14.1)."""
    if s.next in (Due.KICKOFF, Due.FREE_KICK):
        return s.next
    if s.next == Due.TRY:
        answer = yield Choose(s.off, "try", TRY, "Extra point or two-point conversion?", rule="CB-14.1")
        return answer
    menu = call_menu(field_goal_distance(s), spikes=g.timing == "complex")
    prompt = call_prompt(s.down, s.ltg - s.x, goal=s.ltg >= 100)
    answer = yield Choose(s.off, "call", menu, prompt, rule="CB-2.15")
    return answer
