"""Make and measure what The Grid's coaches play by; run from the repository root, with the [lab] extra.

python -m scripts.thegrid_values values [--plays FILE] [--out FILE]     the value table (ten minutes)
python -m scripts.thegrid_values strength [--pairs N] [--seed N]        the fitted strength model
python -m scripts.thegrid_values managers [ONE] [OTHER] [--form draft]  drafting levels compared
python -m scripts.thegrid_values figures [--games N] [--plays FILE]     the charts measured as in DC-12
python -m scripts.thegrid_values exploit [--cards N] [--halves 2]       the best response to `allpro`
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from scripts.thegrid_values.backward_induction import (
    average_game,
    final_ends,
    halftime_ends,
    make_value_table,
    numbers,
)
from scripts.thegrid_values.chart_figures import balance_report
from scripts.thegrid_values.manager_matches import compare
from scripts.thegrid_values.strength_fit import file_text, fit

from fieldhouse.games.thegrid.coaches.value_table import values_fingerprint, values_in_use
from fieldhouse.games.thegrid.rules.game import TheGrid
from fieldhouse.kernel.files import atomic_write, cache_folder
from fieldhouse.kernel.registry import find

LEVELS = ("rookie", "starter", "allpro", "random")


def sample_game(plays: Path | None) -> TheGrid:
    """The sample teams with fixed lineups, with your own play cards if given."""
    own = {"plays": TheGrid.read_material("plays", plays.read_text(encoding="utf-8"))} if plays else None
    game = find("thegrid").open({"lineups": "fixed"}, own)
    assert isinstance(game, TheGrid)
    return game


def write_values(plays: Path | None, out: Path | None) -> None:
    """Write the value table for these play cards, by default where the coaches look for it."""
    own = TheGrid.read_material("plays", plays.read_text(encoding="utf-8")) if plays else None
    used = average_game(own).setup.materials["plays"]
    where = out or cache_folder() / f"thegrid-{values_fingerprint(used)}.bin"
    made = make_value_table(used, lambda line: print(line, file=sys.stderr))
    with atomic_write(where) as file:
        file.write(made)
    print(where)


def print_best_response(cards: int, time_outs: int, halves: int) -> None:
    """Print what a best responder gains against `allpro` with its shipped values, card by card."""
    from scripts.thegrid_values.best_response import Ends, believed_values, kickoff_values

    game = average_game()
    a, values, begin = numbers(game), values_in_use(game), time.process_time()

    def progress(n: int, receives: float, kicks: float) -> None:
        print(f"{n} cards: receiving {receives:.4f}, kicking {kicks:.4f}", end="; ")
        print(f"the responder gains {0.5 - (receives + kicks) / 2:.4f}", end="; ")
        print(f"{time.process_time() - begin:.0f} s of one core", flush=True)

    final = final_ends()[:, : time_outs + 1, : time_outs + 1]
    second = believed_values(values, 2, time_outs)
    print(f"second half, tied, {time_outs} timeouts each")
    found = kickoff_values(a, second, Ends(final, final), cards, progress)
    if halves == 2:
        print(f"both halves, {time_outs} timeouts each")
        ends = Ends(halftime_ends(a, second, final, cards), found.mean(axis=0))
        kickoff_values(a, believed_values(values, 1, time_outs), ends, cards, progress)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    verbs = parser.add_subparsers(dest="verb", required=True)
    values = verbs.add_parser("values")
    values.add_argument("--plays", type=Path, help="your own play cards")
    values.add_argument("--out", type=Path, help="file to write; default: your cache")
    strength = verbs.add_parser("strength")
    strength.add_argument("--pairs", type=int, default=2000, help="pairs of teams")
    strength.add_argument("--seed", type=int, default=1)
    managers = verbs.add_parser("managers")
    managers.add_argument("one", choices=LEVELS, nargs="?", default="allpro")
    managers.add_argument("other", choices=LEVELS, nargs="?", default="starter")
    managers.add_argument("--form", choices=("draft", "auction"), default="draft")
    managers.add_argument("--leagues", type=int, default=40)
    managers.add_argument("--coaches", type=int, default=8)
    managers.add_argument("--seed", type=int, default=1)
    figures = verbs.add_parser("figures")
    figures.add_argument("--games", type=int, default=2000)
    figures.add_argument("--seed", type=int, default=1)
    figures.add_argument("--plays", type=Path, help="your own play cards")
    exploit = verbs.add_parser("exploit")
    exploit.add_argument("--cards", type=int, default=52)
    exploit.add_argument("--time-outs", type=int, default=2)
    exploit.add_argument("--halves", type=int, choices=(1, 2), default=1)
    given = parser.parse_args()
    if given.verb == "values":
        write_values(given.plays, given.out)
    elif given.verb == "strength":
        print(file_text(fit(given.pairs, given.seed)), end="")
    elif given.verb == "figures":
        print(balance_report(sample_game(given.plays), given.games, given.seed))
    elif given.verb == "managers":
        score = compare(given.form, given.one, given.other, given.leagues, given.coaches, given.seed)
        print(f"{given.one} against {given.other}, by {given.form}, {given.coaches} coaches: {score.text()}")
    else:
        print_best_response(given.cards, given.time_outs, given.halves)


if __name__ == "__main__":
    main()
