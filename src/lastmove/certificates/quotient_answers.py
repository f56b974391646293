"""Answers of ``lastmove quotient`` held against their certificates: relations, P-portion, Phi, period and growth."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from lastmove.certificates.answers import Verified
from lastmove.certificates.kinds import certificate_from_json
from lastmove.certificates.quotient import Quotient
from lastmove.certificates.untrusted import Budget
from lastmove.core.errors import InputError, Refuted, is_integer, most_digits, show_json
from lastmove.core.limits import look, watched
from lastmove.games.notation import parse
from lastmove.games.octal import Octal
from lastmove.games.subtraction import Subtraction
from lastmove.games.sum import Sum

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lastmove.certificates.outcome_monoids import CheckedMonoid
    from lastmove.certificates.quotient import CheckedQuotient

    Powers = tuple[int, ...]

__all__ = ["check_quotient"]

_LETTER = re.compile(r"[A-Za-z][0-9]*")
_FACTOR = re.compile(r"([A-Za-z][0-9]*)(?:\^([0-9]{1,4}))?")
_SET = re.compile(r"\{([0-9]+(?:, ?[0-9]+)*)\}")


def check_quotient(answer: Mapping[str, Any]) -> Verified:
    """Verify the answer of ``lastmove quotient --certificate``, without solving.

    Raises
    ------
    Refuted
        If the certificate does not prove it, or a field says something else than the certificate.
    InputError
        If the answer names no game or positions that can be read, or has no certificate.
    """
    if answer.get("certificate") is None:
        raise InputError("certificate", "missing; `lastmove quotient --certificate` writes one where it is proved")
    certificate = certificate_from_json(answer["certificate"])
    if not isinstance(certificate, Quotient):
        raise Refuted(f"a certificate of kind {certificate.kind!r} does not show a quotient")
    _same(answer, "status", "proved")
    if "code" in answer:
        checked, phi = _heap_game(answer, certificate)
    else:
        checked, phi = _positions(answer, certificate)
    order, lost = checked.monoid.order, checked.monoid.lost
    _same(answer, "order", order)
    _same(answer, "p_order", len(lost))
    _same(answer, "tame", _is_tame(checked.monoid))
    if "code" in answer:
        _same(answer, "growth", _growth(checked.monoid, phi))
    words = _Words(checked, [step[0] for step in certificate.steps], answer.get("presentation"))
    if [words.element(word) for word in watched(_listed(answer, "phi"))] != phi:
        raise Refuted("phi: this is not what the certificate shows")
    if sorted(words.element(word) for word in _listed(answer, "p_portion")) != sorted(lost):
        raise Refuted("p_portion: these are not the lost elements of the certificate")
    return Verified({"order": order, "p_order": len(lost)}, f"a misère quotient of {order:,} elements")


def _heap_game(answer: Mapping[str, Any], certificate: Quotient) -> tuple[CheckedQuotient, list[int]]:
    code, heap = answer["code"], answer.get("heap")
    if type(heap) is not int or heap < 0:
        raise InputError("heap", f"{show_json(heap)}; accepted: an integer >= 0")
    amounts = _SET.fullmatch(code) if isinstance(code, str) else None
    position: Octal | Subtraction = Octal(code, [heap]) if amounts is None else _taking(amounts[1], heap)
    checked = certificate.checked(position)
    table = certificate.heaps[0] if len(certificate.heaps) == 1 else None
    _same(answer, "period", None if table is None else table.period)
    _same(answer, "preperiod", None if table is None else table.preperiod)
    if len(_listed(answer, "phi")) != heap + 1:
        raise Refuted(f"phi: it does not have an element for each heap from 0 to {heap}")
    if table is None or table.value(heap) is None:
        raise Refuted(f"the certificate does not speak of all heaps up to {heap}")
    return checked, [table.value(size) or 0 for size in watched(range(heap + 1))]


def _taking(amounts: str, heap: int) -> Subtraction:
    words = [word.strip() for word in amounts.split(",")]
    if not all(map(is_integer, words)):
        raise InputError(
            "code", f"{show_json(f'{{{amounts}}}')}; accepted: amounts of at most {most_digits():,} digits"
        )
    return Subtraction([int(word) for word in words], [heap])


def _positions(answer: Mapping[str, Any], certificate: Quotient) -> tuple[CheckedQuotient, list[int]]:
    listed = _listed(answer, "positions")
    if not listed:
        raise InputError("positions", "there are none")
    parts = [parse(each).position for each in listed]
    if len(parts) == 1:
        checked = certificate.checked(parts[0])
        return checked, [checked.element(checked.root)]
    checked = certificate.checked(Sum(parts))
    return checked, [checked.element_of(part, ((), number)) for number, part in enumerate(parts)]


def _is_tame(monoid: CheckedMonoid) -> bool:
    """Whether this is the quotient of Nim with heaps up to some size.

    It is {1, a}, where a is lost and its square is 1; and, once there are heaps of 2, beside it a group in which every
    square is the identity, and that identity is lost.
    """
    squares = [monoid.times(element)[element] for element in range(monoid.order)]
    units = [element for element in range(monoid.order) if 0 in monoid.times(element)]
    rest = [element for element in range(monoid.order) if element not in units]
    if len(units) != 2:
        return monoid.order == 1
    if squares[units[1]] != 0 or not rest:
        return not rest and monoid.lost == {units[1]}
    identity = squares[rest[0]]
    whole = all(squares[each] == identity and monoid.times(identity)[each] == each for each in rest)
    return whole and len(rest) >= 4 and monoid.lost == {units[1], identity}


def _growth(monoid: CheckedMonoid, phi: list[int]) -> list[list[int]]:
    """The heaps at which the quotient changes, with its elements and those that are lost.

    The quotient of the smaller heaps consists of their products, those made one that none of them tells apart.
    """
    found: list[list[int]] = []
    made, last = {0}, [1, 0]
    for heap, element in enumerate(watched(phi)):
        if element in made:
            continue
        newest = made
        while newest:
            newest = {monoid.times(element)[each] for each in newest} - made
            made = made | newest
        inside = sorted(made)
        patterns = {bytes(monoid.times(x)[z] in monoid.lost for z in inside) for x in watched(inside, 16)}
        now = [len(patterns), sum(pattern[0] for pattern in patterns)]
        if now != last:
            found.append([heap, *now])
            last = now
    return found


def _same(answer: Mapping[str, Any], field: str, value: object) -> None:
    said = answer.get(field)
    if type(said) is not type(value) or said != value:
        raise Refuted(f"{field}: {show_json(said)}; the certificate shows {show_json(value)}")


def _listed(answer: Mapping[str, Any], field: str) -> list[Any]:
    found = answer.get(field)
    if not isinstance(found, list):
        raise Refuted(f"{field}: {show_json(found)}; accepted: an array")
    return found


class _Words:
    """Words in the generators, once the presentation is known to be one of the monoid.

    Each relation holds and takes a word to a smaller one, and no more words than elements are free of left sides: so
    the relations leave at most as many elements as there are.
    """

    def __init__(self, checked: CheckedQuotient, generators: list[int], raw: object) -> None:
        if not isinstance(raw, dict):
            raise Refuted(f"presentation: {show_json(raw)}; accepted: an object with generators and relations")
        letters = _listed(raw, "generators")
        proper = all(isinstance(each, str) and _LETTER.fullmatch(each) for each in letters)
        if not proper or len(set(letters)) != len(letters) or len(letters) != len(generators):
            raise Refuted("presentation: the generators are not those of the certificate")
        self._monoid = checked.monoid
        self._letters: list[str] = letters
        self._elements = dict(zip(letters, generators, strict=True))
        self._known: dict[str, int] = {}
        sides = []
        for relation in _listed(raw, "relations"):
            left, middle, right = relation.partition(" = ") if isinstance(relation, str) else ("", "", "")
            if not middle or self.element(left) != self.element(right):
                raise Refuted(f"presentation: {show_json(relation)} does not hold")
            if _size(self._powers(left)) <= _size(self._powers(right)):
                raise Refuted(f"presentation: {show_json(relation)} makes no word smaller")
            sides.append(self._powers(left))
        self._check_complete(sides)

    def element(self, word: object) -> int:
        """The element that a word stands for."""
        if not isinstance(word, str):
            raise Refuted(f"{show_json(word)} is no word")
        if word not in self._known:
            look()
            powers = zip(self._elements.values(), self._powers(word), strict=True)
            self._known[word] = self._monoid.product(self._monoid.power(element, n) for element, n in powers)
        return self._known[word]

    def _powers(self, word: str) -> Powers:
        found = dict.fromkeys(self._letters, 0)
        factors = _FACTOR.findall(word)
        if "".join(name + (f"^{power}" if power else "") for name, power in factors) != word and word != "1":
            raise Refuted(f"{show_json(word)} is no word")
        for name, power in factors if word != "1" else ():
            if name not in found:
                raise Refuted(f"{show_json(word)} is no word in the generators")
            found[name] += int(power or 1)
        return tuple(found.values())

    def _check_complete(self, sides: list[Powers]) -> None:
        budget, start = Budget(), (0,) * len(self._letters)
        free = {start}
        waiting = [start]
        for powers in waiting:  # it grows
            for place in range(len(powers)):
                budget.spend(1 + len(sides) * (1 + len(powers) // 8))
                more = (*powers[:place], powers[place] + 1, *powers[place + 1 :])
                if more not in free and not any(all(map(int.__ge__, more, side)) for side in sides):
                    free.add(more)
                    waiting.append(more)
            if len(free) > self._monoid.order:
                raise Refuted("presentation: the relations leave more elements than there are")


def _size(powers: Powers) -> tuple[int, Powers]:
    return sum(powers), tuple(-power for power in powers)
