"""``lastmove play``: whole games won and lost in every game, commands, pipes and terminals."""

from __future__ import annotations

import json
import os
import pty
import random
import subprocess
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import commands
import lastmove as lm
from lastmove.core.limits import Meter
from lastmove.core.play import PlayName
from lastmove.games import GAMES
from lastmove.notation.record import GameRecord
from lastmove.notation.short import OPENINGS, opening
from lastmove.play.opponent import Opponent
from lastmove.search.plain import PlainSearch
from processes import COMMAND, ENVIRONMENT, PATIENCE, Running, all_of, on_terminal, run

PLAYS = ("normal", "misere")

invoke = partial(commands.invoke, "play")


def scripted(game: str, play: PlayName, *, win: bool, side: int) -> tuple[list[str], str]:
    """Moves that a person types to win or to lose a game against the engine, and how it is to end.

    The person plays by the law: the winning move, or one that loses. The engine's moves are the engine's.
    """
    problem = lm.parse({**opening(game), "play": play})
    law = PlainSearch(problem.play, Meter())
    engine = Opponent(play, limits=lm.Limits(time=60))
    position: Any = problem.position
    typed: list[str] = []
    made = 0
    rng = random.Random(f"{game} {play}")
    while moves := list(position.moves()):
        if made % 2 == side:
            wanted = [move for move in moves if law.wins(position.after(move)) != win] or moves
            move = rng.choice(wanted)
            typed.append(str(moves.index(move) + 1))
        else:
            move = engine.choose(position, made).move
        position = position.after(move)
        made += 1
    to_move = made % 2
    winner = to_move if problem.play.wins_when_stuck else 1 - to_move
    return typed, "You win" if winner == side else "The engine wins"


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_won_and_lost(game: str, play: PlayName) -> None:
    endings = set()
    for win in (True, False):
        for side, you in enumerate(("first", "second")):
            typed, ending = scripted(game, play, win=win, side=side)
            endings.add(ending)
            result = invoke(game, "--play", play, "--you", you, text="\n".join(typed) + "\n")
            assert "The game is over" in result.stdout
            assert f"{ending} after " in result.stdout
            lost = ending == "The engine wins"
            told = "could have won with move" in result.stdout or "had no winning move." in result.stdout
            assert told == lost
    assert endings == {"You win", "The engine wins"}


@pytest.mark.parametrize("game", GAMES)
def test_the_openings_are_won_by_the_first_player_in_normal_play(game: str) -> None:
    answer = lm.solve(lm.parse(opening(game)))
    some = 1 <= len(answer.winning_moves()) < sum(1 for _ in answer.problem.position.moves())
    assert some, f"{game}: play begins with its example; let some of the first moves win, and not all"


def test_openings_are_of_games() -> None:
    assert set(OPENINGS) <= set(GAMES)


@pytest.mark.parametrize("you", ["both", "none"])
@pytest.mark.parametrize("game", GAMES)
def test_two_people_and_two_engines(game: str, you: str) -> None:
    result = invoke(game, "--you", you, text="1\n" * 60)
    kind = "player" if you == "both" else "engine"
    assert "The game is over" in result.stdout
    assert f"The first {kind} wins" in result.stdout or f"The second {kind} wins" in result.stdout
    record = json.loads(result.stdout.splitlines()[-1])
    assert GameRecord.from_json(record).winner is not None
    if you == "none":
        won = lm.solve(lm.parse(opening(game))).outcome is lm.Outcome.N
        assert record["winner"] == ("first" if won else "second")


def test_engines_play_the_same_game_for_the_same_seed() -> None:
    games = [invoke("nim", "--you", "none", "--seed", seed).stdout for seed in ("1", "1", "2")]
    assert games[0] == games[1] != games[2]


def test_hint_undo_explain_moves_board_help() -> None:
    typed = "hint\nhint\n2\nundo\nmoves\nboard\nhelp\nexplain\nnonsense\n99\n0\nheap 1 remaining 7\nquit\n"
    out = invoke("nim", text=typed).stdout
    assert "Hint: there is a winning move. Type hint again for it." in out
    assert "Hint: take 2 from heap 1 (3 -> 1). It wins, in 11 moves at most." in out
    assert "Back to move 1." in out
    assert "save FILE" in out
    assert "One way it can go: " in out
    assert "move: 'nonsense'; accepted: heap HEAP remaining REMAINING, for example take 1 from heap" in out
    assert "move: 99; accepted: 1 to 12" in out
    assert "That is not a legal move: a heap of 3 must be left with less, at least 0." in out
    assert out.splitlines()[-1] == "Stopped. 0 moves were made."


def test_a_hint_in_a_lost_and_in_a_hard_position(tmp_path: Path) -> None:
    lost = invoke("nim", "--play", "normal", text="1\nhint\nhint\nundo\nundo\n")
    assert "Every move loses against good play; it holds out longest (" in lost.stdout
    assert "undo: there is no move of yours to take back" in lost.stdout
    hard = tmp_path / "hard.json"
    hard.write_text(commands.HUGE)
    said = invoke(str(hard), "--position-limit", "200", text="hint\n1\n").stdout
    assert "Whether it wins is not known: the position is too hard for the limits." in said
    assert "The engine does not know who wins here (the positions limit was reached) and plays its best." in said


