"""What must hold in a position of Gridiron between two plays."""

from __future__ import annotations

from fieldhouse.games.redboar.rules.cards import HAND
from fieldhouse.games.redboar.rules.possession import first_of_round
from fieldhouse.games.redboar.rules.state import Gridiron, Rulebook
from fieldhouse.kernel.position_check import PositionCheck

PHASES = ("toss", "kickoff", "safety punt", "declare", "try", "over")
MOST_POINTS = 199
MOST_PERIODS = 99


def check_position(game: Rulebook, s: Gridiron, check: PositionCheck) -> None:
    """Note every field that no game of Gridiron could have (RB-18)."""
    check.numbers("scores", s.scores, 2, 0, MOST_POINTS)
    check.among("phase", s.phase, PHASES)
    check.seats(offense=s.offense, first=s.first)
    check.between("receiver", s.receiver, -1 if s.phase == "toss" else 0, 1)
    check.between("down", s.down, 1, 4)
    check.between("clock", s.clock, 0, game.period)
    check.between("round", s.round, 0, MOST_PERIODS)
    check.between("die", s.die, 0, 6)
    check.between("total", s.total, 0, 12)
    check.require(s.pending is None and not s.flag, "a penalty waits only in the middle of a play")
    check.require(s.drive_plays >= 0, f"drive_plays is {s.drive_plays}, less than 0")
    check.require(len(s.drive_began) in (0, 2), "drive_began is not a quarter and a clock")
    _check_period(game, s, check)
    _check_ball(game, s, check)
    if not check.faults:
        _check_decks(game, s, check)


def _check_period(game: Rulebook, s: Gridiron, check: PositionCheck) -> None:
    """RB-6, RB-15: the quarter, overtime, and what an end of the game needs."""
    overtime = s.quarter > game.quarters
    last = game.quarters
    if game.method != "none":
        last = game.quarters + 1 if game.ties or game.method == "series" else MOST_PERIODS
    check.between("quarter", s.quarter, 1, last)
    if overtime:
        check.require(len(s.over) == 2, "over needs an entry for each team in overtime")
    else:
        check.require(not s.over, "over is for overtime only")
    series = overtime and game.method == "series"
    check.require(s.round == 0 or series, "round is for series overtime only")
    if series and s.phase != "toss":
        check.require(s.round > 0 and s.clock == 0, "series overtime has rounds and no clock")
        check.among("phase", s.phase, ("declare", "try", "over"))
    if s.phase == "toss":
        opening = s.quarter == 1 and s.clock == game.period and not any(s.scores)
        late = overtime and s.scores[:1] == s.scores[1:]
        check.require(opening or late, "a draw for the ball comes before the game or a tied overtime")
    if s.phase == "over" and not overtime:
        level = s.scores[:1] == s.scores[1:]
        fits = s.quarter == game.quarters and s.clock == 0 and (not level or game.method == "none")
        check.require(fits, "the game is over at 0:00 of the last quarter, and not tied if there is overtime")


def _check_ball(game: Rulebook, s: Gridiron, check: PositionCheck) -> None:
    """RB-2, RB-3: spots are multiples of five; the line to gain lies ahead of the ball."""
    check.require(s.g % 5 == 0 and 0 <= s.g <= 100, f"g is {s.g}, not a multiple of 5 from 0 to 100")
    check.require(s.t % 5 == 0 and 0 <= s.t < 100, f"t is {s.t}, not a multiple of 5 from 0 to 95")
    check.between("drive_start", s.drive_start, 0, 100)
    if s.phase == "declare":
        check.between("g", s.g, 5, 95)
        check.require(s.t < s.g, f"t is {s.t}: the line to gain must be ahead of the ball (g is {s.g})")
    due = {"kickoff": game.book.kickoff_from, "safety punt": game.book.safety_punt_from}.get(s.phase)
    if due is not None:
        check.between("g", s.g, due, due)
    if s.round and s.phase == "try" and s.scores[s.offense] > s.scores[1 - s.offense]:
        check.require(s.offense == first_of_round(s), "that touchdown has already won the series")


def _check_decks(game: Rulebook, s: Gridiron, check: PositionCheck) -> None:
    """RB-10: hand, draw pile and discards make up each team's deck."""
    check.require(len(s.decks) == 2, f"decks has {len(s.decks)} entries, not 2")
    if s.phase != "declare" or s.fresh or not game.cards:
        return
    for seat, deck in enumerate(s.decks):
        whole = game.book.offense_deck if seat == s.offense else game.book.defense_deck
        check.require(len(deck.hand) == HAND, f"decks.{seat}.hand has {len(deck.hand)} cards, not {HAND}")
        check.require(not deck.placed, f"decks.{seat}.placed: no card is face down between two plays")
        cards = sorted([*deck.hand, *deck.draw, *deck.discard])
        check.require(cards == sorted(whole), f"decks.{seat}: its cards are not one whole deck")
        check.require(bool(deck.draw), f"decks.{seat}.draw is empty; the discards are shuffled at once")
