"""Every statement, found by its key, its paper or the game it speaks of.

A package can bring statements of its own: it declares a module that has DECIDERS and STATEMENTS, as those here have,
under the entry-point group ``lastmove.theorems``.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, show
from lastmove.theorems.statement import Cost, Standing, Statement, Theorem

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType

    from lastmove.core.play import Play

MODULES: dict[str, tuple[str, ...]] = {
    "nim": ("nim",),
    "duchene_renault": ("adjacent-nim", "vertexnim", "nimg-rm"),
    "renault_schmidt": ("nimg-rm",),
    "sums": ("sum", "octal", "subtraction"),
    "ours": ("adjacent-nim", "vertexnim", "nimg-rm", "nimg-mr", "edge-nimg", "edge-geography", "vertexnim-mr"),
    "acyclic_and_trees": ("vertex-geography", "edge-geography", "nimg-rm", "nimg-mr", "edge-nimg"),
    "deletion": ("node-kayles", "arc-kayles"),
    "geography": ("vertex-geography", "edge-geography"),
    "cited": (),
}
"""Each module of statements, and the games its theorems decide: the engine loads no others."""

_ROOM = "lastmove.theorems"
_ENTRY_POINTS = "lastmove.theorems"
_COST_ORDER = list(Cost)


@cache
def statements() -> tuple[Statement, ...]:
    """Every registered statement, paper by paper in the paper's order; those of other packages come last."""
    modules = (*(import_module(f"{_ROOM}.{name}") for name in MODULES), *_elsewhere())
    found: dict[str, Statement] = {}
    for module in modules:
        for statement in module.STATEMENTS:
            if statement.key in found:
                problem = f"{module.__name__} states {show(statement.key)}, which is registered already"
                raise InputError("theorems", f"{problem}; accepted: a key of its own, that of its paper and a number")
            found[statement.key] = statement
    return tuple(found.values())


@cache
def deciders() -> tuple[Theorem, ...]:
    """Every statement that decides positions, true or not: what can be verified."""
    ours = (import_module(f"{_ROOM}.{name}") for name in MODULES)
    return tuple(theorem for module in (*ours, *_elsewhere()) for theorem in module.DECIDERS)


@cache
def theorems_for(game: str, play: Play, *, elsewhere: bool = False) -> tuple[Theorem, ...]:
    """The proved theorems about a game and convention, cheapest first: what the solver tries.

    They are ours, or, with ``elsewhere``, those of other packages. To look for packages takes some milliseconds, so
    they are tried after ours.
    """
    ours = (import_module(f"{_ROOM}.{name}") for name, games in MODULES.items() if game in games)
    modules: Iterable[ModuleType] = _elsewhere() if elsewhere else ours
    found = [
        theorem
        for module in modules
        for theorem in module.DECIDERS
        if theorem.statement.standing is Standing.PROVED
        and game in theorem.statement.games
        and play in theorem.statement.plays
    ]
    return tuple(sorted(found, key=lambda theorem: _COST_ORDER.index(theorem.cost)))


def find(key: str) -> Statement:
    """The statement with this key; an InputError that suggests one otherwise."""
    for statement in statements():
        if statement.key == key:
            return statement
    import difflib

    keys = [statement.key for statement in statements()]
    close = [s.key for s in statements() if s.known_as and key.casefold() in s.known_as.casefold()] if key else []
    close = close or difflib.get_close_matches(key, keys, n=3)
    hint = f"did you mean {' or '.join(close)}?" if close else "`lastmove theorems` lists them"
    raise InputError("statement", f"{show(key)} is not registered; {hint}")


@cache
def _elsewhere() -> tuple[ModuleType, ...]:
    """The modules of other packages, by the names they are declared under; an InputError names one that does not do."""
    from importlib.metadata import entry_points  # here: importing the registry is to cost little

    found: list[ModuleType] = []
    for entry in sorted(entry_points(group=_ENTRY_POINTS), key=lambda entry: (entry.name, entry.value)):
        declared = f"{show(entry.name)} is declared as {entry.value}"
        module: ModuleType = entry.load()
        for name, kind in (("DECIDERS", Theorem), ("STATEMENTS", Statement)):
            held = getattr(module, name, None)
            if not (isinstance(held, tuple) and all(isinstance(each, kind) for each in held)):
                accepted = f"a module with {name}, a tuple of {kind.__name__} objects"
                raise InputError("theorems", f"{declared}, where {name} is {show(held)}; accepted: {accepted}")
        stated = [statement.key for statement in module.STATEMENTS]
        for theorem in module.DECIDERS:
            if theorem.statement.key not in stated:
                problem = f"{declared}, where {show(theorem.statement.key)} decides and is not among STATEMENTS"
                raise InputError("theorems", f"{problem}; accepted: the statement of each of DECIDERS")
        found.append(module)
    return tuple(found)
