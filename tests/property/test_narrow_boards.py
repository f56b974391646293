"""Boards that come apart along small cuts: types of their parts against the definition and against the search."""

from __future__ import annotations

import json
import math
import random
from contextlib import suppress
from typing import Any

import pytest

import lastmove as lm
from commands import answers, invoke
from lastmove.certificates.check import check_answer
from lastmove.certificates.kinds import certificate_from_json
from lastmove.core.errors import Refuted
from lastmove.core.limits import Meter
from lastmove.core.play import Play, PlayName, Problem
from lastmove.core.solution import PartsReason
from lastmove.parts import types as part_types
from lastmove.parts.boards import graph_game
from lastmove.parts.check import Parts
from lastmove.parts.partitions import TreePartitionSearch, layered, partition_of
from lastmove.search.exact import ExactSearch
from lastmove.search.fast import background, driver
from lastmove.search.fast.settings import Settings
from lastmove.search.plain import PlainSearch
from lastmove.solver import portfolio as narrow_boards
from lastmove.solver.decide import Solver
from lastmove.solver.portfolio import BUDGETS

pytestmark = pytest.mark.long

GAMES = ("vertex-geography", "edge-geography", "nimg-rm", "nimg-mr")
PLAYS = ("normal", "misere")


def a_board(rng: random.Random, game: str, most: int) -> Any:
    """A random board whose edges are short, so that it is narrow: loops, parallel edges and several components."""
    n, directed = rng.randint(2, most), rng.random() < 0.5
    edges = [
        (u, v)
        for u in range(n)
        for v in range(max(0, u - 3), min(n, u + 4))
        if (directed or u <= v) and rng.random() < 0.35
    ]
    if game == "edge-geography":
        edges = rng.sample(edges, min(len(edges), most + 4))
        return lm.EdgeGeography((n, edges + [edge for edge in edges if rng.random() < 0.15]), directed=directed)
    if game == "vertex-geography":
        return lm.VertexGeography((n, edges), directed=directed)
    weights = [rng.choice([0, 1, 1, 2]) for _ in range(n)]
    return (lm.NimGRM if game == "nimg-rm" else lm.NimGMR)((n, edges), weights, directed=directed)


def strip(width: int, length: int, holes: float, seed: object, *, directed: bool = False) -> Any:
    """A strip of a grid with random holes; directed, each edge gets a random direction or both."""
    rng = random.Random(f"strip {seed}")
    kept = [(i, j) for j in range(length) for i in range(width) if rng.random() >= holes]
    number = {place: v for v, place in enumerate(kept)}
    edges = []
    for (i, j), u in number.items():
        for v in (number.get((i + 1, j)), number.get((i, j + 1))):
            if v is not None:
                ways = rng.choice(["out", "in", "both"]) if directed else "out"
                edges += [(u, v)] if ways != "in" else []
                edges += [(v, u)] if ways != "out" else []
    return len(kept), edges


def searched(board: Any, play: PlayName) -> TreePartitionSearch:
    numbers = graph_game(board)
    misere = play == "misere"
    return TreePartitionSearch(numbers, partition_of(numbers), misere=misere, meter=Meter(), most_nodes=10**6)


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize("game", GAMES)
def test_random_boards_against_the_definition(game: str, play: PlayName) -> None:
    rng = random.Random(f"narrow {game} {play}")
    tried = 0
    for _ in range(60):
        board = a_board(rng, game, 9 if game == "vertex-geography" else 7)
        parts, law = searched(board, play), PlainSearch(Play(play), Meter())
        certificate = certificate_from_json(json.loads(json.dumps(Parts.of(parts.cuts.partition).to_json())))
        shown = certificate.outcomes(board, Play(play))
        parts.work()
        for v in parts.cuts.home:
            position = board.at(v)
            wins = law.wins(position)
            assert parts.wins(v) == wins == shown[v] == certificate.outcome(position, Play(play)).wins
            winning = parts.winning(v)
            for move in position.moves():
                loses = not law.wins(position.after(move))
                assert ((move.to, getattr(move, "remaining", None)) in winning) == loses
                found = certificate.after(position, Play(play), move)
                assert found is not None
                assert found.wins != loses
            tried += 1
    assert tried > 100


