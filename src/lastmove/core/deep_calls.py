"""Calls that nest deeply, one for each column or bag of a board."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["deep_calls"]

_DEPTH = 400_000


@contextmanager
def deep_calls() -> Iterator[None]:
    """Let calls nest deeply inside the block; plain Python calls take no machine stack."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _DEPTH))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
