"""The auction in text and as a picture."""

from __future__ import annotations

from fieldhouse.games.thegrid.forming.picture import page
from fieldhouse.games.thegrid.forming.textboard import coach_line, own_roster, player_line
from fieldhouse.kernel.game import View


def text(view: View, width: int = 80) -> str:
    """The lot, purses and needs clockwise, the cards face up."""
    s = view["state"]
    lines = [view["status"], ""]
    if s["on_offer"] >= 0:
        lines += [player_line(view["pool"][s["on_offer"]]), bids_line(view)]
    for seat in range(len(view["coaches"])):
        extra = f"  ${s['money'][seat]:<4} limit ${view['limits'][seat]}"
        lines.append(coach_line(view, seat, mark(view, seat), extra))
    lines += ["", f"face up ({len(s['pile'])} cards in the pile):"] if s["face_up"] else [""]
    lines += [player_line(view["pool"][who], "  ") for who in s["face_up"] if who != s["on_offer"]]
    lines += own_roster(view, width)
    return "\n".join(line[:width].rstrip() for line in lines)


def mark(view: View, seat: int) -> str:
    """`>` leads, `-` has passed, `*` puts up the next player."""
    s = view["state"]
    if s["bid"]:
        return "> " if seat == s["bidder"] else "  " if seat in s["still_in"] or not s["still_in"] else "- "
    nominates = s["nominator"] if s["nominator"] >= 0 else s["turn"]
    return "* " if seat == nominates else "  "


def bids_line(view: View) -> str:
    """The bids so far, the last ones if they are many."""
    bids = view["state"]["bids"]
    if not bids:
        return "no bid yet"
    shown = ", ".join(f"{view['coaches'][seat]} ${bid}" for seat, bid in bids[-4:])
    return ("..., " if len(bids) > 4 else "") + shown


def svg(view: View) -> str:
    """The lot and the face-up players as cards, beside purses and needs."""
    s = view["state"]
    first = [s["on_offer"]] if s["on_offer"] >= 0 else []
    cards = [*first, *(who for who in s["face_up"] if who not in first)]
    at = s["bidder"] if s["bid"] else s["nominator"] if s["nominator"] >= 0 else s["turn"]
    return page(view, list(range(len(view["coaches"]))), at, cards, "Face up")
