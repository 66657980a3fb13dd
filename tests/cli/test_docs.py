"""docs/guides/terminal.md is true: the words it lists are the words there are."""

import re
from pathlib import Path

from fieldhouse.cli.terminal.game_commands import CHARTS_HELP, COMMANDS, HELP, ROOM_HELP, TIMEOUT_HELP

PAGE = (Path(__file__).parents[2] / "docs" / "guides" / "terminal.md").read_text(encoding="utf-8")


def test_page_and_help_name_every_word_of_the_game() -> None:
    for word in set(COMMANDS) - {"help", "exit"}:
        assert re.search(rf"`{word}\b", PAGE), word
        assert re.search(rf"\b{word}\b", HELP + ROOM_HELP + TIMEOUT_HELP + CHARTS_HELP), word


def test_page_names_every_option_of_play() -> None:
    from fieldhouse.cli.play import command

    missing = [option for param in command.params for option in param.opts if option.startswith("--")]
    assert [option for option in missing if option not in PAGE and option != "--option"] == []
