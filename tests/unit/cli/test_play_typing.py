"""``lastmove play``: what can be typed for a move, and what is said of other lines."""

from __future__ import annotations

import json
import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import commands
import lastmove as lm
from lastmove.games import GAMES
from lastmove.notation.moves import move_from_text
from lastmove.notation.short import in_short, opening
from samples import random_problem

invoke = partial(commands.invoke, "play")


def test_many_moves_are_cut_and_can_be_typed(tmp_path: Path) -> None:
    file = tmp_path / "big.json"
    file.write_text(json.dumps({"game": "nim", "heaps": [10**30, 5]}))
    out = invoke(str(file), text="moves\nheap 1 remaining 5\nundo\n20000\n").stdout
    assert "...  more than 10,000; type the move: heap HEAP remaining REMAINING\n" in out
    assert "You play: take 999999999999999999999999999995 from heap 1 (1000000000000000000000000000000 -> 5)" in out
    assert "move: 20000; accepted: 1 to more than 10,000, or heap HEAP remaining REMAINING" in out


def test_every_move_can_be_typed_in_several_ways() -> None:
    for game in GAMES:
        rng = random.Random(f"typed {game}")
        starts = [lm.parse(opening(game)).position]
        starts += [lm.parse(random_problem(game, rng)).position for _ in range(10)]
        for position in starts:
            assert isinstance(position, lm.Game)
            for move in list(position.moves())[:40]:
                written = json.dumps(position.move_to_json(move))
                assert position.after(move_from_text(position, written)) == position.after(move)
                if '""' not in written:  # a vertex without a name cannot be typed in words
                    assert position.after(move_from_text(position, _typed(position, move))) == position.after(move)


def _typed(position: Any, move: Any) -> str:
    """The fields of a move by name."""
    words = []
    for name, value in position.move_to_json(move).items():
        if name in ("heap", "part"):  # counted from 1 in words
            words.append(f"{name} {value + 1}")
        elif name == "move":
            words.append(_typed(position.parts[move.part], move.move))
        elif isinstance(value, list):
            words.append(f"{name} {' '.join(map(str, value)) or 'nothing'}")
        else:
            words.append(f"{name} {'null' if value is None else value}")
    return " ".join(words)


@pytest.mark.parametrize(
    "text",
    [
        *("part 9 heap 0 remaining 0", "part x", "part", "part 0", "heap 1", "{", '{"a": 1}', "to"),
        *(f"{words}{'9' * 4301}" for words in ("", "part ", "heap 0 leaves ", "heap ", "to ", "save \0")),
        f'{{"heap": {"9" * 4301}}}',
    ],
    ids=lambda text: text[:20].replace("\0", "NUL"),
)
def test_odd_input_is_one_clear_line(text: str) -> None:
    for game in GAMES:
        out = invoke(game, text=f"{text}\nquit\n").stdout
        assert out.splitlines()[-1] == "Stopped. 0 moves were made."


def test_heaps_count_from_one_for_people_and_from_zero_in_records() -> None:
    out = invoke("nim:4,5", text="take 2 from heap 2\nquit\n").stdout
    assert "  heap 1  4  oooo" in out
    assert "You play: take 2 from heap 2 (5 -> 3)" in out
    assert json.loads(out.splitlines()[-1])["moves"][0] == {"heap": 1, "remaining": 3}
    assert "heaps count from 1" in invoke("nim:4,5", text="heap 0 remaining 1\nquit\n").stdout


@pytest.mark.parametrize(
    ("position", "text", "move"),
    [
        ("nim:4,5", "take 1 from heap 1", {"heap": 0, "remaining": 3}),
        ("nim:4", "take 3 tokens", {"heap": 0, "remaining": 1}),
        ("subtraction:1,2:5,0", "take 2", {"heap": 0, "remaining": 3}),
        ("kayles:5", "take 2", {"heap": 0, "leaves": [3]}),
        ("adjacent-nim:2,3,4", "take 1 from heap 1", {"remaining": 1}),
        ("nim:1+kayles:5", "part 2 take 1", {"part": 1, "move": {"heap": 0, "leaves": [4]}}),
    ],
)
def test_what_is_taken_can_be_typed(position: str, text: str, move: dict[str, object]) -> None:
    board = lm.parse(in_short(position)).position
    assert board.move_to_json(move_from_text(board, text)) == move  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", ["take", "take 9 from heap 1", "take 1 from heap 7", "take one", "take 1"])
def test_what_cannot_be_taken_is_said_in_a_line(text: str) -> None:
    with pytest.raises(lm.InputError, match="take"):
        move_from_text(lm.Nim([4, 5]), text)


def test_a_vertex_alone_and_letters() -> None:
    board = lm.NimGRM([("h", "q"), ("q", "r")], [1, 2, 1], start="q")
    with pytest.raises(lm.InputError):  # two moves lead there
        move_from_text(board, "h")
    assert board.move_to_json(move_from_text(lm.NimGRM([("h", "q")], [1, 1], start="h"), "q")) == {
        "remaining": 0,
        "to": "q",
    }
    file = '{"game": "vertex-geography", "edges": [["a", "h"], ["h", "q"]], "start": "a"}\n'
    out = invoke("-", text=f"{file}h\n").stdout
    assert "You play: move to h" in out
    assert "list all moves" in invoke("nim:1", text="h\nq\n").stdout


@pytest.mark.parametrize(
    ("position", "typed"),
    [
        ("nim:3,4", ":"),
        ("path:3", "= ,"),
        ("nim:3,4+kayles:4", ","),
        ("nim:3,4+kayles:4", "part 2"),
        ("nim:3,4+kayles:4", "part 2 :"),
        ("nim:3,4+kayles:4", "1 ,"),
    ],
)
def test_a_line_with_no_move_in_it_is_answered(position: str, typed: str) -> None:
    game = "vertex-geography" if position.startswith("path") else None
    with pytest.raises(lm.InputError, match=r"accepted: |say the move too: "):
        move_from_text(lm.parse(position, game=game).position, typed)
    options = [] if game is None else ["--game", game]
    said = commands.invoke("play", position, *options, text=f"{typed}\nquit\n").output
    assert "help says what can be typed" in said
