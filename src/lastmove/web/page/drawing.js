// Draw mode: what a tap, a drag and the tools do to the board.

import { $, announce, field, h } from './dom.js';
import * as graph from './graph_edit.js';
import { groups, middle } from './scene.js';
import { has, t } from './texts.js';

const NEAR = 46; // new vertices keep so far from others

export class Drawing {
  chosen = null; // a vertex or the number of a heap
  edge = null; // the number of an edge
  used = false; // whether a tool has changed what is chosen: the next tap then chooses, and joins nothing

  constructor(app, board, actions) {
    Object.assign(this, { app, board, actions });
    board.addEventListener('ground', ({ detail }) => this.on && this.#ground(detail));
    board.addEventListener('tap', ({ detail }) => this.on && this.#tap(detail.group));
    board.addEventListener('edge', ({ detail }) => this.on && this.#edge(detail.group));
    board.addEventListener('drag', ({ detail }) => this.#drag(detail));
    board.addEventListener('drop', ({ detail }) => this.#drop(detail.group, detail));
    board.addEventListener('push', ({ detail }) => this.#push(detail));
    this.#addActions();
    this.#makeTools();
  }

  get on() {
    return this.app.mode === 'draw' && this.app.now !== null;
  }

  get position() {
    return this.app.now.position;
  }

  get fields() {
    return this.app.game?.fields ?? [];
  }

  get onGraph() {
    return this.on && this.fields.includes('edges') && this.app.isGraph;
  }

  get onHeaps() {
    return this.on && this.fields.includes('heaps') && this.app.now.view.is === 'heaps';
  }

  get isChosen() {
    return this.chosen !== null && this.#exists(this.chosen);
  }

  #exists(thing) {
    const { view } = this.app.now;
    return view.is === 'graph' ? view.nodes.some((node) => node.vertex === thing) : thing < (view.heaps?.length ?? 0);
  }

  choose(thing, edge = null) {
    this.chosen = thing;
    this.edge = edge;
    this.used = false;
    this.board.redress();
    this.board.camera.still(() => this.refresh());
  }

  // ---- what was touched

  #ground({ x, y }) {
    if (this.onGraph) this.#addVertex(x, y);
    else if (this.onHeaps) this.#heaps((heaps) => [...heaps, 1]);
  }

  #addVertex(x, y) {
    let name;
    const places = { ...this.app.state.places };
    this.app.edit((position) => {
      const [made, fresh] = graph.addVertex(position, 2);
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
    if (!this.onGraph || this.chosen === null || this.chosen === thing || this.used || !this.isChosen) {
      this.choose(this.chosen === thing ? null : thing);
      return;
    }
    const from = this.chosen;
    const parting = graph.joined(graph.plainGraph(this.position), from, thing);
    this.choose(null);
    this.app.edit((position) => graph.toggleEdge(position, from, thing));
    announce(t(parting ? 'said.parted' : 'said.joined', { a: from, b: thing }));
  }

  #edge(group) {
    if (this.onGraph && !group.part) this.choose(null, this.edge === group.number ? null : group.number);
  }

  #canMove(group) {
    return this.app.now && 'vertex' in group && !group.part && this.app.isGraph;
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
    this.app.store.set({ places: { ...this.app.state.places, [String(group.vertex)]: [x, y] } });
  }

  #push({ group, dx, dy }) {
    if (!this.#canMove(group)) return;
    const [x, y] = middle(group);
    this.#drop(group, { x: Math.round(x + dx), y: Math.round(y + dy) });
  }

  // ---- the tools

  #addActions() {
    const { app } = this;
    const onChosen = () => this.onGraph && this.isChosen;
    const weighted = () => onChosen() && this.fields.includes('weights');
    const onHeap = () => this.onHeaps && this.isChosen;
    const onEdge = () => this.onGraph && this.edge !== null;
    const using = (run) => () => {
      this.used = true;
      run();
    };
    const weight = (by) => using(() =>
      onHeap()
        ? this.#heaps((heaps) => heaps.with(this.chosen, Math.max(0, heaps[this.chosen] + by)))
        : app.edit((position) => graph.setWeight(position, this.chosen, graph.weightOf(position, this.chosen) + by)));
    this.actions.add(
      { id: 'undo', keys: ['mod+z'], enabled: () => app.store.canUndo, run: () => app.store.undo() },
      { id: 'redo', keys: ['mod+shift+z', 'mod+y'], enabled: () => app.store.canRedo, run: () => app.store.redo() },
      { id: 'clear', mode: 'draw', shown: () => this.onGraph || this.onHeaps || !app.now, run: () => this.clear() },
      { id: 'fit', keys: ['f'], run: () => this.board.fit() },
      { id: 'add', keys: ['a'], mode: 'draw', shown: () => this.onGraph, run: () => this.#addSomewhere() },
      { id: 'heap', keys: ['a'], mode: 'draw', shown: () => this.onHeaps, run: () => this.#heaps((heaps) => [...heaps, 1]) },
      {
        id: 'token', keys: ['t'], mode: 'draw', shown: () => (onChosen() || onHeap()) && this.fields.includes('start'),
        run: using(() => this.#start(this.chosen)),
      },
      { id: 'lift', keys: ['0'], mode: 'draw', shown: () => this.onGraph && this.#hasToken(), run: () => this.#start(null) },
      { id: 'less', keys: ['-'], mode: 'draw', shown: () => weighted() || onHeap(), run: weight(-1) },
      { id: 'more', keys: ['+', '='], mode: 'draw', shown: () => weighted() || onHeap(), run: weight(1) },
      { id: 'loop', keys: ['l'], mode: 'draw', shown: onChosen, run: using(() => app.edit((p) => graph.toggleEdge(p, this.chosen, this.chosen))) },
      { id: 'rename', keys: ['r'], mode: 'draw', shown: onChosen, run: () => this.#rename() },
      { id: 'remove', keys: ['Delete', 'Backspace'], mode: 'draw', shown: () => onChosen() || onHeap(), run: () => this.#remove() },
      { id: 'again', keys: ['m'], mode: 'draw', shown: onEdge, run: () => app.edit((p) => graph.moreEdge(p, ...p.edges[this.edge])) },
      { id: 'turn', keys: ['r'], mode: 'draw', shown: () => onEdge() && this.app.now.view.directed, run: () => app.edit((p) => graph.turnEdge(p, this.edge)) },
      { id: 'cut', keys: ['Delete', 'Backspace'], mode: 'draw', shown: onEdge, run: () => this.#cut() },
      { id: 'escape', keys: ['Escape'], run: () => { this.choose(null); app.tell('escape'); } },
    );
  }

  #makeTools() {
    const button = (id) => this.actions.button(id);
    this.directed = h('input', { type: 'checkbox', change: () => this.#direct(this.directed.checked) });
    this.directedLabel = h('label', { class: 'check' }, this.directed, t('directed'));
    this.details = h('span', { class: 'details' });
    $('tools').replaceChildren(
      h('span', { class: 'tool-group' }, button('undo'), button('redo'), button('clear'), button('fit')),
      h('span', { class: 'tool-group' }, button('add'), button('heap'), this.directedLabel, button('lift')),
      h('span', { class: 'tool-group chosen-tools' },
        ...['token', 'less', 'more', 'loop', 'rename', 'remove', 'again', 'turn', 'cut'].map(button)),
      this.details,
    );
  }

  refresh() {
    if (this.chosen !== null && this.app.now && !this.#exists(this.chosen)) this.chosen = null;
    if (this.edge !== null && this.edge >= (this.app.now?.view.edges?.length ?? 0)) this.edge = null;
    this.directedLabel.hidden = !this.onGraph || !this.fields.includes('directed') || this.#alwaysArcs();
    this.directed.checked = Boolean(this.app.now?.view.directed);
    this.#otherFields();
    this.actions.refresh();
    this.#guide();
  }

  #guide() {
    const { now } = this.app;
    let key = '';
    if (this.onGraph) {
      key = this.edge !== null ? 'guide.edge' : this.isChosen ? (this.used ? 'guide.used' : 'guide.chosen') : now.view.nodes.length ? 'guide.draw' : 'guide.empty';
    } else if (this.onHeaps) key = this.isChosen ? 'guide.heap' : 'guide.heaps';
    else if (this.on) key = 'guide.other';
    if (key) $('guide').textContent = t(key, { name: this.chosen, i: Number(this.chosen) + 1 });
  }

  /** Fields that are neither graph nor heaps, such as a code or a set, and the heaps as text. */
  #otherFields() {
    const known = ['vertices', 'edges', 'weights', 'directed', 'start', 'graph6', 'sparse6', 'digraph6', 'parts'];
    const names = this.on ? this.fields.filter((name) => !known.includes(name)) : [];
    const said = JSON.stringify([this.app.state.position.game, names, names.map((name) => this.app.state.position[name])]);
    if (said === this.saidFields) return;
    this.saidFields = said;
    this.details.replaceChildren(...names.map((name) => this.#field(name)));
  }

  #field(name) {
    const value = this.app.state.position[name];
    const text = Array.isArray(value) && value.every(Number.isInteger) ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value ?? null);
    const input = h('input', { value: text, size: Math.max(6, Math.min(24, text.length + 2)), spellcheck: 'false', autocomplete: 'off' });
    input.addEventListener('change', () => this.app.edit((position) => ({ ...position, [name]: meant(input.value, value) })));
    return field(has(`field.${name}`) ? t(`field.${name}`) : name, input);
  }

  // ---- what they do

  clear() {
    const { position } = this.app.state;
    this.choose(null);
    if (this.fields.includes('edges')) {
      const made = { game: position.game, vertices: [], edges: [] };
      if (position.directed) made.directed = true;
      if (this.fields.includes('weights')) made.weights = [];
      this.app.open({ position: made, places: {} }, { fit: false });
    } else {
      const { start, ...rest } = position;
      this.app.open({ position: { ...rest, heaps: [] } });
    }
  }

  #addSomewhere() {
    const taken = groups(this.board.scene.items, 'node').map(middle);
    const { x, y } = this.board.camera.middle;
    for (let i = 0; ; i++) {
      const [a, b] = [x + 21 * Math.sqrt(i) * Math.cos(2.4 * i), y + 21 * Math.sqrt(i) * Math.sin(2.4 * i)];
      if (taken.every(([c, d]) => Math.hypot(a - c, b - d) > NEAR * 1.6)) return this.#addVertex(Math.round(a), Math.round(b));
    }
  }

  #heaps(change) {
    this.app.edit((position) => ({ ...position, heaps: change(position.heaps) }));
  }

  #hasToken() {
    const { view } = this.app.now;
    return view.token !== null && view.token !== undefined;
  }

  #start(thing) {
    this.app.edit((position) => graph.setStart(position, thing));
  }

  /** Whether the game has arcs without saying so: there is no choice then. */
  #alwaysArcs() {
    const { view, position } = this.app.now;
    return view.directed && position.directed === undefined;
  }

  #direct(directed) {
    if (this.onGraph) this.app.edit((position) => graph.setDirected(position, directed));
  }

  #remove() {
    const thing = this.chosen;
    this.choose(null);
    if (this.onHeaps) this.#heaps((heaps) => heaps.toSpliced(thing, 1));
    else this.app.edit((position) => graph.removeVertex(position, thing));
    announce(t('said.removed', { name: thing }));
  }

  #cut() {
    const number = this.edge;
    this.choose(null);
    this.app.edit((position) => graph.removeEdge(position, number));
  }

  #rename() {
    const old = this.chosen;
    this.app.tell('ask-name', { old, done: (name) => {
      const places = { ...this.app.state.places };
      places[name] = places[String(old)];
      delete places[String(old)];
      if (graph.rename(graph.plainGraph(this.position), old, name) === null) return false;
      this.app.edit((position) => graph.rename(position, old, name), places);
      this.choose(null);
      return true;
    } });
  }
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
