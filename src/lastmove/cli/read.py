"""What FILE names: a file, packed or not, standard input, or a position in short; and the items that are read from it.

Every accepted format becomes a stream of items, one bad line at a time.
"""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from io import BytesIO
from itertools import chain, count
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TypeAlias

import click

from lastmove.core.errors import InputError, show, show_json
from lastmove.core.files import is_plain_json, loads, not_utf8, unpacked
from lastmove.core.optional import is_there
from lastmove.games.fields import RandomWeights, check_known
from lastmove.notation.formula import Formula
from lastmove.notation.json import parse
from lastmove.notation.qdimacs import FIELD, BadLine, formula_in, is_qdimacs, read_qdimacs
from lastmove.notation.record import is_record, reached
from lastmove.notation.short import GivenGraph, Short, in_short, is_in_short, nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from lastmove.core.play import Problem
    from lastmove.games.fields import GivenWeights
    from lastmove.graphs.graph import Graph

    Content: TypeAlias = dict[str, object] | Short | GivenGraph | Formula
    """What stands in one place: a JSON object, a position in short, a graph, a formula."""


class Overrides(NamedTuple):
    """What the command line says about every position it reads.

    Attributes
    ----------
    said
        The game, the convention and the start, as far as they are given.
    weights
        For boards that have none.
    after
        How many moves of a game record to go on from.
    """

    said: Mapping[str, str] = {}
    weights: GivenWeights | None = None
    after: int | None = None

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Overrides:
        """Those among the options that a command was given."""
        weights = given["weight"]
        if isinstance(weights, RandomWeights):
            weights = weights._replace(seed=given.get("seed") or 0)
        said = {name: given[name] for name in ("game", "play", "start") if given[name] is not None}
        return cls(said, weights, given["after"])

    def check(self, positions: Sequence[Short]) -> None:
        """A usage error for an option that would change nothing: every position in short says that itself."""
        for name, value in self.said.items():
            if all(position.says(name) is not None for position in positions):
                raise click.UsageError(f"--{name}: {value}; the position says it itself")


NOTHING_SAID = Overrides()


class Item(NamedTuple):
    """One thing to answer, or what is wrong with it.

    ``place`` says where it stands: ``{"line": 3}`` in JSON Lines, ``{"item": 3}`` in a JSON array. ``source`` is the
    graph as a line of a file of the graph6 family has it: ``{"graph6": "Dhc"}``.
    """

    content: Content | InputError
    place: dict[str, int]
    source: dict[str, str] = {}
    overrides: Overrides = NOTHING_SAID

    def found(self) -> Content:
        """What stands there; what is wrong with it is raised."""
        if isinstance(self.content, InputError):
            raise self.content
        return self.content

    def line(self) -> dict[str, object]:
        """The JSON object that stands there, where no position is asked for; another thing has no field of it."""
        content = self.found()
        return content if isinstance(content, dict) else {"game": None}

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

    def applied(self) -> tuple[dict[str, object] | Short | GivenGraph, dict[str, Any]]:
        """What to parse, and with which arguments: game, play and start as chosen, weights where it has none.

        A game record becomes the position it has come to, or the one after so many moves. A line of `lastmove reduce`
        stands for the position that was reduced to. What a position in short says itself stays.
        """
        content, (said, weights, after) = self.content, self.overrides
        if isinstance(content, InputError):
            raise content
        if isinstance(content, Formula):
            content = {FIELD: ""}  # no position, and parse says so
        if isinstance(content, dict) and "game" not in content:
            content, after = _position_in(content, after)
        if after is not None:
            raise InputError("after", f"{after}; it goes with a game record, and this is none")
        if said and isinstance(content, dict):
            content = _without(content, said)
        elif said and isinstance(content, GivenGraph) and content.fields:
            content = content._replace(fields=_without(content.fields, said))
        elif said and isinstance(content, Short):
            said = {name: value for name, value in said.items() if content.says(name) is None}
        return content, {**said, "weights": weights}

    def problem(self) -> Problem:
        """The position and its convention."""
        content, arguments = self.applied()
        return parse(content, **arguments)

    def question(self) -> Problem | Formula:
        """The same, or a formula; the command line can say nothing of that."""
        content, (said, _, after) = self.content, self.overrides
        fields = {FIELD: ""} if isinstance(content, Formula) else content
        if isinstance(fields, dict) and FIELD in fields and "game" not in (*fields, *said) and after is None:
            check_known((*fields, *said), (FIELD, "id"), "a formula")
            formula = content if isinstance(content, Formula) else formula_in(fields)
            if formula is not None:
                return formula
        content, arguments = self.applied()
        return parse(content, **arguments)


