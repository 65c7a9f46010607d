/**
 * Notifications of this browser outside the app: what it can do, and turning them on and off. The browser's own question comes only
 * when the person has asked for notifications, and once: what was answered with no is for the browser's settings to change.
 */
import { NOTICE_CACHE, OWNER_KEY } from '../../worker/notice-cache.ts'
import { call } from '#lib/api/api.ts'

/** `none`: not in this browser. `blocked`: the person has told the browser so. */
export type PushState = 'none' | 'blocked' | 'off' | 'on'

const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const owner = {
  read: async (): Promise<string | null> => {
    const kept = await (await caches.open(NOTICE_CACHE)).match(OWNER_KEY)
    return kept ? kept.text() : null
  },
  write: async (userId: string): Promise<void> =>
    (await caches.open(NOTICE_CACHE)).put(OWNER_KEY, new Response(userId)),
}

const subscription = async (): Promise<PushSubscription | null> => {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

const say = async (given: PushSubscription): Promise<void> => {
  const { endpoint, expirationTime, keys } = given.toJSON()
  await call('subscribePush', {
    subscription: {
      endpoint: endpoint ?? '',
      expirationTime: expirationTime ?? null,
      keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
    },
  })
}

/** Whether this browser shows this person's notifications. */
export const readPushState = async (userId: string): Promise<PushState> => {
  if (!canPush()) return 'none'
  if (Notification.permission === 'denied') return 'blocked'
  if (Notification.permission !== 'granted') return 'off'
  return (await subscription()) && (await owner.read()) === userId ? 'on' : 'off'
}

/** Asks the browser, and tells the server where it is reached. Rejects when the browser cannot reach its push service. */
export const turnOnPush = async (userId: string, key: string): Promise<PushState> => {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState(userId)
  const { pushManager } = await navigator.serviceWorker.ready
  // One that was made for somebody else, or for another key, is not gone on with.
  await (await pushManager.getSubscription())?.unsubscribe()
  await say(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
  await owner.write(userId)
  return 'on'
}

export const turnOffPush = async (): Promise<PushState> => {
  const given = await subscription()
  if (given) {
    await call('unsubscribePush', { endpoint: given.endpoint })
    await given.unsubscribe()
  }
  return 'off'
}

/**
 * When a person comes in: their browser says that it is in use, and one that was another person's ends what it had. Nothing is asked.
 */
export const renewPush = async (userId: string): Promise<void> => {
  if (!canPush()) return
  const given = await subscription()
  if (!given) return
  if ((await owner.read()) === userId) await say(given)
  else await given.unsubscribe()
}
