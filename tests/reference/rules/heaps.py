"""Nim, subtraction games and octal games: heaps in a row."""

from __future__ import annotations

from reference.rules.game import Json

__all__ = ["Heaps", "Nim", "Octal", "Subtraction"]

Heaps = tuple[int, ...]


class Nim:
    """Lower one heap."""

    def moves(self, state: Heaps) -> list[tuple[Json, Heaps]]:
        return [
            ({"heap": i, "remaining": k}, (*state[:i], k, *state[i + 1 :]))
            for i, heap in enumerate(state)
            for k in range(heap)
        ]

    def to_json(self, state: Heaps) -> Json:
        return {"game": "nim", "heaps": list(state)}


class Subtraction:
    """Take from one heap a number of tokens that is in the set."""

    def __init__(self, takes: list[int]) -> None:
        if any(take < 1 for take in takes):
            raise ValueError("a subtraction set has numbers >= 1")
        self.takes = sorted(set(takes))

    def moves(self, state: Heaps) -> list[tuple[Json, Heaps]]:
        return [
            ({"heap": i, "remaining": heap - take}, (*state[:i], heap - take, *state[i + 1 :]))
            for i, heap in enumerate(state)
            for take in self.takes
            if take <= heap
        ]

    def to_json(self, state: Heaps) -> Json:
        return {"game": "subtraction", "set": list(self.takes), "heaps": list(state)}


class Octal:
    """Digit number k of the code says what may be left of a heap from which k tokens are removed."""

    def __init__(self, code: str) -> None:
        before, after = code.split(".")
        self.code = code
        self.digits = [int(before)] + [int(digit) for digit in after]
        if self.digits[0] not in (0, 4) or any(digit > 7 for digit in self.digits):
            raise ValueError(f"not an octal code: {code}")

    def leaves(self, heap: int) -> list[list[int]]:
        """Everything one move can leave of one heap."""
        found: list[list[int]] = []
        for removed, digit in enumerate(self.digits):
            rest = heap - removed
            if digit in (1, 3, 5, 7) and rest == 0:  # may leave nothing
                found.append([])
            if digit in (2, 3, 6, 7) and rest >= 1:  # may leave one heap
                found.append([rest])
            if digit in (4, 5, 6, 7):  # may leave two heaps, neither of them empty
                found.extend([rest - small, small] for small in range(1, rest) if small <= rest - small)
        return found

    def moves(self, state: Heaps) -> list[tuple[Json, Heaps]]:
        return [
            ({"heap": i, "leaves": leaves}, (*state[:i], *leaves, *state[i + 1 :]))
            for i, heap in enumerate(state)
            for leaves in self.leaves(heap)
        ]

    def to_json(self, state: Heaps) -> Json:
        return {"game": "octal", "code": self.code, "heaps": list(state)}
