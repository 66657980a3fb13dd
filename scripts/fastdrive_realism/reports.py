"""Reports as text: realism against an era, balance of a chart set, correlation with real seasons."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from statistics import correlation, fmean, linear_regression
from time import perf_counter

import msgspec
from scripts.fastdrive_realism.figures import (
    Figure,
    Target,
    finished_sheets,
    plain_games,
    random_pairings,
    tally,
    targets,
)

from fieldhouse.games.fastdrive.cards.card import COLLECTION, season_cards
from fieldhouse.games.fastdrive.clubs import card_game
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import BadOptions


class FigureVerdict(msgspec.Struct, frozen=True):
    """A figure beside its target. `flag` is empty inside the band; outside it says low or high."""

    figure: str
    found: Figure
    target: float
    band: float
    flag: str


def judge(target: Target, found: Figure) -> FigureVerdict:
    """Outside its band, and by more than two standard errors, a figure is flagged; nearer it is a maybe."""
    off = abs(found.mean - target.target) - target.band
    side = "high" if found.mean > target.target else "low"
    flag = "" if off <= 0 else side if off > 2 * found.error else f"{side}?"
    return FigureVerdict(target.figure, found, target.target, target.band, flag)


EACH = 5
"""Games of a drawn pairing at either site: few, because teams differ more than dice."""


PLAIN = "plain"
"""Instead of an era: two teams without qualities, against the figures of the last one."""


def realism(era: str, count: int, seed: int, charts: object = None) -> list[FigureVerdict]:
    """Games between teams of the era's seasons, drawn at random, against the era's figures."""
    if era == PLAIN:
        rows = list(targets().values())[-1]
        found = tally([plain_games(charts, overtime="modified")], count // 2, seed)
    elif era in targets():
        rows = targets()[era]
        seasons = rows[0].seasons
        how = overtime_of(seasons[0])
        games = random_pairings(seasons, max(1, count // (2 * EACH)), seed, charts, overtime=how)
        found = tally(games, EACH, seed, together=True)
    else:
        raise BadOptions(f"there's no era {era!r}; choose one of {', '.join((*targets(), PLAIN))}")
    figures = found.figures()
    return [judge(row, figures[row.figure]) for row in rows]


def overtime_of(season: int) -> str:
    """The league's overtime that season: sudden death to 2011, then modified, both sure from 2025."""
    return "sudden" if season < 2012 else "modified" if season < 2025 else "both"


def realism_text(era: str, verdicts: list[FigureVerdict], count: int) -> str:
    """The report."""
    lines = [
        f"Fast Drive Football, {era}, compared with the NFL: {count} games, standard errors in parentheses.",
        f"{'figure':24}{'simulated':>18}{'real':>10}{'range':>9}  flag",
    ]
    for v in verdicts:
        found = f"{v.found.mean:.3f} ({v.found.error:.3f})"
        lines.append(f"{v.figure:24}{found:>18}{v.target:>10.3f}{v.band:>9.3f}  {v.flag}".rstrip())
    flagged = sum(bool(v.flag) for v in verdicts)
    lines.append(f"{len(verdicts) - flagged} of {len(verdicts)} figures are within range.")
    return "\n".join(lines)


class Real(msgspec.Struct, frozen=True):
    """A team's real season per game."""

    scored: float
    allowed: float
    wins: float


def season_results(season: int) -> dict[str, Real]:
    """The real figures of a season by card name."""
    found: dict[str, Real] = {}
    with COLLECTION.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if int(row["season"]) == season:
                games = float(row["games"])
                wins = (float(row["wins"]) + float(row["ties"]) / 2) / games
                found[row["name"]] = Real(float(row["pf"]) / games, float(row["pa"]) / games, wins)
    return found


class Match(msgspec.Struct, frozen=True):
    """How well a season was replayed: correlation and slope (real on simulated) of the three figures."""

    season: int
    teams: int
    games: int
    correlations: tuple[float, float, float]
    slopes: tuple[float, float, float]
    level: float
    seconds: float


def replay_season(season: int, each: int, seed: int, only: Sequence[str] = ()) -> Match:
    """Every team of the season (or `only` these) at every other, `each` games, against the real figures."""
    began = perf_counter()
    teams = {name: card for name, card in season_cards(season).items() if not only or name in only}
    sums = {name: [0.0, 0.0, 0.0, 0.0] for name in teams}
    dice = FastDice(seed)
    for away, away_card in teams.items():
        for home, home_card in teams.items():
            if away == home:
                continue
            game = card_game(away_card, home_card, overtime=overtime_of(season))
            for s in finished_sheets(game, each, dice):
                for name, mine, theirs in (
                    (away, s.scores[0], s.scores[1]),
                    (home, s.scores[1], s.scores[0]),
                ):
                    tally = sums[name]
                    tally[0] += mine
                    tally[1] += theirs
                    tally[2] += 1 if mine > theirs else 0.5 if mine == theirs else 0
                    tally[3] += 1
    real = season_results(season)
    pairs = [
        [(total[n] / total[3], getattr(real[name], field)) for name, total in sums.items()]
        for n, field in enumerate(("scored", "allowed", "wins"))
    ]
    found = [([a for a, _ in pair], [b for _, b in pair]) for pair in pairs]
    r = [correlation(a, b) for a, b in found]
    slopes = [linear_regression(a, b).slope for a, b in found]
    level = fmean(found[0][0]) - fmean(found[0][1])
    games = len(teams) * (len(teams) - 1) * each
    three = (r[0], r[1], r[2]), (slopes[0], slopes[1], slopes[2])
    return Match(season, len(teams), games, *three, level, perf_counter() - began)


def replay_text(matches: Iterable[Match]) -> str:
    """The correlation table, with the mean of all seasons."""
    rows = list(matches)
    heads = f"{'season':>6}{'teams':>6}{'games':>7}{'r(for)':>8}{'r(agst)':>8}{'r(wins)':>8}"
    lines = [heads + f"{'slopes':>17}{'level':>7}{'sec':>6}"]
    for m in rows:
        r = "".join(f"{value:8.3f}" for value in m.correlations)
        slopes = " ".join(f"{value:.2f}" for value in m.slopes)
        lines.append(f"{m.season:>6}{m.teams:>6}{m.games:>7}{r}{slopes:>17}{m.level:>+7.2f}{m.seconds:>6.0f}")
    means = "".join(f"{fmean(m.correlations[n] for m in rows):8.3f}" for n in range(3))
    slopes = " ".join(f"{fmean(m.slopes[n] for m in rows):.2f}" for n in range(3))
    level = fmean(m.level for m in rows)
    lines.append(f"{'mean':>6}{'':6}{sum(m.games for m in rows):>7}{means}{slopes:>17}{level:>+7.2f}")
    return "\n".join(lines)
