"""The board as SVG: field with its boxes, play cards, timing deck, and both lineups as player cards."""

from __future__ import annotations

from html import escape
from typing import Any

from fieldhouse.games.thegrid.board.textboard import SHORT, field
from fieldhouse.games.thegrid.charts.cards import DECK, PLAYS, SUITS
from fieldhouse.games.thegrid.teams.players import DICE, NUMBERS, PLACES
from fieldhouse.kernel.game import View

WIDTH, HEIGHT = 960, 720
QUIET = "#4b5560"
INK, PAPER, FAINT, EDGE = "#1d2733", "#fbfaf6", "#6b7683", "#c9c4b6"
SIDES = ("#8f2433", "#2b4c8f")
SUIT_SIGNS = {
    "H": ("\u2665", "#b3202e"),
    "D": ("\u2666", "#b3202e"),
    "C": ("\u2663", INK),
    "S": ("\u2660", INK),
}
FONT = 'font-family="Helvetica, Arial, sans-serif"'


def words(x: float, y: float, said: str, size: float = 13, **style: str) -> str:
    """A line of text."""
    given = {"fill": INK, **style}
    extra = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in given.items())
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" {FONT}{extra}>{escape(said)}</text>'


def box(x: float, y: float, width: float, height: float, fill: str = PAPER, edge: str = EDGE) -> str:
    """A rounded card."""
    place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return f'<rect {place} rx="6" fill="{fill}" stroke="{edge}"/>'


def svg(view: View) -> str:
    """The whole board."""
    parts = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ece8dc"/>',
        *scoreboard(view),
        f'<g transform="translate(12 84)">{field(view).group(936, 170)}</g>',
        *boxes(view),
        *middle(view),
        *lineup(view, 0, 424),
        *lineup(view, 1, 570),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
        f"<title>{escape(view['status'])}</title>{''.join(parts)}</svg>"
    )


def scoreboard(view: View) -> list[str]:
    """Teams, points, time outs, and the status line."""
    parts = []
    for seat, side in enumerate(view["sides"]):
        x = 12 + 474 * seat
        parts.append(f'<rect x="{x}" y="10" width="462" height="40" rx="6" fill="{SIDES[seat]}"/>')
        has_ball = view["phase"] in ("play", "kickoff") and view["offense"] == seat
        name = side["name"] + ("  \u25c0" if has_ball else "")
        parts.append(words(x + 14, 37, name, 20, fill="#fff", font_weight="bold"))
        score = str(view["scores"][seat])
        parts.append(words(x + 448, 39, score, 26, fill="#fff", font_weight="bold", text_anchor="end"))
        for n in range(5):
            full = n < side["time_outs"]
            colour = "#f2c744" if full else "none"
            parts.append(f'<circle cx="{x + 318 + 15 * n}" cy="30" r="5" fill="{colour}" stroke="#f2c744"/>')
    parts.append(words(WIDTH / 2, 71, view["status"], 16, text_anchor="middle"))
    return parts


def boxes(view: View) -> list[str]:
    """The boxes of the yardage track, numbered from the goal of the team with the ball (TG-1.4)."""
    zone, step = 936 / 12, (936 - 936 / 6) / 12
    ahead = view["offense"] == 0
    return [
        words(12 + zone + step * n, 268, str(n if ahead else 12 - n), 12, fill=FAINT, text_anchor="middle")
        for n in range(1, 12)
    ]


def middle(view: View) -> list[str]:
    """Both play cards, the roll, and the timing deck; the twenty cards while both sides choose one."""
    calls = view["calls"]
    offense = view["offense"]
    if view["step"] == "cards" and not calls:
        return [*hand(), *deck(view)]
    parts = [*play_card(12, 278, calls[0] if calls else "", "offense", SIDES[offense], view)]
    parts += play_card(172, 278, calls[1] if calls else "", "defense", SIDES[1 - offense], view)
    parts += roll_panel(view)
    parts += deck(view)
    return parts


