// Playing: whose turn it is, who plays, and what a tap on the board means as a move; where it may mean several, people
// choose beside the place they touched. When it is the engine's turn, its move is asked for here.

import { movesAt } from './answers.js';
import { $, announce, field, h } from './dom.js';
import { FRIEND, someSeed } from './state.js';
import { t } from './texts.js';
import { ENGLISH, moveWord, playerName, VALUE } from './words.js';

const MOST_CHOICES = 60; // beside a heap; of more, people say how many they leave
const SHOWN = 450; // milliseconds before the engine moves, so that people see their own move first

export class Game {
  constructor(page, board, actions) {
    Object.assign(this, { page, board, actions });
    board.addEventListener('tap', ({ detail }) => this.on && this.#tap(detail));
    board.addEventListener('ground', () => this.#close());
    actions.add(
      { id: 'engine', keys: ['e'], enabled: () => Boolean(page.state.look?.moves?.length), run: () => page.asking.engineMoves() },
      { id: 'restart', mode: 'play', enabled: () => page.state.board.moves.length > 0, run: () => this.#restart() },
      { id: 'back', keys: ['Backspace'], mode: 'play', enabled: () => page.state.board.at > 0, run: () => this.#takeBack() },
    );
    this.#makePanel();
  }

  get on() {
    return this.page.state.mode === 'play' && this.page.state.look !== null;
  }

  #makePanel() {
    const { page } = this;
    const change = () => page.setPlayers({ against: this.against.value, begins: this.begins.value });
    const levels = [...page.levels, FRIEND];
    this.against = h('select', { change }, levels.map((level) => h('option', { value: level }, t(`level.${level}`))));
    this.begins = h('select', { change }, ['first', 'second'].map((side) => h('option', { value: side }, t(`begin.${side}`))));
    this.beginsField = field(t('begin'), this.begins);
    this.turn = h('p', { class: 'turn' });
    const button = (id) => this.actions.button(id);
    $('players').replaceChildren(
      this.turn,
      h('div', { class: 'row' }, field(t('against'), this.against), this.beginsField),
      h('div', { class: 'row' }, button('back'), button('engine'), button('restart')),
    );
  }

  show(state, changed) {
    $('players').hidden = state.mode !== 'play';
    this.against.value = state.against;
    this.begins.value = state.begins;
    this.beginsField.hidden = !this.page.hasEngine;
    if (changed('choosing')) this.#showChoice(state.choosing);
    if (!this.on) return;
    const seated = changed('look', 'error', 'mode', 'against', 'begins');
    if (seated || changed('engine')) this.#showTurn(state);
    if (seated && state.fresh && state.look.moves?.length && this.page.engineToMove && !isAsked(state)) this.page.asking.engineMoves(SHOWN);
  }

  // ---- whose turn it is, and who has won

  #showTurn({ look, board, engine }) {
    const { page } = this;
    let [turn, guide] = ['', ''];
    if (!look.moves) [turn, guide] = [t('turn.place'), t('guide.place')];
    else if (!look.moves.length) [turn, guide] = this.#over(board);
    else if (page.isEnginesTurn) [turn, guide] = [t(engine === 'stopped' ? 'turn.stopped' : 'turn.engine'), t('turn.engine')];
    else {
      const who = page.player(board.at);
      turn = who === 'you' ? t('turn.you') : t('turn.player', { who: t(who) });
      guide = t(look.view.is === 'graph' ? 'guide.play' : 'guide.take');
    }
    this.turn.textContent = turn;
    $('guide').textContent = guide;
  }

  /** Nobody can move, so the one to move has lost in normal play and won in misère play. */
  #over({ at, play }) {
    const winner = this.page.player(play === 'normal' ? at + 1 : at);
    const text = winner === 'you' ? t('over.you') : t('over.player', { who: t(winner) });
    announce(text);
    return [text, t(`over.${play}`, { who: playerName(this.page, at + 1) })];
  }

  #restart() {
    this.page.change({ seed: someSeed() });
    this.page.setBoard({ moves: [], at: 0 });
  }

  /** Back to where people were to move last. */
  #takeBack() {
    const { page } = this;
    const { moves, at } = page.state.board;
    const to = at - (page.hasEngine && at > 1 && !page.isEnginesTurn ? 2 : 1);
    page.setBoard({ moves: moves.slice(0, to), at: to });
  }

  // ---- a tap is a move

  #tap({ group, target }) {
    const { page } = this;
    const { look } = page.state;
    if (page.isEnginesTurn && look.moves?.length) return;
    if (!look.moves) {
      if (look.starts) page.edit((position) => ({ ...position, start: group.vertex ?? group.heap }));
      return;
    }
    const moves = movesAt(look, group);
    const counter = counterTapped(group, target);
    const meant = counter === null ? [] : moves.filter((move) => move.leaves.length <= 1 && (move.leaves[0] ?? 0) === counter);
    if (moves.length === 1) page.make(moves[0].move);
    else if (meant.length === 1) page.make(meant[0].move);
    else if (moves.length) page.change({ choosing: { group, moves } });
    else announce(t('said.illegal'));
  }

  /** Several moves lead here: let people choose, beside the place they touched. */
  #showChoice(choosing) {
    const place = $('chooser');
    place.hidden = !choosing;
    if (!choosing) return;
    const { group, moves } = choosing;
    const ways = inNumbers(moves);
    const choices = ways ? this.#counted(ways) : h('div', { class: 'choices' }, moves.slice(0, MOST_CHOICES).map((move) => this.#choice(move)));
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

  #choice({ move, text, outcome }) {
    const shown = this.page.shows('values');
    return h('button', { type: 'button', class: `choice ${shown ? VALUE[outcome] : ''}`, click: () => this.page.make(move) },
      h('span', { lang: ENGLISH }, text), shown && h('span', { class: 'hidden' }, `, ${moveWord(outcome)}`));
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

const isAsked = ({ engine }) => engine === 'asked' || engine === 'thinking';

/** Very many moves that differ in how much they leave only, by that number; null for others. */
function inNumbers(moves) {
  if (moves.length <= MOST_CHOICES || moves.some((move) => move.leaves.length > 1)) return null;
  const ways = new Map(moves.map((move) => [move.leaves[0] ?? 0, move]));
  return ways.size === moves.length ? ways : null;
}

/** How many counters lie below the one that was touched; null where no counter was. */
function counterTapped(group, target) {
  if (group.kind !== 'heap' || target?.tagName !== 'circle') return null;
  const counters = [...target.parentNode.querySelectorAll('circle')];
  return counters.sort((a, b) => b.cy.baseVal.value - a.cy.baseVal.value).indexOf(target);
}