def test_the_position_can_come_first_on_standard_input() -> None:
    text = '{"game": "nim",\n "heaps": [1, 2]}\nheap 2 remaining 1\n1\n'
    out = invoke("-", text=text).stdout
    assert "You win after 3 moves." in out
    assert invoke("-", text="nonsense", status=1).stderr.startswith("error: not JSON")
    assert invoke("-", text="[1]", status=1).stderr.startswith("error: no position")
    assert invoke("-", text="", status=1).stderr.count("\n") == 1


def test_wrong_calls(tmp_path: Path) -> None:
    two = tmp_path / "two.jsonl"
    two.write_text('{"game": "nim", "heaps": [1]}\n{"game": "nim", "heaps": [1]}\n')
    assert "holds 2 positions" in invoke(str(two), status=1).stderr
    said = invoke("no-such-game", status=1).stderr
    assert "no-such-game is no game. The games are nim, kayles, dawsons-kayles, " in said
    assert "Did you mean kayles?" in invoke("kayle", status=1).stderr
    assert "No such file" in invoke("no-such-file.json", status=2).stderr
    assert "contradict each other" in invoke("nim", "--misere", "--play", "normal", status=2).stderr
    assert invoke("nim", "--misere", text="q\n").stdout.startswith("Nim, misère play\n")
    assert "--resume takes the place of FILE" in invoke("nim", "--resume", "x", status=2).stderr
    record = tmp_path / "game.json"
    record.write_text(json.dumps({"record": 1, "position": {"game": "nim", "heaps": [1, 2]}, "moves": []}))
    assert "a game record says this itself" in invoke(str(record), "--play", "misere", status=1).stderr
    board = tmp_path / "board.json"
    board.write_text('{"game": "vertex-geography", "edges": [["a", "b"]]}')
    assert "start: missing" in invoke(str(board), status=1).stderr
    assert "is not known" in invoke("--game", "nimm", status=1).stderr


def test_a_finished_position_is_over_at_once() -> None:
    out = invoke("-", "--play", "misere", text='{"game": "nim", "heaps": [0]}\n').stdout
    assert "You have no move, and in misère play a player who cannot move wins." in out
    assert "You win after 0 moves." in out


@pytest.mark.parametrize(
    "game", [game if game in ("nim", "vertexnim") else pytest.param(game, marks=pytest.mark.long) for game in GAMES]
)
def test_over_a_real_pipe(game: str) -> None:
    done = run("play", game, "--you", "first", text="hint\n1\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Your move: hint\nHint: " in done.stdout
    assert "\x1b" not in done.stdout
    assert "The input has ended. 2 moves were made." in done.stdout or "wins after 2 moves." in done.stdout
    assert json.loads(done.stdout.splitlines()[-1])["record"] == 1


def test_control_c_is_130_and_the_game_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with Running("play", "nim", "--record", str(file)) as playing:
        playing.send("2\n")
        while "Move 3" not in playing.line():
            assert playing.process.poll() is None
        playing.wait_until_idle()
        status, rest, err = playing.interrupt()
    assert (status, err) == (130, "")
    assert f"The game is kept in {file}." in rest
    assert len(json.loads(file.read_text())["moves"]) == 2


def test_on_a_terminal() -> None:
    leader, follower = pty.openpty()
    child = subprocess.Popen(
        [*COMMAND, "play", "nim"], stdin=follower, stdout=follower, stderr=follower, env=ENVIRONMENT
    )
    os.close(follower)
    os.write(leader, b"2\nquit\n")
    seen = all_of(leader)
    os.close(leader)
    assert child.wait(PATIENCE) == 0
    assert b"\x1b[1mNim, normal play" in seen
    assert b"The engine plays: " in seen
    assert b"type save FILE before you quit" in seen
    assert b"{" not in seen  # a person is shown no JSON


def test_without_a_name_it_asks_which_game() -> None:
    leader, follower = pty.openpty()
    child = subprocess.Popen([*COMMAND, "play"], stdin=follower, stdout=follower, stderr=follower, env=ENVIRONMENT)
    os.close(follower)
    os.write(leader, b"chess\nkayles\nquit\n")
    seen = all_of(leader)
    os.close(leader)
    assert child.wait(PATIENCE) == 0
    assert b"  kayles             knocks down one pin, or two that stand side by side\r\n" in seen
    assert b"chess is no game." in seen
    assert b"Kayles, normal play" in seen


def test_levels_that_can_be_beaten() -> None:
    def lost(level: str) -> int:
        """How often the engine that begins loses Nim on 3, 5, 7 to itself; it could always win."""
        games = [
            invoke("nim:3,5,7", "--you", "none", "--level", level, "--seed", str(seed)).stdout for seed in range(8)
        ]
        return sum("The second engine wins" in game for game in games)

    assert lost("perfect") == 0
    assert lost("beginner") > 0


def test_help_when_the_game_is_over() -> None:
    _, seen = on_terminal("play", "nim:1", text="1\nhelp\nwhat\nno\n", typed=True)
    assert "  replay         show the game again, move by move" in seen
    assert "what is not understood" in seen
    assert "help is not understood" not in seen
