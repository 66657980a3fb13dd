"""Balance and realism of a game, as text and as a web page: who wins, how games end, football vs. the NFL.

With your own charts the same games are also played with the default charts, on the same seeds, and every
figure is shown next to its default and the difference. Games with exact tables add exact probabilities.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from itertools import product
from typing import Any

import msgspec

from fieldhouse.football.nfl_averages import LABELS, RECENT, TARGETS
from fieldhouse.kernel import registry
from fieldhouse.kernel.coaches import level_name
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.game import Game
from fieldhouse.kernel.notebook import Tabular, html_frame
from fieldhouse.lab.extras import need_lab
from fieldhouse.lab.simulate import simulate_games
from fieldhouse.lab.simulation_plan import make_plan
from fieldhouse.lab.summary import (
    PlayedGame,
    Summary,
    call_repr,
    football_figures,
    mean_and_deviation,
    wilson_interval,
)
from fieldhouse.lab.svg import histogram

LEAST = 20
"""Games that a report has at least."""


class ReportCell(msgspec.Struct, frozen=True):
    """One figure: its name, its value as shown, and what stands beside it."""

    name: str
    value: str
    beside: tuple[str, ...] = ()


class Section(msgspec.Struct, frozen=True):
    """A table of the report, and a word below it."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[ReportCell, ...]
    note: str = ""


class Report(Tabular, msgspec.Struct, frozen=True):
    """A title, how it was made, sections of figures, and pictures."""

    title: str
    how: str
    sections: tuple[Section, ...]
    pictures: tuple[str, ...] = ()
    call: str = ""
    """What to type for the same report, where a verb of `fieldhouse` made it."""

    def text(self) -> str:
        """For the terminal and for files, in plain columns."""
        lines = [self.title, "=" * len(self.title), "", self.how]
        for section in self.sections:
            lines += ["", section.title, "-" * len(section.title)]
            rows = [section.columns, *((row.name, row.value, *row.beside) for row in section.rows)]
            widths = [max(len(row[n]) for row in rows if n < len(row)) for n in range(len(section.columns))]
            for row in rows:
                first = row[0].ljust(widths[0])
                rest = [text.rjust(width) for text, width in zip(row[1:], widths[1:], strict=False)]
                lines.append("  ".join([first, *rest]).rstrip())
            lines += [section.note] if section.note else []
        return "\n".join(lines) + "\n"

    def rows(self) -> list[dict[str, Any]]:
        """One row a figure, with its section and the column it stands in."""
        return [
            {"section": section.title, "figure": row.name, "column": column, "value": value}
            for section in self.sections
            for row in section.rows
            for column, value in zip(section.columns[1:], (row.value, *row.beside), strict=False)
        ]

    def __repr__(self) -> str:
        return call_repr("Report", self.call, f"{self.title}; {self.how}")

    def _repr_html_(self) -> str:
        return html_frame(self.html(), 700, night=_NIGHT)

    def html(self) -> str:
        """A page of its own: tables and pictures, no script."""
        parts = [
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(self.title)}</title><style>{_STYLE}</style></head><body>",
            f"<h1>{escape(self.title)}</h1><p>{escape(self.how)}</p>",
        ]
        for section in self.sections:
            head = "".join(f'<th scope="col">{escape(name)}</th>' for name in section.columns)
            parts.append(f"<h2>{escape(section.title)}</h2><div><table><thead><tr>{head}</tr></thead><tbody>")
            for row in section.rows:
                cells = "".join(f"<td>{escape(text)}</td>" for text in (row.value, *row.beside))
                parts.append(f'<tr><th scope="row">{escape(row.name)}</th>{cells}</tr>')
            parts.append("</tbody></table></div>")
            parts += [f"<p>{escape(section.note)}</p>"] if section.note else []
        return "\n".join([*parts, *self.pictures, "</body></html>"]) + "\n"


_STYLE = (
    "body{font-family:sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;line-height:1.4}"
    "h1{font-size:1.5rem}h2{font-size:1.1rem;margin:1.5rem 0 .3rem}div{overflow-x:auto}"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums}"
    "th,td{padding:.2rem .8rem;border-bottom:1px solid #ccc;text-align:right;white-space:nowrap}"
    "th[scope=row]{text-align:left;font-weight:normal;white-space:normal}"
    "tbody tr:nth-child(even){background:#f4f6f4}svg{max-width:100%;height:auto;margin-top:1.5rem}"
    "@media(max-width:40rem){body{margin:1rem auto}th,td{padding:.2rem .4rem;font-size:.9rem}}"
)
_NIGHT = (
    ":root{color-scheme:dark}body{color:#e9e6da;background:#16180f}th,td{border-color:#555}"
    "tbody tr:nth-child(even){background:#22251b}"
    "svg{background:#fff;border-radius:4px;filter:brightness(.88)}"
)


