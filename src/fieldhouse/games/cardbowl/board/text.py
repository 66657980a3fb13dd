"""The board of Card Bowl as plain text: both lineups, then the match-ups side by side."""

from __future__ import annotations

import textwrap
from typing import Any

from fieldhouse.games.cardbowl.board.layout import EMPTY, asked_slot, with_empty_slots
from fieldhouse.games.cardbowl.meta import META
from fieldhouse.games.cardbowl.rules.card_actions import key_words
from fieldhouse.games.cardbowl.rules.cards import HIDDEN, VALUE, card_label, half_value, highest_first
from fieldhouse.games.cardbowl.rules.place_names import facing_words, short_place, slot_words
from fieldhouse.kernel.game import View

Piece = dict[str, Any]

WIDTH = 80
MIDDLE = 40
STEP = 3.4
"""Letters from one half position to the next; the center stands in the middle."""
WIDE_X = {"WL1": 2, "WL2": 8, "WL3": 14, "WR3": 66, "WR2": 71, "WR1": 77}
LINE_COL = {"TEL": -6, "LT": -4, "LG": -2, "C": 0, "RG": 2, "RT": 4, "TER": 6}
SECOND_X = {"SL": 20, "OL": 14, "IL": 27, "M": 40, "IR": 53, "OR": 66, "SR": 60}
BACK_X = {"BL": 28, "BF": 40, "BT": 40, "BR": 52}
LEFT_TO_RIGHT = ("SL", "OL", "IL", "M", "IR", "OR", "SR")


def piece_text(piece: Piece) -> str:
    """A card as the seat sees it: `Q♥`, with brackets when only its owner sees it, `▒▒` face down."""
    card = piece["card"]
    if card == HIDDEN:
        return "▒▒"
    text = {"RJ": "RJ", "BJ": "BJ"}.get(card) or card_label(card)
    return text if piece["up"] else f"({text})"


def text(view: View, width: int = 80) -> str:
    """Score and field, the cards on the table, hand and draws, in blocks; at most `width` columns."""
    state = view["state"]
    play = state["play"]
    head = [f"{META.seats[0]} {view['scores'][0]} - {view['scores'][1]} {META.seats[1]}   {view['status']}"]
    head.append(field_line(state))
    if play["call"]:
        head.append(f"play: {key_words(play['call'].split('@')[0])}")
    blocks = [head]
    if play["lanes"]:
        blocks += [lane_lines(play), loose_lines(play)]
    elif play["slots"]:
        blocks.append(lineup_lines(view, width))
    if view["hand"]:
        blocks.append(["hand: " + " ".join(card_label(card) for card in highest_first(view["hand"]))])
    if state["drawn"] and play["kind"]:
        blocks.append(drawn_lines(state["drawn"], width))
    written = ("\n".join(line[:width].rstrip() for line in block if line) for block in blocks)
    return "\n\n".join(block for block in written if block)


