"""Positions, moves and answers fit the JSON schemas that ship with the package, and what is no such thing does not."""

from __future__ import annotations

import copy
import json
import random
from typing import TYPE_CHECKING, Any, NamedTuple

import jsonschema
import pytest

import lastmove as lm
from commands import HUGE, NIM, answers, invoke, jsonl
from effort import tries
from lastmove.core.answer_json import AnswerJson, OutcomesJson, ReasonJson
from lastmove.core.position import move_to_json
from lastmove.games import GAMES, game_class
from lastmove.notation.schema import SCHEMAS
from page_examples import PAGES, blocks_of, commands_of
from samples import random_problem

if TYPE_CHECKING:
    from collections.abc import Iterator

VALIDATORS = {name: jsonschema.Draft202012Validator(lm.schema(name)) for name in SCHEMAS}
WRONG = [-1, 1.5, "x", None, True, [], {}, [-1], {"x": 1}]
CERTIFICATE = ("--certificate",)
ANSWER = {"outcome", "outcomes", "error", "true"}


def fits(value: object, name: str) -> bool:
    """Whether a value is what the schema describes."""
    return bool(VALIDATORS[name].is_valid(value))


def check(value: object, name: str) -> None:
    """Fail with what is wrong with a value."""
    error = jsonschema.exceptions.best_match(VALIDATORS[name].iter_errors(value))
    assert error is None, f"{json.dumps(value)[:500]}: {error.message} at {list(error.absolute_path)}"


