"""Make team cards from season statistics (section 27): one row per team in, one card per team out."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import fmean, pstdev

from fieldhouse.games.fastdrive.cards.card import Card, card_slug
from fieldhouse.games.fastdrive.charts.codes import range_of
from fieldhouse.kernel.errors import BadChart

Team = Mapping[str, str]
"""One team's season: column names to figures as text; an empty text is unknown, never zero."""

Kicks = tuple[int, int]
"""Kicks made and kicks tried."""

NEEDED = ("season", "team_name", "games", "wins", "losses", "ties", "points_for", "points_against")
BARS = {"offense": (0.90, 0.40), "defense": (1.10, 0.50)}  # FD-27.2
GRADED = (  # FD-27.3: column, side, good, bad, more is better
    ("points_for", "offense", "PROLIFIC", "DULL", True),
    ("total_yards", "offense", "DYNAMIC", "ERRATIC", True),
    ("sacks_allowed", "offense", "SOLID", "POROUS", False),
    ("int_thrown", "offense", "RELIABLE", "SHAKY", False),
    ("fumbles_lost", "offense", "SECURE", "CLUMSY", False),
    ("penalties", "offense", "DISCIPLINED", "UNDISCIPLINED", False),  # FD-27.4: the team's total
    ("points_against", "defense", "STAUNCH", "INEPT", False),
    ("yards_allowed", "defense", "STIFF", "SOFT", False),
    ("sacks_made", "defense", "PUNISHING", "MILD", True),
    ("int_made", "defense", "AGGRESSIVE", "MEEK", True),
    ("fumbles_recovered", "defense", "ACTIVE", "PASSIVE", True),
    ("penalties", "defense", "DISCIPLINED", "UNDISCIPLINED", False),
)
SIDE_PENALTIES = {"offense": "penalties_offense", "defense": "penalties_defense"}
FIELDS = ("name", "team", "season", "games", "wins", "losses", "ties", "pf", "pa")
CARD_FIELDS = ("offense", "defense", "special", "fg", "xp", "detail")


def read_seasons(path: Path) -> dict[int, list[Team]]:
    """The rows of a CSV by season; BadChart names missing columns and bad figures by line."""
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        missing = [name for name in NEEDED if name not in (reader.fieldnames or ())]
        if missing:
            raise BadChart([f"{path.name}, line 1: no column {name}" for name in missing])
        seasons: dict[int, list[Team]] = {}
        faults: list[str] = []
        for line, row in enumerate(reader, start=2):
            bad = [name for name in NEEDED if name != "team_name" and not _is_number(row[name])]
            faults += [f"{path.name}, line {line}, column {name}: a number is needed" for name in bad]
            if not bad:
                seasons.setdefault(int(row["season"]), []).append(row)
    if faults:
        raise BadChart(faults)
    return seasons


def _is_number(text: str | None) -> bool:
    try:
        return float(text or "") >= 0
    except ValueError:
        return False


def make_cards(teams: Sequence[Team], rates: Mapping[str, Kicks]) -> list[Card]:
    """One card per team of a season. `rates` are the league's FG and XP rates where a team has none."""
    graded: dict[str, list[list[str]]] = {side: [[] for _ in teams] for side in BARS}
    for column, side, good, bad, more in GRADED:
        if column == "penalties" and any(_figure(team, SIDE_PENALTIES[side]) is not None for team in teams):
            column = SIDE_PENALTIES[side]
        for place, grade in enumerate(_grades([_per_game(team, column) for team in teams], side, more)):
            if grade:
                graded[side][place].append((good if grade > 0 else bad) + ("*" if abs(grade) < 1 else ""))
    details = _details(teams)
    return [
        Card(
            team=team["team_name"],
            season=int(team["season"]),
            league=team.get("league") or "NFL",
            offense=(*graded["offense"][place], *_efficient(team)),
            defense=tuple(graded["defense"][place]),
            special=_electric(team),
            fg=_kicks(team, "fg", rates),
            xp=_kicks(team, "xp", rates),
            detail=details[place],
        )
        for place, team in enumerate(teams)
    ]


def _figure(team: Team, column: str) -> float | None:
    text = team.get(column) or team.get(column.replace("ense", "ence")) or ""  # as older sheets spell it
    return float(text) if text else None


def _per_game(team: Team, column: str) -> float | None:
    value = _figure(team, column)
    return None if value is None else value / float(team["games"])


def _grades(values: list[float | None], side: str, more: bool) -> list[float]:
    """FD-27.1 to 27.3, FD-27.11: per team 1 full good, 0.5 semi good, 0 none, and the same below zero."""
    known = [value for value in values if value is not None]
    if not known or pstdev(known) == 0:
        return [0.0] * len(values)
    if len(known) < 8:
        return _by_rank(values, more)
    mean, spread = fmean(known), pstdev(known)
    full, semi = BARS[side]
    found: list[float] = []
    for value in values:
        z = 0.0 if value is None else (value - mean) / spread * (1 if more else -1)
        size = 1.0 if abs(z) >= full else 0.5 if abs(z) >= semi else 0.0
        found.append(size if z > 0 else -size)
    return found


