"""Drives, the timing deck and the end of periods (sections 8, 9, 18 and 23)."""

from __future__ import annotations

from collections.abc import Generator

from fieldhouse.football.events import DriveEnded, PeriodEnded, Possession, ordinal
from fieldhouse.games.thegrid.rules.charts import BoundCharts
from fieldhouse.games.thegrid.rules.events import FIELD, Flipped, KickoffReturned, Situation
from fieldhouse.games.thegrid.rules.requests import KICKOFF
from fieldhouse.games.thegrid.rules.state import Grid, cards_words, period_name, spot
from fieldhouse.kernel.requests import Answer, Draw, Request, Rules, Seat


def flip(game: BoundCharts, s: Grid, why: str) -> Generator[Request, Answer, str]:
    """Turn over one timing card, drawn uniformly from those not yet seen (TG-C.3, TG-C.4)."""
    card: str = yield Draw(tuple(s.pool), "deck", "a timing card", "TG-12.1")
    s.pool.remove(card)
    s.flipped.append(card)
    s.left -= 1
    if s.tell:
        rules = {"kickoff": "TG-8.5", "play": "TG-12.1", "extra": "TG-18.4", "touchdown": "TG-19.2"}
        s.tell(
            Flipped(
                side=s.offense,
                team=game.teams[s.offense].name,
                card=card,
                left=s.left,
                why=why,
                rules=(rules.get(why, "TG-20.7"),),
            )
        )
    return card


def start_drive(game: BoundCharts, s: Grid, seat: Seat, box: int, how: str) -> None:
    """First down at that box, the marker four boxes ahead but never beyond the goal (TG-9.1, TG-9.2)."""
    s.phase = "play"
    s.offense, s.box, s.down, s.marker = seat, box, 1, min(box + 4, 12)
    s.reroll = -1
    s.drive_start, s.drive_plays, s.drive_yards = box, 0, 0
    if s.tell and s.left:
        team = game.teams[seat].name
        s.tell(
            Possession(
                side=seat,
                team=team,
                rival=game.teams[1 - seat].name,
                field=FIELD,
                spot=spot(box),
                how=how,
                period=s.period,
                clock=f"with {cards_words(s.left)}",
                rules=("TG-9.1", "TG-9.2"),
            )
        )


def end_drive(game: BoundCharts, s: Grid, result: str) -> None:
    """The drive's line on the chart, if it had a play or a kick (TG-25.14)."""
    if s.tell and s.drive_plays:
        s.tell(
            DriveEnded(
                side=s.offense,
                team=game.teams[s.offense].name,
                field=FIELD,
                result=result,
                plays=s.drive_plays,
                yards=s.drive_yards,
                start=spot(s.drive_start),
                rules=("TG-25.14",),
            )
        )
    s.drive_plays = 0


def kickoff_to(s: Grid, seat: Seat) -> None:
    """A kickoff to that team is due; it happens unless the deck is empty (TG-8.1)."""
    s.phase, s.offense, s.box, s.down, s.marker, s.reroll = "kickoff", seat, 0, 0, 0, -1


def kickoff(game: BoundCharts, s: Grid) -> Rules:
    """The lower of 2d6 is the box; one card without effect (TG-8.2 to TG-8.7)."""
    pair = yield KICKOFF
    box = min(pair)
    s.box = box
    if s.tell:
        s.tell(
            KickoffReturned(
                side=s.offense,
                team=game.teams[s.offense].name,
                rival=game.teams[1 - s.offense].name,
                field=FIELD,
                dice=pair,
                box=box,
                yards=5 * box,
                rules=("TG-8.2",),
            )
        )
    yield from flip(game, s, "kickoff")
    start_drive(game, s, s.offense, box, "kickoff")
    tell_situation(game, s)


def recorded_down(s: Grid) -> str:
    """`2nd and 5 at own 25`, as every record since the first has it; no screen shows it."""
    to_go = "goal" if s.marker == 12 else str(5 * (s.marker - s.box))
    where = "midfield" if s.box == 6 else f"own {5 * s.box}" if s.box < 6 else f"opponent's {spot(s.box)}"
    return f"{ordinal(s.down)} and {to_go} at {where}"


def tell_situation(game: BoundCharts, s: Grid) -> None:
    """The line after every event: whose ball, down, distance, place (TG-25.1)."""
    if s.tell and s.left and s.phase == "play":
        team = game.teams[s.offense].name
        s.tell(
            Situation(side=s.offense, team=team, line=f"{team}, {recorded_down(s)}. {cards_words(s.left)}.")
        )


def end_period(game: BoundCharts, s: Grid) -> None:
    """The last card has been flipped and resolved (TG-18.6, TG-23.3, TG-23.8, TG-23.9)."""
    end_drive(game, s, "end of period")
    s.reroll = -1  # TG-22.9
    if s.tell:
        s.tell(
            PeriodEnded(
                name="the " + period_name(s.period), scores=(s.scores[0], s.scores[1]), rules=("TG-18.6",)
            )
        )
    level = s.scores[0] == s.scores[1]
    another = s.period == 1 or (level and (s.period == 2 or game.winner_needed))
    s.phase = "break" if another else "over"
    s.box = s.down = s.marker = 0
