"""Reading the weights of a path or cycle, letter by letter: of what has been read, only the type is kept.

The weights are a word; see ``families/words.py`` for its letters. A reader has a first state, a step for each letter,
and says of each state whether the player to move loses when the word ends there. Search and checker read with the same
readers, each with a store of types of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.parts.cores import ChildPort, CorePort, Door, Join, Wiring, core_of

if TYPE_CHECKING:
    from collections.abc import Hashable

    from lastmove.parts.cores import PartTypes, Playing


class PathReader:
    """Reads the weights of a path from left to right: a state is what has been read but the last letter, and that.

    Of what has been read, only the type is kept; once the token's letter has been read, only who wins.
    """

    starred = True

    def __init__(self, types: PartTypes, game: str) -> None:
        self.types, self.game = types, game
        self.first: Hashable = ("before", types.nothing(1), None)

    def step(self, state: Any, weight: int, star: bool) -> Hashable | None:
        """The state after one more letter; None where a second star makes the word senseless."""
        stage, known, last = state
        if star and (stage == "after" or (last is not None and last[1])):
            return None
        if last is None:
            return (stage, known, (weight, star))
        before, value = self._absorbed(stage, known, last)
        return (before, value, (weight, star))

    def _absorbed(self, stage: str, known: Any, last: tuple[int, bool]) -> tuple[str, Any]:
        """What has been read, the last letter included, when another will follow."""
        weight, star = last
        play, child = self._joined(stage, known, weight, door=True)
        state = play.core.start
        if stage == "after":
            return "after", play.inside(0, known, state, (child,))
        if star:
            return "after", play.token(state, (child,), 0)
        return "before", play.whole(state, (child,))

    def _joined(self, stage: str, known: Any, weight: int, *, door: bool) -> tuple[Playing, int]:
        child = known if stage == "before" else self.types.nothing(1)
        there = stage == "after" or self.types.parts[child][0] is not None
        joins = (Join(0, 0, 0),) if there else ()
        doors = (Door("next", 0),) if door else ()
        core = core_of(self.game, Wiring(1, (), False, joins, doors, (weight,)))
        return self.types.play(core, (CorePort("next"),) if door else ()), child

    @staticmethod
    def types_in(state: Any) -> tuple[int, ...]:
        """The types that a state holds."""
        stage, known, _ = state
        return (known,) if stage == "before" else ()

    def loses(self, state: Any) -> bool:
        """Whether the player to move loses when the word ends here."""
        stage, known, last = state
        if last is None or (stage == "before" and not last[1]):
            return False
        play, child = self._joined(stage, known, last[0], door=False)
        start = play.core.start
        if stage == "after":
            return not self.types.is_won(play.inside(0, known, start, (child,)))
        return not self.types.is_won(play.token(start, (child,), 0))


class CycleReader:
    """Reads the weights of a cycle from the token on: the first letter, how many came after it, and their type."""

    starred = False

    def __init__(self, types: PartTypes, game: str) -> None:
        self.types, self.game = types, game
        self.first: Hashable = None

    def step(self, state: Any, weight: int, star: bool) -> Hashable:  # noqa: ARG002
        """The state after one more letter."""
        if state is None:
            return (weight, 0, self.types.nothing(2))
        token, count, part = state
        joins = (Join(0, 0, 0),) if count else ()
        doors = (Door("right", 0), *(() if count else (Door("left", 0),)))
        core = core_of(self.game, Wiring(1, (), False, joins, doors, (weight,)))
        left = ChildPort(0, 1) if count else CorePort("left")
        longer = self.types.compose(core, (part,), (CorePort("right"), left))
        return (token, min(count + 1, 2), longer)

    @staticmethod
    def types_in(state: Any) -> tuple[int, ...]:
        """The types that a state holds."""
        return () if state is None else (state[2],)

    def loses(self, state: Any) -> bool:
        """Whether the player to move loses on the cycle of this word; it has three letters or more."""
        if state is None or state[1] < 2:
            return False
        token, _, part = state
        core = core_of(self.game, Wiring(1, (), False, (Join(0, 0, 0), Join(0, 0, 1)), (), (token,)))
        return not self.types.is_won(self.types.play(core).token(core.start, (part,), 0))


SHAPES: dict[str, type[PathReader | CycleReader]] = {"path:n": PathReader, "cycle:n": CycleReader}
