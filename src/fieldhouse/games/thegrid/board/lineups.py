"""Lineups on the board: ball carriers to pick or key on, eight places per team, the reserves."""

from __future__ import annotations

from typing import Any

from fieldhouse.football import shapes
from fieldhouse.football.parts import Face, Part, card_paper
from fieldhouse.football.shapes import Ink, box, label
from fieldhouse.games.thegrid.board.play_cards import signed_text
from fieldhouse.games.thegrid.board.player_card import KIND_INK, card_rating, die_shape, truncate_name
from fieldhouse.games.thegrid.teams.players import KIND, ORDER, PLACE_WORDS, PLACES, WORDS

FACE_WIDTH, FACE_HEIGHT = 88, 94
CELL_WIDTH, CELL_HEIGHT, GAP = 87, 86, 5
ORDER_SHOWN = ("LE", "LG", "C", "RG", "RE", "QB", "HB", "DS")
"""From behind: the line first, then the backs."""


def surname(player: dict[str, Any]) -> str:
    """The last word of a name."""
    return str(player["name"]).split()[-1]


def player_in_place(side: dict[str, Any], place: str, *, pending: bool = False) -> dict[str, Any] | None:
    """The player in a place, or None for an emergency player."""
    chosen = side["pending"] if pending and side["pending"] else side["lineup"]
    return next((player for player in side["players"] if player["card"] == chosen[place]), None)


def carrier_face(side: dict[str, Any], place: str, key: str, edge: Ink) -> Face:
    """A player who may carry the ball or be keyed on, with the dice for it."""
    player = player_in_place(side, place)
    word = PLACE_WORDS[PLACES.index(place)].capitalize()
    name = surname(player) if player else "Emergency"
    run, passes = (player["run_yards"], player["pass_yards"]) if player else ("d4", "d4")
    parts = [
        card_paper(FACE_WIDTH, FACE_HEIGHT),
        box(1, 1, FACE_WIDTH - 2, 4, edge, radius=2),
        label(7, 19, word, 11.5, shapes.SOFT, bold=True),
        name_label(7, 35, name),
        label(7, 57, "run", 12, shapes.SOFT),
        die_shape(52, 53, int(run[1:])),
        label(7, 82, "pass", 12, shapes.SOFT),
        die_shape(52, 78, int(passes[1:])),
    ]
    said = f"{word} {name}: run yards {run}, pass yards {passes}"
    return Face(
        id=f"man-{place.lower()}",
        label=said,
        svg="".join(parts),
        width=FACE_WIDTH,
        height=FACE_HEIGHT,
        key=key,
    )


def no_key_face() -> Face:
    """No key: the defense watches every carrier (TG-10.11)."""
    parts = [
        card_paper(FACE_WIDTH, FACE_HEIGHT),
        box(1, 1, FACE_WIDTH - 2, 4, shapes.SOFT, radius=2),
        label(7, 19, "No key", 11.5, shapes.SOFT, bold=True),
        label(7, 38, "Watch all", 12),
        label(7, 54, "three", 12),
    ]
    said = "No key: watch all three"
    return Face(id="man-nk", label=said, svg="".join(parts), width=FACE_WIDTH, height=FACE_HEIGHT, key="NK")


# Lineups


