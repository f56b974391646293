"""The types of what ``to_json()`` of answers gives, for type checkers: the answer objects of the reference."""

from __future__ import annotations

from typing import Any, Literal, Required, TypedDict

MoveJson = Any
"""A move: an object with the fields that its game has; of a game of one's own, whatever stands for its moves."""


class ReasonJson(TypedDict, total=False):
    """Why an answer holds, or what stopped it; ``kind`` says which of the other fields are there."""

    kind: Required[Literal["theorem", "search", "parts", "family", "limit"]]
    source: str
    number: str
    known_as: str
    text: str
    positions: int
    seconds: float
    bags: int
    ports: int
    types: int
    family: str
    n: int
    preperiod: int | None
    period: int | None
    limit: str
    count: int


class MoveValueJson(TypedDict):
    """A legal move, and what it leads to."""

    move: MoveJson
    outcome: Literal["N", "P", "unknown"]
    remoteness: int | None


class AnswerJson(TypedDict, total=False):
    """The answer about one position."""

    id: Any
    outcome: Required[Literal["N", "P", "unknown"]]
    move: MoveJson | None
    reason: Required[ReasonJson]
    winning_moves: list[MoveJson]
    winning_moves_total: int
    undecided_moves: list[MoveJson]
    remoteness: int | None
    values: list[MoveValueJson]
    values_complete: bool
    position: dict[str, Any]
    certificate: dict[str, Any] | None
    certificate_note: str
    move_certificate: dict[str, Any]


class OutcomesJson(TypedDict, total=False):
    """The answer about every start of a board; starts are written as texts."""

    id: Any
    outcomes: Required[dict[str, Literal["N", "P", "unknown"]]]
    moves: Required[dict[str, MoveJson | None]]
    reasons: Required[list[ReasonJson]]
    winning_moves: dict[str, list[MoveJson]]
    winning_moves_total: dict[str, int]
    undecided_moves: dict[str, list[MoveJson]]
    position: dict[str, Any]
    certificate: dict[str, Any] | None
    certificate_note: str
