"""The balance report: the charts in use measured as DC-12 measured the default ones, beside its figures.

Games between two `starter` coaches (the caller of DC-12), and the equilibrium use of every play card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from statistics import mean, pstdev

import msgspec

from fieldhouse.games.thegrid.charts.cards import OFFENSE
from fieldhouse.games.thegrid.coaches.evaluation import Evaluation
from fieldhouse.games.thegrid.coaches.starter import SensibleCaller
from fieldhouse.games.thegrid.coaches.value_table import SITUATIONS, values_in_use
from fieldhouse.games.thegrid.rules.events import Injured, Play, PlayRolled, ReRolled, TimeOut
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.games.thegrid.rules.log_sheet import LogSheet
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.playout import playout

CATALOGUE = {
    "points, mean": 37.6,
    "points, spread": 10.9,
    "games with 20 to 45 points, %": 73.0,
    "completions, %": 57.1,
    "interceptions per attempt, %": 2.3,
    "sacks per pass play, %": 1.6,
    "plays": 46.2,
    "drives": 12.8,
    "touchdowns": 4.7,
    "field goals made": 1.8,
    "field goals attempted": 3.9,
    "extra points made, %": 81.0,
    "fumbles": 1.0,
    "fumbles lost": 0.48,
    "failed fourth downs": 2.0,
    "first downs": 6.4,
    "safeties": 0.12,
    "return touchdowns": 0.05,
    "injuries": 2.2,
    "timeouts": 5.8,
    "re-rolls": 2.5,
    "overtime, %": 5.1,
    "tied, %": 1.3,
    "mean winning margin": 9.1,
}
"""DC-12, column of the sample teams: 20,000 games."""

CARDS = {
    "RI-HB": (26.7, 5.5, 30),
    "RO-HB": (7.5, 7.0, 42),
    "RO-LE/RE": (15.0, 6.2, 52),
    "FP-HB": (7.0, 6.1, 28),
    "FP-LE/RE": (14.0, 6.1, 42),
    "SP-HB": (6.8, 7.4, 40),
    "SP-LE/RE": (13.5, 6.8, 49),
    "LP-LE/RE": (9.4, 8.5, 61),
}
"""DC-12 by card: share of calls in %, yards per call, no gain in %."""


class Measured(msgspec.Struct):
    """What a number of games gave: lines as in CATALOGUE, and by card as in CARDS."""

    games: int
    lines: dict[str, float]
    cards: dict[str, tuple[float, float, float]]


def pair_of(card: str) -> str:
    """`SP-LE/RE` for either end."""
    return card if card.endswith("HB") else card[:2] + "-LE/RE"


def measure(game: TheGrid, games: int, seed: int = 1) -> Measured:
    """Play that many games between two callers of DC-12 and count."""
    caller = SensibleCaller(game, Random(seed)).answer
    totals: Counter[str] = Counter()
    points, margins = [], []
    cards: dict[str, list[tuple[int, int]]] = {card: [] for card in CARDS}
    for number in range(games):
        events: list[Event] = []
        s = game.start()
        s.tell = events.append  # type: ignore[misc]
        playout(game, s, FastDice(seed * 1_000_003 + number), caller)
        points.append(sum(s.scores))
        margins.append(abs(s.scores[0] - s.scores[1]))
        totals["overtime"] += s.period > 2
        _count(totals, LogSheet.of(game, events), events)
        for card, called in _by_card(events):
            cards[card].append(called)
    return Measured(games, _lines(totals, points, margins), _card_lines(cards))


def _count(totals: Counter[str], sheet: LogSheet, events: Iterable[Event]) -> None:
    for line, team in zip(sheet.box.lines, sheet.teams, strict=True):
        totals["plays"] += line.plays
        totals["drives"] += len(team.drives)
        totals["touchdowns"] += line.touchdowns
        totals["field goals made"] += line.field_goals
        totals["field goals attempted"] += line.field_goal_tries
        totals["extra points"] += line.extra_points
        totals["attempts"] += line.passes
        totals["completions"] += line.completions
        totals["interceptions"] += line.interceptions
        totals["sacks"] += line.sacked
        totals["first downs"] += line.first_downs
        totals["failed fourth downs"] += line.turned_over_on_downs
        totals["fumbles lost"] += line.fumbles_lost
        totals["safeties"] += team.safeties
        totals["return touchdowns"] += team.return_touchdowns
    for event in events:
        totals["injuries"] += isinstance(event, Injured)
        totals["timeouts"] += isinstance(event, TimeOut)
        totals["re-rolls"] += isinstance(event, ReRolled)
        totals["fumbles"] += isinstance(event, Play) and event.fumbled


def _by_card(events: Iterable[Event]) -> Iterable[tuple[str, tuple[int, int]]]:
    """Card, yards before any club loss, and whether it was NG or Inc."""
    result = ""
    for event in events:
        if isinstance(event, PlayRolled):
            result = event.result
        elif isinstance(event, Play):
            yards = max(0, event.yards)
            yield pair_of(event.card), (yards, int(result in ("NG", "Inc")))


def _lines(totals: Counter[str], points: list[int], margins: list[int]) -> dict[str, float]:
    games = len(points)
    lines = {name: totals[name] / games for name in CATALOGUE if name in totals}
    attempts = totals["attempts"] or 1
    decided = [margin for margin in margins if margin]
    lines |= {
        "points, mean": mean(points),
        "points, spread": pstdev(points),
        "games with 20 to 45 points, %": 100 * sum(20 <= total <= 45 for total in points) / games,
        "completions, %": 100 * totals["completions"] / attempts,
        "interceptions per attempt, %": 100 * totals["interceptions"] / attempts,
        "sacks per pass play, %": 100 * totals["sacks"] / (attempts + totals["sacks"]),
        "extra points made, %": 100 * totals["extra points"] / (totals["touchdowns"] or 1),
        "overtime, %": 100 * totals["overtime"] / games,
        "tied, %": 100 * (games - len(decided)) / games,
        "mean winning margin": mean(decided) if decided else 0.0,
    }
    return lines


def _card_lines(cards: dict[str, list[tuple[int, int]]]) -> dict[str, tuple[float, float, float]]:
    calls = sum(map(len, cards.values())) or 1
    lines = {}
    for card, called in cards.items():
        count = len(called) or 1
        yards, nothing = sum(y for y, _ in called), sum(n for _, n in called)
        lines[card] = (100 * len(called) / calls, yards / count, 100 * nothing / count)
    return lines


class Use(msgspec.Struct):
    """How the equilibrium uses a card: mean share in %, and in how many situations at all (more than 1%)."""

    share: float
    situations: int


def equilibrium_use(game: TheGrid, cards: int = 30) -> tuple[dict[str, Use], int]:
    """The use of each card over the situations where going on beats kicking, first half, level score."""
    shares: dict[str, list[float]] = {card: [] for card in OFFENSE}
    for box, down, marker in SITUATIONS:
        s = game.start()
        s.phase, s.box, s.down, s.marker, s.left = "play", box, down, marker, cards
        now = Evaluation(game, s, values_in_use(game), game.half_cards)
        if now.solution.value <= now.best_kick()[0]:
            continue
        mix = dict(zip(now.calls, now.solution.rows, strict=True))
        for card in OFFENSE:
            shares[card].append(mix.get(card, 0.0))
    count = len(shares["RI-HB"])
    use = {
        card: Use(100 * mean(found), sum(share > 0.01 for share in found)) for card, found in shares.items()
    }
    return use, count


def balance_report(game: TheGrid, games: int, seed: int = 1) -> str:
    """The whole report as text."""
    found = measure(game, games, seed)
    lines = [f"{games} games of two starters, seed {seed}", f"{'':32}{'measured':>10}{'DC-12':>10}"]
    lines += [f"{name:32}{found.lines[name]:10.2f}{told:10.2f}" for name, told in CATALOGUE.items()]
    lines += ["", f"{'card':12}{'share %':>16}{'yards':>16}{'no gain %':>16}", f"{'':12}{'(DC-12)':>16}"]
    for card, told in CARDS.items():
        parts = [f"{have:8.1f} ({want:5.1f})" for have, want in zip(found.cards[card], told, strict=True)]
        lines.append(f"{card:12}" + "".join(f"{part:>16}" for part in parts))
    use, count = equilibrium_use(game)
    lines += ["", f"best mix in {count} of {len(SITUATIONS)} situations (30 cards left, score tied)"]
    for card, line in use.items():
        lines.append(f"{card:12}{line.share:8.1f}%    in {line.situations} situations")
    unused = [card for card, line in use.items() if not line.situations]
    lines.append("every card is used" if not unused else f"never used: {', '.join(unused)}")
    return "\n".join(lines)
