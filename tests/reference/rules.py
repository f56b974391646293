"""The rules of every game in their plainest form, and brute force over them.

A position comes in as its JSON object and is read into a *game* (what never changes during play: the graph,
the code) and a *state* (what does: token, weights, heaps). Every class below is one game: ``moves(state)``
lists the legal moves with the states they lead to, ``to_json(state)`` writes a state as a position again.
The solvers at the end know nothing about the games. Nothing here uses a theorem.
"""

from __future__ import annotations

from typing import Any, Protocol

Json = dict[str, Any]
Vertex = str | int
Heaps = tuple[int, ...]
Weights = frozenset[tuple[Vertex, int]]  # the items of a dict from vertex to weight


class Game(Protocol):
    """One game: its moves, and its positions as JSON."""

    def moves(self, state: Any) -> list[tuple[Json, Any]]:
        """Every legal move with the state it leads to."""

    def to_json(self, state: Any) -> Json:
        """The state as a position (without ``play``)."""


# --- heap games ---------------------------------------------------------------------------------------------


class Nim:
    """Lower one heap."""

    def moves(self, state: Heaps) -> list[tuple[Json, Heaps]]:
        return [
            ({"heap": i, "remaining": k}, (*state[:i], k, *state[i + 1 :]))
            for i, heap in enumerate(state)
            for k in range(heap)
        ]

    def to_json(self, state: Heaps) -> Json:
        return {"game": "nim", "heaps": list(state)}


class Subtraction:
    """Take from one heap a number of tokens that is in the set."""

    def __init__(self, takes: list[int]) -> None:
        if any(take < 1 for take in takes):
            raise ValueError("a subtraction set has numbers >= 1")
        self.takes = sorted(set(takes))

    def moves(self, state: Heaps) -> list[tuple[Json, Heaps]]:
        return [
            ({"heap": i, "remaining": heap - take}, (*state[:i], heap - take, *state[i + 1 :]))
            for i, heap in enumerate(state)
            for take in self.takes
            if take <= heap
        ]

    def to_json(self, state: Heaps) -> Json:
        return {"game": "subtraction", "set": list(self.takes), "heaps": list(state)}


class Octal:
    """Digit number k of the code says what may be left of a heap from which k tokens are removed."""

    def __init__(self, code: str) -> None:
        before, after = code.split(".")
        self.code = code
        self.digits = [int(before)] + [int(digit) for digit in after]
        if self.digits[0] not in (0, 4) or any(digit > 7 for digit in self.digits):
            raise ValueError(f"not an octal code: {code}")

    def leaves(self, heap: int) -> list[list[int]]:
        """Everything one move can leave of one heap."""
        found: list[list[int]] = []
        for removed, digit in enumerate(self.digits):
            rest = heap - removed
            if digit in (1, 3, 5, 7) and rest == 0:  # may leave nothing
                found.append([])
            if digit in (2, 3, 6, 7) and rest >= 1:  # may leave one heap
                found.append([rest])
            if digit in (4, 5, 6, 7):  # may leave two heaps, neither of them empty
                found.extend([rest - small, small] for small in range(1, rest) if small <= rest - small)
        return found

    def moves(self, state: Heaps) -> list[tuple[Json, Heaps]]:
        return [
            ({"heap": i, "leaves": leaves}, (*state[:i], *leaves, *state[i + 1 :]))
            for i, heap in enumerate(state)
            for leaves in self.leaves(heap)
        ]

    def to_json(self, state: Heaps) -> Json:
        return {"game": "octal", "code": self.code, "heaps": list(state)}