def lineup_part(view: dict[str, Any], seat: int, *, mine: bool) -> Part:
    """Eight players by place with what counts there, and the four values of the team (TG-6.1 to TG-6.5)."""
    side = view["sides"][seat]
    making = mine and bool(side["pending"])
    attacks = view["offense"] == seat
    blocks, against = team_values_texts(side, making=making)
    wide = 4 * CELL_WIDTH + 3 * GAP
    pieces = [label(2, 15, blocks, 12, bold=True), label(wide - 2, 15, against, 12, anchor="end", bold=True)]
    for n, place in enumerate(ORDER_SHOWN):
        x = (CELL_WIDTH + GAP) * (n % 4)
        y = 24 + (CELL_HEIGHT + GAP) * (n // 4)
        player = player_in_place(side, place, pending=making)
        pieces.append(player_cell(x, y, place, player, shapes.SIDES[seat], shapes.SIDES_TEXT[seat]))
    state = "new lineup" if making else "offense" if attacks else "defense"
    return Part(
        id=f"lineup-{seat}",
        area="field" if making else "beside",
        label=f"{side['name']}, {state}",
        width=wide,
        height=24 + 2 * (CELL_HEIGHT + GAP),
        widest=460,
        svg="".join(pieces),
        open=True,
    )


def team_values_texts(side: dict[str, Any], *, making: bool = False) -> tuple[str, str]:
    """`Blocking: run d8, pass d6` and `Defense: run 0, pass +1`."""
    names = ("run_block", "pass_block", "run_defense", "pass_defense")
    values = side["pending_values"] if making else [side[name] for name in names]
    run_block, pass_block, run, passes = values
    return (
        f"Blocking: run d{run_block}, pass d{pass_block}",
        f"Defense: run {signed_text(run)}, pass {signed_text(passes)}",
    )


def player_cell(x: float, y: float, place: str, player: dict[str, Any] | None, edge: Ink, text: Ink) -> str:
    """One player in place: position, name, and the ratings that count there."""
    parts = [
        box(x + 0.5, y + 0.5, CELL_WIDTH - 1, CELL_HEIGHT - 1, shapes.CARD, radius=7, stroke=shapes.EDGE),
        box(x + 1, y + 4, 3.5, CELL_HEIGHT - 8, edge, radius=1.5),
        label(x + 9, y + 14, short_place(place), 11.2, text),
        name_label(x + 9, y + 30, surname(player) if player else "Emergency"),
    ]
    if player is None:
        return "".join(parts)
    parts += [
        label(x + 9, y + 46 + 15 * n, words, 11.5, shapes.SOFT)
        for n, words in enumerate(short_ratings(player, place))
    ]
    if player["type"] == "QB":
        parts.append(die_shape(x + 71, y + 67, int(player["pass_yards"][1:])))
        parts.append(label(x + 84, y + 46, f"int {player['interception']}", 11.2, shapes.SOFT, anchor="end"))
    return "".join(parts)


def short_ratings(player: dict[str, Any], place: str) -> tuple[str, ...]:
    """The ratings that count at a place, a short line each; of two numbers the first is for the run."""
    if player["type"] == "QB":
        return tuple(f"{key} {card_rating(player, key)}" for key in ("flat", "short", "long"))
    guard = f"defense {player['run_defense']}/{player['pass_defense']}"
    if place == "DS":
        return (guard,)
    if player["type"] == "LN":
        return f"block {player['run_block']}/{player['pass_block']}", guard
    return f"run {player['run_yards']}", f"pass {player['pass_yards']}", guard


def name_label(x: float, y: float, name: str) -> str:
    """A name that fits a small card: smaller letters first, then its end left off."""
    return label(x, y, truncate_name(name, 10), 12 if len(name) < 9 else 11.2, bold=True)


def place_face(place: str, player: dict[str, Any] | None, edge: Ink, text: Ink) -> Face:
    """A place of the new lineup, with the player in it."""
    word = PLACE_WORDS[PLACES.index(place)].capitalize()
    said = (
        f"{word}: {player['name']}, {', '.join(short_ratings(player, place))}"
        if player
        else f"{word}: emergency player"
    )
    body = player_cell(0, 0, place, player, edge, text)
    return Face(
        id=f"place-{place.lower()}", label=said, svg=body, width=CELL_WIDTH, height=CELL_HEIGHT, key=place
    )


def player_choice_face(player: dict[str, Any], *, reserve: bool) -> Face:
    """A player to put in the lineup: starter or reserve, and the ratings of the type."""
    band = KIND_INK[player["type"]]
    place = {"QB": "QB", "HBE": "HB", "LN": "C"}[player["type"]]
    parts = [
        card_paper(FACE_WIDTH, FACE_HEIGHT),
        box(1, 1, FACE_WIDTH - 2, 4, band, radius=2),
        label(7, 19, "reserve" if reserve else "starter", 11.5, shapes.SOFT),
        label(FACE_WIDTH - 7, 19, str(player["number"]), 11.5, shapes.SOFT, anchor="end", bold=True),
        name_label(7, 35, surname(player)),
    ]
    parts += [
        label(7, 52 + 15 * n, words, 11.5, shapes.SOFT)
        for n, words in enumerate(short_ratings(player, place))
    ]
    if player["type"] == "QB":
        parts.append(die_shape(74, 52, int(player["pass_yards"][1:])))
    state = "reserve" if reserve else "starter"
    said = f"{KIND[player['type']]} {player['number']} {player['name']}, {state}: {row_ratings_text(player)}"
    identity = f"bench-{player['card']}".replace("/", "-")
    return Face(
        id=identity, label=said, svg="".join(parts), width=FACE_WIDTH, height=FACE_HEIGHT, key=player["card"]
    )


def short_place(place: str) -> str:
    """A place's name that fits a cell."""
    return "Specialist" if place == "DS" else PLACE_WORDS[PLACES.index(place)].capitalize()


def reserves_part(view: dict[str, Any], seat: int) -> Part | None:
    """Reserves with every rating (TG-5.4, TG-24.1), and who is out and why."""
    side = view["sides"][seat]
    rows = []
    for player in side["players"]:
        if player["card"] in side["reserves"]:
            rows.append(
                (
                    f"{player['number']} {player['name']}",
                    f"{KIND[player['type']]}: {row_ratings_text(player)}",
                )
            )
        elif player["card"] in side["injured"]:
            rows.append((f"{player['number']} {player['name']}", "injured, out of the game"))
        elif player["card"] in side["taken_out"]:
            rows.append((f"{player['number']} {player['name']}", "taken out, can't return"))
    if not rows:
        return None
    name = f"{side['name']} reserves"
    making = bool(side["pending"])
    return Part(id=f"reserves-{seat}", area="beside", label=name, rows=tuple(rows), open=making)


def row_ratings_text(player: dict[str, Any]) -> str:
    """Every rating with its name."""
    return ", ".join(f"{WORDS[key]} {card_rating(player, key)}" for key in ORDER[player["type"]])
