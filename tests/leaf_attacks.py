"""The game in the proof of LM33: NimG-MR between a defender and an attacker, who may also do things to vertices.

It is what Vertexnim-MR looks like to a player who wants no leaf, when the other one may go to leaves. Written from
docs/background/proofs-open-problems.md; it shares nothing with the package.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

EMPTY, HEAP = 0, 1
"""An emptied vertex whose leaf is empty too, or has weight 1."""

SOUND, WORN, KEPT = 0, 1, 2
"""What may have happened to the leaf of a live vertex: nothing; at least 1 is left of it; at least 2 are."""

States = bytes
"""The state of each vertex."""


def bare(x: int) -> int:
    """A vertex of weight x whose leaf is empty."""
    return 1 + x if x else EMPTY


def live(slack: int, flag: int = SOUND) -> int:
    """A vertex whose weight is by ``slack`` more than that of its leaf."""
    return 5 + 3 * slack + flag


def slack_of(state: int) -> int:
    """The slack of a live vertex, or the weight of a bare one: what ordinary moves lower."""
    return (state - 5) // 3 if state >= 5 else state - 1


def flag_of(state: int) -> int | None:
    """The flag of a live vertex; ``None`` for others."""
    return (state - 5) % 3 if state >= 5 else None


class Attacked:
    """Who wins on one graph.

    Parameters
    ----------
    near
        The neighbours of every vertex.
    exits
        Vertices where the game ends, and whether who is then to move wins. The defender may go there only along an edge
        from a sound vertex.
    lost
        Vertices that the attacker wins by being able to go there.
    """

    def __init__(
        self, near: Sequence[Sequence[int]], exits: Mapping[int, bool] | None = None, lost: Iterable[int] = ()
    ) -> None:
        self.near = near
        self.exits = exits or {}
        self.lost = frozenset(lost)
        self.known: dict[tuple[States, int, bool], bool] = {}

    def defended(self, states: States, token: int, *, attacker: bool) -> bool:
        """Whether the defender wins, the attacker or he being to move."""
        key = states, token, attacker
        if key not in self.known:
            self.known[key] = self._after_all(states, token) if attacker else self._by_one(states, token)
        return self.known[key]

    def _reached(self, states: States, token: int) -> tuple[list[int], list[int]]:
        """The vertices of positive weight that the token can go to, and the emptied ones whose heap it can take."""
        seen = set(self.near[token])
        waiting = list(seen)
        while waiting:
            v = waiting.pop()
            if states[v] <= HEAP:
                waiting += (w for w in self.near[v] if w not in seen)
                seen.update(self.near[v])
        if states[token] < 5:  # its leaf is empty, or the token is at the leaf as well
            seen.add(token)
        return [v for v in seen if states[v] > HEAP], [v for v in seen if states[v] == HEAP]

    def _ordinary(self, states: States, v: int) -> Iterator[States]:
        state = states[v]
        for less in range(slack_of(state)):
            flag = flag_of(state)
            yield _with(states, v, bare(less) if flag is None else live(less, flag))

    def _by_one(self, states: States, token: int) -> bool:
        """Whether some move of the defender wins."""
        full, heaps = self._reached(states, token)
        for v in full:
            if v in self.exits:
                if v in self.near[token] and flag_of(states[token]) == SOUND and not self.exits[v]:
                    return True
            elif v not in self.lost and any(self._holds(after, v) for after in self._ordinary(states, v)):
                return True
        return any(self._holds(_with(states, v, EMPTY), v) for v in heaps)

    def _after_all(self, states: States, token: int) -> bool:
        """Whether the defender has an answer to all that the attacker may do."""
        full, heaps = self._reached(states, token)
        if any(v in self.lost or not self.exits.get(v, True) for v in full):
            return False

        for v in full:
            lowered = (partial(self._lowered, v=v, place=place) for place in range(slack_of(states[v])))
            if v not in self.exits and not all(
                self._leaves(states, token, v, then, attacker=False) for then in lowered
            ):
                return False
            flag = flag_of(states[v])
            if flag in (WORN, KEPT):  # v is emptied, and the defender takes the heap on its leaf, or all but 1
                rests = (EMPTY, HEAP) if flag == KEPT else (EMPTY,)
                if v == token:
                    saved = any(self._holds(_with(states, v, rest), v) for rest in rests)
                else:
                    saved = self._leaves(states, token, v, partial(_any_of, v=v, rests=rests), attacker=True)
                if not saved:
                    return False
        taken = (self._leaves(states, token, v, partial(_any_of, v=v, rests=(EMPTY,)), attacker=False) for v in heaps)
        return all(taken) and self._stripped(states, token)

    def _lowered(self, states: States, v: int, place: int) -> list[States]:
        return [list(self._ordinary(states, v))[place]]

    def _leaves(
        self, states: States, token: int, v: int, then: Callable[[States], Iterable[States]], *, attacker: bool
    ) -> bool:
        """Whether the defender can answer: the token leaves for v, and he chooses the flag of what it leaves."""
        made = (after for left in self._left(states, token) for after in then(left))
        return any(self.defended(after, v, attacker=attacker) for after in made)

    def _holds(self, states: States, token: int) -> bool:
        return self.defended(states, token, attacker=True)

    def _stripped(self, states: States, token: int) -> bool:
        """Whether the defender wins if the attacker empties the leaf of the token's vertex."""
        if flag_of(states[token]) is None:
            return True
        m = slack_of(states[token])
        if any(self._holds(_with(states, token, bare(x)), token) for x in range(m + 1)):
            return True
        return self._one(states, token) and self._holds(_with(states, token, bare(m + 1)), token)

    def _one(self, states: States, token: int) -> bool:
        """Whether at least 2 are left on the leaf of the token's vertex: 1 there is a loss for who leaves it."""
        return flag_of(states[token]) in (SOUND, KEPT) and self._holds(_with(states, token, HEAP), token)

    def _left(self, states: States, token: int) -> Iterator[States]:
        """What the vertex that the attacker leaves can be from now on: the defender chooses."""
        if flag_of(states[token]) is None:
            yield states
            return
        yield _with(states, token, live(slack_of(states[token]), WORN))
        if self._one(states, token):
            yield _with(states, token, live(slack_of(states[token]), KEPT))


def _any_of(states: States, v: int, rests: Iterable[int]) -> list[States]:
    return [_with(states, v, rest) for rest in rests]


def _with(states: States, v: int, state: int) -> States:
    return states[:v] + bytes((state,)) + states[v + 1 :]
