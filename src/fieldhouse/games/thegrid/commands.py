"""The Grid's own commands: advice, rolled teams, pools, drafted teams."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fieldhouse.kernel.files import atomic_write

if TYPE_CHECKING:
    from fieldhouse.games.thegrid.teams.players import Player


READABLE = click.Path(exists=True, dir_okay=False, path_type=Path)
WRITABLE = click.Path(dir_okay=False, path_type=Path)


@click.command("advise")
@click.argument("record", type=READABLE)
@click.option(
    "--seat", type=click.IntRange(0, 1), default=0, help="0 for the home coach, 1 for the away coach."
)
def advise_command(record: Path, seat: int) -> None:
    """Advice for a saved game: both teams' best mix, values, and the cost of being predictable."""
    from fieldhouse.games.thegrid.advice import advise
    from fieldhouse.games.thegrid.rules.game import TheGrid
    from fieldhouse.kernel.record import parse_record, replay_record
    from fieldhouse.kernel.world import world_for

    table = replay_record(parse_record(record.read_text(encoding="utf-8")))
    if not isinstance(table.game, TheGrid):
        raise click.ClickException(f"this is a game of {table.game.meta.title}, not The Grid")
    world = world_for(table, seat)
    if world is None:
        raise click.ClickException("no position fits what this seat knows")
    click.echo(advise(table.game, world.state, seat).text())


@click.command("roll")
@click.argument("what", type=click.Choice(["team", "QB", "HBE", "LN"], case_sensitive=False), default="team")
@click.option("--seed", type=click.IntRange(0), help="Roll the same team or player again.")
@click.option("--name", help="The team's or the player's name.")
@click.option(
    "--number", type=click.IntRange(0, 999), default=1, show_default=True, help="A player's number."
)
@click.option("--country", default="Nowhere", show_default=True, help="A team's country.")
@click.option(
    "--dice",
    type=click.Choice(["fair", "mine"]),
    default="fair",
    help="mine: roll and type in every 2d6 yourself.",
)
@click.option("--file", type=WRITABLE, help="Write the team to this file.")
@click.option("--pool", "pool_file", type=WRITABLE, help="Add the player or team to this pool file.")
@click.option("--cards", type=WRITABLE, help="Write printable cards (HTML) to this file.")
def roll_command(
    what: str,
    seed: int | None,
    name: str | None,
    number: int,
    country: str,
    dice: str,
    file: Path | None,
    pool_file: Path | None,
    cards: Path | None,
) -> None:
    """Roll a player or a whole balanced team on the creation tables (DC-5, DC-6)."""
    from random import Random, SystemRandom

    from fieldhouse.games.thegrid.sheets import card_sheet
    from fieldhouse.games.thegrid.team_building.pool import pool_of_teams, pool_text, with_player
    from fieldhouse.games.thegrid.teams import roller
    from fieldhouse.games.thegrid.teams.players import team_data, team_text

    if file is not None and what != "team":
        raise click.UsageError("--file writes a whole team; use --pool or --cards for a single player")
    for target in (file, cards):
        if target is not None and target.exists():
            raise click.ClickException(f"{target} already exists; choose another name")
    pool = _read_players((pool_file,)) if pool_file is not None and pool_file.exists() else []
    seed = SystemRandom().randrange(1_000_000) if seed is None else seed
    rng = Random(f"thegrid-names:{seed}")

    def typed(wanted: str) -> int:
        return int(click.prompt(f"2d6 for {wanted}", type=click.IntRange(2, 12)))

    def again(total: int) -> None:
        if dice == "mine":
            click.echo(roller.rejected_squad_text(total))

    ask = roller.seeded_rolls(seed) if dice == "fair" else typed
    if what == "team":
        named, code = (name, roller.code_of(name)) if name else (f"Team {seed}", f"T{seed % 100:02}")
        team, thrown = roller.roll_team(ask, rng, named, code, country, again)
        players = team.players
        pool = pool_of_teams([team], pool)
        click.echo(roller.team_lines(team, thrown))
    else:
        named = name or roller.full_names(rng, 1)[0]
        made = roller.roll_player(what.upper(), ask, named, number)
        players = (made.player,)
        pool = with_player(pool, made.player)
        click.echo(roller.player_lines(made))
    if dice == "fair":
        click.echo(f"Seed {seed}: use --seed {seed} to roll the same again.")
    if file is not None:
        file.write_text(team_text(team_data(team)), encoding="utf-8")
        click.echo(f"Wrote {file}. Play it: fieldhouse play thegrid --charts home={file}")
    if pool_file is not None:
        with atomic_write(pool_file) as out:
            out.write(pool_text(pool).encode())
        click.echo(f"{pool_file} now has {len(pool)} player{'s' * (len(pool) != 1)}.")
    if cards is not None:
        cards.write_text(card_sheet(named, players), encoding="utf-8")
        click.echo(f"Wrote {cards}: printable cards.")


