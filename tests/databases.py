"""The process that answers SQL, made anew for a test where a package is missing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lastmove.censuses.query import start_database

if TYPE_CHECKING:
    import pytest


def database_without(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the process of DuckDB, and the next ones, start where a package cannot be imported."""
    start_database().end()
    monkeypatch.setenv("LASTMOVE_WITHOUT", package)
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent / "blocking"), prepend=":")
