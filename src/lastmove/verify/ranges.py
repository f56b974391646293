"""How far a statement is verified: the usual range of each of its games, or another one that is asked for.

The usual ranges (:meth:`lastmove.games.base.Game.usual_range`) follow the cost of the law, so that all statements
together take about five minutes on one slow core.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, show
from lastmove.games import game_class
from lastmove.verify.positions import strata

if TYPE_CHECKING:
    from lastmove.games.samples import Range

__all__ = ["check_numbers", "range_for"]


def range_for(game: str, *, size: int | None = None, weight: int | None = None, random: int | None = None) -> Range:
    """The usual range of a game, or another one where a size, a weight or a number of draws is given."""
    check_numbers(size=size, weight=weight, random=random)
    usual = game_class(game).usual_range()
    chosen = usual.strata
    if size is not None:
        known = {(s.size, s.directed): s.weight for s in usual.strata}
        beyond = min((s.weight for s in usual.strata if s.size), default=0)
        chosen = tuple(
            replace(s, weight=known.get((s.size, s.directed), beyond)) for s in strata(game, size, weight or 0)
        )
    if weight is not None:
        chosen = tuple(replace(s, weight=weight) for s in chosen)
    return replace(
        usual,
        strata=chosen,
        random=usual.random if random is None else random,
        random_size=max(usual.random_size, size or 0),
        random_weight=max(usual.random_weight, weight or 0),
    )


def check_numbers(**given: object) -> None:
    """An InputError for the first of these that is given and no integer >= 0."""
    for name, value in given.items():
        if value is not None and (not isinstance(value, int) or value < 0):
            raise InputError(name, f"{show(value)}; accepted: an integer >= 0")
