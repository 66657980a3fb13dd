"""`fieldhouse league new`, `list`, `show`."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import click

from fieldhouse.cli.league.common import (
    fixture_text,
    league_options,
    open_league,
    open_service,
    store_option,
)

if TYPE_CHECKING:
    from fieldhouse.league.journal.league import League


@click.command()
@click.argument("title")
@click.argument("teams", nargs=-1)
@click.option("--game", help="The game to play; by default the one with real seasons.")
@click.option(
    "--form",
    default="robin",
    show_default=True,
    help="robin, double, cup, or a format of the game's own.",
)
@click.option("--weeks", type=click.IntRange(1), help="robin: number of weeks, instead of full rounds.")
@click.option(
    "--times", type=click.IntRange(1), default=1, show_default=True, help="robin: number of full rounds."
)
@click.option("--best-of", type=int, default=1, show_default=True, help="cup: best-of series length.")
@click.option("--neutral", is_flag=True, help="cup: neutral sites.")
@click.option(
    "--season", type=int, help="A real NFL season: its teams, schedule and playoffs (1970 to 2024)."
)
@click.option("--room", metavar="FILE", help="The saved game of a finished draft or auction; its teams play.")
@click.option("--level", default="starter", show_default=True, help="Level of the computer coaches.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="A house rule.")
@click.option("--charts", multiple=True, metavar="NAME=FILE", help="Your own charts.")
@click.option("--zone", default="UTC", show_default=True, help="Time zone of the deadlines.")
@click.option("--secret", help="Your own dice secret instead of a random one (to repeat a league).")
@store_option
def new(title: str, teams: tuple[str, ...], database: str | None, **given: Any) -> None:
    """Create a league called TITLE with these TEAMS.

    TEAMS are the game's own teams (such as chicago-1985 or canton) or your own team files; in games without
    teams of their own, any names. With --season the teams are those of that year.
    """
    from fieldhouse.kernel.fair import new_secret
    from fieldhouse.league.service.create import create_league
    from fieldhouse.league.service.derive import update_derived

    secret = given.pop("secret")
    own = hashlib.sha256(f"{title}/{secret}".encode()).hexdigest()[:12] if secret else ""
    secret = secret or new_secret()
    make = _season if given["season"] else _from_room if given["room"] else _agreed
    league = make(title, teams, secret, given)
    with open_service(database) as service:
        journal = create_league(service, league, secret, league_id=own)
        update_derived(service, journal)
        click.echo(f"League created: {title}, {league.form.title} ({journal.id})")
        click.echo(f"Dice commitment: {league.commitment}")


def _season(title: str, teams: tuple[str, ...], secret: str, given: dict[str, Any]) -> League:
    from fieldhouse.cli.terminal.common import parse_pairs
    from fieldhouse.kernel.errors import BadOptions
    from fieldhouse.league.service.create import make_season_league

    if teams:
        raise BadOptions("a real season has its own teams; leave TEAMS out")
    options = parse_pairs(given["options"], "option -o", "-o two_point=no")
    return make_season_league(
        title, given["season"], secret, options=options, zone=given["zone"], level=given["level"]
    )


def _from_room(title: str, teams: tuple[str, ...], secret: str, given: dict[str, Any]) -> League:
    from fieldhouse.cli.terminal.common import find_game, parse_pairs, read_materials
    from fieldhouse.cli.terminal.saved_games import load_record
    from fieldhouse.kernel.errors import BadOptions
    from fieldhouse.kernel.record import replay_record
    from fieldhouse.league.service.create import franchises_from_draft, make_format, make_league

    if teams:
        raise BadOptions("the teams come from the draft; leave TEAMS out")
    game, franchises = franchises_from_draft(replay_record(load_record(given["room"])), given["level"])
    form = make_format(given["form"], tuple(f.name for f in franchises), game, given)
    options = parse_pairs(given["options"], "option -o", "-o half_cards=26")
    materials = read_materials(find_game(game), given["charts"])
    return make_league(
        title, game, form, franchises, secret, options=options, materials=materials, zone=given["zone"]
    )


def _agreed(title: str, teams: tuple[str, ...], secret: str, given: dict[str, Any]) -> League:
    from fieldhouse.cli.terminal.common import find_game, parse_pairs, read_materials, read_text
    from fieldhouse.kernel.errors import BadOptions
    from fieldhouse.league.season_replay import season_game
    from fieldhouse.league.service.create import make_format, make_franchises, make_league

    folder = find_game(given["game"]) if given["game"] else season_game()
    if len(teams) < 2:
        raise BadOptions("a league needs at least two teams")
    franchises = make_franchises(folder.name, teams, read_text, given["level"])
    form = make_format(given["form"], tuple(f.name for f in franchises), folder.name, given)
    options = parse_pairs(given["options"], "option -o", "-o quarter=6")
    materials = read_materials(folder, given["charts"])
    return make_league(
        title, folder.name, form, franchises, secret, options=options, materials=materials, zone=given["zone"]
    )


@click.command("list")
@store_option
def list_all(database: str | None) -> None:
    """List all leagues."""
    with open_service(database) as service:
        rows = service.store.leagues.rows()
        for row in rows:
            click.echo(f"{row.id}  {row.title} ({row.game}, {row.status}, {row.size} log entries)")
        if not rows:
            click.echo("No leagues yet. Create one with `fieldhouse league new`.")


@click.command()
@click.option("--all", "everything", is_flag=True, help="Every game so far, not only the current week.")
@league_options
def show(database: str | None, league: str | None, everything: bool) -> None:
    """Show the current week, the standings and the managers."""
    from fieldhouse.league.text import all_standings_text, fixture_name, seeds_text

    with open_league(database, league) as (_, journal):
        agreed, season = journal.league, journal.season(as_it_stands=True)
        names = agreed.names
        status = "over" if journal.over else "paused" if journal.paused else "running"
        click.echo(f"{agreed.title}: {agreed.form.title} ({agreed.game}, {status}, {journal.id})")
        waiting = [fixture.id for fixture in journal.season().waiting]
        first = journal.fixtures()[waiting[0]].stage if waiting else ""
        for name, fixture in journal.fixtures().items():
            if everything or fixture.stage == first:
                note = journal.due(fixture)
                due = f", due {note.at}" if note is not None and journal.result(fixture) is None else ""
                click.echo(
                    f"  {fixture_name(name).partition(': ')[0]}: {fixture_text(journal, fixture)}{due}"
                )
        if tables := all_standings_text(season, names):
            click.echo(f"\n{tables}")
        if seeds := seeds_text(season, names):
            click.echo(f"\n{seeds}")
        people = [
            f"  {names[n]}: {journal.members[chair.member].name}" + (" (away)" if chair.away else "")
            for n, chair in enumerate(journal.managers)
            if chair.member >= 0
        ]
        if people:
            click.echo("\nManagers\n" + "\n".join(people))
        if journal.champion is not None:
            click.echo(f"\nChampions: {names[journal.champion]}")


@click.command()
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="A house rule.")
@click.option("--charts", multiple=True, metavar="NAME=FILE", help="Your own charts.")
@click.option("--reason", default="", help="Reason; every member can read it.")
@league_options
def rules(
    database: str | None, league: str | None, options: tuple[str, ...], charts: tuple[str, ...], reason: str
) -> None:
    """Show the house rules, or change them (-o, --charts) before a round starts."""
    from fieldhouse.cli.terminal.common import find_game, parse_pairs, read_materials
    from fieldhouse.league.service.create import set_rules

    with open_league(database, league) as (service, journal):
        if options or charts:
            materials = read_materials(find_game(journal.league.game), charts)
            set_rules(service, journal, parse_pairs(options, "option -o", "-o quarter=6"), materials, reason)
        agreed = journal.league
        told = [f"{name}: {value}" for name, value in agreed.options.items()]
        told += [f"custom charts: {name}" for name in agreed.materials]
        click.echo("\n".join(told) or "Standard rules")


VERBS = [new, list_all, show, rules]
