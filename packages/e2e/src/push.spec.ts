/** A notification outside the app, from the event to the screen it leads to, in the worker of a real browser. */
import type { BrowserContext, Page, Worker } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { signIn } from './steps/account.ts'
import { balanceOn } from './steps/money.ts'
import { expect, signInAs, test } from './support/journey.ts'
import { appUrl } from './support/places.ts'
import { aPushSubscription, pushedTo } from './support/sandbox.ts'
import { SESSION_COOKIE } from './support/server.ts'
import { texts } from './support/texts.ts'

/** What the worker has on the lock screen now. */
const shownBy = (worker: Worker): Promise<{ title: string; body: string }[]> =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    return (await registration.getNotifications()).map(({ title, body }) => ({ title, body }))
  })

/** Gives the worker a message as the browser's push service hands it over, already decrypted. */
const deliver = async (page: Page, data: string): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(appUrl))
      if (ours) resolve(ours.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.deliverPushMessage', { origin: appUrl, registrationId: await registered, data })
  await session.detach()
}

/**
 * Taps the notification. The protocol has no tap, so the worker is given the event that a tap gives it; only that it may not bring a
 * page to the front then, which the browser allows after a real one.
 */
const tap = (worker: Worker): Promise<void> =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as EventTarget & {
      registration: ServiceWorkerRegistration
      NotificationEvent: new (type: string, init: object) => Event
    }
    const [notification] = await scope.registration.getNotifications()
    let work: Promise<unknown> = Promise.resolve()
    const event = new scope.NotificationEvent('notificationclick', { notification })
    Object.assign(event, { waitUntil: (given: Promise<unknown>) => (work = given) })
    scope.dispatchEvent(event)
    await work
  })

/** The application as it stands installed: its worker controls the page. */
const openControlled = async (page: Page, context: BrowserContext, path: string): Promise<Worker> => {
  await page.goto(path)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('the page has no worker')
  return worker
}

test.describe('push', () => {
  test.use({ serviceWorkers: 'allow', permissions: ['notifications'] })

  test('money that arrives while no page is open is on the lock screen once, in its owner’s language; a tap leads to it, after signing in where that is needed @long', async ({
    page,
    context,
    makePerson,
  }) => {
    const [ana, min] = await Promise.all([makePerson({ cents: 50_00 }), makePerson({ lang: 'ko' })])
    const browser = await aPushSubscription()
    await min.call('subscribePush', { subscription: browser.subscription })
    await signInAs(page, min)
    const worker = await openControlled(page, context, '/home')
    const arrives = async (amount: number): Promise<string> => {
      await page.goto('about:blank')
      const money = { toUser: min.handle, amount, currency: 'USD' } as const
      await ana.call('sendInApp', money, { idempotencyKey: randomUUID() })
      const pushed = await pushedTo(browser.id, amount === 12_00 ? 1 : 2)
      await deliver(page, pushed)
      await expect.poll(() => shownBy(worker)).toEqual([{ title: 'Puente', body: '돈이 들어왔어요' }])
      return pushed
    }

    const pushed = await arrives(12_00)
    await page.goto('/home')
    await expect(balanceOn(page)).toBeVisible()
    await tap(worker)
    await expect(page).toHaveURL('/movements/detail')
    await expect(page.getByRole('main')).toContainText('$12.00')
    await page.goto('about:blank')
    await deliver(page, pushed)
    expect(await shownBy(worker)).toEqual([])

    await arrives(13_00)
    await context.clearCookies({ name: SESSION_COOKIE })
    await page.goto('/sign-in')
    await tap(worker)
    await expect(page).toHaveURL(/redirect=/)
    // The browser keeps the language of who was logged in.
    await signIn(page, texts.ko, min)
    await expect(page).toHaveURL('/movements/detail')
    await expect(page.getByRole('main')).toContainText('$13.00')
  })
})
