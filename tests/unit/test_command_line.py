"""The command line from outside: exit statuses, signals, pipes, limits, options, formats, terminals, streams."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

import lastmove as lm
from lastmove.apps import terminal
from lastmove.apps.main import COMMANDS, cli
from lastmove.games import GAMES, game_class
from lastmove.games.graph_fields import write_graph
from lastmove.graphs import FAMILIES, family

if TYPE_CHECKING:
    from click.testing import Result

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(lm.__file__).parents[1]), "TERM": "xterm", "COLUMNS": "100"}
COMMAND = [sys.executable, "-m", "lastmove"]
PATIENCE = 6
"""Seconds after which a process that should have ended is given up; nothing is said about speed."""

NIM = '{"game": "nim", "heaps": [1, 2]}'
BAD = '{"game": "nim", "heaps": [-1]}'
COMPLETE = [[u, v] for u in range(7) for v in range(u)]
HUGE = json.dumps({"game": "nimg-mr", "vertices": 7, "edges": COMPLETE, "weights": [*range(50, 57)], "start": 0})
"""No theorem and no search decides this one."""
MANY_MOVES = '{"game": "nimg-mr", "edges": [["a", "b"]], "weights": {"a": 0, "b": 1000000000000}, "start": "a"}'
"""Won at once, in a million million ways."""

WITH_STARTS = [name for name in GAMES if "start" in game_class(name).fields]
ON_GRAPHS = [name for name in GAMES if "edges" in game_class(name).fields]

linux = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads /proc")


def invoke(*arguments: str, text: str = "", status: int = 0) -> Result:
    result = CliRunner().invoke(cli, list(arguments), input=text.encode())
    assert result.exit_code == status, (result.output, result.exception)
    return result


def solve(text: str, *options: str, status: int = 0) -> list[dict[str, Any]]:
    result = invoke("solve", *options, text=text, status=status)
    assert result.stderr == ""
    return [json.loads(line) for line in result.stdout.splitlines()]


def run(*arguments: str, text: str = "", **options: Any) -> subprocess.CompletedProcess[str]:
    """The command as a process of its own."""
    command = [*COMMAND, *arguments]
    return subprocess.run(
        command, input=text, env=ENVIRONMENT, capture_output=True, text=True, timeout=60, check=False, **options
    )


def example(game: str) -> dict[str, Any]:
    return dict(game_class(game).example)


def jsonl(*positions: object) -> str:
    return "".join(f"{json.dumps(position)}\n" for position in positions)


# Exit statuses

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


# Ctrl-C


class Running:
    """A process with its pipes; on leaving, it is killed if it has not ended."""

    def __init__(self, *arguments: str, stdout: int = subprocess.PIPE) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *arguments], stdin=subprocess.PIPE, stdout=stdout, stderr=subprocess.PIPE, env=ENVIRONMENT
        )
        assert self.process.stdin is not None
        self.stdin = self.process.stdin

    def __enter__(self) -> Running:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()

    def send(self, text: str) -> None:
        self.stdin.write(text.encode())
        self.stdin.flush()

    def answer(self) -> Any:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def wait_until_busy(self) -> None:
        """Return when the process has computed for a while since the call."""
        began = self._seconds()
        while self.process.poll() is None and self._seconds() < began + 0.3:
            time.sleep(0.02)

    def wait_until_idle(self) -> None:
        """Return when the process has computed something, and then nothing for a while."""
        before = -1.0
        while self.process.poll() is None and not 0 < self._seconds() == before:
            before = self._seconds()
            time.sleep(0.3)

    def _seconds(self) -> float:
        """The processor time it has used; where the system does not tell, the clock, in steps of two seconds."""
        stat = Path(f"/proc/{self.process.pid}/stat")
        if not stat.exists():
            return time.monotonic() // 2 * 2
        return sum(map(int, stat.read_text().rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")

    def interrupt(self) -> tuple[int, list[Any], str]:
        """Ctrl-C; the exit status, the answers not yet read, and what stands on standard error."""
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, [json.loads(line) for line in out.splitlines()], err.decode()


@pytest.mark.parametrize("options", [[], ["--all-moves"], ["--values"]])
def test_interrupted_position_is_unknown_and_the_last(options: list[str]) -> None:
    with Running("solve", *options) as solving:
        solving.send(f"{NIM}\n")
        assert solving.answer()["outcome"] == "N"
        solving.send(f"{HUGE}\n{NIM}\n")
        solving.wait_until_busy()
        status, answers, err = solving.interrupt()
    assert (status, err) == (130, "")
    (answer,) = answers
    assert answer["outcome"] == "unknown"
    assert answer["reason"]["kind"] == "limit"
    assert answer["reason"]["limit"] == "interrupt"


@pytest.mark.parametrize("options", [["--all-moves"], ["--values"]])
def test_interrupted_while_moves_are_listed(options: list[str]) -> None:
    with Running("solve", *options) as solving:
        solving.send(f"{NIM}\n")
        solving.answer()
        solving.send(f"{MANY_MOVES}\n{NIM}\n")
        solving.wait_until_busy()
        status, answers, err = solving.interrupt()
    assert (status, err) == (130, "")
    (answer,) = answers
    assert answer["outcome"] in ("N", "unknown")


def test_interrupted_board() -> None:
    with Running("solve", "--starts", "all") as solving:
        solving.send('{"game": "adjacent-nim", "heaps": [1]}\n')
        solving.answer()
        solving.send(f"{HUGE}\n{HUGE}\n")
        solving.wait_until_busy()
        status, answers, err = solving.interrupt()
    assert (status, err) == (130, "")
    (answer,) = answers
    assert set(answer["outcomes"].values()) == {"unknown"}
    assert answer["reasons"][-1]["limit"] == "interrupt"


@pytest.mark.parametrize("command", [["solve", "--json"], ["convert", "--to", "json"]])
def test_interrupted_while_waiting_for_input(command: list[str]) -> None:
    with Running(*command) as waiting:
        waiting.send(f"{NIM}\n")
        waiting.wait_until_idle()
        status, _, err = waiting.interrupt()
    assert (status, err) == (130, "")


# Pipes and odd streams


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
    done = subprocess.run(
        ["sh", "-c", script, sys.executable], env=ENVIRONMENT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr


# Limits


def test_position_limit_is_exact() -> None:
    text = json.dumps(example("nimg-mr"))
    (free,) = solve(text)
    needed = free["reason"]["positions"]
    (same,) = solve(text, "--position-limit", str(needed))
    assert (same["outcome"], same["move"]) == (free["outcome"], free["move"])
    (answer,) = solve(text, "--position-limit", str(needed - 1), status=3)
    assert answer.keys() == {"outcome", "reason"}
    assert answer["outcome"] == "unknown"
    assert answer["reason"].items() >= {"kind": "limit", "limit": "positions", "positions": needed - 1}.items()


def test_time_limit_was_really_spent() -> None:
    first, second, third = solve(f"{NIM}\n{HUGE}\n{NIM}\n", "--time-limit", "0.5", status=3)
    assert first["outcome"] == third["outcome"] == "N"
    assert second["outcome"] == "unknown"
    assert second["reason"]["limit"] == "time"
    assert second["reason"]["seconds"] >= 0.5
    assert second["reason"]["positions"] > 0


REPORT_MEMORY = """
import re, sys
from lastmove.apps.main import main
def peak():
    return int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) // 1024
