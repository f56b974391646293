"""Bad input: one clear line that names the field and the value, never a traceback, and the rest is answered."""

from __future__ import annotations

import json
import re
import traceback
from contextlib import suppress
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import lastmove as lm
from lastmove.apps import terminal
from lastmove.apps.main import cli
from lastmove.apps.reading import FORMATS, read_records
from lastmove.core.errors import show
from lastmove.games import GAMES, game_class

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

GOOD = '{"game": "nim", "heaps": [1, 2]}'
LONG = "9" * 5000
DEEP = 100_000
ESCAPE = "\x1b]0;owned\x07\x1b[31m"


def invoke(*arguments: str, text: str | bytes = "") -> Result:
    """The command line, run here; any exception but SystemExit is a failure."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    result = CliRunner().invoke(cli, list(arguments), input=data)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        pytest.fail("".join(traceback.format_exception(result.exception, limit=-2)))
    return result


def solve(text: str | bytes, *options: str, status: int = 0) -> list[dict[str, Any]]:
    """The answers of ``lastmove solve``."""
    result = invoke("solve", *options, text=text)
    assert (result.exit_code, result.stderr) == (status, "")
    return [json.loads(line) for line in result.stdout.splitlines()]


def refusal(text: str | bytes, *options: str) -> str:
    """The one error that ``text`` gives."""
    (answer,) = solve(text, *options, status=1)
    error: str = answer["error"]
    assert is_one_line(error)
    return error


def is_one_line(text: str) -> bool:
    return 0 < len(text) < 2000 and text.isprintable()


# One bad line between two good ones. In positions, GRAPH stands for the edge a - b and @ for the bad value.

GRAPH = '"vertices": ["a", "b"], "edges": [["a", "b"]]'

NUMBERS = {
    "-1": "-1",
    "true": "true",
    "null": "null|none",
    "1.5": r"1\.5",
    "1.0": r"1\.0",
    '"3"': "'3'",
    "[1]": r"\[1\]",
    "{}": "{}",
    "NaN": "NaN",
    "Infinity": "Infinity",
    "-Infinity": "-Infinity",
    "1e999": "inf|1e999",
    LONG: "5,000 digits",
    f"-{LONG}": "5,000 digits",
    f"[[{LONG}]]": "5,000 digits",
}
"""What is no number of tokens, and how an error shows it."""

PLACES = """
heaps[1] | {"game": "nim", "heaps": [2, @]}
heaps[0] | {"game": "octal", "code": "0.77", "heaps": [@]}
heaps[0] | {"game": "subtraction", "set": [1], "heaps": [@]}
set[0] | {"game": "subtraction", "set": [@], "heaps": [1]}
heaps[0] | {"game": "adjacent-nim", "heaps": [@], "start": 0}
start | {"game": "adjacent-nim", "heaps": [2, 0], "start": @}
weights | {"game": "nimg-rm", GRAPH, "weights": [1, @], "start": "a"}
weights | {"game": "nimg-mr", GRAPH, "weights": {"a": @, "b": 1}, "start": "a"}
weights | {"game": "vertexnim", GRAPH, "weights": [@, 1], "start": "a"}
start | {"game": "vertex-geography", GRAPH, "start": @}
start | {"game": "edge-geography", GRAPH, "start": @}
start | {"game": "nimg-mr", GRAPH, "weights": [1, 1], "start": @}
start | {"game": "vertexnim", GRAPH, "weights": [1, 1], "start": @}
start | {"game": "dag", GRAPH, "start": @}
play | {"game": "nim", "heaps": [1], "play": @}
parts[1].heaps[0] | {"game": "sum", "parts": [{"game": "nim", "heaps": []}, {"game": "nim", "heaps": [@]}]}
"""

VERTICES = {value: says for value, says in NUMBERS.items() if value not in ("-1", '"3"')}
VERTEX_PLACES = """
vertices[1] | {"game": "dag", "vertices": ["a", @], "edges": [], "start": "a"}
edges[0] | {"game": "dag", "edges": [["a", @]], "start": "a"}
edges[1] | {"game": "vertex-geography", "vertices": 2, "edges": [[0, 1], [@, 1]], "start": 0}
"""

OTHERS = r"""
game | missing | {}
game | missing | {"heaps": [1]}
game | null|none | {"game": null, "heaps": [1]}
game | \['nim'\] | {"game": ["nim"], "heaps": [1]}
game | '' | {"game": "", "heaps": [1]}
game | 'nimm'.*did you mean 'nim' | {"game": "nimm", "heaps": [1]}
game | \\x1b | {"game": "\u001b[31m"}
game | \\ud800 | {"game": "\ud800"}
play | 'Misere' | {"game": "nim", "heaps": [1], "play": "Misere"}
id | NaN | {"game": "nim", "heaps": [1], "id": NaN}
id | 1e999 | {"game": "nim", "heaps": [1], "id": {"a": [1e999]}}
id | 5,000 digits | {"game": "nim", "heaps": [1], "id": LONG}
id | 5,000 digits | {"game": "nim", "heaps": [1], "id": [{"a": [[LONG]]}]}
'heaps' | twice | {"game": "nim", "heaps": [1], "heaps": [2]}
'a' | twice | {"game": "nimg-rm", GRAPH, "weights": {"a": 1, "a": 2}, "start": "a"}
heaps | missing | {"game": "nim"}
heaps | null|none | {"game": "nim", "heaps": null}
heaps | 3 | {"game": "nim", "heaps": 3}
heaps | '3' | {"game": "nim", "heaps": "3"}
heaps | 5,000 digits | {"game": "nim", "heaps": LONG}
heap | unknown field; did you mean 'heaps' | {"game": "nim", "heaps": [1], "heap": 2}
Heaps | unknown field | {"game": "nim", "heaps": [1], "Heaps": [1]}
start | unknown field | {"game": "nim", "heaps": [1], "start": 0}
weights | unknown field | {"game": "dag", GRAPH, "weights": [1, 1], "start": "a"}
graph | unknown field | {"game": "dag", "graph": {"vertices": 1}, "start": 0}
'\x1b]0;x\x07' | unknown field | {"game": "nim", "heaps": [1], "\u001b]0;x\u0007": 1}
set | empty | {"game": "subtraction", "set": [], "heaps": [1]}
set[0] | 0.*>= 1 | {"game": "subtraction", "set": [0], "heaps": [1]}
code | 0.77 | {"game": "octal", "code": 0.77, "heaps": [1]}
code | 0.7W.*W | {"game": "octal", "code": "0.7W", "heaps": [1]}
code | 1.7 | {"game": "octal", "code": "1.7", "heaps": [1]}
code | '' | {"game": "octal", "code": "", "heaps": [1]}
code | ٧ | {"game": "octal", "code": "0.٧", "heaps": [1]}
start | missing | {"game": "adjacent-nim", "heaps": [2, 0]}
start | heap 1 is empty | {"game": "adjacent-nim", "heaps": [2, 0], "start": 1}
start | 2 | {"game": "adjacent-nim", "heaps": [2, 0], "start": 2}
start | missing | {"game": "vertex-geography", GRAPH}
start | missing | {"game": "edge-geography", GRAPH}
start | missing | {"game": "nimg-rm", GRAPH, "weights": [1, 1]}
start | missing | {"game": "nimg-mr", GRAPH, "weights": [1, 1]}
start | missing | {"game": "vertexnim", GRAPH, "weights": [1, 1]}
start | missing | {"game": "dag", GRAPH}
start | 'x'.*'a', 'b' | {"game": "nimg-rm", GRAPH, "weights": [1, 1], "start": "x"}
start | 0.*'a', 'b' | {"game": "nimg-rm", GRAPH, "weights": [1, 1], "start": 0}
start | '0' | {"game": "dag", "vertices": 1, "start": "0"}
vertices | empty | {"game": "vertex-geography", "vertices": [], "edges": [], "start": "a"}
vertices | empty | {"game": "edge-geography", "vertices": 0, "start": null}
vertices | empty | {"game": "vertexnim", "vertices": 0, "weights": [], "start": 0}
vertices | 'a'.*twice | {"game": "dag", "vertices": ["a", "b", "a"], "start": "a"}
vertices | 1.*twice | {"game": "dag", "vertices": [0, 1, 1], "start": 0}
vertices | '1' | {"game": "dag", "vertices": [1, "1"], "start": 1}
vertices | '1' | {"game": "dag", "edges": [[1, 2], ["1", 3]], "start": 1}
vertices | -1 | {"game": "dag", "vertices": -1, "start": 0}
vertices | 1000000000 | {"game": "dag", "vertices": 1000000000, "start": 0}
vertices | 5,000 digits | {"game": "dag", "vertices": LONG, "start": 0}
vertices | true | {"game": "dag", "vertices": true, "start": 0}
vertices | 'ab' | {"game": "dag", "vertices": "ab", "start": "a"}
edges | missing | {"game": "dag", "start": "a"}
edges | {'a': 'b'} | {"game": "dag", "edges": {"a": "b"}, "start": "a"}
edges[0] | 'b' | {"game": "dag", "vertices": ["a"], "edges": [["a", "b"]], "start": "a"}
edges[0] | 2 | {"game": "dag", "vertices": 2, "edges": [[0, 2]], "start": 0}
edges[0] | '0' | {"game": "dag", "vertices": 2, "edges": [["0", 1]], "start": 0}
edges[0] | \['a'\] | {"game": "dag", "edges": [["a"]], "start": "a"}
edges[0] | \['a', 'b', 'c'\] | {"game": "dag", "edges": [["a", "b", "c"]], "start": "a"}
edges[0] | 'ab' | {"game": "dag", "edges": ["ab"], "start": "a"}
edges | 'a' -> 'b' -> 'a' | {"game": "dag", "edges": [["a", "b"], ["b", "a"]], "start": "a"}
edges | connected | {"game": "vertexnim", "vertices": 3, "edges": [[0, 1]], "weights": [1, 1, 1], "start": 0}
edges | strongly connected | {"game": "vertexnim", "directed": true, GRAPH, "weights": [1, 1], "start": "a"}
directed | false | {"game": "dag", GRAPH, "directed": false, "start": "a"}
directed | 1 | {"game": "vertex-geography", GRAPH, "directed": 1, "start": "a"}
directed | false, but digraph6 | {"game": "vertex-geography", "digraph6": "&AO", "directed": false, "start": 0}
edges | graph6 | {"game": "vertex-geography", "graph6": "A_", "edges": [], "start": 0}
sparse6 | graph6 | {"game": "vertex-geography", "graph6": "A_", "sparse6": ":An", "start": 0}
graph6 | 3 characters | {"game": "vertex-geography", "graph6": "A_A_", "start": 0}
graph6 | character 2 | {"game": "vertex-geography", "graph6": "Aé", "start": 0}
graph6 | no graph | {"game": "vertex-geography", "graph6": "", "start": 0}
graph6 | 5 | {"game": "vertex-geography", "graph6": 5, "start": 0}
weights | missing | {"game": "nimg-rm", GRAPH, "start": "a"}
weights | 1 weights for 2 | {"game": "nimg-rm", GRAPH, "weights": [1], "start": "a"}
weights | 'b' | {"game": "nimg-mr", GRAPH, "weights": {"a": 1}, "start": "a"}
weights | 'c' | {"game": "nimg-mr", GRAPH, "weights": {"a": 1, "b": 1, "c": 1}, "start": "a"}
weights | 'a'.*0.*>= 1 | {"game": "vertexnim", GRAPH, "weights": [0, 1], "start": "a"}
weights | vertices | {"game": "nimg-rm", "edges": [["a", "b"]], "weights": [1, 1], "start": "a"}
parts | {} | {"game": "sum", "parts": {}}
parts[0] | 1 | {"game": "sum", "parts": [1]}
parts[0].play | outermost | {"game": "sum", "parts": [{"game": "nim", "heaps": [1], "play": "misere"}]}
parts[0].id | unknown field | {"game": "sum", "parts": [{"game": "nim", "heaps": [1], "id": 1}]}
parts[0].start | missing | {"game": "sum", "parts": [{"game": "dag", GRAPH}]}
parts[0].parts[0].heaps[0] | -1 | {"game": "sum", "parts": [{"game": "sum", "parts": [{"game": "nim", "heaps": [-1]}]}]}
"""

NOT_A_POSITION = {
    "null": "null|none",
    "true": "true",
    "5": "5",
    LONG: "5,000 digits",
    "NaN": "NaN",
    '"nim"': "'nim'",
    "[1, 2]": r"\[1, 2\]",
    "nim 1 2": "not JSON.*nim 1 2",
    '{"game": "nim", "heaps": [1}': "not JSON.*column 28",
    '{"game": "nim", "heaps": [1]} {}': "not JSON.*column 31",
    '{"game": "nim", "heaps": [1],}': "not JSON",
    "{'game': 'nim'}": "not JSON",
    '{"game": "nim", "heaps": [01]}': "not JSON",
    '{"game": "ni\tm"}': "not JSON.*control",
    '{"game": "nim", "heaps": [1': "not JSON",
    "\ufeff{}": "not JSON.*BOM",
    ESCAPE: r"not JSON.*\\x1b",
    "[" * DEEP: "nested",
    '{"a":' * DEEP: "nested",
    '{"game": "nim", "heaps": ' + "[" * DEEP + "]" * DEEP + "}": "nested",
    '{"game": "nim", "heaps": [1], "id": ' + "[" * DEEP + "]" * DEEP + "}": "nested",
    '{"game": "sum", "parts": [' * DEEP + "]}" * DEEP: "nested",
    '{"game": "sum", "parts": [' * 150 + "]}" * 150: "nested",
}


def rows(table: str) -> list[list[str]]:
    """The rows of a table above, GRAPH and LONG written out in the last column."""
    cells = [line.split(" | ") for line in table.strip().splitlines()]
    return [[*cell[:-1], cell[-1].replace("GRAPH", GRAPH).replace("LONG", LONG)] for cell in cells]


BAD_LINES = [
    *((line.replace("@", value), field, says) for field, line in rows(PLACES) for value, says in NUMBERS.items()),
    *(
        (line.replace("@", value), field, says)
        for field, line in rows(VERTEX_PLACES)
        for value, says in VERTICES.items()
    ),
    *((line, field, says) for field, says, line in rows(OTHERS)),
    *((line, "", says) for line, says in NOT_A_POSITION.items()),
]


@pytest.mark.parametrize(("line", "field", "says"), BAD_LINES, ids=lambda value: str(value)[:60])
def test_bad_line_between_good_ones(line: str, field: str, says: str) -> None:
    before, answer, after = solve(f"{GOOD}\n{line}\n{GOOD}\n", status=1)
    assert before["outcome"] == after["outcome"] == "N"
    assert answer.keys() == {"error", "line"}
    assert answer["line"] == 2
    error = answer["error"]
    assert is_one_line(error)
    assert not field or error.startswith(f"{field}: ")
    assert re.search(says, error, re.IGNORECASE)


@pytest.mark.parametrize("depth", [400, 490, 900, 930, 945, 960, 990])
@pytest.mark.parametrize(("left", "right"), [("[", "]"), ('{"a":', "}")])
def test_nesting_below_the_limit_of_python(depth: int, left: str, right: str) -> None:
    """Deep values that json can still read: an answer or an error, wherever they stand."""
    deep = f"{left * depth}1{right * depth}"
    lines = [f'{{"game": "nim", "heaps": [0], "{name}": {deep}}}' for name in ("id", "heaps2", "play", "game2")]
    answers = solve("\n".join([*lines, f'{{"game": "nim", "heaps": {deep}}}', deep, GOOD]), status=1)
    assert len(answers) == 7
    assert answers[0].get("id") is not None or "id" in answers[0]["error"] or "nested" in answers[0]["error"]
    assert all(is_one_line(answer["error"]) for answer in answers[1:6])
    assert answers[6]["outcome"] == "N"


# Systematically: each field of each game replaced by each odd value

VALUES = r"""[
    null, true, false, 0, 1, -1, 2, 1000000000000000000000000000000, 1.0, 2.5, 1e300, NaN, Infinity,
    "", "a", "0", "misere", "0.77", "A_", ":An", "&AO", "é", "\ud800", "\u001b[31m",
    [], [null], [true], [0], [-1], [1.5], [""], ["a"], ["a", "a"], ["\ud800"], [1, 2, 3], [1, "1"],
    [[]], [[], []], [["a"]], [["a", "a"]], [[0, 1]], [[1, "1"]],
    [["a", "b"], ["b", "c"], ["c", "a"]], [["a", "b"], ["a", "b"], ["b", "a"], ["b", "c"]],
    {}, {"": null}, {"a": 1, "b": 0, "c": 100000000000000000000}, {"a": -1, "b": 1.5, "c": null},
    {"game": "nim", "heaps": [1]}, [{"game": "nim", "heaps": [1]}], [{"game": "dag", "vertices": 1}],
    [{"game": "nim", "heaps": [1], "play": "normal"}]
]"""
ODD: dict[str, object] = {
    **{json.dumps(value): value for value in json.loads(VALUES)},
    "4,000 digits": 10**4000,
    "long text": "x" * 100_000,
    "deep": json.loads("[" * 90 + "]" * 90),
}
GRAPH_FIELDS = ("directed", "vertices", "edges", "graph6", "sparse6", "digraph6", "weights", "start")
FIELDS = ("game", "play", "id", "heaps", "code", "set", "parts", *GRAPH_FIELDS, "unknown")


def misbehaviour(raw: dict[str, object]) -> str:
    """How the package misbehaves on a position object; empty if it refuses it in one line, or answers it."""
    try:
        problem = lm.parse(raw)
        if getattr(problem.position, "is_board", False):
            answer = lm.outcomes(problem, limits=lm.Limits(positions=500)).to_json(all_moves=True)
        else:
            answer = lm.solve(problem, limits=lm.Limits(positions=500)).to_json(all_moves=True)
        json.dumps(answer)
        text = json.dumps(lm.problem_to_json(problem))
    except lm.InputError as error:
        return "" if is_one_line(str(error)) else f"an error of more than one line: {show(str(error))}"
    except Exception as error:  # the point of the test
        return f"{type(error).__name__}: {str(error)[:80]}"
    again = lm.parse(text)
    same = (again.position, again.play, again.id) == (problem.position, problem.play, problem.id)
    return "" if same else "written and read again, it is another position"


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("game", GAMES)
def test_odd_value(game: str, field: str) -> None:
    example = dict(game_class(game).example)
    found = {name: misbehaviour({**example, field: value}) for name, value in ODD.items()}
    found["left out"] = misbehaviour({name: value for name, value in example.items() if name != field})
    assert {name: what for name, what in found.items() if what} == {}


@pytest.mark.parametrize("game", GAMES)
def test_two_fields_left_out(game: str) -> None:
    example = dict(game_class(game).example)
    for one in example:
        for two in example:
            assert misbehaviour({name: v for name, v in example.items() if name not in (one, two)}) == ""


@pytest.mark.parametrize(
    ("game", "field", "value"),
    [
        ("nim", "id", 10**5000),
        ("nim", "heaps", [10**5000]),
        ("adjacent-nim", "heaps", [10**5000, 1]),
        ("subtraction", "set", [10**5000]),
        ("nimg-rm", "weights", {"a": 10**5000, "b": 1, "c": 1}),
        ("dag", "edges", [["a", 10**5000]]),
        ("dag", "vertices", ["a", "b", "c", 10**5000]),
        ("dag", "start", 10**5000),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_more_digits_than_json_can_carry(game: str, field: str, value: object) -> None:
    """The same limit holds where the object comes from Python and not from text."""
    assert misbehaviour({**game_class(game).example, field: value}) == ""


@pytest.mark.parametrize("value", [None, 5, "", "5", "[]", b"{}", [], [("game", "nim")], "\ud800", "{", "\x1b"])
def test_parse_refuses_what_is_no_object(value: Any) -> None:
    with pytest.raises(lm.InputError):
        lm.parse(value)


# Whole inputs


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "latin-1"])
def test_other_encodings(encoding: str) -> None:
    text = '{"game": "vertex-geography", "vertices": ["é"], "start": "é"}'
    answers = solve(text.encode(encoding), status=1)
    assert answers
    assert all("UTF-8" in answer["error"] for answer in answers)


@pytest.mark.parametrize("bad", [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"\xc0\xaf"])
def test_broken_utf8(bad: bytes) -> None:
    line = b'{"game": "nim", "heaps": [1], "id": "' + bad + b'"}'
    first, second, third = solve(b"\n".join([line, GOOD.encode(), line]), status=1)
    assert second["outcome"] == "N"
    for answer, number in ((first, 1), (third, 3)):
        assert answer == {"error": answer["error"], "line": number}
        assert re.match("not UTF-8: byte 0x.. at column 38", answer["error"])


@pytest.mark.parametrize("text", ["", "\n", " \n\t\r\n\n", "\ufeff", "\ufeff\n \n"])
def test_nothing_to_answer(text: str) -> None:
    assert "empty" in refusal(text)
    assert "empty" in refusal(text, "--format", "graph6", "--game", "dag")
    assert "no edges" in refusal(text, "--format", "edgelist", "--game", "dag")
    assert "graphml" in refusal(text, "--format", "graphml", "--game", "dag")


@pytest.mark.parametrize("name", ["", "missing.json", "folder", "missing/file", "x" * 5000])
@pytest.mark.parametrize("command", [["solve"], ["convert", "--to", "json"]])
def test_no_such_file(tmp_path: Path, name: str, command: list[str]) -> None:
    (tmp_path / "folder").mkdir()
    result = invoke(*command, str(tmp_path / name))
    assert (result.exit_code, result.stdout) == (2, "")
    last = result.stderr.splitlines()[-1]
    assert last.startswith("Error: FILE: ")
    assert str(tmp_path) in last


@pytest.mark.parametrize("blank", ["", "\n\n", " \t\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_marks_blank_lines_and_line_ends(blank: str, mark: str, end: str) -> None:
    text = f"{mark}{blank}{GOOD}{end}{end}{GOOD[:-1]}{end}{GOOD}"
    answers = solve(text, status=1)
    assert [answer.get("outcome") for answer in answers] == ["N", None, "N"]
    assert answers[1]["line"] == blank.count("\n") + 3


@pytest.mark.parametrize("format_", ["auto", "json"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_json_array_and_object_over_several_lines(mark: str, format_: str) -> None:
    position = json.loads(GOOD)
    for indent in (None, 1):
        (answer,) = solve(mark + json.dumps(position, indent=indent), "--format", format_)
        assert answer["outcome"] == "N"
        array = [position, {"game": "nim", "heaps": [-1]}, 5, position]
        answers = solve(f"{mark}\n {json.dumps(array, indent=indent)}\n", "--format", format_, status=1)
        assert [answer.get("outcome") for answer in answers] == ["N", None, None, "N"]
        assert "-1" in answers[1]["error"]
        assert "5" in answers[2]["error"]


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize(
    ("format_", "text"),
    [("graph6", "A_\n"), ("edgelist", "0 1\n"), ("graphml", None)],
    ids=["graph6", "edgelist", "xml"],
)
def test_byte_order_mark_before_graphs(format_: str, text: str | None, mark: str) -> None:
    if text is None:
        text = invoke("new", "path:2", "--to", "graphml").stdout
    options = ["--game", "vertex-geography", "--start", "0", "--format", format_]
    (answer,) = solve(mark + text, *options)
    assert answer["move"] == {"to": 1}


@pytest.mark.parametrize(
    "text",
    [
        '{"game": "nim", "heaps": [1, 2',
        '{"game": "nim",\n "heaps": [1, 2',
        '{"game": "nim",\n "heaps": [1, 2],\n}',
        '{"game": "nim",\n "heaps": [1],\n "heaps": [2]}',
        '[{"game": "nim", "heaps": [1]},\n{"game": "nim"',
        '[{"game": "nim", "heaps": [1]}]\n{"game": "nim", "heaps": [1]}',
        "[" * DEEP,
        "[" * DEEP + "]" * DEEP,
        "{\n" + '"a": {' * DEEP,
        "<html>",
    ],
    ids=lambda text: text[:40],
)
def test_one_error_for_one_broken_text(text: str) -> None:
    refusal(text)


@pytest.mark.parametrize(
    "first",
    ['{"game": "nim", "heaps": [1, 2', '{"game": "nim", "heaps"', "{", "nim", "\x00", "5", "{]", '{"game": "ni'],
)
def test_json_lines_with_a_broken_first_line(first: str) -> None:
    answers = solve(f"{first}\n{GOOD}\n\n{GOOD}\n{first}\n", status=1)
    assert [answer.get("outcome") for answer in answers] == [None, "N", "N", None]
    assert [answer.get("line") for answer in answers] == [1, None, None, 5]


@pytest.mark.parametrize("text", ["A_\nA?A\nA_\n", ">>graph6<<A_\n\x7f\n:An\n", "A_\n;Fa@x^\nA_", "A_\n\xff\nA_"])
def test_bad_graph6_line(text: str) -> None:
    answers = solve(text, "--game", "vertex-geography", "--start", "0", status=1)
    assert [answer.get("outcome") for answer in answers] == ["N", None, "N"]
    assert answers[1]["line"] == 2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a b\na b c d\n", "line 2.*a b c d"),
        ("# nothing\n", "no edges"),
        ("a b\n\x1b[31m b c d e\n", r"line 2.*\\x1b"),
        (b"a b\nb \xff\n", "UTF-8"),
        ("a b\n", "start: 'z'"),
    ],
)
def test_bad_edge_list(text: str | bytes, says: str) -> None:
    options = ["--format", "edgelist", "--game", "vertex-geography", "--start", "z"]
    assert re.search(says, refusal(text, *options))


XML = '<graphml>{}<graph edgedefault="undirected">{}</graph></graphml>'
WEIGHT_KEY = '<key id="k" for="node" attr.name="weight" attr.type="{}"/>'
BAD_XML = [
    "no xml",
    "<graphml>",
    "<graphml/>",
    "<a>" * 1000 + "</a>" * 1000,
    XML.format("", ""),
    XML.format("", '<node id="a"/><hyperedge/>'),
    XML.format("", '<node id="a"><data key="k&#10;&#155;31m">1</data></node>'),
    XML.format(WEIGHT_KEY.format("&#10;&#155;"), '<node id="a"/>'),
    XML.format(WEIGHT_KEY.format("int"), '<node id="a"><data key="k">x</data></node>'),
    XML.format(WEIGHT_KEY.format("double"), '<node id="a"><data key="k">1.0</data></node>'),
]


@pytest.mark.parametrize("text", BAD_XML, ids=range(len(BAD_XML)))
def test_bad_graphml(text: str) -> None:
    refusal(text, "--format", "graphml", "--game", "nimg-rm", "--start", "a")
    result = invoke("convert", "--format", "graphml", "--game", "nimg-rm", "--start", "a", "--to", "json", text=text)
    assert (result.exit_code, result.stdout) == (1, "")
    assert is_one_line(result.stderr.removesuffix("\n"))


# Names that are legal but dangerous to print

NAMES = [
    "\ud800",
    "\udfff\ud800",
    ESCAPE,
    "\x00",
    "\n",
    "\r",
    "\x7f",
    "\x9b31m",
    "\u202eabc",
    "",
    " ",
    "'",
    '"',
    "[red]",
    "é",
]


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_dangerous_name_is_kept_in_json_and_harmless_on_a_terminal(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = {
        "game": "nimg-mr",
        "vertices": [name, "b"],
        "edges": [[name, "b"]],
        "weights": {name: 1, "b": 0},
        "start": "b",
    }
    answer, outcomes = (solve(json.dumps(raw), *options)[0] for options in (["--all-moves"], ["--starts", "all"]))
    assert answer["move"] == {"to": name, "remaining": 0}
    assert answer["winning_moves"] == [{"to": name, "remaining": 0}]
    assert outcomes["outcomes"] == {name: "P", "b": "N"}
    assert lm.parse(json.dumps(lm.problem_to_json(lm.parse(raw)))).position == lm.parse(raw).position
    terminal.write_solution(lm.solve(lm.parse(raw)), all_moves=True, values=True)
    terminal.write_outcomes(lm.outcomes(lm.parse(raw)), all_moves=True)
    for bad in ({**raw, "start": name + "?"}, {**raw, name + "!": 1}, {**raw, "weights": {name: 1}}, {"game": name}):
        with pytest.raises(lm.InputError) as caught:
            lm.parse(bad)
        assert is_one_line(str(caught.value))
        terminal.write_error(caught.value, {"line": 1})
    shown = capsys.readouterr()
    assert (shown.out + shown.err).replace("\n", "").isprintable()


@pytest.mark.parametrize("target", ["edgelist", "graphml"])
@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_dangerous_name_is_written_faithfully_or_refused(name: str, target: str) -> None:
    graph = {"directed": False, "vertices": [name, "b"], "edges": [[name, "b"]]}
    result = invoke("convert", "--to", target, text=json.dumps(graph))
    if result.exit_code == 1:
        assert result.stdout == ""
        assert is_one_line(result.stderr.removesuffix("\n"))
    else:
        again = invoke("convert", "--to", "json", "--format", target, text=result.stdout_bytes)
        assert json.loads(again.stdout) == graph


# Numbers on the command line

OPTIONS = """
1 | {"game": "adjacent-nim", "heaps": [1]} | solve --start LONG
1 | {"game": "adjacent-nim", "heaps": [1]} | solve --start -1
1 | {"game": "adjacent-nim", "heaps": [1]} | solve --start ²
1 | {"game": "vertex-geography", "vertices": 1} | solve --start LONG
1 | {"game": "nim", "heaps": [1]} | solve --start 0
1 | {"game": "nim", "heaps": [1]} | solve --game octal
1 | A_ | solve --weight -1 --game nimg-rm --start 0
1 | A_ | solve --game nimg-rm --start 0
1 | A_ | solve --format graph6 --start 0
2 | A_ | solve --weight LONG --game nimg-rm --start 0
2 | {} | solve --weight 1.5
2 | {} | solve --play both
2 | {} | solve --format xml
2 | {} | solve --starts some
2 | {} | solve --starts all --values
2 | {} | solve --time-limit -1
2 | {} | solve --time-limit nan
2 | {} | solve --memory-limit -1
2 | {} | solve --memory-limit nan
2 | {} | solve --position-limit -1
2 | {} | solve --position-limit 1.5
2 | {} | solve --nothing
2 | {} | solv
2 | - | new
2 | - | new pth:3
2 | - | new path:LONG
2 | - | new path:3 --seed x
2 | - | new path:3 --to digraph6
2 | - | new path:3 --game nim
2 | - | new path:3 --game nimm
2 | - | new path:3 --game dag
2 | - | new path:0 --game vertex-geography
2 | - | new path:3 --game vertex-geography --start 3
2 | - | new circuit:3 --game dag
2 | - | new path:3 --game nimg-rm --weight LONG
2 | - | new path:3 --game nimg-rm --weight 1-LONG
2 | - | new path:3 --game nimg-rm --weight 5-1
2 | - | new path:3 --game nimg-rm --weight -1
2 | - | games nimm
2 | - | completion tcsh
"""


@pytest.mark.parametrize(("status", "text", "command"), rows(OPTIONS), ids=lambda value: value[:60])
def test_bad_option(status: str, text: str, command: str) -> None:
    result = invoke(*command.split(), text=text)
    assert result.exit_code == int(status)
    if result.exit_code == 1:
        assert is_one_line(json.loads(result.stdout)["error"])
    else:
        assert result.stdout == ""
        assert result.stderr.splitlines()[-1].startswith("Error: ")


@pytest.mark.parametrize("kind", ["time", "memory", "position"])
def test_endless_limits(kind: str) -> None:
    solve(GOOD, f"--{kind}-limit", "1" + "0" * 400)


# Anything at all

texts = st.text(st.characters(exclude_categories=()), max_size=5)
numbers = st.integers(-2, 3) | st.integers() | st.floats()
leaves = st.none() | st.booleans() | numbers | texts | st.sampled_from(["a", "b", "0", "1", "misere", *GAMES])
values = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=3), max_leaves=12
)
names = st.sampled_from(["a", "b", "c", 0, 1, 2])
games = st.sampled_from(list(GAMES))
six = st.text(st.characters(min_codepoint=63, max_codepoint=126), max_size=3)
plausible: dict[str, st.SearchStrategy[object]] = {
    "heaps": st.lists(st.integers(0, 4), max_size=3),
    "code": st.from_regex(r"[04]?\.[0-7]{1,3}", fullmatch=True),
    "set": st.lists(st.integers(1, 4), max_size=3),
    "directed": st.booleans(),
    "vertices": st.lists(names, unique_by=str, max_size=4) | st.integers(0, 4),
    "edges": st.lists(st.lists(names, min_size=2, max_size=2), max_size=5),
    "graph6": six,
    "sparse6": six.map(lambda text: f":{text}"),
    "digraph6": six.map(lambda text: f"&{text}"),
    "weights": st.lists(st.integers(0, 3), max_size=4) | st.dictionaries(names.map(str), st.integers(0, 3), max_size=4),
    "start": names | st.none(),
    "parts": st.lists(st.deferred(lambda: positions), max_size=2),
}


@st.composite
def made_positions(draw: st.DrawFn) -> dict[str, object]:
    """An object with the fields of some game, now and then with one of them missing, odd or too many."""
    game = draw(games)
    found: dict[str, object] = {"game": game}
    for name in game_class(game).fields:
        rare = name in ("graph6", "sparse6", "digraph6")
        if draw(st.integers(0, 9)) > (8 if rare else 0):
            found[name] = draw(plausible[name])
    if not draw(st.integers(0, 3)):
        found[draw(st.sampled_from(FIELDS))] = draw(values)
    return found


positions: st.SearchStrategy[dict[str, object]] = made_positions()


@given(positions)
@settings(max_examples=400, deadline=None)
def test_any_position(raw: dict[str, object]) -> None:
    assert misbehaviour(raw) == ""


def read_and_parse(data: bytes, format_: str, game: str | None) -> None:
    for record in read_records(BytesIO(data), format_, game=game):
        content = record.content
        if isinstance(content, lm.InputError):
            assert is_one_line(str(content))
        else:
            chosen = content if game is None else {"game": game, "start": 0, **content}
            assert misbehaviour(chosen) == ""


@given(values, st.sampled_from([None, 1]), st.booleans())
@settings(max_examples=200, deadline=None)
def test_any_json(value: object, indent: int | None, escaped: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=escaped)
    read_and_parse(text.encode("utf-8", "surrogatepass"), "auto", None)
    with suppress(lm.InputError):
        lm.parse(text)


pieces = st.sampled_from(
    [*b'{ } [ ] " , : & A_ 0 1 # >>graph6<< <graphml>'.split(), b"\n", b"\r\n", b" ", b"\xef\xbb\xbf", GOOD.encode()]
)
some_bytes = st.binary(max_size=40) | st.lists(pieces | st.binary(max_size=3), max_size=8).map(b"".join)


@given(some_bytes, st.sampled_from(FORMATS), st.sampled_from([None, "vertex-geography", "nim", "dag"]))
@settings(max_examples=500, deadline=None)
def test_any_bytes(data: bytes, format_: str, game: str | None) -> None:
    read_and_parse(data, format_, game)
