"""How much the tests try: the whole run tries all, the quick one (``-m "not long"``), made for all day, a sample."""

from __future__ import annotations

__all__ = ["is_quick", "set_quick", "tries"]

SAMPLE = 4
"""The quick run makes one random try of so many."""

_quick = False


def set_quick(quick: bool) -> None:
    """Say which run this is; ``conftest.py`` does, before the tests are read."""
    global _quick
    _quick = quick


def is_quick() -> bool:
    return _quick


def tries(whole: int, *, quick: int | None = None) -> int:
    """How many random tries to make, or how many comparisons to expect of them: ``whole``, in a whole run.

    ``quick`` is the number in the quick run, where a quarter is not right.
    """
    if not _quick:
        return whole
    return -(-whole // SAMPLE) if quick is None else quick
