"""Expressions of Python and requests over HTTP for ``record_commands.py``, and how a value is written down."""

from __future__ import annotations

import copy
import inspect
import json
import pickle
from collections.abc import Iterable, Mapping
from random import Random
from types import ModuleType
from typing import Any

from recorded_positions import BOARDS, GAMES, PLAYS, bad_position, position
from recorded_steps import Case, Step

__all__ = ["http_cases", "namespace", "one_liner", "python_cases", "show"]

# --- how values are written down ------------------------------------------------------------------------------------


def _call(value: object) -> str:
    """The parameters of what can be called: names, kinds and defaults. How annotations are spelled may change."""
    try:
        given = inspect.signature(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return ""
    plain = [each.replace(annotation=inspect.Parameter.empty) for each in given.parameters.values()]
    return str(given.replace(parameters=plain, return_annotation=inspect.Signature.empty))


def describe(lm: ModuleType, name: str) -> None:
    """Print what a public name is: kind, parameters, text, public members, and of which public classes it is one."""
    value: Any = lm
    for part in name.split("."):
        value = getattr(value, part)
    print(name, type(value).__name__, _call(value) if callable(value) else "")
    print(inspect.getdoc(value))
    if not isinstance(value, type | ModuleType):
        show(value)
        return
    if isinstance(value, type):
        known = [getattr(lm, each) for each in lm.__all__ if isinstance(getattr(lm, each), type)]
        print("is", *sorted(each.__name__ for each in known if each is not value and _is_below(value, each)))
    for member in sorted(each for each in dir(value) if not each.startswith("_")):
        found = inspect.getattr_static(value, member) if isinstance(value, type) else getattr(value, member)
        plain = getattr(found, "__func__", getattr(found, "fget", found))
        print(f"- {member} {type(found).__name__} {_call(plain) if callable(plain) else ''}")
        print(f"  {inspect.getdoc(plain)}" if callable(plain) else f"  {plain!r}")


def _is_below(value: type, other: type) -> bool:
    try:
        return issubclass(value, other)
    except TypeError:  # a protocol with attributes
        return False


def show(value: object) -> None:
    """Print a value in the ways in which people meet it."""
    print(type(value).__name__)
    print(repr(value))
    if isinstance(value, str | int | float | bool | list | tuple | dict | set | frozenset | type(None)):
        return
    print(str(value))
    print("has", *(each for each in dir(value) if not each.startswith("_")))
    for name in ("_repr_html_", "_repr_svg_", "_repr_markdown_"):
        if hasattr(type(value), name):
            print(name, getattr(value, name)())


def namespace() -> dict[str, Any]:
    """The names that an expression may use."""
    import lastmove as lm

    return {
        "lm": lm, "json": json, "copy": copy, "pickle": pickle,
        "describe": lambda name: describe(lm, name), "first": lambda found: next(iter(found), None),
    }  # fmt: skip


# --- Python ---------------------------------------------------------------------------------------------------------

ABOUT = """
lm.solve(@)
lm.solve(@, play='misere')
lm.solve(@, certificate=True).to_json(certificate=True)
lm.solve(@, all_moves=True).winning_moves()
lm.solve(@, values=True).values()
lm.solve(@).certificate
lm.solve(@).to_json(all_moves=True, values=True)
lm.outcomes(@)
lm.outcomes(@).to_json(all_moves=True)
''.join(lm.outcomes(@).json_text())
lm.outcomes(@).wins
lm.outcomes(@).reasons
lm.explain(@)
lm.explain(@).to_markdown()
lm.explain(@).to_json()
lm.explain(@).sections()
lm.compare(@)
lm.compare(@).to_json()
lm.genus(@.position)
lm.grundy(@.position)
lm.misere_grundy(@.position)
lm.misere_canonical_form(@.position)
lm.quotient([@.position])
lm.draw(@)
lm.draw(@, moves=True, certificate=True, theme='print')
lm.draw(lm.solve(@), caption='Here', legend=False)
lm.Opponent('normal').choose(@.position, 0)
lm.Opponent('misere', seed=5).choose(@.position, 1)
lm.GameRecord(@)
lm.GameRecord(@).to_json()
lm.GameRecord(@).then(first(@.position.moves())).winner
@
@.position
list(@.position.moves())
[@.position.after(move) for move in @.position.moves()]
[@.position.say_move(move) for move in @.position.moves()]
[*map(@.position.move_to_json, @.position.moves())]
pickle.loads(pickle.dumps(@)) == @
copy.deepcopy(@) == @
lm.problem_to_json(@)
lm.position_to_json(@.position)
lm.check_answer(@, lm.solve(@, certificate=True).to_json(certificate=True))
@.position.summary()
lm.check_answer(@, {**lm.solve(@, certificate=True).to_json(certificate=True), 'outcome': 'P'})
lm.solve(@, limits=lm.Limits(positions=3))
lm.reduce(@, 'nimg-rm')
lm.reduce(@, 'vertex-geography')
lm.Sum([@.position, lm.Nim([2])])
lm.solve(lm.Sum([@.position, @.position]))
@.position.after('nonsense')
[*lm.outcomes_many([@.position])]
@.position.starts()
@.position.view()
hash(@.position) == hash(@.position)
"""

LINES = """
lm.__version__
lm.__all__
dir(lm)
dir(lm.graphs)
lm.nothing
lm.graphs.nothing
[*lm.Play]
[*lm.Outcome]
lm.Play.of('misère')
lm.Play.of('both')
lm.Outcome.N.for_mover(True)
lm.OVER
lm.Limits()
lm.Limits(time=-1)
lm.Limits(positions=5, time=600)
lm.Cancel().is_set()
lm.register(lm.Nim)
lm.register(lm.Game)
lm.register(int)
lm.Nim([3, 5])
lm.Nim([-1])
lm.Nim(3)
lm.Octal('0.7W', [1])
lm.Octal('kayles', [5])
lm.Octal('0.77', [5]).code
lm.Subtraction([1, 2], [4])
lm.Subtraction([], [4])
lm.HeapRules('0.77')
lm.Graph(3, [(0, 1)])
lm.Graph.from_edges([('a', 'b')])
lm.graphs.named('petersen:5,2')
lm.graphs.named('nothing:3')
lm.graphs.decode('Cl')
lm.graphs.encode(lm.graphs.named('grid:2x3'))
lm.graphs.to_networkx(lm.graphs.named('path:3')).edges
lm.graphs.maximum_matching(lm.graphs.named('path:5'))
lm.graphs.gallai_edmonds(lm.graphs.named('path:5'))
lm.graphs.as_graph([('a', 'b')])
lm.graphs.as_graph(5)
[*lm.graphs.FAMILIES]
lm.heap_values('0.77', 20)
lm.heap_values('0.77', 20).to_json()
lm.heap_values([1, 2, 5], 12)
lm.quotient('0.77', heap=8)
lm.quotient('0.77', heap=8).to_json()
lm.quotient('0.77', heap=8).presentation
lm.quotient('0.77', heap=8).outcome([3, 5])
lm.quotient('0.77', heap=8).idempotents
lm.family('path:n')
lm.family('path:n', play='misere').to_json()
lm.family('cycle:n').outcomes(7)
lm.family('path:n').answer(1000, start=3)
lm.family('cycle:n').rows(6)
lm.family('nothing:n')
lm.schema('position')['title']
lm.schema('nothing')
lm.parse('nim:3,5,7')
lm.parse('grid:2x3', game='nimg-rm')
lm.parse('{')
lm.parse(5)
lm.parse({'game': 'nimm'})
lm.parse('misere:kayles:7+nim:2')
lm.solve(lm.Nim([1]), play='both')
lm.solve('nim:1')
lm.solve(5)
lm.Formula.__name__
lm.census('vertex-geography', n=(2, 4), out='made').summary
lm.open_census('nothing')
lm.census('vertex-geography', n=(2, 3), out='made').query('select n, edges, misere from census order by all')
lm.refute(lambda position: 'N' if position.heaps else 'P', game='nim')
lm.refute(lambda position: None, game='nim', n=2)
lm.playground(lm.Nim([1, 2])).__class__.__name__
issubclass(lm.InputError, ValueError)
lm.draw(lm.Nim([3]), theme='nothing')
lm.misere_canonical_form(lm.Octal('0.77', [3]))
lm.genus(lm.Octal('0.77', [5])).superscript
lm.VertexGeography([('a', 'b')], start='c')
lm.EdgeGeography([(0, 1), (1, 2)], start=0).after((1, 0))
lm.NimGRM([('a', 'b')], {'a': 2, 'b': -1}, start='a')
lm.Vertexnim([(0, 1)], [0, 1], start=0)
lm.Dag([(0, 1), (1, 0)], start=0)
lm.AdjacentNim([1, 2], start=5)
lm.NimGMR([('a', 'b')], [1, 2], start='a')
[name for name in dir(lm) if not hasattr(lm, name)]
"""


def one_liner(rng: Random) -> str:
    """An expression about a random position."""
    asked = rng.choice(ABOUT.strip().splitlines())
    game = rng.choice(BOARDS) if "outcomes" in asked or "starts" in asked else None
    given = position(rng, game) if rng.random() < 0.95 else bad_position(rng)
    return asked.replace("@", f"lm.parse({given!r})".replace("nan", "float('nan')").replace("inf", "float('inf')"))


def python_cases(names: Iterable[str]) -> list[Case]:
    """What every public name is, and expressions that are always asked."""
    asked = [*(f"describe({name!r})" for name in names), *LINES.strip().splitlines()]
    return [Case(f"names/{number:03}", (Step((each,), kind="python"),)) for number, each in enumerate(asked)]


# --- HTTP -----------------------------------------------------------------------------------------------------------

JSON = ("Content-Type: application/json",)
LAYERS = ("moves", "values", "remoteness", "evidence", "starts")


def _post(name: str, body: object, *headers: str) -> Step:
    text = body if isinstance(body, str) else json.dumps(body)
    return Step(("POST", f"/api/v1/{name}", *(headers or JSON)), text, "http")


def _bodies(rng: Random, name: str) -> Mapping[str, Any]:
    """A body that the question may get."""
    asked: dict[str, Any] = {"position": position(rng, board=rng.random() < 0.2), "time": 60}
    if name in ("look", "draw", "film"):
        asked["show"] = rng.sample(LAYERS, rng.randrange(len(LAYERS)))
    if name in ("draw", "film"):
        asked["theme"] = rng.choice(("auto", "light", "dark", "print"))
    if name == "draw":
        asked |= {"to": rng.choice(("svg", "tikz", "png")), "legend": rng.random() < 0.5}
    elif name == "film":
        asked |= {"position": {"game": "nim", "heaps": [3, 2]}, "moves": [{"heap": 0, "remaining": rng.randrange(4)}]}
    elif name == "solve":
        asked |= {flag: rng.random() < 0.5 for flag in ("all_moves", "certificate")}
        asked |= {"starts": "all"} if "start" not in asked["position"] else {"values": rng.random() < 0.5}
    elif name == "choose":
        asked |= {"level": rng.choice(("perfect", "errs", "beginner")), "seed": 3, "turn": 1}
    elif name == "new":
        asked = {"game": rng.choice([*GAMES]), "play": rng.choice(PLAYS), "seed": rng.randrange(5)}
        asked |= {"family": "grid:2x3", "weight": "1-3", "start": 1} if rng.random() < 0.5 else {}
    elif name == "read":
        text = rng.choice(("nim:3,5", "Cl\nBw\n", "a b\nb c\n", json.dumps(asked["position"]), "nonsense", ""))
        asked = {"text": text, "game": "nimg-rm", "play": rng.choice(PLAYS)}
    elif name == "worksheet":
        asked = {"positions": [position(rng) for _ in range(2)], "title": "Games"}
    elif name == "check":
        answer = {"outcome": rng.choice("NP"), "certificate": {"kind": "nim-sum", "version": 1, "sum": 6}}
        asked = {"position": {"game": "nim", "heaps": [3, 5]}, "answer": answer}
    return asked


def http_cases(paths: Mapping[str, Iterable[str]]) -> list[Case]:
    """Requests for every path of the server's OpenAPI document, good and bad ones."""
    steps = [Step((method, path), "", "http") for path in paths for method in ("GET", "HEAD", "PUT")]
    for path in (path for path, methods in paths.items() if "post" in methods):
        name = path.rpartition("/")[2]
        steps += [_post(name, _bodies(Random(f"{name} {number}"), name)) for number in range(7)]
        wrong: tuple[object, ...] = ({}, "{", "[]", {"position": 5}, {"position": {"game": "nim"}}, {"nothing": 1})
        steps += [_post(name, body) for body in wrong]
    nim = {"position": {"game": "nim", "heaps": [3, 5]}, "moves": [{"heap": 0, "remaining": 9}]}
    steps += [_post("solve", nim), _post("nothing", {}), _post("solve", nim, "Content-Type: text/plain")]
    del nim["moves"]
    steps += [_post("solve", nim, *JSON, "Accept: application/x-ndjson"), _post("solve", {**nim, "time": "x"})]
    steps += [_post("solve", nim, *JSON, "Origin: http://example.org"), _post("solve", nim, *JSON, "Host: example.org")]
    files = ("/", "/index.html", "/pictures.css", "/config.js", "/nothing", "/../x", "/api/v1", "/api/v2/")
    steps += [Step(("GET", path), "", "http") for path in files]
    half = len(steps) // 2
    return [Case("http/0", tuple(steps[:half])), Case("http/1", tuple(steps[half:]))]
