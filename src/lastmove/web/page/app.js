// The middle of the page: the state, what Python says about it, and who wants to know when either changes.
//
//   app.store   the state (store.js)
//   app.now     the last look: position, view, scene, moves, answer, starts, places
//   app.verdicts  for each convention {outcome, answer} or null while it is not known
//
// Events: 'state' (the state changed), 'look' (a look came), 'verdict' (an outcome came), 'busy' (app.busy changed:
// what is searched, or null, and whether the engine thinks about its move), 'stop' (people want no more of it).

import { beyond, hasOpenMoves, isEmpty, isHard, merged, other } from './answers.js';
import { plainGraph } from './graph_edit.js';
import { reasonText } from './names.js';
import { sketch } from './sketch.js';
import { Store } from './store.js';
import { t } from './texts.js';
import { ask as askOnce } from './transport.js';

export const PLAYS = ['normal', 'misere'];
export const HINTS = ['nothing', 'moves', 'values', 'remoteness', 'evidence'];
/** What the picture shows for each of them. */
export const LAYERS = {
  nothing: [],
  moves: ['moves'],
  values: ['moves', 'values'],
  remoteness: ['moves', 'values'], // how long play lasts takes longer to find out: it is asked for later
  evidence: ['moves', 'values', 'evidence'],
};
const QUICK = 0.6; // seconds for a first answer; what is hard is asked again, with Stop
const LONG = 60;
const AGAIN = 2000; // milliseconds after which a server that did not answer is asked once more
const NEAR = 60; // moves before and after the one that is shown, of which it is found out who held the win
const MOMENT = 500; // milliseconds after which people are told that something is thought about

/** A solver that was lost is replaced at once: ask it again. */
async function ask(question, body, options = {}) {
  try {
    return await askOnce(question, body, options);
  } catch (error) {
    if (error.status !== 500 || options.signal?.aborted) throw error;
    return askOnce(question, body, options);
  }
}

export class App extends EventTarget {
  constructor(about, state) {
    super();
    this.about = about;
    this.games = new Map(about.games.map((game) => [game.game ?? game.name, game]));
    this.mode = 'draw';
    this.hints = { draw: 'evidence', play: 'values' };
    this.now = null;
    this.verdicts = { normal: null, misere: null };
    this.fates = new Map();
    this.words = new Map();
    this.error = null;
    this.busy = { search: null, engine: false };
    this.store = new Store(state);
    this.store.addEventListener('change', ({ detail }) => this.#changed(detail));
  }

  get state() {
    return this.store.state;
  }

  get game() {
    return this.games.get(this.state.position.game);
  }

  get level() {
    return this.hints[this.mode];
  }

  /** Whether people may see as much: 'moves', 'values', ... */
  shows(hint) {
    return HINTS.indexOf(this.level) >= HINTS.indexOf(hint);
  }

  get isGraph() {
    return this.now?.view.is === 'graph';
  }

  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  setMode(mode) {
    this.mode = mode;
    this.tell('mode');
    this.look();
  }

  setHints(level) {
    this.hints[this.mode] = level;
    this.look();
  }

  // ---- changes

  /** Begin with another position. */
  open({ position, play = this.state.play, places = null, moves = [], at = moves.length }, options = {}) {
    if (beyond(position) || beyond(moves)) {
      this.tell('trouble', new Error(t('trouble.large')));
      return;
    }
    const { play: inside, id, ...rest } = position;
    this.store.set({ position: rest, play: inside ?? play, places, moves, at }, { fit: true, ...options });
  }

  /** The position after the moves that are shown; what was drawn is in it before there is an answer. */
  get shown() {
    return this.state.at && this.now ? this.now.position : this.state.position;
  }

  /** Change the position that is shown: it becomes the beginning. `change` gets a copy with lists in plain form. */
  edit(change, places = this.state.places) {
    const { play, ...rest } = structuredClone(this.shown);
    if (rest.start === null) delete rest.start;
    const plain = this.game.fields.includes('edges') ? plainGraph(rest) : rest;
    this.store.set({ position: change(plain), places, moves: [], at: 0 });
  }

  /** Make a move after what is shown; what came later is forgotten. */
  make(move, text = this.now?.moves?.find((each) => each.move === move)?.text ?? '') {
    if (!this.fresh) return; // a second tap, before the first was answered
    const { moves, at } = this.state;
    this.words.set(JSON.stringify([this.state.position, ...moves.slice(0, at), move]), text);
    this.store.set({ moves: [...moves.slice(0, at), move], at: at + 1 });
    this.tell('made');
  }

  /** The last of so many moves in words, where it was made on this page. */
  moveText(at) {
    return this.words.get(JSON.stringify([this.state.position, ...this.state.moves.slice(0, at)])) ?? '';
  }

  /** Show the game after so many moves. */
  goTo(at) {
    this.store.set({ at: Math.max(0, Math.min(this.state.moves.length, at)) }, { quiet: true });
  }

  setPlay(play) {
    if (play !== this.state.play) this.store.set({ play }, { quiet: true });
  }

  #changed({ fit }) {
    this.fresh = false;
    this.tell('state', { fit });
    this.look({ fit });
  }

