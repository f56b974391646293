"""``lm.register``: a class of one's own by its name, through the public functions; what is no such class is refused."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from lastmove.core.limits import Meter
from lastmove.games import game_names
from lastmove.games.moves import Slide
from lastmove.games.token import TokenGame, WeightedTokenGame
from lastmove.search.plain import PlainSearch

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self


def fresh_game(name: str | None = "ebb", **changed: object) -> Any:
    """A new class of a game with weights: the token slides to a neighbour of smaller weight."""

    class Ebb(WeightedTokenGame):
        __slots__ = ()
        title, rules = "Ebb", "A move slides the token to a neighbour of smaller weight."
        example = {"game": "ebb", "edges": [["a", "b"]], "weights": {"a": 1, "b": 2}, "start": "b"}
        move_class = Slide

        def moves(self) -> Iterator[Slide]:
            names, weights, here = self._board.vertices, self._weights, self._token()
            return (Slide(names[v]) for v in self._board.neighbours[here] if weights[v] < weights[here])

        def after(self, move: Slide) -> Self:
            if self._read(move) not in self.moves():
                raise self._illegal(move, "it does not go down")
            return self._moved(self._number(move.to, move))

        def say_move(self, move: Slide) -> str:
            return f"ebb to {move.to}"

    for field, value in ({"name": name} | changed).items():
        setattr(Ebb, field, value)
    return Ebb


PATH: dict[str, Any] = {
    "game": "ebb",
    "edges": [["a", "b"], ["b", "c"]],
    "weights": {"a": 1, "b": 2, "c": 3},
    "start": "c",
}


def test_json_and_solve_know_it() -> None:
    ebb: Any = fresh_game()
    own: Any = ebb([("a", "b"), ("b", "c")], [1, 2, 3], start="c")
    with pytest.raises(lm.InputError, match=r"^game: 'ebb' is not known; .*accepted: nim, "):
        lm.parse(PATH)
    assert lm.register(ebb) is ebb
    problem = lm.parse(json.dumps(PATH | {"play": "misere"}))
    assert type(problem.position) is ebb
    assert problem.position == own
    assert lm.parse(lm.position_to_json(own)).position == own
    for play in lm.Play:
        for start in "abc":
            assert lm.solve(own.at(start), play).outcome is lm.Outcome.for_mover(
                PlainSearch(play, Meter()).wins(own.at(start))
            )
    assert lm.solve(problem).outcome is lm.Outcome.N
    in_a_sum = {"game": "sum", "parts": [PATH, {"game": "nim", "heaps": [1]}]}
    assert lm.solve(lm.parse(in_a_sum)).outcome is lm.Outcome.N
    assert lm.parse("ebb:path:3").position == type(own)(lm.graphs.named("path:3"), 1, start=0)
    assert game_names()[-1] == "ebb"


def test_census_knows_it() -> None:
    pytest.importorskip("pyarrow")
    lm.register(fresh_game())
    counted: Any = lm.census("ebb", n=2, weights=2)
    # two ends with the weights 1 1, 1 2, 2 1 and 2 2: only the heavier end of an uneven edge can move
    assert counted.summary["n"]["2"] == {"graphs": 1, "starts": 8, "normal": 2, "misere": 6}
    with pytest.raises(lm.InputError, match=r"^game: 'ebb' is registered in this process alone; accepted with jobs"):
        lm.census("ebb", n=2, jobs=2)


def test_refute_knows_it_by_name_and_by_class() -> None:
    ebb = lm.register(fresh_game())
    for game in ("ebb", ebb):
        wrong = lm.refute(lambda position: "N" if any(position.moves()) else "P", game=game, n=3)
        assert isinstance(wrong, lm.Counterexample)
        position: Any = wrong.position
        assert sorted(position.weights) == [0, 1, 2]
        assert lm.refute(lambda position: lm.solve(position).outcome.value, game=game, n=2, weights=2) is None
    with pytest.raises(lm.InputError, match=r"^game: .*a class given to lm\.register$"):
        lm.refute(lambda _: "N", game=fresh_game())


def test_family_says_which_games_it_knows() -> None:
    lm.register(fresh_game())
    with pytest.raises(lm.InputError, match=r"^game: 'ebb'; accepted: vertex-geography, "):
        lm.family("path:n", game="ebb")


def test_census_is_for_tokens_on_graphs() -> None:
    class Pile(lm.Nim):
        __slots__ = ()
        name, title, rules = "pile", "Pile", "Nim by another name."
        example = {"game": "pile", "heaps": [2]}

    lm.register(Pile)
    assert lm.solve(lm.parse({"game": "pile", "heaps": [2, 2]})).outcome is lm.Outcome.P
    with pytest.raises(lm.InputError, match=r"^game: 'pile'; accepted: a game on a graph: "):
        lm.census("pile", n=2)


def test_again_changes_nothing_and_it_is_a_decorator() -> None:
    ebb = fresh_game()
    assert lm.register(lm.register(ebb)) is ebb
    assert game_names().count("ebb") == 1
    assert lm.register(lm.Nim) is lm.Nim

    @lm.register
    class Flow(lm.VertexGeography):
        __slots__ = ()
        name, title, example = "flow", "Flow", {"game": "flow", "edges": [[0, 1]], "start": 0}

    assert type(lm.parse({"game": "flow", "edges": [[0, 1]], "start": 0}).position) is Flow


def test_a_name_belongs_to_one_class() -> None:
    first, second = fresh_game(), fresh_game()
    lm.register(first)
    with pytest.raises(
        lm.InputError, match=r"^name: 'ebb' is the name of .*Ebb; accepted: a name that no other game has"
    ):
        lm.register(second)
    assert type(lm.parse(PATH).position) is first
    for taken in (fresh_game("nim", example={"game": "nim"}), type("Derived", (lm.VertexGeography,), {})):
        with pytest.raises(lm.InputError, match=r"^name: '[a-z-]+' is the name of lastmove\.games\."):
            lm.register(taken)


class Unwritten(TokenGame):
    """A game without rules."""

    __slots__ = ()
    name = "unwritten"


WRONG: dict[str, tuple[Any, str]] = {
    "no class": (3, r"cls: 3; accepted: a subclass of lastmove\.Game"),
    "a position": (lm.Nim([1]), r"cls: Nim\(\[1\]\); accepted: a subclass"),
    "another class": (int, r"cls: <class 'int'>; accepted: a subclass"),
    "abstract": (Unwritten, r"cls: Unwritten does not have after\(\), moves\(\), say_move\(\); accepted: "),
    "no name": (fresh_game(name=None), r"name: None in .*Ebb; accepted: small letters, digits and hyphens"),
    "a strange name": (fresh_game(name="Ebb:1"), r"name: 'Ebb:1' in "),
    "no title": (fresh_game(title=7), r"title: 7 in .*; accepted: a string"),
    "no rules": (fresh_game(rules=None), r"rules: None in .*; accepted: a string"),
    "fields": (fresh_game(fields="edges"), r"fields: 'edges' in .*; accepted: a tuple of strings"),
    "another example": (fresh_game(example={"game": "nim"}), r"example: .* in .*; accepted: .*'game': 'ebb'"),
    "moves": (fresh_game(move_class=str), r"move_class: <class 'str'> in .*; accepted: a named tuple"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_no_game_is_refused(wrong: str) -> None:
    given, said = WRONG[wrong]
    before = game_names()
    with pytest.raises(lm.InputError, match=f"^{said}"):
        lm.register(given)
    assert game_names() == before


def test_what_is_missing_is_named() -> None:
    class Bare(lm.Game):
        name = "bare"

    Bare.__abstractmethods__ = frozenset()
    bare: Any = Bare
    with pytest.raises(lm.InputError, match=r"^title: missing in .*Bare; accepted: a string"):
        lm.register(bare)


def test_threads_register_at_once() -> None:
    """Of many classes of one name one wins; of many names all are kept."""
    rivals, others = [fresh_game() for _ in range(16)], [fresh_game(f"ebb-{n}") for n in range(16)]
    for n, other in enumerate(others):
        other.example = {"game": f"ebb-{n}"}

    def attempt(kind: Any) -> bool:
        try:
            return lm.register(kind) is kind
        except lm.InputError:
            return False

    with ThreadPoolExecutor(8) as pool:
        won = list(pool.map(attempt, [kind for pair in zip(rivals, others, strict=True) for kind in pair]))
    assert sum(won[::2]) == 1
    assert all(won[1::2])
    assert type(lm.parse(PATH).position) is rivals[won[::2].index(True)]
    assert {f"ebb-{n}" for n in range(16)} | {"ebb"} <= set(game_names())
