"""How the command line ends: exit statuses, Ctrl-C, pipes that are closed, odd streams."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

import lastmove as lm
from commands import BAD, HUGE, MANY_MOVES, NIM, answers, solve
from processes import PATIENCE, Running, run, run_python, run_shell

pytestmark = pytest.mark.long

STATUS = [
    (0, NIM, []),
    (1, f"{NIM}\n{BAD}\n", []),
    (1, f"{HUGE}\n{BAD}\n", ["--position-limit", "10"]),
    (3, f"{NIM}\n{HUGE}\n{NIM}", ["--position-limit", "10"]),
    (3, '{"game": "nimg-mr", "vertices": 1, "weights": [1]}', ["--starts", "all", "--position-limit", "0"]),
    (2, NIM, ["--no-such-option"]),
    (2, NIM, ["no-such-file.json"]),
]


@pytest.mark.parametrize(("status", "text", "options"), STATUS)
def test_exit_status(status: int, text: str, options: list[str]) -> None:
    done = run("solve", "--json", *options, text=text)
    assert done.returncode == status
    assert (status == 2) == (done.stderr != "") == (done.stdout == "")


@pytest.mark.parametrize("extra", [["--all-moves"], ["--values"]])
def test_exit_status_when_only_moves_stayed_unknown(extra: list[str]) -> None:
    """The winner is known, but not all that was asked for."""
    text = HUGE.replace("[50, 51, 52, 53, 54, 55, 56]", "[1, 1, 0, 0, 0, 0, 9]")
    (whole,) = solve(text, *extra)
    limit = str(whole["reason"]["positions"])
    (answer,) = solve(text, *extra, "--position-limit", limit, status=3)
    assert answer["outcome"] == whole["outcome"] != "unknown"


@pytest.mark.parametrize(
    "options",
    [[], pytest.param(["--all-moves"], marks=pytest.mark.long), pytest.param(["--values"], marks=pytest.mark.long)],
)
def test_interrupted_position_is_unknown_and_the_last(options: list[str]) -> None:
    with Running("solve", *options) as solving:
        solving.send(f"{NIM}\n")
        assert solving.answer()["outcome"] == "N"
        solving.send(f"{HUGE}\n{NIM}\n")
        solving.wait_until_busy()
        status, out, err = solving.interrupt()
    assert (status, err) == (130, "")
    (answer,) = answers(out)
    assert answer["outcome"] == "unknown"
    assert answer["reason"]["kind"] == "limit"
    assert answer["reason"]["limit"] == "interrupt"


@pytest.mark.parametrize("options", [["--all-moves"], pytest.param(["--values"], marks=pytest.mark.long)])
def test_interrupted_while_moves_are_listed(options: list[str]) -> None:
    with Running("solve", *options) as solving:
        solving.send(f"{NIM}\n")
        solving.answer()
        solving.send(f"{MANY_MOVES}\n{NIM}\n")
        solving.wait_until_busy()
        status, out, err = solving.interrupt()
    assert (status, err) == (130, "")
    (answer,) = answers(out)
    assert answer["outcome"] in ("N", "unknown")


def test_interrupted_board() -> None:
    with Running("solve", "--starts", "all") as solving:
        solving.send('{"game": "adjacent-nim", "heaps": [1]}\n')
        solving.answer()
        solving.send(f"{HUGE}\n{HUGE}\n")
        solving.wait_until_busy()
        status, out, err = solving.interrupt()
    assert (status, err) == (130, "")
    (answer,) = answers(out)
    assert set(answer["outcomes"].values()) == {"unknown"}
    assert answer["reasons"][-1]["limit"] == "interrupt"


@pytest.mark.parametrize("command", [["solve", "--json"], ["convert", "--to", "json"]])
def test_interrupted_while_waiting_for_input(command: list[str]) -> None:
    with Running(*command) as waiting:
        waiting.send(f"{NIM}\n")
        waiting.wait_until_idle()
        status, _, err = waiting.interrupt()
    assert (status, err) == (130, "")


@pytest.mark.parametrize("command", [["solve"], ["convert", "--to", "json"]])
def test_closed_pipe_ends_silently(command: list[str], tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text(f"{NIM}\n" * 20_000)
    with Running(*command, str(path)) as writing:
        process = writing.process
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE) == 0


@pytest.mark.parametrize("command", ["--help", "games", "new grid:200x200", "completion bash"])
def test_pipe_closed_from_the_beginning(command: str) -> None:
    read, write = os.pipe()
    os.close(read)
    with Running(*command.split(), stdout=write) as writing:
        os.close(write)
        _, err = writing.process.communicate(timeout=PATIENCE)
        assert (writing.process.returncode, err) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("redirection", ["<&-", "</dev/null >&-", "</dev/null >/dev/full", "</proc/self/mem", "</"])
def test_odd_streams_give_no_traceback(redirection: str) -> None:
    script = f'exec "$0" -m lastmove solve --json {redirection}'
    done = run_shell(script)
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr


def test_interrupted_comparison_stops_at_once() -> None:
    """One Ctrl-C ends it, in whichever convention it is; nothing more is worked on."""
    with Running("compare") as comparing:
        comparing.send(f"{NIM}\n")
        assert comparing.answer()["same_winner"] is True
        comparing.send(f"{HUGE}\n{NIM}\n")
        comparing.wait_until_busy()
        status, out, err = comparing.interrupt()
    assert (status, err) == (130, "")
    (answer,) = answers(out)
    assert answer["reason"]["limit"] == "interrupt"


INTERRUPTED_IMPORT = """
import sys

class Impatient:
    def find_spec(self, name, path=None, target=None):
        if name == wanted:
            raise KeyboardInterrupt

wanted = sys.argv.pop(1)
sys.meta_path.insert(0, Impatient())
from lastmove.__main__ import main
main()
"""


@pytest.mark.parametrize(
    "module", ["click", "lastmove.cli.main", "lastmove.cli.questions.solve", "lastmove.theorems.registry"]
)
def test_interrupted_while_modules_are_loaded(module: str) -> None:
    done = run_python(INTERRUPTED_IMPORT, module, "solve", text=NIM)
    assert (done.returncode, done.stderr) == (130, "")


@pytest.mark.parametrize("tenths", range(1, 6))
def test_interrupted_soon_after_its_start(tenths: int) -> None:
    """Whatever it is doing: 130 and not a word, unless Python itself has not begun with the package yet."""
    with Running("solve") as starting:
        starting.wait_until_busy(tenths / 50)
        status, _, err = starting.interrupt()
    ours = Path(lm.__file__).parent
    assert (status, err) == (130, "") or status == -signal.SIGINT or str(ours) not in err
    assert str(ours / "cli") not in err


def test_too_many_threads_are_a_wrong_call() -> None:
    done = run("solve", "--threads", "100000", text=NIM)
    assert (done.returncode, done.stdout) == (2, "")
    assert "1024" in done.stderr
