// Who wins, and why: the two cards, one for each convention, what is searched, with Stop beside it, advice, the reason
// with its source, what the marks of the picture mean, and the whole argument, whose steps light what they speak of.

import { shape } from './board.js';
import { $, announce, h, mark, s } from './dom.js';
import { PLAYS } from './state.js';
import { language, t } from './texts.js';
import { ask } from './transport.js';
import { ENGLISH, exampleText, explain, reasonLanguage, reasonSource, reasonText, tongue } from './words.js';

const MOST_REASONS = 4;
const ARGUMENT_TIME = 5; // seconds

export class Verdict {
  #argued = null; // the board whose argument is shown

  constructor(page) {
    this.page = page;
    this.cards = Object.fromEntries(PLAYS.map((play) => [play, this.#card(play)]));
    $('cards').replaceChildren(...PLAYS.map((play) => this.cards[play].label));
    $('explain').addEventListener('click', () => this.#argument());
    $('stop').addEventListener('click', () => {
      page.asking.stop();
      announce(t('said.stopped'));
    });
  }

  show(state, changed, before) {
    if (changed('mode')) announce(''); // what was said of the board, a game keeps secret
    $('cards').hidden = state.mode === 'play';
    document.querySelector('.why').hidden = state.mode === 'play';
    for (const play of PLAYS) this.cards[play].input.checked = state.board.play === play;
    if (changed('search', 'engine')) this.#thinking(state);
    if (!state.look && !state.error) return;
    if (changed('look', 'error', 'verdicts', 'mode', 'hints')) this.#cards(state);
    if (changed('look', 'error', 'mode', 'hints') || Boolean(state.search?.hard) !== Boolean(before.search?.hard)) this.#why(state);
    if (changed('look') && !state.error) this.#announce(state);
  }

  // ---- the two cards

  #card(play) {
    const input = h('input', { type: 'radio', name: 'play', value: play, change: () => this.page.setPlay(play) });
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

  #cards({ board, look, verdicts, example, mode }) {
    for (const play of PLAYS) {
      const { label, sign, words, letter } = this.cards[play];
      const { text, outcome } = this.#said(play);
      words.dataset.verdict = outcome;
      mark(label, 'data-outcome-shown', outcome || null);
      words.textContent = text;
      sign.textContent = { N: 'N', P: 'P', unknown: '?' }[outcome] ?? '';
      letter.textContent = outcome ? t(`letter.${outcome}`) : '';
    }
    mark($('stage'), 'data-fate', this.page.shows('values') ? verdicts[board.play]?.outcome : null);
    const advice = look?.advice ?? look?.answer?.advice ?? PLAYS.map((play) => verdicts[play]?.answer?.advice).find(Boolean) ?? '';
    $('caption').replaceChildren(...(example && mode !== 'play' ? [exampleText(example, 'title', 'strong'), ' ', exampleText(example, 'sentence')] : []));
    $('advice').textContent = advice && t('trouble.hard'); // what to do about a position that is too hard here
    $('advice').hidden = !advice;
  }

  /** What a card says, and the outcome where that is known and may be seen. */
  #said(play) {
    const { look, verdicts, error } = this.page.state;
    const found = verdicts[play];
    const known = (text, outcome = '') => ({ text, outcome });
    if (error) return known(t('verdict.none'));
    if (!this.page.shows('values')) return known(t('verdict.hidden'));
    if (found?.outcome) return known(t(`verdict.${look.over === true ? 'over.' : ''}${found.outcome}`), found.outcome);
    if (found?.starts) return known(startsText(Object.values(found.starts)));
    return known(t(look.answer ? 'verdict.waiting' : 'verdict.empty'));
  }

  #announce({ board: { play }, verdicts }) {
    if (verdicts[play]?.outcome && this.page.shows('values')) announce(`${t(`play.${play}`)}: ${this.cards[play].words.textContent}`);
  }

  /** That something is thought about, and how far it is. */
  #thinking({ search, engine }) {
    const began = $('thinking').hidden;
    const isThinking = engine === 'thinking';
    $('thinking').hidden = !search && !isThinking;
    if ($('thinking').hidden) return;
    $('progress').textContent = isThinking ? t('progress.engine') : searchText(search);
    if (began) announce($('progress').textContent);
  }