class AdjacentNim:
    """Lower the current heap; the next non-empty heap of the cycle becomes current. State: heaps, current."""

    def moves(self, state: tuple[Heaps, int | None]) -> list[tuple[Json, tuple[Heaps, int | None]]]:
        heaps, current = state
        if current is None:
            return []
        found: list[tuple[Json, tuple[Heaps, int | None]]] = []
        for k in range(heaps[current]):
            lowered = (*heaps[:current], k, *heaps[current + 1 :])
            found.append(({"remaining": k}, (lowered, self.next_heap(lowered, current))))
        return found

    @staticmethod
    def next_heap(heaps: Heaps, current: int) -> int | None:
        """The first non-empty heap after the current one (at last the current one itself), or None."""
        around = [*range(current + 1, len(heaps)), *range(current + 1)]
        return next((i for i in around if heaps[i] > 0), None)

    def to_json(self, state: tuple[Heaps, int | None]) -> Json:
        heaps, current = state
        return {"game": "adjacent-nim", "heaps": list(heaps), "start": current}


# --- games on graphs ----------------------------------------------------------------------------------------


class Graph:
    """Vertices, edges, and the distinct (out-)neighbours; a loop makes a vertex its own neighbour."""

    def __init__(self, position: Json, directed: bool) -> None:
        self.directed = directed
        self.edges: list[tuple[Vertex, Vertex]] = [(u, v) for u, v in position["edges"]]
        given: list[Vertex] | int | None = position.get("vertices")
        if given is None:
            self.vertices: list[Vertex] = list(dict.fromkeys(end for edge in self.edges for end in edge))
        elif isinstance(given, int):
            self.vertices = list(range(given))
        else:
            self.vertices = list(given)
        self.arcs = set(self.edges) if directed else {*self.edges, *((v, u) for u, v in self.edges)}
        self.neighbours: dict[Vertex, list[Vertex]] = {
            u: [v for v in self.vertices if (u, v) in self.arcs] for u in self.vertices
        }

    def read_weights(self, position: Json) -> Weights:
        """The weights of a position, given as a list in vertex order or as an object."""
        given: list[int] | dict[str, int] = position["weights"]
        if isinstance(given, dict):
            return frozenset((v, given[str(v)]) for v in self.vertices)
        return frozenset(zip(self.vertices, given, strict=True))

    def read_start(self, position: Json) -> Vertex:
        """The vertex of the token; these games always have one."""
        if position["start"] not in self.vertices:
            raise ValueError(f"start {position['start']!r} is not a vertex")
        start: Vertex = position["start"]
        return start


PlacesLeft = tuple[frozenset[Vertex], Vertex]  # the vertices not yet deleted, the token
EdgesLeft = tuple[frozenset[int], Vertex]  # the numbers of the edges not yet deleted, the token
Weighted = tuple[Weights, Vertex]  # the weights, the token
WeightedOrOver = tuple[Weights, Vertex | None]  # the same; no token: the game is over


class VertexGeography:
    """Slide to an out-neighbour that is still there; the vertex left behind is deleted."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def moves(self, state: PlacesLeft) -> list[tuple[Json, PlacesLeft]]:
        left, token = state
        remain = left - {token}  # a loop is never playable: the token's own vertex is deleted
        return [({"to": v}, (remain, v)) for v in self.graph.neighbours[token] if v in remain]

    def to_json(self, state: PlacesLeft) -> Json:
        left, token = state
        return {
            "game": "vertex-geography",
            "directed": self.graph.directed,
            "vertices": [v for v in self.graph.vertices if v in left],
            "edges": [[u, v] for u, v in self.graph.edges if u in left and v in left],
            "start": token,
        }


class EdgeGeography:
    """Slide along an edge that is still there; that edge is deleted."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def moves(self, state: EdgesLeft) -> list[tuple[Json, EdgesLeft]]:
        left, token = state
        edge_to: dict[Vertex, int] = {}  # the lowest edge to every vertex that can be reached
        for number in sorted(left):
            u, v = self.graph.edges[number]
            if u == token:
                edge_to.setdefault(v, number)
            elif v == token and not self.graph.directed:
                edge_to.setdefault(u, number)
        return [({"to": v}, (left - {number}, v)) for v, number in edge_to.items()]

    def to_json(self, state: EdgesLeft) -> Json:
        left, token = state
        return {
            "game": "edge-geography",
            "directed": self.graph.directed,
            "vertices": list(self.graph.vertices),
            "edges": [[u, v] for number, (u, v) in enumerate(self.graph.edges) if number in left],
            "start": token,
        }


