"""``lastmove verify``: statements held against the law; with ``--campaign`` every method against every other."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from functools import partial
from math import isnan
from typing import TYPE_CHECKING, Any

import click

from lastmove.censuses.executors import executor
from lastmove.cli.options import (
    Integer,
    IntegerRange,
    MostWeight,
    Number,
    NumberRange,
    Renamed,
    usage_errors,
    work_options,
)
from lastmove.cli.output import write_json
from lastmove.cli.read import lines_of
from lastmove.core.errors import InputError, printable
from lastmove.core.files import json_line
from lastmove.core.limits import Limits
from lastmove.core.table import Table
from lastmove.core.words import play_name, with_accent
from lastmove.notation.json import problem_to_json
from lastmove.reductions.run import running
from lastmove.theorems import registry
from lastmove.theorems.statement import Theorem
from lastmove.verify.positions import ReferenceSearch
from lastmove.verify.reductions import verify_reduction
from lastmove.verify.report import Conclusion
from lastmove.verify.verify import verify as verify_theorem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rich.text import Text

    from lastmove.reductions.run import RunningReduction
    from lastmove.verify.campaign import CampaignReport
    from lastmove.verify.report import Report

FAILED, UNKNOWN, INTERRUPTED = 1, 3, 130
FORMS = ("json", "markdown")

COLUMNS = ("statement", "play", "positions", "it decides N", "P", "conclusion", "smallest counterexample")
_RIGHT = (2, 3, 4)

EPILOG = """\b
Examples:
  lastmove verify --all
  lastmove verify renault-schmidt:3.5 --n 4 --weights 0-4
  lastmove verify --all --json > reports.jsonl
  lastmove verify --campaign 600 --seed 7

