"""Compiled code that is kept on disk: a folder that is full, damaged or missing costs time and nothing else."""

from __future__ import annotations

import errno
import importlib.util
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lastmove.core import compiling
from lastmove.core.compiling import kept

SOURCE = "def double(n):\n    return 2 * n\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a module to compile, where compiled code is kept too; nothing has been told yet."""
    pytest.importorskip("numba")
    monkeypatch.setattr(compiling, "_warned", set())
    (tmp_path / "doubling.py").write_text(SOURCE)
    monkeypatch.setattr("numba.core.config.CACHE_DIR", str(tmp_path / "kept"))
    return tmp_path


def made(home: Path) -> Any:
    """The function of a process that has just begun."""
    spec = importlib.util.spec_from_file_location("doubling", home / "doubling.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["doubling"] = module
    spec.loader.exec_module(module)
    return kept(module.double, sources="of this test")


def loads(function: Any) -> int:
    assert function(21) == 42
    return sum(function.stats.cache_hits.values())


def test_code_is_kept_and_found(home: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert [loads(made(home)) for _ in range(3)] == [0, 1, 1]
    assert not caplog.messages


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "cut": lambda data: data[: len(data) // 2],
    "cut by one": lambda data: data[:-1],
    "one bit": lambda data: data[: len(data) // 2] + bytes([data[len(data) // 2] ^ 1]) + data[len(data) // 2 + 1 :],
    "last bit": lambda data: data[:-1] + bytes([data[-1] ^ 1]),
    "other": lambda _: b"nothing of the kind",
    "zeros": lambda data: bytes(len(data)),
}


@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_files(home: Path, suffix: str, damage: str, caplog: pytest.LogCaptureFixture) -> None:
    """The answer is right, the damage is told in one line, and the file is mended for the next process."""
    loads(made(home))
    (path,) = (home / "kept").rglob(f"*.{suffix}")
    path.write_bytes(DAMAGES[damage](path.read_bytes()))
    assert loads(made(home)) == 0
    (told,) = caplog.messages
    assert "made anew" in told
    assert "damaged" in told
    assert len(told.splitlines()) == 1
    assert loads(made(home)) == 1
    assert len(caplog.messages) == 1


def test_full_disk(home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("numba.core.caching.IndexDataCacheFile._open_for_write", full)
    for _ in range(2):
        assert loads(made(home)) == 0
    (told,) = caplog.messages
    assert "No space left" in told


def test_no_folder(home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr("numba.core.caching.CacheImpl._locator_classes", [])
    for _ in range(2):
        assert loads(made(home)) == 0
    (told,) = caplog.messages
    assert "no folder" in told


# --- folders of others ----------------------------------------------------------------------------------------------

OTHER = 65_432
"""A user that is neither this one nor root."""
needs_root = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")


def given_to_all(home: Path) -> None:
    (path,) = (path.parent for path in (home / "kept").rglob("*.nbi"))
    path.chmod(0o777)


def given_away(home: Path) -> None:
    (path,) = (path.parent for path in (home / "kept").rglob("*.nbi"))
    os.chown(path, OTHER, OTHER)


def below_a_folder_for_all(home: Path) -> None:
    home.chmod(0o777)


def below_a_folder_of_another(home: Path) -> None:
    os.chown(home / "kept", OTHER, -1)


def for_a_group(home: Path) -> None:
    (path,) = (path.parent for path in (home / "kept").rglob("*.nbi"))
    os.chown(path, -1, OTHER)
    path.chmod(0o770)


def behind_a_link_of_another(home: Path) -> None:
    (home / "kept").rename(home / "mine")
    (home / "kept").symlink_to(home / "mine")
    os.lchown(home / "kept", OTHER, -1)


def behind_a_link(home: Path) -> None:
    """The link is ours; where it leads to is not safe."""
    open_to_all = home / "open"
    open_to_all.mkdir()
    (home / "kept").rename(open_to_all / "kept")
    (home / "kept").symlink_to(open_to_all / "kept")
    open_to_all.chmod(0o777)


UNSAFE = [
    given_to_all,
    below_a_folder_for_all,
    behind_a_link,
    *(pytest.param(each, marks=needs_root) for each in (given_away, below_a_folder_of_another, for_a_group)),
    pytest.param(behind_a_link_of_another, marks=needs_root),
]


@pytest.mark.parametrize("change", UNSAFE)
def test_folder_that_others_can_write(
    home: Path, change: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing is unpickled from there and nothing written; the answer is right, and it is told once."""
    loads(made(home))
    change(home)
    for path in (home / "kept").rglob("*.nb?"):
        path.write_bytes(b"cposix\nsystem\n(S'touch unpickled'\ntR.")
    before = {path: path.read_bytes() for path in (home / "kept").rglob("*.nb?")}
    for _ in range(2):
        assert loads(made(home)) == 0
    assert {path: path.read_bytes() for path in (home / "kept").rglob("*.nb?")} == before
    (told,) = caplog.messages
    assert "made anew" in told
    assert "can be written by others" in told or "belongs to another user" in told
    assert len(told.splitlines()) == 1


@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
@pytest.mark.parametrize(
    "change",
    [lambda path: path.chmod(0o666), pytest.param(lambda path: os.chown(path, OTHER, -1), marks=needs_root)],
    ids=["mode", "owner"],
)
def test_file_of_another_in_a_safe_folder(
    home: Path, suffix: str, change: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    """It was put there when the folder was not safe: it is not read, and ours takes its place."""
    loads(made(home))
    (path,) = (home / "kept").rglob(f"*.{suffix}")
    change(path)
    assert loads(made(home)) == 0
    (told,) = caplog.messages
    assert "others" in told or "another user" in told
    assert loads(made(home)) == 1


def test_folder_in_one_with_the_sticky_bit(home: Path, caplog: pytest.LogCaptureFixture) -> None:
    """As in /tmp: others may write beside it, not in its place."""
    home.chmod(0o1777)
    assert [loads(made(home)) for _ in range(2)] == [0, 1]
    assert not caplog.messages
