// Open a board: from the gallery, from a family of graphs, from a text or a file in any format.

import { $, field, h } from './dom.js';
import { beginning } from './games.js';
import { ENGLISH, explain } from './names.js';
import { has, t } from './texts.js';
import { ask } from './transport.js';

const PATIENCE = 15; // seconds: a large graph is laid out too
const PICTURES = new Map();

export class Opening {
  constructor(app, dialogs) {
    Object.assign(this, { app, dialogs });
    $('open').addEventListener('click', () => this.show());
    const stage = $('stage');
    stage.addEventListener('dragover', (event) => event.preventDefault());
    stage.addEventListener('drop', (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      if (file) this.#file(file, (error) => app.tell('trouble', error));
    });
  }

  show() {
    this.trouble = h('p', { class: 'trouble', role: 'alert' });
    this.status = h('p', { class: 'note', role: 'status' });
    this.dialogs.open(t('open.title'), this.trouble, this.status, h('div', { class: 'ways' }, this.#text(), this.#family()), this.#gallery());
    this.#drawThumbs();
  }

  #done(found) {
    const { app } = this;
    app.open({ moves: [], ...found });
    this.dialogs.close();
  }

  async #try(work) {
    this.trouble.textContent = '';
    this.status.textContent = t('open.wait');
    try {
      await work();
    } catch (error) {
      explain(this.trouble, error);
    }
    this.status.textContent = '';
  }

  #gallery() {
    this.thumbs = [];
    const examples = (this.app.about.examples ?? []).map((example) => {
      const said = (name, part) => {
        const key = `example.${example.name}.${part}`;
        return h(name, { lang: has(key) ? null : ENGLISH }, has(key) ? t(key) : example[part]);
      };
      const game = this.app.games.get(example.position.game)?.title ?? '';
      const thumb = h('img', { class: 'thumb', alt: '', width: 200, height: 120 });
      this.thumbs.push([thumb, example]);
      return h('li', {}, h('button', { type: 'button', class: 'example', click: () => this.#done(example) },
        thumb, h('span', { class: 'example-game', lang: ENGLISH }, game), said('strong', 'title'), said('span', 'sentence')));
    });
    const openings = [...this.app.games.values()].map((game) =>
      h('li', {}, h('button', { type: 'button', class: 'plain', lang: ENGLISH, click: () => this.#done(beginning(game)) }, game.title)));
    return h('section', {}, h('h3', {}, t('open.gallery')), h('ul', { class: 'gallery' }, examples),
      h('h3', {}, t('open.openings')), h('ul', { class: 'openings' }, openings));
  }

  /** Little pictures of the examples, one after the other; they are kept for the next time. */
  async #drawThumbs() {
    const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    for (const [thumb, { name, position }] of this.thumbs) {
      if (!thumb.isConnected) return;
      const key = `${theme} ${name}`;
      if (!PICTURES.has(key)) {
        try {
          const drawn = await ask('draw', { position, to: 'svg', theme, show: [], caption: '', legend: false });
          PICTURES.set(key, URL.createObjectURL(drawn));
        } catch {
          continue;
        }
      }
      thumb.src = PICTURES.get(key);
    }
  }

  #family() {
    const { app } = this;
    const graphs = [...app.games.values()].filter((game) => game.fields.includes('edges'));
    const families = app.about.families ?? [];
    const game = select(graphs.map((each) => [each.game, each.title]), app.game?.fields.includes('edges') ? app.game.game : graphs[0]?.game);
    const kind = select(families.map((each) => [each.name, each.signature]), 'grid');
    const summary = h('p', { class: 'note', lang: ENGLISH });
    const spec = h('input', { spellcheck: 'false', autocomplete: 'off', required: true });
    const weight = h('input', { value: '1-3', size: 5, autocomplete: 'off' });
    const seed = h('input', { type: 'number', min: 0, value: 1, step: 1 });
    const weights = field(t('open.weight'), weight);
    const seeds = field(t('open.seed'), seed);
    const follow = () => {
      const chosen = families.find((each) => each.name === kind.value);
      spec.value = chosen.example ?? `${chosen.name}:`;
      summary.textContent = chosen.summary;
      adjust();
    };
    const adjust = () => {
      const weighted = app.games.get(game.value).fields.includes('weights');
      weights.hidden = !weighted;
      seeds.hidden = !weighted && families.find((each) => each.name === kind.value)?.seeded === false;
    };
    kind.addEventListener('change', follow);
    game.addEventListener('change', adjust);
    if (families.length) follow();
    const submit = (event) => {
      event.preventDefault();
      this.#try(async () => {
        const body = { family: spec.value.trim(), game: game.value, seed: Number(seed.value) || 0, time: PATIENCE };
        if (!weights.hidden) body.weight = weight.value.trim();
        const made = await ask('new', body);
        whole(made, 'position');
        this.#done(made);
      });
    };
    return h('form', { class: 'panel', submit }, h('h3', {}, t('open.family')),
      h('div', { class: 'row' }, field(t('game'), game), field(t('open.kind'), kind), field(t('open.spec'), spec), weights, seeds,
        h('button', { class: 'strong' }, t('open.make'))), summary);
  }

  #text() {
    const area = h('textarea', { rows: 3, spellcheck: 'false', placeholder: 'nim:3,5,7' });
    const file = h('input', { type: 'file', class: 'file', change: () => this.#try(() => this.#file(file.files[0])) });
    const current = () => {
      area.value = JSON.stringify({ ...(this.app.now?.position ?? this.app.state.position), play: this.app.state.play });
      area.rows = 6;
      area.focus();
    };
    const submit = (event) => {
      event.preventDefault();
      this.#try(() => this.#read(area.value));
    };
    return h('form', { class: 'panel', submit }, h('h3', {}, t('open.text')),
      field(t('open.text.label'), area, 'tall'),
      h('div', { class: 'row' }, h('button', { class: 'strong' }, t('open.read')),
        h('button', { type: 'button', class: 'plain', click: current }, t('open.current')),
        field(t('open.file'), file)));
  }

  async #file(file, failed) {
    try {
      if (file.size > 900_000) throw new Error(t('open.large'));
      await this.#read(await file.text());
    } catch (error) {
      if (!failed) throw error;
      failed(error);
    }
  }

  /** The positions in a text. One that names no game is of the game that is shown, if that is played on graphs. */
  async #positions(text) {
    const on = (game) => this.app.games.get(game)?.fields.includes('edges');
    const shown = this.app.state.position.game;
    const game = on(shown) ? shown : [...this.app.games.keys()].find(on);
    try {
      return whole(await ask('read', { text, time: PATIENCE }), 'positions');
    } catch (error) {
      if (/^\s*[[{]/.test(text)) throw error;
      const found = await ask('read', { text, game, time: PATIENCE }).catch(() => null);
      if (!found) throw error;
      return whole(found, 'positions');
    }
  }

  async #read(text) {
    const record = asRecord(text);
    if (record) {
      this.#done(record);
      return;
    }
    const positions = await this.#positions(text);
    if (!positions.length) throw new Error(t('open.nothing'));
    this.#done(positions[0]);
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
