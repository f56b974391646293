// One way to ask, whoever answers: ask(question, body, { signal, onProgress }) -> Promise of the answer.
// The questions and their fields are described in docs/playground-api.md. `draw` comes back as a Blob.
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

export async function ask(question, body = {}, { signal, onProgress } = {}) {
  const { answer } = isLocal ? await import('./ask_worker.js') : { answer: askPatiently };
  return asBlob(await answer(question, body, { signal, onProgress }));
}

// A server that is busy says when to come back.
async function askPatiently(question, body, options, tries = 3) {
  try {
    return await askServer(question, body, options);
  } catch (error) {
    if (error.status !== 503 || !tries) throw error;
    await pause((error.retryAfter ?? 1) * 1000, options.signal);
    return askPatiently(question, body, options, tries - 1);
  }
}

const pause = (milliseconds, signal) =>
  new Promise((done, fail) => {
    signal?.throwIfAborted();
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', () => (clearTimeout(timer), fail(signal.reason)), { once: true });
  });

/** The games, families, examples, levels and limits. */
export const about = () => ask('about');

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

// Lines {"progress": ...} until one is {"answer": ...} or {"error": ..., "status": ...}.
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

function asBlob(answer) {
  if (answer instanceof Blob || typeof answer?.media !== 'string') return answer;
  const content = 'base64' in answer ? Uint8Array.from(atob(answer.base64), (c) => c.charCodeAt(0)) : answer.text;
  return new Blob([content], { type: answer.media });
}
