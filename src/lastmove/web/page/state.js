// The state of the page, and the one way in which it changes. A state is a plain value: it is replaced, never changed.
// What is to be seen is a function of it: after each change every view is asked to show(state, changed, before), where
// changed('look', 'error') says whether one of these is new.
//
//   board      what undo, the link and every question are about: {position, play, places, moves, at}
//                position   where the game begins, without its convention
//                play       'normal' or 'misere'
//                places     where vertices are, by their names
//                moves, at  the moves that were made, and how many of them are shown
//   past, future     boards to undo and redo
//   mode, hints      what a tap does, 'play', 'analyse' or 'draw'; how much is shown in each of them
//   hint, word       in play: how much was asked for, 0 to 2; what is said below the board about the last tap, or null
//   played           whether moves were made in play, against somebody: they keep their names when it is analysed
//   example          of the gallery, with its title and sentence, as long as it is what is shown; or null
//   lit              names of what a step of the argument speaks of
//   puzzle, turned   the puzzle that is shown, {name, next()} or null; of a game that is over, where it turned
//   against, begins  who plays: a level of the engine or FRIEND; whether people make the 'first' or the 'second' move
//   seed             of the moves that the engine makes
//   look, key        the last that Python said (position, view, scene, moves, answer, starts, ...), and of which board
//   fresh, fit       whether that is of the board as it is; whether the next one is to be shown whole
//   lengths          how long play lasts after each move, by the move as JSON; null before it is known
//   verdicts         for each convention {outcome, answer, starts, hard}, or null before it is known
//   fates, said      by the board as text: who held the win there; the last move in words
//   error, trouble   why there is no look; what else went wrong
//   search, engine   what is searched, or null; 'asked', 'thinking' or 'stopped' while the engine is to move, or ''
//   chosen, edge, used   in drawing: a vertex or the number of a heap; of an edge; whether a tool has changed it
//   choosing         {group, moves}: several moves that a tap may mean
//   film             whether the game is shown move by move

import { beyond } from './answers.js';
import { Asking, LAYERS, NO_VERDICTS } from './asking.js';
import { plainGraph } from './graph.js';
import { t } from './texts.js';

export const PLAYS = ['normal', 'misere'];
export const MODES = ['play', 'analyse', 'draw'];
export const HINTS = ['nothing', 'moves', 'values', 'remoteness', 'evidence'];
export const FRIEND = 'friend'; // plays beside me: nobody moves by itself
export const NOTHING_CHOSEN = { chosen: null, edge: null, used: false };
const MOST_STEPS = 300;
const OLD_LEVELS = { beginner: 'easy', errs: 'medium' }; // in links that were made before

export const someSeed = () => Math.floor(Math.random() * 1e6);

const BEGINNING = {
  past: [],
  future: [],
  mode: 'analyse',
  hints: { play: 'moves', analyse: 'evidence', draw: 'evidence' },
  hint: 0,
  word: null,
  played: false,
  puzzle: null,
  example: null,
  turned: null,
  lit: [],
  begins: 'first',
  look: null,
  key: '',
  fresh: false,
  fit: true,
  lengths: null,
  verdicts: NO_VERDICTS,
  fates: new Map(),
  said: new Map(),
  error: null,
  trouble: null,
  search: null,
  engine: '',
  ...NOTHING_CHOSEN,
  choosing: null,
  film: false,
};

export class Page {
  #views = [];
  #shown = {};
  #showing = false;

  /** `about` says what there is: games, families, examples, levels. `given` is what the state begins with. */
  constructor(about, given) {
    this.about = about;
    this.games = new Map(about.games.map((game) => [game.game ?? game.name, game]));
    this.levels = about.levels ?? ['perfect'];
    const against = this.levels.includes('medium') ? 'medium' : this.levels[0];
    this.state = Object.freeze({ ...BEGINNING, against, seed: someSeed(), ...given });
    this.asking = new Asking(this);
  }

  /** Show the state in these views from now on, in this order. */
  showIn(...views) {
    this.#views = views;
    this.#shown = {};
    this.change({});
  }

