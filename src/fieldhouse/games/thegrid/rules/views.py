"""What a seat may see: everything but the other coach's unfinished lineup and the order of the deck."""

from __future__ import annotations

from collections import Counter
from typing import Any

from fieldhouse.football.events import down_words, place_words
from fieldhouse.games.thegrid.charts.cards import CODES, DECK, ZONE, PlayCard, legal
from fieldhouse.games.thegrid.charts.reader import HIGH, LOW
from fieldhouse.games.thegrid.rules.charts import BoundCharts
from fieldhouse.games.thegrid.rules.events import FIELD
from fieldhouse.games.thegrid.rules.scrimmage import pass_rating
from fieldhouse.games.thegrid.rules.state import (
    Grid,
    Side,
    cards_words,
    period_name,
    player_at,
    reserves,
    spot,
)
from fieldhouse.games.thegrid.teams.players import EMERGENCY, PLACES, QB, Team
from fieldhouse.kernel.events import PlayMoment
from fieldhouse.kernel.game import View
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.scoreboard import Scoreboard


def view(game: BoundCharts, s: Grid, seat: Seat | None) -> View:
    """The board as JSON-ready data (TG-3.5, TG-5.5, TG-12.5)."""
    return {
        "seat": seat,
        "scores": list(s.scores),
        "status": status(game, s),
        "phase": s.phase,
        "step": s.step,
        "period": s.period,
        "period_name": period_name(s.period),
        "offense": s.offense,
        "box": s.box,
        "down": s.down,
        "marker": s.marker,
        "spot": _place(game, s) if s.phase == "play" else "",
        "re_roll": s.reroll,
        "deck": {
            "left": s.left,
            "flipped": list(s.flipped),
            "unseen": dict(sorted(Counter(card[-1] for card in s.pool).items())),
        },
        "calls": list(s.calls),
        "caller": s.caller,
        "roll": list(s.roll),
        "total": s.total,
        "result": CODES[s.result] if s.roll else "",
        "gain": s.gain if s.roll else 0,
        "card": s.card,
        "drive": {"start": s.drive_start, "plays": s.drive_plays, "yards": s.drive_yards},
        "tables": _tables(game, s) if s.phase == "play" and s.step in ("", "cards") else {},
        "rolls": _rolls(game, s) if s.phase == "play" and s.step in ("", "cards") else {},
        "receiver": s.receiver,
        "overtime_receiver": s.overtime_receiver,
        "sides": [
            _side(game, n, side, s.pending[n] if s.pending and n == seat else None)
            for n, side in enumerate(s.sides)
        ],
    }


def scoreboard(game: BoundCharts, s: Grid) -> Scoreboard:
    """The scoreboard: period, cards left in the deck (the clock), down and place."""
    on = s.phase in ("play", "kickoff")
    playing = s.phase == "play"
    at = moment(s)
    return Scoreboard(
        teams=tuple(team.name for team in game.teams),
        scores=at.scores,
        status=status(game, s),
        ball=s.offense if on else None,
        period=at.period,
        clock=at.clock,
        down=_series(s) if playing else "Kickoff" if on else "",
        place=_place(game, s) if playing else "",
        timeouts=tuple(side.time_outs for side in s.sides) if s.phase != "over" else (),
        rights=_rights(s),
    )


def _rights(s: Grid) -> tuple[str, ...]:
    """TG-22.6: who called a timeout may have the dice of the next play rolled again."""
    if s.reroll < 0:
        return ()
    return tuple("re-roll" if seat == s.reroll else "" for seat in range(2))


def _series(s: Grid) -> str:
    """Down and distance: `2nd & 5`."""
    return down_words(s.down, 5 * (s.marker - s.box), goal=s.marker == 12)


def _place(game: BoundCharts, s: Grid) -> str:
    """`Canton's 25`: where the ball is, by the town of the team in whose half."""
    team, rival = game.teams[s.offense].name, game.teams[1 - s.offense].name
    return place_words(spot(s.box), team, rival, FIELD)


def moment(s: Grid) -> PlayMoment:
    """The half, the cards left in the deck, and scores."""
    period = {1: "1st half", 2: "2nd half"}.get(s.period) or period_name(s.period).capitalize()
    return PlayMoment(period, cards_words(s.left).removesuffix(" left"), tuple(s.scores))


def status(game: BoundCharts, s: Grid) -> str:
    """One line: period, cards left, whose ball and where."""
    when = f"{period_name(s.period).capitalize()}, {cards_words(s.left)}"
    if s.phase == "play":
        return f"{when}: {game.teams[s.offense].name}, {_series(s)} at {_place(game, s)}"
    words = {
        "lineups": "setting lineups",
        "toss": "coin toss",
        "kickoff": f"kickoff to {game.teams[s.offense].name}",
        "break": "setting lineups",
        "overtime-toss": "overtime coin toss",
        "over": "final",
    }
    return f"{when}: {words[s.phase]}"


def _tables(game: BoundCharts, s: Grid) -> dict[str, list[str]]:
    """For every card the offense may call: what each face of the d20 gives before the other card is known.

    Counted are the defense's modifier, the passer and the zone (TG-11.4, TG-11.7, TG-11.8); the call and the
    key of the other card come on top.
    """
    found = {}
    for key in legal(s.box):
        plus, rows = _plus(game, s, DECK[key]), game.tables[key]
        found[key] = [CODES[rows[max(LOW, min(face + plus, HIGH)) - LOW]] for face in range(1, 21)]
    return found


def _plus(game: BoundCharts, s: Grid, card: PlayCard) -> int:
    """What is added to the d20 before the other card is known (TG-11.4, TG-11.7, TG-11.8)."""
    defense = s.sides[1 - s.offense]
    team = defense.run_defense if card.run else defense.pass_defense
    return team + pass_rating(player_at(game, s, s.offense, QB), card) + ZONE[s.box]


def _rolls(game: BoundCharts, s: Grid) -> dict[str, dict[str, int]]:
    """For every play the offense may call: what is added to the d20 so far, and the sides of the yardage die
    that is not the carrier's (TG-11.1, TG-11.2)."""
    passer = player_at(game, s, s.offense, QB).pass_yards
    cards = {DECK[key].play: DECK[key] for key in legal(s.box)}
    return {
        play: {"plus": _plus(game, s, card), "die": s.sides[s.offense].run_block if card.run else passer}
        for play, card in cards.items()
    }


def _side(game: BoundCharts, seat: Seat, side: Side, pending: list[int] | None) -> dict[str, Any]:
    team = game.teams[seat]
    return {
        "name": team.name,
        "code": team.code,
        "country": team.country,
        "lineup": _lineup(team, side.lineup),
        "pending": _lineup(team, pending) if pending is not None else None,
        "pending_values": list(game.team_values(seat, pending)) if pending is not None else None,
        "time_outs": side.time_outs,
        "points": list(side.points),
        "run_block": side.run_block,
        "pass_block": side.pass_block,
        "run_defense": side.run_defense,
        "pass_defense": side.pass_defense,
        "reserves": [team.players[who].card for who in reserves(side)],
        "injured": [team.players[who].card for who in side.injured],
        "taken_out": [team.players[who].card for who in side.taken_out],
        "players": [dict(player) for player in game.rosters[seat]],
    }


def _lineup(team: Team, lineup: list[int]) -> dict[str, str]:
    return {
        name: "emergency" if lineup[place] == EMERGENCY else team.players[lineup[place]].card
        for place, name in enumerate(PLACES)
    }
