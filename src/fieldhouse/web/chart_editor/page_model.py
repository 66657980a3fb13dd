"""What the page of a chart shows: its fields, what was changed, and what the change does."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

import msgspec

from fieldhouse.kernel.coaches import level_name
from fieldhouse.kernel.registry import Folder
from fieldhouse.lab.chart_comparison import ChartComparison, FigureChange
from fieldhouse.store.schema import OwnChart
from fieldhouse.web.chart_editor.draft import CellChange, ChartDraft, text_digest
from fieldhouse.web.chart_editor.sheet import ChartCell, SheetTable
from fieldhouse.web.chart_editor.trials import TrialJob
from fieldhouse.web.filters import key_text, sentence, signed_change
from fieldhouse.web.setup.setup_form import FormChoice, option_choices

MOST_LISTED = 12
"""Changes that are listed one by one."""
LONG = 18
"""A row of a list with more letters than this takes the whole width."""


class TrialSettings(msgspec.Struct):
    """How the chart is tried and played with: a length, and options other than the standard."""

    length: str
    options: dict[str, str]

    @property
    def query(self) -> str:
        """The same as the end of an address."""
        given = {"length": self.length, **{f"o.{name}": value for name, value in self.options.items()}}
        return urlencode({name: value for name, value in given.items() if value})


class CellField(msgspec.Struct):
    """A field of the form; `fault` says why its value cannot be used."""

    name: str
    value: str
    size: int
    label: str
    fault: str
    changed: bool


class RowFields(msgspec.Struct):
    """A row: its heading, or the field of its name, and the fields of each column."""

    heading: str
    name: CellField | None
    columns: list[list[CellField]]
    long: bool = False


class TableFields(msgspec.Struct, kw_only=True):
    """One table of the chart; a list has no columns."""

    title: str
    label: str
    notes: str
    columns: list[str]
    rows: list[RowFields]
    numbered: bool
    named: bool


class CompareRow(msgspec.Struct):
    """A figure with the standard chart and with this one."""

    name: str
    old: str
    new: str
    change: str
    error: str
    beside: str
    """The NFL's figure, or the number of games."""
    clear: bool


class TrialView(msgspec.Struct, kw_only=True):
    """What a change does: the games that were played, and three tables."""

    unread: bool
    """Not one game went another way."""
    pairs: int
    level: str
    bulk: int
    score: list[CompareRow]
    balance_team: str
    balance: list[CompareRow]
    football: list[CompareRow]
    football_open: bool


class SettingField(msgspec.Struct):
    """An option of the trial."""

    name: str
    label: str
    choices: list[FormChoice]


class ChartPage(msgspec.Struct, kw_only=True):
    """Everything the page of a chart shows."""

    game: str
    game_title: str
    name: str
    title: str
    about: str
    draft_title: str
    fault: str
    faults: list[str]
    text: str
    base: str
    chart_id: str
    """The id of a saved chart; empty for the standard one."""
    mine: bool
    token: str
    playable: bool
    """Can games with this chart be won, so that it can be tried?"""
    typed: bool
    """Something was typed that could not be taken over."""
    changes: list[CellChange]
    more_changes: int
    notes: str
    tables: list[TableFields]
    settings: list[SettingField]
    settings_text: str
    lengths: list[FormChoice]
    here: str
    percent_done: int | None
    """How much of the trial is played; None where none is under way."""
    failed: str
    trial: TrialView | None

    @property
    def address(self) -> str:
        """Where this chart is."""
        return f"/design/{self.game}/{self.name}"

    @property
    def change_count(self) -> int:
        """How many cells differ from the standard chart."""
        return len(self.changes) + self.more_changes


def chart_page(
    folder: Folder,
    name: str,
    draft: ChartDraft,
    settings: TrialSettings,
    own: OwnChart | None,
    *,
    mine: bool,
    changes: list[CellChange],
    trial: TrialJob | None,
    fault: str,
    playable: bool,
    token: str,
) -> ChartPage:
    """Build the page of a chart from its draft and its trial."""
    headings: Mapping[str, str] = getattr(folder.part("lobby"), "HEADINGS", {})
    address = f"/design/{folder.name}/{name}" + (f"/{own.id}" if own is not None else "")
    title = f"{own.title or 'Draft'}: {key_text(name).lower()}" if own is not None else key_text(name)
    found = trial.found if trial is not None and isinstance(trial.found, ChartComparison) else None
    return ChartPage(
        game=folder.name,
        game_title=folder.meta.title,
        name=name,
        title=title,
        about=folder.meta.materials[name],
        draft_title=own.title if own is not None else "",
        fault=fault,
        faults=draft.faults,
        text=draft.text,
        base=text_digest(draft.text),
        chart_id=own.id if own is not None else "",
        mine=mine,
        token=token,
        playable=playable,
        typed=bool(draft.given),
        changes=[
            CellChange(_heading(headings, one.where), one.old or "nothing", one.new or "nothing")
            for one in changes[:MOST_LISTED]
        ],
        more_changes=max(0, len(changes) - MOST_LISTED),
        notes=draft.sheet.notes if draft.sheet is not None else "",
        tables=[_table(draft, headings, name, one) for one in draft.sheet.tables] if draft.sheet else [],
        settings=_settings(folder, settings),
        settings_text=_settings_text(folder, settings),
        lengths=[FormChoice(one, one, chosen=one == settings.length) for one in folder.meta.lengths],
        here=f"{address}?{settings.query}" if settings.query else address,
        percent_done=round(100 * trial.share) if trial is not None and trial.at_work else None,
        failed=trial.failed if trial is not None else "",
        trial=_trial(found) if found is not None else None,
    )


