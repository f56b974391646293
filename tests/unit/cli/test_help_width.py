"""Help fits a terminal of 80 columns, examples included."""

from __future__ import annotations

import pytest

import commands
from lastmove.cli.main import cli


@pytest.mark.parametrize("name", sorted(cli.list_commands(None)))  # type: ignore[arg-type]
def test_help_fits_eighty_columns(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    wide = [line for line in commands.invoke(name, "--help").stdout.splitlines() if len(line) > 80]
    assert wide == []
