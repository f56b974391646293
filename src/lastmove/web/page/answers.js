// What positions and answers are like, whatever the game.

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
