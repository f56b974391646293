// The board in a notebook: a picture to play on. Python, which is running beside it, answers the same questions.
// anywidget calls render({ model, el }); the model has `position`, `moves` and `show`.
import { movesAt } from './answers.js';
import { Board } from './board.js';
import { h } from './dom.js';
import { Questions } from './transport.js';

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
  const looks = new Questions(ask);
  const stage = h('div', { class: 'board' });
  const verdict = h('p', { class: 'verdict', role: 'status' });
  const reason = h('p', { class: 'reason' });
  const list = h('div', { class: 'moves' });
  const back = h('button', { type: 'button', click: () => set(model.get('moves').slice(0, -1)) }, 'Take back');
  const engine = h('button', { type: 'button', click: async () => make((await ask('choose', body())).move) }, 'Engine, move');
  el.classList.add('lastmove');
  el.replaceChildren(stage, verdict, reason, list, h('p', {}, back, engine));
  const board = new Board(stage, 'Board');
  let places = null;
  let seen = null;

  const body = () => ({ position: model.get('position'), moves: model.get('moves') });
  const make = (move) => set([...model.get('moves'), move]);

  function set(moves) {
    model.set('moves', moves);
    model.save_changes();
  }

  function showMoves(moves) {
    list.replaceChildren(...moves.slice(0, MOST_LISTED).map(({ move, text, outcome }) => {
      const named = { 'data-move': JSON.stringify(move), 'data-outcome': outcome };
      return h('button', { type: 'button', ...named, click: () => make(move) }, `${text}: ${VALUES[outcome]}`);
    }));
  }

  const dress = (group) => {
    if (!('vertex' in group) && !('heap' in group)) return null;
    return { label: group.title, classes: movesAt(seen, group).length ? ['legal'] : [] };
  };

  board.addEventListener('tap', ({ detail: { group } }) => {
    const moves = movesAt(seen, group);
    if (moves.length === 1) make(moves[0].move);
    else if (moves.length) showMoves(moves);
  });

  async function look() {
    try {
      await looks.run(async (turn) => show(await turn.ask('look', { ...body(), places, show: model.get('show') })));
    } catch (error) {
      verdict.textContent = error.message;
    }
  }

  function show(found) {
    seen = found;
    const isFirst = places === null;
    places ??= seen.places;
    if (seen.scene) board.show(seen.scene, dress);
    if (isFirst) board.fit();
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
  const heard = { 'change:moves': look, 'change:show': look, 'change:position': again };
  for (const [name, hear] of Object.entries(heard)) model.on(name, hear);
  look();
  return () => {
    for (const [name, hear] of Object.entries(heard)) model.off(name, hear);
  };
}

export default { render };
