"""The rolls and menus that do not depend on the state, built once."""

from __future__ import annotations

from functools import cache

from fieldhouse.games.thegrid.charts.cards import (
    DECK,
    DEFENSE,
    defense_option,
    legal,
    offense_option,
    refusal,
)
from fieldhouse.games.thegrid.teams.players import CARRIERS, PLACE_WORDS, PLACES, SIDES_OF_DICE
from fieldhouse.kernel.requests import (
    COIN,
    D20,
    Choose,
    Die,
    Menu,
    Option,
    Refusal,
    Roll,
    Seat,
    Together,
    dice,
)

SEATS = (0, 1)
_PAIRS = [(a, b) for a in range(1, 7) for b in range(1, 7)]
PAIR = Die("2d6", _PAIRS, keys=[f"{a},{b}" for a, b in _PAIRS])
"""Two d6 that are read one by one: the lower counts (TG-8.2, TG-15.4)."""


def _per_die(stream: str, label: str, rule: str) -> dict[int, Roll]:
    return {n: Roll(dice(1, n), stream, f"{label} d{n}", rule) for n in SIDES_OF_DICE}


TOSS = Roll(COIN, "toss", "the coin", "TG-7.1")
KICKOFF = Roll(PAIR, "kickoff", "the kickoff, 2d6", "TG-8.2")
PLAY = Roll(D20, "play", "the play d20", "TG-11.3")
RUN_YARDS = _per_die("play", "the Run Yards die", "TG-11.1")
RUN_BLOCK = _per_die("play", "the run blocking die", "TG-11.1")
QB_YARDS = _per_die("play", "the quarterback's Pass Yards die", "TG-11.2")
PASS_YARDS = _per_die("play", "the carrier's Pass Yards die", "TG-11.2")
SACK = _per_die("club", "the pass blocking die", "TG-14.1")
LOSS = _per_die("club", "the run blocking die", "TG-14.2")
INTERCEPTION = _per_die("interception", "the Interception die", "TG-15.1")
RETURN = Roll(PAIR, "return", "the interception return, 2d6", "TG-15.4")
FUMBLE = _per_die("fumble", "the Fumble die", "TG-16.1")
RECOVER_OFFENSE = Roll(D20, "recovery", "the offense's d20", "TG-16.2")
RECOVER_DEFENSE = Roll(D20, "recovery", "the defense's d20", "TG-16.2")
INJURY = _per_die("injury", "the Injury die", "TG-13.1")
FIELD_GOAL = _per_die("field-goal", "the Kicking die", "TG-20.4")
EXTRA_POINT = _per_die("extra-point", "the Kicking die", "TG-19.3")


def _offense_menu(box: int) -> Menu:
    refused = [told for key in DECK if (told := refusal(key, box)) is not None]
    return _OffenseMenu(box, refused)


class _OffenseMenu(Menu):
    """The offense's cards from one box; a key that is no card at all is refused by name."""

    __slots__ = ("_box",)

    def __init__(self, box: int, refused: list[Refusal]) -> None:
        super().__init__(map(offense_option, legal(box)), refused)
        self._box = box

    def refusal(self, key: str) -> Refusal:
        told = refusal(key, self._box)
        return told if told is not None else super().refusal(key)

    def refusals(self) -> tuple[Refusal, ...]:
        """The cards that are legal elsewhere on the field; the others are never shown."""
        return tuple(told for told in super().refusals() if told.rule in ("TG-10.7", "TG-10.8"))


DEFENSE_MENU = Menu(map(defense_option, DEFENSE))
_OFFENSE_MENUS = [_offense_menu(box) for box in range(12)]


def _calls(offense: int, box: int) -> Together:
    mine = Choose(
        offense,
        "offense-card",
        _OFFENSE_MENUS[box],
        "Call the play",
        rule="TG-10.2",
        help="Pick a play and a ball carrier. Both cards are revealed at once.",
    )
    theirs = Choose(
        1 - offense,
        "defense-card",
        DEFENSE_MENU,
        "Call the defense",
        rule="TG-10.2",
        help="Their roll: -5 if you match their play, +2 if run vs. pass; -2 for the right key, +1 if wrong.",
    )
    return Together(mine, theirs)


