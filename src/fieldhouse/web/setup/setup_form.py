"""The set-up form of a game: its fields with their values, as the page shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from fieldhouse.kernel.level_names import level_label
from fieldhouse.kernel.meta import Meta, OptionSpec
from fieldhouse.kernel.registry import Folder
from fieldhouse.web.filters import key_text, minutes_text

LEVEL_HELP = {
    "rookie": "Makes beginner's mistakes.",
    "starter": "Plays sound football.",
    "allpro": "The strongest coach we have.",
}
PACES = {15: "15 seconds", 30: "30 seconds", 60: "1 minute", 120: "2 minutes", 300: "5 minutes"}
RESERVES = {0: "none", 60: "1 minute", 180: "3 minutes", 300: "5 minutes", 900: "15 minutes"}
DEADLINES = (2, 10, 60, 720, 1440, 4320, 10080)


class FormChoice(msgspec.Struct):
    """One value of a field."""

    value: str
    label: str
    help: str = ""
    chosen: bool = False


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
    options: list[OptionField]
    teams: str
    """The address of the teams to look through; empty where a list has them all."""
    charts: list[ChartField]
    charts_open: bool
    rolls: list[tuple[str, str]]


def setup_form(
    folder: Folder,
    form: Mapping[str, Any],
    sides: Sequence[str],
    *,
    policies: Sequence[str],
    known: Sequence[tuple[str, str]],
    sentences: Mapping[str, Mapping[str, str]],
    rolls: Mapping[str, str],
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
        options=options,
        teams=f"/play/{meta.name}/teams" if searched else "",
        charts=[
            ChartField(name, key_text(words), str(form.get(f"chart.{name}", "")))
            for name, words in meta.materials.items()
        ],
        charts_open=bool(form.get("rolled")),
        rolls=list(rolls.items()),
    )


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
        ("both", "Play both sides yourself", "To learn or to study."),
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
