"""The question to a seat as a form: buttons, cards, groups, a number to type, what is on the board."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from html import unescape
from itertools import product, takewhile

import msgspec
from markupsafe import Markup

from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.requests import Choose, Seat
from fieldhouse.kernel.scoreboard import Scoreboard
from fieldhouse.web.engine.live_table import LiveTable
from fieldhouse.web.table_page.board import ShownPart
from fieldhouse.web.table_page.play_by_play import RuleLink, rule_link

MANY = 14
"""From this many options on they are shown in groups."""
MOST_LISTED = 8
"""With more answers than this on the board itself, their list is folded away."""

FEW_LETTERS = 4


class Choice(msgspec.Struct):
    """An answer as a button."""

    key: str
    label: str
    help: str
    rule: str
    refused: str = ""
    suit: str = ""
    on_board: bool = False
    """The board shows it too."""
    pointed: bool = False
    """A hint or a lesson points at it."""
    touches: tuple[str, ...] = ()
    """The places on the board that are touched to give this answer, in order."""
    warning: str = ""
    """What is given up by it: the button asks once more."""


def button_html(choice: Choice) -> Markup:
    """The answer as a button of its form."""
    return _button_html(
        choice.key, choice.label, choice.help, choice.suit, choice.touches, choice.warning, choice.pointed
    )


@lru_cache(maxsize=4096)
def _button_html(
    key: str, label: str, about: str, suit: str, touches: tuple[str, ...], warning: str, pointed: bool
) -> Markup:
    """Made once: a board game offers a hundred answers, and most of them again the next time."""
    look = " pointed" if pointed else ""
    if warning:
        return Markup(
            '<details class="choice confirm{}" id="sure-{}">\n<summary class="button">{}</summary><p>{}</p>\n'
            '<button class="button" name="key" value="{}">{} anyway</button></details>\n'
        ).format(look, key, label, warning, key, label)
    places = Markup(' data-touches="{}"').format(" ".join(touches)) if touches else ""
    words = Markup('<span class="suit {}">{}</span>').format(suit, label) if suit else label
    small = Markup("<small>{}</small>").format(about) if about else ""
    return Markup('<div class="choice{}"><button name="key" value="{}"{}>{}</button>{}</div>\n').format(
        look, key, places, words, small
    )


class Group(msgspec.Struct):
    """Buttons that belong together; `title` is empty where there is only one group."""

    title: str
    choices: list[Choice]


class QuestionForm(msgspec.Struct):
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
    tight: bool = False
    """Every answer is a word of a few letters: many stand in a row."""
    low: int = 0
    high: int = 0
    """Where the answers are the whole numbers from low to high, one is typed."""


def question_form(folder: Folder, request: Choose, sequence: int, head: Scoreboard) -> QuestionForm:
    """The question as a form with buttons, refused options included."""
    held = set(head.hand)
    touches = board_touches(folder)
    choices = [
        Choice(
            option.key,
            option.label,
            option.help,
            option.rule,
            suit=suit_color(option.label),
            touches=touches(option.key),
            warning=option.warning,
        )
        for option in request.menu.options()
    ]
    cards = sum(choice.key in held or bool(choice.suit) for choice in choices) * 2 > len(choices)
    groups = group_choices(choices)
    select = len(groups) == 1 and len(choices) > MANY * 2
    tight = len(choices) > MOST_LISTED and all(len(choice.label) <= FEW_LETTERS for choice in choices)
    refused = [Choice(r.key, r.label or r.key, "", r.rule, refused=r.reason) for r in request.menu.refusals()]
    if refused:
        groups[-1].choices.extend(refused)
    return QuestionForm(
        request.seat,
        sequence,
        request.what,
        request.prompt,
        request.help,
        rule_link(folder, request.rule),
        groups,
        cards,
        len(choices),
        select and not tight,
        tight=tight,
    )


def offered_keys(question: QuestionForm) -> set[str]:
    """The keys that may be answered; the refused ones may not, on the board either."""
    return {choice.key for group in question.groups for choice in group.choices if not choice.refused}


def group_choices(choices: list[Choice]) -> list[Group]:
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
    several = [Group(group_title(head, found), found) for head, found in groups.items() if len(found) > 1]
    return [*([Group("", single)] if single else []), *several]


def group_title(head: str, choices: list[Choice]) -> str:
    """What a group is about: the head of its keys where that is a word, else what its labels begin with."""
    labels = [choice.label.split() for choice in choices]
    if all(words and words[0].lower().rstrip(":") == head.partition("-")[0] for words in labels):
        return head
    begin = takewhile(lambda column: len(set(column)) == 1, zip(*labels, strict=False))
    return " ".join(column[0] for column in begin) or head


def suit_color(label: str) -> str:
    """`red` or `black` for a label that is a playing card (`10♥`), else nothing."""
    found = re.fullmatch(r"(?:10|[2-9JQKA])([♠♥♦♣])", label)
    return "" if found is None else "red" if found.group(1) in "♥♦" else "black"


def use_number_field(question: QuestionForm) -> None:
    """Answers that are whole numbers without a gap, too many to list, are typed as one."""
    numbers = sorted(int(key) for key in offered_keys(question) if key.isdecimal())
    if len(numbers) > MOST_LISTED and numbers[-1] - numbers[0] == len(numbers) - 1:
        question.low, question.high = numbers[0], numbers[-1]


def use_board_answers(question: QuestionForm, shown: list[ShownPart]) -> None:
    """An answer that is a card in the tray needs no second button; one on the board needs no long list."""
    hand = [part for part in shown if part.area == "hand"]
    cards = {face.key for part in hand if not part.half for face in part.faces if face.can}
    if halves := [part for part in hand if part.half]:
        pairs = product(*([face.key for face in part.faces if face.can] for part in halves))
        made = {halves[0].half.join(keys) for keys in pairs}
        question.halves = sorted(made & (set(halves[0].pairs) or offered_keys(question)))
        cards.update(question.halves)
        cards.update({halves[0].first} & offered_keys(question))
    question.drawn = len(cards)
    use_number_field(question)
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
            choice.on_board = choice.key in drawn or not touched.isdisjoint(choice.touches)
    several = sum(choice.on_board for group in question.groups for choice in group.choices)
    question.folded = several > MOST_LISTED
    if question.folded:
        _list_from_the_top(question, shown)


def _list_from_the_top(question: QuestionForm, shown: list[ShownPart]) -> None:
    """List answers that are touched on the board as they lie there, from the top down: forward first."""
    heights = {
        unescape(name): float(y) for part in shown if part.svg for name, y in _HEIGHT.findall(part.svg)
    }
    for group in question.groups:
        group.choices.sort(key=lambda choice: heights.get(choice.touches[-1], 0.0) if choice.touches else 0.0)


_SQUARE = re.compile(r'data-square="([^"]*)"')
_HEIGHT = re.compile(r'data-square="([^"]*)" x="[^"]*" y="([-\d.]+)"')


def board_touches(folder: Folder) -> Callable[[str], tuple[str, ...]]:
    """The game's own word for which places of its board an answer touches; none for most games."""
    return getattr(folder.board, "touches", _touch_nothing) if folder.has_board else _touch_nothing


def answers_around(live: LiveTable, seat: Seat, key: str, placed: Mapping[str, str]) -> list[str]:
    """The answers to send for `key` when these cards lie on places of the board already (place to card)."""
    fill = getattr(live.folder.board, "fill_around", None) if live.folder.has_board else None
    return [key] if fill is None or not placed else fill(live.game_table.view(seat), key, placed)


def attempted_key(live: LiveTable, seat: Seat, touched: str) -> str:
    """The answer that touching these places of the board stands for, legal or not."""
    made = getattr(live.folder.board, "attempted_key", None) if live.folder.has_board else None
    return touched if made is None else str(made(live.game_table.view(seat), touched.split()[:2]))


def _touch_nothing(key: str) -> tuple[str, ...]:
    return ()
