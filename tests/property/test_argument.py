"""Every sentence of an argument that can be held against the law, held against it."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lastmove as lm
from effort import tries
from lastmove.core.limits import Meter
from lastmove.core.play import PlayName
from lastmove.core.position import components_of
from lastmove.core.solution import TheoremReason
from lastmove.explanations.argument import Argument
from lastmove.explanations.explain import argue
from lastmove.explanations.wording import LineGroup, LineOfPlay, grouped
from lastmove.games import GAMES, game_class
from lastmove.search.plain import PlainSearch
from samples import random_problem

PLAYS = ("normal", "misere")


def positions(game: str, count: int) -> list[Any]:
    rng = random.Random(f"argument {game}")
    found = [lm.parse(dict(game_class(game).example)).position]
    return found + [lm.parse(random_problem(game, rng)).position for _ in range(count)]


def check(argument: Argument, law: PlainSearch) -> None:
    position = argument.problem.position
    moves = list(position.moves())
    assert (argument.outcome is lm.Outcome.N) == law.wins(position)
    if argument.move is not None:
        assert argument.left is not None
        assert argument.move in moves
        assert argument.left.position == position.after(argument.move)
        assert not law.wins(argument.left.position)
        winning = [move for move in moves if not law.wins(position.after(move))]
        assert argument.winning == len(winning)
        assert {argument.move, *argument.others} <= set(winning)
    check_exchanges(argument, law)
    check_contrast(argument, law)
    check_line(argument, law)
    check_values(argument)


def check_exchanges(argument: Argument, law: PlainSearch) -> None:
    exchanges, position = argument.exchanges, argument.problem.position
    if exchanges is None:
        assert not list(position.moves())
        return
    at = position if argument.left is None else argument.left.position
    assert exchanges.position == at
    assert [move for move, _ in exchanges.listed] == list(at.moves())
    assert exchanges.total == len(exchanges.listed)
    for move, answer in exchanges.listed:
        after: Any = at.after(move)
        if answer is None:
            assert law.play.wins_when_stuck
            assert not list(after.moves())
        else:
            assert answer in list(after.moves())
            assert not law.wins(after.after(answer))


def check_contrast(argument: Argument, law: PlainSearch) -> None:
    contrast, position = argument.contrast, argument.problem.position
    assert (contrast is not None) == law.play.wins_when_stuck
    if contrast is None:
        return
    normal = PlainSearch(lm.Play.NORMAL, Meter())
    assert (contrast.outcome is lm.Outcome.N) == normal.wins(position)
    if contrast.move is not None:
        there = position.after(contrast.move)
        assert not normal.wins(there)
        assert contrast.here is lm.Outcome.for_mover(law.wins(there))
        if contrast.refutation is not None:
            assert not law.wins(there.after(contrast.refutation))


def check_line(argument: Argument, law: PlainSearch) -> None:
    position = argument.problem.position
    wins = law.wins(position)
    for number, move in enumerate(argument.line):
        assert move in list(position.moves())
        position = position.after(move)
        assert law.wins(position) == (wins if number % 2 else not wins), "best play keeps the outcome"
    assert argument.moves_left is not None
    assert argument.moves_left - len(argument.line) == law.remoteness(position)


def check_values(argument: Argument) -> None:
    if argument.values is None:
        return
    position = argument.problem.position
    assert argument.values.nim_sum == lm.grundy(position)
    for each, component in zip(argument.values.components, components_of(position), strict=True):
        assert (each.normal, each.misere) == (lm.grundy(component), lm.misere_grundy(component))


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize("game", GAMES)
def test_every_move_and_answer_is_legal_and_right(game: str, play: PlayName) -> None:
    for position in positions(game, tries(12, quick=5)):
        argument = lm.explain(position, play)
        check(argument, PlainSearch(lm.Play.of(play), Meter()))
        text = str(argument)
        assert argument.to_markdown().count("\n#") == len(argument.sections()) - 1
        assert "You win" in text or "You lose" in text or "you win" in text or "you lose" in text
        if isinstance(argument.reason, TheoremReason):
            assert argument.reason.name in text.replace("\n  ", " ")
        assert json.loads(json.dumps(argument.to_json()))["outcome"] == argument.outcome.value


@settings(deadline=None, max_examples=tries(40))
@given(st.lists(st.integers(0, 6), max_size=4), st.sampled_from(PLAYS))
def test_nim(heaps: list[int], play: PlayName) -> None:
    check(lm.explain(lm.Nim(heaps), play), PlainSearch(lm.Play.of(play), Meter()))


@given(st.data())
def test_a_group_stands_for_exactly_its_lines(data: st.DataObject) -> None:
    number = st.integers(0, 6)
    rows = data.draw(st.lists(st.tuples(number, number, number, number), max_size=40, unique_by=lambda row: row[:2]))
    lines = [LineOfPlay(f"lower heap {a} from 7 to {b}", f"lower heap {c} from 7 to {d}") for a, b, c, d in rows]
    found: list[LineOfPlay] = []
    for group in grouped(lines):
        found += expanded(group)
    assert sorted(found) == sorted(lines)


def expanded(group: LineGroup) -> list[LineOfPlay]:
    if not group.values:
        return [LineOfPlay(group.move, group.answer)]
    assert len(group.values) >= 3
    return [LineOfPlay(group.move.replace("k", str(k)), group.answer.replace("k", str(k))) for k in group.values]


def test_mirror_play_is_one_line() -> None:
    groups = grouped([LineOfPlay(f"lower heap 0 from 5 to {k}", f"lower heap 1 from 5 to {k}") for k in range(5)])
    assert groups == [LineGroup("lower heap 0 from 5 to k", "lower heap 1 from 5 to k", (0, 1, 2, 3, 4))]
    assert groups[0].range == "k = 0, ..., 4"


def test_misere_play_shows_where_the_nim_sum_misleads() -> None:
    text = " ".join(str(lm.explain(lm.Nim([1, 1, 1]), "misere")).split())
    assert "In misère play that is wrong here: the player to move loses." in text
    move = " ".join(str(lm.explain(lm.Nim([1, 2]), "misere")).split())
    assert "In normal play one would take 1 from heap 2 (2 -> 1). Here that loses: your opponent answers: " in move


def test_unknown_says_what_was_tried() -> None:
    board = lm.VertexGeography(lm.graphs.named("random-regular:3,60", seed=1), start=0)
    argument = lm.explain(board, "misere", limits=lm.Limits(positions=500))
    assert argument.outcome is lm.Outcome.UNKNOWN
    text = " ".join(str(argument).split())
    assert "Not known" in text
    assert "folklore trees" in text
    assert "The positions limit was reached after 500 positions" in text
    assert "move" not in argument.to_json()


def test_replies_that_were_not_reached_are_left_out_and_counted() -> None:
    position = lm.AdjacentNim([3, 2, 4, 3, 2, 5], start=0)
    whole = lm.explain(position)
    cut = argue(whole.solution, lm.Limits(positions=0))
    assert whole.exchanges is not None
    assert cut.exchanges is not None
    assert cut.exchanges.stopped_by == "positions"
    assert len(cut.exchanges.listed) < len(whole.exchanges.listed) == whole.exchanges.total == cut.exchanges.total
    text = " ".join(str(cut).split())
    assert f"of {whole.exchanges.total} moves; the others lose too. The positions limit was reached" in text
    assert "Then the game is over" not in text


@pytest.mark.parametrize("play", PLAYS)
def test_huge_heaps_are_explained_at_once(play: PlayName) -> None:
    argument = lm.explain(lm.Nim([10**40, 5, 6]), play)
    assert argument.exchanges is not None
    assert argument.exchanges.total == 3 + 5 + 6
    lost = lm.explain(lm.Nim([10**40, 10**40]), play)
    assert lost.exchanges is not None
    assert lost.exchanges.total is None
    assert "of more than 10,000 moves" in str(lost)


def test_a_game_of_ones_own_is_explained() -> None:
    class Take:
        def __init__(self, left: int) -> None:
            self.left = left

        def moves(self) -> list[int]:
            return [taken for taken in (1, 2, 3) if taken <= self.left]

        def after(self, move: int) -> Take:
            return Take(self.left - move)

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Take) and other.left == self.left

        def __hash__(self) -> int:
            return hash(self.left)

        def __repr__(self) -> str:
            return f"Take({self.left})"

    argument = lm.explain(Take(6))
    assert "It leaves this: Take(4)" in str(argument)
    assert argument.to_json()["position"] == "Take(6)"


def test_markdown_takes_nothing_for_markup() -> None:
    board = lm.VertexGeography([("*a*", "b|c"), ("b|c", "<i>")], start="b|c")
    text = lm.explain(board).to_markdown()
    assert "move to \\*a\\*" in text
    assert "\\<i\\>" in text


@pytest.mark.parametrize("game", GAMES)
def test_nothing_empty_is_written_and_the_end_is_told(game: str) -> None:
    for play in ("normal", "misere"):
        argument = lm.explain(lm.parse({**game_class(game).example, "play": play}))
        written, text = argument.to_json(), " ".join(str(argument).split())
        assert all(written[name] for name in ("evidence", "tried", "line") if name in written)
        assert len(written["line"]) == written["moves_left"]  # type: ignore[arg-type]
        assert "No move is left. You" in text
        assert "And so on" not in text
