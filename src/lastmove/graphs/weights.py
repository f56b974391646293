"""Weights of any size as small integers, for kernels that only compare them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["small_weights"]

LARGEST = 1 << 62


def small_weights(weights: Sequence[int]) -> Sequence[int]:
    """Weights below 2^62 in the same order, and with the same zeros and ones.

    Examples
    --------
    >>> small_weights([10**30, 1, 0, 10**31, 5])
    [3, 1, 0, 4, 2]
    """
    if max(weights, default=0) < LARGEST:
        return weights
    place = {weight: number for number, weight in enumerate(sorted({w for w in weights if w > 1}), start=2)}
    return [weight if weight <= 1 else place[weight] for weight in weights]
