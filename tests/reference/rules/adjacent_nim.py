"""Adjacent Nim: heaps in a cycle."""

from __future__ import annotations

from reference.rules.game import Json
from reference.rules.heaps import Heaps

__all__ = ["AdjacentNim", "read_adjacent_nim"]


class AdjacentNim:
    """Lower the current heap; the next non-empty heap of the cycle becomes current. State: heaps, current."""

    def moves(self, state: tuple[Heaps, int | None]) -> list[tuple[Json, tuple[Heaps, int | None]]]:
        heaps, current = state
        if current is None:
            return []
        found: list[tuple[Json, tuple[Heaps, int | None]]] = []
        for k in range(heaps[current]):
            lowered = (*heaps[:current], k, *heaps[current + 1 :])
            found.append(({"remaining": k}, (lowered, self.next_heap(lowered, current))))
        return found

    @staticmethod
    def next_heap(heaps: Heaps, current: int) -> int | None:
        """The first non-empty heap after the current one (at last the current one itself), or None."""
        around = [*range(current + 1, len(heaps)), *range(current + 1)]
        return next((i for i in around if heaps[i] > 0), None)

    def to_json(self, state: tuple[Heaps, int | None]) -> Json:
        heaps, current = state
        return {"game": "adjacent-nim", "heaps": list(heaps), "start": current}


def read_adjacent_nim(position: Json) -> tuple[Heaps, int | None]:
    """Heaps and current heap; with all heaps 0 the game is over, wherever the start is."""
    heaps: Heaps = tuple(position["heaps"])
    if not any(heaps):
        return heaps, None
    start: int | None = position["start"]
    if start is None or heaps[start] == 0:
        raise ValueError("the start must be on a non-empty heap")
    return heaps, start
