"""Walks through a game over HTTP and stops at every kind of question that it has not met before."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

import httpx
from tests.web import forms
from tests.web.seating import SEVENS

HEADING = re.compile(r'<h2 id="ask-h"[^>]*>(.*?)</h2>', re.DOTALL)


class Met(NamedTuple):
    """A question of a new kind, and where to look at it."""

    kind: str
    path: str
    answers: int
    """How many answers were given before it."""


def kind_of(page: forms.Page) -> str:
    """The question without its numbers and places: the same words are the same kind."""
    found = HEADING.search(page.text)
    words = unescape(re.sub(r"<a .*?</a>|<span.*?</span>|<[^>]*>", " ", found[1])) if found else ""
    return " ".join(re.sub(r"\d+|\b[a-n]\d+\b", "#", words).split())


def new_questions(
    client: httpx.Client, game: str, most: int, seed: int = 5, opponent: str = "both", **choices: str
) -> Iterator[Met]:
    """Every new kind of question within so many answers, over as many games as that takes.

    Answers that were given less often to the same kind come first, so that rare branches are met.
    """
    rng, given = random.Random(seed), Counter[tuple[str, str]]()
    met: set[str] = set()
    page = None
    for answers in range(most):
        if page is None or page.state == "over":
            page = forms.start(client, game, opponent=opponent, nonce=SEVENS, **{"length": "tiny", **choices})
        page = forms.after(client, page)
        if page.state == "over":
            continue
        kind = kind_of(page)
        if kind not in met:
            met.add(kind)
            seat = page.attributes["table"]["data-seat"]
            yield Met(kind, f"/t/{forms.table_id(page)}" + (f"?seat={seat}" if seat else ""), answers)
        page = _press(client, page, _next_answer(rng, given, kind, [*page.keys, *_batches(page)]))


def _batches(page: forms.Page) -> list[str]:
    """Cards that answer the next question as well."""
    form = page.form("/answer")
    return [value for name, value in form.buttons if name == "batch"] if form is not None else []


def _press(client: httpx.Client, page: forms.Page, key: str) -> forms.Page:
    form = page.form("/answer")
    if form is None or ("batch", key) not in form.buttons:
        return forms.press(client, page, key)
    return forms.Page(client.post(form.action, data={**form.fields, "batch": key}))


def _next_answer(rng: random.Random, given: Counter[tuple[str, str]], kind: str, keys: list[str]) -> str:
    quick = [key for key in ("ready", "fill", "end-turn", "done") if key in keys]
    if quick and rng.random() < 0.8:
        return quick[0]
    by_head: dict[str, list[str]] = {}
    for key in keys:
        by_head.setdefault(re.split(r"[:>\s]|(?<=\d)-", key, maxsplit=1)[0], []).append(key)
    least = min(given[kind, head] for head in by_head)
    head = rng.choice([one for one in by_head if given[kind, one] == least])
    given[kind, head] += 1
    return rng.choice(by_head[head])
