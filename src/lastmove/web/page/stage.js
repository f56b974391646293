// The board as this page shows it: its parts with their names and marks, the way the token has come, and how much of it
// the camera takes in. Whoever wants to hear what is touched asks for `board`.

import { bestOf, movesAt } from './answers.js';
import { Board } from './board.js';
import { $, h } from './dom.js';
import { t } from './texts.js';
import { partLabel, ruleLine, tongue } from './words.js';

const NO_SCENE = { items: [], box: [0, 0, 0, 0] };

export class Stage {
  constructor(page) {
    this.page = page;
    this.board = new Board($('board'), t('board'));
  }

  show(state, changed, before) {
    const { look } = state;
    if (changed('board', 'look')) this.#rule(state);
    if (!look) return;
    if (changed('look', 'error')) this.#draw(state, before);
    else if (changed('chosen', 'mode', 'hints', 'hint', 'lit')) this.board.redress();
    if (changed('mode') && state.mode === 'play') this.board.forget(); // a game keeps its secrets, also until the next answer
    if (changed('word') && state.word?.group) this.board.refuse(state.word.group);
  }

  /** The rule of the game in a line, and how the game ends. */
  #rule({ board: { play } }) {
    const { text, isEnglish } = ruleLine(this.page);
    $('rule').replaceChildren(h('span', { lang: isEnglish && tongue(this.page.state.look, 'rules') }, text), ' ', h('strong', {}, t(`play.${play}.end`)));
  }

  #draw(state, before) {
    const { board } = this;
    const fit = before.fit && !state.fit;
    board.show(state.look.scene ?? NO_SCENE, (group) => this.#dressed(group), { moved: this.#moved(state) });
    board.showTrail(trail(state));
    board.whole = whole(state);
    if (fit || (state.mode !== 'draw' && !board.camera.holds(board.whole))) board.camera.fit(board.whole);
    if (fit) $('side').scrollTop = 0; // a new board: who wins is to be seen
    document.body.classList.add('ready');
  }

  /** Whether what is shown came from what was shown before by a move, or a few. */
  #moved({ board: { position, at } }) {
    const from = this.shown;
    this.shown = { position, at };
    return from?.position === position && at > from.at;
  }

  /** How a part of the board is named and marked; null for what is only to be seen. */
  #dressed(group) {
    if (!('vertex' in group) && !('heap' in group)) return null;
    if (group.kind !== 'node' && group.kind !== 'heap') return null;
    const { page } = this;
    const { look, chosen, lit } = page.state;
    const thing = group.vertex ?? group.heap;
    const isChosen = !group.part && chosen !== null && thing === chosen;
    const moves = page.shows('moves') ? movesAt(look, group) : [];
    const start = look.moves ? null : look.starts?.[String(thing)];
    const isHinted = moves.includes(page.hinted);
    const marks = page.shows('values') ? { outcome: bestOf(moves), start } : isHinted ? { outcome: 'P' } : {};
    const classes = [isChosen && 'chosen', moves.length && 'legal', isHinted && 'hinted', lit.includes(String(thing)) && 'lit'];
    return { label: partLabel(page, group, isChosen), marks, classes };
  }
}

/** The places that the token has been to, where moves say where it goes. */
function trail({ board: { position, moves, at, places }, look }) {
  if (look.view.is !== 'graph' || position.start === undefined || !places) return [];
  const stops = [position.start, ...moves.slice(0, at).map((move) => move.to)];
  return stops.map((stop) => places[String(stop)]).filter(Boolean);
}

/** What the camera is to hold: the board, and where its vertices have been. */
function whole({ board: { places }, look }) {
  const box = look.scene?.box ?? NO_SCENE.box;
  if (look.view.is !== 'graph' || !look.moves || !places) return box;
  const [left, top, right, bottom] = box;
  const [xs, ys] = [0, 1].map((side) => Object.values(places).map((place) => place[side]));
  return [Math.min(left, ...xs), Math.min(top, ...ys), Math.max(right, ...xs), Math.max(bottom, ...ys)];
}