def _read_players(files: Sequence[Path]) -> list[Player]:
    """All players in these team and pool files, checked as one pool."""
    from fieldhouse.football.charts import read_toml
    from fieldhouse.games.thegrid.team_building.pool import (
        pool_data,
        pool_of_teams,
        read_players,
        read_pool,
    )

    for file in files:
        if files.count(file) > 1:
            raise click.ClickException(f"{file} is listed twice; list every file once")
    players, teams = [], []
    for file in files:
        more_men, more_teams = read_players(read_toml(str(file), file.read_text(encoding="utf-8")), str(file))
        players += more_men
        teams += more_teams
    return read_pool(pool_data(pool_of_teams(teams, players)))


@click.command("pool")
@click.argument("files", nargs=-1, required=True, type=READABLE)
@click.option("--team", "name", metavar="NAME", help="Print the 15 players as a team of this name.")
def pool_command(files: tuple[Path, ...], name: str | None) -> None:
    """Make a pool for a draft or an auction from team and pool FILES; players keep their ids."""
    from fieldhouse.games.thegrid.team_building.pool import pool_text
    from fieldhouse.games.thegrid.team_building.rosters import team_from_roster
    from fieldhouse.games.thegrid.teams.players import roster_faults, team_data, team_text
    from fieldhouse.games.thegrid.teams.roller import code_of

    pool = _read_players(files)
    if name is None:
        click.echo(pool_text(pool), nl=False)
        return
    faults = roster_faults([player.type for player in pool])
    if faults:
        raise click.ClickException("; ".join(faults))
    team = team_from_roster(pool, range(len(pool)), name, code_of(name))
    click.echo(team_text(team_data(team)), nl=False)


@click.command("teams")
@click.argument("record", type=READABLE)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="Folder to save them in.",
)
def teams_command(record: Path, folder: Path) -> None:
    """Save the teams of a finished draft or auction as team files."""
    from fieldhouse.games.thegrid.team_building.game import TeamBuildingGame
    from fieldhouse.games.thegrid.teams.players import team_data, team_text
    from fieldhouse.kernel.record import parse_record, replay_record

    table = replay_record(parse_record(record.read_text(encoding="utf-8")))
    game = table.game
    if not isinstance(game, TeamBuildingGame):
        raise click.ClickException(f"this is a game of {game.meta.title}, not a draft or an auction")
    if table.outcome is None:
        raise click.ClickException("the draft isn't finished yet")
    folder.mkdir(parents=True, exist_ok=True)
    for seat, town in enumerate(game.seats):
        file = folder / f"{town.lower()}.toml"
        if file.exists():
            raise click.ClickException(f"{file} already exists; choose another --folder")
        file.write_text(team_text(team_data(game.team(table.state, seat))), encoding="utf-8")
        click.echo(str(file))


COMMANDS: dict[str, click.Command] = {
    "advise": advise_command,
    "pool": pool_command,
    "roll": roll_command,
    "teams": teams_command,
}
