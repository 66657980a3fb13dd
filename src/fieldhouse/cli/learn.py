"""`fieldhouse learn`: train a small network on a game, in minutes, and keep it as a player."""

from __future__ import annotations

from typing import Any

import click


@click.command()
@click.argument("game")
@click.option("--out", required=True, metavar="FILE", help="Where the player is kept (.npz).")
@click.option(
    "--seconds",
    type=click.FloatRange(1),
    default=300.0,
    show_default=True,
    help="Processor time to learn for.",
)
@click.option(
    "--against", default="rookie", show_default=True, help="A level with a fast policy, random or self."
)
@click.option("--length", metavar="NAME", help="A length of the game, such as full, short or tiny.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option(
    "--seed", type=int, default=0, show_default=True, help="The same seed learns from the same games."
)
def command(game: str, out: str, length: str | None, options: tuple[str, ...], **given: Any) -> None:
    """Train a player for GAME by games against a coach.

    Its file takes a seat anywhere: `fieldhouse play GAME --seat Blue=policy:FILE`, or
    `fieldhouse arena GAME policy:FILE rookie`.
    """
    from fieldhouse.cli.terminal.shared import pairs
    from fieldhouse.kernel.errors import FieldhouseError
    from fieldhouse.kernel.registry import open_game

    try:
        from fieldhouse.gyms.learn import Learner, Progress
    except ImportError as missing:
        raise FieldhouseError(f"{missing.name} is missing: install fieldhouse[lab]") from None

    opened = open_game(game, pairs(options, "--option", "mode=dice"), length=length)
    learner = Learner(opened, against=given["against"], seed=given["seed"])
    every = given["seconds"] / 20
    shares: list[float] = []
    shown = 0.0

    def told(now: Progress) -> None:
        nonlocal shown
        shares.append(now.share)
        if now.seconds >= shown:
            shown = now.seconds + every
            click.echo(
                f"{now.seconds:6.0f} s {now.games:7} games {now.decisions:9} decisions"
                f"   won {sum(shares[-8:]) / len(shares[-8:]):.1%} of the last {64 * len(shares[-8:])}"
            )

    learner.learn(given["seconds"], told).save(out)
    click.echo(f"{out}: a player for {opened.meta.title}.")
