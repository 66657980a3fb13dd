"""`fieldhouse league odds`, `stats`."""

from __future__ import annotations

import click

from fieldhouse.cli.league.common import league_options, open_league


@click.command()
@click.option("--seasons", type=click.IntRange(100, 1_000_000), default=10_000, show_default=True)
@league_options
def odds(database: str | None, league: str | None, seasons: int) -> None:
    """Odds for every round and the title, under the league's own rules (needs fieldhouse[lab])."""
    from fieldhouse.lab.extras import need_lab

    need_lab()
    from fieldhouse.league.odds import build_score_model, estimate_odds
    from fieldhouse.league.service.teams import LeagueTeams
    from fieldhouse.league.text import odds_text

    with open_league(database, league) as (_, journal):
        model = build_score_model(LeagueTeams(journal))
        found = estimate_odds(journal.league.form, journal.facts(), model, seasons=seasons)
        click.echo(odds_text(found, journal.league.names))


@click.command()
@click.option("--leaders", "what", metavar="STATISTIC", help="Leaders in one statistic, such as run_yards.")
@league_options
def stats(database: str | None, league: str | None, what: str | None) -> None:
    """Season totals of every team; a dash where the game doesn't keep a statistic."""
    from fieldhouse.football.box_score import STATISTICS, UNKNOWN
    from fieldhouse.league.statistics import totals

    with open_league(database, league) as (service, journal):
        names = journal.league.names
        if what is not None:
            rows = totals.stat_leaders(service.store, journal.id, what, 10)
            for row in rows:
                who = f"{row.name}, {names[row.team]}" if row.player else names[row.team]
                click.echo(f"{row.value:>6}  {who}")
            if not rows:
                click.echo(f"No {what.replace('_', ' ')} yet.")
            return
        lines = totals.season_totals(service.store, journal.id)
        known = [name for name in STATISTICS if any(name in line.stats for line in lines)]
        for line in lines:
            click.echo(f"{names[line.team]}: {line.games} game{'s' * (line.games != 1)}")
            cells = (f"{name.replace('_', ' ')} {line.stats.get(name, UNKNOWN)}" for name in known)
            click.echo("  " + ", ".join(cells))


VERBS = [odds, stats]
