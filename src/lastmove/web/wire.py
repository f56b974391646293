"""Pictures and views as JSON: what a page renders without knowing a game, a graph or a heap.

The shapes are those of :mod:`lastmove.pictures.scene`. Groups that show something one can point at say what it
is: ``vertex`` and ``name`` for a node, ``heap`` for a heap, ``ends`` for an edge, and ``part``, the way to the part of
a sum that it stands in. Numbers are rounded to a hundredth of a pixel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.errors import printable
from lastmove.core.limits import watched
from lastmove.core.view import GraphView, HeapsView, SumView, TextView
from lastmove.pictures.heaps import round_view
from lastmove.pictures.marks import Marks
from lastmove.pictures.scene import Box, Curve, Disc, Group, bounds

if TYPE_CHECKING:
    from collections.abc import Hashable

    from lastmove.core.view import MoveView, View
    from lastmove.pictures.scene import Item

VERSION = 1
"""Of the format. Fields and kinds of groups may be added to it; anything else makes a new version."""


def scene_to_wire(items: tuple[Item, ...], view: View) -> dict[str, object]:
    """The shapes of a picture of ``view``, the ones below first, and the rectangle that holds them.

    >>> from lastmove.pictures.compose import view_items
    >>> view = GraphView((), ())
    >>> scene_to_wire(view_items(view, Marks()), view)["items"][0]["text"]
    'the empty graph'
    """
    return {
        "version": VERSION,
        "box": [_number(side) for side in bounds(items)],
        "items": [item_to_wire(item, view) for item in watched(items)],
    }


def item_to_wire(item: Item, view: View | None = None, part: tuple[int, ...] = ()) -> dict[str, object]:
    """One shape; ``view`` is what the groups in it show, ``part`` the way to it through sums."""
    if isinstance(item, Group):
        return _group(item, view, part)
    if isinstance(item, Curve):
        points = [[_number(x), _number(y)] for x, y in item.points]
        return {"is": "curve", "points": points, "bent": item.bent, "closed": item.closed, "style": item.style}
    place: dict[str, object] = {"x": _number(item.x), "y": _number(item.y), "style": item.style}
    if isinstance(item, Disc):
        return {"is": "disc", **place, "radius": _number(item.radius)}
    if isinstance(item, Box):
        sides = {"width": _number(item.width), "height": _number(item.height), "round": _number(item.round)}
        return {"is": "box", **place, **sides}
    return {"is": "label", **place, "text": printable(item.text), "anchor": item.anchor}


def _group(group: Group, view: View | None, part: tuple[int, ...]) -> dict[str, object]:
    shown: dict[str, object] = {"is": "group", "kind": group.kind, "title": printable(group.title)}
    inside, way = view, part
    if group.number is not None:
        shown["number"] = group.number
        if isinstance(view, SumView) and group.kind == "part":
            inside, way = view.parts[group.number], (*part, group.number)
        elif view is not None:
            shown |= _meant(group.kind, group.number, view)
    if way:
        shown["part"] = list(way)
    return shown | {"items": [item_to_wire(item, inside, way) for item in watched(group.items)]}


def _meant(kind: str, number: int, view: View) -> dict[str, object]:
    """What a group of this kind and number stands for."""
    if isinstance(view, HeapsView) and kind in ("node", "heap"):
        return {"heap": number}
    if isinstance(view, GraphView) and kind == "node":
        return {"vertex": key_to_wire(view.nodes[number].key), "name": view.nodes[number].name}
    graph = as_graph(view)
    if graph is not None and kind == "edge":
        edge = graph.edges[number]
        return {"ends": [key_to_wire(graph.nodes[end].key) for end in (edge.tail, edge.head)]}
    return {}


def as_graph(view: View) -> GraphView | None:
    """The graph that a view is drawn as, if it is: heaps in a circle are one."""
    if isinstance(view, HeapsView) and view.circular and view.heaps:
        return round_view(view, Marks())[0]
    return view if isinstance(view, GraphView) else None


def view_to_wire(view: View) -> dict[str, object]:
    """What a position looks like, as data."""
    if isinstance(view, GraphView):
        nodes = [
            {"vertex": key_to_wire(node.key), "name": node.name}
            | ({} if node.weight is None else {"weight": node.weight})
            for node in view.nodes
        ]
        edges = [[edge.tail, edge.head] for edge in view.edges]
        found = {"is": "graph", "nodes": nodes, "edges": edges, "directed": view.directed, "token": view.token}
        return found | ({"weights": [edge.weight for edge in view.edges]} if view.has_weighted_edges else {})
    if isinstance(view, HeapsView):
        shape = {"current": view.current, "circular": view.circular, "rule": view.rule}
        pins = {"pins": True} if view.pins else {}
        return {"is": "heaps", "heaps": list(view.heaps), **shape, **pins}
    if isinstance(view, SumView):
        return {"is": "sum", "parts": [view_to_wire(part) for part in view.parts]}
    assert isinstance(view, TextView)
    return {"is": "text", "text": printable(view.text, keep="\n")}


def move_to_wire(move: MoveView, view: View) -> dict[str, object]:
    """What a move does: its text, where the token goes or what it chooses, what is lowered and left, in which part."""
    text, part = printable(move.text), list[int]()
    while move.inner is not None and move.part is not None and isinstance(view, SumView):
        number, move = move.part, move.inner
        part.append(number)
        view = view.parts[number]
    found: dict[str, object] = {"text": text, "to": key_to_wire(move.to), "lowers": key_to_wire(move.lowers)}
    found["leaves"] = list(move.leaves)
    edge = move.edge
    if edge is None and isinstance(view, GraphView) and move.to is not None:
        place = view.place(move.to)
        edge = None if place is None else view.edge_to(place)
        edge = None if edge is not None and edge >= len(view.edges) else edge
    found |= {"chooses": [key_to_wire(key) for key in move.chooses]} if move.chooses else {}
    return found | {"edge": edge} | ({"part": part} if part else {})


def key_to_wire(key: Hashable | None) -> str | int | None:
    """A vertex or the number of a heap as JSON has it."""
    return key if key is None or isinstance(key, str) or type(key) is int else str(key)


def _number(value: float) -> float:
    rounded = round(value, 2)
    return int(rounded) if rounded == int(rounded) else rounded
