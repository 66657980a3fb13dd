"""The play-by-play of a seat with sums and rules, the latest rolls, and the beats that a page plays."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeAlias, get_args

import msgspec
from markupsafe import Markup, escape

from fieldhouse.football.beats import Beat
from fieldhouse.football.beats import beats as football_beats
from fieldhouse.football.events import (
    Conversion,
    Kicked,
    PeriodEnded,
    Possession,
    Scored,
    TryFailed,
    Turnover,
)
from fieldhouse.kernel.concession import concession_text
from fieldhouse.kernel.entries import Rolled
from fieldhouse.kernel.events import Event, HouseNote, sum_text
from fieldhouse.kernel.game import View
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.table import Table
from fieldhouse.web.engine.live_table import LiveTable
from fieldhouse.web.learn.rule_links import rule_address
from fieldhouse.web.table_page.board import last_play_svg

LINES = 40
"""Play-by-play lines on the table page; the whole log is a link away."""
LATEST = 40
"""Beats are sent for at least as many of the latest events; a page plays those that it has not shown."""
MOST_PLAYED = 240
"""Of what is new as many events at most are played; what came before them is only told."""
AT_ONCE = 10
"""Where nobody says what is new, as many of the latest events are."""

TRIES = get_args(Conversion)
"""What comes after a touchdown."""


class RuleLink(msgspec.Struct, frozen=True):
    """A rule id with its words, for a link that explains itself."""

    id: str
    words: str


class PlayByPlayLine(msgspec.Struct):
    """One line of play-by-play."""

    n: int
    text: str
    sum: str
    rules: tuple[RuleLink, ...]
    look: str
    new: bool = False
    """Told since this seat's last answer."""


class ShownRoll(msgspec.Struct):
    """A roll or draw that just fell."""

    stream: str
    key: str
    card: bool


def rule_link(folder: Folder, rule_id: str) -> RuleLink | None:
    """The rule with its words, cut to a length that fits a tooltip."""
    if not rule_id:
        return None
    try:
        words = re.sub(r"[*_`|]", "", folder.rule(rule_id) or "")
    except OSError:  # a game on somebody's own shelf may have no catalogue
        words = ""
    return RuleLink(rule_id, words if len(words) < 300 else words[:297] + "...")


EventWords: TypeAlias = tuple[str, str, tuple[RuleLink, ...], str]
"""What a line says of an event: words, sum, rules, look."""
MOST_EVENTS = 4096
"""Events whose words are remembered: those of a hundred pages."""
_WORDS: OrderedDict[tuple[str, int], tuple[Event, EventWords]] = OrderedDict()


def _event_words(folder: Folder, event: Event) -> EventWords:
    """What a line says of an event, made once: events never change, and every page shows forty."""
    place = folder.name, id(event)
    found = _WORDS.get(place)
    if found is None or found[0] is not event:
        links = tuple(link for rule in event.rules if (link := rule_link(folder, rule)) is not None)
        look = "house" if isinstance(event, HouseNote) else event.kind
        found = _WORDS[place] = event, (event.text(), sum_text(event.sum), links, look)
        if len(_WORDS) > MOST_EVENTS:
            _WORDS.popitem(last=False)
    return found[1]


def log_line(folder: Folder, event: Event, n: int) -> PlayByPlayLine:
    """One event in words."""
    return PlayByPlayLine(n, *_event_words(folder, event))


def log_html(lines: Sequence[PlayByPlayLine], game: str) -> Markup:
    """Lines of play-by-play as list items."""
    return Markup(
        "".join(
            f'<li class="ev ev-{escape(line.look)}{" new" if line.new else ""}" data-n="{line.n}">'
            f"{_line_html(line.text, line.sum, line.rules, game)}</li>\n"
            for line in lines
        )
    )


@lru_cache(maxsize=MOST_EVENTS)
def _line_html(text: str, total: str, rules: tuple[RuleLink, ...], game: str) -> str:
    """What stands in a line: the same in every page that shows it."""
    parts = [f'<span class="words">{escape(text)}</span>']
    parts += [f' <span class="sum">{escape(total)}</span>'] if total else []
    parts += [f" {rule_html(link, game)}" for link in rules]
    return "".join(parts)


def rule_html(link: RuleLink | None, game: str) -> Markup:
    """A link to a rule; nothing where there is none."""
    if link is None:
        return Markup()
    href, words = escape(rule_address(link.id, game)), escape(link.words)
    return Markup(f'<a class="ruleid" href="{href}" title="{words}">{escape(link.id)}</a>')


def name_conceding_team(table: Table[Any], lines: Sequence[PlayByPlayLine]) -> None:
    """Put the team's name into the line of a concession."""
    outcome, words = table.outcome, concession_text(table)
    if outcome is None or not words:
        return
    for line in lines:
        if line.text == f"{outcome.text}.":
            line.text = f"{words}."


def log_lines(
    live: LiveTable, seat: Seat | None, last: int | None = LINES
) -> tuple[list[PlayByPlayLine], int]:
    """The play-by-play for this seat and how many earlier lines were left out."""
    table = live.game_table
    events = table.events_for(seat)
    first = 0 if last is None else max(0, len(events) - last)
    news = {id(event) for event in table.events[live.news.since_last_answer(live.game_table, seat)[0] :]}
    found: list[PlayByPlayLine] = []
    for n, event in enumerate(events[first:], start=first):
        if not event.quiet:
            found.append(log_line(live.folder, event, n))
            found[-1].new = id(event) in news
    name_conceding_team(table, found)
    return found, first


