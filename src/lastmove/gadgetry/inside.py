"""A token in a gadget, as the rules of the game have it: a position for the plain search, and for proofs.

What is outside of a port is as small as it can be: a position of the outcome that the condition says. In NimG the
vertex outside of a port has weight 1 until it is left, and weight 0 where the port is closed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.limits import Meter
from lastmove.core.play import Outcome
from lastmove.search.plain import PlainSearch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lastmove.gadgetry.gadget import Gadget
    from lastmove.gadgetry.source import GadgetCondition, Outside

Left = tuple[int, ...]
"""What is left of a board: 1 for each vertex or edge that is there, 0 for the others; or the weights."""


class Step(NamedTuple):
    """A move: to a vertex, or out by a port; in NimG with the weight that stays where it was lowered."""

    to: int
    out: bool = False
    remaining: int | None = None


@dataclass(frozen=True)
class GadgetRules:
    """The rules of a game on a gadget, and the values of the states of its source.

    Parameters
    ----------
    gadget
        The graph with its ports.
    unsure
        The outcome outside where a token leaves the gadget in a state that the source does not name.
    """

    gadget: Gadget
    unsure: Outcome = Outcome.N

    @cached_property
    def whole(self) -> Left:
        """The board before anybody has come in."""
        gadget = self.gadget
        if gadget.game == "edge-geography":
            return (1,) * gadget.graph.m
        return gadget.weights if gadget.weights else (1,) * gadget.graph.n

    @cached_property
    def ways(self) -> list[list[tuple[int, int]]]:
        """For each vertex its neighbours, with the numbers of the edges."""
        found: list[list[tuple[int, int]]] = [[] for _ in range(self.gadget.graph.n)]
        for number, (u, v) in enumerate(self.gadget.graph.ends()):
            found[u].append((v, number))
            found[v].append((u, number))
        return found

    @cached_property
    def port_at(self) -> dict[int, int]:
        """The number of the port on a vertex."""
        return {vertex: number for number, vertex in enumerate(self.gadget.ports.values())}

    def holds(self, condition: GadgetCondition, left: Left | None = None) -> bool:
        """Whether the token that comes in finds the outcome that a condition asks for."""
        search = PlainSearch(self.gadget.play, Meter())
        entered = self.entered(condition, self.whole if left is None else left)
        if self.gadget.game == "nimg-mr":  # who comes in chooses what is left at the port
            wins = all(search.wins(each) for each in entered)
        else:
            wins = search.wins(entered[0]) if entered else True
        return wins == (condition.outcome is Outcome.N)

    def entered(self, condition: GadgetCondition, left: Left) -> list[Inside]:
        """The positions that coming in can lead to; none where the port is not there any more."""
        port = self.gadget.ports[condition.enter]
        game = self.gadget.game
        if game == "vertex-geography":
            lefts = [_with(left, port, 0)] if left[port] else []
        elif game == "nimg-mr":
            lefts = [_with(left, port, remaining) for remaining in range(left[port])]
        else:
            lefts = [left]
        return [Inside(self, condition.outside, port, each) for each in lefts]

    def outcome(self, outside: Outside, left: Left) -> Outcome:
        """The outcome outside of a port by which the token has left."""
        if isinstance(outside, str):
            return Outcome(outside)
        found = {outcome for state, outcome in outside if self._belongs(state, left)}
        return Outcome(found.pop()) if len(found) == 1 else self.unsure

    def _belongs(self, state: str, left: Left) -> bool:
        rows = [each for each in self.gadget.source.conditions if each.state == state]
        return all(self.holds(each, left) for each in rows)


def _with(left: Left, place: int, value: int) -> Left:
    return (*left[:place], value, *left[place + 1 :])


@dataclass(frozen=True)
class Inside:
    """The token on a vertex of the gadget.

    Attributes
    ----------
    rules
        The gadget and its game.
    outside
        What is outside of each port.
    token
        The vertex.
    left
        What is left; in Vertex Geography the token's vertex is not counted.
    """

    rules: GadgetRules
    outside: tuple[Outside, ...]
    token: int
    left: Left

    def __hash__(self) -> int:
        return hash((self.outside, self.token, self.left))

    def moves(self) -> Iterator[Step]:
        """Out of the gadget, where that is possible, and along its edges."""
        game, left, token = self.rules.gadget.game, self.left, self.token
        opened = self._is_open
        if game == "nimg-rm":
            for remaining in range(left[token]):
                if token in self.rules.port_at:
                    yield Step(token, out=True, remaining=remaining)
                yield from (Step(v, remaining=remaining) for v, _ in self.rules.ways[token])
            return
        if opened:
            yield Step(token, out=True)
        for v, edge in self.rules.ways[token]:
            if game == "edge-geography":
                if left[edge]:
                    yield Step(v)
            elif game == "vertex-geography":
                if left[v]:
                    yield Step(v)
            else:
                yield from (Step(v, remaining=remaining) for remaining in range(left[v]))

    @property
    def _is_open(self) -> bool:
        port = self.rules.port_at.get(self.token)
        return port is not None and self.outside[port] != "closed"

    def after(self, move: Step) -> Inside | Outdoors:
        """The position that a move leads to."""
        game, left, token = self.rules.gadget.game, self.left, self.token
        if game == "nimg-rm":
            assert move.remaining is not None
            left = _with(left, token, move.remaining)
        if move.out:
            port = self.rules.port_at[token]
            if self.outside[port] == "closed":  # a vertex of weight 0
                return Outdoors(self.rules, Outcome.for_mover(self.rules.gadget.play.wins_when_stuck))
            outcome = self.rules.outcome(self.outside[port], left)
            return Outdoors(self.rules, outcome, port, replace(self, left=left))
        if game == "edge-geography":
            edge = next(number for v, number in self.rules.ways[token] if v == move.to)
            left = _with(left, edge, 0)
        elif game == "vertex-geography":
            left = _with(left, move.to, 0)
        elif game == "nimg-mr":
            assert move.remaining is not None
            left = _with(left, move.to, move.remaining)
        return replace(self, token=move.to, left=left)


@dataclass(frozen=True)
class Outdoors:
    """The token outside of a port: a position of a known outcome, but for the ways back (in NimG).

    Attributes
    ----------
    rules
        The gadget and its game.
    outcome
        Who wins if nobody comes back at once.
    port
        The number of the port that the token left by, where it can come back.
    before
        The gadget as it was left.
    """

    rules: GadgetRules
    outcome: Outcome
    port: int | None = None
    before: Inside | None = None

    def __hash__(self) -> int:
        return hash((self.outcome, self.port, self.before))

    def moves(self) -> Iterator[Step]:
        """One move to where the other player wins or loses, unless there are none at all; and back into the gadget."""
        game, play = self.rules.gadget.game, self.rules.gadget.play
        if (self.outcome is Outcome.N) != play.wins_when_stuck:
            yield Step(-1, out=True)  # the last move, which wins in normal play and loses in misère play
        if self.outcome is Outcome.P and self.before is not None and game.startswith("nimg"):
            token, left = self.before.token, self.before.left
            if game == "nimg-rm":
                yield Step(token, remaining=left[token])
            else:
                yield from (Step(token, remaining=remaining) for remaining in range(left[token]))

    def after(self, move: Step) -> Inside | Outdoors:
        """The position that a move leads to."""
        if move.out:
            return Outdoors(self.rules, Outcome.for_mover(self.rules.gadget.play.wins_when_stuck))
        assert self.before is not None
        assert self.port is not None
        assert move.remaining is not None
        outside = (*self.before.outside[: self.port], "closed", *self.before.outside[self.port + 1 :])
        return replace(self.before, outside=outside, left=_with(self.before.left, move.to, move.remaining))


def plays(gadget: Gadget, condition: GadgetCondition) -> list[list[str]]:
    """Every play under a condition in which the winner keeps to one strategy, the loser tries everything.

    Each play is a list of words: the vertices in turn, ``out`` where the token leaves. In NimG weights become 0 where
    nothing is said: ``b:1`` is a move to b that lowers its weight to 1 (NimG-MR), ``1>b`` one that leaves weight 1
    behind (NimG-RM).
    """
    rules = GadgetRules(gadget)
    search = PlainSearch(gadget.play, Meter())
    found: list[list[str]] = []
    for position in rules.entered(condition, rules.whole):
        wins = search.wins(position)
        if wins != (condition.outcome is Outcome.N):
            continue  # another way of coming in, which the player who enters does not choose
        words = [_word(gadget, Step(position.token, remaining=_shown(gadget, position)))]
        _follow(gadget, search, position, wins, words, found)
        if condition.outcome is Outcome.P:
            break
    return found


def _shown(gadget: Gadget, position: Inside) -> int | None:
    return position.left[position.token] if gadget.game == "nimg-mr" else None


def _word(gadget: Gadget, move: Step) -> str:
    name = "out" if move.out else gadget.names[move.to]
    if not move.remaining:
        return name
    return f"{move.remaining}>{name}" if gadget.game == "nimg-rm" else f"{name}:{move.remaining}"


def _follow(
    gadget: Gadget,
    search: PlainSearch,
    position: Inside | Outdoors,
    wins: bool,
    words: Sequence[str],
    found: list[list[str]],
) -> None:
    """The plays from a position on; ``wins``: whether the player to move is the winner."""
    moves = list(position.moves())
    if isinstance(position, Outdoors):
        moves = [move for move in moves if not move.out]  # the rest is outside
    if not moves or (isinstance(position, Outdoors) and wins):
        found.append(list(words))
        return
    if wins:
        won = [move for move in moves if not search.wins(position.after(move))]
        moves = [min(won, key=lambda move: search.remoteness(position.after(move)))]
    for move in moves:
        _follow(gadget, search, position.after(move), not wins, [*words, _word(gadget, move)], found)