\b
Exit status: 0 nothing proved was refuted, 1 a proved statement failed or a
campaign met a disagreement, 3 a limit was spent, 2 wrong usage,
130 interrupted.
"""


@click.command(epilog=EPILOG)
@click.argument("keys", metavar="[KEY]...", nargs=-1)
@click.option("--all", "every", is_flag=True, help="Every statement that decides positions, and every reduction.")
@click.option(
    "--n",
    "size",
    cls=Renamed,
    was={"--size": "{}"},
    metavar="N",
    type=IntegerRange(min=0),
    help="Enumerate up to N vertices, heaps or parts.",
)
@click.option(
    "--weights",
    "weight",
    cls=Renamed,
    was={"--weight": "0-{}"},
    metavar="0-W",
    type=MostWeight(0),
    help="Every weight, and every heap, from 0 to W.",
)
@click.option(
    "--beyond",
    metavar="N",
    type=IntegerRange(min=1, max=10),
    help="Compare outcomes on all graphs with up to N vertices too, where a batch kernel knows the game.",
)
@click.option("--random", metavar="N", type=IntegerRange(min=0), help="How many random boards of each game.")
@click.option("--seed", metavar="S", type=Integer(), default=0, show_default=True, help="Decides the random boards.")
@click.option("--time-limit", metavar="S", type=Number(), help="Seconds for each statement.")
@work_options
@click.option(
    "--campaign",
    metavar="SECONDS",
    type=NumberRange(min=0),
    help="Instead: random positions for so long, every method held against every other.",
)
@click.option("--replay", metavar="FILE|-", help="Instead: make a comparison of a campaign again.")
@click.option("--json", "as_json", is_flag=True, help="JSON Lines also on a terminal.")
@click.option(
    "--to",
    "form",
    cls=Renamed,
    was={"--markdown": "markdown"},
    type=click.Choice(FORMS),
    help="What to write; by default a table on a terminal, and JSON Lines elsewhere.",
)
def verify(
    keys: tuple[str, ...],
    every: bool,
    size: int | None,
    weight: int | None,
    beyond: int | None,
    random: int | None,
    seed: int,
    time_limit: float | None,
    jobs: int,
    scheduler: str | None,
    campaign: float | None,
    replay: str | None,
    as_json: bool,
    form: str | None,
) -> None:
    """Check theorems by brute force: on all small positions, and on random larger ones.

    KEY names a statement, such as log-space:3; `lastmove theorems` lists them. Checked are the outcome, that the
    move given wins, and that the winning moves given are exactly those that win. Of a reduction: that the target has
    the outcome of its source and winning moves only where that has them, and what the corollaries say of its shape.

    With --campaign nothing is named: theorems, searches, certificates, limits and the rest are held against one another
    on random positions of every game.
    """
    as_json, markdown = as_json or form == "json", form == "markdown"
    if campaign is not None or replay is not None:
        others = [keys, every, size, weight, beyond, random, time_limit, scheduler, markdown]
        others.append(campaign if replay else None)
        if campaign is not None and isnan(campaign):
            raise click.UsageError("--campaign: nan; accepted: a number of seconds >= 0")
        if jobs > 1 or any(option not in (None, False, ()) for option in others):
            raise click.UsageError("--campaign goes with --seed and --json, --replay with nothing else")
        sys.exit(run_replay(replay) if replay is not None else run_campaign(campaign or 0.0, seed, as_json=as_json))
    if as_json and markdown:
        raise click.UsageError("--json and --to markdown are two forms of the same; choose one")
    with usage_errors():
        theorems = chosen(keys, every=every)
        limits = Limits(time=time_limit)
    lines = as_json or not (markdown or sys.stdout.isatty())
    asked: dict[str, Any] = {"size": size, "weight": weight, "random": random, "seed": seed, "limits": limits}
    asked["beyond"] = beyond
    reports: list[Report] = []
    status = 0
    try:
        with progress_bar(len(theorems)) as started:
            if jobs == 1 and scheduler is None:
                found = _one_by_one(theorems, asked, started)
            else:
                work = partial(_verified, keys, every, asked)
                found = executor(jobs, scheduler).map(work, range(len(theorems)), partial(_lost, theorems))
            for report in found:
                reports.append(report)
                if jobs > 1 or scheduler is not None:
                    started(report.statement.key)
                if lines:
                    write_json(report.to_json())
                    sys.stdout.flush()
    except InputError as error:
        raise click.UsageError(str(error)) from None
    except KeyboardInterrupt:
        status = INTERRUPTED
    if markdown:
        sys.stdout.write("\n".join(markdown_table(reports)) + "\n")
    elif not lines:
        show_table(reports)
    failed, cut = any(report.failed for report in reports), any(report.stopped for report in reports)
    sys.exit(status or (FAILED if failed else UNKNOWN if cut else 0))


def _one_by_one(
    theorems: Sequence[Theorem | RunningReduction],
    asked: dict[str, Any],
    started: Callable[[str], Callable[[int], None]],
) -> Iterator[Report]:
    """The reports, as they are made in this process: the statements share what is known of the law."""
    law = ReferenceSearch()
    for theorem in theorems:
        yield _report(theorem, {**asked, "law": law, "progress": started(theorem.statement.key)})


def _verified(keys: Sequence[str], every: bool, asked: dict[str, Any], number: int) -> Report:
    """One report, in a process of its own, which finds the statement again by its number."""
    return _report(chosen(keys, every=every)[number], asked)


def _report(theorem: Theorem | RunningReduction, asked: dict[str, Any]) -> Report:
    if isinstance(theorem, Theorem):
        return verify_theorem(theorem, **asked)
    return verify_reduction(theorem, **{name: value for name, value in asked.items() if name != "beyond"})


def _lost(theorems: Sequence[Theorem | RunningReduction], number: int) -> Report:
    key = theorems[number].statement.key
    raise click.ClickException(f"the process that verified {key} ended; perhaps memory ran out")


def chosen(keys: Sequence[str], *, every: bool) -> list[Theorem | RunningReduction]:
    """The theorems and reductions with these keys, or all; an InputError if a key names nothing to be verified."""
    if every == bool(keys):
        raise InputError("", "name statements, or give --all; `lastmove theorems` lists them")
    known: list[Theorem | RunningReduction] = [*registry.deciders(), *running()]
    found = known if every else []
    for key in dict.fromkeys(keys):
        statement = registry.find(key)
        matching = [each for each in known if each.statement is statement]
        if not matching:
            raise InputError("statement", f"{key} decides no positions, and is no reduction that can be searched")
        found += matching
    return found


@contextmanager
def progress_bar(total: int) -> Iterator[Callable[[str], Callable[[int], None]]]:
    """A bar on standard error, if that is a terminal; gives a function to call as each statement begins."""
    if not sys.stderr.isatty():
        yield lambda _: _nothing
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from lastmove.cli.text import console

    columns = (
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}", markup=False),
        TextColumn("{task.fields[positions]:,} positions"),
    )
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total, positions=0)
        begun = 0

        def started(key: str) -> Callable[[int], None]:
            nonlocal begun
            bar.update(task, description=key, completed=begun, positions=0)
            begun += 1
            return lambda positions: bar.tasks[0].fields.update(positions=positions)

        yield started


def _nothing(positions: int) -> None:
    """Show nothing."""


def _row(report: Report) -> tuple[str, ...]:
    statement, found = report.statement, report.counterexample
    conclusion = report.conclusion.value + (f" (stopped: {report.stopped} limit)" if report.stopped else "")
    return (
        statement.key,
        ", ".join(with_accent(play.value) for play in statement.plays),
        f"{report.total('positions'):,}",
        f"{report.total('held_n'):,}",
        f"{report.total('held_p'):,}",
        conclusion,
        "" if found is None else _example(report),
    )


def _example(report: Report) -> str:
    """The smallest counterexample in words; which game and convention where there are several."""
    found, statement = report.counterexample, report.statement
    assert found is not None
    setting = [found.position.name] if len(statement.games) > 1 else []
    if len(statement.plays) > 1:
        setting.append(with_accent(found.play.value))
    return f"{', '.join(setting)}{': ' if setting else ''}{found.short()}"


def idle_notes(reports: Sequence[Report]) -> list[str]:
    """A line for each statement that applied nowhere in one of its games and conventions."""
    return [
        f"{report.statement.key} never applies to {tally.game}, {play_name(tally.play)}, in this range"
        for report in reports
        for tally in report.idle
        if report.conclusion is not Conclusion.NEVER_APPLIES
    ]


def markdown_table(reports: Sequence[Report]) -> list[str]:
    """The reports as the lines of a Markdown table, and notes below it."""
    notes, table = idle_notes(reports), Table(COLUMNS, list(map(_row, reports)), right=_RIGHT)
    return [*table.markdown(), *(["", *(f"- {note}" for note in notes)] if notes else [])]


_STYLES = {
    Conclusion.HOLDS: "green",
    Conclusion.FAILS: "bold red",
    Conclusion.REFUTED: "magenta",
    Conclusion.COUNTEREXAMPLE: "bold magenta",
}


def show_table(reports: Sequence[Report]) -> None:
    """The reports as a table for people."""
    from rich.text import Text

    from lastmove.cli.text import console, write_table

    refuted = any(report.counterexample for report in reports)
    shown = len(COLUMNS) - (not refuted)  # an empty column would leave names too little room
    rows = []
    for report in reports:
        *before, conclusion, example = _row(report)
        coloured = Text(conclusion)
        coloured.stylize(_STYLES.get(report.conclusion, "yellow"))  # the letters, not what fills the column
        rows.append((*before, coloured, example)[:shown])
    table = Table(COLUMNS[:shown], rows, right=_RIGHT)
    write_table(table, wrapped=True, fold=True, padding=(0, 2, 0, 0))
    out = console()
    out.soft_wrap = False
    for note in idle_notes(reports):
        out.print(Text(note, style="dim"))


def run_campaign(seconds: float, seed: int, *, as_json: bool) -> int:
    """Run a campaign and write its report; return the exit status."""
    from lastmove.verify.campaign import campaign

    with _campaign_bar(seconds) as shown:
        report = campaign(seconds, seed=seed, progress=shown)
    if as_json or not sys.stdout.isatty():
        write_json(report.to_json())
    else:
        _show_campaign(report)
    return INTERRUPTED if report.interrupted else FAILED if report.wrong else 0


def run_replay(file: str) -> int:
    """Make every comparison of a file again and say what it finds; return the exit status."""
    from lastmove.verify.campaign import replay

    status = 0
    for item in lines_of(file):
        try:
            finding = replay(item.line())
        except InputError as error:
            finding, status = f"error: {error}", FAILED
        if finding not in ("everything agrees", "there is nothing to compare"):
            status = FAILED
        click.echo(printable(finding))
    return status


def _show_campaign(report: CampaignReport) -> None:
    """The counts as a table, and each disagreement with the commands that show it."""
    from rich.text import Text

    from lastmove.cli.text import console, write_table
    from lastmove.verify.comparisons import COMPARISONS

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
def _campaign_bar(seconds: float) -> Iterator[Callable[[CampaignReport], None] | None]:
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
