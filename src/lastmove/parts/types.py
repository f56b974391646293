"""Types of parts: all that the rest of a board can notice of a part that meets it in a few ports.

A token comes into a part through a port; who wins depends on what the rest of the board does with the *exits*. An exit
names a port and the type that the part has become. Coming in and leaving uses ports up, so types rest on types with
less left, and for a given number of ports (and a bound on weights) there are finitely many.

The *type* of a part has for each port that is left, and each way to come in there, a *function* that says who wins. Two
kinds of questions can be asked of the rest:

* is port p *closed*: has everything that it leads to gone? This is asked in misère play only, where the game can close
  ports: a token that has nowhere else to go wins if its port is closed. In normal play a closed port and a losing one
  are the same.
* does the player who leaves through port p win, when the part has become type T?

A function is a reduced ordered decision diagram over these questions, kept once, so that equal functions are equal
numbers: 0 for "the mover loses", 1 for "the mover wins", otherwise a node (question, number if no, number if yes). The
questions about closed ports come first. An exit through a closed port never wins; :meth:`Functions.exit` builds that
in, so functions that differ only where no board can tell are one function.

:meth:`Types.compose` finds the type of a larger part from a small *core*, known vertex by vertex, and *children*,
known by their types alone. What a move is in the core is the business of a :class:`~lastmove.parts.cores.Core`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.play import LOSES, WINS
from lastmove.parts import LOOK_EVERY, MOST_PORTS
from lastmove.parts.cores import ChildPort, CorePort, PartTypes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lastmove.parts.cores import Core


_LAST = 2**40
"""The number of the first question about an exit; later ones count down.

