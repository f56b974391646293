"""Functions of what happens outside a part of a board, each kept once, so that equal functions are equal numbers.

A token comes into a part; who wins depends on what the rest of the board does with the *exits*. Two kinds of
questions can be asked of the rest:

* is port p *closed*: has everything that it leads to gone? (Asked only where it matters, see ``part_types``.)
* does the player who leaves through port p win, when the part has become type T?

A function is a reduced ordered decision diagram over these questions: a number, 0 for "the mover loses", 1 for "the
mover wins", otherwise a node (question, number if no, number if yes). The questions about closed ports come first. An
exit through a closed port never wins; :meth:`Functions.exit` builds that in, so functions that differ only where no
board can tell are one function.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["LOOK_EVERY", "LOSES", "MOST_PORTS", "WINS", "Exit", "Functions"]

LOSES, WINS = 0, 1

MOST_PORTS = 64
"""Questions below this number ask whether that port is closed."""

LOOK_EVERY = 4096
"""Limits are looked at each time so many nodes have been made, or so many combinations worked out."""

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
        """The exit that a question with a number of :data:`MOST_PORTS` or more asks for."""
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
