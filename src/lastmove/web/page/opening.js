// Opening a board: another game from the menu, which keeps the board as far as it can; and the dialog with a text or a
// file in any format, a graph of a family, the gallery, and what each game begins with.

import { $, closeDialog, field, h, mark, openDialog } from './dom.js';
import { lettered, plainGraph, upward, usualWeight, weighsEdges } from './graph.js';
import { has, t } from './texts.js';
import { drawThumb } from './thumbs.js';
import { ask, Questions } from './transport.js';
import { ENGLISH, exampleText, explain, gameTitle } from './words.js';

const MOST_BYTES = 900_000;
const PATIENCE = 15; // seconds: a large graph is laid out too

export class Opening {
  #questions = new Questions(ask);

  constructor(page) {
    this.page = page;
    const menu = $('game');
    menu.replaceChildren(...choices(page).map((each) => h('option', { value: named(each) }, gameTitle(page, each))));
    menu.addEventListener('change', () => otherGame(page, choices(page)[menu.selectedIndex]));
    $('open').addEventListener('click', () => this.#dialog());
    const stage = $('stage');
    stage.addEventListener('dragover', (event) => event.preventDefault());
    stage.addEventListener('drop', (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      if (file) this.#work((ask) => this.#file(file, ask)).catch((error) => page.change({ trouble: error }));
    });
  }

  show({ board }) {
    const { game, code } = board.position;
    const isKnown = game === 'octal' && code in (this.page.about.famous ?? {});
    $('game').value = named(isKnown ? { game, code } : { game });
  }

  #dialog() {
    this.trouble = h('p', { class: 'trouble', role: 'alert' });
    this.status = h('p', { class: 'note', role: 'status' });
    openDialog(t('open.title'), this.trouble, this.status, this.#gallery(), h('div', { class: 'ways' }, this.#text(), this.#family()));
    this.#drawThumbs();
  }

  #done(found, example = null) {
    this.page.open({ moves: [], ...found }, { example });
    closeDialog();
  }

  /** Do some work that asks: what was wanted before it is wanted no more. */
  #work(work) {
    return this.#questions.run((turn) => work(turn.ask));
  }

  /** The same, with what goes wrong said in the dialog. */
  async #try(work, general) {
    this.trouble.textContent = '';
    this.status.textContent = t('open.wait');
    try {
      if (await this.#work(work)) this.status.textContent = '';
    } catch (error) {
      explain(this.trouble, error, general);
      this.status.textContent = '';
    }
  }

  #gallery() {
    this.thumbs = [];
    const examples = (this.page.about.examples ?? []).map((example) => {
      const thumb = h('img', { class: 'thumb', alt: '', width: 200, height: 120 });
      this.thumbs.push([thumb, example]);
      return h('li', {}, h('button', { type: 'button', class: 'example', click: () => this.#done(lettered(example), example) },
        thumb, h('span', { class: 'example-game' }, gameTitle(this.page, example.position)), exampleText(example, 'title', 'strong'), exampleText(example, 'sentence')));
    });
    const openings = choices(this.page).map((each) =>
      h('li', {}, h('button', { type: 'button', class: 'plain', click: () => this.#done(beginning(this.page, each)) }, gameTitle(this.page, each))));
    return h('section', {}, h('h3', {}, t('open.gallery')), h('ul', { class: 'gallery' }, examples),
      h('h3', {}, t('open.openings')), h('ul', { class: 'openings' }, openings));
  }

  /** Little pictures of the examples, one after the other. */
  async #drawThumbs() {
    for (const [thumb, { position }] of this.thumbs) if (thumb.isConnected) await drawThumb(thumb, position);
  }

  #family() {
    const { page } = this;
    const graphs = [...page.games.values()].filter((game) => game.fields.includes('edges'));
    const families = page.about.families ?? [];
    const game = select(graphs.map((each) => [each.game, gameTitle(page, each)]), page.game?.fields.includes('edges') ? page.game.game : graphs[0]?.game);
    const kind = select(families.map((each) => [each.name, each.signature]), 'grid');
    const summary = h('p', { class: 'note' });
    const spec = h('input', { spellcheck: 'false', autocomplete: 'off', required: true });
    const weight = h('input', { value: '1-3', size: 5, autocomplete: 'off' });
    const seed = h('input', { type: 'number', min: 0, value: 1, step: 1 });
    const weights = field(t('open.weight'), weight);
    const seeds = field(t('open.seed'), seed);
    const follow = () => {
      const chosen = families.find((each) => each.name === kind.value);
      spec.value = chosen.example ?? `${chosen.name}:`;
      const key = `family.${chosen.name}`;
      mark(summary, 'lang', has(key) ? null : ENGLISH);
      summary.textContent = has(key) ? t(key) : chosen.summary;
      adjust();
    };
    const adjust = () => {
      const weighted = page.games.get(game.value).fields.includes('weights');
      weights.hidden = !weighted;
      seeds.hidden = !weighted && families.find((each) => each.name === kind.value)?.seeded === false;
    };
    kind.addEventListener('change', follow);
    game.addEventListener('change', adjust);
    if (families.length) follow();
    const submit = (event) => {
      event.preventDefault();
      this.#try(async (ask) => {
        const body = { family: spec.value.trim(), game: game.value, seed: Number(seed.value) || 0, time: PATIENCE };
        if (!weights.hidden) body.weight = weight.value.trim();
        const made = await ask('new', body);
        whole(made, 'position');
        this.#done(lettered(made));
      }, 'open.unmade');
    };
    return h('form', { class: 'panel', submit }, h('h3', {}, t('open.family')),
      h('div', { class: 'row' }, field(t('game'), game), field(t('open.kind'), kind), field(t('open.spec'), spec), weights, seeds,
        h('button', { class: 'strong' }, t('open.make'))), summary);
  }

  #text() {
    const area = h('textarea', { rows: 3, spellcheck: 'false', placeholder: 'nim:3,5,7' });
    const file = h('input', { type: 'file', class: 'file', change: () => this.#try((ask) => this.#file(file.files[0], ask), 'open.unreadable') });
    const current = () => {
      const { look, board } = this.page.state;
      area.value = JSON.stringify({ ...(look?.position ?? board.position), play: board.play });
      area.rows = 6;
      area.focus();
    };
    const submit = (event) => {
      event.preventDefault();
      this.#try((ask) => this.#read(area.value, ask), 'open.unreadable');
    };
    return h('form', { class: 'panel', submit }, h('h3', {}, t('open.text')),
      field(t('open.text.label'), area, 'tall'),
      h('div', { class: 'row' }, h('button', { class: 'strong' }, t('open.read')),
        h('button', { type: 'button', class: 'plain', click: current }, t('open.current')),
        field(t('open.file'), file)));
  }

  async #file(file, ask) {
    if (file.size > MOST_BYTES) throw new Error(t('open.large'));
    await this.#read(await file.text(), ask);
  }

  /** The positions in a text. One that names no game is of the game that is shown, if that is played on graphs. */
  async #positions(text, ask) {
    const on = (game) => this.page.games.get(game)?.fields.includes('edges');
    const shown = this.page.state.board.position.game;
    const game = on(shown) ? shown : [...this.page.games.keys()].find(on);
    try {
      return whole(await ask('read', { text, time: PATIENCE }), 'positions');
    } catch (error) {
      if (/^\s*[[{]/.test(text)) throw error;
      const found = await ask('read', { text, game, time: PATIENCE }).catch(() => null);
      if (!found && /--\w/.test(error.message)) throw new Error(t('open.unreadable'));
      if (!found) throw error;
      return whole(found, 'positions');
    }
  }

  async #read(text, ask) {
    const found = asRecord(text) ?? (await this.#positions(text, ask))[0];
    if (!found) throw new Error(t('open.nothing'));
    this.#done(found);
  }
}

