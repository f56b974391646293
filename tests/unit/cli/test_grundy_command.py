"""``lastmove grundy`` and ``lastmove compare``: formats, exports, errors, limits, exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from commands import answers, invoke, jsonl, solve

if TYPE_CHECKING:
    from click.testing import Result

KAYLES = '{"game": "octal", "code": "0.77", "heaps": [5, 7], "id": "k"}'


def run(*words: str, given: str = "") -> Result:
    return invoke(*words, text=given, status=None)


def lines(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_positions() -> None:
    board = '{"game": "dag", "edges": [["a", "b"], ["a", "c"], ["b", "c"]], "start": "a", "play": "misere"}'
    result = run("grundy", given=f"{KAYLES}\n{board}\n")
    assert result.exit_code == 0
    assert lines(result) == [{"id": "k", "grundy": 6}, {"grundy": 2}]


@pytest.mark.parametrize(
    ("bad", "problem"),
    [
        ('{"game": "octal", "code": "0.7W", "heaps": [1], "id": 4}', "code: '0.7W' has the digit W"),
        ('{"game": "dag", "edges": [["a", "b"], ["b", "a"]], "start": "a"}', "circuit"),
        ('{"game": "vertex-geography", "edges": [["a", "b"]]}', "start: missing"),
        ("nothing", "not JSON"),
    ],
)
@pytest.mark.parametrize("command", ["grundy", "compare"])
def test_bad_lines(command: str, bad: str, problem: str) -> None:
    result = run(command, given=f"{KAYLES}\n{bad}\n{KAYLES}\n")
    first, second, third = lines(result)
    assert result.exit_code == 1
    assert problem in second["error"]
    assert second["line"] == 2
    assert second.get("id") == (4 if '"id": 4' in bad else None)
    assert first["id"] == third["id"] == "k"


def test_limits() -> None:
    hard = json.dumps({"game": "edge-geography", "graph6": "I~~~~~~~w", "start": 0, "id": 1})
    result = run("grundy", "--position-limit", "20", given=f"{hard}\n{KAYLES}\n")
    assert result.exit_code == 3
    first, second = lines(result)
    assert (first["id"], first["outcome"], first["reason"]["limit"]) == (1, "unknown", "positions")
    assert second["grundy"] == 6
    assert run("grundy", "--octal", "0.0067", "--heap", "3000", "--position-limit", "100").exit_code == 3
    assert run("grundy", "--time-limit", "-1", given=KAYLES).exit_code == 2


def test_tables() -> None:
    found = json.loads(run("grundy", "--octal", "0.77", "--heap", "100", "--json").stdout)
    assert found["values"] == lm.heap_values("0.77", 100).values.tolist()
    assert len(found["values"]) == 101
    assert (found["period"], found["preperiod"], found["window"]) == (12, 71, [71, 156])
    found = json.loads(run("grundy", "--octal", "0.07", "--heap", "5").stdout)
    assert (found["values"], found["period"], found["preperiod"]) == ([0, 0, 1, 1, 2, 0], 34, 53)
    unknown = json.loads(run("grundy", "--octal", "0.007", "--heap", "50").stdout)
    assert (unknown["period"], unknown["preperiod"]) == (None, None)
    nim = json.loads(run("grundy", "--octal", "0.[3]", "--heap", "9").stdout)
    assert nim["values"] == list(range(10))
    assert json.loads(run("grundy", "--set", "1,2,5", "--heap", "6").stdout)["values"] == [0, 1, 2, 0, 1, 2, 0]


def test_exports() -> None:
    csv = run("grundy", "--octal", "0.77", "--heap", "12", "--to", "csv").stdout.splitlines()
    assert csv[0] == "heap,value"
    assert [int(line.split(",")[1]) for line in csv[1:]] == lm.heap_values("0.77", 12).values.tolist()
    bfile = run("grundy", "--octal", "0.77", "--heap", "12", "--to", "bfile").stdout.splitlines()
    assert bfile[0].startswith("# ")
    assert bfile[1:3] == ["0 0", "1 1"]
    assert bfile[-1] == "12 4"
    latex = run("grundy", "--octal", "0.77", "--heap", "12", "--to", "latex").stdout.splitlines()
    assert latex[1] == r"\begin{tabular}{r|rrrrrrrrrr}"
    assert latex[-1] == r"\end{tabular}"
    assert all(line.count("&") == 10 for line in latex[2:-1])


def test_plot(tmp_path: Path) -> None:
    picture = tmp_path / "kayles.svg"
    assert run("grundy", "--octal", "0.77", "--heap", "200", "--plot", str(picture)).exit_code == 0
    assert "Grundy value" in picture.read_text() or picture.stat().st_size > 5000
    wrong = run("grundy", "--octal", "0.77", "--plot", str(tmp_path / "kayles.nothing"))
    assert wrong.exit_code == 2


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--octal", "1.7"), "begins with 1"),
        (("--octal", "0.7]"), "no octal code"),
        (("--octal", "0.7", "--set", "1"), "choose one"),
        (("--set", "1,x"), "integers"),
        (("--set", "0"), "set[0]: 0"),
        (("--to", "5"), "--to goes with"),
        (("--octal", "0.7", "--to", "-1"), "--to"),
        (("--octal", "0.7", "--to", "pdf"), "--to"),
    ],
)
def test_usage(words: tuple[str, ...], problem: str) -> None:
    result = run("grundy", *words)
    assert result.exit_code == 2
    assert problem in result.stderr


def test_compare() -> None:
    result = run("compare", given=f'{KAYLES}\n{{"game": "nim", "heaps": [1, 1]}}\n')
    assert result.exit_code == 0
    kayles, ones = lines(result)
    assert (kayles["id"], kayles["grundy"], kayles["misere_grundy"], kayles["tame"]) == ("k", 6, 4, False)
    assert kayles["normal"]["outcome"] == "N"
    assert "violation" in kayles
    assert (ones["normal"]["outcome"], ones["misere"]["outcome"], ones["genus"]) == ("P", "N", "0^120")
    assert (ones["tame"], ones["special"]) == (True, True)
    assert run("compare", "--position-limit", "5", given=KAYLES).exit_code == 3


@pytest.mark.parametrize("amount", [2**62, 2**63 - 1, 2**63, 2**64 + 1, 10**40])
def test_amounts_beyond_machine_words(amount: int) -> None:
    """No heap in a table is as large, so the values are those of the set without the amount."""
    heaps = (7, 151, 1000, 9000)
    for others in ([], [1, 2], [3, 5]):
        text = jsonl(*({"game": "subtraction", "set": [*others, amount], "heaps": [heap]} for heap in heaps))
        found = [answer["grundy"] for answer in answers(invoke("grundy", text=text).stdout)]
        assert found == [lm.grundy(lm.Subtraction(others, [heap])) if others else 0 for heap in heaps]
        (answer,) = solve(text.splitlines()[-1])
        assert answer["outcome"] == ("N" if found[-1] else "P")
        table = invoke("grundy", "--set", ",".join(map(str, [*others, amount])), "--heap", "300", "--json").stdout
        assert json.loads(table)["values"][151] == found[1]


@pytest.mark.parametrize("to", ["99999999999999999999", "1000000000000000"])
def test_more_heaps_than_there_is_room_for(to: str) -> None:
    """The period of Kayles is proved at once, and gives the values of all of them."""
    told = json.loads(invoke("grundy", "--octal", "0.77", "--heap", to, "--json", status=3).stdout)
    assert (told["outcome"], told["reason"]["limit"]) == ("unknown", "memory")


def test_a_time_limit_holds_for_what_is_written_too() -> None:
    for options in ((), ("--to", "csv"), ("--to", "latex"), ("--to", "bfile")):
        told = invoke("grundy", "--octal", "0.77", "--heap", "3000000", *options, "--time-limit", "0", status=3).stdout
        assert answers(told)[0]["reason"]["limit"] == "time"
    many = lm.heap_values("0.77", 25_000)
    assert answers(invoke("grundy", "--octal", "0.77", "--heap", "25000").stdout) == [many.to_json()]
    lines = invoke("grundy", "--octal", "0.77", "--heap", "25000", "--to", "csv", "--time-limit", "60").stdout
    assert lines.splitlines() == ["heap,value", *(f"{heap},{value}" for heap, value in enumerate(many))]


def test_a_table_is_cut_off_while_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """The values are there at once, by their period; writing them takes the time."""

    class Spent:
        def __init__(self, limits: lm.Limits) -> None:
            self.limits = limits

        def left(self) -> lm.Limits:
            return lm.Limits(time=0)

    monkeypatch.setattr("lastmove.cli.questions.grundy.Allowance", Spent)
    told = invoke("grundy", "--octal", "0.77", "--heap", "3000000", "--time-limit", "60", status=3).stdout
    assert answers(told) == [{"outcome": "unknown", "reason": {"kind": "limit", "limit": "time", "positions": 0}}]
