"""The picture of heaps: stacks of counters in a row, or nodes on a circle where play goes round."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lastmove.core.errors import show
from lastmove.core.language import t
from lastmove.core.limits import watched
from lastmove.core.play import Outcome
from lastmove.core.view import Edge, GraphView, MoveView, Node
from lastmove.pictures.marks import Marks, ShownMove, ranges
from lastmove.pictures.places import short_name, short_number
from lastmove.pictures.scene import STYLES, Box, Curve, Disc, Group, Label, moved, text_width

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lastmove.core.view import HeapsView
    from lastmove.pictures.scene import Item

MOST_COUNTERS = 12
"""Larger heaps are a bar with a number."""
_HIGH = 21.0
_RADIUS = 14.0
_WIDEST = 1100.0
_FIRST_LINE = 40.0
_LINE = 19.0
_LONGEST_RULE = 100
MOST_PINS = 40
"""Longer rows of pins are drawn as heaps."""
_PIN_ROOM = 26.0


def heaps_items(view: HeapsView, marks: Marks) -> tuple[Item, ...]:
    """The shapes of heaps in a row, or in several if they are many; the first row stands on the line y = 0."""
    if not view.heaps:
        return (Label(0, 0, t("no pins are left") if view.pins else t("no heaps"), "note"),)
    if view.pins and max(view.heaps) <= MOST_PINS:
        return tuple(_rows_of_pins(view, marks))
    columns = [_column(number, size, marks) for number, size in enumerate(watched(view.heaps, 1))]
    if marks.evidence.total:
        columns.append(_total(marks))
    found: list[Item] = []
    x, ground, widest = 0.0, 0.0, 0.0
    for group, wide in columns:
        if x and x + wide > _WIDEST:
            x, ground = 0.0, ground + _tallest(view) + _FIRST_LINE + _LINE * 3 + 20
        found.append(moved(group, x + wide / 2, ground))
        x += wide
        widest = max(widest, x)
    if view.rule:
        found.append(Label(widest / 2, -_tallest(view) - 26, short_name(view.rule, _LONGEST_RULE), "note"))
    return tuple(found)


def _rows_of_pins(view: HeapsView, marks: Marks) -> Iterator[Item]:
    """Rows of pins one below the other, each pin with its number; those that the winning move takes are crossed out."""
    y, several = 0.0, len(view.heaps) > 1
    for number, size in enumerate(view.heaps):
        if not size:
            continue
        down = _knocked_down(number, size, marks)
        shapes: list[Item] = [Label(-_PIN_ROOM, -14, str(number + 1), "inside")] if several else []
        for place in range(size):
            shapes.append(Box(_PIN_ROOM * place, -16, 12, 30, 6, "counter-taken" if place in down else "counter"))
            shapes.append(Label(_PIN_ROOM * place, 12, str(place + 1), "note"))
        lines = [] if marks.named else list(_lines(number, marks))
        shapes += [Label(-8, 32 + _LINE * row, text, style, "start") for row, (style, text) in enumerate(lines)]
        yield moved(Group("heap", tuple(shapes), number, f"row {number + 1}: {show(size)}"), 0, y)
        y += 66 + _LINE * len(lines)


def _knocked_down(number: int, size: int, marks: Marks) -> range:
    """The pins that the one winning move in this row takes, counted from 0."""
    winning = [s.move.leaves for s in marks.moves if s.move.lowers == number and s.outcome is Outcome.P]
    if len(winning) != 1:
        return range(0)
    first = sum(winning[0][:1])
    return range(first, first + size - sum(winning[0]))


def _column(number: int, size: int, marks: Marks) -> tuple[Group, float]:
    """A heap round x = 0, and how wide it is."""
    lines = list(_lines(number, marks))
    wide = max([64.0, text_width(short_number(size), 16) + 40])
    wide = max([wide, *(text_width(text, STYLES[style].size) + 22 for style, text in lines)])
    shapes = tuple(_heap(number, size, 0.0, lines, marks))
    return Group("heap", shapes, number, f"heap {number + 1}: {show(size)}"), wide


def _total(marks: Marks) -> tuple[Group, float]:
    """The nim-sum, in the row of the heaps in binary."""
    total = marks.evidence.total
    row = _FIRST_LINE + _LINE * (len(_lines_of_moves(0, marks)) if marks.moves else 0)
    shapes = (Label(0, row - _LINE, t("nim-sum"), "note"), Label(0, row, total, "digits-total"))
    return Group("total", shapes, None, f"nim-sum {total}"), text_width(total, STYLES["digits-total"].size) + 26


def _tallest(view: HeapsView) -> float:
    return _HIGH * max([1, *(min(size, MOST_COUNTERS) for size in view.heaps)])


def _heap(number: int, size: int, x: float, lines: Sequence[tuple[str, str]], marks: Marks) -> Iterator[Item]:
    left = _winning_rest(number, marks)
    if size > MOST_COUNTERS:
        high = _HIGH * MOST_COUNTERS
        text = short_number(size)
        yield Box(x, -high / 2 - 3, max(2 * _RADIUS + 6, text_width(text, 16) + 16), high, 8, "counter")
        yield Label(x, -high / 2 - 3, text, "counter-text")
    else:
        for place in range(size):
            taken = left is not None and place >= left
            yield Disc(x, -_HIGH * (place + 0.5) - 3, _HIGH / 2 - 1.2, "counter-taken" if taken else "counter")
    yield Curve(((x - 22, 0.0), (x + 22, 0.0)), "ground")
    yield Label(x, 17, short_number(size), "inside")
    for row, (style, text) in enumerate(lines):
        yield Label(x, _FIRST_LINE + _LINE * row, text, style)


def _winning_rest(number: int, marks: Marks) -> int | None:
    """What the one winning move in this heap leaves of it, where there is one and it leaves a single heap."""
    winning = [s.move for s in marks.moves if s.move.lowers == number and s.outcome is Outcome.P]
    return sum(winning[0].leaves) if len(winning) == 1 and len(winning[0].leaves) <= 1 else None


def _lines(number: int, marks: Marks) -> Iterator[tuple[str, str]]:
    """The lines below a heap: its number, or its moves by their value; then what the evidence says of it."""
    if marks.named:
        yield "note", t("heap {number}", number=number + 1)
    elif marks.moves:
        yield from _lines_of_moves(number, marks)
    lines = marks.evidence.lines
    if number < len(lines):
        yield "digits", lines[number]


def _lines_of_moves(number: int, marks: Marks) -> list[tuple[str, str]]:
    """Always the same number of lines, so that what follows stands in one row."""
    here = [shown for shown in marks.moves if shown.move.lowers == number]
    found = []
    for outcome, style, word in ((Outcome.P, "note-win", t("wins:")), (Outcome.N, "note-lose", t("loses:"))):
        if any(shown.outcome is outcome for shown in marks.moves):
            chosen = [shown.move for shown in here if shown.outcome is outcome]
            more = marks.cut and outcome is Outcome.P
            found.append((style, f"{word} {_left(chosen, more=more)}" if chosen else "–"))
    unknown = [shown.move for shown in here if shown.outcome is Outcome.UNKNOWN]
    if any(shown.outcome is Outcome.UNKNOWN for shown in marks.moves):
        found.append(("note", f"{t('unknown')}: {_left(unknown)}" if unknown else "–"))
    return found


def _left(moves: list[MoveView], *, more: bool = False) -> str:
    """What the moves leave, in a few words: numbers, or sums where heaps are split."""
    if all(len(move.leaves) <= 1 for move in moves):
        return ranges([sum(move.leaves) for move in moves], more=more)
    words = ["+".join(map(short_number, move.leaves)) or "0" for move in moves]
    return ", ".join(words if len(words) <= 4 else [*words[:3], "…"])


def round_view(view: HeapsView, marks: Marks) -> tuple[GraphView, Marks]:
    """Heaps in a circle as the directed circuit they are: the size of a heap is the weight of its node."""
    count = len(view.heaps)
    nodes = tuple(Node(number, str(number + 1), size) for number, size in enumerate(view.heaps))
    edges = tuple(Edge(number, (number + 1) % count) for number in range(count)) if count > 1 else ()
    moves = tuple(
        ShownMove(
            MoveView(
                s.move.text,
                to=s.move.to,
                edge=view.current if edges else None,
                lowers=s.move.lowers,
                leaves=s.move.leaves,
            ),
            s.outcome,
        )
        for s in marks.moves
    )
    empty = frozenset(number for number, size in enumerate(view.heaps) if not size)
    evidence = replace(marks.evidence, faded=marks.evidence.faded | empty)
    return GraphView(nodes, edges, directed=True, token=view.current), Marks(marks.outcomes, moves, evidence, marks.cut)
