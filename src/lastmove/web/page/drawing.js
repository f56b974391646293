// Drawing a board: what a tap, a drag and the tools do to it. People see the tools above the board and the line below it;
// what is chosen stands in the state.

import { groups, middle } from './board.js';
import { $, announce, closeDialog, field, h, openDialog } from './dom.js';
import * as graph from './graph.js';
import { NOTHING_CHOSEN } from './state.js';
import { has, t } from './texts.js';

const APART = 73.6; // so far vertices that are put down without a place keep from others
const STARTS_AS = 1; // a new heap
/** Fields that are drawn, or that come as text only: the others are written beside the tools. */
const DRAWN = ['vertices', 'edges', 'weights', 'directed', 'start', 'graph6', 'sparse6', 'digraph6', 'parts'];

export class Drawing {
  constructor(page, board, actions) {
    Object.assign(this, { page, board, actions });
    board.addEventListener('ground', ({ detail }) => this.on && this.#ground(detail));
    board.addEventListener('tap', ({ detail }) => this.on && this.#tap(detail.group));
    board.addEventListener('edge', ({ detail }) => this.on && this.#edge(detail.group));
    board.addEventListener('drag', ({ detail }) => this.#drag(detail));
    board.addEventListener('drop', ({ detail }) => this.#drop(detail.group, detail));
    board.addEventListener('push', ({ detail }) => this.#push(detail));
    this.#addActions();
    this.#makeTools();
  }

  // ---- what is drawn, and what of it is chosen

  get on() {
    return this.page.state.mode === 'draw' && this.page.state.look !== null;
  }

  get position() {
    return this.page.state.look.position;
  }

  get view() {
    return this.page.state.look?.view;
  }

  get fields() {
    return this.page.game?.fields ?? [];
  }

  get onGraph() {
    return this.on && this.fields.includes('edges') && this.view.is === 'graph';
  }

  get onHeaps() {
    return this.on && this.fields.includes('heaps') && this.view.is === 'heaps';
  }

  get chosen() {
    return this.page.state.chosen;
  }

  get edge() {
    return this.page.state.edge;
  }

  get isChosen() {
    return this.chosen !== null && this.#exists(this.chosen);
  }

  #exists(thing) {
    const { view } = this;
    return view.is === 'graph' ? view.nodes.some((node) => node.vertex === thing) : thing < (view.heaps?.length ?? 0);
  }

  choose(chosen, edge = null) {
    this.page.change({ ...NOTHING_CHOSEN, chosen, edge });
  }

  show(state, changed) {
    const chose = changed('chosen', 'edge', 'used', 'mode');
    if (changed('hint')) document.querySelector('[data-hint]').dataset.hint = state.hint;
    const tools = () => {
      if (chose || changed('look', 'error')) this.#tools();
      this.actions.show();
    };
    if (changed('mode')) {
      tools();
      this.board.fit(); // there is more room, or less
    } else if (chose) this.board.camera.still(tools);
    else tools();
    if (!state.look || !changed('look')) return;
    if (this.chosen !== null && !this.#exists(this.chosen)) this.page.change({ chosen: null });
    if (this.edge !== null && this.edge >= (this.view.edges?.length ?? 0)) this.page.change({ edge: null });
  }

  // ---- what was touched

  #ground({ x, y }) {
    if (this.onGraph) this.#addVertex(x, y);
    else if (this.onHeaps) this.#heaps((heaps) => [...heaps, STARTS_AS]);
  }

  #addVertex(x, y) {
    let name;
    const places = { ...this.page.state.board.places };
    this.page.edit((position) => {
      const [made, fresh] = graph.addVertex(position, graph.usualWeight(position.vertices.length));
      name = fresh;
      places[String(fresh)] = [x, y];
      return made;
    }, places);
    this.choose(null);
    this.board.aim(name);
    announce(t('said.added', { name }));
  }

  #tap(group) {
    if (group.part) return;
    const thing = group.vertex ?? group.heap;
    if (!this.onGraph || this.chosen === null || this.chosen === thing || this.page.state.used || !this.isChosen) {
      this.choose(this.chosen === thing ? null : thing);
      return;
    }
    const from = this.chosen;
    const parting = graph.joined(graph.plainGraph(this.position), from, thing);
    this.choose(null);
    this.page.edit((position) => graph.toggleEdge(position, from, thing));
    announce(t(parting ? 'said.parted' : 'said.joined', { a: from, b: thing }));
  }

  #edge(group) {
    if (this.onGraph && !group.part) this.choose(null, this.edge === group.number ? null : group.number);
  }

  #canMove(group) {
    return 'vertex' in group && !group.part && this.view?.is === 'graph';
  }

  #drag({ group, element, x, y }) {
    if (!this.#canMove(group)) return;
    const [a, b] = middle(group);
    element.setAttribute('transform', `translate(${x - a} ${y - b})`);
    const at = new Map(groups(this.board.scene.items, 'node').map((node) => [node.vertex, middle(node)]));
    at.set(group.vertex, [x, y]);
    for (const line of this.board.content.querySelectorAll('[data-kind=edge]')) {
      const ends = line.edge?.ends;
      if (!ends?.includes(group.vertex)) continue;
      const [[x1, y1], [x2, y2]] = ends.map((end) => at.get(end));
      line.querySelectorAll('path').forEach((path, i) => path.setAttribute('d', i < 2 ? `M${x1} ${y1}L${x2} ${y2}` : ''));
    }
    for (const loose of this.board.content.querySelectorAll('[data-kind=leaves], [data-kind=matched]')) loose.remove();
  }

  #drop(group, { x, y }) {
    if (!this.#canMove(group)) return;
    this.page.setBoard({ places: { ...this.page.state.board.places, [String(group.vertex)]: [x, y] } });
  }

  #push({ group, dx, dy }) {
    if (!this.#canMove(group)) return;
    const [x, y] = middle(group);
    this.#drop(group, { x: Math.round(x + dx), y: Math.round(y + dy) });
  }

  // ---- the tools

  #addActions() {
    const { page } = this;
    const onChosen = () => this.onGraph && this.isChosen;
    const heavyEdges = () => graph.weighsEdges(page.game ?? {});
    const weighted = () => (heavyEdges() ? onEdge() : onChosen() && this.fields.includes('weights'));
    const onHeap = () => this.onHeaps && this.isChosen;
    const onEdge = () => this.onGraph && this.edge !== null;
    const using = (run) => () => {
      page.change({ used: true });
      run();
    };
    const weight = (by) => using(() =>
      onHeap()
        ? this.#heaps((heaps) => heaps.with(this.chosen, Math.max(0, heaps[this.chosen] + by)))
        : this.edge !== null
          ? page.edit((position) => graph.setEdgeWeight(position, this.edge, position.weights[this.edge] + by))
          : page.edit((position) => graph.setWeight(position, this.chosen, graph.weightOf(position, this.chosen) + by)));
    this.actions.add(
      {
        id: 'undo', keys: ['mod+z', 'u'], enabled: () => (page.state.mode === 'play' ? page.lastOwn >= 0 : page.state.past.length > 0),
        run: () => (page.state.mode === 'play' ? page.takeBack() : page.undo()),
      },
      { id: 'redo', keys: ['mod+shift+z', 'mod+y'], mode: ['analyse', 'draw'], enabled: () => page.state.future.length > 0, run: () => page.redo() },
      { id: 'clear', mode: ['analyse', 'draw'], shown: () => ['edges', 'heaps'].some((name) => this.fields.includes(name)), run: () => this.clear() },
      { id: 'fit', keys: ['f'], run: () => this.board.fit() },
      { id: 'add', keys: ['a'], mode: 'draw', shown: () => this.onGraph, run: () => this.#addSomewhere() },
      { id: 'heap', keys: ['a'], mode: 'draw', shown: () => this.onHeaps, run: () => this.#heaps((heaps) => [...heaps, STARTS_AS]) },
      {
        id: 'token', keys: ['t'], mode: 'draw', shown: () => (onChosen() || onHeap()) && this.fields.includes('start'),
        run: using(() => this.#start(this.chosen)),
      },
      { id: 'lift', keys: ['0'], mode: 'draw', shown: () => this.onGraph && this.#hasToken(), run: () => this.#start(null) },
      { id: 'less', keys: ['-'], mode: 'draw', shown: () => weighted() || onHeap(), run: weight(-1) },
      { id: 'more', keys: ['+', '='], mode: 'draw', shown: () => weighted() || onHeap(), run: weight(1) },
      { id: 'loop', keys: ['l'], mode: 'draw', shown: onChosen, run: using(() => page.edit((p) => graph.toggleEdge(p, this.chosen, this.chosen))) },
      { id: 'rename', keys: ['r'], mode: 'draw', shown: onChosen, run: () => this.#rename() },
      { id: 'remove', keys: ['Delete', 'Backspace'], mode: 'draw', shown: () => onChosen() || onHeap(), run: () => this.#remove() },
      { id: 'again', keys: ['m'], mode: 'draw', shown: onEdge, run: () => page.edit((p) => graph.moreEdge(p, ...p.edges[this.edge])) },
      { id: 'turn', keys: ['r'], mode: 'draw', shown: () => onEdge() && this.view.directed, run: () => page.edit((p) => graph.turnEdge(p, this.edge)) },
      { id: 'cut', keys: ['Delete', 'Backspace'], mode: 'draw', shown: onEdge, run: () => this.#cut() },
      { id: 'escape', keys: ['Escape'], run: () => page.change({ ...NOTHING_CHOSEN, choosing: null }) },
    );
  }

  #makeTools() {
    const button = (id) => this.actions.button(id);
    this.directed = h('input', { type: 'checkbox', change: () => this.#direct(this.directed.checked) });
    this.directedLabel = h('label', { class: 'check' }, this.directed, t('directed'));
    this.details = h('span', { class: 'details' });
    const undo = button('undo');
    undo.dataset.undo = '';
    const hint = button('hint');
    hint.dataset.hint = '';
    $('tools').replaceChildren(
      h('span', { class: 'tool-group' }, undo, button('redo'), hint, button('clear'), button('fit')),
      h('p', { id: 'turn', class: 'turn', role: 'status', hidden: true }),
      h('span', { class: 'tool-group' }, button('add'), button('heap'), this.directedLabel, button('lift')),
      h('span', { class: 'tool-group chosen-tools' },
        ...['token', 'less', 'more', 'loop', 'rename', 'remove', 'again', 'turn', 'cut'].map(button)),
      this.details,
    );
  }

  #tools() {
    this.directedLabel.hidden = !this.onGraph || !this.fields.includes('directed') || this.#alwaysArcs();
    this.directed.checked = Boolean(this.view?.directed);
    this.#otherFields();
    const guide = this.#guide();
    if (guide) $('guide').textContent = t(guide, { name: this.chosen, i: Number(this.chosen) + 1 });
  }

  /** What to do next, as the key of a text. */
  #guide() {
    if (this.onGraph) {
      if (this.edge !== null) return 'guide.edge';
      if (this.isChosen) return this.page.state.used ? 'guide.used' : 'guide.chosen';
      return this.view.nodes.length ? 'guide.draw' : 'guide.empty';
    }
    if (this.onHeaps) return this.isChosen ? 'guide.heap' : 'guide.heaps';
    return this.on ? 'guide.other' : '';
  }

  /** Fields that are neither graph nor heaps, such as a code or a set, and the heaps as text. */
  #otherFields() {
    const { position } = this.page.state.board;
    const names = this.on ? this.fields.filter((name) => !DRAWN.includes(name)) : [];
    const written = JSON.stringify([position.game, names, names.map((name) => position[name])]);
    if (written === this.written) return; // people may be typing there
    this.written = written;
    this.details.replaceChildren(...names.map((name) => this.#field(name, position[name])));
  }

  #field(name, value) {
    const text = asText(value);
    const input = h('input', { value: text, size: Math.max(6, Math.min(24, text.length + 2)), spellcheck: 'false', autocomplete: 'off' });
    input.addEventListener('change', () => this.page.edit((position) => ({ ...position, [name]: meant(input.value, value) })));
    return field(has(`field.${name}`) ? t(`field.${name}`) : name, input);
  }

  // ---- what they do

  clear() {
    const { position } = this.page.state.board;
    this.choose(null);
    this.page.setMode('draw');
    if (this.fields.includes('edges')) {
      const made = { game: position.game, vertices: [], edges: [] };
      if (position.directed) made.directed = true;
      if (this.fields.includes('weights')) made.weights = [];
      this.page.open({ position: made, places: {} }, { fit: false });
    } else {
      const { start, ...rest } = position;
      this.page.open({ position: { ...rest, heaps: [] } });
    }
  }

  #addSomewhere() {
    const { places } = this.page.state.board;
    const taken = graph.plainGraph(this.page.shown).vertices.map((v) => places?.[String(v)]).filter(Boolean);
    const { x, y } = this.board.camera.middle;
    for (let i = 0; ; i++) {
      const [a, b] = [x + 21 * Math.sqrt(i) * Math.cos(2.4 * i), y + 21 * Math.sqrt(i) * Math.sin(2.4 * i)];
      if (taken.every(([c, d]) => Math.hypot(a - c, b - d) > APART)) return this.#addVertex(Math.round(a), Math.round(b));
    }
  }

  #heaps(change) {
    this.page.edit((position) => ({ ...position, heaps: change(position.heaps) }));
  }

  #hasToken() {
    return this.view.token !== null && this.view.token !== undefined;
  }

  #start(thing) {
    this.page.edit((position) => graph.setStart(position, thing));
  }

  /** Whether the game has arcs without saying so: there is no choice then. */
  #alwaysArcs() {
    return this.view.directed && this.position.directed === undefined;
  }

  #direct(directed) {
    if (this.onGraph) this.page.edit((position) => graph.setDirected(position, directed));
  }

