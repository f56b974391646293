"""``lastmove worksheet``: positions as exercises to print, and the key with the answers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lastmove.cli.options import INTERRUPTED, input_options, language_option, limit_options, limits_of, out_option
from lastmove.cli.read import items_of
from lastmove.cli.records import Output, answer_each
from lastmove.core.files import replacing
from lastmove.core.language import speaking, t
from lastmove.core.limits import stopping_at_limits
from lastmove.core.showing import Showing
from lastmove.core.solution import LimitReason
from lastmove.explanations.worksheet import exercise, key_sheet, moodle, sheet
from lastmove.solver.solve import solve

if TYPE_CHECKING:
    from lastmove.cli.read import Item
    from lastmove.explanations.worksheet import Exercise

EPILOG = """\b
Examples:
  lastmove worksheet examples/first.jsonl -o lesson
  lastmove worksheet nim:3,5,7 nim:1,1,2 kayles:7 --play misere -o lesson
  lastmove worksheet kayles:5,7 --language de --to pdf -o stunde
  lastmove worksheet misere:nim:1,2 vertex-geography:grid:3x4@5 -o lesson

\b
A position may say its convention, its game and its start itself: as above, or
in the lines of a FILE, which are JSON or in short. --game and --play hold for
those that do not.

\b
Exit status: 0 all written, 1 some input was bad, 3 something stayed unknown,
2 wrong usage, 130 interrupted.
"""

FORMS = ("html", "pdf", "moodle")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
"""Programs that print a page to PDF without a window."""
_PRINTING = 120
"""Seconds that a browser gets to print a page."""


@click.command(epilog=EPILOG)
@input_options
@out_option("NAME", "Write NAME.html and NAME-key.html, or .pdf, .xml.", required=True)
@click.option("--to", "form", type=click.Choice(FORMS), default="html", show_default=True, help="What to write.")
@click.option("--title", help="What stands above the exercises.")
@language_option
@limit_options
def worksheet(out: str, form: str, title: str | None, language: str, **given: Any) -> None:
    """Write the positions in FILE (or in short) as exercises to print, NAME.html, and their answers, NAME-key.html.

    A sheet has a line for name and class, the rules once, and three exercises a page. The key says who wins, all
    winning moves, how to win and why, and shows a winning move.

    --to pdf prints both with a browser (Chromium, Chrome or Edge). --to moodle writes NAME.xml, questions that Moodle
    imports and grades.
    """
    output = out
    stem, dot, ending = output.rpartition(".")
    if dot and ending.lower() in ("html", "pdf", "xml"):
        output, form = stem, {"html": form, "pdf": "pdf", "xml": "moodle"}[ending.lower()]
    browser = found_browser() if form == "pdf" else None
    limits = limits_of(given)
    exercises: list[Exercise] = []

    def ask(item: Item) -> Output:
        showing = Showing(limits)
        answer = solve(item.problem(), limits=limits, all_moves=True)
        reason = answer.reason
        spent = reason.limit if isinstance(reason, LimitReason) else answer.winning_moves().stopped_by
        if spent != "interrupt":
            with stopping_at_limits(showing.to_show()):
                exercises.append(exercise(answer, len(exercises) + 1))
        return Output("", spent)

    with speaking(language):
        status = answer_each(items_of(given), ask, people=True)
        if exercises and status != INTERRUPTED:
            heading = title or t("Worksheet")
            if form == "moodle":
                _save(Path(f"{output}.xml"), moodle(heading, exercises))
            else:
                pages = {output: sheet(heading, exercises), f"{output}-key": key_sheet(heading, exercises)}
                for name, written in pages.items():
                    _save(Path(f"{name}.html"), written)
                    if browser is not None:
                        print_to_pdf(browser, Path(f"{name}.html"), Path(f"{name}.pdf"))
    sys.exit(status)


def found_browser() -> str:
    """A browser that can print to PDF; a usage error that says what to do where there is none."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        raise click.UsageError(
            "--to pdf: no Chromium, Chrome or Edge was found. Leave --to pdf out, open NAME.html in any browser, and "
            "print it to a PDF file"
        )
    return found


def print_to_pdf(browser: str, source: Path, target: Path) -> None:
    """Have a browser print a page."""
    with tempfile.TemporaryDirectory() as profile:
        options = ["--headless", "--disable-gpu", "--no-pdf-header-footer", f"--user-data-dir={profile}"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:  # browsers refuse their sandbox to root
            options.append("--no-sandbox")
        command = [browser, *options, f"--print-to-pdf={target.resolve()}", source.resolve().as_uri()]
        try:
            done = subprocess.run(command, capture_output=True, timeout=_PRINTING, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise click.ClickException(f"--to pdf: {browser}: {error}") from None
    if done.returncode or not target.exists():
        raise click.ClickException(f"--to pdf: {browser} did not print {source} (status {done.returncode})")
    click.echo(f"{target}", err=True)


def _save(path: Path, written: str) -> None:
    try:
        with replacing(path) as file:
            file.write(written.encode())
    except OSError as error:
        raise click.UsageError(f"--out: {path}: {error.strerror}") from None
    click.echo(f"{path}", err=True)
