"""The set-up form of a game: its fields with their values, as the page shows them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from markupsafe import Markup

from fieldhouse.kernel.coaches import level_label
from fieldhouse.kernel.meta import ChoiceCard, Meta, OptionSpec
from fieldhouse.kernel.registry import Folder
from fieldhouse.web.filters import key_text, minutes_text
from fieldhouse.web.table_page.board import sanitize_svg

LEVEL_HELP = {
    "rookie": "Makes beginner's mistakes.",
    "starter": "Plays sound football.",
    "allpro": "The strongest coach we have.",
}
PACES = {15: "15 seconds", 30: "30 seconds", 60: "1 minute", 120: "2 minutes", 300: "5 minutes"}
RESERVES = {0: "none", 60: "1 minute", 180: "3 minutes", 300: "5 minutes", 900: "15 minutes"}
MOST_CARDS = 40
"""So many values of an option are shown as cards; more are searched."""
_COLOR = re.compile(r"#[0-9a-f]{6}")
DEADLINES = (2, 10, 60, 720, 1440, 4320, 10080)


class FormChoice(msgspec.Struct):
    """One value of a field."""

    value: str
    label: str
    help: str = ""
    chosen: bool = False


class ShownChoice(msgspec.Struct, kw_only=True):
    """A value of an option as a card: a team with its colors, a formation with its picture."""

    value: str
    title: str
    about: str
    picture: Markup
    chosen: bool


class OptionField(msgspec.Struct, kw_only=True):
    """An option of the game."""

    id: str
    name: str
    label: str
    help: str
    rule: str
    kind: str
    """`select`, `number` or `text`."""
    value: str
    choices: list[FormChoice] = []
    placeholder: str = ""
    low: int | None = None
    high: int | None = None
    described: bool = False
    """Does a sentence go with each value, such as a team's?"""
    standard_sentence: str = ""
    sentence: str = ""
    cards: list[ShownChoice] = []
    """Its values as cards, where they are few; of many the chosen one."""
    search: str = ""
    """The address of its values, where they are too many to show."""


class SeatField(msgspec.Struct):
    """Who plays in a seat."""

    number: int
    label: str
    choices: list[FormChoice]


class ChartField(msgspec.Struct):
    """A chart of one's own, pasted as text."""

    name: str
    label: str
    text: str


class DrawnMaterial(msgspec.Struct):
    """A lineup that can be drawn on a board."""

    name: str
    editor: str
    """`BoardEditor` as JSON."""


class RolledMaterial(msgspec.Struct):
    """A team that was rolled for the set-up page, as cards."""

    name: str
    """The material."""
    label: str
    title: str
    text: str
    cards: list[Markup]


class SetupForm(msgspec.Struct, kw_only=True):
    """All fields of the set-up page."""

    folder: Folder
    title: str
    name: str
    blurb: str
    source: str
    token: str
    commitment: str
    fault: str
    drafts: list[tuple[str, str]]
    """Games that form the teams first: address and title."""
    many: bool
    """More than two seats: everybody's is chosen, and there is a clock."""
    seat_count: int
    seat_option: str
    """The option that says how many seats there are; empty where that is fixed."""
    seat_counts: list[int]
    opponents: list[FormChoice]
    own_seats: list[FormChoice]
    seats: list[SeatField]
    seats_open: bool
    lengths: list[FormChoice]
    paces: list[FormChoice]
    reserves: list[FormChoice]
    deadlines: list[FormChoice]
    person: str
    own_dice: bool
    first: list[OptionField]
    """The teams, or how the game is played."""
    options: list[OptionField]
    teams: str
    """The address of the teams to look through; empty where a list has them all."""
    charts: list[ChartField]
    charts_open: bool
    rolls: list[tuple[str, str]]
    drawn: list[DrawnMaterial]
    rolled: list[RolledMaterial]
    """Teams that were rolled, or brought as files, as cards."""


