"""``lastmove verify --campaign``: the table of a campaign, and its comparisons made again."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from lastmove.cli.read import open_input, read_records
from lastmove.core.errors import InputError, printable
from lastmove.core.json_lines import json_line
from lastmove.core.table import Table
from lastmove.notation.json import problem_to_json
from lastmove.verify.campaign import campaign, replay
from lastmove.verify.comparisons import COMPARISONS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.text import Text

    from lastmove.verify.campaign import CampaignReport

DISAGREEMENT, BAD_INPUT, INTERRUPTED = 1, 1, 130


def run_campaign(seconds: float, seed: int, *, as_json: bool) -> int:
    """Run a campaign and write its report; return the exit status."""
    with _bar(seconds) as shown:
        report = campaign(seconds, seed=seed, progress=shown)
    if as_json or not sys.stdout.isatty():
        sys.stdout.write(json_line(report.to_json()) + "\n")
    else:
        _show(report)
    return INTERRUPTED if report.interrupted else DISAGREEMENT if report.wrong else 0


def run_replay(file: str) -> int:
    """Make every comparison of a file again and say what it finds; return the exit status."""
    status = 0
    with open_input(file) as stream:
        for record in read_records(stream, "json", name=file):
            try:
                if isinstance(record.content, InputError):
                    raise record.content
                finding = replay(record.content)
            except InputError as error:
                finding, status = f"error: {error}", BAD_INPUT
            if finding not in ("everything agrees", "there is nothing to compare"):
                status = DISAGREEMENT
            click.echo(printable(finding))
    return status


def _show(report: CampaignReport) -> None:
    """The counts as a table, and each disagreement with the commands that show it."""
    from rich.text import Text

    from lastmove.cli.text import console, write_table

    made = [name for name in COMPARISONS if any(row[name] for row in report.counts.values())]
    rows = [
        (kind, *(_cell(report, name, kind, row[name]) for name in made)) for kind, row in sorted(report.counts.items())
    ]
    write_table(Table(("", *made), rows, right=range(1, len(made) + 1)), wrapped=True, padding=(0, 1, 0, 0))
    out = console()
    out.soft_wrap = False
    out.print(
        f"{report.questions:,} questions with seed {report.seed} in {report.seconds:.0f} s, {report.by_law:,} of them "
        f"answered by the law, {report.too_large:,} too large; {report.comparisons:,} comparisons, "
        f"{report.wrong.total():,} disagreements"
    )
    for finding in report.findings:
        out.print(Text(f"\n{finding.comparison}, {finding.kind}: {printable(finding.said)}", style="bold red"))
        out.print(Text(json_line(problem_to_json(finding.problem))), soft_wrap=True)
        for command in finding.commands():
            out.print(Text(f"  {command}"), soft_wrap=True)


def _cell(report: CampaignReport, name: str, kind: str, count: int) -> str | Text:
    from rich.text import Text

    wrong = report.wrong[name, kind]
    return Text(f"{wrong:,} of {count:,}", style="bold red") if wrong else f"{count:,}" if count else ""


@contextmanager
def _bar(seconds: float) -> Iterator[Callable[[CampaignReport], None] | None]:
    """How far the campaign is, on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from lastmove.cli.text import console

    counts = TextColumn("{task.fields[questions]:,} questions, {task.fields[wrong]:,} disagreements")
    with Progress(
        BarColumn(bar_width=24), TimeElapsedColumn(), counts, console=console(stderr=True), transient=True
    ) as bar:
        task = bar.add_task("", total=seconds, questions=0, wrong=0)
        yield lambda report: bar.update(
            task, completed=report.seconds, questions=report.questions, wrong=report.wrong.total()
        )
