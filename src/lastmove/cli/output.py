"""The one door to the terminal: whatever a command writes, no text of strangers moves the cursor or changes colours.

Names, files, certificates and error messages quote what somebody else has written, and a terminal obeys what it finds
in there. While a command runs, standard output and standard error are a :class:`HarmlessStream`, which escapes such
characters as JSON does, so that JSON stays what it is. Few write past it with :func:`behind`: pictures, the line that
is written over and over, and Rich, whose text :func:`lastmove.cli.text.console` escapes before it gets its colours.

The door lets ends of lines through. So what is said in one line goes through
:func:`~lastmove.core.errors.printable` besides, or a name could write a line of its own.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

import click

from lastmove.core.errors import escaped, printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

COMPLETION = "_LASTMOVE_COMPLETE"
"""The variable by which a shell asks for the words that a command line may go on with."""


def harmless(text: str) -> str:
    r"""Text in which what a terminal would obey is escaped as in JSON; ends of lines and tabs stay.

    >>> harmless("\x1b[31m\u202e") == r"\u001b[31m\u202e"
    True
    """
    if text.isprintable() or text.replace("\n", "").replace("\t", "").isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" else escaped(c) for c in text)


class HarmlessStream:
    """A text stream that lets only harmless text through.

    It has no ``buffer``, so that nobody who looks for a better stream finds the one behind it by chance.
    """

    def __init__(self, stream: TextIO) -> None:
        self.rich_proxied_file = stream  # the name by which Rich finds it
        self.flush, self.isatty, self.encoding = stream.flush, stream.isatty, stream.encoding  # every answer asks

    def write(self, text: str) -> int:
        """Write a text."""
        self.rich_proxied_file.write(harmless(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write texts one after the other."""
        self.rich_proxied_file.writelines(map(harmless, lines))

    def __getattr__(self, name: str) -> Any:
        if name in ("buffer", "rich_proxied_file"):
            raise AttributeError(name)
        return getattr(self.rich_proxied_file, name)


def behind(stream: TextIO) -> TextIO:
    """The stream behind a door, for what lastmove itself has to say to a terminal; a stream that is no door itself."""
    while hasattr(stream, "rich_proxied_file"):  # Rich has doors of its own, while it shows how far a work is
        stream = stream.rich_proxied_file
    return stream


def write_json(answer: object) -> None:
    """A line of JSON."""
    from lastmove.core.files import json_line  # here: `lastmove --version` needs no more than the door

    sys.stdout.write(f"{json_line(answer)}\n")


def echo_bold(text: str, *, colour: str | None = None) -> None:
    """A line in bold, in a colour if there is one."""
    click.secho(printable(text, keep="\n"), bold=True, fg=colour, file=behind(sys.stdout))


@contextmanager
def door() -> Iterator[None]:
    """Everything written inside goes through the door, but for what the shell asks in order to complete a word."""
    if COMPLETION in os.environ:  # our own words, which Click writes as bytes
        yield
        return
    streams = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (
        each if each is None or isinstance(each, HarmlessStream) else HarmlessStream(each) for each in streams
    )
    try:
        yield
    finally:
        sys.stdout, sys.stderr = streams
