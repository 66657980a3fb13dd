"""What the first timing card does: injuries, losses, interceptions, fumbles (sections 12 to 16)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from fieldhouse.football.events import Turnover
from fieldhouse.games.thegrid.charts.cards import AIR, DECK, HURT, INC, NG, PLAYS
from fieldhouse.games.thegrid.rules.charts import BoundCharts
from fieldhouse.games.thegrid.rules.drives import end_drive, start_drive
from fieldhouse.games.thegrid.rules.events import (
    FIELD,
    BadLuckDie,
    InterceptionReturn,
    Play,
    Recovery,
)
from fieldhouse.games.thegrid.rules.lineups import injure
from fieldhouse.games.thegrid.rules.requests import (
    FUMBLE,
    INJURY,
    INTERCEPTION,
    LOSS,
    RECOVER_DEFENSE,
    RECOVER_OFFENSE,
    RETURN,
    SACK,
)
from fieldhouse.games.thegrid.rules.scoring import return_touchdown
from fieldhouse.games.thegrid.rules.state import Grid, is_emergency, player_at, spot
from fieldhouse.games.thegrid.teams.players import PLACES, QB
from fieldhouse.kernel.requests import Answer, Request, Rules, Seat

Decided = Generator[Request, Answer, str]
"""Rules that return what became of the ball: "" nothing, "kept" after a fumble, "lost" and the play is over.
"""


def log_play(game: BoundCharts, s: Grid, boxes: int, **facts: Any) -> None:
    """Report the play for the log sheet; boxes are cut off at the goal lines (TG-25.3)."""
    yards = 5 * max(-s.box, min(boxes, 12 - s.box))
    s.drive_plays += 1
    s.drive_yards += yards
    if not s.tell:
        return
    card = DECK[s.calls[0]]
    side = s.sides[s.offense]
    what = "run" if card.run else ("incomplete" if s.result == INC else "pass")
    what = "sack" if what == "incomplete" and boxes < 0 else what
    carrier = player_at(game, s, s.offense, card.who).name
    passer = player_at(game, s, s.offense, QB).name
    s.tell(
        Play(
            side=s.offense,
            team=game.teams[s.offense].name,
            rival=game.teams[1 - s.offense].name,
            field=FIELD,
            what=what,  # type: ignore[arg-type]
            yards=yards,
            name=PLAYS[card.play].lower(),
            down=s.down,
            to_go=5 * (s.marker - s.box),
            goal=s.marker == 12,
            spot=spot(s.box),
            player=carrier if card.run else passer,
            receiver="" if card.run or what == "sack" else carrier,
            card=card.key,
            against=s.calls[1],
            quarterback=side.lineup[QB],
            carrier=side.lineup[card.who],
            **facts,
        )
    )


def bad_luck(game: BoundCharts, s: Grid, seat: Seat, what: str, sides: int, roll: int, rule: str) -> None:
    """Report a die of which only a 1 is bad (TG-2.7)."""
    if s.tell:
        team = game.teams[seat].name
        s.tell(BadLuckDie(side=seat, team=team, what=what, sides=sides, roll=roll, rules=(rule,)))


# Hearts


def possible_injuries(game: BoundCharts, s: Grid, card: str) -> Rules:
    """Offense rolls and replaces first, then the defense (TG-13.1, TG-13.2, TG-13.6)."""
    places = HURT[card[:-1]]
    if places is None:
        yield from injury_test(game, s, s.offense, DECK[s.calls[0]].who)  # TG-13.3
        return
    yield from injury_test(game, s, s.offense, places[0])
    yield from injury_test(game, s, 1 - s.offense, places[1])


def injury_test(game: BoundCharts, s: Grid, seat: Seat, place: int) -> Rules:
    """A 1 on the Injury die; emergency players are not tested (TG-13.4, TG-13.10)."""
    if is_emergency(s.sides[seat], place):
        return
    sides = player_at(game, s, seat, place).injury
    roll = yield INJURY[sides]
    bad_luck(game, s, seat, f"injury test {PLACES[place]}", sides, roll, "TG-13.4")
    if roll == 1:
        yield from injure(game, s, seat, place)


# Clubs


def possible_loss(game: BoundCharts, s: Grid) -> Generator[Request, Answer, int]:
    """Boxes lost: 2 by a sack, 1 by a stopped run, on a 1 of the blocking die (TG-14.1 to TG-14.3)."""
    side, card = s.sides[s.offense], DECK[s.calls[0]]
    if s.result == INC:
        roll = yield SACK[side.pass_block]
        bad_luck(game, s, s.offense, "pass blocking", side.pass_block, roll, "TG-14.1")
        return 2 if roll == 1 else 0
    if card.run and s.result == NG:
        roll = yield LOSS[side.run_block]
        bad_luck(game, s, s.offense, "run blocking", side.run_block, roll, "TG-14.2")
        return 1 if roll == 1 else 0
    return 0


# Spades


def possible_turnover(game: BoundCharts, s: Grid) -> Decided:
    """An incompletion tests the Interception die, every other play the Fumble die."""
    if s.result == INC:
        return (yield from possible_interception(game, s))
    return (yield from possible_fumble(game, s))


def possible_interception(game: BoundCharts, s: Grid) -> Decided:
    """On a 1 the pass is intercepted (TG-15.1, TG-15.7)."""
    sides = player_at(game, s, s.offense, QB).interception
    roll = yield INTERCEPTION[sides]
    bad_luck(game, s, s.offense, "interception", sides, roll, "TG-15.1")
    if roll != 1:
        return ""
    log_play(game, s, 0, intercepted=True, lost=True)
    caught = s.box + AIR[DECK[s.calls[0]].play]  # TG-15.2
    tell_turnover(game, s, "interception", caught, "TG-15.1")
    yield from interception_return(game, s, caught)
    return "lost"


def interception_return(game: BoundCharts, s: Grid, caught: int) -> Rules:
    """A touchback, or the lower of 2d6 boxes back toward the offense's goal (TG-15.3 to TG-15.6)."""
    defense = 1 - s.offense
    team = game.teams[defense].name
    if caught >= 12:
        if s.tell:
            s.tell(
                InterceptionReturn(side=defense, team=team, spot=spot(12), touchback=True, rules=("TG-15.3",))
            )
        end_drive(game, s, "interception")
        start_drive(game, s, defense, 4, "interception")
        return
    pair = yield RETURN
    ends = caught - min(pair)
    scores = ends <= 0
    if s.tell:
        yards = 5 * (caught - max(ends, 0))
        rules = ("TG-15.4", "TG-15.5" if scores else "TG-15.6")
        s.tell(
            InterceptionReturn(
                side=defense,
                team=team,
                spot=spot(caught),
                dice=pair,
                yards=yards,
                touchdown=scores,
                rules=rules,
            )
        )
    end_drive(game, s, "interception")
    if scores:
        yield from return_touchdown(game, s)
    else:
        start_drive(game, s, defense, 12 - ends, "interception")


