"""Questions about values, both conventions, quotients and families, as the commands of these names answer them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.cli.records import ask_every_start, keyed_by_start
from lastmove.core.errors import InputError, LimitReached, show_json
from lastmove.core.play import Play
from lastmove.core.solution import LimitReason
from lastmove.games.fields import whole
from lastmove.notation.json import parse
from lastmove.web.request import Reply

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from lastmove.core.limits import Limits
    from lastmove.core.play import Problem
    from lastmove.web.request import Request

USUAL_HEAP = 40
"""The largest heap of a quotient, where none is given."""


def grundy(asked: Request) -> Reply:
    """The Grundy value of a position, or of every start of its board."""
    from lastmove.sums.grundy import grundy as value_of

    return _of_one_or_all(asked, lambda problem, limits: {"grundy": value_of(problem, limits=limits)}, "grundy")


def compare(asked: Request) -> Reply:
    """Both conventions side by side, of a position or of every start of its board."""
    from lastmove.cli.questions.compare import stopped_by
    from lastmove.solver.compare import compare as compare_one

    stops: list[str | None] = []

    def compared(problem: Problem, limits: Limits) -> dict[str, object]:
        found = compare_one(problem, limits=limits)
        stops.append(stopped_by(found))
        return found.to_json()

    reply = _of_one_or_all(asked, compared, "normal", "misere")
    return Reply(reply.answer, reply.stopped_by or next(filter(None, stops), None))


def _of_one_or_all(asked: Request, ask: Callable[[Problem, Limits], dict[str, object]], *always: str) -> Reply:
    """One answer, or with ``starts`` the answers about every start, field by field; null where a limit was spent."""
    problem = asked.problem()
    asker: dict[str, object] = {} if problem.id is None else {"id": problem.id}
    unknown: dict[str, object] = dict.fromkeys(always)
    if not asked.has("starts"):
        try:
            return Reply({**asker, **ask(problem, asked.limits())})
        except LimitReached as stop:
            return Reply({**asker, **unknown, "reason": stop.to_json()}, stop.limit)
    asked.choice("starts", ("all",), "all")
    answers: dict[Hashable, dict[str, object]] = {}
    stopped = None
    for start, each in ask_every_start(problem, ask, asked.limits()).items():
        if isinstance(each, LimitReason):
            answers[start] = {**unknown, "reason": each.to_json()}
            stopped = each.limit
        else:
            answers[start] = {name: value for name, value in each.items() if name != "id"}
    return Reply({**asker, **keyed_by_start(answers, *always)}, stopped)


def quotient(asked: Request) -> Reply:
    """The misère quotient of a heap game, or of what is below some positions."""
    from lastmove.games.octal import code_of, read_code
    from lastmove.quotients.quotient import quotient as misere_quotient

    given = [name for name in ("code", "set", "positions") if asked.has(name)]
    if len(given) != 1:
        raise InputError("code", f"{' and '.join(given) or 'nothing'} given; accepted: one of code, set, positions")
    what: Any
    heap: int | None = asked.whole("heap", USUAL_HEAP)
    if given == ["code"]:
        what = str(read_code(code_of(asked.text("code", ""))))
    elif given == ["set"]:
        items = asked.fields.items("set")
        what = [whole(each, f"set[{number}]", minimum=1) for number, each in enumerate(items)]
    else:
        if asked.has("heap"):
            raise InputError("heap", "it goes with code or set, not with positions")
        what = [problem.position for problem in _problems(asked)]
        heap = None
    found = misere_quotient(what, heap=heap, limits=asked.limits())
    answer = found.to_json(structure=asked.flag("structure"), certificate=asked.flag("certificate"))
    return Reply(answer, None if found.stopped_by is None else found.stopped_by.limit)


def _problems(asked: Request) -> list[Problem]:
    found = []
    with asked.reading():
        for number, raw in enumerate(asked.fields.items("positions")):
            if not isinstance(raw, dict):
                raise InputError(f"positions[{number}]", f"{show_json(raw)}; accepted: a position object")
            try:
                found.append(parse(raw))
            except InputError as error:
                raise error.inside(f"positions[{number}]") from None
    return found


def family(asked: Request) -> Reply:
    """Every board of a family with proof, or one member of it."""
    from lastmove.families.family import family as prove

    spec: Any = asked.fields.get("family")
    if not isinstance(spec, str | dict):
        raise InputError("family", f"{show_json(spec)}; accepted: a text such as grid:4xn, or an object")
    play = asked.choice("play", tuple(play.value for play in Play), Play.NORMAL.value)
    weight = asked.whole("weight", 1) if asked.has("weight") else None
    certificate = asked.flag("certificate")
    game = asked.text("game", "vertex-geography")
    found = prove(spec, game=game, play=Play(play), weights=weight, limits=asked.limits())
    if not asked.has("at"):
        if asked.has("start"):
            raise InputError("start", "it goes with at")
        return Reply(found.to_json(certificate=certificate), found.stopped_by)
    found.questions.share(found.seconds)
    at = asked.whole("at", 0)
    if asked.has("start"):
        solution = found.solution(at, asked.whole("start", 0))
        return Reply(found.member_to_json(solution, certificate=certificate), getattr(solution.reason, "limit", None))
    outcomes = found.outcomes(at, moves=True)
    return Reply(found.member_to_json(outcomes, certificate=certificate), outcomes.stopped_by)
