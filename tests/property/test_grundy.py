"""Grundy values: every way to them against the definition, and published tables."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import reduce
from itertools import combinations_with_replacement, product
from operator import xor
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import lastmove as lm
from effort import tries
from lastmove.core.limits import Meter
from lastmove.games.octal import partitions, read_code
from lastmove.heaps import kernel as heap_kernel
from lastmove.heaps.check import Period
from lastmove.heaps.periods import find_period
from lastmove.heaps.tables import LongTable, TakeTable
from lastmove.heaps.values import mex, table_of
from lastmove.search.plain import PlainSearch
from lastmove.sums.nimbers import GrundySearch, NimberSearch, _has_few_below
from lastmove.sums.normal import sum_verdict
from reference import cases

if TYPE_CHECKING:
    from collections.abc import Iterator

CODES: tuple[str, ...] = ("0.77", "0.07", "0.137", "4.7", "0.6", "0.16", "0.356", "4.4", "0.2", "0.1", "0.0", "0.007")
CODES += ("0.3F", "8.3", "0.8", "C.F", "0.[3]", "0.[7]", "0.1[05]", "0.0G", "0.[9]")


def by_definition(code: str, to: int) -> list[int]:
    """The values from the digits alone: no table, no xor of rows."""
    rule = read_code(code)
    values: list[int] = [0]
    for n in range(1, to + 1):
        reached = set()
        for taken, digit in rule.up_to(n):
            for count in range(digit.bit_length()):
                if digit >> count & 1:
                    reached |= {reduce(xor, (values[k] for k in p), 0) for p in partitions(n - taken, count)}
        values.append(mex(reached))
    return values


@pytest.mark.parametrize("game", cases.GAMES)
def test_pruned_search_is_the_definition(game: str) -> None:
    rng = random.Random(f"grundy {game}")
    for _ in range(tries(100)):
        position = lm.parse(cases.generate(game, rng)).position
        value = GrundySearch(Meter()).value(position)
        assert lm.grundy(position) == value, position
        search = NimberSearch(Meter())
        for guess in rng.sample(range(6), 3):
            assert search.has_value(position, guess) == (guess == value), position


def test_pruned_search_looks_at_less() -> None:
    board = lm.VertexGeography(lm.graphs.named("grid:4x4"), start=5)
    pruned, full = Meter(), Meter()
    assert NimberSearch(pruned).value(board) == GrundySearch(full).value(board)
    assert pruned.positions < full.positions


@pytest.mark.parametrize("code", CODES)
def test_tables_are_the_definition(code: str) -> None:
    to = 40 if read_code(code).most_heaps < 4 else 24
    expected = by_definition(code, to)
    assert lm.heap_values(code, to).values.tolist() == expected
    assert LongTable(read_code(code)).values(to, Meter()).tolist() == expected
    moves = [GrundySearch(Meter()).value(lm.Octal(code, [n])) for n in range(9)]
    assert moves == expected[:9]


@pytest.mark.parametrize("code", ["0.77", "0.07", "4.7", "0.16", "0.007", "0.26", "0.3", "0.0"])
def test_the_kernel_is_the_table(code: str) -> None:
    """The same source as plain Python and compiled, against rows of numpy without any shortcut."""
    rows = TakeTable(read_code(code))
    rows._values = np.zeros(3001, np.int32)
    rows._fill_rows(3000, Meter())
    compiled = heap_kernel.compiled(heap_kernel.fill_sparse)
    for kernel, to in ((heap_kernel.fill_sparse, 600), (compiled, 3000)):
        if kernel is None:
            continue
        sparse = TakeTable(read_code(code))
        sparse._values = np.zeros(to + 1, np.int32)
        sparse._fill_rows(20, Meter())
        sparse._fill_sparse(to, Meter(), kernel)
        assert sparse._values.tolist() == rows._values[: to + 1].tolist()


def test_published_periods() -> None:
    """Winning Ways, chapter 4, table 6: Kayles, Dawson's Kayles, and others of that table."""
    expected = {"0.77": (12, 71), "0.07": (34, 53), "0.137": (34, 52), "0.4": (34, 54), "0.156": (349, 3479)}
    expected |= {"0.45": (20, 498), "0.165": (1550, 5181)}
    for code, periods in expected.items():
        found = lm.heap_values(code, 20_000)
        assert (found.period, found.preperiod) == periods, code
        assert found.certificate is not None
        assert found.certificate.holds(found.values.tolist())


