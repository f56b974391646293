"""How ``record_commands.py`` runs a step and writes down what came of it.

Every step is run in a process of its own, forked from one that has loaded the package and done nothing else. So no step
sees what another one has cached, and the answers do not depend on how the steps are shared out.
"""

from __future__ import annotations

import atexit
import functools
import http.client
import importlib
import io
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from recorded_plain import Plain, digest
from recorded_questions import namespace, show
from recorded_steps import Case, Step

__all__ = ["ENVIRONMENT", "FAULT", "UNSET", "Server", "empty_folder", "in_child", "load", "run_case", "run_command"]

HANGS = 600
"""Seconds after which a step is killed, far more than any takes; its status is then -14."""
FAULT = "Traceback"
"""The first line of the errors where a command did not catch an exception; the lines of the source are left out."""
DAY = 1_700_000_000
"""When the files of a case were changed last."""
ENVIRONMENT = {
    "COLUMNS": "90", "LINES": "40", "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "TZ": "UTC",
    "OPENBLAS_NUM_THREADS": "1", "SOURCE_DATE_EPOCH": "0", "MPLBACKEND": "Agg",
}  # fmt: skip
UNSET = ("NO_COLOR", "FORCE_COLOR", "CLICOLOR", "COLORTERM", "PYTHONWARNINGS", "_LASTMOVE_COMPLETE")
LOADED = (
    "solve nim:1", "solve vertex-geography:grid:2x3 --play misere --starts all", "explain kayles:3",
    "draw nimg-rm:path:3", "compare kayles:3", "grundy --octal 0.77 --heap 5", "quotient 0.3 --heap 3",
    "reduce vertex-geography:path:2 --to nimg-rm", "check nothing", "convert path:2 --to graphml", "family path:n",
    "theorems", "worksheet nim:1 -o made", "solve {", "refute true --game vertex-geography --n 2",
    "verify log-space:2 --n 1 --weights 0-1 --random 0", "play nim:1 --you none",
)  # fmt: skip
"""Commands that load what most commands need; the modules are then there before a process is forked."""


@contextmanager
def empty_folder() -> Iterator[str]:
    """A folder for the block. That of ``tempfile`` would be deleted at the end of a forked process already."""
    folder = tempfile.mkdtemp()
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


# --- one step, in a process of its own ------------------------------------------------------------------------------


@functools.cache
def entry_point(src: str) -> str:
    """Where the command begins: as the project of the source tree declares it, else as the installed package does."""
    project = Path(src).parent / "pyproject.toml"
    if project.exists():
        return str(tomllib.loads(project.read_text())["project"]["scripts"]["lastmove"])
    return next(iter(entry_points(group="console_scripts", name="lastmove"))).value


def run_command(src: str, words: tuple[str, ...]) -> None:
    """``lastmove`` with these words, through its entry point."""
    module, _, name = entry_point(src).partition(":")
    sys.argv = ["lastmove", *words]
    getattr(importlib.import_module(module), name)()


def run_python(expression: str) -> None:
    """The value of an expression, or the error in one line: where in the source it was raised may change."""
    try:
        show(eval(expression, namespace()))
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


