"""The board as text and SVG."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from tests.games.squares.helpers import A, play, study, table, turn_of

from fieldhouse.football.beats import Beat
from fieldhouse.games.squares import board
from fieldhouse.games.squares.board.diagram import LAYERS, board_svg, position_svg
from fieldhouse.games.squares.rules.events import Acted
from fieldhouse.games.squares.rules.moves import piece_actions
from fieldhouse.games.squares.rules.position import BoardPosition
from fieldhouse.kernel import registry
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.tutorials.drill import drills_of

IMAGES = Path(__file__).parents[3] / "docs" / "rules" / "img"
SVG = "{http://www.w3.org/2000/svg}"


def layer(svg: str, name: str) -> list[ET.Element]:
    """What a layer of the picture holds."""
    root = ET.fromstring(svg)
    return [e for g in root.iter(f"{SVG}g") if g.get("class") == f"layer-{name}" for e in g]


def test_text_board_shows_every_piece_and_fits() -> None:
    """SQ-1.1: fourteen ranks, six and six pieces, nothing wider than asked."""
    shown = board.text(table().view(), 60)
    assert max(map(len, shown.splitlines())) <= 60
    grid = [line for line in shown.splitlines() if line[:3].strip().isdigit() and line[3:5] == "  "]
    assert len(grid) == 14
    cells = [line[at : at + 5].strip() for line in grid for at in range(5, 60, 5)]
    men = [cell for cell in cells if cell not in (".", ":", "")]
    offense, defense = "QB12* WR81 WR84 TE88 G66 RB33", "CB21 CB24 LB52 LB55 S27 S31"
    assert sorted(men) == sorted(f"{offense} {defense}".split())
    assert "can tackle quarterback 12 on f7: " in shown and "Blue defends: " in shown


def test_text_board_marks_pieces_that_have_acted() -> None:
    """SQ-4.3: in small letters."""
    t = study(A)
    t.answer(0, "d7>>d8")
    row = next(line for line in board.text(t.view()).splitlines() if line.startswith("  7"))
    assert row.split()[4] == "te88" and "this turn: Tight end 88 blocks" in board.text(t.view())


def test_text_before_the_flip() -> None:
    """SQ-2.1: there is no position yet."""
    t = Table(registry.find("squares").open())
    assert "Coin toss" in board.text(t.view()) and board.svg(t.view()).startswith("<svg")


def test_svg_layers_show_what_they_should() -> None:
    """SQ-5.1, SQ-7.1, SQ-9.1: the QB's reach, two tacklers, five open lanes."""
    svg = position_svg(BoardPosition.read(A))
    assert len(layer(svg, "pieces")) == 12
    assert len(layer(svg, "lanes")) == 5
    assert len([e for e in layer(svg, "threats") if e.tag == f"{SVG}line"]) == 2
    turn = turn_of(A)
    reachable = sum(1 for action in piece_actions(turn, turn.qb) if action.kind == "move")
    assert len(layer(svg, "reach")) == reachable


def test_svg_shows_the_last_turn() -> None:
    """A move, a push and a pass each leave an arrow."""
    last = ["f7*a7", "d7-b9>b8", "a7-a11"]
    drawn = board_svg(turn_of(A), title="last", last=last)
    arrows = [e for e in layer(drawn, "last") if e.tag == f"{SVG}line"]
    assert len(arrows) == 4  # the pass, the blocker's walk, the push, the run


def numbers(view: dict[str, Any]) -> list[str]:
    """The numbers of the arrows on the board that people play on."""
    root = ET.fromstring(f"<svg>{board.parts(view)[0].svg}</svg>")
    return [e.text or "" for e in root.iter("text") if "f-paper" in e.get("class", "")]


def test_the_planned_turn_is_numbered_on_the_board_and_told_in_words() -> None:
    """SQ-4.2: pass, block, run; the shirts follow the men."""
    t = study(A)
    for key in ("f7*a7", "d7-b9>b8"):
        t.answer(0, key)
    view = t.view()
    assert numbers(view) == ["1", "2"]
    rows = [row for part in board.parts(view) if part.id == "turn" for row in part.rows]
    assert rows[0] == ("1", "Quarterback 12 passes to receiver 81")
    assert rows[1] == ("2", "Tight end 88 runs to b9 and blocks corner 24 to b7")
    assert view["men"]["b7"] == "CB 24"
    t.answer(0, "undo")
    assert numbers(t.view()) == ["1"] and t.view()["men"]["b8"] == "CB 24"