Exits that come up late leave more of a part behind. To ask for them first makes diagrams several times smaller than
the other way round (measured on grids of width 4).
"""


class Exit(NamedTuple):
    """Leaving through a port; ``type`` is the number of the type that the part has become."""

    port: int
    type: int


class Functions:
    """A store of functions; ``ports_close`` says whether closed ports are asked for.

    ``look`` is called now and then while functions are made; it may raise to stop the work.

    >>> functions = Functions(ports_close=True)
    >>> leave = functions.exit(0, 7)
    >>> functions.either(leave, functions.opposite(leave)) == WINS
    True
    >>> functions.both(functions.closed(0), leave) == LOSES
    True
    """

    def __init__(self, *, ports_close: bool, look: Callable[[], None] = lambda: None) -> None:
        self.ports_close = ports_close
        self._look = look
        self.nodes: list[tuple[int, int, int]] = [(-1, 0, 0), (-1, 1, 1)]
        self.exits: list[Exit] = []
        self._numbers: dict[tuple[int, int, int], int] = {}
        self._questions: dict[Exit, int] = {}
        self._opposites: dict[int, int] = {}
        self._choices: dict[tuple[int, int, int], int] = {}

    def forget(self) -> None:
        """Drop what is kept of earlier combinations, for memory; functions and their numbers stay."""
        self._choices.clear()
        self._opposites.clear()

    def node(self, question: int, no: int, yes: int) -> int:
        """The function that asks one question first."""
        if no == yes:
            return no
        key = (question, no, yes)
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.nodes)
            self.nodes.append(key)
            if not found % LOOK_EVERY:
                self._look()
        return found

    def closed(self, port: int) -> int:
        """Whether a port is closed."""
        return self.node(port, LOSES, WINS)

    def exit(self, port: int, left: int) -> int:
        """Whether leaving through a port wins, when the part has become the type ``left``."""
        key = Exit(port, left)
        question = self._questions.get(key)
        if question is None:
            question = self._questions[key] = _LAST - len(self.exits)
            self.exits.append(key)
        wins = self.node(question, LOSES, WINS)
        return self.node(port, wins, LOSES) if self.ports_close else wins

    def exit_of(self, question: int) -> Exit:
        """The exit that a question with a number of :data:`~lastmove.parts.MOST_PORTS` or more asks for."""
        return self.exits[_LAST - question]

    def opposite(self, f: int) -> int:
        """Not f."""
        if f <= WINS:
            return 1 - f
        found = self._opposites.get(f)
        if found is None:
            question, no, yes = self.nodes[f]
            found = self.node(question, self.opposite(no), self.opposite(yes))
            self._opposites[f] = found
            self._opposites[found] = f
        return found

    def either(self, f: int, g: int) -> int:
        """F or g."""
        return self.choice(f, WINS, g) if f <= g else self.choice(g, WINS, f)

    def both(self, f: int, g: int) -> int:
        """F and g."""
        return self.choice(f, g, LOSES)

    def choice(self, f: int, g: int, h: int) -> int:
        """G where f holds, and h elsewhere."""
        if f == WINS or g == h:
            return g
        if f == LOSES:
            return h
        if g == WINS and h == LOSES:
            return f
        key = (f, g, h)
        found = self._choices.get(key)
        if found is not None:
            return found
        nodes = self.nodes
        a, b, c = nodes[f], nodes[g], nodes[h]
        question = a[0]
        if g > WINS and b[0] < question:
            question = b[0]
        if h > WINS and c[0] < question:
            question = c[0]
        f0, f1 = (a[1], a[2]) if a[0] == question else (f, f)
        g0, g1 = (b[1], b[2]) if b[0] == question else (g, g)
        h0, h1 = (c[1], c[2]) if c[0] == question else (h, h)
        found = self.node(question, self.choice(f0, g0, h0), self.choice(f1, g1, h1))
        self._choices[key] = found
        if not len(self._choices) % LOOK_EVERY:  # many combinations may give few new nodes
            self._look()
        return found


Part = tuple["tuple[int, ...] | None", ...]
"""For each port: None if it is gone, otherwise a function for each way to come in."""


class Types(PartTypes):
    """A store of types for one game and convention.

    Parameters
    ----------
    misere
        The convention.
    ports_close
        Whether the rest of a board can close a port of this game (all that it leads to is gone).
    tick
        Called once for each state of a core that is looked at; it may raise to stop the work.
    look
        Called now and then between; it may raise too.
    """

    def __init__(
        self,
        *,
        misere: bool,
        ports_close: bool,
        tick: Callable[[], None] = lambda: None,
        look: Callable[[], None] = lambda: None,
    ) -> None:
        self.functions = Functions(ports_close=misere and ports_close, look=look)
        self.stuck = WINS if misere else LOSES
        self.parts: list[Part] = []
        self.tick = tick
        self._numbers: dict[Part, int] = {}

    def number(self, part: Part) -> int:
        """The number of a type."""
        found = self._numbers.get(part)
        if found is None:
            found = self._numbers[part] = len(self.parts)
            self.parts.append(part)
        return found

    def nothing(self, ports: int) -> int:
        """The type of a part with nothing in it."""
        return self.number((None,) * ports)

    def play(self, core: Core, ports: Sequence[CorePort | ChildPort | None] = ()) -> Composition:
        """All that can be played in a core."""
        return Composition(self, core, ports)

    @staticmethod
    def is_won(found: int) -> bool:
        """Whether the mover wins, whatever the rest of the board does."""
        return found == WINS


class Composition:
    """One core with children of some types; what is worked out of it is remembered."""

    def __init__(self, types: Types, core: Core, ports: Sequence[CorePort | ChildPort | None]) -> None:
        if len(ports) > MOST_PORTS:
            raise ValueError(f"{len(ports)} ports; at most {MOST_PORTS}")
        self.types, self.core, self.ports = types, core, tuple(ports)
        self._core_port = {p.name: i for i, p in enumerate(ports) if isinstance(p, CorePort)}
        self._child_port = {(p.child, p.port): i for i, p in enumerate(ports) if isinstance(p, ChildPort)}
        self._tokens: dict[tuple[Any, ...], int] = {}
        self._wholes: dict[tuple[Any, ...], int] = {}
        self._insides: dict[tuple[Any, ...], int] = {}

    def whole(self, state: Any, children: tuple[int, ...]) -> int:
        """The type of the part, when the core is in a state and the children have become these types."""
        key = (state, children)
        found = self._wholes.get(key)
        if found is None:
            part = tuple([self._ways_in(port, state, children) for port in self.ports])
            found = self._wholes[key] = self.types.number(part)
        return found

    def _ways_in(
        self, port: CorePort | ChildPort | None, state: Any, children: tuple[int, ...]
    ) -> tuple[int, ...] | None:
        if isinstance(port, CorePort):
            arrivals = self.core.arrivals(state, port.name)
            return None if arrivals is None else tuple([self.token(s, children, v) for s, v in arrivals])
        ways = None if port is None else self.types.parts[children[port.child]][port.port]
        if port is None or ways is None:
            return None
        return tuple([self.inside(port.child, g, state, children) for g in ways])

    def token(self, state: Any, children: tuple[int, ...], v: int) -> int:
        """Whether the player to move wins with the token on vertex v of the core."""
        key = (state, children, v)
        found = self._tokens.get(key)
        if found is not None:
            return found
        self.types.tick()
        functions = self.types.functions
        wins, moves = LOSES, False
        for after, w in self.core.steps(state, v):
            moves = True
            result = self.types.stuck if w is None else self.token(after, children, w)
            wins = functions.either(wins, functions.opposite(result))
            if wins == WINS:
                break
        if wins != WINS:
            for after, child, port in self.core.enters(state, v):
                for g in self.types.parts[children[child]][port] or ():
                    moves = True
                    wins = functions.either(wins, functions.opposite(self.inside(child, g, after, children)))
        if wins != WINS:
            doors = [(self._core_port[name], after) for after, name in self.core.exits(state, v)]
            for door, after in doors:
                wins = functions.either(wins, functions.exit(door, self.whole(after, children)))
            if not moves:
                wins = functions.either(wins, self._no_way([door for door, _ in doors]))
        self._tokens[key] = wins
        return wins

    def _no_way(self, doors: Sequence[int]) -> int:
        """Whether a player wins by having no move, who has none but through these doors."""
        functions = self.types.functions
        if not doors:
            return self.types.stuck
        if not functions.ports_close:
            return LOSES
        found = WINS
        for door in doors:
            found = functions.both(functions.closed(door), found)
        return found

    def inside(self, child: int, g: int, state: Any, children: tuple[int, ...]) -> int:
        """Whether the player to move wins with the token in a child, where g says who does."""
        if g <= WINS:
            return g
        key = (child, g, state, children)
        found = self._insides.get(key)
        if found is not None:
            return found
        functions = self.types.functions
        question, no, yes = functions.nodes[g]
        if question < MOST_PORTS:
            answer = self._closed(child, question, state)
        else:
            port, left = functions.exit_of(question)
            answer = self._leave(child, port, state, (*children[:child], left, *children[child + 1 :]))
        if answer == WINS:
            found = self.inside(child, yes, state, children)
        elif answer == LOSES:
            found = self.inside(child, no, state, children)
        else:
            after_no = self.inside(child, no, state, children)
            found = functions.choice(answer, self.inside(child, yes, state, children), after_no)
        self._insides[key] = found
        return found

    def _closed(self, child: int, port: int, state: Any) -> int:
        for _ in self.core.landings(state, child, port):
            return LOSES
        outer = self._child_port.get((child, port))
        return WINS if outer is None else self.types.functions.closed(outer)

    def _leave(self, child: int, port: int, state: Any, children: tuple[int, ...]) -> int:
        """Whether leaving a child through a port wins; ``children`` are those after it."""
        functions = self.types.functions
        wins = LOSES
        for after, v in self.core.landings(state, child, port):
            wins = functions.either(wins, functions.opposite(self.token(after, children, v)))
            if wins == WINS:
                return WINS
        outer = self._child_port.get((child, port))
        if outer is not None:
            wins = functions.either(wins, functions.exit(outer, self.whole(state, children)))
        return wins
