/** The browser's push service is the one part that is missing here: the sandbox's stands in for it in the server's tests. */
import type { NotificationItem } from '@puente/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renewPush } from '#lib/browser/push.ts'
import { aConfig } from '#test/money.ts'
import { openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, server } from '#test/server.ts'

const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/abc'
let held: { endpoint: string; unsubscribe: () => Promise<boolean>; toJSON: () => object } | null = null
const kept = new Map<string, Response>()
const asked = vi.fn<() => Promise<NotificationPermission>>()
const pushManager = {
  getSubscription: async () => held,
  subscribe: vi.fn<(options: object) => Promise<unknown>>(async () => {
    held = {
      endpoint: ENDPOINT,
      unsubscribe: async () => ((held = null), true),
      toJSON: () => ({
        endpoint: ENDPOINT,
        expirationTime: null,
        keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
      }),
    }
    return held
  }),
}

beforeEach(() => {
  held = null
  kept.clear()
  asked.mockReset()
  pushManager.subscribe.mockClear()
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: asked })
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async (key: string) => kept.get(key)?.clone(),
      put: async (key: string, value: Response) => void kept.set(key, value),
    }),
  })
  const registration = { pushManager }
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
      addEventListener: () => {},
      removeEventListener: () => {},
    },
  })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  vi.unstubAllGlobals()
})

const answer = (permission: NotificationPermission) =>
  asked.mockImplementation(async () => {
    vi.stubGlobal('Notification', { permission, requestPermission: asked })
    return permission
  })

const aNotice = (kind: NotificationItem['kind'], variant: string): NotificationItem => ({
  id: `ntf_${'1'.repeat(32)}`,
  kind,
  variant,
  objectType: 'profile',
  objectId: null,
  createdAt: new Date().toISOString(),
  readAt: new Date().toISOString(),
  params: { amount: 1_00, name: 'Carlos Vega' },
})

const openList = async (item: NotificationItem) => {
  signedInAs()
  const said: unknown[] = []
  server.use(
    answers('config', aConfig({ pushKey: 'B'.repeat(87) })),
    answers('listNotifications', { items: [item], unread: 0, last: null, end: true }),
    handles('subscribePush', ({ body }) => {
      said.push(body)
      return HttpResponse.json({ data: {} })
    }),
  )
  return { app: await openApp('/notifications'), said }
}

test('notifications outside the app are offered once money has moved; the browser asks only after a tap, and the server learns where it is reached', async () => {
  answer('granted')
  const { app, said } = await openList(aNotice('received', 'completed'))
  const turnOn = await screen.findByRole('button', { name: 'Turn on' })
  expect(asked).not.toHaveBeenCalled()
  await app.user.click(turnOn)
  await waitFor(() => expect(said).toHaveLength(1))
  expect(said).toEqual([
    {
      subscription: {
        endpoint: ENDPOINT,
        expirationTime: null,
        keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
      },
    },
  ])
  expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'B'.repeat(87) })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull())
})

test('without money there is no offer, "not now" is kept, and a browser that said no is not asked again', async () => {
  await openList(aNotice('profileUpdated', 'address'))
  expect(await screen.findByText('Your address was changed')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull()
  cleanup()

  answer('denied')
  const { app } = await openList(aNotice('sent', 'completed'))
  await app.user.click(await screen.findByRole('button', { name: 'Turn on' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull())
  expect(asked).toHaveBeenCalledTimes(1)
  expect(pushManager.subscribe).not.toHaveBeenCalled()
})

test('a browser that was told about somebody else ends that when another person comes in', async () => {
  await pushManager.subscribe({})
  kept.set('/notices/owner', new Response('usr_somebody'))
  await renewPush('usr_another')
  expect(held).toBeNull()
})
