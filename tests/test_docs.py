"""README and docs say what is true: their Python runs, their commands run, their links lead somewhere.

A command counts as shown wherever it stands: in a fenced block of any name, with or without `$` before it,
and in running text, where it must at least name a command and options that exist. A page's commands run in
their order in one empty folder (with links to the project's `docs`, `examples` and `tests`); a finished
`game.json` lies there, and whoever is asked something leaves at once.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import fieldhouse
from fieldhouse.cli import main

ROOT = Path(__file__).parents[1]
DOCS = [page for folder in ("", "guides", "design") for page in (ROOT / "docs" / folder).glob("*.md")]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS])
FENCE = re.compile(r"^ *```(\w*)[^\n]*\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`(?:[A-Z_]+=\S+ )?(fieldhouse(?: [^`\n]+)?)`")
NOT_RUN = {
    "make": "the clean machine of .ci/run runs `make test`, and tests/web starts the server of `make play`",
    "pip": "a test installs nothing; the built wheel is tried in an environment of its own",
    "python": "the same as the Makefile's targets, which the lead runs",
    "docker": "the test machine has no docker",
    "git": "a test clones nothing",
}
"""Commands of a page that no test runs, by their first word, with the reason."""


def python_blocks() -> list[tuple[str, str]]:
    return [
        (page.name, text)
        for page in PAGES
        for name, text in FENCE.findall(page.read_text(encoding="utf-8"))
        if name == "python" and not text.startswith(" ")
    ]


@pytest.mark.parametrize(("page", "code"), python_blocks())
def test_python_in_the_docs_runs(
    page: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(code, page, "exec"), {"__name__": page})


def shown_commands(page: Path) -> list[str]:
    """Every command line in the page's fenced blocks that are not program text or output."""
    blocks = FENCE.findall(page.read_text(encoding="utf-8"))
    lines = (
        line.strip() for name, text in blocks if name in ("", "sh", "console") for line in text.splitlines()
    )
    commands = (line.removeprefix("$ ") for line in lines if line.startswith("$ ") or _begins(line))
    return [line for line in commands if _first_word(line) not in NOT_RUN]


def _begins(line: str) -> bool:
    return bool(line) and _first_word(line) in ("fieldhouse", *NOT_RUN)


def _first_word(line: str) -> str:
    return re.sub(r"^(?:[A-Z_]+=\S+ +)*", "", line).partition(" ")[0]


@pytest.fixture
def reader(tmp_path: Path) -> dict[str, str]:
    """The folder of somebody who follows a page, with `fieldhouse` on the path; the environment to run in."""
    script = tmp_path / "bin" / "fieldhouse"
    script.parent.mkdir()
    script.write_text(
        f"#!{sys.executable}\nfrom fieldhouse.cli import main\n"
        "if __name__ == '__main__':\n    main(prog_name='fieldhouse')\n"
    )
    script.chmod(0o755)
    for name in ("docs", "examples", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    game = next((ROOT / "tests" / "records" / "redboar").glob("points-dice*.json"))
    (tmp_path / "game.json").write_bytes(game.read_bytes())
    return {
        **os.environ,
        "PATH": f"{script.parent}{os.pathsep}{os.environ['PATH']}",
        "FIELDHOUSE_DATABASE": f"sqlite:///{tmp_path / 'house.db'}",  # nobody's own leagues
    }


WITH_COMMANDS = [page for page in PAGES if shown_commands(page)]


IN_A_SHELL = "README.md"
"""Every command of this page is a program of its own; of the other pages those that need a shell are."""


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=lambda page: page.name)
def test_every_command_of_the_page_runs(
    page: Path, reader: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Trust 11: what a page tells people to type works when they type it."""
    monkeypatch.chdir(tmp_path)
    for line in shown_commands(page):
        words = shlex.split(line, comments=True)
        if "--save" in words:  # the page makes the file itself
            (tmp_path / words[words.index("--save") + 1]).unlink(missing_ok=True)
        plain = words[0] == "fieldhouse" and not {"|", ">"} & set(words)
        run = called if plain and page.name != IN_A_SHELL else typed
        code, said = run(line, reader)
        assert code == 0, f"{page.name}: {line}\n{said}"


def typed(line: str, env: dict[str, str]) -> tuple[int, str]:
    """The line in a shell: exit code, and the end of what was said."""
    ran = subprocess.run(
        line, shell=True, env=env, input="quit\n", capture_output=True, text=True, check=False
    )
    return ran.returncode, ran.stdout[-500:] + ran.stderr


def called(line: str, env: dict[str, str]) -> tuple[int, str]:
    """The same in this process, which has imported already what a program would import anew."""
    words = shlex.split(line, comments=True)[1:]
    ran = CliRunner().invoke(main, words, input="quit\n", env=dict(env), prog_name="fieldhouse")
    return ran.exit_code, ran.output[-500:] + (repr(ran.exception) if ran.exception else "")


def commands_in_the_text() -> Iterator[tuple[str, str]]:
    for page in PAGES:
        text = FENCE.sub("", page.read_text(encoding="utf-8"))
        for line in INLINE.findall(text):
            yield page.name, line


@pytest.mark.parametrize(("page", "line"), sorted(set(commands_in_the_text())))
def test_a_command_in_the_text_exists_with_its_options(page: str, line: str) -> None:
    """Trust 11: a command named in a sentence is one there is, and so are its options."""
    command: click.Command = main
    for word in line.split()[1:]:
        if isinstance(command, click.Group):
            if word.startswith("-") or word == "...":
                continue
            found = command.get_command(click.Context(command), word)
            assert found is not None, f"{page}: {line}: there is no command {word!r}"
            command = found
        elif word.startswith("--") and word != "--help":
            options = [option for param in command.params for option in (*param.opts, *param.secondary_opts)]
            assert word.partition("=")[0] in options, f"{page}: {line}: no option {word}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        assert "://" in target or (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.slow
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    """`make docs`: the catalogues apart, every page, and the API from the docstrings; warnings are errors."""
    docs = tmp_path / "docs"
    shutil.copytree(ROOT / "docs", docs, ignore=shutil.ignore_patterns("api", "rules", "games"))
    conf = (docs / "conf.py").read_text().replace("Path(__file__).parents[1]", f"Path({str(ROOT)!r})")
    (docs / "conf.py").write_text(conf)
    (docs / "rules.md").write_text("# The rules\n")
    build = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", str(docs), str(tmp_path / "site")]
    ran = subprocess.run(build, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    for page in ("index", "guides/research", "api/fieldhouse"):
        assert "<h1>" in (tmp_path / "site" / f"{page}.html").read_text()
    for name in fieldhouse.__all__:
        assert f'id="{name.lower().replace("_", "-")}"' in (tmp_path / "site/api/fieldhouse.html").read_text()


REFERENCE = {"benchmarks.md", "page-protocol.md"}
"""Tables to look things up in, which may be longer."""


@pytest.mark.parametrize(
    "page", [page for page in DOCS if page.name not in REFERENCE], ids=lambda page: page.name
)
def test_a_page_can_be_read_in_one_sitting(page: Path) -> None:
    """At most 1,500 words: one concept a page."""
    assert len(page.read_text(encoding="utf-8").split()) <= 1500
