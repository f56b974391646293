// Sharing and keeping: the link that is the address of the page, pictures and files, and the worksheet to print.

import { beyond } from './answers.js';
import { $, announce, closeDialog, field, h, openDialog } from './dom.js';
import { FRIEND, MODES } from './state.js';
import { t } from './texts.js';
import { drawThumb } from './thumbs.js';
import { ask, isLocal } from './transport.js';
import { explain } from './words.js';

const FILES = ['svg', 'png', 'tikz'];
const ENDINGS = { svg: 'svg', png: 'png', tikz: 'tex' };
const DRAW_TIME = 5; // seconds
const FILM_TIME = 10; // for all its moves
const SHEET_TIME = 10;
/** How long the address stays at least, in milliseconds: browsers refuse hundreds of addresses at a time. */
const PAUSE = 150;

const HOSTED = 'lastmove hosted page'; // where people have this page besides the server on their own machine
const EXERCISES = 'lastmove worksheet'; // what was collected for the worksheet

/** What this browser has kept under a name, or something else; some people allow no storage. */
function kept(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // then it is there until the page is left
  }
}

const linkAt = (address, link) => address.replace(/#.*$/, '') + new URL(link).hash;

export class Sharing {
  #collected = [kept(EXERCISES, [])].flat().filter(isExercise);
  #ours = location.hash;
  #asked = '';
  #timer = 0;
  #written = -PAUSE;

  constructor(page) {
    this.page = page;
    $('share').addEventListener('click', () => this.#share());
    $('save').addEventListener('click', () => this.#save());
    $('sheet').addEventListener('click', () => this.#sheet());
    addEventListener('hashchange', ({ newURL }) => this.#follow(new URL(newURL).hash)); // the address may be ours again
  }

  show(state, changed) {
    if ((state.look || state.error) && changed('look', 'error', 'mode', 'against', 'begins')) this.#writeSoon();
  }

  // ---- the link: the address follows the state, and the state an address that was typed

  /** The address of what is shown, which the page has from now on. */
  async writeLink() {
    this.#written = performance.now();
    this.#ours = `#${await pack(this.page.state)}`;
    history.replaceState(null, '', this.#ours);
    return location.href;
  }

  /** At once after a pause, so that the address can be copied; a drag changes much. */
  #writeSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.writeLink(), Math.max(0, this.#written + PAUSE - performance.now()));
  }

  async #follow(hash) {
    if (hash === this.#ours || hash.length < 2) return;
    clearTimeout(this.#timer);
    this.#asked = hash;
    try {
      const { board, ...seats } = await readLink(hash);
      if (hash !== this.#asked) return; // another one was typed
      this.page.open(board);
      this.page.seat(seats);
      this.page.asking.look(); // what may be seen depends on who plays
    } catch (error) {
      this.page.change({ trouble: error });
    }
  }

  async #share() {
    const here = await this.writeLink();
    const isHere = !isLocal && /^(localhost|127\.|\[::1\])/.test(location.hostname);
    const elsewhere = h('input', { type: 'url', value: kept(HOSTED, ''), placeholder: 'https://', spellcheck: 'false' });
    const address = isHere && elsewhere.value ? linkAt(elsewhere.value, here) : here;
    const input = h('input', { value: address, readonly: true, id: 'link', focus: () => input.select() });
    const said = h('p', { class: 'note', role: 'status' });
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(input.value);
        said.textContent = t('share.copied');
      } catch {
        input.select();
        said.textContent = t('share.select');
      }
    };
    const note = h('p', { class: 'note' }, t('share.local'));
    const follow = () => {
      input.value = elsewhere.value.trim() ? linkAt(elsewhere.value.trim(), here) : here;
      note.hidden = input.value !== here;
    };
    elsewhere.addEventListener('input', () => {
      keep(HOSTED, elsewhere.value.trim());
      follow();
    });
    follow();
    openDialog(t('share.title'), h('p', {}, t('share.text')), isHere && [note, field(t('share.hosted'), elsewhere, 'wide')],
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
    openDialog(t('save.title'), h('p', {}, t('save.text')),
      h('div', { class: 'row' }, field(t('theme'), theme), FILES.map(button)),
      this.page.state.board.moves.length > 0 && [h('p', {}, t('save.game')), h('div', { class: 'row' }, button('film'))],
      h('p', {}, t('save.data')), h('div', { class: 'row' }, ['json', 'record'].map(button)), said);
  }

  async #file(kind, theme, said) {
    said.textContent = '';
    try {
      if (kind === 'json') this.#keep(JSON.stringify(this.#position()), 'application/json', 'position.json');
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
    const show = this.page.layers;
    return ask('draw', { ...this.page.body(), to: kind, theme, show, places: this.page.state.board.places, time: DRAW_TIME });
  }

  /** The whole game, each move coloured by its value where that is shown. */
  #film(theme) {
    const { moves, play, places } = this.page.state.board;
    const show = this.page.layers.filter((layer) => layer === 'values');
    return ask('film', { ...this.page.body(play, moves.length), theme, show, places, time: FILM_TIME });
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

  #position() {
    return { ...this.page.state.look.position, play: this.page.state.board.play };
  }

  #record() {
    const { position, play, moves, places } = this.page.state.board;
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
      list.replaceChildren(...this.#collected.map((each, i) => this.#exercise(each, i, refresh)));
      for (const button of buttons) button.disabled = !this.#collected.length;
      keep(EXERCISES, this.#collected);
    };
    const add = () => {
      const { look, board } = this.page.state;
      if (!look?.moves) {
        said.textContent = t('sheet.no-start');
        return;
      }
      this.#collected.push({ title: `${look.title}, ${t(`play.${board.play}`)}: ${look.summary}`, position: this.#position() });
      said.textContent = '';
      refresh();
    };
    const make = (use) => async () => {
      try {
        use(await ask('worksheet', { positions: this.#collected.map((each) => each.position), title: title.value || t('sheet.name'), time: SHEET_TIME }));
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
      button('sheet.save-moodle', ({ moodle }) => this.#keep(moodle, 'text/xml', 'worksheet-moodle.xml')),
    ];
    openDialog(t('sheet.title'), h('p', {}, t('sheet.text')),
      h('button', { type: 'button', class: 'strong', click: add }, t('sheet.add')), list, said,
      h('div', { class: 'row' }, field(t('sheet.heading'), title), buttons));
    refresh();
  }

  /** A collected exercise, with its picture, and what moves it up or down or takes it away. */
  #exercise({ title, position }, i, refresh) {
    const all = this.#collected;
    const button = (key, change, disabled = false) => h('button', { type: 'button', class: 'link', disabled, click: () => { change(); refresh(); } }, t(key, { n: i + 1 }));
    const swap = (a) => () => all.splice(a, 2, all[a + 1], all[a]);
    const image = h('img', { class: 'thumb', alt: '', width: 100, height: 60 });
    drawThumb(image, position);
    return h('li', {}, h('span', { class: 'row' }, image, h('span', { class: 'exercise-title' }, title),
      button('sheet.up', swap(i - 1), i === 0), button('sheet.down', swap(i), i === all.length - 1),
      button('sheet.remove', () => all.splice(i, 1))));
  }

  /** Put both pages on the paper of this one, in their own design, and print. */
  #print(...pages) {
    const parser = new DOMParser();
    const sheets = pages.map((text) => {
      const bare = text.replace(/<style[^]*?<\/style>/g, '').replace(/ style="[^"]*"/g, '');
      const { body } = parser.parseFromString(bare, 'text/html');
      return h('div', { class: 'sheet' }, [...body.childNodes].map((node) => document.importNode(node, true)));
    });
    const design = new CSSStyleSheet();
    design.replaceSync(designOf(pages[0]));
    const paper = $('paper').shadowRoot ?? $('paper').attachShadow({ mode: 'open' });
    paper.adoptedStyleSheets = [design];
    paper.replaceChildren(...sheets);
    $('paper').hidden = false;
    document.body.classList.add('printing');
    closeDialog();
    addEventListener('afterprint', () => {
      document.body.classList.remove('printing');
      $('paper').hidden = true;
    }, { once: true });
    print();
  }
}

const isExercise = (each) => isObject(each) && typeof each.title === 'string' && isObject(each.position);

/** The style sheets of a page that Python made, for a copy of its body in a room of its own. */
function designOf(text) {
  const styles = [...text.slice(0, text.indexOf('<svg')).matchAll(/<style>([^]*?)<\/style>/g)].map(([, style]) => style);
  return `${styles.join('').replace(/\bbody\b/g, '.sheet').replace(/:root/g, ':host')} .sheet { break-after: page; }`;
}

// ---- what a link holds: position, places, history and who plays. It may come from anyone, so everything in it is looked
// at before it is used; Python reads the position itself.

const VERSION = 1;
const MOST_LETTERS = 200_000;
const MOST_BYTES = 1_000_000;
const MOST_MOVES = 5_000;
const FARTHEST = 100_000;
const DEEPEST = 100;

export class LinkError extends Error {}

async function through(stream, bytes, most = Infinity) {
  const writer = stream.writable.getWriter();
  const written = writer.write(bytes).then(() => writer.close());
  written.catch(() => {});
  const pieces = [];
  let count = 0;
  const reader = stream.readable.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    count += value.length;
    if (count > most) {
      await reader.cancel();
      throw new LinkError('large');
    }
    pieces.push(value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** What stands after the # for this state. Who plays is said where it is played. */
async function pack({ board, mode, played, against, begins }) {
  const { position, play, places, moves, at } = board;
  const players = mode === 'play' || played ? { against, begins } : {};
  const text = JSON.stringify({ v: VERSION, position, play, places, moves, at, mode, ...players });
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(text));
  let letters = '';
  for (let i = 0; i < bytes.length; i += 8192) letters += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * {board, mode, players} in what stands after the # of an address, null if there is nothing; a LinkError says why it cannot be
 * read. A game under way has players; in a link that does not say what is done with it, it is played.
 */
export async function readLink(hash = location.hash) {
  const packed = hash.slice(1);
  if (!packed) return null;
  try {
    const found = await unpack(packed);
    if (beyond(found.board.position) || beyond(found.board.moves)) throw new LinkError('numbers');
    return found;
  } catch (error) {
    throw error instanceof RangeError ? new LinkError('large') : error; // nested beyond what a browser follows
  }
}

async function unpack(packed) {
  if (packed.length > MOST_LETTERS) throw new LinkError('large');
  if (!/^[\w-]+$/.test(packed)) throw new LinkError('letters');
  let said;
  try {
    const letters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const text = new TextDecoder('utf-8', { fatal: true });
    said = JSON.parse(text.decode(await through(new DecompressionStream('deflate-raw'), bytes, MOST_BYTES)));
  } catch (error) {
    if (error instanceof LinkError) throw error;
    throw new LinkError('broken');
  }
  return checked(said);
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isPlace = (value) =>
  Array.isArray(value) && value.length === 2 && value.every((x) => Number.isFinite(x) && Math.abs(x) <= FARTHEST);

const isPlaces = (value, deep = 0) =>
  value === null ||
  (isObject(value) && Object.values(value).every(isPlace)) ||
  (Array.isArray(value) && deep < DEEPEST && value.every((part) => isPlaces(part, deep + 1)));

function checked(said) {
  if (!isObject(said)) throw new LinkError('broken');
  if (said.v !== VERSION) throw new LinkError('version');
  const { position, play = 'normal', places = null, moves = [] } = said;
  const at = said.at ?? moves?.length;
  if (!isObject(position) || typeof position.game !== 'string') throw new LinkError('position');
  if (!['normal', 'misere'].includes(play)) throw new LinkError('play');
  if (!isPlaces(places)) throw new LinkError('places');
  if (!Array.isArray(moves) || moves.length > MOST_MOVES || !moves.every(isObject)) throw new LinkError('moves');
  if (!Number.isInteger(at) || at < 0 || at > moves.length) throw new LinkError('moves');
  const mode = MODES.includes(said.mode) ? said.mode : null;
  const { against = moves.length && !mode ? FRIEND : null, begins } = said;
  const players = against === null ? null : { against: String(against), begins: begins === 'second' ? begins : 'first' };
  return { board: { position, play, places, moves, at }, mode: mode ?? (players ? 'play' : 'draw'), players };
}
