"""A short, seeded campaign of forged answers of every kind; ``scripts/forge_answers.py`` is the long one."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import pytest

import lastmove as lm
from changed_json import EVERY_KIND
from effort import tries
from forged_truths import falsehood
from forging import Campaign, lines_by_kind, verdict
from lastmove.certificates.certificate import CheckResult
from lastmove.theorems.nim_check import NimSum
from page_examples import ROOT
from true_lines import true_lines


@pytest.fixture(scope="module")
def lines() -> list[dict[str, Any]]:
    return list(true_lines("forged", 4))


def test_no_forged_answer_is_accepted_that_says_something_false(lines: list[dict[str, Any]]) -> None:
    campaign = Campaign()
    campaign.begin(lines, "short")
    for kind in EVERY_KIND:
        campaign.forge(kind, tries(120))
    print(campaign.table())
    for kind, row in campaign.rows.items():
        assert row.forged >= tries(120), f"nothing is forged of the kind {kind!r}: tests/true_lines.py needs an answer"
        assert row.accepted < row.forged / 2
        assert not row.false, (kind, *row.false[0][:2], json.dumps(row.false[0][2]))


def test_every_kind_has_true_answers_that_pass(lines: list[dict[str, Any]]) -> None:
    for kind, some in lines_by_kind(lines).items():
        assert some, f"no true answer has a certificate of the kind {kind!r}: tests/true_lines.py needs one"
    for content in lines:
        said = verdict(content)
        assert said is not None, json.dumps(content)
        assert falsehood(content, said) is None, json.dumps(content)


def test_every_kind_is_in_the_schema_and_has_its_figures() -> None:
    kinds = re.findall(r'"kind": \{"const": "([a-z0-9-]+)"\}', json.dumps(lm.schema("certificate")))
    assert sorted(kinds) == sorted(EVERY_KIND)
    page = (ROOT / "docs" / "reference" / "certificates.md").read_text()
    figures = re.findall(r"^\| `([a-z0-9-]+)` \| [0-9,]+ \| [0-9,]+ \| 0 \|$", page, re.MULTILINE)
    assert figures == list(EVERY_KIND)


def test_a_check_that_proves_too_much_is_noticed(lines: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NimSum, "outcome", lambda given, *_: CheckResult(given.sum != 0, "as it says"))
    campaign = Campaign()
    campaign.begin(lines, "too much")
    campaign.forge("nim-sum", 200)
    assert len(campaign.rows["nim-sum"].false) >= 3


LIES: list[tuple[str, dict[str, Any]]] = [
    ("outcome", {"outcome": "P", "move": None}),
    ("remoteness", {"remoteness": 99}),
    ("reason", {}),
    ("comment", {"comment": 1}),
    ("winning_moves", {"winning_moves": []}),
]


@pytest.mark.parametrize(("field", "lie"), LIES, ids=[field for field, _ in LIES])
def test_what_is_false_of_a_position_is_known(field: str, lie: dict[str, Any]) -> None:
    true = lm.solve(lm.Nim([3, 5])).to_json(all_moves=True, values=True)
    line = {"position": {"game": "nim", "heaps": [3, 5]}, "answer": {**true, **lie}}
    open_fields = ["reason", "remoteness", "values", "winning_moves"]
    named = [name for name in open_fields if name != field]
    wrong = falsehood(line, {"verified": True, "move": "wins", "not_shown": named})
    assert wrong is not None
    assert wrong.startswith(field)


def test_a_move_is_the_same_whatever_end_comes_first() -> None:
    line = {"position": {"game": "arc-kayles", "vertices": 4, "edges": [[0, 1], [1, 2], [2, 3]]}}
    for delete, wrong in (([1, 2], False), ([2, 1], False), ([0, 1], True)):
        line["answer"] = {"outcome": "N", "move": {"delete": delete}}
        assert (falsehood(line, {"verified": True, "move": "wins"}) is not None) == wrong


def test_what_is_false_of_quotients_families_and_words_is_known(lines: list[dict[str, Any]]) -> None:
    said = {"verified": True}
    quotient = next(line for line in lines if line.get("code") == "0.123" and line["heap"] == 30)
    lies: list[dict[str, Any]] = [{"order": 21}, {"period": 10}, {"tame": True}, {"growth": []}, {"reached": 7}]
    for lie in [*lies, {"p_portion": ["1"]}]:
        assert falsehood({**quotient, **lie}, said) is not None
    short = {**quotient, "code": "0.07", "heap": 2, "reached": 2, "phi": quotient["phi"][:3], "growth": [[1, 2, 1]]}
    assert falsehood(short, said) is not None
    family = next(line for line in lines if line.get("family") == "path:n" and "n_starts" in line)
    lies = [{"period": 4}, {"preperiod": 9}, {"n_starts": {"5": 4}}, {"family": "complete:n"}, {"family": "mine"}]
    for lie in lies:
        assert falsehood({**family, **lie}, said) is not None
    member = next(line for line in lines if line.get("family") == "path:n" and "start" in line)
    assert falsehood({**member, "outcome": "N" if member["outcome"] == "P" else "P", "move": None}, said) is not None
    words = copy.deepcopy(next(line for line in lines if "automaton" in line))
    assert falsehood(words, {"verified": True, "not_shown": ["types"]}) is None
    words["automaton"]["accepts"] = words["automaton"]["accepts"][1:]
    assert falsehood(words, {"verified": True, "not_shown": ["types"]}) is not None
