// Plain JavaScript: the build adds RELEASE and FILES in front. It serves the application's own files without a network
// and stores nothing else; answers of the API never pass through it.
/* global RELEASE, FILES */
const PREFIX = 'symbio-shell-';
const NAME = PREFIX + RELEASE;
const PAGE = '/';
/** Milliseconds after which a page is opened from this device although the network seems to be there. */
const SLOW_MS = 8_000;
/** Served by the gateway, not by the application. */
const OTHERS = /^\/(api|files|iiif|auth)(\/|$)/;

self.addEventListener('install', (event) => {
  const fresh = [PAGE, ...FILES].map((file) => new Request(file, { cache: file === PAGE ? 'reload' : 'default' }));
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll(fresh))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith(PREFIX) && name !== NAME;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

const kept = (file) => caches.open(NAME).then((cache) => cache.match(file));

async function page(request) {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), SLOW_MS);
  try {
    return await fetch(request, { signal: ending.signal });
  } catch (error) {
    const shell = await kept(PAGE);
    if (shell) return shell;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || OTHERS.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (FILES.includes(pathname)) event.respondWith(kept(pathname).then((answer) => answer ?? fetch(request)));
});
