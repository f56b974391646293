"""The rules of a game on graphs, worded for one board: arcs, loops and parallel edges where there are any."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lastmove.graphs.graph import Graph

__all__ = ["rules_for"]

_UNDIRECTED = {
    "connected graph or strongly connected digraph": "connected graph",
    "graph or digraph": "graph",
    "an (out-)neighbour": "a neighbour",
    " (in a digraph p -> v -> s becomes p -> s)": "",
}
_DIRECTED = {
    "connected graph or strongly connected digraph": "strongly connected digraph",
    "graph or digraph": "digraph",
    "(out-)neighbour": "out-neighbour",
    "its neighbours become a clique with loops (in a digraph p -> v -> s becomes p -> s)": "p -> v -> s becomes p -> s",
    "along an edge, and that edge": "along an arc, and that arc",
    "parallel edges are separate edges": "parallel arcs are separate arcs",
}
"""What the rules of a game say of all boards, and what is said of one."""


def rules_for(rules: str, loop_rule: str, board: Graph) -> str:
    """The rules without what this board has not; ``loop_rule`` is the sentence about loops and parallel edges."""
    if loop_rule and not any(board.looped) and not _has_parallels(board):
        rules = rules.replace(loop_rule, "")
    for general, here in (_DIRECTED if board.directed else _UNDIRECTED).items():
        rules = rules.replace(general, here)
    return rules


def _has_parallels(graph: Graph) -> bool:
    pairs = {(u, v) if graph.directed or u <= v else (v, u) for u, v in graph.ends()}
    return len(pairs) < graph.m
