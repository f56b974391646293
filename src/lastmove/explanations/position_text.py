"""A position as lines of plain text: rows of counters, or each vertex with its neighbours."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import LimitReached, show
from lastmove.core.limits import watched, watching
from lastmove.core.position import title_of
from lastmove.core.showing import Showing
from lastmove.core.view import GraphView, HeapsView, SumView, terminal_width, view_of
from lastmove.explanations.argument import say_position
from lastmove.pictures.text_art import graph_art

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lastmove.core.limits import Limits
    from lastmove.core.position import Position
    from lastmove.core.view import View

MOST_LINES = 40
"""Of larger boards only what the token can see is shown."""
MOST_COUNTERS = 40
MOST_NEIGHBOURS = 30
HERE = ">"


def board_lines(position: Position, *, places: Mapping[Any, tuple[float, float]] | None = None) -> list[str]:
    """The position for a terminal: drawn where it fits, else each vertex with its neighbours.

    Where a limit is reached first it is one line, for what is said of the position is worth more than how it looks.
    ``places`` says where vertices stand, so that they stay there while a game goes on.

    >>> import lastmove as lm
    >>> for line in board_lines(lm.NimGRM([("a", "b"), ("b", "c")], [2, 1, 0], start="b")):
    ...     print(line)
      a:2 ----[b:1]---- c:0
      (vertex:weight; the token is in brackets)
    """
    try:
        return list(_lines(view_of(position), position, places))
    except LimitReached:
        return [f"  {say_position(position)}"]


def board_in_time(
    position: Position, limits: Limits, *, places: Mapping[Any, tuple[float, float]] | None = None
) -> list[str]:
    """The same for a game, in a part of the time that a move may take."""
    with watching(Showing(limits).to_show(spent=True)):
        return board_lines(position, places=places)


def _lines(view: View, position: object, places: Mapping[Any, tuple[float, float]] | None = None) -> Iterator[str]:
    if isinstance(view, HeapsView):
        yield from _heaps(view)
    elif isinstance(view, GraphView):
        art = graph_art(view, width=terminal_width() - 6, places=places)
        yield from _graph(view) if art is None else _drawn(view, art)
    elif isinstance(view, SumView):
        parts = getattr(position, "parts", ())
        for number, part in enumerate(watched(view.parts, 1)):
            inner = parts[number] if number < len(parts) else None
            yield f"  part {number + 1}{'' if inner is None else f': {title_of(inner)}'}"
            yield from (f"    {line}" for line in _lines(part, inner))
        if not view.parts:
            yield "  nothing is left"
    else:
        yield from (f"  {line}" for line in view.text.splitlines())


def _heaps(view: HeapsView) -> Iterator[str]:
    if view.rule:
        yield f"  rule: {view.rule}"
    if not view.heaps:
        yield "  no heaps"
    shown = [number for number, heap in enumerate(view.heaps) if heap or len(view.heaps) <= MOST_LINES]
    width = max((len(show(view.heaps[number])) for number in shown[:MOST_LINES]), default=0)
    largest = max((view.heaps[number] for number in shown[:MOST_LINES]), default=0)
    for number in shown[:MOST_LINES]:
        heap = view.heaps[number]
        mark = HERE if number == view.current else " "
        counters = f"  {_counters(heap, largest)}" if heap else ""
        yield f"{mark} heap {number + 1:<{len(str(len(view.heaps)))}}  {show(heap):>{width}}{counters}"
    if largest > MOST_COUNTERS:
        yield f"  (to scale: {MOST_COUNTERS} signs are {show(largest)} tokens)"
    if len(shown) > MOST_LINES:
        yield f"  ... and {len(shown) - MOST_LINES:,} more heaps that are not empty"
    if view.circular and view.current is not None:
        yield f"  ({HERE} marks the current heap; after the last heap comes heap 1)"


def _counters(heap: int, largest: int) -> str:
    """A counter for each token, or a bar to scale where there are too many."""
    return "o" * heap if largest <= MOST_COUNTERS else "=" * max(1, heap * MOST_COUNTERS // largest)


def _drawn(view: GraphView, art: list[str]) -> Iterator[str]:
    """A board that is drawn, and what its signs mean."""
    yield from (f" {line}" for line in art)
    weights = "vertex:weight; " if any(node.weight is not None for node in view.nodes) else ""
    weights = "the numbers on the lines are weights; " if view.has_weighted_edges else weights
    token = "the token has left the board" if view.token is None else "the token is in brackets"
    if view.has_token:
        yield f"  ({weights}{token})"


def _graph(view: GraphView) -> Iterator[str]:
    if not view.nodes:
        yield "  no vertices are left"
        return
    ends: list[Counter[int]] = [Counter() for _ in view.nodes]
    on_edges: dict[tuple[int, int], list[str]] = {}
    for edge in view.edges:
        back = (edge.tail, edge.head) if view.directed else (edge.head, edge.tail)
        for u, v in {(edge.tail, edge.head), back}:
            ends[u][v] += 1
            if edge.weight is not None:
                on_edges.setdefault((u, v), []).append(show(edge.weight))
    shown = list(range(len(view.nodes)))
    if len(shown) > MOST_LINES:
        if view.has_token:
            shown = [] if view.token is None else [view.token, *sorted(set(ends[view.token]) - {view.token})]
        shown = shown[:MOST_LINES]
    weighted = any(node.weight is not None for node in view.nodes)
    name = max([len("vertex"), *(len(view.nodes[number].name) for number in shown)])
    weight = max([len("weight"), *(len(_weight(view, number)) for number in shown)])
    head = f"  {'vertex':<{name}}" + (f"  {'weight':>{weight}}" if weighted else "")
    yield f"{head}  {'leads to' if view.directed else 'joined to'}"
    for number in shown:
        mark = HERE if number == view.token else " "
        line = f"{mark} {view.nodes[number].name:<{name}}" + (
            f"  {_weight(view, number):>{weight}}" if weighted else ""
        )
        yield f"{line}  {_neighbours(view, number, ends[number], on_edges)}"
    if len(shown) < len(view.nodes):
        which = "those next to the token" if view.has_token else f"the first {MOST_LINES}"
        yield f"  ... ({len(view.nodes):,} vertices in all; {which} are shown)"
    if not view.has_token:
        return
    yield "  (the token has left the board)" if view.token is None else f"  ({HERE} marks the token)"


def _weight(view: GraphView, number: int) -> str:
    weight = view.nodes[number].weight
    return "" if weight is None else show(weight)


def _neighbours(
    view: GraphView, number: int, ends: Counter[int], on_edges: Mapping[tuple[int, int], Sequence[str]]
) -> str:
    said = []
    for end in sorted(ends)[:MOST_NEIGHBOURS]:
        name = "itself" if end == number else view.nodes[end].name
        weights = on_edges.get((number, end))
        several = f" ({ends[end]} times)" if ends[end] > 1 else ""
        said.append(name + (several if weights is None else f" ({' and '.join(weights)})"))
    if len(ends) > MOST_NEIGHBOURS:
        said.append(f"and {len(ends) - MOST_NEIGHBOURS:,} more")
    return ", ".join(said) or "-"