def _position_in(fields: dict[str, object], after: int | None) -> tuple[dict[str, object], int | None]:
    """The position that a game record or a line of `lastmove reduce` stands for; what ``after`` then still asks for."""
    if is_reduced(fields):
        fields = target_in(fields)
    return (reached(fields, after), None) if is_record(fields) else (fields, after)


def _without(fields: Mapping[str, object], names: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in fields.items() if name not in names}


_LINE_OF_REDUCE = ("id", "position", "chain", "map", "properties", "answer")


def is_reduced(fields: Mapping[str, object]) -> bool:
    """Whether this is a line that `lastmove reduce` has written; no position has a chain."""
    return "chain" in fields and "game" not in fields


def target_in(fields: Mapping[str, object]) -> dict[str, object]:
    """The position object that was reduced to, with the id of the line.

    >>> target_in({"id": 7, "position": {"game": "nim", "heaps": [2]}, "chain": [], "map": {}})
    {'id': 7, 'game': 'nim', 'heaps': [2]}
    """
    target = objects_in_reduced(fields, "position")["position"]
    return {**({"id": fields["id"]} if "id" in fields else {}), **target}


def objects_in_reduced(fields: Mapping[str, object], *names: str) -> dict[str, dict[str, Any]]:
    """Fields of a line of `lastmove reduce` that must be objects."""
    check_known(fields, _LINE_OF_REDUCE, "a line of `lastmove reduce`")
    found = {}
    for name in names:
        value = fields.get(name)
        if not isinstance(value, dict):
            hint = "missing; `lastmove reduce --solve` writes it" if name not in fields else show_json(value)
            raise InputError(name, f"{hint}; accepted: an object")
        found[name] = value
    return found


def items_of(
    given: Mapping[str, Any],
    *,
    game: str | None = None,
    formulas: bool = False,
    opened: Callable[[IO[bytes]], object] | None = None,
) -> Iterator[Item]:
    """The items of the FILE that the options of a command name, or of the positions in short in its place.

    Parameters
    ----------
    given
        The options of :func:`~lastmove.cli.options.input_options`.
    game
        In place of ``--game``, where that is not given.
    formulas
        Whether a formula is taken too; otherwise it is an error.
    opened
        Told where the items are read from.
    """
    name, overrides = given["file"], Overrides.of(given)
    if given.get("more"):
        several = _several_in_short((name, *given["more"]))  # all are looked at before the first is answered
        overrides.check(several)
        yield from (Item(each, {"line": number}, {}, overrides) for number, each in enumerate(several, start=1))
        return
    with open_input(name) as stream:
        if isinstance(stream, Short):
            overrides.check([stream])
            yield Item(stream, {"line": 1}, {}, overrides)
            return
        if opened is not None:
            opened(stream)
        options: dict[str, Any] = {"directed": given["directed"], "formulas": formulas, "overrides": overrides}
        yield from read_items(stream, given["format_"], name=name, game=overrides.said.get("game") or game, **options)


def lines_of(name: str) -> Iterator[Item]:
    """The JSON objects of a file that holds something else than positions."""
    with open_input(name) as stream:
        yield from [Item(stream, {"line": 1})] if isinstance(stream, Short) else read_items(stream, "json", name=name)


@contextmanager
def open_input(name: str, *, short: bool = True) -> Iterator[Any]:
    """The bytes of a file, or of standard input for ``-``, unpacked if they are gzip; a usage error for no file.

    A position in short, such as ``nim:3,5,7``, is given as a :class:`Short` unless ``short`` is false; a file of that
    name wins.
    """
    if name == "-":
        if sys.stdin.isatty():
            click.echo("Reading positions from standard input, one JSON object a line; Ctrl-D ends.", err=True)
        yield unpacked(sys.stdin.buffer)
        return
    try:
        file = Path(name).open("rb")  # noqa: SIM115 - closed below
    except OSError as error:
        problem = f"{name}: {error.strerror}"
    else:
        with file:
            yield unpacked(file)
        return
    if not short:
        raise click.UsageError(f"FILE: {problem}; {_ACCEPTED}")
    yield _in_place_of_file(name, problem)


