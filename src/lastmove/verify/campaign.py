"""A campaign: random questions for some time, every way to an answer held against every other.

The questions are positions of every game, and sums in which much can be mixed up. Sums of *like* games, whose parts
belong to one game with other rules or on other boards, are drawn as often as all other sums together: a table that
takes the positions of one part for those of another answers wrongly only there. A question may come with others that
are asked of the same search before it.

The ways to an answer are those of :mod:`lastmove.verify.comparisons`. The same seed asks the same questions in the same
order; only how many are asked depends on the time. A disagreement is made as small as possible and reported with what
it takes to see it again.
"""

from __future__ import annotations

import json
import shlex
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.errors import CycleError, InputError, LimitReached, show
from lastmove.core.play import Play, Problem
from lastmove.core.position import check_position
from lastmove.games import game_class, game_names
from lastmove.games.sum import Sum
from lastmove.notation.json import parse, problem_to_json
from lastmove.verify.comparisons import COMPARISONS, Case, Disagreement, ReferenceAnswer
from lastmove.verify.positions import random_positions
from lastmove.verify.shrinking import shrunk

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


LIKE, MIXED, NESTED = "sum of like games", "sum of several games", "sum within a sum"

PARTS: dict[str, tuple[int, int]] = {
    "nim": (1, 4),
    "adjacent-nim": (3, 2),
    "vertex-geography": (4, 0),
    "edge-geography": (3, 4),
    "nimg-rm": (3, 2),
    "nimg-mr": (3, 2),
    "edge-nimg": (3, 2),
    "vertexnim": (3, 2),
    "vertexnim-mr": (3, 2),
    "node-kayles": (5, 0),
    "arc-kayles": (5, 0),
    "octal": (1, 7),
    "subtraction": (1, 8),
    "dag": (4, 0),
    "sum": (2, 3),
}
"""The most vertices (heaps, parts) and the largest weight of a part of a sum."""

RULED = ("octal", "octal", "subtraction", "dag")
"""Games whose positions say little about their rules: the likeliest to be taken for one another."""
LONGEST_WALK = 4


class Draw(NamedTuple):
    """A question: what kind it is, the position, and what is asked before it."""

    kind: str
    problem: Problem
    before: tuple[Problem, ...]


def draw(rng: Random) -> Draw:
    """A question of a random kind."""
    names = game_names()
    chance = rng.random()
    sums = LIKE if chance < 0.77 else MIXED if chance < 0.9 else NESTED
    kind = rng.choice(names) if chance < 0.55 else sums
    play = rng.choice(list(Play))
    position = _position(rng, kind, names)
    before: list[Any] = []
    if rng.random() < 0.5:
        before += [_position(rng, kind, names) for _ in range(rng.randint(1, 3))]
        before += [_walked(rng, each) for each in (position, *before) if rng.random() < 0.5]
        rng.shuffle(before)
    return Draw(kind, Problem(position, play), tuple(Problem(each, play) for each in before))


def _position(rng: Random, kind: str, names: list[str]) -> Any:
    """A position of this kind, now and then some moves on."""
    if kind == LIKE:
        game = rng.choice([*RULED, *(name for name in names if name != "sum")])
        position = Sum([_part(rng, game) for _ in range(rng.choice((2, 2, 3)))])
    elif kind == MIXED:
        position = Sum([_part(rng, rng.choice(names)) for _ in range(rng.choice((2, 2, 3)))])
    elif kind == NESTED:
        first, second, third = (rng.choice(names) for _ in range(3))
        inner = [_part(rng, first), _part(rng, first if rng.random() < 0.5 else second)]
        position = Sum([Sum(inner), Sum([_part(rng, third)])] if rng.random() < 0.5 else [Sum(inner), inner[0]])
    else:
        position = _single(rng, kind)
    return _walked(rng, position) if rng.random() < 0.25 else position


_SMALL = 5, 4
"""Size and weight of a board of another package's game, which does not say more."""


def _single(rng: Random, game: str) -> Any:
    """A position of one game, of any size that the law or a search can still answer."""
    try:
        span = game_class(game).usual_range()
    except InputError:  # a game of another package that does not say how it is tried out
        return _elsewhere(rng, game)
    scale = rng.choice((1, 1, 1, 1.5))
    size, weight = rng.randint(1, int(scale * span.random_size)), rng.randint(0, int(scale * span.random_weight))
    return _started(rng, next(random_positions(game, rng, size, max(weight, 1))))


def _part(rng: Random, game: str) -> Any:
    if game not in PARTS:
        return _elsewhere(rng, game)
    size, weight = PARTS[game]
    return _started(rng, next(random_positions(game, rng, size, weight)))


def _elsewhere(rng: Random, game: str) -> Any:
    """A position of another package's game: as its class draws them, else its example some moves on."""
    try:
        position: Any = game_class(game).random_board(rng, *_SMALL)
    except InputError:
        position = parse(game_class(game).example).position
    return _walked(rng, _started(rng, position))


def _started(rng: Random, board: Any) -> Any:
    return board.at(rng.choice(board.starts())) if board.is_board else board


