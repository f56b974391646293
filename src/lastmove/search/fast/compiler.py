"""The rules of games, compiled for boards of so many words."""

from __future__ import annotations

from importlib import import_module
from types import FunctionType
from typing import Any

import numpy as np
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import register_jitable

from lastmove.core.compiling import kept
from lastmove.search.fast import bitsets as sets
from lastmove.search.fast.board import sources_digest
from lastmove.search.fast.kernel import EXPAND  # its table makes sets known to Numba
from lastmove.search.fast.table import arrange_lines

_PACKAGE = "lastmove.search.fast"

_made: dict[tuple[str, int], Any] = {}
_prepared: dict[str, Any] = {}


def expand_for(rules: str, count: int) -> Any:
    """The compiled ``expand`` of a module of rules, for sets of ``count`` words; see ``BitBoard.rules``."""
    code = rules, count
    if code not in _made:
        with global_compiler_lock:  # one thread at a time makes functions known to Numba, and each is compiled once
            if code not in _made:
                _made[code] = _compiled(rules, count)
    return _made[code]


def _compiled(rules: str, count: int) -> Any:
    name, _, then = rules.partition(":")
    asked = _jitable(name).expand
    rewritten: Any = _jitable(then).rewritten if then else None
    empty = (np.uint64(0),) * count

    def expand(rows: Any, numbers: Any, state: Any, states: Any, marks: Any) -> Any:
        return asked(rows, numbers, state, states, marks, empty)

    def expand_and_rewrite(rows: Any, numbers: Any, state: Any, states: Any, marks: Any) -> Any:
        said = asked(rows, numbers, state, states, marks, empty)
        return rewritten(rows, numbers, states, said, empty)

    chosen = expand_and_rewrite if then else expand
    # Compiled code is found by this name and a number that is counted anew in each process, so code that was kept by
    # another process could be taken for this one's if the names were the same.
    chosen.__name__ = chosen.__qualname__ = f"expand_{rules.replace('.', '_').replace(':', '_then_')}_{count}"
    return kept(chosen, EXPAND, sources=sources_digest(rules), nogil=True, _nrt=False)


def prepare(rules: str, count: int) -> None:
    """Compile, or load, all that a search with these rules needs."""
    expand_for(rules, count)
    table = np.zeros((1, 2), np.uint64)
    arrange_lines(table, 1, 0, table[0, 1:])  # it is compiled when it is first called, and tables grow soon


def _jitable(module: str) -> Any:
    """A module of rules; Numba will compile its functions, and those they take from others, where they are used.

    What sets are made of, and what lies outside the search, is left out: the machine has forms of its own for it.
    """
    if module in _prepared:
        return _prepared[module]
    home = import_module(module)
    rooms = (_PACKAGE, module.rpartition(".")[0])  # of this search, and of the rules, which may stand elsewhere
    for value in list(vars(home).values()):
        if isinstance(value, FunctionType) and value.__module__ != sets.__name__:
            if value.__module__ == module:
                register_jitable(value)
            elif value.__module__.startswith(rooms) or not value.__module__.startswith("lastmove."):
                _jitable(value.__module__)
    _prepared[module] = home
    return home
