// Keeps the shell of the console (its page and its hashed files) in a browser, so that it opens without the network.
// Nothing of a company ever lies here: answers of calls and media go past it. Shows what is pushed while no window is open.
// Built by `web-app.ts`, without imports.

/** Changes with every build of the console. */
declare const buildName: string
/** What the first screen needs, below the scope. */
declare const startFiles: string[]

interface WorkerEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}

interface FetchEvent extends WorkerEvent {
  request: Request
  respondWith: (answer: Promise<Response>) => void
}

interface PushEvent extends WorkerEvent {
  data: { json: () => unknown } | null
}

interface ClickEvent extends WorkerEvent {
  notification: { close: () => void; data: string | null }
}

interface SubscriptionEvent extends WorkerEvent {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

interface OpenWindow {
  url: string
  focus: () => Promise<unknown>
  postMessage: (message: unknown, transfer: []) => void
}

/** The part of a service worker's global scope that is used; TypeScript's own would clash with that of pages. */
interface WorkerScope {
  registration: {
    scope: string
    pushManager: PushManager
    showNotification: (title: string, options: object) => Promise<void>
  }
  clients: {
    claim: () => Promise<void>
    matchAll: (options: object) => Promise<OpenWindow[]>
    openWindow: (url: string) => Promise<unknown>
  }
  skipWaiting: () => Promise<void>
  addEventListener: <E extends WorkerEvent>(name: string, hear: (event: E) => void) => void
}

const worker = globalThis as unknown as WorkerScope
const { scope } = worker.registration
const cacheName = `shell-${buildName}`

async function keepShell(): Promise<void> {
  const cache = await caches.open(cacheName)
  // The page is asked for anew: what the browser has kept may be of the build before.
  await cache.addAll([new Request(scope, { cache: 'reload' }), ...startFiles.map((file) => new URL(file, scope).href)])
  await worker.skipWaiting()
}

async function leaveOlderBuilds(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)))
  await worker.clients.claim()
}

/** The server's own page while it answers, and without it the page that was kept. */
async function openPage(request: Request): Promise<Response> {
  const answer = await fetch(request).catch(() => null)
  if (answer !== null && answer.status < 500) return answer
  return (await caches.match(scope, { cacheName })) ?? answer ?? Response.error()
}

/** A hashed file never changes: once fetched it is kept. */
async function openFile(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName)
  const kept = await cache.match(request.url)
  if (kept !== undefined) return kept
  const answer = await fetch(request)
  if (answer.status === 200) await cache.put(request.url, answer.clone())
  return answer
}

/** What the server pushed; a browser wants to see something shown whatever came. */
async function showPushed({ data }: PushEvent): Promise<void> {
  const { title, body, path, tag } = (data?.json() ?? {}) as Record<
    'title' | 'body' | 'path' | 'tag',
    string | undefined
  >
  await worker.registration.showNotification(title ?? 'Guichê', {
    body: body ?? '',
    tag: tag ?? 'news',
    renotify: true,
    icon: `${scope}icon-192.png`,
    data: path ?? ''
  })
}

async function windowsOpen(): Promise<OpenWindow[]> {
  const all = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return all.filter(({ url }) => url.startsWith(scope))
}

/** An open window goes there by itself, without being loaded anew. */
async function openPushed({ notification }: ClickEvent): Promise<void> {
  notification.close()
  const path = notification.data ?? ''
  const [first] = await windowsOpen()
  if (first === undefined) return void (await worker.clients.openWindow(`${scope}${path.replace(/^\//, '')}`))
  first.postMessage({ kind: 'open', path }, [])
  await first.focus()
}

/** The browser has given up an address: windows tell the server of the new one, now or when the next one opens. */
async function renewSubscription({ oldSubscription, newSubscription }: SubscriptionEvent): Promise<void> {
  if (!newSubscription && oldSubscription) await worker.registration.pushManager.subscribe(oldSubscription.options)
  for (const one of await windowsOpen()) one.postMessage({ kind: 'resubscribed' }, [])
}

worker.addEventListener<PushEvent>('push', (event) => event.waitUntil(showPushed(event)))
worker.addEventListener<ClickEvent>('notificationclick', (event) => event.waitUntil(openPushed(event)))
worker.addEventListener<SubscriptionEvent>('pushsubscriptionchange', (event) =>
  event.waitUntil(renewSubscription(event))
)
worker.addEventListener<WorkerEvent>('install', (event) => event.waitUntil(keepShell()))
worker.addEventListener<WorkerEvent>('activate', (event) => event.waitUntil(leaveOlderBuilds()))
worker.addEventListener<FetchEvent>('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return
  if (request.mode === 'navigate') event.respondWith(openPage(request))
  // A part of a file is none to keep.
  else if (request.url.startsWith(`${scope}assets/`) && !request.headers.has('range')) {
    event.respondWith(openFile(request))
  }
})
