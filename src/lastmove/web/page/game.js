// Playing: whose turn it is, who plays, and what a tap on the board means as a move; where it may mean several, people
// choose beside the place they touched. When it is the engine's turn, its move is asked for here.

import { movesAt, tokenOf, viewAt } from './answers.js';
import { bodies } from './board.js';
import { $, announce, field, h } from './dom.js';
import { FRIEND, PLAYS } from './state.js';
import { t } from './texts.js';
import { moveWord, playerName, tongue, VALUE } from './words.js';

const MOST_CHOICES = 60; // beside a heap; of more, people say how many they leave
const SHOWN = 450; // milliseconds before the engine moves, so that people see their own move first

export class Game {
  constructor(page, board, actions) {
    Object.assign(this, { page, board, actions });
    board.addEventListener('tap', ({ detail }) => this.on && this.#tap(detail));
    board.addEventListener('ground', () => this.#close());
    const isOwnTurn = () => Boolean(page.state.look?.moves?.length) && page.state.fresh && !page.isEnginesTurn && !page.winner;
    const isStopped = () => page.isEnginesTurn && page.state.engine === 'stopped';
    actions.add(
      { id: 'hint', keys: ['h'], mode: 'play', enabled: () => isOwnTurn() && this.#hintsLeft(), run: () => this.#hint() },
      { id: 'engine', keys: ['e'], mode: 'play', shown: isStopped, run: () => page.asking.engineMoves() },
      { id: 'restart', mode: 'play', enabled: () => page.state.board.moves.length > 0, run: () => page.restart({ puzzle: page.state.puzzle }) },
    );
    this.#makePanel();
  }

  /** Whether taps are moves. */
  get on() {
    return this.page.state.mode !== 'draw' && this.page.state.look !== null;
  }

  #makePanel() {
    const { page } = this;
    const change = () => page.setPlayers({ against: this.against.value, begins: this.begins.value });
    const levels = [...page.levels, FRIEND];
    this.against = h('select', { change }, levels.map((level) => h('option', { value: level }, t(`level.${level}`))));
    this.begins = h('select', { change }, ['first', 'second'].map((side) => h('option', { value: side }, t(`begin.${side}`))));
    this.beginsField = field(t('begin'), this.begins);
    this.play = h('select', { change: () => page.setPlay(this.play.value) }, PLAYS.map((play) => h('option', { value: play }, t(`play.${play}.wish`))));
    this.record = h('ol', { class: 'record', 'aria-label': t('record') });
    const button = (id) => this.actions.button(id);
    $('players').replaceChildren(
      h('div', { class: 'row' }, field(t('against'), this.against), this.beginsField, field(t('ending'), this.play)),
      h('div', { class: 'row' }, button('engine'), button('restart')),
      this.record,
    );
  }

  show(state, changed) {
    $('players').hidden = $('turn').hidden = state.mode !== 'play';
    this.against.value = state.against;
    this.begins.value = state.begins;
    this.play.value = state.board.play;
    this.beginsField.hidden = !this.page.hasEngine;
    if (changed('choosing')) this.#showChoice(state.choosing);
    if (!this.on) return;
    const seated = changed('look', 'error', 'mode', 'against', 'begins', 'puzzle');
    if (seated || changed('engine', 'word', 'hint')) this.#showTurn(state);
    if (state.mode !== 'play') return;
    if (seated) this.#showRecord(state);
    if (seated && state.fresh && state.look.moves?.length && this.page.engineToMove && !isAsked(state)) this.page.asking.engineMoves(SHOWN);
  }

  // ---- whose turn it is, and what to do

  #showTurn(state) {
    const { look, board, engine, word, puzzle } = state;
    const { page } = this;
    const who = page.player(board.at);
    let [turn, guide] = [who === 'you' ? t('turn.you') : t('turn.player', { who: t(who) }), t(guideOf(look))];
    if (!look.moves) [turn, guide] = look.starts ? [t('turn.place'), t('guide.place')] : ['', ''];
    else if (puzzle && page.winner) [turn, guide] = [t(page.winner === 'you' ? 'puzzle.right' : 'puzzle.wrong'), ''];
    else if (page.winner || !look.moves.length) [turn, guide] = [t('turn.over'), t('moves.none')];
    else if (page.isEnginesTurn) [turn, guide] = [t(engine === 'stopped' ? 'turn.stopped' : 'turn.engine'), ''];
    else if (puzzle) turn = t('turn.puzzle');
    $('turn').textContent = turn;
    const last = page.player(board.at - 1) === 'engine' && page.moveText(board.at);
    const said = word ?? (last ? { key: 'turn.answered', values: {}, move: last } : null);
    $('guide').replaceChildren(...(said ? withMove(t(said.key, { ...said.values, move: '\0' }), said.move, tongue(look, 'moves')) : []), ` ${word ? '' : guide}`);
  }

  #showRecord({ board: { moves, at }, look }) {
    const { page } = this;
    this.record.replaceChildren(...moves.map((_, number) => {
      const text = page.moveText(number + 1) || t('record.move', { n: number + 1 });
      return h('li', { class: number >= at && 'later' }, `${t('record.by', { who: playerName(page, number) })} `, h('span', { lang: page.moveText(number + 1) && tongue(look, 'moves') }, text));
    }));
    this.record.scrollTop = this.record.scrollHeight;
  }

