"""Graphs as one line of text: nauty's graph6, sparse6 and digraph6.

========  =========  =====================================================  ================================
format    begins     holds                                                  length, for n vertices, m edges
========  =========  =====================================================  ================================
graph6               undirected, no loops, no parallel edges                n(n-1)/12 characters
sparse6   ``:``      undirected, loops and parallel edges welcome           about m log2(n)/5 characters
digraph6  ``&``      directed, loops welcome, no parallel arcs              n²/6 characters
========  =========  =====================================================  ================================

All three write the number of vertices and then a string of bits, six to a character, ``?`` (000000) to ``~``
(111111). The standard library moves the bits (base64 has six to a character too), never a loop over them.

References
----------
B. D. McKay, *Description of graph6, sparse6 and digraph6 encodings*, ``formats.txt`` of nauty.
"""

from __future__ import annotations

from array import array
from binascii import a2b_base64, b2a_base64
from functools import cache
from itertools import compress
from operator import eq
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, show
from lastmove.core.limits import watched
from lastmove.graphs.graph import Graph
from lastmove.graphs.random import most_vertices

if TYPE_CHECKING:
    from collections.abc import Iterator

FORMATS = ("graph6", "sparse6", "digraph6")

_HEADERS = tuple(f">>{kind}<<".encode() for kind in FORMATS)
_STARTS = {b":": "sparse6", b";": "sparse6", b"&": "digraph6"}
_SIX = bytes(range(63, 127))
_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_TO_BASE64 = bytes.maketrans(_SIX, _BASE64)
_FROM_BASE64 = bytes.maketrans(_BASE64, _SIX)
_TRUTH = bytes.maketrans(b"01", b"\0\1")  # for itertools.compress
_STEP = 1 << 16  # characters turned into bits at a time; a multiple of 4, as base64 wants

_MOST_VERTICES = 10_000_000  # a few characters of sparse6 can ask for any number of isolated vertices
_MOST_CHARACTERS = 100_000_000


