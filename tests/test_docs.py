"""README and docs say what is true: their Python and quick commands run, links lead somewhere."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from fieldhouse.cli import main

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])
FENCE = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[tuple[str, str]]:
    """(page, text) of every fenced block in that language that stands at the left margin."""
    return [
        (page.name, text)
        for page in PAGES
        for name, text in FENCE.findall(page.read_text(encoding="utf-8"))
        if name == language
    ]


@pytest.mark.parametrize(("page", "code"), blocks("python"))
def test_python_in_the_docs_runs(
    page: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(code, page, "exec"), {"__name__": page})


def commands() -> list[tuple[str, str]]:
    return [(page, line) for page, text in blocks("sh") for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize(("page", "line"), commands())
def test_commands_in_the_docs_run(
    page: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = shlex.split(line, comments=True)
    assert words[0] == "fieldhouse", f"{page}: {line}"
    result = CliRunner().invoke(main, words[1:])
    assert result.exit_code == 0, f"{page}: {line}: {result.output}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        assert "://" in target or (page.parent / target).exists(), f"{page.name} links to {target}"
