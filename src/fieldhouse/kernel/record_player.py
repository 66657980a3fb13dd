"""The replay player of a record: one page with buttons and a slider, without any library.

There is a picture for every whistle. Pictures of one game share most of their elements (field, numbers), so
each element is stored once and a picture is a list of numbers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html import escape
from typing import Any, NamedTuple

from fieldhouse.kernel.errors import BadRecord
from fieldhouse.kernel.events import render
from fieldhouse.kernel.notebook import html_frame, html_table
from fieldhouse.kernel.record import Record, apply_entry, record_game
from fieldhouse.kernel.registry import find
from fieldhouse.kernel.table import Table

MAX_MOMENTS = 200
MAX_BYTES = 2_000_000
"""Bounds of a page: a longer or larger game shows every second whistle, or every fourth."""
HEIGHT = 640


class ReplayMoment(NamedTuple):
    """A whistle: the headline, the events since the last one, and the picture."""

    title: str
    words: list[str]
    svg: str


def replay_moments(record: Record) -> list[ReplayMoment]:
    """Every whistle of the game as a spectator saw it, and its end."""
    table: Table[Any] = Table(record_game(record))
    found, told = [_moment(table, [])], 0
    whistle = table.last_frame
    for number, entry in enumerate(record.entries, start=1):
        try:
            apply_entry(table, entry)
        except BadRecord as fault:
            raise BadRecord(fault.what, entry=number) from None
        if table.last_frame is not whistle or table.outcome is not None:
            whistle = table.last_frame
            events = table.events_for(None)
            found.append(_moment(table, [render(event) for event in events[told:]]))
            told = len(events)
    return found


def _moment(table: Table[Any], words: list[str]) -> ReplayMoment:
    head = table.scoreboard()
    score = " - ".join(f"{team} {points}" for team, points in zip(head.teams, head.scores, strict=True))
    status = head.status if table.outcome is None else table.outcome.text
    return ReplayMoment(f"{score}. {status}", words, table.svg())


def record_html(record: Record) -> str:
    """What a notebook shows of a record: the player in a frame, or why it cannot be shown."""
    try:
        return html_frame(player_page(record), HEIGHT, night=NIGHT, scripts=True)
    except BadRecord as fault:
        return html_table((), f"{record!r} cannot be shown: {fault}")


def player_page(record: Record) -> str:
    """The player as an HTML page. BadRecord where the record cannot be replayed."""
    shown = replay_moments(record)
    while True:
        text = _page(find(record.game).meta.title, shown)
        if len(shown) <= 2 or (len(shown) <= MAX_MOMENTS and len(text.encode()) <= MAX_BYTES):
            return text
        shown = _thinned(shown)


def _thinned(shown: Sequence[ReplayMoment]) -> list[ReplayMoment]:
    """Every second moment from the end, with the text of the one left out before it."""
    last = len(shown) - 1
    kept = [n for n in range(len(shown)) if (last - n) % 2 == 0]
    return [
        shown[n]._replace(words=(shown[n - 1].words + shown[n].words) if n else shown[n].words) for n in kept
    ]


def _page(title: str, shown: Sequence[ReplayMoment]) -> str:
    elements: dict[str, int] = {}
    pictures = []
    for moment in shown:
        parts = re.split(r"(?<=>)(?=<)", moment.svg)
        pictures.append([elements.setdefault(part, len(elements)) for part in parts])
    data = json.dumps(
        [list(elements), [[m.title, m.words, svg] for m, svg in zip(shown, pictures, strict=True)]],
        ensure_ascii=False,
        separators=(",", ":"),
    ).replace("<", "\\u003c")
    last, end = shown[-1], len(shown) - 1
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head><body>"
        f'<h1 id="title">{escape(last.title)}</h1>'
        '<p id="controls"><button id="first" aria-label="To the opening">|&lt;</button>'
        '<button id="back" aria-label="One play back">&lt;</button>'
        '<button id="run" aria-label="Run or stop">Run</button>'
        '<button id="on" aria-label="One play on">&gt;</button>'
        '<button id="end" aria-label="To the end">&gt;|</button>'
        f'<input id="at" type="range" min="0" max="{end}" value="{end}" aria-label="Play">'
        '<span id="count"></span></p>'
        f'<div id="picture">{last.svg}</div><div id="words" aria-live="polite"></div>'
        f"<script>const [ELEMENTS, MOMENTS] = {data};{_SCRIPT}</script></body></html>"
    )


_STYLE = (
    "body{font:14px/1.4 sans-serif;margin:8px;color:#111;background:#fff}h1{font-size:15px;margin:4px 0}"
    "#controls{display:flex;gap:4px;align-items:center;margin:4px 0}#at{flex:1;min-width:60px}"
    "button{min-width:34px;min-height:28px}#words p{margin:2px 0}"
    "#picture svg{float:left;margin:0 14px 4px 0;max-width:100%;max-height:520px;height:auto}"
    "#picture svg{border-radius:4px}"
)
NIGHT = (
    ":root{color-scheme:dark}body{color:#e9e6da;background:#16180f}"
    "#picture svg{background:#f6f3ea;filter:brightness(.88)}"
)
"""Boards stay the paper they are, a little dimmed."""
_SCRIPT = """
const $ = id => document.getElementById(id), last = MOMENTS.length - 1;
let at = last, timer = 0;
function show(n) {
  at = Math.max(0, Math.min(last, n));
  const [title, words, picture] = MOMENTS[at];
  $("title").textContent = title;
  $("picture").innerHTML = picture.map(n => ELEMENTS[n]).join("");
  $("words").replaceChildren(...words.map(line => {
    const p = document.createElement("p"); p.textContent = line; return p; }));
  $("at").value = at; $("count").textContent = (at + 1) + " of " + (last + 1);
}
function halt() { clearInterval(timer); timer = 0; $("run").textContent = "Run"; }
function go(n) { halt(); show(n); }
$("first").onclick = () => go(0); $("back").onclick = () => go(at - 1);
$("on").onclick = () => go(at + 1); $("end").onclick = () => go(last);
$("at").oninput = event => go(+event.target.value);
$("run").onclick = () => {
  if (timer) return halt();
  if (at === last) show(0);
  $("run").textContent = "Stop";
  timer = setInterval(() => { show(at + 1); if (at === last) halt(); }, 1200);
};
document.onkeydown = event => {
  if (event.target.id === "at") return;
  if (event.key === "ArrowLeft") go(at - 1);
  if (event.key === "ArrowRight") go(at + 1);
};
show(last);
"""
