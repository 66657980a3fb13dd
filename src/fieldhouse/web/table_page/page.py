"""The table page for one seat or a spectator: built from that seat's view and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fieldhouse.kernel.concession import result_text
from fieldhouse.kernel.fair import commitment
from fieldhouse.kernel.requests import Choose, Seat
from fieldhouse.kernel.scoreboard import Scoreboard
from fieldhouse.kernel.session.table_view import TIE_OFFER
from fieldhouse.kernel.standing_answer import ALWAYS, CANCEL, standing_options
from fieldhouse.lab.win_probability.estimator import is_judged_by_turns
from fieldhouse.store import server_clock
from fieldhouse.web import win_probability_bar
from fieldhouse.web.engine.daily_drive import DailyStatus, daily_status, day_of
from fieldhouse.web.engine.live_table import LiveTable
from fieldhouse.web.engine.standing_answers import standing_keys
from fieldhouse.web.filters import home_color
from fieldhouse.web.table_page.answer_form import answer_form, hand_rows
from fieldhouse.web.table_page.bar_panel import bar_panel
from fieldhouse.web.table_page.board import ShownPart, board_parts
from fieldhouse.web.table_page.draft_room import DraftRoom, draft_room
from fieldhouse.web.table_page.end_page import EndPage, build_end_page
from fieldhouse.web.table_page.hint_overlay import draw_hint
from fieldhouse.web.table_page.panels import (
    BarPanel,
    BoardPanel,
    Controls,
    DiceShare,
    FinalPanel,
    GameInfo,
    HintPanel,
    LogPanel,
    StandingButton,
    Tray,
    WaitingRoom,
    board_panel,
)
from fieldhouse.web.table_page.play_by_play import LINES, rule_link, table_headline
from fieldhouse.web.table_page.question import QuestionForm, question_form, use_board_answers
from fieldhouse.web.table_page.render_cache import cached_beats, cached_log, cached_parts, cached_rolls
from fieldhouse.web.table_page.roll_form import roll_form
from fieldhouse.web.table_page.scoreboard import ScoreboardPanel, scoreboard_panel, scoreboard_seats
from fieldhouse.web.table_page.verb_buttons import undo_seat, verb_buttons


class Visit(msgspec.Struct, kw_only=True, frozen=True):
    """Who looks at a table, and what they ask to see."""

    held: tuple[Seat, ...] = ()
    """The seats that their token opens."""
    holder: str | None = None
    wanted: Seat | None = None
    lines: int | None = LINES
    """Lines of play-by-play; None for all."""
    site: str = ""
    bar_off: bool = False
    turns: bool = False
    """The board turns with the team that is asked."""
    rest: bool = False
    """Drawers that never change are on their page already."""
    review_seconds: float = 0.0
    token: str = ""
    """For the dice of a rematch, with the commitment to them."""
    next_commitment: str = ""
    fault: str = ""
    hint: HintPanel | None = None
    hinted: Sequence[str] = ()
    """The answers that the hint draws on the board."""

    def repeats(self, live: LiveTable) -> bool:
        """Would a second visit like this one see the same page, as long as the table stays as it is?"""
        row = live.row
        asked = self.fault or self.hint is not None or self.hinted
        return not asked and row.status == "live" and row.dice == "fair" and not live.room and not day_of(row)


class TablePage(msgspec.Struct, kw_only=True):
    """Everything that the page of a table shows."""

    id: str
    game: str
    title: str
    state: str
    """`open` until everybody has come, `live`, `over`."""
    seat: Seat | None
    seats: tuple[Seat, ...]
    tag: str
    stamp: int
    """Grows whenever this seat's table changes: a page never goes back to a smaller one."""
    beats: str
    rest: bool
    home_ink: str
    """The ink of the home side where the game has one of its own."""
    scoreboard: ScoreboardPanel
    bar: BarPanel
    board: BoardPanel
    log: LogPanel
    tray: Tray
    controls: Controls | None
    info: GameInfo
    room: DraftRoom | None
    end: EndPage | None

    @property
    def my_turn(self) -> bool:
        """Does the table wait for who looks?"""
        return self.tray.ask is not None or self.tray.roll is not None

    @property
    def layout(self) -> str:
        """The class that arranges the page."""
        if self.room is not None:
            return "in-room"
        if self.end is not None:
            return "over"
        return self.board.layout

    @property
    def reloads(self) -> bool:
        """Without script the page has to be loaded again: others are to answer."""
        return self.state != "over" and self.tray.ask is None and self.tray.curtain is None


