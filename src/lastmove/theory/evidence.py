"""Certificates made from what the theorems have worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.certificates.grundy import Grundy, below, pieces_of
from lastmove.certificates.labelling import Labelling
from lastmove.certificates.parity import Parity
from lastmove.core.position import components_of
from lastmove.games.nim import Nim

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lastmove.core.play import Play
    from lastmove.core.position import Position

__all__ = ["counted", "grundy_table", "labels"]


def labels(rule: str, loses: Sequence[bool]) -> Labelling:
    """The certificate of a labelling of all vertices."""
    return Labelling(rule, tuple(u for u, lost in enumerate(loses) if lost))


def counted(rule: str, board: Any, play: Play, start: object) -> Parity:
    """The certificate of a rule that counts; for the whole board where ``start`` is ``None``."""
    if start is None:
        return Parity(rule)
    return Parity.of(rule, board if board.start == start else board.at(start), play)


def grundy_table(position: Any, value: Callable[[int, Position], int]) -> Grundy:
    """The values of everything below the components of a sum; ``value`` knows them by piece and position."""
    tables: list[tuple[int, ...]] = []
    for number, piece in enumerate(pieces_of(position)):
        if isinstance(piece, Nim):
            tables.append(())
        else:
            tables.append(tuple(value(number, each) for each, _ in below(components_of(piece))))
    return Grundy(tuple(tables))
