"""A position as lines of plain text: rows of counters, or each vertex with its neighbours."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import LimitReached, show
from lastmove.core.language import listed, t, tn
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
PIN = "|"
MOST_PINS, MOST_ROWS = 22, 8
"""Longer rows of pins, or more, are shown as heaps."""


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
            yield f"  {t('part {number}', number=number + 1)}{'' if inner is None else f': {t(title_of(inner))}'}"
            yield from (f"    {line}" for line in _lines(part, inner))
        if not view.parts:
            yield f"  {t('nothing is left')}"
    else:
        yield from (f"  {line}" for line in view.text.splitlines())


def _heaps(view: HeapsView) -> Iterator[str]:
    if view.pins and 0 < sum(map(bool, view.heaps)) <= MOST_ROWS and max(view.heaps) <= MOST_PINS:
        yield from _pins(view)
        return
    if view.rule:
        yield f"  {t('rule: {rule}', rule=view.rule)}"
    if not view.heaps:
        yield f"  {t('no pins are left') if view.pins else t('no heaps')}"
    shown = [number for number, heap in enumerate(view.heaps) if heap or len(view.heaps) <= MOST_LINES]
    width = max((len(show(view.heaps[number])) for number in shown[:MOST_LINES]), default=0)
    largest = max((view.heaps[number] for number in shown[:MOST_LINES]), default=0)
    names = [t("heap {number}", number=number + 1) for number in range(len(view.heaps))]
    wide = max((len(names[number]) for number in shown[:MOST_LINES]), default=0)
    for number in shown[:MOST_LINES]:
        heap = view.heaps[number]
        mark = HERE if number == view.current else " "
        counters = f"  {_counters(heap, largest)}" if heap else ""
        yield f"{mark} {names[number]:<{wide}}  {show(heap):>{width}}{counters}"
    if largest > MOST_COUNTERS:
        yield f"  ({t('to scale: {signs} signs are {tokens} tokens', signs=MOST_COUNTERS, tokens=show(largest))})"
    if len(shown) > MOST_LINES:
        yield f"  {t('... and {count} more heaps that are not empty', count=f'{len(shown) - MOST_LINES:,}')}"
    if view.circular and view.current is not None:
        yield f"  ({t('{mark} marks the current heap; after the last heap comes heap 1', mark=HERE)})"


def _pins(view: HeapsView) -> Iterator[str]:
    """Rows of pins with their numbers, as moves name them."""
    width = 3 if max(view.heaps) > 9 else 2
    labels = ["" if len(view.heaps) == 1 else t("row {number}", number=n + 1) for n in range(len(view.heaps))]
    wide = max(map(len, labels)) + 1
    for label, row in zip(labels, view.heaps, strict=True):
        if row:
            yield f"  {label:<{wide}}{''.join(f'{PIN:>{width}}' for _ in range(row))}"
            yield f"  {'':<{wide}}{''.join(f'{place:>{width}}' for place in range(1, row + 1))}"


def _counters(heap: int, largest: int) -> str:
    """A counter for each token, or a bar to scale where there are too many."""
    return "o" * heap if largest <= MOST_COUNTERS else "=" * max(1, heap * MOST_COUNTERS // largest)


def _drawn(view: GraphView, art: list[str]) -> Iterator[str]:
    """A board that is drawn, and what its signs mean."""
    yield from (f" {line}" for line in art)
    weights = f"{t('vertex:weight')}; " if any(node.weight is not None for node in view.nodes) else ""
    weights = f"{t('the numbers on the lines are weights')}; " if view.has_weighted_edges else weights
    token = t("the token has left the board") if view.token is None else t("the token is in brackets")
    if view.has_token:
        yield f"  ({weights}{token})"


def _graph(view: GraphView) -> Iterator[str]:
    if not view.nodes:
        yield f"  {t('no vertices are left')}"
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
    vertex, heavy = t("vertex"), t("weight")
    name = max([len(vertex), *(len(view.nodes[number].name) for number in shown)])
    weight = max([len(heavy), *(len(_weight(view, number)) for number in shown)])
    head = f"  {vertex:<{name}}" + (f"  {heavy:>{weight}}" if weighted else "")
    yield f"{head}  {t('leads to') if view.directed else t('joined to')}"
    for number in shown:
        mark = HERE if number == view.token else " "
        line = f"{mark} {view.nodes[number].name:<{name}}" + (
            f"  {_weight(view, number):>{weight}}" if weighted else ""
        )
        yield f"{line}  {_neighbours(view, number, ends[number], on_edges)}"
    if len(shown) < len(view.nodes):
        count, most = f"{len(view.nodes):,}", str(MOST_LINES)
        if view.has_token:
            yield f"  ... ({t('{count} vertices in all; those next to the token are shown', count=count)})"
        else:
            yield f"  ... ({t('{count} vertices in all; the first {most} are shown', count=count, most=most)})"
    if view.has_token:
        said = t("the token has left the board") if view.token is None else t("{mark} marks the token", mark=HERE)
        yield f"  ({said})"


def _weight(view: GraphView, number: int) -> str:
    weight = view.nodes[number].weight
    return "" if weight is None else show(weight)


def _neighbours(
    view: GraphView, number: int, ends: Counter[int], on_edges: Mapping[tuple[int, int], Sequence[str]]
) -> str:
    said = []
    for end in sorted(ends)[:MOST_NEIGHBOURS]:
        name = t("itself") if end == number else view.nodes[end].name
        weights = on_edges.get((number, end))
        several = f" ({t('{count} times', count=ends[end])})" if ends[end] > 1 else ""
        said.append(name + (several if weights is None else f" ({listed(list(weights), '{first} and {last}')})"))
    if len(ends) > MOST_NEIGHBOURS:
        said.append(tn(len(ends) - MOST_NEIGHBOURS, "and {count} more", "and {count} more"))
    return ", ".join(said) or "-"