/** One field of an answer; an answer that a limit cut short has none. */
function whole(answer, name) {
  if (!answer[name]) throw new Error(t('open.slow'));
  return answer[name];
}

/** A game that was saved: a position and its moves. */
function asRecord(text) {
  try {
    const said = JSON.parse(text);
    if (said.record === undefined || !said.position || !Array.isArray(said.moves)) return null;
    return { position: said.position, moves: said.moves, at: said.moves.length, places: said.places ?? null };
  } catch {
    return null;
  }
}

function select(options, value) {
  const made = h('select', {}, options.map(([name, text]) => h('option', { value: name }, text)));
  if (value !== undefined && value !== null) made.value = value;
  return made;
}

// ---- another game on the same board; games are told apart by their fields alone

/** What there is to choose from, as fields of positions: every game, and the famous octal games by their names. */
function choices(page) {
  const famous = Object.keys(page.about.famous ?? {}).map((code) => ({ game: 'octal', code }));
  return [...page.games.keys()].flatMap((game) => [...(game === 'octal' ? famous : []), { game }]);
}

const named = ({ game, code }) => [game, code].filter(Boolean).join(' ');

/** Go over to a game: keep the graph or the heaps if it has such, else begin with its opening. */
function otherGame(page, chosen) {
  const { look, fresh, board } = page.state;
  const game = page.games.get(chosen.game);
  const drawn = !fresh && (page.shown.edges || page.shown.heaps); // and not answered for yet
  const shown = drawn ? page.shown : (look?.position ?? page.shown);
  const said = drawn && page.game.fields.includes('directed');
  const directed = said ? shown.directed === true : (look?.view.directed ?? false); // also where boards are always directed
  const onEdges = game.fields.includes('edges') && Array.isArray(shown.edges);
  const position = onEdges ? onGraph({ ...shown, directed }, game) : onHeaps(shown, game);
  const found = position && { position: { ...position, ...chosen }, places: board.places };
  page.open(found ? lettered(found) : beginning(page, chosen), { fit: !position?.edges });
}

/** The opening of a game, or its example. */
function beginning(page, chosen) {
  const { opening, example } = page.games.get(chosen.game);
  return { position: { ...structuredClone(opening ?? example), ...chosen }, places: null };
}

function onGraph(shown, game) {
  const { vertices, edges, weights, directed, start } = plainGraph(shown);
  if (!vertices.length) return null;
  const made = { game: game.game, vertices, edges: directed ? edges : upward({ vertices, edges }) };
  if (directed && game.fields.includes('directed')) made.directed = true;
  if (game.fields.includes('weights')) {
    const heavy = weighsEdges(made) ? edges : vertices;
    const fits = weighsEdges(made) === weighsEdges(shown) && weights?.length === heavy.length;
    made.weights = fits ? weights.map((w) => w || 1) : heavy.map((_, i) => usualWeight(i));
  }
  if (start !== null && start !== undefined && game.fields.includes('start')) made.start = start;
  return made;
}

function onHeaps(shown, game) {
  if (!game.fields.includes('heaps') || !Array.isArray(shown.heaps) || !shown.heaps.length) return null;
  const made = { ...(game.opening ?? game.example), heaps: shown.heaps };
  if ('start' in made) made.start = Math.max(0, shown.heaps.findIndex((size) => size > 0));
  return made;
}
