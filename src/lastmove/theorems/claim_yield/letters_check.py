"""Adjacent Nim as the letter game (LM17): lists with their winners, each of which follows from others.

LM18 or LM21 gives the winner of a list, or it is brought to its least form by the rules of LM22 and LM23. There LM18,
LM21 or LM20 gives the winner, or the certificate has the list with the winner. The check plays the first block of every
such list: its heaps are kept in order until an owner deletes one, because he must or because he wins by it. Each step
takes something off the list, so claims that all follow from each other are true.

The letter game: Adjacent Nim without heaps of 1, and with nothing to choose but whether a heap is kept (LM17).

A position is a list of heaps in the order of their turns, and a letter. Each heap has an owner, one of two players, and
a *life*, which is its size less 1 and at least 1; the letter is a player. The first heap x of the list, of owner X:

* If the letter is the other player's (x is *blocked*), or the life is 1, x is deleted and the letter becomes X.
* If the letter is X (x is *free*) and the life 2 or more, X keeps x, which goes to the end with 1 less, and the letter
  becomes the other player's; or deletes it, and the letter becomes X.

The player named when no heap is left wins. It is the game of claiming and yielding (LM8): the letter is the
player without the flag, and the player who loses a heap gives the flag away. See
docs/background/proofs-adjacent-nim.md.

A heap is written as twice its life plus its owner; the first player is 0.

Rewriting rules of the letter game: lists with the same winner, whatever stands around them (LM23).

With x and y heaps of different owners, z and w any heaps, and lives in brackets:

* R0. z[1] w[1] is w[1].
* R1. x[p] y[q] is x[p] y[p] if q > p; and if the last heap is x[p], a first heap y[q] counts as y[p + 1] if q > p + 1.
* R2. x[p] y[q] x[r] is x[r] if q >= p >= r.
* R3. x[p] y[q] z[1] is z[1] if q >= p.
* R4. x[p] y[p'] y[q] x[s] x[r] is y[q] x[s] x[r] if p' >= p >= r and s >= q.
* E1. x y^k x^k is y^(k-1) x^k for equal lives, k >= 1.

The first heap goes too if it is blocked or has a life of 1; and gaps between the lives that are larger than the number
of heaps are closed (LM22), so that sizes stay small. The proofs are in docs/background/proofs-adjacent-nim.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.certificates.certificate import Budget, Certificate, CheckResult, array, number
from lastmove.core.errors import Refuted, TooLarge, show_json
from lastmove.core.limits import look
from lastmove.core.position import OVER
from lastmove.theorems.rules.circles_check import circle_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    from lastmove.certificates.certificate import Body
    from lastmove.core.play import Play


LARGEST_LIFE = 3
"""Heaps up to 4. For the next bound there are more than 20,000 states, and 111,075 classes of what is kept."""

_Row = tuple[int, int]
"""The winner for the letters 0 and 1."""


class LetterAutomaton(NamedTuple):
    """States numbered from 0, the empty list.

    Attributes
    ----------
    step
        For each state and heap (twice the life plus the owner) the state with that heap put before.
    winner
        For each state the winner by letter.
    """

    step: list[dict[int, int]]
    winner: list[_Row]

    def decide(self, heaps: Sequence[int], letter: int) -> int:
        """Who wins a list."""
        state = 0
        for heap in reversed(heaps):
            state = self.step[state][heap]
        return self.winner[state][letter]


class _Classes(NamedTuple):
    """Classes of words: each with a heap put behind, and the winner of the class by letter."""

    behind: list[dict[int, int]]
    winner: list[_Row]


@cache
def automaton(life: int) -> LetterAutomaton:
    """The automaton that decides lists with lives up to a bound (LM20).

    Two words are equivalent if lists that differ by them alone have the same winner, whatever stands before and behind;
    let M(b) be the classes of words with lives up to b. M(0) has the empty word only. For a word V with lives up to b
    let F(V) be the table that says, for each letter and each class c of M(b - 1), who wins the list V c. Here c is what
    was kept so far: a heap of V is met with a life of at most b, so what is kept of it belongs to M(b - 1). A heap put
    before V changes the table in a way that depends on the table alone. So there are finitely many tables: these are
    the states, and reading a list from its last heap to its first ends in the state that knows the winner. Words that
    change all states alike are equivalent, which gives M(b).

    Examples
    --------
    >>> [len(automaton(life).step) for life in (1, 2, 3)]
    [3, 9, 211]
    """
    classes = _Classes([{}], [(0, 1)])  # no heap is left: the letter names the winner
    for bound in range(1, life):
        classes = _classes_of(_automaton(classes, bound), bound)
    return _automaton(classes, life)


def _automaton(kept: _Classes, bound: int) -> LetterAutomaton:
    """The automaton for lives up to ``bound``, from the classes of what is kept."""
    tables: list[tuple[_Row, ...]] = [tuple(kept.winner)]
    number = {tables[0]: 0}
    steps: list[dict[int, int]] = []
    for table in tables:
        step = {}
        for heap in range(2, 2 * bound + 2):
            found = _with_heap(table, heap, kept)
            if found not in number:
                number[found] = len(tables)
                tables.append(found)
            step[heap] = number[found]
        steps.append(step)
    return LetterAutomaton(steps, [table[0] for table in tables])


def _with_heap(table: tuple[_Row, ...], heap: int, kept: _Classes) -> tuple[_Row, ...]:
    """The table of a word with one heap put before it."""
    owner = heap & 1
    rows = []
    for state, row in enumerate(table):
        deleted = row[owner]
        found = [deleted, deleted]
        if heap >= 4:
            keeping = table[kept.behind[state][heap - 2]][1 - owner]
            found[owner] = owner if owner in (keeping, deleted) else 1 - owner
        rows.append((found[0], found[1]))
    return tuple(rows)


def _classes_of(machine: LetterAutomaton, bound: int) -> _Classes:
    """The classes of words by what they do to all states when they are put before."""
    states = range(len(machine.step))
    words: list[tuple[int, ...]] = [tuple(states)]
    number = {words[0]: 0}
    behind: list[dict[int, int]] = []
    for word in words:
        row = {}
        for heap in range(2, 2 * bound + 2):
            longer = tuple(word[machine.step[state][heap]] for state in states)
            if longer not in number:
                number[longer] = len(words)
                words.append(longer)
            row[heap] = number[longer]
        behind.append(row)
    return _Classes(behind, [machine.winner[word[0]] for word in words])


Heaps = tuple[int, ...]


def letter_list(heaps: Sequence[int]) -> tuple[Heaps, int]:
    """The list and the letter of non-empty heaps of Adjacent Nim, the current one first."""
    listed = tuple(2 * (heap - 1) + place % 2 for place, heap in enumerate(heaps) if heap > 1)
    return listed, len(heaps) % 2


def blocks(heaps: Sequence[int]) -> list[int]:
    """Where the longest parts with alternating owners begin, and the end of the list."""
    cuts = [place for place in range(1, len(heaps)) if not (heaps[place] ^ heaps[place - 1]) & 1]
    return [0, *cuts, len(heaps)]


def first_least(heaps: Sequence[int]) -> int:
    """The first heap of least life."""
    return min(heaps, key=lambda heap: heap >> 1)


def by_one_owner(heaps: Sequence[int], letter: int) -> int | None:
    """The winner by LM18, where one player never owns two heaps in a row around the circle; else ``None``.

    Call that player Y and the other X. The list is cut into alternating blocks; all but the last end with X's heap, and
    all but the first begin with one. X wins at once if Y deletes a heap of such a block, or if such a block is kept
    whole; so X has to delete at his first heap of life 1 at the latest, and everything comes down to the first minimum
    of what is left.
    """
    if not heaps:
        return letter
    doubled = {heaps[place] & 1 for place in range(len(heaps)) if not (heaps[place] ^ heaps[place - 1]) & 1}
    if len(heaps) > 1 and len(doubled) == 2:
        return None
    y = 1 - doubled.pop() if len(heaps) > 1 and doubled else 1
    cuts = blocks(heaps)
    parts = [heaps[begin:end] for begin, end in pairwise(cuts)]
    if heaps[0] & 1 != letter:
        if len(parts) == 1:
            return heaps[-1] & 1
        del parts[0]
    return _alive(parts, y)


def _alive(parts: list[Sequence[int]], y: int) -> int:
    """The same for blocks of which the first begins with a free heap."""
    x, first, last = 1 - y, parts[0][0] & 1, parts[-1][-1] & 1
    if len(parts) == 1:
        return first if len(parts[0]) % 2 else 1 - (first_least(parts[0]) & 1)
    if first == last == x:
        return x
    kept = []
    for part in parts[:-1]:
        two = next((place for place, heap in enumerate(part) if heap < 4), None)
        if two is None or part[two] & 1 == y:
            return x
        kept.append([heap - 2 for heap in part[:two]])
    base = [*parts[-1], *(kept[0][:1] if first == y else ())]
    least = first_least(base)
    if least & 1 == y:
        return x
    for prefix in kept:
        low = least >> 1
        for heap in prefix:
            if heap >> 1 < low:
                if heap & 1 == y:
                    return x
                low = heap >> 1
    return y


def by_signs(heaps: Sequence[int], letter: int) -> int | None:
    """The winner by LM21, where all offsets have one sign and lives are long enough; else ``None``.

    Going up by 1 for each heap of 0 and down for each of 1, the *level* of a heap is the lower end of its step. Its
    offset is the level less twice the height at the end, and 1 more if the letter is 1. A heap is free when its turn
    comes if its offset is even, and keeping it halves that; so who owns the sign keeps all that is free and wins.
    """
    height, levels, counts = 0, [], [0, 0]
    for heap in heaps:
        owner = heap & 1
        levels.append(height - owner)
        height += 1 - 2 * owner
        counts[owner] += 1
    lift = letter - 2 * height
    offsets = [level + lift for level in levels]
    if not heaps or (min(offsets) < 0) != (max(offsets) < 0) or 0 in offsets:
        return None
    winner = 0 if offsets[0] < 0 else 1
    others = counts[1 - winner]
    for heap, offset in zip(heaps, offsets, strict=True):
        spare = (heap >> 1) - others  # the life is to be more than the logarithm of the offset and the others' heaps
        if heap & 1 == winner and (spare < 0 or (spare < 64 and abs(offset) >= 1 << spare)):
            return None
    return winner


def options_of_block(heaps: Heaps, kept: int, end: int) -> tuple[Heaps, int]:
    """List and letter if so many heaps of the first block, which ends at ``end``, are kept and the next is deleted.

    The first heap is free. With ``kept`` equal to ``end`` the whole block is kept.
    """
    last = heaps[end - 1] & 1
    left = heaps[end:] + tuple(heap - 2 for heap in heaps[:kept])
    return left, 1 - last if kept == end else last


def rewritten(heaps: tuple[int, ...], letter: int) -> tuple[tuple[int, ...], int]:
    """The list in its least form, beginning with a free heap of life 2 or more; or of at most one heap."""
    while True:
        begin = 0
        while begin < len(heaps) - 1 and (heaps[begin] & 1 != letter or heaps[begin] < 4):
            letter = heaps[begin] & 1
            begin += 1
        short = _capped(shortened(heaps[begin:]))
        if len(short) == len(heaps) - begin and begin == 0:
            return near(short), letter
        heaps = short


def shortened(heaps: Sequence[int]) -> tuple[int, ...]:
    """A list, or part of one, after the rules have been applied from the left to the right, whatever stands around."""
    found: list[int] = []
    look()
    for heap in heaps:
        found.append(heap)
        while _cut(found):
            pass
    return tuple(found)


def _capped(heaps: tuple[int, ...]) -> tuple[int, ...]:
    """The list with its first heap capped over the wrap (R1)."""
    if len(heaps) < 2 or not (heaps[0] ^ heaps[-1]) & 1 or heaps[0] >> 1 <= (heaps[-1] >> 1) + 1:
        return heaps
    return (2 * ((heaps[-1] >> 1) + 1) | heaps[0] & 1, *heaps[1:])


def _cut(found: list[int]) -> bool:
    """Apply one rule at the end of a list, if one applies."""
    count = len(found)
    if count < 2:
        return False
    last, before = found[-1], found[-2]
    if last < 4 and before < 4:  # R0
        del found[-2]
        return True
    if (last ^ before) & 1 and last >> 1 > before >> 1:  # R1
        found[-1] = before ^ 1
        last = found[-1]
    if count < 3:
        return False
    third = found[-3]
    paired = (third ^ before) & 1 and before >> 1 >= third >> 1
    if paired and (last < 4 or (not (third ^ last) & 1 and third >> 1 >= last >> 1)):  # R3, R2
        del found[-3:-1]
        return True
    return _cut_five(found) or _cut_equal(found)


def _cut_five(found: list[int]) -> bool:
    """R4."""
    if len(found) < 5:
        return False
    x1, y1, y2, x2, x3 = found[-5:]
    owners = (x1 ^ y1) & 1 and not (y1 ^ y2) & 1 and not (x1 ^ x2) & 1 and not (x1 ^ x3) & 1
    if owners and y1 >> 1 >= x1 >> 1 >= x3 >> 1 and x2 >> 1 >= y2 >> 1:
        del found[-5:-3]
        return True
    return False


def _cut_equal(found: list[int]) -> bool:
    """E1: the list ends with k equal heaps, before them k of the other owner, before them one more like the first."""
    x = found[-1]
    y = x ^ 1
    runs = 1
    while runs < len(found) and found[-1 - runs] == x:
        runs += 1
    # The pattern may end inside the run of x, so the run of y decides its length.
    at = len(found) - runs
    length = 0
    while at - length > 0 and found[at - length - 1] == y:
        length += 1
    begin = at - length - 1
    if length and runs >= length and begin >= 0 and found[begin] == x:
        del found[begin : begin + 2]
        return True
    return False


def near(heaps: tuple[int, ...]) -> tuple[int, ...]:
    """The list without large gaps between its lives: lowering all lives above a gap by 1 changes nothing (LM22)."""
    most = max(2, len(heaps))
    if not heaps or max(heaps) >> 1 <= most:
        return heaps
    lives, made, last = {}, 0, 0
    for life in sorted({heap >> 1 for heap in heaps}):
        made += min(life - last, most)
        lives[life], last = made, life
    if made == last:
        return heaps
    return tuple(2 * lives[heap >> 1] | heap & 1 for heap in heaps)


MOST_LISTS = 20_000
"""Longer certificates are neither read nor checked."""


def looked_at(heaps: Heaps, letter: int) -> tuple[int | None, tuple[Heaps, int]]:
    """The winner of a list where LM18, LM21 or LM20 names one, at once or in its least form; and that form."""
    found = _by_theorem(heaps, letter)
    if found is not None:
        return found, (heaps, letter)
    position = rewritten(heaps, letter)
    found = _by_theorem(*position)
    if found is None and max(position[0]) < 2 * LARGEST_LIFE + 2:
        found = automaton(LARGEST_LIFE).decide(*position)
    return found, position


def _by_theorem(heaps: Heaps, letter: int) -> int | None:
    found = by_one_owner(heaps, letter)
    return by_signs(heaps, letter) if found is None else found


@dataclass(frozen=True, slots=True)
class Letters(Certificate):
    """Lists in their least form: (winner, letter, heaps), a heap being twice its life plus its owner."""

    kind = "letters"

    lists: tuple[tuple[int, int, tuple[int, ...]], ...] = ()

    def outcome(self, position: Any, play: Play) -> CheckResult:  # noqa: ARG002
        if getattr(position, "start", None) in (None, OVER):
            raise Refuted("there is no current heap")
        heaps, place = circle_of(position)
        graph = getattr(position, "graph", None)
        start = position.starts().index(position.start) if graph is None else graph.index(position.start)
        if max(heaps) < 2:
            raise Refuted("no heap is above 1")
        known = {(heaps, letter): winner for winner, letter, heaps in self.lists}
        budget = Budget()

        def winner_of(heaps: Heaps, letter: int) -> int:
            budget.spend(10 * (1 + len(heaps)))
            found, position = looked_at(heaps, letter)
            if found is None:
                found = known.get(position)
            if found is None:
                raise Refuted("a list that comes up is missing")
            return found

        wins = winner_of(*letter_list(heaps[place[start] :] + heaps[: place[start]])) == 0
        for (listed, letter), winner in known.items():
            if len(listed) < 2 or listed[0] & 1 != letter or min(listed) < 2:
                raise Refuted("a list does not begin with a free heap")
            if _played(listed, winner_of) != winner:
                raise Refuted("the winner of a list does not follow from those of others")
        how = f"{len(known):,} lists of the letter game" if known else "the letter game, decided at a glance,"
        return CheckResult(wins, f"{how} won by the {'player to move' if wins else 'opponent'}")

    def body(self) -> dict[str, object]:
        return {"lists": [[winner, letter, *heaps] for winner, letter, heaps in self.lists]}

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("lists")
        listed = body.items("lists")
        if len(listed) > MOST_LISTS:
            raise TooLarge(f"there are more than {MOST_LISTS:,} lists")
        return cls(tuple(_read_list(raw) for raw in listed))


def _read_list(raw: object) -> tuple[int, int, tuple[int, ...]]:
    fields = [number(value, "lists") for value in array(raw, "lists")]
    if len(fields) < 3 or fields[0] > 1 or fields[1] > 1:
        raise Refuted(f"lists: {show_json(raw)}; accepted: [winner, letter, heap, ...]")
    return fields[0], fields[1], tuple(fields[2:])


def _played(heaps: Heaps, winner_of: Any) -> int:
    """Who wins a list whose first heap is free, by the winners of what comes of its first block."""
    end = blocks(heaps)[1]
    for kept, heap in enumerate(heaps[:end]):
        winner: int = winner_of(*options_of_block(heaps, kept, end))
        if heap < 4 or winner == heap & 1:  # it has to be deleted, or its owner wins by that
            return winner
    found: int = winner_of(*options_of_block(heaps, end, end))
    return found
