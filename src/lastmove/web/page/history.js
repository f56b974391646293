// The history of a game: one line through two lanes, one for each player. It runs in the lane of the player who holds
// the win, so every crossing is a mistake. The beads on it are the moves, and lead back to them; the film runs along it.

import { $, h, s } from './dom.js';
import { t } from './texts.js';
import { playerName, tongue } from './words.js';

const LOOKED_AT = ['analyse', 'draw']; // the modes in which there is one
const PITCH = 46;
const LANES = [17, 51];
const HIGH = 68;
const SOON = 60; // milliseconds
const STEP = 1000; // milliseconds between the moves of the film

export class History {
  #next = null;
  #soon = null;

  constructor(page, actions) {
    this.page = page;
    actions.add(
      { id: 'first', mode: LOOKED_AT, keys: ['Home'], enabled: () => page.state.board.at > 0, run: () => page.goTo(0) },
      { id: 'previous', mode: LOOKED_AT, keys: [','], enabled: () => page.state.board.at > 0, run: () => page.goTo(page.state.board.at - 1) },
      { id: 'film', mode: LOOKED_AT, keys: ['.'], enabled: () => page.state.board.moves.length > 0, run: () => this.#runFilm() },
      { id: 'next', mode: LOOKED_AT, keys: ['n'], enabled: () => page.state.board.at < page.state.board.moves.length, run: () => page.goTo(page.state.board.at + 1) },
    );
    this.lane = h('div', { class: 'lanes' });
    this.words = h('p', { class: 'thread-words' });
    this.filmButton = actions.button('film');
    $('thread').replaceChildren(
      h('div', { class: 'thread-row' },
        h('div', { class: 'film' }, actions.button('first'), actions.button('previous'), this.filmButton, actions.button('next')),
        this.words),
      this.lane);
  }

  show(state, changed) {
    if (changed('look', 'error', 'mode', 'hints', 'against', 'begins')) this.#line(state);
    else if (changed('fates')) this.#soon ??= setTimeout(() => this.#line(this.page.state), SOON); // several at once
    if (changed('film')) this.filmButton.textContent = t(state.film ? 'do.film.stop' : 'do.film');
    this.#roll(state);
  }

  // ---- the film

  #runFilm() {
    const { page } = this;
    const { at, moves } = page.state.board;
    const film = !page.state.film;
    if (film && at === moves.length) page.goTo(0);
    page.change({ film });
  }

  /** Go on a while after a move is to be seen: where answers take long, none is left out. */
  #roll({ film, fresh, error, board }) {
    if (!film || !board.moves.length) {
      clearTimeout(this.#next);
      this.#next = null;
      if (film) this.page.change({ film: false });
    } else if (fresh || error) this.#next ??= setTimeout(() => this.#step(), STEP);
  }

  #step() {
    const { page } = this;
    const { at, moves } = page.state.board;
    this.#next = null;
    if (at >= moves.length) page.change({ film: false });
    else page.goTo(at + 1);
  }

  // ---- the line

  /** The lane of who holds the win after so many moves: 0 first, 1 second, null unknown. */
  #holder(at) {
    const outcome = this.page.fate(at)?.outcome;
    if (outcome === 'N') return at % 2;
    return outcome === 'P' ? 1 - (at % 2) : null;
  }

  #line({ mode, board: { moves, at } }) {
    clearTimeout(this.#soon);
    this.#soon = null;
    $('thread').hidden = mode === 'play' || (mode === 'draw' && !moves.length);
    $('thread').classList.toggle('empty', !moves.length);
    if ($('thread').hidden) return this.#clear();
    const { page } = this;
    const shown = page.shows('values');
    if (shown) page.asking.findFates();
    const holders = [...moves, null].map((_, number) => (shown ? this.#holder(number) : null));
    const places = holders.map((holder, number) => [30 + number * PITCH, holder === null ? HIGH / 2 : LANES[holder]]);
    const width = 60 + moves.length * PITCH;
    const line = s('svg', { class: 'line', width, height: HIGH, viewBox: `0 0 ${width} ${HIGH}`, 'aria-hidden': 'true' },
      LANES.map((y) => s('path', { class: 'rail', d: `M0 ${y}H${width}` })),
      s('path', { class: 'yarn', d: yarn(places) }),
      s('path', { class: 'yarn done', d: yarn(places.slice(0, at + 1)) }));
    const beads = places.map(([x, y], number) => this.#bead(x, y, number, holders));
    const scroll = h('div', { class: 'scroll' }, h('div', { class: 'strip' }, line, h('ol', {}, beads)));
    scroll.firstChild.style.width = `${width}px`;
    const keep = this.lane.contains(document.activeElement);
    const names = [0, 1].map((number) => h('span', {}, playerName(page, number)));
    this.lane.replaceChildren(h('div', { class: 'lane-names', 'aria-hidden': 'true' }, names), scroll);
    scroll.scrollLeft = Math.max(0, places[at][0] - scroll.clientWidth + 80);
    if (keep) this.lane.querySelector('[aria-current]')?.focus({ preventScroll: true });
    this.#say(at);
  }

  /** Nothing of it stays in the page, hidden or not: a game keeps its secrets. */
  #clear() {
    this.lane.replaceChildren();
    this.words.replaceChildren();
  }

  #bead(x, y, number, holders) {
    const { page } = this;
    const lost = isMistake(number - 1, holders);
    const name = number === 0 ? t('bead.start') : t('bead', { n: number, who: playerName(page, number - 1) });
    const held = holders[number] === null ? '' : `, ${t('bead.holds', { who: playerName(page, holders[number]) })}`;
    const button = h('button', {
      type: 'button',
      class: `knot ${number <= page.state.board.at ? 'past' : ''} ${lost ? 'mistake' : ''}`,
      'aria-current': number === page.state.board.at ? 'step' : null,
      'aria-label': name + held + (lost ? `, ${t('bead.mistake')}` : ''),
      click: () => page.goTo(number),
    }, lost ? '!' : String(number));
    button.style.left = `${x}px`;
    button.style.top = `${y}px`;
    return h('li', {}, button);
  }

  #say(at) {
    const { page } = this;
    if (at === 0) {
      this.words.textContent = t('thread.start');
      return;
    }
    const who = playerName(page, at - 1);
    const text = page.moveText(at);
    const [words, rest = ''] = t(text ? 'thread.move' : 'thread.after', { n: at, who, text: '\0' }).split('\0');
    this.words.replaceChildren(words, text && h('span', { lang: tongue(page.state.look, 'moves') }, text), rest);
    const before = page.fate(at - 1);
    if (!page.shows('values') || before?.outcome !== 'N' || page.fate(at)?.outcome !== 'N') return;
    this.words.append(h('strong', {}, ` ${t('thread.missed', { who })} `));
    if (before.move) this.words.append(h('button', { type: 'button', class: 'link', click: () => page.goTo(at - 1) }, t('thread.see')));
  }
}

/** Whether move number `at` gave the win away. */
function isMistake(at, holders) {
  return at >= 0 && holders[at] === at % 2 && holders[at + 1] !== null && holders[at + 1] !== at % 2;
}

/** A smooth line through the beads: level in a lane, an S where it crosses. */
function yarn(places) {
  let way = `M${places[0].join(' ')}`;
  for (let i = 1; i < places.length; i++) {
    const [[a, b], [c, d]] = [places[i - 1], places[i]];
    const half = (a + c) / 2;
    way += `C${half} ${b}, ${half} ${d}, ${c} ${d}`;
  }
  return way;
}
