"""One question of ``fuzz_limits.py``: reads the position, notes time and memory, asks, and notes them again."""

from __future__ import annotations

import faulthandler
import json
import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import click

import lastmove as lm
from lastmove.cli import options as shared_options
from lastmove.cli.boards import convert as writing
from lastmove.cli.playground import play as playing
from lastmove.cli.questions import check as checking
from lastmove.cli.questions import solve as wishes
from lastmove.core.limits import Meter
from lastmove.notation.json import parse

FOLDER = Path(sys.argv[1])
told: dict[str, Any] = {}


def _status(field: str) -> float:
    """A number of /proc/self/status, in megabytes."""
    found = re.search(rf"{field}:\s+(\d+) kB", Path("/proc/self/status").read_text())
    return int(found[1]) * 1024 / 1e6 if found else 0.0


def _waited() -> float:
    """How long the main thread has waited for a core so far."""
    return int(Path("/proc/self/schedstat").read_text().split()[1]) / 1e9


def note_begin(limit: float) -> None:
    """The position has been read, or where there is none the work begins."""
    if "read" in told:
        return
    Path("/proc/self/clear_refs").write_text("5")  # the peak is measured from here on
    told.update(before=_status("VmRSS"), cpu=time.process_time(), read=time.monotonic())
    faulthandler.dump_traceback_later(1.5 * limit + 1.2)
    timer = threading.Timer(limit, note_limit)
    timer.daemon = True
    timer.start()


def note_limit() -> None:
    """The limit is spent: what the process waits for a core from here on must not count."""
    told["waited"] = _waited()


def note_end() -> None:
    """The answer is there; the process ends now."""
    told["megabytes"] = _status("VmHWM") - told.pop("before")
    (FOLDER / "told").write_text(json.dumps(told))


def ask_command(case: dict[str, Any]) -> str:
    """A command, as from the shell; the clock starts when it has read the position, or sets a limit for all it does."""

    def reading(*arguments: Any, **named: Any) -> Any:
        found = parse(*arguments, **named)
        begin()
        return found

    def metering(*arguments: Any) -> Any:
        begin()
        return Meter(*arguments)

    def begin() -> None:
        note_begin(case["time"])
        (FOLDER / "told").write_text(json.dumps({**told, "said": "failed"}))

    for module in (checking, playing, shared_options, wishes, writing):
        module.parse = reading  # type: ignore[attr-defined]
    for module in (checking, shared_options):
        module.Meter = metering  # type: ignore[attr-defined]
    words = list(case["words"])
    if "CENSUS" in words:
        lm.census("vertex-geography", n="1-7", out=FOLDER / "census")
    words = [str(FOLDER / word.lower()) if word in ("CENSUS", "MADE") else word for word in words]
    if case["position"]:
        (FOLDER / "input").write_text(json.dumps(case["position"]))
        if words[0] == "check" and "answer" not in case["position"]:
            answer_input()
        words.append(str(FOLDER / "input"))
    from lastmove.cli.main import cli

    if not case["position"] and words[0] in (
        "census",
        "family",
        "quotient",
        "verify",
    ):  # each question has a meter further in
        cli.get_command(click.Context(cli), words[0])
        begin()
    written = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sheet = ("--out", str(FOLDER / "sheet")) if case["words"][0] == "worksheet" else ()
    try:
        cli.main([*words, *sheet], standalone_mode=False)
        status = 0
    except SystemExit as left:
        status = int(left.code or 0)
    finally:
        sys.stdout.flush()
        os.dup2(written, 1)
    return {0: "answered", 1: "error", 3: "unknown"}.get(status, f"status {status}")


def answer_input() -> None:
    """Put an answer with its certificate in place of the position, found in a process of its own."""
    solve = [sys.executable, "-m", "lastmove", "solve", "--certificate", "--json", "--time-limit", "5"]
    found = subprocess.run([*solve, str(FOLDER / "input")], stdout=subprocess.PIPE, check=False)
    (FOLDER / "input").write_bytes(found.stdout)


def ask_library(case: dict[str, Any]) -> str:
    """A function of the library."""
    try:
        problem = parse(case["position"])
    except lm.InputError:
        return "error"
    limits = lm.Limits(time=case["time"], memory=case["memory"], positions=case["positions"])
    note_begin(case["time"])
    (FOLDER / "told").write_text(json.dumps({**told, "said": "failed"}))
    name = case["words"][0]
    try:
        if name == "Opponent":
            lm.Opponent(problem.play, limits=limits).choose(problem.position)
            return "answered"
        found = getattr(lm, name)(problem, limits=limits)
        if name == "solve":
            return "unknown" if found.outcome is lm.Outcome.UNKNOWN else "answered"
        if name == "outcomes":
            return "unknown" if found.stopped_by else "answered"
    except lm.LimitReached:
        return "unknown"
    except lm.InputError:
        return "error"
    return "answered"


def main() -> None:
    case = json.loads((FOLDER / "case").read_text())
    try:
        told["said"] = ask_library(case) if case["library"] else ask_command(case)
    finally:
        if "read" in told:
            note_end()
        else:  # the position could not be read, so nothing was asked
            told.update(read=time.monotonic(), cpu=time.process_time())
            (FOLDER / "told").write_text(json.dumps(told))


if __name__ == "__main__":
    main()
