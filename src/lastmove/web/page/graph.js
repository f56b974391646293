// A board that is a graph, before Python has seen it: changes to it, functions from a position to a position, and how it
// looks while nothing is known of it. Names of vertices keep their JSON type.

const FRESH = 2; // the weight of a new edge

/** The weight that a vertex or an edge gets on a board without weights: not all are the same, for then nobody can win. */
export const usualWeight = (number) => [2, 1, 3][number % 3];

/** Whether the weights of this position stand on its edges, in their order; in other games they stand on vertices. */
export const weighsEdges = ({ game }) => game === 'edge-nimg';

/** The position with a list of vertices, a list of weights, and edges that point up where they have no direction. */
export function plainGraph(position) {
  const made = structuredClone(position);
  if (Number.isInteger(made.vertices)) made.vertices = [...Array(made.vertices).keys()];
  made.edges ??= [];
  made.vertices ??= [...new Set(made.edges.flatMap(([u, v]) => [u, v]))];
  if (weighsEdges(made)) made.weights = made.edges.map((_, i) => made.weights?.[i] ?? 1);
  else if (made.weights && !Array.isArray(made.weights)) made.weights = made.vertices.map((v) => made.weights[String(v)] ?? 1);
  return made;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** The same board with letters for names where numbers would stand beside weights; other boards as they are. */
export function lettered(found) {
  const { vertices, weights } = found.position;
  const isMixed = Array.isArray(vertices) && weights && vertices.length <= LETTERS.length && vertices.every(Number.isInteger);
  if (!isMixed || found.moves?.length) return found;
  const name = (vertex) => LETTERS[vertices.indexOf(vertex)];
  const position = { ...found.position, vertices: vertices.map(name), edges: found.position.edges.map((ends) => ends.map(name)) };
  if (Number.isInteger(position.start)) position.start = name(position.start);
  if (!Array.isArray(weights)) position.weights = vertices.map((vertex) => weights[String(vertex)]);
  const places = found.places && Object.fromEntries(vertices.map((vertex) => [name(vertex), found.places[String(vertex)]]));
  return { ...found, position, places };
}

/** A name that is free: the next number where names are numbers, else the next letter. */
function freshName(vertices) {
  if (vertices.length && vertices.every((v) => typeof v === 'number')) return Math.max(...vertices) + 1;
  const taken = new Set(vertices.map(String));
  for (const letter of LETTERS) if (!taken.has(letter)) return letter;
  for (let i = 1; ; i++) if (!taken.has(`v${i}`)) return `v${i}`;
}

export function addVertex(position, weight = 1) {
  const name = freshName(position.vertices);
  const made = { ...position, vertices: [...position.vertices, name] };
  if (position.weights && !weighsEdges(position)) made.weights = [...position.weights, weight];
  return [made, name];
}

export function removeVertex(position, name) {
  const at = position.vertices.indexOf(name);
  const made = { ...keepEdges(position, (edge) => !edge.includes(name)), vertices: position.vertices.toSpliced(at, 1) };
  if (position.weights && !weighsEdges(position)) made.weights = position.weights.toSpliced(at, 1);
  if (position.start === name) delete made.start;
  return made;
}

/** The position with some of its edges, and their weights. */
function keepEdges(position, isKept) {
  const made = { ...position, edges: position.edges.filter(isKept) };
  if (weighsEdges(position)) made.weights = position.weights.filter((_, i) => isKept(position.edges[i], i));
  return made;
}

const sameEdge = (position, u, v) => (edge) =>
  (edge[0] === u && edge[1] === v) || (!position.directed && edge[0] === v && edge[1] === u);

export const joined = (position, u, v) => position.edges.some(sameEdge(position, u, v));

/** Join two vertices, or part them if they are joined; the same vertex twice makes a loop. */
export function toggleEdge(position, u, v) {
  const same = sameEdge(position, u, v);
  const rest = keepEdges(position, (edge) => !same(edge));
  return rest.edges.length < position.edges.length ? rest : moreEdge(position, u, v);
}

/** One more edge, beside those that are there. */
export function moreEdge(position, u, v) {
  const made = { ...position, edges: [...position.edges, [u, v]] };
  if (weighsEdges(position)) made.weights = [...position.weights, FRESH];
  return made;
}

export const removeEdge = (position, number) => keepEdges(position, (_, i) => i !== number);

export function turnEdge(position, number) {
  const [u, v] = position.edges[number];
  return { ...position, edges: position.edges.with(number, [v, u]) };
}

export function setWeight(position, name, weight) {
  return { ...position, weights: position.weights.with(position.vertices.indexOf(name), Math.max(0, weight)) };
}

/** The same for an edge, by its number. */
export function setEdgeWeight(position, number, weight) {
  return { ...position, weights: position.weights.with(number, Math.max(0, weight)) };
}

export const weightOf = (position, name) => position.weights?.[position.vertices.indexOf(name)];

export function setStart(position, name) {
  const made = { ...position };
  if (name === null) delete made.start;
  else made.start = name;
  return made;
}

/** Call a vertex something else; null if another one has that name. */
export function rename(position, old, name) {
  if (position.vertices.some((v) => v !== old && String(v) === String(name))) return null;
  const to = (v) => (v === old ? name : v);
  const made = { ...position, vertices: position.vertices.map(to), edges: position.edges.map((edge) => edge.map(to)) };
  if (position.start === old) made.start = name;
  return made;
}

/** Arcs in place of edges, or the other way round. Edges become arcs towards the vertex that was drawn later. */
export function setDirected(position, directed) {
  return { ...position, directed, edges: directed ? upward(position) : position.edges };
}

/** The edges, each towards the vertex that comes later: as arcs they make no circuit. */
export function upward({ vertices, edges }) {
  const order = new Map(vertices.map((v, i) => [v, i]));
  return edges.map(([u, v]) => (order.get(u) <= order.get(v) ? [u, v] : [v, u]));
}

// ---- a sketch: for boards that the rules do not allow yet (nothing on it, parts not joined), so that people can go on
// drawing. It has the form of a look.

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
  const heavy = weighsEdges(position) ? weights : null; // edges
  const nodes = vertices.map((vertex, i) => ({ vertex, name: String(vertex), ...(weights && !heavy && { weight: weights[i] }) }));
  const items = [
    ...edges.map(([u, v], number) => edge(u, v, number, at, directed, twin(edges, number))),
    ...(heavy ? edges.map(([u, v], number) => chip(String(heavy[number]), number, at(u), at(v), twin(edges, number))) : []),
    ...nodes.map((node, number) => disc(node, number, at(node.vertex), node.vertex === start)),
  ];
  const number = new Map(vertices.map((v, i) => [v, i]));
  const view = { is: 'graph', nodes, edges: edges.map(([u, v]) => [number.get(u), number.get(v)]), directed, token: number.get(start) ?? null };
  if (heavy) view.weights = heavy;
  const scene = { items, box: box(Object.values(places)) };
  return { position, places, view, scene, rules, answer: null, legend: [], evidence: '' };
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

/** The weight of an edge, on its middle. */
function chip(text, number, [x1, y1], [x2, y2], twins) {
  const long = Math.hypot(x2 - x1, y2 - y1);
  const bow = 18 * Math.ceil(twins / 2) * (twins % 2 ? 1 : -1);
  const x = (x1 + x2) / 2 - (long ? ((y2 - y1) / long) * bow : 0);
  const y = (y1 + y2) / 2 + (long ? ((x2 - x1) / long) * bow : -48 - 12 * twins);
  const items = [
    { is: 'box', x, y, width: 12 + 9 * text.length, height: 21, round: 6, style: 'chip' },
    { is: 'label', x, y, text, style: 'chip-text' },
  ];
  return { is: 'group', kind: 'leaves', number, items };
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
