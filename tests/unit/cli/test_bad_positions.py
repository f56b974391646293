"""Bad positions: one clear line that names the field and the value, and the lines around it are answered."""

from __future__ import annotations

import re

import pytest

from commands import NIM, solve
from refusals import DEEP, ESCAPE, LONG, is_one_line, rows

# In the tables of positions, GRAPH stands for the edge a - b and @ for the bad value.

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
    before, answer, after = solve(f"{NIM}\n{line}\n{NIM}\n", status=1)
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
    answers = solve("\n".join([*lines, f'{{"game": "nim", "heaps": {deep}}}', deep, NIM]), status=1)
    assert len(answers) == 7
    assert answers[0].get("id") is not None or "id" in answers[0]["error"] or "nested" in answers[0]["error"]
    assert all(is_one_line(answer["error"]) for answer in answers[1:6])
    assert answers[6]["outcome"] == "N"
