// How things are called to people: the parts of the board, its moves, who is to move, reasons and errors.

import { bestOf, movesAt, tokenOf, viewAt } from './answers.js';
import { h } from './dom.js';
import { has, language, t } from './texts.js';

export const ENGLISH = 'en'; // what Python says

/** Wins, loses or unknown: what a move to a position of this outcome means to who makes it. */
export const VALUE = { P: 'wins', N: 'loses', unknown: 'unknown' };

export function moveWord(outcome) {
  return t(`move.${VALUE[outcome] ?? 'unknown'}`);
}

/** What is said of a part of the board to people who cannot see it. */
export function partLabel(page, group, isChosen) {
  const { look } = page.state;
  const view = viewAt(look.view, group.part);
  const words = [];
  if (group.part) words.push(t('part', { n: group.part.map((number) => number + 1).join('.') }));
  if ('heap' in group) words.push(t('heap.label', { i: group.heap + 1, size: view.heaps[group.heap] }));
  else words.push(t('vertex.label', { name: group.name }));
  const node = view.is === 'graph' ? view.nodes.find((each) => each.vertex === group.vertex) : null;
  if (node?.weight !== undefined) words.push(t('weight.label', { weight: node.weight }));
  if (tokenOf(view) === group.vertex && 'vertex' in group) words.push(t('token.label'));
  if ('heap' in group && view.current === group.heap) words.push(t('current.label'));
  const start = look.starts?.[String(group.vertex ?? group.heap)];
  if (start && page.shows('values') && !look.moves) words.push(t(`start.${start}`));
  const moves = movesAt(look, group);
  if (moves.length && page.shows('moves')) {
    words.push(page.shows('values') ? moveWord(bestOf(moves)) : t('move.legal'));
  }
  if (isChosen) words.push(t('chosen.label'));
  return words.join(', ');
}

/** The rule of the game in a line, {text, isEnglish}: of games without such a line, what Python says first. */
export function ruleLine(page) {
  const { position } = page.state.board;
  const key = [`rule.${position.game}.${position.code}`, `rule.${position.game}`].find(has);
  if (key) return { text: t(key, { set: position.set?.join(', '), code: position.code }), isEnglish: false };
  return { text: page.state.look?.rules[0] ?? page.game?.rules ?? '', isEnglish: true };
}

/** What a game is called: in the language of the page where it is translated, an octal game by its own name. */
export function gameTitle(page, { game, code }) {
  const named = game === 'octal' && page.about.famous?.[code];
  const key = named ? `game.octal.${code}` : `game.${game}`;
  return has(key) ? t(key) : named || (page.games.get(game)?.title ?? '');
}

/** The title or the sentence of an example, in the language of the page where it is there. */
export function exampleText(example, part, element = 'span') {
  const key = `example.${example.name}.${part}`;
  return h(element, { lang: has(key) ? null : ENGLISH }, has(key) ? t(key) : example[part]);
}

/** The language of what Python says of these: its rules and moves are translated for most games, its theorems are not. */
export const tongue = (look, what) => (look?.spoken?.[what] === language() ? null : ENGLISH);

/** Who makes move number `at`, counted from 0. */
export const playerName = (page, at) => t(page.player(at));

/** The reason of an answer, in a sentence or two. */
export function reasonText(reason) {
  if (!reason) return '';
  if (reason.kind === 'limit') return t('reason.limit', { limit: t(`limit.${reason.limit}`) });
  const n = Number(reason.positions ?? 0);
  if (reason.kind === 'search' && n > 1) return t('reason.search', { n, positions: n.toLocaleString(language()) });
  if (reason.kind === 'search') return reason.text ? sentence(reason.text) : '';
  return reason.text ?? t('reason.other');
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;

/** The language of a reason where that is not the page's: Python speaks English. */
export function reasonLanguage(reason) {
  const ours = reason.kind === 'limit' || (reason.kind === 'search' && (reason.positions > 1 || !reason.text));
  return ours || !reason.text ? null : ENGLISH;
}

/** Where a reason stands written: Renault-Schmidt 3.5. */
export function reasonSource(reason) {
  return [reason?.source, reason?.number].filter(Boolean).join(' ');
}

/** Say what went wrong in the language of the page. Python says it in English: elsewhere that is for who opens it. */
export function explain(place, error, general = 'trouble.asked') {
  const said = error?.status === 0 ? t('trouble.gone') : (error?.message ?? '');
  const isPythons = error?.name === 'AskError' && error.status !== 0 && language() !== ENGLISH;
  place.replaceChildren(...(isPythons ? [t(general), h('details', {}, h('summary', {}, t('trouble.english')), h('p', { lang: ENGLISH }, said))] : [said]));
}