def field_line(state: dict[str, Any]) -> str:
    """The field in steps of two yards, the ball on it; the offense goes to the right."""
    if state["quarter"] == 0:
        return ""
    spot = state["x"] if state["next"] in ("down", "try") else state["kick_spot"]
    cells = ["|" if n % 5 == 0 else "." for n in range(51)]
    key = "o ball"
    if state["next"] == "down" and state["ltg"] < 100:
        cells[min(50, state["ltg"] // 2)] = "!"
        key += ", ! to gain"
    cells[min(50, max(0, spot // 2))] = "o"
    return f"{META.seats[state['off']][:4]:>5} [" + "".join(cells) + f"]>  {key}"


# The lineups


def lineup_lines(view: View, width: int) -> list[str]:
    """Before the snap: both sides where they stand, the defense above; `[?]` is the place to fill next."""
    play = with_empty_slots(view["state"]["play"])
    side, asked = asked_slot(view)
    if width < WIDTH:
        return side_list("defense", play, side, asked) + side_list("offense", play, side, asked)
    above = defense_rows(play, asked if side == "defense" else "")
    below = offense_rows(play, asked if side == "offense" else "")
    return [*above, "-" * WIDTH, *below]


def side_list(title: str, play: dict[str, Any], side: str, asked: str) -> list[str]:
    """One side as a list, where there is no room for the picture."""
    cells = [f"{slot_words(q['name'])} {slot_mark(q, asked if side == title else '')}" for q in play[title]]
    return textwrap.wrap(f"{title}: {', '.join(cells)}", 40, subsequent_indent="  ") if cells else []


def slot_mark(piece: Piece, asked: str) -> str:
    """The card, `__` where none lies yet, `[?]` where the next one goes."""
    if piece["card"] != EMPTY:
        return piece_text(piece)
    return "[?]" if piece["name"] == asked else "__"


def place_on_columns(items: list[tuple[int, str]]) -> str:
    """Words centred on their columns; where two would overlap the later one gives way."""
    items = sorted(items, key=lambda item: item[0])
    starts: list[int] = []
    for n, (x, item) in enumerate(items):
        after = starts[-1] + len(items[n - 1][1]) + 1 if starts else 0
        starts.append(max(after, x - (len(item) - 1) // 2))
    end = WIDTH
    for n in reversed(range(len(items))):
        starts[n] = min(starts[n], end - len(items[n][1]))
        end = starts[n] - 1
    row = ""
    for start, (_, item) in zip(starts, items, strict=True):
        row = row.ljust(start) + item
    return row


def defense_rows(play: dict[str, Any], asked: str) -> list[str]:
    """Safeties, linebackers, then line and cover cards with their names over them."""
    if not play["defense"]:
        return []
    rows = [
        [
            (SECOND_X[d["at"]], f"{short_place(d['at'])} {slot_mark(d, asked)}")
            for d in play["defense"]
            if d["at"] in slots
        ]
        for slots in (("SL", "SR"), ("OL", "IL", "M", "IR", "OR"))
    ]
    cover: dict[str, list[str]] = {}
    for d in play["defense"]:
        if d["cover"]:
            cover.setdefault(d["cover"], []).append(slot_mark(d, asked))
    rows.append([(slot_x(slot), cards[1]) for slot, cards in cover.items() if len(cards) > 1])
    line = [d for d in play["defense"] if d["at"] == "line"]
    rows.append(
        [(letter_column(d["col"]), short_place(d["name"])) for d in line]
        + [(slot_x(slot), "corner") for slot in cover]
    )
    rows.append(
        [(letter_column(d["col"]), slot_mark(d, asked)) for d in line]
        + [(slot_x(slot), cards[0]) for slot, cards in cover.items()]
    )
    return [place_on_columns(row) for row in rows if row]


def offense_rows(play: dict[str, Any], asked: str) -> list[str]:
    """The line and the receivers with their names under them, QB and backs behind."""
    front = [o for o in play["offense"] if o["at"] in WIDE_X or o["at"] in LINE_COL]
    rows = [
        [(slot_x(o["at"]), slot_mark(o, asked)) for o in front],
        [(slot_x(o["at"]), short_place(o["at"])) for o in front],
    ]
    stance = " (shotgun)" if play["stance"] == "G" else ""
    rows.append([(MIDDLE, f"QB {slot_mark(o, asked)}{stance}") for o in play["offense"] if o["at"] == "QB"])
    for slots in (("BL", "BF", "BR"), ("BT",)):
        backs = [o for o in play["offense"] if o["at"] in slots]
        rows.append([(BACK_X[o["at"]], f"{short_place(o['at'])} {slot_mark(o, asked)}") for o in backs])
    return [place_on_columns(row) for row in rows if row]


def letter_column(col: int) -> int:
    """The letter over which a column of the line stands."""
    return MIDDLE + round(STEP * col)


def slot_x(slot: str) -> int:
    """The letter of a slot on the line of scrimmage."""
    return WIDE_X[slot] if slot in WIDE_X else letter_column(LINE_COL.get(slot, 0))


# The match-ups


def lane_lines(play: dict[str, Any]) -> list[str]:
    """The lanes side by side: defense above, offense below, between them both sums as far as they show."""
    columns = []
    for n, lane in enumerate(play["lanes"]):
        theirs = [d for d in play["defense"] if d["lane"] == n]
        ours = [o for o in play["offense"] if o["lane"] == n]
        heads = [f"lane {n + 1}", lane_place(lane["col"])]
        columns.append((heads, theirs, ours))
    size = max(9, WIDTH // max(1, len(columns)))
    high = max(len(c[1]) for c in columns)
    low = max(len(c[2]) for c in columns)
    if all(len(": ".join(heads)) < size for heads, _, _ in columns):
        rows = ["".join(": ".join(heads).ljust(size) for heads, _, _ in columns)]
    else:
        rows = ["".join(heads[row][: size - 1].ljust(size) for heads, _, _ in columns) for row in (0, 1)]
    rows += ["".join(_at(c[1], n - (high - len(c[1])), size) for c in columns) for n in range(high)]
    rows.append("".join(sums_line(c[1], c[2], size) for c in columns))
    return rows + ["".join(_at(c[2], n, size) for c in columns) for n in range(low)]


def lane_place(col: int) -> str:
    """Where a lane is: `left guard`, `left gap`, outside a player `off left guard`."""
    over = facing_words(col).removeprefix("the ")
    man = over.removesuffix("'s outside shoulder")
    return man if man == over else f"off {man}"


def _at(pieces: list[Piece], n: int, size: int) -> str:
    card = f"{short_place(pieces[n]['name'])} {piece_text(pieces[n])}" if 0 <= n < len(pieces) else ""
    return card[: size - 1].ljust(size)


def sums_line(theirs: list[Piece], ours: list[Piece], size: int) -> str:
    """The line between both sides with their sums; a side with a card that is not seen has `?`."""
    sums = [lane_sum(theirs), lane_sum(ours)]
    both = f"-- {sums[0]} v {sums[1]} " if any(total != "?" for total in sums) else ""
    return both.ljust(size - 2, "-")[: size - 2] + "  "


def lane_sum(pieces: list[Piece]) -> str:
    """What the cards of one side count in a lane, blocking backs half (CB-27.1)."""
    if any(q["card"] == HIDDEN for q in pieces):
        return "?"
    return str(sum(half_value(VALUE[q["card"]]) if q["kind"] == "RB" else VALUE[q["card"]] for q in pieces))


def loose_lines(play: dict[str, Any]) -> list[str]:
    """QB and backs, linemen without a player, receivers with their cover, and the secondary from the left."""
    free = [o for o in play["offense"] if o["lane"] < 0]
    stance = " (shotgun)" if play["stance"] == "G" else ""
    behind = [f"QB {piece_text(o)}{stance}" for o in free if o["kind"] == "QB"]
    backs = sorted(
        (o for o in free if o["kind"] == "RB" and not o["released"]), key=lambda o: BACK_X[o["at"]]
    )
    behind += [f"{slot_words(o['name'])} {piece_text(o)}" for o in backs]
    rows = ["   ".join(behind)]
    idle = [
        f"{slot_words(o['name'])} {piece_text(o)}" for o in free if o["kind"] not in ("QB", "RB", "WR", "TE")
    ]
    if idle:
        rows.append("not blocking: " + "  ".join(idle))
    held = {d["cover"] for d in play["defense"] if d["cover"]}  # a tight end may be covered while he blocks
    receivers = [
        o
        for o in play["offense"]
        if o["name"] in held or (o in free and (o["kind"] in ("WR", "TE") or o["released"]))
    ]
    left = [receiver_line(play, o) for o in receivers if o["side"] == "L"]
    rows += two_columns(left, [receiver_line(play, o) for o in receivers if o["side"] != "L"])
    second = [d for d in play["defense"] if d["lane"] < 0 and not d["cover"]]
    second.sort(key=lambda d: LEFT_TO_RIGHT.index(d["at"]) if d["at"] in LEFT_TO_RIGHT else 9)
    rows += textwrap.wrap("secondary: " + ", ".join(map(_deep, second)), WIDTH, subsequent_indent="  ")
    if play["pressure"]:
        rows.append(f"pressure {play['pressure']} on the quarterback")
    return rows


def receiver_line(play: dict[str, Any], o: Piece) -> str:
    """A receiver and his cover."""
    cover = " and ".join(piece_text(d) for d in play["defense"] if d["cover"] == o["name"])
    where = ", released," if o["released"] else ""
    return f"{slot_words(o['name'])} {piece_text(o)}{where} {f'covered by {cover}' if cover else 'open'}"


def two_columns(left: list[str], right: list[str]) -> list[str]:
    """Two lists beside each other; a line too long for its half stands alone."""
    rows = []
    left, right = list(left), list(right)
    while left or right:
        first = left.pop(0) if left else ""
        if len(first) < WIDTH // 2 and right and len(right[0]) <= WIDTH // 2:
            rows.append(first.ljust(WIDTH // 2) + right.pop(0))
        else:
            rows.append(first or " " * (WIDTH - len(right[0])) + right.pop(0))
    return rows


def _deep(d: Piece) -> str:
    """A player of the secondary; one who has shifted is called as before, and where he stands now."""
    moved = "" if d["at"] in (d["name"], "line") else f" at {slot_words(d['at'])}"
    return f"{slot_words(d['name'])} {piece_text(d)}{moved}"


def drawn_lines(drawn: list[Any], width: int) -> list[str]:
    """CB-41.2: drawn cards by purpose."""
    groups: list[tuple[str, list[str]]] = []
    for card, purpose in drawn:
        if not groups or groups[-1][0] != purpose:
            groups.append((purpose, []))
        groups[-1][1].append(card_label(card))
    text = "drawn: " + ", ".join(f"{purpose} {' '.join(cards)}" for purpose, cards in groups)
    return textwrap.wrap(text, width, subsequent_indent="  ")[-3:]
