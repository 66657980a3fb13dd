"""The cache folder, and files written whole or not at all."""

from __future__ import annotations

import gzip
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from fieldhouse.kernel.files import atomic_write, build_lock, cache_folder


def test_the_cache_folder_is_where_the_desktop_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "fieldhouse"
    assert cache_folder().is_dir()
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache_folder() == tmp_path / "home" / ".cache" / "fieldhouse"


def test_a_cache_folder_that_cannot_be_made_holds_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert not (cache_folder() / "any").exists()
    with pytest.raises(OSError, match="file"), atomic_write(cache_folder() / "any"):
        pass


def test_a_file_appears_whole_with_the_usual_rights(tmp_path: Path) -> None:
    target, usual = tmp_path / "game.json", tmp_path / "usual"
    usual.write_bytes(b"")
    with atomic_write(target) as file:
        file.write(b"one")
        assert not target.exists()
    assert target.read_bytes() == b"one"
    assert target.stat().st_mode == usual.stat().st_mode


def test_a_failed_write_leaves_the_old_file_and_no_trace(tmp_path: Path) -> None:
    target = tmp_path / "game.json"
    target.write_bytes(b"old")
    with (
        pytest.raises(OSError, match="Negative seek"),
        atomic_write(target) as file,
        gzip.open(file, "wb") as out,
    ):
        out.seek(-1)
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_file_is_made_by_one_builder_and_found_by_the_next(tmp_path: Path) -> None:
    """The second stands before the door until the first is done, and then has nothing left to make."""
    target, inside, made = tmp_path / "tables", Event(), []

    def build(who: str) -> None:
        with build_lock(target):
            inside.set()
            if not target.exists():
                made.append(who)
                target.write_text(who)

    with ThreadPoolExecutor(1) as pool:
        with build_lock(target):
            second = pool.submit(build, "second")
            assert not inside.wait(0.05)
            target.write_text("first")
        second.result(timeout=60)
    assert made == []
    assert target.read_text() == "first"


def test_where_nothing_can_be_locked_everybody_builds(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with build_lock(tmp_path / "file" / "tables"):
        built = True
    assert built
