"""Arithmetic periods: adding a period to a heap adds the same number to its value, from some heap on."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import lcm
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lastmove.games.octal import Code


@dataclass(frozen=True, slots=True)
class ArithmeticPeriod:
    """That the value of a heap of n + ``period`` is that of a heap of n, plus ``saltus``, for every n >= ``preperiod``.

    ``preperiod`` is the least such n that is at least 1.

    Attributes
    ----------
    code
        A code whose last digits repeat for ever, and which leaves two heaps at most.

    Notes
    -----
    Let p be a multiple of the number c of repeating digits, D the number of digits before these, f the values and s the
    saltus; where two heaps may be left, s is a power of 2. B is more than every f(m), and f(a) xor f(b), for
    m < n0 + p and a, b < n0. No heap beyond M has a value below B + s. An option of n is *shiftable* if it is one heap
    m >= n0, or two heaps a and b >= n0 with f(a) < s: with p more tokens in m, or b, it is an option of n + p, and its
    value is s larger. *It is enough that*

    1. f(n + p) = f(n) + s wherever both are in the table, from n0 on;
    2. for the c heaps n from M + D on, every value below B + s is that of one heap m <= M that is an option; those of B
       and more with m >= n0;
    3. for the p heaps n after these, every value from B to f(n) - 1 is that of a shiftable option;
    4. no two heaps that n leaves have the value f(n), as :meth:`_is_met` shows for all n at once;

    and that the table has 2p heaps from M + D + c on. Let N = n + p be beyond the table, and the equation hold below N.
    *The value f(n) + s is of no option:* one heap m >= n0 + p would be a heap m - p that n leaves, of value f(n);
    smaller ones have values below B; two heaps are excluded by 4. *Every smaller value is that of some option:* below
    B + s by 2, as n + p and the heap beside which that was seen have the same digits; above by 3, by induction, for
    shiftable options of n are shifted. ∎
    """

    period: int
    preperiod: int
    saltus: int
    code: Code
    needed: int = field(default=0, compare=False)
    """Of so many values it was proved."""

    @property
    def span(self) -> int:
        """A multiple of the period that the repeating digits have too."""
        return lcm(self.period, len(self.code.cycle))

    @property
    def jump(self) -> int:
        """What the values grow by in a span."""
        return self.saltus * (self.span // self.period)

    def heap(self, n: int) -> int:
        """The smallest heap of the same residue, from the preperiod on."""
        return n if n < self.preperiod else self.preperiod + (n - self.preperiod) % self.period

    def value(self, values: Any, n: int) -> int:
        """The value of a heap of n, by those of the first heaps."""
        first = self.heap(n)
        return int(values[first]) + (n - first) // self.period * self.saltus

    def is_least(self, values: Sequence[int]) -> bool:
        """Whether no smaller period and no smaller preperiod is right, where this one holds."""
        p, n0 = self.period, self.preperiod
        for q in (q for q in range(1, p // 2 + 1) if p % q == 0 and self.saltus * q % p == 0):
            if all(self.value(values, n + q) == values[n] + self.saltus * q // p for n in range(n0, n0 + p)):
                return False
        return n0 == 1 or values[n0 - 1] + self.saltus != values[n0 - 1 + p]

    def to_json(self) -> dict[str, int]:
        """Its numbers."""
        return {"period": self.period, "preperiod": self.preperiod, "saltus": self.saltus}

    def holds(self, values: Sequence[int], spend: Callable[[int], None] = lambda _: None) -> bool:
        """Whether these values, of the heaps 0, 1, 2, ..., prove it; ``spend`` counts steps, and may stop this."""
        n0, code, size = self.preperiod, self.code, len(values)
        if self.period < 1 or n0 < 1 or self.saltus < 1 or not code.cycle or code.most_heaps > 2:
            return False
        p, s = self.span, self.jump
        if size < n0 + 2 * p:
            return False
        if any(values[n + self.period] != values[n] + self.saltus for n in range(n0, size - self.period)):
            return False
        pairs = code.most_heaps == 2
        if pairs and s & (s - 1):
            return False
        low = [int(value) for value in values[: n0 + p]]
        bound = 1 + max(low)
        if pairs:
            bound = max(bound, 1 << max(low[:n0]).bit_length())
        last = max(n for n in range(size) if values[n] < bound + s)
        first = last + len(code.digits)
        if last >= size - p or first + len(code.cycle) + 2 * p > size:
            return False
        for n in range(first, first + len(code.cycle)):
            spend(3 * last)
            singles = [m for m in range(last + 1) if m < n and self._may_leave(n, m)]
            below = {int(values[m]) for m in singles if values[m] < bound}
            above = {int(values[m]) for m in singles if m >= n0 and values[m] >= bound}
            if not set(range(bound)) <= below or not set(range(bound, bound + s)) <= above:
                return False
        for n in range(first + len(code.cycle), first + len(code.cycle) + p):
            spend(3 * n)
            if not set(range(bound, values[n])) <= set(self._shiftable(values, n, spend)):
                return False
        return not pairs or not self._is_met(low, spend)

    def _may_leave(self, n: int, m: int) -> bool:
        """Whether a move may leave one heap of m of n; a heap of 0 is none."""
        return bool(self.code.digit(n - m) & (2 if m else 1))

    def _shiftable(self, values: Sequence[int], n: int, spend: Callable[[int], None]) -> Iterator[int]:
        n0, s = self.preperiod, self.jump
        for m in range(n0, n):
            if self._may_leave(n, m):
                yield int(values[m])
        small = [a for a in range(1, n) if values[a] < s]
        for taken in range(n):
            if self.code.digit(taken) & 4:
                spend(3 * len(small))
                yield from (int(values[a] ^ values[n - taken - a]) for a in small if n - taken - a >= n0)

    def _is_met(self, low: Sequence[int], spend: Callable[[int], None]) -> bool:
        """Whether two heaps that some n leaves could have the value of n itself.

        Write f(a) = s X(a) + O(a) with 0 <= O(a) < s. So X(a + p) = X(a) + 1 and O(a + p) = O(a) from n0 on. Two heaps
        have the value of n if O(a) xor O(b) = O(n) and X(a) xor X(b) = X(n). X(a) + X(b) - X(n) depends only on the
        residues of a, b and n modulo p, and on how many tokens are taken. It is X(a) + X(b) - X(a) xor X(b) then, which
        is even and not negative. Of a heap a < n0 beside b >= n0 X(b) - X(n) is known: its size is at most X(a) then,
        and it has the parity of X(a).
        """
        p, n0, s = self.span, self.preperiod, self.jump
        parts = [divmod(value, s) for value in low]
        most = max(x for x, _ in parts)
        for z in range(p):
            xn, on = parts[n0 + z]
            for q in range(p):
                xb, ob = parts[n0 + q]
                spend(2 * len(parts))
                for a in range(1, n0 + p):
                    xa, oa = parts[a]
                    if oa ^ ob != on:
                        continue
                    spend(10 * most)
                    # n - taken = a + b: with b = n0 + q + p j, and n = n0 + z + p k, p divides taken + a + q - z
                    taken = (z - q - a) % p
                    for more in range(taken, taken + p * (2 * most + 3) + 1, p):
                        if not self.code.digit(more) & 4:
                            continue
                        apart = xb - xn - (more + a + q - z) // p
                        if a >= n0 and apart + xa >= 0 and (apart + xa) % 2 == 0:
                            return True
                        if a < n0 and abs(apart) <= xa and (apart + xa) % 2 == 0:
                            return True
        return False


def find_arithmetic(code: Code, values: Sequence[int], look: Callable[[], None]) -> ArithmeticPeriod | None:
    """The arithmetic period that these values of the heaps 0, 1, 2, ... prove, or ``None``.

    >>> from lastmove.games.octal import read_code
    >>> found = find_arithmetic(read_code("0.[3]"), range(20), lambda: None)
    >>> found.period, found.preperiod, found.saltus
    (1, 1, 1)
    """
    if not code.cycle or code.most_heaps > 2:
        return None
    size = len(values)
    for p in range(1, size // 3):
        saltus = int(values[-1]) - int(values[-1 - p])
        if saltus < 1:
            continue
        n0 = size - p
        while n0 > 1 and values[n0 - 1 + p] == values[n0 - 1] + saltus:
            n0 -= 1
        if n0 + 2 * p > size:
            continue
        found = ArithmeticPeriod(p, n0, saltus, code, size)
        if found.holds(values, lambda _: look()):
            return found
    return None
