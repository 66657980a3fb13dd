"""The parts of the board: the squares, the turn in words, and the legend."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from math import hypot

from fieldhouse.football import shapes
from fieldhouse.football.parts import Part, combined_svg
from fieldhouse.football.shapes import Ink, box, circle, group, label, line, path
from fieldhouse.games.squares.board.text import score_line
from fieldhouse.games.squares.board.threats import (
    danger,
    goes_up,
    open_lanes,
    tacklers,
    touchdown_passes,
    turn_of_view,
)
from fieldhouse.games.squares.meta import META
from fieldhouse.games.squares.rules.grid import (
    ALL,
    FILE_OF,
    FILES,
    NAME,
    RANK_OF,
    SQUARE,
    each_square,
    reach,
)
from fieldhouse.games.squares.rules.jerseys import jersey_words, piece_name, role_letters
from fieldhouse.games.squares.rules.moves import quarterback_reach
from fieldhouse.games.squares.rules.notation import read_action, split_turn
from fieldhouse.games.squares.rules.turn import BLOCK, MOVE, PASS, TACKLE, Action, Turn, push_squares
from fieldhouse.kernel.game import View

CELL = 34
WIDE, HIGH = 11 * CELL, 14 * CELL
HOME_INK = shapes.GOLD
TURNS_WITH_SEAT = True
"""Either team sees the board from its own side."""
SIDES = (HOME_INK, shapes.AWAY)
"""Gold and blue; offense are discs and defense squares, so the shapes tell them apart too."""
EMPTY = Turn(SQUARE["f7"], 0, SQUARE["f7"])


At = Callable[[int], tuple[float, float]]
"""The middle of a square in the picture."""


def upright_xy(square: int) -> tuple[float, float]:
    """Rank 14 is on top."""
    return FILE_OF[square] * CELL + CELL / 2, (14 - RANK_OF[square]) * CELL + CELL / 2


def rotated_xy(square: int) -> tuple[float, float]:
    """Rank 1 is on top: for anyone who attacks down the board."""
    x, y = upright_xy(square)
    return WIDE - x, HIGH - y


def seat_orientation(view: View) -> At:
    """Players see their own team attack up; with `facing` None they see what spectators see."""
    seat = view.get("facing", view["seat"])
    return rotated_xy if seat is not None and seat != goes_up(view) else upright_xy


@cache
def _spots(at: At) -> str:
    """Every square can be touched (`data-square`); the page knows which ones answer."""
    side = CELL - 2
    drawn = []
    for square, name in NAME.items():
        x, y = at(square)
        size = f'x="{x - side / 2:g}" y="{y - side / 2:g}" width="{side}" height="{side}"'
        drawn.append(f'<rect class="spot" data-square="{name}" {size} fill="none"/>')
    return "".join(drawn)


def svg(view: View) -> str:
    """All parts in one picture."""
    return combined_svg(parts(view), f"{score_line(view)}. {view['status']}", width=560)


def parts(view: View, keys: Collection[str] = ()) -> Sequence[Part]:
    """The board, this turn (or the last one) in words, and what the marks mean."""
    found = [board_part(view)]
    if view["qb"]:
        found += turn_part(view)
        found.append(legend_part())
    return found


def board_part(view: View) -> Part:
    """Squares, marks, the turn so far as numbered arrows, and the players."""
    turn = turn_of_view(view) if view["qb"] else EMPTY
    at = seat_orientation(view)
    drawn = [_grass(at, goes_up(view))]
    if view["qb"]:
        marks = _reach(at, turn) + _hunters(at, turn) + _passes(at, turn) + _touchdowns(at, turn)
        drawn.append(f'<g class="marks">{marks}</g>' if marks else "")
        arrows = "".join(_arrow(at, text, number) for number, text in enumerate(shown_turn(view), 1))
        drawn.append(f'<g class="arrows">{arrows}</g>' if arrows else "")
        drawn.append(_men(at, turn, view))
    drawn.append(_spots(at))
    return Part(
        id="board",
        area="field",
        label=describe_board(view) if view["qb"] else "Empty board",
        width=WIDE,
        height=HIGH,
        widest=620,
        svg="".join(drawn),
    )


def hint_overlay(view: View, key: str) -> str:
    """A whole turn as numbered arrows, to be laid over the board; one action is marked on its squares."""
    at, actions = seat_orientation(view), split_turn(key) or ()
    return "".join(_arrow(at, text, number, along=0.5) for number, text in enumerate(actions, 1))


def touches(key: str) -> tuple[str, ...]:
    """The squares that are touched to give this answer, in order; none for a whole turn."""
    found = read_action(key)
    if found is None:
        return ()
    action, _ = found
    squares = (action.start, action.end if action.end != action.start else 0, action.target)
    return tuple(NAME[square] for square in squares if square)


def attempted_key(view: View, touched: Sequence[str]) -> str:
    """The answer that touching these two squares stands for, legal or not: a refusal says why it is not."""
    turn = turn_of_view(view)
    start, end = (SQUARE.get(name, 0) for name in touched[:2])
    if end and end & turn.theirs:
        kind = TACKLE if not turn.attack and end == turn.qb else BLOCK
    elif turn.attack and start == turn.qb and end & turn.mine:
        kind = PASS
    else:
        kind = MOVE
    if not start or not end:
        return " ".join(touched)
    return str(Action(kind, start, start, end, 1) if kind == BLOCK else Action(kind, start, end))


def shown_turn(view: View) -> list[str]:
    """This turn's actions, or the last turn's while nothing has been done; none at a new lineup."""
    if view["turn"] or (view["down"] == 1 and view["attack"]):
        return list(view["turn"])
    return [text for text in view["last_turn"].split() if text != "--"]


def describe_board(view: View) -> str:
    """The board in words, for those who do not see it."""
    men = {square: view["men"].get(square, "") for square in (*view["offense"], *view["defense"])}
    has = view["men"].get(view["qb"], "QB 12")
    sides = []
    for name, squares in (("Offense", view["offense"]), ("Defense", view["defense"])):
        sides.append(
            f"{name}: "
            + ", ".join(
                f"{jersey_words(men[square], has_ball=square == view['qb'])} on {square}"
                for square in squares
            )
        )
    return f"{jersey_words(has, has_ball=True).capitalize()} has the ball on {view['qb']}. " + ". ".join(
        sides
    )


def turn_part(view: View) -> list[Part]:
    """The turn so far in numbered words, and who can tackle the ball carrier as things stand."""
    turn, men = turn_of_view(view), view["men"]
    now = list(view["said"]) if len(view["said"]) > 1 else []  # the sentence of the last event says one
    rows = [(str(number), words) for number, words in enumerate(now, 1)]
    hunters = [piece_name(men, piece) for piece in each_square(tacklers(turn))]
    if hunters:
        runner = piece_name(men, turn.qb, turn.qb)
        rows.append(("!", f"{_listed(hunters)} can tackle {runner}"))
    scorers = [piece_name(men, found.receiver) for found in touchdown_passes(turn)]
    if scorers:
        when = "scores" if turn.attack else "would score next turn"
        rows.append(("!", f"A pass to {' or '.join(scorers)} {when}"))
    if rows:
        who = META.seats[view["offense_seat"] if view["attack"] else 1 - view["offense_seat"]]
        title = f"{who}'s turn so far" if now else "Right now"
        return [Part(id="turn", area="last", label=title, rows=tuple(rows))]
    return []


def _listed(names: list[str]) -> str:
    if len(names) > 1:
        joined = f"{', '.join(names[:-1])} and {names[-1]}"
    else:
        joined = names[0]
    return joined[:1].upper() + joined[1:]


def legend_part() -> Part:
    """What the marks on the board mean."""
    rows = (
        ("White dot", "the quarterback is safe there for now"),
        ("Orange ring", "the quarterback could be tackled there"),
        ("Star", "touchdown (orange: the offense threatens one)"),
        ("Dotted line", "a defender who can make the tackle now"),
        ("Yellow dashes", "an open pass"),
        ("Orange dashes", "a pass that scores next turn if nobody stops it"),
        ("QB", "whoever has the ball: a pass makes the receiver the quarterback"),
        ("Numbers", "order of moves this turn, or last turn"),
        ("Each player", "up to four steps and one action per turn"),
        ("A block", "pushes two squares, or one after a run"),
        ("One pass", "per turn, along an open row or column"),
    )
    return Part(id="marks", area="beside", label="Legend", rows=rows, fixed=True)


# The drawing


@cache
def _grass(at: At, up_seat: int) -> str:
    """Grass, end zones in the color of the side that defends them, goal lines, coordinates."""
    dark = [square for square in ALL if not (FILE_OF[square] + RANK_OF[square]) % 2]
    corners = [(x - CELL / 2, y - CELL / 2) for x, y in map(at, dark)]
    squares = "".join(f"M{x:g} {y:g}h{CELL}v{CELL}h-{CELL}z" for x, y in corners)
    above = 1 - up_seat if at is upright_xy else up_seat
    drawn = [box(0, 0, WIDE, HIGH, shapes.TURF), path(squares, shapes.STRIPE)]
    drawn += [box(0, top, WIDE, 2 * CELL, SIDES[seat]) for seat, top in ((above, 0), (1 - above, 12 * CELL))]
    for seat, y in ((above, 1.0 * CELL), (1 - above, 13.0 * CELL)):
        name = META.seats[seat].upper()
        more = 'letter-spacing="10" fill-opacity=".45"'
        drawn.append(label(WIDE / 2, y + 9, name, 26, shapes.WHITE, anchor="middle", bold=True, more=more))
    drawn += [line(0, y * CELL, WIDE, y * CELL, shapes.CHALK, 3) for y in (2, 12)]
    faint = 'fill-opacity=".75"'
    for n, file in enumerate(FILES if at is upright_xy else FILES[::-1]):
        drawn.append(label(n * CELL + 3, HIGH - 3, file, 13, shapes.CHALK, more=faint))
    for row in range(13):
        rank = 14 - row if at is upright_xy else 1 + row
        drawn.append(label(3, row * CELL + 13, str(rank), 13, shapes.CHALK, more=faint))
    return "".join(drawn)


def _reach(at: At, turn: Turn) -> str:
    """Where the ball carrier can go; for the defense, where he threatens to score."""
    if not turn.attack and not turn.over and not turn.qb & turn.goal:
        return "".join(
            path(_star(*at(s)), shapes.CHAIN) for s in each_square(reach(turn.qb, turn.free) & turn.goal)
        )
    if not turn.attack or turn.qb & (turn.acted | turn.goal) or turn.over:
        return ""
    risky, drawn = danger(turn), []
    for square in each_square(quarterback_reach(turn)):
        x, y = at(square)
        if square & turn.goal:
            drawn.append(path(_star(x, y), shapes.AMBER))
        elif square & risky:
            drawn.append(circle(x, y, 5, None, stroke=shapes.CHAIN, line=2))
        else:
            drawn.append(circle(x, y, 4.5, shapes.WHITE))
    return "".join(drawn)


def _star(x: float, y: float) -> str:
    points = ((0, -8), (2.2, -2.4), (8, -2.4), (3.4, 1.4), (5, 7.2), (0, 3.8), (-5, 7.2), (-3.4, 1.4))
    rest = ((-8, -2.4), (-2.2, -2.4))
    return "M" + "L".join(f"{x + dx:g} {y + dy:g}" for dx, dy in (*points, *rest)) + "Z"


def _hunters(at: At, turn: Turn) -> str:
    """The defenders that can tackle as things stand, each tied to the ball carrier."""
    x2, y2 = at(turn.qb)
    drawn = []
    for piece in each_square(tacklers(turn)):
        x, y = at(piece)
        drawn.append(line(f"{x:g}", f"{y:g}", f"{x2:g}", f"{y2:g}", shapes.CHAIN, 3, "1 6"))
    return "".join(drawn)


def _passes(at: At, turn: Turn) -> str:
    """The passes that are open now."""
    x, y = at(turn.qb)
    drawn = []
    for piece in each_square(open_lanes(turn)):
        x2, y2 = at(piece)
        drawn.append(line(f"{x:g}", f"{y:g}", f"{x2:g}", f"{y2:g}", shapes.AMBER, 5, "10 6"))
    return "".join(drawn)


def _touchdowns(at: At, turn: Turn) -> str:
    """The passes that score, now or (in orange) next turn: the lane, the run, and a star where it ends."""
    ink = shapes.AMBER if turn.attack else shapes.CHAIN
    x, y = at(turn.qb)
    drawn = []
    for receiver, catch, end in touchdown_passes(turn):
        (x1, y1), (x2, y2), (x3, y3) = at(receiver), at(catch), at(end)
        if not turn.attack or catch != receiver:  # the open lanes of a turn are drawn already
            drawn.append(line(f"{x:g}", f"{y:g}", x2, y2, ink, 4, "10 6"))
        runs = (x1, y1, x2, y2) if catch != receiver else (x2, y2, x3, y3)
        if runs[:2] != runs[2:]:
            drawn.append(line(f"{runs[0]:g}", f"{runs[1]:g}", runs[2], runs[3], ink, 2, "2 4"))
        drawn.append(path(_star(x3, y3), ink))
    return "".join(drawn)


def _men(at: At, turn: Turn, view: View) -> str:
    """Discs attack, squares defend; one who has acted has lost his color, not his number."""
    return "".join(_man(at, piece, turn, view) for piece in each_square(turn.off | turn.dfn))


def _man(at: At, piece: int, turn: Turn, view: View) -> str:
    x, y = at(piece)
    attacker = bool(piece & turn.off)
    side = view["offense_seat"] if attacker else 1 - view["offense_seat"]
    fill = shapes.SPENT if piece & turn.acted else SIDES[side]
    edge = SIDES[side] if piece & turn.acted else shapes.WHITE
    shirt = view["men"].get(NAME[piece], "")
    number = shirt.partition(" ")[2]
    has_ball = piece == turn.qb
    shape = (
        circle(0, 0, 15.5, fill, stroke=edge, line=2)
        if attacker
        else box(-15, -15, 30, 30, fill, radius=6, stroke=edge, line=2)
    )
    if shirt:
        shape += label(
            0, -1, role_letters(shirt, has_ball=has_ball), 13, shapes.WHITE, anchor="middle", bold=True
        )
        shape += label(0, 12, number, 14, shapes.WHITE, anchor="middle", bold=True)
    if has_ball:
        shape += f'<g class="carried" transform="translate(-11 -13) scale(.75)">{shapes.football()}</g>'
    name = f"man-{side}-{number or NAME[piece]}"
    title = f"{jersey_words(shirt, has_ball=has_ball).capitalize()} on {NAME[piece]}"
    man = group(shape, id=name, glides=True, title=title)
    return f'<g data-at="{NAME[piece]}" transform="translate({x:g} {y:g})">{man}</g>'


def _arrow(at: At, text: str, number: int, *, along: float = 0.0) -> str:
    """One action of a turn with its number (so far along it): a run, a block, a pass or a tackle."""
    found = read_action(text.rstrip("+"))
    if found is None:
        return ""
    action = found[0]
    if action.kind == BLOCK:
        return _block(at, action, number, along)
    color = {MOVE: shapes.WHITE, PASS: shapes.AMBER}.get(action.kind, shapes.CHAIN)
    dash = "7 5" if action.kind == PASS else ""
    return _line(at, action.start, action.end, color, number, along, dash)


def _block(at: At, action: Action, number: int, along: float) -> str:
    there = push_squares(action)[-1]
    walks = action.start != action.end
    walk = _line(at, action.start, action.end, shapes.WHITE, number, along) if walks else ""
    push = _line(at, action.target, there, shapes.CHAIN, 0 if walk else number, along) if there else ""
    return walk + push


def _line(at: At, start: int, end: int, color: Ink, number: int, along: float, dash: str = "") -> str:
    """From square to square, the tip at the player's edge, the number so far along it."""
    (x, y), (x2, y2) = at(start), at(end)
    nx, ny = round(x + along * (x2 - x), 1), round(y + along * (y2 - y), 1)
    length = max(1.0, hypot(x2 - x, y2 - y))
    ex, ey = (x2 - x) / length, (y2 - y) / length
    x2, y2 = round(x2 - 15 * ex, 1), round(y2 - 15 * ey, 1)
    tip = f"M{x2 - 7 * ex - 5 * ey:.1f} {y2 - 7 * ey + 5 * ex:.1f}L{x2} {y2}"
    tip += f"L{x2 - 7 * ex + 5 * ey:.1f} {y2 - 7 * ey - 5 * ex:.1f}"
    drawn = line(f"{x:g}", f"{y:g}", x2, y2, color, 3, dash) + path(tip, None, color, 3)
    if number:
        drawn += circle(nx, ny, 9, shapes.INK, stroke=shapes.WHITE)
        drawn += label(nx, ny + 4, str(number), 12, shapes.PAPER, anchor="middle", bold=True)
    return drawn
