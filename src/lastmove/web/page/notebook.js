// The board in a notebook: a picture to play on. Python, which is running beside it, answers the same questions.
// anywidget calls render({ model, el }); the model has `position`, `moves` and `show`.
import { Board } from './board.js';
import { h } from './dom.js';

const WINS = { N: 'The player to move wins (N).', P: 'The player to move loses (P).', unknown: 'Not known.' };
const VALUES = { P: 'wins', N: 'loses', unknown: 'not known' };
const MOST_LISTED = 60;

/** Questions as messages of the model: ask(question, body) -> Promise of the answer. */
function asker(model) {
  const waiting = new Map();
  let count = 0;
  model.on('msg:custom', ({ id, text }) => {
    const { done, fail } = waiting.get(id) ?? {};
    waiting.delete(id);
    const said = text && JSON.parse(text);
    if (said?.answer) done?.(said.answer);
    else fail?.(new Error(said?.error));
  });
  return (question, body) =>
    new Promise((done, fail) => {
      waiting.set(++count, { done, fail });
      model.send({ id: count, question, text: JSON.stringify(body) });
    });
}

function render({ model, el }) {
  const ask = asker(model);
  const stage = h('div', { class: 'board' });
  const verdict = h('p', { class: 'verdict', role: 'status' });
  const reason = h('p', { class: 'reason' });
  const list = h('div', { class: 'moves' });
  const back = h('button', { type: 'button', click: () => make(model.get('moves').slice(0, -1)) }, 'Take back');
  const engine = h('button', { type: 'button', click: () => letEnginePlay() }, 'Engine, move');
  el.classList.add('lastmove');
  el.replaceChildren(stage, verdict, reason, list, h('p', {}, back, engine));
  const board = new Board(stage, 'Board');
  let places = null;
  let seen = null;
  let turn = 0;

  const body = () => ({ position: model.get('position'), moves: model.get('moves') });

  function make(moves) {
    model.set('moves', moves);
    model.save_changes();
  }

  async function letEnginePlay() {
    const { move } = await ask('choose', body());
    make([...model.get('moves'), move]);
  }

  const movesTo = ({ vertex, heap, part = [] }) =>
    (seen.moves ?? []).filter((move) => {
      const there = vertex !== undefined ? move.to === vertex : move.to === heap || move.lowers === heap;
      return there && JSON.stringify(move.part ?? []) === JSON.stringify(part);
    });

  function showMoves(moves) {
    list.replaceChildren(
      ...moves.slice(0, MOST_LISTED).map(({ move, text, outcome }) =>
        h('button', { type: 'button', 'data-move': JSON.stringify(move), 'data-outcome': outcome, click: () => make([...model.get('moves'), move]) }, `${text}: ${VALUES[outcome]}`),
      ),
    );
  }

  const dress = (group) => {
    if (!('vertex' in group) && !('heap' in group)) return null;
    return { label: group.title, classes: movesTo(group).length ? ['legal'] : [] };
  };

  board.addEventListener('tap', ({ detail: { group } }) => {
    const moves = movesTo(group);
    if (moves.length === 1) make([...model.get('moves'), moves[0].move]);
    else if (moves.length) showMoves(moves);
  });

  async function look() {
    const mine = ++turn;
    try {
      const found = await ask('look', { ...body(), places, show: model.get('show') });
      if (mine !== turn) return;
      seen = found;
    } catch (error) {
      verdict.textContent = error.message;
      return;
    }
    const first = places === null;
    places ??= seen.places;
    if (seen.scene) board.show(seen.scene, dress);
    if (first) board.fit();
    const outcome = seen.answer?.outcome;
    verdict.textContent = outcome ? (seen.over ? 'No move is left. ' : '') + WINS[outcome] : seen.summary;
    verdict.dataset.verdict = outcome ?? '';
    reason.textContent = seen.said ?? '';
    showMoves(seen.moves ?? []);
    back.disabled = !model.get('moves').length;
    engine.disabled = !seen.moves?.length;
  }

  const again = () => {
    places = null;
    look();
  };
  model.on('change:moves', look);
  model.on('change:show', look);
  model.on('change:position', again);
  look();
  return () => {
    model.off('change:moves', look);
    model.off('change:show', look);
    model.off('change:position', again);
  };
}

export default { render };