_ACCEPTED = "accepted: a file, or - for standard input"


def _in_place_of_file(name: str, problem: str) -> Short:
    """The position in short that is meant; a usage error with what is wrong with the file if there is none."""
    if "+" not in name and not is_in_short(name):
        meant = nearest(name)
        hint = f"did you mean {meant}? " if meant else ""
        raise click.UsageError(f"FILE: {problem}; {hint}{_ACCEPTED}, or a position in short such as nim:3,5,7")
    try:
        return in_short(name)
    except InputError as error:
        raise click.UsageError(f"FILE: {error}") from None


def names_a_file(name: str) -> bool:
    """Whether something of this name is there; a position in short may be longer than any name."""
    try:
        return Path(name).exists()
    except OSError:
        return False


def _several_in_short(names: Sequence[str]) -> list[Short]:
    """Several positions in short; a usage error if one of them is a file."""
    for name in names:
        if name == "-" or names_a_file(name):
            raise click.UsageError(
                f"FILE: {name} is one of {len(names)}; accepted: one file, or positions in short such as nim:3,5,7"
            )
    found = []
    for name in names:
        with open_input(name) as position:
            found.append(position)
    return found


def decoded(text: bytes) -> str:
    """The text of bytes; an InputError that names the first wrong byte."""
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        raise not_utf8(error) from None


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


def read_items(
    stream: IO[bytes],
    format_: str,
    *,
    name: str = "-",
    game: str | None = None,
    directed: bool = False,
    formulas: bool = False,
    overrides: Overrides = NOTHING_SAID,
) -> Iterator[Item]:
    """Every item of a file, in order and lazily.

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
    overrides
        What the command line says about every position.
    """
    numbers = count(1)
    lines: Iterable[bytes] = (line for _, line in zip(numbers, stream, strict=False))
    try:
        first, lines = _first_line(lines)
        if format_ == "auto" and first[:1] in (b"c", b"p"):  # a comment or the header of a formula, or some edge
            whole = b"".join(lines)
            format_ = "qdimacs" if is_qdimacs(whole) else format_
            stream = BytesIO(whole)
            first, lines = _first_line(stream)
        if format_ == "auto":
            format_ = _SUFFIXES.get(Path(name.lower().removesuffix(".gz")).suffix, "") or _guess(first, game)
        if format_ == "json":
            found = _json_items(first, lines, overrides)
        elif format_ == "short":
            found = _short_items(lines, overrides)
        elif format_ == "graph6":
            found = _graph6_items(lines, overrides)
        elif format_ == "edgelist":
            found = _one_item(lambda: _edge_list(_rest(lines, stream), game, directed=directed), overrides)
        elif format_ == "graphml":
            found = _one_item(lambda: _graphml(b"".join(lines), game), overrides)
        else:
            found = _one_item(lambda: _formula(b"".join(lines), taken=formulas), overrides)
        begun = next(found, None)
        if begun is None:
            begun = Item(InputError("input", "it is empty; accepted: positions, one JSON object a line"), {"line": 1})
        yield begun
        yield from found
    except InputError as error:  # the bytes cannot be had; what came before has been answered
        yield Item(error, {"line": next(numbers) - 1})


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
    if first.startswith((b"{", b"[")):  # before names of games are asked for, which other packages may have
        return "json"
    if is_in_short(first.decode(errors="replace")):
        return "short"
    if game is None or not first:
        return "json"
    return "edgelist" if first.startswith(b"#") or len(first.split()) > 1 else "graph6"


def _one_item(read: Callable[[], Content], overrides: Overrides) -> Iterator[Item]:
    """A file that is one position or formula, or its error."""
    try:
        yield Item(read(), {"line": 1}, {}, overrides)
    except InputError as error:
        yield Item(error, {"line": error.line if isinstance(error, BadLine) else 1})