def setup_form(
    folder: Folder,
    form: Mapping[str, Any],
    sides: Sequence[str],
    *,
    policies: Sequence[str],
    known: Sequence[tuple[str, str]],
    sentences: Mapping[str, Mapping[str, str]],
    cards: Mapping[str, Sequence[ChoiceCard]],
    rolls: Mapping[str, str],
    rolled: Sequence[RolledMaterial] = (),
    token: str,
    commitment: str,
    fault: str = "",
) -> SetupForm:
    """Fill in the form; `known` are people that the visitor has played with."""
    meta = folder.meta
    many = len(sides) > 2 or bool(meta.chairs)
    levels = [(level, level_label(level), LEVEL_HELP.get(level, "")) for level in meta.levels]
    levels += [(name, name, "A trained coach.") for name in policies]
    usual = "starter" if "starter" in meta.levels else meta.levels[0] if meta.levels else ""
    options = [
        _option(spec, form, sentences.get(spec.name, {})) for spec in meta.options if spec.name != meta.chairs
    ]
    first = [one for one in options if meta.spec(one.name).first]
    for one in first:
        _show_cards(one, meta, cards.get(one.name, ()))
    searched = any(not spec.choices and spec.name in sentences for spec in meta.options)
    return SetupForm(
        folder=folder,
        title=meta.title,
        name=meta.name,
        blurb=meta.blurb,
        source=meta.source,
        token=token,
        commitment=commitment,
        fault=fault,
        drafts=[(one.name, one.meta.title.split(": ")[-1]) for one in folder.inside]
        if folder.parent is None
        else [],
        many=many,
        seat_count=len(sides),
        seat_option=meta.chairs,
        seat_counts=_seat_counts(meta),
        opponents=[] if many or len(sides) < 2 else _opponents(meta, form, levels, usual),
        own_seats=_chosen(
            [*((str(n), side, "") for n, side in enumerate(sides)), ("any", "Random", "")],
            str(form.get("seat", "0")),
        ),
        seats=[
            _seat(form, n, side, many, levels, known, "me" if n == 0 else f"coach:{usual}")
            for n, side in enumerate(sides)
        ],
        seats_open=any(form.get(f"plan.{n}") for n in range(len(sides))),
        lengths=[] if many else _lengths(meta, form),
        paces=_chosen([("0", "no clock", ""), *_numbers(PACES)], str(form.get("pace", "0"))),
        reserves=_chosen(_numbers(RESERVES), str(form.get("reserve", "180"))),
        deadlines=_chosen(
            [("0", "no deadline", ""), *((str(n), minutes_text(n), "") for n in DEADLINES)],
            str(form.get("deadline", "0")),
        ),
        person=str(form.get("name", "")),
        own_dice=form.get("dice") == "typed",
        first=[one for one in first if one.name not in {team.name for team in rolled}],
        options=[one for one in options if one not in first],
        teams=f"/play/{meta.name}/teams" if searched else "",
        charts=[
            ChartField(name, key_text(words), str(form.get(f"chart.{name}", "")))
            for name, words in meta.materials.items()
        ],
        charts_open=False,
        rolls=list(rolls.items()),
        drawn=[
            DrawnMaterial(name, msgspec.json.encode(editor).decode())
            for name, editor in getattr(folder.lobby, "BOARD_EDITORS", {}).items()
        ],
        rolled=list(rolled),
    )


def _show_cards(one: OptionField, meta: Meta, cards: Sequence[ChoiceCard]) -> None:
    """The values of an option as cards: all of them, or the chosen one where there are too many."""
    spec = meta.spec(one.name)
    chosen = one.value or str(spec.default)
    if not cards and spec.choices:
        cards = [ChoiceCard(value=str(value), title=spec.value_text(value)) for value in spec.choices]
    if len(cards) > MOST_CARDS:
        one.search = f"/play/{meta.name}/choices/{one.name}.json"
        cards = [card for card in cards if card.value == chosen]
    one.value = chosen
    one.cards = [
        ShownChoice(
            value=card.value,
            title=card.title[:1].upper() + card.title[1:],
            about=card.about,
            picture=sanitize_svg(card.picture) if card.picture else color_swatch(card.colors),
            chosen=card.value == chosen,
        )
        for card in cards
    ]


