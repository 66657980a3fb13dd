"""`fieldhouse league deadline`, `manager`, `invite`."""

from __future__ import annotations

import click

from fieldhouse.cli.league.common import league_options, open_league
from fieldhouse.kernel.errors import BadOptions


@click.command()
@click.argument("of", metavar="[WEEK|GAME]", required=False)
@click.argument("moment", metavar="[TIME]", required=False)
@click.option("--reason", default="", help="Reason; every member can read it. Required to move a deadline.")
@click.option("--pause", is_flag=True, help="Pause the league: nothing is due until it resumes.")
@click.option("--resume", is_flag=True, help="Resume the league; deadlines move by the length of the pause.")
@league_options
def deadline(
    of: str | None, moment: str | None, database: str | None, league: str | None, reason: str, **given: bool
) -> None:
    """Set the deadline of a WEEK ("week 3") or a GAME to TIME ("2026-11-22 20:00").

    Times are in the league's time zone unless they have their own. Without these two, list the deadlines.
    """
    from fieldhouse.league.service.deadlines import DeadlineService

    with open_league(database, league) as (service, journal):
        calendar = DeadlineService(service, journal)
        if given["pause"]:
            calendar.pause(reason)
            click.echo("League paused")
        elif given["resume"]:
            calendar.resume(reason)
            click.echo("League resumed")
        elif of is not None and moment is not None:
            click.echo(
                f"{of} is due {calendar.set_deadline(of, moment, reason).isoformat(timespec='minutes')}"
            )
        elif of is not None:
            raise BadOptions('when? Add a date and time like "2026-11-22 20:00"')
        else:
            for note in journal.deadlines.values():
                click.echo(f"{note.of}: {note.at}" + (f" ({note.reason})" if note.reason else ""))
            for fixture in calendar.overdue():
                click.echo(f"overdue: {fixture.id}")


@click.command()
@click.argument("franchise", metavar="[TEAM]", required=False)
@click.option("--manager", metavar="MEMBER", help="Assign this member.")
@click.option("--coach", metavar="LEVEL", help="Assign a computer coach of this level.")
@click.option("--stand-in", metavar="LEVEL", help="The computer coach who plays while the manager is away.")
@click.option("--away/--back", default=None, help="The manager is away, or back.")
@click.option("--line-up", metavar="WORDS", help="The lineup for simulated games.")
@click.option("--reason", default="", help="Reason; every member can read it.")
@league_options
def manager(
    franchise: str | None,
    database: str | None,
    league: str | None,
    manager: str | None,
    coach: str | None,
    stand_in: str | None,
    away: bool | None,
    line_up: str | None,
    reason: str,
) -> None:
    """Assign a manager or a computer coach to a team. Without TEAM, list who manages which team."""
    import msgspec

    from fieldhouse.kernel.coaches import level_name
    from fieldhouse.league.service.members import MemberService

    with open_league(database, league) as (service, journal):
        people = MemberService(service, journal)
        if franchise is not None:
            number = people.franchise(franchise)
            now = journal.managers[number]
            if line_up is not None:
                people.set_lineup(number, line_up)
            if away is not None:
                people.away(number, away=away, reason=reason)
            if manager is not None:
                now = msgspec.structs.replace(now, member=people.member(manager).number, away=False)
            if coach is not None:
                now = msgspec.structs.replace(now, member=-1, level=coach, away=False)
            if stand_in is not None:
                now = msgspec.structs.replace(now, stand_in=stand_in)
            if (manager, coach, stand_in) != (None, None, None):
                people.assign_manager(number, now, reason)
        for n, name in enumerate(journal.league.names):
            now = journal.managers[n]
            who = journal.members[now.member].name if now.member >= 0 else f"{level_name(now.level)} coach"
            away_words = f" (away, {level_name(now.stand_in)} coach)" if now.away else ""
            if franchise is None or n == number:
                click.echo(f"{name}: {who}{away_words}")


@click.command()
@click.argument("name", required=False)
@click.option("--team", "--franchise", "franchise", metavar="TEAM", help="The team they manage.")
@click.option("--role", type=click.Choice(["manager", "reader", "commissioner"]), default="manager")
@click.option("--new-link", is_flag=True, help="Create a new link for a member; the old link stops working.")
@click.option(
    "--transfer", "--hand-over", "hand_over", is_flag=True, help="Transfer the league to this member."
)
@click.option("--origin", default="http://127.0.0.1:8000", show_default=True, help="Address of the server.")
@league_options
def invite(
    name: str | None,
    database: str | None,
    league: str | None,
    franchise: str | None,
    role: str,
    new_link: bool,
    hand_over: bool,
    origin: str,
) -> None:
    """Invite NAME and print their link. Without NAME, list the members.

    The link signs them in on any number of devices. It is shown only once.
    """
    from typing import cast

    from fieldhouse.league.journal.league import Role
    from fieldhouse.league.service.members import JOIN, MemberService

    with open_league(database, league) as (service, journal):
        people = MemberService(service, journal)
        if name is None:
            for member in journal.members:
                own = ", ".join(journal.league.names[n] for n in journal.franchises_of(member.number))
                click.echo(f"{member.name}: {member.role}" + (f", {own}" if own else ""))
            return
        if hand_over:
            people.transfer(people.member(name).number)
            click.echo(f"{name} is now the commissioner")
            return
        if new_link:
            token = people.new_link(people.member(name).number)
        else:
            number = people.franchise(franchise) if franchise is not None else None
            _, token = people.invite(name, cast(Role, role), number)
        click.echo(f"{name}: {origin.rstrip('/')}{JOIN}{token}")


VERBS = [deadline, manager, invite]
