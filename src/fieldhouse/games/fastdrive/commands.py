"""Fast Drive's own commands: team cards, reports and score sheets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from fieldhouse.games.fastdrive.meta import META

if TYPE_CHECKING:
    from fieldhouse.games.fastdrive.cards.card import Card
    from fieldhouse.kernel.game import View


@click.group()
def cards() -> None:
    """Build, check, list or show team cards."""


@cards.command("build")
@click.argument("table", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("output", type=click.Path(path_type=Path))
def build_cards(table: Path, output: Path) -> None:
    """Make cards from the season statistics in TABLE (CSV, one row per team and season).

    OUTPUT is a .csv file for all cards, or a folder for one card file per team.
    """
    from fieldhouse.games.fastdrive.cards import card as shelf
    from fieldhouse.games.fastdrive.cards import season_statistics

    seasons = season_statistics.read_seasons(table)
    if output.suffix == ".csv":
        rows = season_statistics.collection_rows(seasons)
        season_statistics.write_table(rows, output)
        click.echo(f"Wrote {len(rows)} cards from {len(seasons)} seasons to {output}")
        return
    output.mkdir(parents=True, exist_ok=True)
    rates, written = season_statistics.league_rates(seasons), 0
    for season, teams in sorted(seasons.items()):
        made = season_statistics.make_cards(teams, rates[season])
        for name, card in zip(season_statistics.names(made), made, strict=True):
            (output / f"{name}.toml").write_text(shelf.to_text(card), encoding="utf-8")
            written += 1
    click.echo(f"Wrote {written} card files to {output}")


@cards.command("check")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
def check_cards(files: tuple[Path, ...]) -> None:
    """Check card FILES and list every error."""
    from fieldhouse.games.fastdrive.cards.card import read_card_text
    from fieldhouse.kernel.errors import BadChart

    faults: list[str] = []
    for file in files:
        try:
            read_card_text(file.read_text(encoding="utf-8"), file.name)
        except BadChart as bad:
            faults += bad.faults
    if faults:
        raise BadChart(faults)
    click.echo(f"{len(files)} card{'s' * (len(files) > 1)}: no errors")


@cards.command("list")
@click.argument("what", default="")
def list_cards(what: str) -> None:
    """List cards whose name contains WHAT (a year, city or nickname)."""
    from fieldhouse.games.fastdrive.cards.card import collection

    found = [(n, c) for n, c in collection().items() if what.lower() in n or what.lower() in c.team.lower()]
    for name, card in found:
        click.echo(f"{name:32} {card.title}")
    click.echo(f"{len(found)} of {len(collection())} cards")


@cards.command("show")
@click.argument("name")
def show_card(name: str) -> None:
    """Print the card NAME as a file you can edit and play."""
    from fieldhouse.games.fastdrive.cards.card import find_card, to_text

    click.echo(to_text(find_card(name)[1]), nl=False)


@click.command()
@click.argument("away", required=False)
@click.argument("home", required=False)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option(
    "--record",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A recorded game instead of a new one.",
)
@click.option("--blank", is_flag=True, help="An empty sheet to play on paper; AWAY and HOME are any names.")
@click.option(
    "--charts",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Your own chart file instead of the default charts.",
)
@click.option("--html", type=click.Path(path_type=Path), help="Write a printable page to this file.")
def sheet(
    away: str | None,
    home: str | None,
    seed: int,
    record: Path | None,
    blank: bool,
    charts: Path | None,
    html: Path | None,
) -> None:
    """Play AWAY at HOME with the automatic coach and print the score sheet.

    AWAY and HOME are cards such as chicago-1985, or files of your own (wombats.toml). With --record the sheet
    is that of a recorded game, with --blank an empty one to play on paper.
    """
    from fieldhouse.games.fastdrive.board import print_sheet

    if blank:
        _write_blank(away or "Away", home or "Home", html)
        return
    view = _recorded_view(record) if record is not None else _played_view(away, home, seed, charts)
    click.echo(text_board(view))
    if html is not None:
        html.write_text(print_sheet.print_page(view, print_sheet.svg(view)), encoding="utf-8")
        click.echo(f"Wrote {html}")


def text_board(view: View) -> str:
    """The sheet and its totals as text."""
    from fieldhouse.games.fastdrive.board.text import text, totals_text

    return f"{text(view)}\n{totals_text(view)}"


def _write_blank(away: str, home: str, html: Path | None) -> None:
    from fieldhouse.games.fastdrive.board.print_sheet import blank_page
    from fieldhouse.games.fastdrive.sheets import score_sheet

    if html is None:
        raise click.UsageError("--blank needs --html FILE: the sheet is a page to print")
    html.write_text(blank_page(away, home, score_sheet(away, home)), encoding="utf-8")
    click.echo(f"Wrote {html}")


def _recorded_view(path: Path) -> View:
    """The end of a recorded game of Fast Drive Football."""
    from fieldhouse.kernel import record

    kept = record.parse_record(path.read_text(encoding="utf-8"))
    if kept.game != META.name:
        raise click.UsageError(f"{path} is a game of {kept.game}, not of {META.name}")
    return record.replay_record(kept).view()


def _played_view(away: str | None, home: str | None, seed: int, charts: Path | None) -> View:
    """A game between two cards, by the automatic coach."""
    from fieldhouse.games.fastdrive.charts.reader import read_chart_text
    from fieldhouse.games.fastdrive.clubs import card_game
    from fieldhouse.games.fastdrive.coaches import policy
    from fieldhouse.kernel.dice import FastDice
    from fieldhouse.kernel.playout import playout

    if away is None or home is None:
        raise click.UsageError("name two cards, AWAY and HOME, or give --record FILE")
    own = read_chart_text(charts.read_text(encoding="utf-8")) if charts else None
    game = card_game(_card(away), _card(home), own)
    s = game.start()
    playout(game, s, FastDice(seed), policy("starter", game, seed))
    return game.view(s, None)


def _card(word: str) -> Card:
    """A packaged card by name, or a card file of your own."""
    from fieldhouse.games.fastdrive.cards.card import find_card, read_card, read_card_text
    from fieldhouse.kernel.errors import BadChart

    if not word.endswith(".toml"):
        return find_card(word)[1]
    try:
        text = Path(word).read_text(encoding="utf-8")
    except OSError as error:
        raise BadChart([f"{word}: {error.strerror}"]) from None
    return read_card(read_card_text(text, word), word)


COMMANDS: dict[str, click.Command] = {
    "cards": cards,
    "sheet": sheet,
}