def possible_fumble(game: BoundCharts, s: Grid) -> Decided:
    """On a 1 both roll d20; the higher has the ball, the offense on a tie (TG-16.1 to TG-16.5)."""
    sides = player_at(game, s, s.offense, DECK[s.calls[0]].who).fumble
    roll = yield FUMBLE[sides]
    bad_luck(game, s, s.offense, "fumble", sides, roll, "TG-16.1")
    if roll != 1:
        return ""
    ours = yield RECOVER_OFFENSE
    theirs = yield RECOVER_DEFENSE
    lost = theirs > ours
    if s.tell:
        seat = 1 - s.offense if lost else s.offense
        team = game.teams[seat].name
        s.tell(Recovery(side=seat, team=team, offense_roll=ours, defense_roll=theirs, rules=("TG-16.2",)))
    if not lost:
        return "kept"  # TG-16.5: the play counts as if nothing had happened
    log_play(game, s, s.gain, fumbled=True, fumble_lost=True)
    ends = s.box + s.gain  # TG-16.3
    tell_turnover(game, s, "fumble", ends, "TG-16.4")
    end_drive(game, s, "fumble")
    start_drive(game, s, 1 - s.offense, 12 - ends, "fumble")
    return "lost"


def tell_turnover(game: BoundCharts, s: Grid, what: Any, box: int, rule: str) -> None:
    """The offense has lost the ball at that box."""
    if s.tell:
        s.tell(
            Turnover(
                side=s.offense,
                team=game.teams[s.offense].name,
                rival=game.teams[1 - s.offense].name,
                field=FIELD,
                what=what,
                spot=spot(box),
                rules=(rule, "TG-9.3"),
            )
        )
