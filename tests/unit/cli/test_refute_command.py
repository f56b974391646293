"""``lastmove refute``: what ``lm.refute`` finds for a claim in SQL, without Python."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from commands import answers, invoke
from lastmove.core.play import PlayName
from processes import on_terminal

if TYPE_CHECKING:
    from pathlib import Path

GAME = "vertex-geography"
LINES = b"Bw\nCF\nDhc\n"


def refuted(*words: str, status: int = 1) -> dict[str, Any]:
    return answers(invoke("refute", *words, status=status).stdout)[0]


@pytest.mark.parametrize(
    ("claim", "play", "size"),
    [
        ("misere != 0 or n < 3", "misere", 5),
        ("how_many(normal) <= how_many(misere)", "both", 4),
        ("n < 9", "normal", 4),
    ],
)
def test_it_is_what_python_finds(claim: str, play: PlayName, size: int) -> None:
    found = lm.refute(claim, game=GAME, play=play, n=size)
    words = [claim, "--game", GAME, "--play", play.replace("misere", "misère"), "--n", str(size)]
    answer = refuted(*words, status=0 if found is None else 1)
    assert answer["counterexample"] == (None if found is None else json.loads(json.dumps(found.to_json())))
    assert "tried" in answer["tried"]


def test_files_and_censuses(tmp_path: Path) -> None:
    file = tmp_path / "some.g6.gz"
    file.write_bytes(gzip.compress(LINES))
    of_file = refuted("n != 4", str(file), "--game", GAME)["counterexample"]
    assert of_file["graph6"] == "CF"
    lm.census(GAME, file=file, out=tmp_path / "run")
    assert refuted("n != 4", "--census", str(tmp_path / "run"))["counterexample"] == of_file
    answer = refuted("n < 6", "--census", str(tmp_path / "run"), status=0)
    assert answer["tried"] == "No counterexample. Every board of the census was tried: 3 graphs."


def test_what_stayed_unknown_is_said(tmp_path: Path) -> None:
    hard = lm.graphs.named("random-regular:3,30", seed=1)
    lm.census("nimg-mr", source=[hard], out=tmp_path, limits=lm.Limits(positions=1))
    answer = refuted("n < 3", "--census", str(tmp_path), status=3)
    assert "1 rows with starts that stayed unknown" in answer["tried"]


def test_picture_and_explanation(tmp_path: Path) -> None:
    picture = tmp_path / "smallest.svg"
    words = ["n < 3", "--game", GAME, "--play", "misere", "--explain", "1", "--picture", str(picture)]
    answer = refuted(*words)
    board: Any = lm.parse(answer["counterexample"]["position"]).position
    assert answer["explanation"] == json.loads(json.dumps(lm.explain(board.at(1), play="misere").to_json()))
    assert picture.read_text().startswith("<svg")
    assert "0, 1, 2" in invoke("refute", "n < 3", "--game", GAME, "--explain", "b", status=2).stderr


@pytest.mark.long
def test_on_a_terminal() -> None:
    status, seen = on_terminal("refute", "n < 3", "--game", GAME, "--play", "misere")
    assert status == 1
    assert seen.splitlines()[:2] == [
        "The claim is wrong on this board; it holds on all smaller ones:",
        "Vertex Geography, misère play",
    ]
    status, seen = on_terminal("refute", "n < 5", "--game", GAME, "--n", "4")
    assert status == 0
    assert seen.startswith("No counterexample. Every board on the graphs of the source up to 4 vertices was tried.")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["n < 3"], "give --game, or --census DIR"),
        (["frog < 3", "--game", GAME, "--n", "3"], "frog"),
        (["n <", "--game", GAME, "--n", "3"], "query"),
        (["n < 3", "--game", "nim"], "game"),
        (["n < 3", "--game", GAME, "--census", "nowhere"], "it does not go with --census"),
        (["n < 3", "--census", "nowhere"], "there is no census"),
        (["n < 3", "--game", GAME, "--picture", "picture.pdf"], "ends in .pdf"),
        (["n < 3", "none.g6", "--game", GAME], "No such file"),
    ],
)
def test_what_is_refused(words: list[str], said: str) -> None:
    assert said in invoke("refute", *words, status=2).stderr
