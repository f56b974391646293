"""The rules of every game in their plainest form, and brute force over them.

A position comes in as its JSON object and is read into a *game* (what never changes during play: the graph,
the code) and a *state* (what does: token, weights, heaps). Every class here is one game: ``moves(state)``
lists the legal moves with the states they lead to, ``to_json(state)`` writes a state as a position again.
The solvers (:mod:`reference.rules.solving`) know nothing about the games. Nothing here uses a theorem.
"""

from reference.rules.graph import Graph
from reference.rules.solving import options, reachable, remoteness, solve, starts

__all__ = ["Graph", "options", "reachable", "remoteness", "solve", "starts"]