def test_published_values() -> None:
    """Kayles (OEIS A002186), Dawson's Kayles (A002187, shifted), Grundy's game (A002188)."""
    kayles = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8, 5, 4, 7, 2, 1, 8]
    assert lm.heap_values("0.77", 33).values.tolist() == kayles
    dawson = [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2, 7, 4]
    assert lm.heap_values("0.07", 34).values.tolist() == dawson
    grundys = lm.HeapRules(lambda n: [(a, n - a) for a in range(1, n) if 2 * a < n], name="Grundy's game")
    expected = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2, 3, 1, 2, 4]
    assert lm.heap_values(grundys, 33).values.tolist() == expected
    assert lm.grundy(lm.Sum([grundys(18), lm.Nim([3])])) == 7


def test_kayles_to_a_million() -> None:
    """By the period at once, and heap by heap with the kernel: the same values."""
    kayles = lm.heap_values("0.77", 1_000_000)
    assert kayles[10**6] == kayles[10**6 + 12 * 10**80] == 1
    if heap_kernel.compiled(heap_kernel.fill_sparse) is None:
        return
    table = TakeTable(read_code("0.77"))
    table._prove = lambda: None  # type: ignore[method-assign]
    assert (table.values(1_000_000, Meter()) == kayles.values).all()


@pytest.mark.long  # minutes without Numba
def test_a_long_period() -> None:
    """0.16 (A. Gangolli, T. Plambeck, A note on periodicity in some octal games, Internat. J. Game Theory 18, 1989)."""
    found = lm.heap_values("0.16", 700_000)
    assert (found.period, found.preperiod) == (149_459, 105_351)


def test_periods_need_their_window() -> None:
    values = lm.heap_values("0.77", 200).values.tolist()
    proof = Period(12, 71, 2, 2)
    assert proof.end == 156
    assert proof.holds(values[:168])
    assert not proof.holds(values[:167])
    assert find_period(values[:168], 2, 2) == proof
    assert find_period(values[:167], 2, 2) is None
    assert not Period(12, 70, 2, 2).holds(values)
    assert not proof.holds([*values[:160], 99, *values[161:]])


def test_periods_of_codes_that_repeat() -> None:
    """What the window proves is true far beyond it, and games without a period are given none."""
    rng = random.Random("repeating")
    proved = 0
    for _ in range(tries(60)):
        digits = "".join(rng.choice("0123") for _ in range(rng.randint(0, 2)))
        cycle = "".join(rng.choice("01230157") for _ in range(rng.randint(1, 3)))
        code = f"0.{digits}[{cycle}]"
        found = lm.heap_values(code, 60)
        if found.certificate is None or not read_code(code).cycle:
            continue
        proved += 1
        to = min(3 * found.certificate.needed, 120)
        plain = by_definition(code, to)
        assert [found[n] for n in range(to + 1)] == plain, code
        n0 = found.certificate.preperiod
        assert n0 == 1 or plain[n0 - 1] + found.certificate.saltus != plain[n0 - 1 + found.certificate.period]
        assert found.certificate.holds(lm.heap_values(code, found.certificate.needed).values.tolist())
    assert proved > tries(15)
    assert lm.heap_values("0.[3]", 60).period is None
    take_odd = lm.heap_values("0.[30]", 5)
    assert (take_odd.period, take_odd.preperiod, take_odd[10**50 + 1]) == (2, 1, 1)


def test_large_heaps_are_decided_and_shown() -> None:
    """Beyond any table: the period decides and proves, and a winning move is found."""
    for position in (lm.Octal("0.77", [10**100]), lm.Octal("0.77", [10**100 + 7, 10**50]), lm.Octal("0.07", [10**30])):
        answer = lm.solve(position, certificate=True)
        found = lm.check_answer(lm.Problem(position, lm.Play.NORMAL), answer.to_json(certificate=True))
        assert found.claim == {"outcome": "N", "move": "wins", "not_shown": ["reason"]}
    few = lm.Subtraction({10**9, 7 * 10**8}, [10**10 + 3])
    assert lm.solve(few, certificate=True).certificate is not None
    assert lm.grundy(few) == GrundySearch(Meter()).value(few)


