"""The draft's board: text, parts and picture."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fieldhouse.football.parts import Part, combined_svg
from fieldhouse.games.thegrid.team_building.board_parts import (
    cards_part,
    coaches_part,
    free_part,
    own_part,
)
from fieldhouse.games.thegrid.team_building.board_text import coach_line, own_roster, player_line
from fieldhouse.games.thegrid.teams.players import ROSTER
from fieldhouse.kernel.game import View

BEST = {"QB": 3, "HBE": 5, "LN": 4}
"""How many available players of each type are shown, highest grades first."""


def free_players(view: View) -> list[int]:
    """The players not yet picked."""
    gone = {who for roster in view["state"]["rosters"] for who in roster}
    return [who for who in range(len(view["pool"])) if who not in gone]


def best_left(view: View, keys: Collection[str] = ()) -> list[int]:
    """The best free players of each type by grade; only those that may be picked, if `keys` are given."""
    found = []
    for kind, count in BEST.items():
        players = [who for who in free_players(view) if view["pool"][who]["type"] == kind]
        players = [who for who in players if not keys or view["pool"][who]["id"] in keys]
        found += sorted(players, key=lambda who: (-view["pool"][who]["grade"], who))[:count]
    return found


def text(view: View, width: int = 80) -> str:
    """Coaches in draft order, then the best players available."""
    order = view["state"]["order"] or range(len(view["coaches"]))
    lines = [view["status"], ""]
    for seat in order:
        last = view["state"]["rosters"][seat][-1:]
        extra = "".join(f"  {view['pool'][who]['name']}" for who in last)
        lines.append(coach_line(view, seat, "> " if seat == view["on_the_clock"] else "  ", extra))
    best = best_left(view)
    lines += ["", "Best available by type:"] if best else [""]
    lines += [player_line(view["pool"][who], "  ") for who in best]
    lines += own_roster(view, width)
    return "\n".join(line[:width].rstrip() for line in lines)


def parts(view: View, keys: Collection[str] = ()) -> Sequence[Part]:
    """Draft order with needs, the best available as cards, your team, and all available players."""
    order = view["state"]["order"] or list(range(len(view["coaches"])))
    found = [coaches_part(view, order, view["on_the_clock"], money=False)]
    best = best_left(view, keys)
    if best:
        title = "Best available by type"
        found.append(cards_part(view, best, keys, "best", title, ask=bool(keys)))
    taken = sum(map(len, view["state"]["rosters"]))
    rows = (("Picks", f"{taken} of {ROSTER * len(view['coaches'])}"),)
    found.append(Part(id="progress", area="last", label="Draft progress", rows=rows))
    found.append(picks_part(view, order))
    own = own_part(view)
    if own is not None:
        found.append(own)
    left = free_players(view)
    if left:
        found.append(free_part(view, left))
    return found


def picks_part(view: View, order: Sequence[int]) -> Part:
    """The draft board: a line per round, coaches in draft order."""
    rows: list[tuple[str, ...]] = [("Round", *(view["coaches"][seat] for seat in order))]
    rosters = view["state"]["rosters"]
    for round_ in range(max(map(len, rosters))):
        players = (rosters[seat][round_ : round_ + 1] for seat in order)
        rows.append((str(round_ + 1), *(pick_words(view, player[0]) if player else "" for player in players)))
    title = "Draft board"
    return Part(id="picks", area="beside", label=title, table=tuple(rows), open=len(rows) > 1)


def pick_words(view: View, who: int) -> str:
    """A pick on the draft board: `QB Yoon`."""
    row = view["pool"][who]
    return f"{row['type']} {row['name'].split()[-1]}"


def svg(view: View) -> str:
    """The parts in one picture, without the long list of all who are left."""
    return combined_svg([part for part in parts(view) if part.id not in ("free", "picks")], view["status"])