def hand() -> list[str]:
    """TG-1.9: the twenty cards that each coach holds, four for each play; a page lets people click theirs."""
    parts = []
    for n, (key, card) in enumerate(DECK.items()):
        x, y = 12 + 62 * (2 * (n // 4) + n % 2), 278 + 67 * (n % 4 // 2)
        first, _, second = PLAYS[card.play].partition(" ")
        who = "no key" if card.who < 0 else PLACES[card.who]
        face = [
            f'<rect x="{x}" y="{y}" width="58" height="63" rx="6" fill="{PAPER}" stroke="{EDGE}"/>',
            words(x + 29, y + 18, first, 12, text_anchor="middle"),
            words(x + 29, y + 32, second, 12, text_anchor="middle"),
            words(x + 29, y + 53, who, 14, text_anchor="middle", font_weight="bold"),
        ]
        parts.append(
            f'<g class="playcard" data-key="{key}"><title>{escape(card.name)}</title>{"".join(face)}</g>'
        )
    return parts


def play_card(x: int, y: int, key: str, role: str, colour: str, view: View) -> list[str]:
    """A play card, face up once both are turned; else its back."""
    waits = view["step"] == "cards"
    if not key:
        label = "face down" if waits else role
        back = box(x, y, 148, 132, "#d9d3c3")
        return [back, words(x + 74, y + 71, label, 13, fill=FAINT, text_anchor="middle")]
    card = DECK[key]
    who = "no key" if card.who < 0 else PLACES[card.who]
    return [
        box(x, y, 148, 132),
        f'<rect x="{x}" y="{y}" width="148" height="28" rx="6" fill="{colour}"/>',
        words(x + 10, y + 19, role, 12, fill="#fff"),
        words(x + 138, y + 19, key, 13, fill="#fff", font_weight="bold", text_anchor="end"),
        words(x + 74, y + 74, PLAYS[card.play], 20, font_weight="bold", text_anchor="middle"),
        words(x + 74, y + 106, who, 18, fill=FAINT, text_anchor="middle"),
    ]


def roll_panel(view: View) -> list[str]:
    """The three dice, the modified roll and what it gave."""
    parts = [box(332, 278, 300, 132)]
    if not view["roll"]:
        said = "the dice come after the cards"
        return [*parts, words(482, 349, said, 13, fill=FAINT, text_anchor="middle")]
    for n, (name, pips) in enumerate(zip(("d20", "die", "die"), view["roll"], strict=True)):
        x = 350 + 62 * n
        fill = INK if n == 0 else "#fff"
        ink = "#fff" if n == 0 else INK
        parts.append(f'<rect x="{x}" y="296" width="48" height="48" rx="9" fill="{fill}" stroke="{INK}"/>')
        parts.append(words(x + 24, 328, str(pips), 22, fill=ink, font_weight="bold", text_anchor="middle"))
        parts.append(words(x + 24, 362, name, 11, fill=FAINT, text_anchor="middle"))
    parts.append(words(614, 318, f"roll {view['total']}", 18, text_anchor="end", font_weight="bold"))
    parts.append(words(614, 342, view["result"], 18, text_anchor="end"))
    gain = f"{view['gain']} box{'es' * (view['gain'] != 1)}, {5 * view['gain']} yards"
    parts.append(words(482, 394, gain, 15, text_anchor="middle"))
    return parts


def deck(view: View) -> list[str]:
    """The pile with its count, the card on top of the flipped ones, and what is unseen by suit."""
    pile = view["deck"]
    parts = [box(644, 278, 304, 132)]
    stack = range(min(4, pile["left"]))
    parts += [box(658 + 3 * n, 296 - 2 * n, 70, 100, "#34506b", "#fff") for n in stack]
    if pile["left"]:
        parts.append(words(702, 350, str(pile["left"]), 26, fill="#fff", text_anchor="middle"))
    else:
        parts.append(words(700, 348, "empty", 14, fill=FAINT, text_anchor="middle"))
    if pile["flipped"]:
        rank, suit = pile["flipped"][-1][:-1], pile["flipped"][-1][-1]
        sign, colour = SUIT_SIGNS[suit]
        parts.append(box(752, 292, 70, 100, "#fff"))
        parts.append(words(760, 314, rank, 18, fill=colour, font_weight="bold"))
        parts.append(words(787, 364, sign, 38, fill=colour, text_anchor="middle"))
    for n, suit in enumerate(SUITS):
        sign, colour = SUIT_SIGNS[suit]
        y = 312 + 24 * n
        parts.append(words(846, y, sign, 17, fill=colour))
        parts.append(words(868, y, f"{pile['unseen'].get(suit, 0)} unseen", 12, fill=FAINT))
    return parts


def lineup(view: View, seat: int, y: int) -> list[str]:
    """A team's eight player cards and its four values."""
    side = view["sides"][seat]
    chosen = side["pending"] or side["lineup"]
    players = {player["card"]: player for player in side["players"]}
    values = (
        f"{side['name']}: blocking d{side['run_block']} run, d{side['pass_block']} pass; "
        f"defense {side['run_defense']:+d} run, {side['pass_defense']:+d} pass"
    )
    if side["pending"]:
        values += " (your lineup in the making)"
    if side["injured"]:
        values += f"; injured: {', '.join(side['injured'])}"
    parts = [words(14, y + 8, values, 13, fill=SIDES[seat], font_weight="bold")]
    for n, place in enumerate(PLACES):
        parts += player_card(12 + 118 * n, y + 16, place, players.get(chosen[place]), SIDES[seat])
    return parts


def player_card(x: int, y: int, place: str, player: dict[str, Any] | None, colour: str) -> list[str]:
    """Place, number, name and ratings."""
    parts = [
        box(x, y, 110, 116),
        f'<rect x="{x}" y="{y}" width="110" height="20" rx="6" fill="{colour}"/>',
        words(x + 7, y + 15, place, 12, fill="#fff", font_weight="bold"),
    ]
    if player is None:
        return [*parts, words(x + 55, y + 58, "emergency", 13, fill=FAINT, text_anchor="middle")]
    kind = player["type"]
    given, _, surname = player["name"].rpartition(" ")
    parts.append(words(x + 103, y + 15, str(player["number"]), 12, fill="#fff", text_anchor="end"))
    name = f"{given[:1]}. {surname}" if given else surname
    parts.append(words(x + 7, y + 37, name, 13 if len(name) < 13 else 11, font_weight="bold"))
    numbers = [
        f"{SHORT[key]} {player[key]:+d}" if kind == "QB" else f"{SHORT[key]} {player[key]}"
        for key in NUMBERS[kind]
    ]
    dice = [f"{SHORT[key]} {player[key]}" for key in DICE[kind]]
    shown = [*dice, *numbers] if kind == "HBE" else [*numbers, *dice]
    for n, said in enumerate(shown):
        parts.append(words(x + 7 + 50 * (n % 2), y + 56 + 17 * (n // 2), said, 13, fill=QUIET))
    return parts
