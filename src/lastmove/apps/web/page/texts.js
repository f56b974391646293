// Every word that the page says itself. A translation is one file in texts/ and one line here.

import en from './texts/en.js';

const LANGUAGES = { en: () => en };

let table = en;
let rules = new Intl.PluralRules('en');
export let language = 'en';

/** Take the language that people asked for, where there is a translation. */
export async function speak(wanted) {
  language = wanted.map((tag) => tag.split('-')[0]).find((tag) => tag in LANGUAGES) ?? 'en';
  table = { ...en, ...(await LANGUAGES[language]()) };
  rules = new Intl.PluralRules(language);
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll('[data-text]')) element.textContent = t(element.dataset.text);
  for (const element of document.querySelectorAll('[data-label]')) element.setAttribute('aria-label', t(element.dataset.label));
}

export const languages = Object.keys(LANGUAGES);

/** The text with this key. `{n}` stands for a value; with a value n, `key.one` and `key.other` are told apart. */
export function t(key, values = {}) {
  const counted = 'n' in values ? table[`${key}.${rules.select(Number(values.n))}`] ?? table[`${key}.other`] : undefined;
  const text = counted ?? table[key];
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

export const has = (key) => key in table;
