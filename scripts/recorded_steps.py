"""What ``record_commands.py`` runs and writes down: cases, and the steps they are made of."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Case", "Step", "command"]


@dataclass(frozen=True)
class Step:
    """One command line, one expression of Python or one request over HTTP.

    Attributes
    ----------
    words
        What stands after ``lastmove``; for Python the expression; for HTTP the method, the path and headers.
    text
        Standard input, or the body of a request; a character U+DC80 to U+DCFF stands for a byte that is not UTF-8.
    kind
        ``command``, ``terminal`` (a command that writes to a terminal), ``python`` or ``http``.
    after
        Which step's output is the input instead, counted from the present one: -1 is the one before.
    swap
        What is replaced in that output, and by what: to tamper with it.
    """

    words: tuple[str, ...]
    text: str = ""
    kind: str = "command"
    after: int = 0
    swap: tuple[str, str] = ("", "")


@dataclass(frozen=True)
class Case:
    """Steps that are run one after the other in a folder of their own, which has some files at first."""

    name: str
    steps: tuple[Step, ...]
    files: dict[str, str] = field(default_factory=dict)


def command(words: str, text: str = "", kind: str = "command") -> Step:
    """The step of a command line; a word in single quotes may have spaces."""
    parts = words.split("'")
    found = [word for number, part in enumerate(parts) for word in ([part] if number % 2 else part.split())]
    return Step(tuple(found), text, kind)