def test_a_limit_does_not_lose_options() -> None:
    """A search that was stopped and goes on finds the same values."""
    position = grid(3, 4)
    value = GrundySearch(Meter()).value(position)
    for positions in range(1, 60, 3):
        search = NimberSearch(Meter(lm.Limits(positions=positions)))
        for _ in range(tries(200)):
            try:
                assert search.value(position) == value
                break
            except lm.LimitReached:
                search.meter = Meter(lm.Limits(positions=positions + 5))
        else:
            search.meter = Meter()
            assert search.value(position) == value


def test_games_that_fall_apart_are_taken_apart() -> None:
    """Also those that are not registered: a class with components() is decided by values."""
    for n in range(1, 8):
        answer = lm.solve(grid(2, n))
        law = PlainSearch(lm.Play.NORMAL, Meter())
        assert (answer.outcome is lm.Outcome.N) == law.wins(grid(2, n))
        assert list(answer.winning_moves()) == [m for m in grid(2, n).moves() if not law.wins(grid(2, n).after(m))]
        assert answer.to_json()["reason"]["kind"] == "theorem"


def test_subtraction_games_repeat() -> None:
    rng = random.Random("subtraction")
    for _ in range(tries(60)):
        amounts = rng.sample(range(1, 12), rng.randint(1, 4))
        found = lm.heap_values(amounts, 400)
        plain: list[int] = []
        for n in range(401):
            plain.append(mex(plain[n - a] for a in amounts if a <= n))
        assert found.values.tolist() == plain
        assert found.period is not None
        assert found.preperiod is not None
        assert all(plain[n] == plain[n + found.period] for n in range(found.preperiod, 401 - found.period))
        assert found.preperiod == 1 or plain[found.preperiod - 1] != plain[found.preperiod - 1 + found.period]


