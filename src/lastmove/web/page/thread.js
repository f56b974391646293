// The thread of a game: one line through two lanes, one for each player. It runs in the lane of the player who holds
// the win, so every crossing is a mistake. The beads on it are the moves, and lead back to them; the film runs along it.

import { $, h, s } from './dom.js';
import { ENGLISH, player } from './names.js';
import { t } from './texts.js';

const PITCH = 46;
const LANES = [22, 60];
const HIGH = 82;
const SOON = 60; // milliseconds
const STEP = 1000; // milliseconds between the moves of the film

export class Thread {
  constructor(app, actions) {
    this.app = app;
    this.film = false;
    this.next = null;
    actions.add(
      { id: 'first', keys: ['Home'], enabled: () => app.state.at > 0, run: () => app.goTo(0) },
      { id: 'previous', keys: [','], enabled: () => app.state.at > 0, run: () => app.goTo(app.state.at - 1) },
      { id: 'film', keys: ['.'], enabled: () => app.state.moves.length > 0, run: () => (this.film ? this.stopFilm() : this.startFilm()) },
      { id: 'next', keys: ['n'], enabled: () => app.state.at < app.state.moves.length, run: () => app.goTo(app.state.at + 1) },
    );
    this.lane = h('div', { class: 'lanes' });
    this.words = h('p', { class: 'thread-words' });
    this.filmButton = actions.button('film');
    $('thread').replaceChildren(
      h('div', { class: 'thread-row' },
        h('div', { class: 'film' }, actions.button('first'), actions.button('previous'), this.filmButton, actions.button('next')),
        this.words),
      this.lane);
    for (const type of ['look', 'players', 'mode']) app.addEventListener(type, () => this.show());
    app.addEventListener('verdict', () => this.#showSoon());
    app.addEventListener('look', () => this.#roll());
    app.addEventListener('made', () => this.stopFilm());
    actions.app.addEventListener('state', () => actions.refresh());
  }

  startFilm() {
    const { app } = this;
    this.film = true;
    this.filmButton.textContent = t('do.film.stop');
    if (app.state.at === app.state.moves.length) app.goTo(0);
    else this.#roll();
  }

  /** Go on with the film a while after a move is to be seen: where answers take long, none is left out. */
  #roll() {
    const { app } = this;
    if (!this.film || (!app.fresh && !app.error)) return;
    this.next ??= setTimeout(() => {
      this.next = null;
      if (app.state.at >= app.state.moves.length) this.stopFilm();
      else app.goTo(app.state.at + 1);
    }, STEP);
  }

  stopFilm() {
    clearTimeout(this.next);
    this.next = null;
    this.film = false;
    this.filmButton.textContent = t('do.film');
  }

  /** The lane of who holds the win after so many moves: 0 first, 1 second, null unknown. */
  #holder(at) {
    const outcome = this.app.fate(at)?.outcome;
    if (outcome === 'N') return at % 2;
    return outcome === 'P' ? 1 - (at % 2) : null;
  }

  /** Verdicts come one after the other: a long game is drawn anew for some of them at once. */
  #showSoon() {
    this.soon ??= setTimeout(() => this.show(), SOON);
  }

  show() {
    clearTimeout(this.soon);
    this.soon = null;
    const { app } = this;
    const { moves, at } = app.state;
    $('thread').hidden = moves.length === 0;
    if (!moves.length) {
      this.stopFilm();
      return;
    }
    if (app.shows('values')) app.findFates();
    const holders = [...moves, null].map((_, number) => (app.shows('values') ? this.#holder(number) : null));
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
    this.lane.replaceChildren(
      h('div', { class: 'lane-names', 'aria-hidden': 'true' }, h('span', {}, player(app, 0)), h('span', {}, player(app, 1))), scroll);
    scroll.scrollLeft = Math.max(0, places[at][0] - scroll.clientWidth + 80);
    if (keep) this.lane.querySelector('[aria-current]')?.focus({ preventScroll: true });
    this.#say();
  }

  #bead(x, y, number, holders) {
    const { app } = this;
    const lost = this.mistake(number - 1, holders);
    const name = number === 0 ? t('bead.start') : t('bead', { n: number, who: player(app, number - 1) });
    const held = holders[number] === null ? '' : `, ${t('bead.holds', { who: player(app, holders[number]) })}`;
    const button = h('button', {
      type: 'button',
      class: `knot ${number <= app.state.at ? 'past' : ''} ${lost ? 'mistake' : ''}`,
      'aria-current': number === app.state.at ? 'step' : null,
      'aria-label': name + held + (lost ? `, ${t('bead.mistake')}` : ''),
      click: () => app.goTo(number),
    }, lost ? '!' : String(number));
    button.style.left = `${x}px`;
    button.style.top = `${y}px`;
    return h('li', {}, button);
  }

  /** Whether move number `at` gave the win away. */
  mistake(at, holders) {
    return at >= 0 && holders[at] === at % 2 && holders[at + 1] !== null && holders[at + 1] !== at % 2;
  }

  #say() {
    const { app } = this;
    const { at } = app.state;
    if (at === 0) {
      this.words.textContent = t('thread.start');
      return;
    }
    const text = app.moveText(at);
    const [words, rest] = t(text ? 'thread.move' : 'thread.after', { n: at, who: player(app, at - 1), text: '\0' }).split('\0');
    const before = app.fate(at - 1);
    const after = app.fate(at);
    const missed = app.shows('values') && before?.outcome === 'N' && after?.outcome === 'N';
    this.words.replaceChildren(words, text && h('span', { lang: ENGLISH }, text), rest ?? '', missed ? h('strong', {}, ` ${t('thread.missed', { who: player(app, at - 1) })} `) : '');
    if (missed && before.move) {
      this.words.append(h('button', { type: 'button', class: 'link', click: () => app.goTo(at - 1) }, t('thread.see')));
    }
  }
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