  #remove() {
    const thing = this.chosen;
    this.choose(null);
    if (this.onHeaps) this.#heaps((heaps) => heaps.toSpliced(thing, 1));
    else this.page.edit((position) => graph.removeVertex(position, thing));
    announce(t('said.removed', { name: thing }));
  }

  #cut() {
    const number = this.edge;
    this.choose(null);
    this.page.edit((position) => graph.removeEdge(position, number));
  }

  /** Ask for another name, in the dialog. */
  #rename() {
    const old = this.chosen;
    const input = h('input', { value: String(old), maxlength: 40, spellcheck: 'false', autocomplete: 'off' });
    const trouble = h('p', { class: 'trouble', role: 'alert' });
    const submit = (event) => {
      event.preventDefault();
      const name = input.value.trim();
      if (!name) return;
      if (name === String(old) || this.#renamed(old, name)) closeDialog();
      else trouble.textContent = t('name.taken', { name });
    };
    openDialog(t('name.title', { name: old }),
      h('form', { submit }, field(t('name.label'), input), h('button', { class: 'strong' }, t('name.do')), trouble));
    input.select();
  }

  /** Whether a vertex could get this name. */
  #renamed(old, name) {
    if (graph.rename(graph.plainGraph(this.position), old, name) === null) return false;
    const { [String(old)]: place, ...places } = this.page.state.board.places ?? {};
    this.page.edit((position) => graph.rename(position, old, name), { ...places, [name]: place });
    this.choose(null);
    return true;
  }
}

/** What stands in a field, as people write it. */
function asText(value) {
  if (Array.isArray(value) && value.every(Number.isInteger)) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** What people typed in a field, of the kind that was there before. */
function meant(text, before) {
  if (Array.isArray(before)) {
    const words = text.split(/[\s,;]+/).filter(Boolean);
    return words.map((word) => (/^-?\d+$/.test(word) ? Number(word) : word));
  }
  if (typeof before === 'string') return text.trim();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
