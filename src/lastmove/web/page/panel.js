// The side of the page: who wins in each convention, why, and every legal move.

import { PLAYS } from './app.js';
import { $, announce, h, mark, s } from './dom.js';
import { ENGLISH, moveWord, reasonLanguage, reasonSource, reasonText, VALUE } from './names.js';
import { shape } from './scene.js';
import { language, t } from './texts.js';

export class Panel {
  constructor(app) {
    this.app = app;
    this.cards = Object.fromEntries(PLAYS.map((play) => [play, this.#card(play)]));
    $('cards').replaceChildren(...PLAYS.map((play) => this.cards[play].label));
    app.addEventListener('look', () => this.#looked());
    app.addEventListener('verdict', () => this.#verdicts());
    app.addEventListener('state', () => {
      this.#state();
      this.#hold();
    });
    app.addEventListener('players', () => this.#hold());
    app.addEventListener('lengths', ({ detail }) => this.#lengths(detail));
    app.addEventListener('busy', () => this.#busy(app.busy));
    $('stop').addEventListener('click', () => {
      app.stop();
      announce(t('said.stopped'));
    });
  }

  // ---- the two cards

  #card(play) {
    const input = h('input', { type: 'radio', name: 'play', value: play, change: () => this.app.setPlay(play) });
    const sign = h('span', { class: 'sign', 'aria-hidden': 'true' });
    const words = h('span', { class: 'verdict', 'data-play': play, 'data-verdict': '' });
    const letter = h('span', { class: 'letter' });
    const label = h('label', { class: `card ${play}` },
      input,
      h('span', { class: 'play-name' }, t(`play.${play}`)),
      h('span', { class: 'play-rule' }, t(`play.${play}.rule`)),
      h('span', { class: 'said' }, sign, words), letter);
    return { label, input, sign, words, letter };
  }

  #state() {
    for (const play of PLAYS) this.cards[play].input.checked = this.app.state.play === play;
  }

  #verdicts() {
    for (const play of PLAYS) this.#verdict(play);
    this.#advise();
    const { outcome } = this.app.verdicts[this.app.state.play] ?? {};
    mark($('stage'), 'data-fate', this.app.shows('values') ? outcome : null);
  }

  /** What to do about a position that is too hard here. */
  #advise() {
    const { now, verdicts } = this.app;
    const said = now?.advice ?? now?.answer?.advice ?? PLAYS.map((play) => verdicts[play]?.answer?.advice).find(Boolean) ?? '';
    $('advice').textContent = said;
    $('advice').hidden = !said;
  }

  #verdict(play) {
    const { label, sign, words, letter } = this.cards[play];
    const found = this.app.verdicts[play];
    const shown = this.app.shows('values');
    const over = this.app.now?.over === true;
    let text = t('verdict.waiting');
    let outcome = '';
    if (this.app.error) text = t('verdict.none');
    else if (!shown && found) text = t('verdict.hidden');
    else if (found?.outcome) {
      outcome = found.outcome;
      text = t(`verdict.${over ? 'over.' : ''}${outcome}`);
    } else if (found?.starts) {
      const all = Object.values(found.starts);
      text = all.length ? t('verdict.starts', { wins: all.filter((each) => each === 'N').length, n: all.length }) : t('verdict.empty');
      if (all.includes('unknown')) text = t('verdict.starts.unknown', { n: all.filter((each) => each === 'unknown').length });
    } else if (this.app.now && !this.app.now.answer) text = t('verdict.empty');
    words.dataset.verdict = outcome;
    mark(label, 'data-outcome-shown', outcome || null);
    words.textContent = text;
    sign.textContent = { N: 'N', P: 'P', unknown: '?' }[outcome] ?? '';
    letter.textContent = outcome ? t(`letter.${outcome}`) : '';
  }

  /** That something is thought about, and how far it is; Stop stands beside it. */
  #busy({ search, engine }) {
    const searching = Boolean(search?.hard);
    const began = $('thinking').hidden && (search || engine);
    const changed = this.searching !== searching;
    this.searching = searching;
    $('thinking').hidden = !search && !engine;
    if (changed && this.app.now && !this.app.error) this.#why(this.app.now);
    const count = Number(search?.positions ?? search?.visited ?? 0).toLocaleString(language());
    if (engine) $('progress').textContent = t('progress.engine');
    else if (search) $('progress').textContent = searching ? t(count === '0' ? 'progress' : 'progress.count', { count }) : t('verdict.waiting');
    if (began) announce($('progress').textContent);
  }

  // ---- why, and the moves

  #looked() {
    const { app } = this;
    const { now, error } = app;
    this.#state();
    this.#verdicts();
    $('rules').textContent = now ? now.rules.join(' ') : (app.game?.rules ?? '');
    if (error) {
      $('reason').textContent = '';
      $('explain').hidden = true;
      $('legend').hidden = true;
      $('moves-note').textContent = '';
      this.#moves([]);
      return;
    }
    this.#why(now);
    this.#moves(now.moves ?? []);
    this.#note(now);
    this.#announce();
  }

  #why(now) {
    const shown = this.app.shows('values');
    const reasons = now.answer?.reasons ?? (now.answer?.reason ? [now.answer.reason] : []);
    const lines = shown ? reasons.slice(0, 4).map((reason) => {
      const many = reasons.length > 1 && reason.count ? `${t('reason.count', { n: reason.count })} ` : '';
      const source = reasonSource(reason);
      const words = h('span', { lang: reasonLanguage(reason) }, this.#because(reason));
      return h('span', { class: 'reason-line' }, many, words, source && h('cite', { lang: ENGLISH }, source));
    }) : [t('why.hidden')];
    if (shown && this.app.shows('evidence') && now.evidence) lines.push(h('span', { class: 'evidence-line', lang: ENGLISH }, now.evidence));
    $('reason').replaceChildren(...lines);
    $('explain').hidden = !now.moves || !shown;
    const entries = shown ? (now.legend ?? []) : [];
    $('legend').hidden = !entries.length;
    $('legend').replaceChildren(...entries.map(legendEntry));
  }

  #because(reason) {
    return reason.kind === 'limit' && this.searching ? t('reason.searching') : reasonText(reason);
  }

