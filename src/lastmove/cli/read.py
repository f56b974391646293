"""What FILE names: a file, packed or not, standard input, or a position in short; and a record that is read from it."""

from __future__ import annotations

import io
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import click

from lastmove.core.errors import InputError
from lastmove.core.json_text import is_plain_json
from lastmove.core.unpacking import unpacked
from lastmove.games.fields import Said, StartName
from lastmove.notation.short import is_board, is_sum_with_boards

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

__all__ = [
    "Record",
    "ShortInput",
    "check_options",
    "decoded",
    "names_a_file",
    "open_input",
    "short_lines",
    "short_records",
]


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