  // ---- questions

  body(play = this.state.play, at = this.state.at) {
    return { position: { ...this.state.position, play }, moves: this.state.moves.slice(0, at) };
  }

  /** Ask what is to be seen, and who wins in the other convention. A look that is under way is given up. */
  async look({ fit = false } = {}) {
    this.stop({ quiet: true });
    this.fitting ||= fit; // also if this look is given up for another
    const run = (this.run = new AbortController());
    this.slow = setTimeout(() => this.#busy({ search: {} }), MOMENT);
    if (!this.state.places && this.state.at && this.game?.fields.includes('edges')) await this.#placeFirst(run);
    if (this.run !== run) return;
    const state = this.state;
    const key = JSON.stringify(this.body());
    if (key !== this.key) this.verdicts = { normal: null, misere: null };
    this.key = key;
    const body = { ...this.body(), places: state.places, show: LAYERS[this.level] };
    try {
      if (isEmpty(state)) throw new Error('nothing is drawn');
      let quick = await ask('look', { ...body, time: QUICK }, { signal: run.signal });
      run.signal.throwIfAborted(); // an answer may come at the moment in which its question is given up
      if (!quick.view) quick = await this.#longer('look', { ...body, time: LONG }, run); // not even a picture in time
      run.signal.throwIfAborted();
      if (!quick.view) throw new Error(reasonText(quick.reason));
      this.#looked(quick);
      if (!this.verdicts[other(state.play)]) await this.#solveOther(state.play, QUICK, run);
      if (isHard(quick) || hasOpenMoves(quick)) {
        const found = await this.#longer('look', { ...body, time: LONG }, run);
        run.signal.throwIfAborted();
        if (found.view) this.#looked(found);
      }
      if (this.shows('remoteness') && this.now.moves?.length) await this.#findLengths(run);
      if (this.verdicts[other(state.play)]?.hard) await this.#solveOther(state.play, LONG, run);
    } catch (error) {
      if (error.name !== 'AbortError') this.#failed(error);
    } finally {
      if (this.run === run) {
        this.run = null;
        this.#rest();
      }
    }
  }

  /** A game without places gets those of its beginning, so that nothing moves about while it goes on. */
  async #placeFirst(run) {
    try {
      const { places } = await ask('look', { ...this.body(this.state.play, 0), show: [], time: QUICK }, { signal: run.signal });
      if (this.run === run) this.store.state = Object.freeze({ ...this.state, places });
    } catch {
      // the look itself will say what is wrong
    }
  }

  /** Give up what is asked; what is known stays. `quiet` where something else is asked at once. */
  stop({ quiet = false } = {}) {
    this.run?.abort();
    this.run = null;
    clearTimeout(this.again);
    this.#rest();
    if (quiet) return;
    this.tell('stop');
    if (!this.fresh) this.#failed(new Error(t('trouble.stopped')));
  }

