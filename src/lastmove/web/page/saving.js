// Share and keep: the link, pictures and files, and the worksheet to print.

import { LAYERS } from './app.js';
import { $, announce, field, h } from './dom.js';
import { explain } from './names.js';
import { t } from './texts.js';
import { ask } from './transport.js';

const FILES = ['svg', 'png', 'tikz'];
const ENDINGS = { svg: 'svg', png: 'png', tikz: 'tex' };
const FILM_TIME = 10; // seconds, for all its moves

export class Saving {
  constructor(app, dialogs) {
    Object.assign(this, { app, dialogs });
    this.collected = [];
    $('share').addEventListener('click', () => this.#share());
    $('save').addEventListener('click', () => this.#save());
    $('sheet').addEventListener('click', () => this.#sheet());
  }

  // ---- the link

  async #share() {
    const address = await this.app.link();
    const input = h('input', { value: address, readonly: true, id: 'link', focus: () => input.select() });
    const said = h('p', { class: 'note', role: 'status' });
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(address);
        said.textContent = t('share.copied');
      } catch {
        input.select();
        said.textContent = t('share.select');
      }
    };
    this.dialogs.open(t('share.title'), h('p', {}, t('share.text')),
      h('div', { class: 'row' }, field(t('share.link'), input, 'wide'),
        h('button', { type: 'button', class: 'strong', click: copy }, t('share.copy'))), said);
    input.select();
  }

  // ---- files

  #save() {
    const said = h('p', { class: 'note', role: 'status' });
    const theme = h('select', {}, ['light', 'dark', 'print'].map((name) => h('option', { value: name }, t(`theme.${name}`))));
    if (matchMedia('(prefers-color-scheme: dark)').matches) theme.value = 'dark';
    const button = (kind) => h('button', { type: 'button', class: 'plain', click: () => this.#file(kind, theme.value, said) }, t(`save.${kind}`));
    this.dialogs.open(t('save.title'), h('p', {}, t('save.text')),
      h('div', { class: 'row' }, field(t('theme'), theme), FILES.map(button)),
      this.app.state.moves.length > 0 && [h('p', {}, t('save.game')), h('div', { class: 'row' }, button('film'))],
      h('p', {}, t('save.data')), h('div', { class: 'row' }, ['json', 'record'].map(button)), said);
  }

  async #file(kind, theme, said) {
    said.textContent = '';
    try {
      if (kind === 'json') this.#keep(JSON.stringify({ ...this.app.now.position, play: this.app.state.play }), 'application/json', 'position.json');
      else if (kind === 'record') this.#keep(JSON.stringify(this.#record()), 'application/json', 'game.json');
      else if (kind === 'film') this.#download(await this.#film(theme), 'game.svg');
      else this.#download(await this.#picture(kind, theme), `board.${ENDINGS[kind]}`);
      said.textContent = t('save.done');
    } catch (error) {
      if (kind === 'png' && (await this.#pngHere(theme))) said.textContent = t('save.done');
      else explain(said, error);
    }
  }

  #picture(kind, theme) {
    const show = LAYERS[this.app.level];
    return ask('draw', { ...this.app.body(), to: kind, theme, show, places: this.app.state.places, time: 5 });
  }

  /** The whole game, each move coloured by its value where that is shown. */
  #film(theme) {
    const { moves, play, places } = this.app.state;
    const show = LAYERS[this.app.level].filter((layer) => layer === 'values');
    return ask('film', { ...this.app.body(play, moves.length), theme, show, places, time: FILM_TIME });
  }

  /** Where Python cannot make a PNG, the browser can: from the SVG. */
  async #pngHere(theme) {
    try {
      const address = URL.createObjectURL(await this.#picture('svg', theme));
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = h('canvas', { width: 2 * image.naturalWidth, height: 2 * image.naturalHeight });
      canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
      URL.revokeObjectURL(address);
      this.#download(await new Promise((done) => canvas.toBlob(done)), 'board.png');
      return true;
    } catch {
      return false;
    }
  }

  #record() {
    const { position, play, moves, places } = this.app.state;
    return { record: 1, position: { ...position, play }, moves, ...(places && !Array.isArray(places) ? { places } : {}) };
  }

  #keep(text, type, name) {
    this.#download(new Blob([text, '\n'], { type }), name);
  }

  #download(blob, name) {
    const address = URL.createObjectURL(blob);
    h('a', { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
    announce(t('save.done'));
  }

  // ---- the worksheet

  #sheet() {
    const list = h('ol', { class: 'collected' });
    const said = h('p', { class: 'note', role: 'status' });
    const title = h('input', { value: t('sheet.name') });
    const refresh = () => {
      list.replaceChildren(...this.collected.map((each, i) => h('li', {}, `${each.title} `,
        h('button', { type: 'button', class: 'link', click: () => { this.collected.splice(i, 1); refresh(); } }, t('sheet.remove', { n: i + 1 })))));
      for (const button of buttons) button.disabled = !this.collected.length;
    };
    const add = () => {
      const { now, state } = this.app;
      if (!now?.moves) {
        said.textContent = t('sheet.no-start');
        return;
      }
      this.collected.push({ title: `${now.title}, ${t(`play.${state.play}`)}: ${now.summary}`, position: { ...now.position, play: state.play } });
      said.textContent = '';
      refresh();
    };
    const make = (use) => async () => {
      try {
        use(await ask('worksheet', { positions: this.collected.map((each) => each.position), title: title.value || t('sheet.name'), time: 10 }));
        said.textContent = '';
      } catch (error) {
        explain(said, error);
      }
    };
    const button = (key, use) => h('button', { type: 'button', class: 'plain', click: make(use) }, t(key));
    const buttons = [
      button('sheet.print', ({ worksheet, key }) => this.#print(worksheet, key)),
      button('sheet.save', ({ worksheet }) => this.#keep(worksheet, 'text/html', 'worksheet.html')),
      button('sheet.save-key', ({ key }) => this.#keep(key, 'text/html', 'worksheet-key.html')),
    ];
    this.dialogs.open(t('sheet.title'), h('p', {}, t('sheet.text')),
      h('button', { type: 'button', class: 'strong', click: add }, t('sheet.add')), list, said,
      h('div', { class: 'row' }, field(t('sheet.heading'), title), buttons));
    refresh();
  }

  /** Put both pages on the paper of this one, and print. Their own style sheets stay out: ours has rules for them. */
  #print(...pages) {
    const parser = new DOMParser();
    const sheets = pages.map((text) => {
      const bare = text.replace(/<style[^]*?<\/style>/g, '').replace(/ style="[^"]*"/g, '');
      const { body } = parser.parseFromString(bare, 'text/html');
      return h('section', { class: 'sheet' }, [...body.childNodes].map((node) => document.importNode(node, true)));
    });
    $('paper').replaceChildren(...sheets);
    $('paper').hidden = false;
    document.body.classList.add('printing');
    this.dialogs.close();
    addEventListener('afterprint', () => {
      document.body.classList.remove('printing');
      $('paper').hidden = true;
    }, { once: true });
    print();
  }
}
