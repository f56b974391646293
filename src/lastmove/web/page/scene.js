// The shapes that Python draws, as SVG. Nothing here knows a game, a graph or a heap.

import { s } from './dom.js';

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
