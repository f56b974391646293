"""What a gadget is to do: a *source*, as a small table of conditions.

A gadget is a graph with some vertices that are *ports*. Each port has an edge to a vertex outside, and is entered and
left there only. A condition says where the token comes in, what is outside of the other ports, and what the outcome
must then be, for the player who is to move at the port. Outside of a port is

* ``"N"`` or ``"P"``: a vertex from which, as the next player finds it, the game has that outcome;
* ``"closed"``: nothing that can be visited. In Vertex Geography the vertex was visited, in NimG its weight is 0. In
  Edge Geography nothing else than the token's passing closes a port, so conditions that ask for it before are left out.

The port by which the token came in is closed. ``"any"`` stands for all three, and a list for each of its entries.

A source with several passes (a crossing, a variable) names *states*, tables of their own about what is left of the
gadget. Then what is outside may hang on the state that the token leaves behind: ``{ true = "P", false = "N" }``. Where
what is left is none of the states that are named there, nothing is counted on: the condition must hold whatever the
outcome outside is.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any

from lastmove.core.errors import InputError, show
from lastmove.core.play import Outcome

START = "start"
"""The name of the state in which nobody has come in yet."""
CLOSED, ANY, OTHERS = "closed", "any", "others"
VALUES = (CLOSED, "N", "P")
NAMED = ("arc", "door", "crossing", "variable")
"""The sources that are built in; each is a file of this package."""
MOST_PORTS = 6
_MOST_CONDITIONS = 2_000
_ACCEPTED = "accepted: 'closed', 'N', 'P', 'any', a list of these, or states with 'N' or 'P' for each"

Outside = str | tuple[tuple[str, str], ...]
"""What is outside of a port: one of the values, or for each state that may be left behind the outcome."""


@dataclass(frozen=True, slots=True)
class GadgetCondition:
    """One line of the table.

    Attributes
    ----------
    state
        What is there of the gadget: the start, or what an earlier pass has left.
    enter
        The port by which the token has come in.
    outside
        What is outside of each port, in the order of the source's ports.
    outcome
        What the outcome must be with the token on the port.
    """

    state: str
    enter: str
    outside: tuple[Outside, ...]
    outcome: Outcome

    def to_json(self, ports: tuple[str, ...]) -> dict[str, object]:
        """The condition as a table of the source has it, one value for each port."""
        shown = {
            port: value if isinstance(value, str) else dict(value)
            for port, value in zip(ports, self.outside, strict=True)
            if port != self.enter
        }
        state = {} if self.state == START else {"state": self.state}
        return {**state, "enter": self.enter, "outside": shown, "outcome": self.outcome.value}


@dataclass(frozen=True, slots=True)
class GadgetSource:
    """A source, with every condition written out.

    Attributes
    ----------
    name, text
        What it is called, and what it does, in words.
    ports
        The names of the ports; where a gadget is to be planar, they stand around it in this order.
    sides
        On boards with two sides, the side of each port for which that matters.
    states
        The states, each behind those that it speaks of; the start is the last.
    conditions
        The table, in the order of the states.
    """

    name: str
    text: str
    ports: tuple[str, ...]
    sides: Mapping[str, int]
    states: tuple[str, ...]
    conditions: tuple[GadgetCondition, ...]

    def asked_in(self, game: str) -> tuple[GadgetCondition, ...]:
        """The conditions that can come up in a game."""
        if game != "edge-geography":
            return self.conditions
        found = (each for each in self.conditions if each.state != START or not self._is_shut_before(each))
        return tuple(found)

    def _is_shut_before(self, condition: GadgetCondition) -> bool:
        pairs = zip(self.ports, condition.outside, strict=True)
        return any(value == CLOSED for port, value in pairs if port != condition.enter)

    def to_json(self) -> dict[str, object]:
        """The source as JSON: what a file of it would hold, written out."""
        tables: dict[str, list[dict[str, object]]] = {state: [] for state in self.states}
        for condition in self.conditions:
            shown = condition.to_json(self.ports)
            shown.pop("state", None)
            tables[condition.state].append(shown)
        start = tables.pop(START)
        sides = {"sides": dict(self.sides)} if self.sides else {}
        states = {"states": tables} if tables else {}
        return {"name": self.name, "text": self.text, "ports": list(self.ports), **sides, START: start, **states}


def gadget_source(given: GadgetSource | Mapping[str, Any] | str | Path) -> GadgetSource:
    """A source: its name, the path of a TOML or JSON file, or what such a file holds.

    Examples
    --------
    >>> gadget_source("arc").ports
    ('a', 'b')
    >>> len(gadget_source("arc").conditions)
    6
    """
    if isinstance(given, GadgetSource):
        return given
    if isinstance(given, Mapping):
        return _read(given)
    if isinstance(given, str) and given in NAMED:
        return _named(given)
    if not isinstance(given, str | Path):
        raise InputError("for", f"{show(given)}; accepted: {', '.join(NAMED)}, a file, or what it holds")
    path = Path(given)
    if path.suffix not in (".toml", ".json"):
        raise InputError("for", f"{show(str(given))}; accepted: {', '.join(NAMED)}, or a file .toml or .json")
    try:
        text = path.read_text(encoding="utf-8")
        return _read(tomllib.loads(text) if path.suffix == ".toml" else json.loads(text))
    except InputError as error:
        raise InputError(f"{path.name}: {error.field}", error.problem) from None
    except (OSError, ValueError, RecursionError) as error:
        raise InputError("for", f"{path}: {error}") from None


@cache
def _named(name: str) -> GadgetSource:
    return _read(tomllib.loads((files("lastmove.gadgetry") / "tables" / f"{name}.toml").read_text(encoding="utf-8")))


def _read(given: Any) -> GadgetSource:
    """A source from a table; an InputError names the entry that is wrong."""
    if not isinstance(given, Mapping):
        raise InputError("source", f"{show(given)}; accepted: a table with ports and start")
    known = ("name", "text", "ports", "sides", START, "states")
    for name in given:
        if name not in known:
            raise InputError(show(name), f"there is no such entry; accepted: {', '.join(known)}")
    ports = _ports(given.get("ports"))
    tables = given.get("states", {})
    if not isinstance(tables, Mapping):
        raise InputError("states", f"{show(tables)}; accepted: a table of conditions for each state")
    tables = {**tables, START: given.get(START)}
    if len(tables) > len({*given.get("states", {}), START}) or START in given.get("states", {}):
        raise InputError(f"states.{START}", "the start has a table of its own")
    conditions: list[GadgetCondition] = []
    for state, rows in tables.items():
        place = state if state == START else f"states.{state}"
        if not isinstance(rows, list) or not rows:
            raise InputError(place, f"{show(rows)}; accepted: a list of conditions, at least one")
        for number, row in enumerate(rows, 1):
            conditions += _conditions(row, f"{place}[{number}]", str(state), ports, set(tables) - {START})
            if len(conditions) > _MOST_CONDITIONS:
                raise InputError(place, f"more than {_MOST_CONDITIONS:,} conditions when all are written out")
    states = _in_order(conditions, tuple(map(str, tables)))
    conditions = list(dict.fromkeys(each for state in states for each in conditions if each.state == state))
    _refuse_contradictions(conditions, ports)
    name, text = (given.get(field, "") for field in ("name", "text"))
    for field, value in (("name", name), ("text", text)):
        if not isinstance(value, str):
            raise InputError(field, f"{show(value)}; accepted: a text")
    said = " ".join(text.split())
    return GadgetSource(name or "source", said, ports, _sides(given.get("sides", {}), ports), states, tuple(conditions))


def _ports(given: Any) -> tuple[str, ...]:
    accepted = f"accepted: a list of 1 to {MOST_PORTS} different names"
    if not isinstance(given, list) or not all(isinstance(port, str) and port for port in given):
        raise InputError("ports", f"{show(given)}; {accepted}")
    if not 1 <= len(given) <= MOST_PORTS or len(set(given)) < len(given):
        raise InputError("ports", f"{show(given)}; {accepted}")
    if OTHERS in given:
        raise InputError("ports", f"{OTHERS!r} stands for all ports that are not named; {accepted}")
    return tuple(given)


def _sides(given: Any, ports: tuple[str, ...]) -> dict[str, int]:
    if not isinstance(given, Mapping):
        raise InputError("sides", f"{show(given)}; accepted: 0 or 1 for ports")
    for port, side in given.items():
        if port not in ports:
            raise InputError("sides", _no_port(port, ports))
        if type(side) is not int or side not in (0, 1):
            raise InputError(f"sides.{port}", f"{show(side)}; accepted: 0 or 1")
    return dict(given)


def _no_port(port: object, ports: tuple[str, ...]) -> str:
    return f"{show(port)} is no port; accepted: {', '.join(ports)}"


def _conditions(row: Any, place: str, state: str, ports: tuple[str, ...], states: set[str]) -> list[GadgetCondition]:
    """One entry of a table, written out."""
    if not isinstance(row, Mapping):
        raise InputError(place, f"{show(row)}; accepted: enter, outside and outcome")
    for name in ("enter", "outside", "outcome"):
        if name not in row:
            raise InputError(f"{place}.{name}", "missing; a condition has enter, outside and outcome")
    if extra := [name for name in row if name not in ("enter", "outside", "outcome")]:
        raise InputError(f"{place}.{extra[0]}", "there is no such entry; accepted: enter, outside, outcome")
    enter, outside, outcome = row["enter"], row["outside"], row["outcome"]
    if enter not in ports:
        raise InputError(f"{place}.enter", _no_port(enter, ports))
    if outcome not in ("N", "P"):
        raise InputError(f"{place}.outcome", f"{show(outcome)}; accepted: 'N' or 'P'")
    if not isinstance(outside, Mapping):
        raise InputError(f"{place}.outside", f"{show(outside)}; accepted: what is outside of each other port")
    for port in outside:
        if port != OTHERS and (port not in ports or port == enter):
            problem = f"the token has come in by {enter}, which is closed" if port == enter else _no_port(port, ports)
            raise InputError(f"{place}.outside", problem)
    choices: list[list[Outside]] = []
    for port in ports:
        if port == enter:
            choices.append([CLOSED])
        elif port not in outside and OTHERS not in outside:
            raise InputError(f"{place}.outside.{port}", f"missing; {_ACCEPTED}")
        else:
            choices.append(_outside(outside.get(port, outside.get(OTHERS)), f"{place}.outside.{port}", states))
    return [GadgetCondition(state, enter, chosen, Outcome(outcome)) for chosen in product(*choices)]


def _outside(value: Any, place: str, states: set[str]) -> list[Outside]:
    if value == ANY:
        return list(VALUES)
    if isinstance(value, str) and value in VALUES:
        return [value]
    if isinstance(value, list) and value and all(isinstance(each, str) and each in VALUES for each in value):
        return list(dict.fromkeys(value))
    if isinstance(value, Mapping) and value:
        for state, outcome in value.items():
            if state not in states:
                named = ", ".join(sorted(states)) or "none are named"
                raise InputError(place, f"{show(state)} is no state; the states are: {named}")
            if outcome not in ("N", "P"):
                raise InputError(f"{place}.{state}", f"{show(outcome)}; accepted: 'N' or 'P'")
        return [tuple(sorted(value.items()))]
    raise InputError(place, f"{show(value)}; {_ACCEPTED}")


def _in_order(conditions: list[GadgetCondition], states: tuple[str, ...]) -> tuple[str, ...]:
    """The states, each behind those that its conditions speak of, the start last."""
    before: dict[str, set[str]] = {state: set() for state in states}
    for condition in conditions:
        for value in condition.outside:
            if not isinstance(value, str):
                before[condition.state] |= {state for state, _ in value}
    before[START] |= set(states) - {START}
    try:
        return tuple(TopologicalSorter(before).static_order())
    except CycleError as error:
        way = " -> ".join(reversed(error.args[1]))
        raise InputError("states", f"{way} leads back; accepted: states that speak of later ones only") from None


def _refuse_contradictions(conditions: list[GadgetCondition], ports: tuple[str, ...]) -> None:
    """An InputError where two conditions ask for both outcomes of the same position."""
    asked: dict[tuple[object, ...], GadgetCondition] = {}
    for each in conditions:
        before = asked.setdefault((each.state, each.enter, each.outside), each)
        if before.outcome is not each.outcome:
            outside = json.dumps(each.to_json(ports)["outside"])
            problem = f"the token comes in by {each.enter}, outside {outside}: the table asks for N and for P"
            raise InputError(each.state if each.state == START else f"states.{each.state}", problem)
