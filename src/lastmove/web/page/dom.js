// Elements in one line each, what is said aloud, and the dialog. Text goes in as text, never as HTML.

const SVG = 'http://www.w3.org/2000/svg';

export const $ = (id) => document.getElementById(id);

function fill(made, attributes, inside) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') made.addEventListener(name, value);
    else made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...inside.flat().filter((item) => item !== null && item !== undefined && item !== false));
  return made;
}

/** h('button', {class: 'big', click: go}, 'Go'): an attribute that is a function listens to the event of its name. */
export const h = (name, attributes = {}, ...inside) => fill(document.createElement(name), attributes, inside);

/** The same for SVG. */
export const s = (name, attributes = {}, ...inside) => fill(document.createElementNS(SVG, name), attributes, inside);

let fields = 0;
/** A control and its visible name, side by side. */
export function field(name, control, style = '') {
  control.id ||= `field-${++fields}`;
  return h('span', { class: `field ${style}` }, h('label', { for: control.id }, name), control);
}

/** Set or take away an attribute. */
export function mark(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? '' : value);
}

let told = '';
/** Say something to people who hear the page. The same words twice are said twice. */
export function announce(text) {
  const place = $('said');
  place.textContent = text === told ? `${text}\u00a0` : text;
  told = place.textContent;
}

// ---- the one dialog of the page

/** Show something; the first field or button in it gets the focus. */
export function openDialog(title, ...body) {
  const dialog = $('dialog');
  $('dialog-title').textContent = title;
  $('dialog-body').replaceChildren(...body.flat().filter(Boolean));
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

export const closeDialog = () => $('dialog').close();
