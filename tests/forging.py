"""Forged answers: true ones in which the claim, the evidence or the question is changed, for every kind of certificate.

``test_forged_answers.py`` forges some, and ``scripts/forge_answers.py`` for as long as one likes. A line that the check
accepts is a fault only if something that it shows is false.
"""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import lastmove as lm
from changed_json import EVERY_KIND, FLIPPED, change, changed_board, mutated, nodes, others_like
from forged_truths import falsehood
from lastmove.certificates.answer_fields import CheckedAnswer
from lastmove.cli.questions.check import checked
from lastmove.core.errors import InputError, Refuted
from lastmove.core.limits import Limits, Meter
from plain_checks import falsely_proved

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = ["Campaign", "Forger", "Line", "lines_by_kind", "verdict"]

QUESTION = ("position", "code", "heap", "positions", "family", "game", "play", "weight", "weights", "at", "start")
"""The fields of a line that say what it is about."""
DETAILS = ("remoteness", "values", "winning_moves", "undecided_moves", "reason", "moves", "reasons")
"""What an answer says besides who wins."""
STRANGE: tuple[tuple[str, object], ...] = (
    *(("comment", "mine"), ("reason", {"kind": "limit"}), ("outcome", "N"), ("outcomes", {"0": "P"}), ("true", True)),
    *(("remoteness", 3), ("values", []), ("winning_moves", []), ("moves", {}), ("reasons", []), ("period", 7)),
    *(("reached", 99), ("idempotents", ["1"]), ("archimedean_components", []), ("n_starts", {"5": 5}), ("types", 1)),
)
"""Fields that are added; most belong to answers of other kinds."""


class Line(NamedTuple):
    """A line to check that is true, and where in it the certificate of the row stands."""

    content: dict[str, Any]
    path: tuple[Any, ...]


# Lines


def lines_by_kind(contents: Iterable[dict[str, Any]]) -> dict[str, list[Line]]:
    """True lines by the kinds of the certificates in them; one that holds several stands in several rows."""
    found: dict[str, list[Line]] = {kind: [] for kind in EVERY_KIND}
    for content in contents:
        for path, value in _paths(content):
            if isinstance(value, dict) and "version" in value and value.get("kind") in found:
                found[value["kind"]].append(Line(content, path))
    return found


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    yield path, value
    if isinstance(value, dict | list):
        for key, below in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _paths(below, (*path, key))


