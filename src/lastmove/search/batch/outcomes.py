"""What a batch kernel finds out."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from lastmove.core.play import Play

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

NO_MOVE = 15


def weightings(n: int, k: int) -> Iterator[tuple[int, ...]]:
    """Every choice of weights 1..k for n vertices; the weight of vertex 0 changes fastest.

    So number i has the weights ``i // k**v % k + 1``.

    >>> list(weightings(2, 3))[:4]
    [(1, 1), (2, 1), (3, 1), (1, 2)]
    """
    return (chosen[::-1] for chosen in product(range(1, k + 1), repeat=n))


@dataclass(frozen=True, eq=False)
class BatchOutcomes:
    """The starts that the player to move wins, in both conventions.

    Attributes
    ----------
    normal, misere
        An unsigned integer a graph: bit v is set where the player to move wins from vertex v. With all weights 1..k,
        k^n of them a graph, all those of the first graph first, in the order of :func:`weightings`.
    positions
        How many positions were looked at, all graphs together.
    grundy
        Of games without starts: the Grundy value of each board.
    normal_moves, misere_moves
        Where they were asked for and the kernel knows them: an integer a graph that has four bits a start, the number
        of a vertex to move to; 15 where there is no winning move.
    """

    normal: NDArray[np.unsignedinteger]
    misere: NDArray[np.unsignedinteger]
    positions: int
    normal_moves: NDArray[np.uint64] | None = None
    misere_moves: NDArray[np.uint64] | None = None
    grundy: NDArray[np.uint8] | None = None

    def of(self, play: Play) -> NDArray[np.unsignedinteger]:
        """The starts that win in one convention."""
        return self.misere if play.wins_when_stuck else self.normal

    def moves_of(self, play: Play) -> NDArray[np.uint64] | None:
        """The winning moves in one convention, where they are known."""
        return self.misere_moves if play.wins_when_stuck else self.normal_moves

    @staticmethod
    def joined(parts: Sequence[BatchOutcomes]) -> BatchOutcomes:
        """The outcomes of blocks, one behind the other."""
        import numpy as np

        if len(parts) == 1:
            return parts[0]
        normal, misere = (np.concatenate([part.of(play) for part in parts]) for play in Play)
        positions = sum(part.positions for part in parts)
        values = [part.grundy for part in parts if part.grundy is not None]
        grundy = np.concatenate(values) if values else None
        moves = [_joined_moves(parts, play) for play in Play]
        return BatchOutcomes(normal, misere, positions, moves[0], moves[1], grundy)

    weightings = staticmethod(weightings)


def _joined_moves(parts: Sequence[BatchOutcomes], play: Play) -> NDArray[np.uint64] | None:
    import numpy as np

    known = [moves for part in parts if (moves := part.moves_of(play)) is not None]
    return np.concatenate(known) if len(known) == len(parts) else None
