"""The buttons for what a seat may do at every table besides answering: concede, offer a tie, undo."""

from __future__ import annotations

from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.scoreboard import team_with_verb
from fieldhouse.kernel.session.verbs import CONCEDE, OFFER_TIE, UNDO
from fieldhouse.web.engine.live_table import LiveTable
from fieldhouse.web.table_page.panels import VerbButton

LABELS = {UNDO: "Undo", OFFER_TIE: "Offer a tie", CONCEDE: "Concede"}


def verb_buttons(live: LiveTable, held: tuple[Seat, ...], seat: Seat) -> list[VerbButton]:
    """The buttons of this seat; undo has a place of its own."""
    verbs = live.game_table.verbs(seat)
    return [
        VerbButton(verb, LABELS[verb], _question(live, held, seat, verb)) for verb in verbs if verb != UNDO
    ]


def undo_seat(live: LiveTable, held: tuple[Seat, ...], seat: Seat | None) -> Seat | None:
    """The seat whose last answer this person may undo now: the one shown, or another of theirs."""
    if live.table is None or seat is None:
        return None
    able = [other for other in held if UNDO in live.table.verbs(other)]
    if live.row.mode == "hotseat" and live.game.meta.hidden:
        able = [other for other in able if other == seat]
    return seat if seat in able else next(iter(able), None)


def _question(live: LiveTable, held: tuple[Seat, ...], seat: Seat, verb: str) -> str:
    teams = live.game_table.scoreboard().teams
    if verb != CONCEDE or len(teams) != 2:
        return ""
    whose = f" for {teams[seat]}" if len(held) > 1 else ""
    return f"Concede{whose}? {team_with_verb(teams[1 - seat], 'wins', 'win')}, and the game is over."
