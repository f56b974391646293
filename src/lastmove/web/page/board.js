// A scene that can be touched. It says which part was tapped, dragged or reached by keys, and knows no rules: what a
// part is called and how it is marked comes from who shows the scene.

import { Camera } from './camera.js';
import { s } from './dom.js';
import { middle, shape } from './scene.js';

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
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
    this.svg.append(this.trail, this.content);
    host.replaceChildren(this.svg);
    this.camera = new Camera(this.svg);
    this.parts = [];
    for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'keydown', 'focusin', 'wheel']) {
      this.svg.addEventListener(type, this, type === 'wheel' ? { passive: false } : undefined);
    }
  }

  /**
   * Show a scene. `dress(group)` says how a part that can be used is named and marked: {label, marks}, or null for a
   * part that is only to be seen.
   */
  show(scene, dress) {
    const had = this.svg.contains(document.activeElement);
    const before = this.tokenPlace();
    this.scene = scene;
    this.dress = dress;
    this.content.replaceChildren(...scene.items.map((item) => this.#drawn(item)));
    for (const text of this.content.querySelectorAll('text')) text.setAttribute('aria-hidden', 'true');
    this.parts = [...this.content.querySelectorAll('[role=button]')];
    const focused = this.parts.find((part) => part.dataset.key === this.#focus) ?? this.parts[0];
    for (const part of this.parts) part.setAttribute('tabindex', part === focused ? 0 : -1);
    if (had) focused?.focus({ preventScroll: true });
    this.#slide(before);
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
    element.dataset.key = JSON.stringify([group.part ?? [], group.vertex ?? group.heap]);
    if ('vertex' in group) element.dataset.vertex = group.name ?? String(group.vertex);
    if ('heap' in group) element.dataset.heap = group.heap;
    if (group.part) element.dataset.part = group.part.join('.');
    element.prepend(reach(group));
    this.#mark(element, said);
  }

  #mark(element, { label, marks = {}, classes = [] }) {
    element.setAttribute('aria-label', label);
    for (const name of ['outcome', 'start', 'remoteness']) {
      if (marks[name] === undefined || marks[name] === null) delete element.dataset[name];
      else element.dataset[name] = marks[name];
    }
    for (const name of ['chosen', 'legal', 'token']) element.classList.toggle(name, classes.includes(name));
    if (classes.includes('chosen')) element.setAttribute('aria-pressed', 'true');
    else element.removeAttribute('aria-pressed');
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
    else if (hold.part) this.tell('tap', { group: hold.part.group, target: event.target });
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
    if (!before || !after || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const [dx, dy] = [before[0] - after[0], before[1] - after[1]];
    if (!dx && !dy) return;
    this.content
      .querySelector('.lm-token')
      .animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'none' }], { duration: 260, easing: 'ease-out' });
  }

  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

function discs(group) {
  return group.items.filter((it) => it.is === 'disc' || it.is === 'box');
}

function centre(group) {
  if (group.kind !== 'heap') return middle(group);
  const labels = group.items.filter((it) => it.is === 'label');
  return labels.length ? [labels[0].x, labels[0].y] : middle(group);
}

/** What a finger may hit: more than what is to be seen. */
function reach(group) {
  if (group.kind !== 'heap') {
    const [x, y] = middle(group);
    const body = discs(group)[0];
    const wide = Math.max(27, (body?.width ?? 2 * (body?.radius ?? 0)) / 2 + 4);
    return s('rect', { x: x - wide, y: y - 27, width: 2 * wide, height: 54, rx: 27, class: 'reach' });
  }
  const [x, ground] = centre(group);
  const tops = discs(group).map((it) => it.y - (it.height ?? 2 * it.radius) / 2);
  const top = Math.min(ground - 60, ...tops) - 6;
  return s('rect', { x: x - 30, y: top, width: 60, height: ground - top + 16, rx: 14, class: 'reach' });
}