def _by_rank(values: list[float | None], more: bool) -> list[float]:
    """FD-27.3: in a small league the best sixth is full, the next semi; ties get the weaker grade."""
    known = sorted((value for value in values if value is not None), reverse=more)
    sixth = max(1, int(len(known) / 6 + 0.5))
    found: list[float] = []
    for value in values:
        if value is None:
            found.append(0.0)
            continue
        worst = len(known) - known[::-1].index(value)  # place from the top, counting ties as the last of them
        best = len(known) - known.index(value)  # place from the bottom, likewise
        good = 1.0 if worst <= sixth else 0.5 if worst <= 2 * sixth else 0.0
        bad = 1.0 if best <= sixth else 0.5 if best <= 2 * sixth else 0.0
        found.append(good if good else -bad)
    return found


def surplus_wins(team: Team) -> float:
    """FD-27.5: wins above what the points would predict, per 17 games."""
    games, scored, allowed = (float(team[name]) for name in ("games", "points_for", "points_against"))
    strength = scored**2.37 + allowed**2.37
    expected = games * scored**2.37 / strength if strength else games / 2
    return (float(team["wins"]) + float(team["ties"]) / 2 - expected) * 17 / games


def _efficient(team: Team) -> tuple[str, ...]:
    surplus = surplus_wins(team)
    name = "EFFICIENT" if surplus > 0 else "INEFFICIENT"
    return (name,) if abs(surplus) >= 1.5 else (name + "*",) if abs(surplus) >= 0.75 else ()


def _electric(team: Team) -> tuple[str, ...]:
    returns = [_figure(team, "kr_td"), _figure(team, "pr_td")]
    scored = sum(value for value in returns if value is not None)
    return ("ELECTRIC",) if scored >= 2 else ("ELECTRIC*",) if scored == 1 else ()


def _kicks(team: Team, kind: str, rates: Mapping[str, Kicks]) -> str:
    made, tried = _figure(team, f"{kind}_made"), _figure(team, f"{kind}_att")
    if made is None or not tried:
        return range_of(*rates[kind])  # FD-27.12
    return range_of(int(made), int(tried))


def _details(teams: Sequence[Team]) -> list[str]:
    """FD-27.8, and FD-27.13 where touchdowns by kind are unknown."""
    for run, throw, wide, narrow in (
        ("rush_td", "pass_td", 0.15, 0.07),
        ("rush_att", "pass_att", 0.06, 0.03),
    ):
        pairs = [(_figure(team, run), _figure(team, throw)) for team in teams]
        known = [(a, b) for a, b in pairs if a is not None and b is not None]
        total = sum(a + b for a, b in known)
        if total:
            league = sum(a for a, _ in known) / total
            return [_detail(a, b, league, wide, narrow) for a, b in pairs]
    return ["none"] * len(teams)


def _detail(run: float | None, throw: float | None, league: float, wide: float, narrow: float) -> str:
    if run is None or throw is None or not run + throw:
        return "none"
    share = run / (run + throw) - league
    letter = "R" if share > 0 else "P"
    return letter + "+" if abs(share) >= wide else letter if abs(share) >= narrow else "none"


def league_rates(seasons: Mapping[int, Sequence[Team]]) -> dict[int, dict[str, Kicks]]:
    """FD-27.12: FG and XP kicks of each season's league, from the nearest season where unknown."""
    found: dict[int, dict[str, Kicks]] = {season: {} for season in seasons}
    for kind in ("fg", "xp"):
        rates = {
            season: rate for season, teams in seasons.items() if (rate := _rate(teams, kind)) is not None
        }
        for season in seasons:
            near = min(rates, key=lambda other: (abs(other - season), -other), default=None)
            found[season][kind] = rates[near] if near is not None else (1, 1)
    return found


def _rate(teams: Iterable[Team], kind: str) -> Kicks | None:
    kicks = [(_figure(team, f"{kind}_made"), _figure(team, f"{kind}_att")) for team in teams]
    made = sum(a for a, b in kicks if a is not None and b is not None)
    tried = sum(b for a, b in kicks if a is not None and b is not None)
    return (int(made), int(tried)) if tried else None


def names(cards: list[Card]) -> list[str]:
    """Each card's name: city and year, with the nickname where a city has two teams that season."""
    cities = [_city(card.team) for card in cards]
    return [
        card_slug(f"{city if cities.count(city) == 1 else card.team} {card.season}")
        for city, card in zip(cities, cards, strict=True)
    ]


def _city(team: str) -> str:
    return (
        team.removesuffix(" Football Team")
        if team.endswith("Football Team")
        else team.rpartition(" ")[0] or team
    )


def collection_rows(seasons: Mapping[int, list[Team]]) -> list[dict[str, str]]:
    """The collection as rows of a CSV: card and the real season's results, by name."""
    rates = league_rates(seasons)
    rows: list[dict[str, str]] = []
    for season, teams in sorted(seasons.items()):
        cards = make_cards(teams, rates[season])
        for name, team, card in zip(names(cards), teams, cards, strict=True):
            row = {"name": name, "team": card.team, "season": str(season)}
            row |= {field: f"{float(team[field]):g}" for field in ("games", "wins", "losses", "ties")}
            row |= {"pf": f"{float(team['points_for']):g}", "pa": f"{float(team['points_against']):g}"}
            row |= {side: " ".join(card.side(side)) for side in ("offense", "defense", "special")}
            rows.append(row | {"fg": card.fg, "xp": card.xp, "detail": card.detail})
    return rows


def write_table(rows: list[dict[str, str]], path: Path) -> None:
    """Write the collection as a CSV file."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, (*FIELDS, *CARD_FIELDS), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
