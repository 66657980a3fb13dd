"""`fieldhouse values`: build the win probability files of a game."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from fieldhouse.cli.completion import complete_game

if TYPE_CHECKING:
    from fieldhouse.lab.win_probability.files import EstimatorInfo


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option("--length", metavar="NAME", help="A length of the game: full, short, tiny.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--charts", multiple=True, metavar="NAME=FILE", help="Play with your own chart, deck or team.")
@click.option(
    "-n", "--games", type=click.IntRange(100), default=20_000, show_default=True, help="Games to fit to."
)
@click.option(
    "--tried", type=click.IntRange(20), default=2_000, show_default=True, help="Other games to validate with."
)
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    default=60.0,
    show_default=True,
    help="Time limit for each of the two.",
)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--shelf", is_flag=True, help="Build the files that ship with the package, for every length.")
@click.option("--retry", is_flag=True, help="Keep the files that ship, and only validate them again.")
@click.option("--list", "listed", is_flag=True, help="Only list the files that ship.")
@click.option("--table", is_flag=True, help="Print rows for docs/benchmarks.md.")
@click.option("--svg", metavar="FILE", help="Save a calibration chart.")
def command(game: str, options: tuple[str, ...], charts: tuple[str, ...], **given: Any) -> None:
    """Build the win probability estimates of GAME, for instant hints and the win probability bar.

    Those of the default charts ship with the package; others are saved in the cache. `advise`, `luck` and
    the server use them.
    """
    from fieldhouse.cli.terminal.common import find_game, make_console, open_rules, write_text
    from fieldhouse.lab.extras import need_lab

    need_lab()
    from fieldhouse.cli.lab.grids import progress_bar
    from fieldhouse.lab.win_probability import build, files

    folder = find_game(game)
    whole = given["shelf"] or given["listed"] or given["retry"]
    asked = open_rules(folder, options, charts, given["length"])
    said = {pair.partition("=")[0] for pair in options}
    if given["length"]:
        said |= {name for length in folder.meta.lengths.values() for name in length}
    wanted = build.shipped_games(game, {name: asked.options[name] for name in said}) if whole else [asked]
    screen = make_console()
    found: list[EstimatorInfo] = []
    for opened in wanted:
        path = (
            files.shipped_estimators(game) / f"{files.estimator_key(opened)}.npz"
            if whole
            else files.cached_file(opened)
        )
        began = time.process_time()
        if not given["listed"]:
            path.parent.mkdir(parents=True, exist_ok=True)
            with progress_bar(make_console(stderr=True)) as progress:
                spent = {name: given[name] for name in ("tried", "seconds", "jobs")}
                if given["retry"] and (kept := files.read_estimator(path)) is not None:
                    made = build.validate_estimator(kept, opened, **spent, progress=progress)
                else:
                    made = build.build_estimator(opened, games=given["games"], **spent, progress=progress)
                files.write_estimator(path, made)
        about = files.read_info(path)
        if about is not None:
            found.append(about)
            took = "" if given["listed"] else f", {time.process_time() - began:.0f} CPU seconds"
            size = path.stat().st_size
            told = table_row(about, size) if given["table"] else f"{_line(about)}; {size / 1000:.0f} kB{took}"
            screen.print(told, soft_wrap=True)
    if given["svg"]:
        from fieldhouse.lab.svg import calibration_plot

        rows = {_name(about): about.groups for about in found}
        write_text(given["svg"], calibration_plot(f"{folder.meta.title}: predicted vs. played", rows))


def _name(about: EstimatorInfo) -> str:
    """The options that are not the default ones."""
    from fieldhouse.kernel import registry

    meta = registry.find(about.game).meta
    usual = {spec.name: spec.default for spec in meta.options}
    lengths = sorted(meta.lengths.items(), key=lambda item: -len(item[1]))
    length, its = next(
        ((name, its) for name, its in lengths if {**about.options, **its} == about.options), ("", {})
    )
    odd = [
        f"{name} {value}"
        for name, value in about.options.items()
        if name not in its and usual.get(name) != value
    ]
    return ", ".join(filter(None, [length, *odd]))


def _line(about: EstimatorInfo) -> str:
    from fieldhouse.lab.win_probability.files import OWN, TABLE

    if about.kind == TABLE:
        how = f"exact, packed (±{about.off:.3%})"
    elif about.kind == OWN:
        how = f"the game's own estimate, calibrated with {about.learned:,} games of {about.level}"
    else:
        how = f"fitted to {about.learned:,} games of {about.level}"
    tried = f"calibration error {about.error:.2%} in {about.tried:,} other games"
    return f"{about.game} ({_name(about)}): {how}; {tried}"


def table_row(about: EstimatorInfo, size: int) -> str:
    """The row of docs/benchmarks.md."""
    from fieldhouse.lab.win_probability.files import OWN, TABLE

    how = {TABLE: "exact, packed", OWN: f"solved, calibrated with {about.learned:,} games"}
    kind = how.get(about.kind, f"fit to {about.learned:,} games")
    packing = f"{about.off:.3%}" if about.kind == TABLE else ""
    cells = [
        f"`{about.game}`, {_name(about)}",
        kind,
        f"{about.tried:,}",
        f"{about.error:.2%}",
        packing,
    ]
    return f"| {' | '.join(cells)} | {size / 1000:.0f} kB |"
