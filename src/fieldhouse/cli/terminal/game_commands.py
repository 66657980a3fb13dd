"""What a person can type besides an answer: help, undo, save, log, box score, hint, and leaving."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from fieldhouse.cli.terminal import rulebook
from fieldhouse.cli.terminal.answers import AmbiguousAnswer, find_key
from fieldhouse.kernel import record as records
from fieldhouse.kernel.coaches import coach_view, level_label
from fieldhouse.kernel.draft_queue import DraftQueueRules, QueuedPick, check_queue
from fieldhouse.kernel.errors import FieldhouseError, IllegalAnswer
from fieldhouse.kernel.requests import Option
from fieldhouse.kernel.session.verbs import CONCEDE, OFFER_TIE, UNDO
from fieldhouse.kernel.standing_answer import passing_answer, standing_options
from fieldhouse.kernel.table import Table

if TYPE_CHECKING:
    from fieldhouse.cli.terminal.session import Session
    from fieldhouse.football.parts import Part

HINT_SECONDS = 3.0

HELP = """\
  Answer with a number or the words of an option; several at once: 1 3 2
  ?            this help                  ? OPTION what it does, or why not now
  ? 4.2        the text of a rule         ? WORD   rules that mention it
  board        show the board again       more     the rest of a long list
  log [all]    play-by-play so far        box      box score
  hint         ask the best coach         undo     undo your last answer
  save [FILE]  save the game              quit     save and quit
  concede      concede the game           offer-tie"""
TIMEOUT_HELP = """
  timeout      call a timeout after this play; `timeout off`: take that back
  ask always   ask about timeouts after every play; `ask late`: only late in a half"""
CHARTS_HELP = """
  charts       the charts in use          charts WORD  those named so"""
ROOM_HELP = """
  queue         your draft queue          queue PLAYER [PRICE]  add a player, or set a top price
  queue -PLAYER remove a player           queue ^PLAYER         move a player to the top
  autopick off|once|on                    your queue, then your manager, picks for you"""


def explain_question(session: Session, seat: int, what: str) -> None:
    """`?` on the question, `? kick` on an option, `? RB-9.14` on a rule, `? word` on the rulebook."""
    asked = session.table.request_for(seat)
    assert asked is not None
    if not what:
        session.screen.explain(asked)
        session.screen.say()
        room = ROOM_HELP if session.folder.draft_queue is not None else ""
        timeouts = TIMEOUT_HELP if has_timeouts(session) else ""
        charts = CHARTS_HELP if _chart_maker(session) is not None else ""
        session.screen.raw(HELP + charts + timeouts + room)
        return
    if rulebook.full_id(session.folder, what) is not None:
        session.screen.raw(rulebook.look_up(session.folder, what, session.screen.width))
        return
    try:
        session.screen.option(asked.menu.option(find_key(asked, what)))
    except AmbiguousAnswer as unclear:
        for key in unclear.fits[:20]:
            session.screen.option(asked.menu.option(key), rules=False)
    except IllegalAnswer as refused:
        _refused(session, what, refused)


def _refused(session: Session, what: str, refused: IllegalAnswer) -> None:
    """The game's reason; where it has none of its own, perhaps the word stands in the rulebook."""
    if not refused.rule:
        try:
            session.screen.raw(rulebook.look_up(session.folder, what, session.screen.width))
            return
        except FieldhouseError:
            pass
    session.screen.say(str(refused), "yellow")
    session.screen.rule(refused.rule)


def undo_answer(session: Session, seat: int, rest: str) -> None:
    """Take the last answer back, as long as nobody has learned anything from it."""
    if session.table.can_undo_roll(seat):
        session.typed_ahead.undo(session.table, seat)
    else:
        session.table.answer(seat, UNDO)
    session.screen.say("Undone.")


TIMEOUT_KEYS = ("time-out", "timeout")
"""How games call that answer."""


def has_timeouts(session: Session) -> bool:
    """May any seat call a timeout ahead in this play?"""
    return any(_timeout_options(session, seat) for seat in session.table.seats)


def _timeout_options(session: Session, seat: int) -> list[Option]:
    return [option for option in standing_options(session.table, seat) if option.key in TIMEOUT_KEYS]


def set_clock_questions(session: Session, seat: int, rest: str) -> None:
    """When to be asked whether to stop the clock: `late` in a half only, or `always`."""
    wanted = rest.lower()
    if not has_timeouts(session):
        raise FieldhouseError("there are no timeouts to ask about now")
    if wanted not in ("late", "always"):
        raise FieldhouseError("type `ask late` or `ask always`: when do you want to be asked about timeouts?")
    if wanted == "always":
        session.always_asked.add(seat)
    else:
        session.always_asked.discard(seat)
    when = "only late in a half" if wanted == "late" else "after every play"
    session.screen.say(f"You'll be asked about timeouts {when}.")
    passed = passing_answer(session.table, [seat], {})
    if wanted == "late" and passed is not None:
        session.table.answer(*passed)


