"""What FILE names: a file, packed or not, standard input, or a position in short; and a record that is read from it.

Files in: every accepted format becomes a stream of position objects, one bad line at a time.
"""

from __future__ import annotations

import io
import json
import sys
from contextlib import contextmanager
from io import BytesIO
from itertools import chain, count
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import click

from lastmove.core.errors import InputError, show
from lastmove.core.files import is_plain_json, loads, unpacked
from lastmove.core.optional import is_there
from lastmove.games.fields import READ_ELSEWHERE, Said, StartName, check_known
from lastmove.notation.formula import Formula
from lastmove.notation.qdimacs import BadLine, is_qdimacs, read_qdimacs
from lastmove.notation.short import is_board, is_in_short, is_sum_with_boards

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from lastmove.graphs.graph import Graph


class Record(NamedTuple):
    """One thing to answer: a position object, or what is wrong with it.

    ``place`` says where it stands: ``{"line": 3}`` in JSON Lines, ``{"item": 3}`` in a JSON array. ``source`` is the
    graph as a line of a file of the graph6 family has it: ``{"graph6": "Dhc"}``.
    """

    content: dict[str, object] | InputError
    place: dict[str, int]
    source: dict[str, str] = {}

    def fields(self) -> dict[str, object]:
        """The position object; what is wrong with it is raised."""
        if isinstance(self.content, InputError):
            raise self.content
        return self.content

    def asker(self) -> dict[str, object]:
        """The ``id`` to echo in the answer, as a field, null too; nothing where there is none that can be written.

        A line to check has that of its position.
        """
        known: object = self.content
        while isinstance(known, dict) and "id" not in known:
            known = known.get("position")
        return {"id": known["id"]} if isinstance(known, dict) and is_plain_json(known["id"]) else {}

    def label(self) -> str:
        """What people know it by: its id, or which graph of a file it is; empty if there is neither."""
        asker = self.asker().get("id")
        if asker is not None:
            return str(asker)
        if not self.source:
            return ""
        return ", ".join([self.where(), *self.source.values()])

    def where(self) -> str:
        """Its place in words."""
        return ", ".join(f"{name} {number}" for name, number in self.place.items())


class ShortInput(io.BytesIO):
    """A position in short in the place of a file: no bytes, but the position object."""

    def __init__(self, content: dict[str, object]) -> None:
        super().__init__()
        self.content = content


@contextmanager
def open_input(name: str, *, short: bool = True) -> Iterator[IO[bytes]]:
    """The bytes of a file, or of standard input for ``-``, unpacked if they are gzip; a usage error for no file.

    A position in short, such as ``nim:3,5,7``, is taken too unless ``short`` is false; a file of that name wins.
    """
    if name == "-":
        if sys.stdin.isatty():
            click.echo("Reading positions from standard input, one JSON object a line; Ctrl-D ends.", err=True)
        yield unpacked(sys.stdin.buffer)
        return
    stream = _opened(name, short)
    with stream:
        yield stream if isinstance(stream, ShortInput) else unpacked(stream)


def _opened(name: str, short: bool) -> IO[bytes]:
    """The file, or the position in short."""
    try:
        return Path(name).open("rb")
    except OSError as error:
        problem = f"{name}: {error.strerror}"
    accepted = "accepted: a file, or - for standard input"
    if not short:
        raise click.UsageError(f"FILE: {problem}; {accepted}")
    from lastmove.notation.short import in_short, is_in_short, nearest

    if "+" not in name and not is_in_short(name):
        meant = nearest(name)
        hint = f"did you mean {meant}? " if meant else ""
        raise click.UsageError(f"FILE: {problem}; {hint}{accepted}, or a position in short such as nim:3,5,7")
    try:
        return ShortInput(in_short(name))
    except InputError as error:
        raise click.UsageError(f"FILE: {error}") from None


def names_a_file(name: str) -> bool:
    """Whether something of this name is there; a position in short may be longer than any name."""
    try:
        return Path(name).exists()
    except OSError:
        return False


def check_options(contents: Sequence[Mapping[str, object]], given: Mapping[str, Any]) -> None:
    """A usage error for an option that would change nothing: every position in short says that itself."""
    for name in ("game", "play", "start"):
        said = [each.get(name) for content in contents for each in _asked(content, name)]
        if given[name] is not None and all(isinstance(each, Said | StartName) for each in said):
            raise click.UsageError(f"--{name}: {given[name]}; the position says it itself")


def _asked(content: Mapping[str, Any], name: str) -> list[Mapping[str, object]]:
    """The objects that may say this: of a sum with boards, each board has its start."""
    if name == "start" and is_sum_with_boards(content):
        return [part for part in content["parts"] if is_board(part)]
    return [content]


