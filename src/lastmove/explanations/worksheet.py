"""Exercises to print or to load into Moodle, and their key: one design for the command and for the page.

A sheet has a line for name and class, the rules of each game once, and three exercises a page. The key says what a
teacher can read aloud, and shows the winning move. Everything is in the language that is spoken.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from html import escape
from itertools import islice
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, LimitReached, printable
from lastmove.core.language import ENGLISH, spoken, t, tn
from lastmove.core.play import Outcome
from lastmove.core.position import title_of
from lastmove.core.solution import SearchReason, TheoremReason, membership
from lastmove.core.view import view_move, view_of
from lastmove.core.words import say_play
from lastmove.explanations.argument import say_move, say_position, say_rules
from lastmove.explanations.idea import idea_of
from lastmove.explanations.page import page_end, page_start
from lastmove.explanations.position_text import board_lines
from lastmove.explanations.short import is_said, said_title
from lastmove.explanations.wording import say_end

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lastmove.core.play import Problem
    from lastmove.core.solution import Solution

MOST_OTHERS = 20
"""So many winning moves are named in the key beside the first."""
MOST_CHOICES = 8
"""So many moves are to choose from in a question that a computer grades."""
MOST_TRIED = 1_000
PER_PAGE = 3
_STYLE = """\
<style>
@page { size: A4; margin: 1.3cm 1.6cm; }
body { max-width: 44rem; }
h1 { margin: 0 0 0.6rem; }
.who { display: flex; gap: 1.5rem; margin: 0 0 1rem; }
.who span { flex: 2; border-bottom: 1px solid currentColor; padding-bottom: 0.1rem; }
.who span:last-child { flex: 1; }
.rules { border: 1px solid var(--line); border-radius: 6px; padding: 0.3rem 0.9rem; margin: 0 0 1rem; }
article { break-inside: avoid; margin: 0 0 1rem; }
article + article { border-top: 1px solid var(--line); padding-top: 0.6rem; margin-top: 0.6rem; }
h2 { margin: 0.2rem 0; }
figure { margin: 0.4rem 0; text-align: left; }
figure svg { max-height: 4.2cm !important; width: auto !important; }
.blanks { margin: 0.5rem 0; }
.line { display: inline-block; width: 24rem; max-width: 60%; border-bottom: 1px solid currentColor; }
@media print {
  :root { --ink: #000; --paper: #fff; --line: #999; --soft: #fff; }
  body { font-size: 10pt; line-height: 1.35; }
  p, .rules p, .blanks { margin: 0.2rem 0; }
  h2 { font-size: 11pt; }
  .who, .rules, article { margin-bottom: 0.4rem; }
  figure { margin: 0; }
  figure svg { max-height: 3.2cm !important; }
  section { break-after: page; }
  section:last-of-type { break-after: auto; }
}
</style>
"""


@dataclass(frozen=True)
class Exercise:
    """A question and its answer, as pieces of HTML, with the rules that the sheet tells once.

    ``graded`` is the question for Moodle: its text with the choices in it.
    """

    title: str
    rules: str
    ending: str
    picture: str
    question: str
    key: str
    graded: str


def exercise(answer: Solution, number: int) -> Exercise:
    """The question and the key for one position."""
    problem = answer.problem
    position: Any = problem.position
    asker = "" if problem.id is None else f" {printable(str(problem.id))}:"
    called = f"{t(title_of(position))}, {say_play(problem.play)}"
    heading = f"<h2>{number}.{escape(asker)} {escape(called)}</h2>\n"
    drawn = _picture(problem)
    blanks = (
        f'<p class="blanks">{t("Who wins?")} &#9744; {t("the player to move (N)")} &emsp; '
        f"&#9744; {t('the other player (P)')}</p>\n"
        f'<p class="blanks">{t("A winning move, if there is one:")} <span class="line"></span></p>\n'
        f'<p class="blanks">{t("Because:")} <span class="line"></span></p>\n'
    )
    question = f"<article>\n{heading}{drawn}{blanks}</article>\n"
    said = "".join(f"<p>{line}</p>\n" for line in _key(answer))
    shown = _picture(problem, answer) if answer.move is not None else drawn
    key = f"<article>\n{heading}<p>{escape(printable(_capital(say_position(position))))}</p>\n{shown}{said}</article>\n"
    told = f"<strong>{escape(t(title_of(position)))}.</strong> {escape(' '.join(say_rules(position)))}"
    return Exercise(called, told, say_end(problem.play), drawn, question, key, _graded(answer))


def _key(answer: Solution) -> Iterator[str]:
    """What can be read aloud: who wins, by which move, how, and why."""
    if answer.outcome is Outcome.UNKNOWN:
        yield f"<strong>{t('Not known: a limit was reached before the answer was found.')}</strong>"
        return
    won = answer.outcome is Outcome.N
    yield f"<strong>{t('The player to move wins (N).') if won else t('The player to move loses (P).')}</strong>"
    if answer.move is not None:
        yield escape(printable(_winning(answer)))
    idea = idea_of(answer)
    if idea:
        yield escape(t("How to win: {idea}", idea=idea) if won else t("How the other player wins: {idea}", idea=idea))
    yield escape(t("Because: {why}", why=because(answer)))


def _winning(answer: Solution) -> str:
    """A winning move and the others: a pupil may have found any of them."""
    position, winning = answer.problem.position, answer.winning_moves()
    others = [say_move(position, move) for move in winning if move != answer.move][:MOST_OTHERS]
    more = winning.total - 1 - len(others)
    said = t("A winning move: {move}.", move=say_move(position, answer.move))
    if others:
        rest = f"{t('; ')}{tn(more, 'and {count} more', 'and {count} more')}" if more else ""
        said += f" {t('Others: {moves}.', moves=t('; ').join(others) + rest)}"
    if winning.stopped_by is not None:
        return f"{said} {t('Not all moves were worked out within the limits.')}"
    return said if others else f"{said} {t('It is the only one.')}"


def because(answer: Solution) -> str:
    """The reason in a sentence; in another language than English, what can be said in it."""
    reason = answer.reason
    if isinstance(reason, TheoremReason):
        if spoken() == ENGLISH:
            return f"{reason.text} ({', '.join(filter(None, (reason.known_as, reason.name)))})"
        here = f"{t(reason.why)} " if reason.why and is_said(reason.why) else ""
        return f"{here}({said_title(reason)})"
    if isinstance(reason, SearchReason) and (not reason.text or spoken() != ENGLISH):  # nobody prints how long it took
        return t("exact search: every line of play that matters was followed to its end.")
    return f"{reason}."


def _graded(answer: Solution) -> str:
    """Who wins, and a winning move, each to be chosen: what Moodle calls a cloze question."""
    won = answer.outcome is Outcome.N
    who = _choices([(t("the player to move (N)"), won), (t("the other player (P)"), not won)])
    position, found = answer.problem.position, answer.winning_moves()
    wins = membership(found)
    losing = (move for move in islice(position.moves(), MOST_TRIED) if not wins(move))
    winning = found[: MOST_CHOICES - 2]
    options = [(say_move(position, move), True) for move in winning]
    if found.total == len(found):  # else some of the others may win, too
        options += [(say_move(position, move), False) for move in islice(losing, MOST_CHOICES - len(winning))]
    choices = _choices([*sorted(options), (t("there is none"), not winning)])
    return f"<p>{t('Who wins?')} {who}</p>\n<p>{t('A winning move, if there is one:')} {choices}</p>\n"


def _choices(options: Sequence[tuple[str, bool]]) -> str:
    written = [("=" if right else "") + re.sub(r'([}#~/"\\])', r"\\\1", printable(text)) for text, right in options]
    return f"{{1:MULTICHOICE:{'~'.join(written)}}}"


def _picture(problem: Problem, answer: Solution | None = None) -> str:
    """The position, with a winning move if there is an answer; in lines of text where it cannot be drawn in time."""
    from lastmove.pictures.compose import compose
    from lastmove.pictures.draw import drawable
    from lastmove.pictures.marks import Marks, ShownMove
    from lastmove.pictures.svg import svg

    position = problem.position
    try:
        view = drawable(view_of(position))
        moves = () if answer is None else (ShownMove(view_move(position, answer.move), Outcome.P),)
        title = f"{t(title_of(position))}: {say_position(position)}"
        scene = compose(view, Marks(moves=moves, named=True), title=title, caption="", legend=False)
        drawn = svg(scene, theme="print")
    except (InputError, LimitReached):
        return f"<pre>{escape(chr(10).join(map(printable, board_lines(position))))}</pre>\n"
    return f"<figure>{drawn[drawn.index('<svg') :]}</figure>\n"


def sheet(title: str, exercises: Sequence[Exercise]) -> str:
    """The page for pupils: a line for their names, the rules once, three exercises a page."""
    who = f'<p class="who"><span>{t("Name:")}</span><span>{t("Class:")}</span></p>\n'
    told = [each.rules for each in exercises] + [escape(each.ending) for each in exercises]
    rules = "".join(f"<p>{each}</p>\n" for each in dict.fromkeys(told))
    head = f'<h1>{escape(title)}</h1>\n{who}<div class="rules">\n{rules}</div>\n'
    questions = [each.question for each in exercises]
    groups = [questions[first : first + PER_PAGE] for first in range(0, len(questions), PER_PAGE)]
    return page(title, head + "".join(f"<section>\n{''.join(group)}</section>\n" for group in groups))


def key_sheet(title: str, exercises: Sequence[Exercise]) -> str:
    """The page for the teacher: the answers, with the winning moves drawn."""
    said = t("{title}: the key", title=title)
    return page(said, f"<h1>{escape(said)}</h1>\n" + "".join(each.key for each in exercises))


def page(title: str, body: str) -> str:
    """A whole page of HTML, to be printed."""
    return page_start(title) + _STYLE + body + page_end()


def moodle(title: str, exercises: Sequence[Exercise]) -> str:
    """The exercises as Moodle reads them: a category with a cloze question for each, its picture as a file."""
    category = f"<category><text>$course$/{escape(title.replace('/', '-'))}</text></category>"
    questions = [f'<question type="category">{category}</question>']
    for number, each in enumerate(exercises, start=1):
        svg = re.search(r"<svg.*</svg>", each.picture, re.DOTALL)
        shown, file = each.picture, ""
        if svg is not None:
            name = f"position-{number}.svg"
            shown = f'<p><img src="@@PLUGINFILE@@/{name}" alt="{escape(each.title)}"></p>\n'
            content = base64.b64encode(svg[0].encode()).decode()
            file = f'<file name="{name}" path="/" encoding="base64">{content}</file>'
        text = f"<p>{each.rules} {escape(each.ending)}</p>\n{shown}{each.graded}".replace("]]>", "]]&gt;")
        questions.append(
            f'<question type="cloze">\n<name><text>{number}. {escape(each.title)}</text></name>\n'
            f'<questiontext format="html"><text><![CDATA[{text}]]></text>{file}</questiontext>\n</question>'
        )
    return '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n' + "\n".join(questions) + "\n</quiz>\n"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