def table_page(live: LiveTable, visit: Visit) -> TablePage:
    """Build the page for this visit."""
    table, row = live.table, live.row
    seat, curtain, shared = choose_seat(live, visit.held, visit.wanted)
    answering = seat if shared is None else shared
    view = table.view(seat) if table is not None else {}
    if _may_turn(live, visit) and not visit.turns:
        view["facing"] = None
    head = table.scoreboard(seat) if table is not None else None
    request = None
    if table is not None and answering is not None and row.paused is None:
        request = table.request_for(answering)
    question = None
    if request is not None and head is not None:
        question = question_form(live.folder, request, live.game_table.sequence(request.seat), head)
    parts = cached_parts(live, seat, view, question) if table is not None else []
    if question is not None:
        use_board_answers(question, parts)
    if visit.hinted:
        draw_hint(parts, visit.hinted, live.folder, view)
    room = draft_room(live, seat, visit.holder)
    seats = scoreboard_seats(live, head, table.pending_seats if table is not None else (), visit.held)
    daily = daily_status(row)
    end = build_end_page(live, seat, visit.held, visit.review_seconds)
    board = board_panel(parts, view)
    board.scene = row.game if row.status == "open" else ""
    tray = _tray(live, visit, seat, curtain, head, board.hand, question, room)
    tray.shared = shared
    if shared is not None and tray.answers is not None:
        tray.answers.hidden.append(("shared", 1))
    if row.status == "over" and curtain is None:
        tray.final = _final(live, visit, seat, daily, has_end_page=end is not None)
    bar = win_probability_bar.win_probability_bar(live, seat, visit.held, visit.bar_off)
    return TablePage(
        id=live.id,
        game=row.game,
        title=live.game.meta.title,
        state=row.status,
        seat=seat,
        seats=visit.held,
        tag=live.tag(seat),
        stamp=live.stamp(seat),
        beats=cached_beats(live, seat, view) if table is not None else "[]",
        rest=visit.rest,
        home_ink=home_color(row.game),
        scoreboard=scoreboard_panel(seats, head, room, final=row.status == "over"),
        bar=bar_panel(bar, seated=seat is not None),
        board=board,
        log=_log(live, visit, seat, board.last),
        tray=tray,
        controls=_controls(live, visit, answering, request, daily, shared=shared is not None),
        info=_info(live, visit, seat, question, daily),
        room=room,
        end=end,
    )


def _may_turn(live: LiveTable, visit: Visit) -> bool:
    """Does the board turn with the team that is asked, and has this visitor both?"""
    return len(visit.held) > 1 and live.folder.has_board and hasattr(live.folder.board, "TURNS_WITH_SEAT")


def _log(live: LiveTable, visit: Visit, seat: Seat | None, turned: Sequence[ShownPart]) -> LogPanel:
    suffix = f"&seat={seat}" if seat is not None and len(visit.held) > 1 else ""
    address = f"/t/{live.id}?log=all{suffix}"
    if live.table is None:
        return LogPanel([], "", 0, address)
    lines, earlier = cached_log(live, seat, visit.lines)
    panel = LogPanel(lines[::-1], table_headline(live, seat, lines), earlier, address)
    if not turned:
        panel.rolls = cached_rolls(live, seat)
        panel.rolls_label = f"Dice and cards since {'the' if seat is None else 'your'} last answer"
    return panel


def _tray(
    live: LiveTable,
    visit: Visit,
    seat: Seat | None,
    curtain: Seat | None,
    head: Scoreboard | None,
    hand: Sequence[ShownPart],
    question: QuestionForm | None,
    room: DraftRoom | None,
) -> Tray:
    table, row = live.table, live.row
    tray = Tray(fault=visit.fault, hint=visit.hint, waits=waiting_text(live, seat), watching=seat is None)
    if row.status == "live" and not (room is not None and room.pace):
        tray.deadline_at = row.deadline_at
    if curtain is not None:
        tray.curtain, tray.curtain_team = curtain, live.team(curtain)
    elif row.status == "open":
        tray.waiting = _waiting_room(live, visit, tray.waits)
    elif row.status == "over":
        pass
    elif question is not None:
        tray.ask = question
        hidden = [("seat", question.seat), ("sequence", question.sequence)]
        address = f"/t/{live.id}/answer"
        tray.answers = answer_form(question, hand, row.game, address, hidden, room=room, pointed=visit.hinted)
        tray.answers.typed = tray.answers.layout == "board" and hasattr(live.folder.board, "attempted_key")
        if len(visit.held) > 1 and head is not None:
            tray.answer_for = head.teams[question.seat]
    elif table is not None and (roll := roll_form(live, table.chance, seat, head)) is not None:
        tray.roll = roll
    else:
        tray.hand = hand_rows(hand)
    return tray


