// The board: the picture that Python made, which can be tapped, dragged, zoomed and reached by keys. It knows no rules,
// no game, no graph and no heap: what a part is called and how it is marked comes from who shows the scene. It tells of
// 'tap' {group, target, x, y} (by a key without a place), 'edge' {group}, 'ground' {x, y}, 'drag' and 'drop' {group, x, y}, and 'push' {group, dx, dy}.

import { mark, s } from './dom.js';

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const MOTION = 300; // milliseconds that the token slides, and what was taken fades
const TELLING = ['badge-n', 'badge-p', 'badge-unknown', 'badge-text', 'band', 'frame', 'tag', 'tag-text', 'chip-win', 'chip-lose', 'note-win', 'note-lose', 'digits', 'digits-total'].map((style) => `.lm-${style}`).join();
const STILL = 7; // pixels of the screen that a finger may wander in a tap

export class Board extends EventTarget {
  #fingers = new Map();
  #hold = null;
  #focus = null;

  constructor(host, label) {
    super();
    this.svg = s('svg', { role: 'group', 'aria-label': label, preserveAspectRatio: 'xMidYMid meet' });
    this.trail = s('g', { class: 'trail', 'aria-hidden': 'true' });
    this.content = s('g');
    this.ghosts = s('g', { class: 'ghosts', 'aria-hidden': 'true' });
    this.svg.append(this.trail, this.ghosts, this.content);
    host.replaceChildren(this.svg);
    this.camera = new Camera(this.svg);
    this.parts = [];
    for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'keydown', 'focusin', 'wheel']) {
      this.svg.addEventListener(type, this, type === 'wheel' ? { passive: false } : undefined);
    }
  }

  /**
   * Show a scene. `dress(group)` says how a part that can be used is named and marked: {label, marks}, or null for a
   * part that is only to be seen. Where a move led here (`moved`), the token slides and what was taken fades.
   */
  show(scene, dress, { moved = false } = {}) {
    const had = this.svg.contains(document.activeElement);
    const before = moved ? this.tokenPlace() : null;
    const old = moved ? this.parts : [];
    this.scene = scene;
    this.dress = dress;
    this.content.replaceChildren(...scene.items.map((item) => this.#drawn(item)));
    for (const text of this.content.querySelectorAll('text')) text.setAttribute('aria-hidden', 'true');
    this.parts = [...this.content.querySelectorAll('[role=button]')];
    const focused = this.parts.find((part) => part.dataset.key === this.#focus) ?? this.parts[0];
    for (const part of this.parts) part.setAttribute('tabindex', part === focused ? 0 : -1);
    if (had) focused?.focus({ preventScroll: true });
    this.#slide(before);
    this.#haunt(old);
    this.#keepHold();
  }

  /** What a finger is on stays under it when an answer comes meanwhile. */
  #keepHold() {
    const hold = this.#hold;
    const part = hold?.part && this.parts.find((each) => each.dataset.key === hold.part.dataset.key);
    if (!part) return;
    hold.part = part;
    if (hold.moved) this.tell('drag', { group: part.group, element: part, ...hold.last });
  }

  /** Where the token has been, as a faint line below the board. */
  showTrail(places) {
    const line = places.length > 1 ? [s('path', { d: `M${places.map((place) => place.join(' ')).join('L')}` })] : [];
    const stops = places.slice(0, -1).map(([cx, cy]) => s('circle', { cx, cy, r: 15 }));
    this.trail.replaceChildren(...line, ...stops);
  }

  /** Mark the parts anew; the shapes stay. */
  redress() {
    for (const part of this.parts) this.#mark(part, this.dress(part.group));
  }

  /** Take away what the picture says of moves and of who wins; the next one will not say it. */
  forget() {
    for (const element of this.content.querySelectorAll(TELLING)) element.remove();
    for (const element of this.content.querySelectorAll('[class*="-win"], [class*="-lose"], [class*="-unknown"], [class*="-legal"], .lm-counter-taken')) {
      element.setAttribute('class', element.getAttribute('class').replace(/-(win|lose|unknown|legal|taken)(?!\w)/, ''));
    }
  }

  fit() {
    if (this.scene?.items.length) this.camera.fit(this.whole ?? this.scene.box);
  }

  #drawn(item) {
    const drawn = shape(item);
    const walk = (it, element) => {
      if (it.is !== 'group') return;
      it.items.forEach((inner, i) => walk(inner, element.children[i]));
      const said = this.dress(it);
      if (it.kind === 'edge') this.#thicken(it, element);
      if (said) this.#usable(it, element, said);
    };
    walk(item, drawn);
    return drawn;
  }

  #usable(group, element, said) {
    element.group = group;
    element.setAttribute('role', 'button');
    element.dataset.key = keyOf(group);
    if ('vertex' in group) element.dataset.vertex = group.name ?? String(group.vertex);
    if ('heap' in group) element.dataset.heap = group.heap;
    if (group.part) element.dataset.part = group.part.join('.');
    element.prepend(reach(group));
    this.#mark(element, said);
  }

  #mark(element, { label, marks = {}, classes = [] }) {
    element.setAttribute('aria-label', label);
    for (const name of ['outcome', 'start']) mark(element, `data-${name}`, marks[name]);
    for (const name of ['chosen', 'legal', 'hinted', 'lit']) element.classList.toggle(name, classes.includes(name));
    mark(element, 'aria-pressed', classes.includes('chosen') && 'true');
  }

  #thicken(group, element) {
    const line = element.querySelector('path');
    if (!line) return;
    element.edge = group;
    element.prepend(s('path', { d: line.getAttribute('d'), class: 'touch' }));
  }

  // ---- pointers: one taps, drags a part or moves the camera; two pinch

  handleEvent(event) {
    this[`on_${event.type}`](event);
  }

  on_pointerdown(event) {
    if (event.button) return;
    this.#fingers.set(event.pointerId, event);
    if (this.#fingers.size > 1) {
      this.#drop(this.#hold);
      this.#hold = null;
      return;
    }
    const part = event.target.closest('[role=button]');
    const edge = part ? null : event.target.closest('[data-kind=edge]');
    this.#hold = { part, edge, from: event, last: this.camera.point(event), moved: false };
  }

  on_pointermove(event) {
    if (!this.#fingers.has(event.pointerId)) return;
    if (this.#fingers.size > 1) this.#pinch(event);
    this.#fingers.set(event.pointerId, event);
    const hold = this.#hold;
    if (!hold || this.#fingers.size > 1) return;
    const far = Math.hypot(event.clientX - hold.from.clientX, event.clientY - hold.from.clientY);
    if (!hold.moved && far < STILL) return;
    if (!hold.moved) this.svg.setPointerCapture(event.pointerId);
    hold.moved = true;
    const at = this.camera.point(event);
    if (hold.part) this.tell('drag', { group: hold.part.group, element: hold.part, ...at });
    else this.camera.pan(at.x - hold.last.x, at.y - hold.last.y);
    hold.last = this.camera.point(event);
  }

  on_pointercancel(event) {
    this.#fingers.delete(event.pointerId);
    this.#drop(this.#hold);
    this.#hold = null;
  }

  on_pointerup(event) {
    this.#fingers.delete(event.pointerId);
    const hold = this.#hold;
    this.#hold = null;
    if (!hold) return;
    if (hold.moved) this.#drop(hold);
    else if (hold.part) this.tell('tap', { group: hold.part.group, target: event.target, ...this.camera.point(event) });
    else if (hold.edge?.edge) this.tell('edge', { group: hold.edge.edge });
    else this.tell('ground', this.camera.point(event));
  }

  #drop(hold) {
    if (hold?.moved && hold.part) this.tell('drop', { group: hold.part.group, ...hold.last });
  }

  #pinch(event) {
    const [a, b] = [...this.#fingers.values()];
    const other = a.pointerId === event.pointerId ? b : a;
    const old = this.#fingers.get(event.pointerId);
    const gap = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    const centre = { clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 };
    if (gap(old) > 10) this.camera.zoom(gap(event) / gap(old), this.camera.point(centre));
  }

  on_wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return; // a wheel alone scrolls the page
    event.preventDefault();
    this.camera.zoom(Math.exp(-event.deltaY / 400), this.camera.point(event));
  }

  // ---- keys: one part can be reached by Tab, arrows go on to the nearest

  on_focusin(event) {
    const part = event.target.closest('[role=button]');
    if (!part) return;
    this.#focus = part.dataset.key;
    for (const other of this.parts) other.setAttribute('tabindex', other === part ? 0 : -1);
  }

  on_keydown(event) {
    const part = event.target.closest('[role=button]');
    if (!part || event.ctrlKey || event.metaKey) return;
    const way = ARROWS[event.key];
    if (way && event.shiftKey) this.tell('push', { group: part.group, dx: 15 * way[0], dy: 15 * way[1] });
    else if (way) this.nearest(part, way)?.focus();
    else if (event.key === 'Enter' || event.key === ' ') this.tell('tap', { group: part.group, target: null });
    else return;
    event.preventDefault();
  }

  nearest(part, [dx, dy]) {
    const [x, y] = centre(part.group);
    let best = null;
    let least = Infinity;
    for (const other of this.parts) {
      const [a, b] = centre(other.group);
      const along = (a - x) * dx + (b - y) * dy;
      const aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
      if (other !== part && along > 4 && along + 2 * aside < least) {
        least = along + 2 * aside;
        best = other;
      }
    }
    return best;
  }

  /** The part that has the focus, or had it last. */
  get focused() {
    return this.parts.find((part) => part.dataset.key === this.#focus)?.group ?? null;
  }

  /** Give the focus to the part that shows this vertex or heap, once it is there. */
  aim(thing) {
    this.#focus = JSON.stringify([[], thing]);
  }

  // ---- the token slides from where it was

  tokenPlace() {
    const ring = this.content.querySelector('.lm-token');
    const part = ring?.closest('[role=button]');
    return part?.group ? middle(part.group) : null;
  }

  #slide(before) {
    const after = this.tokenPlace();
    if (!before || !after || isStill()) return;
    const [dx, dy] = [before[0] - after[0], before[1] - after[1]];
    if (!dx && !dy) return;
    this.content
      .querySelector('.lm-token')
      .animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'none' }], { duration: MOTION, easing: 'ease-out' });
  }

  /** What is not there any more fades where it was. */
  #haunt(old) {
    this.ghosts.replaceChildren();
    if (isStill()) return;
    const here = new Map(this.parts.map((part) => [part.dataset.key, part]));
    const isHeap = (part) => part.group.kind === 'heap';
    const left = (part, on = 0) => {
      const now = here.get(keyOf(part.group, on));
      return now ? bodies(now).length : 0;
    };
    const gone = old.filter((part) => !isHeap(part) && !here.has(part.dataset.key)).flatMap(bodies);
    const heap = old.find((part) => isHeap(part) && bodies(part).length !== left(part)); // a row may fall apart into two
    if (heap) {
      const apart = this.parts.length > old.length ? left(heap, 1) : 0;
      gone.push(...bodies(heap).slice(left(heap), bodies(heap).length - apart));
    }
    this.ghosts.append(...gone);
    for (const body of gone) {
      body.animate([{ opacity: 0.8 }, { opacity: 0 }], { duration: MOTION, easing: 'ease-in' }).onfinish = () => body.remove();
    }
  }

  /** Shake the part that cannot be used in this way. */
  refuse(group) {
    const part = this.parts.find((each) => each.group === group);
    const way = [0, -6, 6, -4, 0].map((x) => ({ transform: `translate(${x}px, 0)` }));
    if (part && !isStill()) part.animate(way, { duration: MOTION });
  }

  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** What a part is found by; of heaps also the one that stands so many places farther `on`. */
