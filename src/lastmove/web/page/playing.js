// Play mode: a tap is a move, the engine answers.

import { $, announce, field, h } from './dom.js';
import { FRIEND } from './link.js';
import { ENGLISH, movesAt, moveWord, player, VALUE } from './names.js';
import { t } from './texts.js';
import { ask, isLocal } from './transport.js';

const MOST_CHOICES = 60; // beside a heap; of more, people say how many they leave
const SHOWN = 450; // milliseconds before the engine moves, so that people see their own move first
const MOMENT = 500; // and after which people are told that it thinks

export class Playing {
  constructor(app, board, actions) {
    Object.assign(this, { app, board, actions });
    app.players = { first: 'you', second: 'engine', engine: true, level: 'perfect' };
    app.engineToMove = () => this.engineToMove && app.state.at === app.state.moves.length;
    this.seed = Math.floor(Math.random() * 1e6);
    board.addEventListener('tap', ({ detail }) => this.on && this.#tap(detail));
    board.addEventListener('ground', () => this.close());
    app.addEventListener('look', () => this.#looked());
    app.addEventListener('state', () => {
      this.close();
      this.#giveUp();
    });
    app.addEventListener('stop', () => this.#stopped());
    app.addEventListener('mode', () => this.#mode());
    app.addEventListener('escape', () => this.close());
    actions.add(
      { id: 'engine', keys: ['e'], enabled: () => Boolean(app.now?.moves?.length), run: () => this.engineMoves() },
      { id: 'restart', mode: 'play', enabled: () => app.state.moves.length > 0, run: () => this.restart() },
      { id: 'back', keys: ['Backspace'], mode: 'play', enabled: () => app.state.at > 0, run: () => this.takeBack() },
    );
    this.#makePanel();
  }

  get on() {
    return this.app.mode === 'play' && this.app.now !== null;
  }

  /** Whether the engine is to move in what is shown. */
  get engineToMove() {
    const { players, state } = this.app;
    return this.on && players.engine && players[state.at % 2 ? 'second' : 'first'] === 'engine';
  }

  #makePanel() {
    const { app } = this;
    this.against = h('select', { change: () => this.#chosen() },
      ...(app.about.levels ?? ['perfect']).map((level) => h('option', { value: level }, t(`level.${level}`))),
      h('option', { value: FRIEND }, t('level.friend')));
    this.begins = h('select', { change: () => this.#chosen() },
      h('option', { value: 'first' }, t('begin.first')), h('option', { value: 'second' }, t('begin.second')));
    this.beginsLabel = field(t('begin'), this.begins);
    this.turn = h('p', { class: 'turn' });
    $('players').replaceChildren(
      this.turn,
      h('div', { class: 'row' }, field(t('against'), this.against), this.beginsLabel),
      h('div', { class: 'row' }, this.actions.button('back'), this.actions.button('engine'), this.actions.button('restart')),
    );
  }

  /** Who plays, as the link holds it. */
  get seats() {
    return { against: this.against.value, begins: this.begins.value };
  }

  /** Let others play; who is not known here is a friend. */
  seat({ against, begins }) {
    this.against.value = against;
    if (this.against.selectedIndex < 0) this.against.value = FRIEND;
    this.begins.value = begins;
    this.#chosen();
  }

  #chosen() {
    const level = this.against.value;
    const engine = level !== FRIEND;
    const you = this.begins.value;
    this.app.players = {
      engine,
      level: engine ? level : 'perfect',
      first: !engine || you === 'first' ? 'you' : 'engine',
      second: !engine || you === 'second' ? 'you' : 'engine',
    };
    this.beginsLabel.hidden = !engine;
    this.app.tell('players');
    this.#looked();
  }

  #mode() {
    $('players').hidden = this.app.mode !== 'play';
    this.close();
  }

  #looked() {
    const { app } = this;
    if (!this.on) return;
    const { now, state } = app;
    const who = player(app, state.at);
    if (!now.moves) {
      this.turn.textContent = t('turn.place');
      $('guide').textContent = t('guide.place');
    } else if (now.moves.length) {
      this.turn.textContent = this.engineToMove ? t('turn.engine') : t(who === t('you') ? 'turn.you' : 'turn.player', { who });
      $('guide').textContent = t(this.engineToMove ? 'turn.engine' : now.view.is === 'graph' ? 'guide.play' : 'guide.take');
    } else this.#over();
    this.actions.refresh();
    if (this.engineToMove && now.moves?.length && state.at === state.moves.length) this.engineMoves(SHOWN);
  }

  /** Who won: nobody can move, so the one to move has lost in normal play and won in misère play. */
  #over() {
    const { app } = this;
    const { at, play } = app.state;
    const winner = player(app, play === 'normal' ? at + 1 : at);
    const text = t(winner === t('you') ? 'over.you' : 'over.player', { who: winner });
    this.turn.textContent = text;
    $('guide').textContent = t(`over.${play}`, { who: player(app, at + 1) });
    announce(text);
  }

  #tap({ group, target }) {
    const { now } = this.app;
    if (this.engineToMove && now.moves?.length) return;
    if (!now.moves) {
      const thing = group.vertex ?? group.heap;
      if (now.starts) this.app.edit((position) => ({ ...position, start: thing }));
      return;
    }
    const moves = movesAt(now, group);
    const counter = counterTapped(group, target);
    const meant = counter === null ? [] : moves.filter((move) => move.leaves.length <= 1 && (move.leaves[0] ?? 0) === counter);
    if (moves.length === 1) this.app.make(moves[0].move);
    else if (meant.length === 1) this.app.make(meant[0].move);
    else if (moves.length) this.#choose(group, moves);
    else announce(t('said.illegal'));
  }

