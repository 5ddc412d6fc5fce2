/**
 * The service worker: reading without the service. Whatever the service answers comes from it, and a copy is kept; only
 * where it can't be reached does the copy answer, marked with the time it was made. Logging out removes every copy.
 */
declare const self: ServiceWorkerGlobalScope;

/** Where the page is served. */
const ROOT = new URL(self.registration.scope).pathname;
const nameOf = (kind: string) => `rappel-${kind} ${ROOT}`;
const [SHELL, ASSETS, DATA, SHARED] = ['shell', 'assets', 'data', 'shared'].map(nameOf) as [
  string,
  string,
  string,
  string,
];
const MOST_ASSETS = 200;
const MOST_ANSWERS = 600;
/** Header of a copy: when it was made. */
const STORED = 'rappel-stored';
/** Header of everything that the service itself answers; a proxy in front of it does not send it. */
const EVENT = 'rappel-event';

/** Counts the log-outs: an answer that was under way must not be kept after one. */
let forgotten = 0;

self.addEventListener('install', (event) => {
  event.waitUntil(self.skipWaiting());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const message = event.data as { forget: true } | { loaded: string[] };
  event.waitUntil('forget' in message ? forget() : keepLoaded(message.loaded));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin || !url.pathname.startsWith(ROOT)) return;
  const path = url.pathname.slice(ROOT.length);
  if (request.method === 'POST' && path === 'share') event.respondWith(takeShared(request));
  if (request.method !== 'GET') return;
  if (path.startsWith('assets/')) event.respondWith(asset(request));
  else if (/^api\/(?!events|session|identity|exports|imports|settings|tokens)/.test(path))
    event.respondWith(answer(event));
  // Frames are no views of the page.
  else if (request.destination === 'document' && !/^(?:api|mcp)\//.test(path)) event.respondWith(view(event));
});

/** From the service; a copy where it can't be reached. */
async function answer(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const before = forgotten;
  const response = await fromNetwork(request);
  if (response === null || isFromProxy(response))
    return (await copyIn(DATA, request)) ?? unreachable(response);
  if (response.status === 401) event.waitUntil(forget());
  if (response.status === 200) {
    const copy = response.clone();
    event.waitUntil(
      (async () => {
        const headers = new Headers(copy.headers);
        headers.set(STORED, String(Date.now()));
        const body = await copy.blob();
        if (forgotten === before) await put(DATA, request, new Response(body, { headers }), MOST_ANSWERS);
      })().catch(() => {}),
    );
  }
  return response;
}

/** The page, which contains nothing of the memory. */
async function view(event: FetchEvent): Promise<Response> {
  const response = await fromNetwork(event.request);
  if (response === null || isFromProxy(response)) return (await copyIn(SHELL, ROOT)) ?? unreachable(response);
  if (response.status === 200) event.waitUntil(keepShell(response.clone()).catch(() => {}));
  return response;
}

/** Its links are relative to the view that was opened; the copy serves every view. */
async function keepShell(response: Response): Promise<void> {
  const text = (await response.text()).replaceAll(/(src|href)="\.\.?\/(?:\.\.\/)*/g, `$1="${ROOT}`);
  await put(SHELL, ROOT, new Response(text, { headers: response.headers }), 1);
}

/** The name of an asset contains the hash of its content: a copy is as good as the original. */
async function asset(request: Request): Promise<Response> {
  const copy = await copyIn(ASSETS, request);
  if (copy !== undefined) return copy;
  const response = await fetch(request);
  if (response.status === 200) await put(ASSETS, request, response.clone(), MOST_ASSETS).catch(() => {});
  return response;
}

/** What a page loaded before this worker watched it. */
async function keepLoaded(urls: readonly string[]): Promise<void> {
  if ((await copyIn(SHELL, ROOT)) === undefined) await keepShell(await fetch(ROOT)).catch(() => {});
  for (const url of urls) {
    if (new URL(url).pathname.startsWith(`${ROOT}assets/`)) await asset(new Request(url)).catch(() => {});
  }
}

/** Shared from another app, for the page to pick up. */
async function takeShared(request: Request): Promise<Response> {
  const form = await request.formData();
  const given = ['title', 'text', 'url'].map((name) => String(form.get(name) ?? '').trim());
  // Many apps repeat the link or the title in the text.
  const parts = given.filter(
    (part, at) =>
      part !== '' &&
      !given.some((other, i) => i !== at && other.includes(part) && (other !== part || i < at)),
  );
  const cache = await caches.open(SHARED);
  const place = `${ROOT}share/${Date.now()}`;
  await cache.put(`${place}/text`, new Response(parts.join('\n')));
  for (const [at, file] of form.getAll('images').entries()) {
    if (!(file instanceof File)) continue;
    const headers = { 'content-type': file.type, 'rappel-name': encodeURIComponent(file.name) };
    await cache.put(`${place}/${at}`, new Response(file, { headers }));
  }
  return Response.redirect(ROOT, 303);
}

/** After a log-out nothing of the memory stays in this browser. */
async function forget(): Promise<void> {
  forgotten++;
  await Promise.all([caches.delete(DATA), caches.delete(SHARED)]);
}

/** Null if nobody answered. */
function fromNetwork(request: Request): Promise<Response | null> {
  return fetch(request).catch(() => null);
}

/** A proxy whose service does not answer. */
function isFromProxy(response: Response): boolean {
  return [502, 503, 504].includes(response.status) && !response.headers.has(EVENT);
}

function unreachable(response: Response | null): Response {
  return response ?? Response.error();
}

/** Opens no cache: that would make one, also after it was forgotten. */
function copyIn(cacheName: string, request: Request | string): Promise<Response | undefined> {
  return caches.match(request, { cacheName, ignoreVary: true });
}

/** Keeps a copy, and drops the oldest beyond `most`. */
async function put(name: string, request: Request | string, response: Response, most: number): Promise<void> {
  const cache = await caches.open(name);
  await cache.put(request, response);
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(key);
}

export {};