const keyOf = (group, on = 0) => JSON.stringify([group.part ?? [], 'heap' in group ? group.heap + on : group.vertex]);

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The discs and boxes of a vertex or a heap: the lowest first, those of a row from the left. */
export function bodies(part) {
  const found = [...part.querySelectorAll(':scope > :is(circle, rect):not(.reach, .lm-token)')];
  return found.sort((a, b) => b.getAttribute('cy') - a.getAttribute('cy') || a.getAttribute('x') - b.getAttribute('x'));
}

function discs(group) {
  return group.items.filter((it) => it.is === 'disc' || it.is === 'box');
}

function centre(group) {
  if (group.kind !== 'heap') return middle(group);
  const labels = group.items.filter((it) => it.is === 'label');
  return labels.length ? [labels[0].x, labels[0].y] : middle(group);
}

const NARROW = 20; // the pins of a row

/** What a finger may hit: more than what is to be seen. */
function reach(group) {
  if (group.kind !== 'heap') {
    const [x, y] = middle(group);
    const body = discs(group)[0];
    const wide = Math.max(27, (body?.width ?? 2 * (body?.radius ?? 0)) / 2 + 4);
    return s('rect', { x: x - wide, y: y - 27, width: 2 * wide, height: 54, rx: 27, class: 'reach' });
  }
  const [x, ground] = centre(group);
  const bodies = discs(group);
  const isRow = bodies.some((it) => it.is === 'box' && it.width < NARROW); // of pins; the next row is near
  const half = (it) => (it.height ?? 2 * it.radius) / 2;
  const top = Math.min(...bodies.map((it) => it.y - half(it)), isRow ? Infinity : ground - 60) - 6;
  const below = bodies.length ? Math.max(...bodies.map((it) => it.y + half(it))) + (isRow ? 24 : 36) : ground + 16;
  const [left, right] = [Math.min, Math.max].map((most) => most(x, ...bodies.map((it) => it.x))); // a row is wide
  return s('rect', { x: left - 30, y: top, width: right - left + 60, height: below - top, rx: 14, class: 'reach' });
}