  // ---- why

  #why({ look, error, search }) {
    mark($('rules'), 'lang', tongue(look, 'rules'));
    $('rules').textContent = look ? look.rules.join(' ') : (this.page.game?.rules ?? '');
    const shown = this.page.shows('values');
    const entries = shown && !error ? (look.legend ?? []) : [];
    $('reason').replaceChildren(...(error ? [] : shown ? this.#reasons(look, search) : this.page.state.mode === 'play' ? [] : [t('why.hidden')]));
    $('explain').hidden = Boolean(error) || !look.moves || !shown;
    if (this.#argued !== this.page.state.key || this.page.state.mode === 'play') this.#fold();
    $('legend').hidden = !entries.length;
    $('legend').replaceChildren(...entries.map(legendEntry));
  }

  #reasons({ answer, evidence, why }, search) {
    const reasons = answer?.reasons ?? (answer?.reason ? [answer.reason] : []);
    const proof = this.page.shows('evidence') && language() === ENGLISH ? evidence : ''; // the picture shows it, too
    return reasons.slice(0, MOST_REASONS).flatMap((reason, number) => {
      const many = reasons.length > 1 && reason.count ? `${t('reason.count', { n: reason.count })} ` : '';
      const { idea, here, theorem } = why?.[number] ?? {};
      const text = reason.kind === 'limit' && search?.hard ? t('reason.searching') : reasonText(reason);
      const source = reasonSource(reason);
      const line = h('p', { class: 'reason-line' }, !idea && many, h('span', { lang: reasonLanguage(reason) }, text), source && h('cite', { lang: ENGLISH }, source));
      const rest = [line, number === 0 && proof && h('p', { class: 'evidence-line', lang: ENGLISH }, proof)];
      return [
        idea && h('p', { class: 'idea' }, many, idea), // what to do comes before the theorem
        here && h('p', {}, here),
        ...(theorem ? [h('details', { open: !idea && !here }, h('summary', {}, t('reason.theorem', { name: theorem })), rest)] : rest),
      ].filter(Boolean);
    });
  }

  #fold() {
    this.#argued = null;
    $('explain').setAttribute('aria-expanded', false);
    $('argument').hidden = true;
    $('argument').replaceChildren();
  }