def test_every_man_stands_on_the_board_with_role_and_number() -> None:
    """SQ-1.1: twelve shirts, each once a side, also after a whole turn."""
    t = study(A)
    play(t, "f7*a7 d7-b9>b8 a7-a11")
    view = t.view()
    assert sorted(view["men"]) == sorted([*view["offense"], *view["defense"]])
    drawn = board.parts(view)[0]
    assert "quarterback 81 has the ball on a11" in drawn.label.lower()
    assert drawn.svg.count(">QB<") == 1, "the rulebook's QB is whoever has the ball, and nobody else"
    assert "halfback 12" in drawn.label and ">HB<" in drawn.svg
    assert "QB81*" in board.text(view) and "HB12" in board.text(view)


def test_layers_can_be_left_out() -> None:
    svg = board_svg(turn_of(A), title="plain", layers=())
    assert not any(layer(svg, name) for name in LAYERS) and len(layer(svg, "pieces")) == 12


def test_a_position_shows_itself_in_notebooks() -> None:
    """SQ-12.4: `_repr_svg_` is the picture, with the text as its title."""
    position = BoardPosition.read(A)
    assert position._repr_svg_() == position_svg(position)
    assert ET.fromstring(position._repr_svg_()).find(f"{SVG}title").text == A  # type: ignore[union-attr]


@pytest.mark.parametrize("file", sorted(IMAGES.glob("squares-*.svg")), ids=lambda p: p.name)
def test_diagrams_of_the_rules_are_our_own_and_parse(file: Path) -> None:
    """The pictures in docs/rules are drawn by `diagram.py`."""
    assert len(layer(file.read_text(encoding="utf-8"), "pieces")) > 0


def test_nothing_threatens_after_a_touchdown_and_old_arrows_go() -> None:
    """SQ-6.2: the series is over; the next one starts with a clean board."""
    t = study("Qf9 c12 g12 / d12 f12 up 2")
    t.answer(0, "g12>f12 f9-f13+")
    assert "can tackle" not in board.text(t.view())
    assert not any(part.id == "turn" and part.rows[-1][0] == "!" for part in board.parts(t.view()))
    game = table(quarters=1)
    play(game, "f7-f9")
    game.answer(1, "e8xf9")
    assert not numbers(game.view())


def test_everybody_who_plays_sees_his_own_side_attack_up() -> None:
    """SQ-1.2: Player 2 attacks rank 1, which is on top for him and below for everybody else."""
    t = table()

    assert rank_on_top(t, 0) == rank_on_top(t, None) == "14" and rank_on_top(t, 1) == "1"


def rank_on_top(t: Table[Any], seat: int | None) -> str:
    """The rank that this seat sees at the top of its screen."""
    (field,) = [part for part in board.parts(t.view(seat)) if part.area == "field"]
    rows = re.findall(r'data-square="[a-k](\d+)" x="[\d.]+" y="([\d.]+)"', field.svg)
    return min(rows, key=lambda row: float(row[1]))[0]


def test_in_every_drill_one_attacks_up_toward_the_other_sides_end_zone() -> None:
    """SQ-1.2: also where the position has Gold attack rank 1, as no game has it."""
    ways = set()
    for drill in drills_of(registry.find("squares")):
        t = drill.table()
        view = t.view(drill.seat)
        attacks = drill.seat == view["offense_seat"]
        assert rank_on_top(t, drill.seat) == ("14" if view["up"] == attacks else "1")
        zones = [line for line in board.text(view).splitlines() if "scores here" in line]
        assert ("Gold" in zones[0]) == (view["up"] == (view["offense_seat"] == 0))
        ways.add(view["up"])
    assert ways == {True, False}


def test_a_turn_is_shown_man_by_man() -> None:
    """SQ-8.1, SQ-9.1: whoever goes, whoever is pushed, and of a pass the ball alone."""

    def shown(action: str) -> Beat:
        (beat,) = board.beats(Acted(team="Gold", side=0, action=action, words="x"))
        return beat

    assert shown("b7-b9").men == (("b7", "b9"),)
    assert shown("f7>>f8").men == (("f8", "f10"),)
    assert shown("d7-e8>f8").men == (("d7", "e8"), ("f8", "g8"))
    assert shown("e8xf5").men == (("e8", "f5"),)
    thrown = shown("f5*b5+")
    assert (thrown.men, thrown.throw) == ((), ("f5", "b5"))
