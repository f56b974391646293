"""What is false in a line that the check has accepted: every field is held against the definition, or worked out anew.

A field that the verdict names in ``not_shown`` may say anything. Every other one has to be true: outcomes and moves by
the plain search, formulas by trying all values, quotients, families and automata by asking for them again.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import lastmove as lm
from lastmove.core.errors import LastmoveError
from lastmove.core.limits import Limits, Meter
from lastmove.core.play import PlayName
from lastmove.families.words import words
from lastmove.notation.formula import is_true
from lastmove.notation.qdimacs import read_qdimacs
from lastmove.search.plain import PlainSearch
from quotient_words import Words

__all__ = ["falsehood"]

EVIDENCE = {"id", "position", "certificate", "move_certificate"}
SMALL = 12
"""Vertices of a member of a family that is played out."""


def falsehood(content: dict[str, Any], said: dict[str, Any]) -> str | None:
    """What is false in an accepted line, in words; ``None`` where all that it shows is true."""
    answer = content.get("answer", content)
    named = {*said.get("not_shown", ()), *EVIDENCE}
    shown = {name: value for name, value in answer.items() if name not in named and value is not None}
    if "p_portion" in content:
        return _of_quotient(content, shown)
    if "family" in content:
        of_it = _of_words if "weights" in content else _of_member if "at" in content else _of_family
        of_it = _of_values if "grundy" in content else of_it
        return of_it(content, shown, said)
    if "formula" in content["position"]:
        return _of_formula(content["position"]["formula"], shown)
    problem = lm.parse(content["position"])
    return _of_board(problem, shown) if "outcomes" in answer else _of_position(problem, shown, said)


def _wrong(shown: dict[str, Any], true: dict[str, Any]) -> str | None:
    """The first field that is not what it should be, or that nobody knows."""
    for name, value in shown.items():
        if name not in true:
            return f"{name} is neither known nor named as not shown"
        if value != true[name] or type(value) is not type(true[name]):
            return f"{name} is {value}, but in truth {true[name]}"
    return None


# Answers of solve


def _law(play: lm.Play) -> PlainSearch:
    return PlainSearch(play, Meter(Limits(positions=2_000_000)))


def _of_position(problem: lm.Problem, shown: dict[str, Any], said: dict[str, Any]) -> str | None:
    position: Any = problem.position
    law = _law(problem.play)
    wins = law.wins(position)
    moves = [(position.move_to_json(move), position.after(move)) for move in position.moves()]
    winning = [move for move, after in moves if not law.wins(after)]

    def written(raw: Any) -> Any:
        """A move as lastmove writes it: the ends of an edge may come in any order."""
        return position.move_to_json(position.move_from_json(raw))

    true: dict[str, Any] = {"outcome": "N" if wins else "P"}
    if "move" in shown:
        true["move"] = shown["move"] if written(shown["move"]) in winning else "one that wins"
        if said.get("move") != "wins":
            return "a move that is not shown is not named"
    if "winning_moves" in shown:
        given = shown["winning_moves"]
        same = len(given) == len(winning) and all(written(move) in winning for move in given)
        true["winning_moves"] = given if same else winning
    if "remoteness" in shown:
        true["remoteness"] = law.remoteness(position)
    if "values" in shown:
        true["values"] = [] if not moves else "the value of every move"
    return _wrong(shown, true)


def _of_board(problem: lm.Problem, shown: dict[str, Any]) -> str | None:
    board: Any = problem.position
    law = _law(problem.play)
    for start in board.starts():
        position, name = board.at(start), str(start)
        said = shown["outcomes"][name]
        truth = "N" if law.wins(position) else "P"
        if said not in (truth, "unknown"):
            return f"{name} is {said}, but in truth {truth}"
        for field in ("moves", "winning_moves"):
            if field in shown and name in shown[field] and shown[field][name] and truth == "P":
                return f"{field} of {name}: there is none"
            if field in shown and truth == "N" and name in shown[field]:
                return f"{field} are not shown, and not named"
    return _wrong(shown, {name: shown[name] for name in ("outcomes", "moves", "winning_moves") if name in shown})


def _of_formula(text: str, shown: dict[str, Any]) -> str | None:
    return _wrong(shown, {"true": is_true(read_qdimacs(text))})


# Quotients


@cache
def _quotient(code: str, heap: int, seconds: float = 60) -> dict[str, Any]:
    """The answer of `lastmove quotient`; without a period where it is not proved in time."""
    amounts = re.fullmatch(r"\{(.*)\}", code)
    game: Any = [int(word) for word in amounts[1].split(",")] if amounts else code
    return lm.quotient(game, heap=heap, limits=Limits(time=seconds)).to_json(structure=True)


def _of_quotient(content: dict[str, Any], shown: dict[str, Any]) -> str | None:
    if "code" in content:
        true = _quotient(content["code"], content["heap"])
        true = {**true, "code": content["code"]}
        periods: dict[str, Any] = {name: shown.pop(name) for name in ("period", "preperiod") if name in shown}
        atoms = [_heap(content["code"], size) for size in range(min(content["heap"], 6) + 1)]
    else:
        periods = {}
        atoms = [lm.parse(each).position for each in content["positions"]]
        true = {**lm.quotient(atoms).to_json(structure=True), "positions": content["positions"]}
    if any(content[name] != true[name] for name in ("presentation", "phi", "p_portion")):
        wrong = _words_are_wrong(content, atoms)
        if wrong is not None:
            return wrong
        true |= {name: content[name] for name in ("presentation", "phi", "p_portion")}
    written = Words(content["presentation"])
    for name in ("idempotents", "archimedean_components"):
        if name in shown:
            elements = written.structure()[name]
            true[name] = shown[name] if written.elements(shown[name]) == elements else elements
    wrong = _wrong(shown, true)
    if wrong is None and periods:  # larger heaps may prove it
        return _wrong(periods, _quotient(content["code"], max(content["heap"], 40), 10))
    return wrong


def _heap(code: str, size: int) -> Any:
    amounts = re.fullmatch(r"\{(.*)\}", code)
    return lm.Subtraction([int(word) for word in amounts[1].split(",")], [size]) if amounts else lm.Octal(code, [size])


def _words_are_wrong(content: dict[str, Any], atoms: list[Any]) -> str | None:
    """Whether the words decide sums of up to three of the atoms wrongly, by rewriting with the relations."""
    written = Words(content["presentation"])
    lost = written.elements(content["p_portion"])
    law = _law(lm.Play.MISERE)
    if len(lost) != content["p_order"]:
        return "p_portion has other words than it says"
    numbered = list(enumerate(atoms))
    for chosen in (c for k in range(4) for c in combinations_with_replacement(numbered, k)):
        is_lost = written.element(*(content["phi"][number] for number, _ in chosen)) in lost
        if is_lost == law.wins(lm.Sum([atom for _, atom in chosen])):
            return f"the words are wrong about the sum of {[number for number, _ in chosen]}"
    return None


# Families


def _family(content: dict[str, Any], said: dict[str, Any]) -> Any:
    """The family that a line is about: by its name, or by its columns where the name is somebody's own."""
    name, asked = content["family"], (content["game"], content["play"], content.get("weight"))
    with suppress(LastmoveError):
        return _grown(name, *asked)
    for n in (4, 5, 7):
        try:
            lm.graphs.named(re.sub(r"\bn\b|(?<=x)n|n(?=x)", str(n), name))
        except LastmoveError:
            continue
        return None  # it looks like a family, and its columns are none of it
    return _grown(json.dumps(content["certificate"]["columns"]), *asked) if said.get("own_columns") else None


