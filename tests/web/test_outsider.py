"""A game from outside, the template copied and renamed, in terminal, browser and lab: nothing is edited."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from tests.web.conftest import Server

from fieldhouse.web.client import Seat, call_api

ROOT = Path(__file__).parents[2]
NAMES = {"sandlot": "backyard", "Sandlot": "Backyard", "SL-": "BY-", '"SL"': '"BY"'}


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """The template under another name, in a folder of its own."""
    found = tmp_path / "shelf"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "examples" / "games" / "sandlot", found / "backyard", ignore=ignored)
    for path in found.rglob("*.*"):
        text = path.read_text(encoding="utf-8")
        for old, new in NAMES.items():
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")
    return found


def run(shelf: Path, *words: str, games: str | None = None) -> str:
    """The command, as somebody with that folder runs it elsewhere."""
    env = {**os.environ, "FIELDHOUSE_GAMES": str(shelf) if games is None else games}
    command = [sys.executable, "-c", "from fieldhouse.cli import main; main()", *words]
    ran = subprocess.run(command, cwd=shelf.parent, env=env, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr + ran.stdout
    return ran.stdout


def test_its_author_checks_it_without_a_checkout(shelf: Path) -> None:
    """By the path of its folder, with no setting at all."""
    told = run(shelf, "check", str(shelf / "backyard"), "--seeds", "1", games="")
    assert "Backyard: all checks passed" in told
    assert "FAULT" not in told


def test_the_terminal_plays_saves_and_verifies_it(shelf: Path) -> None:
    assert "backyard" in run(shelf, "games")
    run(shelf, "play", "backyard", "--watch", "--length", "tiny", "--save", "game.json")
    assert "BY-3.2" in run(shelf, "rules", "backyard", "BY-3.2")
    assert "verified" in run(shelf, "verify", "game.json").lower()


def test_the_lab_simulates_it_by_its_own_policy(shelf: Path) -> None:
    """The template has a `policy`, so nothing is advised at random."""
    told = run(shelf, "simulate", "backyard", "--games", "20", "--length", "tiny")
    assert "20" in told
    level = "from fieldhouse.lab.players import policy_level; from fieldhouse import open_game"
    code = f"{level}; print(policy_level(open_game('backyard')))"
    env = {**os.environ, "FIELDHOUSE_GAMES": str(shelf)}
    ran = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert ran.stdout == "starter\n"


def test_the_browser_app_sets_it_up_and_plays_it(shelf: Path, serve: Callable[..., Server]) -> None:
    server = serve(games=str(shelf))
    assert "Backyard" in httpx.get(f"{server.url}/").text
    wanted = {"game": "backyard", "length": "tiny", "opponent": "coach:starter"}
    made = call_api(f"{server.url}/api/tables", wanted)
    seat, rng = Seat(server.url, made["table"], made["token"]), random.Random(1)
    headers = {"authorization": f"Bearer {made['token']}"}
    page = httpx.get(f"{server.url}/t/{made['table']}", headers=headers).text
    assert "<svg" in page
    seat.play(lambda request, view: rng.choice([option["key"] for option in request["options"]]))
    assert seat.look()["status"] == "over"
