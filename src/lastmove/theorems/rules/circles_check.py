"""Heaps in a circle: Adjacent Nim, and Vertexnim on a directed circuit; NimG-RM on a directed circuit."""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from lastmove.certificates.boards import Answers, lasts
from lastmove.certificates.certificate import CheckResult
from lastmove.core.errors import Refuted
from lastmove.core.play import Play
from lastmove.games.adjacent_nim import AdjacentNim
from lastmove.games.nimg import NimGRM
from lastmove.games.vertexnim import Vertexnim

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


def circle_of(board: Any) -> tuple[list[int], list[int]]:
    """The non-empty heaps in the order of play, and where among them each start stands, by its number."""
    if isinstance(board, AdjacentNim):
        heaps = [heap for heap in board.heaps if heap]
        return heaps, list(range(len(heaps)))
    if not isinstance(board, Vertexnim) or not board.graph.directed:
        raise Refuted("this rule is for Adjacent Nim and for Vertexnim on directed circuits")
    neighbours, weights = board.graph.neighbours, board.weights
    if any(len(around) != 1 for around in neighbours) and len(neighbours) != 1:
        raise Refuted("the digraph is no circuit")
    walk = [0] if neighbours else []
    while len(walk) < len(neighbours):
        walk.append(neighbours[walk[-1]][0])
    place = [-1] * len(walk)
    for number, u in enumerate(walk):
        place[u] = number
    if -1 in place:
        raise Refuted("the digraph is no circuit")
    return [weights[u] for u in walk], place


def circles(rule: str) -> Callable[[Any, Play], Answers]:
    """The check of one of the rules below, for boards."""

    def check(board: Any, play: Play) -> Answers:
        heaps, place = circle_of(board)
        found = _RULES[rule](heaps, play)
        return lambda number: found(place[number])

    return check


def _theorem_3(heaps: Sequence[int], play: Play) -> Answers:  # noqa: ARG001
    """All heaps >= 2: an odd number is N; an even one N iff the first minimum is at an even place."""
    count = len(heaps)
    least = min(heaps)
    if least < 2:
        raise Refuted("some heap is below 2")
    if count % 2:
        return lambda _: CheckResult(True, f"the number of heaps, {count}, is odd, and all are at least 2", count)
    smallest = [place for place, heap in enumerate(heaps) if heap == least]
    smallest.append(smallest[0] + count)

    def answer(place: int) -> CheckResult:
        first = smallest[bisect_left(smallest, place)] - place + 1
        said = f"all {count} heaps are at least 2, and the first smallest one is at place {first}"
        return CheckResult(first % 2 == 0, said, first)

    return answer


def _steps_to(marked: Sequence[bool]) -> list[int]:
    """How many steps on the next marked place is, 0 for itself; some place is marked."""
    count = len(marked)
    steps = [0] * count
    for place in range(2 * count - 1, -1, -1):
        here = place % count
        steps[here] = 0 if marked[here] else steps[(here + 1) % count] + 1
    return steps


def _lm9(heaps: Sequence[int], play: Play) -> Answers:
    """All heaps <= 2: the owner of the last 2 wins."""
    if max(heaps) > 2:
        raise Refuted("some heap is above 2")
    if 2 not in heaps:
        return _all_ones(heaps, play)
    count = len(heaps)
    back = _steps_to([heap == 2 for heap in reversed(heaps)])[::-1]  # steps back to the nearest 2, 0 for itself

    def answer(place: int) -> CheckResult:
        last = count - back[place - 1]
        return CheckResult(last % 2 == 1, f"no heap is above 2, and the last 2 is at place {last} of {count}", last)

    return answer


def _all_ones(heaps: Sequence[int], play: Play) -> Answers:
    """All heaps 1: their number decides (LM4)."""
    count = len(heaps)
    if max(heaps) > 1:
        raise Refuted("some heap is above 1")
    return lambda _: CheckResult(lasts(count, play), f"all {count} heaps are 1", count)


def _lm10(heaps: Sequence[int], play: Play) -> Answers:  # noqa: ARG001
    """The owner of the last big heap wins if the other never has two in a row and starts badly. Two laps are laid out,
    so that places from a start on do not wrap round; a place has the owner of its parity, counted from the start."""
    count = len(heaps)
    big = [place for place in range(2 * count) if heaps[place % count] > 1]
    if not big:
        raise Refuted("no heap is above 1")
    rank = [0] * (count + 1)  # how many big heaps stand before a place
    for place in range(count):
        rank[place + 1] = rank[place] + (heaps[place] > 1)
    rows = ([0], [0])  # for even and odd places: how many neighbours in `big` up to there stand both at such places
    for one, two in pairwise(big):
        for parity in (0, 1):
            rows[parity].append(rows[parity][-1] + (one % 2 == two % 2 == parity))

    def answer(place: int) -> CheckResult | None:
        first, last = rank[place], rank[place] + rank[count] - 1
        winner, mover = big[last] % 2, place % 2
        other = 1 - winner
        flag = mover if count % 2 else 1 - mover
        if rows[other][last] > rows[other][first] or (big[first] % 2 == other and flag == winner):
            return None
        where = big[last] - place + 1
        said = f"the last heap above 1 is at place {where} of {count}, and its owner wins by LM10"
        return CheckResult(winner == mover, said, where)

    return answer


_RULES = {"theorem-3": _theorem_3, "LM9": _lm9, "LM10": _lm10, "ones": _all_ones}


def circuits(board: Any, play: Play) -> Answers:
    """LM3: NimG-RM where what the token can reach is a directed circuit."""
    if not isinstance(board, NimGRM) or not board.graph.directed:
        raise Refuted("LM3 decides NimG-RM on directed circuits")
    neighbours, weights = board.graph.neighbours, board.weights
    following = [around[0] if len(around) == 1 else -1 for around in neighbours]
    where: dict[int, tuple[Callable[[int], CheckResult], int]] = {}
    for walk in _walks(following):
        around = _around([weights[u] for u in walk], play)
        where |= {u: (around, place) for place, u in enumerate(walk)}

    def answer(u: int) -> CheckResult | None:
        if u not in where:
            return None
        around, place = where[u]
        return around(place)

    return answer


def _walks(following: Sequence[int]) -> Iterator[list[int]]:
    """The circuits on which every vertex has just the one that follows it; each is walked once."""
    seen = [-1] * len(following)
    for root in range(len(following)):
        u = root
        while u != -1 and seen[u] == -1:
            seen[u] = root
            u = following[u]
        if u != -1 and seen[u] == root:
            walk = [u]
            while following[walk[-1]] != u:
                walk.append(following[walk[-1]])
            yield walk


def _around(weights: list[int], play: Play) -> Callable[[int], CheckResult]:
    """What LM3 says of the start at each place of a circuit."""
    count, least = len(weights), min(weights)
    if least and (count % 2 == 1) != play.wins_when_stuck:
        return lambda _: CheckResult(True, f"the circuit has {count} vertices, all of positive weight", count)
    if least and play is Play.MISERE and 1 not in weights:
        return lambda _: CheckResult(True, f"the circuit has {count} vertices, all of weight at least 2", count)
    ahead = _steps_to([weight == (1 if least and play is Play.MISERE else least) for weight in weights])
    what = "the first weight 0 on the circuit"
    if least:
        what = f"the circuit has {count} vertices, and the first of " + (
            "the least weight" if play is Play.NORMAL else "weight 1"
        )

    def answer(place: int) -> CheckResult:
        first = ahead[place] + 1
        wins = (first % 2 == 0) != (play.wins_when_stuck and not least)
        return CheckResult(wins, f"{what} is at place {first}", first)

    return answer
