"""Games that lastmove does not know, through every public function: an answer, or an error that says what is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from lastmove.core.view import Edge, GraphView, HeapsView, MoveView, Node
from lastmove.games.moves import SlideAndLower
from lastmove.games.token import WeightedTokenGame

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self


def chomp_of_the_page() -> Any:
    """The first game of the page about games of one's own."""
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "your-own-game.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(from dataclasses import dataclass\n.*?class Chomp\b.*?)```", page, re.DOTALL)
    home: dict[str, Any] = {"__name__": __name__}
    exec(code, home)
    return home["Chomp"]((3, 2))


@dataclass(frozen=True)
class Pruning:
    """A graph without a token: a move removes an edge, and those that share its first end."""

    edges: tuple[tuple[str, str], ...]

    def moves(self) -> tuple[tuple[str, str], ...]:
        return self.edges

    def after(self, move: tuple[str, str]) -> Pruning:
        return Pruning(tuple(edge for edge in self.edges if edge[0] != move[0]))

    def view(self) -> GraphView:
        names = sorted({end for edge in self.edges for end in edge})
        ends = (Edge(names.index(u), names.index(v)) for u, v in self.edges)
        return GraphView(tuple(Node(name, name) for name in names), tuple(ends))

    def view_move(self, move: tuple[str, str]) -> MoveView:
        return MoveView(f"remove {'-'.join(move)}", to=move[1])


class Feast(WeightedTokenGame):
    """A move slides the token to a neighbour that has something left, and takes one there."""

    __slots__ = ()
    name, title = "feast", "Feast"
    rules = "A move slides the token to a neighbour that has something left, and takes one there."
    example = {"game": "feast", "edges": [["a", "b"]], "weights": {"a": 1, "b": 2}, "start": "a"}
    move_class = SlideAndLower

    def moves(self) -> Iterator[SlideAndLower]:
        rows, names, weights = self._board.neighbours, self._board.vertices, self.weights
        return (SlideAndLower(names[v], weights[v] - 1) for v in rows[self._token()] if weights[v])

    def after(self, move: SlideAndLower) -> Self:
        if self._read(move) not in self.moves():
            raise self._illegal(move, "there is nothing to take")
        to = self._number(move.to, move)
        return self._lowered(to, move.remaining, to)

    def say_move(self, move: SlideAndLower) -> str:
        return f"eat at {move.to}"


class Plain:
    """As little as a position can be: it is not even equal to another of the same content."""

    def __init__(self, left: int) -> None:
        self.left = left

    def moves(self) -> range:
        return range(1, min(2, self.left) + 1)

    def after(self, move: int) -> Plain:
        return Plain(self.left - move)


class Row(Plain):
    """The same with a picture: heaps, and moves that say no more than their text."""

    def after(self, move: int) -> Row:
        return Row(self.left - move)

    def view(self) -> HeapsView:
        return HeapsView((self.left,))


@dataclass(frozen=True)
class Stairs:
    """Starts to choose from, parts, moves that are lists, and a graph with weights: all that may be added, in a way."""

    steps: tuple[int, ...]
    chosen: int | None = None

    @property
    def is_board(self) -> bool:
        return self.chosen is None

    def starts(self) -> range:
        return range(len(self.steps))

    def at(self, start: int) -> Stairs:
        return Stairs(self.steps, start)

    def moves(self) -> list[list[int]]:
        return [] if self.chosen is None else [[down] for down in range(self.steps[self.chosen])]

    def after(self, move: list[int]) -> Stairs:
        return Stairs((*move,), 0)

    def components(self) -> tuple[Stairs, ...]:
        return (self,)

    def view(self) -> GraphView:
        return GraphView(tuple(Node(n, f"step {n}", step) for n, step in enumerate(self.steps)), ())


class Derived(lm.VertexGeography):
    """A game of lastmove in which play ends after a move."""

    __slots__ = ()

    def moves(self) -> Iterator[Any]:
        return iter(()) if self.board.n < 3 else super().moves()