def problems(game: str, count: int = 6) -> list[dict[str, Any]]:
    """The example of the game and random positions, as JSON."""
    rng = random.Random(f"schema {game}")
    return [dict(game_class(game).example), *(dict(random_problem(game, rng)) for _ in range(count))]


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_schemas_are_schemas_and_are_written(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(lm.schema(name))
    assert json.loads(invoke("schema", name).stdout) == lm.schema(name)
    assert name in invoke("schema").stdout


def test_there_is_no_other_schema() -> None:
    said = "'moves' is none; accepted: position, move, answer, certificate"
    assert said in invoke("schema", "moves", status=2).stderr
    with pytest.raises(lm.InputError, match="accepted: position, move"):
        lm.schema("../core")


def test_the_game_says_which_schema_a_position_has() -> None:
    """Tools that generate code from schemas read this; validators name the fields of the one game."""
    found = lm.schema("position")
    for choice in (found, found["$defs"]["part"]):
        assert choice["discriminator"]["propertyName"] == "game"
        assert [{"$ref": place} for place in choice["discriminator"]["mapping"].values()] == choice["oneOf"]
        for game, place in choice["discriminator"]["mapping"].items():
            assert found["$defs"][place.removeprefix("#/$defs/")]["properties"]["game"] == {"const": game}


def test_answers_have_the_fields_that_their_types_say() -> None:
    """The types are written by hand beside the schema, which answers are held against."""
    named = {"decided": AnswerJson, "every_start": OutcomesJson, "theorem": ReasonJson, "limit": ReasonJson}
    schema = lm.schema("answer")["$defs"]
    for name, kind in named.items():
        assert set(schema[name]["required"]) <= set(kind.__annotations__), name
    solution = lm.solve(lm.Nim([1, 2]), all_moves=True, values=True).to_json(
        all_moves=True, values=True, certificate=True
    )
    assert set(solution) <= set(AnswerJson.__annotations__)
    assert set(solution["reason"]) <= set(ReasonJson.__annotations__)
    outcomes = lm.outcomes(lm.parse("nimg-rm:path:3").position).to_json(all_moves=True, certificate=True)
    assert set(outcomes) <= set(OutcomesJson.__annotations__)


@pytest.mark.parametrize("game", GAMES)
def test_the_schema_knows_the_fields_of_the_game(game: str) -> None:
    known = lm.schema("position")["$defs"][game]["properties"]
    assert list(known) == ["game", "play", "id", *game_class(game).fields]


@pytest.mark.parametrize("game", GAMES)
def test_positions_and_moves_fit(game: str) -> None:
    for raw in problems(game):
        check(raw, "position")
        problem = lm.parse(raw)
        check(lm.problem_to_json(problem), "position")
        for number, move in enumerate(problem.position.moves()):
            check(move_to_json(problem.position, move), "move")
            if number == 5:
                check(lm.position_to_json(problem.position.after(move)), "position")
                break


@pytest.mark.parametrize("game", GAMES)
def test_what_does_not_fit_is_refused(game: str) -> None:
    """The schema says no more than the parser: what it refuses, the parser refuses."""
    rng = random.Random(f"refused {game}")
    refused = 0
    for raw in problems(game, tries(6, quick=2)):
        for changed in mutants(raw, rng):
            if not fits(changed, "position"):
                refused += 1
                with pytest.raises(lm.InputError):
                    lm.parse(changed)
    assert refused > tries(30, quick=12)


def mutants(raw: dict[str, Any], rng: random.Random) -> Iterator[dict[str, Any]]:
    """An object with a field lost, added, renamed, or of another value, here or further in."""
    for name in raw:
        if name != "id":
            yield {other: value for other, value in raw.items() if other != name}
            yield {f"{other}s" if other == name else other: value for other, value in raw.items()}
            for wrong in rng.sample(WRONG, 3):
                yield {**raw, name: wrong}
            if isinstance(raw[name], list) and raw[name]:
                changed = copy.deepcopy(raw)
                changed[name][rng.randrange(len(raw[name]))] = rng.choice(WRONG)
                yield changed


@pytest.mark.parametrize("game", GAMES)
def test_answers_fit_and_mutants_do_not(game: str) -> None:
    given = jsonl(*({**raw, "id": number} for number, raw in enumerate(problems(game, 2))))
    for options in ("--all-moves --values", "--certificate", "--brief --no-times"):
        found = answers(invoke("solve", "--json", *options.split(), text=given).stdout)
        assert len(found) == 3
        for answer in found:
            check(answer, "answer")
    for wrong in changed_answers(found[0], random.Random(f"answers {game}")):
        assert not fits(wrong, "answer"), wrong


def changed_answers(answer: dict[str, Any], rng: random.Random) -> Iterator[dict[str, Any]]:
    """Answers that say too little, too much, or nonsense."""
    for name in ("outcome", "move", "reason"):
        yield {other: value for other, value in answer.items() if other != name}
    yield {**answer, "outcome": "draw"}
    yield {**answer, "outcome": "unknown"}
    yield {**answer, "winner": "me"}
    yield {**answer, "move": rng.choice([1, "x", [], {}, {"to": 1, "heap": 2}])}
    yield {**answer, "reason": {**answer["reason"], "kind": rng.choice(["guess", "limit", None])}}
    yield {**answer, "reason": rng.choice(["because", None, {}])}
    if answer["move"] is not None:
        yield {**answer, "outcome": "P"}


@pytest.mark.long
def test_other_kinds_of_answers_fit() -> None:
    boards = "".join(
        invoke("solve", "path:4", "--game", game, *rest, "--starts", "all", "--play", "misere", "--json").stdout
        for game, *rest in (
            ("vertex-geography", "--all-moves"),
            ("edge-geography", "--certificate"),
            ("nimg-mr", "--weights", "2", "--brief"),
        )
    )
    stopped = invoke("solve", "--position-limit", "10", "--json", text=HUGE, status=None).stdout
    wrong = invoke("solve", "--json", text=f'{{"game": "nim", "id": 3}}\n[1]\n{NIM}', status=1).stdout
    graphs = invoke("solve", "--game", "vertex-geography", "--start", "0", "--certificate", text="Dhc\nDqK\n").stdout
    formula = invoke("solve", "--certificate", text="p cnf 1 1\ne 1 0\n1 0\n").stdout
    member = invoke("family", "path:n", "--game", "vertex-geography", "--play", "misere", "--at", "9", "--start", "0")
    found = answers(boards + stopped + wrong + graphs + formula + member.stdout + members() + in_parts())
    assert len(found) == 19
    for answer in found:
        check(answer, "answer")
    assert {*ANSWER} <= {name for answer in found for name in answer}


def members() -> str:
    """Answers about members of families: one start and all, with and without a certificate, found and not."""
    many = ("path:n", "--at", "9"), ("torus:3xn", "--play", "misere", "--position-limit", "20", "--at", "20")
    asked = [[*spec, *start, *more] for spec in many for start in ((), ("--start", "0")) for more in ((), CERTIFICATE)]
    return "".join(invoke("family", *words, status=None).stdout for words in asked if words != ["path:n", "--at", "9"])


def in_parts() -> str:
    """An answer that the types of parts gave, for one start."""
    holes = {7, 50, 93, 131}
    kept = [v for v in range(200) if v not in holes]
    links = [(v, w) for v in kept for w in (v + 1, v + 4) if w in kept and (w > v + 1 or w % 4)]
    found = lm.solve(lm.VertexGeography(links, start=100), play="misere")
    assert found.reason.name == "parts"
    return f"{json.dumps(found.to_json())}\n"


class Take(NamedTuple):
    left: int
    right: int = 0


class Pairs(lm.Nim):
    """A game that the shipped schemas do not know, with moves of its own form."""

    name = "pairs"
    move_class = Take  # type: ignore[assignment]


def test_a_game_of_another_package_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is known of it is the names of its fields, in positions, parts of sums, moves and answers."""
    monkeypatch.setitem(GAMES, "pairs", f"{__name__}:Pairs")
    found = {name: jsonschema.Draft202012Validator(lm.schema(name)) for name in SCHEMAS}
    position = {"game": "pairs", "heaps": [1, 2]}
    assert found["position"].is_valid(position)
    assert found["position"].is_valid({"game": "sum", "parts": [position, {"game": "nim", "heaps": [1]}]})
    assert not found["position"].is_valid({**position, "heap": 1})
    assert [found["move"].is_valid(move) for move in ({"left": 1}, {"left": 1, "right": 2}, {"to": 1})] == [True] * 3
    assert not found["move"].is_valid({"right": 2})
    reason = {"kind": "search", "positions": 3}
    assert found["answer"].is_valid({"position": position, "outcome": "N", "move": {"left": 1}, "reason": reason})
    assert not fits(position, "position")


def test_every_example_of_the_pages_fits() -> None:
    """Positions and answers in every console and JSON block; other commands write other objects."""
    counts = dict.fromkeys(("position", "answer"), 0)
    for page in PAGES:
        for line in shown(page):
            if '"..."' in line or '"record"' in line or not line.startswith("{"):
                continue
            read = json.loads(line)
            if "game" in read and read["game"] in GAMES and not read.keys() & {"title", "family"}:
                kind = "position"
            elif read.keys() & {"outcome", "outcomes", "error"} and "verified" not in read:
                kind = "answer"
            else:
                continue
            check(read, kind)
            counts[kind] += 1
    assert counts["position"] >= 10
    assert counts["answer"] > 15


def shown(page: str) -> Iterator[str]:
    """Every line of JSON that a page shows, of commands that write positions and answers."""
    for block in blocks_of(page):
        if block.language == "json":
            yield from block.text.splitlines()
        elif block.language == "console":
            for command, lines in commands_of(block):
                if command.rpartition("|")[2].split()[:2] in (["lastmove", "solve"], ["lastmove", "new"]):
                    yield from lines
