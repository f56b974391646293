"""Counts of winning starts by the number of vertices: what a shard's footer, the manifest and the summary hold."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from lastmove.core.play import Play

__all__ = ["SizeTally", "Tally", "popcount"]


@cache
def _sixteen() -> NDArray[np.uint8]:
    """How many bits every number of 16 bits has."""
    import numpy as np

    counts = np.zeros(1, np.uint8)
    for _ in range(16):
        counts = np.concatenate([counts, counts + np.uint8(1)])
    return counts


def popcount(sets: NDArray[Any]) -> NDArray[np.uint8]:
    """The number of bits of each unsigned integer.

    >>> import numpy as np
    >>> popcount(np.array([0, 5, 2**63 + 1], np.uint64)).tolist()
    [0, 2, 2]
    """
    import numpy as np

    pieces = np.ascontiguousarray(sets).reshape(-1, 1).view(np.uint8)
    if pieces.shape[1] % 2:
        return _sixteen()[pieces[:, 0]]
    table, words = _sixteen(), pieces.view(np.uint16)
    counts = table[words[:, 0]]
    for column in range(1, words.shape[1]):
        counts = counts + table[words[:, column]]
    return counts


@dataclass
class SizeTally:
    """The boards with n vertices.

    Attributes
    ----------
    graphs, boards
        How many; with weights a graph is many boards.
    wins
        How many boards have i winning starts in normal play and j in misère play, by (i, j); a convention that was not
        asked for counts 0.
    unknown
        How many starts stayed unknown, normal and misère.
    """

    graphs: int = 0
    boards: int = 0
    wins: Counter[tuple[int, int]] = field(default_factory=Counter)
    unknown: list[int] = field(default_factory=lambda: [0, 0])

    def total(self, convention: int) -> int:
        """The winning starts of all boards together."""
        return sum(key[convention] * count for key, count in self.wins.items())


@dataclass
class Tally:
    """Counts by the number of vertices.

    Examples
    --------
    >>> import numpy as np
    >>> tally = Tally()
    >>> tally.add(2, graphs=1, normal=np.array([3], np.uint16), misere=np.array([0], np.uint16))
    >>> tally.to_json()
    {'2': {'graphs': 1, 'boards': 1, 'wins': [[2, 0, 1]], 'unknown': [0, 0]}}
    >>> Tally.from_json(tally.to_json()) == tally
    True
    """

    sizes: dict[int, SizeTally] = field(default_factory=dict)

    def add(self, n: int, *, graphs: int, normal: NDArray[Any], misere: NDArray[Any]) -> None:
        """Count boards with n vertices by their sets of winning starts, as integers."""
        self.add_counts(n, graphs=graphs, normal=popcount(normal), misere=popcount(misere))

    def add_counts(self, n: int, *, graphs: int, normal: NDArray[Any], misere: NDArray[Any]) -> None:
        """The same by the numbers of winning starts."""
        import numpy as np

        word: type[np.integer[Any]] = np.uint16 if n < 255 else np.int64
        keys = normal.astype(word) * word(n + 1) + misere
        if n < 255:
            counts = np.bincount(keys)
            places = counts.nonzero()[0]
            found = zip(places.tolist(), counts[places].tolist(), strict=True)
        else:
            places, counts = np.unique(keys, return_counts=True)
            found = zip(places.tolist(), counts.tolist(), strict=True)
        size = self.sizes.setdefault(n, SizeTally())
        size.graphs += graphs
        size.boards += len(normal)
        for key, count in found:
            size.wins[divmod(key, n + 1)] += count

    def add_board(self, n: int, wins: Sequence[int], unknown: Sequence[int], *, new_graph: bool) -> None:
        """Count one board: how many starts win and stay unknown, normal and misère."""
        size = self.sizes.setdefault(n, SizeTally())
        size.graphs += new_graph
        size.boards += 1
        size.wins[wins[0], wins[1]] += 1
        size.unknown = [before + more for before, more in zip(size.unknown, unknown, strict=True)]

    @property
    def graphs(self) -> int:
        """All graphs, of any size."""
        return sum(size.graphs for size in self.sizes.values())

    @property
    def boards(self) -> int:
        """All boards, which are the rows of the table."""
        return sum(size.boards for size in self.sizes.values())

    @classmethod
    def together(cls, tallies: Iterable[Tally]) -> Tally:
        """The counts of several tables."""
        found = cls()
        for tally in tallies:
            for n, more in tally.sizes.items():
                size = found.sizes.setdefault(n, SizeTally())
                size.graphs += more.graphs
                size.boards += more.boards
                size.wins.update(more.wins)
                size.unknown = [before + new for before, new in zip(size.unknown, more.unknown, strict=True)]
        return found

    def summary(self, plays: Sequence[Play]) -> dict[str, dict[str, int]]:
        """The totals by n: graphs, starts and how many of these win; and how many stayed unknown, if some did."""
        found: dict[str, dict[str, int]] = {}
        for n, size in sorted(self.sizes.items()):
            row = {"graphs": size.graphs, "starts": n * size.boards}
            row |= {play.value: size.total(int(play.wins_when_stuck)) for play in plays}
            for play in plays:
                unknown = size.unknown[int(play.wins_when_stuck)]
                row |= {f"{play.value}_unknown": unknown} if unknown else {}
            found[str(n)] = row
        return found

    def to_json(self) -> dict[str, object]:
        """The counts, for a footer."""
        return {
            str(n): {
                "graphs": size.graphs,
                "boards": size.boards,
                "wins": [[*key, count] for key, count in sorted(size.wins.items())],
                "unknown": size.unknown,
            }
            for n, size in sorted(self.sizes.items())
        }

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> Tally:
        """The counts that a footer holds."""
        return cls(
            {
                int(n): SizeTally(
                    size["graphs"], size["boards"], Counter({(i, j): c for i, j, c in size["wins"]}), size["unknown"]
                )
                for n, size in found.items()
            }
        )
