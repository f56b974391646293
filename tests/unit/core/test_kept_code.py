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
