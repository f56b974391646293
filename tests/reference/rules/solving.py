"""Brute force, for any game."""

from __future__ import annotations

from typing import Any

from reference.rules.game import Game, Json
from reference.rules.graph import Graph
from reference.rules.reading import read

ON_GRAPHS = (
    *("vertex-geography", "edge-geography", "nimg-rm", "nimg-mr", "edge-nimg", "vertexnim", "vertexnim-mr"),
    "dag",
)

__all__ = ["options", "reachable", "remoteness", "solve", "starts"]


def options(position: Json) -> list[tuple[Json, Json]]:
    """Every legal move, with the position it leads to (without ``play``)."""
    game, state = read(position)
    return [(move, game.to_json(after)) for move, after in game.moves(state)]


def solve(position: Json, play: str | None = None) -> tuple[str, list[Json]]:
    """("N" or "P", every winning move). ``play`` is the position's own unless given."""
    game, state = read(position)
    misere = is_misere(position, play)
    known: dict[Any, bool] = {}
    winning = [move for move, after in game.moves(state) if not wins(game, after, misere, known)]
    return ("N" if wins(game, state, misere, known) else "P"), winning


def remoteness(position: Json, play: str | None = None) -> int:
    """The number of moves to the end when the winner hurries and the loser delays (0: no move)."""
    game, state = read(position)
    return wins_and_length(game, state, is_misere(position, play))[1]


def starts(position: Json) -> dict[str, str]:
    """The outcome for every start: vertices, nodes, or non-empty heaps (Adjacent Nim), as strings."""
    name = position["game"]
    places: list[Any]
    if name == "adjacent-nim":
        places = [i for i, heap in enumerate(position["heaps"]) if heap > 0]
    elif name in ON_GRAPHS:
        places = list(Graph(position, directed=True).vertices)
    else:
        raise ValueError(f"{name} has no starts")
    misere = is_misere(position, None)
    known: dict[Any, bool] = {}  # the states mean the same whatever the start
    outcomes = {}
    for place in places:
        game, state = read({**position, "start": place})
        outcomes[str(place)] = "N" if wins(game, state, misere, known) else "P"
    return outcomes


def reachable(position: Json, limit: int) -> int:
    """How many states play can reach, the first one included; the count stops at ``limit``."""
    game, state = read(position)
    found = {state}
    waiting = [state]
    while waiting and len(found) < limit:
        for _, after in game.moves(waiting.pop()):
            if after not in found:
                found.add(after)
                waiting.append(after)
    return min(len(found), limit)


def is_misere(position: Json, play: str | None) -> bool:
    """Which of the two conventions is played."""
    convention = play or position.get("play", "normal")
    if convention not in ("normal", "misere"):
        raise ValueError(f"unknown play {convention!r}")
    return bool(convention == "misere")


def wins(game: Game, root: Any, misere: bool, known: dict[Any, bool]) -> bool:
    """Whether the player to move wins: no move wins in misère only; else some move must leave a losing state.

    Depth first with an explicit stack: a state stays on it until enough of its options are known.
    """
    stack = [(root, [after for _, after in game.moves(root)])]
    while stack:
        state, afters = stack[-1]
        unknown = next((after for after in afters if after not in known), None)
        if not afters:
            known[state] = misere
        elif any(known.get(after) is False for after in afters):
            known[state] = True
        elif unknown is None:
            known[state] = False
        else:
            stack.append((unknown, [after for _, after in game.moves(unknown)]))
            continue
        stack.pop()
    return known[root]


def wins_and_length(game: Game, root: Any, misere: bool) -> tuple[bool, int]:
    """Whether the player to move wins, and how long that takes: every reachable state is visited."""
    known: dict[Any, tuple[bool, int]] = {}
    stack = [(root, [after for _, after in game.moves(root)])]
    while stack:
        state, afters = stack[-1]
        unknown = next((after for after in afters if after not in known), None)
        if unknown is not None:
            stack.append((unknown, [after for _, after in game.moves(unknown)]))
            continue
        losing = [known[after][1] for after in afters if not known[after][0]]
        if not afters:
            known[state] = (misere, 0)
        elif losing:  # hurry
            known[state] = (True, 1 + min(losing))
        else:  # delay
            known[state] = (False, 1 + max(known[after][1] for after in afters))
        stack.pop()
    return known[root]
