"""What people read in their language: English texts are the keys of the catalogues in ``lastmove/languages/``.

A text is translated where it is shown, in the language that is spoken there (:func:`speaking`). What is made long
before it is shown, such as the reason of an answer, is a :class:`Phrase`: English to everyone, translated by :func:`t`.
A catalogue is a gettext file, ``de.po``; a language without one is not offered, and a test holds that each is complete.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ENGLISH = "en"
_FOLDER = Path(__file__).parents[1] / "languages"
_SENTENCE = re.compile(r"(?<=[.:;]) (?=[A-Z])")
_spoken: ContextVar[str] = ContextVar("_spoken", default=ENGLISH)


class Phrase(str):
    """An English text that remembers the sentence it was made from, so that it can be said in another language.

    >>> Phrase("the nim-sum is {sum}", sum=3)
    'the nim-sum is 3'
    """

    __slots__ = ("template", "values")

    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, **values: object) -> Phrase:
        made = super().__new__(cls, template.format(**values) if values else template)
        made.template, made.values = template, values
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return _phrase, (self.template, dict(self.values))


def _phrase(template: str, values: dict[str, object]) -> Phrase:
    return Phrase(template, **values)


def t(text: str, **values: object) -> str:
    """A text in the language that is spoken, with its values put in; a value that is a phrase is translated, too.

    >>> t("{first} or {last}", first=1, last=2)
    '1 or 2'
    """
    if isinstance(text, Phrase):
        values = {**text.values, **values}
        text = text.template
    language = _spoken.get()
    said = text if language == ENGLISH else catalogue(language).get(text, text)
    if not values:
        return str(said)
    return said.format(**{name: t(each) if isinstance(each, Phrase) else each for name, each in values.items()})


def by_sentences(text: str) -> str:
    """A text in the language that is spoken, each sentence as the catalogue has it."""
    return text if spoken() == ENGLISH else " ".join(map(t, _SENTENCE.split(text)))


def tn(count: int, one: str, many: str, **values: object) -> str:
    """One of two texts, as ``count`` asks for it; it is put in as ``count``.

    >>> tn(1, "{count} move", "{count} moves"), tn(0, "{count} move", "{count} moves")
    ('1 move', '0 moves')
    """
    single = count == 1 or (count == 0 and _spoken.get() == "fr")
    return t(one if single else many, count=f"{count:,}" if _spoken.get() == ENGLISH else str(count), **values)


def listed(words: list[str], template: str = "{first} or {last}") -> str:
    """Words with commas between them, the last one by the template.

    >>> listed(["1", "2", "5"])
    '1, 2 or 5'
    """
    *first, last = words
    return t(template, first=", ".join(first), last=last) if first else last


def spoken() -> str:
    """The language that is spoken here: ``en`` unless something else is asked for."""
    return _spoken.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Within it, people are spoken to in this language, one of :func:`languages`."""
    token = _spoken.set(language if language in languages() else ENGLISH)
    try:
        yield
    finally:
        _spoken.reset(token)


@cache
def languages() -> tuple[str, ...]:
    """The languages that are offered, English first."""
    return (ENGLISH, *sorted(path.stem for path in _FOLDER.glob("*.po")))


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """What each English text is in a language."""
    return dict(_entries((_FOLDER / f"{language}.po").read_text(encoding="utf-8")))


def _entries(text: str) -> Iterator[tuple[str, str]]:
    """The entries of a gettext file, without its header and those that are not translated."""
    import ast

    entry: dict[str, str] = {}
    name = ""
    for line in (*text.splitlines(), ""):
        word, _, rest = line.partition(" ")
        if word in ("msgid", "msgstr"):
            name, line = word, rest
            entry[name] = ""
        if line.startswith('"'):
            entry[name] += ast.literal_eval(line)
        elif not line.strip():
            if entry.get("msgid") and entry.get("msgstr"):
                yield entry["msgid"], entry["msgstr"]
            entry = {}
