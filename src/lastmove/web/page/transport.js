// One way to ask, whoever answers: ask(question, body, { signal, onProgress }) -> Promise of the answer. A server does
// it, or Python in a web worker of this page. The questions and their fields are described in docs/reference/playground-api.md.
// `draw` comes back as a Blob. Questions asks one thing after the other and forgets what is out of date.
import { config } from './config.js';

/** What goes wrong with a question: `status` as in HTTP, `retryAfter` in seconds where it may be asked again. */
export class AskError extends Error {
  constructor(message, status = 400, retryAfter = null) {
    super(message);
    this.name = 'AskError';
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Whether questions are answered in the page itself, which is slower and has no memory to spare. */
export const isLocal = config.transport === 'worker';

export async function ask(question, body = {}, options = {}) {
  const whole = spoken && question !== 'about' ? { ...body, language: body.language ?? spoken } : body;
  const known = kept && (await kept)[keyOf(question, whole)];
  if (known) return structuredClone(known);
  return asBlob(await (isLocal ? askWorker : askPatiently)(question, whole, options));
}

let spoken = null;
/** The language of whatever people read in answers, from now on. */
export const hearIn = (language) => void (spoken = language);

/** What was asked of the first board when the site was written. */
const kept = config.kept ? fetch(config.kept).then((file) => file.json()).catch(() => ({})) : null;
const keyOf = (question, { time, ...body }) => `${question} ${JSON.stringify(body)}`;

/** The games, families, examples, levels and limits. */
export const about = () => ask('about');

function asBlob(answer) {
  if (answer instanceof Blob || typeof answer?.media !== 'string') return answer;
  const content = 'base64' in answer ? Uint8Array.from(atob(answer.base64), (c) => c.charCodeAt(0)) : answer.text;
  return new Blob([content], { type: answer.media });
}

// ---- one token for each question

/** A solver that was lost is replaced at once: ask it again. */
async function askAgain(question, body, options) {
  try {
    return await ask(question, body, options);
  } catch (error) {
    if (error.status !== 500 || options.signal.aborted) throw error;
    return ask(question, body, options);
  }
}

/** Questions of one kind. A new one gives up the one before, and whatever still comes of that is dropped here. */
export class Questions {
  #ask;
  #token = null;

  constructor(how = askAgain) {
    this.#ask = how;
  }

  /** Whether something is being asked. */
  get isOpen() {
    return this.#token !== null;
  }

  drop() {
    this.#token?.abort();
    this.#token = null;
  }

  /**
   * Do some work that asks. It gets ask(question, body, onProgress), wait(milliseconds), and after(milliseconds, call),
   * which can be cancelled. True if it came to its end; false if something else was asked meanwhile: then no answer
   * reached it, and its errors are nobody's business.
   */
  async run(work) {
    this.drop();
    const token = (this.#token = new AbortController());
    const { signal } = token;
    const timers = [];
    const ask = async (question, body, onProgress) => {
      signal.throwIfAborted();
      const tell = onProgress && ((progress) => signal.aborted || onProgress(progress));
      const answer = await this.#ask(question, body, { signal, onProgress: tell });
      signal.throwIfAborted(); // an answer may come at the moment in which its question is given up
      return answer;
    };
    const after = (milliseconds, call) => {
      const timer = setTimeout(() => signal.aborted || call(), milliseconds);
      timers.push(timer);
      return { cancel: () => clearTimeout(timer) };
    };
    try {
      await work({ ask, after, wait: (milliseconds) => pause(milliseconds, signal) });
      return !signal.aborted;
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    } finally {
      timers.forEach(clearTimeout);
      if (this.#token === token) this.#token = null;
    }
  }
}

const pause = (milliseconds, signal) =>
  new Promise((done, fail) => {
    signal?.throwIfAborted();
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', () => (clearTimeout(timer), fail(signal.reason)), { once: true });
  });

// ---- a server

/** A server that is busy says when to come back. */
async function askPatiently(question, body, options, tries = 3) {
  try {
    return await askServer(question, body, options);
  } catch (error) {
    if (error.status !== 503 || !tries) throw error;
    await pause((error.retryAfter ?? 1) * 1000, options.signal);
    return askPatiently(question, body, options, tries - 1);
  }
}

async function askServer(question, body, { signal, onProgress }) {
  const response = await fetch(`./api/v1/${question}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: onProgress ? 'application/x-ndjson' : 'application/json' },
    body: JSON.stringify(body),
    signal,
  }).catch((error) => {
    throw error.name === 'AbortError' ? error : new AskError('The server does not answer.', 0);
  });
  const media = response.headers.get('Content-Type') ?? '';
  if (media.startsWith('application/x-ndjson')) return lastLine(response, onProgress);
  if (response.ok && !media.startsWith('application/json')) return response.blob();
  const said = await response.json().catch((error) => {
    if (error.name === 'AbortError') throw error; // given up while the answer came: that is no answer
    return { error: `The server said ${response.status}.` };
  });
  if (response.ok) return said;
  throw new AskError(said.error, response.status, Number(response.headers.get('Retry-After')) || null);
}

/** Lines {"progress": ...} until one is {"answer": ...} or {"error": ..., "status": ...}. */
async function lastLine(response, onProgress) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new AskError('The server ended before it had answered.', 500);
    const lines = (rest + value).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const said = JSON.parse(line);
      if ('answer' in said) return said.answer;
      if ('error' in said) throw new AskError(said.error, said.status ?? 400, said.retry_after ?? null);
      onProgress?.(said.progress);
    }
  }
}

// ---- Python in a web worker (pyodide_worker.js), which takes one question after the other. One that is given up while
// it is worked on gets a moment to end; then the worker is ended, and a new one goes on with the others.

const PATIENCE = 400; // milliseconds
let worker = null;
let hearLoading = () => {};
let count = 0;
const waiting = new Map(); // by number, in the order of asking: the first is being worked on

function askWorker(question, body, { signal, onProgress }) {
  signal?.throwIfAborted();
  const id = ++count;
  return new Promise((done, fail) => {
    waiting.set(id, { message: { id, question, text: JSON.stringify(body) }, done, fail, onProgress });
    signal?.addEventListener('abort', () => giveUp(id, signal.reason), { once: true });
    post(waiting.get(id).message);
  });
}

/** Load Python now; `onLoading(done)` is told how much of it is there, from 0 to 1. */
export function load(onLoading) {
  hearLoading = onLoading;
  start();
}

function post(message) {
  start();
  worker.postMessage(message);
}

function start() {
  if (!worker) {
    worker = new Worker(new URL('./pyodide_worker.js', import.meta.url), { type: 'module', name: 'lastmove' });
    worker.onmessage = ({ data }) => hear(data);
    worker.onerror = (event) => failAll(new AskError(event.message || 'Python could not be loaded.', 500));
    worker.postMessage({ config: { ...config, base: new URL('./', import.meta.url).href } });
  }
}

function hear({ id, progress, text, fatal, loading }) {
  if (loading !== undefined) return hearLoading(loading);
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
