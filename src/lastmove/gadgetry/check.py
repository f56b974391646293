"""The check of a gadget, by the definition of the game: it shares nothing with the search.

Every condition is worked out by the plain search. Those that do not hang on what is left behind are tried a second
time, on real boards of the game, with real vertices outside. A gadget in place of an arc is then put into random
digraphs: the board must have the outcome of directed Geography.
"""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import Refuted
from lastmove.core.limits import Meter, look
from lastmove.core.play import Outcome, Play
from lastmove.gadgetry.gadget import NORMAL_SOURCE, Gadget, board_of, is_plain
from lastmove.gadgetry.inside import GadgetRules
from lastmove.graphs.graph import Graph
from lastmove.search.exact import ExactSearch
from lastmove.search.plain import PlainSearch

if TYPE_CHECKING:
    from collections.abc import Hashable

    from lastmove.gadgetry.source import GadgetCondition

RANDOM_SOURCES = 12
"""How many random digraphs a gadget for arcs is put into."""

_OUTSIDE: dict[tuple[str, Play, str], tuple[int, ...]] = {
    ("geography", Play.NORMAL, "P"): (1,),
    ("geography", Play.NORMAL, "N"): (1, 1),
    ("geography", Play.MISERE, "N"): (1,),
    ("geography", Play.MISERE, "P"): (1, 1),
    ("nimg-rm", Play.NORMAL, "P"): (1, 1),
    ("nimg-rm", Play.NORMAL, "N"): (1, 0),
    ("nimg-rm", Play.MISERE, "N"): (1, 1),
    ("nimg-rm", Play.MISERE, "P"): (1, 0),
    ("nimg-mr", Play.NORMAL, "P"): (1,),
    ("nimg-mr", Play.NORMAL, "N"): (1, 1),
    ("nimg-mr", Play.MISERE, "N"): (1, 1, 1),
    ("nimg-mr", Play.MISERE, "P"): (1, 1),
}
"""The weights of a path that begins at the vertex outside of a port, such that the token finds N or P there."""


def check_gadget(gadget: Gadget, sources: int = RANDOM_SOURCES) -> None:
    """Refuted where a graph with ports does not do what its source asks.

    Parameters
    ----------
    gadget
        The claim.
    sources
        How many random digraphs a gadget for arcs is put into.
    """
    check_conditions(gadget)
    check_on_digraphs(gadget, sources)


def check_conditions(gadget: Gadget) -> None:
    """Refuted where a condition does not hold."""
    for condition in gadget.source.asked_in(gadget.game):
        if condition.state == "start":
            look()
            shown = json.dumps(condition.to_json(gadget.source.ports))
            for unsure in (Outcome.N,) if is_plain(condition) else (Outcome.N, Outcome.P):
                if not GadgetRules(gadget, unsure).holds(condition):
                    raise Refuted(f"{gadget}: it does not hold that {shown}")
            if is_plain(condition) and not _holds_on_boards(gadget, condition):
                raise Refuted(f"{gadget}: on a board with vertices outside it does not hold that {shown}")


def check_on_digraphs(gadget: Gadget, sources: int = RANDOM_SOURCES) -> None:
    """Refuted where a gadget for arcs, in place of those of a random digraph, changes the outcome."""
    if gadget.is_arc:
        rng = Random(gadget.graph6)
        for _ in range(sources):
            look()
            _try_digraph(gadget, rng)


def _holds_on_boards(gadget: Gadget, condition: GadgetCondition) -> bool:
    """Whether a condition holds on a real board, with a path outside of each port."""
    search = PlainSearch(gadget.play, Meter())
    wins = all(search.wins(board) for board in boards_of(gadget, condition))
    return wins == (condition.outcome is Outcome.N)


def boards_of(gadget: Gadget, condition: GadgetCondition) -> list[Any]:
    """The gadget with real vertices outside, after the token has come in as a condition says, in every way."""
    kind = gadget.game if gadget.game.startswith("nimg") else "geography"
    own = gadget.weights or (1,) * gadget.graph.n
    weights: dict[Hashable, int] = dict(enumerate(own))
    edges: list[tuple[Hashable, Hashable]] = list(gadget.graph.ends())
    for (port, vertex), value in zip(gadget.ports.items(), condition.outside, strict=True):
        assert isinstance(value, str)
        path = _OUTSIDE[kind, gadget.play, value] if value != "closed" else (0,) if kind != "geography" else ()
        for number, weight in enumerate(path):
            edges.append(((port, number - 1) if number else vertex, (port, number)))
            weights[port, number] = weight
    entered = gadget.ports[condition.enter]
    remaining = range(weights[entered]) if gadget.game == "nimg-mr" else [weights[entered]]
    graph = Graph(list(weights), edges)
    return [board_of(gadget.game, graph, {**weights, entered: k}).at(entered) for k in remaining]


def _try_digraph(gadget: Gadget, rng: Random) -> None:
    """One random digraph of 2 to 4 vertices, with 1 to 5 arcs."""
    n = rng.randint(2, 4)
    pairs = [(u, v) for u in range(n) for v in range(n) if u != v]
    arcs = rng.sample(pairs, rng.randint(1, min(5, len(pairs))))
    digraph = Graph.numbered(n, arcs, directed=True)
    start = rng.randrange(n)
    source = board_of(NORMAL_SOURCE[gadget.game], digraph, {}).at(start)
    wins = PlainSearch(Play.NORMAL, Meter()).wins(source)
    if ExactSearch(gadget.play, Meter()).wins(gadget.replaced(digraph, start)) != wins:
        said = Outcome.for_mover(wins).value
        raise Refuted(f"{gadget}: in place of the arcs {arcs}, from {start}, the outcome is not {said}")
