"""What is known of a position and is to be shown on its picture, in the places of its view."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from lastmove.core.play import Outcome
    from lastmove.core.view import MoveView

__all__ = ["Evidence", "Marks", "ShownMove", "ranges"]


class ShownMove(NamedTuple):
    """A legal move and the outcome of what it leads to: it wins if that is P; ``None`` where it is not to be shown."""

    move: MoveView
    outcome: Outcome | None


@dataclass(frozen=True)
class Evidence:
    """A certificate as it is drawn.

    Attributes
    ----------
    matched
        Pairs of nodes joined by an edge of the matching.
    frames
        Nodes with a frame, and the tag on it: ``A`` for the barrier, ``S`` for a set.
    lost
        Directed edges after which the player to move loses.
    faded
        Nodes that the argument drops.
    labels
        Labels N and P of nodes.
    lines
        For each heap, lines of text below it; the last entry of each is of one kind.
    total
        The same for a column after the heaps.
    value
        A number that stands for the whole part of a sum.
    legend
        What the marks mean: pairs of a mark and its meaning.
    text
        What the certificate shows, in words.
    """

    matched: frozenset[frozenset[int]] = frozenset()
    frames: Mapping[int, str] = field(default_factory=dict)
    lost: frozenset[tuple[int, int]] = frozenset()
    faded: frozenset[int] = frozenset()
    labels: Mapping[int, str] = field(default_factory=dict)
    lines: tuple[str, ...] = ()
    total: str = ""
    value: int | None = None
    legend: tuple[tuple[str, str], ...] = ()
    text: str = ""
    parts: tuple[Evidence, ...] = ()


@dataclass(frozen=True)
class Marks:
    """Outcomes by the key of the start, legal moves with their values, and evidence.

    ``cut`` says that there are more winning moves than ``moves`` holds.
    """

    outcomes: Mapping[Hashable, Outcome] = field(default_factory=dict)
    moves: tuple[ShownMove, ...] = ()
    evidence: Evidence = Evidence()
    cut: bool = False

    def part(self, number: int) -> Marks:
        """The marks that belong to one part of a sum."""
        inner = tuple(
            ShownMove(shown.move.inner, shown.outcome)
            for shown in self.moves
            if shown.move.part == number and shown.move.inner is not None
        )
        parts = self.evidence.parts
        return Marks(moves=inner, evidence=parts[number] if number < len(parts) else Evidence(), cut=self.cut)


def ranges(numbers: list[int], *, more: bool = False) -> str:
    """Integers in a few words; ``more`` says that there are others.

    >>> ranges([0, 1, 2, 5, 7, 8]), ranges([4], more=True)
    ('0–2, 5, 7, 8', '4, …')
    """
    from lastmove.pictures.short_text import short_number

    numbers = sorted(set(numbers))
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    words = []
    for run in runs:
        if len(run) > 2:
            words.append(f"{short_number(run[0])}–{short_number(run[-1])}")
        else:
            words += map(short_number, run)
    if len(words) > 4:
        words, more = words[:3], True
    return ", ".join([*words, "…"] if words and more else words)
