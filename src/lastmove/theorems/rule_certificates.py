"""Certificates made from what the theorems have worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.theorems.rules.labels_check import Labelling
from lastmove.theorems.rules.parity_check import Parity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.core.play import Play

__all__ = ["counted", "labels"]


def labels(rule: str, loses: Sequence[int]) -> Labelling:
    """The certificate of a labelling of all vertices."""
    return Labelling(rule, tuple(u for u, lost in enumerate(loses) if lost))


def counted(rule: str, board: Any, play: Play, start: object) -> Parity:
    """The certificate of a rule that counts; for the whole board where ``start`` is ``None``."""
    if start is None:
        return Parity(rule)
    return Parity.of(rule, board if board.start == start else board.at(start), play)