@dataclass(frozen=True)
class NodeKayles:
    """Take a cell and its neighbours."""

    cells: frozenset[tuple[int, int]]

    def near(self, cell: tuple[int, int]) -> set[tuple[int, int]]:
        r, c = cell
        return {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & self.cells

    def moves(self) -> list[tuple[int, int]]:
        return sorted(self.cells)

    def after(self, move: tuple[int, int]) -> NodeKayles:
        return NodeKayles(self.cells - self.near(move) - {move})

    def components(self) -> list[NodeKayles]:
        left, found = set(self.cells), []
        while left:
            part = [left.pop()]
            for cell in part:
                part += self.near(cell) & left
                left -= self.near(cell)
            top, first = min(r for r, _ in part), min(c for _, c in part)
            found.append(NodeKayles(frozenset((r - top, c - first) for r, c in part)))
        return found


def grid(rows: int, columns: int) -> NodeKayles:
    return NodeKayles(frozenset((r, c) for r in range(rows) for c in range(columns)))


def test_node_kayles_on_paths_and_grids() -> None:
    dawson = lm.heap_values("0.137", 14)
    assert [lm.grundy(grid(1, n)) for n in range(15)] == dawson.values.tolist()
    assert [lm.grundy(grid(3, n)) for n in range(1, 11)] == [2, 1, 1, 0, 3, 3, 2, 2, 2, 3]


@pytest.mark.long
def test_node_kayles_on_longer_grids() -> None:
    assert [lm.grundy(grid(3, n)) for n in (11, 12)] == [3, 5]


def random_sums(count: int, seed: str) -> Iterator[Any]:
    rng = random.Random(seed)
    for _ in range(count):
        yield lm.parse(cases.generate("sum", rng)).position


@pytest.mark.parametrize("small", [0, 3, 5000])
def test_sums_against_the_law(small: int) -> None:
    """With all values, with some, and with only what is needed; the evidence proves the outcome and the move."""
    for position in random_sums(tries(400, quick=30), "pruned sums"):
        law = PlainSearch(lm.Play.NORMAL, Meter())
        verdict = sum_verdict(position, Meter(), small=small)
        winning = [move for move in position.moves() if not law.wins(position.after(move))]
        assert verdict.wins == law.wins(position), position
        assert verdict.move is None if not verdict.wins else verdict.move in winning, position
        listed = verdict.winning_moves()
        assert listed is not None
        assert sorted(map(repr, listed)) == sorted(map(repr, winning)), position
        assert verdict.certificate is not None
        certificate = verdict.certificate()
        assert certificate.outcome(position, lm.Play.NORMAL).wins == verdict.wins
        for move in position.moves():
            shown = certificate.after(position, lm.Play.NORMAL, move)
            assert shown is None or shown.wins == (move not in winning)
            assert move != verdict.move or shown is not None


def test_large_sums_are_decided() -> None:
    big = lm.Sum([lm.Octal("0.77", [60, 71]), lm.Nim([10**40]), lm.Subtraction({1, 2, 5}, [10**9])])
    answer = lm.solve(big)
    assert answer.outcome is lm.Outcome.N
    assert answer.move is not None
    assert lm.grundy(big.after(answer.move)) == 0
    assert lm.solve(lm.Octal("0.77", [60])).outcome is lm.Outcome.N


def test_limits_are_honoured() -> None:
    with pytest.raises(lm.LimitReached):
        lm.grundy(grid(6, 6), limits=lm.Limits(positions=50))
    with pytest.raises(lm.LimitReached):
        lm.heap_values("0.007", 10**7, limits=lm.Limits(time=0.5))
    with pytest.raises(lm.LimitReached):
        lm.heap_values("0.EF", 5000, limits=lm.Limits(positions=10))
    assert table_of(read_code("0.EF")).values(40, Meter()).tolist() == by_definition("0.EF", 40)


def test_bad_rules_are_said_in_a_line() -> None:
    for rules, problem in (
        (lm.HeapRules(lambda n: [(n,)] if n else []), r"options\(1\): leaves a heap of 1"),
        (lm.HeapRules(lambda n: [(-1,)] if n else []), r"options\(1\): -1; heaps are integers >= 0"),
        (lm.HeapRules(lambda n: n), r"options\(1\): 1; accepted: tuples"),  # type: ignore[arg-type, return-value]
    ):
        with pytest.raises(lm.InputError, match=problem):
            lm.heap_values(rules, 5)
    with pytest.raises(lm.InputError, match="function"):
        lm.HeapRules(3)  # type: ignore[arg-type]
    for code in ("0.7W", "1.7", "0.[", "0.[]", "0.7]", "0.[7]7", ".", "77", "2.3"):
        with pytest.raises(lm.InputError, match=r"^code: "):
            lm.heap_values(code, 5)


def test_few_heaps_below_a_large_one() -> None:
    """A table of all heaps up to a large one is made unless few of them, at most 10,000, can be reached."""
    few = [({20}, [199_999]), ({1000, 10**6}, [150_000]), ({2000, 3000}, [150_000]), ({10**30}, [10**33, 3])]
    many = [({20}, [200_000]), ({1000, 1500}, [200_000]), ({2000}, [200_000, 200_000]), ({100}, [99_999])]
    for amounts, heaps in few:
        assert _has_few_below(lm.Subtraction(amounts, heaps)), (amounts, heaps)
    for amounts, heaps in many:
        assert not _has_few_below(lm.Subtraction(amounts, heaps)), (amounts, heaps)


def test_every_move_that_is_looked_at_counts() -> None:
    """Listing the winning moves of a sum keeps to the limit on positions, also where all values are known."""
    position = lm.Sum([lm.Octal("0.77", [40, 30]), lm.Dag([(a, b) for a in range(9) for b in range(a)], start=8)])
    meter = Meter()
    verdict = sum_verdict(position, meter)
    assert verdict.winning_moves() is not None
    before = meter.positions
    again = verdict.winning_moves()
    assert again is not None
    assert meter.positions - before >= sum(1 for _ in position.moves())


def test_partitions_are_all_of_them() -> None:
    for total, count, most in product(range(9), range(5), (None, 1, 2, 3, 5)):
        ways = combinations_with_replacement(range(most or total, 0, -1), count)
        assert list(partitions(total, count, most)) == [way for way in ways if sum(way) == total]


def test_periods_are_looked_for_beyond_what_is_asked() -> None:
    """Of codes and subtraction games; a function is asked about the heaps that are needed, and about no others."""
    kayles = lm.heap_values("0.77", 10)
    assert (kayles.period, kayles.preperiod, len(kayles.values)) == (12, 71, 11)
    assert lm.heap_values({1, 2}, 0).period == 3
    asked: list[int] = []

    def halves(heap: int) -> list[tuple[int, ...]]:
        asked.append(heap)
        return [(heap - 1,), (heap // 2,)] if heap > 1 else [(0,)]

    found = lm.heap_values(lm.HeapRules(halves), 20)
    assert (found.period, len(found.values)) == (None, 21)
    assert max(asked) == 20
