"""How far a reader walks: the table of docs/background/design.md against ``scripts/count_walks.py``."""

from __future__ import annotations

import re
import subprocess
import sys
from operator import le

import pytest

from page_examples import ROOT


@pytest.mark.long
def test_walks_are_not_longer_than_the_design_says() -> None:
    page = (ROOT / "docs/background/design.md").read_text()
    rows = re.findall(r"^\| (.*?) \|.*\| (\d+) in (\d+) \|$", page, re.MULTILINE)
    script = [sys.executable, str(ROOT / "scripts/count_walks.py")]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    found = re.findall(r"^(.*): (\d+) functions in (\d+) files$", done.stdout, re.MULTILINE)
    assert [name for name, *_ in found] == [name for name, *_ in rows], done.stderr
    for (name, *now), (_, *written) in zip(found, rows, strict=True):
        assert all(map(le, map(int, now), map(int, written))), f"{name}: {now}, and {written} is written"