class NimGRM:
    """Lower the weight under the token, then move to a neighbour."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def moves(self, state: WeightedOrOver) -> list[tuple[Json, WeightedOrOver]]:
        weights, token = state
        if token is None:
            return []
        weight = dict(weights)
        targets: list[Vertex | None] = list(self.graph.neighbours[token])
        if not targets:
            targets = [None]  # no neighbour: the player takes tokens and the game ends there
        return [
            ({"remaining": k, "to": v}, (frozenset({**weight, token: k}.items()), v))
            for k in range(weight[token])
            for v in targets
        ]

    def to_json(self, state: WeightedOrOver) -> Json:
        return weighted_json("nimg-rm", self.graph, *state)


class NimGMR:
    """Move to a neighbour of positive weight, then lower its weight."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def moves(self, state: Weighted) -> list[tuple[Json, Weighted]]:
        weights, token = state
        weight = dict(weights)
        return [
            ({"to": v, "remaining": k}, (frozenset({**weight, v: k}.items()), v))
            for v in self.graph.neighbours[token]
            for k in range(weight[v])
        ]

    def to_json(self, state: Weighted) -> Json:
        return weighted_json("nimg-mr", self.graph, *state)


def weighted_json(name: str, graph: Graph, weights: Weights, token: Vertex | None) -> Json:
    """A NimG position: the graph never changes."""
    weight = dict(weights)
    return {
        "game": name,
        "directed": graph.directed,
        "vertices": list(graph.vertices),
        "edges": [[u, v] for u, v in graph.edges],
        "weights": [weight[v] for v in graph.vertices],
        "start": token,
    }


Arcs = frozenset[tuple[Vertex, Vertex]]  # an undirected edge is in it in both directions
VertexnimState = tuple[Weights, Arcs, Vertex | None]


class Vertexnim:
    """Lower the weight under the token, then move to a neighbour; an emptied vertex is deleted.

    State: weights of the vertices left, arcs between them, token (None: the graph is empty).
    """

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def moves(self, state: VertexnimState) -> list[tuple[Json, VertexnimState]]:
        weights, arcs, token = state
        if token is None:
            return []
        weight = dict(weights)
        neighbours = [v for v in self.graph.vertices if (token, v) in arcs]
        found: list[tuple[Json, VertexnimState]] = []

        # The weight stays positive: along an edge or a loop; on one vertex without a loop the token stays.
        alone = len(weight) == 1
        for k in range(1, weight[token]):
            lowered = frozenset({**weight, token: k}.items())
            for v in [token] if alone else neighbours:
                found.append(({"remaining": k, "to": v}, (lowered, arcs, v)))

        # The vertex is emptied and deleted: to a neighbour other than itself; the last vertex ends the game.
        if alone:
            found.append(({"remaining": 0, "to": None}, (frozenset(), frozenset(), None)))
        else:
            rest = frozenset((v, w) for v, w in weights if v != token)
            joined = self.without(arcs, token)
            for v in neighbours:
                if v != token:
                    found.append(({"remaining": 0, "to": v}, (rest, joined, v)))
        return found

    def without(self, arcs: Arcs, gone: Vertex) -> Arcs:
        """The arcs after a vertex was deleted."""
        kept = {(u, v) for u, v in arcs if gone not in (u, v)}
        if self.graph.directed:  # every pair (p, gone), (gone, s) becomes (p, s), also for p = s
            before = {u for u, v in arcs if v == gone and u != gone}
            after = {v for u, v in arcs if u == gone and v != gone}
            kept |= {(p, s) for p in before for s in after}
        else:  # the neighbours become a clique and each gets a loop
            around = {v for u, v in arcs if u == gone and v != gone}
            kept |= {(u, v) for u in around for v in around if u != v}
            kept |= {(v, v) for v in around}
        return frozenset(kept)

    def to_json(self, state: VertexnimState) -> Json:
        weights, arcs, token = state
        weight = dict(weights)
        vertices = [v for v in self.graph.vertices if v in weight]
        edges = [[u, v] for u in vertices for v in vertices if (u, v) in arcs]
        if not self.graph.directed:  # each edge once
            edges = [[u, v] for u, v in edges if vertices.index(u) <= vertices.index(v)]
        return {
            "game": "vertexnim",
            "directed": self.graph.directed,
            "vertices": vertices,
            "edges": edges,
            "weights": [weight[v] for v in vertices],
            "start": token,
        }