def make_report(
    game: Game[Any],
    *,
    games: int = 500,
    levels: Sequence[str] | None = None,
    seed: int = 0,
    jobs: int = 1,
    exact: bool = False,
    seconds: float | None = None,
    progress: Callable[[float], None] = lambda share: None,
) -> Report:
    """Play and write it up. `levels` sit in the seats; the default is the same sensible coach everywhere.

    With `seconds` (of the processor) it ends after about so long, though not all games were played.
    """
    meta = game.meta
    level = "starter" if "starter" in meta.levels else meta.levels[-1]
    seated = tuple(levels) if levels else (level,) * len(game.seats)
    played = simulate_games(make_plan(game, seated, seed=seed), games, jobs=jobs)
    summary = Summary.of(game.seats, _in_time(played, games, seconds, progress))
    games = summary.games
    default = _default(game)
    other = None
    if default is not None:
        other = Summary.of(
            game.seats, simulate_games(make_plan(default, seated, seed=seed), games, jobs=jobs)
        )
    sections = [] if summary.has_no_winner else [_balance(summary, other, seated)]
    sections.append(_endings(summary, other))
    football = _realism(summary, other)
    if football.rows:
        sections.append(football)
    if exact:
        sections.append(_exact(game, default, level))
    changed = (
        ""
        if default is None
        else f" Your charts compared to the default on the same seeds: {_cells(default, game)}."
    )
    how = f"{games:,} games, {' vs. '.join(map(level_name, seated))}, seed {seed}, {_options(game)}.{changed}"
    pictures = [histogram(f"{meta.title}: total points", dict(summary.totals), "points")]
    if summary.margins:
        pictures.append(histogram(f"{meta.title}: {game.seats[0]} margin", dict(summary.margins), "points"))
    return Report(f"{meta.title}: balance and realism", how, tuple(sections), tuple(pictures))


def _in_time(
    played: Iterable[PlayedGame], games: int, seconds: float | None, progress: Callable[[float], None]
) -> Iterator[PlayedGame]:
    """The games until the time is over; a few at least."""
    began = time.process_time()
    for n, one in enumerate(played, start=1):
        yield one
        spent = (time.process_time() - began) / seconds if seconds else 0.0
        progress(min(1.0, max(n / games, spent)))
        if spent >= 1 and n >= LEAST:
            return


def _options(game: Game[Any]) -> str:
    """The options that are not as they are by default."""
    default = game.meta.read_options({}, length=None)
    other = [f"{name}={value}" for name, value in game.options.items() if default.get(name) != value]
    return "options " + ", ".join(other) if other else "default options"


def _default(game: Game[Any]) -> Game[Any] | None:
    """The same game with default charts, if this one has others."""
    default = registry.find(game.meta.name).open(game.options, edition=game.setup.edition)
    same = msgspec.to_builtins(default.setup.materials) == msgspec.to_builtins(game.setup.materials)
    return None if same else default


def _cells(default: Game[Any], game: Game[Any], most: int = 8) -> str:
    """Which cells differ: `special_teams field_goal need_by_g 30: 5 -> 7`."""
    found: list[str] = []
    _compare("", default.setup.materials, game.setup.materials, found)
    more = f", and {len(found) - most} more" if len(found) > most else ""
    return "; ".join(found[:most]) + more


def _compare(name: str, old: Any, new: Any, found: list[str]) -> None:
    old, new = msgspec.to_builtins(old), msgspec.to_builtins(new)
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys([*old, *new]):
            _compare(f"{name} {key}".strip(), old.get(key), new.get(key), found)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for place, pair in enumerate(zip(old, new, strict=True), start=1):
            _compare(f"{name} {place}", *pair, found)
    elif old != new:
        found.append(f"{name}: {_short(old)} -> {_short(new)}")


def _short(value: Any) -> str:
    text = (
        "nothing" if value is None else " | ".join(map(str, value)) if isinstance(value, list) else str(value)
    )
    return text if len(text) <= 40 else text[:37] + "..."


def _columns(name: str, other: Summary | None, *more: str) -> tuple[str, ...]:
    return (name, "Simulated", *(("Default charts", "Difference") if other is not None else ()), *more)


