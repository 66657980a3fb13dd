"""The auction's board: text, parts and picture."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fieldhouse.football import shapes
from fieldhouse.football.parts import Part, combined_svg
from fieldhouse.football.shapes import box, group, label
from fieldhouse.games.thegrid.board.player_card import HEIGHT, player_face, truncate_name
from fieldhouse.games.thegrid.team_building.board_parts import (
    cards_part,
    coaches_part,
    free_part,
    number_face,
    own_part,
)
from fieldhouse.games.thegrid.team_building.board_text import coach_line, own_roster, player_line
from fieldhouse.games.thegrid.teams.players import ROSTER
from fieldhouse.kernel.game import View

RAISES = (1, 2, 5, 10)
"""The raises that are buttons of their own; any other bid is in the list."""


def text(view: View, width: int = 80) -> str:
    """The player being auctioned, budgets and needs, players up for nomination."""
    s = view["state"]
    lines = [view["status"], ""]
    if s["on_offer"] >= 0:
        lines += [player_line(view["pool"][s["on_offer"]]), bids_line(view)]
    for seat in range(len(view["coaches"])):
        extra = f"  ${s['money'][seat]:<4} max ${view['limits'][seat]}"
        lines.append(coach_line(view, seat, bid_mark(view, seat), extra))
    lines += ["", f"Up for nomination ({len(s['pile'])} more in the pile):"] if s["face_up"] else [""]
    lines += [player_line(view["pool"][who], "  ") for who in s["face_up"] if who != s["on_offer"]]
    lines += own_roster(view, width)
    return "\n".join(line[:width].rstrip() for line in lines)


def bid_mark(view: View, seat: int) -> str:
    """`>` leads, `-` has passed, `*` nominates the next player."""
    s = view["state"]
    if s["bid"]:
        return "> " if seat == s["bidder"] else "  " if seat in s["still_in"] or not s["still_in"] else "- "
    return "* " if seat == nominates(view) else "  "


def nominates(view: View) -> int:
    """Whose turn it is to nominate a player."""
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
    """The bidding, budgets and needs, players up for nomination, your team, and the unsold players."""
    s = view["state"]
    at = s["bidder"] if s["bid"] else nominates(view)
    found = [ring_part(view), coaches_part(view, range(len(view["coaches"])), at, money=True)]
    asked = bool(set(keys) & {view["pool"][who]["id"] for who in s["face_up"]})
    others = [who for who in s["face_up"] if who != s["on_offer"]]
    if keys and not asked:
        found.append(bids_part(view, keys))
    if others:
        title = f"Up for nomination; {len(s['pile'])} more in the pile"
        found.append(cards_part(view, others, keys, "face-up", title, ask=asked))
    found.append(progress_part(view))
    own = own_part(view)
    if own is not None:
        found.append(own)
    gone = {who for roster in s["rosters"] for who in roster}
    left = [who for who in range(len(view["pool"])) if who not in gone]
    if left:
        found.append(free_part(view, left))
    return found


def progress_part(view: View) -> Part:
    """How far the auction is."""
    s = view["state"]
    sold, places = sum(map(len, s["rosters"])), ROSTER * len(s["rosters"])
    rows = (("Sold", f"{sold} of {places}"), ("In the pile", str(len(s["pile"]))))
    return Part(id="progress", area="last", label="Auction progress", rows=rows)


CHIP, CHIP_HIGH, ABREAST = 88, 32, 4


def ring_part(view: View) -> Part:
    """The player being auctioned, the bids, and who is still in (TG-4.12)."""
    s = view["state"]
    rows = -(-len(view["coaches"]) // ABREAST)
    lot = s["on_offer"] >= 0
    top = HEIGHT + 14 if lot else 8
    high = top + rows * (CHIP_HIGH + 4) + 4
    pieces = [box(0, 0, 366, high, shapes.STRIPE, radius=10)]
    if lot:
        pieces.append(lot_picture(view))
    for seat in range(len(view["coaches"])):
        x, y = 5 + (CHIP + 2) * (seat % ABREAST), top + (CHIP_HIGH + 4) * (seat // ABREAST)
        pieces.append(coach_chip(view, seat, x, y))
    return Part(
        id="ring",
        area="field",
        label=ring_words(view),
        width=366,
        height=high,
        widest=560,
        svg="".join(pieces),
    )


def bid_status(view: View, seat: int) -> str:
    """What a coach last did in this bidding: a bid, out or nominates; else the budget."""
    s = view["state"]
    if s["on_offer"] < 0 or not s["bid"]:
        return "nominates" if seat == nominates(view) else f"${s['money'][seat]}"
    if s["still_in"] and seat not in s["still_in"]:
        return "out"
    mine = [bid for who, bid in s["bids"] if who == seat]
    return f"${mine[-1]}" if mine else "–"


def coach_chip(view: View, seat: int, x: float, y: float) -> str:
    """A coach's chip: name, and the bid or that the coach is out."""
    s = view["state"]
    words = bid_status(view, seat)
    leads = bool(s["bid"]) and seat == s["bidder"]
    me = seat == view["seat"]
    ground, letters = (shapes.AMBER, shapes.PIP) if leads else (shapes.SHEET, shapes.INK)
    if words == "out":
        ground, letters = shapes.STRIPE, shapes.WHITE
    edge = shapes.AMBER if me or leads else shapes.EDGE
    name = "You" if me else truncate_name(view["coaches"][seat], 8)
    return (
        box(x, y, CHIP, CHIP_HIGH, ground, radius=7, stroke=edge)
        + label(x + 7, y + 20, name, 11.5, letters, bold=me or leads)
        + label(x + CHIP - 6, y + 21, words, 11.5 if not words.startswith("$") else 14, letters,
                anchor="end", bold=words.startswith("$"))
    )  # fmt: skip


