"""Atoms that make no difference: one more atom that an element of the monoid below can stand for.

Let a monoid be right for the atoms below, and let W(X) be the elements beside which a move in X wins (``failures``).
An element x with word X can stand for the new atom n if no element of W(n) makes x lost, and W(X) is part of W(n). For
then no move in n leads from lost to lost, and a won sum n + Z that had no winning move would be a won sum X + Z of the
atoms below without one. So nothing has to be grown or gone through: from some heap on, every heap of a periodic game
is such an atom.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lastmove.core.optional import later

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from lastmove.quotients.monoid import Bools, OutcomeMonoid, Word
else:
    np = later("numpy")

__all__ = ["with_known"]


def with_known(below: OutcomeMonoid, atom: int, options: Sequence[Word]) -> OutcomeMonoid | None:
    """The same monoid with one more atom, if one of its elements can stand for it."""
    moves = tuple(sorted({below.element(option) for option in options}))
    image = _like_an_atom(below, moves)
    if image is None:
        image = _standing_for(below, moves)
    if image is None:
        return None
    return replace(below, images={**below.images, atom: image}, moves={**below.moves, atom: moves})


def _like_an_atom(below: OutcomeMonoid, moves: tuple[int, ...]) -> int | None:
    """The element of an atom whose moves lead to the same elements."""
    if not moves:
        return 0
    return next((below.images[other] for other, same in below.moves.items() if same == moves), None)


def _standing_for(below: OutcomeMonoid, moves: tuple[int, ...]) -> int | None:
    """The first element, other than the identity, that passes the two tests."""
    wins = _beside(below, moves)
    fits = ~(below.lost[below.product] & wins[:, None]).any(axis=0)
    for element in np.flatnonzero(fits).tolist():
        if element and not (_beside(below, _bits(below.options[element])) & ~wins).any():
            return int(element)
    return None


def _beside(below: OutcomeMonoid, moves: Sequence[int]) -> Bools:
    """Beside which elements a move to one of these wins."""
    found: Bools = np.zeros(below.order, bool)
    for element in moves:
        found |= below.lost[below.product[:, element]]
    return found


def _bits(mask: int) -> list[int]:
    return [place for place in range(mask.bit_length()) if mask >> place & 1]
