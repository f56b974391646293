"""The families that were proved whole: a list that ships with the package, made by ``scripts/make_family_table.py``."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["FILE", "proved_families"]

FILE = "proved_families.jsonl"


@cache
def proved_families() -> tuple[dict[str, Any], ...]:
    """The answers of ``lastmove family`` that are kept, without their certificates; each was checked when it was made.

    Examples
    --------
    >>> proved_families()[0]["family"]
    'path:n'
    """
    text = files("lastmove.families").joinpath(FILE).read_text(encoding="utf-8")
    return tuple(json.loads(line) for line in text.splitlines())
