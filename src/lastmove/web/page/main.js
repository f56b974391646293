// Begin: read the link, ask what there is, and put the parts of the page together. Every part is a view: it shows the
// state (state.js), and hands what people do to the page, which changes it.

import { Actions, Help } from './actions.js';
import { $, h } from './dom.js';
import { Drawing } from './drawing.js';
import { Game } from './game.js';
import { History } from './history.js';
import { Moves } from './moves.js';
import { Opening } from './opening.js';
import { Result } from './result.js';
import { LinkError, readLink, Sharing } from './sharing.js';
import { Stage } from './stage.js';
import { Start } from './start.js';
import { Page } from './state.js';
import { language, languages, remember, speak, t } from './texts.js';
import { about, AskError, hearIn, isLocal, load } from './transport.js';
import { Verdict } from './verdict.js';
import { ENGLISH, explain } from './words.js';

/** What a page without a link begins with: one board, two verdicts. */
const first = ({ first: { position, places } }) => ({ position, play: 'normal', places, moves: [], at: 0 });

async function begin() {
  await speak(navigator.languages ?? []);
  hearIn(language());
  $('unopened').remove();
  if (isLocal) loadPython();
  let there;
  try {
    there = await about();
  } catch (error) {
    notice(error);
    return;
  }
  let trouble = null;
  const linked = await readLink().catch((error) => void (trouble = error));
  const page = new Page(there, { board: linked?.board ?? first(there), trouble });
  if (linked) page.seat(linked);
  show(page);
  await page.asking.look();
  const { look, error } = page.state;
  if (linked && !look && error?.status === 400) instead(page, error);
}

/** Python is loaded while the first board is there already; then all of the page is kept for the next visit. */
function loadPython() {
  const bar = $('loading').querySelector('progress');
  $('loading').hidden = false;
  load((done) => {
    bar.value = done;
    $('loading').hidden = done >= 1;
    if (done >= 1) navigator.serviceWorker?.register('service_worker.js').catch(() => {}); // some people allow no storage
  });
}

/** A link that can be read, to a position that is none. */
function instead(page, { message }) {
  page.open(first(page.about));
  page.seat();
  const why = language() === ENGLISH ? `${message}.` : t('trouble.asked');
  page.change({ trouble: new Error(t('link.bad', { why })) });
}

/** The parts in the order in which they show what is new: the board first, its tools when its size is known. */
function show(page) {
  const actions = new Actions(page);
  const stage = new Stage(page);
  const game = new Game(page, stage.board, actions);
  const drawing = new Drawing(page, stage.board, actions);
  const history = new History(page, actions);
  const sharing = new Sharing(page);
  new Help(page, actions);
  chooseLanguage(() => sharing.writeLink());
  const seen = [new Verdict(page), new Moves(page), history, stage, drawing, new Opening(page)];
  page.showIn({ show: top }, game, ...seen, new Result(page), new Start(page), sharing);

  for (const input of modes()) input.addEventListener('change', () => page.setMode(input.value));
  foldMenu();
  document.querySelector('.skip').addEventListener('click', (event) => {
    event.preventDefault(); // what stands after # is a board
    $('moves-panel').focus();
  });
}

const modes = () => document.getElementsByName('mode');

/** The language of the page: it begins again in another, with its address, which `writeLink()` brings up to date. */
function chooseLanguage(writeLink) {
  const select = $('language');
  select.replaceChildren(...Object.entries(languages).map(([tag, name]) => h('option', { value: tag, lang: tag }, name)));
  select.value = language();
  select.addEventListener('change', async () => {
    await writeLink();
    remember(select.value);
  });
}

/** The menu of a small screen: it is closed by whatever is done in it, and beside it. */
function foldMenu() {
  const fold = (open) => {
    $('more').setAttribute('aria-expanded', open);
    $('menu').classList.toggle('open', open);
  };
  $('more').addEventListener('click', () => fold($('more').getAttribute('aria-expanded') !== 'true'));
  $('menu').addEventListener('click', ({ target }) => target.closest('button') && fold(false));
  $('menu').addEventListener('change', () => fold(false));
  document.addEventListener('pointerdown', ({ target }) => target.closest('.top') || fold(false));
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && fold(false));
}

/** The mode, and what went wrong. */
function top({ mode, error, look, trouble }, changed) {
  document.body.dataset.mode = mode;
  for (const input of modes()) input.checked = input.value === mode;
  if (changed('error', 'look', 'trouble')) notice(error ?? (look?.not_drawn ? new AskError(look.not_drawn) : trouble));
}

function notice(error) {
  const isLink = error instanceof LinkError;
  explain($('notice'), isLink ? new Error(t('link.bad', { why: t(`link.${error.message}`) })) : error);
  $('notice').hidden = !error;
}

begin();
