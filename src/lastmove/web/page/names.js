// How things are called to people: the parts of a board, its moves, who is to move.

import { mark } from './dom.js';
import { language, t } from './texts.js';

export const ENGLISH = 'en'; // what Python says

const sameWay = (a = [], b = []) => a.length === b.length && a.every((number, i) => number === b[i]);

/** The legal moves that a part of the board stands for: to this vertex, or out of this heap. */
export function movesAt(now, group) {
  return (now?.moves ?? []).filter((move) => {
    if (!sameWay(move.part, group.part)) return false;
    if ('heap' in group) return move.lowers === group.heap;
    return goal(now, move) === group.vertex;
  });
}

/** Where a move is tapped: the vertex the token goes to, or the one it stays on. */
function goal(now, move) {
  return move.to ?? move.lowers ?? tokenOf(viewAt(now.view, move.part));
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

/** Wins, loses or unknown: what a move to a position of this outcome means to who makes it. */
export const VALUE = { P: 'wins', N: 'loses', unknown: 'unknown' };

export function moveWord(outcome) {
  return t(`move.${VALUE[outcome] ?? 'unknown'}`);
}

/** What is said of a part of the board to people who cannot see it. */
export function partLabel(app, group, chosen) {
  const { now } = app;
  const view = viewAt(now.view, group.part);
  const words = [];
  if (group.part) words.push(t('part', { n: group.part.map((number) => number + 1).join('.') }));
  if ('heap' in group) words.push(t('heap.label', { i: group.heap + 1, size: view.heaps[group.heap] }));
  else words.push(t('vertex.label', { name: group.name }));
  const node = view.is === 'graph' ? view.nodes.find((each) => each.vertex === group.vertex) : null;
  if (node?.weight !== undefined) words.push(t('weight.label', { weight: node.weight }));
  if (tokenOf(view) === group.vertex && 'vertex' in group) words.push(t('token.label'));
  if ('heap' in group && view.current === group.heap) words.push(t('current.label'));
  const start = now.starts?.[String(group.vertex ?? group.heap)];
  if (start && app.shows('values') && !now.moves) words.push(t(`start.${start}`));
  const moves = movesAt(now, group);
  if (moves.length && app.shows('moves')) {
    words.push(app.shows('values') ? moveWord(bestOf(moves)) : t('move.legal'));
  }
  if (chosen) words.push(t('chosen.label'));
  return words.join(', ');
}

/** Who makes move number `at`, counted from 0. */
export function player(app, at) {
  const side = at % 2 ? 'second' : 'first';
  const who = app.mode === 'play' ? app.players?.[side] : null;
  return who === 'you' && app.players.engine ? t('you') : who === 'engine' ? t('engine') : t(side);
}

/** The reason of an answer, in a sentence or two. */
export function reasonText(reason, { evidence = '' } = {}) {
  if (!reason) return '';
  if (reason.kind === 'limit') return t('reason.limit', { limit: t(`limit.${reason.limit}`) });
  const n = Number(reason.positions ?? 0);
  if (reason.kind === 'search' && n > 1) return t('reason.search', { n, positions: n.toLocaleString(language()) });
  if (reason.kind === 'search') return reason.text ? sentence(reason.text) : t('reason.seen');
  const text = reason.text ?? t('reason.other');
  return [text, evidence].filter(Boolean).join(' ');
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;

/** The language of a reason where that is not the page's: Python speaks English. */
export function reasonLanguage(reason) {
  const ours = reason.kind === 'limit' || (reason.kind === 'search' && (reason.positions > 1 || !reason.text));
  return ours || !reason.text ? null : ENGLISH;
}

/** Say what went wrong: what Python says is English, what the page says itself is in its own language. */
export function explain(place, error) {
  place.textContent = error?.status === 0 ? t('trouble.gone') : (error?.message ?? '');
  mark(place, 'lang', error?.name === 'AskError' && error.status !== 0 ? ENGLISH : null);
}

/** Where a reason stands written: Renault-Schmidt 3.5. */
export function reasonSource(reason) {
  return [reason?.source, reason?.number].filter(Boolean).join(' ');
}