  #busy(what) {
    this.busy = { ...this.busy, ...what };
    this.tell('busy');
  }

  /** Nothing is searched any more. */
  #rest() {
    clearTimeout(this.slow);
    if (this.busy.search) this.#busy({ search: null });
  }

  /** Whether the engine takes more than a moment for its move. */
  engineThinks(engine) {
    if (this.busy.engine !== engine) this.#busy({ engine });
  }

  async #longer(question, body, run) {
    this.#busy({ search: { hard: true } });
    const onProgress = (progress) => {
      if (this.run === run) this.#busy({ search: { hard: true, ...progress } });
    };
    return ask(question, body, { signal: run.signal, onProgress });
  }

  #looked(now) {
    this.#rest();
    this.error = null;
    this.now = now;
    this.fresh = true;
    const { play } = this.state;
    if (!this.state.at) this.#spellOut(now.position);
    if (now.places) this.store.state = Object.freeze({ ...this.state, places: merged(this.state.places, now.places) });
    this.#judged(play, now.answer ?? null, isHard(now));
    const fit = this.fitting;
    this.fitting = false;
    this.tell('look', { fit });
  }

  /** The beginning as Python spells it: vertices as a list, where it came as graph6 or as a number of vertices. */
  #spellOut({ play, ...position }) {
    if (!Array.isArray(this.state.position.vertices) && Array.isArray(position.vertices)) {
      this.store.state = Object.freeze({ ...this.state, position });
    }
  }

  async #solveOther(play, time, run) {
    const against = other(play);
    const body = { ...this.body(against), time };
    if (this.now.starts && !this.now.moves) body.starts = 'all';
    const long = time > QUICK;
    const answer = long ? await this.#longer('solve', body, run) : await ask('solve', body, { signal: run.signal });
    run.signal.throwIfAborted();
    this.#judged(against, answer, isHard({ answer }));
    this.tell('verdict');
  }

  /** How long play lasts after each move; it is told to who lists them. */
  async #findLengths(run) {
    const { moves = [] } = await ask('look', { ...this.body(), show: ['remoteness'], time: QUICK }, { signal: run.signal });
    run.signal.throwIfAborted();
    const lengths = new Map(moves.map((each) => [JSON.stringify(each.move), each.remoteness]));
    for (const each of this.now.moves) each.remoteness = lengths.get(JSON.stringify(each.move)) ?? null;
    this.tell('lengths', lengths);
  }

  #judged(play, answer, hard) {
    this.verdicts[play] = answer && { answer, hard, outcome: answer.outcome ?? null, starts: answer.outcomes ?? null };
    if (answer?.outcome) this.fates.set(this.fateKey(play, this.state.at), answer);
  }

  /** A board that cannot be answered for is still to be seen, so that people can go on drawing. */
  #failed(error) {
    const { position, places, at } = this.state;
    this.error = isEmpty(this.state) ? null : error;
    if (error.status === 0) this.again = setTimeout(() => this.look(), AGAIN);
    this.now = (at === 0 && sketch(position, places, [this.game?.rules ?? ''])) || this.now;
    this.tell('look', { fit: false });
  }

  // ---- who held the win, after each number of moves

  fateKey(play, at) {
    return JSON.stringify(this.body(play, at));
  }

  fate(at, play = this.state.play) {
    return this.fates.get(this.fateKey(play, at)) ?? null;
  }

  /** Find out who held the win near what is shown, where it is not known yet. One question at a time. */
  async findFates() {
    if (this.finding) return;
    this.finding = true;
    try {
      for (let at = this.#unknownFate(); at !== null; at = this.#unknownFate()) {
        const key = this.fateKey(this.state.play, at);
        this.fates.set(key, { outcome: 'unknown' });
        this.fates.set(key, await ask('solve', { ...this.body(this.state.play, at), time: QUICK }));
        this.tell('verdict');
      }
    } catch {
      // a thread with gaps is still a thread
    } finally {
      this.finding = false;
    }
  }

  #unknownFate() {
    const { moves, play, at: shown } = this.state;
    const last = Math.min(moves.length, shown + NEAR);
    for (let at = Math.max(0, shown - NEAR); at <= last; at++) if (at !== shown && !this.fate(at, play)) return at;
    return null;
  }
}
