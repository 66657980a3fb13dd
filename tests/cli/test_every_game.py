"""Every game on the shelf plays in the terminal: watched, typed at random, replayed and verified."""

from pathlib import Path
from random import Random

import pytest
from tests.cli.shared import Fieldhouse

from fieldhouse.cli.terminal.game_commands import box_score_text
from fieldhouse.kernel import record as records
from fieldhouse.kernel import registry

GAMES = sorted(registry.list_games())
JUNK = [
    "?",
    "? 1.1",
    "? zeppelin",
    "?concede",
    "log",
    "board",
    "box",
    "more",
    "undo",
    "",
    "\x00",
    "²",
    "1 1 1",
    "x y",
]
"""What people also type."""


def typed_by_somebody(seed: int, lines: int = 1500) -> str:
    """Numbers, the word that ends a turn, and every eighth line something else."""
    rng = Random(seed)
    some = [
        rng.choice(JUNK) if rng.random() < 0.12 else rng.choice(("1", "1", "2", "3", "end"))
        for _ in range(lines)
    ]
    return "\n".join(some) + "\n"


def fits(output: str, width: int = 80) -> list[str]:
    return [line for line in output.splitlines() if len(line) > width]


@pytest.mark.parametrize("name", GAMES)
def test_a_watched_game_is_shown_kept_replayed_and_verified(fieldhouse: Fieldhouse, name: str) -> None:
    watched = fieldhouse("play", name, "--watch", "--length", "tiny", "--dice", "11", "--save", "g.json")
    assert watched.exit_code == 0, watched.output
    outcome = records.parse_record(Path("g.json").read_text(encoding="utf-8")).outcome
    assert outcome is not None
    assert fits(watched.output) == []
    replayed = fieldhouse("replay", "g.json")
    assert replayed.exit_code == 0
    assert fits(replayed.output) == []
    verified = fieldhouse("verify", "g.json")
    assert verified.exit_code == 0, verified.output


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_typed_a_game_goes_on(fieldhouse: Fieldhouse, name: str) -> None:
    args = ["play", name, "--both", "--length", "tiny", "--dice", "11", "--save", "g.json"]
    played = fieldhouse(*args, typed=typed_by_somebody(3))
    assert played.exit_code in (0, 1)
    assert fits(played.output) == []
    record = records.parse_record(Path("g.json").read_text(encoding="utf-8"))
    assert len(record.entries) > 3
    assert fieldhouse("verify", "g.json").exit_code == 0


@pytest.mark.parametrize("name", GAMES)
def test_title_page_and_rules_fit_the_screen(fieldhouse: Fieldhouse, name: str) -> None:
    page = fieldhouse("games", name)
    assert page.exit_code == 0
    assert fits(page.output) == []
    folder = registry.find(name)
    contents = fieldhouse("rules", name)
    assert contents.exit_code == 0
    rule = fieldhouse("rules", name, folder.rule_ids[0])
    assert rule.output.startswith(folder.rule_ids[0])
    assert fits(rule.output) == []
    for material in folder.meta.materials:
        shown = fieldhouse("charts", "show", name, material)
        assert shown.exit_code == 0
        Path("copy").write_text(shown.output, encoding="utf-8")
        assert fieldhouse("charts", "check", name, material, "copy").exit_code == 0


@pytest.mark.parametrize("name", sorted(registry.list_all_games()))
def test_the_chart_that_options_choose_is_the_chart_that_is_copied(name: str) -> None:
    """`charts copy fastdrive home -o home=chicago-1985` wrote Miami: each option that changes a material."""
    folder = registry.find(name)
    words = [
        spec.default for spec in folder.meta.options if isinstance(spec.default, str) and not spec.choices
    ]
    for spec in folder.meta.options:
        values = spec.choices or [end for end in (spec.low, spec.high) if end is not None]
        for value in values or (words if spec.default in words else ()):
            options = folder.meta.read_options({spec.name: value})
            for material, data in folder.game.default_materials(options).items():
                text = folder.game.chosen_text(material, options)
                assert folder.game.read_material(material, text) == data, f"{spec.name}={value}, {material}"


@pytest.mark.parametrize("name", GAMES)
def test_a_few_games_are_simulated(fieldhouse: Fieldhouse, name: str) -> None:
    args = ["simulate", name, "-n", "4", "--length", "tiny", "--seed", "2"]
    shown = fieldhouse(*args, "--jobs", "1", "--csv", "games.csv")
    assert shown.exit_code == 0, shown.output
    assert "4 games in " in shown.output
    assert fits(shown.output) == []
    assert len(Path("games.csv").read_text(encoding="utf-8").splitlines()) == 5
    first = Path("games.csv").read_bytes()
    fieldhouse(*args, "--jobs", "1", "--csv", "games.csv")
    assert Path("games.csv").read_bytes() == first, "the same seed, the same games"


def test_the_box_score_of_a_resumed_game_counts_what_came_before(fieldhouse: Fieldhouse) -> None:
    typed = "1\n" * 12 + "box\nquit\n"
    before = fieldhouse(
        "play", "redboar", "--length", "tiny", "--dice", "9", "--save", "g.json", typed=typed
    ).output
    after = fieldhouse("play", "--resume", "g.json", typed="box\n").output
    rows = [line for line in before.splitlines() if line.startswith(("plays, yards", "drives"))]
    assert len(rows) == 2
    assert all(row in after.splitlines() for row in rows)
    box = box_score_text(records.resume_record(records.parse_record(Path("g.json").read_text())))
    assert box in after
    assert [row for row in box.splitlines()[1:] if not set(row) & set("123456789")] == [], "no empty lines"


@pytest.mark.parametrize("name", ["thegrid-draft", "thegrid-auction"])
def test_nobody_wins_ties_or_is_lucky_where_teams_are_formed(fieldhouse: Fieldhouse, name: str) -> None:
    """TG-4.7, TG-4.21: the teams are formed; what is about winning says so instead of "ties 100 %"."""
    two = (name, "-o", "coaches=2")
    played = fieldhouse("play", *two, "--watch", "--dice", "3", "--save", "g.json")
    assert "All teams are complete" in played.output
    simulated = fieldhouse("simulate", *two, "-n", "1", "--jobs", "1")
    written = fieldhouse("report", *two, "-n", "1")
    for told in (played, simulated, written):
        assert told.exit_code == 0, told.output
        assert not {"tie", "ties", "wins", "win"} & set(told.output.lower().split())
    assert "Ended by: formed 1" in simulated.output
    for words in (
        ("luck", "g.json"),
        ("advise", "g.json", "--at", "9"),
        ("arena", *two, "rookie", "starter"),
        ("exploit", *two, "starter"),
    ):
        refused = fieldhouse(*words)
        assert refused.exit_code == 2, refused.output
        assert "nobody wins this game" in refused.output
