/**
 * The service worker. It keeps the shell and the hashed assets, never an answer of the server: screens are asked for over the
 * network first, and the shell stands in when there is none. And it shows what the server pushes, also while no page is open.
 */
import { brand } from '@puente/contract'
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { NOTICE_CACHE, shownKey } from './notice-cache.ts'
import { ownPath, readNotice } from './notice.ts'

type Later = { waitUntil: (work: Promise<unknown>) => void }
type Page = { visibilityState: string; focus: () => Promise<unknown>; postMessage: (message: unknown) => void }
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

/** Opens what it speaks of: in a page that is open, or in a new one, after signing in where that is needed. */
const open = async (path: string): Promise<void> => {
  const [page] = await pages()
  if (!page) return void (await self.clients.openWindow(path))
  await page.focus()
  page.postMessage({ open: path })
}

self.addEventListener('notificationclick', (event) => {
  const { notification } = event
  notification.close()
  event.waitUntil(open(ownPath((notification.data as { path?: unknown } | null)?.path, self.location.origin)))
})
