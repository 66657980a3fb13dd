"""A browser without script: reads the forms of a page and presses their buttons."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import unescape

import httpx


@dataclass
class Form:
    """One form: where it goes, its hidden fields, its buttons."""

    action: str = ""
    method: str = "get"
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    halves: list[str] = field(default_factory=list)
    """Answers made of two cards: each half is a radio button."""
    joined: str = ""


TAG = re.compile(r"""<([a-z][a-z0-9]*+)((?:[^"'>]++|"[^"]*+"|'[^']*+')*+)>""", re.IGNORECASE)
ATTRIBUTE = re.compile(r"""([^\s"'>/=]++)(?:\s*=\s*(?:"([^"]*+)"|'([^']*+)'|([^\s"'>]++)))?""")
FILLED_IN = {"form", "input", "select", "option", "button"}


def tags(text: str) -> Iterator[tuple[str, dict[str, str | None]]]:
    """The tags of a page that belong to forms or have an id, with their attributes.

    Our pages are well formed and have no script in them: a parser of all HTML took five to ten times as long.
    """
    for tag, rest in TAG.findall(text):
        if (name := tag.lower()) in FILLED_IN or "id=" in rest:
            given: dict[str, str | None] = {}
            for found in ATTRIBUTE.finditer(rest):
                said = next((value for value in found.groups()[1:] if value is not None), None)
                given.setdefault(found[1].lower(), said if said is None else unescape(said))
            yield name, given


class _Forms:
    def __init__(self, text: str) -> None:
        self.forms: list[Form] = []
        self.select = ""
        self.attributes: dict[str, dict[str, str | None]] = {}
        for tag, given in tags(text):
            self._take(tag, given)

    def _take(self, tag: str, given: dict[str, str | None]) -> None:
        if given.get("id"):
            self.attributes[str(given["id"])] = given
        if tag == "form":
            self.forms.append(Form(given.get("action") or "", given.get("method") or "get"))
        elif self.forms and tag == "input" and given.get("name"):
            kind = given.get("type", "text")
            if kind not in ("radio", "checkbox") or "checked" in given:
                self.forms[-1].fields[str(given["name"])] = given.get("value") or ""
        elif self.forms and tag == "select" and given.get("name"):
            self.select = str(given["name"])
        elif self.forms and tag == "option" and (given.get("value") or self.select != "listed"):
            name = "key" if self.select == "listed" else self.select
            self.forms[-1].buttons.append((name, given.get("value") or ""))
        elif self.forms and tag == "button" and given.get("data-halves"):
            self.forms[-1].halves = str(given["data-halves"]).split()
            self.forms[-1].joined = str(given["value"])
        elif self.forms and tag == "button" and given.get("name"):
            self.forms[-1].buttons.append((str(given["name"]), given.get("value") or ""))


class Page:
    """A page as somebody without script sees it."""

    def __init__(self, reply: httpx.Response) -> None:
        self.reply = reply
        self.text = reply.text
        parser = _Forms(reply.text)
        self.forms = parser.forms
        self.attributes = parser.attributes

    def form(self, ending: str) -> Form | None:
        """The first form whose address ends so."""
        return next((form for form in self.forms if form.action.endswith(ending)), None)

    @property
    def state(self) -> str:
        """open, live or over."""
        return str(self.attributes["table"]["data-state"])

    @property
    def my_turn(self) -> bool:
        return self.attributes["table"]["data-turn"] == "yes"

    @property
    def keys(self) -> list[str]:
        """What may be answered."""
        form = self.form("/answer")
        if form is None:
            return []
        return [*(value for name, value in form.buttons if name == "key"), *form.halves]


def start(client: httpx.Client, game: str = "sandlot", **choices: str) -> Page:
    """Fill in the set-up form and press Start."""
    page = Page(client.get(f"/play/{game}"))
    form = next(f for f in page.forms if f.action == f"/play/{game}" and f.method == "post")
    return Page(client.post(form.action, data={**form.fields, **choices}))


def press(client: httpx.Client, page: Page, key: str, ending: str = "/answer") -> Page:
    """Press one of the buttons; an answer of two cards is two radio buttons and a press."""
    halved = next((form for form in page.forms if key in form.halves), None)
    if halved is not None:
        chosen = {f"half-{nth}": half for nth, half in enumerate(key.split(halved.joined, 1), start=1)}
        return Page(client.post(halved.action, data={**halved.fields, **chosen, "joined": halved.joined}))
    form = next(f for f in page.forms if f.action.endswith(ending) and ("key", key) in f.buttons)
    return Page(client.post(form.action, data={**form.fields, "key": key}))


def after(client: httpx.Client, page: Page, wanted: Callable[[Page], bool] | None = None) -> Page:
    """The same table again and again, until it is as wanted: my turn, or the end."""
    wanted = wanted or (lambda found: found.my_turn or found.state == "over")
    patience = time.monotonic() + 120
    while not wanted(page):
        assert time.monotonic() < patience, "the table never comes to what is waited for"
        time.sleep(0.05)
        page = Page(client.get(f"/t/{table_id(page)}"))
    return page


def table_id(page: Page) -> str:
    """The name of the table that a page shows."""
    return str(page.attributes["table"]["data-table"])
