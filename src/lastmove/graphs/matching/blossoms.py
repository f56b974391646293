"""What all searches share: finding the base of a blossom.

It is a kernel: :mod:`lastmove.graphs.backend` runs it on lists, or compiles it for arrays. Numba looks at the
date of the file a kernel is in before it takes the compiled one from disk, not at the files it imports from: after a
change here, delete the ``__pycache__`` of this folder.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import MutableSequence

__all__ = ["NONE", "find"]

NONE = -1


def find(base: MutableSequence[int], v: int) -> int:
    """The base of v's blossom; the path to it is halved."""
    while base[v] != v:
        base[v] = base[base[v]]
        v = base[v]
    return v
