"""Graphs: the value, the ways in and out, and the algorithms on them.

>>> from lastmove.graphs import Graph, family
>>> family("cycle:4").m
4
"""

from typing import TYPE_CHECKING

from lastmove.core.lazy import lazy_names

if TYPE_CHECKING:
    from lastmove.graphs.families import FAMILIES, family
    from lastmove.graphs.graph import Graph
    from lastmove.graphs.graph6 import decode, encode
    from lastmove.graphs.matching import GallaiEdmonds, Matching, gallai_edmonds, maximum_matching
    from lastmove.graphs.sources import as_graph, to_networkx

__all__ = [
    "FAMILIES",
    "GallaiEdmonds",
    "Graph",
    "Matching",
    "as_graph",
    "decode",
    "encode",
    "family",
    "gallai_edmonds",
    "maximum_matching",
    "to_networkx",
]

__getattr__ = lazy_names(
    __name__,
    {
        "families": ("FAMILIES", "family"),
        "graph": ("Graph",),
        "graph6": ("decode", "encode"),
        "matching": ("GallaiEdmonds", "Matching", "gallai_edmonds", "maximum_matching"),
        "sources": ("as_graph", "to_networkx"),
    },
)


def __dir__() -> list[str]:
    return __all__
