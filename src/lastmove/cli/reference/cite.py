"""``lastmove cite``: BibTeX for the software, for a statement, and for what answers relied on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lastmove._version import __version__
from lastmove.cli.read import names_a_file, open_input, read_items
from lastmove.core.errors import InputError
from lastmove.theorems.papers import entry
from lastmove.theorems.registry import find, statements

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lastmove.theorems.statement import Statement

SOFTWARE = entry(
    "software",
    "lastmove",
    (
        ("author", "{The lastmove developers}"),
        ("title", "lastmove: who wins Nim-like games on heaps and graphs, and why"),
        ("version", __version__),
        ("license", "MIT"),
    ),
)

EPILOG = """\b
Examples:
  lastmove cite
  lastmove cite log-space:2
  lastmove solve nim:3,5,7 --json | lastmove cite -
"""


@click.command(epilog=EPILOG)
@click.argument("what", metavar="[KEY|FILE|-]", required=False)
def cite(what: str | None) -> None:
    """BibTeX for lastmove; with KEY (see `lastmove theorems`) for that statement too.

    With FILE (or - for standard input), answers as `lastmove solve --json` writes them, one a line: for what these
    answers relied on. A theorem is cited where we met it, and where it was first proved if it has a classical name.
    """
    if what is None:
        click.echo(SOFTWARE)
        return
    try:
        is_file = what == "-" or names_a_file(what)
        relied = _in_answers(what) if is_file else [find(what)]
    except InputError as error:
        hint = "" if is_file else "; what an answer relied on: lastmove solve POSITION --json | lastmove cite -"
        raise click.UsageError(f"{error}{hint}") from None
    click.echo("\n\n".join(bibliography(relied)))


def bibliography(relied: list[Statement]) -> list[str]:
    """The BibTeX entries of the software and of these statements, each paper once."""
    papers = [paper for statement in relied for paper in (*statement.due_to, statement.paper)]
    return [SOFTWARE, *dict.fromkeys(text for paper in papers if (text := paper.bibtex()))]


def _in_answers(file: str) -> list[Statement]:
    """What the answers of a file relied on, in order and each once; positions and errors are said to be none."""
    found: dict[str, Statement] = {}
    with open_input(file, short=False) as stream:
        for record in read_items(stream, "json", name=file):
            where = record.where() or "answer"
            try:
                line = record.line()
            except InputError as error:
                raise error.inside(where) from None
            answer = line.get("answer", line)
            if not isinstance(answer, dict) or "game" in answer:
                raise InputError(where, "no answer; accepted: what `lastmove solve --json` writes")
            found |= {statement.key: statement for statement in relied_on(line)}
    return list(found.values())


def relied_on(answer: Mapping[str, object]) -> Iterator[Statement]:
    """The statements behind an answer object of any command: its reasons, its reductions, the theory of its values.

    >>> [statement.key for statement in relied_on({"grundy": 3})]
    ['holshouser-reiter:1']
    """
    by_name = {(each.paper.name, each.number): each for each in statements()}
    for reason in _reasons(answer):
        known = by_name.get((str(reason.get("source")), str(reason.get("number"))))
        if known is not None:
            yield known
    for part in ("answer", "certificate"):
        inner = answer.get(part)
        if isinstance(inner, dict):
            yield from relied_on(inner)
    chain = answer.get("chain")
    for key in chain if isinstance(chain, list) else ():
        yield find(str(key))
    for field, key in _THEORY.items():
        if answer.get(field) is not None:
            yield find(key)


_THEORY = {"grundy": "holshouser-reiter:1", "window": "guy-smith:period", "p_portion": "plambeck-siegel:quotients"}
"""Fields of answers without a reason, and the theory that gives them a meaning."""


def _reasons(answer: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    """The reason of an answer; those of a whole board."""
    several = answer.get("reasons")
    for reason in (answer.get("reason"), *(several if isinstance(several, list) else ())):
        if isinstance(reason, dict):
            yield reason