def _at(content: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        content = content[key]
    return content


def _claim(content: dict[str, Any]) -> dict[str, Any]:
    """The part of a line that claims something."""
    found: dict[str, Any] = content.get("answer", content)
    return found


# Ways to forge


class Forger:
    """Forges lines of one kind out of true ones."""

    def __init__(self, lines: list[Line], rng: random.Random) -> None:
        self.lines, self.rng = lines, rng
        some = rng.sample(lines, min(len(lines), 20))
        self.pieces = [copy.deepcopy(inside[key]) for line in some for inside, key in nodes(_at(*line))]
        self.pieces = self.pieces[:2_000] or [0]
        self.ways: tuple[Callable[[Line], dict[str, Any]], ...] = (
            *(self.evidence, self.evidence_of_a_lie, self.lie, self.claim, self.claim_of_another),
            *(self.question, self.board, self.transplanted, self.more, self.renamed, self.period),
        )

    def forged(self) -> tuple[str, dict[str, Any]]:
        """How, and the line."""
        way = self.rng.choice(self.ways)
        return way.__name__, way(self.rng.choice(self.lines))

    def evidence(self, line: Line) -> dict[str, Any]:
        """The certificate of the row is changed."""
        made = copy.deepcopy(line.content)
        _at(made, line.path[:-1])[line.path[-1]] = mutated(_at(*line), self.rng, self.pieces)
        return made

    def lie(self, line: Line) -> dict[str, Any]:
        """What is claimed is false: an outcome, a truth, a number of a family or of a quotient."""
        made = copy.deepcopy(line.content)
        claim = _claim(made)
        numbers = ("order", "p_order", "period", "preperiod")
        fields = [
            name
            for name in ("outcome", "outcomes", "true", "n_starts", "grundy", *numbers)
            if claim.get(name) is not None
        ]
        name = self.rng.choice(fields)
        value = claim[name]
        if name.startswith("outcome") and self.rng.random() < 0.7:  # else the other fields give the lie away
            for other in [other for other in claim if other in DETAILS]:
                del claim[other]
        if name == "outcome":
            claim.update(outcome=FLIPPED[value], move=None)
        elif name == "true":
            claim["true"] = not value
        elif isinstance(value, dict):
            start = self.rng.choice(list(value))
            value[start] = FLIPPED.get(value[start]) if name == "outcomes" else value[start] + self.rng.choice((1, -1))
        else:
            claim[name] = value + self.rng.choice((1, -1, value))
        return made

    def evidence_of_a_lie(self, line: Line) -> dict[str, Any]:
        """Both at once."""
        return self.lie(Line(self.evidence(line), line.path))

    def claim(self, line: Line) -> dict[str, Any]:
        """One place of what is claimed is changed."""
        made = copy.deepcopy(line.content)
        claim = _claim(made)
        stated = {name: value for name, value in claim.items() if "certificate" not in name and name not in QUESTION}
        inside, key = self.rng.choice(nodes(stated))
        if inside is stated:
            change(stated, key, self.rng, self.pieces)
            claim.pop(key)
            claim.update({key: stated[key]} if key in stated else {})
        else:
            change(inside, key, self.rng, self.pieces)
        return made

    def claim_of_another(self, line: Line) -> dict[str, Any]:
        """One to three fields say what a true answer to another question says."""
        made, other = copy.deepcopy(line.content), _claim(self.rng.choice(self.lines).content)
        names = [name for name in other if "certificate" not in name and name != "position"]
        for name in self.rng.sample(names, min(len(names), self.rng.randint(1, 3))):
            _claim(made)[name] = copy.deepcopy(other[name])
        return made

    def question(self, line: Line) -> dict[str, Any]:
        """The same answer to another question."""
        made = copy.deepcopy(line.content)
        position = made.get("position")
        if isinstance(position, dict) and "formula" not in position and self.rng.random() < 0.8:
            near = list(others_like(lm.parse(position), self.rng))
            made["position"] = json.loads(json.dumps(lm.problem_to_json(self.rng.choice(near))))
            return made
        other = self.rng.choice(self.lines).content
        names = [name for name in QUESTION if name in made and name in other]
        for name in self.rng.sample(names, min(len(names), self.rng.choice((1, 1, 2)))):
            made[name] = copy.deepcopy(other[name])
        if type(made.get("heap")) is int:
            self._shorter(made)
        elif type(made.get("at")) is int and self.rng.random() < 0.5:
            made["at"] = self.rng.randint(1, 9)
        elif "play" in made and self.rng.random() < 0.3:
            made["play"] = "normal" if made["play"] == "misere" else "misere"
        return made

    def board(self, line: Line) -> dict[str, Any]:
        """The same answer about a board on which something is changed; often with the outcome exchanged."""
        position = line.content.get("position")
        if not isinstance(position, dict) or "formula" in position:
            return self.question(line)
        made = copy.deepcopy(line.content)
        made["position"] = changed_board(position, self.rng)
        return self.lie(Line(made, line.path)) if self.rng.random() < 0.3 else made

    def _shorter(self, made: dict[str, Any]) -> None:
        """A quotient of smaller heaps, with all that follows from the length."""
        made["heap"] = made["reached"] = self.rng.randint(0, max(made["heap"], 1))
        made["phi"] = made["phi"][: made["heap"] + 1]
        if self.rng.random() < 0.7:
            made["growth"] = [row for row in made["growth"] if row[0] <= made["heap"]]
        if self.rng.random() < 0.5:
            made.update(period=None, preperiod=None)

    def transplanted(self, line: Line) -> dict[str, Any]:
        """The certificate of another line, or the whole of its evidence."""
        made, other = copy.deepcopy(line.content), self.rng.choice(self.lines)
        if self.rng.random() < 0.5:
            _at(made, line.path[:-1])[line.path[-1]] = copy.deepcopy(_at(*other))
        else:
            theirs = _claim(other.content)
            _claim(made).update({name: copy.deepcopy(theirs[name]) for name in theirs if "certificate" in name})
        return self.lie(Line(made, line.path)) if self.rng.random() < 0.3 else made

    def more(self, line: Line) -> dict[str, Any]:
        """A field is added, to the answer or to its evidence."""
        made = copy.deepcopy(line.content)
        name, value = self.rng.choice(STRANGE)
        into = _claim(made) if self.rng.random() < 0.8 else _at(made, line.path)
        into[name] = copy.deepcopy(value)
        return made

    def renamed(self, line: Line) -> dict[str, Any]:
        """A name is another one wherever it stands: that of a family, a code, a convention."""
        content, text = line.content, json.dumps(line.content)
        if "family" in content:
            names = ["complete:n", "grid:3xn", "cycle:n", "wheel:n", "star:n", "grid:2×n", "path:n\u200b", "my strip"]
            old, new = content["family"], self.rng.choice(names)
        elif "code" in content:
            old, new = content["code"], self.rng.choice([each.content.get("code", "0.3") for each in self.lines])
        else:
            old, new = self.rng.sample(["normal", "misere"], 2)
        return json.loads(text.replace(json.dumps(old), json.dumps(new)))  # type: ignore[no-any-return]

    def period(self, line: Line) -> dict[str, Any]:
        """Periods and what comes back are changed in the claim and in the evidence alike; elsewhere a flip."""
        made = copy.deepcopy(line.content)
        times, more = self.rng.choice((2, 3)), self.rng.choice((0, 1, 2))
        tables = [
            value for _, value in _paths(made) if isinstance(value, dict) and {"period", "values"} <= value.keys()
        ]
        walks = [value for _, value in _paths(made) if isinstance(value, dict) and {"types", "returns"} <= value.keys()]
        if made.get("period") is None or not (tables or walks):
            return self.lie(line)
        for table in tables:
            values, back = table["values"], table["period"]
            table.update(period=back * times, preperiod=table["preperiod"] + more)
            while len(values) < 2 * (table["preperiod"] + table["period"]) + 10:
                values.append(values[-back])
        for walk in walks:
            loop = walk["types"][walk["returns"] :]
            walk["types"] += loop * (times - 1) + loop[:more]
            walk["returns"] += more
        made.update(period=made["period"] * times, preperiod=made["preperiod"] + more)
        return made


# The campaign


@dataclass
class Row:
    """How many lines of a kind were forged, how many of them accepted, and which of these are false."""

    forged: int = 0
    accepted: int = 0
    false: list[tuple[str, str, dict[str, Any]]] = field(default_factory=list)
    ways: Counter[str] = field(default_factory=Counter)


class Campaign:
    """Forged lines of every kind, held against the check and, where it accepts, against the truth."""

    def __init__(self) -> None:
        self.rows = {kind: Row() for kind in EVERY_KIND}
        self._forgers: dict[str, Forger] = {}

    def begin(self, contents: Iterable[dict[str, Any]], seed: object) -> None:
        """Forge out of these true lines from now on."""
        self._forgers = {
            kind: Forger(lines, random.Random(f"forged {seed} {kind}"))
            for kind, lines in lines_by_kind(contents).items()
            if lines
        }

    def forge(self, kind: str, count: int) -> None:
        """Forge so many lines of a kind; one for which nothing true is known has none."""
        row, forger = self.rows[kind], self._forgers.get(kind)
        for _ in range(count if forger is not None else 0):
            assert forger is not None
            how, made = forger.forged()
            row.forged += 1
            row.ways[how] += 1
            said = verdict(made)
            if said is not None:
                row.accepted += 1
                wrong = falsehood(made, said)
                if wrong is not None:
                    row.false.append((how, wrong, made))
            wrong = falsely_proved(made)
            if wrong is not None:
                row.false.append((how, f"by the plain checker: {wrong}", made))

    def table(self) -> str:
        """The figures as Markdown."""
        rows = [
            f"| `{kind}` | {row.forged:,} | {row.accepted:,} | {len(row.false):,} |" for kind, row in self.rows.items()
        ]
        return "\n".join(["| kind | forged | accepted | of them false |", "|---|---:|---:|---:|", *rows])


def verdict(content: dict[str, Any]) -> dict[str, Any] | None:
    """What the check says of a line that it accepts; anything but a refusal or a complaint is a failure."""
    try:
        found = checked(json.loads(json.dumps(content)), Meter(Limits(time=20)))
    except (Refuted, InputError):
        return None
    return found.to_json() if isinstance(found, CheckedAnswer) else None
