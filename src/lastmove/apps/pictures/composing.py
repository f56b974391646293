"""A whole picture: the view and its marks, parts of a sum side by side, a caption above and a legend below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.apps.pictures.graphs import graph_items
from lastmove.apps.pictures.heaps import heaps_items, round_view
from lastmove.apps.pictures.legend import legend_items
from lastmove.apps.pictures.scene import Bounds, Box, Group, Label, Scene, bounds, moved, text_width
from lastmove.apps.pictures.styles import STYLES
from lastmove.core.view import GraphView, HeapsView, SumView, TextView

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from lastmove.apps.pictures.marks import Marks
    from lastmove.apps.pictures.scene import Item
    from lastmove.core.view import View

    Layout = Mapping[Hashable, tuple[float, float]]

__all__ = ["compose", "view_items"]

_MARGIN = 20.0
_WIDEST = 1100.0
_NARROWEST = 260.0
_MOST_LINES, _LONGEST_LINE = 40, 100


def compose(
    view: View,
    marks: Marks,
    *,
    title: str,
    caption: str = "",
    note: str = "",
    legend: bool = True,
    layout: Layout | None = None,
) -> Scene:
    """The scene of a view with its marks; ``title`` is read out, ``caption`` and ``note`` are drawn."""
    body = view_items(view, marks, layout)
    box = bounds(body)
    wide = box.right - box.left
    if caption:
        wide = max(wide, min(text_width(caption, STYLES["caption"].size), 640))
    if note or legend:
        wide = max(wide, _NARROWEST)
    items: list[Item] = []
    y = _MARGIN
    for line in _wrapped(caption, wide, STYLES["caption"].size):
        items.append(Label(_MARGIN + wide / 2, y + 9, line, "caption"))
        y += 24
    if caption:
        y += 14
    shift = _MARGIN + (wide - (box.right - box.left)) / 2 - box.left
    items += (moved(item, shift, y - box.top) for item in body)
    y += box.bottom - box.top
    if legend:
        found = legend_items(view, marks, wide)
        if found:
            lower = bounds(found)
            items += (moved(item, _MARGIN, y + 22 - lower.top) for item in found)
            y += 22 + lower.bottom - lower.top
    if note:
        y += 16
        for line in _wrapped(note, wide, STYLES["note"].size):
            items.append(Label(_MARGIN, y + 8, line, "note", "start"))
            y += 19
    return Scene(wide + 2 * _MARGIN, y + _MARGIN, tuple(items), title, " ".join([caption, note]).strip())


def view_items(view: View, marks: Marks, layout: Layout | None = None) -> tuple[Item, ...]:
    """The shapes of a view, anywhere in the plane."""
    if isinstance(view, GraphView):
        return graph_items(view, marks, layout) or (Label(0, 0, "the empty graph", "note"),)
    if isinstance(view, HeapsView):
        return graph_items(*round_view(view, marks)) if view.circular and view.heaps else heaps_items(view, marks)
    if isinstance(view, SumView):
        return _sum_items(view, marks)
    return _text_items(view)


def _sum_items(view: SumView, marks: Marks) -> tuple[Item, ...]:
    """Parts from left to right with a plus between them, in rows if they are many; nested sums in a frame."""
    if not view.parts:
        return (Label(0, 0, "a sum of no parts", "note"),)
    drawn = []
    for number, part in enumerate(view.parts):
        inner = marks.part(number)
        items = view_items(part, inner)
        if isinstance(part, SumView) and len(part.parts) > 1:
            box = bounds(items)
            frame = Box(*_middle(box), box.right - box.left + 24, box.bottom - box.top + 24, 8, "chip")
            items = (frame, *items)
        drawn.append((items, inner.evidence.value))
    rows: list[list[tuple[tuple[Item, ...], int | None, int]]] = [[]]
    wide = 0.0
    for number, (items, value) in enumerate(drawn):
        box = bounds(items)
        if rows[-1] and wide + box.right - box.left + 60 > _WIDEST:
            rows.append([])
            wide = 0.0
        rows[-1].append((items, value, number))
        wide += box.right - box.left + 60
    found: list[Item] = []
    top = 0.0
    for row in rows:
        top = _sum_row(row, top, len(view.parts), found) + 30
    return tuple(found)


def _sum_row(
    row: Sequence[tuple[tuple[Item, ...], int | None, int]], top: float, count: int, found: list[Item]
) -> float:
    """Add one row of parts below ``top``; return where it ends."""
    boxes = [_raised(bounds(items), items) for items, _, _ in row]
    high = max(box.bottom for box in boxes) - min(box.top for box in boxes)
    x, bottom = 0.0, top + high
    line = top - min(box.top for box in boxes)
    for (items, value, number), box in zip(row, boxes, strict=True):
        shapes = tuple(moved(item, x - box.left, line + box.top - bounds(items).top) for item in items)
        wide = box.right - box.left
        if value is not None:
            shapes = (*shapes, Label(x + wide / 2, bottom + 22, f"value {value}", "note"))
        found.append(Group("part", shapes, number, f"part {number}"))
        x += wide
        if number < count - 1:
            found.append(Label(x + 30, line - 26, "+", "plus"))
        x += 60
    return bottom + (30 if any(value is not None for _, value, _ in row) else 0)


def _raised(box: Bounds, items: tuple[Item, ...]) -> Bounds:
    """Heaps stand on the line y = 0; everything else is raised until its middle is a little above it."""
    if any(isinstance(item, Group) and item.kind == "heap" for item in items):
        return box
    shift = -26 - (box.top + box.bottom) / 2
    return Bounds(box.left, box.top + shift, box.right, box.bottom + shift)


def _middle(box: Bounds) -> tuple[float, float]:
    return (box.left + box.right) / 2, (box.top + box.bottom) / 2


def _text_items(view: TextView) -> tuple[Item, ...]:
    lines = view.text.splitlines() or [""]
    if len(lines) > _MOST_LINES:
        lines = [*lines[: _MOST_LINES - 1], "…"]
    shown = [line if len(line) <= _LONGEST_LINE else f"{line[: _LONGEST_LINE - 1]}…" for line in lines]
    return tuple(Label(0, 21 * row, line, "text", "start") for row, line in enumerate(shown))


def _wrapped(text: str, wide: float, size: float) -> list[str]:
    """The lines of a text that is to be about so wide; a word that is wider is a line of its own."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size) <= max(wide, 200):
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
