"""What a quotient looks like inside: tame or wild, idempotents, archimedean components."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.optional import later

if TYPE_CHECKING:
    import numpy as np

    from lastmove.quotients.monoid import OutcomeMonoid
else:
    np = later("numpy")

__all__ = ["archimedean_components", "idempotents", "is_tame"]


def idempotents(monoid: OutcomeMonoid) -> list[int]:
    """The elements that are their own squares; the identity is the first."""
    found: list[int] = np.flatnonzero(np.diagonal(monoid.product) == np.arange(monoid.order)).tolist()
    return found


def archimedean_components(monoid: OutcomeMonoid) -> list[list[int]]:
    """The elements by the idempotent that their powers come to, in the order of those idempotents.

    Two elements belong together if each divides a power of the other; in a finite commutative monoid that is so if
    the same idempotent is among their powers.
    """
    own = idempotents(monoid)
    found: dict[int, list[int]] = {element: [] for element in own}
    for element in range(monoid.order):
        power = element
        while power not in found:
            power = int(monoid.product[power, element])
        found[power].append(element)
    return list(found.values())


def is_tame(monoid: OutcomeMonoid) -> bool:
    """Whether this is the quotient of Nim with heaps up to some size: a group {1, a} with a^2 = 1, where a is P, and
    beside it, once there are heaps of 2, an elementary abelian 2-group, where its identity is P."""
    if monoid.order == 1:
        return not monoid.lost[0]
    product, lost = monoid.product, set(np.flatnonzero(monoid.lost).tolist())
    units = np.flatnonzero((product == 0).any(axis=0)).tolist()
    if len(units) != 2 or not {units[1]} <= lost:
        return False
    if monoid.order == 2:
        return lost == {units[1]}
    own = idempotents(monoid)
    rest = [element for element in range(monoid.order) if element not in units]
    if len(own) != 2 or lost != {units[1], own[1]} or len(rest) < 4:
        return False
    identity = own[1]
    squares = all(product[element, element] == identity for element in rest)
    return squares and all(product[element, identity] == element for element in rest)
