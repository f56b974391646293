// Questions answered by Python in a web worker of this page: see pyodide_worker.js.
// The worker takes one question after the other. One that is given up while it is worked on gets a moment to end; then
// the worker is ended, and a new one goes on with the others.
import { config } from './config.js';
import { AskError } from './transport.js';

const PATIENCE = 400; // milliseconds
let worker = null;
let count = 0;
const waiting = new Map(); // by number, in the order of asking: the first is being worked on

export function answer(question, body, { signal, onProgress } = {}) {
  signal?.throwIfAborted();
  const id = ++count;
  return new Promise((done, fail) => {
    waiting.set(id, { message: { id, question, text: JSON.stringify(body) }, done, fail, onProgress });
    signal?.addEventListener('abort', () => giveUp(id, signal.reason), { once: true });
    post(waiting.get(id).message);
  });
}

function post(message) {
  if (!worker) {
    worker = new Worker(new URL('./pyodide_worker.js', import.meta.url), { type: 'module', name: 'lastmove' });
    worker.onmessage = ({ data }) => hear(data);
    worker.onerror = (event) => failAll(new AskError(event.message || 'Python could not be loaded.', 500));
    worker.postMessage({ config: { ...config, base: new URL('./', import.meta.url).href } });
  }
  worker.postMessage(message);
}

function hear({ id, progress, text, fatal }) {
  if (fatal) return failAll(new AskError(fatal, 500));
  const asked = waiting.get(id);
  if (progress) return asked?.onProgress?.(JSON.parse(progress));
  waiting.delete(id);
  const said = JSON.parse(text);
  if ('answer' in said) asked?.done(said.answer);
  else asked?.fail(new AskError(said.error));
}

function giveUp(id, reason) {
  const asked = waiting.get(id);
  if (!asked) return;
  asked.fail(reason);
  asked.done = asked.fail = asked.onProgress = () => {};
  if (waiting.keys().next().value === id) setTimeout(() => waiting.has(id) && startAnew(id), PATIENCE);
  else if (worker) {
    waiting.delete(id);
    worker.postMessage({ skip: id });
  }
}

function startAnew(id) {
  waiting.delete(id);
  worker?.terminate();
  worker = null;
  for (const asked of waiting.values()) post(asked.message);
}

function failAll(error) {
  worker?.terminate();
  worker = null;
  for (const asked of waiting.values()) asked.fail(error);
  waiting.clear();
}