def _walked(rng: Random, position: Any) -> Any:
    """A position some random moves on."""
    for _ in range(rng.randint(0, LONGEST_WALK)):
        moves = list(position.moves())
        if not moves:
            break
        position = position.after(rng.choice(moves))
    return position


_OPTIONS = {
    "answer": "",
    "all moves": " --all-moves",
    "values": " --values",
    "board": " --starts all --all-moves",
    "certificate": " --certificate",
    "threads": " --threads 2",
}
"""The comparisons that the command line shows too, and with which options."""


@dataclass(frozen=True)
class Finding:
    """A disagreement, as small as it could be made.

    Attributes
    ----------
    comparison, kind, number
        The column and the row of the table, and which question it was, counted from 0.
    said
        What does not agree.
    problem, before
        The smallest question that shows it, and what must be asked of the same search before.
    first
        The question that was drawn.
    choice
        What the comparison chose.
    seed
        The seed of the campaign.
    is_written
        Whether the JSON forms show it. If not, it takes the very objects that were drawn, and nothing was shrunk.
    """

    comparison: str
    kind: str
    number: int
    said: str
    problem: Problem
    before: tuple[Problem, ...]
    first: Problem
    choice: int
    seed: int
    is_written: bool = True

    def commands(self) -> list[str]:
        """What to type to see it again."""
        question = json.dumps(problem_to_json(self.problem))
        told = []
        if self.comparison in _OPTIONS and self.is_written:
            asked = f"echo {shlex.quote(question)} | lastmove solve --json{_OPTIONS[self.comparison]}"
            told.append(asked)
        needed = ("position", "before", "choice") if self.is_written else ("seed", "question")
        again = {name: self.to_json(commands=False)[name] for name in ("comparison", *needed)}
        told.append(f"echo {shlex.quote(json.dumps(again))} | lastmove verify --replay -")
        return told

    def to_json(self, *, commands: bool = True) -> dict[str, object]:
        """One of the ``disagreements`` of the report."""
        told: dict[str, object] = {
            "comparison": self.comparison,
            "kind": self.kind,
            "seed": self.seed,
            "question": self.number,
            "said": self.said,
            "position": problem_to_json(self.problem),
            "before": [problem_to_json(problem) for problem in self.before],
            "choice": self.choice,
            "first": problem_to_json(self.first),
        }
        return told | {"commands": self.commands()} if commands else told


@dataclass
class CampaignReport:
    """What a campaign has done and found.

    Attributes
    ----------
    questions, by_law, too_large
        How many positions were asked about; of how many the law knew the answer (for the others the fast search was
        what all else was held against); and how many were left out because neither could say.
    counts, wrong
        How often each comparison was made for each kind of question, and how often it disagreed.
    """

    seed: int
    seconds: float = 0.0
    questions: int = 0
    by_law: int = 0
    too_large: int = 0
    counts: dict[str, Counter[str]] = field(default_factory=dict)
    wrong: Counter[tuple[str, str]] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    interrupted: bool = False

    @property
    def comparisons(self) -> int:
        """How many comparisons were made."""
        return sum(row.total() for row in self.counts.values())

    def to_json(self) -> dict[str, object]:
        """The report as one object."""
        return {
            "campaign": {
                "seed": self.seed,
                "seconds": round(self.seconds, 3),
                "questions": self.questions,
                "by_law": self.by_law,
                "too_large": self.too_large,
                "comparisons": self.comparisons,
                "disagreements": self.wrong.total(),
            },
            "counts": {kind: dict(row) for kind, row in sorted(self.counts.items())},
            "disagreements": [finding.to_json() for finding in self.findings],
        }


WORTH_COMPILING = 20.0
"""Seconds from which a campaign waits for the compiler too."""
MOST_OF_A_KIND = 1
"""How many disagreements of one comparison and kind of question are shrunk and reported; the others are counted."""
MOST_SHRINKING = 10.0
"""Seconds for making one of them smaller."""


def campaign(
    seconds: float,
    *,
    seed: int = 0,
    questions: int | None = None,
    compiled: bool | None = None,
    progress: Callable[[CampaignReport], None] | None = None,
) -> CampaignReport:
    """Ask random questions for so many seconds, in every way there is, and report what does not agree.

    Parameters
    ----------
    seconds
        How long; the comparison that is being made then is finished.
    seed
        Decides the questions.
    questions
        The most questions to ask.
    compiled
        Whether to make the comparisons that wait for the compiler; by default from 20 seconds on.
    progress
        Called after every question with the report so far.
    """
    began = time.monotonic()
    report = CampaignReport(seed)
    slow = seconds >= WORTH_COMPILING if compiled is None else compiled
    number = 0
    with tempfile.TemporaryDirectory() as folder:
        try:
            while time.monotonic() < began + seconds and (questions is None or number < questions):
                _ask(report, number, Path(folder), slow=slow, until=began + seconds)
                number += 1
                report.seconds = time.monotonic() - began
                if progress is not None:
                    progress(report)
        except KeyboardInterrupt:
            report.interrupted = True
    report.seconds = time.monotonic() - began
    return report


