"""`fieldhouse league result`, `void`, `correct`."""

from __future__ import annotations

import click

from fieldhouse.cli.league.common import fixture_text, league_options, open_league, parse_score
from fieldhouse.kernel.errors import BadOptions


@click.command()
@click.argument("fixture")
@click.argument("score", required=False)
@click.option("--record", metavar="FILE", help="The record of the whole game instead of a score.")
@click.option("--by", metavar="MEMBER", help="Who brings it; the other side confirms. [default: the house]")
@click.option("--confirm", is_flag=True, help="Confirm the score that was typed.")
@click.option("--dispute", metavar="REASON", help="It was another score.")
@click.option("--conceded-by", metavar="TEAM", help="SCORE as it stood; this side gave up and loses.")
@click.option("--forfeit-by", metavar="TEAM", help="This side did not come.")
@click.option("--reason", default="", help="For everybody to read.")
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
    """Enter the result of FIXTURE (a part of its name will do): SCORE as 21-14, the home team first."""
    from fieldhouse.cli.terminal.saved_games import load_record
    from fieldhouse.league.service.members import MemberService
    from fieldhouse.league.service.results import ResultService

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
            raise BadOptions("say one of: a SCORE, --record, --confirm, --dispute, --forfeit-by")
        if record is not None:
            pen.type_record(game, load_record(record))
        elif confirm:
            pen.confirm(game)
        elif dispute is not None:
            pen.dispute(game, dispute)
        elif forfeit_by is not None:
            pen.forfeit(game, people.franchise(forfeit_by), reason)
        elif conceded_by is not None:
            pen.concede(game, people.franchise(conceded_by), parse_score(score or ""))
        else:
            pen.type_score(game, parse_score(score or ""))
        click.echo(f"{game.id}: {fixture_text(journal, game)}")


@click.command()
@click.argument("fixture")
@click.option("--reason", required=True, help="For everybody to read.")
@click.option(
    "--replay", is_flag=True, help="It is played again, with new dice; otherwise it counts for nobody."
)
@click.option("--yes", is_flag=True, help="Do it, whatever hangs on it.")
@league_options
def void(
    fixture: str, database: str | None, league: str | None, reason: str, replay: bool, yes: bool
) -> None:
    """Take FIXTURE's result away: the game counts for nobody, or (--replay) is played again. What hangs on it
    is listed first; --yes does it."""
    from fieldhouse.league.service.results import ResultService

    with open_league(database, league) as (service, journal):
        game, pen = journal.fixture(fixture), ResultService(service, journal)
        _tell(pen.changes_from(pen.replay_act(game, reason) if replay else pen.void_act(game, reason)), yes)
        if replay:
            pen.replay(game, reason)
        else:
            pen.void(game, reason)
        click.echo(f"{game.id}: {fixture_text(journal, game)}")


@click.command()
@click.argument("fixture")
@click.argument("score")
@click.option("--reason", required=True, help="For everybody to read.")
@click.option("--yes", is_flag=True, help="Do it, whatever hangs on it.")
@league_options
def correct(
    fixture: str, score: str, database: str | None, league: str | None, reason: str, yes: bool
) -> None:
    """Correct FIXTURE's result to SCORE. What hangs on it is listed first; --yes does it."""
    from fieldhouse.league.service.results import ResultService

    with open_league(database, league) as (service, journal):
        game, pen, points = journal.fixture(fixture), ResultService(service, journal), parse_score(score)
        _tell(pen.hangs(game, points), yes)
        pen.correct(game, points, reason)
        click.echo(f"{game.id}: {fixture_text(journal, game)}")


def _tell(hangs: list[str], yes: bool) -> None:
    """List what hangs on it; BadOptions where that was not agreed to."""
    if hangs:
        click.echo("This hangs on it:\n" + "\n".join(f"  {line}" for line in hangs))
        if not yes:
            raise BadOptions("nothing was changed; --yes does it")


VERBS = [result, void, correct]
