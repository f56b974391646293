"""Games of one's own against the ten-line memo that somebody would write for them.

    python benchmarks/own_games.py [--rounds 3]

Seconds are CPU time, the least of some rounds, each with nothing known before; `ratio` is lastmove's by the memo's. The
memo recurses and knows no limits, circles or evidence. Node Kayles is there twice: as it is, and with `components()`,
which the memo does not use.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import lastmove as lm


class Chomp(NamedTuple):
    """Rows of a bar of chocolate; a move eats a square and all to the right of and below it, but not the first."""

    rows: tuple[int, ...]

    def moves(self) -> Iterator[tuple[int, int]]:
        return ((r, c) for r, width in enumerate(self.rows) for c in range(width) if r or c)

    def after(self, move: tuple[int, int]) -> Chomp:
        r, c = move
        return Chomp(self.rows[:r] + tuple([min(width, c) for width in self.rows[r:]]))


class Wythoff(NamedTuple):
    """A queen; a move goes nearer to the corner in a row, a column or a diagonal."""

    x: int
    y: int

    def moves(self) -> Iterator[tuple[int, int]]:
        for k in range(1, self.x + 1):
            yield k, 0
        for k in range(1, self.y + 1):
            yield 0, k
        for k in range(1, min(self.x, self.y) + 1):
            yield k, k

    def after(self, move: tuple[int, int]) -> Wythoff:
        return Wythoff(self.x - move[0], self.y - move[1])


def closed_neighbourhoods(side: int) -> list[int]:
    """For each vertex of a grid, the bits of it and its neighbours."""
    found = []
    for v in range(side * side):
        r, c = divmod(v, side)
        near = [(r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
        found.append(sum(1 << a * side + b for a, b in near if 0 <= a < side and 0 <= b < side))
    return found


SIDE = 5
NEAR = closed_neighbourhoods(SIDE)


class NodeKayles(NamedTuple):
    """The vertices that are left, as bits; a move deletes one and its neighbours."""

    left: int

    def moves(self) -> Iterator[int]:
        left = self.left
        while left:
            low = left & -left
            yield low.bit_length() - 1
            left ^= low

    def after(self, v: int) -> NodeKayles:
        return type(self)(self.left & ~NEAR[v])


class InParts(NodeKayles):
    """The same, and what it falls into."""

    __slots__ = ()

    def components(self) -> list[NodeKayles]:
        found: list[NodeKayles] = []
        left = self.left
        while left:
            part, new = 0, left & -left
            while new:
                part |= new
                around = 0
                while new:
                    low = new & -new
                    around |= NEAR[low.bit_length() - 1]
                    new ^= low
                new = around & left & ~part
            found.append(type(self)(part))
            left &= ~part
        return found


def memo_wins(root: Any, misere: bool) -> bool:
    known: dict[Any, bool] = {}

    def wins(position: Any) -> bool:
        found = known.get(position)
        if found is None:
            found, stuck = False, True
            for move in position.moves():
                stuck = False
                if not wins(position.after(move)):
                    found = True
                    break
            known[position] = found = found or (stuck and misere)
        return found

    return wins(root)


def memo_grundy(root: Any) -> int:
    known: dict[Any, int] = {}

    def value(position: Any) -> int:
        found = known.get(position)
        if found is None:
            options = {value(position.after(move)) for move in position.moves()}
            found = 0
            while found in options:
                found += 1
            known[position] = found
        return found

    return value(root)


def least(work: Callable[[], Any], rounds: int) -> tuple[float, Any]:
    times, found = [], None
    for _ in range(rounds):
        began = time.process_time()
        found = work()
        times.append(time.process_time() - began)
    return min(times), found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--side", type=int, default=200, help="of the board of Wythoff")
    given = parser.parse_args()
    sys.setrecursionlimit(1_000_000)
    positions: dict[str, Any] = {
        "Chomp 6 x 6": Chomp((6,) * 6),
        f"Node Kayles {SIDE} x {SIDE}": NodeKayles((1 << SIDE * SIDE) - 1),
        "the same in parts": InParts((1 << SIDE * SIDE) - 1),
        f"Wythoff {given.side} x {given.side}": Wythoff(given.side, given.side - 1),
    }
    for name, root in positions.items():
        for play in ("normal", "misere", "grundy"):
            if play == "grundy":
                memo, expected = least(partial(memo_grundy, root), given.rounds)
                ours, found = least(partial(lm.grundy, root), given.rounds)
            else:
                memo, expected = least(partial(memo_wins, root, play == "misere"), given.rounds)
                ours, answer = least(partial(lm.solve, root, play), given.rounds)
                found = answer.outcome is lm.Outcome.N
            assert found == expected, (name, play)
            print(
                f"{name:20} {play:7} memo {memo:7.3f} s   lastmove {ours:7.3f} s   ratio {ours / memo:5.2f}", flush=True
            )


if __name__ == "__main__":
    main()
