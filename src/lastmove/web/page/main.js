// Begin: read the link, ask what there is, and put the parts of the page together.

import { Actions } from './actions.js';
import { beyond } from './answers.js';
import { App, HINTS } from './app.js';
import { Board } from './board.js';
import { Dialogs } from './dialogs.js';
import { $, h } from './dom.js';
import { Drawing } from './drawing.js';
import { otherGame } from './games.js';
import { LinkError, pack, unpack } from './link.js';
import { bestOf, ENGLISH, explain, movesAt, partLabel } from './names.js';
import { Opening } from './opening.js';
import { Panel } from './panel.js';
import { Playing } from './playing.js';
import { Saving } from './saving.js';
import { speak, t } from './texts.js';
import { Thread } from './thread.js';
import { about, AskError, isLocal } from './transport.js';

/** How long the address stays at least: a drag changes much, and browsers refuse hundreds of addresses at a time. */
const PAUSE = 150;

/** What a page without a link begins with: one board, two verdicts. */
function first() {
  const five = [0, 1, 2, 3, 4];
  const edges = five.flatMap((i) => [[i, (i + 1) % 5], [i, i + 5], [i + 5, 5 + ((i + 2) % 5)]]);
  const ring = (far) => five.map((i) => [far * Math.sin((2 * Math.PI * i) / 5), -far * Math.cos((2 * Math.PI * i) / 5)].map(Math.round));
  const places = Object.fromEntries([...ring(215), ...ring(105)].map((place, vertex) => [vertex, place]));
  const vertices = [...Array(10).keys()];
  return { position: { game: 'vertex-geography', vertices, edges, start: 0 }, play: 'normal', places, moves: [], at: 0 };
}

function notice(error) {
  const isLink = error instanceof LinkError;
  explain($('notice'), isLink ? new Error(t('link.bad', { why: t(`link.${error.message}`) })) : error);
  $('notice').hidden = !error;
}

async function fromLink(hash = location.hash) {
  const packed = hash.slice(1);
  const found = packed ? await unpack(packed) : null;
  try {
    if (found && (beyond(found.state.position) || beyond(found.state.moves))) throw new LinkError('numbers');
  } catch (error) {
    throw error instanceof RangeError ? new LinkError('large') : error; // nested beyond what a browser follows
  }
  return found;
}

async function begin() {
  await speak(navigator.languages ?? []);
  if (isLocal) $('guide').textContent = t('loading');
  let there;
  try {
    there = await about();
  } catch (error) {
    notice(error);
    return;
  }
  let trouble = null;
  const linked = await fromLink().catch((error) => void (trouble = error));
  const app = new App(there, linked?.state ?? first());
  const playing = put(app);
  if (linked) sit(app, playing, linked);
  if (trouble) app.tell('trouble', trouble);
  await app.look({ fit: true });
  if (linked && !app.now && app.error?.status === 400) instead(app, app.error);
}

/** A game under way is played, at its place in it; a board is drawn. */
function sit(app, playing, { players }) {
  app.mode = players ? 'play' : 'draw';
  if (players) playing.seat(players);
  app.tell('mode');
}

/** A link that can be read, to a position that is none. */
function instead(app, { message }) {
  app.mode = 'draw';
  app.tell('mode');
  app.open(first());
  app.tell('trouble', new Error(t('link.bad', { why: `${message}.` })));
}

function put(app) {
  let trouble = null; // said until something changes
  const actions = new Actions(app);
  const board = new Board($('board'), t('board'));
  const drawing = new Drawing(app, board, actions);
  const playing = new Playing(app, board, actions);
  new Panel(app);
  new Thread(app, actions);
  const dialogs = new Dialogs(app, actions);
  new Opening(app, dialogs);
  new Saving(app, dialogs);

  app.addEventListener('look', ({ detail: { fit } }) => {
    const { now } = app;
    notice(app.error ?? (now?.not_drawn ? new AskError(now.not_drawn) : trouble));
    if (!now) {
      drawing.refresh();
      return;
    }
    board.show(now.scene ?? { items: [], box: [0, 0, 0, 0] }, (group) => dressed(app, drawing, group));
    board.showTrail(trail(app));
    const box = whole(app);
    if (fit || (app.mode === 'play' && !board.camera.holds(box))) board.camera.fit(box);
    board.whole = box;
    drawing.refresh();
    $('guide').hidden = false;
    document.body.classList.add('ready');
  });
  app.addEventListener('mode', () => drawing.choose(null));
  app.addEventListener('trouble', ({ detail }) => notice((trouble = detail)));
  app.addEventListener('state', () => void (trouble = null));
  header(app);
  keepLink(app, playing);
  return playing;
}

