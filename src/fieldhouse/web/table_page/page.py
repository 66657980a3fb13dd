"""What a page shows of a table, for one seat or a spectator: built from that seat's view and nothing else."""

from __future__ import annotations

from typing import Any

import msgspec

from fieldhouse.kernel.draft_queue import DraftChoice
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.scoreboard import Scoreboard
from fieldhouse.kernel.session.verbs import CONCEDE, OFFER_TIE, UNDO
from fieldhouse.store import server_clock
from fieldhouse.web.engine import autopick, draft_clock
from fieldhouse.web.engine.draft_clock import ClockReading
from fieldhouse.web.engine.live_table import LiveTable
from fieldhouse.web.table_page.board import ShownPart
from fieldhouse.web.table_page.end_page import EndPage
from fieldhouse.web.table_page.play_by_play import (
    LINES,
    PlayByPlayLine,
    RuleLink,
    ShownRoll,
    rule_link,
    table_headline,
)
from fieldhouse.web.table_page.question import (
    QuestionForm,
    RollForm,
    question_form,
    roll_form,
    use_board_answers,
)
from fieldhouse.web.table_page.render_cache import cached_beats, cached_log, cached_parts, cached_rolls
from fieldhouse.web.win_probability_bar import WinProbabilityBar

VERB_LABELS = {UNDO: "Take back", OFFER_TIE: "Offer a tie", CONCEDE: "Concede"}


AT_THIS_SCREEN = "at this screen"
"""Two people share it: neither is `You` for both."""


class ScoreboardSeat(msgspec.Struct):
    """A side of the scoreboard."""

    seat: int
    side: str
    name: str
    score: int | None
    asked: bool
    ball: bool
    mine: bool
    kind: str
    present: bool
    team: str = ""


class DraftRoom(msgspec.Struct):
    """What a draft or an auction has beside the game: clock, stand-in, wishes, the commissioner's buttons."""

    hands: ClockReading | None
    pace: int
    paused: bool
    asked: str
    """Whose clock it is."""
    commissioner: bool
    autopick: str = ""
    priced: bool = False
    wishes: list[tuple[DraftChoice, int]] = []
    """The seat's own list, with top prices."""
    free: list[tuple[str, list[DraftChoice]]] = []
    """Those who may still be wished for, by kind."""
    top: int = 0
    """What the list says of the player on offer."""


class TablePage(msgspec.Struct, kw_only=True):
    """Everything a table page needs."""

    id: str
    game: str
    title: str
    mode: str
    status: str
    state: str
    seat: int | None
    seats: tuple[int, ...]
    curtain: int | None
    chairs: list[ScoreboardSeat]
    head: Scoreboard | None
    parts: list[ShownPart]
    facts: list[tuple[str, str]]
    ask: QuestionForm | None
    typing: RollForm | None
    waits: str
    lines: list[PlayByPlayLine]
    event: str
    """The last event as one sentence."""
    more: int
    dice: list[ShownRoll]
    verbs: tuple[str, ...]
    undo: int | None
    tag: str
    stamp: int
    """Grows whenever this seat's table changes: a page never goes back to a smaller one."""
    beats: str
    outcome: str
    outcome_rule: RuleLink | None
    won: bool | None
    deadline_at: float | None
    may_claim: bool
    receipt: str
    successor: str | None
    prefix: bool
    hints: str = ""
    hinted: tuple[str, ...] = ()
    """The answers that a hint draws."""
    bar: WinProbabilityBar | None = None
    hints_agreed: bool = True
    """May hints be asked for? Two people have to agree on it."""
    end: EndPage | None = None
    room: DraftRoom | None = None


def table_page(
    live: LiveTable,
    held: tuple[Seat, ...],
    wanted: Seat | None = None,
    last: int | None = LINES,
    holder: str | None = None,
) -> TablePage:
    """The page for whoever holds these seats. Hold the table's lock."""
    table, row = live.table, live.row
    seat, curtain = choose_seat(live, held, wanted)
    view = table.view(seat) if table is not None else {}
    head = table.scoreboard(seat) if table is not None else None
    asking = table is not None and seat is not None and row.paused is None
    request = table.request_for(seat) if asking and table is not None and seat is not None else None
    shown, more = cached_log(live, seat, last) if table is not None else ([], 0)
    outcome = table.outcome if table is not None else None
    question = None
    if request is not None and seat is not None and head is not None:
        question = question_form(live.folder, request, live.game_table.sequence(seat), head)
    shown_parts = cached_parts(live, seat, view, question) if table is not None else []
    if question is not None:
        use_board_answers(question, shown_parts)
    late = row.deadline_at is not None and row.deadline_at < server_clock.now()
    return TablePage(
        id=live.id,
        game=row.game,
        title=live.game.meta.title,
        mode=row.mode,
        status=head.status if head is not None else "",
        state=row.status,
        seat=seat,
        seats=held,
        curtain=curtain,
        chairs=scoreboard_seats(live, head, table.pending_seats if table is not None else (), held),
        head=head,
        parts=shown_parts,
        facts=view_facts(view) if not shown_parts else [],
        ask=question,
        typing=roll_form(live, table.chance, seat) if table is not None else None,
        waits=waiting_text(live, seat),
        lines=shown,
        event=table_headline(live, seat, shown) if table is not None else "",
        more=more,
        dice=cached_rolls(live, seat) if table is not None else [],
        verbs=table.verbs(seat) if table is not None and seat is not None else (),
        undo=undo_seat(live, held, seat),
        tag=live.tag(seat),
        stamp=live.stamp(seat),
        beats=cached_beats(live, seat, view) if table is not None else "[]",
        outcome=outcome.text if outcome is not None else "",
        outcome_rule=rule_link(live.folder, outcome.rule) if outcome is not None else None,
        won=None if outcome is None or outcome.winner is None or len(held) != 1 else outcome.winner == seat,
        deadline_at=row.deadline_at,
        may_claim=late and row.on_deadline == "claim" and seat is not None and request is None,
        receipt=live.receipt(seat),
        successor=row.successor,
        prefix=bool(row.prefix),
        room=draft_room(live, seat, holder),
    )


