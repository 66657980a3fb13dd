"""The rolls and choices of the rules, built once (sections 21 and 22)."""

from __future__ import annotations

from fieldhouse.games.fastdrive.charts.codes import CODES, ROLLS
from fieldhouse.games.fastdrive.rules.events import ticks_clock
from fieldhouse.kernel.requests import COIN, D6, Choose, Die, Menu, Option, Refusal, Roll

THREE_DICE = Die("3d6", range(len(ROLLS)), keys=ROLLS)  # FD-22.10: black, white, red
TWO_DICE = Die("2d6", range(len(CODES)), keys=CODES)  # FD-1.4: black tens, white ones

TOSS_COIN = Roll(COIN, "toss", "the coin; heads is the home team", "FD-21.1")
DRIVE_ROLL = Roll(THREE_DICE, "drive", "the drive: black, white, red", "FD-10.1")
UNUSUAL_ROLL = Roll(TWO_DICE, "unusual", "the unusual result: two dice", "FD-12.2")
CHECK = Roll(D6, "check", "a check die: odd is yes", "FD-3.2")
TIMING = Roll(D6, "timing", "the Timing Die again", "FD-17.1")
KICKOFF_ROLL = Roll(TWO_DICE, "kickoff", "the kickoff: black, white", "FD-9.2")
PUNT_ROLL = Roll(TWO_DICE, "punt", "the punt: black, white", "FD-11.4")
FIELD_GOAL = Roll(TWO_DICE, "field goal", "the field goal: black, white", "FD-11.8")
EXTRA_POINT = Roll(TWO_DICE, "try", "the extra point: black, white", "FD-11.11")
TWO_POINTS = Roll(TWO_DICE, "try", "the two-point conversion: black, white", "FD-11.11")
KICK_ROLLS = {"field goal": FIELD_GOAL, "extra point": EXTRA_POINT}
FOURTH_DOWN = Roll(TWO_DICE, "fourth down", "fourth down: black, white", "FD-13.2")
DESPERATION = Roll(TWO_DICE, "desperation", "the desperation play: black, white", "FD-14.5")


def one_or_two_dice(stream: str, label: str, rule: str) -> tuple[Roll, Roll]:
    """FD-25.5: a table rolled with one die, or with two where it was typed in with 36 codes."""
    return Roll(D6, stream, label, rule), Roll(TWO_DICE, stream, label, rule)


FUMBLE_ROLLS = one_or_two_dice("turnover", "the fumble table", "FD-11.1")
INTERCEPTION_ROLLS = one_or_two_dice("turnover", "the interception table", "FD-11.2")
FOLLOW_UP_ROLLS = one_or_two_dice("follow-up", "the follow-up roll", "FD-9.3")


def choice_for_both(what: str, prompt: str, rule: str, help: str, menu: Menu) -> tuple[Choose, Choose]:
    """The same question for either seat."""
    away, home = (Choose(seat, what, menu, prompt, rule=rule, help=help) for seat in (0, 1))
    return away, home


def menu(*options: Option, refused: tuple[Refusal, ...] = ()) -> Menu:
    """A menu of these options and refusals."""
    return Menu(options, refused)


KICK_OFF = choice_for_both(
    "toss",
    "You won the toss: kick off or receive?",
    "FD-21.1",
    "If you receive now, you kick off the second half.",
    menu(Option("kick", "Kick off", "FD-24.37"), Option("receive", "Receive", "FD-24.37")),
)

_KICK = Option("kick", "Kick the extra point", "FD-11.11")
_TWO = Option("two", "Go for two", "FD-11.11")
TRY_MENU = choice_for_both(
    "try",
    "Kick the extra point or go for two?",
    "FD-11.11",
    "",
    menu(_KICK, _TWO),
)
TRY_KICK = choice_for_both(
    "try",
    "Kick the extra point or go for two?",
    "FD-11.11",
    "",
    menu(_KICK, refused=(Refusal("two", "two-point conversions are off in this game", "FD-24.64"),)),
)

_DEEP = Option("deep", "Deep kickoff", "FD-9.2")
_SQUIB = Option("squib", "Squib kick: short, hard to return", "FD-9.5")
_ONSIDE = Option("onside", "Onside kick: try to recover the ball", "FD-9.5")
_KICKS = "How often you get the ball back, and how good their field position is."
_AWAY = Refusal("onside", "you have the lead, so you must kick away", "FD-7.9")
ANY_KICK = choice_for_both("kickoff", "Which kickoff?", "FD-9.5", _KICKS, menu(_DEEP, _SQUIB, _ONSIDE))
KICK_AWAY = choice_for_both(
    "kickoff", "Which kickoff?", "FD-7.9", _KICKS, menu(_DEEP, _SQUIB, refused=(_AWAY,))
)
LAST_ONSIDE = choice_for_both(
    "last-onside",
    "Time has expired: try an onside kick?",
    "FD-7.8",
    "If you recover, you get one desperation play.",
    menu(_ONSIDE, Option("give-up", "End the game", "FD-24.57")),
)


def _clock(base: int) -> Menu:
    """FD-24.14: the player sees the base time and what each answer makes of it."""
    return menu(
        Option("-1", f"Hurry up: {ticks_clock(max(0, base - 1))}", "FD-8.3"),
        Option("0", f"Normal pace: {ticks_clock(base)}", "FD-8.2"),
        Option("+1", f"Milk the clock: {ticks_clock(base + 1)}", "FD-24.15"),
    )


CLOCK_MENUS = tuple(
    choice_for_both(
        "clock",
        f"This drive takes {ticks_clock(base)}. Change the pace?",
        "FD-8.2",
        "If the clock runs out first, the drive ends without its result.",
        _clock(base),
    )
    for base in range(8)
)
FOURTH_MENU = choice_for_both(
    "fourth-down",
    "4th down: go for it or kick?",
    "FD-13.1",
    "Convert and you roll again for one more tick. Fail and it is their ball.",
    menu(Option("go", "Go for it", "FD-13.2"), Option("kick", "Kick", "FD-11.4")),
)
SETTLE_MENU = choice_for_both(
    "settle",
    "You're in field goal range: kick it?",
    "FD-13.6",
    "If you pass on the field goal, you turn it over on downs.",
    menu(
        Option("kick", "Kick the field goal", "FD-11.8"),
        Option("give-up", "Turn it over on downs", "FD-13.6"),
    ),
)
REPLACE_MENU = choice_for_both(
    "replace",
    "Time has expired: kick, or one desperation play?",
    "FD-7.1",
    "",
    menu(Option("desperation", "Desperation play", "FD-14.5"), Option("kick", "Kick", "FD-7.3")),
)
LAST_BEHIND = choice_for_both(
    "last-play",
    "Time has expired and you're down one score: one last play?",
    "FD-7.5",
    "",
    menu(Option("desperation", "Desperation play", "FD-14.5"), Option("time", "Let the game end", "FD-7.6")),
)
LAST_LEVEL = choice_for_both(
    "last-play",
    "Time has expired in a tie game: one last play?",
    "FD-7.10",
    "A desperation play can also be returned for a touchdown.",
    menu(Option("desperation", "Desperation play", "FD-14.5"), Option("kneel", "Take a knee", "FD-14.3")),
)
