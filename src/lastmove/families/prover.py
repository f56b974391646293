"""The search for a proof of a family: by types or by matchings and, where they may decide, by halves or rings.

What knows of halves and rings is loaded where they may decide.
"""

from __future__ import annotations

from contextlib import suppress
from math import inf
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, LimitReached
from lastmove.core.play import Play
from lastmove.core.solution import LimitReason
from lastmove.families import FIRST_POSITIONS, LEAST_ROWS, MOST_MATCHED_PORTS, SHARE
from lastmove.families.by_matchings import FamilyByMatchings, MatchingTypes
from lastmove.families.by_types import FamilyByTypes
from lastmove.families.question import work_of
from lastmove.families.strips import Strip, halves_decide, ring_steps
from lastmove.parts import MOST_PORTS
from lastmove.parts.cores import ports_close
from lastmove.parts.types import Types

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastmove.core.limits import Meter
    from lastmove.families.question import FamilyQuestion, ProvedFamily, Questions


class Prover:
    """What is known of a family so far, and the way on; :class:`~lastmove.families.family.FamilyAnswer` says it."""

    def __init__(self, asked: FamilyQuestion, questions: Questions) -> None:
        self.asked, self.questions = asked, questions
        self.proof: ProvedFamily = _no_columns(asked, questions)
        self.n_starts: dict[int, int] = {}
        self.stopped: LimitReason | None = None
        self.positions, self.seconds = 0, 0.0

    def work(self) -> Prover:
        """Go on until the proof is complete and enough members are counted, or a limit is spent."""
        meter = limit = None
        try:
            with self.questions.within() as meter:
                self._find()
                self._count(max(LEAST_ROWS, self.proof.preperiod + 2 * self.proof.period))
        except LimitReached as stop:
            limit = stop.limit
        self.positions, self.seconds = work_of(meter)
        self.stopped = None if limit is None else LimitReason(limit, self.positions, self.seconds)
        return self

    def _find(self) -> None:
        """Rings where they may decide; else types, and where halves may decide a kept proof, some types, and halves."""
        columns, game, _, weight = self.asked
        if game == "vertex-geography" and len(ring_steps(columns) or ()) > 1:
            self._go_round()
            return
        growing = self.proof
        assert isinstance(growing, FamilyByTypes)
        if isinstance(growing.types, Types) and halves_decide(columns, game, weight):
            types = (lambda _: self.grow(growing), FIRST_POSITIONS, 1.0)
            for work, positions, share in ((self._recall, inf, SHARE), types, (self._halve, inf, SHARE)):
                if self._tried(work, positions, share) and self.proof.closed:
                    return
        self.grow(growing)

    def _tried(self, work: Callable[[Meter], None], positions: float, share: float) -> bool:
        """Whether work is done within a part of what the question may spend; LimitReached if all of that is spent."""
        with self.questions.within() as whole:
            with suppress(LimitReached), self.questions.first_try(positions, share) as part:
                work(part)
                return True
            whole.check()
            return False

    def _recall(self, _: Meter) -> None:
        from lastmove.families.by_halves import kept_halves

        self.proof = kept_halves(self.asked) or self.proof

    def _halve(self, meter: Meter) -> None:
        from lastmove.families.by_halves import HalfStrips

        columns, _, play, weight = self.asked
        self.proof = HalfStrips(columns, misere=play is Play.MISERE, weight=weight, spend=meter.spend).settle()

    def _go_round(self) -> None:
        from lastmove.families.by_rings import Rings, kept_rings

        columns, _, play, _ = self.asked
        with self.questions.within() as meter:
            kept = kept_rings(columns, play)
            if kept is not None:
                self.proof = kept
                return
            self.proof = rings = Rings(columns, misere=play is Play.MISERE, spend=meter.spend)
            self.proof = rings.settle(self._count)

    def grow(self, growing: FamilyByTypes) -> None:
        """Let the parts grow until their types come back."""
        while not growing.closed:
            growing.grow()
            self._count(growing.reached)

    def _count(self, last: int) -> None:
        last = last if self.proof.closed else min(last, LEAST_ROWS)
        for n in range(self.asked.columns.least + len(self.n_starts), last + 1):
            self.n_starts[n] = self.proof.winners(n)


def _no_columns(asked: FamilyQuestion, questions: Questions) -> FamilyByTypes:
    """Parts of no columns; an InputError if a part would have too many ports.

    Their types are those by matchings where matchings say who wins and the ports are not too many; else they are those
    of the rules of the game.
    """
    columns, game, play, _ = asked
    matched = MatchingTypes(tick=questions.tick)
    strip = Strip(columns, game, matched)
    ports = [len(each.right_keys()) for each in (strip, strip.mirrored())]
    most = sum(ports) if columns.closed else max(ports)
    if most > MOST_PORTS:
        named = f"a part of {columns.name} has {most:,} ports"
        raise InputError("family", f"{named}; accepted: at most {MOST_PORTS}")
    undirected_normal = game == "vertex-geography" and play is Play.NORMAL and not columns.directed
    if undirected_normal and most <= MOST_MATCHED_PORTS:
        return FamilyByMatchings(asked, matched, questions.left)
    misere = play is Play.MISERE
    types = Types(misere=misere, ports_close=ports_close(game), tick=questions.tick, look=questions.look)
    return FamilyByTypes(asked, types, questions.left)
