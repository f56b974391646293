"""``lastmove play``: whole games won and lost in every game, typed commands, records, pipes."""

from __future__ import annotations

import json
import os
import pty
import random
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import commands
import lastmove as lm
from lastmove.core.limits import Meter
from lastmove.engine.opponent import Opponent
from lastmove.games import GAMES, game_names
from lastmove.games.in_short import in_short
from lastmove.games.openings import OPENINGS, opening
from lastmove.games.record import GameRecord
from lastmove.games.shorthand import move_from_text
from lastmove.search.plain import PlainSearch
from processes import COMMAND, ENVIRONMENT, PATIENCE, Running, all_of, on_terminal, run
from samples import random_problem

if TYPE_CHECKING:
    from click.testing import Result

PLAYS = ("normal", "misere")


def invoke(*arguments: str, text: str = "", status: int = 0) -> Result:
    return commands.invoke("play", *arguments, text=text, status=status)


def scripted(game: str, play: str, *, win: bool, side: int) -> tuple[list[str], str]:
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
def test_a_whole_game_won_and_lost(game: str, play: str) -> None:
    endings = set()
    for win in (True, False):
        for side, you in enumerate(("first", "second")):
            typed, ending = scripted(game, play, win=win, side=side)
            endings.add(ending)
            result = invoke(game, "--play", play, "--you", you, text="\n".join(typed) + "\n")
            assert "The game is over" in result.stdout
            assert f"{ending} after " in result.stdout
            lost = ending == "The engine wins"
            told = "could have won with move" in result.stdout or "There was nothing to be done" in result.stdout
            assert told == lost
    assert endings == {"You win", "The engine wins"}


def test_the_openings_are_won_by_the_first_player_in_normal_play() -> None:
    assert set(OPENINGS) <= set(GAMES)
    for game in game_names():
        answer = lm.solve(lm.parse(opening(game)))
        assert answer.outcome is lm.Outcome.N, game
        assert 1 <= len(answer.winning_moves()) < sum(1 for _ in answer.problem.position.moves()), game


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
        assert record["winner"] == "first"


def test_engines_play_the_same_game_for_the_same_seed() -> None:
    games = [invoke("nim", "--you", "none", "--seed", seed).stdout for seed in ("1", "1", "2")]
    assert games[0] == games[1] != games[2]


def test_hint_undo_explain_moves_board_help() -> None:
    typed = "hint\n2\nundo\nmoves\nboard\nhelp\nexplain\nnonsense\n99\n0\nheap 1 remaining 7\nquit\n"
    out = invoke("nim", text=typed).stdout
    assert "Hint: lower heap 1 from 3 to 1. It wins, in 11 moves at most." in out
    assert "Back to move 1." in out
    assert "save FILE" in out
    assert "What to answer to each reply" in out
    assert "move: 'nonsense'; accepted: heap HEAP remaining REMAINING, for example take 1 from heap" in out
    assert "move: 99; accepted: 1 to 12" in out
    assert "That is not a legal move: a heap of 3 must be left with less, at least 0." in out
    assert out.splitlines()[-1] == "Stopped. 0 moves were made."


def test_a_hint_in_a_lost_and_in_a_hard_position(tmp_path: Path) -> None:
    lost = invoke("nim", "--play", "normal", text="1\nhint\nundo\nundo\n")
    assert "Every move loses against good play; it holds out longest (" in lost.stdout
    assert "undo: there is no move of yours to take back" in lost.stdout
    hard = tmp_path / "hard.json"
    hard.write_text(commands.HUGE)
    said = invoke(str(hard), "--position-limit", "200", text="hint\n1\n").stdout
    assert "Whether it wins is not known: the position is too hard for the limits." in said
    assert "The engine does not know who wins here (the positions limit was reached) and plays its best." in said


def test_many_moves_are_cut_and_can_be_typed(tmp_path: Path) -> None:
    file = tmp_path / "big.json"
    file.write_text(json.dumps({"game": "nim", "heaps": [10**30, 5]}))
    out = invoke(str(file), text="moves\nheap 1 remaining 5\nundo\n20000\n").stdout
    assert "...  more than 10,000; type the move: heap HEAP remaining REMAINING\n" in out
    assert "You play: lower heap 1 from 1000000000000000000000000000000 to 5" in out
    assert "move: 20000; accepted: 1 to more than 10,000, or heap HEAP remaining REMAINING" in out