CALLS = tuple(tuple(_calls(seat, box) for box in range(12)) for seat in SEATS)
"""Both secret cards, by offense and box (TG-10.2)."""


def _declare(seat: int, box: int) -> Choose:
    rolls = 12 - box
    kicks = [
        Option(
            f"kick:{PLACES[place]}",
            f"Field goal by the {PLACE_WORDS[place]}",
            "TG-20.2",
            f"{rolls} roll{'s' * (rolls > 1)} of the kicking die, good without a 1",
        )
        for place in CARRIERS
    ]
    menu = Menu([Option("play", "Run a play", "TG-10.1"), *kicks])
    return Choose(
        seat,
        "declare",
        menu,
        "Run a play or kick a field goal?",
        rule="TG-10.1",
        help="Your opponent sees this before either of you picks a card.",
    )


DECLARE = tuple(tuple(_declare(seat, box) for box in range(12)) for seat in SEATS)

_ONE = Option("one", "One more card", "TG-18.1")
_TWO = Option("two", "Two more cards", "TG-18.1")
_NONE_LEFT = Refusal("time-out", "no timeouts left", "TG-22.5", "Timeout")
_RUN_ON = Option("run-on", "Let the clock run", "TG-22.3")


def _stop(left: int) -> Option:
    return Option(
        "time-out", "Timeout", "TG-22.2", f"no extra card, and you may re-roll the next play; {left} left"
    )


@cache
def clock_choice(seat: Seat, left: int) -> Choose:
    """The offense's choice at the clock, by timeouts left (TG-D.14)."""
    menu = Menu([_ONE, _TWO, _stop(left)]) if left else Menu([_ONE, _TWO], [_NONE_LEFT])
    return Choose(seat, "clock", menu, "Run the clock: one card, two, or a timeout?", rule="TG-18.1")


@cache
def clock_reply(seat: Seat, cards: int, left: int, *, early: bool = False) -> Choose:
    """The defense's answer to the number of cards that the offense named (TG-22.3).

    `early`: far from the end of the half nobody is asked; a timeout is called ahead (`STANDING`).
    """
    word = "one more card" if cards == 1 else "two more cards"
    return Choose(
        seat,
        "clock-reply",
        Menu([_RUN_ON, _stop(left)]),
        f"Your opponent runs {word} off the clock. Call a timeout?",
        rule="TG-22.3",
        facts={"cards": cards},
        passes="run-on" if early else "",
    )


LATE = 8
"""A period is late in its last eighth."""


def late_cards(cards: int) -> int:
    """The timing cards left from which on a period of so many cards is late."""
    return max(2, -(-cards // LATE))


STANDING = Option(
    "time-out",
    "Timeout after this play",
    "TG-22.3",
    "if the offense runs the clock: no extra card, and you may re-roll the next play",
)

REROLL = tuple(
    Choose(
        seat,
        "re-roll",
        Menu(
            [
                Option("keep", "Keep the dice", "TG-22.6"),
                Option("re-roll", "Re-roll all three dice", "TG-22.6"),
            ]
        ),
        "Keep the dice or re-roll?",
        rule="TG-22.6",
        help="The second roll counts, better or worse.",
    )
    for seat in SEATS
)
TOSS_CALL = tuple(
    Choose(
        seat,
        "toss-call",
        Menu([Option("heads", "Heads", "TG-7.1"), Option("tails", "Tails", "TG-7.1")]),
        "Call the toss",
        rule="TG-7.1",
    )
    for seat in SEATS
)
TOSS_CHOICE = tuple(
    Choose(
        seat,
        "toss-choice",
        Menu(
            [
                Option("first-half", "Receive in the first half", "TG-7.2"),
                Option("second-half", "Receive in the second half", "TG-7.2"),
            ]
        ),
        "You won the toss: receive in which half?",
        rule="TG-7.2",
    )
    for seat in SEATS
)
OVERTIME_CHOICE = tuple(
    Choose(
        seat,
        "overtime-choice",
        Menu([Option("receive", "Receive", "TG-23.5"), Option("kick", "Kick off", "TG-23.5")]),
        "You won the toss: receive or kick off in overtime?",
        rule="TG-23.5",
    )
    for seat in SEATS
)
