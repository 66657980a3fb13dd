"""The draft queue of drafts and auctions: players in order, in an auction with top prices."""

from __future__ import annotations

from collections.abc import Sequence

from fieldhouse.games.thegrid.team_building.board_text import brief
from fieldhouse.games.thegrid.teams.players import KIND, TYPES
from fieldhouse.kernel.draft_queue import ON_OFFER, DraftChoice, QueuedPick
from fieldhouse.kernel.game import View
from fieldhouse.kernel.requests import Choose


def available_players(view: View) -> list[DraftChoice]:
    """All players of the pool by type and grade, with where they are now."""
    places = _places(view)
    order = sorted(
        range(len(view["pool"])),
        key=lambda who: (TYPES.index(view["pool"][who]["type"]), -view["pool"][who]["grade"], who),
    )
    return [_wishable(view, who, *places.get(who, ("", False))) for who in order]


def _wishable(view: View, who: int, where: str, gone: bool) -> DraftChoice:
    row = view["pool"][who]
    name = f"{row['number']} {row['name']}"
    return DraftChoice(row["id"], name, KIND[row["type"]], brief(row), where, gone)


def _places(view: View) -> dict[int, tuple[str, bool]]:
    """Where each player is, and whether the player is taken."""
    s = view["state"]
    found = dict.fromkeys(s.get("pile", ()), ("not up yet", False))
    found |= dict.fromkeys(s.get("face_up", ()), ("up for nomination", False))
    if s.get("on_offer", -1) >= 0:
        found[s["on_offer"]] = (ON_OFFER, False)
    for seat, roster in enumerate(s["rosters"]):
        to = "yours" if seat == view["seat"] else f"to {view['coaches'][seat]}"
        for place, who in enumerate(roster):
            paid = f" for ${s['prices'][seat][place]}" if "prices" in s else ""
            found[who] = (f"{to}{paid}", True)
    return found


def answer(request: Choose, view: View, wishes: Sequence[QueuedPick]) -> str | None:
    """The first queued player available, or a dollar more up to the top price; None without an answer."""
    if request.what in ("draft-pick", "nominate"):
        keys = set(request.keys)
        return next((wish.key for wish in wishes if wish.key in keys), None)
    on_offer = view["pool"][view["state"]["on_offer"]]["id"]
    wish = next((wish for wish in wishes if wish.key == on_offer and wish.top), None)
    if wish is None:
        return None
    low, high = request.facts["low"], request.facts["high"]
    if request.what == "opening-bid" or low <= min(wish.top, high):
        return str(low)
    return "pass"
