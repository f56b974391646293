// The list of moves: every legal move as a button, with what it is worth where people may see that, and the menu that says
// how much they see.

import { $, h } from './dom.js';
import { HINTS } from './state.js';
import { t } from './texts.js';
import { moveWord, tongue, VALUE } from './words.js';

const BEST_FIRST = ['P', 'unknown', 'N'];
const SIGN = { wins: '✓', loses: '✕', unknown: '?' };

export class Moves {
  #waited = false; // whether the focus was here when the moves were held back
  #key = ''; // the board that they are moves of

  constructor(page) {
    this.page = page;
    const hints = $('hints');
    hints.replaceChildren(...HINTS.map((level) => h('option', { value: level }, t(`hints.${level}`))));
    hints.addEventListener('change', () => page.setHints(hints.value));
  }

  show(state, changed) {
    const { look, error } = state;
    $('hints').value = this.page.level;
    $('hints').parentNode.hidden = state.mode === 'play';
    if ((look || error) && changed('look', 'error', 'mode', 'hints', 'hint')) {
      $('moves-note').textContent = error ? '' : this.#note(look);
      this.#list(error ? [] : (look.moves ?? []), state.key);
    } else if (changed('lengths')) this.#lengths(state.lengths);
    this.#hold(state);
  }

  #note({ moves, starts, moves_complete: complete }) {
    if (!moves) return starts && this.page.shows('values') ? t('moves.no-token') : '';
    const n = moves.length;
    const cut = complete === false ? ` ${t('moves.cut')}` : '';
    if (!n) return t('moves.none') + cut;
    if (!this.page.shows('values')) return t('moves.plain', { n }) + cut;
    const wins = moves.filter((move) => move.outcome === 'P').length;
    const unknown = moves.filter((move) => move.outcome === 'unknown').length;
    if (unknown) return t('moves.some', { n, wins, unknown }) + cut;
    if (wins && wins < n) return t('moves.count', { n: wins, all: n }) + cut;
    return t(wins ? 'moves.all' : 'moves.lost', { n }) + cut;
  }

  #list(moves, key) {
    const list = $('moves');
    const focused = document.activeElement;
    const had = this.#waited || list.contains(focused) || focused === $('moves-panel'); // it waited there for the engine
    const kept = this.#key === key ? focused.dataset.move : null;
    this.#waited = false;
    this.#key = key;
    const best = (move) => (this.page.shows('values') ? BEST_FIRST.indexOf(move.outcome) : 0);
    const sorted = this.page.shows('moves') ? moves.toSorted((a, b) => best(a) - best(b)) : [];
    list.replaceChildren(...sorted.map((move) => this.#move(move)));
    this.#lengths(this.page.state.lengths);
    this.#hold(this.page.state);
    if (had) focus(kept);
  }

  /** No move is made while the last one is looked at, nor in place of the engine. */
  #hold({ fresh, error }) {
    const list = $('moves');
    const wait = !fresh || this.page.engineToMove;
    this.#waited ||= wait && list.contains(document.activeElement);
    for (const button of list.querySelectorAll('[data-move]')) button.disabled = wait;
    $('moves-panel').setAttribute('aria-busy', !fresh && !error); // the list is of what was shown before
  }

  #move({ move, outcome, text }) {
    const shown = this.page.shows('values') || this.page.hinted?.move === move;
    const value = shown ? VALUE[outcome] : null;
    return h('li', {}, h('button', {
      type: 'button',
      class: `move ${value ?? ''}`,
      'data-move': JSON.stringify(move),
      'data-outcome': shown ? outcome : null,
      click: () => this.page.make(move),
    },
    value && h('span', { class: `bead ${value}`, 'aria-hidden': 'true' }, SIGN[value]),
    h('span', { class: 'move-text', lang: tongue(this.page.state.look, 'moves') }, text),
    value && h('span', { class: 'move-value' }, moveWord(outcome))));
  }

  /** How long play lasts, written into the list as it stands. */
  #lengths(lengths) {
    const shown = this.page.shows('remoteness');
    for (const button of $('moves').querySelectorAll('[data-move]')) {
      const remoteness = shown ? lengths?.get(button.dataset.move) : null;
      button.querySelector('.move-left')?.remove();
      if (Number.isInteger(remoteness)) button.append(h('span', { class: 'move-left' }, t('remoteness', { n: remoteness + 1 })));
    }
  }
}

/** The move that had the focus keeps it when the same position is listed anew: Enter must not make another move. */
function focus(kept) {
  const buttons = [...$('moves').querySelectorAll('button:enabled')];
  const found = buttons.find((button) => button.dataset.move === kept) ?? buttons[0] ?? $('moves-panel');
  found.focus({ preventScroll: true });
}
