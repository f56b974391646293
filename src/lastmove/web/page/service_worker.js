// Keeps the static site for the next visit, which then needs no network. `lastmove site` writes the names of its files
// and a digest of them in place of the next two lines; a server of questions has no use for it.
const VERSION = '';
const FILES = [];

const NAME = `lastmove ${VERSION}`;

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)));
});

self.addEventListener('activate', (event) => {
  const old = (names) => names.filter((name) => name.startsWith('lastmove ') && name !== NAME);
  const forget = caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name))));
  event.waitUntil(forget.then(() => self.clients.claim()));
});

/** What is kept comes from here; what comes from elsewhere, such as Python by its address, is kept when it comes. */
async function answered(request) {
  const cache = await caches.open(NAME);
  const found = await cache.match(request, { ignoreSearch: true });
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

self.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET') event.respondWith(answered(event.request));
});
