"""Names that people gave, in columns of eighty."""

from __future__ import annotations

from fieldhouse.football.box_score import BoxScore, append_column, truncate

LONG = "Llanfairpwllgwyngyllgogery Wombats XLII"


def test_a_long_name_is_cut_and_says_so() -> None:
    assert truncate("Perth", 5) == "Perth"
    assert truncate(LONG, 28) == "Llanfairpwllgwyngyllgogery…"
    assert len(truncate(LONG, 20)) == 20


def test_what_stands_beside_a_line_never_touches_it() -> None:
    """In its column, two spaces behind, or on a line of its own."""
    game = f"  {LONG} 34, {LONG} B 17"
    assert append_column("  Perth 3, Hull 7", "really 7-9", 60) == f"{'  Perth 3, Hull 7':60}really 7-9"
    assert append_column(game[:66], "really 7-9", 60) == f"{game[:66]}  really 7-9"
    assert append_column(game, "really 7-9", 60) == f"{game}\n{'':60}really 7-9"
    assert append_column("  Perth 3, Hull 7", "", 60) == "  Perth 3, Hull 7"


def test_a_box_score_of_long_names_fits_a_line() -> None:
    box = BoxScore((LONG, f"{LONG} B"))
    assert max(map(len, box.text().splitlines())) <= 80
