"""A conjecture about misère Vertex Geography: refuted, repaired, and looked at on a larger board.

python examples/conjecture.py
"""

from __future__ import annotations

import networkx as nx

import lastmove as lm


def beside_a_leaf(position: lm.VertexGeography) -> str | None:
    """The conjecture: on an undirected graph, whoever stands beside a leaf loses misère Vertex Geography."""
    graph = position.graph
    around = graph.neighbours[graph.index(position.start)]
    return "P" if any(len(graph.neighbours[v]) == 1 for v in around) else None


def on_a_star(position: lm.VertexGeography) -> str | None:
    """The same for the centre of a star only: all that it is joined to are leaves."""
    graph = position.graph
    centre = graph.index(position.start)
    around = graph.neighbours[centre]
    return "P" if around and all(graph.neighbours[v] == (centre,) != (v,) for v in around) else None


def main() -> None:
    """Try both claims, and explain the counterexample."""
    found = lm.refute(beside_a_leaf, game="vertex-geography", play="misere", n=5, directed=False)
    assert found is not None
    print("Beside a leaf one loses? No:")
    print(found)
    print("\nWhy:")
    print(lm.solve(found.position, play="misere"))
    print("\nIn the middle of a star one loses?")
    print(
        lm.refute(on_a_star, game="vertex-geography", play="misere", n=5, directed=False)
        or "No counterexample on 5 vertices."
    )
    petersen = lm.outcomes(lm.VertexGeography(nx.petersen_graph()), play="misere")
    print(f"\nThe Petersen graph has {petersen.count(lm.Outcome.P)} losing starts of {len(petersen)}.")


if __name__ == "__main__":
    main()
