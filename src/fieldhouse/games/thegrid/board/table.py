"""The Grid's board in parts: field, last play, choices, lineups with reserves, deck, result tables."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fieldhouse.football import shapes
from fieldhouse.football.parts import Face, Part, card_paper, combined_svg
from fieldhouse.football.shapes import box, label
from fieldhouse.games.thegrid.board.last_play import SIGNS, last_part, timing_card
from fieldhouse.games.thegrid.board.lineups import (
    ORDER_SHOWN,
    carrier_face,
    lineup_part,
    no_key_face,
    place_face,
    player_choice_face,
    player_in_place,
    reserves_part,
    surname,
    team_values_texts,
)
from fieldhouse.games.thegrid.board.play_cards import RESULT_WORDS, legend_part, play_face, result_runs
from fieldhouse.games.thegrid.board.player_card import die_shape, player_face, truncate_name
from fieldhouse.games.thegrid.board.text import field
from fieldhouse.games.thegrid.charts.cards import KEYS, PLAYS
from fieldhouse.games.thegrid.rules.state import cards_words
from fieldhouse.games.thegrid.teams.players import PLACE_WORDS, PLACES
from fieldhouse.kernel.game import View


def svg(view: View) -> str:
    """All parts in one picture."""
    home, visitor = (f"{side['name']} {view['scores'][n]}" for n, side in enumerate(view["sides"]))
    return combined_svg(parts(view), f"{home}, {visitor}. {view['status']}")


def parts(view: View, keys: Collection[str] = ()) -> Sequence[Part]:
    """Everything on the board but score, clock and down, which the scoreboard shows."""
    making = next((n for n, side in enumerate(view["sides"]) if side["pending"]), None)
    found: list[Part] = []
    if making is not None and not keys:
        found.append(lineup_part(view, making, mine=True))
    else:
        found.append(field(view, named=True).part())
    found.append(deck_part(view))
    last = last_part(view)
    if last is not None:
        found.append(last)
    found += choice_parts(view, keys)
    first = view["offense"] if making is None else making
    for seat in (first, 1 - first):
        if seat != making:
            found.append(lineup_part(view, seat, mine=False))
        spare = reserves_part(view, seat)
        if spare is not None:
            found.append(spare)
    if view["tables"]:
        found.append(tables_part(view))
    return found


# Choices shown as cards


def choice_parts(view: View, keys: Collection[str]) -> list[Part]:
    """The choices as cards: play and carrier, kickers, reserves or a new lineup."""
    if any(key.endswith(("-HB", "-NK")) for key in keys):
        return [*call_parts(view, keys), legend_part()]
    if "kick:HB" in keys:  # a play called at the declaration declares it, too (TG-10.1, TG-10.2)
        return [
            *call_parts(view, tuple(view["tables"]), first="play"),
            kicker_part(view, keys),
            legend_part(),
        ]
    if "ready" in keys and view["seat"] is not None and view["sides"][view["seat"]]["pending"]:
        return lineup_choice_parts(view, keys)
    if view["seat"] is None or not keys or not view["step"].startswith("replacement"):
        return []
    players = [player for player in view["sides"][view["seat"]]["players"] if player["card"] in keys]
    place = PLACE_WORDS[PLACES.index(view["step"].partition(":")[2])]
    faces = tuple(player_face(player, key=player["card"]) for player in players)
    return [Part(id="reserves", area="hand", label=f"Reserves for {place}", faces=faces)]


def call_parts(view: View, keys: Collection[str], first: str = "") -> list[Part]:
    """Five plays, then a player: three carriers, for the defense also no key (TG-10.2 to TG-10.9).

    `first` is what is answered before: the declaration.
    """
    guards = "RI-NK" in keys
    plays = [play for play in PLAYS if any(key.startswith(play) for key in keys)]
    players = [who for who in KEYS if any(key.endswith(who) for key in keys)]
    side = view["sides"][view["offense"]]
    edge = shapes.SIDES[view["offense"]]
    shown = tuple(play_face(play, view["tables"], view["rolls"].get(play), play) for play in plays)
    faces = tuple(carrier_face(side, who, who, edge) for who in players if who != "NK")
    if guards:
        faces += (no_key_face(),)
    title, then = (
        ("Defend which play?", "Key on whom? That calls it")
        if guards
        else ("Pick a play", "Pick a ball carrier: that calls it")
    )
    pairs = tuple(keys) if first else ()
    return [
        Part(
            id="plays", area="hand", label=title, faces=shown, half="-", first=first, pairs=pairs, quick=True
        ),
        Part(id="men", area="hand", label=then, faces=faces, half="-", say="Call it", pairs=pairs),
    ]


def lineup_choice_parts(view: View, keys: Collection[str]) -> list[Part]:
    """A place, then the player for it: the eight places, and everyone who may play (TG-5.1)."""
    seat = view["seat"]
    side = view["sides"][seat]
    edge, text = shapes.SIDES[seat], shapes.SIDES_TEXT[seat]
    where = {key.partition(":")[0] for key in keys}
    places = tuple(
        place_face(place, player_in_place(side, place, pending=True), edge, text)
        for place in ORDER_SHOWN
        if place in where
    )
    who = {key.partition(":")[2] for key in keys}
    bench = set(side["pending"].values())
    players = sorted(
        (player for player in side["players"] if player["card"] in who), key=lambda one: one["card"] in bench
    )
    values = "; ".join(team_values_texts(side, making=True))
    found = [Part(id="places", area="hand", label=values, faces=places, half=":")]
    faces = tuple(player_choice_face(player, reserve=player["card"] not in bench) for player in players)
    title = "Pick a player (reserves first)"
    found.append(Part(id="bench", area="hand", label=title, faces=faces, half=":", say="Make the change"))
    return found if players else []


def kicker_part(view: View, keys: Collection[str]) -> Part:
    """A kick by one of three: the kicking die, and the chance of no 1 (TG-20.4)."""
    side = view["sides"][view["offense"]]
    rolls = 12 - view["box"]
    faces = []
    for place in ("HB", "LE", "RE"):
        if f"kick:{place}" in keys:
            player = player_in_place(side, place)
            faces.append(
                _kick(
                    place,
                    surname(player) if player else "Emergency",
                    player["kicking"] if player else "d4",
                    rolls,
                )
            )
    return Part(id="declare", area="hand", label="Or kick a field goal", faces=tuple(faces))


def _kick(place: str, name: str, die: str, rolls: int) -> Face:
    sides = int(die[1:])
    chance = (1 - 1 / sides) ** rolls
    word, count = PLACE_WORDS[PLACES.index(place)], f"{rolls} roll{'s' * (rolls > 1)}"
    body = card_paper(88, 84) + box(1, 1, 86, 4, shapes.GOLD, radius=2)
    body += label(8, 20, "Field goal", 11.2, shapes.SOFT, bold=True) + label(
        8, 37, truncate_name(name, 11), 11.2, bold=True
    )
    body += die_shape(20, 62, sides) + label(36, 60, count, 11.2, shapes.SOFT)
    body += label(36, 76, f"{100 * chance:.0f}%", 13, bold=True)
    said = f"Field goal by {word} {name}: {count} of a {die}, {100 * chance:.0f}% to be good"
    return Face(id=f"kick-{place.lower()}", label=said, svg=body, width=88, height=84, key=f"kick:{place}")


# Beside the board


def deck_part(view: View) -> Part:
    """The deck, the last card, and the unseen cards by suit with what each may do (TG-12.3)."""
    pile = view["deck"]
    pieces = [
        box(2, 4, 34, 48, shapes.BACK, radius=5, stroke=shapes.EDGE),
        label(19, 33, str(pile["left"]), 16, shapes.WHITE, anchor="middle", bold=True),
    ]
    if pile["flipped"]:
        pieces.append(timing_card(46, 4, pile["flipped"][-1]))
    words = {"H": "injury?", "C": "loss?", "S": "turnover?", "D": "no effect"}
    for n, (suit, word) in enumerate(words.items()):
        x, y = 96 + 132 * (n % 2), 22 + 24 * (n // 2)
        sign, color = SIGNS[suit]
        night = shapes.BAD if color is shapes.CARD_RED else shapes.INK
        pieces.append(label(x, y, sign, 15, night))
        pieces.append(label(x + 20, y, f"{pile['unseen'].get(suit, 0)}", 13, bold=True))
        pieces.append(label(x + 44, y, word, 12, shapes.SOFT))
    said = f"Timing deck: {cards_words(pile['left'])}"
    return Part(
        id="deck", area="beside", label=said, width=360, height=56, widest=440, svg="".join(pieces), open=True
    )


def tables_part(view: View) -> Part:
    """Every card's result table for the d20 now, before the defensive call counts."""
    rows: list[tuple[str, ...]] = [("Play", "d20 roll")]
    for key, faces in view["tables"].items():
        play, _, who = key.partition("-")
        said = ", ".join(
            f"{first}\N{EN DASH}{last} {RESULT_WORDS[result]}"
            if last > first
            else f"{first} {RESULT_WORDS[result]}"
            for result, first, last in result_runs(faces)
        )
        rows.append((f"{PLAYS[play]}, {PLACE_WORDS[PLACES.index(who)]}", said))
    return Part(id="tables", area="beside", label="Result tables", table=tuple(rows))
