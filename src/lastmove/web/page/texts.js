// Every word that the page says itself. A translation is one file in texts/ and one line here.

import en from './texts/en.js';

const LOADED = {
  en: async () => en,
  de: async () => (await import('./texts/de.js')).default,
  fr: async () => (await import('./texts/fr.js')).default,
};
const KEPT = 'lastmove language';

/** The languages by their tags, each in its own words. */
export const languages = { en: 'English', de: 'Deutsch', fr: 'Français' };

let table = en;
let tag = 'en';
let rules = new Intl.PluralRules('en');

export const language = () => tag;

/** Take the language that was chosen, or one that the browser asks for, where there is a translation. */
export async function speak(wanted) {
  tag = [kept(), ...wanted].map((each) => each?.split('-')[0]).find((each) => each in LOADED) ?? 'en';
  table = { ...en, ...(await LOADED[tag]()) };
  if (tag === 'fr') table = Object.fromEntries(Object.entries(table).map(([key, text]) => [key, unbroken(text)]));
  rules = new Intl.PluralRules(tag);
  document.documentElement.lang = tag;
  for (const element of document.querySelectorAll('[data-text]')) element.textContent = t(element.dataset.text);
  for (const element of document.querySelectorAll('[data-label]')) element.setAttribute('aria-label', t(element.dataset.label));
}

/** A French text, in which no line ends before a colon or inside of quotation marks. */
const unbroken = (text) => text.replace(/ (?=[:;!?»])|(?<=«) /g, '\u00a0');

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // some people allow no storage
  }
}

/** Choose a language for good; the page begins again, with the same link. */
export function remember(chosen) {
  try {
    localStorage.setItem(KEPT, chosen);
  } catch {
    return;
  }
  location.reload();
}

/** The text with this key. `{n}` stands for a value; with a value n, `key.one` and `key.other` are told apart. */
export function t(key, values = {}) {
  const counted = 'n' in values ? (table[`${key}.${rules.select(Number(values.n))}`] ?? table[`${key}.other`]) : undefined;
  const text = counted ?? table[key];
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

export const has = (key) => key in table;