class Dag:
    """Move along an arc of an acyclic digraph. State: the node."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def moves(self, state: Vertex) -> list[tuple[Json, Vertex]]:
        return [({"to": v}, v) for v in self.graph.neighbours[state]]

    def to_json(self, state: Vertex) -> Json:
        return {
            "game": "dag",
            "vertices": list(self.graph.vertices),
            "edges": [[u, v] for u, v in self.graph.edges],
            "start": state,
        }


# --- sums ---------------------------------------------------------------------------------------------------


class Sum:
    """Move in exactly one part. State: the states of the parts."""

    def __init__(self, parts: list[Game]) -> None:
        self.parts = parts
        self.seen: list[dict[Any, list[tuple[Json, Any]]]] = [{} for _ in parts]

    def moves(self, state: tuple[Any, ...]) -> list[tuple[Json, tuple[Any, ...]]]:
        return [
            ({"part": i, "move": move}, (*state[:i], after, *state[i + 1 :]))
            for i, part in enumerate(state)
            for move, after in self.part_moves(i, part)
        ]

    def part_moves(self, i: int, state: Any) -> list[tuple[Json, Any]]:
        """The moves in part i (remembered, for speed only)."""
        if state not in self.seen[i]:
            self.seen[i][state] = self.parts[i].moves(state)
        return self.seen[i][state]

    def to_json(self, state: tuple[Any, ...]) -> Json:
        parts = [game.to_json(part) for game, part in zip(self.parts, state, strict=True)]
        return {"game": "sum", "parts": parts}


# --- reading a position -------------------------------------------------------------------------------------


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
        case "vertexnim":
            weights = graph.read_weights(position)
            require_vertexnim(graph, weights)
            over = not graph.vertices and position["start"] is None
            token = None if over else graph.read_start(position)
            return Vertexnim(graph), (weights, frozenset(graph.arcs), token)
    raise ValueError(f"unknown game {name!r}")


def read_adjacent_nim(position: Json) -> tuple[Heaps, int | None]:
    """Heaps and current heap; with all heaps 0 the game is over, wherever the start is."""
    heaps: Heaps = tuple(position["heaps"])
    if not any(heaps):
        return heaps, None
    start: int | None = position["start"]
    if start is None or heaps[start] == 0:
        raise ValueError("the start must be on a non-empty heap")
    return heaps, start


def reached_from(graph: Graph, start: Vertex) -> set[Vertex]:
    """The vertices that can be reached from one, itself included."""
    found = {start}
    waiting = [start]
    while waiting:
        for v in graph.neighbours[waiting.pop()]:
            if v not in found:
                found.add(v)
                waiting.append(v)
    return found


def require_acyclic(graph: Graph) -> None:
    """Refuse a dag with a cycle."""
    if any(u in reached_from(graph, v) for u in graph.vertices for v in graph.neighbours[u]):
        raise ValueError("the digraph has a cycle")


def require_vertexnim(graph: Graph, weights: Weights) -> None:
    """Refuse a graph that is not (strongly) connected, and weights below 1."""
    if any(reached_from(graph, v) != set(graph.vertices) for v in graph.vertices):
        raise ValueError("the graph is not (strongly) connected")
    if any(w < 1 for _, w in weights):
        raise ValueError("a weight is below 1")


# --- solving, for any game ----------------------------------------------------------------------------------


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
    elif name in ("vertex-geography", "edge-geography", "nimg-rm", "nimg-mr", "vertexnim", "dag"):
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
