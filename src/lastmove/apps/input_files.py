"""What FILE names: a file, standard input, or a position in short."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from lastmove.apps.unpacking import unpacked
from lastmove.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["ShortInput", "open_input"]


class ShortInput(BytesIO):
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
    from lastmove.games.in_short import in_short, is_in_short, nearest

    if "+" not in name and not is_in_short(name):
        meant = nearest(name)
        hint = f"did you mean {meant}? " if meant else ""
        raise click.UsageError(f"FILE: {problem}; {hint}{accepted}, or a position in short such as nim:3,5,7")
    try:
        return ShortInput(in_short(name))
    except InputError as error:
        raise click.UsageError(f"FILE: {error}") from None
