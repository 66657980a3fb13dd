"""The auction in text, in parts and as a picture."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fieldhouse.football import ink
from fieldhouse.football.ink import box, group, label
from fieldhouse.football.parts import Part, picture, together
from fieldhouse.games.thegrid.board.playercard import HEIGHT, player_face
from fieldhouse.games.thegrid.forming.picture import (
    cards_part,
    coaches_part,
    free_part,
    number_face,
    own_part,
)
from fieldhouse.games.thegrid.forming.textboard import coach_line, own_roster, player_line
from fieldhouse.games.thegrid.teams.players import ROSTER
from fieldhouse.kernel.game import View

RAISES = (1, 2, 5, 10)
"""The raises that are buttons of their own; any other bid is in the list."""


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
    return "* " if seat == nominates(view) else "  "


def nominates(view: View) -> int:
    """Whose turn it is to put up a player."""
    s = view["state"]
    return int(s["nominator"] if s["nominator"] >= 0 else s["turn"])


def bids_line(view: View) -> str:
    """The bids so far, the last ones if they are many."""
    bids = view["state"]["bids"]
    if not bids:
        return "no bid yet"
    shown = ", ".join(f"{view['coaches'][seat]} ${bid}" for seat, bid in bids[-4:])
    return ("..., " if len(bids) > 4 else "") + shown


# Parts


def parts(view: View, keys: Collection[str] = ()) -> Sequence[Part]:
    """The lot with its bids, purses and needs, the face-up cards, one's team, and all who are unsold."""
    s = view["state"]
    found: list[Part] = []
    if s["on_offer"] >= 0:
        found.append(lot_part(view))
    at = s["bidder"] if s["bid"] else nominates(view)
    found.append(coaches_part(view, range(len(view["coaches"])), at, money=True))
    asked = bool(set(keys) & {view["pool"][who]["id"] for who in s["face_up"]})
    others = [who for who in s["face_up"] if who != s["on_offer"]]
    if keys and not asked:
        found.append(bids_part(view, keys))
    if others:
        title = f"Face up; {len(s['pile'])} cards in the pile"
        found.append(cards_part(view, others, keys, "face-up", title, ask=asked))
    found.append(progress(view))
    own = own_part(view)
    if own is not None:
        found.append(own)
    gone = {who for roster in s["rosters"] for who in roster}
    left = [who for who in range(len(view["pool"])) if who not in gone]
    if left:
        found.append(free_part(view, left))
    return found


def progress(view: View) -> Part:
    """How far the auction is."""
    s = view["state"]
    sold, places = sum(map(len, s["rosters"])), ROSTER * len(s["rosters"])
    rows = (("Sold", f"{sold} of {places}"), ("In the pile", f"{len(s['pile'])} cards"))
    return Part(id="progress", area="last", label="The auction so far", rows=rows)


def lot_part(view: View) -> Part:
    """The player under the hammer, who has bid what, and who is still in (TG-4.12)."""
    s = view["state"]
    row = view["pool"][s["on_offer"]]
    card = group(picture(player_face(row, note=row["id"])), id="lot", beat="turn")
    pieces = [card, label(176, 16, f"Player {sum(map(len, s['rosters'])) + 1}", 12, ink.SOFT)]
    if s["bid"]:
        lead = view["coaches"][s["bidder"]]
        pieces.append(label(176, 48, f"${s['bid']}", 30, bold=True))
        pieces.append(label(176, 66, "you lead" if s["bidder"] == view["seat"] else f"{lead} leads", 13))
    for n, (seat, bid) in enumerate(reversed(s["bids"][-6:])):
        y = 88 + 18 * n
        name = "you" if seat == view["seat"] else view["coaches"][seat]
        pieces.append(box(176, y - 10, min(130, 20 + bid), 12, ink.AMBER if n == 0 else ink.SHORT, radius=3))
        pieces.append(label(182 + min(130, 20 + bid), y, f"${bid} {name}", 11.5, bold=n == 0))
    out = [name for n, name in enumerate(view["coaches"]) if s["still_in"] and n not in s["still_in"]]
    said = f"{row['name']}: " + (bids_line(view) if s["bids"] else "no bid yet")
    if out:
        said += f"; out: {', '.join(out)}"
        pieces.append(label(176, HEIGHT - 4, f"{len(out)} out", 11.5, ink.SOFT))
    svg_ = "".join(pieces)
    return Part(id="offer", area="field", label=said, width=366, height=HEIGHT, widest=560, svg=svg_)


def bids_part(view: View, keys: Collection[str]) -> Part:
    """Pass, a few raises, and the whole limit."""
    now = view["state"]["bid"]
    amounts = sorted({now + more for more in RAISES if str(now + more) in keys})
    faces = [number_face("pass", "Pass", "you are out", good=False)] if "pass" in keys else []
    faces += [
        number_face(str(bid), f"${bid}", f"+{bid - now}" if now else "to open", good=True) for bid in amounts
    ]
    top = view["limits"][view["seat"]] if view["seat"] is not None else 0
    if str(top) in keys and top not in amounts:
        faces.append(number_face(str(top), f"${top}", "all you may", good=True))
    return Part(id="bids", area="hand", label=f"Up to ${top}", faces=tuple(faces))


def svg(view: View) -> str:
    """The parts in one picture, without the long list of all who are left."""
    return together([part for part in parts(view) if part.id != "free"], view["status"])
