// Another game on the same board, as far as the board allows it. Games are told apart by their fields alone.

import { plainGraph } from './graph_edit.js';

const USUAL_WEIGHT = 2;

/** Go over to a game: keep the graph or the heaps if it has such, else begin with its opening. */
export function otherGame(app, name) {
  const game = app.games.get(name);
  const drawn = !app.fresh && (app.shown.edges || app.shown.heaps); // and not answered for yet
  const shown = drawn ? app.shown : (app.now?.position ?? app.shown);
  const { fields } = game;
  const said = drawn && app.game.fields.includes('directed');
  const arcs = said ? shown.directed === true : (app.now?.view.directed ?? false); // also where boards are always directed
  const position = fields.includes('edges') && Array.isArray(shown.edges) ? onGraph({ ...shown, directed: arcs }, game) : onHeaps(shown, game);
  app.open(position ? { position, places: app.state.places } : beginning(game), { fit: !position || !position.edges });
}

/** The opening of a game, or its example. */
export function beginning(game) {
  return { position: structuredClone(game.opening ?? game.example), places: null };
}

function onGraph(shown, game) {
  const { vertices, edges, weights, directed, start } = plainGraph(shown);
  if (!vertices.length) return null;
  const order = new Map(vertices.map((v, i) => [v, i]));
  const up = ([u, v]) => (order.get(u) <= order.get(v) ? [u, v] : [v, u]); // so that no circuit comes about as arcs
  const made = { game: game.game, vertices, edges: directed ? edges : edges.map(up) };
  if (directed && game.fields.includes('directed')) made.directed = true;
  if (game.fields.includes('weights')) made.weights = (weights ?? []).map((w) => w || 1);
  if (made.weights && made.weights.length < vertices.length) made.weights = vertices.map(() => USUAL_WEIGHT);
  if (start !== null && start !== undefined && game.fields.includes('start')) made.start = start;
  return made;
}

function onHeaps(shown, game) {
  if (!game.fields.includes('heaps') || !Array.isArray(shown.heaps) || !shown.heaps.length) return null;
  const made = { ...(game.opening ?? game.example), heaps: shown.heaps };
  if ('start' in made) made.start = Math.max(0, shown.heaps.findIndex((size) => size > 0));
  return made;
}
