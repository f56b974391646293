"""Parts: bags of vertices along whose cuts a board comes apart; the check composes the parts, bag by bag.

The certificate names the bags and how they hang together. The check holds that against the edges of the board, and then
finds out who wins from the rules alone: the type of the part behind each bag, as its neighbour sees it, and the play in
a bag between the parts around it. ``docs/how-to/families.md`` has the proof that this is sound.

Types are composed here from the rules, move by move, without code of the search for types: only the rules of play in
``cores`` are the same. Who wins in a part is a *truth*: True, False, or a triple (question, truth if no, truth if yes),
kept once each. A question is a pair: (0, port) asks whether a port is closed, (1, exit) whether leaving by that exit
wins.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lastmove.certificates.certificate import MOST_LONG_STEPS, Budget, Certificate, CheckResult, numbers
from lastmove.core.errors import Refuted, TooLarge
from lastmove.core.limits import deep_calls
from lastmove.core.play import UNDECIDED
from lastmove.core.position import OVER
from lastmove.parts.boards import PartitionedBoard, TreePartition, graph_game
from lastmove.parts.cores import CORES, CorePort, PartTypes, ports_close

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Self

    from lastmove.certificates.certificate import Body
    from lastmove.core.play import Play
    from lastmove.parts.boards import PartsBoard
    from lastmove.parts.cores import ChildPort, Core

Truth = Any
Question = tuple[int, int]


class CheckedTypes(PartTypes):
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

    def play(self, core: Core, ports: Sequence[CorePort | ChildPort | None] = ()) -> CheckedCore:
        """All that can be played in a core."""
        return CheckedCore(self, core, ports)

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


def _cut(truth: Truth, question: Question) -> tuple[Truth, Truth]:
    """A truth where the answer to the question is no, and where it is yes."""
    if type(truth) is tuple and truth[0] == question:
        return truth[1], truth[2]
    return truth, truth


class CheckedCore:
    """All that can be played in a core with children, each position looked at once."""

    def __init__(self, types: CheckedTypes, core: Core, ports: Sequence[CorePort | ChildPort | None] = ()) -> None:
        self.types, self.core, self.ports = types, core, ports
        self._known: dict[Any, Any] = {}

    def whole(self, state: Any, children: tuple[int, ...]) -> int:
        """The type of the whole."""
        key = (state, children)
        if key not in self._known:
            self._known[key] = self.types.number(tuple([self._ways(port, state, children) for port in self.ports]))
        found: int = self._known[key]
        return found

    def _ways(self, port: CorePort | ChildPort | None, state: Any, children: tuple[int, ...]) -> Any:
        if port is None:
            return None
        if isinstance(port, CorePort):
            arrivals = self.core.arrivals(state, port.name)
            return None if arrivals is None else tuple([self.token(s, children, v) for s, v in arrivals])
        ways = self.types.parts[children[port.child]][port.port]
        return None if ways is None else tuple([self.inside(port.child, g, state, children) for g in ways])

    def token(self, state: Any, children: tuple[int, ...], v: int) -> Truth:
        """Whether the mover wins with the token on v: some option is lost for the other, or there is none in misère."""
        key = (state, children, v)
        if key in self._known:
            return self._known[key]
        self.types.budget.spend(10)
        types = self.types
        options: list[Truth] = []
        for after, w in self.core.steps(state, v):
            options.append(types.misere if w is None else self.token(after, children, w))
        for after, child, port in self.core.enters(state, v):
            ways = types.parts[children[child]][port] or ()
            options += [self.inside(child, g, after, children) for g in ways]
        wins: Truth = False
        for option in options:
            wins = types.decide(option, wins, True)
        doors = [(self._door(name), after) for after, name in self.core.exits(state, v)]
        for door, after in doors:
            wins = types.decide(types.leaving(door, self.whole(after, children)), True, wins)
        if types.misere and not options and (types.closing or not doors):
            shut: Truth = True
            for door, _ in doors:
                shut = types.decide(types.ask((0, door), False, True), shut, False)
            wins = types.decide(shut, True, wins)
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
            self.types.budget.spend()
            (kind, number), no, yes = g
            if kind == 0:
                answer = self._shut(child, number, state)
            else:
                port, left = self.types.exits[number]
                answer = self._out(child, port, state, (*children[:child], left, *children[child + 1 :]))
            if answer is True or answer is False:
                self._known[key] = self.inside(child, yes if answer else no, state, children)
            else:
                after_yes = self.inside(child, yes, state, children)
                self._known[key] = self.types.decide(answer, after_yes, self.inside(child, no, state, children))
        return self._known[key]

    def _outer(self, child: int, port: int) -> list[int]:
        return [i for i, p in enumerate(self.ports) if not isinstance(p, CorePort) and p == (child, port)]

    def _shut(self, child: int, port: int, state: Any) -> Truth:
        if list(self.core.landings(state, child, port)):
            return False
        shut: Truth = True
        for door in self._outer(child, port):
            shut = self.types.decide(self.types.ask((0, door), False, True), shut, False)
        return shut

    def _out(self, child: int, port: int, state: Any, children: tuple[int, ...]) -> Truth:
        wins: Truth = False
        for after, v in self.core.landings(state, child, port):
            wins = self.types.decide(self.token(after, children, v), wins, True)
        for door in self._outer(child, port):
            wins = self.types.decide(self.types.leaving(door, self.whole(state, children)), True, wins)
        return wins


@dataclass(frozen=True, slots=True)
class Parts(Certificate):
    """Bags of vertex numbers; ``parents[i]`` is the number of the bag above bag i, a later one, or i for a root."""

    kind = "parts"

    bags: tuple[tuple[int, ...], ...]
    parents: tuple[int, ...]

    @classmethod
    def of(cls, partition: TreePartition) -> Self:
        """The certificate that names a partition."""
        above = tuple(bag if parent < 0 else parent for bag, parent in enumerate(partition.parents))
        return cls(partition.bags, above)

    def outcome(self, position: Any, play: Play) -> CheckResult:
        v, check = self._token(position, play)
        with _composing():
            check.cuts.compose_towards(check.cuts.home[v])
            return CheckResult(check.wins(v), check.text)

    def after(self, position: Any, play: Play, move: Any) -> CheckResult | None:
        v, check = self._token(position, play)
        to = None if move.to is None else position.graph.index(move.to)
        with _composing():
            check.cuts.compose_towards(check.cuts.home[v])
            found = check.after(v, to, getattr(move, "remaining", None))
        return None if found is None else CheckResult(found, check.text)

    def _token(self, position: Any, play: Play) -> tuple[int, _PartsCheck]:
        if getattr(position, "start", None) in (None, OVER):
            raise Refuted("there is no token")
        check = _PartsCheck(self, position, play)
        v = position.graph.index(position.start)
        if v not in check.cuts.home:
            raise Refuted("the token is in no bag")
        return v, check

    def outcomes(self, board: Any, play: Play) -> bytes:
        check = _PartsCheck(self, board, play)
        with _composing():
            check.cuts.compose_all()
            home = check.cuts.home
            return bytes(check.wins(v) if v in home else UNDECIDED for v in range(board.graph.n))

    def body(self) -> dict[str, object]:
        return {"bags": list(map(list, self.bags)), "parents": list(self.parents)}

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("bags", "parents")
        bags = tuple(numbers(members, "bags") for members in body.items("bags"))
        return cls(bags, body.numbers("parents"))


@contextmanager
def _composing() -> Iterator[None]:
    """Calls may nest deeply; those that nest too deeply are a certificate that is too large."""
    try:
        with deep_calls():
            yield
    except RecursionError:
        raise TooLarge("the parts of this certificate are too deep") from None


class _PartsCheck:
    """A board with the bags of a certificate, once they are known to fit."""

    def __init__(self, claimed: Parts, position: Any, play: Play) -> None:
        if getattr(position, "name", None) not in CORES:
            raise Refuted(f"parts: accepted: positions of {', '.join(CORES)}")
        board = graph_game(position)
        partition = _fitting(claimed, board)
        self.types = CheckedTypes(
            misere=play.wins_when_stuck, closing=ports_close(board.game), budget=Budget(MOST_LONG_STEPS)
        )
        self.cuts = PartitionedBoard(board, partition, self.types)
        self.text = f"the board comes apart into {len(partition.bags):,} bags, and the parts between them were composed"
        self._played: dict[Any, CheckedCore] = {}

    def _play(self, v: int) -> tuple[CheckedCore, tuple[int, ...]]:
        core, wiring, children = self.cuts.around(self.cuts.home[v])
        return self._played.setdefault(wiring, CheckedCore(self.types, core)), children

    def wins(self, v: int) -> bool:
        """Whether the mover wins with the token on v."""
        play, children = self._play(v)
        return play.token(play.core.start, children, self.cuts.place(v)) is True

    def after(self, v: int, to: int | None, remaining: int | None) -> bool | None:
        """Whether the mover wins after a move from v; None if it is none."""
        play, children = self._play(v)
        for move, (state, w, within) in self.cuts.options(play.core, self.cuts.home[v], v):
            if move == (to, remaining):
                if within is not None:
                    return play.inside(within[0], within[1], state, children) is True
                return self.types.misere if w is None else play.token(state, children, w) is True
        return None


def _fitting(claimed: Parts, board: PartsBoard) -> TreePartition:
    """The partition of a certificate; Refuted if an edge of the board joins two bags that are not neighbours."""
    bags, above = claimed.bags, claimed.parents
    if len(bags) != len(above) or any(not bag <= parent < len(bags) for bag, parent in enumerate(above)):
        raise Refuted("parents: accepted: for each bag the number of a later one, or its own")
    home: dict[int, int] = {}
    for bag, members in enumerate(bags):
        for v in members:
            if v >= board.n or v in home:
                raise Refuted(f"bags: {v} is no vertex, or stands there twice")
            home[v] = bag
    for u, v in board.edges:
        a, b = home.get(u), home.get(v)
        if a != b and (a is None or b is None or (above[a] != b and above[b] != a)):
            raise Refuted(f"an edge joins {u} and {v}, whose bags are not next to each other")
    return TreePartition(bags, tuple(-1 if parent == bag else parent for bag, parent in enumerate(above)))
