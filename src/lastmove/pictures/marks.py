"""What is known of a position and is to be shown on its picture, in the places of its view.

Certificates become marks by one function for each kind; kinds that have nothing to draw have none.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.errors import LimitReached, Refuted
from lastmove.core.language import t
from lastmove.core.limits import Limits
from lastmove.core.position import OVER
from lastmove.core.view import HeapsView, SumView, view_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastmove.core.play import Outcome, Play
    from lastmove.core.view import MoveView, View


class ShownMove(NamedTuple):
    """A legal move and the outcome of what it leads to: it wins if that is P; ``None`` where it is not to be shown."""

    move: MoveView
    outcome: Outcome | None


@dataclass(frozen=True)
class ShownEvidence:
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
    parts: tuple[ShownEvidence, ...] = ()


@dataclass(frozen=True)
class Marks:
    """Outcomes by the key of the start, legal moves with their values, and evidence.

    ``cut`` says that there are more winning moves than ``moves`` holds. With ``named`` heaps have their numbers below
    them, counted from 1, and not their moves in words.
    """

    outcomes: Mapping[Hashable, Outcome] = field(default_factory=dict)
    moves: tuple[ShownMove, ...] = ()
    evidence: ShownEvidence = ShownEvidence()
    cut: bool = False
    named: bool = False

    def part(self, number: int) -> Marks:
        """The marks that belong to one part of a sum."""
        inner = tuple(
            ShownMove(shown.move.inner, shown.outcome)
            for shown in self.moves
            if shown.move.part == number and shown.move.inner is not None
        )
        parts = self.evidence.parts
        evidence = parts[number] if number < len(parts) else ShownEvidence()
        return Marks(moves=inner, evidence=evidence, cut=self.cut, named=self.named)


def ranges(numbers: list[int], *, more: bool = False) -> str:
    """Integers in a few words; ``more`` says that there are others.

    >>> ranges([0, 1, 2, 5, 7, 8]), ranges([4], more=True)
    ('0–2, 5, 7, 8', '4, …')
    """
    from lastmove.pictures.places import short_number

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


_MOST_BITS = 16
_VALUE_LIMITS = Limits(time=1, positions=100_000)


def evidence_of(certificate: Any, position: Any, play: Play) -> ShownEvidence:
    """The marks of a certificate; for a position with a start they say in words what it shows."""
    if certificate is None:
        return ShownEvidence()
    draw = _DRAWN.get(certificate.kind)
    found = ShownEvidence() if draw is None else draw(certificate, position, play)
    return _with_text(found, certificate, position, play)


def _with_text(found: ShownEvidence, certificate: Any, position: Any, play: Play) -> ShownEvidence:
    if getattr(position, "is_board", False) or getattr(position, "start", None) is OVER:
        return found
    try:
        text = certificate.outcome(position, play).text
    except Refuted:  # a certificate of the whole board; its marks say what it says
        return found
    from dataclasses import replace

    return replace(found, text=text[:1].upper() + text[1:] + ".")


def _matching(certificate: Any, position: Any, play: Play) -> ShownEvidence:
    """The edges of the matching, the barrier A, and the vertices that the theorem drops."""
    from lastmove.theorems.rules.matchings.matching_check import playing_field

    live = playing_field(position, play).live
    faded = frozenset(u for u, alive in enumerate(live) if not alive)
    matched = frozenset(frozenset(edge) for edge in certificate.matching)
    legend = [("matched", t("edge of a maximum matching"))] if matched else []
    if certificate.barrier:
        legend.append(("A", t("barrier: no matching covers more")))
    if faded:
        legend.append(("faded", t("vertex that the theorem drops")))
    return ShownEvidence(matched, dict.fromkeys(certificate.barrier, "A"), faded=faded, legend=tuple(legend))


def _labelling(certificate: Any, position: Any, play: Play) -> ShownEvidence:  # noqa: ARG001
    """Labels of vertices; closed sets by their number; on trees the directed edges that lose."""
    if certificate.rule == "trees":
        arcs = frozenset((u, v) for u, v in certificate.lost)
        return ShownEvidence(lost=arcs, legend=(("lost", t("to go this way wins")),) if arcs else ())
    if certificate.rule == "definition-7":
        return _closed_sets(certificate, position)
    nodes = range(len(position.graph.vertices))
    lost = set(certificate.lost)
    if certificate.rule == "LM5":
        quiet = _quiet(position)
        return ShownEvidence(
            labels={u: "P" if u in lost else "N" for u in quiet},
            faded=frozenset(u for u in nodes if u not in quiet),
            legend=(("faded", t("vertex outside the subgraph that is labelled")),) if len(quiet) < len(nodes) else (),
        )
    return ShownEvidence(labels={u: "P" if u in lost else "N" for u in nodes})


def _quiet(position: Any) -> set[int]:
    """The vertices that LM5 labels: heavier than 1, without a loop, and so are their neighbours."""
    weights, neighbours = position.weights, position.graph.neighbours
    heavy = [weight > 1 for weight in weights]
    return {
        u for u, near in enumerate(neighbours) if heavy[u] and near and u not in near and all(heavy[v] for v in near)
    }


def _closed_sets(certificate: Any, position: Any) -> ShownEvidence:
    frames: dict[int, str] = {}
    labels: dict[int, str] = {}
    neighbours = position.graph.neighbours
    for number, members in enumerate(certificate.lists, start=1):
        odd = len(members) % 2 == 1
        for u in members:
            frames[u] = str(number)
            labels[u] = "P" if odd else "N"
        if odd:
            for u in range(len(neighbours)):
                if u not in labels and position.weights[u] == 1 and any(v in members for v in neighbours[u]):
                    labels[u] = "N"
    legend = (("1", t("closed sets in order: odd ones are P")),) if frames else ()
    return ShownEvidence(frames=frames, labels=labels, legend=legend)


def _even_set(certificate: Any, position: Any, play: Play) -> ShownEvidence:  # noqa: ARG001
    return ShownEvidence(
        frames=dict.fromkeys(certificate.set, "S"), legend=(("S", t("the set S: count the edges into it")),)
    )


def _parity(certificate: Any, position: Any, play: Play) -> ShownEvidence:  # noqa: ARG001
    """What was counted: the component of weights 1 with the token, or the heap of a circle whose place decides."""
    number = certificate.number
    if number is None or getattr(position, "start", None) in (None, OVER):
        return ShownEvidence()
    if certificate.rule == "LM5":
        chosen = _component_of_ones(position, position.graph.index(position.start))
        if len(chosen) == number:
            legend = ("C", t("weights 1 joined to the token: {number}", number=number))
            return ShownEvidence(frames=dict.fromkeys(chosen, "C"), legend=(legend,))
    view = view_of(position)
    if isinstance(view, HeapsView) and view.circular and view.current is not None:
        full = [heap for heap, size in enumerate(view.heaps) if size]
        if certificate.rule in ("LM9", "LM10") or (certificate.rule == "theorem-3" and len(full) % 2 == 0):
            heap = full[(full.index(view.current) + number - 1) % len(full)]
            decides = t("place {number}, which decides", number=number)
            return ShownEvidence(frames={heap: str(number)}, legend=((str(number), decides),))
    return ShownEvidence()


def _component_of_ones(position: Any, token: int) -> list[int]:
    weights, neighbours = position.weights, position.graph.neighbours
    found = [token] if weights[token] == 1 else []
    for u in found:
        found += (v for v in neighbours[u] if weights[v] == 1 and v not in found)
    return found


def _nim_sum(certificate: Any, position: Any, play: Play) -> ShownEvidence:  # noqa: ARG001
    """Heaps in binary, and their nim-sum."""
    width = max([1, certificate.sum.bit_length(), *(heap.bit_length() for heap in position.heaps)])
    if width > _MOST_BITS:
        return ShownEvidence()
    return ShownEvidence(
        lines=tuple(f"{heap:0{width}b}" for heap in position.heaps), total=f"{certificate.sum:0{width}b}"
    )


def _grundy(certificate: Any, position: Any, play: Play) -> ShownEvidence:  # noqa: ARG001
    """The value of every part of a sum; the certificate holds only as much of them as it needs."""
    return _valued(view_of(position), position)


def _valued(view: View, position: Any) -> ShownEvidence:
    if isinstance(view, SumView):
        parts = tuple(_valued(inner, part) for inner, part in zip(view.parts, position.parts, strict=True))
        values = [part.value for part in parts]
        return ShownEvidence(parts=parts, value=None if None in values else reduce(xor, (v or 0 for v in values), 0))
    from lastmove.sums.grundy import grundy

    try:
        return ShownEvidence(value=grundy(position, limits=_VALUE_LIMITS))
    except LimitReached:
        return ShownEvidence()


def _board(certificate: Any, position: Any, play: Play) -> ShownEvidence:
    """The first part of a board that has something to draw."""
    for part in certificate.parts:
        found = evidence_of(part, position, play)
        if found.legend or found.labels:
            return found
    return ShownEvidence()


_DRAWN: dict[str, Callable[[Any, Any, Play], ShownEvidence]] = {
    "matching": _matching,
    "labelling": _labelling,
    "gf2": _even_set,
    "parity": _parity,
    "nim-sum": _nim_sum,
    "grundy": _grundy,
    "board": _board,
}
