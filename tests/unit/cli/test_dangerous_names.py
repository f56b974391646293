"""Names that are legal but dangerous to print: kept in JSON, harmless on a terminal."""

from __future__ import annotations

import json

import pytest

import lastmove as lm
from commands import invoke, solve
from lastmove.cli import text as terminal
from refusals import ESCAPE, is_one_line

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
    result = invoke("convert", "--to", target, text=json.dumps(graph), status=None)
    if result.exit_code == 1:
        assert result.stdout == ""
        assert is_one_line(result.stderr.removesuffix("\n"))
    else:
        again = invoke("convert", "--to", "json", "--format", target, text=result.stdout_bytes)
        assert json.loads(again.stdout) == graph
