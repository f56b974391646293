"""The gallery: positions worth looking at, each with a sentence that says why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lastmove.graphs.families import named
from lastmove.notation.json import parse
from lastmove.notation.short import GivenGraph
from lastmove.web.request import spelled_out


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A position with a name and a sentence.

    Attributes
    ----------
    name
        What a table of texts finds it by.
    title, sentence
        For people, in English.
    position
        A position object; with ``family``, what is added to that graph.
    family
        A graph by its family, such as ``petersen:5,2``.
    claims
        What the sentence says, by convention: the outcome, or how many starts are N. Tests hold it to that.
    """

    name: str
    title: str
    sentence: str
    position: Mapping[str, object]
    family: str = ""
    claims: Mapping[str, str | int] = field(default_factory=dict)

    def to_json(self) -> dict[str, object]:
        """The example for a page."""
        source = GivenGraph(named(self.family), self.position) if self.family else self.position
        position = spelled_out(parse(source))
        return {"name": self.name, "title": self.title, "sentence": self.sentence, "position": position}


EXAMPLES = (
    Example(
        name="petersen",
        title="The Petersen graph",
        sentence="Never step on a vertex twice. A perfect matching shows the way to win, and in misère play you lose.",
        position={"game": "vertex-geography", "start": 0},
        family="petersen:5,2",
        claims={"normal": "N", "misere": "P"},
    ),
    Example(
        name="nim",
        title="Nim: 3, 5, 7",
        sentence="The oldest one. There is a winning move in every heap; find the three, then try misère.",
        position={"game": "nim", "heaps": [3, 5, 7]},
        claims={"normal": "N", "misere": "N"},
    ),
    Example(
        name="ones",
        title="Nim: three single counters",
        sentence="Nobody has a choice here, so the last move comes third: normal and misère play disagree.",
        position={"game": "nim", "heaps": [1, 1, 1]},
        claims={"normal": "N", "misere": "P"},
    ),
    Example(
        name="bachet",
        title="Take one, two or three",
        sentence="From eight counters the second player wins by always completing a group of four.",
        position={"game": "subtraction", "set": [1, 2, 3], "heaps": [8]},
        claims={"normal": "P", "misere": "N"},
    ),
    Example(
        name="kayles",
        title="Kayles: a row of seven pins",
        sentence="Knock down one pin or two neighbours. Leave two equal rows and copy whatever is done to one.",
        position={"game": "octal", "code": "0.77", "heaps": [7]},
        claims={"normal": "N"},
    ),
    Example(
        name="dawson",
        title="Dawson's Chess: nine files",
        sentence="Pawns face each other and captures are forced; as a heap game it has one winning first move.",
        position={"game": "octal", "code": "0.137", "heaps": [9]},
        claims={"normal": "N"},
    ),
    Example(
        name="path",
        title="A walk on a path",
        sentence="The same walk on a path: normal and misère play change places at every start.",
        position={"game": "vertex-geography"},
        family="path:5",
        claims={"normal": 2, "misere": 3},
    ),
    Example(
        name="chessboard",
        title="A walk on the 3 by 3 grid",
        sentence="Nine squares cannot be paired up: a corner or the middle is a lost start in normal play.",
        position={"game": "vertex-geography"},
        family="grid:3x3",
        claims={"normal": 4, "misere": 5},
    ),
    Example(
        name="bridges",
        title="Burning bridges on a grid",
        sentence="Every edge is used once. The second player wins from every start in normal play, not so in misère.",
        position={"game": "edge-geography"},
        family="grid:3x3",
        claims={"normal": 0, "misere": 4},
    ),
    Example(
        name="wheel",
        title="Nim on a wheel",
        sentence="Take counters where the token stands, then move it. The numbers alone decide normal play.",
        position={"game": "nimg-rm", "weights": [2, 1, 2, 1, 2, 1]},
        family="wheel:6",
        claims={"normal": 3, "misere": 6},
    ),
    Example(
        name="ring",
        title="Move first, then take",
        sentence="The same counters, but one moves before taking: now two starts of five are won.",
        position={"game": "nimg-mr", "weights": [2, 1, 3, 1, 2]},
        family="cycle:5",
        claims={"normal": 2, "misere": 2},
    ),
    Example(
        name="toll",
        title="Nim on the edges of a prism",
        sentence="Every edge is a heap of two: go along one and take from it. All starts are lost, in misère play won.",
        position={"game": "edge-nimg", "weights": [2, 2, 2, 2, 2, 2, 2, 2, 2]},
        family="prism:3",
        claims={"normal": 0, "misere": 6},
    ),
    Example(
        name="star",
        title="Vertexnim on a star",
        sentence="A vertex that is emptied disappears and its neighbours are joined. Only the centre is a good start.",
        position={"game": "vertexnim", "weights": [3, 1, 1, 1, 1, 1]},
        family="star:5",
        claims={"normal": 1, "misere": 1},
    ),
    Example(
        name="round",
        title="Heaps in a circle",
        sentence="One must take from the heap whose turn it is, and a single counter in the circle decides it here.",
        position={"game": "adjacent-nim", "heaps": [2, 3, 1, 4], "start": 0},
        claims={"normal": "P", "misere": "P"},
    ),
    Example(
        name="dag",
        title="Downhill all the way",
        sentence="Slide along the arrows until there are none. Work backwards from the end to see who wins.",
        position={
            "game": "dag",
            "edges": [["a", "b"], ["a", "c"], ["b", "c"], ["b", "d"], ["c", "d"], ["c", "e"], ["d", "e"]],
            "start": "a",
        },
        claims={"normal": "N", "misere": "P"},
    ),
    Example(
        name="sum",
        title="Three games at once",
        sentence="A heap, a row of pins and a walk: each turn is played in one of them, and one move in all wins.",
        position={
            "game": "sum",
            "parts": [
                {"game": "nim", "heaps": [5]},
                {"game": "octal", "code": "0.77", "heaps": [4]},
                {"game": "vertex-geography", "edges": [["a", "b"], ["b", "c"], ["c", "d"]], "start": "b"},
            ],
        },
        claims={"normal": "N", "misere": "N"},
    ),
)
"""In the order in which they are shown."""
