// The result of a game, over the board: who won, which move was the mistake, and what to do next. A puzzle has its result
// after one move.

import { $, announce, h, mark } from './dom.js';
import { withMove } from './game.js';
import { solved, streak } from './start.js';
import { t } from './texts.js';
import { tongue } from './words.js';

export class Result {
  #told = null; // the look whose result was said

  constructor(page) {
    this.page = page;
  }

  show(state, changed) {
    if (!changed('look', 'mode', 'fresh', 'turned', 'against', 'begins', 'puzzle')) return;
    const { page } = this;
    const { winner } = page;
    const place = $('result');
    place.hidden = !winner;
    mark(place, 'data-result', winner && ({ you: 'win', engine: 'lose' }[winner] ?? 'over'));
    if (!winner) return this.#clear(place);
    const isNew = this.#told !== state.look;
    this.#told = state.look;
    if (isNew && state.puzzle) solved(state.puzzle, winner === 'you');
    const headline = this.#headline(winner, state);
    place.replaceChildren(
      h('p', { class: 'result-title' }, headline),
      h('p', { class: 'result-why' }, this.#why(winner, state)),
      h('div', { class: 'row' }, this.#ways(winner, state)));
    if (isNew || changed('turned')) place.scrollIntoView({ block: 'nearest' }); // who chose a move from the list may not see the board
    if (!isNew) return;
    announce(headline);
    if (!state.puzzle) page.asking.findTurn();
  }

  /** A move was taken back, or another game begins: what was said of the end is over, too. */
  #clear(place) {
    if (place.hasChildNodes()) announce('');
    place.replaceChildren();
  }

  #headline(winner, { puzzle }) {
    if (puzzle) return t(winner === 'you' ? 'puzzle.right' : 'puzzle.wrong');
    return winner === 'you' ? t('result.win') : winner === 'engine' ? t('result.lose') : t('over.player', { who: t(winner) });
  }

  #why(winner, { turned, puzzle }) {
    if (puzzle) return winner === 'you' ? t('puzzle.streak', { n: streak() }) : t('puzzle.again');
    if (!turned || turned.at === null) return '';
    const n = turned.at + 1;
    if (winner === 'you') return n ? t('result.gift', { n }) : t('result.clean');
    if (!n) return winner === 'engine' ? t('result.hopeless') : '';
    return withMove(t(turned.text ? 'result.mistake' : 'result.slip', { n, move: '\0' }), turned.text, tongue(this.page.state.look, 'moves'));
  }

  #ways(winner, { turned, puzzle, begins }) {
    const { page } = this;
    const button = (key, click, style = 'plain') => h('button', { type: 'button', class: style, click }, t(key));
    const analyse = button('result.analyse', () => page.setMode('analyse'));
    if (puzzle) {
      const next = (style) => button('puzzle.next', () => puzzle.next(), style);
      const again = button('puzzle.retry', () => page.restart({ puzzle }), 'strong');
      const on = button('puzzle.on', () => page.change({ puzzle: null }));
      return winner === 'you' ? [next('strong'), on, analyse] : [again, next('plain'), analyse];
    }
    const swap = () => {
      page.change({ begins: begins === 'first' ? 'second' : 'first' });
      page.restart();
    };
    const turn = () => {
      page.setMode('analyse');
      page.goTo(turned.at);
    };
    return [
      button('result.again', () => page.restart(), 'strong'),
      page.hasEngine && button('result.swap', swap),
      turned?.at >= 0 && turned.at !== null ? button('result.turn', turn) : analyse,
    ];
  }
}
