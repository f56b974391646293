// What people can do: one table from which the buttons, the keys and the list of keys in the help are made.
//
//   id       also the key of its name in the table of texts
//   keys     as KeyboardEvent.key says them; 'mod+z' is Ctrl+Z or Command+Z
//   mode     the mode, or several, in which it is offered; always, if there is none
//   shown(), enabled(), run()

import { other } from './answers.js';
import { $, h, openDialog } from './dom.js';
import { MODES } from './state.js';
import { t } from './texts.js';

const CHAPTERS = ['start', 'play', 'words', 'thread', 'draw', 'share'];

export class Actions {
  #table = new Map();
  #buttons = [];

  constructor(page) {
    this.page = page;
    document.addEventListener('keydown', (event) => this.#pressed(event));
  }

  add(...actions) {
    for (const action of actions) this.#table.set(action.id, action);
  }

  get all() {
    return [...this.#table.values()];
  }

  /** A button for an action. Its name is the text of its id. */
  button(id, { style = 'plain' } = {}) {
    const action = this.#table.get(id);
    const made = h('button', { type: 'button', class: style, click: () => this.run(action) }, t(`do.${id}`));
    if (action.keys?.length) made.setAttribute('aria-keyshortcuts', action.keys.map(aria).join(' '));
    this.#buttons.push([made, action]);
    return made;
  }

  run(action) {
    if (this.#can(action)) action.run();
  }

  /** See anew which actions can be taken. */
  show() {
    for (const [button, action] of this.#buttons) {
      button.disabled = !this.#can(action);
      button.hidden = !this.#fits(action) || (action.shown ? !action.shown() : false);
    }
  }

  #fits(action) {
    return !action.mode || [action.mode].flat().includes(this.page.state.mode);
  }

  #can(action) {
    return this.#fits(action) && (!action.shown || action.shown()) && (!action.enabled || action.enabled());
  }

  #pressed(event) {
    const { target } = event;
    const typing = target.closest?.('input:not([type=radio]):not([type=checkbox]), textarea, select');
    if (typing || event.altKey || $('dialog').open) return;
    const mod = event.ctrlKey || event.metaKey;
    const wanted = mod ? `mod+${event.shiftKey ? 'shift+' : ''}${event.key.toLowerCase()}` : event.key;
    const action = this.all.find((each) => each.keys?.includes(wanted) && this.#can(each));
    if (!action) return;
    event.preventDefault();
    action.run();
  }
}

function aria(key) {
  return key.replace('mod', 'Control').replace('shift', 'Shift').replace(/^\+$/, 'Plus').replace(/\b([a-z])$/, (c) => c.toUpperCase());
}

/** A key as people read it. */
function keyName(key) {
  return key.replace('mod+', 'Ctrl ').replace('shift+', 'Shift ').replace(/\b([a-z])$/, (c) => c.toUpperCase());
}

/** The help: how it works, and the keys. */
export class Help {
  constructor(page, actions) {
    this.actions = actions;
    $('help').addEventListener('click', () => this.#help());
    actions.add(
      { id: 'help', keys: ['?'], run: () => this.#help() },
      { id: 'mode', keys: ['p'], run: () => page.setMode(MODES[(MODES.indexOf(page.state.mode) + 1) % MODES.length]) },
      { id: 'convention', keys: ['c'], run: () => page.setPlay(other(page.state.board.play)) },
    );
  }

  #help() {
    const chapters = CHAPTERS.map((name) => [h('h3', {}, t(`help.${name}.title`)), h('p', {}, t(`help.${name}`))]);
    openDialog(t('help.title'), h('div', { class: 'help' }, h('div', {}, chapters.flat()),
      h('div', {}, h('h3', {}, t('help.keys.title')), h('p', {}, t('help.keys')), this.#keys())));
  }

  #keys() {
    const rows = this.actions.all.filter((action) => action.keys?.length && action.id !== 'escape');
    return h('table', { class: 'keys' }, h('tbody', {}, rows.map(({ id, keys: [key] }) =>
      h('tr', {}, h('th', { scope: 'row' }, t(`do.${id}`)), h('td', {}, h('kbd', {}, keyName(key)))))));
  }
}
