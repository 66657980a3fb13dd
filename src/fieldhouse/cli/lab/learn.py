"""`fieldhouse learn`: train a small neural network to play a game, in minutes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from fieldhouse.cli.completion import complete_game

if TYPE_CHECKING:
    from fieldhouse.gyms.learn import Progress
    from fieldhouse.kernel.game import Game
    from fieldhouse.lab.network_coach import Net


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option("--out", required=True, metavar="FILE", help="File to save the player to (.npz).")
@click.option(
    "--seconds",
    type=click.FloatRange(1),
    default=300.0,
    show_default=True,
    help="Processor time for training.",
)
@click.option(
    "--against",
    default="rookie",
    show_default=True,
    help="Opponent: a level with a fast policy, random or self.",
)
@click.option("--length", metavar="NAME", help="A length of the game, such as full, short or tiny.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option(
    "--seed", type=int, default=0, show_default=True, help="The same seed trains on the same games."
)
@click.option(
    "--with",
    "library",
    type=click.Choice(["numpy", "sb3"]),
    default="numpy",
    show_default=True,
    help="The built-in trainer, or MaskablePPO from sb3-contrib (fieldhouse[gym,train]).",
)
def command(
    game: str, out: str, length: str | None, library: str, options: tuple[str, ...], **given: Any
) -> None:
    """Train a neural network to play GAME against a coach.

    Use the file as a player: `fieldhouse play GAME --seat Blue=policy:FILE`, or
    `fieldhouse arena GAME policy:FILE rookie`.
    """
    from fieldhouse.cli.terminal.common import parse_pairs
    from fieldhouse.kernel.errors import FieldhouseError
    from fieldhouse.kernel.registry import open_game

    opened = open_game(game, parse_pairs(options, "--option", "mode=dice"), length=length)
    every = given["seconds"] / 20
    shares: list[float] = []
    shown = 0.0

    def on_progress(now: Progress) -> None:
        nonlocal shown
        shares.append(now.share)
        if now.seconds >= shown:
            shown = now.seconds + every
            share = now.share if library == "sb3" else sum(shares[-8:]) / len(shares[-8:])
            click.echo(
                f"{now.seconds:6.0f} s {now.games:9,} games {now.decisions:11,} decisions"
                f"   won {share:.1%} of the last {min(now.games, 512)}"
            )

    try:
        net = _train(library, opened, given, on_progress)
    except ImportError as missing:
        extra = "lab" if library == "numpy" else "gym,train"
        raise FieldhouseError(f"{missing.name} is missing: install fieldhouse[{extra}]") from None
    net.save(out)
    click.echo(f"Saved a player for {opened.meta.title} to {out}.")


def _train(
    library: str, game: Game[Any], given: dict[str, Any], on_progress: Callable[[Progress], None]
) -> Net:
    """Train with the built-in trainer or with the library's."""
    if library == "sb3":
        from fieldhouse.gyms.maskable import learn_maskable

        return learn_maskable(
            game, given["seconds"], on_progress, against=given["against"], seed=given["seed"]
        )
    from fieldhouse.gyms.learn import Learner

    return Learner(game, against=given["against"], seed=given["seed"]).learn(given["seconds"], on_progress)
