"""Make docs/background/errata.md and docs/background/verification.md from the registered statements.

    python scripts/make_errata.py            both pages; takes as long as `lastmove verify --all`
    python scripts/make_errata.py errata     only the errata; takes seconds

Every counterexample is searched for again, so no page repeats what the program cannot find. The output depends on
the program alone: no dates, no times.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
import textwrap
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import lastmove as lm
from lastmove.cli.research.verify import markdown_table
from lastmove.core.words import play_name
from lastmove.games import game_class
from lastmove.reductions.run import running
from lastmove.theorems import registry
from lastmove.theorems.statement import Kind, Standing
from lastmove.verify.positions import ReferenceSearch
from lastmove.verify.reductions import verify_reduction
from lastmove.verify.report import Fault, in_words
from lastmove.verify.verify import verify

if TYPE_CHECKING:
    from lastmove.theorems.papers import Paper
    from lastmove.theorems.statement import Statement, Theorem
    from lastmove.verify.report import Counterexample

DOCS = Path(__file__).parent.parent / "docs" / "background"
WIDTH = 118

ERRATA_BEGIN = """\
# Errata of the literature

These papers are what lastmove is built on. While checking every statement of theirs by computer we came across some
places that need a correction or a word of caution; most are slips that do not touch the results. Each is listed in our
own words, with what is true instead. If we have misread something, we should like to know. The counterexamples are the
smallest of all positions that `lastmove verify` enumerates: the fewest vertices or heaps, then the smallest total
weight. Their answers are run when this page is tested. The engine uses proved statements only, none of those refuted
here. Of Duchêne and Renault we read the text on arXiv (1208.0722); the one in the journal may differ.

```python
>>> import lastmove as lm
```
"""

ERRATA_END = """\
## Questions that are answered

Not errors, but places where a paper asks or expects something and the answer is known by now. Half of Problem 16 of
Duchêne and Renault was settled by others: that NimG with the move first is PSPACE-hard is due to Burke and George, and
without loops and in misère play to Renault and Schmidt (3.8). That is no result of ours. The proofs of ours are in
[Open problems of the papers, answered](proofs-open-problems.md).
"""

VERIFICATION_BEGIN = """\
# What was verified

