"""A family of one's own that grows by columns, as a JSON object."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, show
from lastmove.families.columns import NO_CAP, Cap, Columns, Link, columns
from lastmove.graphs.families import FAMILIES
from lastmove.graphs.parameters import integer

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["any_columns", "columns_from_json", "columns_to_json"]

_FIELDS = ("column", "edges", "links", "ring", "directed", "least", "name", "left", "right", "by_rows", "spine")
_MOST_PLACES = 60
_LONGEST_NAME = 60
_PLAIN = re.compile(rf"[A-Za-z][A-Za-z0-9 _-]{{0,{_LONGEST_NAME - 1}}}")
_ALIKE = str.maketrans("01345i", "oleasl")


def any_columns(spec: str | Columns | Mapping[str, object]) -> Columns:
    """The family of a text such as ``grid:4xn``, of an object, or as it is; an InputError for a name of another."""
    if isinstance(spec, str):
        return columns(spec)
    return _named(spec) if isinstance(spec, Columns) else columns_from_json(spec)


def columns_from_json(raw: Mapping[str, object]) -> Columns:
    """The family that an object describes.

    ``column`` is the number of vertices of a column, ``edges`` the pairs of places joined in it, ``links`` the pairs
    (place, place of the next column) or triples with a length; ``ring`` says whether it closes; ``left`` and ``right``
    are caps, objects with ``n``, ``edges`` and ``links`` (pairs of a cap vertex and a place).

    >>> columns_from_json({"column": 2, "edges": [[0, 1]], "links": [[0, 0], [1, 1]]}).board(3).m
    7
    """
    if not hasattr(raw, "get"):
        raise InputError("family", f"{show(raw)}; accepted: a text such as 'grid:4xn', or an object")
    for field in raw:
        if field not in _FIELDS:
            raise InputError("family", f"unknown field {show(field)}; accepted: {', '.join(_FIELDS)}")
    places = integer("column", raw.get("column"), 1, _MOST_PLACES)  # type: ignore[arg-type]
    directed, closed = _truth(raw, "directed"), _truth(raw, "ring")
    edges = tuple(_pair(pair, "edges", places, places) for pair in _array(raw.get("edges", ()), "edges"))
    links = tuple(_link(item, places, directed=directed) for item in _array(raw.get("links", ()), "links"))
    caps = [_cap(raw.get(name), name, places) for name in ("left", "right")]
    if caps != [NO_CAP, NO_CAP] and (closed or directed):
        raise InputError("left" if caps[0].n else "right", "caps go with open strips of undirected graphs only")
    reach = max((link.length for link in links), default=1)
    least = integer("least", raw.get("least", 2 * reach + 1 if closed else 1), reach + 1 if closed else 1)  # type: ignore[arg-type]
    name: object = raw.get("name", "own")
    if not isinstance(name, str):
        raise InputError("name", f"{show(name)}; accepted: a text")
    spine = integer("spine", raw.get("spine", 0), 0, places)  # type: ignore[arg-type]
    by_rows = _truth(raw, "by_rows")
    return _named(Columns(name, places, edges, links, closed, directed, least, by_rows, spine, caps[0], caps[1]))


def _named(made: Columns) -> Columns:
    """The family of a name that ``columns`` knows, whose boards are those of that name; others stay as they are.

    Raises
    ------
    InputError
        If the name is that of a family with other columns, or looks like one: a name of its own is plain text, and no
        word of it begins or ends with the name of a family. So nobody takes it for ``complete:n``, or for
        ``grid:5xn`` with another x.
    """
    try:
        known = columns(made.name)
    except InputError:
        _check_own(made.name)
        return made
    if known != made:
        raise InputError("name", f"{show(made.name)} names a family with other columns; accepted: a name of its own")
    return known


def _check_own(name: str) -> None:
    if not _PLAIN.fullmatch(name):
        accepted = f"a letter, then letters, digits, spaces, - and _ of ASCII, {_LONGEST_NAME} in all at most"
        raise InputError("name", f"{show(name)}; accepted: a family that grows, or a name of its own: {accepted}")
    words = [_bare(word) for word in (*re.split("[ _-]+", name), name)]
    for family in FAMILIES:
        if any(word.startswith(_bare(family)) or word.endswith(_bare(family)) for word in words):
            raise InputError("name", f"{show(name)} looks like the family {family}; accepted: a name of its own")


def _bare(word: str) -> str:
    """The letters of a word, small, and those that look alike as one.

    >>> _bare("WheeI"), _bare("t0-rus"), _bare("grid") == _bare("gr1d")
    ('wheel', 'torus', True)
    """
    return re.sub("[ _-]", "", word.lower()).translate(_ALIKE).replace("rn", "m").replace("vv", "w")


def columns_to_json(family: Columns) -> dict[str, object]:
    """The object that describes a family."""
    made: dict[str, object] = {
        "name": family.name,
        "column": family.places,
        "edges": [list(pair) for pair in family.edges],
        "links": [_link_to_json(link, directed=family.directed) for link in family.links],
        "ring": family.closed,
        "directed": family.directed,
        "least": family.least,
        "by_rows": family.by_rows,
        "spine": family.spine,
    }
    for name, cap in (("left", family.left), ("right", family.right)):
        if cap.n:
            made[name] = {
                "n": cap.n,
                "edges": [list(pair) for pair in cap.edges],
                "links": [list(p) for p in cap.links],
            }
    return made


def _link_to_json(link: Link, *, directed: bool) -> list[int]:
    if directed and not link.forward:
        return [link.right, link.left, -link.length]
    return [link.left, link.right, link.length]


def _array(value: object, name: str) -> list[object] | tuple[object, ...]:
    if not isinstance(value, list | tuple):
        raise InputError(name, f"{show(value)}; accepted: an array")
    return value


def _truth(raw: Mapping[str, object], name: str) -> bool:
    value = raw.get(name, False)
    if not isinstance(value, bool):
        raise InputError(name, f"{show(value)}; accepted: true, false")
    return value


def _pair(value: object, name: str, first: int, second: int) -> tuple[int, int]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise InputError(name, f"{show(value)}; accepted: pairs of integers")
    return integer(name, value[0], 0, first - 1), integer(name, value[1], 0, second - 1)


def _link(value: object, places: int, *, directed: bool) -> Link:
    if not isinstance(value, list | tuple) or len(value) not in (2, 3):
        raise InputError("links", f"{show(value)}; accepted: pairs of places, or triples with a length")
    u, v = _pair(value[:2], "links", places, places)
    length = value[2] if len(value) == 3 else 1
    if directed and type(length) is int and length < 0:
        return Link(v, u, -integer("links", length, -_MOST_PLACES, -1), forward=False, backward=True)
    return Link(u, v, integer("links", length, 1, _MOST_PLACES), True, not directed)


def _cap(raw: object, name: str, places: int) -> Cap:
    if raw is None:
        return NO_CAP
    if not hasattr(raw, "get") or any(field not in ("n", "edges", "links") for field in raw):  # type: ignore[attr-defined]
        raise InputError(name, f"{show(raw)}; accepted: an object with n, edges and links")
    n = integer(f"{name}.n", raw.get("n"), 1, _MOST_PLACES)
    edges = tuple(_pair(pair, f"{name}.edges", n, n) for pair in _array(raw.get("edges", ()), f"{name}.edges"))
    links = tuple(_pair(pair, f"{name}.links", n, places) for pair in _array(raw.get("links", ()), f"{name}.links"))
    return Cap(n, edges, links)
