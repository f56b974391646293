// What Python is asked about the board that is shown, in which order, and how its answers change the state: first a
// look, with the picture and the moves, then who wins in the other convention, then what takes longer. With it the
// engine's moves, and who held the win earlier in the game.

import { hasOpenMoves, isEmpty, isHard, merged, other } from './answers.js';
import { sketch } from './graph.js';
import { t } from './texts.js';
import { ask as askOnce, isLocal, Questions } from './transport.js';
import { reasonText } from './words.js';

/** What the picture shows, by how much people want to see. */
export const LAYERS = {
  nothing: [],
  moves: ['moves'],
  values: ['moves', 'values'],
  remoteness: ['moves', 'values'], // how long play lasts takes longer to find out: it is asked for later
  evidence: ['moves', 'values', 'evidence'],
};
export const NO_VERDICTS = { normal: null, misere: null };
const QUICK = 0.6; // seconds for a first answer; what is hard is asked again, with Stop
const LONG = 60;
const AGAIN = 2000; // milliseconds after which a server that did not answer is asked once more
const NEAR = 60; // moves before and after the one that is shown, of which it is found out who held the win
const MOMENT = 500; // milliseconds after which people are told that something is thought about
const ENGINE_TIME = 4; // seconds for a move

export class Asking {
  #looks = new Questions();
  #engine = new Questions();
  #turning = new Questions();
  #again = 0;
  #finding = false;

  constructor(page) {
    this.page = page;
  }

  // ---- what is to be seen

  /** Ask what is to be seen, and who wins in the other convention. A look that is under way is given up. */
  async look() {
    this.#dropLook();
    try {
      const done = await this.#looks.run((turn) => this.#everything(turn));
      if (done) this.#rest();
    } catch (error) {
      this.#failed(error);
    }
  }