def moves_of(own: Any) -> tuple[Any, ...]:
    return () if getattr(own, "is_board", False) else tuple(own.moves())


FEAST = Feast([("a", "b"), ("b", "c")], {"a": 1, "b": 2, "c": 1})
OWN: dict[str, Any] = {
    "chomp": chomp_of_the_page(),
    "token-less": Pruning((("a", "b"), ("a", "c"), ("b", "c"))),
    "weighted token": FEAST.at("a"),
    "weighted board": FEAST,
    "plain": Plain(3),
    "row": Row(3),
    "stairs": Stairs((2, 1), 0),
    "stairs to choose from": Stairs((2, 1)),
    "derived": Derived([("a", "b"), ("b", "c")], start="a"),
}
OWN |= {f"{name} in a sum": lm.Sum([each, lm.Nim([1])]) for name, each in OWN.items() if moves_of(each)}


def answer_of(own: Any) -> dict[str, object]:
    return dict(lm.solve(own, certificate=True).to_json())


def class_of(own: Any) -> Any:
    """What somebody may give in place of a name or of a position."""
    return type(own)


PLAYS = ("normal", "misere")
CALLS: dict[str, list[Callable[[Any], object]]] = {
    "census": [lambda own: lm.census(own, n=2), lambda own: lm.census(class_of(own), n=2)],
    "check_answer": [
        lambda own: lm.check_answer(lm.Problem(own), answer_of(own)),
        lambda own: lm.check_answer(own, {"outcome": "N"}),
    ],
    "compare": [lm.compare, lambda own: lm.compare(lm.Problem(own, id="x"))],
    "draw": [
        lm.draw,
        lambda own: lm.draw(own, moves=True),
        lambda own: lm.draw(own, line=moves_of(own)[:1]),
        lambda own: lm.draw(lm.Problem(own)),
        *(lambda own, play=play: lm.draw(lm.solve(own, play)) for play in PLAYS),
        lambda own: lm.draw(lm.solve(own, certificate=True), certificate=True, moves=True),
        lambda own: lm.draw(lm.outcomes(own)),
        lambda own: lm.draw(lm.quotient(own)),
        lambda own: lm.draw(class_of(own)),
    ],
    "explain": [*(lambda own, play=play: lm.explain(own, play) for play in PLAYS)],
    "family": [
        lm.family,
        lambda own: lm.family("path:n", game=own),
        lambda own: lm.family("path:n", game=class_of(own)),
    ],
    "family_values": [
        lm.family_values,
        lambda own: lm.family_values("path:n", game=own),
        lambda own: lm.family_values("path:n", game=class_of(own)),
    ],
    "gadgets": [
        lambda own: lm.gadgets(own, game="edge-geography", play="misere"),
        lambda own: lm.gadgets(game=own, play="misere"),
        lambda own: lm.gadgets(game=class_of(own), play="misere"),
    ],
    "genus": [lm.genus],
    "grundy": [lm.grundy],
    "heap_values": [lambda own: lm.heap_values(own, 5), lambda own: lm.heap_values(class_of(own), 5)],
    "misere_canonical_form": [lm.misere_canonical_form],
    "misere_grundy": [lm.misere_grundy],
    "open_census": [lm.open_census],
    "outcomes": [*(lambda own, play=play: lm.outcomes(own, play, all_moves=True, certificate=True) for play in PLAYS)],
    "outcomes_many": [lambda own: lm.outcomes_many([own, own]), lm.outcomes_many],
    "parse": [lm.parse, lambda own: lm.parse("a b", game=own), lambda own: lm.parse("a b", game=class_of(own))],
    "playground": [lm.playground, lambda own: lm.playground(lm.Problem(own), "misere")],
    "position_to_json": [lm.position_to_json],
    "problem_to_json": [lm.problem_to_json, lambda own: lm.problem_to_json(lm.Problem(own))],
    "quotient": [lm.quotient, lambda own: lm.quotient([own, lm.Nim([2])]), lambda own: lm.quotient(class_of(own))],
    "reduce": [
        lambda own: lm.reduce(own, "edge-geography"),
        lambda own: lm.reduce(lm.Problem(own), "formula"),
        lambda own: lm.reduce(lm.Nim([1]), own),
    ],
    "refute": [
        lambda own: lm.refute(lambda _: "N", game=class_of(own), n=2, weights=1),
        lambda own: lm.refute(lambda _: True, game=class_of(own), of="board", n=2, weights=1),
        lambda own: lm.refute("n < 3", game=class_of(own), n=2),
        lambda own: lm.refute(lambda _: "N", game=class_of(own), source=[lm.graphs.named("path:2")]),
        lambda own: lm.refute(lambda _: "N", game=own),
        lambda own: lm.refute(own, game="nim"),
    ],
    "register": [lm.register, lambda own: lm.register(class_of(own))],
    "schema": [lm.schema, lambda own: lm.schema(class_of(own))],
    "solve": [
        *(lambda own, play=play: lm.solve(own, play, all_moves=True, values=True) for play in PLAYS),
        lambda own: lm.solve(own, certificate=True),
        lambda own: lm.solve(lm.Problem(own, id="x"), limits=lm.Limits(positions=1)),
    ],
    # classes that take a position
    "GameRecord": [lambda own: lm.GameRecord(lm.Problem(own)), lambda own: played(own)],
    "Opponent": [lambda own: lm.Opponent("misere").choose(own)],
    "Problem": [lm.Problem],
    "Sum": [lambda own: lm.Sum([own, own]), lambda own: lm.solve(lm.Sum([own, own]), "misere"), lm.Sum],
}


