"""Parts: bags of vertices along whose cuts a board comes apart; the check composes the parts, bag by bag.

The certificate names the bags and how they hang together. The check holds that against the edges of the board, and then
finds out who wins from the rules alone: the type of the part behind each bag, as its neighbour sees it, and the play in
a bag between the parts around it. ``docs/families.md`` has the proof that this is sound.
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
from lastmove.parts.boards import BagBoard, graph_game
from lastmove.parts.check_types import Play as Played
from lastmove.parts.check_types import Truths
from lastmove.parts.cores import CORES, ports_close
from lastmove.parts.partitions import TreePartition

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

    from lastmove.certificates.certificate import Body
    from lastmove.core.play import Play
    from lastmove.parts.boards import GraphGame


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

    def _token(self, position: Any, play: Play) -> tuple[int, _Check]:
        if getattr(position, "start", None) in (None, OVER):
            raise Refuted("there is no token")
        check = _Check(self, position, play)
        v = position.graph.index(position.start)
        if v not in check.cuts.home:
            raise Refuted("the token is in no bag")
        return v, check

    def outcomes(self, board: Any, play: Play) -> bytes:
        check = _Check(self, board, play)
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


class _Check:
    """A board with the bags of a certificate, once they are known to fit."""

    def __init__(self, claimed: Parts, position: Any, play: Play) -> None:
        if getattr(position, "name", None) not in CORES:
            raise Refuted(f"parts: accepted: positions of {', '.join(CORES)}")
        board = graph_game(position)
        partition = _fitting(claimed, board)
        self.truths = Truths(
            misere=play.wins_when_stuck, closing=ports_close(board.game), budget=Budget(MOST_LONG_STEPS)
        )
        self.cuts = BagBoard(board, partition, self.truths)
        self.text = f"the board comes apart into {len(partition.bags):,} bags, and the parts between them were composed"
        self._played: dict[Any, Played] = {}

    def _play(self, v: int) -> tuple[Played, tuple[int, ...]]:
        core, wiring, children = self.cuts.around(self.cuts.home[v])
        return self._played.setdefault(wiring, Played(self.truths, core)), children

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
                return self.truths.misere if w is None else play.token(state, children, w) is True
        return None


def _fitting(claimed: Parts, board: GraphGame) -> TreePartition:
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
