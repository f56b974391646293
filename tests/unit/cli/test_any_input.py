"""Anything at all: made-up positions, any JSON, any bytes are answered or refused in one line."""

from __future__ import annotations

import json
from contextlib import suppress
from io import BytesIO

from hypothesis import given, settings
from hypothesis import strategies as st

import lastmove as lm
from commands import NIM
from effort import tries
from lastmove.cli.read import FORMATS, Overrides, read_items
from lastmove.games import GAMES, game_class
from refusals import FIELDS, is_one_line, misbehaviour

texts = st.text(st.characters(exclude_categories=()), max_size=5)
numbers = st.integers(-2, 3) | st.integers() | st.floats()
leaves = st.none() | st.booleans() | numbers | texts | st.sampled_from(["a", "b", "0", "1", "misere", *GAMES])
values = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=3), max_leaves=12
)
names = st.sampled_from(["a", "b", "c", 0, 1, 2])
games = st.sampled_from(list(GAMES))
six = st.text(st.characters(min_codepoint=63, max_codepoint=126), max_size=3)
plausible: dict[str, st.SearchStrategy[object]] = {
    "heaps": st.lists(st.integers(0, 4), max_size=3),
    "code": st.from_regex(r"[04]?\.[0-7]{1,3}", fullmatch=True),
    "set": st.lists(st.integers(1, 4), max_size=3),
    "directed": st.booleans(),
    "vertices": st.lists(names, unique_by=str, max_size=4) | st.integers(0, 4),
    "edges": st.lists(st.lists(names, min_size=2, max_size=2), max_size=5),
    "graph6": six,
    "sparse6": six.map(lambda text: f":{text}"),
    "digraph6": six.map(lambda text: f"&{text}"),
    "weights": st.lists(st.integers(0, 3), max_size=4) | st.dictionaries(names.map(str), st.integers(0, 3), max_size=4),
    "start": names | st.none(),
    "parts": st.lists(st.deferred(lambda: positions), max_size=2),
}


@st.composite
def made_positions(draw: st.DrawFn) -> dict[str, object]:
    """An object with the fields of some game, now and then with one of them missing, odd or too many."""
    game = draw(games)
    found: dict[str, object] = {"game": game}
    for name in game_class(game).fields:
        rare = name in ("graph6", "sparse6", "digraph6")
        if draw(st.integers(0, 9)) > (8 if rare else 0):
            found[name] = draw(plausible[name])
    if not draw(st.integers(0, 3)):
        found[draw(st.sampled_from(FIELDS))] = draw(values)
    return found


positions: st.SearchStrategy[dict[str, object]] = made_positions()


@given(positions)
@settings(max_examples=tries(400), deadline=None)
def test_any_position(raw: dict[str, object]) -> None:
    assert misbehaviour(raw) == ""


def read_and_parse(data: bytes, format_: str, game: str | None) -> None:
    for item in read_items(BytesIO(data), format_, game=game):
        if isinstance(item.content, lm.InputError):
            assert is_one_line(str(item.content))
        elif isinstance(item.content, dict):
            assert misbehaviour(item.content if game is None else {"game": game, "start": 0, **item.content}) == ""
        else:
            said = {"start": "0"} if game is None else {"game": game, "start": "0"}
            assert misbehaviour(item._replace(overrides=Overrides(said))) == ""


@given(values, st.sampled_from([None, 1]), st.booleans())
@settings(max_examples=tries(200), deadline=None)
def test_any_json(value: object, indent: int | None, escaped: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=escaped)
    read_and_parse(text.encode("utf-8", "surrogatepass"), "auto", None)
    with suppress(lm.InputError):
        lm.parse(text)


pieces = st.sampled_from(
    [*b'{ } [ ] " , : & A_ 0 1 # >>graph6<< <graphml>'.split(), b"\n", b"\r\n", b" ", b"\xef\xbb\xbf", NIM.encode()]
)
some_bytes = st.binary(max_size=40) | st.lists(pieces | st.binary(max_size=3), max_size=8).map(b"".join)


@given(some_bytes, st.sampled_from(FORMATS), st.sampled_from([None, "vertex-geography", "nim", "dag"]))
@settings(max_examples=tries(500), deadline=None)
def test_any_bytes(data: bytes, format_: str, game: str | None) -> None:
    read_and_parse(data, format_, game)
