"""The text board, at most eighty columns wide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fieldhouse.football.field import FieldPicture
from fieldhouse.games.thegrid.board.play_cards import RESULT_WORDS, signed_text
from fieldhouse.games.thegrid.charts.cards import DECK, SUITS, timing_name
from fieldhouse.games.thegrid.teams.players import CARRIERS, DICE, NUMBERS, PLACE_WORDS, PLACES
from fieldhouse.kernel.game import View

WORDS = {
    "pass_yards": "pass",
    "interception": "interception",
    "run_yards": "run",
    "kicking": "kick",
    "fumble": "fumble",
}
LEGEND = "Numbers are dice (run 8 is a d8); block and defense are run/pass."
LONGEST = 11
"""Letters of the longest position shown: quarterback."""
SIGNS = "♥♦♣♠"
NAMED = 9
"""Letters that fit in an end zone."""


def field(view: View, *, named: bool = False) -> FieldPicture:
    """The field with ball and marker; the home team attacks to the right. `named`: end zones with names."""
    home, visitor = (_zone(side) if named else side["code"] for side in view["sides"])
    ahead = view["offense"] == 0

    def yards(box: int) -> int:
        return 5 * box if ahead else 60 - 5 * box

    playing = view["phase"] == "play"
    return FieldPicture(
        length=60,
        step=5,
        ball=yards(view["box"]) if playing else None,
        gain=yards(view["marker"]) if playing and view["marker"] < 12 else None,
        start=yards(view["drive"]["start"]) if playing and view["drive"]["plays"] else None,
        to_right=ahead,
        left=home,
        right=visitor,
        title=view["status"],
    )


def _zone(side: dict[str, Any]) -> str:
    """The first word of a team's name, where an end zone has room for it."""
    word = str(side["name"]).split()[0]
    return word.upper() if len(word) <= NAMED else str(side["code"])


def text(view: View, width: int = 80) -> str:
    """Score, field, last play and deck, both teams, in blocks; at most `width` columns.

    What the question is about comes first: an unfinished lineup with its reserves, or the players who may
    carry the ball.
    """
    making = next((side for side in view["sides"] if side["pending"]), None)
    ground = [field(view).text(min(70, width - 2)).rstrip(), ""]
    if making is not None:
        lines = [score_line(view), "", *pending_lines(making), "", *ground]
    else:
        lines = [score_line(view), view["status"], "", *ground, *last_play_lines(view), deck_line(view), ""]
        lines += [*carrier_lines(view), ""] if view["tables"] else []
    for side in view["sides"]:
        lines += [team_line(side), *lineup_lines(side, side["lineup"])]
    lines.append(LEGEND)
    return "\n".join(line[:width].rstrip() for line in "\n".join(lines).split("\n"))


def pending_lines(side: dict[str, Any]) -> list[str]:
    """The unfinished lineup with its values, and the reserves, all with their ratings."""
    values = team_values_line(*side["pending_values"])
    gone = {*side["pending"].values(), *side["injured"], *side["taken_out"]}
    reserves = [player for player in side["players"] if player["card"] not in gone]
    lines = [f"New lineup: {values}"]
    lines += lineup_lines(side, side["pending"])
    return lines + [f"  {'reserve':{LONGEST}} {_player_text(player)}" for player in reserves]


def carrier_lines(view: View) -> list[str]:
    """The three players who may carry the ball or be keyed on (TG-10.3)."""
    side = view["sides"][view["offense"]]
    return lineup_lines(side, side["lineup"], [PLACES[place] for place in CARRIERS])


def score_line(view: View) -> str:
    """Both teams with points and timeouts left; a star marks who has the ball."""
    ball = view["offense"] if view["phase"] in ("play", "kickoff") else -1
    parts = []
    for seat, side in enumerate(view["sides"]):
        mark = "*" if seat == ball else " "
        left = side["time_outs"]
        tail = f" {view['scores'][seat]} ({left} timeout{'s' * (left != 1)})"
        parts.append(f"{mark}{side['name'][: 38 - len(tail)]}{tail}")
    return "   ".join(parts)


def last_play_lines(view: View) -> list[str]:
    """Both calls, the dice and the result."""
    lines = []
    if view["calls"]:
        mine, theirs = view["calls"]
        lines.append(f"Calls  {DECK[mine].name} vs. {DECK[theirs].name}")
    if view["roll"]:
        d20, first, second = view["roll"]
        gave = RESULT_WORDS[view["result"]]
        dice = f"{first} and {second}, {5 * view['gain']} yards"
        lines.append(f"Dice   d20 {d20}, total {view['total']}: {gave}; {dice}")
    if view["re_roll"] >= 0:
        lines.append(f"Re-roll available: {view['sides'][view['re_roll']]['name']}")
    return lines


def deck_line(view: View) -> str:
    """Cards left, the last one, and the unseen cards by suit."""
    deck = view["deck"]
    unseen = " ".join(f"{deck['unseen'].get(suit, 0)}{sign}" for suit, sign in zip(SUITS, SIGNS, strict=True))
    last = f"last {timing_name(deck['flipped'][-1])}; " if deck["flipped"] else ""
    return f"Deck   {deck['left']} left; {last}unseen {unseen}"


def team_line(side: dict[str, Any]) -> str:
    """The team, its four values and who is out."""
    names = ("run_block", "pass_block", "run_defense", "pass_defense")
    out = f"; injured {' '.join(side['injured'])}" if side["injured"] else ""
    return f"{side['name'][:19]}: {team_values_line(*(side[name] for name in names))}{out}"


def team_values_line(run_block: int, pass_block: int, run: int, passes: int) -> str:
    """The four values of a team (TG-6.1 to TG-6.5)."""
    guards = f"defense run {signed_text(run)}, pass {signed_text(passes)}"
    return f"blocking run d{run_block}, pass d{pass_block}; {guards}"


def lineup_lines(side: dict[str, Any], lineup: dict[str, str], only: Sequence[str] = PLACES) -> list[str]:
    """A line per place: position, number, surname, ratings."""
    players = {player["card"]: player for player in side["players"]}
    lines = []
    for place, words in zip(PLACES, PLACE_WORDS, strict=True):
        if place not in only:
            continue
        where = words.rpartition(" ")[2] if len(words) > LONGEST else words  # the (defensive) specialist
        found = players.get(lineup[place])
        lines.append(f"  {where:{LONGEST}} {_player_text(found) if found else 'emergency player'}")
    return lines


def _player_text(player: dict[str, Any]) -> str:
    return f"{player['number']:>2} {player['name'].split()[-1][:11]:11} {ratings_line(player)}"


def ratings_line(player: dict[str, Any]) -> str:
    """A player on one line: `run 8, pass 4, kick 4, fumble 10, defense 1/1`."""
    dice = [f"{WORDS[key]} {player[key][1:]}" for key in DICE[player["type"]] if key != "injury"]
    if player["type"] == "QB":
        return ", ".join([*dice, f"flat/short/long {'/'.join(f'{player[key]:+d}' for key in NUMBERS['QB'])}"])
    blocks = f"block {player['run_block']}/{player['pass_block']}, " if player["type"] == "LN" else ""
    return ", ".join([*dice, f"{blocks}defense {player['run_defense']}/{player['pass_defense']}"])
