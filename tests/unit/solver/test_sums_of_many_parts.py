"""Sums of many parts: nobody looks for the length of a game with more positions than may be visited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from lastmove.core.play import PlayName
from lastmove.play import opponent as opponents
from lastmove.play.opponent import Opponent

if TYPE_CHECKING:
    from collections.abc import Callable

KINDS: dict[str, Callable[[int], list[Any]]] = {
    "lost": lambda count: [lm.Nim([1])] * (count // 2 * 2),
    "won": lambda count: [lm.Nim([2]), *[lm.Nim([1])] * (count // 2 * 2)],
    "sums within": lambda count: [lm.Sum([lm.Nim([1])] * (count // 2)), lm.Sum([lm.Octal("0.77", [1])] * (count // 2))],
    "some are over": lambda count: [lm.Nim([0])] * 50 + [lm.Nim([1])] * count,
}


@pytest.mark.parametrize("kind", KINDS)
def test_no_length_is_looked_for_among_too_many_positions(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents._Lengths, "remoteness", lambda *_: pytest.fail("a search that cannot end"))
    choice = Opponent().choose(lm.Sum(KINDS[kind](40)))
    assert choice.outcome is not lm.Outcome.UNKNOWN
    assert choice.moves_left is None


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("count", [2, 6, 8, 10, 12])
def test_the_choice_and_the_words_are_what_they_were(
    kind: str, play: PlayName, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opponents, "LENGTH_STEPS", 300)
    position = lm.Sum(KINDS[kind](count))

    def said() -> tuple[Any, str]:
        return Opponent(play).choose(position), str(lm.explain(position, play=play)).partition("seconds")[0]

    found = said()
    monkeypatch.setattr(opponents, "_live_parts", lambda _: 0)
    assert said() == found