def played(own: Any) -> lm.GameRecord:
    """A game to its end, always by the first move."""
    game = lm.GameRecord(lm.Problem(own))
    while moves := moves_of(game.position):
        game = game.then(moves[0])
    return game


METHODS = ("to_json", "to_markdown", "sections", "values", "remoteness", "view")


def shown(value: Any) -> None:
    """Everything that is shown of an answer: printed, in a notebook, in JSON, and by its methods."""
    if isinstance(value, Iterator):
        value = list(value)
    str(value), repr(value)
    if isinstance(value, lm.Solution):
        str(value.winning_moves()), value.winning_moves()
    if isinstance(value, lm.Outcomes):
        for start in value:
            str(value.winning_moves(start))
            shown(value.solution(start))
    for name in (*METHODS, *(name for name in dir(value) if name.startswith("_repr_"))):
        found = getattr(value, name, None)
        if callable(found) and not isinstance(value, type):
            str(found())


def test_every_public_function_is_tried() -> None:
    public = {name for name in lm.__all__ if callable(getattr(lm, name)) and not isinstance(getattr(lm, name), type)}
    assert public <= CALLS.keys()


@pytest.mark.parametrize("game", OWN)
@pytest.mark.parametrize("function", CALLS)
def test_a_game_of_ones_own_gets_an_answer_or_a_clear_error(function: str, game: str) -> None:
    for call in CALLS[function]:
        try:
            shown(call(OWN[game]))
        except (lm.InputError, lm.IllegalMoveError, lm.Refuted):  # what else is raised is a fault
            continue


def test_what_is_known_of_them_is_shown() -> None:
    own = OWN["token-less"]
    assert lm.draw(lm.solve(own)).startswith("<svg")
    assert "(0, 0)" in str(lm.compare(chomp_of_the_page()))
    assert lm.solve(OWN["plain in a sum"], certificate=True).certificate_note.endswith("of equal content are not equal")


@pytest.mark.parametrize(
    "game", [Plain, Pruning, Feast, Derived, Plain(3)], ids=lambda game: getattr(game, "__name__", "object")
)
def test_claims_are_about_games_that_are_known(game: Any) -> None:
    with pytest.raises(lm.InputError, match=r"^game: .*accepted: ") as caught:
        lm.refute(lambda _: "N", game=game)
    assert getattr(game, "__name__", "Plain").lower() in str(caught.value).lower()
