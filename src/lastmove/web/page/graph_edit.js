// Changes to a board that is a graph: functions from a position to a position. Names of vertices keep their JSON type.

/** The position with a list of vertices, a list of weights, and edges that point up where they have no direction. */
export function plainGraph(position) {
  const made = structuredClone(position);
  if (Number.isInteger(made.vertices)) made.vertices = [...Array(made.vertices).keys()];
  made.edges ??= [];
  made.vertices ??= [...new Set(made.edges.flatMap(([u, v]) => [u, v]))];
  if (made.weights && !Array.isArray(made.weights)) made.weights = made.vertices.map((v) => made.weights[String(v)] ?? 1);
  return made;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** A name that is free: the next number where names are numbers, else the next letter. */
export function freshName(vertices) {
  if (vertices.length && vertices.every((v) => typeof v === 'number')) return Math.max(...vertices) + 1;
  const taken = new Set(vertices.map(String));
  for (const letter of LETTERS) if (!taken.has(letter)) return letter;
  for (let i = 1; ; i++) if (!taken.has(`v${i}`)) return `v${i}`;
}

export function addVertex(position, weight = 1) {
  const name = freshName(position.vertices);
  const made = { ...position, vertices: [...position.vertices, name] };
  if (position.weights) made.weights = [...position.weights, weight];
  return [made, name];
}

export function removeVertex(position, name) {
  const at = position.vertices.indexOf(name);
  const made = { ...position, vertices: position.vertices.toSpliced(at, 1) };
  if (position.weights) made.weights = position.weights.toSpliced(at, 1);
  made.edges = position.edges.filter((edge) => !edge.includes(name));
  if (position.start === name) delete made.start;
  return made;
}

const sameEdge = (position, u, v) => (edge) =>
  (edge[0] === u && edge[1] === v) || (!position.directed && edge[0] === v && edge[1] === u);

export const joined = (position, u, v) => position.edges.some(sameEdge(position, u, v));

/** Join two vertices, or part them if they are joined; the same vertex twice makes a loop. */
export function toggleEdge(position, u, v) {
  const same = sameEdge(position, u, v);
  const rest = position.edges.filter((edge) => !same(edge));
  return rest.length < position.edges.length ? { ...position, edges: rest } : moreEdge(position, u, v);
}

/** One more edge, beside those that are there. */
export const moreEdge = (position, u, v) => ({ ...position, edges: [...position.edges, [u, v]] });

export const removeEdge = (position, number) => ({ ...position, edges: position.edges.toSpliced(number, 1) });

export function turnEdge(position, number) {
  const [u, v] = position.edges[number];
  return { ...position, edges: position.edges.with(number, [v, u]) };
}

export function setWeight(position, name, weight) {
  return { ...position, weights: position.weights.with(position.vertices.indexOf(name), Math.max(0, weight)) };
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
  const order = new Map(position.vertices.map((v, i) => [v, i]));
  const up = ([u, v]) => (order.get(u) <= order.get(v) ? [u, v] : [v, u]);
  const edges = directed ? position.edges.map(up) : position.edges;
  return { ...position, directed, edges };
}
