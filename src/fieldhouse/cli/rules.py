"""`fieldhouse rules`: a rule by id, a section, or every rule with a word."""

from __future__ import annotations

import click

from fieldhouse.cli.completion import complete_game


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.argument("wanted", nargs=-1, metavar="[ID|SECTION|WORD]")
@click.option("--how-to-play", "guide", is_flag=True, help="Print the short guide for new players.")
def command(game: str, wanted: tuple[str, ...], *, guide: bool) -> None:
    """Print a rule (RB-9.14), a section (9), or every rule with a word.

    Without a second argument, list the sections.
    """
    from fieldhouse.cli.terminal import rulebook
    from fieldhouse.cli.terminal.common import find_game, make_console

    folder = find_game(game)
    width = min(make_console().width, 100)
    if guide:
        from rich.markdown import Markdown

        make_console().print(Markdown(rulebook.guide_text(folder)), width=width)
        return
    if wanted:
        click.echo(rulebook.look_up(folder, " ".join(wanted), width))
        return
    click.echo(f"{folder.meta.title}: {len(folder.rule_ids)} rules")
    for number, title in rulebook.sections(folder).items():
        click.echo(f"  {number:>3}  {rulebook.strip_markdown(title)}")
    click.echo(
        f"Read one: fieldhouse rules {folder.name} 1. Or give a rule ({folder.rule_ids[0]}) or a word."
    )
    if folder.how_to_play:
        click.echo(f"New to the game? fieldhouse rules {folder.name} --how-to-play")