def in_child(run: Callable[[], None], text: bytes, folder: str, *, terminal: bool = False) -> tuple[int, bytes, bytes]:
    """Run a function in a forked process, in a folder and with this standard input: exit status, output, errors."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(text)
        given.seek(0)
        ours, theirs = pty.openpty() if terminal else (-1, out.fileno())
        child = os.fork()
        if not child:
            _become(run, given.fileno(), theirs, err.fileno(), folder)
        if terminal:
            os.close(theirs)
            out.write(_all_of(ours))
        _, status = os.waitpid(child, 0)
        out.seek(0)
        err.seek(0)
        return os.waitstatus_to_exitcode(status), out.read(), err.read()


def _become(run: Callable[[], None], given: int, out: int, err: int, folder: str) -> None:
    """The forked process: what a new interpreter has, then the function, then the end."""
    code = 1
    try:
        signal.alarm(HANGS)
        for number, mine in enumerate((given, out, err)):
            os.dup2(mine, number)
        sys.stdin, sys.stdout, sys.stderr = (
            io.TextIOWrapper(open(0, "rb", closefd=False), "utf-8"),  # noqa: SIM115
            io.TextIOWrapper(open(1, "wb", closefd=False), "utf-8", line_buffering=os.isatty(1)),  # noqa: SIM115
            io.TextIOWrapper(open(2, "wb", closefd=False), "utf-8", "backslashreplace", line_buffering=True),  # noqa: SIM115
        )
        os.chdir(folder)
        run()
        code = 0
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else int(left.code is not None)
    except BaseException as error:
        sys.stderr.write(f"{FAULT}\n" + "".join(traceback.format_exception_only(error)))
    finally:
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)


def _all_of(terminal: int) -> bytes:
    """What a terminal shows until nobody writes to it any more."""
    found = bytearray()
    with os.fdopen(terminal, "rb", buffering=0) as shown:
        while True:
            try:
                piece = shown.read(65536)
            except OSError:  # Linux says so at the end
                piece = b""
            if not piece:
                return bytes(found)
            found += piece


# --- a case, in a worker --------------------------------------------------------------------------------------------


def load(src: str, everything: bool) -> None:
    """What a worker does first: load the modules that most steps need, as a child of it found out.

    Numba is not loaded: whether it is there already is what some searches ask.
    """
    import lastmove

    assert lastmove.__file__ is not None
    assert Path(lastmove.__file__).is_relative_to(src), f"{lastmove.__file__} is not below {src}"
    for words in LOADED if everything else ():
        with empty_folder() as folder:
            _, out, _ = in_child(functools.partial(_tell_modules, src, words), b"", folder)
        names = out.decode("utf-8", "replace").rpartition("\n")[2].split()
        for name in names if "numba" not in names else ():
            with suppress(ImportError):
                importlib.import_module(name)


def _tell_modules(src: str, words: str) -> None:
    with suppress(SystemExit):
        run_command(src, tuple(words.split()))
    print("\n" + " ".join(sys.modules), end="")


def run_case(case: Case, src: str) -> list[str]:
    """The lines of a case."""
    import lastmove

    with empty_folder() as folder:
        for name, text in case.files.items():
            (Path(folder) / name).write_text(text, "utf-8", "surrogateescape")
            os.utime(Path(folder) / name, (DAY, DAY))  # a census writes it down
        plain = Plain(folder, src, lastmove.__version__)
        if case.name.startswith("http/"):
            return [*_over_http(case, plain)]
        return [*_steps(case, folder, src, plain)]


def _steps(case: Case, folder: str, src: str, plain: Plain) -> Iterator[str]:
    written: list[bytes] = []
    before = _files(folder)
    for number, step in enumerate(case.steps):
        text = step.text.encode("utf-8", "surrogateescape")
        if step.after:
            text = (
                written[step.after].replace(step.swap[0].encode(), step.swap[1].encode())
                if step.swap[0]
                else written[step.after]
            )
        python = step.kind == "python"
        run = (
            functools.partial(run_python, step.words[0]) if python else functools.partial(run_command, src, step.words)
        )
        code, out, err = in_child(run, text, folder, terminal=step.kind == "terminal")
        written.append(out)
        now = _files(folder)
        made = {name: _content(name, data, plain) for name, data in now.items() if before.get(name) != data}
        gone = {name: None for name in before if name not in now}
        before = now
        said = {"stdout": plain(out, python=python), "stderr": plain(err, python=python), "files": {**made, **gone}}
        yield _line(case, number, step, {"stdin": plain(text) if step.after else step.text, "status": code, **said})


def _files(folder: str) -> dict[str, bytes]:
    paths = sorted(path for path in Path(folder).rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def _content(name: str, data: bytes, plain: Plain) -> str:
    """A file for the recording: its text if it has one.

    A wheel of the package is its source, which may change.
    Parquet has the folder and the version in it: what counts are its rows.
    """
    if name.endswith(".whl"):
        return "<a wheel>"
    if name.endswith(".parquet"):
        return plain(in_child(_tell_rows, data, "/")[1])
    try:
        data.decode()
    except UnicodeDecodeError:
        return digest(data)
    return plain(data)


def _tell_rows() -> None:
    """Print the columns and rows of the Parquet file on standard input."""
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(io.BytesIO(sys.stdin.buffer.read()))
    print(*(f"{column.name} {column.type}" for column in table.schema), sep=", ")
    print(*(tuple(row.values()) for row in table.to_pylist()), sep="\n")


def _line(case: Case, number: int, step: Step, said: dict[str, Any]) -> str:
    asked = {"name": f"{case.name}.{number}", "kind": step.kind, "words": step.words}
    return json.dumps({**asked, **{name: value for name, value in said.items() if value not in ("", {})}})


# --- HTTP: the server as people start it, because its application has no public name --------------------------------


class Server:
    """``lastmove serve`` while the block lasts."""

    def __enter__(self) -> Server:
        words = [sys.executable, "-P", "-m", "lastmove", "serve", "--no-open", "--port", "0", "--workers", "2"]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"http://([\d.]+):(\d+)/", said)
        assert found is not None, said
        self.host, self.port = found[1], int(found[2])
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait()

    def ask(self, step: Step) -> tuple[int, dict[str, str], bytes]:
        """The status, the headers and the body of the answer."""
        method, path, *given = step.words
        connection = http.client.HTTPConnection(self.host, self.port, timeout=HANGS)
        headers = dict(each.split(": ", 1) for each in given)
        connection.request(method, path, step.text.encode("utf-8", "surrogateescape") or None, headers)
        answer = connection.getresponse()
        found = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        connection.close()
        return found


def _over_http(case: Case, plain: Plain) -> Iterator[str]:
    """The lines of requests to one server. The date and the length, which seconds change, are left out."""
    with Server() as server:
        for number, step in enumerate(case.steps):
            status, headers, body = server.ask(step)
            told = {name: value for name, value in headers.items() if name not in ("date", "content-length")}
            text = re.sub(rb'("(?:asked|answered|idle|waiting|joined|busy)":)\d+', rb"\1<count>", body)
            said = {
                "stdin": step.text,
                "status": status,
                "headers": told,
                "stdout": _content(step.words[1], text, plain),
            }
            yield _line(case, number, step, said)
