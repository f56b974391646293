"""Every position of every game can be seen, and every move finds its places in what is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest

import lastmove as lm
from contract.test_games import below, positions
from lastmove.core.view import GraphView, HeapsView, MoveView, SumView, TextView, view_move, view_of
from lastmove.games import GAMES, game_class

if TYPE_CHECKING:
    from lastmove.core.view import View


def fits(view: View, move: MoveView) -> None:
    """A move names places that are there, and takes tokens from a place that has them."""
    assert move.text
    if isinstance(view, SumView):
        assert move.part is not None
        assert move.inner is not None
        fits(view.parts[move.part], move.inner)
    elif isinstance(view, GraphView):
        _fits_graph(view, move)
    elif isinstance(view, HeapsView):
        assert move.lowers is not None
        place = view.place(move.lowers)
        assert place is not None
        assert sum(move.leaves) < view.heaps[place] or (sum(move.leaves) == view.heaps[place] and len(move.leaves) > 1)
        if view.circular:
            assert place == view.current
            assert move.to is None or view.place(move.to) is not None


def _fits_graph(view: GraphView, move: MoveView) -> None:
    if not view.has_token:
        chosen = [view.place(key) for key in move.chooses]
        assert None not in chosen
        assert (move.to, move.lowers, view.token) == (None, None, None)
        if move.edge is not None:
            assert set(chosen) == {view.edges[move.edge].tail, view.edges[move.edge].head}
        return
    assert view.token is not None, "a position with moves has a token"
    if move.lowers is not None:
        place = view.place(move.lowers)
        assert place is not None
        weight = view.nodes[place].weight
        assert weight is not None
        assert len(move.leaves) == 1
        assert 0 <= move.leaves[0] < weight
    if move.to is not None:
        to = view.place(move.to)
        assert to is not None
        edge = view.edge_to(to) if move.edge is None else move.edge
        if edge is None:
            assert to == view.token, "the token goes along an edge or stays"
        else:
            ends = view.lines[edge]
            assert (ends.tail, ends.head) in {(view.token, to), (to, view.token)}
            assert not view.directed or ends.tail == view.token
            if ends.weight is not None:
                assert len(move.leaves) == 1
                assert 0 <= move.leaves[0] < ends.weight


@pytest.mark.parametrize("game", GAMES)
def test_every_position_has_a_view(game: str) -> None:
    over = 0
    for start in positions(game):
        for position in below(start)[:60]:
            view = view_of(position)
            assert not isinstance(view, TextView)
            assert view == position.view()
            assert hash(view) == hash(position.view())
            moves = [view_move(position, move) for move in position.moves()]
            over += not moves
            for move in moves:
                fits(view, move)
            _shows(view, position)
    assert over, "finished positions were among them"


def _shows(view: View, position: Any) -> None:
    """The view says of the board what the position says."""
    if isinstance(view, GraphView):
        assert [node.key for node in view.nodes] == list(position.graph.vertices)
        assert [(edge.tail, edge.head) for edge in view.edges] == list(position.graph.ends())
        assert view.directed == position.graph.directed
        assert view.has_token == hasattr(position, "start")
        if view.has_token:
            token = None if view.token is None else view.nodes[view.token].key
            assert token == (None if position.start in (None, lm.OVER) else position.start)
        weights = getattr(position, "weights", None)
        weighted = view.edges if position.name == "edge-nimg" else view.nodes
        assert weights is None or weights == tuple(each.weight for each in weighted)
    elif isinstance(view, HeapsView):
        assert view.heaps == position.heaps
        if view.circular:
            assert view.current == (None if position.start in (None, lm.OVER) else position.start)


@pytest.mark.parametrize("game", [game for game in GAMES if "start" in game_class(game).fields])
def test_starts_are_places(game: str) -> None:
    for start in positions(game):
        if start.start is lm.OVER:
            continue
        board = lm.parse({k: v for k, v in lm.position_to_json(start).items() if k != "start"}).position
        view = cast("GraphView | HeapsView", view_of(board))
        starts = board.starts()  # type: ignore[attr-defined]
        places = [view.place(key) for key in starts]
        assert None not in places
        assert len(set(places)) == len(starts)


def test_a_game_of_ones_own_is_seen_as_text() -> None:
    class Plain:
        def moves(self) -> tuple[str, ...]:
            return ("on",)

        def after(self, move: str) -> Plain:
            raise AssertionError(move)

        def __repr__(self) -> str:
            return "Plain(\x1b[31m)"

    position = Plain()
    assert view_of(position) == TextView("Plain(\\x1b[31m)")
    assert view_move(position, "on") == MoveView("'on'")
    total = lm.Sum([position, lm.Nim([2])])
    assert view_of(total) == SumView((TextView("Plain(\\x1b[31m)"), HeapsView((2,))))


def test_names_are_safe_and_weights_may_be_huge() -> None:
    board = lm.NimGRM([("a\x00\n", "b")], [10**5000, 0], start="b")
    view = board.view()
    assert [node.name for node in view.nodes] == ["a\\x00\\n", "b"]
    assert view.nodes[0].weight == 10**5000
    assert view.place("nowhere") is None


def test_edges_of_edge_geography_are_numbered_as_they_stand_now() -> None:
    from lastmove.games.moves import SlideOver

    start = lm.EdgeGeography([("a", "b"), ("b", "a"), ("a", "b")], start="a")
    position = start.after(SlideOver("b", 1))
    view = position.view()
    assert len(view.edges) == 2
    assert view_move(position, SlideOver("a", 1)).edge == 1
    assert view.edge_to(0) == 0
