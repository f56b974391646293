"""Values of heap games that grow by the same number in each period: against tables, in sums, and forged."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import lastmove as lm
from commands import invoke
from effort import tries
from lastmove.core.errors import InputError, Refuted
from lastmove.games.octal import Code, read_code
from lastmove.heaps.arithmetic_check import ArithmeticPeriod, find_arithmetic
from lastmove.heaps.check import HeapTable
from lastmove.sums import normal


def by_hand(code: Code, to: int) -> list[int]:
    """The values of the heaps up to ``to``, by the definition."""
    values = [0]
    for n in range(1, to + 1):
        seen = set()
        for taken in range(n + 1):
            digit, left = code.digit(taken), n - taken
            if digit & 1 and not left:
                seen.add(0)
            if digit & 2 and left:
                seen.add(values[left])
            if digit & 4:
                seen |= {values[a] ^ values[left - a] for a in range(1, left)}
        values.append(min(set(range(len(seen) + 1)) - seen))
    return values


@pytest.mark.parametrize(
    ("code", "period", "preperiod", "saltus"),
    [("4.[3]", 4, 1, 4), ("0.[3]", 1, 1, 1), ("0.30[3]", 4, 1, 2), ("0.[32]", 1, 3, 1), ("4.30[3]", 8, 1, 4)],
)
def test_known_periods(code: str, period: int, preperiod: int, saltus: int) -> None:
    found = lm.heap_values(code, 10)
    assert found.arithmetic is not None
    assert found.arithmetic.to_json() == {"period": period, "preperiod": preperiod, "saltus": saltus}
    assert (found.period, found.preperiod) == (None, None)
    wanted = by_hand(read_code(code), 250)
    assert lm.heap_values(code, 250).values.tolist() == wanted
    assert [found[n] for n in range(251)] == wanted
    assert found[10**50 * period + 200] == wanted[200] + 10**50 * saltus


def test_what_is_found_holds_further_on() -> None:
    rng = random.Random("saltus")
    proved = 0
    for _ in range(tries(60)):
        text = rng.choice("004") + "." + "".join(rng.choices("01234567", k=rng.randint(0, 3)))
        text += f"[{''.join(rng.choices('0123736', k=rng.randint(1, 3)))}]"
        try:
            code = read_code(text)
        except InputError:
            continue
        values = by_hand(code, 110)
        found = find_arithmetic(code, values[:60], lambda: None)
        if found is not None:
            proved += 1
            assert [found.value(values[:60], n) for n in range(111)] == values, text
            assert found.is_least(values[:60])
    assert proved > 2


def test_false_periods_are_refused() -> None:
    code = read_code("4.[3]")
    values = by_hand(code, 60)
    assert ArithmeticPeriod(4, 1, 4, code).holds(values)
    assert ArithmeticPeriod(8, 5, 8, code).holds(values)
    for period, preperiod, saltus in ((4, 1, 5), (3, 1, 3), (4, 0, 4), (0, 1, 4), (1, 1, 1), (60, 1, 60), (2, 1, 2)):
        assert not ArithmeticPeriod(period, preperiod, saltus, code).holds(values)
    assert not ArithmeticPeriod(4, 1, 4, code).holds(values[:12])
    kayles = read_code("0.77")
    assert not ArithmeticPeriod(12, 1, 1, kayles).holds(by_hand(kayles, 60))


def test_a_split_that_meets_the_value_is_found() -> None:
    """Values of two growing heaps, held against all pairs: what the residues say is what large heaps show."""
    code = Code((4, 3), (3,))
    for first in ((1, 2, 4, 3), (1, 2, 3, 4), (2, 1, 3, 4), (4, 1, 2, 3)):
        values = [0, *(value + 4 * lap for lap in range(60) for value in first)]
        claim = ArithmeticPeriod(4, 1, 4, code)
        met = any(values[a] ^ values[n - a] == values[n] for n in range(1, 200) for a in range(1, n))
        assert claim._is_met(values[:5], lambda _: None) == met


@pytest.mark.parametrize("heaps", [[10**30, 1003, 7], [10**30 + 1, 10**30 + 3], [5, 9, 2]])
def test_sums_of_large_heaps_have_certificates(heaps: list[int]) -> None:
    answer = lm.solve(lm.Octal("4.[3]", heaps))
    total = 0
    for heap in heaps:
        total ^= lm.heap_values("4.[3]", 1)[heap]
    assert (answer.outcome is lm.Outcome.N) == (total != 0)
    line: Any = json.dumps(
        {"position": lm.position_to_json(lm.Octal("4.[3]", heaps)), "answer": answer.to_json(certificate=True)}
    )
    assert '"verified": true' in invoke("check", "-", text=line).stdout


@pytest.mark.parametrize("code", ["4.[3]", "0.30[3]", "0.07[7]"])
def test_moves_of_large_heaps_are_all_there(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(normal, "LARGE_HEAP", 6)
    for heaps in ([9], [13, 4], [6]):
        position = lm.Octal(code, heaps)
        found = list(normal._moves(position))
        assert len(found) == len(set(found))
        assert set(found) == set(position.moves())


def test_the_steps_of_a_long_proof_are_counted() -> None:
    """A certificate may claim a multiple of the least period, and the proof goes over its cube."""
    code, spent = read_code("4.[3]"), list[int]()
    assert ArithmeticPeriod(64, 1, 64, code).holds(by_hand(code, 300), spent.append)
    assert sum(spent) > 64**3


def test_forged_tables_are_refused() -> None:
    answer: Any = lm.solve(lm.Octal("4.[3]", [10**20, 3])).to_json(certificate=True)
    table = answer["certificate"]["heaps"][0]
    from lastmove.certificates.certificate import Budget

    HeapTable.read(table).check(Budget())
    for changed in (
        {"saltus": 8},
        {"saltus": 0},
        {"period": 8},
        {"preperiod": 0},
        {"values": table["values"][:9]},
        {"values": [*table["values"][:-1], table["values"][-1] + 1]},
        {"code": "4.[7]"},
        {"period": None, "preperiod": None},
        {"set": [1, 2], "code": None},
    ):
        forged = {name: value for name, value in {**table, **changed}.items() if value is not None}
        with pytest.raises(Refuted):
            HeapTable.read(forged).check(Budget())
