"""The rules of games, compiled for boards of so many words."""

from __future__ import annotations

from importlib import import_module
from types import FunctionType
from typing import Any

import numpy as np
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import register_jitable

from lastmove.core.compiling import kept
from lastmove.search.fast.machine.digest import sources_digest
from lastmove.search.fast.machine.kernel import EXPAND
from lastmove.search.fast.machine.table import move_lines
from lastmove.search.fast.simplifications.twins import arranged

__all__ = ["expand_for", "prepare"]

_PACKAGE = "lastmove.search.fast"
_RULES = f"{_PACKAGE}.rules."
_ALIKE = f"{_PACKAGE}.simplifications.twins"

_made: dict[tuple[str, int], Any] = {}
_told: dict[str, Any] = {}


def expand_for(module: str, count: int) -> Any:
    """The compiled ``expand`` of a rules module, for sets of ``count`` words; see ``BitBoard.rules``."""
    code = module, count
    if code not in _made:
        with global_compiler_lock:  # one thread at a time tells Numba about functions, and each is compiled once
            if code not in _made:
                _made[code] = _compiled(module, count)
    return _made[code]


def _compiled(module: str, count: int) -> Any:
    name, _, alike = module.partition(":")
    rules = _jitable(_RULES + name)
    if alike:
        _jitable(_ALIKE)
    empty = (np.uint64(0),) * count
    sources = sources_digest()

    def expand(rows: Any, numbers: Any, state: Any, states: Any, marks: Any) -> Any:
        sources  # noqa: B018 - compiled code is kept by what a function encloses: new sources, new code
        return rules(rows, numbers, state, states, marks, empty)

    def expand_alike(rows: Any, numbers: Any, state: Any, states: Any, marks: Any) -> Any:
        sources  # noqa: B018
        count = rules(rows, numbers, state, states, marks, empty)
        return arranged(rows, numbers, states, count, empty)

    chosen = expand_alike if alike else expand
    # Compiled code is found by this name and a number that is counted anew in each process, so code that was kept by
    # another process could be taken for this one's if the names were the same.
    chosen.__name__ = chosen.__qualname__ = f"expand_{name}{alike}_{count}"
    return kept(chosen, EXPAND, nogil=True)


def prepare(module: str, count: int) -> None:
    """Compile, or load, all that a search with these rules needs."""
    expand_for(module, count)
    table = np.zeros((1, 2), np.uint64)
    move_lines(table, table, 0)  # it is compiled when it is first called, and tables grow soon


def _jitable(module: str) -> Any:
    """Let Numba compile the functions of a rules module where another function calls them; its ``expand``, if any."""
    if module in _told:
        return _told[module]
    home = import_module(module)
    for value in list(vars(home).values()):
        if isinstance(value, FunctionType) and value.__module__.startswith(_PACKAGE):
            if value.__module__ == home.__name__:
                register_jitable(value)
            elif not value.__module__.endswith(".sets"):
                _jitable(value.__module__)
    _told[module] = getattr(home, "expand", None)  # modules that rules share have none
    return _told[module]
