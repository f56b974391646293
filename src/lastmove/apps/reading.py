"""Files in: every accepted format becomes a stream of position objects, one bad line at a time."""

from __future__ import annotations

import json
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

from lastmove.apps.input_files import ShortInput, open_input
from lastmove.core.errors import InputError, show
from lastmove.core.json_text import is_plain_json, loads
from lastmove.core.optional import is_there
from lastmove.formulas.qdimacs import BadLine, is_qdimacs
from lastmove.games.graph_fields import READ_ELSEWHERE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lastmove.graphs.graph import Graph

__all__ = ["FORMATS", "Record", "open_input", "read_records"]

FORMATS = ("auto", "json", "graph6", "edgelist", "graphml", "qdimacs")
_SUFFIXES = {
    ".g6": "graph6",
    ".s6": "graph6",
    ".d6": "graph6",
    ".edges": "edgelist",
    ".edgelist": "edgelist",
    ".graphml": "graphml",
    ".json": "json",
    ".jsonl": "json",
    ".qdimacs": "qdimacs",
    ".qcnf": "qdimacs",
    ".cnf": "qdimacs",
}


class Record(NamedTuple):
    """One thing to answer: a position object, or what is wrong with it.

    ``place`` says where it stands: ``{"line": 3}`` in JSON Lines, ``{"item": 3}`` in a JSON array. ``source`` is the
    graph as a line of a file of the graph6 family has it: ``{"graph6": "Dhc"}``.
    """

    content: dict[str, object] | InputError
    place: dict[str, int]
    source: dict[str, str] = {}

    def asker(self) -> dict[str, object]:
        """The ``id`` to echo in the answer, as a field; nothing where there is none that can be written."""
        asker = self.content.get("id") if isinstance(self.content, dict) else None
        return {"id": asker} if asker is not None and is_plain_json(asker) else {}


def read_records(
    stream: IO[bytes],
    format_: str,
    *,
    name: str = "-",
    game: str | None = None,
    directed: bool = False,
    formulas: bool = False,
) -> Iterator[Record]:
    """Every record of a file, in order and lazily.

    Parameters
    ----------
    stream
        The bytes.
    format_
        One of FORMATS; ``auto`` goes by the file's suffix, then by its first characters.
    name
        The file's name, for its suffix.
    game
        The game asked for on the command line; without one, everything is taken for JSON.
    directed
        Whether the lines of an edge list are arcs.
    formulas
        Whether a formula is taken too; otherwise it is an error.
    """
    if isinstance(stream, ShortInput):
        yield Record(stream.content, {"line": 1})
        return
    counted = _Counted(stream)
    try:
        yield from _records(counted, stream, format_, name=name, game=game, directed=directed, formulas=formulas)
    except InputError as error:  # the bytes cannot be had; what came before has been answered
        yield Record(error, {"line": counted.number + 1})


class _Counted:
    """The lines of a stream, and how many have been read."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._lines = iter(stream)
        self.number = 0

    def __iter__(self) -> _Counted:
        return self

    def __next__(self) -> bytes:
        line = next(self._lines)
        self.number += 1
        return line


def _records(
    counted: _Counted, stream: IO[bytes], format_: str, *, name: str, game: str | None, directed: bool, formulas: bool
) -> Iterator[Record]:
    first, lines = _first_line(counted)
    if format_ == "auto" and first[:1] in (b"c", b"p"):  # a comment or the header of a formula, or some edge
        whole = b"".join(lines)
        format_ = "qdimacs" if is_qdimacs(whole) else format_
        stream = BytesIO(whole)
        first, lines = _first_line(stream)
    if format_ == "auto":
        suffix = Path(name.lower().removesuffix(".gz")).suffix
        format_ = _SUFFIXES.get(suffix, "") or _guess(first, game)
    if format_ == "json":
        yield from _nonempty(_json_records(lines))
    elif format_ == "graph6":
        yield from _nonempty(_graph6_records(lines))
    elif format_ == "edgelist":
        yield _whole(lambda: _edge_list(_rest(lines, stream), directed=directed))
    elif format_ == "qdimacs":
        yield _formula_record(b"".join(lines), taken=formulas)
    else:
        yield _whole(lambda: _graphml(b"".join(lines)))


def _first_line(lines: Iterable[bytes]) -> tuple[bytes, Iterable[bytes]]:
    """The first line that is not blank, and all lines again, a byte order mark dropped."""
    iterator = iter(lines)
    seen: list[bytes] = []
    for line in iterator:
        seen.append(line if seen else line.removeprefix(b"\xef\xbb\xbf"))
        if seen[-1].strip():
            break
    return (seen[-1] if seen else b""), chain(seen, iterator)


def _rest(lines: Iterable[bytes], stream: IO[bytes]) -> bytes:
    """All of it as one text, when only the lines up to the first full one have been read."""
    begun: list[bytes] = []
    for line in lines:
        begun.append(line)
        if line.strip():
            break
    return b"".join(begun) + stream.read()


def _guess(first: bytes, game: str | None) -> str:
    first = first.strip()
    if first[:1] in (b":", b"&") or first.startswith((b">>graph6<<", b">>sparse6<<", b">>digraph6<<")):
        return "graph6"
    if first.startswith(b"<"):
        return "graphml"
    if game is None or first[:1] in (b"{", b"[", b""):
        return "json"
    return "edgelist" if first.startswith(b"#") or len(first.split()) > 1 else "graph6"


def _nonempty(records: Iterator[Record]) -> Iterator[Record]:
    record = next(records, None)
    if record is None:
        yield Record(InputError("input", "it is empty; accepted: positions, one JSON object a line"), {"line": 1})
        return
    yield record
    yield from records


def _json_records(lines: Iterable[bytes]) -> Iterator[Record]:
    """One array, one object over several lines, or JSON Lines: told apart by the first line."""
    first, lines = _first_line(lines)
    if first.lstrip().startswith(b"["):
        yield from _array_records(b"".join(lines))
        return
    begun = _json_record(first, {})
    if isinstance(begun.content, InputError) and _goes_on(first):
        text = b"".join(lines)
        whole = _json_record(text, {"line": 1})
        parts = [line for line in text.splitlines() if line.strip()]
        several = isinstance(whole.content, InputError) and 2 * sum(map(_is_object, parts)) >= len(parts)
        yield from _line_records(text.splitlines()) if several else [whole]
    else:
        yield from _line_records(lines, begun)


def _line_records(lines: Iterable[bytes], begun: Record | None = None) -> Iterator[Record]:
    """A record for each line that is not blank; ``begun`` is the first if that has been read: it may be long."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            place = {"line": number}
            yield _json_record(line, place) if begun is None else begun._replace(place=place)
            begun = None


