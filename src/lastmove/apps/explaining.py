"""``lastmove explain``: why a position is won or lost, in words."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lastmove.apps import explanation_page
from lastmove.apps.json_lines import json_line
from lastmove.apps.position_text import terminal_width
from lastmove.apps.record_loop import Reply, answer_each, records_of
from lastmove.apps.shared_options import Choices, input_options, limit_options, limits_of
from lastmove.core.reason import LimitReason
from lastmove.engine.explanation.explain import explain as explain_problem

if TYPE_CHECKING:
    from lastmove.apps.reading import Record
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
def explain(form: str, as_json: bool, **given: Any) -> None:
    """Explain each position in FILE (or standard input) to someone who knows only the rules.

    The rule that decides it and why it applies, what the winning move achieves, what to answer to each reply, and for
    lost positions why every move loses; in misère play, what normal play would do and why that is right or wrong here.
    """
    form = "json" if as_json else form
    if given["picture"] and form != "markdown":
        raise click.UsageError("--picture goes with --to markdown; html has the picture in it, `lastmove draw` draws")
    limits, choices = limits_of(given), Choices.of(given)
    writer = Writer(form, given["picture"])

    def ask(record: Record) -> Reply:
        argument = explain_problem(choices.problem(record), limits=limits)
        spent = argument.reason.limit if isinstance(argument.reason, LimitReason) else None
        if spent == "interrupt":
            raise KeyboardInterrupt
        return Reply(writer.rendered(argument), spent)

    try:
        status = answer_each(records_of(given), ask, people=form != "json")
    finally:
        writer.finish()
    sys.exit(status)


class Writer:
    """Writes arguments one after the other in one of the forms."""

    def __init__(self, form: str, picture: str | None = None) -> None:
        self.form = form
        self.picture = picture
        self.written = 0

    def rendered(self, argument: Argument) -> str:
        """The text of one argument, the next to be written."""
        before, self.written = self.written, self.written + 1
        if self.form == "json":
            return json_line(argument.to_json()) + "\n"
        if self.form == "html":
            title = argument.sections()[0].title
            return ("" if before else explanation_page.page_start(title)) + explanation_page.article(argument)
        if self.form == "markdown":
            return ("\n---\n\n" if before else "") + explanation_page.markdown(argument, self._image(argument))
        rule = "\n" + "=" * 40 + "\n\n" if before else ""
        return rule + explanation_page.text(argument, width=terminal_width())

    def _image(self, argument: Argument) -> str | None:
        if self.picture is None:
            return None
        drawn = explanation_page.picture(argument)
        if drawn is None:
            return None
        path = Path(self.picture)
        if self.written > 1:
            path = path.with_stem(f"{path.stem}-{self.written}")
        try:
            path.write_text(drawn, encoding="utf-8")
        except OSError as error:
            raise click.UsageError(f"--picture: {path}: {error.strerror}") from None
        return path.as_posix()

    def finish(self) -> None:
        """Close what was opened."""
        if self.form == "html" and self.written:
            sys.stdout.write(explanation_page.page_end())
        sys.stdout.flush()
