"""Positions and graphs out, in every format that ``lastmove convert`` knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.errors import InputError
from lastmove.core.json_lines import json_line
from lastmove.games.fields import write_graph
from lastmove.games.token import TokenGame, WeightedTokenGame
from lastmove.graphs.readwrite import read_name
from lastmove.notation.json import problem_to_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lastmove.core.play import Problem
    from lastmove.graphs.graph import Graph

ONE_A_FILE = ("edgelist", "graphml", "qdimacs")
"""Formats in which a file holds one graph, or one formula."""
TARGETS = ("json", "graph6", "sparse6", "digraph6", "edgelist", "graphml", "qdimacs")


class Written(NamedTuple):
    """What is to be written: a problem, or just a graph where no game is named."""

    problem: Problem | None
    bare: Graph | None = None

    @property
    def graph(self) -> Graph:
        """The graph, if this has one."""
        if self.bare is not None:
            return self.bare
        assert self.problem is not None
        position = self.problem.position
        if not isinstance(position, TokenGame):
            name = getattr(position, "name", type(position).__name__)
            raise InputError("game", f"{name} has no graph; it can be written as json only")
        return position.graph

    @property
    def weights(self) -> Sequence[int] | None:
        """The vertex weights, if there are any."""
        position = self.problem.position if self.problem else None
        return position.weights if isinstance(position, WeightedTokenGame) else None

    def about(self) -> dict[str, object]:
        """The question: game, play and start, as far as they are known."""
        if self.problem is None:
            return {}
        whole = problem_to_json(self.problem)
        return {name: whole[name] for name in ("game", "play", "start") if name in whole}


def written(item: Written, target: str) -> Iterator[str]:
    """The lines of ``item`` in the format ``target``; an InputError if that cannot hold it."""
    if target == "json":
        fields = problem_to_json(item.problem) if item.problem else write_graph(item.graph)
        yield json_line(fields)
    elif target == "edgelist":
        from lastmove.graphs.readwrite import write_edge_list

        yield from write_edge_list(item.graph)
    elif target == "graphml":
        from lastmove.graphs.readwrite import write_graphml

        yield write_graphml(item.graph, item.weights, item.about())
    else:
        from lastmove.graphs.graph6 import encode

        yield encode(item.graph, target)


def lost_in(item: Written, target: str) -> list[str]:
    """What ``target`` does not keep of ``item``."""
    if target in ("json", "qdimacs"):  # a formula says who wins, and is no picture of the position
        return []
    lost: list[str] = []
    if item.problem is not None and item.problem.id is not None:
        lost.append("id")
    if target in ("edgelist", "graphml") and any(read_name(str(v)) != v for v in item.graph.vertices):
        lost.append("the type of vertex names")
    if target == "graphml":
        about = item.about()
        return [*lost, "that the game is over"] if "start" in about and about["start"] is None else lost
    lost += [name for name in ("game", "play", "start") if name in item.about()]
    if item.weights is not None:
        lost.append("weights")
    if target != "edgelist" and not isinstance(item.graph.vertices, range):
        lost.append("vertex names")
    if target == "edgelist" and item.graph.directed:
        lost.append("the direction (read it back with --directed)")
    return lost
