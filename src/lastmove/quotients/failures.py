"""The least sum of atoms at which a monoid is wrong, or the certainty that there is none.

A monoid is right if every sum of atoms, other than the empty one, is lost exactly when no move from it leads to a
lost one. Two tests decide this for infinitely many sums at once.

*No move leads from lost to lost.* For an atom g, an option e of it and an element z: z·g and z·e are not both lost.

*Every won sum has a move to a lost one.* For a sum X let W(X) be the set of elements z such that a move inside X,
beside z, leads to a lost element. Then W(X + g) = {z : z·g in W(X)} + {z : z·X in W(g)}, and X is won by moving iff
W(X) contains the identity. If X and Y have the same element and W(X) is a subset of W(Y), a failure at Y + Z is one at
X + Z; so only the least sets W matter. They are walked through in the order of their sums: the first failure is the
least.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from lastmove.core.optional import later
from lastmove.quotients.monoid import mask_of

if TYPE_CHECKING:
    import numpy as np

    from lastmove.core.limits import Meter
    from lastmove.quotients.monoid import Bools, OutcomeMonoid, Word
else:
    np = later("numpy")

__all__ = ["least_failure"]


def least_failure(monoid: OutcomeMonoid, meter: Meter) -> Word | None:
    """The least sum of atoms whose outcome the monoid gets wrong; ``None`` if it gets all of them right."""
    beside = {atom: _winning_contexts(monoid, atom) for atom, moves in monoid.moves.items() if moves}
    lost_to_lost = _lost_to_lost(monoid, beside)
    return _stuck_in_won(monoid, _undominated(monoid, beside), lost_to_lost, meter)


def _winning_contexts(monoid: OutcomeMonoid, atom: int) -> Bools:
    """W of one atom."""
    found = np.zeros(monoid.order, bool)
    for element in monoid.moves[atom]:
        found |= monoid.lost[monoid.product[:, element]]
    return found


def _lost_to_lost(monoid: OutcomeMonoid, beside: dict[int, Bools]) -> Word | None:
    """The least sum that is called lost and has a move to one called lost."""
    found = []
    for atom, wins in beside.items():
        wrong = monoid.lost[monoid.product[:, monoid.images[atom]]] & wins
        if wrong.any():  # words are in ascending order, so the first element gives the least sum
            found.append(_with(monoid.words[int(wrong.argmax())], atom))
    return min(found, default=None)


def _undominated(monoid: OutcomeMonoid, beside: dict[int, Bools]) -> dict[int, Bools]:
    """The atoms without those for which a smaller one stands: the same element, and no more ways to win."""
    kept: dict[int, Bools] = {}
    for atom in sorted(beside):
        image, wins = monoid.images[atom], beside[atom]
        if not any(monoid.images[other] == image and not (less & ~wins).any() for other, less in kept.items()):
            kept[atom] = wins
    return kept


def _stuck_in_won(monoid: OutcomeMonoid, atoms: dict[int, Bools], bound: Word | None, meter: Meter) -> Word | None:
    """The least sum below ``bound`` that is called won and has no move to one called lost; else ``bound``."""
    beside = {atom: [wins[monoid.product[:, x]] for x in range(monoid.order)] for atom, wins in atoms.items()}
    least: dict[int, list[int]] = {}
    found: list[Bools] = [np.zeros(monoid.order, bool)]
    waiting: list[tuple[Word, int, int]] = [((), 0, 0)]
    while waiting:
        word, number, element = heappop(waiting)
        wins = found[number]
        if bound is not None and word > bound:
            break
        if word and not monoid.lost[element] and not wins[0]:
            return word
        meter.tick()
        if _has_part(least.get(element, ()), mask_of(wins)):
            continue
        least.setdefault(element, []).append(mask_of(wins))
        for atom in atoms:
            image = monoid.images[atom]
            more = wins[monoid.product[:, image]] | beside[atom][element]
            product = int(monoid.product[element, image])
            if not _has_part(least.get(product, ()), mask_of(more)):
                heappush(waiting, (_with(word, atom), len(found), product))
                found.append(more)
    return bound


def _has_part(masks: list[int] | tuple[()], mask: int) -> bool:
    return any(not part & ~mask for part in masks)


def _with(word: Word, atom: int) -> Word:
    return tuple(sorted((*word, atom), reverse=True))