def decode(text: str | bytes) -> Graph:
    r"""The graph that a line of graph6, sparse6 or digraph6 holds, on the vertices 0..n-1.

    Parameters
    ----------
    text
        One graph. A header such as ``>>graph6<<`` before it and one newline after it are dropped. The first
        character says which format it is: ``:`` sparse6, ``&`` digraph6, anything else graph6. The header
        does not: nauty's own tools may put a digraph under the header of another format.

    Returns
    -------
    Graph
        Its edges in the order of the text. An undirected edge is written (smaller, larger).

    Raises
    ------
    InputError
        With the format as its field: for a character that does not belong, a text too long or too short,
        more than ten million vertices, and incremental sparse6 (``;``), which makes sense only inside a file.

    Examples
    --------
    >>> list(decode("DQc").edges)
    [(0, 2), (1, 3), (0, 4), (3, 4)]
    >>> list(decode(">>sparse6<<:Fa@x^\n").edges)
    [(0, 1), (0, 2), (1, 2), (5, 6)]
    >>> list(decode("&AW").edges)
    [(0, 1), (1, 0)]

    Notes
    -----
    Bits that only fill up the last character are ignored, as nauty does. Time O(length of the text).
    """
    data, start = _line(text)
    kind = _format_at(data, start)
    if data.startswith(b";", start):
        raise InputError(kind, "the text is incremental sparse6 (';'); accepted: a whole graph (':')")
    start += kind != "graph6"
    body = data[start:]
    if body.translate(None, _SIX):
        raise _stranger(kind, text, next(i for i, code in enumerate(body, start) if code not in _SIX))
    n, used = _size(kind, body)
    body = body[used:]
    if kind == "sparse6":
        return _from_sparse6(n, body)
    places = n * n if kind == "digraph6" else n * (n - 1) // 2
    if len(body) != -(-places // 6):
        found = f"{len(body)} characters after the number of vertices, {n}"
        raise InputError(kind, f"{found}; accepted: exactly {-(-places // 6)} for that many vertices")
    if kind == "digraph6":
        tails, heads = _ones(body, n, (n,) * n)
        return Graph.trusted(range(n), tails, heads, directed=True)
    heads, tails = _ones(body, n, range(n))
    return Graph.trusted(range(n), tails, heads)


def format_of(text: str | bytes) -> str:
    """Which of the three formats a line of text is in, by the first character after its header."""
    return _format_at(*_line(text))


def _format_at(data: bytes, start: int) -> str:
    return _STARTS.get(data[start : start + 1], "graph6")


def encode(graph: Graph, format: str = "graph6") -> str:  # noqa: A002 - the word the formats go by
    """The graph as one line of text, without header and newline; names of vertices are lost.

    Parameters
    ----------
    graph
        An undirected graph for graph6 and sparse6, a directed one for digraph6.
    format
        ``"graph6"``, ``"sparse6"`` or ``"digraph6"``.

    Raises
    ------
    InputError
        When the format cannot hold the graph: the message says which edge is in the way and what can hold it.

    Examples
    --------
    >>> encode(Graph(5, [(0, 2), (0, 4), (1, 3), (3, 4)]))
    'DQc'
    >>> encode(Graph("ab", [("a", "b"), ("a", "b"), ("b", "b")]), "sparse6")
    ':A`'

    Notes
    -----
    The text is what nauty's ``copyg`` writes. The order of the edges is lost too: each format has its own.
    """
    if format not in FORMATS:
        raise InputError("format", f"{show(format)} is unknown; accepted: {', '.join(FORMATS)}")
    if graph.directed and format != "digraph6":
        raise InputError(format, "the graph is directed; digraph6 can hold it, unless it has parallel arcs")
    if not graph.directed and format == "digraph6":
        raise InputError(format, "the graph is undirected; graph6 and sparse6 can hold it")
    return _to_sparse6(graph) if format == "sparse6" else _to_matrix(graph, format)


def _line(text: str | bytes) -> tuple[bytes, int]:
    """The text as bytes without its newline, and where the graph begins, after a header if there is one.

    Whatever is not ASCII turns into bytes above 127, which no format accepts; the first of them has the place
    of the character it comes from.
    """
    if isinstance(text, str):
        data = text.encode("utf-8", "surrogatepass")
    elif isinstance(text, bytes):
        data = text
    else:
        raise InputError("graph6", f"{show(text)} is no text; accepted: a line of {', '.join(FORMATS)}")
    data = data.removesuffix(b"\n").removesuffix(b"\r") if data.endswith(b"\n") else data
    start = next((len(header) for header in _HEADERS if data.startswith(header)), 0) if data[:1] == b">" else 0
    if len(data) == start:
        raise InputError("graph6", f"{show(text)} holds no graph; accepted: a line of {', '.join(FORMATS)}")
    return data, start


def _stranger(kind: str, text: str | bytes, place: int) -> InputError:
    found = f"character {place + 1} is {show(text[place : place + 1])}"
    hint = "; one graph at a time: split the lines first" if text[place] in ("\n", 10) else ""
    return InputError(kind, f"{found}; accepted: the characters '?' to '~' (codes 63 to 126){hint}")


def _size(kind: str, body: bytes) -> tuple[int, int]:
    """The number of vertices, and the number of characters that say so."""
    mark, used = (2, 8) if body[:2] == b"~~" else (1, 4) if body[:1] == b"~" else (0, 1)
    if len(body) < used:
        problem = f"the text ends after {len(body)} of the {used} characters for the number of vertices"
        raise InputError(kind, problem)
    n = 0
    for code in body[mark:used]:
        n = 64 * n + code - 63
    if used > 1 and used != len(_size_text(n)):
        # nauty writes the shortest form only, and misreads others
        raise InputError(kind, f"{n} vertices are written {body[:used]!r}; accepted: {_size_text(n)!r}")
    if kind == "sparse6" and n > most_vertices(_MOST_VERTICES):
        raise InputError(kind, f"{n} vertices; accepted: at most {most_vertices(_MOST_VERTICES)}")
    return n, used


def _size_text(n: int) -> str:
    digits, mark = (1, "") if n <= 62 else (3, "~") if n <= 258_047 else (6, "~~")
    return mark + "".join(chr(63 + (n >> 6 * i & 63)) for i in reversed(range(digits)))


def _bits(body: bytes) -> Iterator[str]:
    """The bits of these characters as pieces of a string of 0 and 1."""
    for start in range(0, len(body), _STEP):
        piece = body[start : start + _STEP]
        packed = a2b_base64(piece.translate(_TO_BASE64) + b"A" * (-len(piece) % 4))
        yield f"{int.from_bytes(packed):0{8 * len(packed)}b}"[: 6 * len(piece)]


def _characters(bits: bytes | bytearray) -> str:
    """The characters of a string of 0 and 1, which is filled up with zeros."""
    pieces = []
    for start in range(0, len(bits), 6 * _STEP):
        piece = bits[start : start + 6 * _STEP]
        filled = piece + b"0" * (-len(piece) % 24)
        packed = b2a_base64(int(filled, 2).to_bytes(len(filled) // 8), newline=False)
        pieces.append(packed.translate(_FROM_BASE64)[: -(-len(piece) // 6)])
    return b"".join(pieces).decode("ascii")


def _ones(body: bytes, n: int, widths: range | tuple[int, ...]) -> tuple[array[int], array[int]]:
    """Where the bits are set, laid out in n lines of these widths (at most n): lines, and places in them."""
    flags = b"".join([piece.encode().translate(_TRUTH) for piece in _bits(body)])
    if n <= 64:
        all_lines, all_places = _layout(widths)
        return array("q", list(compress(all_lines, flags))), array("q", list(compress(all_places, flags)))
    lines: list[int] = []
    places: list[int] = []
    end, numbers = 0, tuple(range(n))
    for line, width in enumerate(widths):
        start, end = end, end + width
        flagged = flags[start:end]
        if 1 in flagged:
            places += compress(numbers, flagged)
            lines += [line] * (len(places) - len(lines))
    return array("q", lines), array("q", places)


@cache
def _layout(widths: range | tuple[int, ...]) -> tuple[list[int], list[int]]:
    """The line and the place of every bit, kept: small graphs come by the thousand."""
    cells = [(line, place) for line, width in enumerate(widths) for place in range(width)]
    return [line for line, _ in cells], [place for _, place in cells]


def _to_matrix(graph: Graph, kind: str) -> str:
    n = graph.n
    bits = n * n if graph.directed else n * (n - 1) // 2
    if bits > 6 * _MOST_CHARACTERS:
        other = "" if graph.directed else "; sparse6 can hold it, if it has few edges"
        problem = f"{n} vertices would take {-(-bits // 6)} characters; accepted: at most {_MOST_CHARACTERS}"
        raise InputError(kind, problem + other)
    flags = bytearray(b"0") * bits
    one = ord("1")
    if graph.directed:
        for u, v in watched(graph.ends()):
            flags[u * n + v] = one
    else:
        if any(map(eq, graph.tails, graph.heads)):
            place = next(i for i, (u, v) in enumerate(graph.ends()) if u == v)
            raise InputError(kind, f"{_edge(graph, place)} is a loop; sparse6 can hold it")
        column = [v * (v - 1) // 2 for v in range(n)]
        for u, v in watched(graph.ends()):
            flags[column[v] + u if u < v else column[u] + v] = one
    if flags.count(one) != graph.m:
        raise InputError(kind, _parallel(graph))
    return f"{'&' if graph.directed else ''}{_size_text(n)}{_characters(flags)}"


def _from_sparse6(n: int, body: bytes) -> Graph:
    """Read units of one bit (may step from v to v + 1) and a number x: an edge xv, or a leap of v up to x."""
    width = _width(n)
    bits = "".join(_bits(body))
    step = 1 << width
    tails, heads = array("q"), array("q")
    v = 0
    for start in range(0, len(bits) - width, width + 1):
        x = int(bits[start : start + width + 1], 2)
        if x >= step:
            x -= step
            v += 1
        if x > v:
            v = x
        elif v < n:
            tails.append(x)
            heads.append(v)
        else:
            break
    return Graph.trusted(range(n), tails, heads)


def _to_sparse6(graph: Graph) -> str:
    n = graph.n
    if n > _MOST_VERTICES:
        raise InputError("sparse6", f"{n} vertices; accepted: at most {_MOST_VERTICES}")
    width = _width(n)
    step = 1 << width
    units: list[int] = []
    current = 0
    for v, u in sorted([(u, v) if u > v else (v, u) for u, v in watched(graph.ends())]):
        if v > current + 1:
            units += (step + v, u)
        else:
            units.append(u if v == current else step + u)
        current = v
    bits = "".join(map(f"{{:0{width + 1}b}}".format, units))
    fill = "1" * (-len(bits) % 6)
    if n == step and current == n - 2 and len(fill) > width:
        fill = f"0{fill[1:]}"  # ones alone would read as a loop at n - 1
    return f":{_size_text(n)}{_characters(f'{bits}{fill}'.encode())}"


def _width(n: int) -> int:
    """How many bits sparse6 gives the number of a vertex; none when there is only one vertex."""
    return (n - 1).bit_length() if n else 0


def _parallel(graph: Graph) -> str:
    seen: dict[tuple[int, int], int] = {}
    for place, (u, v) in enumerate(graph.ends()):
        pair = (u, v) if graph.directed or u < v else (v, u)
        first = seen.setdefault(pair, place)
        if first != place:
            remedy = "none of the three formats can hold it" if graph.directed else "sparse6 can hold it"
            return f"{_edge(graph, place)} is parallel to edge {first}; {remedy}"
    raise AssertionError("called on a graph without parallel edges")


def _edge(graph: Graph, place: int) -> str:
    u, v = (graph.vertices[ends[place]] for ends in (graph.tails, graph.heads))
    return f"edge {place}, {show(u)} {'->' if graph.directed else '-'} {show(v)},"
