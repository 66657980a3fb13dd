"""The same role has the same file name in every game: who has learned one folder has learned all."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src" / "fieldhouse" / "games"
FOLDERS = sorted(
    path.parent for path in (*GAMES.rglob("meta.py"), *(ROOT / "examples" / "games").rglob("meta.py"))
)
"""Every folder that is a game: it has a `meta.py`."""

HOOKS = {
    *("advice", "board", "clubs", "coaches", "commands", "draft_queue", "drafted_teams"),
    *(
        "drills",
        "features",
        "gym",
        "habits",
        "league",
        "lobby",
        "meta",
        "reduction",
        "rules",
        "sheets",
    ),
}
"""Modules and packages directly in a game's folder that the registry looks up (see CONTRIBUTING)."""

OWN_PACKAGES = {"charts", "teams", "cards", "tables", "search", "analysis", "seasons", "team_building"}
"""Further packages: the game's material and the helpers that several of its parts share."""

OWN_MODULES = {"chart_files"}

ROLES = {
    "what a seat sees": "rules/views.py",
    "events the rules emit": "rules/events.py",
    "charts bound to rules": "rules/charts.py",
    "a position as short text": "rules/position_text.py",
    "what must hold in a position": "rules/position_check.py",
    "the rules as a generator": "rules/game.py",
    "the state": "rules/state.py",
    "the parts of the board": "board/table.py",
    "the picture of the last play": "board/last_play.py",
    "the board in the terminal": "board/text.py",
    "the animation of events": "board/beats.py",
    "the value of a position": "coaches/evaluation.py",
    "coaches by level": "coaches/levels.py",
    "the easy coach": "coaches/rookie.py",
    "the medium coach": "coaches/starter.py",
    "the hard coach": "coaches/allpro.py",
    "reading chart files": "charts/reader.py",
}

FORMER_NAMES = {
    *("attack", "bench", "book", "brief", "computed", "defend", "designing", "evaluate", "expect", "formed"),
    *(
        "lately",
        "last",
        "look",
        "looking",
        "lying",
        "men",
        "narrate",
        "on_disk",
        "outlook",
        "plans",
        "policy",
    ),
    *("policy", "reading", "reporting", "rolled", "sensible", "sharing", "showing", "situations", "solved"),
    *("steady", "telling", "textboard", "trying", "turned", "values", "viewing", "wishes", "words", "worth"),
    *("chart_labels", "narration", "statistics", "worths"),
}
"""File names that once stood for one of the roles, each in one or two games only."""

REQUIRED = ("rules/game.py", "rules/state.py", "rules/views.py", "board/table.py", "board/text.py")
"""A game that has packages for rules and board has these."""
LEVELS = ("coaches/levels.py", "coaches/rookie.py", "coaches/starter.py", "coaches/allpro.py")


def name(folder: Path) -> str:
    return folder.name


@pytest.mark.parametrize("folder", FOLDERS, ids=name)
def test_a_game_uses_no_former_name_for_a_role(folder: Path) -> None:
    modules = {path.stem for path in folder.rglob("*.py")}
    assert not modules & FORMER_NAMES, f"rename by the table of roles: {ROLES}"


@pytest.mark.parametrize("folder", FOLDERS, ids=name)
def test_only_hooks_and_known_packages_stand_in_a_games_folder(folder: Path) -> None:
    inner = {path.parent for path in FOLDERS if path.parent.parent == folder}
    inner |= {path for path in FOLDERS if path.parent == folder}
    found = {
        path.stem
        for path in folder.iterdir()
        if (path.suffix == ".py" or (path / "__init__.py").exists()) and path not in inner
    } - {"__init__"}
    assert found <= HOOKS | OWN_PACKAGES | OWN_MODULES


@pytest.mark.parametrize("folder", FOLDERS, ids=name)
def test_rules_board_and_coaches_have_the_file_names_of_their_roles(folder: Path) -> None:
    """A small game says `rules.py`, `board.py` and `coaches.py`; one with packages names the files inside."""
    for part in ("rules", "board", "coaches"):
        assert (folder / f"{part}.py").exists() != (folder / part / "__init__.py").exists()
    for path in (*REQUIRED, *LEVELS):
        if (folder / path).parent.is_dir():
            assert (folder / path).exists(), f"{folder.name} has no {path}"


def test_every_role_is_taken_by_some_game() -> None:
    for role, path in ROLES.items():
        assert any((folder / path).exists() for folder in FOLDERS), f"no game has {path} ({role})"