  // ---- a hint: first whether there is a winning move, then which

  #hintsLeft() {
    const { hint, look } = this.page.state;
    return hint === 0 || (hint === 1 && look.answer?.outcome === 'N' && look.moves.some((each) => each.outcome === 'P'));
  }

  #hint() {
    const { page } = this;
    const hint = page.state.hint + 1;
    page.change({ hint });
    const word = hint > 1 ? { key: 'hint.move', move: page.hinted.text } : { key: `hint.${page.state.look.answer?.outcome ?? 'unknown'}` };
    page.change({ word });
    announce(t(word.key, { move: word.move }));
  }

  // ---- a tap is a move

  #tap({ group, target, x }) {
    const { page } = this;
    const { look } = page.state;
    if (!page.state.fresh || page.winner) return;
    if (page.isEnginesTurn && look.moves?.length) return this.#refuse(group, { key: 'turn.engine' });
    if (!look.moves) {
      if (look.starts) page.edit((position) => ({ ...position, start: group.vertex ?? group.heap }));
      return;
    }
    const moves = movesAt(look, group);
    const nearest = viewAt(look.view, group.part).pins && x !== undefined ? () => pinNear(group, x) : () => null; // pins are narrow
    const counter = sizeIsDrawn(look, group) ? (counterTapped(group, target) ?? nearest()) : null;
    const isRow = moves.some((move) => move.leaves.length > 1); // of pins, from which any may be taken
    const meant = counter === null ? [] : moves.filter((move) => (isRow ? runOf(move, counter, sizeOf(look, group)) : (move.leaves[0] ?? 0) === counter));
    if (moves.length === 1) page.make(moves[0].move);
    else if (meant.length === 1) page.make(meant[0].move);
    else if (moves.length) page.change({ choosing: isRow && meant.length ? { group, moves: meant, pin: counter } : { group, moves } });
    else if (look.moves.length) this.#refuse(group, whyNot(look, group));
  }

  #refuse(group, word) {
    this.page.change({ word: { ...word, group } });
    announce(t(word.key, word.values));
  }

  /** Several moves lead here: let people choose, beside the place they touched. */
  #showChoice(choosing) {
    const place = $('chooser');
    place.hidden = !choosing;
    if (!choosing) return;
    const { group, moves, pin } = choosing;
    const size = pin === undefined ? 0 : sizeOf(this.page.state.look, group);
    const ways = inNumbers(moves);
    const choices = ways ? this.#counted(ways) : h('div', { class: 'choices' }, moves.slice(0, MOST_CHOICES).map((move) => this.#choice(move, pin === undefined ? null : runText(move, pin, size))));
    const cancel = h('button', { type: 'button', class: 'link', click: () => this.#close(true) }, t('cancel'));
    place.replaceChildren(h('p', { id: 'chooser-title' }, t('choose')), choices, cancel);
    this.opener = this.board.parts.find((each) => each.group === group);
    const box = this.opener.querySelector('.reach').getBoundingClientRect();
    const stage = $('stage').getBoundingClientRect();
    const left = Math.min(Math.max(8, box.x - stage.x + box.width / 2 - place.offsetWidth / 2), stage.width - place.offsetWidth - 8);
    place.style.left = `${left}px`;
    place.style.top = `${Math.min(box.bottom - stage.y + 6, stage.height - place.offsetHeight - 8)}px`;
    place.querySelector('button, input').focus();
  }

  #choice({ move, text, outcome }, own) {
    const shown = this.page.shows('values');
    return h('button', { type: 'button', class: `choice ${shown ? VALUE[outcome] : ''}`, click: () => this.page.make(move) },
      own ?? h('span', { lang: tongue(this.page.state.look, 'moves') }, text), shown && h('span', { class: 'hidden' }, `, ${moveWord(outcome)}`));
  }

  /** A heap of many: a field for how many are to be left. */
  #counted(ways) {
    const input = h('input', { type: 'number', min: Math.min(...ways.keys()), max: Math.max(...ways.keys()), required: '', inputmode: 'numeric' });
    const submit = (event) => {
      event.preventDefault();
      const found = ways.get(Number(input.value));
      if (found) this.page.make(found.move);
      else announce(t('said.illegal'));
    };
    return h('form', { class: 'counted', submit }, field(t('choose.left'), input), h('button', { type: 'submit' }, t('choose.move')));
  }

  #close(back = false) {
    if (!this.page.state.choosing) return;
    this.page.change({ choosing: null });
    if (back) this.opener?.focus();
  }
}

