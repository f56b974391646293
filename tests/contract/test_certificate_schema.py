"""Real certificates fit their schema, and what does not fit it is refused."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

import lastmove as lm
from certificate_cases import board_cases, carried_cases, searched_cases, theorem_cases
from changed_json import mutated
from lastmove.certificates.kinds import KINDS
from lastmove.cli.questions.check import checked
from lastmove.core.limits import Meter
from lastmove.families.words import words
from lastmove.theorems.rules.labels_check import RULES as LABELLINGS
from lastmove.theorems.rules.parity_check import RULES as COUNTED
from property.test_certificate_soundness import accepted

SCHEMA = lm.schema("certificate")
TYPES = {"object": dict, "array": list, "boolean": bool, "integer": int, "string": str, "null": type(None)}
KNOWN = {
    *("$schema", "$id"),
    *("$defs", "$ref", "title", "description", "type", "const", "enum", "oneOf", "properties", "required"),
    *("additionalProperties", "items", "prefixItems", "minItems", "maxItems", "minimum", "pattern"),
}


def fits(value: Any, schema: dict[str, Any]) -> bool:
    """As much of JSON Schema as this schema uses."""
    assert set(schema) <= KNOWN, set(schema) - KNOWN
    if "$ref" in schema:
        return fits(value, SCHEMA["$defs"][schema["$ref"].removeprefix("#/$defs/")])
    if "oneOf" in schema:
        return sum(fits(value, one) for one in schema["oneOf"]) == 1
    if "const" in schema or "enum" in schema:
        return type(value) is not bool and value in schema.get("enum", [schema.get("const")])
    if type(value) is not TYPES[schema["type"]]:
        return False
    if isinstance(value, dict):
        known = schema.get("properties", {})
        strict = schema.get("additionalProperties", True) is False
        return (
            all(name in value for name in schema.get("required", ()))
            and not (strict and set(value) - set(known))
            and all(fits(value[name], inner) for name, inner in known.items() if name in value)
        )
    if isinstance(value, list):
        first = schema.get("prefixItems", [])
        inner = schema.get("items", {"oneOf": []}) if value[len(first) :] else {}
        return (
            schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value))
            and all(fits(item, one) for item, one in zip(value, first, strict=False))
            and all(fits(item, inner) for item in value[len(first) :])
        )
    if isinstance(value, str):
        return re.search(schema.get("pattern", ""), value) is not None
    return not isinstance(value, int) or value >= schema.get("minimum", value)


def test_real_certificates_fit() -> None:
    kinds = set()
    cases = (
        *theorem_cases("schema", 6),
        *searched_cases("schema", 2),
        *carried_cases("schema", 2),
        *board_cases("schema", 3),
    )
    for case in cases:
        assert fits(case.answer["certificate"], SCHEMA), json.dumps(case.answer["certificate"])
        kinds |= case.kinds
    assert kinds | {"board", "starts", "gf2-board", "grids", "grundy-matchings"} == set(KINDS)


def test_what_does_not_fit_is_refused() -> None:
    rng = random.Random("schema")
    refused = 0
    for case in (*theorem_cases("schema", 6), *searched_cases("schema", 2), *carried_cases("schema", 2)):
        for _ in range(10):
            changed = mutated(case.answer["certificate"], rng, [0, -1, 1.5, "x", None, [], {}, True])
            if not fits(changed, SCHEMA):
                refused += 1
                assert not accepted(lm.parse(case.position), {**case.answer, "certificate": changed}), changed
    assert refused > 200


@pytest.mark.long
def test_certificates_of_families_fit() -> None:
    strip = {"column": 2, "edges": [[0, 1]], "links": [[0, 0]], "left": {"n": 1, "links": [[0, 1]]}}
    asked: list[tuple[Any, str, str]] = [
        ("grid:2xn", "vertex-geography", "normal"),
        (strip, "edge-geography", "misere"),
        ("circuit:n", "nimg-rm", "misere"),
        ("kotzig:n,1,2", "vertex-geography", "misere"),
    ]
    made = [lm.family(spec, game=game, play=lm.Play(play)).to_json(certificate=True) for spec, game, play in asked]
    made.append(lm.family("ladder:n", game="nimg-mr", play="misere", weights=3).to_json(certificate=True))
    made.append(lm.family("kotzig:n,1,2", game="vertex-geography", play="misere").to_json(certificate=True))
    made.append(words("path:n", weights="1-2", game="nimg-rm").to_json(certificate=True))
    made.append(lm.family_values("comb:n").to_json(certificate=True))
    kinds = {answer["certificate"]["kind"] for answer in made}  # type: ignore[index]
    assert kinds == {"family", "family-values", "family-matchings", "family-halves", "family-rings", "words"}
    rng, count = random.Random("families"), 0
    for answer in made:
        certificate: Any = answer["certificate"]
        assert fits(certificate, SCHEMA), json.dumps(certificate)
        changed = (mutated(certificate, rng, [-1, 1.5, "x", {}]) for _ in range(30))
        for other in (other for other in changed if not fits(other, SCHEMA)):
            count += 1
            with pytest.raises(lm.LastmoveError):
                checked({**answer, "certificate": other}, Meter())
    assert count > 30


def test_the_schema_names_every_kind_and_rule() -> None:
    assert set(KINDS) <= set(SCHEMA["$defs"])
    assert SCHEMA["$defs"]["parity"]["properties"]["rule"]["enum"] == list(COUNTED)
    assert SCHEMA["$defs"]["labelling"]["properties"]["rule"]["enum"] == list(LABELLINGS)


@pytest.mark.parametrize("text", ["null", "[]", "{}", '{"kind": "board", "version": 1}', '{"kind": "x", "version": 1}'])
def test_no_certificate(text: str) -> None:
    raw = json.loads(text)
    assert not fits(raw, SCHEMA)
    assert not accepted(lm.Problem(lm.Nim([1])), {"outcome": "N", "certificate": raw})
    assert lm.solve(lm.Nim([1])).certificate is not None
