// What boards and answers are like, whatever the game: functions of plain data, which know nothing of a page.

/** A new board, on which there is nothing to ask for. A game that is over has a start, though it is null. */
export const isEmpty = ({ position, at }) => at === 0 && position.vertices?.length === 0 && position.start === undefined;

/** Whether a number is in it that a browser does not hold exactly. */
export function beyond(value) {
  if (typeof value === 'number') return !Number.isSafeInteger(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(beyond);
}

export const other = (play) => (play === 'normal' ? 'misere' : 'normal');

/** Whether a search gave up: more time may find more. */
export function isHard({ answer, scene }) {
  if (scene === null) return true;
  return answer?.outcome === 'unknown' || Object.values(answer?.outcomes ?? {}).includes('unknown');
}

/** Whether there was no time for some of the moves, though it is known who wins. */
export const hasOpenMoves = ({ moves }) => Boolean(moves?.some((each) => each.outcome === 'unknown'));

/** Places, with those that are new. */
export function merged(old, fresh) {
  return Array.isArray(fresh) || Array.isArray(old) ? fresh : { ...old, ...fresh };
}

// ---- parts of the board, and the moves that belong to them

const sameWay = (a = [], b = []) => a.length === b.length && a.every((number, i) => number === b[i]);

/** The legal moves that a part of the board stands for: to this vertex, choosing it, or out of this heap. */
export function movesAt(look, group) {
  return (look?.moves ?? []).filter((move) => {
    if (!sameWay(move.part, group.part)) return false;
    if ('heap' in group) return move.lowers === group.heap;
    return move.chooses?.includes(group.vertex) ?? goal(look, move) === group.vertex;
  });
}

/** Where a move is tapped: the vertex the token goes to, or the one it stays on. */
function goal(look, move) {
  return move.to ?? move.lowers ?? tokenOf(viewAt(look.view, move.part));
}

export function viewAt(view, way = []) {
  return way.reduce((part, number) => part.parts[number], view);
}

export function tokenOf(view) {
  return view.is === 'graph' && view.token !== null ? view.nodes[view.token].vertex : null;
}

/** The best outcome among moves, as the one to move sees them: P (it wins) before unknown before N. */
export function bestOf(moves) {
  return ['P', 'unknown', 'N'].find((outcome) => moves.some((move) => move.outcome === outcome)) ?? null;
}
