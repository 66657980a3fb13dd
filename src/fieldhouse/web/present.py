"""What a page shows of a table, for one seat or a spectator: built from that seat's view and nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from itertools import product, takewhile
from typing import Any

import msgspec

from fieldhouse.football.beats import beats as football_beats
from fieldhouse.kernel.entries import Rolled
from fieldhouse.kernel.events import Event, HouseNote, sum_text
from fieldhouse.kernel.head import Head
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.requests import Chance, Choose, Seat
from fieldhouse.kernel.table import CONCEDE, OFFER_TIE, UNDO
from fieldhouse.kernel.wishes import Wishable
from fieldhouse.store import timepiece
from fieldhouse.web import clock, standin
from fieldhouse.web.clock import Hands
from fieldhouse.web.live import Live
from fieldhouse.web.picture import ShownPart, parts

MANY = 14
"""From this many options on they are shown in groups."""
LINES = 60
"""Play-by-play lines on the table page; the whole log is a link away."""


class RuleLink(msgspec.Struct):
    """A rule id with its words, for a link that explains itself."""

    id: str
    words: str


class Line(msgspec.Struct):
    """One line of play-by-play."""

    n: int
    text: str
    sum: str
    rules: list[RuleLink]
    look: str
    new: bool = False
    """Told since this seat's last answer."""


class Choice(msgspec.Struct):
    """One button."""

    key: str
    label: str
    help: str
    rule: str
    refused: str = ""
    suit: str = ""
    on_board: bool = False
    """The board shows it too."""


class Group(msgspec.Struct):
    """Buttons that belong together; `title` is empty where there is only one group."""

    title: str
    choices: list[Choice]


class Ask(msgspec.Struct):
    """The question to this seat, as a form."""

    seat: int
    sequence: int
    what: str
    prompt: str
    help: str
    rule: RuleLink | None
    groups: list[Group]
    cards: bool
    count: int
    select: bool
    drawn: int = 0
    """How many of the answers are cards in the tray."""
    folded: bool = False
    """The answers are worked on the board; the list is there for who wants it."""
    halves: list[str] = []
    """The answers that are made of two cards."""
    low: int = 0
    high: int = 0
    """Where the answers are the whole numbers from low to high, one is typed."""
    passes: str = ""
    """The answer that the page may give by itself for who wants to be asked only when it counts."""


class Fallen(msgspec.Struct):
    """A roll or draw that just fell."""

    stream: str
    key: str
    card: bool


class Chair(msgspec.Struct):
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


class Typing(msgspec.Struct):
    """A roll that waits to be typed in."""

    label: str
    rule: RuleLink | None
    keys: list[str]
    tag: str


class RoomShown(msgspec.Struct):
    """What a draft or an auction has beside the game: clock, stand-in, wishes, the commissioner's buttons."""

    hands: Hands | None
    pace: int
    paused: bool
    asked: str
    """Whose clock it is."""
    commissioner: bool
    autopick: str = ""
    priced: bool = False
    wishes: list[tuple[Wishable, int]] = []
    """The seat's own list, with top prices."""
    free: list[tuple[str, list[Wishable]]] = []
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
    chairs: list[Chair]
    head: Head | None
    parts: list[ShownPart]
    facts: list[tuple[str, str]]
    ask: Ask | None
    typing: Typing | None
    waits: str
    lines: list[Line]
    more: int
    dice: list[Fallen]
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
    room: RoomShown | None = None


def rule_link(folder: Folder, rule_id: str) -> RuleLink | None:
    """The rule with its words, cut to a length that fits a tooltip."""
    if not rule_id:
        return None
    try:
        words = re.sub(r"[*_`|]", "", folder.rule(rule_id) or "")
    except OSError:  # a game on somebody's own shelf may have no catalogue
        words = ""
    return RuleLink(rule_id, words if len(words) < 300 else words[:297] + "...")


def line(folder: Folder, event: Event, n: int) -> Line:
    """One event in words."""
    links = [link for rule in event.rules if (link := rule_link(folder, rule)) is not None]
    look = "house" if isinstance(event, HouseNote) else event.kind
    return Line(n, event.text(), sum_text(event.sum), links, look)


def lines(live: Live, seat: Seat | None, last: int | None = LINES) -> tuple[list[Line], int]:
    """The play-by-play for this seat and how many earlier lines were left out."""
    table = live.started
    events = table.events_for(seat)
    first = 0 if last is None else max(0, len(events) - last)
    news = {id(event) for event in table.events[live.news(seat)[0] :]}
    found: list[Line] = []
    for n, event in enumerate(events[first:], start=first):
        if not event.quiet:
            found.append(line(live.folder, event, n))
            found[-1].new = id(event) in news
    return found, first