before = peak()
try:
    main()
finally:
    print(before, peak(), file=sys.stderr)
"""


def memory(*arguments: str, text: str, status: int = 0) -> tuple[int, list[Any]]:
    """By how many MiB the process grew at its peak, and the answers."""
    done = subprocess.run(
        [sys.executable, "-c", REPORT_MEMORY, *arguments],
        input=text,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == status, done.stderr
    before, after = map(int, done.stderr.split())
    return after - before, [json.loads(line) for line in done.stdout.splitlines()]


@linux
@pytest.mark.parametrize("n", [1_000, 50_000])
def test_memory_limit_is_spent_and_kept(n: int) -> None:
    edges = [[v, (v + step) % n] for v in range(n) for step in (1, 2, 5)]
    position = {"game": "nimg-mr", "vertices": n, "edges": edges, "weights": [3] * n, "start": 0}
    growth, (answer,) = memory("solve", "--memory-limit", "30", text=json.dumps(position), status=3)
    assert answer["outcome"] == "unknown"
    assert answer["reason"]["limit"] == "memory"
    assert 30 <= growth < 200


@pytest.mark.parametrize("option", ["--all-moves", "--values"])
def test_limits_hold_for_a_million_million_moves(option: str) -> None:
    command = " ".join(["solve", option, "--position-limit", "50"])
    done = subprocess.run(
        ["sh", "-c", f'ulimit -v 2000000; exec "$0" -m lastmove {command}', sys.executable],
        input=MANY_MOVES,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.stderr == ""
    answer = json.loads(done.stdout)
    assert answer["outcome"] == "N"
    assert len(answer.get("values", answer.get("winning_moves"))) <= 10_000


# What is answered: ids, lines, starts, moves, values

IDS: list[Any] = [0, -1, 1.5, True, False, "", "x", "\ud800", [], {}, [1, {"a": None}], 10**4000]


@pytest.mark.parametrize("options", [[], ["--all-moves", "--values"], ["--starts", "all"]])
def test_id_is_echoed(options: list[str]) -> None:
    positions = [{"game": "adjacent-nim", "heaps": [1, 2], "start": 0, "id": asked} for asked in IDS]
    answers = solve(jsonl(*positions), *options)
    assert list(map(repr, (answer["id"] for answer in answers))) == list(map(repr, IDS))


def test_id_is_echoed_with_an_error() -> None:
    answers = solve(jsonl(*({**json.loads(BAD), "id": asked} for asked in IDS)), status=1)
    assert list(map(repr, (answer.get("id") for answer in answers))) == list(map(repr, IDS))


def test_without_an_id_there_is_none() -> None:
    assert all("id" not in answer for answer in solve(f"{NIM}\n{BAD}\n", status=1))


def test_lines_count_blank_ones() -> None:
    answers = solve(f"\n \n{BAD}\n{NIM}\n\t\n\n{BAD}\n\n", status=1)
    assert [answer.get("line") for answer in answers] == [3, None, 7]


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("game", WITH_STARTS)
def test_starts_all(game: str, play: str) -> None:
    board = example(game)
    del board["start"]
    (answer,) = solve(json.dumps(board), "--starts", "all", "--all-moves", "--play", play)
    assert answer.keys() == {"outcomes", "moves", "winning_moves", "reasons"}
    position: Any = lm.parse(board).position
    starts = {str(start): start for start in position.starts()}
    assert list(answer["outcomes"]) == list(answer["moves"]) == list(starts)
    alone = solve(jsonl(*({**board, "start": start} for start in starts.values())), "--all-moves", "--play", play)
    assert list(answer["outcomes"].values()) == [one["outcome"] for one in alone]
    assert list(answer["moves"].values()) == [one["move"] for one in alone]
    assert list(answer["winning_moves"].values()) == [one["winning_moves"] for one in alone]
    assert sum(reason["count"] for reason in answer["reasons"]) == len(starts)


def test_starts_of_adjacent_nim_are_the_heaps_that_are_not_empty() -> None:
    first, second = solve(
        '{"game": "adjacent-nim", "heaps": [0, 2, 0, 1]}\n{"game": "adjacent-nim", "heaps": [0]}', "--starts", "all"
    )
    assert list(first["outcomes"]) == ["1", "3"]
    assert second["outcomes"] == {}


@pytest.mark.parametrize("game", [name for name in GAMES if name not in WITH_STARTS])
def test_starts_all_where_there_is_no_start(game: str) -> None:
    first, second = solve(jsonl(example(game), example("dag")), "--starts", "all", status=1)
    assert first["error"].startswith("starts: ")
    assert game in first["error"]
    assert second["outcomes"] == {"a": "N", "b": "P", "c": "P"}


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("game", GAMES)
def test_all_moves_and_values(game: str, play: str) -> None:
    text = json.dumps(example(game))
    (answer,) = solve(text, "--all-moves", "--values", "--play", play)
    position: Any = lm.parse(text).position
    values = answer["values"]
    assert [value["move"] for value in values] == [position.move_to_json(move) for move in position.moves()]
    for value in values:
        (after,) = solve(
            json.dumps(lm.position_to_json(position.after(position.move_from_json(value["move"])))),
            "--values",
            "--play",
            play,
        )
        assert (value["outcome"], value["remoteness"]) == (after["outcome"], after["remoteness"])
    winning = [value["move"] for value in values if value["outcome"] == "P"]
    assert sorted(map(repr, answer["winning_moves"])) == sorted(map(repr, winning))
    assert answer["move"] in winning if winning else answer["move"] is None
    left = [value["remoteness"] for value in values]
    to_win = [value["remoteness"] for value in values if value["outcome"] == "P"]
    assert answer["remoteness"] == (1 + min(to_win) if to_win else 1 + max(left) if left else 0)


def test_long_list_of_winning_moves_is_cut() -> None:
    position = {"game": "nimg-rm", "vertices": 1, "weights": [10_005], "start": 0}
    (answer,) = solve(json.dumps(position), "--all-moves")
    assert (len(answer["winning_moves"]), answer["winning_moves_total"]) == (10_000, 10_005)


def test_p_position_has_an_empty_list_of_winning_moves() -> None:
    (answer,) = solve('{"game": "nim", "heaps": [2, 2]}', "--all-moves")
    assert (answer["outcome"], answer["move"], answer["winning_moves"]) == ("P", None, [])


# Overrides

PATH = '{"game": "vertex-geography", "play": "normal", "vertices": 3, "edges": [[0, 1], [1, 2]], "start": 0}'
OVERRIDES = [
    (PATH, "", "P", None),
    (PATH, "--play misere", "N", {"to": 1}),
    (PATH, "--start 1", "N", {"to": 0}),
    (PATH, "--start 1 --play misere", "P", None),
    (PATH, "--game edge-geography", "P", None),
    (PATH, "--game nimg-rm --weight 1", "P", None),
    (PATH, "--game nimg-rm --weight 1 --start 1 --play misere", "N", {"remaining": 0, "to": 0}),
    (PATH, "--weight 7", "P", None),
    (PATH.replace("vertex-geography", "nimg-rm").replace("}", ', "weights": [0, 1, 1]}'), "--weight 1", "P", None),
    ('{"game": "adjacent-nim", "heaps": [2, 2], "start": 0}', "--start 1", "P", None),
    ('{"game": "dag", "edges": [["0", "1"]], "start": "1"}', "--start 0", "N", {"to": "1"}),
    (">>graph6<<Bg", "--game vertex-geography --start 2", "P", None),
    ("Bg", "--game nimg-mr --start 1 --weight 1 --format graph6", "N", {"to": 0, "remaining": 0}),
    ("a b\nb c # remark", "--game vertex-geography --start b", "N", {"to": "a"}),
    ("a b\nb c 5", "--game dag --directed --start a", "P", None),
]


@pytest.mark.parametrize(("text", "options", "outcome", "move"), OVERRIDES)
def test_overrides(text: str, options: str, outcome: str, move: object) -> None:
    (answer,) = solve(text, *options.split())
    assert (answer["outcome"], answer["move"]) == (outcome, move)


# convert, new, games, completion, help

FORMATS = ["json", "graph6", "sparse6", "digraph6", "edgelist", "graphml"]
READ_AS = {"sparse6": "graph6", "digraph6": "graph6"}
SPECS = ["path:4", "petersen:5,2", "circuit:4", "random-digraph:6,2"]


def edges_of(graph: dict[str, Any]) -> tuple[int, Counter[tuple[int, ...]]]:
    """How many vertices, and the edges; undirected ones in one order."""
    directed = graph["directed"]
    return graph["vertices"], Counter(tuple(edge if directed else sorted(edge)) for edge in graph["edges"])


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("second", FORMATS)
@pytest.mark.parametrize("first", FORMATS)
def test_convert_between_any_two_formats(first: str, second: str, spec: str) -> None:
    directed = family(spec).directed
    original = json.loads(invoke("new", spec).stdout)
    holds_it = {"graph6": not directed, "sparse6": not directed, "digraph6": directed}
    text, source = json.dumps(original), "json"
    for target in (first, second, "json"):
        status = 0 if holds_it.get(target, True) else 1
        options = ["--format", READ_AS.get(source, source), "--to", target, *(["--directed"] if directed else [])]
        result = invoke("convert", *options, text=text, status=status)
        if status:
            assert result.stdout == ""
            assert re.fullmatch(f"error line 1: {target}: .*\n", result.stderr)
            return
        text, source = result.stdout, target
    assert edges_of(json.loads(text)) == edges_of(original)


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("target", ["json", "graphml"])
@pytest.mark.parametrize("game", ON_GRAPHS)
def test_json_and_graphml_keep_the_whole_position(game: str, target: str, play: str) -> None:
    result = invoke("convert", "--to", target, "--play", play, text=json.dumps(example(game)))
    again = invoke("convert", "--to", "json", "--format", target, text=result.stdout)
    assert result.stderr == again.stderr == ""
    assert lm.parse(again.stdout) == lm.parse({**example(game), "play": play})


@pytest.mark.parametrize(
    "change",
    [{"id": "x"}, {"start": None}, {"vertices": ["1", "02"], "edges": [], "weights": [1, 1], "start": "1"}],
    ids=["id", "the game is over", "vertices that look like integers"],
)
def test_graphml_keeps_what_is_rare(change: dict[str, Any]) -> None:
    position = {**example("nimg-rm"), **change}
    result = invoke("convert", "--to", "graphml", text=json.dumps(position))
    again = lm.parse(invoke("convert", "--to", "json", "--format", "graphml", text=result.stdout).stdout)
    whole = lm.parse(position)
    assert (again, again.id) == (whole, whole.id) or "does not keep" in result.stderr


def test_convert_says_what_is_lost_and_goes_on_after_errors() -> None:
    text = jsonl(example("nimg-rm"), example("nim"), {"vertices": 2, "edges": [[0, 1], [0, 1]]}, {"vertices": 1})
    result = invoke("convert", "--to", "graph6", text=text, status=1)
    assert len(result.stdout.splitlines()) == 2
    errors = result.stderr.splitlines()
    assert errors[0].startswith("error line 2: game: nim has no graph")
    assert errors[1].startswith("error line 3: graph6: ")
    assert errors[2:] == ["note: graph6 does not keep game, play, start, weights, vertex names"]


@pytest.mark.parametrize("field", ["start", "wieghts"])
def test_convert_of_a_bare_graph_loses_nothing_silently(field: str) -> None:
    graph = {"vertices": 2, "edges": [[0, 1]], field: 0}
    result = CliRunner().invoke(cli, ["convert", "--to", "json"], input=json.dumps(graph))
    assert field in result.output


@pytest.mark.parametrize("target", ["edgelist", "graphml"])
def test_convert_does_not_run_two_graphs_together(target: str) -> None:
    """These formats hold one graph a file: the second one is refused."""
    graphs = jsonl({"vertices": 2, "edges": [[0, 1]]}, {"vertices": 3, "edges": [[0, 2]]})
    result = invoke("convert", "--to", target, text=graphs, status=1)
    assert result.stderr.startswith("error line 2: ")
    again = invoke("convert", "--to", "json", "--format", target, text=result.stdout).stdout
    assert edges_of(json.loads(again)) == (2, Counter({(0, 1): 1}))


def test_edge_list_with_isolated_vertices_is_recognised() -> None:
    text = invoke("convert", "--to", "edgelist", text='{"vertices": 3, "edges": [[1, 2]]}').stdout
    (answer,) = solve(text, "--game", "vertex-geography", "--starts", "all")
    assert answer["outcomes"] == {"0": "P", "1": "N", "2": "N"}


@pytest.mark.parametrize("name", FAMILIES)
def test_new_for_every_family(name: str) -> None:
    spec = FAMILIES[name].example
    graph = json.loads(invoke("new", spec, "--seed", "5").stdout)
    assert graph == json.loads(json.dumps(write_graph(family(spec, seed=5))))
    weighted = ["--game", "nimg-rm", "--play", "misere", "--weight", "1-3", "--start", "1"]
    position = json.loads(invoke("new", spec, "--seed", "5", *weighted).stdout)
    assert position.items() >= {**graph, "game": "nimg-rm", "play": "misere", "start": 1}.items()
    assert {*position["weights"]} <= {1, 2, 3}
    assert lm.problem_to_json(lm.parse(position)) == position


def test_new_list() -> None:
    listed = invoke("new", "--list").stdout.splitlines()
    assert [line.split(":")[0] for line in listed] == list(FAMILIES)


def test_games() -> None:
    listed = [json.loads(line) for line in invoke("games").stdout.splitlines()]
    assert [game["game"] for game in listed] == list(GAMES)
    for game in listed:
        assert game.keys() == {"game", "title", "rules", "fields", "move", "example"}
        (answer,) = solve(json.dumps(game["example"]), "--values")
        assert all(value["move"].keys() <= set(game["move"]) for value in answer["values"])
        assert [json.loads(invoke("games", game["game"]).stdout)] == [game]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_script(shell: str) -> None:
    script = invoke("completion", shell).stdout
    assert f"_LASTMOVE_COMPLETE={shell}_complete" in script
    if shutil.which(shell):
        done = subprocess.run([shell, "-n"], input=script, capture_output=True, text=True, timeout=60, check=False)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("words", "expected"),
    [("so", "solve"), ("solve --star", "--starts"), ("solve --play m", "misere"), ("completion f", "fish")],
)
def test_completion_completes(words: str, expected: str) -> None:
    environment = {
        **ENVIRONMENT,
        "_LASTMOVE_COMPLETE": "bash_complete",
        "COMP_WORDS": f"lastmove {words}",
        "COMP_CWORD": str(len(words.split())),
    }
    done = subprocess.run(COMMAND, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert f"plain,{expected}" in done.stdout.splitlines()
    assert done.stderr == ""


@pytest.mark.parametrize("flag", ["--help", "-h"])
@pytest.mark.parametrize("command", COMMANDS)
def test_help(command: str, flag: str) -> None:
    text = invoke(command, flag).stdout
    assert text.startswith(f"Usage: cli {command}")
    assert all(len(line) <= 100 for line in text.splitlines())


def test_help_of_the_whole_and_version() -> None:
    text = run("--help").stdout
    assert text.startswith("Usage: lastmove ")
    assert all(re.search(rf"^  {name} ", text, re.MULTILINE) for name in COMMANDS)
    assert run("--version").stdout == f"lastmove {lm.__version__}\n"


def test_unknown_command() -> None:
    result = invoke("slove", status=2)
    assert "Did you mean 'solve'?" in result.stderr


# People: answers on a terminal


def on_terminal(*arguments: str, text: str) -> tuple[int, str]:
    """The exit status and what a person sees, without colours."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *arguments], stdin=subprocess.PIPE, stdout=theirs, stderr=theirs, env=ENVIRONMENT
    )
    os.close(theirs)
    assert process.stdin is not None
    process.stdin.write(text.encode())
    process.stdin.close()
    seen = b"".join(iter(lambda: read_some(ours), b""))
    os.close(ours)
    status = process.wait(PATIENCE)
    return status, re.sub(r"\x1b\[[0-9;]*m", "", seen.decode()).replace("\r\n", "\n")


