"""``lastmove explain``: why a position is won or lost, in words."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lastmove.cli.options import input_options, language_option, limit_options, limits_of
from lastmove.cli.output import harmless
from lastmove.cli.read import items_of
from lastmove.cli.records import Output, answer_each, ask_every_start, keyed_by_start, starts_option
from lastmove.core.errors import printable
from lastmove.core.language import ENGLISH, speaking
from lastmove.core.limits import stopping_at_limits
from lastmove.core.showing import Showing
from lastmove.core.solution import LimitReason
from lastmove.core.view import terminal_width
from lastmove.explanations import page as explanation_page
from lastmove.explanations.explain import explain as explain_problem

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

    from lastmove.cli.read import Item
    from lastmove.core.limits import Limits
    from lastmove.core.play import Problem
    from lastmove.explanations.argument import Argument

FORMS = ("text", "markdown", "html", "json")

EPILOG = """\b
Examples:
  lastmove explain nim:1,2,4 --play misère
  lastmove explain kayles:7 --more
  lastmove explain nim:3,5,7 --language de
  lastmove explain position.json --to html > why.html
  lastmove explain position.json --to markdown --picture why.svg > why.md
  lastmove explain game.json --after 3
"""


@click.command(epilog=EPILOG)
@input_options
@starts_option
@click.option("--to", "form", type=click.Choice(FORMS), default="text", show_default=True, help="What to write.")
@click.option("--picture", metavar="FILE", help="With markdown: write the picture to FILE (SVG) and refer to it.")
@click.option("--more", "whole", is_flag=True, help="The whole argument: every reply, the numbers, what was checked.")
@language_option
@limit_options
@click.option("--json", "as_json", is_flag=True, help="The same as --to json.")
def explain(form: str, as_json: bool, whole: bool, language: str, **given: Any) -> None:
    """Explain each position in FILE (or standard input) to someone who knows only the rules.

    In a few lines: who wins, a winning move, how to go on, one way the game can go, and the theorem behind it.

    --more, and every other form but text, has the whole argument: why the theorem applies, what to answer to each
    reply, why every move of a lost position loses, and what is different in normal play.
    """
    form = "json" if as_json else form
    if given["picture"] and form != "markdown":
        raise click.UsageError("--picture goes with --to markdown; html has the picture in it, `lastmove draw` draws")
    if language != ENGLISH and (whole or form != "text"):
        raise click.UsageError(f"--language {language} is for the short text; --more and the other forms are English")
    limits = limits_of(given)
    writer = Writer(form, given["picture"], more=whole)

    def ask(item: Item) -> Output:
        problem = item.problem()
        showing = Showing(limits)
        if given["starts"] is None:
            argument = _explained(problem, limits)
            with stopping_at_limits(showing.to_show()):
                if form == "json":
                    return Output.line({**item.asker(), **argument.to_json()}, _stopped_by(argument))
                with speaking(language):
                    said = writer.rendered(argument, item.label())
                return Output("" if paged(said) else said, _stopped_by(argument))
        found = ask_every_start(problem, _explained, limits)
        spent = next(filter(None, map(_stopped_by, found.values())), None)
        with stopping_at_limits(showing.to_show()):
            if form == "json":
                return Output.line({**item.asker(), **keyed_by_start(found, "outcome")}, spent)
            with speaking(language):
                said = "".join(writer.rendered(each, item.label()) for each in _arguments(found))
            return Output("" if paged(said) else said, spent)

    try:
        status = answer_each(items_of(given), ask, people=form != "json")
    finally:
        writer.finish()
    sys.exit(status)


def _explained(problem: Problem, limits: Limits) -> Argument:
    argument = explain_problem(problem, limits=limits)
    if _stopped_by(argument) == "interrupt":
        raise KeyboardInterrupt
    return argument


def _stopped_by(found: Argument | LimitReason) -> str | None:
    reason = found if isinstance(found, LimitReason) else found.reason
    return reason.limit if isinstance(reason, LimitReason) else None


def _arguments(found: Mapping[Hashable, Argument | LimitReason]) -> Iterator[Argument]:
    """The arguments there are; where a limit was spent before there was one, that is said on standard error."""
    for start, each in found.items():
        if isinstance(each, LimitReason):
            click.echo(printable(f"unknown start {start}: {each}"), err=True)
        else:
            yield each


def paged(text: str) -> bool:
    """Show a text that is longer than the terminal in a pager; whether that was done."""
    if not sys.stdout.isatty() or not sys.stdin.isatty() or text.count("\n") < shutil.get_terminal_size().lines:
        return False
    click.echo_via_pager(harmless(text))
    return True


class Writer:
    """Writes arguments one after the other in one of the forms."""

    def __init__(self, form: str, picture: str | None = None, *, more: bool = False) -> None:
        self.form = form
        self.text = explanation_page.text if more else explanation_page.short_text
        self.picture = picture
        self.written = 0

    def rendered(self, argument: Argument, label: str = "") -> str:
        """The text of one argument, the next to be written; ``label`` is what its position is known by."""
        before, self.written = self.written, self.written + 1
        if self.form == "html":
            begin = "" if before else explanation_page.page_start(explanation_page.title(argument, label))
            return begin + explanation_page.article(argument, label=label)
        if self.form == "markdown":
            text = explanation_page.markdown(argument, self._image(argument), label=label)
            return f"\n---\n\n{text}" if before else text
        rule = "\n" + "=" * 40 + "\n\n" if before else ""
        return rule + self.text(argument, width=terminal_width(), label=label)

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
