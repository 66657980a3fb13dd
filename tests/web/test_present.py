"""What a page makes of a question, looked at without a server."""

from __future__ import annotations

from fieldhouse.kernel.sitting.entries import Rolled
from fieldhouse.web.present.question import named
from fieldhouse.web.present.told import Fallen, together


def test_every_square_and_every_man_of_a_key_is_found_on_the_board() -> None:
    """SQ-7.1: a run that ends in a block is worked on the board like any other run."""
    assert {"e4", "e8", "f8"} <= named("e4-e8>f8")
    assert {"f7", "f9"} <= named("f7-f9")
    assert {"SR", ">lane2"} <= named("SR>lane2")
    assert {"BT", "lane2-3"} <= named("rush:BT:lane2-3")


def test_rolls_of_one_kind_lie_together() -> None:
    """TG-20.4: the seven rolls of a field goal are one kick, the timing card is another thing."""
    fallen = [
        Rolled("field-goal", "4"),
        Rolled("field-goal", "1"),
        Rolled("deck", "9S"),
        Rolled("deck", "KH"),
    ]
    assert together(fallen) == [
        Fallen("field-goal", "4 1", False),
        Fallen("deck", "9S", True),
        Fallen("deck", "KH", True),
    ]