@pytest.fixture
def parts_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the search have no first try, and take boards of any size apart."""
    monkeypatch.setattr(BUDGETS, "first_positions", 0)
    monkeypatch.setattr(BUDGETS, "least", 1)


@pytest.mark.usefixtures("parts_at_once")
@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize("game", GAMES)
def test_the_solver_by_parts(game: str, play: PlayName) -> None:
    """Every answer, its moves and its evidence, through the public functions."""
    rng = random.Random(f"solver {game} {play}")
    by_parts = 0
    for _ in range(40):
        board = a_board(rng, game, 8)
        law = PlainSearch(Play(play), Meter())
        found = lm.outcomes(board, play=play, all_moves=True, certificate=True)
        problem = Problem(board, Play(play))
        assert check_answer(problem, json.loads(json.dumps(found.to_json(certificate=True))))
        v = rng.randrange(board.graph.n)
        one = lm.solve(board.at(v), play=play, all_moves=True, certificate=True)
        by_parts += isinstance(one.reason, PartsReason)
        if one.certificate is not None:
            assert check_answer(Problem(board.at(v), Play(play)), json.loads(json.dumps(one.to_json(certificate=True))))
        for start in range(board.graph.n):
            position = board.at(start)
            winning = [move for move in position.moves() if not law.wins(position.after(move))]
            assert (found[start].value == "N") == law.wins(position)
            assert set(found.winning_moves(start)) == set(winning)
            assert (found.moves[start] in winning) == bool(winning)
            if start == v:
                assert set(one.winning_moves()) == set(winning)
                assert one.outcome == found[start]
    assert by_parts > 5


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize(
    ("width", "length", "directed"), [(3, 12, False), (4, 9, False), (4, 9, True), pytest.param(4, 12, True)]
)
def test_strips_with_holes_against_the_search(width: int, length: int, directed: bool, play: PlayName) -> None:
    for seed in range(3):
        board = lm.VertexGeography(strip(width, length, 0.12, seed, directed=directed), directed=directed)
        search, parts = ExactSearch(Play(play), Meter()), searched(board, play)
        parts.work()
        for v in range(0, board.graph.n, 3):
            assert parts.wins(v) == search.wins(board.at(v)), (seed, v)


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize("game", ["edge-geography", "nimg-rm", "nimg-mr"])
def test_strips_of_other_games_against_the_search(game: str, play: PlayName) -> None:
    for seed in range(2):
        numbers, edges = strip(2 if game == "nimg-mr" else 3, 7, 0.15, f"{game} {seed}")
        rng = random.Random(seed)
        weights = [rng.choice([1, 1, 2]) for _ in range(numbers)]
        made = {"nimg-rm": lm.NimGRM, "nimg-mr": lm.NimGMR}.get(game)
        board: Any = lm.EdgeGeography((numbers, edges)) if made is None else made((numbers, edges), weights)
        search, parts = ExactSearch(Play(play), Meter()), searched(board, play)
        parts.work()
        assert parts.cuts.home
        for v in range(0, board.graph.n, 4):
            if v in parts.cuts.home:
                assert parts.wins(v) == search.wins(board.at(v)), (seed, v)


def test_a_long_strip_is_answered_by_its_parts() -> None:
    board = lm.VertexGeography(strip(3, 80, 0.1, "long"))
    found = lm.outcomes(board, play="misere")
    assert found.stopped_by is None
    assert "parts" in {reason.name for reason, _ in found.reasons}
    for start in random.Random(1).sample(range(board.graph.n), 8):
        position = board.at(start)
        move = found.moves[start]
        if found[start].value == "N" and move is not None:
            assert lm.solve(position.after(move), play="misere").outcome.value == "P"


def test_limits_are_kept() -> None:
    board = lm.VertexGeography(strip(4, 300, 0.05, "limits"))
    found = lm.outcomes(board, play="misere", limits=lm.Limits(positions=3000))
    assert found.stopped_by == "positions"
    assert lm.solve(board.at(600), play="misere", limits=lm.Limits(time=0.3)).to_json()["reason"]["kind"] == "limit"


def test_tampered_bags_are_refused() -> None:
    board = lm.VertexGeography(strip(3, 4, 0.0, "tampered"))
    partition = layered(graph_game(board).near(), [0])
    good = Parts.of(partition)
    play = Play.MISERE
    assert len(good.outcomes(board, play)) == 12
    bags, parents = good.bags, good.parents
    wrong = [
        Parts(bags[1:], parents[1:]),
        Parts((*bags[:-1], (*bags[-1], 99)), parents),
        Parts((*bags[:-1], (*bags[-1], bags[0][0])), parents),
        Parts(bags, (*parents[:-1], 0)),
        Parts(bags, (2, *parents[1:])),
        Parts(bags, parents[1:]),
    ]
    for bad in wrong:
        with pytest.raises(Refuted):
            bad.outcomes(board, play)
    with pytest.raises(Refuted):
        certificate_from_json({"kind": "parts", "version": 1, "bags": [["x"]], "parents": [0]})
    with pytest.raises(Refuted):
        good.outcome(lm.Nim([1, 2]), play)


@pytest.mark.usefixtures("parts_at_once")
def test_the_command_line_says_so_and_checks_it() -> None:
    n, edges = strip(3, 30, 0.05, "command")
    position = {"game": "vertex-geography", "play": "misere", "vertices": n, "edges": edges}
    text = invoke("solve", "--starts", "all", "--certificate", text=json.dumps(position) + "\n").stdout
    kinds = {reason["kind"]: reason for reason in answers(text)[0]["reasons"]}
    assert kinds["parts"]["text"].startswith("the board comes apart into")
    assert answers(invoke("check", text=text).stdout)[0]["verified"] is True
    start = next(v for v in range(n // 2, n) if any(v in edge for edge in edges))
    one = json.dumps({**position, "start": start}) + "\n"
    found = invoke("solve", "--certificate", text=one).stdout
    assert answers(found)[0]["reason"]["kind"] == "parts"
    assert answers(invoke("check", text=found).stdout)[0]["verified"] is True
    assert "types of its parts" in invoke("explain", text=one).stdout


def nodes_made(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Filled with the nodes that there are after each composition, whether it was finished or not."""
    made: list[int] = []
    work = TreePartitionSearch.work

    def counted(search: TreePartitionSearch, start: int | None = None) -> None:
        try:
            work(search, start)
        finally:
            made.append(len(search.types.functions.nodes))

    monkeypatch.setattr(TreePartitionSearch, "work", counted)
    return made