def step_lines(folder: Folder, told: Sequence[Event], first: int, before: int = 8) -> list[PlayByPlayLine]:
    """The lines of a replay's step, the events from `first` on, after a few lines before it."""
    shown = max(0, min(first, len(told)) - before)
    found = [log_line(folder, event, n) for n, event in enumerate(told) if n >= shown and not event.quiet]
    for one in found:
        one.new = one.n >= first
    return found


def table_headline(live: LiveTable, seat: Seat | None, shown: Sequence[PlayByPlayLine]) -> str:
    """The last event as one sentence, of these lines."""
    return last_play_sentence(live.folder, live.game_table.events_for(seat), shown)


def last_play_sentence(folder: Folder, events: Sequence[Event], shown: Sequence[PlayByPlayLine]) -> str:
    """The last event as one sentence: of what is new the last that is played, else the last line.

    Where only lines beside a play are new, the sentence of that play stays.
    """
    played = _played(folder)
    shown = [one for one in shown if not events[one.n].aside] or shown
    news = [one for one in shown if one.new] or shown
    for place, one in reversed([*enumerate(news)]):
        if said := [beat.words for beat in played(events[one.n]) if beat.words]:
            before = [events[other.n] for other in news[:place]]
            if events[one.n].follows:
                return " ".join([*_play_words(played, before), said[-1]])
            return _with_cause(events[one.n], before, said[-1])
    return news[-1].text if news else ""


def _play_words(played: Callable[[Event], Sequence[Beat]], before: Sequence[Event]) -> list[str]:
    """The sentence of the last play and what followed it, in order."""
    found: list[str] = []
    for event in reversed(before):
        beats = [beat for beat in played(event) if beat.words]
        if event.follows and beats:
            found.append(beats[-1].words)
        elif any(beat.play for beat in beats):
            return [beats[-1].words, *reversed(found)]
    return []


def _with_cause(last: Event, before: Sequence[Event], words: str) -> str:
    """Who takes over, or that a period is over, is half of it: the sentence begins with the points, the loss
    or the kick before.

    Points of an earlier possession come first, and then what gave the ball this time.
    """
    if not isinstance(last, Possession | PeriodEnded):
        return words
    took = max((n for n, event in enumerate(before) if isinstance(event, Possession)), default=-1)
    earlier, since = before[: took + 1], before[took + 1 :]
    if points := _points(since):
        return f"{points} {words}"
    kinds = (Turnover, TryFailed, Kicked)
    cause = next((event for event in reversed(since) if isinstance(event, kinds) and not event.quiet), None)
    gave = "" if cause is None else cause.text()
    return " ".join(filter(None, (_points(earlier), gave, words)))


def _points(news: Sequence[Event]) -> str:
    """The last score, a touchdown with its try: `Touchdown Blue, extra point good!`"""
    scored = [event for event in news if isinstance(event, Scored)]
    if not scored:
        return ""
    first = next((event for event in reversed(scored) if event.what == "touchdown"), scored[-1])
    if first.what != "touchdown":
        return f"{first.gist()}."
    tries = [event for event in news if isinstance(event, Scored | TryFailed) and event.what in TRIES]
    tried = next((event for event in reversed(tries) if event.side == first.side), None)
    if tried is None:
        return f"Touchdown {first.team}!"
    good = "good" if isinstance(tried, Scored) else "no good"
    return f"Touchdown {first.team}, {tried.what} {good}!"


def recent_rolls(live: LiveTable, seat: Seat | None) -> list[ShownRoll]:
    """The rolls and open draws that are news to this seat, the last twelve at most. What it alone was dealt
    is in its hand."""
    news = live.game_table.entries[live.news.since_last_answer(live.game_table, seat)[1] :]
    rolls = [one for one in news if isinstance(one, Rolled) and one.sees is None]
    return group_rolls(rolls[-12:])


def group_rolls(rolls: Sequence[Rolled]) -> list[ShownRoll]:
    """Rolls of one kind lie together."""
    found: list[ShownRoll] = []
    for roll in rolls:
        card = not roll.key.lstrip("-").isdecimal()
        if found and not card and not found[-1].card and found[-1].stream == roll.stream:
            found[-1].key += f" {roll.key}"
        else:
            found.append(ShownRoll(roll.stream, roll.key, card))
    return found


def table_beats(live: LiveTable, seat: Seat | None, view: View) -> str:
    """What a page may play of the latest events, as JSON: the event's number and its beat."""
    table = live.game_table
    news = {id(event) for event in table.events[live.news.since_last_answer(live.game_table, seat)[0] :]}
    told = table.events_for(seat)
    first = next((n for n in range(len(told)) if id(told[n]) in news), len(told))
    return encode_beats(live.folder, told, view, first)


def encode_beats(folder: Folder, told: Sequence[Event], view: View, news: int | None = None) -> str:
    """The beats of the latest of these events, the event's number with each: of all that is new, and a few
    before. Of plays that came at once, the events from `news` on, the earlier ones bring what was turned up
    and rolled: the board shows the last."""
    news = max(0, len(told) - AT_ONCE) if news is None else news
    first = max(0, len(told) - MOST_PLAYED, min(news, len(told) - LATEST))
    played = _played(folder)
    found = [
        {"n": n, **msgspec.to_builtins(beat)}
        for n, event in enumerate(told[first:], start=first)
        for beat in played(event)
    ]
    plays = [beat for beat in found if beat.get("play") and beat["n"] >= news]
    for beat, following in pairwise(plays):
        if drawn := last_play_svg(folder, view, told[: following["n"]]):
            beat["last"] = drawn
    return msgspec.json.encode(found).decode()


def _played(folder: Folder) -> Callable[[Event], Sequence[Beat]]:
    """How the game's board shows an event, or how football does."""
    found: Callable[[Event], Sequence[Beat]] = football_beats
    return getattr(folder.board, "beats", found) if folder.has_board else found