Every statement that decides positions is held against the definition of the games, played out in full: on all small
positions of its games and on random larger ones. Checked are the outcome, that the move given wins, and that the
winning moves given are exactly those that win. A [reduction](../how-to/reductions.md) is held against it too: the
target has the outcome of the source, and winning moves only where the source has them; corollaries on the shape of
targets are looked at. Only [LM33](proofs-open-problems.md#lm33), whose targets are too heavy to search, is checked
otherwise. The table is what this prints, in some minutes:

```sh
lastmove verify --all --to markdown
```

*Positions* counts all that were looked at, *it decides* those among them on which the hypotheses hold, by their true
outcome. What is refuted or open is marked so; [Errata](errata.md) says what is true instead.
"""


def errata() -> str:
    """The page of errata."""
    pieces = [ERRATA_BEGIN]
    listed = [s for s in registry.statements() if s.standing is Standing.REFUTED or s.kind is Kind.ERRATUM]
    papers = list(dict.fromkeys(statement.paper for statement in listed))
    listed.sort(key=lambda statement: papers.index(statement.paper))
    law = ReferenceSearch()
    for paper, statements in groupby(listed, key=lambda statement: statement.paper):
        pieces.append(f"## {_cited(paper)}\n")
        pieces += [entry(statement, law) for statement in statements]
    pieces.append(ERRATA_END)
    for statement in registry.statements():
        if statement.kind is Kind.OPEN_PROBLEM and statement.standing is Standing.PROVED:
            about = f"{statement.paper.name}, *{statement.title}*. {statement.text}"
            pieces.append(_filled(f"- `{statement.key}`: {about}", hang="  "))
    return "\n".join(pieces)


def entry(statement: Statement, law: ReferenceSearch) -> str:
    """What is printed, the smallest counterexample, and what is true."""
    printed, _, instead = statement.text.partition("True instead:")
    games = ", ".join(game_class(game).title for game in statement.games)
    setting = [*([games] if games else []), *(play_name(play) for play in statement.plays if statement.games)]
    refuted = statement.standing is Standing.REFUTED
    pieces = [
        f"### {statement.title}\n",
        _filled(f"`{statement.key}`{': ' if setting else ''}{', '.join(setting)}."),
        _filled(f"{'Printed: ' if refuted and not printed.startswith('A caution') else ''}{printed.strip()}"),
    ]
    matching = [theorem for theorem in registry.deciders() if theorem.statement is statement]
    for theorem in matching if refuted else []:
        pieces.append(counterexample(theorem, law))
        pieces += [_filled(remark.replace("\n", " ")) for remark in (inspect.getdoc(theorem) or "").split("\n\n")[1:]]
    if instead:
        pieces.append(_filled(f"True instead: {instead.strip()}"))
    for key in re.findall(r"\bLM\d+\b", instead):
        repaired = registry.find(f"lastmove:{key}")
        pieces.append(_filled(f"{key}, {repaired.title}: {repaired.text}", indent="> "))
    return "\n".join(pieces)


def counterexample(theorem: Theorem, law: ReferenceSearch) -> str:
    """The smallest counterexample in words and as an example that can be run."""
    found = verify(theorem, random=0, stop_at_first=True, law=law).counterexample
    if found is None:
        raise SystemExit(f"{theorem.statement.key}: registered as refuted, but no counterexample is in range")
    words = f"Smallest counterexample, {game_class(found.position.name).title}, {play_name(found.play)}: "
    told = _difference(found)
    if theorem.statement.text.startswith("A caution"):
        told = told.replace("Claimed", "The rule says")
    return _filled(f"{words}{in_words(found.position)}. {told}") + "\n" + example(found)


def _difference(found: Counterexample) -> str:
    """What is claimed and what is true, as a sentence."""
    told = found.difference()
    return f"{told[0].upper()}{told[1:]}."


def example(found: Counterexample) -> str:
    """A Python example whose answer is what is true."""
    position = json.dumps(found.to_json()["position"])
    lines = [f">>> answer = lm.solve(lm.parse('{position}'))", ">>> answer.outcome"]
    answer = lm.solve(lm.parse(position))
    lines.append(repr(answer.outcome))
    if found.fault is not Fault.OUTCOME:
        lines += [">>> list(answer.winning_moves())", repr(list(answer.winning_moves()))]
    return "\n".join(["```python", *lines, "```", ""])


def verification() -> str:
    """The page of what was verified, and how far."""
    law = ReferenceSearch()
    reports = [verify(theorem, law=law) for theorem in registry.deciders()]
    carried = [verify_reduction(claim, law=law) for claim in running()]
    games = dict.fromkeys(game for report in reports for game in report.ranges)
    reduced = dict.fromkeys(f"reductions: {told}" for report in carried for told in report.ranges.values())
    return "\n".join(
        [
            VERIFICATION_BEGIN,
            *markdown_table([*reports, *carried]),
            "\n## How far\n",
            *(
                _filled(f"- `{game}`: {game_class(game).usual_range().describe()}", hang="  ").rstrip("\n")
                for game in games
            ),
            *(_filled(f"- {told}", hang="  ").rstrip("\n") for told in reduced),
            "",
        ]
    )


def _cited(paper: Paper) -> str:
    by = f"{paper.authors}, " if paper.authors else ""
    return f"{by[:1].upper()}{by[1:]}*{paper.title}*{f' ({paper.year})' if paper.year else ''}"


def _filled(text: str, *, indent: str = "", hang: str = "") -> str:
    filler = textwrap.TextWrapper(WIDTH, initial_indent=indent, subsequent_indent=indent or hang)
    filler.break_long_words = filler.break_on_hyphens = False
    return filler.fill(text) + "\n"


def main() -> None:
    """Write the pages."""
    wanted = sys.argv[1:] or ["errata", "verification"]
    DOCS.mkdir(exist_ok=True)
    if "errata" in wanted:
        (DOCS / "errata.md").write_text(errata())
    if "verification" in wanted:
        (DOCS / "verification.md").write_text(verification())


if __name__ == "__main__":
    main()
