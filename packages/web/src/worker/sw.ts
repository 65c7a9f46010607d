/**
 * The service worker. It keeps the shell and the hashed assets, never an answer of the server: screens are asked for over the
 * network first, and the shell stands in when there is none. And it shows what the server pushes, also while no page is open.
 */
import { brand } from '@puente/contract'
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { NOTICE_CACHE, shownKey } from './notice-cache.ts'
import { ownPath, readNotice } from './notice.ts'

type Later = { waitUntil: (work: Promise<unknown>) => void }
type Page = {
  visibilityState: string
  focus: () => Promise<unknown>
  navigate: (path: string) => Promise<unknown>
  postMessage: (message: unknown, ports: MessagePort[]) => void
}
type WorkerEvents = {
  message: { data: unknown }
  fetch: { request: Request; respondWith: (answer: Promise<Response>) => void }
  push: Later & { data: { json: () => unknown } | null }
  notificationclick: Later & { notification: Notification }
}
/** Of a worker's own world, which the types of pages do not know, what is used here. */
declare const self: {
  __WB_MANIFEST: PrecacheEntry[]
  location: Location
  registration: ServiceWorkerRegistration
  navigator: { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> }
  clients: {
    matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<Page[]>
    openWindow: (path: string) => Promise<unknown>
  }
  skipWaiting: () => Promise<void>
  addEventListener: <K extends keyof WorkerEvents>(type: K, listener: (event: WorkerEvents[K]) => void) => void
}

precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: '' })
cleanupOutdatedCaches()

self.addEventListener('message', ({ data }) => {
  if ((data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting()
})

/** Answers of the server, callbacks and provider returns are none of the worker's business. */
const isScreen = (request: Request): boolean => {
  const { pathname } = new URL(request.url)
  return (
    request.mode === 'navigate' &&
    !/^\/(?:api|hooks|files|csp)(?:\/|$)/.test(pathname) &&
    !/^\/deposit-now\/(?:success|cancel)\/?$/.test(pathname)
  )
}

const screenOf = async (request: Request): Promise<Response> => {
  try {
    return await fetch(request)
  } catch (error) {
    const shell = await matchPrecache('index.html')
    if (shell) return shell
    throw error
  }
}

self.addEventListener('fetch', (event) => {
  if (isScreen(event.request)) event.respondWith(screenOf(event.request))
})

const pages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Whether it was shown before; from here on it was. A message may come twice, the person hears of it once. */
const wasShown = async (id: string): Promise<boolean> => {
  const cache = await caches.open(NOTICE_CACHE)
  if (await cache.match(shownKey(id))) return true
  await cache.put(shownKey(id), new Response())
  return false
}

const badge = async (unread: number): Promise<void> => {
  const { navigator } = self
  await (unread > 0 ? navigator.setAppBadge?.(unread) : navigator.clearAppBadge?.())?.catch(() => undefined)
}

/** On a device where Puente is being looked at, its own screens tell: nobody is told by it what they have just done. */
const show = async (data: unknown): Promise<void> => {
  const notice = readNotice(data, self.location.origin)
  if (!notice) return
  await badge(notice.unread)
  if (await wasShown(notice.id)) return
  if ((await pages()).some(({ visibilityState }) => visibilityState === 'visible')) return
  await self.registration.showNotification(brand.appName, {
    body: notice.text,
    tag: notice.id,
    icon: '/icon-192.png',
    data: { path: notice.path },
  })
}

const dataOf = (data: { json: () => unknown } | null): unknown => {
  try {
    return data?.json()
  } catch {
    return null
  }
}

self.addEventListener('push', (event) => event.waitUntil(show(dataOf(event.data))))

/** How long a page may take to say that it opens something. */
const ANSWER_MS = 1_000

/** Whether the page itself opens it and keeps what it has: one with a signed-in person does. */
const isTakenBy = (page: Page, path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve(true))
    port1.start()
    setTimeout(() => resolve(false), ANSWER_MS)
    page.postMessage({ open: path }, [port2])
  })

/**
 * Opens what it speaks of: in a page that is open, or in a new one. A page in which no one is signed in, or that is still loading, goes to
 * its address, which asks to sign in first.
 */
const open = async (path: string): Promise<void> => {
  const [page] = await pages()
  if (!page) return void (await self.clients.openWindow(path))
  // Where the browser lets nothing come to the front, it is opened all the same.
  await page.focus().catch(() => undefined)
  if (await isTakenBy(page, path)) return
  // Of a page that this worker does not control only the browser can say where it goes.
  await page.navigate(path).catch(() => self.clients.openWindow(path))
}

self.addEventListener('notificationclick', (event) => {
  const { notification } = event
  notification.close()
  event.waitUntil(open(ownPath((notification.data as { path?: unknown } | null)?.path, self.location.origin)))
})
