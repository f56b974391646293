"""Answers of ``lastmove quotient`` held against their certificates: relations, P-portion, Phi, period and growth."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.certificates.answer_fields import unknown_fields, verified
from lastmove.certificates.certificate import Budget, array, numbers
from lastmove.certificates.kinds import certificate_from_json
from lastmove.core.errors import InputError, Refuted, is_integer, most_digits, show, show_json
from lastmove.core.limits import look, watched
from lastmove.games.octal import Octal
from lastmove.games.subtraction import Subtraction
from lastmove.games.sum import Sum
from lastmove.heaps.check import game_of
from lastmove.notation.json import parse
from lastmove.quotients.check import CheckedQuotient, Quotient

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lastmove.certificates.answer_fields import CheckedAnswer
    from lastmove.quotients.check import CheckedMonoid

    Powers = tuple[int, ...]

_OF_HEAPS = ("code", "heap", "reached")
_OF_POSITIONS = ("positions",)
_COMPONENTS = "archimedean_components"
_FIELDS = (
    *("status", "order", "p_order", "tame", "period", "preperiod", "growth", "presentation", "p_portion", "phi"),
    *("idempotents", _COMPONENTS, "certificate"),
)

_LETTER = re.compile(r"[A-Za-z][0-9]*")
_FACTOR = re.compile(r"([A-Za-z][0-9]*)(?:\^([0-9]{1,4}))?")
_SET = re.compile(r"\{([0-9]+(?:, ?[0-9]+)*)\}")


def check_quotient(answer: Mapping[str, Any]) -> CheckedAnswer:
    """Verify the answer of ``lastmove quotient --certificate``, without solving.

    Every field is held against the certificate. The verdict names those that it does not show: unknown ones and, of
    positions, where the quotient grows.

    Raises
    ------
    Refuted
        If the certificate does not prove it, or a field says something else than the certificate.
    InputError
        If the answer names no game or positions that can be read, or has no certificate.
    """
    if answer.get("certificate") is None:
        raise InputError("certificate", "missing; `lastmove quotient --certificate` writes one where it is proved")
    of_heaps = "code" in answer
    source, about = (_OF_HEAPS, "a heap game") if of_heaps else (_OF_POSITIONS, "positions")
    not_shown = unknown_fields(answer, (*source, *_FIELDS), (*_OF_HEAPS, *_OF_POSITIONS, "reason"), about)
    certificate = certificate_from_json(answer["certificate"])
    if not isinstance(certificate, Quotient):
        raise Refuted(f"a certificate of kind {certificate.kind!r} does not show a quotient")
    _same(answer, "status", "proved")
    asked = _heap_game(answer, certificate) if of_heaps else _positions(answer, certificate)
    monoid, phi = asked.checked.monoid, asked.phi
    order, lost = monoid.order, monoid.lost
    if not asked.whole:
        raise Refuted(f"the certificate has {order:,} elements, and those of {asked.named} do not multiply to them all")
    _same(answer, "order", order)
    _same(answer, "p_order", len(lost))
    _same(answer, "tame", _is_tame(monoid))
    if of_heaps:
        _same(answer, "growth", _growth(monoid, phi))
    elif answer.get("growth"):
        steps = [numbers(step, "growth") for step in _listed(answer, "growth")]
        if steps[-1][1:] != (order, len(lost)):
            raise Refuted(f"growth: it does not end with {order:,} elements, {len(lost):,} of them P")
        not_shown.append("growth")
    elif order > 1 and answer.get("growth") is not None:
        raise Refuted(f"growth: {show_json(answer['growth'])}, and there are {order:,} elements")
    words = _Words(asked.checked, [step[0] for step in certificate.steps], answer.get("presentation"))
    not_shown += [f"presentation.{name}" for name in answer["presentation"] if name not in ("generators", "relations")]
    if [words.element(word) for word in watched(_listed(answer, "phi"))] != phi:
        raise Refuted("phi: this is not what the certificate shows")
    if words.in_order(_listed(answer, "p_portion")) != sorted(lost):
        raise Refuted("p_portion: these are not the lost elements of the certificate")
    _check_structure(answer, words, monoid)
    text = f"the misère quotient of {asked.named}: {order:,} elements, {len(lost):,} of them P{asked.period}"
    return verified({"order": order, "p_order": len(lost)}, text, not_shown)


class _Asked(NamedTuple):
    """What the quotient was asked of, and what the certificate shows about that."""

    checked: CheckedQuotient
    phi: list[int]
    """The element of each heap, or of each position."""
    whole: bool
    """Whether the elements of what was asked, and of what is below it, multiply to all others."""
    named: str
    period: str = ""


def _heap_game(answer: Mapping[str, Any], certificate: Quotient) -> _Asked:
    code, heap = answer["code"], answer.get("heap")
    if type(heap) is not int or heap < 0:
        raise InputError("heap", f"{show_json(heap)}; accepted: an integer >= 0")
    amounts = _SET.fullmatch(code) if isinstance(code, str) else None
    position: Octal | Subtraction = Octal(code, [heap]) if amounts is None else _taking(amounts[1], heap)
    if answer.get("reached") is not None:
        _same(answer, "reached", heap)
    if len(_listed(answer, "phi")) != heap + 1:
        raise Refuted(f"phi: it does not have an element for each heap from 0 to {show(heap)}")
    checked = certificate.checked(position)
    rules = game_of(position)
    assert rules is not None
    name, table = amounts[0] if amounts else str(rules), checked.table_of(rules)
    if table is None or table.value(heap) is None:
        raise Refuted(f"the certificate does not speak of all heaps of {name} up to {show(heap)}")
    _same(answer, "period", table.period)
    _same(answer, "preperiod", table.preperiod)
    if table.proof is not None and not table.proof.is_least(table.values):
        raise Refuted(f"period: {table.period} from {table.preperiod} on; one of the two is not the least")
    phi = [table.value(size) or 0 for size in watched(range(heap + 1))]
    period = "" if table.period is None else f", period {table.period} from {table.preperiod} on"
    return _Asked(checked, phi, checked.monoid.is_generated_by(phi), f"{name} up to heap {heap:,}", period)


def _taking(amounts: str, heap: int) -> Subtraction:
    words = [word.strip() for word in amounts.split(",")]
    if not all(map(is_integer, words)):
        raise InputError(
            "code", f"{show_json(f'{{{amounts}}}')}; accepted: amounts of at most {most_digits():,} digits"
        )
    return Subtraction([int(word) for word in words], [heap])


def _positions(answer: Mapping[str, Any], certificate: Quotient) -> _Asked:
    listed = _listed(answer, "positions")
    if not listed:
        raise InputError("positions", "there are none")
    if any(isinstance(each, dict) and each.get("play", "misere") != "misere" for each in listed):
        raise InputError("positions", "one is for normal play; misère quotients are about misère play")
    for field in ("period", "preperiod"):
        _same(answer, field, None)
    parts = [parse(each).position for each in listed]
    checked = certificate.checked(parts[0] if len(parts) == 1 else Sum(parts))
    if len(parts) == 1:
        phi = [checked.element(checked.root)]
    else:
        phi = [checked.element_of(part, ((), number)) for number, part in enumerate(parts)]
    named = "what is below the position" if len(parts) == 1 else f"what is below {len(parts):,} positions"
    return _Asked(checked, phi, checked.is_of_position(), named)


def _check_structure(answer: Mapping[str, Any], words: _Words, monoid: CheckedMonoid) -> None:
    """Refuted if the idempotents, or the elements by the idempotent that their powers come to, are others."""
    parts: dict[int, list[int]] = {each: [] for each in range(monoid.order) if monoid.times(each)[each] == each}
    if answer.get("idempotents") is not None and words.in_order(_listed(answer, "idempotents")) != list(parts):
        raise Refuted("idempotents: these are not the elements that are their own squares")
    if answer.get("archimedean_components") is None:
        return
    for element in watched(range(monoid.order), 16):
        power = element
        while power not in parts:
            power = monoid.times(element)[power]
        parts[power].append(element)
    given = [words.in_order(array(part, _COMPONENTS)) for part in _listed(answer, _COMPONENTS)]
    if sorted(given) != sorted(parts.values()):
        raise Refuted(f"{_COMPONENTS}: these are not the elements by the idempotent that their powers come to")


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
        made = monoid.with_element(made, element)
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
    return array(answer.get(field), field)


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

    def in_order(self, words: Iterable[object]) -> list[int]:
        """The elements that some words stand for, by number."""
        return sorted(self.element(word) for word in watched(words))

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