def grid(width: int, length: int) -> Any:
    return strip(width, length, 0.0, "grid")


def test_boards_that_a_search_does_soon_make_few_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts of these would take longer than the search does."""
    monkeypatch.setattr(BUDGETS, "compiled_times", 1)
    made = nodes_made(monkeypatch)
    found = lm.outcomes(lm.VertexGeography(grid(5, 6)), play="misere")
    assert {reason.name for reason, _ in found.reasons} == {"search"}
    one = lm.solve(lm.VertexGeography(grid(6, 6)).at(0), play="misere")
    assert one.reason.name == "search"
    assert made
    assert max(made) < 30_000


@pytest.mark.usefixtures("parts_at_once")
@pytest.mark.parametrize("play", PLAYS)
def test_parts_that_gave_up_once_go_on(play: PlayName, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few nodes are not enough; the second time the same parts are composed to the end."""
    monkeypatch.setattr(BUDGETS, "second_positions", 0)
    monkeypatch.setattr(BUDGETS, "first_nodes", (-1, 0))
    monkeypatch.setattr(part_types, "LOOK_EVERY", 4)
    made = nodes_made(monkeypatch)
    rng = random.Random(f"twice {play}")
    twice = 0
    for game in GAMES * 20:
        board, law = a_board(rng, game, 8), PlainSearch(Play(play), Meter())
        start = rng.randrange(board.graph.n)
        made.clear()
        position = board.at(start)
        one = lm.solve(position, play=play)
        twice += len(made) > 1 and isinstance(one.reason, PartsReason)
        assert (one.outcome.value == "N") == law.wins(position)
        assert set(one.winning_moves()) == {m for m in position.moves() if not law.wins(position.after(m))}
    assert twice > 10