def ask(folder: Folder, request: Choose, sequence: int, head: Head) -> Ask:
    """The question as a form with buttons, refused options included."""
    held = set(head.hand)
    choices = [
        Choice(
            option.key,
            option.label,
            option.help,
            option.rule,
            suit=suit(option.label),
        )
        for option in request.menu.options()
    ]
    cards = sum(choice.key in held or bool(choice.suit) for choice in choices) * 2 > len(choices)
    groups = grouped(choices)
    select = len(groups) == 1 and len(choices) > MANY * 2
    refused = [Choice(r.key, r.label or r.key, "", r.rule, refused=r.reason) for r in request.menu.refused()]
    if refused:
        groups[-1].choices.extend(refused)
    return Ask(
        request.seat,
        sequence,
        request.what,
        request.prompt,
        request.help,
        rule_link(folder, request.rule),
        groups,
        cards,
        len(choices),
        select,
        passes=request.passes,
    )


def in_a_row(question: Ask) -> None:
    """Answers that are whole numbers without a gap, too many to list, are typed as one."""
    numbers = sorted(int(key) for key in offered(question) if key.isdecimal())
    if len(numbers) > MOST_LISTED and numbers[-1] - numbers[0] == len(numbers) - 1:
        question.low, question.high = numbers[0], numbers[-1]


def offered(question: Ask) -> set[str]:
    """The keys that may be answered; the refused ones may not, on the board either."""
    return {choice.key for group in question.groups for choice in group.choices if not choice.refused}


MOST_LISTED = 8
"""With more answers than this on the board itself, their list is folded away."""


def as_pictures(question: Ask, shown: list[ShownPart]) -> None:
    """An answer that is a card in the tray needs no second button; one on the board needs no long list."""
    hand = [part for part in shown if part.area == "hand"]
    cards = {face.key for part in hand if not part.half for face in part.faces if face.can}
    if halves := [part for part in hand if part.half]:
        pairs = product(*([face.key for face in part.faces if face.can] for part in halves))
        question.halves = sorted({halves[0].half.join(keys) for keys in pairs} & offered(question))
        cards.update(question.halves)
    question.drawn = len(cards)
    in_a_row(question)
    if question.low:
        cards.update(str(number) for number in range(question.low, question.high + 1))
    for group in question.groups:
        group.choices = [choice for choice in group.choices if choice.key not in cards]
    question.groups = [group for group in question.groups if group.choices]
    question.cards = question.cards and not cards
    rest = [choice for group in question.groups for choice in group.choices]
    long = question.select or (bool(cards) and len(rest) > MOST_LISTED)
    question.select = long and len(question.groups) == 1 and not any(choice.refused for choice in rest)
    drawn = {key for part in shown if part.svg for key in re.findall(r'data-key="([^"]*)"', part.svg)}
    touched = {unescape(name) for part in shown if part.svg for name in _SQUARE.findall(part.svg)}
    for group in question.groups:
        for choice in group.choices:
            choice.on_board = choice.key in drawn or not touched.isdisjoint(named(choice.key))
    several = sum(choice.on_board for group in question.groups for choice in group.choices)
    question.folded = several > MOST_LISTED


_SQUARE = re.compile(r'data-square="([^"]*)"')


def named(key: str) -> set[str]:
    """The names in a key that a board may have as places to touch (`board.mjs` reads keys the same way)."""
    name, sign, to = key.partition(">")
    squares = re.findall(r"[a-z]\d{1,2}", key)
    return {*squares, name, f">{to}"} if sign else {*squares, *key.split(":")}


LATEST = 40
"""Beats are sent for as many of the latest events; a page plays those that it has not shown."""


def beats(live: Live, seat: Seat | None) -> str:
    """What a page may play of the latest events, as JSON: the event's number and its beat."""
    return "[]" if live.table is None else beats_of(live, live.table.events_for(seat))


def beats_of(live: Live, told: Sequence[Event]) -> str:
    """The beats of the latest of these events."""
    first = max(0, len(told) - LATEST)
    own = getattr(live.folder.board, "beats", None) if live.folder.has_board else None
    found = [
        {"n": n, **msgspec.to_builtins(beat)}
        for n, event in enumerate(told[first:], start=first)
        for beat in (own or football_beats)(event)
    ]
    return msgspec.json.encode(found).decode()