def call_timeout(session: Session, seat: int, rest: str) -> None:
    """Call a timeout: as the answer where it is one, else ahead, for the end of this play."""
    asked = session.table.request_for(seat)
    now = next((key for key in TIMEOUT_KEYS if asked is not None and key in asked.keys), None)
    if now is not None:
        session.table.answer(seat, now)
        return
    if rest.lower() == "off":
        session.standing.pop(seat, None)
        session.screen.say("No timeout after this play.")
        return
    options = _timeout_options(session, seat)
    if not options:
        raise FieldhouseError("you can't call a timeout ahead now: only on defense, with a timeout left")
    session.standing[seat] = (options[0].key,)
    session.screen.say(f"{options[0].label}: {options[0].help}. `timeout off` takes it back.")


def save_game(session: Session, seat: int, rest: str) -> None:
    """Write the game to a file."""
    path = session.game_file.save(session.table, rest or None)
    session.screen.say(f"Saved to {path}. Resume with: fieldhouse play --resume {path}")


def show_log(session: Session, seat: int, rest: str) -> None:
    """The last twenty lines of play-by-play, or all."""
    events = session.events()
    session.screen.events(events if rest == "all" else events[-20:])
    if rest != "all" and len(events) > 20:
        session.screen.say(f"  ({len(events) - 20} earlier lines: `log all`)", "dim")
    ask_again(session, seat)


def show_box_score(session: Session, seat: int, rest: str) -> None:
    """The box score, where the game reports football."""
    text = box_score_text(session.table)
    session.screen.raw(text or f"{session.folder.meta.title} has no box score.")
    ask_again(session, seat)


def box_score_text(table: Table[Any]) -> str:
    """The box score of what everybody has seen; empty where no football was reported."""
    from fieldhouse.football.box_score import BoxScore, counted_statistics
    from fieldhouse.football.events import FootballEvent

    again = table
    if table.from_start:  # a game resumed from a file has only the words of its earlier events
        again = Table(table.game)
        records.apply_entries(again, table.entries)
    football = [event for event in again.events_for(None) if isinstance(event, FootballEvent)]
    if not football:
        return ""
    names = {event.side: event.team for event in football}
    box = BoxScore.of([names.get(side, "") for side in range(2)], football)
    box.counts = counted_statistics(box, table.game.meta.name)
    # Lines in which nobody has anything are left out: not every game counts everything.
    rows = [row for row in box.rows() if re.search("[1-9]", row[1] + row[2])]
    wide = max(12, *(len(line.team) for line in box.lines)) + 2
    head = ("" if table.from_start else "since the position", *(line.team for line in box.lines))
    return "\n".join(f"{name:22}{a:>{wide}}{b:>{wide}}" for name, a, b in (head, *rows)) if rows else ""


def show_hint(session: Session, seat: int, rest: str) -> None:
    """What the strongest coach would answer, from what this seat can see and no more."""
    asked = session.table.request_for(seat)
    assert asked is not None
    level = session.folder.meta.levels[-1]
    session.screen.say(f"{level_label(level)} is thinking ...", "dim")
    seed = len(session.table.entries)
    coach = session.folder.coach(level, session.table.game, seat, seed, HINT_SECONDS)
    reply = coach.answer(asked, coach_view(session.table, seat))
    keys = [reply] if isinstance(reply, str) else list(reply)
    after = len(keys) - 1
    then = f", and {after} more answer{'s' * (after > 1)} after it" if after else ""
    session.screen.say(f"{level_label(level)} suggests{then}:")
    session.screen.option(asked.menu.option(keys[0]), rules=False)


def show_board(session: Session, seat: int, rest: str) -> None:
    """Show the board again."""
    session.board(again=True)
    ask_again(session, seat)


def show_charts(session: Session, seat: int, rest: str) -> None:
    """The charts that this game is played with: their names, or those whose name has this word."""
    made = _chart_maker(session)
    if made is None:
        raise FieldhouseError(f"{session.folder.meta.title} has no charts to show here")
    parts = made(session.table.game)
    fits = [part for part in parts if rest and rest.lower() in part.label.lower()]
    for part in fits:
        session.screen.raw("\n".join([part.label, *table_lines(part.table, session.screen.width)]))
    if not fits:
        session.screen.raw("\n".join(f"  {part.label}" for part in parts))
        session.screen.say("Type `charts` and a word of a name, such as `charts kick`.", "dim")


def _chart_maker(session: Session) -> Callable[[Any], Sequence[Part]] | None:
    folder = session.folder
    return getattr(folder.board, "chart_parts", None) if folder.has_board else None


