"""``lastmove explain``: why a position is won or lost, in words."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lastmove.apps import explanation_page
from lastmove.apps.faults import faults_as_errors
from lastmove.apps.json_lines import json_line
from lastmove.apps.position_text import terminal_width
from lastmove.apps.reading import open_input, read_records
from lastmove.apps.shared_options import (
    BAD_INPUT,
    INTERRUPTED,
    UNKNOWN,
    Choices,
    input_options,
    limit_options,
    limits_of,
)
from lastmove.core.errors import InputError, LimitReached, printable
from lastmove.core.play import Outcome
from lastmove.engine.explanation.explain import explain as explain_problem
from lastmove.games.notation import parse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lastmove.apps.reading import Record
    from lastmove.core.limits import Limits
    from lastmove.engine.explanation.argument import Argument

__all__ = ["explain"]

FORMS = ("text", "markdown", "html", "json")

EPILOG = """\b
Examples:
  lastmove explain nim:1,2,4 --play misère
  lastmove explain position.json --to html > why.html
  lastmove explain position.json --to markdown --picture why.svg > why.md
  lastmove explain game.json --after 3
"""


@click.command(epilog=EPILOG)
@input_options
@click.option("--to", "form", type=click.Choice(FORMS), default="text", show_default=True, help="What to write.")
@click.option("--picture", metavar="FILE", help="With markdown: write the picture to FILE (SVG) and refer to it.")
@limit_options
@click.option("--json", "as_json", is_flag=True, help="The same as --to json.")
def explain(file: str, format_: str, directed: bool, form: str, as_json: bool, **given: Any) -> None:
    """Explain each position in FILE (or standard input) to someone who knows only the rules.

    The rule that decides it and why it applies, what the winning move achieves, what to answer to each reply, and for
    lost positions why every move loses; in misère play, what normal play would do and why that is right or wrong here.
    """
    form = "json" if as_json else form
    if given["picture"] and form != "markdown":
        raise click.UsageError("--picture goes with --to markdown; html has the picture in it, `lastmove draw` draws")
    limits = limits_of(given)
    choices = Choices.of(given)
    writer = Writer(form, given["picture"])
    with open_input(file) as stream:
        records = read_records(stream, format_, name=file, game=choices.game, directed=directed)
        sys.exit(explain_all(records, choices, limits, writer))


def explain_all(records: Iterable[Record], choices: Choices, limits: Limits, writer: Writer) -> int:
    """Write an argument for every record as it comes; return the exit status."""
    failed = unknown = False
    try:
        for record in records:
            try:
                if isinstance(record.content, InputError):
                    raise record.content
                with faults_as_errors():
                    argument = explain_problem(parse(choices.applied(record.content)), limits=limits)
                    if getattr(argument.reason, "limit", None) == "interrupt":
                        return INTERRUPTED
                    text = writer.rendered(argument)
            except (InputError, LimitReached) as error:
                failed = True
                writer.complain(error, record)
                continue
            unknown |= argument.outcome is Outcome.UNKNOWN
            writer.write(text)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        writer.finish()
    return BAD_INPUT if failed else UNKNOWN if unknown else 0


class Writer:
    """Writes arguments one after the other in one of the forms."""

    def __init__(self, form: str, picture: str | None = None) -> None:
        self.form = form
        self.picture = picture
        self.written = 0

    def rendered(self, argument: Argument) -> str:
        """The text of one argument."""
        if self.form == "json":
            return json_line(argument.to_json()) + "\n"
        if self.form == "html":
            title = argument.sections()[0].title
            return ("" if self.written else explanation_page.page_start(title)) + explanation_page.article(argument)
        if self.form == "markdown":
            return ("\n---\n\n" if self.written else "") + explanation_page.markdown(argument, self._image(argument))
        rule = "\n" + "=" * 40 + "\n\n" if self.written else ""
        return rule + explanation_page.text(argument, width=terminal_width())

    def write(self, text: str) -> None:
        """Write what was rendered and flush it."""
        self.written += 1
        sys.stdout.write(text)
        sys.stdout.flush()

    def _image(self, argument: Argument) -> str | None:
        if self.picture is None:
            return None
        drawn = explanation_page.picture(argument)
        if drawn is None:
            return None
        path = Path(self.picture)
        if self.written:
            path = path.with_stem(f"{path.stem}-{self.written + 1}")
        try:
            path.write_text(drawn, encoding="utf-8")
        except OSError as error:
            raise click.UsageError(f"--picture: {path}: {error.strerror}") from None
        return path.as_posix()

    def complain(self, error: Exception, record: Record) -> None:
        """An error object in its place for JSON, else a line on standard error."""
        if self.form == "json":
            sys.stdout.write(json_line({"error": str(error), **record.place, **record.asker()}) + "\n")
            return
        where = ", ".join(f"{name} {number}" for name, number in record.place.items())
        click.echo(f"error {where}: {printable(str(error))}", err=True)

    def finish(self) -> None:
        """Close what was opened."""
        if self.form == "html" and self.written:
            sys.stdout.write(explanation_page.page_end())
        sys.stdout.flush()
