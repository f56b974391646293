"""Positions in short: what they stand for, on every command line, and what is said of those nearly right."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from commands import answers, invoke
from lastmove.core.errors import InputError
from lastmove.games import GAMES, game_class
from lastmove.games.octal import FAMOUS
from lastmove.notation import short
from lastmove.notation.short import Short, in_short

if TYPE_CHECKING:
    from pathlib import Path

MEANINGS: dict[str, dict[str, Any]] = {
    "nim:3,5,7": {"game": "nim", "heaps": [3, 5, 7]},
    "NIM: 3, 5": {"game": "nim", "heaps": [3, 5]},
    "kayles:7": {"game": "octal", "code": "0.77", "heaps": [7]},
    "0.77:5,7": {"game": "octal", "code": "0.77", "heaps": [5, 7]},
    "octal:0.3F:5": {"game": "octal", "code": "0.3F", "heaps": [5]},
    "Dawson\u2019s Chess:4": {"game": "octal", "code": "0.137", "heaps": [4]},
    "treblecross:9": {"game": "octal", "code": "0.007", "heaps": [9]},
    "subtraction:1,2,5:7": {"game": "subtraction", "set": [1, 2, 5], "heaps": [7]},
    "adjacent-nim:2,3,4": {"game": "adjacent-nim", "heaps": [2, 3, 4], "start": 0},
    "adjacent-nim:0,3,4": {"game": "adjacent-nim", "heaps": [0, 3, 4], "start": 1},
    "nim:2+kayles:3": {
        "game": "sum",
        "parts": [{"game": "nim", "heaps": [2]}, {"game": "octal", "code": "0.77", "heaps": [3]}],
    },
}


@pytest.mark.parametrize("text", MEANINGS)
def test_it_stands_for_a_position_object(text: str) -> None:
    assert lm.parse(text) == lm.parse(MEANINGS[text])
    assert lm_json(in_short(text)) == lm_json(MEANINGS[text])
    assert answers(invoke("convert", text, "--to", "json").stdout)[0] == lm_json(MEANINGS[text])
    expected = lm.solve(lm.parse(MEANINGS[text]), play="misere")
    assert answers(invoke("solve", text, "--play", "misère").stdout)[0]["outcome"] == expected.outcome.value


@pytest.mark.parametrize("text", ["vertex-geography:nim:3", "vertex-geography:vertex-geography:path:2"])
def test_what_is_no_board_of_a_game_is_not_suggested_for_one(text: str) -> None:
    with pytest.raises(InputError, match="is no board of vertex-geography in short; accepted: "):
        lm.parse(text)


@pytest.mark.parametrize("text", ["octal:" * 5000 + "0.77:3", "octal:nim:3", "octal:grid:2x2", "octal:"])
def test_the_word_octal_stands_before_a_code_once(text: str) -> None:
    with pytest.raises(InputError, match="accepted: octal:CODE:HEAPS"):
        lm.parse(text)
    assert in_short("octal:kayles:7") == in_short("kayles:7")


@pytest.mark.parametrize("part", [5, None, "graph", ["graph"], {"graph": 1}, {"graph": 1, "parts": [{"graph": 1}, 3]}])
def test_a_field_graph_in_json_makes_no_board(part: object) -> None:
    """It is a mistake like any other, said in one line."""
    fields = {"game": "sum", "parts": [{"game": "nim", "heaps": [1], "graph": 1}, part]}
    for game in (None, "vertex-geography"):
        with pytest.raises(InputError):
            lm.parse(fields, game=game)
    (found,) = answers(invoke("solve", "--start", "3", text=json.dumps(fields), status=1).stdout)
    assert "unknown field" in found["error"]
    assert "unknown field" in invoke("play", "-", text=json.dumps(fields), status=1).stderr


def lm_json(fields: dict[str, Any] | Short) -> dict[str, object]:
    from lastmove.notation.json import problem_to_json

    return json.loads(json.dumps(problem_to_json(lm.parse(fields))))  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", FAMOUS)
def test_famous_games_have_positions_and_openings(name: str) -> None:
    lm.solve(lm.parse(in_short(f"{name}:6")))
    assert "engine" in invoke("play", name, text="quit\n").stdout


def test_families_of_graphs_are_boards_with_a_start() -> None:
    board = ("grid:3x4", "--game", "vertex-geography")
    made = invoke("new", *board).stdout
    assert (
        answers(invoke("solve", *board).stdout)[0]["outcome"]
        == answers(invoke("solve", text=made).stdout)[0]["outcome"]
    )
    every = answers(invoke("solve", *board, "--starts", "all").stdout)[0]["outcomes"]
    assert every == answers(invoke("solve", "--starts", "all", text=made).stdout)[0]["outcomes"]
    assert answers(invoke("solve", *board, "--start", "5").stdout)[0]["outcome"] == every["5"]


def test_weights_of_families() -> None:
    for weight, options in ((1, ()), (3, ("--weights", "3"))):
        found = answers(invoke("convert", "path:3", "--game", "nimg-rm", *options, "--to", "json").stdout)[0]
        assert found["weights"] == [weight] * 3


def test_sums_with_boards() -> None:
    found = answers(invoke("convert", "path:3+nim:2", "--game", "vertex-geography", "--to", "json").stdout)[0]
    assert [part["game"] for part in found["parts"]] == ["vertex-geography", "nim"]
    assert found["game"] == "sum"


def test_what_is_chosen_for_a_board_goes_to_the_boards_of_a_sum() -> None:
    options = ["--game", "nimg-rm", "--start", "2", "--weights", "3", "--play", "misere", "--to", "json"]
    (found,) = answers(invoke("convert", "nim:2+path:3", *options).stdout)
    heap, board = found["parts"]
    assert (heap, found["play"]) == ({"game": "nim", "heaps": [2]}, "misere")
    assert (board["game"], board["start"], board["weights"]) == ("nimg-rm", 2, [3, 3, 3])
    (wrong,) = answers(invoke("solve", "nim:2+path:3", "--game", "nimg-rm", "--start", "9", status=1).stdout)
    assert "parts[1].start: '9' is not a vertex" in wrong["error"]


def test_a_start_that_is_said_stays() -> None:
    options = ["--game", "vertex-geography", "--start", "0"]
    (found,) = answers(invoke("convert", "path:3@2+path:3", *options, "--to", "json").stdout)
    assert [part["start"] for part in found["parts"]] == [2, 0]
    for name in ("path:3@2", "nim:1+path:3@2"):
        assert "--start: 0; the position says it itself" in invoke("solve", name, *options, status=2).stderr


@pytest.mark.parametrize("command", ["solve", "explain", "grundy", "compare", "draw", "convert", "play"])
def test_every_command_that_takes_positions_takes_them_in_short(command: str) -> None:
    options = ["--to", "json"] if command == "convert" else []
    assert invoke(command, "nim:1,2", *options, text="quit\n").stdout


def test_an_existing_file_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nim:1").write_text('{"game": "nim", "heaps": [0]}')
    assert answers(invoke("solve", "nim:1").stdout)[0]["outcome"] == "P"
    (tmp_path / "nim:1").unlink()
    assert answers(invoke("solve", "nim:1").stdout)[0]["outcome"] == "N"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nimm:3,5", "did you mean nim:3,5?"),
        ("kales:7", "did you mean kayles:7?"),
        ("nim:1+kales:7", "did you mean kayles:7?"),
        ("gird:3x4", "did you mean grid:3x4?"),
        ("kayles", "did you mean kayles:3,5,7?"),
        ("nim:", "numbers are missing"),
        ("nim:3,x", "'x' is no number"),
        ("nim:-1", "'-1' is no number"),
        ("subtraction:1,2", "subtraction:SET:HEAPS"),
        ("grid:3", "it is written grid:ROWSxCOLUMNS"),
        ("no-such-file", "or a position in short such as nim:3,5,7"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(text: str, said: str) -> None:
    result = invoke("solve", text, "--game", "vertex-geography", status=2)
    assert said in result.stderr
    assert "Traceback" not in result.stderr


def test_a_board_without_a_game_says_what_is_missing() -> None:
    assert "--game" in invoke("solve", "grid:2x2", status=1).stdout


def test_misere_with_its_accent() -> None:
    for spelled in ("misere", "mis\u00e8re", "mise\u0300re"):
        assert lm.solve(lm.Nim([1]), play=spelled).outcome is lm.Outcome.P  # type: ignore[arg-type]
        assert lm.parse({"game": "nim", "play": spelled, "heaps": [1]}).play is lm.Play.MISERE
        assert answers(invoke("solve", "nim:1", "--play", spelled).stdout)[0]["outcome"] == "P"
    with pytest.raises(InputError, match="accepted"):
        lm.solve(lm.Nim([1]), play="misery")  # type: ignore[arg-type]


def test_weights_as_a_list_and_as_a_range() -> None:
    def weights(*options: str) -> list[int]:
        written = invoke("solve", "path:3", "--game", "nimg-rm", "--certificate", *options).stdout
        found: list[int] = answers(written)[0]["position"]["weights"]
        return found

    assert weights("--weights", "1,2,1") == [1, 2, 1]
    new = answers(invoke("new", "path:3", "--game", "nimg-rm", "--weights", "1-9", "--seed", "7").stdout)[0]
    assert weights("--weights", "1-9", "--seed", "7") == new["weights"]
    assert "weights" in invoke("solve", "path:3", "--game", "nimg-rm", "--weights", "1,2", status=1).stdout
    assert "accepted" in invoke("solve", "path:3", "--game", "nimg-rm", "--weights", "5-1", status=2).stderr
    assert lm.NimGRM([(0, 1)], 2, start=0) == lm.NimGRM([(0, 1)], [2, 2], start=0)


def test_a_board_says_its_game_start_and_convention() -> None:
    said = lm.parse("misère:vertex-geography:grid:3x4@5")
    asked = ("grid:3x4", "--game", "vertex-geography", "--start", "5", "--play", "misere")
    assert lm_json({**lm.problem_to_json(said)}) == answers(invoke("convert", *asked, "--to", "json").stdout)[0]
    assert lm.parse("nimg-rm:path:3") == lm.parse("path:3", game="nimg-rm")
    assert lm.parse("nim:2+path:3", game="vertex-geography") == lm.parse("nim:2+vertex-geography:path:3")
    with pytest.raises(InputError, match="start: '9' is not a vertex"):
        lm.parse("vertex-geography:path:3@9")


def test_options_hold_for_those_that_do_not_say_it() -> None:
    mixed = ("misere:nim:1,1", "path:3", "nimg-rm:path:3", "kayles:3")
    found = answers(invoke("convert", *mixed, "--game", "edge-geography", "--play", "normal", "--to", "json").stdout)
    assert [each["game"] for each in found] == ["nim", "edge-geography", "nimg-rm", "octal"]
    assert [each["play"] for each in found] == ["misere", "normal", "normal", "normal"]
    for wrong in (("solve", "nim:3", "--game", "kayles"), ("play", "misere:nim:3", "--play", "normal")):
        assert "the position says it itself" in invoke(*wrong, status=2).output


def test_a_file_of_positions_in_short(tmp_path: Path) -> None:
    file = tmp_path / "lesson.txt"
    file.write_text("nim:3,5,7\n\nmisere:vertex-geography:grid:2x3\nnimm:3\n")
    found = answers(invoke("convert", str(file), "--to", "json", status=1).stdout)
    assert [(each["game"], each["play"]) for each in found] == [("nim", "normal"), ("vertex-geography", "misere")]
    said = answers(invoke("solve", str(file), status=1).stdout)
    assert said[2]["line"] == 4
    assert "did you mean nim:3?" in said[2]["error"]
    board = tmp_path / "boards.txt"
    board.write_text("path:3\n")
    assert answers(invoke("solve", str(board), "--game", "nimg-rm").stdout)[0]["outcome"] in "NP"


@pytest.mark.parametrize(
    ("text", "game", "message"),
    [
        ("grid:3x4", None, "game: missing; add it"),
        ("nim:3", "nim", "the position says it itself: 'nim'"),
        ("nim", None, "accepted: JSON, or a position in short: nim:3,5,7"),
        ("nim:1+misere:nim:2", None, "before the whole sum"),
        ("vertex-geography:gird:3x4", None, "did you mean grid:3x4"),
    ],
)
def test_parse_says_what_is_wrong(text: str, game: str | None, message: str) -> None:
    with pytest.raises(InputError) as caught:
        lm.parse(text, game=game)
    assert message in str(caught.value)


def test_the_table_of_games_on_graphs_has_them_all() -> None:
    """A game that does not stand there is known as well, only later."""
    on_graphs = [name for name in GAMES if "edges" in game_class(name).fields]
    assert {*short._GRAPH_GAMES} <= {*on_graphs}
    assert {*short._graph_games()} >= {*on_graphs}
    for name in GAMES:
        assert short.is_in_short(f"{name}:3") == (name != "sum")


def test_what_a_text_says_is_known_before_it_is_parsed() -> None:
    said = in_short("misere:nimg-rm:path:3@1+path:2")
    assert (said.says("play"), said.says("game"), said.says("start")) == ("misere", None, None)
    assert [in_short("nim:1+kayles:2").says(name) for name in ("play", "game", "start")] == [None, "sum", None]
    assert in_short("path:3@1+path:2@0").says("start") == "1"


@pytest.mark.parametrize("source", ["path:3", {"vertices": 3, "edges": [[0, 1], [1, 2]]}])
def test_parse_takes_what_the_source_does_not_say(source: str | dict[str, object]) -> None:
    expected = lm.Problem(lm.NimGRM((3, [(0, 1), (1, 2)]), [1, 2, 3], start=2), lm.Play.MISERE)
    for start in (2, "2"):
        assert lm.parse(source, game="nimg-rm", play="misere", start=start, weights=[1, 2, 3]) == expected
    weights: list[Any] = [2, [2, 2, 2], {"0": 2, "1": 2, "2": 2}, lambda n: [2] * n]
    found = {lm.parse(source, game="nimg-mr", start=0, weights=each).position for each in weights}
    assert found == {lm.NimGMR((3, [(0, 1), (1, 2)]), [2, 2, 2], start=0)}
    found = {lm.parse(source, game="edge-geography", start=1, weights=each).position for each in (None, 7)}
    assert found == {lm.EdgeGeography((3, [(0, 1), (1, 2)]), start=1)}
    for wrong in ("9", 9):
        with pytest.raises(InputError, match=r"start: '?9'? is not a vertex"):
            lm.parse(source, game="vertex-geography", start=wrong)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("misere:nim:3", {"play": "normal"}),
        ("vertex-geography:path:3@1", {"start": 0}),
        ("nim:3", {"game": "nim"}),
        ({"game": "nim", "play": "misere", "heaps": [1]}, {"play": "misere"}),
        ({"game": "adjacent-nim", "heaps": [1, 2], "start": 1}, {"start": 0}),
    ],
)
def test_what_a_source_says_is_not_said_again(source: str | dict[str, object], said: dict[str, Any]) -> None:
    (name,) = said
    with pytest.raises(InputError, match=f"{name}: .*; the position says it itself"):
        lm.parse(source, **said)