def _balance(summary: Summary, other: Summary | None, seated: Sequence[str]) -> Section:
    """Who wins, with 95 % intervals."""
    rows = []
    names = [
        f"{seat} ({level_name(level)}) wins" for seat, level in zip(summary.seats, seated, strict=True)
    ] + ["Ties"]
    counts = [*summary.wins, summary.ties]
    before = [*other.wins, other.ties] if other is not None else []
    for place, name in enumerate(names):
        low, high = wilson_interval(counts[place], summary.games)
        share = counts[place] / summary.games
        beside = [f"{low:.1%} to {high:.1%}"]
        if other is not None:
            old = before[place] / other.games
            off = math.sqrt(share * (1 - share) / summary.games + old * (1 - old) / other.games)
            beside = [f"{old:.1%}", f"{share - old:+.1%} ±{1.96 * off:.1%}", *beside]
        rows.append(ReportCell(name, f"{share:.1%}", tuple(beside)))
    for side, scores in enumerate(summary.scores):
        mean, deviation = mean_and_deviation(scores)
        beside = [f"±{1.96 * deviation / math.sqrt(summary.games):.2f}"]
        if other is not None and side < len(other.scores):
            old, spread = mean_and_deviation(other.scores[side])
            off = math.sqrt(deviation**2 / summary.games + spread**2 / other.games)
            beside = [f"{old:.2f}", f"{mean - old:+.2f} ±{1.96 * off:.2f}", *beside]
        rows.append(
            ReportCell(
                f"{_side(summary, side)} points (std. dev. {deviation:.1f})", f"{mean:.2f}", tuple(beside)
            )
        )
    return Section("Balance", _columns("", other, "95% interval"), tuple(rows))


def _side(summary: Summary, side: int) -> str:
    return summary.seats[side] if side < len(summary.seats) else f"Team {side + 1}"


def _endings(summary: Summary, other: Summary | None) -> Section:
    """The ways games end."""
    whys = sorted({*summary.whys, *(other.whys if other is not None else ())})
    rows = []
    for why in whys:
        share = summary.whys[why] / summary.games
        beside: tuple[str, ...] = ()
        if other is not None:
            old = other.whys[why] / other.games
            beside = (f"{old:.1%}", f"{share - old:+.1%}")
        rows.append(ReportCell(ENDINGS.get(why.split()[0], why.replace("-", " ")), f"{share:.1%}", beside))
    return Section("How games end", _columns("", other), tuple(rows))


ENDINGS = {
    "points": "In regulation", "regulation": "In regulation", "overtime": "In overtime",
    "tie": "Tie", "draw": "Tie", "concession": "Conceded",
}  # fmt: skip
"""The first word of why a game ended, in plain words."""


def _figure(name: str, value: float, sign: str = "") -> str:
    """A share in per cent, anything else in three digits."""
    if name.endswith(("_pct", "_share")):
        return f"{value:{sign}.1%}"
    return f"{value:{sign}.3g}"


def _realism(summary: Summary, other: Summary | None) -> Section:
    """Football of both teams together, compared to the NFL."""
    found = football_figures(summary)
    before = football_figures(other) if other is not None else {}
    rows, never = [], 0
    for name, label in LABELS.items():
        if not found.get(name) and not before.get(name):
            never += 1
            continue
        beside: tuple[str, ...] = (
            _figure(name, TARGETS[name]),
            f"{found[name] / TARGETS[name]:.2f}" if TARGETS[name] else "",
        )
        if other is not None:
            old = before.get(name)
            change = ("", "") if old is None else (_figure(name, old), _figure(name, found[name] - old, "+"))
            beside = (*change, *beside)
        rows.append(ReportCell(label, _figure(name, found[name]), beside))
    note = f"Not shown: {never} figures that the game does not track or that never came up."
    columns = _columns("", other, "NFL", "Ratio")
    title = f"Realism: compared to the NFL, {RECENT}"
    return Section(title, columns, tuple(rows), note if rows and never else "")


def _exact(game: Game[Any], default: Game[Any] | None, level: str) -> Section:
    """Exact probabilities, with that coach on both sides and with best play; default charts too."""
    need_lab()
    from fieldhouse.lab.exact import Exact

    rows = []
    charts = [(game, "")] if default is None else [(game, "Your charts: "), (default, "Default charts: ")]
    plans = ((f"{level_name(level)} on both sides", level), ("best play on both sides", None))
    for (opened, whose), (how, policy) in product(charts, plans):
        name = whose + how
        try:
            win, tie, loss = Exact(opened, policy).start()
        except BadOptions as error:
            return Section("Exact win probability", ("", ""), (ReportCell("None", str(error)),))
        rows.append(ReportCell(name, f"{win:.4%}", (f"{tie:.4%}", f"{loss:.4%}")))
    seats = game.seats
    return Section("Exact win probability", ("", f"{seats[0]} win", "Tie", f"{seats[1]} win"), tuple(rows))