  #note(now) {
    const { app } = this;
    let text = '';
    if (!now.moves) text = now.starts ? t('moves.no-token') : '';
    else if (!now.moves.length) text = t('moves.none');
    else if (app.shows('values')) {
      const wins = now.moves.filter((move) => move.outcome === 'P').length;
      const unknown = now.moves.filter((move) => move.outcome === 'unknown').length;
      text = t(unknown ? 'moves.some' : 'moves.count', { n: now.moves.length, wins, unknown });
    } else text = t('moves.plain', { n: now.moves.length });
    if (now.moves_complete === false) text += ` ${t('moves.cut')}`;
    $('moves-note').textContent = text;
  }

  #moves(moves) {
    const shown = this.app.shows('values');
    const order = ['P', 'unknown', 'N'];
    const sorted = shown ? moves.toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome)) : moves;
    const list = $('moves');
    const focused = document.activeElement;
    const had = this.had || list.contains(focused) || focused === $('moves-panel'); // it waited there for the engine
    const kept = this.listed === this.app.key ? focused.dataset.move : null;
    this.had = false;
    this.listed = this.app.key;
    list.replaceChildren(...(this.app.shows('moves') ? sorted.map((move) => this.#move(move)) : []));
    this.#hold();
    if (had) this.#focus(kept);
  }

  /** The move that had the focus keeps it when the same position is listed anew: Enter must not make another move. */
  #focus(kept) {
    const buttons = [...$('moves').querySelectorAll('button:enabled')];
    const found = buttons.find((button) => button.dataset.move === kept) ?? buttons[0] ?? $('moves-panel');
    found.focus({ preventScroll: true });
  }

  /** No move is made while the last one is looked at, nor in place of the engine. */
  #hold() {
    const list = $('moves');
    const wait = !this.app.fresh || Boolean(this.app.engineToMove?.());
    this.had ||= wait && list.contains(document.activeElement);
    for (const button of list.querySelectorAll('[data-move]')) button.disabled = wait;
    $('moves-panel').setAttribute('aria-busy', !this.app.fresh && !this.app.error); // the list is of what was shown before
  }

  #move(move) {
    const shown = this.app.shows('values');
    const value = shown ? VALUE[move.outcome] : null;
    const left = this.app.shows('remoteness') ? move.remoteness : null;
    return h('li', {}, h('button', {
      type: 'button',
      class: `move ${value ?? ''}`,
      'data-move': JSON.stringify(move.move),
      'data-outcome': shown ? move.outcome : null,
      click: () => this.app.make(move.move),
    },
    value && h('span', { class: `bead ${value}`, 'aria-hidden': 'true' }, { wins: '✓', loses: '✕', unknown: '?' }[value]),
    h('span', { class: 'move-text', lang: ENGLISH }, move.text),
    value && h('span', { class: 'move-value' }, moveWord(move.outcome)),
    length(left)));
  }

  /** How long play lasts, written into the list as it stands. */
  #lengths(lengths) {
    for (const button of $('moves').querySelectorAll('[data-move]')) {
      button.querySelector('.move-left')?.remove();
      button.append(length(lengths.get(button.dataset.move)) ?? '');
    }
  }

  #announce() {
    const { app } = this;
    const found = app.verdicts[app.state.play];
    if (found?.outcome && app.shows('values')) announce(`${t(`play.${app.state.play}`)}: ${this.cards[app.state.play].words.textContent}`);
  }
}

function length(remoteness) {
  return Number.isInteger(remoteness) ? h('span', { class: 'move-left' }, t('remoteness', { n: remoteness + 1 })) : null;
}

/** What a mark means, with the mark itself: the shapes that the picture uses. */
function legendEntry(entry) {
  const drawn = s('svg', { class: 'symbol', 'aria-hidden': 'true', viewBox: '-24 -13 48 26' }, (entry.items ?? []).map(shape));
  requestAnimationFrame(() => {
    const box = drawn.isConnected ? drawn.getBBox() : null;
    if (box?.width) drawn.setAttribute('viewBox', `${box.x - 2} ${box.y - 2} ${box.width + 4} ${box.height + 4}`);
  });
  return h('li', { lang: ENGLISH }, drawn, entry.text);
}
