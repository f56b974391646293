"""A whole picture: the view and its marks, parts of a sum side by side, a caption above, the meaning of marks below."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.language import t
from lastmove.core.limits import look, watched
from lastmove.core.play import Outcome
from lastmove.core.showing import in_time, is_hurried
from lastmove.core.view import GraphView, HeapsView, SumView, TextView
from lastmove.pictures.cells import cell_items, cells_of
from lastmove.pictures.graphs import graph_items
from lastmove.pictures.heaps import heaps_items, round_view
from lastmove.pictures.layout import graph_layout
from lastmove.pictures.marks import Marks
from lastmove.pictures.places import arrow_tip
from lastmove.pictures.scene import STYLES, Bounds, Box, Curve, Disc, Group, Label, Scene, bounds, moved, text_width

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lastmove.core.view import MoveView, View
    from lastmove.pictures.marks import ShownEvidence
    from lastmove.pictures.scene import Item

    Layout = Mapping[Any, tuple[float, float]] | Sequence["Layout | None"]
    """Points by key; for a sum, a layout for each part that has one."""

_ROW = 26.0
_COLUMN = 20.0
_SYMBOL = 46.0


def legend_items(view: View, marks: Marks, wide: float) -> tuple[Item, ...]:
    """Symbols with their meaning, in rows of this width from (0, 0); nothing where nothing is marked."""
    found: list[Item] = []
    x, y = 0.0, 0.0
    for kind, text in _entries(view, marks):
        need = _SYMBOL + text_width(text, 14)
        if x and x + need > wide:
            x, y = 0.0, y + _ROW
        found.append(Group("key", (*_symbol(kind, x, y), Label(x + _SYMBOL, y, text, "note", "start"))))
        x += need + _COLUMN
    return tuple(found)


def legend_entries(view: View, marks: Marks) -> Iterator[tuple[str, str, tuple[Item, ...]]]:
    """The same one by one, for those who arrange it themselves: the mark, its meaning, and its symbol round (20, 0)."""
    for kind, text in _entries(view, marks):
        yield kind, text, _symbol(kind, 0.0, 0.0)


def _entries(view: View, marks: Marks) -> Iterator[tuple[str, str]]:
    shapes = _flat(view)
    outcomes = {*marks.outcomes.values()}
    letters = {letter for evidence in _evidence(marks.evidence) for letter in evidence.labels.values()}
    if any(shape.token is not None for shape in shapes if isinstance(shape, GraphView)):
        yield "token", t("token")
    if any(shape.current is not None for shape in shapes if isinstance(shape, HeapsView)):
        yield "token", t("current heap")
    if Outcome.N in outcomes or "N" in letters:
        yield "N", t("the player to move wins")
    if Outcome.P in outcomes or "P" in letters:
        yield "P", t("the player to move loses")
    if Outcome.UNKNOWN in outcomes:
        yield "?", t("unknown")
    yield from _moves(shapes, marks)
    listed: set[str] = set()
    for evidence in _evidence(marks.evidence):
        for kind, text in evidence.legend:
            if kind not in listed:
                listed.add(kind)
                yield kind, text


def _moves(shapes: list[View], marks: Marks) -> Iterator[tuple[str, str]]:
    rings = [shape for shape in shapes if isinstance(shape, HeapsView) and shape.circular]
    turning = any(len(ring.heaps) > 1 for ring in rings)  # a heap alone in its circle has no arrow
    if not rings and not any(isinstance(shape, GraphView) for shape in shapes):
        return
    ways: dict[tuple[object, ...], set[Outcome | None]] = {}
    for shown in marks.moves:
        inner = _inner(shown.move)
        if turning or inner.chooses or (inner.to is not None and not rings):
            ways.setdefault(_way(shown.move), set()).add(shown.outcome)
    kinds = {_kind(values) for values in ways.values()}
    if "win" in kinds:
        yield "win", t("winning move")
    if "lose" in kinds:
        yield "lose", t("losing move")
    if "unknown" in kinds:
        yield "unknown", t("move of unknown value")
    if "legal" in kinds:
        yield "legal", t("legal move")
    winning = [_inner(shown.move) for shown in marks.moves if shown.outcome is Outcome.P]
    if any(move.lowers is not None or move.leaves for move in winning):
        yield "leaves", t("what a winning move leaves")


def _kind(values: set[Outcome | None]) -> str:
    if Outcome.P in values:
        return "win"
    return "unknown" if Outcome.UNKNOWN in values else "lose" if Outcome.N in values else "legal"


def _inner(move: MoveView) -> MoveView:
    return move if move.inner is None else _inner(move.inner)


def _way(move: MoveView) -> tuple[object, ...]:
    """Where a move goes; moves that go the same way are drawn as one."""
    return (move.part, move.to, move.edge, move.chooses) if move.inner is None else (move.part, *_way(move.inner))


def _flat(view: View) -> list[View]:
    return [shape for part in view.parts for shape in _flat(part)] if isinstance(view, SumView) else [view]


def _evidence(evidence: ShownEvidence) -> Iterator[ShownEvidence]:
    yield evidence
    for part in evidence.parts:
        yield from _evidence(part)


def _symbol(kind: str, x: float, y: float) -> tuple[Item, ...]:
    middle = x + 19
    if kind == "token":
        return Disc(middle, y, 6, "node"), Disc(middle, y, 10, "token")
    if kind == "N":
        return Disc(middle, y, 10, "badge-n"), Label(middle, y, "N", "badge-text")
    if kind in ("P", "?"):
        style = "badge-p" if kind == "P" else "badge-unknown"
        return Box(middle, y, 19, 19, 3, style), Label(middle, y, kind, "badge-text")
    if kind in ("win", "lose", "unknown", "legal"):
        line = ((x, y), (x + 13.0, y), (x + 26.0, y), (x + 39.0, y))
        short, tip = arrow_tip(line, 13)
        return Curve(short, f"edge-{kind}", bent=True), Curve(tip, f"tip-{kind}", closed=True)
    if kind == "leaves":
        return Box(middle, y, 26, 20, 6, "chip-win"), Label(middle, y, "0", "chip-text")
    if kind == "matched":
        return Curve(((x + 6, y), (x + 33, y)), "band"), Curve(((x + 2, y), (x + 37, y)), "edge")
    if kind == "faded":
        return (Disc(middle, y, 9, "node-faded"),)
    if kind == "lost":
        return (Curve(((middle + 8, y), (middle - 6, y - 6), (middle - 6, y + 6)), "tag", closed=True),)
    return Box(middle, y, 22, 20, 3, "tag"), Label(middle, y, kind, "tag-text")


_MARGIN = 20.0
_WIDEST = 1100.0
_SPACE = 60.0
_NARROWEST = 260.0
_MOST_LINES, _LONGEST_LINE = 40, 100
HURRIED = "Drawn plainly: a good place for everything would have taken longer than the limits allow."


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
    if is_hurried():
        note = f"{note} {HURRIED}".strip()
    keys = (lambda wide: legend_items(view, marks, wide)) if legend else None
    return _framed(body, keys, title, caption, note)


def compose_line(
    views: Sequence[View], texts: Sequence[str], *, title: str, caption: str, layout: Layout | None
) -> Scene:
    """Views one after the other, with a text below each; the nodes of graphs stay where they are in the first."""
    first = views[0]
    if layout is None and isinstance(first, GraphView):
        places = in_time(lambda: graph_layout(first)) or graph_layout(first, plainly=True)
        layout = {node.key: place for node, place in zip(first.nodes, places, strict=True)}
    panels = [
        Panel("step", view_items(view, Marks(), layout), _step_lines(text), text)
        for view, text in zip(views, texts, strict=True)
    ]
    return _framed(side_by_side(panels, "→"), None, title, caption, HURRIED if is_hurried() else "")


def _step_lines(text: str) -> tuple[str, ...]:
    """What is said below a step: a line for what is done first, one for what is done next."""
    first, comma, then = text.partition(", ")
    return tuple(line for part in (first + comma.strip(), then) for line in _wrapped(part, 230, STYLES["note"].size))


def _framed(
    body: tuple[Item, ...],
    keys: Callable[[float], tuple[Item, ...]] | None,
    title: str,
    caption: str,
    note: str,
) -> Scene:
    """Caption, body, legend and note, one below the other."""
    box = bounds(body)
    look()
    wide = box.right - box.left
    if caption:
        wide = max(wide, min(text_width(caption, STYLES["caption"].size), 640))
    if note or keys is not None:
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
    if keys is not None:
        found = keys(wide)
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
    points, parts = (layout, ()) if isinstance(layout, Mapping) else (None, layout or ())
    if isinstance(view, GraphView):
        if points is None and (cells := cells_of(view)) is not None:
            return cell_items(view, cells, marks)
        return graph_items(view, marks, points) or (Label(0, 0, t("the empty graph"), "note"),)
    if isinstance(view, HeapsView):
        round_ = view.circular and view.heaps
        return graph_items(*round_view(view, marks), points) if round_ else heaps_items(view, marks)
    if isinstance(view, SumView):
        return _sum_items(view, marks, parts)
    return _text_items(view)


def _sum_items(view: SumView, marks: Marks, layouts: Sequence[Layout | None]) -> tuple[Item, ...]:
    """Parts from left to right with a plus between them; nested sums in a frame."""
    if not view.parts:
        return (Label(0, 0, t("a sum of no parts"), "note"),)
    panels = []
    for number, part in enumerate(watched(view.parts, 1)):
        inner = marks.part(number)
        items = view_items(part, inner, layouts[number] if number < len(layouts) else None)
        if isinstance(part, SumView) and len(part.parts) > 1:
            box = bounds(items)
            frame = Box(*_middle(box), box.right - box.left + 24, box.bottom - box.top + 24, 8, "chip")
            items = (frame, *items)
        value = inner.evidence.value
        below = () if value is None else (t("value {value}", value=value),)
        panels.append(Panel("part", items, below, f"part {number + 1}"))
    return side_by_side(panels, "+")


class Panel(NamedTuple):
    """One of several things side by side, with lines of text below it."""

    kind: str
    items: tuple[Item, ...]
    below: tuple[str, ...]
    title: str


def side_by_side(panels: Sequence[Panel], between: str) -> tuple[Item, ...]:
    """Pieces from left to right with a sign between them, in rows if they are many."""
    rows: list[list[int]] = [[]]
    wide = 0.0
    for number, panel in enumerate(panels):
        need = _width(panel) + _SPACE
        if rows[-1] and wide + need > _WIDEST:
            rows.append([])
            wide = 0.0
        rows[-1].append(number)
        wide += need
    found: list[Item] = []
    top = 0.0
    for row in rows:
        top = _add_row(panels, row, top, between, found) + 34
    return tuple(found)


def _width(panel: Panel) -> float:
    box = bounds(panel.items)
    return max([box.right - box.left, *(text_width(line, STYLES["note"].size) for line in panel.below)])


def _add_row(panels: Sequence[Panel], row: Sequence[int], top: float, between: str, found: list[Item]) -> float:
    """Add a row of panels below ``top``; return where it ends."""
    boxes = [_raised(bounds(panels[number].items), panels[number].items) for number in row]
    line = top - min(box.top for box in boxes)
    bottom = line + max(box.bottom for box in boxes)
    x = 0.0
    for number, box in zip(row, boxes, strict=True):
        panel = panels[number]
        wide, here = _width(panel), bounds(panel.items)
        left = x + (wide - (box.right - box.left)) / 2
        shapes = [moved(item, left - here.left, line + box.top - here.top) for item in panel.items]
        shapes += (Label(x + wide / 2, bottom + 22 + 18 * i, text, "note") for i, text in enumerate(panel.below))
        found.append(Group(panel.kind, tuple(shapes), number, panel.title))
        x += wide
        if number < len(panels) - 1:
            found.append(Label(x + _SPACE / 2, line - 26, between, "plus"))
        x += _SPACE
    return bottom + max((12 + 18 * len(panels[number].below) for number in row if panels[number].below), default=0)


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
    """The lines of a text that is to be about so wide; a word that is much wider is broken."""
    lines: list[str] = []
    left = 0.0
    whole = text.split()
    for word in (each[at : at + _LONGEST_LINE] for each in whole for at in range(0, len(each), _LONGEST_LINE)):
        look()
        need = text_width(f" {word}", size)
        if lines and need <= left + 1e-6:
            lines[-1] += f" {word}"
            left -= need
        else:
            lines.append(word)
            left = max(wide, 200) - text_width(word, size)
    return lines
