"""Graphs: the value, the ways in and out, and the algorithms on them.

>>> from lastmove.graphs import Graph, named
>>> named("cycle:4").m
4
"""

from typing import TYPE_CHECKING

from lastmove.core.lazy import lazy_names

if TYPE_CHECKING:
    from lastmove.graphs.families import FAMILIES, named
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
    "gallai_edmonds",
    "maximum_matching",
    "named",
    "to_networkx",
]

_load = lazy_names(
    __name__,
    {
        "families": ("FAMILIES", "named"),
        "graph": ("Graph",),
        "graph6": ("decode", "encode"),
        "matching": ("GallaiEdmonds", "Matching", "gallai_edmonds", "maximum_matching"),
        "sources": ("as_graph", "to_networkx"),
    },
)


def __getattr__(name: str) -> object:
    if name != "family":
        return _load(name)
    from lastmove.core.renamed import warn_of

    warn_of("lastmove.graphs.family", "lastmove.graphs.named")
    return _load("named")


def __dir__() -> list[str]:
    return __all__
