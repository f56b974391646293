"""From the JSON object of a position to a game and a state."""

from __future__ import annotations

from typing import Any

from reference.rules.adjacent_nim import AdjacentNim, read_adjacent_nim
from reference.rules.dag import Dag, require_acyclic
from reference.rules.deletion import ArcKayles, NodeKayles
from reference.rules.edge_nimg import EdgeNimG, read_edge_weights
from reference.rules.game import Game, Json
from reference.rules.geography import EdgeGeography, VertexGeography
from reference.rules.graph import Graph
from reference.rules.heaps import Nim, Octal, Subtraction
from reference.rules.nimg import NimGMR, NimGRM
from reference.rules.sums import Sum
from reference.rules.vertexnim import Vertexnim, VertexnimMR, require_vertexnim

__all__ = ["read"]


def read(position: Json) -> tuple[Game, Any]:
    """The game and the state of a JSON position (``play`` is the solver's business)."""
    name = position["game"]
    match name:
        case "nim":
            return Nim(), tuple(position["heaps"])
        case "subtraction":
            return Subtraction(position["set"]), tuple(position["heaps"])
        case "octal":
            return Octal(position["code"]), tuple(position["heaps"])
        case "adjacent-nim":
            return AdjacentNim(), read_adjacent_nim(position)
        case "sum":
            pairs = [read(part) for part in position["parts"]]
            return Sum([game for game, _ in pairs]), tuple(state for _, state in pairs)
        case "dag":
            graph = Graph(position, directed=True)
            require_acyclic(graph)
            return Dag(graph), graph.read_start(position)

    graph = Graph(position, directed=position.get("directed", False))
    match name:
        case "vertex-geography":
            return VertexGeography(graph), (frozenset(graph.vertices), graph.read_start(position))
        case "edge-geography":
            return EdgeGeography(graph), (frozenset(range(len(graph.edges))), graph.read_start(position))
        case "nimg-rm":
            token = None if position["start"] is None else graph.read_start(position)
            return NimGRM(graph), (graph.read_weights(position), token)
        case "nimg-mr":
            return NimGMR(graph), (graph.read_weights(position), graph.read_start(position))
        case "edge-nimg":
            return EdgeNimG(graph), (read_edge_weights(position), graph.read_start(position))
        case "node-kayles":
            return NodeKayles(graph), frozenset(graph.vertices)
        case "arc-kayles":
            return ArcKayles(graph), frozenset(graph.vertices)
        case "vertexnim-mr":
            weights = graph.read_weights(position)
            require_vertexnim(graph, weights, least=0)
            game = VertexnimMR(graph)
            return game, game.first(weights, graph.read_start(position))
        case "vertexnim":
            weights = graph.read_weights(position)
            require_vertexnim(graph, weights)
            over = not graph.vertices and position["start"] is None
            token = None if over else graph.read_start(position)
            return Vertexnim(graph), (weights, frozenset(graph.arcs), token)
    raise ValueError(f"unknown game {name!r}")
