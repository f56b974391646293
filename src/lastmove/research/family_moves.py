"""Winning moves on members of families, of any length."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.search.part_functions import LOSES

if TYPE_CHECKING:
    from lastmove.research.infinite_families import FamilyAnswer

__all__ = ["winning_move"]


def winning_move(answer: FamilyAnswer, n: int, start: int) -> dict[str, object] | None:
    """A winning move, as JSON, from a start that wins; None where the player wins by having none."""
    if n < answer.growth.least:
        from lastmove.engine.solve import solve

        return solve(answer.board(n).at(start), play=answer.play).to_json()["move"]  # type: ignore[return-value]
    column, place = answer.columns.place(n, start)
    composition, children, window, first = answer.growth.around(n, column)
    inside = {-1: -1, n: window.columns}.get(column, column - first)
    v = window.vertex(inside, place)
    core, state = composition.core, composition.core.start
    for after, w in core.steps(state, v):
        if (composition.types.stuck if w is None else composition.token(after, children, w)) == LOSES:
            to = None if w is None else _vertex(answer, n, window, first, w)
            return _move(answer, to, after, v, w)
    for after, child, port in core.enters(state, v):
        ways = composition.types.parts[children[child]][port] or ()
        for number, g in enumerate(ways):
            if composition.inside(child, g, after, children) == LOSES:
                to = _beyond(answer, n, window, first, child, port)
                return _move(answer, to, after, v, None, number)
    return None


def _move(answer: FamilyAnswer, to: int | None, after: Any, v: int, w: int | None, way: int = 0) -> dict[str, object]:
    if answer.game == "nimg-rm":
        return {"remaining": after[v], "to": to}
    if answer.game == "nimg-mr":
        return {"to": to, "remaining": way if w is None else after[w]}
    return {"to": to}


def _vertex(answer: FamilyAnswer, n: int, window: Any, first: int, w: int) -> int:
    """The vertex of the board that is vertex w of the core."""
    family = answer.columns
    columns: int = window.columns
    column, place = divmod(w, family.places)
    if column < columns:
        return family.vertex(n, (first + column) % n, place)
    rest = w - columns * family.places
    left = family.left.n if window.caps[0] else 0
    return family.places * n + (rest if rest < left else family.left.n + rest - left)


def _beyond(answer: FamilyAnswer, n: int, window: Any, first: int, child: int, port: int) -> int:
    """The vertex of the board that is, or stands behind, a port of a child of the core."""
    family, strip = answer.columns, window.strip
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


def _mirror_keys(strip: Any) -> Any:
    from lastmove.games.strips import Strip

    return Strip(strip.columns.mirrored(), strip.game, strip.types, strip.weights).right_keys()
