"""Maximum matchings of general graphs and the Gallai-Edmonds decomposition.

:mod:`~lastmove.graphs.matching.matching` has the public face and the order of the steps; the steps themselves are
kernels, one module each.
"""

from typing import TYPE_CHECKING

from lastmove.core.lazy import lazy_names

if TYPE_CHECKING:
    from lastmove.graphs.matching.matching import (
        GallaiEdmonds,
        Matching,
        MatchingSolver,
        gallai_edmonds,
        maximum_matching,
    )

__all__ = ["GallaiEdmonds", "Matching", "MatchingSolver", "gallai_edmonds", "maximum_matching"]

__getattr__ = lazy_names(
    __name__,
    {
        "matching": ("GallaiEdmonds", "Matching", "MatchingSolver", "gallai_edmonds", "maximum_matching"),
    },
)


def __dir__() -> list[str]:
    return __all__