def read_some(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:  # how Linux says that the other end was closed
        return b""


def test_solution_on_a_terminal() -> None:
    status, seen = on_terminal("solve", "--all-moves", text='{"game": "nim", "play": "misere", "heaps": [1, 3]}')
    assert status == 0
    lines = seen.splitlines()
    assert lines[0] == "Nim, misère play: heaps 1, 3"
    assert lines[1] == "  N: the player to move wins"
    assert re.fullmatch("  winning moves +lower heap 1 from 3 to 0", lines[2])
    assert lines[3].startswith("  reason ")


def test_values_on_a_terminal() -> None:
    status, seen = on_terminal("solve", "--values", text='{"game": "nim", "heaps": [1, 2]}')
    assert status == 0
    assert "3 moves to the end" in seen
    rows = [line.split() for line in seen.splitlines() if line.startswith("lower heap")]
    assert [row[-3:] for row in rows] == [["loses", "N", "1"], ["loses", "N", "1"], ["wins", "P", "2"]]


def test_starts_on_a_terminal() -> None:
    status, seen = on_terminal("solve", "--starts", "all", text='{"game": "vertex-geography", "edges": [["a", "b"]]}')
    assert status == 0
    rows = [line.split() for line in seen.splitlines()]
    assert ["a", "N", "move", "to", "b"] in rows
    assert ["b", "N", "move", "to", "a"] in rows
    assert any(row[-2:] == ["(2", "starts)"] for row in rows)


def test_unknown_starts_are_not_searched_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    outcomes = lm.outcomes(lm.parse(HUGE), limits=lm.Limits(positions=10), all_moves=True)
    monkeypatch.setattr(lm.Solution, "winning_moves", lambda _: pytest.fail("the limits are granted again"))
    terminal.write_outcomes(outcomes, all_moves=True)
    assert "the positions limit was reached" in capsys.readouterr().out


def test_error_on_a_terminal() -> None:
    name = "\x1b[2J\x07"
    position = {"game": "vertex-geography", "vertices": [name], "start": name}
    status, seen = on_terminal("solve", text=jsonl({**position, "start": f"{name}?"}, position))
    assert status == 1
    assert (
        seen.splitlines()[0] == r"error line 1: start: '\x1b[2J\x07?' is not a vertex; the vertices are '\x1b[2J\x07'"
    )
    assert r"token on \x1b[2J\x07" in seen
    assert seen.replace("\n", "").isprintable()


def test_games_on_a_terminal() -> None:
    _, seen = on_terminal("games", text="")
    assert all(re.search(rf"^{name} ", seen, re.MULTILINE) for name in GAMES)
    _, seen = on_terminal("games", "vertexnim", text="")
    assert seen.startswith("Vertexnim\n")


def test_json_on_a_terminal() -> None:
    _, seen = on_terminal("solve", "--json", text=NIM)
    assert json.loads(seen)["outcome"] == "N"


# Streams


def test_answers_come_while_the_input_is_open() -> None:
    lines = 50_000
    with Running("solve") as solving:
        solving.send(f"{NIM}\n")
        assert solving.answer()["outcome"] == "N"  # after one line, before anything else is sent
        feeder = Thread(target=solving.send, args=(f"{NIM}\n" * lines,))
        feeder.start()
        assert solving.process.stdout is not None
        answers = sum(1 for _ in zip(range(lines), solving.process.stdout, strict=False))
        feeder.join()
        assert answers == lines
        assert solving.process.poll() is None  # it still waits for more
        solving.stdin.close()
        assert solving.process.wait(PATIENCE) == 0


@linux
@pytest.mark.long
@pytest.mark.parametrize("options", [[], ["--starts", "all"]])
def test_memory_does_not_grow_with_the_number_of_lines(options: list[str]) -> None:
    line = '{"game": "vertex-geography", "vertices": 5, "edges": [[0, 1], [1, 2], [2, 3]], "start": 0}\n'
    few, many = (memory("solve", *options, text=line * count)[0] for count in (5_000, 100_000))
    assert many <= few + 2


# What is imported


def imported_by(code: str, *arguments: str) -> set[str]:
    """The modules that a Python process has imported when it ends."""
    report = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr)); "
    command = [sys.executable, "-c", report + code, *arguments]
    done = subprocess.run(command, input=NIM, env=ENVIRONMENT, capture_output=True, text=True, timeout=60, check=True)
    return set(done.stderr.split())


@pytest.mark.parametrize("options", ["", "--all-moves --values", "--format json --play misere"])
def test_solving_nim_imports_nothing_heavy(options: str) -> None:
    imported = imported_by("from lastmove.apps.main import main; main()", "solve", *options.split())
    assert "lastmove.games.nim" in imported
    assert not imported & {"numpy", "networkx", "rich", "scipy", "numba", "asyncio", "xml"}


def test_importing_the_package_is_light() -> None:
    imported = imported_by("import lastmove")
    ours = {name for name in imported if name.startswith("lastmove")}
    assert ours == {"lastmove", "lastmove._version", "lastmove.core", "lastmove.core.lazy"}
    assert not imported & {"click", "json", "networkx", "numpy", "rich", "scipy"}
