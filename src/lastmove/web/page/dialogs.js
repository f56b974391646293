// The one dialog of the page, and what is small enough to need no file of its own: a new name, the argument, the help.

import { keyName } from './actions.js';
import { $, field, h } from './dom.js';
import { ENGLISH, explain } from './names.js';
import { language, languages, remember, t } from './texts.js';
import { ask } from './transport.js';

export class Dialogs {
  constructor(app, actions) {
    Object.assign(this, { app, actions });
    this.dialog = $('dialog');
    this.dialog.addEventListener('click', (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
    app.addEventListener('ask-name', ({ detail }) => this.#name(detail));
    $('explain').addEventListener('click', () => this.#argument());
    $('help').addEventListener('click', () => this.help());
    actions.add(
      { id: 'help', keys: ['?'], run: () => this.help() },
      { id: 'mode', keys: ['p'], run: () => app.setMode(app.mode === 'draw' ? 'play' : 'draw') },
      { id: 'convention', keys: ['c'], run: () => app.setPlay(app.state.play === 'normal' ? 'misere' : 'normal') },
    );
  }

  /** Show something; the first field or button in it gets the focus. */
  open(title, ...body) {
    $('dialog-title').textContent = title;
    $('dialog-body').replaceChildren(...body.flat().filter(Boolean));
    if (!this.dialog.open) this.dialog.showModal();
    this.dialog.scrollTop = 0;
  }

  close() {
    this.dialog.close();
  }

  #name({ old, done }) {
    const input = h('input', { value: String(old), maxlength: 40, spellcheck: 'false', autocomplete: 'off' });
    const trouble = h('p', { class: 'trouble', role: 'alert' });
    const form = h('form', {
      submit: (event) => {
        event.preventDefault();
        const name = input.value.trim();
        if (!name) return;
        if (name === String(old) || done(name)) this.close();
        else trouble.textContent = t('name.taken', { name });
      },
    }, field(t('name.label'), input), h('button', { class: 'strong' }, t('name.do')), trouble);
    this.open(t('name.title', { name: old }), form);
    input.select();
  }

  async #argument() {
    const wait = h('p', {}, t('verdict.waiting'));
    this.open(t('explain.title'), wait);
    try {
      const { sections } = await ask('explain', { ...this.app.body(), time: 5 });
      $('dialog-body').replaceChildren(h('div', { class: 'argument', lang: ENGLISH }, sections.map(section)));
    } catch (error) {
      explain(wait, error);
    }
  }

  help() {
    const rows = this.actions.all.filter((action) => action.keys?.length && action.id !== 'escape');
    const keys = h('table', { class: 'keys' }, h('tbody', {}, rows.map((action) =>
      h('tr', {}, h('th', { scope: 'row' }, t(`do.${action.id}`)), h('td', {}, action.keys.slice(0, 1).map((key) => h('kbd', {}, keyName(key))))))));
    const parts = ['start', 'words', 'draw', 'play', 'thread', 'share'].map((name) => [
      h('h3', {}, t(`help.${name}.title`)), h('p', {}, t(`help.${name}`))]);
    const choose = async () => {
      await this.app.link(); // the page begins again with its address, which must know the last move
      remember(tongue.value);
    };
    const tongue = h('select', { change: choose }, Object.entries(languages).map(([tag, name]) => h('option', { value: tag, lang: tag }, name)));
    tongue.value = language();
    this.open(t('help.title'), h('div', { class: 'help' }, h('div', {}, parts.flat()),
      h('div', {}, h('h3', {}, t('help.keys.title')), h('p', {}, t('help.keys')), keys, field(t('language'), tongue))));
  }
}

function section({ title, body }) {
  return h('section', {}, title && h('h3', {}, title), body.map((part) => {
    if (typeof part === 'string') return h('p', {}, part);
    const head = part.head?.some(Boolean) && h('thead', {}, h('tr', {}, part.head.map((cell) => h('th', { scope: 'col' }, cell))));
    return h('div', { class: 'table-scroll', tabindex: 0 }, h('table', {}, head, h('tbody', {}, part.rows.map((row) => h('tr', {}, row.map((cell) => h('td', {}, String(cell))))))));
  }));
}
