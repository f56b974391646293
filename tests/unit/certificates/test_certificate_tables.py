"""Tables of heap games and Grundy values in certificates: what a check must look at, one small case each."""

from __future__ import annotations

import copy
import json
from contextlib import nullcontext
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

import lastmove as lm
from lastmove.certificates.certificate import Budget
from lastmove.certificates.check import check_answer
from lastmove.core.errors import Refuted
from lastmove.heaps import check as heap_evidence
from lastmove.sums import check as grundy


@pytest.mark.parametrize("long_row", [2, 10**6], ids=["by numpy", "by hand"])
@pytest.mark.parametrize("code", ["0.77", "0.07", "0.3F", "8.3", "0.8", "0.0G", "C.F"])
def test_every_value_of_a_table_matters(code: str, long_row: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heap_evidence, "_LONG_ROW", long_row)
    problem = lm.Problem(lm.Octal(code, [23, 17]), lm.Play.NORMAL)
    answer = json.loads(json.dumps(lm.solve(problem, certificate=True).to_json(certificate=True)))
    values = answer["certificate"]["heaps"][0]["values"]
    assert len(values) >= 23
    check_answer(problem, answer)
    for heap in range(len(values)):
        for wrong in {values[heap] ^ 1, values[heap] + 1}:
            changed = copy.deepcopy(answer)
            changed["certificate"]["heaps"][0]["values"][heap] = wrong
            with pytest.raises(Refuted):
                check_answer(problem, changed)


@pytest.mark.parametrize("game", ["0.3", "0.33", "0.7", "0.[3]", "0.1[05]", (1, 2), (2, 3), (1, 4)])
def test_periods_are_proved_by_a_window(game: str | tuple[int, ...]) -> None:
    """Of all short periods those are accepted that hold, once the table is long enough; the others never."""
    rules = heap_evidence.HeapTable(game, (0,)).rules
    values = [0]
    for _ in heap_evidence.grown(rules, values, 250):
        pass
    accepted = 0
    for period, preperiod in product(range(9), range(9)):
        is_true = period > 0 and preperiod > 0 and values[preperiod:-period] == values[preperiod + period :]
        needed = heap_evidence.window(rules, max(period, 1), preperiod).needed
        for length in (needed - 1, needed, needed + 20):
            table = heap_evidence.HeapTable(game, tuple(values[:length]), period, preperiod)
            try:
                table.check(Budget())
            except Refuted:
                assert not is_true or length < needed, (period, preperiod, length)
            else:
                assert is_true, (period, preperiod, length)
                assert length >= needed
                accepted += 1
    assert (accepted > 4) == (game != "0.[3]"), "which is Nim"


def test_tables_are_of_fifty_games_at_most() -> None:
    tables = [{"set": [1, amount], "values": [0]} for amount in range(2, 53)]
    for count, match in ((51, "more than 50 tables"), (50, "entries for|not the value|nothing|components")):
        certificate = {"kind": "grundy", "version": 1, "values": [0, 0, 0], "heaps": tables[:count]}
        with pytest.raises(Refuted, match=match):
            check_answer(lm.parse({"game": "nim", "heaps": [1]}), {"outcome": "P", "certificate": certificate})


def test_two_unknown_values_say_nothing_of_their_sum() -> None:
    """Of both components of an option it is only said that they have not the value 1: their sum may well have it."""
    checked: Any = object.__new__(grundy._Checked)
    checked.entries = (((1, 0),), ((1, 0),))
    for numbers, is_shown in (([0], True), ([1], True), ([0, 1], False), ([1, 0], False)):
        option = SimpleNamespace(known=[], numbers=numbers)
        checked.walk = SimpleNamespace(
            options=lambda _, option=option: [(0, SimpleNamespace(known=[], numbers=[])), (1, option)]
        )
        with nullcontext() if is_shown else pytest.raises(Refuted, match="not shown"):
            checked._check_value(None, 1)
        assert checked.is_value(option, 1) is (False if is_shown else None)
    beside = SimpleNamespace(known=[lm.Nim([3])], numbers=[0])  # the sum is not 2, since 3 ^ 1 is 2
    for bag, match in ((SimpleNamespace(known=[], numbers=[0]), "not shown"), (beside, "not the least")):
        checked.walk = SimpleNamespace(options=lambda _, bag=bag: [(0, bag)])
        with pytest.raises(Refuted, match=match):
            checked._check_value(None, 2)