def _short_items(lines: Iterable[bytes], overrides: Overrides) -> Iterator[Item]:
    """A position in short on each line that is not blank."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield Item(in_short(decoded(line).strip()), {"line": number}, {}, overrides)
            except InputError as error:
                yield Item(error, {"line": number})


def _graph6_items(lines: Iterable[bytes], overrides: Overrides) -> Iterator[Item]:
    from lastmove.graphs.graph6 import decode, format_of

    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if not text:
            continue
        try:
            graph = decode(text)
        except InputError as error:
            yield Item(error, {"line": number})
            continue
        bare = text.decode("ascii").rpartition("<<")[2]
        yield Item(GivenGraph(graph), {"line": number}, {format_of(bare): bare}, overrides)


def _json_items(first: bytes, lines: Iterable[bytes], overrides: Overrides) -> Iterator[Item]:
    """One array, one object over several lines, or JSON Lines: told apart by the first line."""
    if first.lstrip().startswith(b"["):
        yield from _array_items(b"".join(lines), overrides)
        return
    read = _json_item(first, {}, overrides)  # once: it may be long
    begun: Item | None = read
    if isinstance(read.content, InputError) and _goes_on(first):
        text = b"".join(lines)
        whole = _json_item(text, {"line": 1}, overrides)
        parts = [line for line in text.splitlines() if line.strip()]
        if not isinstance(whole.content, InputError) or 2 * sum(map(_is_object, parts)) < len(parts):
            yield whole
            return
        begun, lines = None, text.splitlines()
    for number, line in enumerate(lines, start=1):
        if line.strip():
            place = {"line": number}
            yield _json_item(line, place, overrides) if begun is None else begun._replace(place=place)
            begun = None


def _array_items(text: bytes, overrides: Overrides) -> Iterator[Item]:
    try:
        items = loads(text)
    except InputError as error:
        yield Item(error, {"line": 1})
        return
    assert isinstance(items, list)
    for number, item in enumerate(items, start=1):
        yield Item(item if isinstance(item, dict) else _no_object(item), {"item": number}, {}, overrides)


def _json_item(text: bytes, place: dict[str, int], overrides: Overrides) -> Item:
    try:
        found = loads(text)
    except InputError as error:
        if text.lstrip()[:1] not in (b"{", b"["):
            error = InputError(error.field, f"{error.problem}; for an edge list or graph6 give --game")
        return Item(error, place)
    return Item(found if isinstance(found, dict) else _no_object(found), place, {}, overrides)


def _no_object(value: object) -> InputError:
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


def _formula(text: bytes, *, taken: bool) -> Formula:
    """The formula of a file; a BadLine with the line of the mistake."""
    if not taken:
        raise InputError(FIELD, "this command takes positions; solve, reduce and convert take formulas")
    try:
        return read_qdimacs(text.decode())
    except UnicodeDecodeError as error:
        line = text[: error.start].count(b"\n") + 1
        raise BadLine(line, f"not UTF-8: byte 0x{text[error.start]:02x}; accepted: UTF-8") from None


def _edge_list(whole: bytes, game: str | None, *, directed: bool) -> GivenGraph:
    """The graph, with the third column as the weights of its edges where the game has any."""
    from lastmove.games.edge_nimg import EdgeNimG
    from lastmove.graphs.readwrite import WORTH_IT, read_edge_list, read_integer_pairs

    def text() -> Iterator[str]:
        for number, line in enumerate(BytesIO(whole), start=1):
            try:
                yield decoded(line)
            except InputError as error:
                raise InputError(f"line {number}", error.problem) from None

    weights: list[object] | None = [] if game == EdgeNimG.name else None
    graph: Graph | None = None
    if len(whole) >= WORTH_IT and is_there("numpy") and weights is None:
        graph = read_integer_pairs(whole, directed=directed)
    if graph is None:
        graph = read_edge_list(text(), directed=directed, weights=weights)
    weighted = weights is not None and any(weight is not None for weight in weights)
    return GivenGraph(graph, {"weights": weights}) if weighted else GivenGraph(graph)


def _graphml(text: bytes, game: str | None) -> GivenGraph:
    """The graph with its weights: those of the edges where the game has its heaps there, else those of the vertices."""
    from lastmove.games.edge_nimg import EdgeNimG
    from lastmove.graphs.readwrite import read_graphml

    graph, weights, edge_weights, fields = read_graphml(text)
    if (fields.get("game") if game in (None, "any") else game) == EdgeNimG.name:
        if edge_weights is not None:
            fields["weights"] = edge_weights
    elif weights is not None:
        fields["weights"] = {str(vertex): weight for vertex, weight in weights.items()}
    return GivenGraph(graph, fields)
