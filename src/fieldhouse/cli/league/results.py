"""`fieldhouse league result`, `void`, `correct`."""

from __future__ import annotations

import click

from fieldhouse.cli.league.common import fixture_text, league_options, open_league, parse_score
from fieldhouse.kernel.errors import BadOptions


@click.command()
@click.argument("fixture", metavar="GAME")
@click.argument("score", required=False)
@click.option("--record", metavar="FILE", help="The saved game instead of a score.")
@click.option(
    "--by", metavar="MEMBER", help="Who reports it; the other team confirms.  [default: the commissioner]"
)
@click.option("--confirm", is_flag=True, help="Confirm the reported score.")
@click.option("--dispute", metavar="REASON", help="Dispute the reported score.")
@click.option("--conceded-by", metavar="TEAM", help="This team concedes at SCORE and takes the loss.")
@click.option("--forfeit-by", metavar="TEAM", help="This team forfeits.")
@click.option("--reason", default="", help="Reason; every member can read it.")
@league_options
def result(
    fixture: str,
    score: str | None,
    database: str | None,
    league: str | None,
    record: str | None,
    by: str | None,
    confirm: bool,
    dispute: str | None,
    conceded_by: str | None,
    forfeit_by: str | None,
    reason: str,
) -> None:
    """Enter the SCORE of a game (part of its name is enough), as 21-14, the home team first."""
    from fieldhouse.cli.terminal.saved_games import load_record
    from fieldhouse.league.service.members import MemberService
    from fieldhouse.league.service.results import ResultService
    from fieldhouse.league.text import stage_name

    with open_league(database, league) as (service, journal):
        people = MemberService(service, journal)
        game = journal.fixture(fixture)
        pen = (
            ResultService(service, journal)
            if by is None
            else ResultService(service, journal, people.member(by).number)
        )
        wanted = [score is not None, record is not None, confirm, dispute is not None, forfeit_by is not None]
        if sum(wanted) != 1:
            raise BadOptions("give one of: SCORE, --record, --confirm, --dispute, --forfeit-by")
        if record is not None:
            pen.type_record(game, load_record(record))
        elif confirm:
            pen.confirm(game)
        elif dispute is not None:
            pen.dispute(game, dispute)
        elif forfeit_by is not None:
            pen.forfeit(game, people.franchise(forfeit_by), reason)
        elif conceded_by is not None:
            pen.concede(game, people.franchise(conceded_by), parse_score(score) if score else None)
        else:
            pen.type_score(game, parse_score(score or ""))
        click.echo(f"{stage_name(game.stage)}: {fixture_text(journal, game)}")


@click.command()
@click.argument("fixture", metavar="GAME")
@click.option("--reason", required=True, help="Reason; every member can read it.")
@click.option("--replay", is_flag=True, help="Discard and replay with new dice instead of voiding it.")
@click.option("--yes", is_flag=True, help="Go ahead with the changes.")
@league_options
def void(
    fixture: str, database: str | None, league: str | None, reason: str, replay: bool, yes: bool
) -> None:
    """Void a game, or discard it and replay (--replay). Lists what this changes; --yes goes ahead."""
    from fieldhouse.league.service.results import ResultService
    from fieldhouse.league.text import stage_name

    with open_league(database, league) as (service, journal):
        game, pen = journal.fixture(fixture), ResultService(service, journal)
        _tell(pen.changes_from(pen.replay_act(game, reason) if replay else pen.void_act(game, reason)), yes)
        if replay:
            pen.replay(game, reason)
        else:
            pen.void(game, reason)
        click.echo(f"{stage_name(game.stage)}: {fixture_text(journal, game)}")


@click.command()
@click.argument("fixture", metavar="GAME")
@click.argument("score")
@click.option("--reason", required=True, help="Reason; every member can read it.")
@click.option("--yes", is_flag=True, help="Go ahead with the changes.")
@league_options
def correct(
    fixture: str, score: str, database: str | None, league: str | None, reason: str, yes: bool
) -> None:
    """Correct the score of a game. Lists what this changes; --yes goes ahead."""
    from fieldhouse.league.service.results import ResultService
    from fieldhouse.league.text import stage_name

    with open_league(database, league) as (service, journal):
        game, pen, points = journal.fixture(fixture), ResultService(service, journal), parse_score(score)
        _tell(pen.hangs(game, points), yes)
        pen.correct(game, points, reason)
        click.echo(f"{stage_name(game.stage)}: {fixture_text(journal, game)}")


def _tell(hangs: list[str], yes: bool) -> None:
    """List what this changes; BadOptions unless `yes`."""
    if hangs:
        click.echo("What this changes:\n" + "\n".join(f"  {line}" for line in hangs))
        if not yes:
            raise BadOptions("nothing was changed; add --yes to go ahead")


VERBS = [result, void, correct]
