"""`fieldhouse completion`: the script with which a shell completes commands, options and games."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem, get_completion_class

PROGRAM = "fieldhouse"
VARIABLE = "_FIELDHOUSE_COMPLETE"
"""Set by the script when it asks the program what fits."""

INSTALL = """\b
Install it, then open a new shell:
  bash  add to ~/.bashrc:  eval "$(fieldhouse completion bash)"
  zsh   add to ~/.zshrc:   eval "$(fieldhouse completion zsh)"
  fish  fieldhouse completion fish > ~/.config/fish/completions/fieldhouse.fish
"""


@click.command(epilog=INSTALL)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print a script that completes commands, options and games with the Tab key."""
    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(ctx.find_root().command, {}, PROGRAM, VARIABLE).source())


def complete_game(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The games whose names begin with what was typed, with their titles."""
    from fieldhouse.kernel import registry

    games = registry.list_games().items()
    return [
        CompletionItem(name, help=folder.meta.title) for name, folder in games if name.startswith(incomplete)
    ]