@pytest.mark.usefixtures("parts_at_once")
def test_reasons_count_every_start_when_a_limit_is_spent() -> None:
    """Also those that the parts decided before the limit came."""
    board = lm.VertexGeography(strip(3, 12, 0.1, "reasons"))
    whole = lm.outcomes(board, play="misere")
    spent = max(reason.positions for reason, _ in whole.reasons if isinstance(reason, PartsReason))
    some = 0
    for less in range(1, 200, 9):
        found = lm.outcomes(board, play="misere", limits=lm.Limits(positions=spent - less))
        counts = {reason.name: count for reason, count in found.reasons}
        assert sum(counts.values()) == board.graph.n
        assert counts.get("positions limit", 0) == sum(outcome.value == "unknown" for outcome in found.values())
        assert all(found[v] in (whole[v], lm.Outcome.UNKNOWN) for v in range(board.graph.n))
        some += found.stopped_by == "positions" and "parts" in counts
    assert some > 2


def test_the_second_try_waits_for_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bound of a few seconds of its own would keep the search from it; a limit that is asked for is shared."""
    monkeypatch.setattr(narrow_boards, "is_there", lambda _: True)
    board = lm.EdgeGeography(grid(5, 6))

    def second(meter: Meter, *, compiled: bool = True) -> Meter:
        settings = Settings(compiled=None if compiled else False)
        narrow = narrow_boards.Narrow.of(board, Solver(Play.MISERE, meter, settings))
        assert narrow is not None
        longer = narrow_boards.PORTFOLIO[2].budget
        assert longer(narrow, meter) is None
        assert narrow.boards.of(board, meter, every_start=True, few=True) is None
        again = longer(narrow, meter)
        assert again is not None
        return again

    assert second(Meter()).seconds_left == math.inf
    assert second(Meter(lm.Limits(time=1000))).seconds_left < 501
    assert second(Meter(), compiled=False).seconds_left < 10
    assert second(Meter(lm.Limits(positions=90_000))).positions_left < 90_000


@pytest.mark.compiled
@pytest.mark.parametrize("asked", [None, 900])
def test_the_first_try_is_longer_where_code_is_compiled(asked: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions cost little then. Without such code, or under a limit of few positions, nothing is compiled for it."""
    code = "lastmove.search.fast.rules.vertex_geography", 1
    board = lm.VertexGeography(grid(8, 8)).at(0)
    ExactSearch(Play.MISERE, Meter(), Settings(compiled=True)).wins(board)  # or loading takes the seconds of the try

    engine = driver.BitSearch.engine
    used: list[driver.BitSearch] = []

    def watched(search: driver.BitSearch) -> Any:
        used.append(search)
        return engine(search)

    monkeypatch.setattr(driver.BitSearch, "engine", watched)
    monkeypatch.setattr(background, "is_ready", lambda *_: pytest.fail("a try has something compiled"))

    def tried(ready: set[Any]) -> tuple[int, bool]:
        """The positions of the try, and whether compiled code visited some of them."""
        monkeypatch.setattr(driver, "_READY", ready)
        used.clear()
        meter = Meter(lm.Limits(positions=asked))
        narrow = narrow_boards.Narrow.of(board, Solver(Play.MISERE, meter))
        assert narrow is not None
        search = narrow_boards.PORTFOLIO[0].budget(narrow, meter)
        assert search is not None
        with suppress(lm.LimitReached):
            ExactSearch(Play.MISERE, search, Settings(threads=1)).wins(board)
        return search.positions, bool(used)

    plain = asked or BUDGETS.first_positions
    assert tried(set()) == (plain, False)
    assert tried({(f"{code[0]}:another form", 1)}) == (plain, False)
    positions, is_compiled = tried({code})
    assert is_compiled == (positions > plain) == (asked is None)