// ---- the camera: what part of the plane is shown. It moves only when people move it, or ask for everything.

const LEAST = { width: 320, height: 380 };
const ROOM = 46;

class Camera {
  constructor(svg) {
    this.svg = svg;
    this.box = { x: -360, y: -270, width: 720, height: 540 };
    this.#aim();
  }

  #aim() {
    const { x, y, width, height } = this.box;
    this.svg.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
  }

  /** Where a point of the screen is in the plane. */
  point({ clientX, clientY }) {
    const at = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return { x: Math.round(at.x), y: Math.round(at.y) };
  }

  /** Where a point of the plane is, from the upper left corner of the board. */
  screen(x, y) {
    const at = new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM());
    const corner = this.svg.getBoundingClientRect();
    return { x: at.x - corner.x, y: at.y - corner.y };
  }

  /** Show all of a rectangle: left, top, right, bottom. */
  fit([left, top, right, bottom]) {
    const width = Math.max(LEAST.width, right - left + 2 * ROOM);
    const height = Math.max(LEAST.height, bottom - top + 2 * ROOM);
    this.box = { x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height };
    this.#aim();
  }

  /** Whether a rectangle can be seen whole. */
  holds([left, top, right, bottom]) {
    const from = this.screen(left, top);
    const to = this.screen(right, bottom);
    const { clientWidth, clientHeight } = this.svg;
    return from.x >= 0 && from.y >= 0 && to.x <= clientWidth && to.y <= clientHeight;
  }

  /** Keep everything where it is on the screen while something beside the board changes its size. */
  still(change) {
    const before = this.svg.getScreenCTM();
    change();
    const { x, y, width, height } = this.svg.getBoundingClientRect();
    if (!before?.a || !width) return;
    const { a, e, f } = before;
    this.box = { x: (x - e) / a, y: (y - f) / a, width: width / a, height: height / a };
    this.#aim();
  }

  pan(dx, dy) {
    this.box.x -= dx;
    this.box.y -= dy;
    this.#aim();
  }

  /** Larger or smaller, with one point of the plane kept where it is. */
  zoom(factor, { x, y } = this.middle) {
    const width = Math.min(6000, Math.max(160, this.box.width / factor));
    const by = width / this.box.width;
    this.box = { x: x + (this.box.x - x) * by, y: y + (this.box.y - y) * by, width, height: this.box.height * by };
    this.#aim();
  }

  get middle() {
    return { x: this.box.x + this.box.width / 2, y: this.box.y + this.box.height / 2 };
  }
}