/** A sentence with a move in it, which Python says, perhaps in another language. */
export function withMove(sentence, move, lang) {
  const [words, rest = ''] = sentence.split('\0');
  return [words, move && h('span', { lang }, move), rest].filter(Boolean);
}

/** Why no move leads to this part of the board, as {key, values} of a text. */
function whyNot(look, group) {
  const view = viewAt(look.view, group.part);
  const token = tokenOf(view);
  if ('heap' in group && view.heaps && !view.heaps[group.heap]) return { key: 'why.empty' };
  if ('heap' in group && Number.isInteger(view.current)) return { key: 'why.heap', values: { i: view.current + 1 } };
  if (!('vertex' in group) || view.is !== 'graph' || token === null) return { key: 'said.illegal' };
  const names = { a: group.name, b: view.nodes[view.token].name };
  if (group.vertex === token) return { key: 'why.here', values: names };
  const at = view.nodes.findIndex((node) => node.vertex === group.vertex);
  const meets = ([u, v]) => (u === view.token && v === at) || (!view.directed && v === view.token && u === at);
  if (view.edges.some(meets)) return { key: 'why.blocked', values: names };
  return { key: view.directed ? 'why.arrow' : 'why.far', values: names };
}

/** What a tap does here, as the key of a text. */
function guideOf({ view, moves }) {
  if (view.pins) return 'guide.row';
  if (moves?.some((move) => move.chooses)) return 'guide.choose';
  return view.is === 'graph' ? 'guide.play' : 'guide.take';
}

const isAsked = ({ engine }) => engine === 'asked' || engine === 'thinking';

/** Very many moves that differ in how much they leave only, by that number; null for others. */
function inNumbers(moves) {
  if (moves.length <= MOST_CHOICES || moves.some((move) => move.leaves.length > 1)) return null;
  const ways = new Map(moves.map((move) => [move.leaves[0] ?? 0, move]));
  return ways.size === moves.length ? ways : null;
}

const countersOf = (group) => group.items.filter((it) => it.style.startsWith('counter') && it.is !== 'label');

/** Whether every counter is drawn by itself: a large heap is a box with its number. */
const sizeIsDrawn = (look, group) => group.kind === 'heap' && countersOf(group).length === sizeOf(look, group);

/** The pin of a row that is nearest to a place. */
function pinNear(group, x) {
  const far = countersOf(group).map((pin) => Math.abs(pin.x - x));
  return far.indexOf(Math.min(...far));
}

const sizeOf = (look, group) => viewAt(look.view, group.part).heaps[group.heap];

/** The run of pins, out of so many, that a move takes with this pin in it: [first, last], or null. */
function runOf({ leaves }, pin, size) {
  const taken = size - leaves.reduce((sum, each) => sum + each, 0);
  const start = [leaves[0] ?? 0, leaves[1] ?? 0].find((first) => first <= pin && pin < first + taken);
  return start === undefined ? null : [start, start + taken - 1];
}

function runText(move, pin, size) {
  const [first, last] = runOf(move, pin, size);
  return t(first === last ? 'choose.pin' : 'choose.pins', { a: first + 1, b: last + 1 });
}

/** How many counters lie below the one that was touched, or pins to its left; null where none was. */
function counterTapped(group, target) {
  if (group.kind !== 'heap' || !['circle', 'rect'].includes(target?.tagName) || target.matches('.reach')) return null;
  return bodies(target.parentNode).indexOf(target);
}
