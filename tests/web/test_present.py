"""What a page makes of a question, looked at without a server."""

from __future__ import annotations

from fieldhouse.web.present.question import named


def test_every_square_and_every_man_of_a_key_is_found_on_the_board() -> None:
    """SQ-7.1: a run that ends in a block is worked on the board like any other run."""
    assert {"e4", "e8", "f8"} <= named("e4-e8>f8")
    assert {"f7", "f9"} <= named("f7-f9")
    assert {"SR", ">lane2"} <= named("SR>lane2")
    assert {"BT", "lane2-3"} <= named("rush:BT:lane2-3")