@cache
def _grown(spec: str, game: str, play: PlayName, weight: int | None) -> Any:
    columns = json.loads(spec) if spec.startswith("{") else spec
    return lm.family(columns, game=game, play=play, weights=weight, limits=Limits(time=60))


def _of_family(content: dict[str, Any], shown: dict[str, Any], said: dict[str, Any]) -> str | None:
    found = _family(content, said)
    if found is None:
        return f"the columns are none of {content['family']}"
    assert found.status == "proved"
    true = {**found.to_json(), "family": content["family"]}
    counts = {text: _wins(found, int(text)) for text in shown.get("n_starts", {})}
    if "types" in shown and shown["types"] <= true["types"]:
        true["types"] = shown["types"]
    return _wrong(shown, {**true, "n_starts": counts})


def _wins(found: Any, n: int) -> int:
    return sum(_is_won(found, n, start) for start in range(found.board(n).graph.n))


def _is_won(found: Any, n: int, start: int) -> bool:
    board = found.board(n)
    if board.graph.n <= SMALL and sum(getattr(board, "weights", ())) <= SMALL:
        return _law(found.play).wins(board.at(start))
    return found.outcome(n, start) is lm.Outcome.N


def _of_member(content: dict[str, Any], shown: dict[str, Any], said: dict[str, Any]) -> str | None:
    found = _family(content, said)
    if found is None:
        return f"the columns are none of {content['family']}"
    n = content["at"]
    true: dict[str, Any] = {
        name: content[name] for name in ("family", "game", "play", "weight", "at", "start") if name in content
    }
    board = found.board(n)
    claimed = shown.get("outcomes") or {str(content.get("start")): shown.get("outcome")}
    moves = shown.get("moves") or {str(content.get("start")): shown.get("move")}
    for name, outcome in claimed.items():
        if outcome not in ("unknown", "N" if _is_won(found, n, int(name)) else "P"):
            return f"the outcome of {name} is not {outcome}"
        move = moves.get(name)
        if move is not None:
            position = board.at(int(name))
            after = position.after(position.move_from_json(move))
            if lm.solve(after, found.play).outcome is not lm.Outcome.P:
                return f"the move of {name} does not win"
    for name in ("outcome", "outcomes", "move", "moves"):
        if name in shown:
            true[name] = shown[name]
    proved = {
        "kind": "family",
        "family": content["family"],
        "n": n,
        "preperiod": found.preperiod,
        "period": found.period,
    }
    for name in ("reason", "reasons"):
        for given in [shown[name]] if name == "reason" and name in shown else shown.get(name, ()):
            if given.get("kind") == "family" and any(given.get(field) != value for field, value in proved.items()):
                return f"{name} is not {proved}"
        if name in shown:
            true[name] = shown[name]
    return _wrong(shown, true)


