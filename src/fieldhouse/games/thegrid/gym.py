"""The Grid's action and observation space: plays, keys, places, and players by roster place."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from fieldhouse.kernel.action_space import STOP, GymSpec, one_hot, one_hot_names
from fieldhouse.kernel.game import View
from fieldhouse.kernel.requests import Choose, Seat

PLAYS = ("RI", "RO", "FP", "SP", "LP")
KEYS = ("LE", "HB", "RE", "NK")
PLACES = ("QB", "HB", "LE", "RE", "LG", "C", "RG", "DS")
MEN = 24
"""More than a roster holds: fifteen by the rulebook, and room for house rules."""
WORDS = {
    "toss-call": ("heads", "tails"),
    "toss-choice": ("first-half", "second-half"),
    "overtime-choice": ("receive", "kick"),
    "clock": ("one", "two", "time-out"),
    "clock-reply": ("run-on", "time-out"),
    "re-roll": ("keep", "re-roll"),
    "declare": ("play", "kick"),
    "lineup": ("ready",),
}
QUESTIONS = (*WORDS, "offense-card", "defense-card", "replacement", "return-kicker")
TOKENS = (
    STOP,
    *(f"{what} {word}" for what, words in WORDS.items() for word in words),
    *(f"offense {play}" for play in PLAYS),
    *(f"defense {play}" for play in PLAYS),
    *(f"key {key}" for key in KEYS),
    *(f"at {place}" for place in PLACES),
    *(f"man {n}" for n in range(1, MEN + 1)),
)
PHASES = ("toss", "lineups", "kickoff", "play", "next", "break", "over")
RATINGS = (
    "flat",
    "short",
    "long",
    "run_block",
    "pass_block",
    "run_defense",
    "pass_defense",
    "run_yards",
    "pass_yards",
    "interception",
    "kicking",
    "fumble",
    "injury",
)
FIELDS = (
    "own points / 50",
    "their points / 50",
    "lead / 50",
    "offense",
    *one_hot_names("period", range(1, 5)),
    *one_hot_names("phase", PHASES),
    "box / 12",
    "boxes to a first down / 12",
    *one_hot_names("down", range(1, 5)),
    "cards left / 52",
    *(f"unseen {suit} / 13" for suit in "CDHS"),
    "own time outs / 5",
    "their time outs / 5",
    "re-roll mine",
    "re-roll theirs",
    *(f"{who} {what} / 10" for who in ("own", "their") for what in ("run block", "pass block")),
    *(f"{who} {what} / 10" for who in ("own", "their") for what in ("run defense", "pass defense")),
    *(f"{who} {place} {rating}" for who in ("own", "their") for place in PLACES for rating in RATINGS),
)


def split(game: Any, asked: Choose, key: str) -> tuple[str, ...]:
    """Tokens of an answer: a card is its play and its key, a player the roster place."""
    what = asked.what
    if what in ("offense-card", "defense-card"):
        play, _, aim = key.partition("-")
        return f"{what.partition('-')[0]} {play}", f"key {aim}"
    if what == "replacement":
        return (_man(game, asked.seat, key),)
    if what == "return-kicker":
        return (f"at {key}",)
    if what == "lineup" and key != "ready":
        place, _, card = key.partition(":")
        return f"at {place}", _man(game, asked.seat, card)
    word, _, place = key.partition(":")
    return (f"{what} {word}", f"at {place}") if place else (f"{what} {word}",)


def _man(game: Any, seat: Seat, card: str) -> str:
    """TG-4.2: a player's place in the team's roster, from 1."""
    players = game.teams[seat].players
    return f"man {next(n for n, player in enumerate(players, start=1) if player.card == card)}"


def observation_vector(game: Any, view: View, seat: Seat) -> list[float]:
    """The board as this seat sees it, its own side first; a die counts by its sides."""
    mine, theirs = view["scores"][seat], view["scores"][1 - seat]
    sides = view["sides"][seat], view["sides"][1 - seat]
    deck = view["deck"]
    return [
        mine / 50,
        theirs / 50,
        (mine - theirs) / 50,
        float(view["offense"] == seat),
        *one_hot(view["period"], range(1, 5)),
        *one_hot(view["phase"], PHASES),
        view["box"] / 12,
        (view["marker"] - view["box"]) / 12,
        *one_hot(view["down"], range(1, 5)),
        deck["left"] / 52,
        *(deck["unseen"].get(suit, 0) / 13 for suit in "CDHS"),
        *(side["time_outs"] / 5 for side in sides),
        float(view["re_roll"] == seat),
        float(view["re_roll"] == 1 - seat),
        *(side[value] / 10 for side in sides for value in ("run_block", "pass_block")),
        *(side[value] / 10 for side in sides for value in ("run_defense", "pass_defense")),
        *_ratings(sides[0]),
        *_ratings(sides[1]),
    ]


def _ratings(side: dict[str, Any]) -> list[float]:
    """The ratings of each player of the lineup, place by place; zeros for an empty place."""
    players = {player["card"]: player for player in side["players"]}
    lineup = side["lineup"] or {}
    found: list[float] = []
    for place in PLACES:
        found += _worth(tuple(players.get(lineup.get(place), {}).items()))
    return found


@lru_cache(maxsize=1024)  # the players of two teams, in every observation
def _worth(player: tuple[tuple[str, Any], ...]) -> list[float]:
    """A player's ratings as numbers."""
    shown = dict(player)
    return [_number(shown.get(rating, 0)) for rating in RATINGS]


def _number(rating: int | str) -> float:
    return int(rating[1:]) / 12 if isinstance(rating, str) else rating / 3


def longest(game: Any) -> int:
    """A play takes a card of the deck at least and asks at most twelve things; line-ups come on top."""
    cards = 2 * int(game.options["half_cards"]) + 20 * int(game.options["overtime_cards"])
    return 14 * cards + 4000


GYM = GymSpec(TOKENS, split, QUESTIONS, FIELDS, observation_vector, 54, longest)
