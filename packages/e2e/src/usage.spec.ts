/** What is counted of those who said yes, where it goes, and what the clock of the inactivity tracker listens to. */
import type { Page } from '@playwright/test'
import { balanceOn } from './steps/money.ts'
import { expect, signInAs, test } from './support/journey.ts'
import { appUrl } from './support/places.ts'

const MINUTE = 60_000

type Counted = { name: string; props: Record<string, string>; status: number }

/** The usage events that a page sends, with what the server said to them; and every host that it talks to. */
const watch = (page: Page) => {
  const events: Counted[] = []
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).origin))
  page.on('response', (response) => {
    if (!response.url().endsWith('/api/events')) return
    events.push({ ...JSON.parse(response.request().postData() ?? '{}'), status: response.status() })
  })
  return { events, hosts }
}

test('RD-10 ST-28 ST-29 who says yes on home is counted: a view of each route and screen, by its pattern, at our own server alone', async ({
  page,
  makePerson,
}) => {
  const person = await makePerson({ stage: 'V' })
  await person.call('changePreferences', { transactionsTutorial: false })
  await signInAs(page, person)
  const { events, hosts } = watch(page)
  await page.goto('/home')
  await expect(balanceOn(page)).toBeVisible()
  const question = page.getByRole('heading', { name: 'May we count which screens are used?' })
  await expect(question).toBeVisible()
  expect(events).toEqual([])
  await page.getByRole('button', { name: 'Yes, count', exact: true }).click()
  await expect(question).toBeHidden()
  await expect.poll(async () => (await person.call('preferences')).analytics).toBe(true)

  await page.goto(`/u/${person.handle}?from=mail`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // They leave a moment after the screen has come; nothing waits for them when the page is left before.
  await expect.poll(() => events.length).toBe(2)
  await page.goto('/settings/language')
  await expect(page.getByRole('radio')).toHaveCount(3)
  await expect.poll(() => events.length).toBe(4)
  expect(events.every(({ status }) => status === 200)).toBe(true)
  const of = (wanted: string) =>
    events.filter(({ name }) => name === wanted).map(({ props }) => Object.values(props)[0])
  expect(of('page_view')).toEqual(['/u/$handle', '/settings/language'])
  expect(of('screen_view')).toHaveLength(2)
  expect(JSON.stringify(events)).not.toContain(person.handle)
  expect([...hosts].filter((origin) => !/^(blob|data):/.test(origin) && origin !== 'null')).toEqual([appUrl])
})

/** Lets the tracker hear one kind of event and no other, so that each is shown to do it alone. */
const hearOnly = (page: Page, name: string) =>
  page.evaluate((only) => void (document.documentElement.dataset['only'] = only), name)

const NAMES = [
  'click',
  'mousemove',
  'mousedown',
  'scroll',
  'keypress',
  'load',
  'resize',
  'touchstart',
  'touchmove',
  'keydown',
]

test('C-34 each of the nine events, and a key, resets the timer alone; what no person does resets nothing', async ({
  page,
  makePerson,
}) => {
  await page.addInitScript((names) => {
    for (const name of names)
      window.addEventListener(
        name,
        (event) => {
          const { only } = document.documentElement?.dataset ?? {}
          const isHeard = only === undefined || only === event.type || (only === 'untrusted' && !event.isTrusted)
          if (!isHeard) event.stopImmediatePropagation()
          else if (event.isTrusted && only !== undefined) document.documentElement.dataset['heard'] = event.type
        },
        { capture: true },
      )
  }, NAMES)
  await signInAs(page, await makePerson({ stage: 'N' }))
  await page.clock.install({ time: new Date() })
  // The page's own `load` comes once; here it waits for a picture.
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/held.svg', async (route) => {
    await held
    await route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' })
  })
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => Object.assign(new Image(), { src: '/held.svg' })),
  )
  await page.goto('/settings', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  const question = page.getByRole('dialog', { name: 'Are you there?' })
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: 200, y }] })

  const acts: [string, () => Promise<unknown>][] = [
    ['click', () => page.mouse.click(200, 5)],
    ['mousemove', () => page.mouse.move(180 + Math.random() * 40, 8)],
    ['mousedown', async () => [await page.mouse.down(), await page.mouse.up()]],
    ['scroll', () => page.evaluate(() => window.scrollBy(0, window.scrollY > 50 ? -40 : 40))],
    ['keypress', () => page.keyboard.press('a')],
    ['keydown', () => page.keyboard.press('Shift')],
    ['resize', () => page.setViewportSize({ width: 390, height: 800 + Math.floor(Math.random() * 40) })],
    ['touchstart', async () => [await touch('touchStart', 5), await touch('touchEnd', 5)]],
    [
      'touchmove',
      async () => [await touch('touchStart', 5), await touch('touchMove', 30), await touch('touchEnd', 30)],
    ],
  ]
  expect(['load', ...acts.map(([name]) => name)].toSorted()).toEqual(NAMES.toSorted())
  await hearOnly(page, 'load')
  await page.clock.fastForward(9.5 * MINUTE)
  release()
  await expect.poll(() => page.evaluate(() => document.readyState)).toBe('complete')
  let before = 'load'
  for (const [name, act] of acts) {
    await page.clock.fastForward(9.5 * MINUTE)
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' }), before).toBeVisible()
    await expect(question, before).toBeHidden()
    await hearOnly(page, name)
    await act()
    await expect(page.locator('html')).toHaveAttribute('data-heard', name)
    before = name
  }
  await page.clock.fastForward(9.5 * MINUTE)
  await expect(question, before).toBeHidden()

  await page.evaluate((names) => {
    document.documentElement.dataset['only'] = 'untrusted'
    for (const name of [...names, 'focus', 'pointerenter'])
      document.body.dispatchEvent(new Event(name, { bubbles: true }))
    document.dispatchEvent(new Event('visibilitychange'))
  }, NAMES)
  await page.evaluate(() => fetch('/api/health'))
  await page.clock.fastForward(0.6 * MINUTE)
  await expect(question).toBeVisible()
})