def table_lines(table: Sequence[Sequence[str]], width: int) -> list[str]:
    """The rows of a chart in columns; the last cell takes the lines that it needs."""
    wide = [max(len(row[n]) for row in table) for n in range(len(table[0]) - 1)]
    found = []
    for *first, last in table:
        head = "  " + "".join(f"{cell:<{size}}  " for cell, size in zip(first, wide, strict=True))
        found += textwrap.wrap(last, width, initial_indent=head, subsequent_indent=" " * len(head)) or [
            head.rstrip()
        ]
    return found


def ask_again(session: Session, seat: int) -> None:
    """The question, which has scrolled away."""
    asked = session.table.request_for(seat)
    if asked is not None:
        session.shown_options = session.screen.request(session.names[seat], asked)


def show_more(session: Session, seat: int, rest: str) -> None:
    """The next options of a long list."""
    asked = session.table.request_for(seat)
    assert asked is not None
    start = session.shown_options if session.shown_options < len(asked.keys) else 0
    session.shown_options = session.screen.options(asked, start, whole=True)


def confirm_concede(session: Session, seat: int, rest: str) -> None:
    """Give up, after asking once."""
    if session.lines.live:
        sure = session.line("Concede this game? (yes/no) ", ("yes", "no"))
        if sure.lower() not in ("y", "yes"):
            return
    session.table.answer(seat, CONCEDE)


def send_tie_offer(session: Session, seat: int, rest: str) -> None:
    """Offer a tie to the other side."""
    session.table.answer(seat, OFFER_TIE)


def edit_queue(session: Session, seat: int, rest: str) -> None:
    """Show the draft queue; add a player, take one off or move one to the top."""
    part = _queue_rules(session)
    every = {one.key: one for one in part.available_players(session.table.view(seat))}
    sign = rest[:1] if rest[:1] in ("-", "^") else ""
    word, _, price = rest[len(sign) :].strip().partition(" ")
    if word:
        key = _queued_player(word, list(every))
        kept = [one for one in session.queues[seat] if one.key != key]
        top = next((one.top for one in session.queues[seat] if one.key == key), 0)
        if price:
            if not price.lstrip("$").isdecimal():
                raise FieldhouseError(f"{price!r}: a top price is a whole number of dollars")
            top = int(price.lstrip("$"))
        wanted = QueuedPick(key, top)
        places = [one.key for one in session.queues[seat]]
        at = 0 if sign == "^" else places.index(key) if key in places else len(kept)
        if sign != "-":
            kept.insert(at, wanted)
        session.queues[seat] = check_queue(kept, every, priced=part.PRICED)
    for number, one in enumerate(session.queues[seat], start=1):
        about = every[one.key]
        top_price = f"  up to ${one.top}" if one.top else ""
        where = f"  ({about.where})" if about.where else ""
        session.screen.raw(f"  {number:>2} {one.key:<9} {about.kind} {about.label}{top_price}{where}")
    if not session.queues[seat]:
        session.screen.say("Your draft queue is empty.")


def _queue_rules(session: Session) -> DraftQueueRules:
    if session.folder.draft_queue is None:
        raise FieldhouseError(f"{session.folder.meta.title} has no draft queue")
    return session.folder.draft_queue


def _queued_player(word: str, keys: list[str]) -> str:
    fits = [key for key in keys if key.lower() == word.lower()]
    fits = fits or [key for key in keys if key.lower().startswith(word.lower())]
    if len(fits) != 1:
        few = ", ".join((fits or keys)[:8])
        fault = "fits several players" if fits else "is not in the pool"
        raise FieldhouseError(f"{word!r} {fault}: {few}")
    return fits[0]


def choose_autopick(session: Session, seat: int, rest: str) -> None:
    """Who answers: you, or your list and then the manager, once or from now on."""
    _queue_rules(session)
    if rest not in ("off", "once", "on"):
        raise FieldhouseError("type `autopick off`, `autopick once` or `autopick on`")
    session.autopick[seat] = rest
    session.screen.say(f"Autopick is {rest}.")


def leave_game(session: Session, seat: int, rest: str) -> None:
    """Save the game and leave it."""
    session.leave()


COMMANDS: dict[str, Callable[[Session, int, str], None]] = {
    "help": explain_question,
    "undo": undo_answer,
    "save": save_game,
    "log": show_log,
    "box": show_box_score,
    "hint": show_hint,
    "board": show_board,
    "charts": show_charts,
    "more": show_more,
    "queue": edit_queue,
    "autopick": choose_autopick,
    "ask": set_clock_questions,
    "timeout": call_timeout,
    "concede": confirm_concede,
    "offer-tie": send_tie_offer,
    "quit": leave_game,
    "exit": leave_game,
}
OLD_NAMES = {"wish": "queue"}
"""What commands were called before; scripts may still type it."""
AT_ROLLS = ("undo", "save", "log", "box", "board", "charts", "quit", "exit")
"""Those that also work while a typed roll is due."""