  /** Several moves lead here: let people choose, beside the place they touched. */
  #choose(group, moves) {
    const place = $('chooser');
    const title = h('p', { id: 'chooser-title' }, t('choose'));
    const shown = this.app.shows('values');
    const ways = inNumbers(moves);
    const buttons = ways ? [] : moves.slice(0, MOST_CHOICES).map((move) =>
      h('button', { type: 'button', class: `choice ${shown ? VALUE[move.outcome] : ''}`, click: () => this.app.make(move.move) },
        h('span', { lang: ENGLISH }, move.text), shown && h('span', { class: 'hidden' }, `, ${moveWord(move.outcome)}`)));
    place.replaceChildren(title, ways ? this.#counted(ways) : h('div', { class: 'choices' }, buttons), h('button', { type: 'button', class: 'link', click: () => this.close(true) }, t('cancel')));
    place.hidden = false;
    const part = this.board.parts.find((each) => each.group === group);
    const box = part.querySelector('.reach').getBoundingClientRect();
    const stage = $('stage').getBoundingClientRect();
    const left = Math.min(Math.max(8, box.x - stage.x + box.width / 2 - place.offsetWidth / 2), stage.width - place.offsetWidth - 8);
    place.style.left = `${left}px`;
    place.style.top = `${Math.min(box.bottom - stage.y + 6, stage.height - place.offsetHeight - 8)}px`;
    this.opener = part;
    place.querySelector('button, input').focus();
  }

  /** A heap of many: a field for how many are to be left. */
  #counted(ways) {
    const input = h('input', { type: 'number', min: Math.min(...ways.keys()), max: Math.max(...ways.keys()), required: '', inputmode: 'numeric' });
    const made = (event) => {
      event.preventDefault();
      const move = ways.get(Number(input.value));
      if (move) this.app.make(move.move);
      else announce(t('said.illegal'));
    };
    return h('form', { class: 'counted', submit: made }, field(t('choose.left'), input), h('button', { type: 'submit' }, t('choose.move')));
  }

  close(back = false) {
    const was = !$('chooser').hidden;
    $('chooser').hidden = true;
    if (was && back) this.opener?.focus();
  }

  /** Let the engine make a move, after a while; another question of this kind is given up. */
  async engineMoves(wait = 0) {
    const { app } = this;
    const { state } = app;
    this.#giveUp();
    const run = (this.run = new AbortController());
    if (wait) await new Promise((done) => setTimeout(done, wait));
    if (run.signal.aborted || app.state !== state) return;
    if (isLocal && app.busy.search) app.stop({ quiet: true }); // there is one worker, and the move comes first
    const late = setTimeout(() => app.engineThinks(true), MOMENT);
    run.signal.addEventListener('abort', () => this.#rested(late));
    try {
      const body = { ...app.body(), level: app.players.level, seed: this.seed, turn: state.at, time: 4 };
      const { move, text } = await ask('choose', body, { signal: run.signal });
      if (!run.signal.aborted && same(app.state, state)) app.make(move, text);
    } catch (error) {
      if (error.name !== 'AbortError') app.tell('trouble', error);
    } finally {
      if (this.run === run) this.#rested(late);
    }
  }

  #rested(late) {
    clearTimeout(late);
    this.app.engineThinks(false);
  }

  /** What the engine thinks about is of no use any more. */
  #giveUp() {
    this.run?.abort();
    this.run = null;
  }

  /** People want no more thinking: the engine's turn waits until they ask for its move. */
  #stopped() {
    if (!this.run) return;
    this.#giveUp();
    if (this.engineToMove) this.turn.textContent = t('turn.stopped');
  }

  restart() {
    this.seed = Math.floor(Math.random() * 1e6);
    this.app.store.set({ moves: [], at: 0 });
  }

  /** Back to where people were to move last. */
  takeBack() {
    const { app } = this;
    const back = app.players.engine && app.state.at > 1 && !this.engineToMove ? 2 : 1;
    const at = app.state.at - back;
    app.store.set({ moves: app.state.moves.slice(0, at), at });
  }
}

/** Very many moves that differ in how much they leave only, by that number; null for others. */
function inNumbers(moves) {
  if (moves.length <= MOST_CHOICES || moves.some((move) => move.leaves.length > 1)) return null;
  const ways = new Map(moves.map((move) => [move.leaves[0] ?? 0, move]));
  return ways.size === moves.length ? ways : null;
}

const same = (a, b) => a.position === b.position && a.play === b.play && a.moves === b.moves && a.at === b.at;

/** How many counters lie below the one that was touched; null where no counter was. */
function counterTapped(group, target) {
  if (group.kind !== 'heap' || target?.tagName !== 'circle') return null;
  const counters = [...target.parentNode.querySelectorAll('circle')];
  return counters.sort((a, b) => b.cy.baseVal.value - a.cy.baseVal.value).indexOf(target);
}
