"""Every statement, found by its key, its paper or the game it speaks of."""

from __future__ import annotations

import difflib
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, show
from lastmove.theorems.statement import Cost, Standing, Statement, Theorem

if TYPE_CHECKING:
    from lastmove.core.play import Play

__all__ = ["MODULES", "deciders", "find", "statements", "theorems_for"]

MODULES: dict[str, tuple[str, ...]] = {
    "nim": ("nim",),
    "duchene_renault": ("adjacent-nim", "vertexnim", "nimg-rm"),
    "renault_schmidt": ("nimg-rm",),
    "holshouser_reiter": ("sum", "octal", "subtraction"),
    "conway": ("sum", "octal", "subtraction"),
    "plambeck_siegel": ("sum", "octal", "subtraction"),
    "ours": ("adjacent-nim", "vertexnim", "nimg-rm"),
    "acyclic": ("vertex-geography", "edge-geography", "nimg-rm", "nimg-mr"),
    "trees": ("vertex-geography", "edge-geography"),
    "geography": ("vertex-geography", "edge-geography"),
    "octal_periods": (),
    "hardness": (),
}
"""Each module of statements, and the games its theorems decide: the engine loads no others."""

_ROOM = "lastmove.theorems"
_COST_ORDER = list(Cost)


@cache
def statements() -> tuple[Statement, ...]:
    """Every registered statement, paper by paper in the paper's order."""
    return tuple(s for name in MODULES for s in import_module(f"{_ROOM}.{name}").STATEMENTS)


@cache
def deciders() -> tuple[Theorem, ...]:
    """Every statement that decides positions, true or not: what can be verified."""
    return tuple(theorem for name in MODULES for theorem in import_module(f"{_ROOM}.{name}").DECIDERS)


@cache
def theorems_for(game: str, play: Play) -> tuple[Theorem, ...]:
    """The proved theorems about a game and convention, cheapest first: what the engine tries."""
    found = [
        theorem
        for name, games in MODULES.items()
        if game in games
        for theorem in import_module(f"{_ROOM}.{name}").DECIDERS
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
    keys = [statement.key for statement in statements()]
    close = [s.key for s in statements() if s.known_as and key.casefold() in s.known_as.casefold()] if key else []
    close = close or difflib.get_close_matches(key, keys, n=3)
    hint = f"did you mean {' or '.join(close)}?" if close else "`lastmove theorems` lists them"
    raise InputError("statement", f"{show(key)} is not registered; {hint}")
