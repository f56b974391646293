"""Boards whose starts a batch kernel has decided."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from lastmove.core.problem import Problem
from lastmove.search.batch.outcomes import NO_MOVE
from lastmove.solver.every_start import BoardQuestion
from lastmove.solver.outcomes import Grounds
from lastmove.theorems.statement import UNDECIDED, WINS

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from lastmove.core.limits import Limits
    from lastmove.core.play import Play
    from lastmove.core.position import Move, Position
    from lastmove.core.reason import Reason
    from lastmove.core.solution import Solution, WinningMoves
    from lastmove.search.batch import BatchKernel, GraphBlock

__all__ = ["Batch", "BatchedBoard"]


@dataclass
class Batch:
    """What a kernel said of the boards of a block, in one convention.

    Attributes
    ----------
    won
        For each board the starts that win: bit v is start number v. ``None`` where a limit stopped it.
    stopped_by
        That limit.
    limits
        What a later question about one of the boards may spend.
    reason
        Why, for every start of every board.
    """

    play: Play
    n: int
    won: list[int] | None
    limits: Limits
    reason: Reason
    stopped_by: str | None = None
    block: GraphBlock | None = field(default=None, repr=False)
    kernel: BatchKernel | None = field(default=None, repr=False)

    @cached_property
    def moves(self) -> list[int] | None:
        """For each board four bits a start: a winning move; ``None`` where the kernel does not know moves.

        They are worked out for all boards together when somebody asks for the first.
        """
        if self.kernel is None or self.block is None:
            return None
        found = self.kernel.solve(self.block, moves=True).moves_of(self.play)
        return None if found is None else found.tolist()


class BatchedBoard:
    """One board of a batch; it answers for :class:`~lastmove.solver.outcomes.Outcomes`.

    Whole solutions, all winning moves, and moves that the kernel does not know are worked out when they are asked for,
    as :func:`~lastmove.solver.solve.outcomes` does it.
    """

    __slots__ = ("_asked", "_batch", "_place", "_position")

    checking = 0.0

    def __init__(self, position: Position, batch: Batch, place: int) -> None:
        self._position: Any = position
        self._batch = batch
        self._place = place
        self._asked: BoardQuestion | None = None

    @property
    def problem(self) -> Problem:
        return Problem(self._position, self._batch.play)

    @property
    def starts(self) -> Sequence[Hashable]:
        found: Sequence[Hashable] = self._position.starts()
        return found

    @property
    def codes(self) -> bytes:
        batch = self._batch
        return bytes([UNDECIDED]) * batch.n if batch.won is None else _codes_of(batch.won[self._place], batch.n)

    @property
    def stopped_by(self) -> str | None:
        return self._batch.stopped_by

    @property
    def grounds(self) -> Grounds:
        return Grounds(((self._batch.reason, self._batch.n),))

    def _question(self) -> BoardQuestion:
        """The same board as a question of its own."""
        if self._asked is None:
            self._asked = BoardQuestion.decided(self.problem, self._batch.limits, self.codes, self.stopped_by)
        return self._asked

    def position(self, number: int) -> Position:
        found: Position = self._position.at(self.starts[number])
        return found

    def move(self, number: int) -> Move | None:
        moves = self._batch.moves
        if moves is None:
            return self._question().move(number)
        to = moves[self._place] >> 4 * number & 15
        if to == NO_MOVE or self.codes[number] != WINS:
            return None
        found: Move = self._position.move_class(self.starts[to])
        return found

    def moves(self) -> Iterator[Move | None]:
        if self._batch.moves is None:
            return self._question().moves()
        return map(self.move, range(self._batch.n))

    def solution(self, number: int) -> Solution:
        return self._question().solution(number)

    def winning_moves(self, number: int) -> WinningMoves[Move]:
        return self._question().winning_moves(number)

    def __reduce__(self) -> tuple[Any, ...]:
        """Without the other boards of the batch."""
        batch = self._batch
        won = None if batch.won is None else [batch.won[self._place]]
        block = None if batch.block is None else next(batch.block.cut(self._place)[1].parts(1))
        alone = Batch(batch.play, batch.n, won, batch.limits, batch.reason, batch.stopped_by, block, batch.kernel)
        return BatchedBoard, (self._position, alone, 0)


@lru_cache(maxsize=1 << 14)
def _codes_of(won: int, n: int) -> bytes:
    return bytes(won >> v & 1 for v in range(n))
