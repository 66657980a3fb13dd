"""Sections 16 to 19 and 42: the deal, the formations, placing, motion and adjustment."""

from __future__ import annotations

from itertools import combinations

from tests.games.cardbowl.referee.basics import RED, Asks, Man, Table, Want, choose, draw, value

LINE = {"LT": -4, "LG": -2, "C": 0, "RG": 2, "RT": 4}
ENDS = {"TEL": -6, "TER": 6}
WIDE = ("WL1", "WL2", "WL3", "WR1", "WR2", "WR3")
BACKS = ("BL", "BF", "BT", "BR")
OTHERS = (*ENDS, *WIDE, *BACKS)

FORMATIONS = {
    "pro_set": "U TER WL1 WR1 BL BR",
    "i_form": "U TER WL1 WR1 BF BT",
    "i_heavy": "U TEL TER WR1 BF BT",
    "single_back": "U TER WL1 WL2 WR1 BT",
    "ace": "U TEL TER WL1 WR1 BT",
    "trips": "U WL1 WR1 WR2 WR3 BT",
    "trips_te": "U TEL WR1 WR2 WR3 BT",
    "wishbone": "U TER WL1 BF BL BR",
    "goal_line": "U TEL TER BF BL BR",
    "shotgun_spread": "G WL1 WL2 WR1 WR2 BR",
    "shotgun_trips": "G WL1 WR1 WR2 WR3 BL",
    "shotgun_te": "G TER WL1 WL2 WR1 BL",
    "shotgun_split": "G TER WL1 WR1 BL BR",
    "shotgun_empty": "G WL1 WL2 WR1 WR2 WR3",
}
SWAP = {"TEL": "TER", "BL": "BR", "WL1": "WR1", "WL2": "WR2", "WL3": "WR3"}
SWAP |= {b: a for a, b in SWAP.items()}

ALIGNMENTS = {
    "4-3": ("-e -2 2 e", "OL M OR", "SL SR", 2),
    "3-4": ("-4 0 4", "OL IL IR OR", "SL SR", 2),
    "4-4": ("-e -2 2 e", "OL IL IR OR", "TE", 2),
    "5-2": ("-e -2 0 2 e", "IL IR", "SL SR", 2),
    "5-3-bear": ("-e -2 0 2 e", "OL M OR", "TE", 2),
    "nickel-4-2": ("-e -2 2 e", "OL OR", "SL SR", 3),
    "nickel-3-3": ("-4 0 4", "OL M OR", "SL SR", 3),
    "dime": ("-e -2 2 e", "M", "SL SR", 4),
    "quarter": ("-4 0 4", "M", "SL SL SR", 4),
    "goal-line-6-2": ("-e -3 -1 1 3 e", "IL IR", "TE", 2),
}
NEIGHBOURS = {
    "SL": ("OL",),
    "OL": ("SL", "IL", "M"),
    "IL": ("OL", "M"),
    "M": ("OL", "IL", "IR", "OR"),
    "IR": ("M", "OR"),
    "OR": ("IR", "M", "SR"),
    "SR": ("OR",),
}


def side_of(slot: str) -> str:
    """L, R, or C for the centre backs."""
    if slot in LINE or slot in ("QB", "BF", "BT"):
        return "C"
    return slot[2] if slot in ENDS else slot[1]