def _waiting_room(live: LiveTable, visit: Visit, waits: str) -> WaitingRoom:
    people = [chair for chair in live.seats if chair.kind == "person"]
    kept = [chair for chair in people if visit.holder and chair.holder == visit.holder and not chair.nonce]
    free = any(chair.holder is None for chair in people)
    return WaitingRoom(
        waits or "Everyone is here",
        kept[0].seat if kept else None,
        bool(visit.held) and free,
    )


def _final(
    live: LiveTable, visit: Visit, seat: Seat | None, daily: DailyStatus | None, *, has_end_page: bool
) -> FinalPanel:
    row, seated = live.row, bool(visit.held)
    outcome = live.game_table.outcome
    assert outcome is not None
    headline = result_text(live.game_table)
    if not has_end_page and outcome.winner is not None and len(visit.held) == 1:
        headline += " You win!" if outcome.winner == seat else " You lose."
    veiled = daily is not None and daily.dice_still_secret
    return FinalPanel(
        headline=headline,
        rule=rule_link(live.folder, outcome.rule),
        league=row.league_id,
        new_league=live.room and seated,
        daily=daily,
        successor=row.successor or "",
        rematch=row.successor is None and seated,
        token=visit.token,
        share=has_end_page and not veiled,
        same_dice=seated and row.dice == "fair" and not row.prefix and not veiled,
        verify=not veiled,
        watching=not seated,
    )


def _controls(
    live: LiveTable,
    visit: Visit,
    seat: Seat | None,
    request: Choose | None,
    daily: DailyStatus | None,
    *,
    shared: bool,
) -> Controls | None:
    """The buttons of who plays; None for who watches, and when the game is over."""
    table, row = live.table, live.row
    if table is None or seat is None or row.status != "live":
        return None
    undo = undo_seat(live, visit.held, seat)
    unaided = daily is not None and daily.hints_forbidden
    asked = request is not None and request.what != TIE_OFFER and not shared  # advice would tell secrets
    hint = asked and not unaided and win_probability_bar.hints_agreed(live)
    standing = [*_standing_buttons(live, seat), *_timeouts_of_others(live, visit.held, seat)]
    late = row.deadline_at is not None and row.deadline_at < server_clock.now()
    return Controls(
        seat=seat,
        undo=undo,
        undo_sequence=table.sequence(undo) if undo is not None else 0,
        undo_label="Undo last roll" if undo is not None and table.can_undo_roll(undo) else "Undo",
        sequence=table.sequence(seat),
        hint=hint,
        values=hint and not live.room and not is_judged_by_turns(live.row.game),
        daily=unaided,
        verbs=verb_buttons(live, visit.held, seat),
        standing=[one for one in standing if not one.answers],
        shortcuts=[one for one in standing if one.answers],
        facing=("on" if visit.turns else "off") if _may_turn(live, visit) else "",
        charts=live.folder.has_board and hasattr(live.folder.board, "chart_parts"),
        claim=late and row.on_deadline == "claim" and request is None,
    )


def _standing_buttons(live: LiveTable, seat: Seat) -> list[StandingButton]:
    """What this seat may ask for ahead, except what its question offers as an answer."""
    table, found = live.game_table, []
    asked, chosen = table.request_for(seat), standing_keys(live, seat)
    for option in () if live.room else standing_options(table, seat):
        pressed = option.key in chosen
        answers = asked is not None and option.key in asked.ahead and not pressed
        if asked is not None and option.key in asked.keys:
            continue
        if option.key.startswith(ALWAYS) and not pressed and not answers:
            continue
        key = f"{CANCEL}{option.key}" if pressed else option.key
        sequence = table.sequence(seat)
        found.append(StandingButton(seat, sequence, key, option.label, option.help, pressed, answers))
    return found


def _timeouts_of_others(live: LiveTable, held: tuple[Seat, ...], shown: Seat) -> list[StandingButton]:
    """What a person may ask for ahead for their other seats, with the team's name."""
    found = [one for seat in held if seat != shown for one in _standing_buttons(live, seat)]
    return [
        msgspec.structs.replace(one, label=f"{one.label} ({live.team(one.seat)})")
        for one in found
        if ":" not in one.key.removeprefix(CANCEL) and not one.answers
    ]


