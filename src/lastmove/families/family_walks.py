"""What certificates of families share: the columns of the family, and walks through types with their return."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.certificates.untrusted import number, numbers
from lastmove.core.errors import InputError, Refuted, show_json
from lastmove.families.column_fields import columns_from_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lastmove.certificates.untrusted import Body
    from lastmove.families.columns import Columns

__all__ = ["Walk", "columns_of", "walk_of", "walks_to_json"]

Walk = tuple[tuple[int, ...], int]
"""The types of parts of 0, 1, 2, ... columns; a part with one column more has the type that stands at the number."""


def columns_of(body: Body) -> Columns:
    """The family that a certificate is about."""
    try:
        return columns_from_json(body.get("columns"))  # type: ignore[arg-type]
    except InputError as error:
        raise Refuted(f"columns: {error}") from None


def walk_of(raw: object) -> Walk:
    """The walk that an object holds; Refuted if it has the wrong form."""
    if not isinstance(raw, dict) or set(raw) != {"types", "returns"}:
        raise Refuted(f"walks: {show_json(raw)}; accepted: objects with types and returns")
    types = numbers(raw["types"], "walks")
    returns = number(raw["returns"], "walks")
    if returns >= len(types):
        raise Refuted("walks: a walk returns to a type that it does not have")
    return types, returns


def walks_to_json(walks: Iterable[Walk]) -> list[dict[str, object]]:
    """Walks, as they stand in a certificate."""
    return [{"types": list(types), "returns": returns} for types, returns in walks]
