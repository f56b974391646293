"""The legend: a line for each kind of mark that the picture has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.play import Outcome
from lastmove.core.view import GraphView, HeapsView, SumView
from lastmove.pictures.curves import arrow_tip
from lastmove.pictures.scene import Box, Curve, Disc, Group, Label, text_width

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.core.view import MoveView, View
    from lastmove.pictures.marks import Evidence, Marks
    from lastmove.pictures.scene import Item

__all__ = ["legend_entries", "legend_items"]

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
        yield "token", "token"
    if any(shape.current is not None for shape in shapes if isinstance(shape, HeapsView)):
        yield "token", "current heap"
    if Outcome.N in outcomes or "N" in letters:
        yield "N", "the player to move wins"
    if Outcome.P in outcomes or "P" in letters:
        yield "P", "the player to move loses"
    if Outcome.UNKNOWN in outcomes:
        yield "?", "unknown"
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
        if turning or (_inner(shown.move).to is not None and not rings):
            ways.setdefault(_way(shown.move), set()).add(shown.outcome)
    kinds = {_kind(values) for values in ways.values()}
    if "win" in kinds:
        yield "win", "winning move"
    if "lose" in kinds:
        yield "lose", "losing move"
    if "unknown" in kinds:
        yield "unknown", "move of unknown value"
    if "legal" in kinds:
        yield "legal", "legal move"
    if any(shown.outcome is Outcome.P and _inner(shown.move).lowers is not None for shown in marks.moves):
        yield "leaves", "what a winning move leaves"


def _kind(values: set[Outcome | None]) -> str:
    if Outcome.P in values:
        return "win"
    return "unknown" if Outcome.UNKNOWN in values else "lose" if Outcome.N in values else "legal"


def _inner(move: MoveView) -> MoveView:
    return move if move.inner is None else _inner(move.inner)


def _way(move: MoveView) -> tuple[object, ...]:
    """Where a move goes; moves that go the same way are drawn as one."""
    return (move.part, move.to, move.edge) if move.inner is None else (move.part, *_way(move.inner))


def _flat(view: View) -> list[View]:
    return [shape for part in view.parts for shape in _flat(part)] if isinstance(view, SumView) else [view]


def _evidence(evidence: Evidence) -> Iterator[Evidence]:
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
