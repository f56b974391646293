"""Where vertices stand on a page: places in pixels, as JSON and as the layout of a picture."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, show_json
from lastmove.core.showing import in_time
from lastmove.core.view import SumView, view_of
from lastmove.pictures.marks import Marks
from lastmove.pictures.places import InPixels, NodePlaces
from lastmove.web.wire import as_graph

if TYPE_CHECKING:
    from lastmove.core.problem import Problem
    from lastmove.core.view import GraphView, View

    Places = dict[str, list[float]] | list["Places"] | None

__all__ = ["first_places", "layout_of", "places_of_view"]

MOST_PIXELS = 1e6
_ROOM = 1.3
"""How much farther apart weighted vertices are put: what a move leaves is written on its edge."""


def layout_of(view: View, given: object, path: str = "places") -> Any:
    """A layout in pixels for a view: the places that were given, and others for vertices that have none.

    ``given`` is an object from the name of each vertex to [x, y], or ``None``; for a sum, an array with one of these
    for every part. Places of vertices that are not there any more are kept out.
    """
    if isinstance(view, SumView):
        if given is not None and not isinstance(given, list):
            raise InputError(path, f"{show_json(given)}; accepted: an array with the places of each part")
        parts = [*(given or ()), *[None] * len(view.parts)]
        return [layout_of(part, parts[number], f"{path}[{number}]") for number, part in enumerate(view.parts)]
    if given is not None and not isinstance(given, Mapping):
        raise InputError(path, f"{show_json(given)}; accepted: an object from each vertex to [x, y]")
    graph = as_graph(view)
    if graph is None:
        return None
    known = given or {}
    found = InPixels()
    for node in graph.nodes:
        if str(node.key) in known:
            found[node.key] = _point(known[str(node.key)], f"{path}[{show_json(str(node.key))}]")
    missing = [node.key for node in graph.nodes if node.key not in found]
    if not found:
        places = in_time(lambda: _laid_out(graph)) or _laid_out(graph, plainly=True)
        return InPixels(zip((node.key for node in graph.nodes), places, strict=True))
    lowest, left = max(y for _, y in found.values()), min(x for x, _ in found.values())
    for number, key in enumerate(missing):  # in rows below the others
        found[key] = (left + 90.0 * (number % 8), lowest + 90.0 * (1 + number // 8))
    return found


@lru_cache(maxsize=256)
def _laid_out(graph: GraphView, *, plainly: bool = False) -> tuple[tuple[float, float], ...]:
    """Places that the picture would choose; remembered, for a page looks at a board many times."""
    spots = NodePlaces(graph, Marks(), None, plainly=plainly).spots
    room = _ROOM if any(node.weight is not None for node in graph.nodes) else 1.0
    return tuple((spot.x * room, spot.y * room) for spot in spots)


def places_of_view(view: View, layout: Any) -> Places:
    """A layout as JSON: what ``places`` takes."""
    if isinstance(view, SumView):
        return [places_of_view(part, inner) for part, inner in zip(view.parts, layout, strict=True)]
    if layout is None:
        return None
    return {str(key): [round(x, 1), round(y, 1)] for key, (x, y) in layout.items()}


def _point(value: object, path: str) -> tuple[float, float]:
    if isinstance(value, list) and len(value) == 2:
        numbers = [v for v in value if isinstance(v, int | float) and not isinstance(v, bool) and abs(v) <= MOST_PIXELS]
        if len(numbers) == 2:
            return float(numbers[0]), float(numbers[1])
    raise InputError(path, f"{show_json(value)}; accepted: [x, y] in pixels, at most {MOST_PIXELS:,.0f}")


def first_places(problem: Problem) -> Places:
    """Where the vertices of a new position go."""
    view = view_of(problem.position)
    return places_of_view(view, layout_of(view, None))