def formations() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Shipped formations with their mirrors (42f)."""
    found: dict[str, tuple[str, tuple[str, ...]]] = {}
    for name, text in FORMATIONS.items():
        stance, *slots = text.split()
        found[name] = (stance, tuple(slots))
        flipped = tuple(SWAP.get(slot, slot) for slot in slots)
        if set(flipped) != set(slots):
            found[name + "_flip"] = (stance, flipped)
    return found


def legal(stance: str, slots: frozenset[str]) -> bool:
    """Section 17: five slots besides QB and line."""
    backs = slots & set(BACKS)
    if len(backs) > 3 or (stance == "G" and backs & {"BF", "BT"}):
        return False
    for side in "LR":
        wide = [n for n in "123" if f"W{side}{n}" in slots]
        if wide != list("123")[: len(wide)] or not (wide or f"TE{side}" in slots):
            return False
    return True


LEGAL = {
    stance: [frozenset(s) for s in combinations(OTHERS, 5) if legal(stance, frozenset(s))] for stance in "UG"
}


def deal_sizes(t: Table) -> tuple[int, int]:
    """CB-16.3 to CB-16.9."""
    base = t.options["deal"][min(t.quarter, 4) - 1]
    both = []
    for role, team in enumerate((t.off, t.deff)):
        size = base[role] + t.options["handicap"][team] + t.extra[team][role]
        both.append(size + (t.hurry if role else 0))
    return both[0], both[1]


def deal(t: Table) -> Asks:
    """Section 16: both hands, exchange, discards."""
    sizes = deal_sizes(t)
    hands: list[list[str]] = [[], []]
    while len(hands[0]) < sizes[0] or len(hands[1]) < sizes[1]:
        for role in (1, 0):
            if len(hands[role]) < sizes[role]:
                card = yield from draw(t, "deal")
                t.gone.remove(card)
                hands[role].append(card)
    keys = {"keep", "exchange"} if RED in hands[1] else {"keep"}
    key = yield from choose(t.deff, "exchange", keys)
    if key == "exchange":
        t.note("exchange")
        card = yield from draw(t, "deal")
        t.gone.remove(card)
        hands[1].remove(RED)
        hands[1].append(card)
        t.pool.append(RED)
    for role, team in ((1, t.deff), (0, t.off)):
        yield from discard(t, team, hands[role])
    return hands


def discard(t: Table, team: int, hand: list[str]) -> Asks:
    """CB-16.4: the lowest, the owner choosing among equals."""
    many = len(hand) - 11
    if many < 1:
        return
    ordered = sorted(hand, key=value)
    limit = value(ordered[many - 1])
    below = [card for card in hand if value(card) < limit]
    equal = [card for card in hand if value(card) == limit]
    keys = set()
    for chosen in combinations(equal, many - len(below)):
        keys.add(frozenset((*below, *chosen)))
    key = yield Want("choose", "discard", frozenset(keys), team)
    for card in key:
        hand.remove(card)
        t.gone.append(card)


def line_up_offense(t: Table, hand: list[str]) -> Asks:
    """CB-17.1 to CB-17.5."""
    known = formations()
    name = yield from choose(t.off, "formation", {*known, "custom"})
    if name == "custom":
        stance = yield from choose(t.off, "stance", ("U", "G"))
        picked: list[str] = []
        while len(picked) < 5:
            keys = {slot for full in LEGAL[stance] if full >= set(picked) for slot in full} - set(picked)
            slot = yield from choose(t.off, "slot", keys)
            picked.append(slot)
        t.note("custom offense")
    else:
        stance, picked = known[name][0], list(known[name][1])
    t.p.stance = stance
    placed = yield from place(t, t.off, ["QB", *LINE, *picked], hand)
    for slot, card in placed.items():
        kind = "QB" if slot == "QB" else "OL" if slot in LINE else "TE" if slot in ENDS else "WR"
        kind = "RB" if slot in BACKS else kind
        col = LINE.get(slot, ENDS.get(slot, 0))
        t.p.offense.append(Man(slot, card, kind, slot, side_of(slot), col))


def place(t: Table, team: int, names: list[str], hand: list[str]) -> Asks:
    """Section 49: a secret card per place, `fill` for the rest, the last by itself."""
    placed: dict[str, str] = {}
    for name in names:
        if len(hand) == 1:
            placed[name] = hand.pop()
            break
        key = yield from choose(team, "place", {*hand, "fill"})
        if key == "fill":
            rest = yield Want("fill", "place", tuple(names[len(placed) :]), team)
            assert sorted(rest.values()) == sorted(hand), "a fill uses the cards of the hand"
            placed |= rest
            break
        placed[name] = key
        hand.remove(key)
    return placed


def receivers(t: Table) -> list[Man]:
    """TE and WR of the offense."""
    return [m for m in t.p.offense if m.kind in ("TE", "WR")]


def reach_of_line(t: Table) -> tuple[int, int]:
    """CB-42.3: the outermost columns."""
    slots = {m.slot for m in t.p.offense}
    return (-7 if "TEL" in slots else -5), (7 if "TER" in slots else 5)


def spots(t: Table, name: str) -> list[str]:
    """Where a shipped alignment puts its eleven cards (42f)."""
    columns, linebackers, safeties, corners = ALIGNMENTS[name]
    low, high = reach_of_line(t)
    made: list[str] = []
    for text in columns.split():
        col = low if text == "-e" else high if text == "e" else int(text)
        made.append(column_name(col))
    made += linebackers.split()
    ends = [m.side for m in t.p.offense if m.kind == "TE"]
    strong = "S" + (ends[0] if len(ends) == 1 else "R")
    made += [strong] if safeties == "TE" else safeties.split()
    present = {m.slot for m in t.p.offense}
    wide = [w for w in ("WL1", "WR1", "WL2", "WR2", "WL3", "WR3") if w in present]
    made += [f"on {w}" for w in (wide * 2)[:corners]]
    rest = ["OL", "OR", "SL", "SR", "SL", "SR", "on TEL", "on TER", "IL", "M", "IR"]
    for spot in rest:
        if len(made) == 11:
            break
        if spot[0] == "S":
            fits = made.count(spot) < 2
        elif spot.startswith("on"):
            fits = spot[3:] in present
        else:
            fits = spot not in made
        if fits:
            made.append(spot)
    return made


def column_name(col: int) -> str:
    """D-4, D0, D+4."""
    return f"D{col:+d}" if col else "D0"


def most(columns: list[int], low: int, high: int) -> int:
    """How many line cards there can be in all, given these."""
    count, at = len(columns), low
    for col in [*sorted(columns), high + 2]:
        room = col - 2 - at
        if room >= 0:
            count += room // 2 + 1
        at = col + 2
    return count


def custom_defense(t: Table) -> Asks:
    """Sections 18 and 42b, place by place."""
    low, high = reach_of_line(t)
    made: list[str] = []
    columns: list[int] = []
    while len(made) < 11:
        left = 11 - len(made)
        keys = set()
        for col in range(low, high + 1):
            if all(abs(col - c) >= 2 for c in columns):
                new = [*columns, col]
                if len(new) >= 3 or min(most(new, low, high) - len(new), left - 1) >= 3 - len(new):
                    keys.add(column_name(col))
        if len(columns) >= 3 or left - 1 >= 3 - len(columns):
            keys |= {slot for slot in ("OL", "IL", "M", "IR", "OR") if slot not in made}
            keys |= {slot for slot in ("SL", "SR") if made.count(slot) < 2}
            keys |= {f"on {m.slot}" for m in receivers(t) if made.count(f"on {m.slot}") < 2}
        key = yield from choose(t.deff, "position", keys)
        made.append(key)
        if key[0] == "D":
            columns.append(int(key[1:]))
    t.note("custom defense")
    return made


def line_up_defense(t: Table, hand: list[str]) -> Asks:
    """CB-18.1 to CB-18.6."""
    name = yield from choose(t.deff, "alignment", {*ALIGNMENTS, "custom"})
    if name == "custom":
        made = yield from custom_defense(t)
    else:
        made = spots(t, name)
    names: list[str] = []
    for spot in made:
        plain = "CB-" + spot[3:] if spot.startswith("on") else spot
        names.append(plain + "b" if plain in names else plain)
    placed = yield from place(t, t.deff, names, hand)
    for name, spot in zip(names, made, strict=True):
        m = Man(name, placed[name], "D")
        if spot[0] == "D":
            m.col, m.lane = int(spot[1:]), 0
        elif spot.startswith("on"):
            m.on = spot[3:]
        else:
            m.slot = spot
        t.p.defense.append(m)


def motions(t: Table) -> dict[str, tuple[str, str]]:
    """CB-19.1: from slot to slot, same stance, and section 17 holds afterwards."""
    slots = {m.slot for m in t.p.offense if m.kind in ("TE", "WR", "RB")}
    found = {}
    for old in slots:
        for new in OTHERS:
            if new in slots or (old[:2] == new[:2] and old[0] == "W"):
                continue
            after = closed(slots - {old}) | {new}
            if legal(t.p.stance, frozenset(after)):
                found[f"{old}>{new}"] = (old, new)
    return found


def closed(slots: set[str]) -> set[str]:
    """CB-19.5: WRs of a side close up."""
    found = {slot for slot in slots if slot[0] != "W"}
    for side in "LR":
        count = sum(slot[:2] == "W" + side for slot in slots)
        found |= {f"W{side}{n + 1}" for n in range(count)}
    return found