def suit(label: str) -> str:
    """`red` or `black` for a label that is a playing card (`10♥`), else nothing."""
    found = re.fullmatch(r"(?:10|[2-9JQKA])([♠♥♦♣])", label)
    return "" if found is None else "red" if found.group(1) in "♥♦" else "black"


def grouped(choices: list[Choice]) -> list[Group]:
    """Many options in groups by the first word of their keys (`short-pass:LE`, `f7-f9`)."""
    if len(choices) < MANY:
        return [Group("", choices)]
    groups: dict[str, list[Choice]] = {}
    for choice in choices:
        head = re.split(r"[:>\s]|(?<=\d)-", choice.key, maxsplit=1)[0]
        groups.setdefault(head, []).append(choice)
    if len(groups) < 2 or len(groups) > len(choices) * 2 // 3:
        return [Group("", choices)]
    single = [found[0] for found in groups.values() if len(found) == 1]
    several = [Group(titled(head, found), found) for head, found in groups.items() if len(found) > 1]
    return [*([Group("", single)] if single else []), *several]


def titled(head: str, choices: list[Choice]) -> str:
    """What a group is about: the head of its keys where that is a word, else what its labels begin with."""
    labels = [choice.label.split() for choice in choices]
    if all(words and words[0].lower().rstrip(":") == head.partition("-")[0] for words in labels):
        return head
    begin = takewhile(lambda column: len(set(column)) == 1, zip(*labels, strict=False))
    return " ".join(column[0] for column in begin) or head


def fallen(live: Live, seat: Seat | None) -> list[Fallen]:
    """The rolls and draws that are news to this seat, the last twelve at most."""
    found: list[Fallen] = []
    for entry in reversed(live.started.entries[live.news(seat)[1] :]):
        if isinstance(entry, Rolled) and (entry.sees is None or seat in entry.sees):
            found.append(Fallen(entry.stream, entry.key, not entry.key.lstrip("-").isdecimal()))
        if len(found) == 12:
            break
    return found[::-1]


def typing(live: Live, chance: Chance | None, seat: Seat | None) -> Typing | None:
    """The form in which people type what their own dice gave."""
    if chance is None or seat is None or live.row.dice != "typed":
        return None
    if chance.sees is not None and seat not in chance.sees:
        return None
    keys = sorted(
        chance.shown_keys, key=lambda key: (not key.isdecimal(), int(key) if key.isdecimal() else 0)
    )
    return Typing(chance.label, rule_link(live.folder, chance.rule), keys, live.tag(seat))


def chairs(
    live: Live, head: Head | None, waiting: tuple[Seat, ...], held: tuple[Seat, ...] = ()
) -> list[Chair]:
    """The scoreboard; without a headline (the game has not begun) nobody has points or the ball."""
    return [
        Chair(
            chair.seat,
            live.game.seats[chair.seat],
            chair.name,
            head.scores[chair.seat] if head is not None else None,
            chair.seat in waiting,
            head is not None and head.ball == chair.seat,
            chair.seat in held,
            chair.kind,
            chair.kind == "coach" or chair.holder is not None,
            head.teams[chair.seat] if head is not None else live.game.seats[chair.seat],
        )
        for chair in live.seats
    ]


def facts(view: dict[str, Any]) -> list[tuple[str, str]]:
    """The small facts of a view, for games without a picture: the generic board."""
    skip = {"scores", "status", "game", "seat"}
    found = []
    for name, value in view.items():
        if name not in skip and isinstance(value, int | str) and not isinstance(value, bool) and value != "":
            found.append((name.replace("_", " "), str(value)))
        elif name == "hand" and isinstance(value, list) and value:
            found.append(("hand", ", ".join(map(str, value))))
    return found


def choose_seat(live: Live, held: tuple[Seat, ...], wanted: Seat | None) -> tuple[Seat | None, Seat | None]:
    """Which seat a page shows, and the seat that waits behind the curtain (None: no curtain).

    One person for both sides sees the side that is asked. Two people at one screen see nothing secret
    until the one whose turn it is opens the curtain.
    """
    if not held:
        return None, None
    if len(held) == 1:
        return held[0], None
    waiting = [seat for seat in due(live) if seat in held]
    if live.row.mode == "hotseat" and live.row.status == "live" and live.game.meta.hidden:
        if wanted in held and (not waiting or wanted in waiting):
            return wanted, None
        return None, waiting[0] if waiting else held[0]
    if wanted in held and (not waiting or wanted in waiting):
        return wanted, None
    return (waiting[0] if waiting else held[0]), None