  /** The one way to another state. A view that changes it, too, is heard when all have shown what there was. */
  change(changes) {
    this.state = Object.freeze({ ...this.state, ...changes });
    if (this.#showing) return;
    this.#showing = true;
    try {
      while (this.#shown !== this.state) {
        const before = this.#shown;
        const state = (this.#shown = this.state);
        const changed = (...names) => names.some((name) => state[name] !== before[name]);
        for (const view of this.#views) view.show(state, changed, before);
      }
    } finally {
      this.#showing = false;
    }
  }

  // ---- what follows from the state

  get game() {
    return this.games.get(this.state.board.position.game);
  }

  get level() {
    return this.state.hints[this.state.mode];
  }

  /** Whether people may see as much: 'moves', 'values', ... */
  shows(hint) {
    return HINTS.indexOf(this.level) >= HINTS.indexOf(hint);
  }

  /** What the picture shows besides the board: a game keeps its secrets. */
  get layers() {
    return this.state.mode === 'play' ? [] : LAYERS[this.level];
  }

  get hasEngine() {
    return this.state.against !== FRIEND;
  }

  /** Who makes move number `at`, counted from 0: 'you', 'engine', or as in a game of two the 'first' or 'second'. */
  player(at) {
    const { mode, begins, played, puzzle } = this.state;
    const side = at % 2 ? 'second' : 'first';
    if (puzzle && mode === 'play') return at ? 'engine' : 'you';
    const isMatch = this.hasEngine && (mode === 'play' || (mode === 'analyse' && played));
    return !isMatch ? side : side === begins ? 'you' : 'engine';
  }

  /** Whether the engine is to move in what is shown, which may be earlier in the game. */
  get isEnginesTurn() {
    const { look, board, mode, puzzle } = this.state;
    return look !== null && mode === 'play' && !puzzle && this.player(board.at) === 'engine';
  }

  /** Whether the engine is to make the next move of the game. */
  get engineToMove() {
    const { at, moves } = this.state.board;
    return this.isEnginesTurn && at === moves.length;
  }

  /** Who won the game that is over, as player() says it; null while it goes on. A puzzle ends with its first move. */
  get winner() {
    const { look, board, mode, fresh, puzzle } = this.state;
    if (mode !== 'play' || !fresh || !look?.moves || !board.at) return null;
    if (puzzle) return { P: 'you', N: 'engine' }[look.answer.outcome] ?? null;
    return look.moves.length ? null : this.player(board.play === 'normal' ? board.at + 1 : board.at);
  }

  /** The winning move that a second hint names. */
  get hinted() {
    const { look, hint } = this.state;
    return (hint > 1 && look?.moves?.find((each) => each.outcome === 'P')) || null;
  }

  /** The last move before what is shown that the engine did not make, counted from 0; -1 if there is none. */
  get lastOwn() {
    let at = this.state.board.at - 1;
    while (at >= 0 && this.player(at) === 'engine') at--;
    return at;
  }

  /** The position after the moves that are shown; what was drawn is in it before there is an answer. */
  get shown() {
    const { board, look } = this.state;
    return board.at && look ? look.position : board.position;
  }

  /** What a question about the board holds; also in the other convention, or after another number of moves. */
  body(play = this.state.board.play, at = this.state.board.at) {
    const { position, moves } = this.state.board;
    return { position: { ...position, play }, moves: moves.slice(0, at) };
  }

  /** Who wins after so many moves, where it is known. */
  fate(at) {
    return this.state.fates.get(this.fateKey(at)) ?? null;
  }

  fateKey(at, play = this.state.board.play) {
    return JSON.stringify(this.body(play, at));
  }

  /** The last of so many moves in words, where it was made on this page. */
  moveText(at) {
    return this.state.said.get(this.#moveKey(this.state.board.moves.slice(0, at))) ?? '';
  }

  #moveKey(moves) {
    return JSON.stringify([this.state.board.position, ...moves]);
  }

  // ---- changes of the board

  /** Change the board. `quiet` changes are not steps of undo: where the film stands, which convention is looked at. */
  setBoard(changes, { quiet = false, fit = false, more = {} } = {}) {
    const { board, past } = this.state;
    const steps = quiet ? {} : { past: [...past, board].slice(-MOST_STEPS), future: [] };
    this.#replace({ ...board, ...changes }, { ...steps, ...more, fit: this.state.fit || fit });
  }

  undo() {
    const { board, past, future } = this.state;
    if (past.length) this.#step(past.at(-1), { past: past.slice(0, -1), future: [...future, board] });
  }

  redo() {
    const { board, past, future } = this.state;
    if (future.length) this.#step(future.at(-1), { future: future.slice(0, -1), past: [...past, board] });
  }

  #step(board, steps) {
    this.#replace({ ...board, play: this.state.board.play }, steps);
  }

  /** Nothing that was asked about another board is waited for. */
  #replace(board, changes) {
    this.asking.drop();
    this.change({ board: Object.freeze(board), fresh: false, trouble: null, choosing: null, hint: 0, word: null, turned: null, lit: [], ...changes });
    this.asking.look();
  }

  /** Begin with another position. */
  open({ position, play = this.state.board.play, places = null, moves = [], at = moves.length }, { fit = true, puzzle = null, example = null } = {}) {
    if (beyond(position) || beyond(moves)) {
      this.change({ trouble: new Error(t('trouble.large')) });
      return;
    }
    const { play: inside, id, ...rest } = position;
    this.setBoard({ position: rest, play: inside ?? play, places, moves, at }, { fit, more: { puzzle, example, played: false, seed: someSeed() } });
  }

  /** Change the position that is shown: it becomes the beginning. `change` gets a copy with lists in plain form. */
  edit(change, places = this.state.board.places) {
    const { play, ...rest } = structuredClone(this.shown);
    if (rest.start === null) delete rest.start;
    const plain = this.game.fields.includes('edges') ? plainGraph(rest) : rest;
    this.setBoard({ position: change(plain), places, moves: [], at: 0 }, { more: { puzzle: null, example: null, played: false } });
  }

  /** Make a move after what is shown; what came later is forgotten. All moves are made here. */
  make(move, text = this.state.look?.moves?.find((each) => each.move === move)?.text ?? '') {
    if (!this.state.fresh) return; // a second tap, before the first was answered
    const { moves, at } = this.state.board;
    const made = [...moves.slice(0, at), move];
    this.change({ said: new Map(this.state.said).set(this.#moveKey(made), text), film: false });
    this.setBoard({ moves: made, at: at + 1 }, { more: { played: this.state.played || this.state.mode === 'play' } });
  }

  /** Undo in play: people's last move, and what the engine answered. */
  takeBack() {
    const at = this.lastOwn;
    if (at >= 0) this.setBoard({ moves: this.state.board.moves.slice(0, at), at });
  }

  /** The same game from its beginning; the engine plays it differently. */
  restart(changes = {}) {
    this.asking.dropEngine();
    this.setBoard({ moves: [], at: 0 }, { more: { seed: someSeed(), puzzle: null, ...changes } });
  }

  /** Show the game after so many moves. */
  goTo(at) {
    this.setBoard({ at: Math.max(0, Math.min(this.state.board.moves.length, at)) }, { quiet: true });
  }

  setPlay(play) {
    if (play !== this.state.board.play) this.setBoard({ play }, { quiet: true });
  }

  // ---- other changes

  setMode(mode) {
    const isNewGame = mode === 'play' && this.state.look?.moves?.length === 0;
    this.asking.dropEngine();
    this.change({ mode, ...NOTHING_CHOSEN, choosing: null, film: false, hint: 0, word: null, lit: [], trouble: null });
    if (isNewGame && this.state.board.at) this.restart();
    else this.asking.look();
  }

  setHints(level) {
    this.change({ hints: { ...this.state.hints, [this.state.mode]: level } });
    this.asking.look();
  }

  /** What is done with a board that was opened, and who plays. */
  seat({ mode = 'analyse', players = null } = {}) {
    this.change({ mode, ...NOTHING_CHOSEN, choosing: null, played: players !== null });
    if (players) this.setPlayers(players);
  }

  /** Let others play; who is not known here is a friend. */
  setPlayers({ against, begins }) {
    const level = Object.hasOwn(OLD_LEVELS, against) ? OLD_LEVELS[against] : against;
    this.asking.dropEngine();
    this.change({ against: this.levels.includes(level) ? level : FRIEND, begins });
  }
}