def _array_records(text: bytes) -> Iterator[Record]:
    try:
        items = loads(_decoded(text))
    except InputError as error:
        yield Record(error, {"line": 1})
        return
    assert isinstance(items, list)
    for number, item in enumerate(items, start=1):
        yield Record(_as_object(item), {"item": number})


def _json_record(text: bytes, place: dict[str, int]) -> Record:
    try:
        return Record(_as_object(loads(_decoded(text))), place)
    except InputError as error:
        if text.lstrip()[:1] not in (b"{", b"["):
            error = InputError(error.field, f"{error.problem}; for an edge list or graph6 give --game")
        return Record(error, place)


def _as_object(value: object) -> dict[str, object] | InputError:
    if isinstance(value, dict):
        return value
    return InputError("", f"{show(value)} is no position; accepted: an object with a field 'game'")


def _decoded(text: bytes) -> str:
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        raise InputError("", f"not UTF-8: byte 0x{byte:02x} at column {error.start + 1}; accepted: UTF-8") from None


def _goes_on(first: bytes) -> bool:
    """Whether a first line is the beginning of an object that later lines may complete."""
    try:
        json.loads(text := first.decode().strip())
    except json.JSONDecodeError as error:
        return error.pos >= len(text) and text.startswith("{")
    except (ValueError, RecursionError):
        pass
    return False


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _graph6_records(lines: Iterable[bytes]) -> Iterator[Record]:
    from lastmove.graphs.graph6 import decode, format_of

    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if not text:
            continue
        try:
            graph = decode(text)
        except InputError as error:
            yield Record(error, {"line": number})
            continue
        bare = text.decode("ascii").rpartition("<<")[2]
        yield Record({READ_ELSEWHERE: graph}, {"line": number}, {format_of(bare): bare})


def _whole(read: object) -> Record:
    """A file that is one position, or its error."""
    assert callable(read)
    try:
        return Record(read(), {"line": 1})
    except InputError as error:
        return Record(error, {"line": 1})


def _formula_record(text: bytes, *, taken: bool) -> Record:
    """A file that is one formula, or its error with the line."""
    from lastmove.apps.formula_text import FIELD, read_formula

    if not taken:
        return Record(
            InputError(FIELD, "this command takes positions; solve, reduce and convert take formulas"), {"line": 1}
        )
    try:
        return Record({FIELD: read_formula(text)}, {"line": 1})
    except BadLine as error:
        return Record(error, {"line": error.line})


def _edge_list(whole: bytes, *, directed: bool) -> dict[str, object]:
    from lastmove.graphs.edge_blocks import WORTH_IT, read_integer_pairs
    from lastmove.graphs.edge_list import read_edge_list

    def text() -> Iterator[str]:
        for number, line in enumerate(BytesIO(whole), start=1):
            try:
                yield _decoded(line)
            except InputError as error:
                raise InputError(f"line {number}", error.problem) from None

    graph: Graph | None = None
    if len(whole) >= WORTH_IT and is_there("numpy"):
        graph = read_integer_pairs(whole, directed=directed)
    if graph is None:
        graph = read_edge_list(text(), directed=directed)
    return {READ_ELSEWHERE: graph}


def _graphml(text: bytes) -> dict[str, object]:
    from lastmove.graphs.graphml import read_graphml

    graph, weights, about = read_graphml(text)
    fields: dict[str, object] = {**about, READ_ELSEWHERE: graph}
    if weights is not None:
        fields["weights"] = {str(vertex): weight for vertex, weight in weights.items()}
    return fields
