"""`fieldhouse season`: replay a real NFL season, next to what really happened."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from fieldhouse.kernel.errors import BadOptions, FieldhouseError

if TYPE_CHECKING:
    from fieldhouse.football.competition.format import Fixture
    from fieldhouse.league.season_replay import Club, ReplayFormat, SeasonReplay


@click.command()
@click.argument("season", type=int, required=False)
@click.option("--seed", help="The same seed gives the same season.  [default: 1]")
@click.option("--week", type=click.IntRange(1), help="Stop after this week; --resume continues.")
@click.option("--results", is_flag=True, help="Print every game next to the real result.")
@click.option("--team", help="Your team: you play its games here in the terminal.")
@click.option("--card", "cards", multiple=True, metavar="TEAM=FILE", help="Your own card for a team.")
@click.option("--charts", metavar="FILE", help="Your own charts.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="A game option.")
@click.option(
    "--schedule", metavar="FILE", help="Your own schedule (CSV: week,away,home), one set of standings."
)
@click.option(
    "--games",
    type=click.IntRange(1, 60),
    help="A generated schedule of this many weeks, one set of standings.",
)
@click.option("--odds", is_flag=True, help="Odds for the rest of the season (needs fieldhouse[lab]).")
@click.option("--save", metavar="FILE", help="Save the season to FILE after every week.")
@click.option("--resume", metavar="FILE", help="Continue a saved season.")
@click.option("--export", metavar="FILE", help="Write every game to FILE as CSV.")
@click.option(
    "--script", type=click.File(encoding="utf-8"), metavar="FILE", help="Take your answers from FILE."
)
def command(season: int | None, script: TextIO | None, **given: Any) -> None:
    """Replay a whole SEASON with the teams, the schedule and the playoffs of that year."""
    began = time.process_time()
    replay, path = _begun(season, given)
    before = len(replay.known.results)
    _play(replay, path, script, given)
    _show(replay)
    if given["odds"]:
        _odds(replay)
    if given["export"]:
        from fieldhouse.cli.terminal.common import write_text

        write_text(given["export"], replay.to_csv())
        click.echo(f"Exported to {given['export']}")
    if path:
        click.echo(f"Saved to {path}. Continue with: fieldhouse season --resume {path}")
    games = len(replay.known.results) - before
    click.echo(f"{games} games, {time.process_time() - began:.2f} s of CPU time (seed {replay.secret})")


FIXED = {
    "seed": "--seed",
    "team": "--team",
    "cards": "--card",
    "charts": "--charts",
    "options": "-o",
    "schedule": "--schedule",
    "games": "--games",
}
"""What a season has from its beginning."""


def _begun(season: int | None, given: dict[str, Any]) -> tuple[SeasonReplay, str | None]:
    """The season, new or resumed, and the file it is kept in."""
    from fieldhouse.cli.terminal.common import read_text
    from fieldhouse.league.season_replay import read_season_replay

    path = given["save"]
    if given["resume"]:
        taken = next((word for name, word in FIXED.items() if given[name]), "SEASON" if season else None)
        if taken:
            raise BadOptions(f"{taken} can't be changed in a saved season")
        replay = read_season_replay(read_text(given["resume"]), given["resume"])
        path = path or given["resume"]
    elif season is None:
        raise BadOptions("which season? Try `fieldhouse season 1985`, or --resume FILE")
    else:
        replay = _new(season, given)
    if path and path != given["resume"] and Path(path).exists():
        raise FieldhouseError(f"{path} already exists; choose another name")
    return replay, path


def _new(season: int, given: dict[str, Any]) -> SeasonReplay:
    from fieldhouse.cli.terminal.common import parse_pairs, read_text
    from fieldhouse.league.season_replay import new_season_replay, season_game

    folder = season_game()
    options = dict(parse_pairs(given["options"], "option -o", "-o two_point=no"))
    folder.meta.read_options(options)
    materials = {}
    if given["charts"]:
        materials["charts"] = folder.read_material("charts", read_text(given["charts"]))
    form, cards = _form(season, given)
    replay = new_season_replay(
        season, given["seed"] or "1", form=form, cards=cards, options=options, materials=materials
    )
    replay.teams()  # refuses options that are not a season's to give
    if given["team"]:
        replay.mine = replay.find_team(given["team"])
    own = parse_pairs(given["cards"], "--card", "chicago=bears.toml")
    places = [replay.find_team(team) for team in own]  # by their old names, all of them
    for place, file in zip(places, own.values(), strict=True):
        replay.cards[place] = _clubs().read_club(read_text(file), file)
    return replay


def _form(season: int, given: dict[str, Any]) -> tuple[ReplayFormat | None, list[Club] | None]:
    """The year's own form and cards (None), or those of a schedule that is given or made."""
    from fieldhouse.cli.terminal.common import read_text
    from fieldhouse.league.formats.custom_schedule import BY_WIN_PCT, read_schedule
    from fieldhouse.league.formats.round_robin import RoundRobin

    if given["schedule"] and given["games"]:
        raise BadOptions("use either --schedule or --games, not both")
    if given["schedule"]:

        def named(word: str) -> str:
            name: str = _clubs().club(word if word[-4:].isdigit() else f"{word} {season}")[0]
            return name

        listed = read_schedule(read_text(given["schedule"]), named)
        return listed, [_clubs().club(name)[1] for name in listed.names]
    if given["games"]:
        from fieldhouse.league.season_replay import season_clubs

        cards = season_clubs(season)
        return RoundRobin(tuple(cards), weeks=given["games"], by=BY_WIN_PCT), list(cards.values())
    return None, None