def _drawn(seed: object, number: object) -> tuple[Draw, ReferenceAnswer, dict[str, int]]:
    """A question of a campaign, what is true of it, and what each comparison chooses for it.

    Of two questions that are won, one is put after a winning move: drawn positions are seldom lost.
    """
    rng = Random(f"campaign {seed} {number}")
    drawn = draw(rng)
    choices = {name: rng.randrange(1 << 16) for name in COMPARISONS}
    truth = ReferenceAnswer(drawn.problem)
    if truth.winning and rng.random() < 0.5:
        position: Any = drawn.problem.position
        drawn = drawn._replace(problem=Problem(position.after(rng.choice(truth.winning)), drawn.problem.play))
        truth = ReferenceAnswer(drawn.problem)
    return drawn, truth, choices


def _ask(report: CampaignReport, number: int, folder: Path, *, slow: bool, until: float) -> None:
    """One question, in every way."""
    report.questions += 1
    try:
        drawn, truth, choices = _drawn(report.seed, number)
    except (LimitReached, CycleError):
        report.too_large += 1
        return
    report.by_law += truth.by_law
    row = report.counts.setdefault(drawn.kind, Counter())
    for name, comparison in COMPARISONS.items():
        if (comparison.slow and not slow) or choices[name] % comparison.one_of or time.monotonic() > until:
            continue
        made, said = compared(name, drawn.problem, drawn.before, choices[name], folder, truth)
        row.update([name] * made)
        if said is not None:
            report.wrong[name, drawn.kind] += 1
            if report.wrong[name, drawn.kind] <= MOST_OF_A_KIND:
                report.findings.append(_found(name, drawn, (report.seed, number), choices[name], folder, said))


def compared(
    name: str,
    problem: Problem,
    before: Sequence[Problem],
    choice: int,
    folder: Path,
    truth: ReferenceAnswer | None = None,
) -> tuple[bool, str | None]:
    """Whether a comparison had something to compare, and what did not agree."""
    try:
        case = Case(problem, truth or ReferenceAnswer(problem), tuple(before), choice, folder)
    except (LimitReached, CycleError):
        return False, None
    try:
        return COMPARISONS[name].run(case) is not False, None
    except Disagreement as found:
        return True, str(found)
    except Exception as error:  # whatever the code raises that is looked at
        return True, f"{type(error).__name__}: {error}"


def _found(name: str, drawn: Draw, place: tuple[int, int], choice: int, folder: Path, said: str) -> Finding:
    """A disagreement, made smaller if what is written of it shows it too."""

    def shows(problem: Problem, before: tuple[Problem, ...]) -> bool:
        return compared(name, problem, before, choice, folder)[1] is not None

    seed, number = place
    problem, before = _written(drawn.problem), tuple(map(_written, drawn.before))
    if not shows(problem, before):
        return Finding(name, drawn.kind, number, said, problem, before, problem, choice, seed, is_written=False)
    problem, before = shrunk(problem, before, shows, seconds=MOST_SHRINKING)
    said = compared(name, problem, before, choice, folder)[1] or said
    return Finding(name, drawn.kind, number, said, problem, before, drawn.problem, choice, seed)


def _written(problem: Problem) -> Problem:
    """The problem as it is read again from its JSON form."""
    return parse(problem_to_json(problem))


def replay(reported: Mapping[str, object]) -> str:
    """Make a comparison again; what it finds, in words.

    Parameters
    ----------
    reported
        A disagreement of a report; of it ``comparison``, ``position``, ``before`` and ``choice`` are read. Without a
        position the question is drawn again, by ``seed`` and ``question``.

    Raises
    ------
    InputError
        If it cannot be read.

    Examples
    --------
    >>> replay({"comparison": "answer", "position": {"game": "nim", "heaps": [3, 5]}})
    'everything agrees'
    """
    name = reported.get("comparison")
    if name not in COMPARISONS:
        raise InputError("comparison", f"{show(name)}; accepted: {', '.join(COMPARISONS)}")
    if "position" in reported:
        choice, before = reported.get("choice", 0), reported.get("before", [])
        if type(choice) is not int or not isinstance(before, list):
            raise InputError("choice, before", "accepted: an integer, and a list of positions")
        problem, *earlier = [_asked(position) for position in (reported["position"], *before)]
    else:
        try:
            drawn, _, choices = _drawn(reported.get("seed"), reported.get("question"))
        except (LimitReached, CycleError):
            return "there is nothing to compare"
        problem, earlier, choice = drawn.problem, list(drawn.before), choices[str(name)]
    with tempfile.TemporaryDirectory() as folder:
        made, said = compared(str(name), problem, earlier, choice, Path(folder))
    return said or ("everything agrees" if made else "there is nothing to compare")


def _asked(position: object) -> Problem:
    if not isinstance(position, dict):
        raise InputError("position", f"{show(position)}; accepted: a position object")
    problem = parse(position)
    check_position(problem.position)
    return problem
