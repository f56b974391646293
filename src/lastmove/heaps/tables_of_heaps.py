"""Where tables of heap games come from: arrays where numpy is installed, else lists. Neither is loaded before."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from lastmove.core.optional import is_there

__all__ = ["tables"]


def tables() -> Any:
    """The module with ``table_of``, ``table_of_code``, ``table_of_set`` and ``table_of_rules``."""
    return import_module(f"lastmove.heaps.{'tables' if is_there('numpy') else 'values'}")
