// The one way to Python. Every other module asks through `ask` and `about`; here they go over HTTP to the server that
// served the page.

const ROOT = new URL('api/v1/', document.baseURI);
const MOST_TRIES = 4;

export class AskError extends Error {
  constructor(message, status = 0) {
    super(message);
    this.name = 'AskError';
    this.status = status;
  }
}

/** What there is to ask about: games, families, limits, version. */
export async function about() {
  return read(await reach(ROOT, {}));
}

/**
 * Ask a question: `look`, `solve`, `explain`, `choose`, `draw`, `new`, ... and get its answer.
 * With `onProgress` the answer comes as lines, and each `progress` among them is told. `signal` stops it.
 */
export async function ask(question, body, { signal, onProgress } = {}) {
  const headers = { 'Content-Type': 'application/json' };
  if (onProgress) headers.Accept = 'application/x-ndjson';
  const response = await reach(new URL(question, ROOT), { method: 'POST', headers, body: JSON.stringify(body), signal });
  const type = response.headers.get('Content-Type') ?? '';
  if (type.startsWith('application/x-ndjson')) return lines(response, onProgress);
  if (response.ok && !type.startsWith('application/json')) return response.blob();
  return read(response);
}

async function reach(address, options, tries = 1) {
  let response;
  try {
    response = await fetch(address, options);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new AskError('gone');
  }
  if (response.status === 503 && tries < MOST_TRIES) {
    await pause(1000 * Math.min(10, Number(response.headers.get('Retry-After')) || 1), options.signal);
    return reach(address, options, tries + 1);
  }
  return response;
}

function pause(milliseconds, signal) {
  return new Promise((done, failed) => {
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      failed(new DOMException('stopped', 'AbortError'));
    });
  });
}

async function read(response) {
  let said = null;
  try {
    said = await response.json();
  } catch (error) {
    if (error.name === 'AbortError') throw error;
  }
  if (!response.ok || said === null) throw new AskError(said?.error ?? `HTTP ${response.status}`, response.status);
  return said;
}

async function lines(response, onProgress) {
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
    const whole = rest.split('\n');
    rest = whole.pop();
    if (done && rest) whole.push(rest);
    for (const line of whole) {
      if (!line.trim()) continue;
      const said = JSON.parse(line);
      if ('error' in said) throw new AskError(said.error, said.status ?? response.status);
      if ('answer' in said) return said.answer;
      if ('progress' in said) onProgress(said.progress);
    }
    if (done) throw new AskError('gone');
  }
}