// ---- the shapes of a scene, as SVG

function path({ points, bent, closed }) {
  const [first, ...rest] = points.map((point) => point.join(' '));
  let way = `M${first}`;
  if (bent) for (let i = 0; i < rest.length; i += 3) way += `C${rest.slice(i, i + 3).join(', ')}`;
  else for (const point of rest) way += `L${point}`;
  return closed ? `${way}Z` : way;
}

const DRAWN = {
  disc: (it) => s('circle', { cx: it.x, cy: it.y, r: it.radius, class: `lm-${it.style}` }),
  box: (it) =>
    s('rect', {
      x: it.x - it.width / 2,
      y: it.y - it.height / 2,
      width: it.width,
      height: it.height,
      rx: it.round,
      class: `lm-${it.style}`,
    }),
  curve: (it) => s('path', { d: path(it), class: `lm-${it.style}` }),
  label: (it) =>
    s('text', { x: it.x, y: it.y, 'text-anchor': it.anchor ?? 'middle', 'dominant-baseline': 'central', class: `lm-${it.style}` }, it.text),
  group: (it) =>
    s('g', { class: `lm-g-${it.kind}`, 'data-kind': it.kind, 'data-number': it.number }, it.items.map(shape)),
};

const kind = (it) => String(it.is ?? it.shape ?? it.type ?? '').toLowerCase();

/** One shape as an SVG element; a shape of a kind that came later is left out. */
export function shape(it) {
  return DRAWN[kind(it)]?.(it) ?? s('g');
}

/** The groups of a kind, wherever they are. */
export function groups(items, wanted) {
  return items.flatMap((it) => (kind(it) !== 'group' ? [] : it.kind === wanted ? [it] : groups(it.items, wanted)));
}

/** The middle of a node: of the first disc or box in its group. */
export function middle(group) {
  const body = group.items.find((it) => ['disc', 'box'].includes(kind(it)));
  return body ? [body.x, body.y] : [0, 0];
}