@cache
def _values(spec: str, game: str) -> Any:
    columns = json.loads(spec) if spec.startswith("{") else spec
    return lm.family_values(columns, game=game, limits=Limits(time=60))


_OF_MEMBER = ("family", "game", "play", "at", "grundy", "move")


def _of_values(content: dict[str, Any], shown: dict[str, Any], said: dict[str, Any]) -> str | None:
    """Grundy values of a family or of a member: by the definition on small boards, elsewhere by growing it anew."""
    spec = json.dumps(content["certificate"]["columns"]) if said.get("own_columns") else content["family"]
    found = _values(spec, content["game"])
    one = "at" in content
    for text, value in {str(content["at"]): content["grundy"]}.items() if one else shown.get("grundy", {}).items():
        board = found.columns.board(int(text)) if int(text) <= SMALL // 2 else None
        game = {"node-kayles": lm.NodeKayles, "arc-kayles": lm.ArcKayles}[content["game"]]
        if value != (found.value(int(text)) if board is None else lm.grundy(game(board))):
            return f"the value for n = {text} is not {value}"
    if not one:
        return _wrong(
            shown, {**found.to_json(), **{each: shown[each] for each in ("grundy", "types") if each in shown}}
        )
    true: dict[str, Any] = {name: content[name] for name in _OF_MEMBER if name in content}
    true["outcome"] = "N" if content["grundy"] else "P"
    if shown.get("move") is not None:
        board = game(found.columns.board(content["at"]))
        if lm.grundy(board.after(board.move_from_json(shown["move"]))):
            return f"the move {shown['move']} does not win"
    return _wrong(shown, {**true, "reason": found.answer(content["at"])["reason"]})


def _of_words(content: dict[str, Any], shown: dict[str, Any], _: dict[str, Any]) -> str | None:
    asked = {name: content[name] for name in ("weights", "game", "play")}
    true: dict[str, Any] = words(content["family"], **asked).to_json()
    ours, theirs = true["automaton"], content["automaton"]
    met, waiting = {(0, 0)}, [(0, 0)]
    while waiting:
        one, other = waiting.pop()
        if (one in ours["accepts"]) != (other in theirs["accepts"]):
            return "the automaton accepts other words"
        for letter in ours["letters"]:
            pair = (ours["steps"][one][letter], theirs["steps"][other][letter])
            if pair not in met:
                met.add(pair)
                waiting.append(pair)
    if theirs["states"] == ours["states"] == len(theirs["steps"]) and theirs["letters"] == ours["letters"]:
        true["automaton"] = theirs  # the same but for the numbers of its states
    counts = {n: count for n, count in shown.get("n_starts", {}).items() if n not in true["n_starts"]}
    true["n_starts"] = {n: true["n_starts"][n] for n in shown.get("n_starts", {}) if n in true["n_starts"]} | counts
    if "types" in shown and shown["types"] <= true["types"]:
        true["types"] = shown["types"]
    return _wrong(shown, true)
