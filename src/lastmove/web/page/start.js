// What to begin with: Play, boards to play at once, and puzzles. How many puzzles were solved in a row is kept in this
// browser alone.

import { $, h } from './dom.js';
import { lettered } from './graph.js';
import { t } from './texts.js';
import { ask } from './transport.js';

const CHIPS = ['nim', 'kayles', 'chessboard']; // of the gallery
const A_HANDFUL = 5; // puzzles of each game
const KEPT = 'lastmove puzzles';

export class Start {
  #next = 0;

  constructor(page) {
    this.page = page;
    const chips = CHIPS.map((name) => page.about.examples?.find((each) => each.name === name)).filter(Boolean);
    const button = (text, click, style = 'chip') => h('button', { type: 'button', class: style, click }, text);
    this.play = button(t('start.play'), () => page.setMode('play'), 'main');
    this.streak = h('span', { class: 'note' });
    $('start').replaceChildren(
      this.play,
      ...chips.map((each) => button(t(`chip.${each.name}`), () => this.#begin(lettered(each), { example: each }))),
      button(t('puzzle.day'), () => this.#puzzle({ seed: today() })),
      button(t('puzzle.more'), () => this.#another()),
      this.streak);
  }

  show(state, changed) {
    this.play.hidden = state.mode === 'play';
    if (changed('look', 'puzzle')) this.streak.textContent = streak() ? t('puzzle.streak', { n: streak() }) : '';
  }

  #begin(found, more) {
    this.page.open({ moves: [], ...found }, more);
    this.page.setMode('play');
  }

  #another() {
    const game = this.page.state.board.position.game;
    return this.#puzzle({ game, seed: (this.#next++ % A_HANDFUL) + 1 });
  }

  async #puzzle({ game, seed }) {
    try {
      const { position, places } = await ask('puzzle', game ? { game, seed } : { seed });
      this.page.change({ begins: 'first' });
      const puzzle = { name: `${position.game} ${seed}`, next: () => this.#another() };
      this.#begin(lettered({ position, places }), { puzzle });
    } catch (error) {
      this.page.change({ trouble: error });
    }
  }
}

const today = () => {
  const now = new Date();
  return (now.getFullYear() * 100 + now.getMonth() + 1) * 100 + now.getDate();
};

function kept() {
  try {
    return { streak: 0, tried: [], ...JSON.parse(localStorage.getItem(KEPT) ?? '{}') };
  } catch {
    return { streak: 0, tried: [] }; // some people allow no storage
  }
}

/** How many puzzles were solved in a row. */
export const streak = () => Number(kept().streak) || 0;

/** Count a puzzle, the first time that it was tried. */
export function solved({ name }, isRight) {
  const { streak: before, tried } = kept();
  if (isRight && tried.includes(name)) return;
  const entry = { streak: isRight ? before + 1 : 0, tried: [...tried.filter((each) => each !== name), name].slice(-200) };
  try {
    localStorage.setItem(KEPT, JSON.stringify(entry));
  } catch {
    // then it is not counted
  }
}
