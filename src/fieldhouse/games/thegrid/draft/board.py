"""The draft in text and as a picture."""

from __future__ import annotations

from fieldhouse.games.thegrid.forming.picture import page
from fieldhouse.games.thegrid.forming.textboard import coach_line, own_roster, player_line
from fieldhouse.kernel.game import View

BEST = 12
"""How many of those still free are shown, the highest grades first."""


def on_the_clock(view: View) -> int:
    """Whose pick it is, or -1."""
    return int(view["on_the_clock"])


def best_left(view: View) -> list[int]:
    """The free players a list begins with: by grade, then by place in the pool."""
    gone = {who for roster in view["state"]["rosters"] for who in roster}
    free = [who for who in range(len(view["pool"])) if who not in gone]
    return sorted(free, key=lambda who: (-view["pool"][who]["grade"], who))[:BEST]


def text(view: View, width: int = 80) -> str:
    """Coaches in the order of the draft, then the best players left."""
    order = view["state"]["order"] or range(len(view["coaches"]))
    lines = [view["status"], ""]
    for seat in order:
        last = view["state"]["rosters"][seat][-1:]
        extra = "".join(f"  {view['pool'][who]['name']}" for who in last)
        lines.append(coach_line(view, seat, "> " if seat == on_the_clock(view) else "  ", extra))
    lines += ["", "the best left by grade:"] if best_left(view) else [""]
    lines += [player_line(view["pool"][who], "  ") for who in best_left(view)]
    lines += own_roster(view, width)
    return "\n".join(line[:width].rstrip() for line in lines)


def svg(view: View) -> str:
    """Coaches and needs, and the best players left as cards."""
    order = view["state"]["order"] or list(range(len(view["coaches"])))
    return page(view, order, on_the_clock(view), best_left(view), "The best left by grade")