def choose_seat(
    live: LiveTable, held: tuple[Seat, ...], wanted: Seat | None
) -> tuple[Seat | None, Seat | None]:
    """Which seat a page shows, and the seat that waits behind the curtain (None: no curtain).

    One person for both sides sees the side that is asked. Two people at one screen see nothing secret
    until the one whose turn it is opens the curtain.
    """
    if not held:
        return None, None
    if len(held) == 1:
        return held[0], None
    waiting = [seat for seat in seats_to_act(live) if seat in held]
    if live.row.mode == "hotseat" and live.row.status == "live" and live.game.meta.hidden:
        if wanted in held and (not waiting or wanted in waiting):
            return wanted, None
        return None, waiting[0] if waiting else held[0]
    if wanted in held and (not waiting or wanted in waiting):
        return wanted, None
    return (waiting[0] if waiting else held[0]), None


def seats_to_act(live: LiveTable) -> tuple[Seat, ...]:
    """The seats with something to answer, or the eyes for which a card is to be drawn and typed in."""
    if live.table is None:
        return ()
    chance = live.table.chance
    if chance is not None and live.row.dice == "typed" and chance.sees is not None:
        return chance.sees
    return live.table.pending_seats


def scoreboard_seats(
    live: LiveTable, head: Scoreboard | None, waiting: tuple[Seat, ...], held: tuple[Seat, ...] = ()
) -> list[ScoreboardSeat]:
    """The scoreboard; without a headline (the game has not begun) nobody has points or the ball."""
    return [
        ScoreboardSeat(
            chair.seat,
            live.game.seats[chair.seat],
            chair.name or (AT_THIS_SCREEN if live.row.mode == "hotseat" else ""),
            head.scores[chair.seat] if head is not None else None,
            chair.seat in waiting,
            head is not None and head.ball == chair.seat,
            chair.seat in held and live.row.mode != "hotseat",
            chair.kind,
            chair.kind == "coach" or chair.holder is not None,
            head.teams[chair.seat] if head is not None else live.game.seats[chair.seat],
        )
        for chair in live.seats
    ]


def view_facts(view: dict[str, Any]) -> list[tuple[str, str]]:
    """The small facts of a view, for games without a picture: the generic board."""
    skip = {"scores", "status", "game", "seat"}
    found = []
    for name, value in view.items():
        if name not in skip and isinstance(value, int | str) and not isinstance(value, bool) and value != "":
            found.append((name.replace("_", " "), str(value)))
        elif name == "hand" and isinstance(value, list) and value:
            found.append(("hand", ", ".join(map(str, value))))
    return found


def draft_room(live: LiveTable, seat: Seat | None, holder: str | None) -> DraftRoom | None:
    """What a draft or an auction shows beside the game; of wishes and autopick the seat's own alone."""
    part = live.folder.draft_queue
    if part is None:
        return None
    hands = draft_clock.read_clock(live, server_clock.now())
    shown = DraftRoom(
        hands,
        live.row.pace,
        live.row.paused is not None,
        live.game.seats[hands.seat] if hands is not None else "",
        live.commissioner(holder) and live.row.status == "live",
    )
    if seat is None or live.row.status != "live":
        return shown
    shown.autopick, shown.priced = live.autopick(seat), part.PRICED
    every = {one.key: one for one in autopick.draft_choices(live, seat)}
    for wanted in live.wishes(seat):
        one = every.pop(wanted.key)
        shown.wishes.append((one, wanted.top))
        if one.where == "on offer":
            shown.top = wanted.top
    kinds = dict.fromkeys(one.kind for one in every.values())
    shown.free = [
        (kind, [one for one in every.values() if one.kind == kind and not one.gone]) for kind in kinds
    ]
    return shown


def undo_seat(live: LiveTable, held: tuple[Seat, ...], seat: Seat | None) -> Seat | None:
    """The seat whose last answer this person may take back now: the one shown, or another of theirs."""
    if live.table is None or seat is None:
        return None
    able = [other for other in held if UNDO in live.table.verbs(other)]
    if live.row.mode == "hotseat" and live.game.meta.hidden:
        able = [other for other in able if other == seat]
    return seat if seat in able else next(iter(able), None)


def waiting_text(live: LiveTable, seat: Seat | None) -> str:
    """Whom everybody waits for, in words; empty when it is this seat or the game is over."""
    table = live.table
    if table is None:
        missing = [live.game.seats[c.seat] for c in live.seats if c.kind == "person" and not c.nonce]
        return f"Waiting for {' and '.join(missing)} to sit down" if missing else ""
    if live.row.paused is not None:
        return "The commissioner has paused"
    others = [other for other in table.pending_seats if other != seat]
    if table.outcome is not None or not others or seat in table.pending_seats:
        return ""
    names = " and ".join(live.seat_name(other) for other in others)
    if all(live.seats[other].kind == "coach" for other in others):
        return f"{names} {'is' if len(others) == 1 else 'are'} thinking"
    return f"Waiting for {names}"
