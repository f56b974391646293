"""Whole inputs that are broken: encodings, JSON, graph6, edge lists, GraphML, files that are none."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from commands import NIM, invoke, solve
from refusals import DEEP, is_one_line, refusal


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "latin-1"])
def test_other_encodings(encoding: str) -> None:
    text = '{"game": "vertex-geography", "vertices": ["é"], "start": "é"}'
    answers = solve(text.encode(encoding), status=1)
    assert answers
    assert all("UTF-8" in answer["error"] for answer in answers)


@pytest.mark.parametrize("bad", [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"\xc0\xaf"])
def test_broken_utf8(bad: bytes) -> None:
    line = b'{"game": "nim", "heaps": [1], "id": "' + bad + b'"}'
    first, second, third = solve(b"\n".join([line, NIM.encode(), line]), status=1)
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
    result = invoke(*command, str(tmp_path / name), status=2)
    assert result.stdout == ""
    last = result.stderr.splitlines()[-1]
    assert last.startswith("Error: FILE: ")
    assert str(tmp_path) in last


@pytest.mark.parametrize("blank", ["", "\n\n", " \t\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_marks_blank_lines_and_line_ends(blank: str, mark: str, end: str) -> None:
    text = f"{mark}{blank}{NIM}{end}{end}{NIM[:-1]}{end}{NIM}"
    answers = solve(text, status=1)
    assert [answer.get("outcome") for answer in answers] == ["N", None, "N"]
    assert answers[1]["line"] == blank.count("\n") + 3


@pytest.mark.parametrize("format_", ["auto", "json"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_json_array_and_object_over_several_lines(mark: str, format_: str) -> None:
    position = json.loads(NIM)
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
    answers = solve(f"{first}\n{NIM}\n\n{NIM}\n{first}\n", status=1)
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
    result = invoke(
        "convert", "--format", "graphml", "--game", "nimg-rm", "--start", "a", "--to", "json", text=text, status=1
    )
    assert result.stdout == ""
    assert is_one_line(result.stderr.removesuffix("\n"))