def _info(
    live: LiveTable,
    visit: Visit,
    seat: Seat | None,
    question: QuestionForm | None,
    daily: DailyStatus | None,
) -> GameInfo:
    row, seated = live.row, bool(visit.held)
    veiled = daily is not None and daily.dice_still_secret
    fair = row.dice == "fair"
    return GameInfo(
        watch="" if veiled else f"{visit.site}/t/{live.id}",
        notify_seat=visit.held[0] if seated else None,
        export=seated and not veiled,
        over=row.status == "over",
        moves_players=question is not None and question.folded,
        commitment=commitment(row.secret) if fair else "",
        league_dice=bool(row.league_id),
        daily_day=f"{daily.day:%B} {daily.day.day}" if daily is not None else "",
        shares=[
            DiceShare(live.game.seats[chair.seat], chair.nonce_by == "person")
            for chair in live.seats
            if chair.kind == "person" and chair.nonce_by in ("person", "server")
        ],
        next_commitment=visit.next_commitment if row.successor is None else "",
        branched_from=f"/t/{row.origin_table}/replay?at={row.prefix}"
        if row.origin_table and row.prefix
        else "",
        imported=bool(row.prefix),
        receipt=live.receipt(seat) if seated else "",
    )


def choose_seat(
    live: LiveTable, held: tuple[Seat, ...], wanted: Seat | None
) -> tuple[Seat | None, Seat | None, Seat | None]:
    """Which seat a page shows, which waits behind the curtain, and which is asked in the open.

    One person for both sides sees the side that is asked. Two people at one screen see nothing secret
    until the one whose turn it is opens the curtain. A question whose answer both may see needs none: the
    page shows what everybody sees, and the seat's own cards when it wants to look.
    """
    if not held:
        return None, None, None
    if len(held) == 1:
        return held[0], None, None
    waiting = [seat for seat in seats_to_act(live) if seat in held]
    curtained = live.row.mode == "hotseat" and live.row.status == "live" and live.game.meta.hidden
    if curtained and not (waiting and is_open_question(live, waiting[0])):
        if wanted in held and (not waiting or wanted in waiting):
            return wanted, None, None
        if waiting and has_open_answer(live, waiting[0]):
            return None, None, waiting[0]
        return None, waiting[0] if waiting else held[0], None
    if wanted in held and (not waiting or wanted in waiting):
        return wanted, None, None
    return (waiting[0] if waiting else held[0]), None, None


def has_open_answer(live: LiveTable, seat: Seat) -> bool:
    """May both players see what this seat is asked, and its answer?"""
    table = live.game_table
    asked = table.request_for(seat)
    return not (asked is None or table.together or asked.sees is not None or asked.hides or live.room)


def is_open_question(live: LiveTable, seat: Seat) -> bool:
    """May both players look while this seat answers? Its view shows no secret, and its answer is none."""
    table = live.game_table
    asked = table.request_for(seat)
    if asked is None or not has_open_answer(live, seat):
        return False
    seen, public = table.view(seat), table.view(None)
    if {**seen, "seat": None} != {**public, "seat": None}:
        return False
    shown = board_parts(live.folder, seen, asked.keys)
    return not any(part.first or any(card.batch for card in part.faces) for part in shown)


def seats_to_act(live: LiveTable) -> tuple[Seat, ...]:
    """The seats with something to answer, or the eyes for which a card is to be drawn and typed in."""
    if live.table is None:
        return ()
    chance = live.table.chance
    if chance is not None and live.row.dice == "typed" and chance.sees is not None:
        return chance.sees
    return live.table.pending_seats


def waiting_text(live: LiveTable, seat: Seat | None) -> str:
    """Whom everybody waits for, in words; empty when it is this seat or the game is over."""
    table = live.table
    if table is None:
        missing = [live.game.seats[c.seat] for c in live.seats if c.kind == "person" and not c.nonce]
        return f"Waiting for {' and '.join(missing)} to join" if missing else ""
    if live.row.paused is not None:
        return "The commissioner has paused the draft"
    others = [other for other in table.pending_seats if other != seat]
    if table.outcome is not None or not others or seat in table.pending_seats:
        return ""
    names = " and ".join(live.seat_name(other) for other in others)
    if all(live.seats[other].kind == "coach" for other in others):
        return f"{names} {'is' if len(others) == 1 else 'are'} thinking"
    return f"Waiting for {names}"