def due(live: Live) -> tuple[Seat, ...]:
    """The seats with something to answer, or the eyes for which a card is to be drawn and typed in."""
    if live.table is None:
        return ()
    chance = live.table.chance
    if chance is not None and live.row.dice == "typed" and chance.sees is not None:
        return chance.sees
    return live.table.waiting


def room(live: Live, seat: Seat | None, holder: str | None) -> RoomShown | None:
    """What a draft or an auction shows beside the game; of wishes and autopick the seat's own alone."""
    part = live.folder.wishes
    if part is None:
        return None
    hands = clock.hands(live, timepiece.now())
    shown = RoomShown(
        hands,
        live.row.pace,
        live.row.paused is not None,
        live.game.seats[hands.seat] if hands is not None else "",
        live.commissioner(holder) and live.row.status == "live",
    )
    if seat is None or live.row.status != "live":
        return shown
    shown.autopick, shown.priced = live.autopick(seat), part.PRICED
    every = {one.key: one for one in standin.listed(live, seat)}
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


def table_page(
    live: Live,
    held: tuple[Seat, ...],
    wanted: Seat | None = None,
    last: int | None = LINES,
    holder: str | None = None,
) -> TablePage:
    """The page for whoever holds these seats. Hold the table's lock."""
    table, row = live.table, live.row
    seat, curtain = choose_seat(live, held, wanted)
    view = table.view(seat) if table is not None else {}
    head = table.head(seat) if table is not None else None
    asking = table is not None and seat is not None and row.paused is None
    request = table.asked(seat) if asking and table is not None and seat is not None else None
    shown, more = lines(live, seat, last) if table is not None else ([], 0)
    outcome = table.outcome if table is not None else None
    question = None
    if request is not None and seat is not None and head is not None:
        question = ask(live.folder, request, live.started.sequence(seat), head)
    shown_parts: list[ShownPart] = []
    if table is not None:
        keys = offered(question) if question else set()
        shown_parts = parts(live.folder, view, keys, table.events_for(seat))
    if question is not None:
        as_pictures(question, shown_parts)
    late = row.deadline_at is not None and row.deadline_at < timepiece.now()
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
        chairs=chairs(live, head, table.waiting if table is not None else (), held),
        head=head,
        parts=shown_parts,
        facts=facts(view) if not shown_parts else [],
        ask=question,
        typing=typing(live, table.chance, seat) if table is not None else None,
        waits=waits(live, seat),
        lines=shown,
        more=more,
        dice=fallen(live, seat) if table is not None else [],
        verbs=table.verbs(seat) if table is not None and seat is not None else (),
        undo=undoing(live, held, seat),
        tag=live.tag(seat),
        stamp=live.stamp(seat),
        beats=beats(live, seat),
        outcome=outcome.text if outcome is not None else "",
        outcome_rule=rule_link(live.folder, outcome.rule) if outcome is not None else None,
        won=None if outcome is None or outcome.winner is None or seat is None else outcome.winner == seat,
        deadline_at=row.deadline_at,
        may_claim=late and row.on_deadline == "claim" and seat is not None and request is None,
        receipt=live.receipt(seat),
        successor=row.successor,
        prefix=bool(row.prefix),
        room=room(live, seat, holder),
    )


def undoing(live: Live, held: tuple[Seat, ...], seat: Seat | None) -> Seat | None:
    """The seat whose last answer this person may take back now: the one shown, or another of theirs."""
    if live.table is None or seat is None:
        return None
    able = [other for other in held if UNDO in live.table.verbs(other)]
    if live.row.mode == "hotseat" and live.game.meta.hidden:
        able = [other for other in able if other == seat]
    return seat if seat in able else next(iter(able), None)


def waits(live: Live, seat: Seat | None) -> str:
    """Whom everybody waits for, in words; empty when it is this seat or the game is over."""
    table = live.table
    if table is None:
        missing = [live.game.seats[c.seat] for c in live.seats if c.kind == "person" and not c.nonce]
        return f"Waiting for {' and '.join(missing)} to sit down" if missing else ""
    if live.row.paused is not None:
        return "The commissioner has paused"
    others = [other for other in table.waiting if other != seat]
    if table.outcome is not None or not others or seat in table.waiting:
        return ""
    names = " and ".join(live.seat_name(other) for other in others)
    if all(live.seats[other].kind == "coach" for other in others):
        return f"{names} {'is' if len(others) == 1 else 'are'} thinking"
    return f"Waiting for {names}"


VERB_WORDS = {UNDO: "Take back", OFFER_TIE: "Offer a tie", CONCEDE: "Concede"}