def _heading(headings: Mapping[str, str], key: str) -> str:
    """A name in the file as people say it; of a place each part of it."""
    return sentence(", ".join(_said(headings, part) for part in key.split(", ")))


def _said(headings: Mapping[str, str], part: str) -> str:
    if part in headings:
        return headings[part]
    return " ".join(headings.get(word, word) for word in part.split(" ")).replace("_", " ")


def _settings(folder: Folder, settings: TrialSettings) -> list[SettingField]:
    return [
        SettingField(spec.name, key_text(spec.name), option_choices(spec, settings.options.get(spec.name)))
        for spec in folder.meta.options
        if spec.choices or isinstance(spec.default, bool)
    ]


def _settings_text(folder: Folder, settings: TrialSettings) -> str:
    said = {"true": "yes", "false": "no"}
    options = [
        f"{key_text(name).lower()} {said.get(value, value)}" for name, value in settings.options.items()
    ]
    return ", ".join([settings.length or next(iter(folder.meta.lengths), ""), *options])


def _table(draft: ChartDraft, headings: Mapping[str, str], name: str, table: SheetTable) -> TableFields:
    title = _heading(headings, table.title) if table.title else ""

    def field(cell: ChartCell, label: str) -> CellField:
        value = draft.given.get(cell.name, cell.shown)
        size = min(max(len(value), 2), 26)
        return CellField(
            cell.name, value, size, label, draft.bad.get(cell.name, ""), cell.name in draft.given
        )

    rows = []
    for row in table.rows:
        heading = _heading(headings, row.name)
        if table.columns:
            heading = headings.get(row.name, row.name.replace("_", " "))
        labeled = f"{_heading(headings, row.name)}, " if table.columns else f"{title} " if title else ""
        columns = [
            [field(cell, f"{labeled}{_heading(headings, cell.column)}") for cell in cells]
            for cells in row.columns
        ]
        long = sum(len(cell.shown) for cell in row.columns[0]) > LONG if not table.columns else False
        named = field(row.label, f"Name of the row {row.name}") if row.label is not None else None
        rows.append(RowFields(heading, named, columns, long))
    first = table.rows[0] if table.rows else None
    return TableFields(
        title=title,
        label=title or key_text(name),
        notes=table.notes,
        columns=[_heading(headings, column) for column in table.columns],
        rows=rows,
        numbered=first is not None and first.name.isdecimal(),
        named=first is not None and first.label is not None,
    )


def _trial(found: ChartComparison) -> TrialView:
    return TrialView(
        unread=found.same == found.pairs,
        pairs=found.pairs,
        level=level_name(found.level),
        bulk=found.bulk,
        score=[_compared(one, one.name) for one in found.score],
        balance_team=found.balance[0].first.name,
        balance=[
            _compared(one.first, f"{level_name(one.level)} on both sides", f"{one.games:,}")
            for one in found.balance
        ],
        football=[_compared(one, one.name) for one in found.football],
        football_open=any(one.clear for one in found.football),
    )


def _compared(one: FigureChange, name: str, beside: str | None = None) -> CompareRow:
    if beside is None:
        beside = _figure(one, one.nfl) if one.nfl is not None else ""
    change = signed_change(100 * one.change if one.share else one.change, _digits(one, one.change))
    return CompareRow(
        sentence(name),
        _figure(one, one.old),
        _figure(one, one.new),
        f"{change}%" if one.share else change,
        _figure(one, one.error),
        beside,
        one.clear,
    )


def _digits(one: FigureChange, value: float) -> int:
    if one.share or abs(value) >= 10:
        return 1 if one.share or abs(value) < 100 else 0
    return 2


def _figure(one: FigureChange, value: float) -> str:
    text = f"{100 * value if one.share else value:.{_digits(one, value)}f}"
    return f"{text}%" if one.share else text