  async #everything({ ask, after }) {
    const { page } = this;
    const soon = after(MOMENT, () => page.change({ search: {} }));
    const { places, at, play } = page.state.board;
    if (!places && at && page.game?.fields.includes('edges')) await this.#placeFirst(ask);
    if (isEmpty(page.state.board)) throw new Error('nothing is drawn');
    const body = { ...page.body(), places: page.state.board.places, show: page.layers };
    let look = await ask('look', { ...body, time: QUICK });
    soon.cancel();
    if (!look.view) look = await this.#longer(ask, 'look', body); // not even a picture in time
    if (!look.view) throw new Error(reasonText(look.reason));
    this.#looked(look);
    if (!page.state.verdicts[other(play)]) await this.#solveOther(ask, QUICK);
    if (isHard(look) || hasOpenMoves(look)) {
      const found = await this.#longer(ask, 'look', body);
      if (found.view) this.#looked(found);
    }
    if (page.shows('remoteness') && page.state.look.moves?.length) await this.#findLengths(ask);
    if (page.state.verdicts[other(play)]?.hard) await this.#solveOther(ask, LONG);
  }

  /** A game without places gets those of its beginning, so that nothing moves about while it goes on. */
  async #placeFirst(ask) {
    const { page } = this;
    try {
      const { places } = await ask('look', { ...page.body(page.state.board.play, 0), show: [], time: QUICK });
      this.#learn({ places });
    } catch {
      // the look itself will say what is wrong
    }
  }

  /** The same question with much time: how far it is can be seen, and Stop stands beside it. */
  #longer(ask, question, body) {
    const tell = (progress) => this.page.change({ search: { hard: true, ...progress } });
    tell({});
    return ask(question, { ...body, time: LONG }, tell);
  }

  async #solveOther(ask, time) {
    const { page } = this;
    const play = other(page.state.board.play);
    const body = page.body(play);
    if (page.state.look.starts && !page.state.look.moves) body.starts = 'all';
    const answer = await (time === LONG ? this.#longer(ask, 'solve', body) : ask('solve', { ...body, time }));
    page.change(this.#judged(page.state.verdicts, play, answer, isHard({ answer })));
  }

  /** How long play lasts after each move. */
  async #findLengths(ask) {
    const { moves = [] } = await ask('look', { ...this.page.body(), show: ['remoteness'], time: QUICK });
    this.page.change({ lengths: new Map(moves.map((each) => [JSON.stringify(each.move), each.remoteness])) });
  }

  // ---- what the answers change

  #looked(look) {
    const { page } = this;
    const { play, at, position, places } = page.state.board;
    const judged = this.#judged(this.#verdicts(), play, look.answer ?? null, isHard(look));
    if (!at && !Array.isArray(position.vertices) && Array.isArray(look.position.vertices)) {
      const { play: _, ...spelled } = look.position; // where vertices came as graph6 or as a number
      this.#learn({ position: spelled });
    }
    if (look.places) this.#learn({ places: merged(places, look.places) });
    page.change({ look, ...judged, key: this.#key(), fresh: true, fit: false, lengths: null, error: null, search: null });
  }

  /** Something about the board that people did not change: no step of undo, and no new question. */
  #learn(facts) {
    this.page.change({ board: Object.freeze({ ...this.page.state.board, ...facts }) });
  }

  #key() {
    return JSON.stringify(this.page.body());
  }

  /** The verdicts that are known of the board as it is. */
  #verdicts() {
    return this.page.state.key === this.#key() ? this.page.state.verdicts : NO_VERDICTS;
  }

  #judged(verdicts, play, answer, hard) {
    const { page } = this;
    const verdict = answer && { answer, hard, outcome: answer.outcome ?? null, starts: answer.outcomes ?? null };
    const found = { verdicts: { ...verdicts, [play]: verdict } };
    if (answer?.outcome) found.fates = new Map(page.state.fates).set(page.fateKey(page.state.board.at, play), answer);
    return found;
  }

  /** A board that cannot be answered for is still to be seen, so that people can go on drawing. */
  #failed(error) {
    const { page } = this;
    const { board, look } = page.state;
    if (error.status === 0) this.#again = setTimeout(() => this.look(), AGAIN);
    page.change({
      look: (board.at === 0 && sketch(board.position, board.places, [page.game?.rules ?? ''])) || look,
      verdicts: this.#verdicts(),
      key: this.#key(),
      error: isEmpty(board) ? null : error,
      search: null,
    });
  }

  // ---- giving up

  /** People want no more thinking: what is known stays, and the engine waits until they ask for its move. */
  stop() {
    this.#dropLook();
    if (this.#engine.isOpen) this.dropEngine('stopped');
    if (!this.page.state.fresh) this.#failed(new Error(t('trouble.stopped')));
  }

  /** Give up everything that is asked of the board as it is. */
  drop() {
    this.#dropLook();
    this.dropEngine();
    this.#turning.drop();
  }

  #dropLook() {
    this.#looks.drop();
    clearTimeout(this.#again);
    this.#rest();
  }

  dropEngine(engine = '') {
    this.#engine.drop();
    if (this.page.state.engine !== engine) this.page.change({ engine });
  }

  /** Nothing is searched any more. */
  #rest() {
    if (this.page.state.search) this.page.change({ search: null });
  }

  // ---- the engine

  /** Let the engine make a move, after some milliseconds. */
  async engineMoves(pause = 0) {
    const { page } = this;
    try {
      await this.#engine.run(async ({ ask, wait, after }) => {
        page.change({ engine: 'asked' });
        await wait(pause);
        if (isLocal && page.state.search) this.#dropLook(); // there is one worker, and the move comes first
        after(MOMENT, () => page.change({ engine: 'thinking' }));
        const { seed, against, board } = page.state;
        const level = page.hasEngine ? against : page.levels[0];
        const { move, text } = await ask('choose', { ...page.body(), level, seed, turn: board.at, time: ENGINE_TIME });
        page.change({ engine: '' });
        page.make(move, text);
      });
    } catch (error) {
      page.change({ trouble: error, engine: '' });
    }
  }

  // ---- where a game that is over was lost

  /** The last move of whoever lost that gave the win away: {at, text}; at is -1 where there was none, null where it is not known. */
  async findTurn() {
    const { page } = this;
    const { moves, play } = page.state.board;
    const loser = (moves.length + (play === 'normal' ? 0 : 1)) % 2; // of the two who move in turn
    await this.#turning.run(async ({ ask }) => {
      const outcomes = [];
      const first = Math.max(0, moves.length - 2 * NEAR);
      for (let at = first; at <= moves.length; at++) {
        const known = page.fate(at) ?? (await ask('solve', { ...page.body(play, at), time: QUICK }));
        outcomes[at] = known.outcome;
      }
      const turns = moves.map((_, at) => at).filter((at) => at % 2 === loser && outcomes[at] === 'N' && outcomes[at + 1] === 'N');
      if (!turns.length) return page.change({ turned: { at: first || outcomes.includes('unknown') ? null : -1, text: '' } });
      const at = turns.at(-1);
      const { moves: legal = [] } = await ask('look', { ...page.body(play, at), show: [], time: QUICK });
      page.change({ turned: { at, text: legal.find((each) => each.outcome === 'P')?.text ?? '' } });
    }).catch(() => {}); // a result without its reason is still a result
  }

  // ---- who held the win, after each number of moves

  /** Find it out near what is shown, where it is not known yet. One question at a time; the answers stay true. */
  async findFates() {
    if (this.#finding) return;
    this.#finding = true;
    const { page } = this;
    try {
      for (let at = this.#unknownFate(); at !== null; at = this.#unknownFate()) {
        const key = page.fateKey(at);
        const answer = await askOnce('solve', { ...page.body(page.state.board.play, at), time: QUICK });
        page.change({ fates: new Map(page.state.fates).set(key, answer) });
      }
    } catch {
      // a line with gaps is still a line
    } finally {
      this.#finding = false;
    }
  }

  #unknownFate() {
    const { moves, at: shown } = this.page.state.board;
    const last = Math.min(moves.length, shown + NEAR);
    for (let at = Math.max(0, shown - NEAR); at <= last; at++) if (at !== shown && !this.page.fate(at)) return at;
    return null;
  }
}
