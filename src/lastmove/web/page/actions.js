// One table of what people can do: buttons, keys and the help page are made from it.
//
//   id       also the key of its name in the table of texts
//   keys     as KeyboardEvent.key says them; 'mod+z' is Ctrl+Z or Command+Z
//   when     whether it is offered: 'draw', 'play' or always, and more by `enabled`

import { $, h } from './dom.js';
import { t } from './texts.js';

export class Actions {
  #table = new Map();
  #buttons = [];

  constructor(app) {
    this.app = app;
    document.addEventListener('keydown', (event) => this.#pressed(event));
  }

  /** Add actions: {id, keys, mode, enabled(), run(), shown()}. */
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
  refresh() {
    for (const [button, action] of this.#buttons) {
      button.disabled = !this.#can(action);
      button.hidden = !this.#fits(action) || (action.shown ? !action.shown() : false);
    }
  }

  #fits(action) {
    return !action.mode || action.mode === this.app.mode;
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
export function keyName(key) {
  return key.replace('mod+', 'Ctrl ').replace('shift+', 'Shift ').replace(/\b([a-z])$/, (c) => c.toUpperCase());
}