def test_save_and_resume(tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    out = invoke("vertexnim", "--play", "misere", text=f"1\nsave {file}\nquit\n").stdout
    assert f"Saved. Go on with: lastmove play {file}" in out
    record = json.loads(Path(file).read_text())
    assert (record["record"], len(record["moves"]), record["winner"]) == (1, 2, None)
    assert record["position"]["play"] == "misere"
    again = invoke("--resume", file, text="1\n").stdout
    assert "2 moves have been made." in again
    assert f"The game is kept in {file}." in again
    assert len(json.loads(Path(file).read_text())["moves"]) == 4
    other = invoke(file, "--you", "both", "--after", "1", text="1\n").stdout
    assert "Move 2: the second player" in other
    assert len(json.loads(Path(file).read_text())["moves"]) == 4, "without --record and --resume nothing is written"


def test_a_record_is_kept_move_by_move(tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    invoke("nim", "--record", file, text="2\n")
    assert len(json.loads(Path(file).read_text())["moves"]) == 2
    invoke("--resume", file, text="undo\n1\n")
    moves = json.loads(Path(file).read_text())["moves"]
    assert moves[0] == {"heap": 0, "remaining": 0}
    assert list(tmp_path.iterdir()) == [Path(file)], "nothing else is left behind"


def test_other_files_are_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "precious.txt"
    file.write_text("precious")
    result = invoke("nim", "--record", str(file), status=1)
    assert "exists and is no game record; choose another name" in result.stderr
    out = invoke("nim", text=f"save {file}\nsave\nsave {tmp_path}/no/such\n").stdout
    assert "exists and is no game record" in out
    assert "a file name is missing" in out
    assert "No such file or directory" in out
    assert file.read_text() == "precious"


def test_solve_and_explain_replay_a_record(tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    invoke("nim", "--record", file, text="2\n")
    record = json.loads(Path(file).read_text())
    for after in (None, 0, 1, 2):
        options = [] if after is None else ["--after", str(after)]
        result = commands.invoke("solve", file, *options)
        game = GameRecord.from_json(record)
        position = (game if after is None else game.first(after)).position
        assert json.loads(result.stdout)["outcome"] == lm.solve(position).outcome.value
    shown = commands.invoke("explain", file, "--after", "1")
    assert "Nim, normal play: heaps 1, 4, 5" in shown.stdout
    drawn = commands.invoke("draw", file, "--after", "0")
    assert "<svg" in drawn.stdout
    wrong = commands.invoke("solve", file, "--after", "3", status=1)
    assert json.loads(wrong.stdout)["error"] == "after: 3; the record has 2 moves, accepted: 0..2"
    none = commands.invoke("solve", "--after", "3", text='{"game": "nim", "heaps": [1]}', status=1)
    assert json.loads(none.stdout)["error"] == "after: 3; it goes with a game record, and this is none"


GOOD: dict[str, Any] = {"record": 1, "position": {"game": "nim", "heaps": [1, 2]}, "moves": []}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"record": 2}, "record: 2; accepted: 1"),
        ({"record": True}, "record: true; accepted: 1"),
        ({"position": 3}, "position: 3; accepted: a position object"),
        ({"position": {"game": "nim", "heaps": [-1]}}, "position.heaps[0]: -1"),
        ({"position": {"game": "vertex-geography", "edges": [["a", "b"]]}}, "position.start: missing"),
        ({"moves": {}}, "moves: {}; accepted: an array of moves"),
        ({"moves": [{"heap": 0, "remaining": 1}]}, "moves[0]: move LowerHeap(heap=0, remaining=1): a heap of 1 must"),
        ({"moves": [{"heap": 0}]}, "moves[0].remaining: missing in the move"),
        ({"moves": [7]}, "moves[0].move: 7"),
        ({"players": {"first": "dog"}}, "players.first: 'dog'"),
        ({"players": []}, "players: []"),
        ({"players": {"third": "person"}}, "third: unknown field"),
        ({"winner": "me"}, "winner: 'me'"),
        ({"winner": "first"}, "winner: 'first', but the game is not over"),
        (
            {"moves": [{"heap": 0, "remaining": 0}, {"heap": 1, "remaining": 0}], "winner": "first"},
            "winner: 'first', but the moves make second win",
        ),
        ({"result": 1}, "result: unknown field"),
    ],
)
def test_bad_records_are_refused_in_one_line(change: dict[str, Any], said: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(GOOD | change))
    result = invoke(str(file), status=1)
    assert result.stderr.startswith(f"error: {said}"), result.stderr
    assert result.stderr.count("\n") == 1


def test_records_round_trip_in_every_game() -> None:
    for game in GAMES:
        rng = random.Random(f"record {game}")
        for _ in range(10):
            problem = lm.parse(random_problem(game, rng))
            record = GameRecord(problem)
            while moves := list(record.position.moves()):
                record = record.then(rng.choice(moves))
                if rng.random() < 0.2:
                    break
            again = GameRecord.from_json(json.loads(json.dumps(record.to_json())))
            assert again.moves == record.moves
            assert again.position == record.position
            assert again.winner == record.winner


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


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_devices_are_no_place_for_a_record() -> None:
    result = commands.invoke("play", "nim", "--record", "/dev/full", text="quit\n", status=1)
    assert "choose another name" in result.stderr


def test_what_a_killed_game_left_is_removed(tmp_path: Path) -> None:
    left = tmp_path / "game.json.0123abcd.part"
    left.write_text("{")
    other = tmp_path / "game.json.part"
    other.write_text("of somebody else")
    invoke("nim", "--record", str(tmp_path / "game.json"), text="quit\n")
    assert not left.exists()
    assert other.exists()


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
    assert "No such file" in invoke("no-such-game", status=2).stderr
    assert "--resume takes the place of FILE" in invoke("nim", "--resume", "x", status=2).stderr
    record = tmp_path / "game.json"
    record.write_text(json.dumps(GOOD))
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
    assert len(json.loads(seen.splitlines()[-1])["moves"]) == 2  # a game that is left is not lost


def test_heaps_count_from_one_for_people_and_from_zero_in_records() -> None:
    out = invoke("nim:4,5", text="take 2 from heap 2\nquit\n").stdout
    assert "  heap 1  4  oooo" in out
    assert "You play: lower heap 2 from 5 to 3" in out
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
