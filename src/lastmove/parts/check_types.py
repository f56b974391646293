"""Types of parts as the checker of families sees them: composed from the rules, move by move.

It shares no code with the search for types, only the rules of play in parts (``games/part_cores``). Who wins in a part
is a *truth*: True, False, or a triple (question, truth if no, truth if yes), kept once each. A question is a pair:
(0, port) asks whether a port is closed, (1, exit) whether leaving by that exit wins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.core.errors import Refuted
from lastmove.parts.cores import CorePort

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lastmove.certificates.certificate import Budget
    from lastmove.parts.cores import ChildPort, Core

Truth = Any
Question = tuple[int, int]


class Truths:
    """Types and truths that were met while a certificate is checked; ``closing`` says whether ports can close."""

    def __init__(self, *, misere: bool, closing: bool, budget: Budget) -> None:
        self.misere, self.closing, self.budget = misere, misere and closing, budget
        self.parts: list[tuple[tuple[Truth, ...] | None, ...]] = []
        self.exits: list[tuple[int, int]] = []
        self._exit_numbers: dict[tuple[int, int], int] = {}
        self._numbers: dict[Any, int] = {}
        self._kept: dict[tuple[Question, int, int], Truth] = {}
        self._joined: dict[tuple[int, int, int], Truth] = {}

    def reserve(self, count: int) -> None:
        """Keep the first numbers of exits for those of a certificate, in its order."""
        self.exits = [(-1, -1)] * count

    def place_exit(self, place: int, port: int, left: int) -> None:
        """Give an exit one of the numbers that were kept; Refuted if it has another."""
        if self._exit_numbers.setdefault((port, left), place) != place:
            raise Refuted("exits: one stands there twice")
        self.exits[place] = port, left

    def exit_number(self, port: int, left: int) -> int:
        """The number of an exit."""
        found = self._exit_numbers.setdefault((port, left), len(self.exits))
        if found == len(self.exits):
            self.exits.append((port, left))
        return found

    def ask(self, question: Question, no: Truth, yes: Truth) -> Truth:
        """The truth that asks a question first."""
        if no is yes:
            return no
        made = (question, no, yes)
        return self._kept.setdefault((question, id(no), id(yes)), made)

    def leaving(self, port: int, left: int) -> Truth:
        """Whether one who leaves wins; nobody leaves through a closed port."""
        wins = self.ask((1, self.exit_number(port, left)), False, True)
        return self.ask((0, port), wins, False) if self.closing else wins

    def decide(self, f: Truth, yes: Truth, no: Truth) -> Truth:
        """``yes`` where f is true, ``no`` elsewhere."""
        if f is True or yes is no:
            return yes
        if f is False:
            return no
        key = (id(f), id(yes), id(no))
        if key not in self._joined:
            self.budget.spend()
            first = min(truth[0] for truth in (f, yes, no) if type(truth) is tuple)
            (f0, f1), (y0, y1), (n0, n1) = (_cut(truth, first) for truth in (f, yes, no))
            lower = self.decide(f0, y0, n0)
            self._joined[key] = self.ask(first, lower, self.decide(f1, y1, n1))
        return self._joined[key]

    def negated(self, f: Truth) -> Truth:
        """Not f."""
        return self.decide(f, False, True)

    def number(self, part: tuple[tuple[Truth, ...] | None, ...]) -> int:
        """The number of a type."""
        key = tuple(None if ways is None else tuple(map(id, ways)) for ways in part)
        found = self._numbers.setdefault(key, len(self.parts))
        if found == len(self.parts):
            self.parts.append(part)
        return found

    def nothing(self, ports: int) -> int:
        """The type of a part with nothing in it."""
        return self.number((None,) * ports)

    def play(self, core: Core, ports: Sequence[CorePort | ChildPort | None] = ()) -> Play:
        """All that can be played in a core."""
        return Play(self, core, ports)

    def needed(self, parts: Iterable[int]) -> set[int]:
        """These types, and those that they speak of: the ones to which the exits lead that their truths ask for."""
        found: set[int] = set()
        seen: set[int] = set()
        waiting, below = list(parts), list[Truth]()
        while waiting:
            part = waiting.pop()
            if part in found:
                continue
            found.add(part)
            below += [truth for ways in self.parts[part] for truth in ways or ()]
            while below:
                truth = below.pop()
                if type(truth) is not tuple or id(truth) in seen:
                    continue
                seen.add(id(truth))
                (kind, number), no, yes = truth
                below += [no, yes]
                if kind == 1:
                    waiting.append(self.exits[number][1])
        return found

    @staticmethod
    def is_won(found: Truth) -> bool:
        """Whether the mover wins, whatever the rest of the board does."""
        return found is True

    def compose(
        self, core: Core, children: Sequence[int] = (), ports: Sequence[CorePort | ChildPort | None] = ()
    ) -> int:
        """The type of a core with children."""
        return Play(self, core, ports).whole(core.start, tuple(children))


def _cut(truth: Truth, question: Question) -> tuple[Truth, Truth]:
    """A truth where the answer to the question is no, and where it is yes."""
    if type(truth) is tuple and truth[0] == question:
        return truth[1], truth[2]
    return truth, truth


class Play:
    """All that can be played in a core with children, each position looked at once."""

    def __init__(self, truths: Truths, core: Core, ports: Sequence[CorePort | ChildPort | None] = ()) -> None:
        self.truths, self.core, self.ports = truths, core, ports
        self._known: dict[Any, Any] = {}

    def whole(self, state: Any, children: tuple[int, ...]) -> int:
        """The type of the whole."""
        key = (state, children)
        if key not in self._known:
            self._known[key] = self.truths.number(tuple([self._ways(port, state, children) for port in self.ports]))
        found: int = self._known[key]
        return found

    def _ways(self, port: CorePort | ChildPort | None, state: Any, children: tuple[int, ...]) -> Any:
        if port is None:
            return None
        if isinstance(port, CorePort):
            arrivals = self.core.arrivals(state, port.name)
            return None if arrivals is None else tuple([self.token(s, children, v) for s, v in arrivals])
        ways = self.truths.parts[children[port.child]][port.port]
        return None if ways is None else tuple([self.inside(port.child, g, state, children) for g in ways])

    def token(self, state: Any, children: tuple[int, ...], v: int) -> Truth:
        """Whether the mover wins with the token on v: some option is lost for the other, or there is none in misère."""
        key = (state, children, v)
        if key in self._known:
            return self._known[key]
        self.truths.budget.spend(10)
        truths = self.truths
        options: list[Truth] = []
        for after, w in self.core.steps(state, v):
            options.append(truths.misere if w is None else self.token(after, children, w))
        for after, child, port in self.core.enters(state, v):
            ways = truths.parts[children[child]][port] or ()
            options += [self.inside(child, g, after, children) for g in ways]
        wins: Truth = False
        for option in options:
            wins = truths.decide(option, wins, True)
        doors = [(self._door(name), after) for after, name in self.core.exits(state, v)]
        for door, after in doors:
            wins = truths.decide(truths.leaving(door, self.whole(after, children)), True, wins)
        if truths.misere and not options and (truths.closing or not doors):
            shut: Truth = True
            for door, _ in doors:
                shut = truths.decide(truths.ask((0, door), False, True), shut, False)
            wins = truths.decide(shut, True, wins)
        self._known[key] = wins
        return wins

    def _door(self, name: Any) -> int:
        return next(i for i, port in enumerate(self.ports) if isinstance(port, CorePort) and port.name == name)

    def inside(self, child: int, g: Truth, state: Any, children: tuple[int, ...]) -> Truth:
        """Whether the mover wins with the token in a child: each question of g is answered here."""
        if g is True or g is False:
            return g
        key = (child, id(g), state, children)
        if key not in self._known:
            self.truths.budget.spend()
            (kind, number), no, yes = g
            if kind == 0:
                answer = self._shut(child, number, state)
            else:
                port, left = self.truths.exits[number]
                answer = self._out(child, port, state, (*children[:child], left, *children[child + 1 :]))
            if answer is True or answer is False:
                self._known[key] = self.inside(child, yes if answer else no, state, children)
            else:
                after_yes = self.inside(child, yes, state, children)
                self._known[key] = self.truths.decide(answer, after_yes, self.inside(child, no, state, children))
        return self._known[key]

    def _outer(self, child: int, port: int) -> list[int]:
        return [i for i, p in enumerate(self.ports) if not isinstance(p, CorePort) and p == (child, port)]

    def _shut(self, child: int, port: int, state: Any) -> Truth:
        if list(self.core.landings(state, child, port)):
            return False
        shut: Truth = True
        for door in self._outer(child, port):
            shut = self.truths.decide(self.truths.ask((0, door), False, True), shut, False)
        return shut

    def _out(self, child: int, port: int, state: Any, children: tuple[int, ...]) -> Truth:
        wins: Truth = False
        for after, v in self.core.landings(state, child, port):
            wins = self.truths.decide(self.token(after, children, v), wins, True)
        for door in self._outer(child, port):
            wins = self.truths.decide(self.truths.leaving(door, self.whole(state, children)), True, wins)
        return wins
