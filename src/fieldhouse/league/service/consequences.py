"""What hangs on a result: pairings and results that would no longer stand, told before it is done."""

from __future__ import annotations

from fieldhouse.football.competition.format import Fixture
from fieldhouse.league.dice import LeagueDice
from fieldhouse.league.journal.acts import Act, LotDrawn
from fieldhouse.league.journal.entries import JournalEntry
from fieldhouse.league.journal.league import SERVER
from fieldhouse.league.journal.league_journal import LeagueJournal
from fieldhouse.league.text import fixture_name


def journal_after(journal: LeagueJournal, act: Act, dice: LeagueDice | None = None) -> LeagueJournal:
    """The journal as it would be with this act; with the league's dice also the lots it would need."""
    trial = LeagueJournal(journal.id, journal.entries)
    trial.add(JournalEntry(trial.size, 0.0, SERVER, act))
    while dice is not None and (lot := trial.season().lot) is not None:
        drawn = LotDrawn(lot.id, tuple(dice.lots(lot.id, lot.entries)))
        trial.add(JournalEntry(trial.size, 0.0, SERVER, drawn))
    return trial


def consequences(journal: LeagueJournal, act: Act, dice: LeagueDice | None = None) -> list[str]:
    """In words, in the order of the form: changed pairings, results that fall, another champion."""
    trial = journal_after(journal, act, dice)
    names = journal.league.names
    before, then = journal.fixtures(), trial.fixtures()
    found: list[str] = []
    for name, fixture in before.items():
        other = then.get(name)
        if other is not None and _teams(other) == _teams(fixture):
            continue
        told = f"{fixture_name(name)}: {_pair(fixture, names)} "
        told += f"becomes {_pair(other, names)}" if other is not None else "is undecided again"
        result = journal.result(fixture)
        if result is not None and result.kind != "void":
            told += f"; its result {result.visitor_points}-{result.home_points} no longer counts"
        elif journal.current(fixture) is not None:
            told += "; the game in progress no longer counts"
        found.append(told)
    found += [
        f"{fixture_name(name)}: {_pair(fixture, names)} is new"
        for name, fixture in then.items()
        if name not in before
    ]
    champion, next_one = journal.season().progress.champion, trial.season().progress.champion
    if champion is not None and champion != next_one:
        becomes = names[next_one] if next_one is not None else "undecided"
        found.append(f"Champion: {names[champion]} becomes {becomes}")
    return found


def _teams(fixture: Fixture) -> tuple[int, int]:
    return fixture.home, fixture.visitor


def _pair(fixture: Fixture, names: tuple[str, ...]) -> str:
    return f"{names[fixture.visitor]} at {names[fixture.home]}"
