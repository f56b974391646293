"""How wide text for people may be."""

from __future__ import annotations

import shutil
import sys

__all__ = ["terminal_width"]


def terminal_width(most: int = 100) -> int:
    """How many columns to fill: those of the terminal, but not too many to be read; in a pipe always as many."""
    return max(40, min(shutil.get_terminal_size((most, 24)).columns, most)) if sys.stdout.isatty() else most
