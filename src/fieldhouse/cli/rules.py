"""`fieldhouse rules`: a rule by id, a section, or every rule with a word."""

from __future__ import annotations

import click


@click.command()
@click.argument("game")
@click.argument("wanted", nargs=-1, metavar="[ID|SECTION|WORD]")
def command(game: str, wanted: tuple[str, ...]) -> None:
    """Print a rule (RB-9.14), a section (9), or the rules with a word.

    Without a second argument the sections are listed.
    """
    from fieldhouse.cli.terminal import rulebook
    from fieldhouse.cli.terminal.common import find_game, make_console

    folder = find_game(game)
    width = min(make_console().width, 100)
    if wanted:
        click.echo(rulebook.look_up(folder, " ".join(wanted), width))
        return
    click.echo(f"{folder.meta.title}: {len(folder.rule_ids)} rules")
    for number, title in rulebook.sections(folder).items():
        click.echo(f"  {number:>3}  {rulebook.strip_markdown(title)}")
    click.echo(f"One of them: fieldhouse rules {folder.name} 1; a rule: {folder.rule_ids[0]}; or any word.")
