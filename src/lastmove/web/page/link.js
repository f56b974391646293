// The share link: position, places, history and who plays, after the # of the address. A link may come from anyone, so
// everything in it is looked at before it is used; Python reads the position itself.

const VERSION = 1;
const MOST_LETTERS = 200_000;
const MOST_BYTES = 1_000_000;
const MOST_MOVES = 5_000;
const FARTHEST = 100_000;
const DEEPEST = 100;
export const FRIEND = 'friend'; // plays beside me: nobody moves by itself

export class LinkError extends Error {}

async function through(stream, bytes, most = Infinity) {
  const writer = stream.writable.getWriter();
  const written = writer.write(bytes).then(() => writer.close());
  written.catch(() => {});
  const pieces = [];
  let count = 0;
  const reader = stream.readable.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    count += value.length;
    if (count > most) {
      await reader.cancel();
      throw new LinkError('large');
    }
    pieces.push(value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** What stands after the # for this state, and for who plays where it is played: {against, begins} or null. */
export async function pack(state, players = null) {
  const { position, play, places, moves, at } = state;
  const text = JSON.stringify({ v: VERSION, position, play, places, moves, at, ...players });
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(text));
  let letters = '';
  for (let i = 0; i < bytes.length; i += 8192) letters += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** {state, players} in what stands after the #; a LinkError says why there is none. A game under way is played. */
export async function unpack(packed) {
  if (packed.length > MOST_LETTERS) throw new LinkError('large');
  if (!/^[\w-]+$/.test(packed)) throw new LinkError('letters');
  let said;
  try {
    const letters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const text = new TextDecoder('utf-8', { fatal: true });
    said = JSON.parse(text.decode(await through(new DecompressionStream('deflate-raw'), bytes, MOST_BYTES)));
  } catch (error) {
    if (error instanceof LinkError) throw error;
    throw new LinkError('broken');
  }
  return checked(said);
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isPlace = (value) =>
  Array.isArray(value) && value.length === 2 && value.every((x) => Number.isFinite(x) && Math.abs(x) <= FARTHEST);

const isPlaces = (value, deep = 0) =>
  value === null ||
  (isObject(value) && Object.values(value).every(isPlace)) ||
  (Array.isArray(value) && deep < DEEPEST && value.every((part) => isPlaces(part, deep + 1)));

function checked(said) {
  if (!isObject(said)) throw new LinkError('broken');
  if (said.v !== VERSION) throw new LinkError('version');
  const { position, play = 'normal', places = null, moves = [] } = said;
  const at = said.at ?? moves?.length;
  if (!isObject(position) || typeof position.game !== 'string') throw new LinkError('position');
  if (!['normal', 'misere'].includes(play)) throw new LinkError('play');
  if (!isPlaces(places)) throw new LinkError('places');
  if (!Array.isArray(moves) || moves.length > MOST_MOVES || !moves.every(isObject)) throw new LinkError('moves');
  if (!Number.isInteger(at) || at < 0 || at > moves.length) throw new LinkError('moves');
  const { against = moves.length ? FRIEND : null, begins } = said;
  const players = against === null ? null : { against: String(against), begins: begins === 'second' ? begins : 'first' };
  return { state: { position, play, places, moves, at }, players };
}
