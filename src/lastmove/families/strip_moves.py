"""The moves from a vertex of a member of a family, seen from the columns about it: what each is called on the board.

The search asks for winning ones, the checker asks whether one wins; both see the same moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.families.strips import Strip

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lastmove.parts.boards import Option
    from lastmove.parts.cores import Core

__all__ = ["inner_column", "moves_about"]


def inner_column(column: int, first: int, n: int, window: Any) -> int:
    """The column of the core that is this column of the board; -1 and n stand for the caps."""
    if column < 0:
        return -1
    return int(window.columns) if column >= n else column - first


def moves_about(
    strip: Strip, window: Any, core: Core, children: Sequence[int], *, n: int, first: int, v: int
) -> Iterator[tuple[dict[str, object], Option]]:
    """The moves of a token on vertex v of the core, as JSON on the board of n columns, and what each leads to.

    ``first`` is the column of the board that the core begins with. Without a window the core is the whole board.
    """
    for after, w in core.steps(core.start, v):
        to = w if w is None or window is None else _vertex(strip, n, window, first, w)
        left = after[w] if strip.game == "nimg-mr" and w is not None else None
        yield _move(strip.game, to, after, v, left), (after, w, None)
    for after, child, port in core.enters(core.start, v):
        ways: Sequence[Any] = strip.types.parts[children[child]][port] or ()
        for number, way in enumerate(ways):
            to = _beyond(strip, n, window, first, child, port)
            yield _move(strip.game, to, after, v, number), (after, None, (child, way))


def _move(game: str, to: int | None, after: Any, v: int, remaining: int | None) -> dict[str, object]:
    if game == "nimg-rm":
        return {"remaining": after[v], "to": to}
    return {"to": to, "remaining": remaining} if game == "nimg-mr" else {"to": to}


def _vertex(strip: Strip, n: int, window: Any, first: int, w: int) -> int:
    """The vertex of the board that is vertex w of the core."""
    family = strip.columns
    columns: int = window.columns
    column, place = divmod(w, family.places)
    if column < columns:
        return family.vertex(n, (first + column) % n, place)
    rest = w - columns * family.places
    left = family.left.n if window.caps[0] else 0
    return family.places * n + (rest if rest < left else family.left.n + rest - left)


def _beyond(strip: Strip, n: int, window: Any, first: int, child: int, port: int) -> int:
    """The vertex of the board that is, or stands behind, a port of a child of the core."""
    family = strip.columns
    keys = strip.right_keys()
    right = child == 0 and port < len(keys)
    if right:
        key, edge = keys[port], first - 1
    else:
        others = strip.left_keys() if family.closed else _mirror_keys(strip)
        key, edge = others[port - len(keys) if family.closed else port], first + window.columns
    name, distance = key
    if isinstance(name, tuple):
        cap = family.left if right else family.right
        vertex = cap.links[name[1]][0] if strip.by_edges else name[1]
        return int(family.places * n + (0 if right else family.left.n) + vertex)
    place = name
    if strip.by_edges:
        link = family.links[name]
        place = link.left if right else link.right
    return family.vertex(n, (edge - distance if right else edge + distance) % n, place)


def _mirror_keys(strip: Strip) -> Any:
    return Strip(strip.columns.mirrored(), strip.game, strip.types, strip.weights).right_keys()