def _clubs() -> Any:
    """The game's part that knows cards."""
    from fieldhouse.league.season_replay import season_game

    return season_game().part("clubs")


# Week by week


def _play(replay: SeasonReplay, path: str | None, script: TextIO | None, given: dict[str, Any]) -> None:
    from fieldhouse.cli.terminal.common import write_text

    def keep() -> None:
        if path:
            write_text(path, replay.to_json())

    keep()
    while games := replay.next_games():
        if given["week"] and (games[0].week > given["week"] or not games[0].week):
            return
        own = replay.own_game()
        played = replay.play_week(own=own is None)
        keep()
        if own is not None:
            if not _own_game(replay, own, path, script):
                return
            played.append(own)
            keep()
        if given["results"] or replay.mine >= 0:
            _tell(replay, played)


def _tell(replay: SeasonReplay, games: list[Fixture]) -> None:
    """The week's results, the real ones beside them."""
    from fieldhouse.football.box_score import append_column
    from fieldhouse.league.text import score_text, stage_name

    titles = replay.titles()
    click.echo(stage_name(games[0].stage))
    for fixture in games:
        score, real = replay.known.results[fixture.id], replay.real_score(fixture)
        really = "" if real is None else f"actual {real.visitor}-{real.home}"
        click.echo(append_column(f"  {score_text(fixture, score, titles)}", really, 60))


def _own_game(replay: SeasonReplay, fixture: Fixture, path: str | None, script: TextIO | None) -> bool:
    """The person's game, at the terminal; False if they leave before it is over."""
    from fieldhouse.cli.terminal.league_game import play_league_game
    from fieldhouse.league.text import stage_name

    stem = str(Path(path).with_suffix("")) if path else f"season-{replay.season}"
    titles = replay.titles()
    click.echo(
        f"\nYour game, {stage_name(fixture.stage)}: {titles[fixture.visitor]} at {titles[fixture.home]}"
    )
    record = f"{stem}-{fixture.id.lower().replace(':', '').replace(' ', '-')}.json"
    score = play_league_game(replay.teams(), fixture, replay.dice, replay.mine, record, script)
    if score is None:
        return False
    replay.enter(fixture, score, by_hand=True)
    return True


# What came of it


def _show(replay: SeasonReplay) -> None:
    from fieldhouse.league.season import Season
    from fieldhouse.league.text import all_standings_text, playoffs_text, seeds_text

    titles = replay.titles()
    season = replay.current_season()
    last = max((f.week for f in season.fixtures if f.id in replay.known.results), default=0)
    if not season.over:
        season = Season(replay.form, replay.known, as_it_stands=True)
    whole = all(f.id in replay.known.results for f in season.fixtures if not f.knockout)
    real = replay.real_season(None if whole else last)
    click.echo(f"{replay.form.title}" + ("" if whole else f" after week {last}") + "\n")
    click.echo(all_standings_text(season, titles, real))
    if seeds := seeds_text(season, titles):
        click.echo(f"\n{seeds}")
    if games := playoffs_text(season, replay.known.results, titles):
        click.echo(f"\n{games}")
    click.echo(_champions(replay, season.progress.champion if season.over else None))


def _champions(replay: SeasonReplay, champion: int | None) -> str:
    titles, lines = replay.titles(), [""]
    if champion is not None:
        lines.append(f"Champions: {titles[champion]}")
    fixtures = {f.id: f for f in replay.current_season().fixtures}
    pairs = [
        (replay.known.results[name], replay.real_score(f))
        for name, f in fixtures.items()
        if name in replay.known.results
    ]
    both = [(here, real) for here, real in pairs if real is not None]
    if replay.real is not None and both:
        if champion is not None:
            last = replay.real.games[-1]
            names = replay.real.teams
            lines.append(
                f"Actual:    {names[replay.real.champion]} ({names[last.visitor]} {last.visitor_points}, "
                f"{names[last.home]} {last.home_points})"
            )
        same = sum(
            (here.home > here.visitor) == (real.home > real.visitor)
            and (here.home < here.visitor) == (real.home < real.visitor)
            for here, real in both
        )
        lines.append(f"The same team won {same} of {len(both)} games as in real life.")
    return "\n".join(lines)


SAMPLES = 40
"""Games of every pairing at either site, from which the odds are drawn."""


def _odds(replay: SeasonReplay) -> None:
    from fieldhouse.league.odds import estimate_odds, sampled_model
    from fieldhouse.league.text import odds_text

    model = sampled_model(replay.teams(), len(replay.cards), SAMPLES)
    replay.current_season()  # lots that can be drawn are drawn
    click.echo("\n" + odds_text(estimate_odds(replay.form, replay.known, model), replay.titles()))