def ring_words(view: View) -> str:
    """The bidding for screen readers."""
    s = view["state"]
    each = ", ".join(f"{name} {bid_status(view, seat)}" for seat, name in enumerate(view["coaches"]))
    if s["on_offer"] < 0:
        return f"Coaches: {each}"
    name = view["pool"][s["on_offer"]]["name"]
    return f"{name}: {bids_line(view) if s['bids'] else 'no bid yet'}; {each}"


def lot_picture(view: View) -> str:
    """The player's card, the leading bid, and the bids before it."""
    s = view["state"]
    row = view["pool"][s["on_offer"]]
    face = player_face(row)
    number = sum(map(len, s["rosters"])) + 1
    pieces = [group(face.svg, id="lot", beat="turn", move="translate(8 8)")]
    pieces.append(label(180, 26, f"Player {number}", 12, shapes.WHITE))
    if s["bid"]:
        lead = view["coaches"][s["bidder"]]
        pieces.append(label(180, 60, f"${s['bid']}", 32, shapes.AMBER, bold=True))
        words = "you lead" if s["bidder"] == view["seat"] else f"{lead} leads"
        pieces.append(label(180, 80, words, 13, shapes.WHITE, bold=True))
    most = max((bid for _, bid in s["bids"]), default=1)
    for n, (seat, bid) in enumerate(reversed(s["bids"][-6:])):
        y = 104 + 18 * n
        wide = 12 + 78 * bid / most
        name = "you" if seat == view["seat"] else truncate_name(view["coaches"][seat], 9)
        pieces.append(box(180, y - 10, wide, 12, shapes.AMBER if n == 0 else shapes.SHORT, radius=3))
        pieces.append(label(186 + wide, y, f"${bid} {name}", 11.5, shapes.WHITE, bold=n == 0))
    return "".join(pieces)


def bids_part(view: View, keys: Collection[str]) -> Part:
    """Pass, a few raises, and the highest bid allowed."""
    now = view["state"]["bid"]
    amounts = sorted({now + more for more in RAISES if str(now + more) in keys})
    faces = [number_face("pass", "Pass", "you're out", good=False)] if "pass" in keys else []
    faces += [
        number_face(str(bid), f"${bid}", f"+{bid - now}" if now else "to open", good=True) for bid in amounts
    ]
    top = view["limits"][view["seat"]] if view["seat"] is not None else 0
    if str(top) in keys and top not in amounts:
        faces.append(number_face(str(top), f"${top}", "max bid", good=True))
    return Part(id="bids", area="hand", label=f"Up to ${top}", faces=tuple(faces))


def svg(view: View) -> str:
    """The parts in one picture, without the long list of all who are left."""
    return combined_svg([part for part in parts(view) if part.id != "free"], view["status"])