  /** Unfold the argument, or fold it. */
  async #argument() {
    const place = $('argument');
    this.page.change({ lit: [] });
    if (!place.hidden) return this.#fold();
    const { key, look } = this.page.state;
    this.#argued = key;
    $('explain').setAttribute('aria-expanded', true);
    place.hidden = false;
    place.replaceChildren(h('p', {}, t('verdict.waiting')));
    try {
      const { sections, short } = await this.#explained();
      if (this.#argued !== key) return;
      const steps = (all) => all.slice(1).map((each) => this.#step(each, look.view));
      const atLength = language() === ENGLISH ? steps(sections) : [this.#inEnglish(steps)];
      place.replaceChildren(this.#inShort(short ?? [], look.view), ...atLength);
    } catch (error) {
      if (this.#argued === key) explain(place.firstChild, error);
    }
  }

  #explained(more = {}) {
    return ask('explain', { ...this.page.body(), ...more, time: ARGUMENT_TIME });
  }

  /** All of the argument, which Python says in English alone: for those who open it. */
  #inEnglish(steps) {
    const made = h('details', {}, h('summary', {}, t('explain.english')));
    const open = async () => made.append(...steps((await this.#explained({ language: ENGLISH })).sections));
    made.addEventListener('toggle', () => open().catch((error) => this.page.change({ trouble: error })), { once: true });
    return made;
  }

  /** The argument in a few lines, in the language of the page: a tap on one lights what it speaks of. */
  #inShort(lines, view) {
    const light = (lit) => ({ currentTarget }) => this.#light(currentTarget, lit);
    return h('ol', { class: 'in-short', lang: language() }, lines.map((line) => {
      const lit = spokenOf([line], view);
      return h('li', {}, lit.length ? h('button', { type: 'button', class: 'step', 'aria-pressed': 'false', click: light(lit) }, line) : line);
    }));
  }

  #light(button, lit) {
    const isLit = button.getAttribute('aria-pressed') === 'true';
    for (const each of $('argument').querySelectorAll('[aria-pressed]')) each.setAttribute('aria-pressed', false);
    button.setAttribute('aria-pressed', !isLit);
    this.page.change({ lit: isLit ? [] : lit });
  }

  /** A step: where it speaks of parts of the board, its title lights them. */
  #step({ title, body }, view) {
    const lit = spokenOf(body, view);
    const light = ({ currentTarget }) => this.#light(currentTarget, lit);
    const name = lit.length ? h('button', { type: 'button', class: 'step', 'aria-pressed': 'false', click: light }, title) : title;
    return h('section', { lang: ENGLISH }, h('h3', {}, name), body.map((part) => (typeof part === 'string' ? h('p', {}, part) : table(part))));
  }
}

/** From how many starts the player to move wins. */
function startsText(all) {
  const count = (outcome) => all.filter((each) => each === outcome).length;
  if (!all.length) return t('verdict.empty');
  if (all.includes('unknown')) return t('verdict.starts.unknown', { n: count('unknown') });
  return t('verdict.starts', { wins: count('N'), n: all.length });
}

function searchText(search) {
  if (!search.hard) return t('verdict.waiting');
  const count = Number(search.positions ?? search.visited ?? 0).toLocaleString(language());
  return t(count === '0' ? 'progress' : 'progress.count', { count });
}

/** What a mark means, with the mark itself: the shapes that the picture uses. */
function legendEntry(entry) {
  const drawn = s('svg', { class: 'symbol', 'aria-hidden': 'true', viewBox: '-24 -13 48 26' }, (entry.items ?? []).map(shape));
  requestAnimationFrame(() => {
    const box = drawn.isConnected ? drawn.getBBox() : null;
    if (box?.width) drawn.setAttribute('viewBox', `${box.x - 2} ${box.y - 2} ${box.width + 4} ${box.height + 4}`);
  });
  return h('li', {}, drawn, entry.text);
}

const COUNTED = 'vertices|vertex|edges?|moves?|starts?|positions?|counters?|tokens?|neighbours?|ways?|legal|winning|odd|even|other|andere|Züge|Kanten|Knoten|Steine|autres|coups|arêtes|sommets|jetons';

/** The names of the vertices, or the numbers of the heaps, that paragraphs and tables speak of. */
function spokenOf(body, view) {
  const text = body.map((part) => (typeof part === 'string' ? part : part.rows.flat().join(' , '))).join('\n');
  if (view.is === 'heaps') return [...new Set([...text.matchAll(/(?:heap|Haufen|Reihe|tas|rangée|row) (\d+)/gi)].map(([, number]) => String(number - 1)))];
  if (view.is !== 'graph') return [];
  const isSaid = (name) => {
    const plain = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const after = name === 'a' ? '(?=\\s*(?:$|[,.;:)-]|and|or|to|is|at|on)\\b|\\s*[,.;:)])' : `(?!\\w|\\s+(?:${COUNTED})\\b)`;
    return new RegExp(`(?<![\\w.])${plain}${after}`, 'm').test(text);
  };
  return view.nodes.filter((node) => isSaid(node.name)).map((node) => String(node.vertex));
}

function table({ head, rows }) {
  const row = (cells, made) => h('tr', {}, cells.map(made));
  const top = head?.some(Boolean) && h('thead', {}, row(head, (cell) => (cell ? h('th', { scope: 'col' }, cell) : h('td', {}))));
  const body = h('tbody', {}, rows.map((cells) => row(cells, (cell) => h('td', {}, String(cell)))));
  return h('div', { class: 'table-scroll', tabindex: 0 }, h('table', {}, top, body));
}
