"""`fieldhouse league deadline`, `chair`, `invite`."""

from __future__ import annotations

import click

from fieldhouse.cli.league.common import league_options, open_league
from fieldhouse.kernel.errors import BadOptions


@click.command()
@click.argument("of", required=False)
@click.argument("moment", required=False)
@click.option("--reason", default="", help="For everybody to read; moving a deadline needs one.")
@click.option("--pause", is_flag=True, help="Pause the league: nothing is due until it goes on.")
@click.option("--resume", is_flag=True, help="Go on; deadlines move by the length of the pause.")
@league_options
def deadline(
    of: str | None, moment: str | None, database: str | None, league: str | None, reason: str, **given: bool
) -> None:
    """Games of a week (OF: "week 3"), or one fixture, are due at MOMENT ("2026-11-22 20:00").

    A moment without a zone of its own is in the league's. Without OF and MOMENT: what is due.
    """
    from fieldhouse.league.service.deadlines import DeadlineService

    with open_league(database, league) as (service, journal):
        calendar = DeadlineService(service, journal)
        if given["pause"]:
            calendar.pause(reason)
            click.echo("The league is paused")
        elif given["resume"]:
            calendar.resume(reason)
            click.echo("The league goes on")
        elif of is not None and moment is not None:
            click.echo(
                f"{of} is due {calendar.set_deadline(of, moment, reason).isoformat(timespec='minutes')}"
            )
        elif of is not None:
            raise BadOptions('when? Such as "2026-11-22 20:00"')
        else:
            for note in journal.deadlines.values():
                click.echo(f"{note.of}: {note.at}" + (f" ({note.reason})" if note.reason else ""))
            for fixture in calendar.overdue():
                click.echo(f"overdue: {fixture.id}")


@click.command()
@click.argument("franchise", required=False)
@click.option("--manager", metavar="MEMBER", help="Give it to this member.")
@click.option("--coach", metavar="LEVEL", help="Give it to a coach.")
@click.option("--stand-in", metavar="LEVEL", help="The coach who plays while the manager is away.")
@click.option("--away/--back", default=None, help="The manager is away, or back.")
@click.option("--line-up", metavar="WORDS", help="The line-up that is left behind for simulated games.")
@click.option("--reason", default="", help="For everybody to read.")
@league_options
def chair(
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
    """Who has the chair of FRANCHISE: a manager, a coach, a stand-in. Without one: all chairs."""
    import msgspec

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
            who = journal.members[now.member].name if now.member >= 0 else f"coach {now.level}"
            away_words = f" (away: coach {now.stand_in} stands in)" if now.away else ""
            if franchise is None or n == number:
                click.echo(f"{name}: {who}{away_words}")


@click.command()
@click.argument("name", required=False)
@click.option("--franchise", metavar="TEAM", help="The franchise that they manage.")
@click.option("--role", type=click.Choice(["manager", "reader", "commissioner"]), default="manager")
@click.option("--new-link", is_flag=True, help="A new link for a member; the old one dies.")
@click.option("--hand-over", is_flag=True, help="This member is commissioner from now on.")
@click.option("--origin", default="http://127.0.0.1:8000", show_default=True, help="Where the server is.")
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
    """Invite somebody by NAME and print the link for them. Without one: the members.

    The link opens the league on as many devices as they have. It is shown once; only its hash is kept.
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
            click.echo(f"{name} is commissioner")
            return
        if new_link:
            token = people.new_link(people.member(name).number)
        else:
            number = people.franchise(franchise) if franchise is not None else None
            _, token = people.invite(name, cast(Role, role), number)
        click.echo(f"{name}: {origin.rstrip('/')}{JOIN}{token}")


VERBS = [deadline, chair, invite]