/** The places that the token has been to, where moves say where it goes. */
function trail({ state: { position, moves, at, places }, now }) {
  if (now.view.is !== 'graph' || position.start === undefined || !places) return [];
  const stops = [position.start, ...moves.slice(0, at).map((move) => move.to)];
  return stops.map((stop) => places[String(stop)]).filter(Boolean);
}

/** What the camera is to hold: the board, and where its vertices have been. */
function whole({ now, state: { places } }) {
  const box = now.scene?.box ?? [0, 0, 0, 0];
  if (now.view.is !== 'graph' || !now.moves || !places) return box;
  const [left, top, right, bottom] = box;
  const [xs, ys] = [0, 1].map((side) => Object.values(places).map((place) => place[side]));
  return [Math.min(left, ...xs), Math.min(top, ...ys), Math.max(right, ...xs), Math.max(bottom, ...ys)];
}

/** How a part of the board is named and marked. */
function dressed(app, drawing, group) {
  if (!('vertex' in group) && !('heap' in group)) return null;
  if (group.kind !== 'node' && group.kind !== 'heap') return null;
  const { now } = app;
  const chosen = !group.part && drawing.chosen !== null && (group.vertex ?? group.heap) === drawing.chosen;
  const moves = app.shows('moves') ? movesAt(now, group) : [];
  const marks = app.shows('values')
    ? { outcome: bestOf(moves), start: now.moves ? null : now.starts?.[String(group.vertex ?? group.heap)] }
    : {};
  const classes = [chosen && 'chosen', moves.length && 'legal'];
  return { label: partLabel(app, group, chosen), marks, classes };
}

function header(app) {
  document.querySelector('.skip').addEventListener('click', (event) => {
    event.preventDefault(); // what stands after # is a board
    $('moves-panel').focus();
  });
  const select = $('game');
  select.replaceChildren(...[...app.games.values()].map((game) => h('option', { value: game.game, lang: ENGLISH }, game.title)));
  select.addEventListener('change', () => otherGame(app, select.value));
  const hints = $('hints');
  hints.replaceChildren(...HINTS.map((level) => h('option', { value: level }, t(`hints.${level}`))));
  hints.addEventListener('change', () => app.setHints(hints.value));
  const modes = document.getElementsByName('mode');
  for (const input of modes) input.addEventListener('change', () => app.setMode(input.value));
  const follow = () => {
    select.value = app.state.position.game;
    hints.value = app.level;
    document.body.dataset.mode = app.mode;
    for (const input of modes) input.checked = input.value === app.mode;
  };
  app.addEventListener('state', follow);
  app.addEventListener('mode', follow);
  follow();
}

/** The address follows the state, at once after a pause, so that it can be copied; and the state an address that was typed. */
function keepLink(app, playing) {
  let ours = location.hash;
  let asked = '';
  let timer = 0;
  let written = -PAUSE;
  app.link = async () => {
    written = performance.now();
    ours = `#${await pack(app.state, app.mode === 'play' ? playing.seats : null)}`;
    history.replaceState(null, '', ours);
    return location.href;
  };
  const write = () => {
    clearTimeout(timer);
    timer = setTimeout(app.link, Math.max(0, written + PAUSE - performance.now()));
  };
  app.addEventListener('look', write);
  app.addEventListener('players', write);
  addEventListener('hashchange', async ({ newURL }) => {
    const { hash } = new URL(newURL); // the address itself may have followed the state meanwhile
    if (hash === ours || hash.length < 2) return;
    clearTimeout(timer);
    try {
      const linked = await fromLink((asked = hash));
      if (hash !== asked) return; // another one was typed
      sit(app, playing, linked);
      app.open(linked.state);
    } catch (error) {
      app.tell('trouble', error);
    }
  });
}

begin();