def short_records(names: Sequence[str]) -> Iterator[Record]:
    """Several positions in short, numbered as the lines of a file would be; a usage error if one of them is a file."""
    for number, name in enumerate(names, start=1):
        if name == "-" or names_a_file(name):
            raise click.UsageError(
                f"FILE: {name} is one of {len(names)}; accepted: one file, or positions in short such as nim:3,5,7"
            )
        with open_input(name) as stream:
            assert isinstance(stream, ShortInput)
            yield Record(stream.content, {"line": number})


def short_lines(lines: Iterable[bytes]) -> Iterator[Record]:
    """A position in short on each line that is not blank."""
    from lastmove.notation.short import in_short

    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        content: dict[str, object] | InputError
        try:
            content = in_short(decoded(line).strip())
        except InputError as error:
            content = error
        yield Record(content, {"line": number})


def decoded(text: bytes) -> str:
    """The text of bytes; an InputError that names the first wrong byte."""
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        raise InputError("", f"not UTF-8: byte 0x{byte:02x} at column {error.start + 1}; accepted: UTF-8") from None


FIELD = "formula"
"""The field of a JSON object that holds a formula, as the text of QDIMACS."""
FORMATS = ("auto", "json", "graph6", "edgelist", "graphml", "qdimacs", "short")
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
    numbers = count(1)
    lines = (line for _, line in zip(numbers, stream, strict=False))
    try:
        yield from _records(lines, stream, format_, name=name, game=game, directed=directed, formulas=formulas)
    except InputError as error:  # the bytes cannot be had; what came before has been answered
        yield Record(error, {"line": next(numbers) - 1})


def _records(
    lines: Iterable[bytes],
    stream: IO[bytes],
    format_: str,
    *,
    name: str,
    game: str | None,
    directed: bool,
    formulas: bool,
) -> Iterator[Record]:
    first, lines = _first_line(lines)
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
    elif format_ == "short":
        yield from _nonempty(short_lines(lines))
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
    if is_in_short(first.decode(errors="replace")):
        return "short"
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
        items = loads(decoded(text))
    except InputError as error:
        yield Record(error, {"line": 1})
        return
    assert isinstance(items, list)
    for number, item in enumerate(items, start=1):
        yield Record(_as_object(item), {"item": number})


def _json_record(text: bytes, place: dict[str, int]) -> Record:
    try:
        return Record(_as_object(loads(decoded(text))), place)
    except InputError as error:
        if text.lstrip()[:1] not in (b"{", b"["):
            error = InputError(error.field, f"{error.problem}; for an edge list or graph6 give --game")
        return Record(error, place)


def _as_object(value: object) -> dict[str, object] | InputError:
    if isinstance(value, dict):
        return value
    return InputError("", f"{show(value)} is no position; accepted: an object with a field 'game'")


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
    if not taken:
        return Record(
            InputError(FIELD, "this command takes positions; solve, reduce and convert take formulas"), {"line": 1}
        )
    try:
        return Record({FIELD: _formula(text)}, {"line": 1})
    except BadLine as error:
        return Record(error, {"line": error.line})


def _formula(text: bytes) -> Formula:
    """The formula of a file; a BadLine with the line of the mistake otherwise."""
    try:
        return read_qdimacs(text.decode())
    except UnicodeDecodeError as error:
        line = text[: error.start].count(b"\n") + 1
        raise BadLine(line, f"not UTF-8: byte 0x{text[error.start]:02x}; accepted: UTF-8") from None


def formula_in(fields: Mapping[str, object]) -> Formula | None:
    """The formula that a record holds; ``None`` where it holds a position."""
    if FIELD not in fields or "game" in fields:
        return None
    check_known(fields, (FIELD, "id"), "a formula")
    value = fields[FIELD]
    if isinstance(value, str):
        try:
            return read_qdimacs(value)
        except InputError as error:
            raise error.inside(FIELD) from None
    if not isinstance(value, Formula):
        raise InputError(FIELD, f"{show(value)}; accepted: the text of a formula in QDIMACS")
    return value


def _edge_list(whole: bytes, *, directed: bool) -> dict[str, object]:
    from lastmove.graphs.readwrite import WORTH_IT, read_edge_list, read_integer_pairs

    def text() -> Iterator[str]:
        for number, line in enumerate(BytesIO(whole), start=1):
            try:
                yield decoded(line)
            except InputError as error:
                raise InputError(f"line {number}", error.problem) from None

    graph: Graph | None = None
    if len(whole) >= WORTH_IT and is_there("numpy"):
        graph = read_integer_pairs(whole, directed=directed)
    if graph is None:
        graph = read_edge_list(text(), directed=directed)
    return {READ_ELSEWHERE: graph}


def _graphml(text: bytes) -> dict[str, object]:
    from lastmove.graphs.readwrite import read_graphml

    graph, weights, about = read_graphml(text)
    fields: dict[str, object] = {**about, READ_ELSEWHERE: graph}
    if weights is not None:
        fields["weights"] = {str(vertex): weight for vertex, weight in weights.items()}
    return fields
