// A board as it is drawn, without anything known about it: for boards that the rules do not allow yet (nothing on it,
// parts not joined), so that people can go on drawing. It has the form of a look.

import { plainGraph } from './graph_edit.js';

const RADIUS = 19;
const FAR = 90;
const MOST = 2000; // vertices, and edges

const isName = (value) => typeof value === 'string' || Number.isInteger(value);

/** Whether something is a graph at all: it may come from anyone, in a link. */
function isDrawable({ vertices = null, edges = [], weights = [], directed = false, start = null }) {
  const many = Number.isInteger(vertices) ? vertices : (vertices?.length ?? 0);
  if (vertices !== null && !Array.isArray(vertices) && !Number.isInteger(vertices)) return false;
  if (many < 0 || many > MOST || !Array.isArray(edges) || edges.length > MOST) return false;
  const names = Array.isArray(vertices) ? new Set(vertices) : null;
  const isThere = (end) => isName(end) && (vertices === null || (names ? names.has(end) : end >= 0 && end < many));
  return (
    (names === null || vertices.every(isName)) &&
    edges.every((ends) => Array.isArray(ends) && ends.length === 2 && ends.every(isThere)) &&
    typeof weights === 'object' && weights !== null && Object.values(weights).every(Number.isInteger) &&
    typeof directed === 'boolean' && (start === null || isName(start))
  );
}

/** A look at a graph by the page itself; null if the position is no graph. */
export function sketch(position, given, rules) {
  if (!('edges' in position) && !('vertices' in position)) return null;
  if (!isDrawable(position)) return null;
  const { vertices, edges, weights, directed = false, start = null } = plainGraph(position);
  const places = Object.fromEntries(vertices.map((v, i) => [String(v), given?.[String(v)] ?? [FAR * (i % 6), FAR * Math.floor(i / 6)]]));
  const at = (v) => places[String(v)];
  const nodes = vertices.map((vertex, i) => ({ vertex, name: String(vertex), ...(weights && { weight: weights[i] }) }));
  const items = [
    ...edges.map(([u, v], number) => edge(u, v, number, at, directed, twin(edges, number))),
    ...nodes.map((node, number) => disc(node, number, at(node.vertex), node.vertex === start)),
  ];
  const number = new Map(vertices.map((v, i) => [v, i]));
  const view = { is: 'graph', nodes, edges: edges.map(([u, v]) => [number.get(u), number.get(v)]), directed, token: number.get(start) ?? null };
  return { position, places, view, scene: { items, box: box(Object.values(places)) }, rules, sketch: true, answer: null, legend: [], evidence: '' };
}

/** How many earlier edges join the same two vertices. */
function twin(edges, number) {
  const [u, v] = edges[number];
  return edges.slice(0, number).filter(([a, b]) => (a === u && b === v) || (a === v && b === u)).length;
}

function edge(u, v, number, at, directed, twins) {
  const [[x1, y1], [x2, y2]] = [at(u), at(v)];
  const group = { is: 'group', kind: 'edge', number, ends: [u, v] };
  if (u === v) {
    const [wide, high] = [26 + 8 * twins, 58 + 14 * twins];
    const points = [[x1 - 6, y1 - RADIUS + 2], [x1 - wide, y1 - high], [x1 + wide, y1 - high], [x1 + 6, y1 - RADIUS + 2]];
    return { ...group, items: [{ is: 'curve', points, bent: true, style: 'edge' }] };
  }
  const long = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [a, b] = [(x2 - x1) / long, (y2 - y1) / long];
  const bow = 24 * Math.ceil(twins / 2) * (twins % 2 ? 1 : -1);
  const mid = [(x1 + x2) / 2 - b * bow, (y1 + y2) / 2 + a * bow];
  const items = [{ is: 'curve', points: [[x1, y1], mid, mid, [x2, y2]], bent: true, style: 'edge' }];
  if (directed) {
    const [x, y] = [x2 - a * (RADIUS + 2), y2 - b * (RADIUS + 2)];
    items.push({ is: 'curve', points: [[x, y], [x - 13 * a + 6 * b, y - 13 * b - 6 * a], [x - 13 * a - 6 * b, y - 13 * b + 6 * a]], closed: true, style: 'tip' });
  }
  return { ...group, items };
}

function disc(node, number, [x, y], token) {
  const items = [{ is: 'disc', x, y, radius: RADIUS, style: 'node' }];
  if (token) items.push({ is: 'disc', x, y, radius: RADIUS + 6, style: 'token' });
  items.push({ is: 'label', x, y, text: String(node.weight ?? node.name), style: 'inside' });
  if (node.weight !== undefined) items.push({ is: 'label', x, y: y + RADIUS + 13, text: node.name, style: 'beside' });
  return { is: 'group', kind: 'node', number, vertex: node.vertex, name: node.name, items };
}

function box(places) {
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  return places.length ? [Math.min(...xs) - 30, Math.min(...ys) - 30, Math.max(...xs) + 30, Math.max(...ys) + 30] : [0, 0, 0, 0];
}