def color_swatch(colors: Sequence[str]) -> Markup:
    """A team's colors as a small picture; nothing where it has none."""
    if len(colors) < 2 or not all(map(_COLOR.fullmatch, colors)):
        return Markup("")
    return Markup(
        '<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><rect width="24" height="24" '
        'rx="4" fill="{}"/><path d="M24 4V20A4 4 0 0 1 20 24H4Z" fill="{}"/></svg>'
    ).format(*colors[:2])


def _seat_counts(meta: Meta) -> list[int]:
    spec = meta.spec(meta.chairs) if meta.chairs else None
    if spec is None or spec.low is None or spec.high is None:
        return []
    return list(range(spec.low, spec.high + 1))


def _numbers(words: Mapping[int, str]) -> list[tuple[str, str, str]]:
    return [(str(number), text, "") for number, text in words.items()]


def _chosen(choices: Sequence[tuple[str, str, str]], given: str) -> list[FormChoice]:
    return [FormChoice(value, label, about, value == given) for value, label, about in choices]


def _opponents(
    meta: Meta, form: Mapping[str, Any], levels: Sequence[tuple[str, str, str]], usual: str
) -> list[FormChoice]:
    shared = "A curtain hides your cards." if meta.hidden else "Take turns; nothing is hidden in this game."
    choices = [
        *((f"coach:{level}", label, about) for level, label, about in levels),
        ("link", "A friend by link", "You get a link to send. Others can watch."),
        ("hotseat", "Two players, one device (pass and play)", shared),
        ("both", "Play both sides yourself", "For learning or analysis."),
    ]
    return _chosen(choices, str(form.get("opponent") or f"coach:{usual}"))


def _seat(
    form: Mapping[str, Any],
    number: int,
    side: str,
    many: bool,
    levels: Sequence[tuple[str, str, str]],
    known: Sequence[tuple[str, str]],
    usual: str,
) -> SeatField:
    choices = [
        *(() if many else (("", "as chosen above", ""),)),
        ("me", "You", ""),
        ("link", "A friend by link", ""),
        *((f"coach:{level}", label, "") for level, label, _ in levels),
        *((word, name, "") for word, name in known),
    ]
    return SeatField(number, side, _chosen(choices, str(form.get(f"plan.{number}", usual if many else ""))))


def _lengths(meta: Meta, form: Mapping[str, Any]) -> list[FormChoice]:
    given = str(form.get("length") or next(iter(meta.lengths), ""))
    found = []
    for name, values in meta.lengths.items():
        minutes = meta.minutes.get(name, 0)
        label = key_text(name) + (f", about {minutes} minute{'s' if minutes != 1 else ''}" if minutes else "")
        plain = ", ".join(f"{key_text(key).lower()} {value}" for key, value in values.items())
        found.append(FormChoice(name, label, meta.length_words.get(name) or plain, name == given))
    return found


def option_choices(
    spec: OptionSpec, given: str | None, sentences: Mapping[str, str] | None = None
) -> list[FormChoice]:
    """The values of an option that is chosen from a list, the standard one first."""
    told = sentences or {}
    standard = str(told.get(str(spec.default), spec.value_text(spec.default))).partition(",")[0]
    found = [FormChoice("", f"Standard ({standard})")]
    for choice in spec.choices or (True, False):
        key = str(choice).lower() if isinstance(choice, bool) else str(choice)
        found.append(
            FormChoice(key, str(told.get(str(choice), spec.value_text(choice))), chosen=given == key)
        )
    return found


def _option(spec: OptionSpec, form: Mapping[str, Any], sentences: Mapping[str, str]) -> OptionField:
    given = str(form.get(f"o.{spec.name}", ""))
    listed = bool(spec.choices) or isinstance(spec.default, bool)
    return OptionField(
        id=f"o-{spec.name}",
        name=spec.name,
        label=key_text(spec.name),
        help=spec.help,
        rule=spec.rule,
        kind="select" if listed else "number" if isinstance(spec.default, int) else "text",
        value=given,
        choices=option_choices(spec, given, sentences) if listed else [],
        placeholder=str(spec.default),
        low=spec.low,
        high=spec.high,
        described=bool(sentences),
        standard_sentence=sentences.get(str(spec.default), ""),
        sentence=sentences.get(given or str(spec.default), ""),
    )
