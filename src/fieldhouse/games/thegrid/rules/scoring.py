"""Touchdowns, extra points, field goals and safeties (sections 19 to 21)."""

from __future__ import annotations

from fieldhouse.football.events import TryFailed, Turnover
from fieldhouse.games.thegrid.rules.charts import BoundCharts
from fieldhouse.games.thegrid.rules.drives import end_drive, flip, kickoff_to, start_drive
from fieldhouse.games.thegrid.rules.events import FIELD, ExtraPointTried, GridFieldGoal, GridScored
from fieldhouse.games.thegrid.rules.requests import EXTRA_POINT, FIELD_GOAL
from fieldhouse.games.thegrid.rules.state import Grid, player_at, score, spot
from fieldhouse.games.thegrid.teams.players import CARRIERS, DS, PLACE_WORDS, PLACES
from fieldhouse.kernel.requests import Choose, LazyMenu, Option, Rules, Seat


def add_points(
    game: BoundCharts, s: Grid, seat: Seat, what: str, worth: int, rule: str, how: str = ""
) -> None:
    """Put points on the board and report them."""
    score(s, seat, worth)
    if s.tell:
        s.tell(
            GridScored(
                side=seat,
                team=game.teams[seat].name,
                field=FIELD,
                what=what,  # type: ignore[arg-type]
                points=worth,
                scores=(s.scores[0], s.scores[1]),
                how=how,
                period=s.period,
                rules=(rule,),
            )
        )


def touchdown(game: BoundCharts, s: Grid, place: int) -> Rules:
    """Six points, one card without effect, and the scorer must kick (TG-19.1 to TG-19.3, TG-19.6)."""
    seat = s.offense
    add_points(game, s, seat, "touchdown", 6, "TG-19.1")
    yield from flip(game, s, "touchdown")
    yield from extra_point(game, s, seat, place)
    end_drive(game, s, "touchdown")
    kickoff_to(s, 1 - seat)


def return_touchdown(game: BoundCharts, s: Grid) -> Rules:
    """Six points to the defense, whose coach names the kicker; the spade was the card (TG-19.4, TG-19.5)."""
    seat = 1 - s.offense
    add_points(game, s, seat, "touchdown", 6, "TG-19.4", "interception return")
    places = [*CARRIERS, *([DS] if player_at(game, s, seat, DS).type == "HBE" else [])]

    def describe(name: str) -> Option:
        player = player_at(game, s, seat, PLACES.index(name))
        return Option(
            name,
            f"{PLACE_WORDS[PLACES.index(name)].capitalize()} {player.label}, kicking d{player.kicking}",
            "TG-19.5",
        )

    s.step = "return-kicker"
    name = yield Choose(
        seat,
        "return-kicker",
        LazyMenu([PLACES[place] for place in places], describe),
        "Who kicks the extra point?",
        rule="TG-19.5",
    )
    s.step = ""
    yield from extra_point(game, s, seat, PLACES.index(name))
    kickoff_to(s, s.offense)  # the scoring team kicks off to the team that threw


def extra_point(game: BoundCharts, s: Grid, seat: Seat, place: int) -> Rules:
    """One roll of the Kicking die; no card is flipped for it (TG-19.3, TG-19.7)."""
    player = player_at(game, s, seat, place)
    roll = yield EXTRA_POINT[player.kicking]
    good = roll != 1
    if s.tell:
        s.tell(
            ExtraPointTried(
                side=seat,
                team=game.teams[seat].name,
                kicker=s.sides[seat].lineup[place],
                player=player.label,
                sides=player.kicking,
                roll=roll,
                good=good,
                rules=("TG-19.3",),
            )
        )
    if good:
        add_points(game, s, seat, "extra point", 1, "TG-19.3")


def field_goal(game: BoundCharts, s: Grid, place: int) -> Rules:
    """The Kicking die once per box of distance, all of them; a single 1 fails (TG-20.2 to TG-20.8)."""
    s.reroll = -1  # TG-22.9
    s.drive_plays += 1
    player = player_at(game, s, s.offense, place)
    good = True
    rolls: list[int] = []  # for the log only, so that exact analysis can tell good from bad and no more
    for _ in range(12 - s.box):
        roll = yield FIELD_GOAL[player.kicking]
        good = good and roll != 1
        if s.tell:
            rolls.append(roll)
        roll = 0
    if s.tell:
        s.tell(
            GridFieldGoal(
                side=s.offense,
                team=game.teams[s.offense].name,
                field=FIELD,
                yards=spot(s.box),
                kicker=s.sides[s.offense].lineup[place],
                player=player.label,
                sides=player.kicking,
                dice=tuple(rolls),
                good=good,
                rules=("TG-20.4",),
            )
        )
    if good:
        add_points(game, s, s.offense, "field goal", 3, "TG-20.5")
    yield from flip(game, s, "field goal")
    if good:
        end_drive(game, s, "field goal")
        kickoff_to(s, 1 - s.offense)
    else:
        missed_field_goal(game, s)


def missed_field_goal(game: BoundCharts, s: Grid) -> None:
    """The other team takes over where the ball lay (TG-20.6)."""
    if s.tell:
        team = game.teams[s.offense].name
        s.tell(TryFailed(side=s.offense, team=team, field=FIELD, what="field goal", rules=("TG-20.6",)))
        s.tell(
            Turnover(
                side=s.offense,
                team=team,
                field=FIELD,
                what="missed field goal",
                spot=spot(s.box),
                rules=("TG-20.6", "TG-9.3"),
            )
        )
    end_drive(game, s, "missed field goal")
    start_drive(game, s, 1 - s.offense, 12 - s.box, "missed field goal")


def safety(game: BoundCharts, s: Grid) -> None:
    """Two points for the defense, which then receives (TG-21.1, TG-21.2)."""
    defense = 1 - s.offense
    add_points(game, s, defense, "safety", 2, "TG-21.1")
    end_drive(game, s, "safety")
    kickoff_to(s, defense)
